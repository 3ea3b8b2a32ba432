/* All attention of a step as one strip, cut into the weights in the order of the words. */
#include "scene/stage/stage.h"
#include "scene/stage/what_if.h"

#include "derive/remainder.h"
#include "scene/kit/widget.h"
#include "words/common_words.h"

#include <math.h>

#define CUT        1.5f   /* px between two shares */
#define LEADS_MOST 7      /* words: with more the lines would be a net */
#define LEFT_LEAST 0.005f /* of the whole: what local_p leaves, from where on it is told */

/* The part of the strip that belongs to a word. */
static Box share_box(const StageLayout *layout, float before, float weight)
{
    Box strip = layout->strip;
    float width = strip.w * weight, cut = fminf(CUT, width * 0.4f);
    return (Box){strip.x + strip.w * before + cut / 2, strip.y, width - cut, strip.h};
}

/* Returns whether its number stands there. */
static bool draw_share(const Painter *painter, const Scope *scope, Box box, int j, float shown)
{
    const Theme *theme = painter->theme;
    float weight = stage_step(scope)->step.weights[j], alpha = scope_emphasis(scope, PART_WEIGHTS) * scope->alpha;
    Color ground = color_mix(theme->tint[ROLE_CONTEXT], theme->fill[ROLE_CONTEXT], alpha);
    Box there = box;
    there.w *= shown;
    drawlist_box(painter->list, there, 2, paint_fill(ground));
    if (shown < 1)
        return false;
    TextStyle style = {FACE_SANS_BOLD, TYPE_TINY, color_fade(color_on(ground), scope->alpha), 0};
    bool told = box.h >= TYPE_TINY + 2 && kit_cell_share(painter, box, style, (double)weight);
    if (kit_column_brushed(painter, scope->step, j))
        drawlist_box(painter->list, box_inset(box, -1, -1), 3, paint_stroke(theme->text[ROLE_INK], 1.5f));
    return told;
}

/* A line from a share that has no room for its number to the number over the well. */
static void draw_lead(const Painter *painter, const Scope *scope, const StageLayout *layout, Box box, int j)
{
    Point from = {box.x + box.w / 2, box.y + box.h + 1}, to = {stage_column_x(layout, j), layout->number_y - 9};
    float side = from.x < to.x ? -1 : 1, beside = WEIGHT_W / 2 - 1;
    /* it stands under it, or another number between */
    if (fabsf(to.x - from.x) < beside || fabsf(to.x - from.x) > layout->spacing - beside)
        return;
    Color line = color_fade(painter->theme->text[ROLE_CONTEXT], 0.7f * scope_weighed(scope) * scope->alpha);
    drawlist_move(painter->list, from.x, from.y);
    drawlist_line(painter->list, from.x, to.y + 4);
    drawlist_line(painter->list, to.x + side * beside, to.y + 4);
    drawlist_path_end(painter->list, paint_stroke(line, 1));
}

/* A remark about the shares: that they add up to less than 1, or that their printed numbers do not quite add up to it.
 * NULL: none. */
static const char *strip_remark(const Painter *painter, const Scope *scope, const bool *numbered)
{
    Arena *arena = &painter->list->arena;
    const float *weights = stage_step(scope)->step.weights;
    int n = scope->trace->n;
    double given = shares_total(weights, n);
    if (given > 0 && given <= 1 - (double)LEFT_LEAST)
        return arena_printf(arena, kit_said(painter, W_ATTENTION_GIVEN), kit_share(painter->list, given));
    bool all = true;
    for (int j = 0; j < n; j++)
        all = all && numbered[j];
    return all && !shares_add_up(weights, n, arena) ? kit_said(painter, W_NUMBERS_ROUNDED) : NULL;
}

/* Its name stands among the rows' names. */
static void draw_name(const Painter *painter, const Scope *scope, const StageLayout *layout, const char *remark)
{
    float x = layout->left + 24, y = layout->strip.y + 11, ink = scope_ink(scope, PART_WEIGHTS);
    TextStyle style = style_faded(style_bold(painter->theme, TYPE_TINY, ROLE_CONTEXT), ink);
    kit_text_at(painter, style, (Point){x, y}, ALIGN_LEFT, kit_said(painter, W_ALL_ATTENTION));
    style = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), scope->alpha);
    bool resets = painter->view->own && !painter->passive;    /* there its chip stands */
    bool below = y + 14 <= layout->weights_y - 12 && !resets; /* where there is room before the next name */
    if (remark)
        kit_text_at(painter, style, (Point){x, y + (below ? 14 : -14)}, ALIGN_LEFT, remark);
}

void stage_draw_strip(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (layout->strip.h <= 0)
        return;
    const Theme *theme = painter->theme;
    float alpha = scope_emphasis(scope, PART_WEIGHTS);
    drawlist_box(painter->list, box_inset(layout->strip, -2, -2), 4,
                 paint_fill_stroke(theme->tint[ROLE_CONTEXT], color_fade(theme->text[ROLE_CONTEXT], alpha), 1.2f));
    const TraceStep *step = stage_step(scope);
    float before = 0;
    int n = scope->trace->n;
    bool weighed = step && step->step.weights && scope_weighed(scope) > 0;
    const bool *numbered = weighed ? stage_numbered_weights(painter, scope, layout) : NULL;
    for (int j = 0; j < n && step && step->step.weights; j++) {
        float weight = step->step.weights[j], shown = softmax_dealt(scope, j);
        Scope own = scope_of_word(scope, painter, j);
        Box share = share_box(layout, before, weight);
        bool told = shown > 0 && weight > 0 && draw_share(painter, &own, share, j, shown);
        if (!told && weighed && numbered[j] && weight >= LEFT_LEAST && n <= LEADS_MOST)
            draw_lead(painter, &own, layout, share, j);
        before += weight;
    }
    Box chip;
    if (layout->labels && !what_if_resets(painter, layout, &chip))
        draw_name(painter, scope, layout,
                  scope_weighed(scope) < 1 || !numbered ? NULL : strip_remark(painter, scope, numbered));
}
