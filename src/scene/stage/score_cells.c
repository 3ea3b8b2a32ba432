#include "scene/stage/score_cells.h"

#include "derive/printed.h"

#include <math.h>

enum { DECIMALS_MORE = 2 };

/* ---- numbers ---- */

static const float *query_numbers(const Maths *maths, int step)
{
    int size = maths->trace->config.attention_size;
    const float *state = value_recorded(maths, query_value(maths, step, 0));
    if (state)
        return state;
    float *numbers = ARENA_ARRAY(maths->arena, float, (size_t)size);
    for (int a = 0; a < size; a++)
        numbers[a] = (float)value_number(maths, query_value(maths, step, a));
    return numbers;
}

float row_extent(const Trace *row)
{
    int all = row->n * row->config.embed;
    float extent = fmaxf(values_extent(row->encoding.annotations, all), values_extent(row->encoding.keys, all));
    return fmaxf(extent, values_extent(row->steps[0].step.query, row->config.attention_size));
}

ScoreCells score_cells(const Painter *painter, const Trace *trace, int step)
{
    int size = trace->config.attention_size;
    Maths maths = kit_maths(painter, trace);
    ScoreCells cells = {.trace = trace, .query = query_numbers(&maths, step), .query_extent = 1, .key_extent = 1};
    cells.query_role = trace->row ? ROLE_QUERY : ROLE_DECODER;
    cells.key_role = trace->row ? ROLE_QUERY : ROLE_ENCODER;
    cells.makes_query = value_asks(&maths);
    cells.makes_keys = key_weight(&maths) != NULL;
    cells.keys = cells.makes_keys ? trace_keys(trace) : trace->encoding.annotations;
    if (cells.makes_keys)
        cells.key_extent = values_extent(cells.keys, trace->n * size);
    if (trace->row)
        cells.query_extent = cells.key_extent = row_extent(trace);
    else if (cells.makes_query)
        cells.query_extent = cells.key_extent = fmaxf(cells.key_extent, values_extent(cells.query, size));
    return cells;
}

const float *score_key(const ScoreCells *cells, int j)
{
    return cells->keys + (size_t)j * (size_t)cells->trace->config.attention_size;
}

/* ---- cells ---- */

void cell_draw(const Painter *painter, Box box, Color color, float alpha)
{
    float least = fminf(box.w, box.h), gap = least >= 6 ? 0.75f : least >= 3 ? 0.4f : 0;
    color = color_mix(color_grey(color), color, alpha);
    drawlist_box(painter->list, box_inset(box, gap, gap), least >= 8 ? 2 : 0, paint_fill(color_fade(color, alpha)));
}

void cells_draw(const Painter *painter, Box box, const float *values, int count, float extent, float alpha)
{
    Box cell = box;
    cell.w /= (float)count;
    for (int i = 0; i < count; i++, cell.x += cell.w)
        cell_draw(painter, cell, color_signed(painter->theme, values[i], extent), alpha);
}

void cells_frame(const Painter *painter, Box box, Role role, float alpha)
{
    const Theme *theme = painter->theme;
    drawlist_box(painter->list, box_inset(box, -3, -3), 5,
                 paint_faded(paint_fill_stroke(theme->panel, theme->fill[role], 1.5f), alpha));
}

/* ---- arithmetic ---- */

static const char *colored(const Maths *maths, const PrintedPieces *pieces)
{
    static const char LETTERS[ROLE_COUNT] = {[ROLE_MUTED] = 'm',   [ROLE_ENCODER] = 'g', [ROLE_DECODER] = 'p',
                                             [ROLE_CONTEXT] = 'o', [ROLE_QUERY] = 'b',   [ROLE_OUTPUT] = 'k'};
    const char *text = "";
    for (int i = 0; i < pieces->count; i++) {
        const PrintedPiece *piece = &pieces->items[i];
        char letter = piece->operand ? LETTERS[markup_role(value_name(maths, piece->operand->value))] : 0;
        text = letter ? arena_printf(maths->arena, "%s@%c{%s}", text, letter, piece->markup)
                      : arena_printf(maths->arena, "%s%s", text, piece->markup);
    }
    return text;
}

const char *score_arithmetic(const Maths *maths, const Addends *all, int first, int count, double number, int decimals)
{
    const Term *term = addends_term(maths, all, first, count);
    Printing printing = {.maths = maths, .decimals = decimals};
    bool closes = printed_close(&printing, term, number, decimals, decimals + DECIMALS_MORE);
    PrintedPieces *pieces = ARENA_NEW(maths->arena, PrintedPieces);
    printed_put(&printing, pieces, term);
    return arena_printf(maths->arena, "%s %s @B{%s}", colored(maths, pieces), closes ? "=" : "≈",
                        number_text(maths->arena, number, decimals, true));
}
