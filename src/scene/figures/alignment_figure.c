/* The alignment of a decode as the figure of its weights: for Ctrl+E, `attend moments` and the pages of the course. */
#include "scene/kit/kit.h"
#include "scene/scene.h"
#include "scene/views/heatmap/heatmap_maps.h"
#include "scene/weights/weights_figure.h"
#include "trace/trace_weights.h"
#include "words/figures_words.h"

#include <assert.h>

/* What a person has chosen for the map in the heatmap view. */
static void take_choices(const View *view, MatrixStack *stack, FigureLook *look, FigurePart *part)
{
    const HeatLook *heat = &view->heat;
    look->digits = heat->plain ? DIGITS_NONE : DIGITS_FIT;
    look->maxima = heat->path;
    if (heat->columns && look->shares) {
        stack_share_columns(stack);
        look->caption = said(view->language, W_FIGURE_COLUMN_SHARES);
    }
    if (heat->hide_gold)
        return;
    StackLink *gold = ARENA_ARRAY(&stack->arena, StackLink, (size_t)heat->gold_count);
    part->gold = gold;
    for (int i = 0; i < heat->gold_count; i++)
        if (heat->gold[i].target < stack->rows)
            gold[part->gold_count++] = (StackLink){heat->gold[i].source, heat->gold[i].target, heat->gold[i].possible};
}

void scene_alignment_figure(const View *view, const Type *type, DrawList *list)
{
    Arena arena = {0};
    const Trace *trace = view_has(view->kind, HAS_MAP) ? scene_stage_view(view, &arena)->trace : view->trace;
    MatrixPicture picture = matrix_whole(trace, view->map);
    if (view->kind == VIEW_HEATMAP && !heat_refusal(view))
        heat_take(view, heat_kind(view), &picture, &arena);
    MatrixStack stack;
    trace_stack(trace, picture.numbers, &stack);
    bool *changed = ARENA_ARRAY(&stack.arena, bool, (size_t)trace->step_count);
    for (int t = 0; t < trace->step_count; t++)
        changed[t] = kit_step_changed(&trace->steps[t]);
    FigurePart part = {.stack = &stack};
    FigureLook look = {.theme = view->theme,
                       .ground = view->theme->paper,
                       .map = view->map,
                       .digits = DIGITS_FIT,
                       .shares = !picture.numbers,
                       .angle = -1,
                       .arcs = view->heat.arcs && !picture.numbers,
                       .unknown = trace->unknown,
                       .changed = changed,
                       .glosses = figure_glosses(&stack, view, &stack.arena)};
    if (view_has(view->kind, HAS_MAP) && !look.arcs)
        take_choices(view, &stack, &look, &part);
    if (picture.numbers) {
        look.map = MAP_DIVERGING;
        look.signs = true;
        look.least = -picture.extent, look.most = picture.extent;
        look.caption = said(view->language, W_FIGURE_OF_UNKNOWN + (Word)heat_kind(view) - CAUSE_UNKNOWN);
    } else {
        stack_range(&stack, true, &look.least, &look.most);
    }
    FigureReport report;
    Error none = {0}; /* a figure of free width has room for anything */
    if (!weights_figures(&part, 1, &look, type, list, &report, &none))
        assert(false);
    stack_finish(&stack);
    arena_finish(&arena);
}
