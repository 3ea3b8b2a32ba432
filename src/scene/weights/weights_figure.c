/* The figure of weights, laid out: words and type have their size, and cells take what is left. */
#include "scene/view/view.h"
#include "scene/weights/figure_frame.h"

#include <math.h>

#define MARGIN       20.0f   /* px around a figure of free width, */
#define MARGIN_WIDTH 0.25f   /* em around one of a given width */
#define CELL_MOST    4.2f    /* em that a cell is high, in a figure of a given width */
#define FLATTEST     0.3f    /* of a cell's width: its height where the page is short */
#define LOWEST       1.0f    /* px of a cell's height where the page says how high it is */
#define SIDE_MOST    2400.0f /* px that very many cells share */
#define POOL_MOST    1200.0f /* and so many that each point is the largest of a block */
#define POINTS       0.75f   /* pt in a px */
#define MM           (25.4f / 96)
#define SMALLEST     5.0f /* pt: smaller type cannot be read in print */

/* ---- widths ---- */

static bool has_words(const FigureFrame *frame)
{
    return !frame->look->bare;
}

/* Has any part words over its columns, or beside its rows (`target`)? Else numbers stand there. */
static bool is_named(const FigureFrame *frame, bool target)
{
    for (int i = 0; i < frame->part_count; i++)
        if (target ? frame->parts[i].stack->target : frame->parts[i].stack->source)
            return true;
    return false;
}

/* What stands beside the cells, with type of the frame's size, `across` panels side by side. */
static void measure_sides(FigureFrame *frame, int across, bool axes)
{
    const FigureLook *look = frame->look;
    float em = frame->size;
    frame_arrange(frame, across);
    frame->axes = axes;
    frame->margin = look->width > 0 ? em * MARGIN_WIDTH : MARGIN;
    frame->left = frame->margin + (look->ylabel ? em * 1.6f : 0) + frame_axes_width(frame) + frame->columns->words;
    float number = fmaxf(frame_width(frame, frame_bar_number(frame, (double)look->most)),
                         frame_width(frame, frame_bar_number(frame, (double)look->least)));
    frame->bar_w = look->bar == BAR_RIGHT && !look->arcs ? em * 2 + number : 0;
}

/* px that a column may have so that the words over a panel stay on the page. */
static float words_room(const FigureFrame *frame, int place)
{
    FigureFrame panel = frame_panel(frame, place);
    int column = place % frame->across, cells = frame_cells(frame->columns, column), columns = panel.stack->columns;
    float end = frame->look->width - frame->margin, room = INFINITY;
    float from = frame->left + frame_along(frame->columns, column, 0, frame->gap);
    for (int j = panel.stack->source ? 0 : columns - 1; j < columns; j++) /* of numbers none is longer than the last */
        room = fminf(room, (end - from - frame_reach(&panel, j)) / ((float)(cells + j) + 0.5f));
    return room;
}

/* px that all panels leave each column, in a page of the look's width. */
static float column_room(const FigureFrame *frame)
{
    int last = frame->across - 1;
    float fixed = frame->left + frame_along(frame->columns, last, 0, frame->gap) + frame->bar_w + frame->margin;
    float room = (frame->look->width - fixed) / (float)frame_cells(frame->columns, frame->across);
    for (int i = 0; i < frame->panels; i++)
        if (frame_has_heads(frame, i) && (frame->part_count > 1 || i == last)) /* those before it reach less far */
            room = fminf(room, words_room(frame, i));
    return room;
}

static bool words_fit(const FigureFrame *frame, int angle)
{
    for (int i = 0; i < frame->part_count; i++) {
        FigureFrame panel = frame_panel(frame, i);
        if (!frame_words_fit(&panel, angle, frame->w))
            return false;
    }
    return true;
}

static bool try_angle(FigureFrame *frame, int angle)
{
    frame->angle = angle;
    frame->w = column_room(frame);
    return frame->w > 0 && (!has_words(frame) || words_fit(frame, angle));
}

/* Numbers may be left out between others; words may not. */
static bool may_thin(const FigureFrame *frame)
{
    return !has_words(frame) || !is_named(frame, false);
}

static bool try_angles(FigureFrame *frame)
{
    static const int angles[] = {0, 45, 90};
    if (may_thin(frame)) {
        try_angle(frame, 0);
        return frame->w > 0;
    }
    if (frame->look->angle >= 0)
        return try_angle(frame, frame->look->angle);
    for (int i = 0; i < 3; i++)
        if (try_angle(frame, angles[i]))
            return true;
    return false;
}

/* Side by side as the heads of a layer are, else in full rows, near to a square; fewer where they do not fit. */
static int natural_across(const FigureFrame *frame)
{
    const MatrixStack *stack = frame->stack;
    int count = frame->panels, square = (int)ceilf(sqrtf((float)count));
    if (frame->part_count == 1 && stack->layers > 1 && stack->heads > 1)
        return stack->heads;
    for (int across = square; across < 2 * square; across++)
        if (count % across == 0)
            return across;
    return count <= 4 ? count : square;
}

bool figure_across(const MatrixStack *stack, int across)
{
    return stack->layers > 1 && stack->heads > 1 ? stack->heads % across == 0 : across <= stack_matrices(stack);
}

/* Titles that say numbers alone are never cut: of many layers and heads lines and columns say them, or fewer panels
 * stand side by side. */
static bool try_across(FigureFrame *frame, int across)
{
    measure_sides(frame, across, false);
    bool fits = try_angles(frame);
    if (!fits || frame_titles_fit(frame, false))
        return fits;
    if (frame_may_have_axes(frame)) {
        measure_sides(frame, across, true);
        if (try_angles(frame))
            return true;
        measure_sides(frame, across, false);
        fits = try_angles(frame);
    }
    return across == 1 || frame->part->titles || frame_titles_fit(frame, true);
}

static bool fit_width(FigureFrame *frame)
{
    bool several = frame->part_count > 1;
    for (int across = natural_across(frame); across > 0; across--)
        if ((several || figure_across(frame->stack, across)) && try_across(frame, across))
            return true;
    return false;
}

/* The smallest width that holds the words at the frame's size. */
static float width_needed(FigureFrame *frame)
{
    FigureLook look = *frame->look;
    FigureFrame probe = *frame;
    probe.look = &look;
    float low = frame->look->width, high = low;
    do
        look.width = high *= 2;
    while (!fit_width(&probe) && high < 1e6f);
    while (high - low > 0.5f) {
        look.width = (low + high) / 2;
        *(fit_width(&probe) ? &high : &low) = look.width;
    }
    return high;
}

/* The largest size that fits the width; 0: none that can be read. */
static float size_that_fits(FigureFrame *frame)
{
    float low = SMALLEST / POINTS, high = frame->size;
    FigureFrame probe = *frame;
    probe.size = low;
    if (high <= low || !fit_width(&probe))
        return 0;
    while (high - low > 0.01f) {
        probe.size = (low + high) / 2;
        *(fit_width(&probe) ? &low : &high) = probe.size;
    }
    return floorf(low * POINTS * 10) / 10 / POINTS;
}

/* Would the words fit with rows and columns exchanged? */
static bool would_fit_turned(const FigureFrame *frame)
{
    Arena *arena = &frame->list->arena;
    FigurePart *parts = ARENA_ARRAY(arena, FigurePart, (size_t)frame->part_count);
    FigureFrame probe = *frame;
    for (int i = 0; i < frame->part_count; i++) {
        const MatrixStack *stack = frame->parts[i].stack;
        MatrixStack *turned = ARENA_NEW(arena, MatrixStack);
        *turned = *stack;
        turned->rows = stack->columns, turned->columns = stack->rows;
        turned->source = stack->target, turned->target = stack->source;
        parts[i] = frame->parts[i];
        parts[i].stack = turned;
    }
    probe.parts = parts;
    probe = frame_panel(&probe, 0);
    return !frame->look->glosses && (fit_width(&probe) || (frame->look->size <= 0 && size_that_fits(&probe) > 0));
}

static bool fit_page(FigureFrame *frame, Error *error)
{
    const FigureLook *look = frame->look;
    frame->size = look->size > 0 ? look->size : FIGURE_TYPE;
    if (fit_width(frame))
        return true;
    int columns = frame->columns->cells;
    float smaller = size_that_fits(frame);
    if (smaller > 0 && look->size <= 0) {
        frame->size = smaller;
        frame->report->smaller = true;
        return fit_width(frame);
    }
    Arena *arena = &frame->list->arena;
    const char *turned = !would_fit_turned(frame) ? ""
                         : look->turned           ? "; without --transpose they would fit"
                                                  : "; turned by --transpose they would fit";
    const char *other = smaller > 0 ? arena_printf(arena, ", or type of %.1f pt", (double)(smaller * POINTS)) : "";
    return error_set(
        error, ERROR_USAGE,
        "%.1f mm is too narrow for %d column(s) with words of %.3g pt%s: it takes %.0f mm%s, fewer columns "
        "or --no-labels%s",
        (double)(look->width * MM), columns, (double)(frame->size * POINTS),
        look->angle >= 0 ? arena_printf(arena, " at %d degrees", look->angle) : "",
        (double)ceilf(width_needed(frame) * MM), other, turned);
}

/* Without a width: cells by their number, type by the cells. */
static void lay_free(FigureFrame *frame)
{
    const FigureLook *look = frame->look;
    frame_arrange(frame, look->across > 0 ? look->across : natural_across(frame));
    int wide = frame_cells(frame->columns, frame->across), high = frame_cells(frame->lines, frame->down),
        larger = wide > high ? wide : high;
    float side = SIDE_MOST / (float)larger;
    float many = larger > 2048 ? POOL_MOST / (float)larger : side < 4 ? side : fminf(22, floorf(side));
    frame->w = look->cell > 0 ? look->cell : larger <= 14 ? 56 : larger <= 28 ? 36 : many;
    frame->size =
        look->size > 0 ? look->size : fmaxf(TYPE_TINY, fminf(TYPE_BODY, frame->w >= 19 ? TYPE_BODY : frame->w * 0.84f));
    measure_sides(frame, frame->across, false);
    static const int angles[] = {0, 45, 90};
    frame->angle = look->angle >= 0 ? look->angle : is_named(frame, false) ? 45 : 0;
    for (int i = 0; look->angle < 0 && i < 3; i++)
        if (words_fit(frame, angles[i])) {
            frame->angle = angles[i];
            break;
        }
    if (frame_may_have_axes(frame) && !frame_titles_fit(frame, false))
        measure_sides(frame, frame->across, true);
}

/* ---- heights ---- */

static float words_beyond(const FigureFrame *frame)
{
    float most = 0;
    for (int i = 0; i < frame->panels; i++) {
        FigureFrame panel = frame_panel(frame, i);
        Box cells = frame_matrix(frame, i);
        bool shown = frame_has_heads(frame, i) && (frame->part_count > 1 || i == frame->across - 1);
        for (int j = 0; shown && j < panel.stack->columns; j++)
            most = fmaxf(most, cells.x + frame->w * ((float)j + 0.5f) + frame_reach(&panel, j) - frame->right);
    }
    return most;
}

/* Cells share what the page leaves, where the words of the rows have room in it. */
static bool fill_height(FigureFrame *frame, float least, Error *error)
{
    const FigureLook *look = frame->look;
    float over = frame->bottom + frame_foot(frame) - look->height;
    float rows = (float)frame_cells(frame->lines, frame->down), high = frame->h - over / rows;
    least = fmaxf(least, LOWEST);
    if (high < least)
        return error_set(
            error, ERROR_USAGE,
            "%.1f mm is too low for %d row(s) with words of %.3g pt: it takes %.0f mm, fewer rows or --no-labels",
            (double)(look->height * MM), frame->lines->cells, (double)(frame->size * POINTS),
            (double)ceilf((look->height + (least - high) * rows) * MM));
    frame->h = high;
    frame_ends(frame);
    return true;
}

static bool lay_heights(FigureFrame *frame, Error *error)
{
    const FigureLook *look = frame->look;
    float em = frame->size;
    bool fixed = look->width > 0, many = frame->panels > 1;
    if (look->cell > 0 && fixed)
        frame->w = fminf(frame->w, look->cell);
    frame->h = fixed ? fminf(frame->w, CELL_MOST * em) : frame->w;
    float least = has_words(frame) && is_named(frame, true) && fixed ? 1.15f * em : 0;
    frame->h = fmaxf(frame->h, least);
    frame_measure_heads(frame);
    frame->title_h = many ? FRAME_LINE * em * (frame->axes ? 2 : 1) : 0;
    frame->row_gap = many ? (frame->axes ? 0 : frame->title_h) + em * 0.8f : 0;
    frame->top = frame->margin + (look->title ? em * 1.8f : 0) + (look->xlabel ? em * FRAME_LINE : 0) + frame->title_h
                 + frame->lines->words;
    frame_ends(frame);
    if (look->height > 0)
        return fill_height(frame, least, error);
    float over = frame->bottom + frame_foot(frame) - look->tall;
    float flat = frame->h - over / (float)frame_cells(frame->lines, frame->down);
    if (look->tall <= 0 || over <= 0 || flat < fmaxf(least, frame->w * FLATTEST))
        return true;
    frame->h = flat;
    frame_ends(frame);
    return true;
}

/* ---- the whole ---- */

static void draw_titles(const FigureFrame *frame)
{
    const FigureLook *look = frame->look;
    TextStyle bold = frame_style(frame, true), plain = frame_style(frame, false);
    float em = frame->size, middle = (frame->left + frame->right) / 2, y = frame->margin + em * 0.8f;
    float room = 2 * fminf(middle - frame->margin, frame->list->width - frame->margin - middle);
    plain.color = look->theme->text[ROLE_MUTED];
    if (look->title)
        frame_text(frame, bold, (Point){middle, y}, room, ALIGN_CENTER, 0, look->title);
    if (look->xlabel)
        frame_text(frame, plain, (Point){middle, y + (look->title ? em * 1.8f : 0)}, room, ALIGN_CENTER, 0,
                   look->xlabel);
    if (look->ylabel)
        frame_text(frame, plain, (Point){frame->margin + em * 0.85f, (frame->top + frame->bottom) / 2},
                   frame->bottom - frame->margin, ALIGN_CENTER, -1.57079633f, look->ylabel);
}

static void draw_panel(const FigureFrame *panel, int place)
{
    const FigureLook *look = panel->look;
    const MatrixStack *stack = panel->stack;
    Box cells = frame_matrix(panel, place);
    int matrix = panel->part_count > 1 ? 0 : place;
    const float *values = stack_matrix(stack, matrix / stack->heads, matrix % stack->heads);
    if (frame_has_heads(panel, place))
        frame_draw_columns(panel, cells);
    if (frame_has_sides(panel, place))
        frame_draw_rows(panel, cells);
    if (!look->blank)
        frame_draw_cells(panel, values, cells);
    if (!look->blank && look->told)
        frame_mark_matrix(panel, values, cells, place);
    if (look->apart)
        drawlist_mark(panel->list, cells, target_at(TARGET_HEAT, -1, -1, look->first + place), true,
                      frame_title(panel, place, false));
}

/* The long titles where all of them have room. */
static void draw_panels(const FigureFrame *frame)
{
    bool brief = !frame_titles_fit(frame, false);
    if (frame->axes)
        frame_draw_axes(frame);
    for (int i = 0; i < frame->panels; i++) {
        FigureFrame panel = frame_panel(frame, i);
        if (frame->panels > 1 && !frame->axes)
            frame_draw_title(&panel, frame_matrix(frame, i), i, brief);
        draw_panel(&panel, i);
    }
}

static void draw_caption(const FigureFrame *frame, const TextLines *lines, float y)
{
    TextStyle style = frame_style(frame, false);
    style.color = frame->look->theme->text[ROLE_MUTED];
    for (int i = 0; i < lines->count; i++)
        drawlist_text_at(frame->list, style, (Point){frame->margin, y + frame->size * (1 + FRAME_LINE * (float)i)},
                         ALIGN_LEFT, lines->lines[i]);
}

bool weights_figure(const MatrixStack *stack, const FigureLook *look, const Type *type, DrawList *list,
                    FigureReport *report, Error *error)
{
    return weights_figures(&(FigurePart){.stack = stack}, 1, look, type, list, report, error);
}

bool weights_figures(const FigurePart *parts, int count, const FigureLook *look, const Type *type, DrawList *list,
                     FigureReport *report, Error *error)
{
    *report = (FigureReport){0};
    drawlist_reset(list, type, look->width, 0, look->ground);
    drawlist_be_readable(list, look->theme);
    FigureFrame frame = {.parts = parts, .part_count = count, .look = look, .list = list, .report = report};
    frame_begin(&frame);
    if (look->arcs) {
        if (!frame_arcs(&frame, error))
            return false;
    } else {
        if (look->width <= 0)
            lay_free(&frame);
        else if (!fit_page(&frame, error))
            return false;
        if (!lay_heights(&frame, error))
            return false;
        float beyond = fmaxf(frame.bar_w, words_beyond(&frame));
        list->width = look->width > 0 ? look->width : ceilf(frame.right + beyond + frame.margin);
        draw_panels(&frame);
    }
    draw_titles(&frame);
    if (look->bar != BAR_NONE && !look->arcs)
        frame_draw_bar(&frame);
    TextLines lines;
    frame_caption(&frame, &lines);
    float high = frame.bottom + frame_foot(&frame);
    list->height = look->height > 0 ? look->height : high;
    draw_caption(&frame, &lines, list->height - frame.margin - (float)lines.count * FRAME_LINE * frame.size);
    if (look->width <= 0)
        list->height = ceilf(list->height);
    report->size = frame.size;
    return true;
}
