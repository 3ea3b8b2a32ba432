#include "derive/residual.h"

#include "derive/addends.h"
#include "derive/printed.h"

#include <math.h>

static double rounded(double number)
{
    return number_rounded(number, RESIDUAL_DECIMALS, false);
}

static const char *text(Arena *arena, double number)
{
    return number_text(arena, number, RESIDUAL_DECIMALS, false);
}

/* What the instant makes of the cell. */
static double made_of(const Residual *all, int instant, int cell)
{
    double sum = all->numbers[RESIDUAL_SUM][cell];
    double made[RESIDUAL_INSTANTS] = {sum, sum - all->mean, all->numbers[RESIDUAL_NORMED][cell],
                                      all->numbers[RESIDUAL_MADE][cell]};
    return made[instant];
}

/* The same of the printed numbers. */
static double printed_of(const Residual *all, int instant, int cell)
{
    double *const *numbers = all->numbers;
    double before = rounded(instant > 0 ? made_of(all, instant - 1, cell) : numbers[RESIDUAL_CAME][cell]);
    double printed[RESIDUAL_INSTANTS] = {
        before + rounded(numbers[RESIDUAL_ADDED][cell]), before - rounded(all->mean), before / rounded(all->deviation),
        before * rounded(numbers[RESIDUAL_GAIN][cell]) + rounded(numbers[RESIDUAL_BIAS][cell])};
    return printed[instant];
}

static bool residual_line_closes(const Residual *all, int instant, int cell)
{
    return numbers_agree(printed_of(all, instant, cell), made_of(all, instant, cell), RESIDUAL_DECIMALS, false);
}

int *residual_cells(const Maths *maths, const Residual *all, int most, int *count)
{
    int *cells = ARENA_ARRAY(maths->arena, int, (size_t)all->count), found = 0;
    for (int i = 0; i < all->count; i++)
        if (residual_line_closes(all, 0, i) && residual_line_closes(all, RESIDUAL_INSTANTS - 1, i))
            cells[found++] = i;
    *count = found < most ? found : most;
    for (int k = 0; k < *count; k++)
        cells[k] = cells[k * found / *count];
    if (*count == 0) /* its lines say ≈ */
        *count = 1;
    return cells;
}

int residual_told(const Residual *all, const int *cells, int count)
{
    int best = cells[0];
    double farthest = -1;
    for (int k = 0; k < count; k++) {
        bool closes = residual_line_closes(all, 1, cells[k]) && residual_line_closes(all, 2, cells[k]);
        double far = closes ? fabs(made_of(all, 1, cells[k])) : 0;
        if (far > farthest)
            farthest = far, best = cells[k];
    }
    return best;
}

static const char *result(Arena *arena, bool closes, double number)
{
    return arena_printf(arena, "%s @B{%s}", closes ? "=" : "≈", text(arena, number));
}

const char *residual_line(const Maths *maths, const Residual *all, int instant, int cell)
{
    Arena *arena = maths->arena;
    double before = instant > 0 ? made_of(all, instant - 1, cell) : all->numbers[RESIDUAL_CAME][cell];
    const char *line = text(arena, before);
    if (instant == 2)
        line = arena_printf(arena, "%s / %s", line, text(arena, all->deviation));
    if (instant == 3)
        line = arena_printf(arena, before < 0 ? "%s · (%s)" : "%s · %s", text(arena, all->numbers[RESIDUAL_GAIN][cell]),
                            line);
    double added = instant == 0   ? all->numbers[RESIDUAL_ADDED][cell]
                   : instant == 1 ? -all->mean
                                  : all->numbers[RESIDUAL_BIAS][cell];
    if (instant != 2)
        line = addends_joined(line, added, RESIDUAL_DECIMALS, arena);
    return arena_printf(arena, "%s %s", line,
                        result(arena, residual_line_closes(all, instant, cell), made_of(all, instant, cell)));
}

const char *residual_mean_line(const Maths *maths, const Residual *all)
{
    bool closes = numbers_agree(rounded(all->total) / all->count, all->mean, RESIDUAL_DECIMALS, false);
    return arena_printf(maths->arena, "%s / %d %s", text(maths->arena, all->total), all->count,
                        result(maths->arena, closes, all->mean));
}
