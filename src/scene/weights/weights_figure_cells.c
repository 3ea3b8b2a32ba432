/* The cells of the figure's matrices, what is written in them and framed, and the bar of colours. */
#include "base/clamp.h"
#include "base/digits.h"
#include "scene/kit/kit.h"
#include "scene/weights/figure_frame.h"
#include "words/course_words.h"

#include <math.h>
#include <stdlib.h>

#define IMAGE_MOST  2048 /* px of its side */
#define PIXELS_MOST 16e6 /* of all images of a figure */

static float raised(const FigureLook *look, float level)
{
    return look->gamma > 0 && look->gamma != 1 ? powf(clamp_unit(level), look->gamma) : level;
}

/* Where a value stands on the map: 0 .. 1. */
static float level(const FigureLook *look, float value)
{
    if (look->map != MAP_DIVERGING) {
        float range = look->most - look->least;
        return range > 0 ? raised(look, (value - look->least) / range) : 0;
    }
    float extent = fmaxf(look->most - look->center, look->center - look->least), from = value - look->center;
    return extent > 0 ? 0.5f + 0.5f * copysignf(raised(look, fabsf(from) / extent), from) : 0.5f;
}

static Color frame_color(const FigureLook *look, float value)
{
    return color_weight(look->theme, look->map, level(look, value));
}

static bool is_left_out(const FigureLook *look, float value)
{
    return fabsf(value) < look->threshold;
}

static Color cell_color(const FigureFrame *frame, float value, int t, int j)
{
    const FigureLook *look = frame->look;
    bool out = is_left_out(look, value) || stack_hides(frame->stack, t, j);
    Color color = out ? look->theme->faint : frame_color(look, value);
    return frame_stands_back(frame, t) ? color_mix(look->theme->paper, color, FRAME_FADED) : color;
}

/* ---- numbers ---- */

/* `bounds`: a share that is not quite nothing or all is "<0.01" or ">0.99". */
static const char *number(const FigureFrame *frame, double value, bool bounds)
{
    int digits = frame->look->digits >= 0 ? frame->look->digits : 2;
    Arena *arena = &frame->list->arena;
    return bounds ? share_text(arena, value, digits) : number_text(arena, value, digits, frame->look->signs);
}

/* px of the line around a cell. */
static float frame_line_width(const FigureFrame *frame)
{
    return fmaxf(0.6f, fminf(1.5f, fminf(frame->w, frame->h) * 0.07f));
}

/* px from a cell's edge to the middle of the line of gold, which is inside that around the largest number. */
static float gold_inset(const FigureFrame *frame)
{
    return 0.5f + 1.2f * frame_line_width(frame);
}

/* px between a cell's edge and its number. */
static float number_inset(const FigureFrame *frame)
{
    float line = gold_inset(frame) + frame_line_width(frame) / 2;
    for (int i = 0; i < frame->part_count; i++)
        if (frame->parts[i].gold_count > 0)
            return line + 0.6f;
    return 2;
}

/* px that one number of so many figures may be wider than another, in a font whose figures differ. */
static float figures_differ(const FigureFrame *frame, int figures)
{
    float widest = 0, least = INFINITY;
    for (char figure[2] = "0"; figure[0] <= '9'; figure[0]++) {
        float width = frame_width(frame, figure);
        widest = fmaxf(widest, width);
        least = fminf(least, width);
    }
    return (widest - least) * (float)figures;
}

/* The size at which every number of a matrix fits its cell; 0: none does. */
static float number_size(const FigureFrame *frame, bool bounds)
{
    const FigureLook *look = frame->look;
    if (look->digits == DIGITS_NONE)
        return 0;
    float widest = bounds ? frame_width(frame, number(frame, 1e-9, true)) : 0;
    widest = fmaxf(widest, frame_width(frame, number(frame, (double)look->least, false)));
    widest = fmaxf(widest, frame_width(frame, number(frame, (double)look->most, false)));
    widest = (widest + figures_differ(frame, 1 + (look->digits >= 0 ? look->digits : 2))) / frame->size;
    float size = fminf(frame->size, fminf((frame->w - 2 * number_inset(frame)) / widest, (frame->h - 2) / 1.1f));
    float least = look->width > 0 && look->digits == DIGITS_FIT ? frame->size : frame->size * 0.625f;
    return size < least - 0.01f ? 0 : size;
}

/* ---- cells ---- */

/* Of a block of cells the one that stands out most; NaN where all are blank. */
static float pool(const FigureFrame *frame, const float *values, int t, int j, int block)
{
    const MatrixStack *stack = frame->stack;
    float middle = frame->look->map == MAP_DIVERGING ? frame->look->center : frame->look->least, found = NAN;
    for (int row = t; row < t + block && row < stack->rows; row++)
        for (int column = j; column < j + block && column < stack->columns; column++) {
            float value = values[(size_t)row * (size_t)stack->columns + (size_t)column];
            if (isnan(found) || fabsf(value - middle) > fabsf(found - middle))
                found = value;
        }
    return found;
}

/* px of an image that a cell is wide, so that its edges stay sharp; fewer where all matrices together would
 * have too many. */
static int repeat_of(const FigureFrame *frame, int longer)
{
    int alone = IMAGE_MOST / longer, together = (int)sqrt(PIXELS_MOST / (double)frame->cells);
    return together < 1 ? 1 : alone < together ? alone : together;
}

/* 1 px a cell or more, or a block of very many. */
static const Image *make_image(const FigureFrame *frame, const float *values)
{
    const MatrixStack *stack = frame->stack;
    Arena *arena = &frame->list->arena;
    int longer = stack->rows > stack->columns ? stack->rows : stack->columns;
    int block = (longer + IMAGE_MOST - 1) / IMAGE_MOST, repeat = block > 1 ? 1 : repeat_of(frame, longer);
    int wide = (stack->columns + block - 1) / block * repeat, high = (stack->rows + block - 1) / block * repeat;
    uint32_t *pixels = ARENA_ARRAY(arena, uint32_t, (size_t)wide * (size_t)high), *to = pixels;
    for (int y = 0; y < high; y++)
        for (int x = 0; x < wide; x++) {
            float value = pool(frame, values, y / repeat * block, x / repeat * block, block);
            int row = block > 1 && y == (frame->look->row - 1) / block ? frame->look->row - 1 : y / repeat * block;
            Color color = cell_color(frame, value, row, x / repeat * block);
            *to++ = isnan(value) ? 0 : 0xFF000000u | (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
        }
    if (block > 1)
        frame->report->pooled = block;
    Image *image = ARENA_NEW(arena, Image);
    image_make(pixels, wide, high, arena, image);
    return image;
}

static Box cell_box_of(const FigureFrame *frame, Box cells, int t, int j, float inset)
{
    Box box = {cells.x + frame->w * (float)j, cells.y + frame->h * (float)t, frame->w, frame->h};
    return box_inset(box, inset, inset);
}

/* The place of the largest of numbers that stand `step` apart; -1: all are blank. */
static int largest_of(const float *first, int count, int step)
{
    int largest = -1;
    for (int i = 0; i < count; i++) {
        float value = first[(size_t)i * (size_t)step];
        if (largest < 0 ? !isnan(value) : value > first[(size_t)largest * (size_t)step])
            largest = i;
    }
    return largest;
}

/* Around the row that stands out. */
static void draw_row(const FigureFrame *frame, Box cells)
{
    int row = frame->look->row;
    float width = fmaxf(1, fminf(2.5f, frame->h * 0.12f));
    Box band = {cells.x, cells.y + frame->h * (float)(row - 1), cells.w, frame->h};
    if (row > 0)
        drawlist_box(frame->list, box_inset(band, -width / 2, -width / 2), fminf(4, frame->h * 0.2f),
                     paint_stroke(frame->look->theme->fill[ROLE_QUERY], width));
}

/* Of each word of the target: of rows, in a figure that is turned of columns. */
static void draw_maxima(const FigureFrame *frame, const float *values, Box cells, float width)
{
    int rows = frame->stack->rows, columns = frame->stack->columns;
    bool turned = frame->look->turned;
    for (int i = 0; i < (turned ? columns : rows); i++) {
        int largest = turned ? largest_of(values + i, rows, columns)
                             : largest_of(values + (size_t)i * (size_t)columns, columns, 1);
        Box box = cell_box_of(frame, cells, turned ? largest : i, turned ? i : largest, width / 2);
        if (largest >= 0)
            drawlist_box(frame->list, box, fminf(3, frame->w * 0.15f),
                         paint_stroke(frame->look->theme->fill[ROLE_QUERY], width));
    }
}

static void draw_frames(const FigureFrame *frame, const float *values, Box cells)
{
    const FigureLook *look = frame->look;
    float width = frame_line_width(frame);
    draw_row(frame, cells);
    if (look->maxima)
        draw_maxima(frame, values, cells, width);
    for (int i = 0; i < frame->part->gold_count; i++) {
        StackLink link = frame->part->gold[i];
        float value = values[(size_t)link.row * (size_t)frame->stack->columns + (size_t)link.column];
        Color ink = isnan(value) ? look->theme->text[ROLE_INK] : color_on(frame_color(look, value));
        Paint paint = paint_stroke(ink, width);
        if (frame->w >= 8)
            paint.dash = (link.possible ? 0.8f : 2.6f) * width, paint.gap = 2.2f * width;
        drawlist_box(frame->list, cell_box_of(frame, cells, link.row, link.column, gold_inset(frame)), 1, paint);
    }
}

/* ---- for a page where cells are pointed at ---- */

/* Each cell says both words and its number; of several matrices, which one it is of. */
static void mark_cells(const FigureFrame *frame, const float *values, Box cells, int place)
{
    int columns = frame->stack->columns, count = frame->stack->rows * columns;
    const char *of =
        frame->panels > 1 ? arena_printf(&frame->list->arena, "%s · ", frame_title(frame, place, false)) : "";
    for (int i = 0; i < count; i++) {
        int t = i / columns, j = i % columns;
        if (!isnan(values[i]))
            drawlist_mark(frame->list, cell_box_of(frame, cells, t, j, 0),
                          target_at(TARGET_HEAT, t, j, frame->look->first + place), false,
                          arena_printf(&frame->list->arena, "%s%s", of, frame_told(frame, t, j, values[i])));
    }
}

static bool is_image(const FigureFrame *frame)
{
    return frame->cells > FIGURE_CELLS;
}

void frame_mark_matrix(const FigureFrame *frame, const float *values, Box cells, int place)
{
    const MatrixStack *stack = frame->stack;
    const char *name = frame->panels > 1 ? frame_title(frame, place, false) : NULL;
    int best = largest_of(values, stack->rows * stack->columns, 1);
    if (is_image(frame) && best >= 0) { /* of so many cells the largest alone */
        const char *told = frame_told(frame, best / stack->columns, best % stack->columns, values[best]);
        const char *form = said(frame->look->language, W_FIGURE_LARGEST);
        const char *largest = arena_printf(&frame->list->arena, form, stack->rows, stack->columns, told);
        name = name ? arena_printf(&frame->list->arena, "%s · %s", name, largest) : largest;
    }
    if (name)
        drawlist_mark(frame->list, cells, target_at(TARGET_HEAT, -1, -1, frame->look->first + place), true, name);
    if (!is_image(frame))
        mark_cells(frame, values, cells, place);
}

/* ---- the matrix ---- */

/* A cell of row t behind the mask, as the view of self-attention has it. */
static void cross_out(const FigureFrame *frame, Box box, int t)
{
    float inset = fminf(box.w, box.h) / 8, there = frame_stands_back(frame, t) ? 0.4f * FRAME_FADED : 0.4f;
    if (inset >= 1)
        drawlist_segment(frame->list, (Point){box.x + inset, box.y + box.h - inset},
                         (Point){box.x + box.w - inset, box.y + inset},
                         paint_stroke(color_fade(frame->look->theme->text[ROLE_MUTED], there), fminf(1, inset / 2)));
}

void frame_draw_cells(const FigureFrame *frame, const float *values, Box cells)
{
    const FigureLook *look = frame->look;
    int rows = frame->stack->rows, columns = frame->stack->columns;
    if (is_image(frame)) {
        drawlist_image(frame->list, cells, make_image(frame, values));
        draw_frames(frame, values, cells);
        return;
    }
    float side = fminf(frame->w, frame->h), gap = side >= 24 ? 2 : side >= 12 ? 1 : side >= 6 ? 0.5f : 0;
    bool bounds = look->shares && look->digits != 0 && number_size(frame, true) > 0;
    float radius = gap >= 1 ? fminf(3, side * 0.1f) : 0, size = number_size(frame, bounds);
    TextStyle style = frame_style(frame, false);
    style.size = size;
    frame->report->numbers = size;
    for (int t = 0; t < rows; t++)
        for (int j = 0; j < columns; j++) {
            float value = values[(size_t)t * (size_t)columns + (size_t)j];
            if (isnan(value))
                continue;
            bool hidden = stack_hides(frame->stack, t, j), out = hidden || is_left_out(look, value);
            Color color = cell_color(frame, value, t, j);
            Box box = cell_box_of(frame, cells, t, j, gap / 2);
            if (gap == 0) /* over the seam of soft edges */
                box.w += j + 1 < columns ? 0.3f : 0, box.h += t + 1 < rows ? 0.3f : 0;
            drawlist_box(frame->list, box, radius, paint_fill(color));
            if (hidden)
                cross_out(frame, box, t);
            style.color = color_fade(color_on(color), frame_stands_back(frame, t) ? INK_DIMMED : 1);
            if (size > 0 && !out)
                drawlist_text_at(frame->list, style, (Point){box.x + box.w / 2, box.y + box.h / 2 + size * 0.36f},
                                 ALIGN_CENTER, slice_of(number(frame, (double)value, bounds)));
        }
    draw_frames(frame, values, cells);
}

/* ---- the bar ---- */

static float bar_value(const FigureLook *look, float share)
{
    return look->least + (look->most - look->least) * share;
}

static const char *three_digits(double value, Arena *arena)
{
    char digits[DIGITS_SIZE];
    digits_print(digits, fabs(value), 3);
    return arena_printf(arena, "%s%s", value < 0 && strtod(digits, NULL) > 0 ? "−" : "", digits);
}

const char *frame_bar_number(const FigureFrame *frame, double value)
{
    return three_digits(value, &frame->list->arena);
}

const char *figure_number(float least, float most, double value, Arena *arena)
{
    return least >= 0 && most <= 1 ? share_text(arena, value, 2) : three_digits(value, arena);
}

enum { BAR_STEPS = 64 };

static void draw_strips(const FigureFrame *frame, Box bar, bool across)
{
    float w = bar.w / BAR_STEPS, h = bar.h / BAR_STEPS;
    for (int i = 0; i < BAR_STEPS; i++) { /* each runs under the next: no seams between them */
        float x = bar.x + bar.w * (float)i / BAR_STEPS, y = bar.y + bar.h * (float)i / BAR_STEPS;
        float share = ((float)i + 0.5f) / BAR_STEPS;
        Box strip = across ? (Box){x, bar.y, fminf(2 * w, bar.x + bar.w - x), bar.h}
                           : (Box){bar.x, y, bar.w, fminf(2 * h, bar.y + bar.h - y)};
        Color color = frame_color(frame->look, bar_value(frame->look, across ? share : 1 - share));
        drawlist_box(frame->list, strip, 0, paint_fill(color));
    }
}

void frame_draw_bar(const FigureFrame *frame)
{
    const FigureLook *look = frame->look;
    float size = frame->size, ends[3] = {0, 1, (look->center - look->least) / (look->most - look->least)};
    bool inside = look->map == MAP_DIVERGING && ends[2] > 0.25f && ends[2] < 0.75f;
    TextStyle style = frame_style(frame, false);
    style.color = look->theme->text[ROLE_MUTED];
    bool below = look->bar == BAR_BELOW;
    float wide = fminf(frame->right - frame->left, fmaxf(9 * size, 0.4f * (frame->right - frame->left)));
    Box bar = below ? (Box){frame->right - fminf(wide, 14 * size), frame->bottom + 0.9f * size, fminf(wide, 14 * size),
                            0.6f * size}
                    : (Box){frame->right + 0.9f * size, frame->top, 0.7f * size,
                            fminf(frame->bottom - frame->top, 14 * size)};
    const char *texts[3];
    float wide_texts = size; /* px that they take side by side */
    for (int i = 0; i < 3; i++) {
        texts[i] = frame_bar_number(frame, (double)bar_value(look, ends[i]));
        wide_texts += frame_width(frame, texts[i]);
    }
    draw_strips(frame, bar, below);
    /* where the ends would run into each other the lower one is left out */
    bool narrow = below && bar.w < frame_width(frame, texts[0]) + frame_width(frame, texts[1]) + 0.3f * size;
    for (int i = narrow; i < (inside && (!below || wide_texts <= bar.w) ? 3 : 2); i++) {
        const char *text = texts[i];
        if (below) {
            Align align = i == 0 ? ALIGN_LEFT : i == 1 ? ALIGN_RIGHT : ALIGN_CENTER;
            drawlist_text_at(frame->list, style, (Point){bar.x + bar.w * ends[i], bar.y + bar.h + 1.15f * size}, align,
                             slice_of(text));
        } else {
            float y = bar.y + bar.h * (1 - ends[i]) + (i == 0 ? 0 : i == 1 ? 0.72f : 0.36f) * size;
            drawlist_text_at(frame->list, style, (Point){bar.x + bar.w + 0.4f * size, y}, ALIGN_LEFT, slice_of(text));
        }
    }
}
