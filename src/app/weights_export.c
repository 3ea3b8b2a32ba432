/* What the weights view shows, as files. */
#include "app/file_view.h"
#include "app/weights_input.h"

#include "export/figure_state.h"

#include <string.h>

/* The files, the array, the head and the word that are seen. */
static char *name_of(const WeightsPage *page, Arena *arena)
{
    const MatrixStack *stack = page->stack;
    char *name = arena_string(arena, "attend");
    for (int i = 0; i < 2 && page->names[i]; i++) {
        const char *file = path_name(page->names[i]);
        name = arena_printf(arena, "%s-%.*s", name, (int)(path_ending(file) - file), file);
    }
    if (page->tab_count > 1 && stack->array)
        name = arena_printf(arena, "%s-%s", name, stack->array);
    if (page->difference)
        name = arena_printf(arena, "%s-difference", name);
    for (char *at = name; (at = strpbrk(at, "/\\:"));)
        *at = '-'; /* an array may be called anything */
    if (page->matrix >= 0 && stack_matrices(stack) > 1)
        name = arena_printf(arena, "%s-layer-%d-head-%d", name, stack->layer_names[page->matrix / stack->heads],
                            stack->head_names[page->matrix % stack->heads]);
    return weights_row(page) > 0 ? arena_printf(arena, "%s-word-%d", name, weights_row(page)) : name;
}

/* So that the figure opens again. NULL: what is seen is too much, or has blank cells. */
static char *state_of(const View *view, Arena *arena)
{
    MatrixStack stacks[2];
    const char *names[2];
    StateWeights weights[2];
    Bytes text = {0};
    int count = weights_file_stacks(view, stacks, names, arena);
    for (int i = 0; i < count; i++)
        weights[i] = (StateWeights){names[i], stacks[i]};
    if (!count || !figure_state_takes(weights, count))
        return NULL;
    figure_state_weights(weights, count, &text);
    return bytes_take(&text, arena);
}

const char *weights_export(const View *view, const char *folder, const Type *type, Arena *arena)
{
    Error error = {0};
    DrawList parts[2] = {0}, figure = {0};
    ExportOptions options = {.scale = 2, .title = view->weights->names[0], .state = state_of(view, arena)};
    const char *told = weights_file_figure(view, type, parts, &figure, &error)
                           ? file_export(&figure, folder, name_of(view->weights, arena), &options, arena)
                           : arena_string(arena, error_text(&error));
    drawlist_finish(&parts[0]);
    drawlist_finish(&parts[1]);
    drawlist_finish(&figure);
    return told;
}
