/* The opening: a sentence and a button; the stage alone with a line under it; a bar that asks to be dragged. */
#include "scene/view/opening_script.h"
#include "scene/window/opening_bars.h"
#include "words/opening_words.h"

#include <math.h>
#include <string.h>

#define STRIP_H         92.0f
#define STRIP_LYING_H   64.0f
#define STRIP_UPRIGHT_H 150.0f /* with the button below the line */
#define STRIP_SMALL_H   108.0f
#define STAYS           2.0f /* seconds: then the last sentence comes */

static const Target ON = {TARGET_OPENING, OPENING_ON, 0, 0}, SKIP = {TARGET_OPENING, OPENING_SKIP, 0, 0};

/* ---- lines with words in bold ---- */

/* What the word means, behind it. Returns the width. */
static float put_gloss(const Painter *painter, TextStyle style, const Point *at, float x, const char *word)
{
    const char *gloss = view_gloss(painter->view, word);
    float space = style.size * 0.3f;
    style.color = painter->theme->text[ROLE_MUTED];
    if (gloss && at)
        kit_text_at(painter, style, (Point){at->x + x + space, at->y}, ALIGN_LEFT, gloss);
    return gloss ? space + kit_width(painter, style, gloss) : 0;
}

/* `text` has a %s for each of `words`, which are bold. Returns the width; `at` may be left out to measure. */
static float set_line(const Painter *painter, float size, const Point *at, const char *text, const char *const *words,
                      bool glossed)
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
        x += kit_width(painter, bold, *words);
        x += glossed ? put_gloss(painter, plain, at, x, *words) : 0;
        words++;
        text += 2;
    }
    return x;
}

/* Where the second sentence begins; NULL: there is one. */
static const char *second_sentence(const char *text)
{
    const char *stop = strstr(text, ". "), *full = strstr(text, "。");
    return stop ? stop + strlen(". ") : full && full[strlen("。")] ? full + strlen("。") : NULL;
}

static int count_words(const char *text, const char *end)
{
    int count = 0;
    for (; text < end; text++)
        count += *text == '%';
    return count;
}

/* One line, or where that has no room one for each of two sentences. */
static void draw_line(const Painter *painter, Point at, float width, float size, const char *text,
                      const char *const *words)
{
    float wide = set_line(painter, size, NULL, text, words, true);
    const char *second = second_sentence(text);
    if (second && set_line(painter, TYPE_SMALL, NULL, text, words, false) > width) {
        char *first = arena_copy(&painter->list->arena, text, (size_t)(second - text));
        draw_line(painter, (Point){at.x, at.y - 10}, width, size, first, words);
        draw_line(painter, (Point){at.x, at.y + 10}, width, size, second, words + count_words(text, second));
        return;
    }
    bool glossed = size * width / wide >= TYPE_SMALL; /* else there is no room for what the words mean */
    wide = glossed ? wide : set_line(painter, size, NULL, text, words, false);
    set_line(painter, wide > width ? fmaxf(TYPE_SMALL, size * width / wide) : size, &at, text, words, glossed);
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

/* Each by its own name; they end at that point. */
static void draw_languages(const Painter *painter, Point right)
{
    for (int language = LANGUAGE_CHINESE; language >= LANGUAGE_ENGLISH; language--) {
        bool on = painter->view->language == (Language)language;
        LinkLook look = {style_of(painter->theme, on, TYPE_BODY, on ? ROLE_INK : ROLE_MUTED),
                         on ? ROLE_INK : ROLE_MUTED,
                         {-8, -24, 16, 44},
                         4,
                         6};
        const char *name = language == LANGUAGE_CHINESE ? "中文" : "English";
        right.x -=
            kit_link(painter, &look, right, ALIGN_RIGHT, name, target_at(TARGET_LANGUAGE, 1 + language, 0, 0)) + 24;
    }
}

static void draw_promise(const Painter *painter)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    float x = view->width / 2, y = view->height * 0.42f;
    const Trace *trace = view->trace;
    const char *sentence = text_join(&painter->list->arena, trace->source, trace->n, TOKENS_SPACE);
    bool upright = window_narrow(view);
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
    LinkLook look = {style_plain(theme, TYPE_BODY, ROLE_MUTED), ROLE_MUTED, {-14, -22, 28, 44}, 4, 6};
    kit_link(painter, &look, (Point){x, button.y + button.h + 40}, ALIGN_CENTER, kit_said(painter, W_OPENING_SKIP),
             SKIP);
    draw_languages(painter, (Point){view->width - 24, 38});
}

/* ---- the strip under the stage ---- */

static const char *largest_word(const Trace *trace, int step)
{
    return trace->source[values_largest(trace->steps[step].step.weights, trace->n)];
}

/* Of what the bars show: while they go over to the next step's weights, of the step before. */
static void tell_scene(const Painter *painter, Point at, float width)
{
    const Trace *trace = painter->view->trace;
    int step = opening_step_shown(trace, painter->view->cursor);
    if (step < 0)
        return;
    const char *words[] = {largest_word(trace, step), trace->steps[step].token};
    draw_line(painter, at, width, TYPE_TITLE, kit_said(painter, W_OPENING_WRITES), words);
}

/* While another word is written than by the model itself; after a while what comes next. */
static void tell_steered(const Painter *painter, Point at, float width)
{
    const Opening *opening = &painter->view->opening;
    const char *words[] = {painter->view->trace->steps[opening->step].token, opening->wrote};
    Word line = opening->rested >= STAYS ? W_OPENING_LEADS_ON : W_OPENING_INSTEAD;
    draw_line(painter, at, width, TYPE_TITLE, kit_said(painter, line), words);
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
    bool upright = window_narrow(view);
    Point at = {strip.x + (upright ? 24 : 40), strip.y + (upright ? strip.h / 3 : strip.h / 2 + 7)};
    float width = strip.w - 2 * (at.x - strip.x);
    drawlist_box(painter->list, strip, 0, paint_fill(theme->tint[ROLE_CONTEXT]));
    float done = plays ? (float)(view->cursor / scenes[count - 1].end) : 1;
    drawlist_box(painter->list, (Box){strip.x, strip.y, strip.w, 3}, 0, paint_fill(theme->hairline));
    drawlist_box(painter->list, (Box){strip.x, strip.y, strip.w * done, 3}, 0, paint_fill(theme->fill[ROLE_CONTEXT]));
    if (plays) {
        LinkLook look = {style_plain(theme, TYPE_BODY, ROLE_MUTED), ROLE_MUTED, {-14, -26, 28, 44}, 4, 6};
        Point right = {strip.x + strip.w - 32, upright ? strip.y + strip.h - 34 : at.y};
        float link = kit_link(painter, &look, right, ALIGN_RIGHT, kit_said(painter, W_OPENING_SKIP), SKIP);
        tell_scene(painter, at, width - (upright ? 0 : link + 16));
        return;
    }
    float button =
        draw_next(painter, upright ? (Box){strip.x, strip.y + strip.h * 0.52f, strip.w, strip.h * 0.48f} : strip);
    width -= upright ? 0 : button;
    const Trace *own = view->own ? view->own : view->trace;
    bool flipped = strcmp(view->trace->steps[opening->step].token, opening->wrote) != 0;
    if (opening->stage == OPENING_STEERED && flipped)
        tell_steered(painter, at, width);
    else
        draw_line(painter, at, width, TYPE_TITLE, kit_said(painter, W_OPENING_STOPS),
                  (const char *const[]){largest_word(own, opening->step), own->steps[opening->step].token,
                                        view->trace->source[opening->bar]});
}

void opening_draw(const Painter *painter)
{
    const View *view = painter->view;
    if (view->opening.stage == OPENING_PROMISE) {
        draw_promise(painter);
        return;
    }
    float strip = window_upright(view)  ? STRIP_UPRIGHT_H
                  : window_narrow(view) ? STRIP_SMALL_H
                  : window_lying(view)  ? STRIP_LYING_H
                                        : STRIP_H;
    opening_bars_draw(painter, (Box){0, 0, view->width, view->height - strip});
    draw_strip(painter, (Box){0, view->height - strip, view->width, strip});
}
