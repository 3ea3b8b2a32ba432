#include "scene/window/opening_bars.h"

#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "scene/view/opening_script.h"
#include "study/own_run.h"
#include "words/opening_words.h"

#include <math.h>

#define PITCH      0.1875f /* of the width: from bar to bar */
#define PITCH_HIGH 0.29f   /* of an upright one */
#define WELL       0.56f   /* of the height */
#define RISE       0.22f   /* of the first scene: the sentence glides down and bars rise from it */
#define TURN       0.3f    /* of each scene: the bars take their new heights, */
#define GROWN      0.75f   /* the ribbons have grown; then the word lands */
#define RIBBON     0.30f   /* of a bar's width: as wide as a ribbon of the whole is */
#define INSIDE     0.17f   /* a weight whose bar has room for its number */

typedef struct Bars {
    const Painter *painter;
    const Trace *trace, *own;
    Box box;
    int step;      /* that is written, or is to be */
    float along;   /* of its scene, 0 .. 1 */
    bool first;    /* the bars rise in it */
    float *shares; /* [n] as high as they are now */
    float pitch, left, width, top, foot;
    float words_y; /* baseline of what is written, */
    float gloss_y; /* and of its glosses, */
    float under;   /* y: what ribbons reach up to */
} Bars;

static float bar_x(const Bars *bars, int j)
{
    return bars->left + bars->pitch * (float)j;
}

static Box well_of(const Bars *bars, int j)
{
    return (Box){bar_x(bars, j) - bars->width / 2, bars->top, bars->width, bars->foot - bars->top};
}

static float bar_top(const Bars *bars, int j)
{
    return bars->foot - (bars->foot - bars->top) * bars->shares[j];
}

/* ---- when ---- */

/* Which step's scene the cursor is in, and how far. */
static void find_scene(Bars *bars, double cursor)
{
    OpeningScene scenes[OPENING_SCENES];
    int count = opening_script(bars->trace, scenes), at = 0;
    while (at + 1 < count && cursor > scenes[at].end)
        at++;
    double begins = at > 0 ? scenes[at - 1].end : 0;
    bars->step = count > 0 ? scenes[at].step : 0;
    bars->along = count > 0 ? (float)fmin(1, (cursor - begins) / (scenes[at].end - begins)) : 1;
    bars->first = at == 0;
}

static void find_shares(Bars *bars)
{
    const TraceStep *steps = bars->trace->steps;
    float turned = bars->first ? ease_phase(bars->along, RISE, RISE + TURN) : ease_phase(bars->along, 0, TURN);
    for (int j = 0; j < bars->trace->n; j++) {
        float before = bars->step > 0 ? steps[bars->step - 1].step.weights[j] : 0;
        bars->shares[j] = lerp(before, steps[bars->step].step.weights[j], turned);
    }
}

int opening_step_shown(const Trace *trace, double cursor)
{
    Bars bars = {.trace = trace};
    find_scene(&bars, cursor);
    bool turned = bars.along >= (bars.first ? RISE + TURN : TURN);
    return turned ? bars.step : bars.step - 1;
}

static float written_size(const Bars *bars)
{
    return fminf(62, fmaxf(26, bars->box.w * 0.045f));
}

/* Under the words, where one of them has one and the bars leave them room. */
static void find_glosses(Bars *bars)
{
    const Trace *trace = bars->trace;
    float size = written_size(bars), below = kit_gloss_below(bars->painter, size);
    bool any = false;
    for (int t = 0; t < trace->word_count; t++)
        any = any || kit_gloss_width(bars->painter, size, trace->steps[t].token) > 0;
    any = any && bars->words_y + below + 12 <= bars->top;
    bars->gloss_y = any ? bars->words_y + below : 0;
    bars->under = any ? bars->gloss_y + 10 : bars->words_y + 12;
}

static Bars bars_of(const Painter *painter, Box box)
{
    const View *view = painter->view;
    int n = view->trace->n;
    bool upright = window_narrow(view);
    Bars bars = {.painter = painter, .trace = view->trace, .own = view->own, .box = box};
    bars.shares = ARENA_ARRAY(&painter->list->arena, float, n);
    find_scene(&bars, view->cursor);
    find_shares(&bars);
    bars.pitch = fminf(box.w * (upright ? PITCH_HIGH : PITCH), (box.w - 40) / (float)n);
    bars.left = box.x + box.w / 2 - bars.pitch * (float)(n - 1) / 2;
    bars.width = fminf(bars.pitch * 0.62f, 156);
    bars.foot = box.y + box.h - fminf(62, box.h * 0.13f);
    bars.top = bars.foot - box.h * WELL;
    bars.words_y = box.y + fmaxf(34, (bars.top - box.y) * 0.5f);
    find_glosses(&bars);
    return bars;
}

/* ---- numbers ---- */

void opening_percents(const float *shares, int count, int *out)
{
    double whole = 0;
    int left;
    for (int i = 0; i < count; i++)
        whole += 100 * (double)shares[i];
    left = (int)lround(whole);
    for (int i = 0; i < count; i++) {
        out[i] = (int)floor(100 * (double)shares[i]);
        left -= out[i];
    }
    for (; left > 0; left--) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (100 * (double)shares[i] - out[i] > 100 * (double)shares[best] - out[best])
                best = i;
        out[best]++;
    }
}

/* ---- what is written ---- */

typedef struct Written {
    const char *word;
    float x, width;
    bool struck, now;
} Written;

enum { WRITTEN_MOST = OPENING_SCENES + 1 };

/* The words so far, the step's own with what the model would have written struck before it. Returns how many. */
static int lay_written(const Bars *bars, Written *out)
{
    const Trace *trace = bars->trace;
    const TraceStep *own = own_step(bars->own, bars->step);
    int count = 0;
    for (int t = 0; t < trace->word_count && t < OPENING_SCENES; t++) {
        bool steered = t == bars->step && own && own->id != trace->steps[t].id;
        if (t > bars->step && steered)
            break;
        if (steered)
            out[count++] = (Written){own->token, 0, 0, true, false};
        out[count++] = (Written){trace->steps[t].token, 0, 0, false, t == bars->step};
        if (steered)
            break; /* what would follow is another story */
    }
    float least = written_size(bars) * 0.5f, whole = 0;
    float apart = bars->pitch; /* each over its bar, where they are as many */
    TextStyle style = style_bold(bars->painter->theme, written_size(bars), ROLE_INK);
    for (int i = 0; i < count; i++) {
        out[i].width = fmaxf(kit_width(bars->painter, style, out[i].word), written_size(bars) * 1.2f);
        if (bars->gloss_y > 0)
            out[i].width = fmaxf(out[i].width, kit_gloss_width(bars->painter, style.size, out[i].word));
        apart = fmaxf(apart, out[i].width + least);
        whole += out[i].width;
    }
    apart = fminf(apart, (bars->box.w - 24 - whole) / (float)(count > 1 ? count - 1 : 1)
                             + whole / (float)(count > 0 ? count : 1));
    for (int i = 0; i < count; i++)
        out[i].x = bars->box.x + bars->box.w / 2 + apart * ((float)i - (float)(count - 1) / 2);
    return count;
}

static void draw_written(const Bars *bars, const Written *words, int count)
{
    const Painter *painter = bars->painter;
    const Theme *theme = painter->theme;
    float landed = ease_phase(bars->along, GROWN, 1), size = written_size(bars);
    bool behind = false;
    for (int i = 0; i < count; i++) {
        const Written *word = &words[i];
        Point at = {word->x, bars->words_y};
        float there = behind ? 0 : word->now ? landed : 1;
        if (there < 1)
            kit_line(painter, (Point){at.x - size * 0.6f, at.y + 3}, (Point){at.x + size * 0.6f, at.y + 3},
                     color_fade(theme->text[ROLE_MUTED], 0.45f * (1 - there)), 2.5f);
        TextStyle style = style_bold(theme, size, word->struck ? ROLE_MUTED : word->now ? ROLE_OUTPUT : ROLE_INK);
        if (there > 0)
            kit_text_at(painter, style_faded(style, there), (Point){at.x, at.y + (1 - there) * 16}, ALIGN_CENTER,
                        word->word);
        float gloss = bars->gloss_y > 0
                          ? kit_gloss(painter, size, there, (Point){at.x, bars->gloss_y}, ALIGN_CENTER, word->word)
                          : 0;
        if (word->struck && gloss > 0)
            kit_line(painter, (Point){at.x - gloss / 2 - 2, bars->gloss_y - size * 0.17f},
                     (Point){at.x + gloss / 2 + 2, bars->gloss_y - size * 0.17f}, theme->text[ROLE_OUTPUT], 1.5f);
        if (word->struck)
            kit_line(painter, (Point){at.x - word->width / 2 - 4, at.y - size * 0.34f},
                     (Point){at.x + word->width / 2 + 4, at.y - size * 0.34f}, theme->text[ROLE_OUTPUT], 3);
        behind = behind || word->now;
    }
}

/* ---- ribbons and bars ---- */

static void draw_ribbon(const Bars *bars, int j, float to, float grown)
{
    float width = fmaxf(1.5f, bars->width * RIBBON * bars->shares[j]);
    Point from = {bar_x(bars, j), bar_top(bars, j)}, end = {to, bars->under}, ribbon[4];
    cubic_rise(from, end, 0.5f, ribbon);
    cubic_split(ribbon, grown, ribbon);
    Color orange =
        color_mix(bars->painter->theme->paper, bars->painter->theme->fill[ROLE_CONTEXT], 0.3f + 0.4f * bars->shares[j]);
    drawlist_ribbon(bars->painter->list, ribbon, width, orange);
}

/* Where the word changes along the drag of bar j: measured, and shown after the hand has crossed it. */
static bool tipping_y(const Bars *bars, int j, float *y)
{
    const View *view = bars->painter->view;
    const Tippings *tippings = &view->stage.tippings;
    if (view->opening.stage != OPENING_STEERED || view->opening.bar != j || tippings->step != bars->step
        || tippings->j != j || tippings->count < 1)
        return false;
    *y = bars->foot - (bars->foot - bars->top) * tippings->marks[0].weight;
    return true;
}

static void draw_bar(const Bars *bars, int j, int percent)
{
    const Painter *painter = bars->painter;
    const Theme *theme = painter->theme;
    Box well = well_of(bars, j);
    float top = bar_top(bars, j), share = bars->shares[j],
          there = bars->first ? ease_phase(bars->along, RISE * 0.6f, RISE + 0.1f) : 1;
    Box filled = {well.x, top, well.w, fmaxf(3, well.y + well.h - top)};
    bool most = share >= 0.5f && painter->view->opening.pulse < 0; /* while a bar calls for the hand, it is the hero */
    Color orange = color_mix(theme->paper, theme->fill[ROLE_CONTEXT], most ? 1 : 0.5f);
    kit_piece(painter, kit_word_value(painter, j), PIECE_BOX, 0); /* it becomes the state of the word */
    drawlist_box(painter->list, filled, fminf(8, filled.h / 2), paint_fill(color_fade(orange, there)));
    drawlist_piece_end(painter->list);
    if (bars->first) /* while they rise they do not add up to all of it */
        there = ease_phase(bars->along, RISE + TURN, RISE + TURN + 0.05f);
    const Opening *opening = &painter->view->opening;
    const char *number = arena_printf(&painter->list->arena, "%d %%", percent);
    TextStyle style = style_of(theme, true, fminf(24, well.w * 0.26f), ROLE_INK);
    bool inside = share >= INSIDE;
    if (inside)
        style.color = color_on(orange);
    Point at = {well.x + well.w / 2, inside ? top + style.size + 12 : top - 10};
    if (opening->stage >= OPENING_DRAG && opening->bar == j) /* clear of the knob and its rings */
        at.y += inside ? 4 : -16;
    float mark;
    if (tipping_y(bars, j, &mark) && fabsf(at.y - 8 - mark) < 18)
        at.y = mark + 28;
    float width = inside ? 0 : kit_width(painter, style, number) + 8; /* of a plate, behind which its ribbon goes */
    if (width > 0)
        drawlist_box(painter->list, (Box){at.x - width / 2, at.y - style.size * 0.9f, width, style.size * 1.1f}, 4,
                     paint_faded(kit_well(theme), there));
    kit_text_at(painter, style_faded(style, there), at, ALIGN_CENTER, number);
}

/* The sentence glides down from where it was promised and becomes the feet of the bars. */
static void draw_foot(const Bars *bars, int j, bool lit)
{
    const Painter *painter = bars->painter;
    float gone = bars->first ? ease_phase(bars->along, 0, RISE) : 1, room = bars->pitch - 16;
    float size = fminf(26, bars->pitch * 0.15f), high = fminf(38, bars->box.y + bars->box.h - bars->foot - 14);
    TextStyle style = style_bold(painter->theme, size, ROLE_INK);
    const char *word = bars->trace->source[j];
    style = kit_shrunk(painter, style, room - 20, word);
    float width = fminf(room, kit_width(painter, style, word) + 44);
    Box chip = {bar_x(bars, j) - width / 2, lerp(bars->box.h * 0.42f - high, bars->foot + 9, gone), width, high};
    kit_piece(painter, kit_word_value(painter, j), PIECE_WORD, 0);
    if (lit)
        drawlist_box(painter->list, chip, 9,
                     paint_fill_stroke(painter->theme->tint[ROLE_CONTEXT], painter->theme->fill[ROLE_CONTEXT], 1.5f));
    kit_text(painter, style, chip, ALIGN_CENTER, word);
    drawlist_piece_end(painter->list);
}

/* ---- by hand ---- */

/* What the bar is dragged by; until it is touched rings go out from it. */
static void draw_knob(const Bars *bars, int j)
{
    const Painter *painter = bars->painter;
    const Opening *opening = &painter->view->opening;
    Color blue = painter->theme->fill[ROLE_QUERY];
    Box well = well_of(bars, j), knob = {bar_x(bars, j) - 24, bar_top(bars, j) - 7, 48, 14};
    if (opening->pulse >= 0) {
        float phase = opening->pulse / 1.4f;
        phase -= floorf(phase);
        for (int i = 0; i < 3; i++) {
            float out = 4 + 5 * ((float)i + phase);
            drawlist_box(painter->list, box_inset(knob, -out, -out), 7 + out,
                         paint_stroke(color_fade(blue, 0.7f * (1 - out / 20)), 2));
        }
        drawlist_box(painter->list, box_inset(well, -2, -2), 9, paint_stroke(blue, 2.2f));
        Point from = {bar_x(bars, j), fminf(bar_top(bars, j) - 46, well.y + well.h * 0.7f)};
        drawlist_arrow(painter->list, from, (Point){from.x, well.y + well.h * 0.22f}, 9, blue, 2.5f);
    }
    drawlist_box(painter->list, knob, 7, paint_fill_stroke(painter->theme->panel, blue, 2.4f));
}

/* "Drag me up", at the left of its bar. */
static void draw_call(const Bars *bars, int j)
{
    const Painter *painter = bars->painter;
    const char *text = kit_said(painter, W_OPENING_DRAG_ME);
    TextStyle style = style_bold(painter->theme, TYPE_LARGE, ROLE_QUERY);
    Box well = well_of(bars, j);
    float width = kit_width(painter, style, text) + 28, y = fminf(bar_top(bars, j), bars->foot - 20);
    bool left = well.x - width - 22 >= bars->box.x + 4;
    Box bubble = {left ? well.x - width - 20 : well.x + well.w + 20, y - 20, width, 40};
    if (!left && bubble.x + width > bars->box.x + bars->box.w - 4)
        return; /* an upright window: the arrow says it */
    float edge = left ? bubble.x + width : bubble.x, out = left ? 1 : -1;
    Color ground = painter->theme->text[ROLE_QUERY];
    kit_triangle(painter, (Point){edge + 10 * out, y}, (Point){edge - 2 * out, y - 9}, (Point){edge - 2 * out, y + 9},
                 ground);
    drawlist_box(painter->list, bubble, 8, paint_fill(ground));
    style.color = painter->theme->panel;
    kit_text(painter, style, bubble, ALIGN_CENTER, text);
}

/* The word that is written now rides with the hand, the one before struck. */
static void draw_tag(const Bars *bars, int j)
{
    const Painter *painter = bars->painter;
    const Theme *theme = painter->theme;
    const TraceStep *own = own_step(bars->own, bars->step), *now = &bars->trace->steps[bars->step];
    bool flipped = own && own->id != now->id;
    TextStyle large = style_bold(theme, 34, flipped ? ROLE_OUTPUT : ROLE_INK),
              small = style_plain(theme, 20, ROLE_MUTED);
    float new = kit_width(painter, large, now->token), old = flipped ? kit_width(painter, small, own->token) + 30 : 0;
    Box well = well_of(bars, j), tag = {0, bar_top(bars, j) - 30, new + old + 32, 60};
    tag.x = well.x - 20 - tag.w;
    tag.y = fminf(fmaxf(tag.y, bars->top - 10), bars->foot - 60);
    if (tag.x < bars->box.x + 4)
        return; /* there the translation above says it alone */
    drawlist_box(painter->list, tag, 9,
                 paint_fill_stroke(flipped ? theme->tint[ROLE_OUTPUT] : theme->panel, theme->fill[ROLE_OUTPUT], 2));
    float x = tag.x + 16, y = tag.y + 41;
    if (flipped) {
        kit_text_at(painter, small, (Point){x, y - 4}, ALIGN_LEFT, own->token);
        kit_line(painter, (Point){x - 2, y - 11}, (Point){x + old - 28, y - 11}, theme->text[ROLE_OUTPUT], 2);
        drawlist_arrow(painter->list, (Point){x + old - 24, y - 11}, (Point){x + old - 8, y - 11}, 6,
                       theme->fill[ROLE_OUTPUT], 1.8f);
    }
    kit_text_at(painter, large, (Point){x + old, y}, ALIGN_LEFT, now->token);
}

static void draw_tipping(const Bars *bars, int j)
{
    const Painter *painter = bars->painter;
    float y;
    if (!tipping_y(bars, j, &y))
        return;
    Box well = well_of(bars, j);
    float weight = painter->view->stage.tippings.marks[0].weight, room = bars->pitch - bars->width - 20;
    drawlist_segment(painter->list, (Point){well.x - 6, y}, (Point){well.x + well.w + 10, y},
                     paint_dashed(painter->theme->text[ROLE_INK], 1.6f, 2, 3));
    const char *text =
        arena_printf(&painter->list->arena, kit_said(painter, W_OPENING_FLIPS_AT), (int)lroundf(100 * weight));
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    kit_paragraph(painter, &(Paragraph){style, {well.x + well.w + 14, y + 16}, room, 17, 2, true}, text);
}

/* All bars of the step can be dragged; one asks to be. */
static void draw_hands(const Bars *bars)
{
    const Painter *painter = bars->painter;
    const Opening *opening = &painter->view->opening;
    for (int j = 0; j < bars->trace->n; j++)
        kit_mark(painter, well_of(bars, j), target_at(TARGET_WEIGHT, opening->step, j, 0), true,
                 bars->trace->source[j]);
    draw_tipping(bars, opening->bar);
    if (opening->pulse >= 0)
        draw_call(bars, opening->bar);
    else
        draw_tag(bars, opening->bar);
    draw_knob(bars, opening->bar);
    if (painter->layout)
        painter->layout->stage = (StageHandles){
            {bars->left - bars->pitch / 2, bars->top, bars->pitch * (float)bars->trace->n, bars->foot - bars->top},
            {0},
            bars->pitch,
            0,
            0};
}

void opening_bars_draw(const Painter *painter, Box box)
{
    Bars bars = bars_of(painter, box);
    int n = bars.trace->n, *percents = ARENA_ARRAY(&painter->list->arena, int, n);
    Written words[WRITTEN_MOST];
    int count = lay_written(&bars, words), now = 0;
    for (int i = 0; i < count; i++)
        now = words[i].now ? i : now;
    opening_percents(bars.shares, n, percents);
    float wells = bars.first ? ease_phase(bars.along, RISE * 0.5f, RISE) : 1;
    for (int j = 0; j < n; j++)
        drawlist_box(painter->list, well_of(&bars, j), 9, paint_faded(kit_well(painter->theme), wells));
    float grown = ease_phase(bars.along, TURN + (bars.first ? RISE : 0), GROWN);
    const float *weights = bars.trace->steps[bars.step].step.weights;
    int largest = values_largest(weights, n);
    for (int i = 0; i < n && grown > 0; i++) /* the thick one lies under the others */
        draw_ribbon(&bars, (largest + i) % n, words[now].x, grown);
    for (int j = 0; j < n; j++) {
        draw_bar(&bars, j, percents[j]);
        draw_foot(&bars, j, j == largest && grown > 0);
    }
    draw_written(&bars, words, count);
    if (painter->view->opening.stage >= OPENING_DRAG)
        draw_hands(&bars);
}
