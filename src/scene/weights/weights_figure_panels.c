/* The matrices of the figure as panels of a grid: where each stands, and what stands over it. */
#include "base/clamp.h"
#include "scene/weights/figure_frame.h"
#include "words/course_words.h"
#include "words/figures_words.h"

#include <math.h>
#include <string.h>

#define HEADS_GAP   0.9f  /* em between the heads of one file, */
#define PARTS_GAP   1.6f  /* and between files */
#define TITLE_REACH 0.15f /* em that a title goes beyond its panel */
#define AXIS_GAP    0.5f  /* em between the number of a layer and what follows, */
#define HEADS_APART 0.3f  /* between those of two heads, */
#define LINE_PITCH  1.12f /* and from layer to layer */

void frame_begin(FigureFrame *frame)
{
    Arena *arena = &frame->list->arena;
    for (int i = 0; i < frame->part_count; i++) {
        frame->panels += stack_matrices(frame->parts[i].stack);
        frame->cells += stack_count(frame->parts[i].stack);
    }
    frame->columns = ARENA_ARRAY(arena, FigureSpan, (size_t)frame->panels);
    frame->lines = ARENA_ARRAY(arena, FigureSpan, (size_t)frame->panels);
    frame->across = frame->down = 1;
    *frame = frame_panel(frame, 0);
}

FigureFrame frame_panel(const FigureFrame *frame, int place)
{
    FigureFrame panel = *frame;
    panel.part = &frame->parts[frame->part_count > 1 ? place : 0];
    panel.stack = panel.part->stack;
    panel.side_w = fmaxf(0, frame->columns[place % frame->across].words - 0.5f * frame->size);
    return panel;
}

bool frame_has_heads(const FigureFrame *frame, int place)
{
    return !frame->look->bare && (frame->part_count > 1 || place < frame->across);
}

bool frame_has_sides(const FigureFrame *frame, int place)
{
    return !frame->look->bare && (frame->part_count > 1 || place % frame->across == 0);
}

/* ---- where they stand ---- */

void frame_arrange(FigureFrame *frame, int across)
{
    frame->across = across;
    frame->down = (frame->panels + across - 1) / across;
    frame->gap = frame->panels > 1 ? frame->size * (frame->part_count > 1 ? PARTS_GAP : HEADS_GAP) : 0;
    memset(frame->columns, 0, (size_t)frame->panels * sizeof *frame->columns);
    memset(frame->lines, 0, (size_t)frame->panels * sizeof *frame->lines);
    for (int place = 0; place < frame->panels; place++) {
        FigureFrame panel = frame_panel(frame, place);
        FigureSpan *column = &frame->columns[place % across], *line = &frame->lines[place / across];
        column->cells = int_most(column->cells, panel.stack->columns);
        line->cells = int_most(line->cells, panel.stack->rows);
        if (frame_has_sides(frame, place) && (frame->part_count > 1 || place == 0))
            column->words = fmaxf(column->words, frame_longest(&panel, true) + frame->size * 0.5f);
    }
}

void frame_measure_heads(FigureFrame *frame)
{
    if (frame->look->bare)
        frame->lines->words = frame->size * 0.3f;
    for (int place = 0; place < frame->panels; place++) {
        FigureFrame panel = frame_panel(frame, place);
        FigureSpan *line = &frame->lines[place / frame->across];
        if (frame_has_heads(frame, place) && (frame->part_count > 1 || place == 0))
            line->words = fmaxf(line->words, frame_head(&panel));
    }
}

int frame_cells(const FigureSpan *spans, int count)
{
    int cells = 0;
    for (int i = 0; i < count; i++)
        cells += spans[i].cells;
    return cells;
}

float frame_along(const FigureSpan *spans, int to, float cell, float gap)
{
    float words = 0;
    for (int i = 1; i <= to; i++)
        words += spans[i].words;
    return cell * (float)frame_cells(spans, to) + gap * (float)to + words;
}

Box frame_matrix(const FigureFrame *frame, int place)
{
    FigureFrame panel = frame_panel(frame, place);
    return (Box){frame->left + frame_along(frame->columns, place % frame->across, frame->w, frame->gap),
                 frame->top + frame_along(frame->lines, place / frame->across, frame->h, frame->row_gap),
                 frame->w * (float)panel.stack->columns, frame->h * (float)panel.stack->rows};
}

void frame_ends(FigureFrame *frame)
{
    int column = frame->across - 1, line = frame->down - 1;
    frame->right = frame->left + frame_along(frame->columns, column, frame->w, frame->gap)
                   + frame->w * (float)frame->columns[column].cells;
    frame->bottom = frame->top + frame_along(frame->lines, line, frame->h, frame->row_gap)
                    + frame->h * (float)frame->lines[line].cells;
}

/* ---- what they are called ---- */

static char *print_name(const MatrixStack *stack, int matrix, const char *layer_and_head, const char *head_alone,
                        Arena *arena)
{
    int layer = stack->layer_names[matrix / stack->heads], head = stack->head_names[matrix % stack->heads];
    if (stack->layered && stack->headed)
        return arena_printf(arena, layer_and_head, layer, head);
    return arena_printf(arena, head_alone, head);
}

char *figure_matrix_name(const MatrixStack *stack, int matrix, Language language, Arena *arena)
{
    return print_name(stack, matrix, said(language, W_LAYER_AND_HEAD), said(language, W_HEAD_NUMBER), arena);
}

char *figure_letter(int place, Arena *arena)
{
    const char *letters = "";
    for (; place >= 0; place = place / 26 - 1)
        letters = arena_printf(arena, "%c%s", 'a' + place % 26, letters);
    return arena_printf(arena, "(%s)", letters);
}

const char *frame_title(const FigureFrame *frame, int place, bool brief)
{
    Arena *arena = &frame->list->arena;
    int matrix = frame->part_count > 1 ? 0 : place;
    const char *name = frame->part->titles ? frame->part->titles[matrix]
                       : brief             ? print_name(frame->stack, matrix, "%d.%d", "%d", arena)
                                           : figure_matrix_name(frame->stack, matrix, frame->look->language, arena);
    return frame->look->letters ? arena_printf(arena, "%s%s%s", figure_letter(place, arena), *name ? " " : "", name)
                                : name;
}

/* From where to where the title of a panel may go: over words beside the rows, too, which are its own, and as far as
 * the widest panel below or above it goes. */
static void title_room(const FigureFrame *panel, Box cells, int place, float *left, float *right)
{
    const FigureSpan *column = &panel->columns[place % panel->across];
    float words = panel->part_count > 1 ? column->words : 0, reach = panel->size * TITLE_REACH;
    *left = cells.x - words - reach;
    *right = cells.x + panel->w * (float)column->cells + reach;
}

bool frame_titles_fit(const FigureFrame *frame, bool brief)
{
    TextStyle style = frame_style(frame, true);
    bool fit = true;
    for (int i = 0; fit && frame->panels > 1 && i < frame->panels; i++) {
        FigureFrame panel = frame_panel(frame, i);
        float left, right;
        title_room(&panel, frame_matrix(frame, i), i, &left, &right);
        fit = text_width(frame->list->type, style, slice_of(frame_title(&panel, i, brief))) <= right - left;
    }
    return fit;
}

void frame_draw_title(const FigureFrame *panel, Box cells, int place, bool brief)
{
    TextStyle style = frame_style(panel, true);
    const char *title = frame_title(panel, place, brief);
    float left, right, y = cells.y - panel->size * 0.5f;
    title_room(panel, cells, place, &left, &right);
    float width = fminf(text_width(panel->list->type, style, slice_of(title)), right - left);
    float x = fmaxf(left + width / 2, fminf(cells.x + cells.w / 2, right - width / 2));
    if (!panel->look->bare)
        y -= panel->lines[place / panel->across].words;
    frame_text(panel, style, (Point){x, y}, right - left, ALIGN_CENTER, 0, title);
}

/* ---- many layers of many heads ---- */

/* On a page: in a window that scrolls each panel keeps its title. */
bool frame_may_have_axes(const FigureFrame *frame)
{
    const MatrixStack *stack = frame->stack;
    return frame->part_count == 1 && stack->layered && stack->layers > 1 && stack->heads > 1
           && frame->across == stack->heads && !frame->part->titles && !frame->look->letters && !frame->look->apart;
}

static const char *number_of(const FigureFrame *frame, const int *names, int i)
{
    return arena_printf(&frame->list->arena, "%d", names[i]);
}

static float widest_number(const FigureFrame *frame, const int *names, int count)
{
    float widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest,
                       text_width(frame->list->type, frame_style(frame, true), slice_of(number_of(frame, names, i))));
    return widest;
}

float frame_axes_width(const FigureFrame *frame)
{
    const MatrixStack *stack = frame->stack;
    return frame->axes ? widest_number(frame, stack->layer_names, stack->layers) + frame->size * (FRAME_LINE + AXIS_GAP)
                       : 0;
}

/* The number of each head over its column; where they are too close of each second, fifth, ... */
static void draw_heads(const FigureFrame *frame, TextStyle style, float y)
{
    const MatrixStack *stack = frame->stack;
    float needed = widest_number(frame, stack->head_names, stack->heads) + HEADS_APART * frame->size;
    int stride = frame_stride(frame->w * (float)stack->columns + frame->gap, needed);
    for (int i = 0; i < stack->heads; i += stride) {
        Box cells = frame_matrix(frame, i);
        drawlist_text_at(frame->list, style, (Point){cells.x + cells.w / 2, y}, ALIGN_CENTER,
                         slice_of(number_of(frame, stack->head_names, i)));
    }
    frame_text(frame, style, (Point){(frame->left + frame->right) / 2, y - frame->size * FRAME_LINE},
               frame->right - frame->left, ALIGN_CENTER, 0, said(frame->look->language, W_FIGURE_HEADS));
}

/* That of each layer beside its line, with its right end at x; behind `first` what they are. */
static void draw_layers(const FigureFrame *frame, TextStyle style, float first, float x)
{
    const MatrixStack *stack = frame->stack;
    float em = frame->size;
    int stride = frame_stride(frame->h * (float)stack->rows + frame->row_gap, LINE_PITCH * em);
    for (int i = 0; i < stack->layers; i += stride) {
        Box cells = frame_matrix(frame, i * frame->across);
        drawlist_text_at(frame->list, style, (Point){x, cells.y + cells.h / 2 + em * 0.36f}, ALIGN_RIGHT,
                         slice_of(number_of(frame, stack->layer_names, i)));
    }
    const char *name = said(frame->look->language, W_FIGURE_LAYERS);
    bool upright = text_width(frame->list->type, style, slice_of(name)) <= em * 1.2f; /* one letter, such as 层 */
    Point at = {first + em * (upright ? 0.6f : 0.85f), (frame->top + frame->bottom) / 2 + (upright ? em * 0.36f : 0)};
    frame_text(frame, style, at, frame->bottom - frame->top, ALIGN_CENTER, upright ? 0 : -1.57079633f, name);
}

void frame_draw_axes(const FigureFrame *frame)
{
    float em = frame->size, words = frame->columns->words;
    float over = frame->top - em * 0.5f - (frame->look->bare ? 0 : frame->lines->words);
    draw_heads(frame, frame_style(frame, true), over);
    draw_layers(frame, frame_style(frame, true), frame->left - words - frame_axes_width(frame),
                frame->left - words - em * AXIS_GAP);
}
