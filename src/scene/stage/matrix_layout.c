/* Where cells and words of a matrix stand: as large as the box lets all columns be, or zoomed. */
#include "scene/kit/glossed.h"
#include "scene/stage/matrix_picture.h"

#include <cglm/struct/vec2.h>

#define WORD_PITCH 13.0f  /* px that the word of a row needs, */
#define ZOOM_PITCH 14.0f  /* and in the heatmap view */
#define WORD_MOST  112.0f /* px of a turned word over a column, */
#define ZOOM_MOST  120.0f /* and in the heatmap view of every word */
#define CELL_MOST  150.0f /* px there, before it is zoomed */
#define WORDY      48.0f  /* px that a cell may be wide however low it is: short words over it stand upright */
#define ROW_GAP    10.0f  /* px between a row's word and its cells, and before the word */

static float longest(const Painter *painter, const Trace *trace, bool target, float size)
{
    return grid_longest(painter->list->type, style_bold(painter->theme, size, ROLE_INK), trace, target);
}

int matrix_meant_step(const Painter *painter, const MatrixPicture *picture)
{
    bool pointed = painter->brush.at.kind != TARGET_NONE && painter->brush.step >= 0;
    return pointed ? painter->brush.step : picture->current;
}

/* ---- all columns in the box ---- */

/* Returns px that the words over the columns are high. */
static float choose_columns(const Painter *painter, const Trace *trace, MatrixLayout *layout)
{
    float smaller = view_type_least(painter->view) / TYPE_TINY;
    float size = grid_type(layout->grid.w, TYPE_TINY), room = layout->grid.w - 6, level = size / smaller;
    bool turned = grid_words_turn(painter->list->type, trace, false, &level, room / smaller);
    level = fminf(size, level * smaller);
    layout->turned = turned || longest(painter, trace, false, level) > room;
    layout->column_size = layout->turned ? size * smaller : level; /* level, none of them is cut */
    float words = longest(painter, trace, false, layout->column_size);
    return layout->turned ? fminf(words, layout->word_most) * 0.82f + 18 : 26;
}

/* px from the middle of column j to the right end of its word, which rises to the right. */
static float reach(const Painter *painter, const MatrixLayout *layout, const Trace *trace, int j)
{
    TextStyle style = style_bold(painter->theme, layout->column_size, ROLE_INK);
    float width = kit_width(painter, style, trace->source[j]);
    return fminf(width, layout->word_most) * cosf(GRID_TURN) + layout->column_size * 0.5f;
}

/* px that the words reach beyond the last cell. */
static float overhang(const Painter *painter, const MatrixLayout *layout, const Trace *trace)
{
    float most = 0;
    for (int j = 0; j < trace->n && layout->turned; j++)
        most = fmaxf(most, reach(painter, layout, trace, j) - layout->grid.w * ((float)(trace->n - j) - 0.5f));
    return most;
}

/* Turned words need height over the cells and room behind the last of them. Returns the height. */
static float lay_columns(const Painter *painter, const Trace *trace, Box box, MatrixLayout *layout)
{
    float room = box.w - layout->words_w;
    layout->grid.w = fminf(72, room / (float)trace->n);
    float high = choose_columns(painter, trace, layout);
    for (int j = 0; j < trace->n && layout->turned; j++)
        layout->grid.w = fminf(layout->grid.w, (room - reach(painter, layout, trace, j)) / ((float)j + 0.5f));
    layout->grid.w = fmaxf(0.5f, layout->grid.w);
    return high;
}

/* The row that is made has as many rows over it as under it, where there are so many. */
static float first_row(const Painter *painter, const MatrixPicture *picture, float seen)
{
    float last = (float)picture->trace->step_count - seen, first = picture->rows - floorf(seen / 2);
    int meant = matrix_meant_step(painter, picture);
    if (meant >= 0)
        first = fminf(fmaxf(first, (float)meant + 1 - seen), (float)meant);
    return fminf(fmaxf(first, 0), last);
}

/* Cells as large as the box allows, never wider than 72 px; never higher than wide, but for the words of
 * rows that scroll. */
static MatrixLayout lay_whole(const Painter *painter, const MatrixPicture *picture, Box box)
{
    const Trace *trace = picture->trace;
    float rows = (float)trace->step_count, over = 0;
    float least = view_type_least(painter->view), pitch = WORD_PITCH * least / TYPE_TINY;
    MatrixLayout layout = {.row_size = TYPE_BODY,
                           .edge = INFINITY,
                           .bottom = box.y + box.h,
                           .word_most = WORD_MOST,
                           .pitch = pitch,
                           .j1 = trace->n};
    for (int pass = 0; pass < 2; pass++) { /* rows are as high as columns let them, words beside as wide as rows */
        layout.words_w = fminf(longest(painter, trace, true, layout.row_size), box.w * 0.3f) + 14;
        over = lay_columns(painter, trace, box, &layout);
        float high = box.h - over, most = fminf(64, layout.grid.w);
        layout.seen = rows;
        if (picture->scrolls) {
            most = fmaxf(most, pitch);
            layout.seen = fminf(rows, fmaxf(1, floorf(high / pitch)));
        }
        layout.grid.h = fmaxf(0.5f, fminf(most, high / layout.seen));
        layout.row_size = grid_type(layout.grid.h, least);
    }
    float wide = layout.grid.w * (float)trace->n;
    float free = box.w - layout.words_w - wide - overhang(painter, &layout, trace);
    float left = box.x + layout.words_w + fmaxf(0, free * 0.38f);
    layout.sight = (Box){left, box.y + over, wide, layout.grid.h * layout.seen};
    layout.first = first_row(painter, picture, layout.seen);
    layout.t0 = (int)layout.first;
    layout.t1 = (int)ceilf(layout.first + layout.seen);
    layout.scrolls = layout.sight.h + 0.5f < layout.grid.h * rows;
    layout.grid.corner = (Point){left, layout.sight.y - layout.grid.h * layout.first};
    return layout;
}

/* ---- zoomed ---- */

/* Along one side, in px: all of it in the middle where it fits, else as far as `middle` asks without a gap. */
static float place_along(float start, float room, float whole, float middle)
{
    if (whole <= room)
        return start + (room - whole) / 2;
    return fminf(start, fmaxf(start + room - whole, start + room / 2 - middle));
}

static void first_and_end(float corner, float cell, float start, float room, int count, int *first, int *end)
{
    *first = (int)fmaxf(0, floorf((start - corner) / cell));
    *end = (int)fminf((float)count, ceilf((start + room - corner) / cell));
}

static MatrixLayout lay_zoomed(const Painter *painter, const MatrixPicture *picture, Box area)
{
    const Trace *trace = picture->trace;
    const HeatLook *heat = picture->heat;
    MatrixLayout layout = {.row_size = TYPE_BODY,
                           .column_size = TYPE_BODY,
                           .word_most = ZOOM_MOST,
                           .pitch = ZOOM_PITCH,
                           .edge = area.x + area.w,
                           .bottom = INFINITY};
    float zoom = heat->zoom > 1 ? heat->zoom : 1, left = 0, top = 0, widest = CELL_MOST;
    Box sight = area;
    Grid *grid = &layout.grid;
    for (int pass = 0; pass < 3; pass++) { /* words take room from the cells, and cells say how large words are */
        left = fminf(longest(painter, trace, true, layout.row_size), ZOOM_MOST) + 18;
        float words = fminf(longest(painter, trace, false, layout.column_size), ZOOM_MOST);
        float w = fminf(widest, (area.w - left) / (float)trace->n);
        layout.turned = grid_words_turn(painter->list->type, trace, false, &layout.column_size, w * zoom - 8);
        top = layout.turned ? words * 0.82f + 22 : 32;
        float lean = layout.turned ? words * cosf(GRID_TURN) : 0;
        w = fminf(w, (area.w - left - lean) / (float)trace->n);
        float h = fminf(fminf(CELL_MOST * 0.82f, w), (area.h - top) / (float)trace->step_count);
        widest = fmaxf(h * 1.6f, WORDY);
        grid->w = fminf(w, widest) * zoom, grid->h = h * zoom;
        layout.row_size = grid_type(grid->h, TYPE_TINY);
        layout.column_size = grid_type(grid->w, TYPE_TINY);
        sight = (Box){area.x + left, area.y + top, area.w - left - lean, area.h - top};
    }
    if (!layout.turned)
        grid_words_turn(painter->list->type, trace, false, &layout.column_size, grid->w - 8);
    Point whole = {grid->w * (float)trace->n, grid->h * (float)trace->step_count};
    Point middle = {grid->w * heat->middle.x, grid->h * heat->middle.y};
    grid->corner.x = place_along(sight.x, sight.w, whole.x, middle.x);
    grid->corner.y = /* a small map stands on top, beside its words */
        whole.y < sight.h ? sight.y : place_along(sight.y, sight.h, whole.y, middle.y);
    layout.sight = sight =
        (Box){fmaxf(sight.x, grid->corner.x), sight.y, fminf(sight.w, whole.x), fminf(sight.h, whole.y)};
    layout.words_w = left;
    first_and_end(grid->corner.y, grid->h, sight.y, sight.h, trace->step_count, &layout.t0, &layout.t1);
    first_and_end(grid->corner.x, grid->w, sight.x, sight.w, trace->n, &layout.j0, &layout.j1);
    return layout;
}

/* What is left free decides: nothing moves for them. */
static RowGloss place_glosses(const Painter *painter, const Trace *trace, const MatrixLayout *layout, float left)
{
    TextStyle style = style_bold(painter->theme, layout->row_size, ROLE_INK);
    float widest = 0, below = kit_gloss_below(painter, style.size) + style.size * 0.36f + 3;
    for (int t = 0; t < trace->step_count; t++) {
        const char *word = trace->steps[t].token;
        float gloss = kit_gloss_width(painter, style.size, word);
        widest = gloss > 0 ? fmaxf(widest, fminf(kit_width(painter, style, word), layout->word_most) + gloss) : widest;
    }
    if (widest > 0 && left + widest + 2 * ROW_GAP + 2 <= layout->sight.x)
        return ROW_GLOSS_LEFT;
    return widest > 0 && layout->grid.h >= 2 * below ? ROW_GLOSS_BELOW : ROW_GLOSS_NONE;
}

MatrixLayout matrix_lay(const Painter *painter, const MatrixPicture *picture, Box box)
{
    MatrixLayout layout = picture->heat ? lay_zoomed(painter, picture, box) : lay_whole(painter, picture, box);
    layout.gloss = place_glosses(painter, picture->trace, &layout, box.x);
    return layout;
}
