/* The opening: a sentence and a button; the stage alone with a line under it; a bar that asks to be dragged. */
#include "draw/ease.h"
#include "scene/stage/stage.h"
#include "scene/view/opening_script.h"
#include "scene/window/panels.h"
#include "words/opening_words.h"

#include <math.h>
#include <string.h>

#define STRIP_H         92.0f
#define STRIP_LYING_H   64.0f
#define STRIP_UPRIGHT_H 150.0f /* with the button below the line */
#define WORDS_H         92.0f  /* the translation's, under an upright stage */
#define WORDS_W         0.25f  /* of the width: the translation's */

static const Target ON = {TARGET_OPENING, OPENING_ON, 0, 0};

/* ---- lines with words in bold ---- */

/* `text` has a %s for each of `words`, which are bold. Returns the width; `at` may be left out to measure. */
static float set_line(const Painter *painter, float size, const Point *at, const char *text, const char *const *words)
{
    TextStyle plain = style_plain(painter->theme, size, ROLE_INK), bold = style_bold(painter->theme, size, ROLE_INK);
    float x = 0;
    while (*text) {
        size_t length = strcspn(text, "%");
        const char *part = arena_copy(&painter->list->arena, text, length);
        if (at && length > 0)
            kit_text_at(painter, plain, (Point){at->x + x, at->y}, ALIGN_LEFT, part);
        x += kit_width(painter, plain, part);
        text += length;
        if (!*text)
            break;
        if (at)
            kit_text_at(painter, bold, (Point){at->x + x, at->y}, ALIGN_LEFT, *words);
        x += kit_width(painter, bold, *words++);
        text += 2;
    }
    return x;
}

static void draw_line(const Painter *painter, Point at, float width, float size, const char *text,
                      const char *const *words)
{
    float wide = set_line(painter, size, NULL, text, words);
    set_line(painter, wide > width ? fmaxf(TYPE_SMALL, size * width / wide) : size, &at, text, words);
}

/* ---- the promise ---- */

/* In the middle of an upright picture in several lines. */
static void tell_promise(const Painter *painter, Point at, bool upright)
{
    TextStyle style = style_plain(painter->theme, TYPE_TITLE, ROLE_MUTED);
    const char *text = kit_said(painter, W_OPENING_PROMISE);
    if (!upright) {
        kit_text_at(painter, style, at, ALIGN_CENTER, text);
        return;
    }
    Arena *arena = &painter->list->arena;
    style.size = TYPE_LARGE;
    TextLines lines = text_break(arena, painter->list->type, style, slice_of(text), painter->view->width - 48);
    at.y -= 24 * (float)(lines.count - 1) / 2;
    for (int i = 0; i < lines.count; i++, at.y += 24)
        drawlist_text_at(painter->list, style, at, ALIGN_CENTER, lines.lines[i]);
}

static void draw_promise(const Painter *painter)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    float x = view->width / 2, y = view->height * 0.42f;
    const Trace *trace = view->trace;
    const char *sentence = text_join(&painter->list->arena, trace->source, trace->n, TOKENS_SPACE);
    bool upright = window_upright(view);
    TextStyle large = style_bold(theme, fminf(52, view->width * (upright ? 0.08f : 0.045f)), ROLE_INK);
    kit_text_at(painter, upright ? kit_shrunk(painter, large, view->width - 32, sentence) : large, (Point){x, y},
                ALIGN_CENTER, sentence);
    tell_promise(painter, (Point){x, y + 56}, upright);
    TextStyle style = style_bold(theme, TYPE_TITLE, ROLE_INK);
    style.color = theme->button_text;
    const char *name = kit_said(painter, W_OPENING_WATCH);
    float sign = 19, gap = 13, text = kit_width(painter, style, name), edge = 39, width = sign + gap + text + 2 * edge;
    Box button = {x - width / 2, y + 104, width, 62};
    drawlist_box(painter->list, button, 10, paint_fill(kit_button_fill(painter, ON)));
    Point at = {button.x + edge, button.y + button.h / 2};
    kit_triangle(painter, (Point){at.x, at.y - 11}, (Point){at.x + sign, at.y}, (Point){at.x, at.y + 11}, style.color);
    kit_text(painter, style, (Box){at.x + sign + gap, button.y, text + 1, button.h}, ALIGN_LEFT, name);
    kit_press(painter, button, 10, ON, name);
}

/* ---- the strip under the stage ---- */

static const char *largest_word(const Trace *trace, int step)
{
    return trace->source[values_largest(trace->steps[step].step.weights, trace->n)];
}

static void tell_scene(const Painter *painter, const OpeningScene *scene, Point at, float width)
{
    static const Word lines[] = {W_OPENING_READS, W_OPENING_ASKS, W_OPENING_SHARES, W_OPENING_WRITES};
    const Trace *trace = painter->view->trace;
    const char *words[] = {largest_word(trace, scene->step), trace->steps[scene->step].token};
    draw_line(painter, at, width, TYPE_TITLE, kit_said(painter, lines[scene->tells]), words);
}

static void tell_steered(const Painter *painter, Point at, float width)
{
    const View *view = painter->view;
    int step = view->opening.step;
    const char *words[] = {largest_word(view->trace, step), view->trace->steps[step].token, view->opening.wrote};
    const char *title = kit_said(painter, W_OPENING_STEERED);
    TextStyle bold = style_bold(painter->theme, TYPE_TITLE, ROLE_INK);
    kit_text_at(painter, kit_shrunk(painter, bold, width, title), (Point){at.x, at.y - 14}, ALIGN_LEFT, title);
    draw_line(painter, (Point){at.x, at.y + 13}, width, TYPE_BODY, kit_said(painter, W_OPENING_INSTEAD), words);
}

/* Returns the width that the button takes. */
static float draw_next(const Painter *painter, Box strip)
{
    const Opening *opening = &painter->view->opening;
    bool steered = opening->stage == OPENING_STEERED;
    const char *name = kit_said(painter, opening->again ? W_OPENING_BACK : W_OPENING_COURSE);
    float width = kit_width(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), name) + 44;
    Box button = {strip.x + strip.w - 32 - width, strip.y + (strip.h - 42) / 2, width, 42};
    kit_button(painter, button, name, ON, steered);
    return width + 24;
}

static void draw_strip(const Painter *painter, Box strip)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    const Opening *opening = &view->opening;
    OpeningScene scenes[OPENING_SCENES];
    int count = opening_script(view->trace, scenes);
    bool plays = opening->stage == OPENING_PLAYS;
    bool upright = window_upright(view);
    Point at = {strip.x + (upright ? 24 : 40), strip.y + (upright ? 50 : strip.h / 2 + 7)};
    float width = strip.w - 2 * (at.x - strip.x);
    drawlist_box(painter->list, strip, 0, paint_fill(theme->tint[ROLE_CONTEXT]));
    float done = plays ? (float)(view->cursor / scenes[count - 1].end) : 1;
    drawlist_box(painter->list, (Box){strip.x, strip.y, strip.w, 3}, 0, paint_fill(theme->hairline));
    drawlist_box(painter->list, (Box){strip.x, strip.y, strip.w * done, 3}, 0, paint_fill(theme->fill[ROLE_CONTEXT]));
    if (plays) {
        tell_scene(painter, &scenes[opening->scene < count ? opening->scene : count - 1], at, width);
        return;
    }
    float button = draw_next(painter, upright ? (Box){strip.x, strip.y + 78, strip.w, strip.h - 78} : strip);
    width -= upright ? 0 : button;
    const Trace *own = view->own ? view->own : view->trace;
    if (opening->stage == OPENING_STEERED)
        tell_steered(painter, at, width);
    else
        draw_line(painter, at, width, TYPE_TITLE, kit_said(painter, W_OPENING_STOPS),
                  (const char *const[]){largest_word(own, opening->step), view->trace->source[opening->bar]});
}

/* ---- the bar ---- */

/* Rings that go out from it and its number, an arrow up from its knob, and what it says, on the side of the edge. */
static void draw_call(const Painter *painter, const StageLayout *layout, int j, float knob)
{
    const Theme *theme = painter->theme;
    Color blue = theme->fill[ROLE_QUERY];
    float phase = painter->view->opening.pulse / 1.4f, top = layout->number_y - 17;
    phase -= floorf(phase);
    Box bar = stage_well(layout, j), ring = {bar.x, top, bar.w, bar.y + bar.h - top};
    for (int i = 0; i < 3; i++) {
        float out = 5 + 6 * ((float)i + phase);
        drawlist_box(painter->list, box_inset(ring, -out, -out), 6 + out / 2,
                     paint_stroke(color_fade(blue, 0.75f * (1 - out / 24)), 2.5f));
    }
    drawlist_box(painter->list, box_inset(ring, -3, -3), 6, paint_stroke(blue, 2.5f));
    Point from = {bar.x + bar.w / 2, knob - 8}, to = {from.x, lerp(knob, bar.y, 0.6f)};
    if (from.y - to.y > 8)
        drawlist_arrow(painter->list, from, to, 8, blue, 2.5f);
    const char *text = kit_said(painter, W_OPENING_DRAG_ME);
    TextStyle style = style_bold(theme, TYPE_LARGE, ROLE_QUERY);
    float width = kit_width(painter, style, text) + 24, left = bar.x - 34 - width;
    bool before = left >= 8 && 2 * j < painter->view->trace->n;
    float over = layout->tight ? 4 : 19 - bar.h / 2; /* clear of the numbers over bars that are low */
    Box bubble = {before ? left : bar.x + bar.w + 34, bar.y - over, width, 38};
    float y = bubble.y + bubble.h / 2, edge = before ? bubble.x + width : bubble.x, out = before ? 1 : -1;
    kit_triangle(painter, (Point){edge + 9 * out, y}, (Point){edge - 2 * out, y - 9}, (Point){edge - 2 * out, y + 9},
                 theme->text[ROLE_QUERY]);
    drawlist_box(painter->list, bubble, 8, paint_fill(theme->text[ROLE_QUERY]));
    style.color = theme->panel;
    kit_text(painter, style, bubble, ALIGN_CENTER, text);
}

/* All bars of the step can be dragged; the one that asks to be has a knob on its end. */
static void draw_bars(const Painter *painter, const StageLayout *layout)
{
    const View *view = painter->view;
    const Opening *opening = &view->opening;
    const float *weights = view->trace->steps[opening->step].step.weights;
    for (int j = 0; j < view->trace->n; j++) {
        Target target = target_at(TARGET_WEIGHT, opening->step, j, 0);
        Box bar = stage_well(layout, j);
        kit_mark(painter, bar, target, true, view->trace->source[j]);
        if (j != opening->bar)
            continue;
        float y = bar.y + bar.h * (1 - weights[j]);
        Box knob = {bar.x + bar.w / 2 - 15, y - 5, 30, 10};
        drawlist_box(painter->list, knob, 5,
                     paint_fill_stroke(painter->theme->panel, painter->theme->text[ROLE_CONTEXT], 2));
        if (opening->pulse >= 0)
            draw_call(painter, layout, j, y);
    }
}

/* ---- the stage ---- */

/* What belongs to the bar that asks to be dragged, and nothing else. */
static void light_bar(Painter *painter, Scope *scope)
{
    const Opening *opening = &painter->view->opening;
    painter->brush = (Brush){target_at(TARGET_WEIGHT, opening->step, opening->bar, 0), opening->step, opening->bar};
    memset(scope->lit, 0, sizeof scope->lit);
    scope->ends[0].kind = scope->ends[1].kind = MOMENT_PREVIOUS; /* of which no column is a part */
    scope_point(scope, &painter->brush);
}

static void draw_stage(const Painter *painter, float height)
{
    const View *view = painter->view;
    bool plays = view->opening.stage == OPENING_PLAYS;
    View bare = *view; /* nothing of the lesson's card */
    bare.lesson = NULL;
    bare.hover = bare.focus = (Target){0};
    bare.window.captions = false;
    Painter still = *painter; /* nothing but the bars is to be touched */
    still.view = &bare;
    still.passive = true;
    Scope scope = scope_at(view->trace, view->cursor);
    if (view->opening.stage == OPENING_DRAG && view->opening.pulse >= 0)
        light_bar(&still, &scope);
    bool upright = window_upright(view);
    float side = upright ? 0 : roundf(view->width * WORDS_W);
    height -= upright ? WORDS_H : 0;
    StageLayout layout = stage_layout(&bare, painter->list->type, &scope, (Box){0, 0, view->width - side, height});
    layout.labels = false; /* nothing to read but the line below */
    stage_draw(&still, &scope, &layout);
    Box words = {view->width - side + 20, height * 0.42f, side - 52, height * 0.4f};
    if (upright)
        words = (Box){20, height + 8, view->width - 40, WORDS_H - 16};
    LoopHomes homes = translation_draw(&still, &scope, words, upright ? words.y + words.h : height - 24);
    loop_draw(&still, &scope, &layout, &homes);
    if (plays)
        return;
    draw_bars(painter, &layout);
    if (painter->layout)
        painter->layout->stage = stage_handles(&layout);
}

void opening_draw(const Painter *painter)
{
    const View *view = painter->view;
    if (view->opening.stage == OPENING_PROMISE) {
        draw_promise(painter);
        return;
    }
    float strip = window_upright(view) ? STRIP_UPRIGHT_H : window_lying(view) ? STRIP_LYING_H : STRIP_H;
    draw_stage(painter, view->height - strip);
    draw_strip(painter, (Box){0, view->height - strip, view->width, strip});
}
