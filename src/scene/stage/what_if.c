#include "scene/stage/what_if.h"
#include "scene/stage/stage.h"

#include "scene/kit/widget.h"
#include "study/own_run.h"

#include <math.h>

#define OWN_W      52.0f /* px of "own 0.04" */
#define WORD_LEFT  8.0f  /* px that the line of both words reaches beyond the decoder */
#define WORD_RIGHT 32.0f

static Paint own_paint(const Painter *painter, float ink)
{
    return paint_dashed(color_fade(painter->theme->text[ROLE_INK], ink * 0.8f), 1.2f, 4, 3);
}

/* ---- weights ---- */

const TraceStep *what_if_weighed(const Painter *painter, const Scope *scope)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    bool weighs = now && own && now->step.weights && own->step.weights;
    return weighs && own_weights_differ(painter->view->own, scope->trace, scope->step) ? own : NULL;
}

void what_if_draw_well(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float ink)
{
    const TraceStep *own = what_if_weighed(painter, scope);
    if (!own)
        return;
    float edge = fminf(3, layout->bar_w * 0.12f), height = fmaxf(2, layout->bar_h * own->step.weights[j]);
    Box outline = {stage_column_x(layout, j) - layout->bar_w / 2 + edge, layout->bar_y + layout->bar_h - height,
                   layout->bar_w - 2 * edge, height};
    drawlist_box(painter->list, outline, 2, own_paint(painter, ink));
}

/* A little to the left, clear of the way from the state. */
void what_if_draw_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *own = what_if_weighed(painter, scope);
    if (!own || scope_weighed(scope) <= 0)
        return;
    int n = scope->trace->n;
    float y = layout->bar_y + layout->bar_h + 13, right = layout->slider.x + layout->slider.w + 46;
    bool beside = layout->slider.w > 0 && y - 12 < layout->slider.y + 8; /* the temperature's number */
    const bool *numbered = stage_numbered(layout, own->step.weights, n, OWN_W, &painter->list->arena);
    for (int j = 0; j < n; j++) {
        Point at = {stage_column_x(layout, j) + layout->bar_w * 0.25f, y};
        if (!numbered[j] || (beside && at.x - OWN_W < right))
            continue;
        Scope one = scope_of_word(scope, painter, j);
        TextStyle style = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED),
                                      scope_ink(&one, PART_WEIGHTS) * scope->alpha * scope_weighed(scope));
        const char *share = kit_share(painter->list, (double)own->step.weights[j]);
        const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_OWN_SHARE), share);
        kit_text_at(painter, style, at, ALIGN_RIGHT, text);
    }
}

/* ---- the output ---- */

void what_if_draw_probability(const Painter *painter, const Scope *scope, Box track, int id, float ink)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    if (!own || fabsf(own->step.probabilities[id] - now->step.probabilities[id]) < OWN_LEAST)
        return;
    Box outline = {track.x, track.y - 1, fmaxf(2, track.w * own->step.probabilities[id]), track.h + 2};
    drawlist_box(painter->list, outline, 3, own_paint(painter, ink));
}

/* One run of text behind the other, along a baseline. */
typedef struct Line {
    const Painter *painter;
    Point at;
    float ink;
} Line;

static float add_text(Line *line, bool bold, float size, Role role, float gap, const char *text)
{
    TextStyle style = style_faded(style_of(line->painter->theme, bold, size, role), line->ink);
    float width = kit_text_at(line->painter, style, line->at, ALIGN_LEFT, text);
    line->at.x += width + gap;
    return width;
}

static void add_word(Line *line, const char *word, float most, bool struck)
{
    const Theme *theme = line->painter->theme;
    TextStyle style = style_of(theme, true, TYPE_BODY, struck ? ROLE_MUTED : ROLE_INK);
    DrawList *list = line->painter->list;
    Slice text = drawlist_shorten(list, style, slice_of(word), most);
    float width = text_width(list->type, style, text);
    if (!struck) {
        Box chip = {line->at.x, line->at.y - 15, width + 10, 20};
        drawlist_box(
            list, chip, 5,
            paint_faded(paint_fill_stroke(theme->tint[ROLE_OUTPUT], theme->fill[ROLE_OUTPUT], 1.5f), line->ink));
        line->at.x += 5;
    }
    drawlist_text_at(list, style_faded(style, line->ink), line->at, ALIGN_LEFT, text);
    if (struck)
        kit_line(line->painter, (Point){line->at.x - 2, line->at.y - 5},
                 (Point){line->at.x + width + 2, line->at.y - 5}, color_fade(theme->text[ROLE_INK], line->ink), 1.5f);
    line->at.x += width + (struck ? 5 : 11);
}

static void add_arrow(Line *line)
{
    Color pink = color_fade(line->painter->theme->fill[ROLE_OUTPUT], line->ink);
    Point from = {line->at.x, line->at.y - 5};
    drawlist_arrow(line->painter->list, from, (Point){from.x + 13, from.y}, 5, pink, 1.6f);
    line->at.x += 18;
}

/* "was 0.92", or the number alone; the number is bold where it counts. */
static void add_share(Line *line, Word word, bool named, bool bold, float p, float gap)
{
    DrawList *list = line->painter->list;
    const char *share = kit_share(list, (double)p);
    Role role = bold ? ROLE_INK : ROLE_MUTED;
    if (named)
        add_text(line, false, TYPE_TINY, ROLE_MUTED, 4, kit_said(line->painter, word));
    add_text(line, bold, TYPE_SMALL, role, gap, share);
}

/* px that each of the words may take. What the numbers are is said where there is room. */
static float word_room(const Painter *painter, const StageLayout *layout, const TraceStep *own, const TraceStep *now,
                       bool *named)
{
    bool flips = own->id != now->id;
    DrawList *list = painter->list;
    TextStyle tiny = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    TextStyle plain = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    TextStyle bold = style_bold(painter->theme, TYPE_SMALL, ROLE_INK),
              word = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    float numbers = kit_width(painter, plain, kit_share(list, (double)own->p))
                    + kit_width(painter, bold, kit_share(list, (double)now->p));
    float room = layout->decoder_w + WORD_LEFT + WORD_RIGHT - numbers - (flips ? 44 : 20);
    float words = kit_width(painter, word, now->token) + (flips ? kit_width(painter, word, own->token) : 0);
    float names =
        kit_width(painter, tiny, kit_said(painter, W_WAS)) + kit_width(painter, tiny, kit_said(painter, W_NOW));
    *named = words + names + 8 <= room;
    return (*named ? words : room / (flips ? 2 : 1)) + 0.5f;
}

bool what_if_draw_word(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    float shown = now ? scope->shown[MOMENT_OUTPUT] * scope->alpha : 0;
    if (!own || shown <= 0)
        return false;
    bool flips = own->id != now->id, named;
    if (!flips && fabsf(own->p - now->p) < OWN_LEAST)
        return false;
    float most = word_room(painter, layout, own, now, &named);
    Line line = {painter,
                 {layout->decoder_x - layout->decoder_w / 2 - WORD_LEFT, layout->formula_y},
                 scope_ink(scope, PART_OUTPUT) * shown};
    if (flips) {
        add_word(&line, own->token, most, true);
        add_share(&line, W_WAS, named, false, own->p, 5);
        add_arrow(&line);
    }
    add_word(&line, now->token, most, false);
    if (!flips)
        add_share(&line, W_WAS, named, false, own->p, 4);
    add_share(&line, W_NOW, named, true, now->p, 0);
    return true;
}

/* ---- among the names of the rows ---- */

bool what_if_resets(const Painter *painter, const StageLayout *layout, Box *chip)
{
    bool low = layout->strip.h > 0 && layout->weights_y - 31 < layout->strip.y + 15;
    *chip = (Box){layout->left + 22, low ? layout->strip.y - 3 : layout->weights_y - 31, 0, 18};
    return low && painter->view->own && !painter->passive;
}

static void draw_reset(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    bool here = kit_step_changed(stage_step(scope));
    const char *text = kit_said(painter, here ? W_RESET_STEP : W_RESET_ALL);
    TextStyle style = style_bold(painter->theme, TYPE_TINY, ROLE_INK);
    Target target = {TARGET_CONTROL, DECODE_RESET, !here, 0};
    Box chip;
    what_if_resets(painter, layout, &chip);
    chip.w = kit_width(painter, style, text) + 14;
    Color fill = kit_pointed(painter, target) ? painter->theme->faint : painter->theme->panel;
    drawlist_box(painter->list, chip, 6, paint_fill_stroke(fill, painter->theme->hairline, 1.5f));
    kit_text(painter, style, box_inset(chip, 4, 0), ALIGN_CENTER, text);
    kit_press(painter, chip, 6, target, text);
}

/* Where the first well leaves it room. */
static void draw_legend(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float x = layout->left + 24, y = layout->weights_y + (layout->slider.w > 0 ? 52 : 36);
    if (!what_if_weighed(painter, scope) || scope_weighed(scope) <= 0 || y > layout->score_number_y - 22)
        return;
    float ink = scope_ink(scope, PART_WEIGHTS) * scope->alpha;
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), ink);
    const char *text = kit_said(painter, W_THE_MODELS_OWN);
    float end = fmaxf(layout->columns.x, stage_column_x(layout, 0) - layout->bar_w / 2 - 6);
    if (x + 18 + kit_width(painter, style, text) > end)
        return;
    drawlist_box(painter->list, (Box){x, y - 9, 13, 9}, 2, own_paint(painter, ink));
    kit_text_at(painter, style, (Point){x + 18, y}, ALIGN_LEFT, text);
}

void what_if_draw_names(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (!painter->view->own)
        return;
    if (!painter->passive)
        draw_reset(painter, scope, layout);
    draw_legend(painter, scope, layout);
}
