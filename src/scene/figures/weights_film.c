#include "scene/figures/weights_film.h"

#include "scene/view/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN    20.0f
#define LARGER    2.0f  /* at most so many times the figure's own size */
#define MAP_SHARE 0.56f /* of the picture, beside its arcs */

static bool is_one(const MatrixStack *stack)
{
    return stack->layers * stack->heads == 1;
}

static bool draw_arcs(WeightsFilm *film, int row, Error *error)
{
    MatrixStack some = *film->stack;
    FigureReport report;
    FigureLook look = {.theme = film->theme, .map = film->map, .most = film->most, .arcs = true};
    size_t columns = (size_t)some.columns, all = (size_t)some.rows * columns, from = (size_t)row * columns;
    memcpy(film->values, some.values, all * sizeof *film->values);
    for (size_t i = 0; row < some.rows && i < all; i++)
        if (i < from || i >= from + columns)
            film->values[i] = 0;
    some.values = film->values;
    film->arcs_of = row;
    return weights_figure(&some, &look, film->type, &film->arcs, &report, error);
}

bool weights_film_open(WeightsFilm *film, const Type *type, Error *error)
{
    const MatrixStack *stack = film->stack;
    size_t cells = (size_t)stack->rows * (size_t)stack->columns, all = cells * (size_t)(stack->layers * stack->heads);
    FigureReport report;
    FigureLook look = {.theme = film->theme,
                       .map = film->map,
                       .least = film->least,
                       .most = film->most,
                       .digits = is_one(stack) ? DIGITS_FIT : DIGITS_NONE,
                       .angle = -1,
                       .caption = film->caption,
                       .turned = film->turned,
                       .language = film->language,
                       .told = true};
    film->type = type;
    film->arcs_of = -1;
    film->has_arcs = is_one(stack) && film->map != MAP_DIVERGING && !film->turned;
    if (all > FIGURE_CELLS)
        return error_set(error, ERROR_USAGE,
                         "a film shows at most %d cells, and there are %zu: choose with --heads, --layers, --rows or "
                         "--columns, or --reduce mean",
                         FIGURE_CELLS, all);
    film->values = heap_alloc(cells, sizeof *film->values);
    return weights_figure(stack, &look, type, &film->map_list, &report, error)
           && (!film->has_arcs || draw_arcs(film, stack->rows, error));
}

void weights_film_close(WeightsFilm *film)
{
    drawlist_finish(&film->map_list);
    drawlist_finish(&film->arcs);
    free(film->values);
}

/* ---- a frame ---- */

typedef struct Put { /* a picture in a picture */
    Point at;
    float scale;
} Put;

static Put put_into(const DrawList *list, Box box)
{
    float scale = fminf(LARGER, fminf(box.w / list->width, box.h / list->height));
    return (Put){{box.x + (box.w - list->width * scale) / 2, box.y + (box.h - list->height * scale) / 2}, scale};
}

static Box placed(Put put, Box box)
{
    return (Box){put.at.x + box.x * put.scale, put.at.y + box.y * put.scale, box.w * put.scale, box.h * put.scale};
}

/* The first cells of the rows of the leftmost matrices: their bands go over the whole width. */
static float leftmost(const DrawList *list)
{
    float left = INFINITY;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));)
        left = fminf(left, mark->bounds.x);
    return left;
}

/* Rows to come are covered, with their words; the one that is coming has a frame. */
static void cover(const WeightsFilm *film, Put put, double rows, DrawList *list)
{
    const DrawList *map = &film->map_list;
    float left = leftmost(map), right = 0;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(map, mark));)
        right = fmaxf(right, mark->bounds.x + mark->bounds.w);
    int coming = (int)floor(rows);
    float there = (float)(rows - coming);
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(map, mark));) {
        Box cell = mark->bounds;
        if (mark->mark.target.b != 0 || cell.x > left + 0.01f)
            continue;
        int row = mark->mark.target.a;
        Box band = placed(put, (Box){0, cell.y, map->width, cell.h});
        float veil = row > coming ? 1 : row == coming ? 1 - there : 0;
        if (veil > 0)
            drawlist_box(list, band, 0, paint_fill(color_fade(film->theme->paper, veil)));
        if (row == coming && there > 0)
            drawlist_box(list, placed(put, (Box){left, cell.y, right - left, cell.h}), 3,
                         paint_stroke(color_fade(film->theme->fill[ROLE_QUERY], there), 2));
    }
}

/* The ribbons of the row that is coming, or of all; the words are there from the beginning. */
static void put_arcs(WeightsFilm *film, Box box, double rows, DrawList *list)
{
    Error ignored = {0}; /* the same figure could be drawn when the film was opened */
    int row = rows >= film->stack->rows ? film->stack->rows : (int)floor(rows);
    float there = row == film->stack->rows ? 1 : (float)(rows - row);
    if (row != film->arcs_of)
        (void)draw_arcs(film, row, &ignored);
    Put put = put_into(&film->arcs, box);
    int first = list->count;
    drawlist_append_scaled(list, &film->arcs, put.at, put.scale);
    for (int i = first; i < list->count; i++)
        if (list->commands[i].kind == DRAW_PATH)
            list->commands[i].path.paint.fill = color_fade(list->commands[i].path.paint.fill, there);
}

void weights_film_frame(WeightsFilm *film, double rows, DrawList *list)
{
    drawlist_reset(list, film->type, film->width, film->height, film->theme->paper);
    Box all = box_inset((Box){0, 0, film->width, film->height}, MARGIN, MARGIN), map = all, arcs = all;
    bool beside = film->width >= film->height * 1.2f;
    if (film->has_arcs && beside) {
        map.w *= MAP_SHARE;
        arcs.x += map.w + MARGIN;
        arcs.w -= map.w + MARGIN;
    } else if (film->has_arcs) {
        map.h *= MAP_SHARE;
        arcs.y += map.h + MARGIN;
        arcs.h -= map.h + MARGIN;
    }
    Put put = put_into(&film->map_list, map);
    drawlist_append_scaled(list, &film->map_list, put.at, put.scale);
    cover(film, put, rows, list);
    if (film->has_arcs)
        put_arcs(film, arcs, rows, list);
}
