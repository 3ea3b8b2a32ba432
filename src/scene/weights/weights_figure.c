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

static int matrices(const MatrixStack *stack)
{
    return stack->layers * stack->heads;
}

Box frame_matrix(const FigureFrame *frame, int place)
{
    float wide = frame->w * (float)frame->stack->columns, high = frame->h * (float)frame->stack->rows;
    int column = place % frame->across, row = place / frame->across;
    return (Box){frame->left + (float)column * (wide + frame->gap), frame->top + (float)row * (high + frame->row_gap),
                 wide, high};
}

/* ---- widths ---- */

static bool has_words(const FigureFrame *frame)
{
    return !frame->look->bare;
}

/* What stands beside the cells, with type of the frame's size. */
static void measure_sides(FigureFrame *frame)
{
    const FigureLook *look = frame->look;
    float em = frame->size;
    frame->margin = look->width > 0 ? em * MARGIN_WIDTH : MARGIN;
    frame->side_w = has_words(frame) ? frame_longest(frame, true) : 0;
    frame->gap = matrices(frame->stack) > 1 ? em * 0.9f : 0;
    frame->left = frame->margin + (look->ylabel ? em * 1.6f : 0) + (has_words(frame) ? frame->side_w + em * 0.5f : 0);
    float number = fmaxf(frame_width(frame, frame_bar_number(frame, (double)look->most)),
                         frame_width(frame, frame_bar_number(frame, (double)look->least)));
    frame->bar_w = look->bar == BAR_RIGHT && !look->arcs ? em * 2 + number : 0;
}

/* px that the cells of `across` matrices side by side leave each column, in a page of the look's width. */
static float column_room(const FigureFrame *frame)
{
    const MatrixStack *stack = frame->stack;
    float end = frame->look->width - frame->margin, gaps = frame->gap * (float)(frame->across - 1);
    float columns = (float)(frame->across * stack->columns);
    float room = (end - frame->bar_w - frame->left - gaps) / columns;
    int first = stack->source ? 0 : stack->columns - 1; /* of numbers none reaches as far as the last */
    for (int j = first; has_words(frame) && j < stack->columns;
         j++) { /* words of the last matrix reach beyond their column */
        float before = columns - (float)stack->columns + (float)j + 0.5f;
        room = fminf(room, (end - frame->left - gaps - frame_reach(frame, j)) / before);
    }
    return room;
}

static bool try_angle(FigureFrame *frame, int angle)
{
    frame->angle = angle;
    frame->w = column_room(frame);
    return frame->w > 0 && (!has_words(frame) || frame_words_fit(frame, angle, frame->w));
}

/* Numbers may be left out between others; words may not. */
static bool may_thin(const FigureFrame *frame)
{
    return !has_words(frame) || !frame->stack->source;
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
static int natural_across(const MatrixStack *stack)
{
    int count = matrices(stack), square = (int)ceilf(sqrtf((float)count));
    if (stack->layers > 1 && stack->heads > 1)
        return stack->heads;
    for (int across = square; across < 2 * square; across++)
        if (count % across == 0)
            return across;
    return count <= 4 ? count : square;
}

bool figure_across(const MatrixStack *stack, int across)
{
    return stack->layers > 1 && stack->heads > 1 ? stack->heads % across == 0 : across <= matrices(stack);
}

static bool fit_width(FigureFrame *frame)
{
    measure_sides(frame);
    for (frame->across = natural_across(frame->stack); frame->across > 0; frame->across--)
        if (try_angles(frame))
            return true;
    frame->across = 1;
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
    MatrixStack turned = *frame->stack;
    FigureFrame probe = *frame;
    probe.stack = &turned;
    turned.rows = frame->stack->columns, turned.columns = frame->stack->rows;
    turned.source = frame->stack->target, turned.target = frame->stack->source;
    return !frame->look->glosses && (fit_width(&probe) || (frame->look->size <= 0 && size_that_fits(&probe) > 0));
}

static bool fit_page(FigureFrame *frame, Error *error)
{
    const FigureLook *look = frame->look;
    frame->size = look->size > 0 ? look->size : FIGURE_TYPE;
    if (fit_width(frame))
        return true;
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
        (double)(look->width * MM), frame->stack->columns, (double)(frame->size * POINTS),
        look->angle >= 0 ? arena_printf(arena, " at %d degrees", look->angle) : "",
        (double)ceilf(width_needed(frame) * MM), other, turned);
}

/* Without a width: cells by their number, type by the cells. */
static void lay_free(FigureFrame *frame)
{
    const MatrixStack *stack = frame->stack;
    const FigureLook *look = frame->look;
    frame->across = look->across > 0 ? look->across : natural_across(stack);
    frame->down = (matrices(stack) + frame->across - 1) / frame->across;
    int wide = frame->across * stack->columns, high = frame->down * stack->rows, larger = wide > high ? wide : high;
    float side = SIDE_MOST / (float)larger;
    float many = larger > 2048 ? POOL_MOST / (float)larger : side < 4 ? side : fminf(22, floorf(side));
    frame->w = look->cell > 0 ? look->cell : larger <= 14 ? 56 : larger <= 28 ? 36 : many;
    frame->size =
        look->size > 0 ? look->size : fmaxf(TYPE_TINY, fminf(TYPE_BODY, frame->w >= 19 ? TYPE_BODY : frame->w * 0.84f));
    measure_sides(frame);
    static const int angles[] = {0, 45, 90};
    frame->angle = look->angle >= 0 ? look->angle : stack->source ? 45 : 0;
    for (int i = 0; look->angle < 0 && i < 3; i++)
        if (frame_words_fit(frame, angles[i], frame->w)) {
            frame->angle = angles[i];
            break;
        }
}

/* ---- heights ---- */

static float words_beyond(const FigureFrame *frame)
{
    float most = 0;
    for (int j = 0; has_words(frame) && j < frame->stack->columns; j++)
        most = fmaxf(most, frame_reach(frame, j) - frame->w * ((float)(frame->stack->columns - j) - 0.5f));
    return most;
}

static void place_cells(FigureFrame *frame)
{
    Box last = frame_matrix(frame, frame->across - 1), lowest = frame_matrix(frame, (frame->down - 1) * frame->across);
    frame->right = last.x + last.w;
    frame->bottom = lowest.y + lowest.h;
}

/* Cells share what the page leaves, where the words of the rows have room in it. */
static bool fill_height(FigureFrame *frame, float least, Error *error)
{
    const FigureLook *look = frame->look;
    float over = frame->bottom + frame_foot(frame) - look->height;
    float rows = (float)(frame->down * frame->stack->rows), high = frame->h - over / rows;
    least = fmaxf(least, LOWEST);
    if (high < least)
        return error_set(
            error, ERROR_USAGE,
            "%.1f mm is too low for %d row(s) with words of %.3g pt: it takes %.0f mm, fewer rows or --no-labels",
            (double)(look->height * MM), frame->stack->rows, (double)(frame->size * POINTS),
            (double)ceilf((look->height + (least - high) * rows) * MM));
    frame->h = high;
    place_cells(frame);
    return true;
}

static bool lay_heights(FigureFrame *frame, Error *error)
{
    const FigureLook *look = frame->look;
    const MatrixStack *stack = frame->stack;
    float em = frame->size;
    frame->down = (matrices(stack) + frame->across - 1) / frame->across;
    bool fixed = look->width > 0, many = matrices(stack) > 1;
    if (look->cell > 0 && fixed)
        frame->w = fminf(frame->w, look->cell);
    frame->h = fixed ? fminf(frame->w, CELL_MOST * em) : frame->w;
    float least = has_words(frame) && stack->target && fixed ? 1.15f * em : 0;
    frame->h = fmaxf(frame->h, least);
    frame->head_h = has_words(frame) ? frame_head(frame) : em * 0.3f;
    frame->title_h = many ? FRAME_LINE * em : 0;
    frame->row_gap = many ? frame->title_h + em * 0.8f : 0;
    frame->top = frame->margin + (look->title ? em * 1.8f : 0) + (look->xlabel ? em * FRAME_LINE : 0) + frame->title_h
                 + frame->head_h;
    place_cells(frame);
    if (look->height > 0)
        return fill_height(frame, least, error);
    float over = frame->bottom + frame_foot(frame) - look->tall;
    float flat = frame->h - over / (float)(frame->down * stack->rows);
    if (look->tall <= 0 || over <= 0 || flat < fmaxf(least, frame->w * FLATTEST))
        return true;
    frame->h = flat;
    place_cells(frame);
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

/* The long titles where all of them have room. */
static void draw_matrices(const FigureFrame *frame)
{
    const MatrixStack *stack = frame->stack;
    int count = matrices(stack);
    TextStyle style = frame_style(frame, true);
    float wide = frame->w * (float)stack->columns + frame->gap * 0.8f;
    bool brief = false;
    for (int i = 0; i < count; i++)
        brief |= text_width(frame->list->type, style, slice_of(frame_title(frame, i, false))) > wide;
    for (int i = 0; i < count; i++) {
        Box cells = frame_matrix(frame, i);
        bool top = i < frame->across;
        if (count > 1) {
            float over = cells.y - frame->size * 0.5f - (top && has_words(frame) ? frame->head_h : 0);
            frame_text(frame, style, (Point){cells.x + cells.w / 2, over}, wide, ALIGN_CENTER, 0,
                       frame_title(frame, i, brief));
        }
        if (has_words(frame) && top)
            frame_draw_columns(frame, cells);
        if (has_words(frame) && i % frame->across == 0)
            frame_draw_rows(frame, cells);
        const float *values = stack_matrix(stack, i / stack->heads, i % stack->heads);
        if (!frame->look->blank)
            frame_draw_cells(frame, values, cells);
        if (!frame->look->blank && frame->look->told)
            frame_mark_matrix(frame, values, cells, i);
        if (frame->look->apart)
            drawlist_mark(frame->list, cells, target_at(TARGET_HEAT, -1, -1, frame->look->first + i), true,
                          frame_title(frame, i, false));
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
    *report = (FigureReport){0};
    drawlist_reset(list, type, look->width, 0, look->ground);
    drawlist_be_readable(list, look->theme);
    FigureFrame frame = {.stack = stack, .look = look, .list = list, .report = report};
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
        draw_matrices(&frame);
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
