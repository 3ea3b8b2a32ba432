#include "scene/views/weights/view_weights.h"
#include "words/course_words.h"
#include "words/explain_words.h"

#include <math.h>

int weights_row(const WeightsPage *page)
{
    return page->row <= page->stack->rows ? page->row : 0;
}

/* ---- in words and numbers ---- */

static const float *row_of(const View *view, int matrix)
{
    const MatrixStack *stack = view->weights->stack;
    const float *values = stack_matrix(stack, matrix / stack->heads, matrix % stack->heads);
    return values + (size_t)(weights_row(view->weights) - 1) * (size_t)stack->columns;
}

static const char *number(const View *view, double value, Arena *arena)
{
    return figure_number(view->weights->least, view->weights->most, value, arena);
}

static double sum_beyond(const float *row, int columns, const StackRow *about, int terms)
{
    double sum = 0;
    for (int j = 0; j < columns; j++) {
        bool told = false;
        for (int i = 0; i < terms; i++)
            told |= about->largest[i] == j;
        sum += told ? 0 : (double)row[j];
    }
    return sum;
}

/* The largest of `columns` numbers; of the others how many they are, and what they add up to. */
static const char *terms_text(const View *view, const float *row, int columns, const StackRow *about, int terms,
                              Arena *arena)
{
    const MatrixStack *stack = view->weights->stack;
    const char *text = "", *between = said(view->language, W_PIECE_BETWEEN);
    terms = terms < about->count ? terms : about->count;
    for (int i = 0; i < terms; i++) {
        int j = about->largest[i];
        Word word = stack->source ? W_WEIGHTS_TERM : W_WEIGHTS_COLUMN_TERM;
        const char *term = arena_printf(arena, said(view->language, word), stack_word(stack, false, j, arena),
                                        number(view, (double)row[j], arena));
        text = arena_printf(arena, "%s%s%s", text, i ? between : "", term);
    }
    int others = columns - terms;
    if (others == 0)
        return text;
    const char *rest = number(view, sum_beyond(row, columns, about, terms), arena);
    return arena_printf(arena, "%s%s%s", text, between,
                        arena_printf(arena, said(view->language, W_WEIGHTS_OTHERS), others, rest));
}

char *weights_row_text(const View *view, int matrix, int terms, Arena *arena)
{
    const MatrixStack *stack = view->weights->stack;
    const float *row = row_of(view, matrix);
    int at = weights_row(view->weights), columns = stack->causal ? at : stack->columns;
    StackRow about;
    stack_row(row, columns, &about);
    const char *name = figure_row_name(stack, at, view->language, arena);
    const char *list = terms_text(view, row, columns, &about, terms, arena);
    if (isnan(about.entropy))
        return arena_printf(arena, said(view->language, W_WEIGHTS_SUM), name, list, number(view, about.sum, arena));
    return arena_printf(arena, said(view->language, W_WEIGHTS_SUM_AND_ENTROPY), name, list,
                        number_text(arena, about.sum, 2, false), number_text(arena, about.entropy, 2, false));
}
