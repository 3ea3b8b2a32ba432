#include "scene/figures/weights_film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAP_SHARE 0.56f       /* of the picture, beside its arcs */
#define MARGIN    (1.0f / 36) /* of the picture's smaller side: around the pictures and between them, */
#define LARGEST   (1.0f / 18) /* type, */
#define LEAST     (1.0f / 45) /* and at least that, where words allow it, */
#define PX        8.0f        /* which is never less than this */
#define FLATTEST  0.75f       /* of a cell's width: its height, where it can be so */
#define NEAR      1.03f       /* type of a search is so near to the largest that fits */

/* ---- the two pictures, as large as their type ---- */

static float share_of(const WeightsFilm *film, float share)
{
    return fminf(film->width, film->height) * share;
}

static float least_type(const WeightsFilm *film)
{
    return fmaxf(PX, share_of(film, LEAST));
}

/* The largest sum of a row: its arcs stand beside one another, and all of them have room under their word. */
static float largest_sum(const MatrixStack *stack)
{
    float largest = 0;
    for (int t = 0; t < stack->rows; t++) {
        float sum = 0;
        for (int j = 0; j < stack->columns; j++)
            sum += fmaxf(0, stack->values[(size_t)t * (size_t)stack->columns + (size_t)j]);
        largest = fmaxf(largest, sum);
    }
    return largest;
}

static bool draw_arcs(WeightsFilm *film, int row, Error *error)
{
    MatrixStack some = *film->stack;
    FigureReport report;
    FigureLook look = {.theme = film->theme,
                       .map = film->map,
                       .most = fmaxf(film->most, largest_sum(film->stack)),
                       .arcs = true,
                       .width = film->arcs_box.w,
                       .height = film->arcs_box.h,
                       .size = film->arcs_type};
    size_t columns = (size_t)some.columns, all = (size_t)some.rows * columns, from = (size_t)row * columns;
    memcpy(film->values, some.values, all * sizeof *film->values);
    for (size_t i = 0; row < some.rows && i < all; i++)
        if (i < from || i >= from + columns)
            film->values[i] = 0;
    some.values = film->values;
    film->arcs_of = row;
    return weights_figure(&some, &look, film->type, &film->arcs, &report, error);
}

/* What a map shall have beside words that can be read. */
typedef enum MapWish { WISH_NONE, WISH_DIGITS = 1, WISH_ROOM = 2 } MapWish;

/* Cells are not much flatter than wide. */
static bool has_room(const DrawList *map)
{
    const DrawCommand *mark = drawlist_next_mark(map, NULL);
    while (mark && mark->mark.target.b < 0)
        mark = drawlist_next_mark(map, mark);
    return mark && mark->bounds.h >= FLATTEST * mark->bounds.w;
}

/* The map with type of that size in its box, its cells at most so wide, 0: as wide as they can be; of no size as large
 * as it would be on a page of its own. False: it does not have what is wished, or no room. */
static bool draw_cells(WeightsFilm *film, float size, unsigned wish, float cell)
{
    const MatrixStack *stack = film->stack;
    FigureReport report;
    Error error = {0};
    FigureLook look = {.theme = film->theme,
                       .map = film->map,
                       .least = film->least,
                       .most = film->most,
                       .digits = wish & WISH_DIGITS                        ? 2
                                 : stack_matrices(stack) == 1 && size <= 0 ? DIGITS_FIT
                                                                           : DIGITS_NONE,
                       .signs = stack->is_signed,
                       .width = size > 0 ? film->map_box.w : 0,
                       .tall = size > 0 ? film->map_box.h : 0,
                       .size = size,
                       .cell = cell,
                       .angle = -1,
                       .caption = film->caption,
                       .turned = film->turned,
                       .language = film->language,
                       .told = true};
    return weights_figure(stack, &look, film->type, &film->map_list, &report, &error)
           && (!(wish & WISH_DIGITS) || report.numbers >= least_type(film))
           && (!(wish & WISH_ROOM) || has_room(&film->map_list))
           && (size <= 0 || (film->map_list.height <= film->map_box.h && !report.cut));
}

/* The same with the widest cells with which it has room: few columns and many rows want narrow ones. */
static bool draw_map(WeightsFilm *film, float size, unsigned wish)
{
    bool ok = draw_cells(film, size, wish, 0);
    float cell = film->map_box.h / (float)(film->stack->rows + 2) / FLATTEST;
    for (int i = 0; i < 3 && !ok && size > 0; i++, cell /= 2)
        ok = draw_cells(film, size, wish, cell);
    return ok;
}

/* The largest type with which the map has that, from the least on; 0: there is none. */
static float largest_type(WeightsFilm *film, unsigned wish)
{
    float low = least_type(film), high = fmaxf(low, share_of(film, LARGEST));
    if (!draw_map(film, low, wish))
        return 0;
    if (draw_map(film, high, wish))
        return high;
    while (high > low * NEAR) {
        float middle = (low + high) / 2;
        *(draw_map(film, middle, wish) ? &low : &high) = middle;
    }
    return low;
}

/* With numbers where they can be read as well as the words. */
static void choose_map(WeightsFilm *film)
{
    static const unsigned WISHES[] = {WISH_DIGITS | WISH_ROOM, WISH_DIGITS, WISH_ROOM, WISH_NONE};
    film->map_type = 0;
    unsigned wish = WISH_NONE;
    for (int i = stack_matrices(film->stack) == 1 ? 0 : 2; i < 4 && film->map_type <= 0; i++)
        film->map_type = largest_type(film, wish = WISHES[i]);
    (void)!draw_map(film, film->map_type, wish);
    Box ink = drawlist_painted(&film->map_list);
    film->map_list.width = fminf(film->map_list.width, ceilf(ink.x + ink.w + ink.x));
}

/* Arcs are as high as the map, and have its type where their words have room for it. */
static bool choose_arcs(WeightsFilm *film)
{
    Error none = {0};
    if (film->map_type <= 0)
        return false;
    if (film->beside) {
        float high = fminf(film->arcs_box.h, film->map_list.height), more = film->map_box.w - film->map_list.width;
        film->map_box.w -= more;
        film->arcs_box.x -= more;
        film->arcs_box.w += more;
        film->arcs_box.y += (film->arcs_box.h - high) / 2;
        film->arcs_box.h = high;
    }
    for (film->arcs_type = film->map_type; film->arcs_type >= least_type(film); film->arcs_type /= NEAR)
        if (draw_arcs(film, film->stack->rows, &none))
            return true;
    film->arcs_type = least_type(film);
    return draw_arcs(film, film->stack->rows, &none);
}

static void place(WeightsFilm *film)
{
    float margin = share_of(film, MARGIN);
    Box all = box_inset((Box){0, 0, film->width, film->height}, margin, margin);
    film->map_box = film->arcs_box = all;
    film->beside = film->width >= film->height * 1.2f;
    if (film->has_arcs && film->beside) {
        film->map_box.w *= MAP_SHARE;
        film->arcs_box.x += film->map_box.w + margin;
        film->arcs_box.w -= film->map_box.w + margin;
    } else if (film->has_arcs) {
        film->map_box.h *= MAP_SHARE;
        film->arcs_box.y += film->map_box.h + margin;
        film->arcs_box.h -= film->map_box.h + margin;
    }
}

bool weights_film_open(WeightsFilm *film, const Type *type, Error *error)
{
    const MatrixStack *stack = film->stack;
    size_t cells = (size_t)stack->rows * (size_t)stack->columns, all = cells * (size_t)(stack_matrices(stack));
    film->type = type;
    film->arcs_of = -1;
    film->has_arcs = stack_matrices(stack) == 1 && film->map != MAP_DIVERGING && !film->turned;
    if (all > FIGURE_CELLS)
        return error_set(error, ERROR_USAGE,
                         "a film shows at most %d cells, and there are %zu: choose with --heads, --layers, --rows or "
                         "--columns, or --reduce mean",
                         FIGURE_CELLS, all);
    film->values = heap_alloc(cells, sizeof *film->values);
    place(film);
    choose_map(film);
    if (film->has_arcs && !choose_arcs(film)) { /* then the map has all */
        film->has_arcs = false;
        place(film);
        choose_map(film);
    }
    return true;
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
    float scale = fminf(1, fminf(box.w / list->width, box.h / list->height));
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
static void put_arcs(WeightsFilm *film, double rows, DrawList *list)
{
    Error ignored = {0}; /* the same figure could be drawn when the film was opened */
    int row = rows >= film->stack->rows ? film->stack->rows : (int)floor(rows);
    float there = row == film->stack->rows ? 1 : (float)(rows - row);
    if (row != film->arcs_of)
        (void)draw_arcs(film, row, &ignored);
    Put put = put_into(&film->arcs, film->arcs_box);
    int first = list->count;
    drawlist_append_scaled(list, &film->arcs, put.at, put.scale);
    for (int i = first; i < list->count; i++)
        if (list->commands[i].kind == DRAW_PATH)
            list->commands[i].path.paint.fill = color_fade(list->commands[i].path.paint.fill, there);
}

void weights_film_frame(WeightsFilm *film, double rows, DrawList *list)
{
    drawlist_reset(list, film->type, film->width, film->height, film->theme->paper);
    Put put = put_into(&film->map_list, film->map_box);
    drawlist_append_scaled(list, &film->map_list, put.at, put.scale);
    cover(film, put, rows, list);
    if (film->has_arcs)
        put_arcs(film, rows, list);
}
