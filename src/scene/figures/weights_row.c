#include "scene/figures/weights_row.h"

#include "scene/kit/strokes.h"
#include "words/course_words.h"
#include "words/explain_words.h"

#include <math.h>

#define MARGIN 24.0f
#define LINE   21.0f
#define BUTTON 36.0f
#define NARROW 720.0f  /* px: the text stands under the buttons */
#define WIDE   1300.0f /* one line is enough */

int weights_row(const WeightsWindow *view)
{
    return view->row <= view->stack->rows ? view->row : 0;
}

/* ---- in words and numbers ---- */

static const float *row_of(const WeightsWindow *view, int matrix)
{
    const MatrixStack *stack = view->stack;
    const float *values = stack_matrix(stack, matrix / stack->heads, matrix % stack->heads);
    return values + (size_t)(weights_row(view) - 1) * (size_t)stack->columns;
}

static const char *number(const WeightsWindow *view, double value, Arena *arena)
{
    return figure_number(view->least, view->most, value, arena);
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

/* The largest numbers; of the others how many they are, and what they add up to. */
static const char *terms_text(const WeightsWindow *view, const float *row, const StackRow *about, int terms,
                              Arena *arena)
{
    const MatrixStack *stack = view->stack;
    const char *text = "", *between = said(view->language, W_PIECE_BETWEEN);
    terms = terms < about->count ? terms : about->count;
    for (int i = 0; i < terms; i++) {
        int j = about->largest[i];
        Word word = stack->source ? W_WEIGHTS_TERM : W_WEIGHTS_COLUMN_TERM;
        const char *term = arena_printf(arena, said(view->language, word), stack_word(stack, false, j, arena),
                                        number(view, (double)row[j], arena));
        text = arena_printf(arena, "%s%s%s", text, i ? between : "", term);
    }
    int others = stack->columns - terms;
    if (others == 0)
        return text;
    const char *rest = number(view, sum_beyond(row, stack->columns, about, terms), arena);
    return arena_printf(arena, "%s%s%s", text, between,
                        arena_printf(arena, said(view->language, W_WEIGHTS_OTHERS), others, rest));
}

char *weights_row_text(const WeightsWindow *view, int matrix, int terms, Arena *arena)
{
    const float *row = row_of(view, matrix);
    StackRow about;
    stack_row(row, view->stack->columns, &about);
    const char *name = figure_row_name(view->stack, weights_row(view), view->language, arena);
    const char *list = terms_text(view, row, &about, terms, arena);
    if (isnan(about.entropy))
        return arena_printf(arena, said(view->language, W_WEIGHTS_SUM), name, list, number(view, about.sum, arena));
    return arena_printf(arena, said(view->language, W_WEIGHTS_SUM_AND_ENTROPY), name, list,
                        number_text(arena, about.sum, 2, false), number_text(arena, about.entropy, 2, false));
}

/* Of the matrix that is alone, or else that is pointed at. */
static int matrix_told(const WeightsWindow *view)
{
    Target target = view->hover.kind == TARGET_HEAT ? view->hover : view->focus;
    bool map = target.kind == TARGET_HEAT && target.a < 0 && target.c < view->stack->layers * view->stack->heads;
    return view->matrix >= 0 ? view->matrix : map ? target.c : -1;
}

static const char *band_text(const WeightsWindow *view, int terms, Arena *arena)
{
    int row = weights_row(view), matrix = matrix_told(view);
    if (row == 0)
        return said(view->language, W_WEIGHTS_ROW_HINT);
    if (matrix < 0)
        return arena_printf(arena, said(view->language, W_WEIGHTS_ROW_OF_ALL),
                            figure_row_name(view->stack, row, view->language, arena));
    const char *text = weights_row_text(view, matrix, terms, arena);
    if (view->names[1]) /* of one file, so that there is room for it */
        text = arena_printf(arena, "%s · %s", view->names[view->stack == view->tabs[view->tab].of[1]], text);
    if (view->matrix >= 0)
        return text;
    return arena_printf(arena, "%s · %s", figure_matrix_name(view->stack, matrix, view->language, arena), text);
}

const char *weights_row_told(const WeightsWindow *view, Arena *arena)
{
    return band_text(view, STACK_LARGEST, arena);
}

/* With as many terms as there is room for. */
static void draw_text(const WeightsWindow *view, DrawList *list, Box box)
{
    int most = (int)(box.h / LINE);
    TextStyle style = {FACE_SANS, 15, view->theme->text[weights_row(view) ? ROLE_INK : ROLE_MUTED], 0};
    TextLines lines = {0};
    for (int terms = STACK_LARGEST; terms > 0; terms--) {
        lines = text_break(&list->arena, list->type, style, slice_of(band_text(view, terms, &list->arena)), box.w);
        if (lines.count <= most)
            break;
    }
    int count = lines.count < most ? lines.count : most;
    for (int i = 0; i < count; i++) {
        Box line = {box.x, box.y + (box.h - LINE * (float)count) / 2 + LINE * (float)i, box.w, LINE};
        drawlist_text(list, style, line, ALIGN_LEFT, lines.lines[i]);
    }
}

/* ---- from word to word ---- */

static Target control(WeightsButton which)
{
    return (Target){TARGET_CONTROL, (int16_t)which, 0, 0};
}

/* What is pressed at the box, after it is drawn. */
static void press(const WeightsWindow *view, DrawList *list, Box box, WeightsButton which, Word name)
{
    if (target_equal(view->focus, control(which)))
        drawlist_box(list, box, 8, kit_ring(view->theme));
    drawlist_mark(list, box, control(which), true, said(view->language, name));
}

static bool is_lit(const WeightsWindow *view, WeightsButton which)
{
    return target_equal(view->hover, control(which)) || target_equal(view->focus, control(which));
}

/* A triangle against a bar, as beside the main window's timeline. */
static void draw_skip(const WeightsWindow *view, DrawList *list, Box box, float way)
{
    WeightsButton which = way > 0 ? WEIGHTS_WORD_ON : WEIGHTS_WORD_BACK;
    Painter painter = {.theme = view->theme, .list = list};
    Point at = box_middle(box);
    Color color = view->theme->text[is_lit(view, which) ? ROLE_INK : ROLE_MUTED];
    kit_triangle(&painter, (Point){at.x - 5 * way, at.y - 6}, (Point){at.x + 4 * way, at.y},
                 (Point){at.x - 5 * way, at.y + 6}, color);
    drawlist_box(list, (Box){at.x + 5 * way - 1, at.y - 6, 2, 12}, 1, paint_fill(color));
    press(view, list, box, which, way > 0 ? W_WEIGHTS_WORD_ON : W_WEIGHTS_WORD_BACK);
}

static void draw_play(const WeightsWindow *view, DrawList *list, Box box)
{
    const Theme *theme = view->theme;
    Painter painter = {.theme = theme, .list = list};
    Point at = box_middle(box);
    Color fill = color_mix(theme->button, theme->panel, is_lit(view, WEIGHTS_PLAY) ? 0.15f : 0);
    drawlist_box(list, box_inset(box, 1, 1), 17, paint_fill(fill));
    if (view->playing)
        for (int i = 0; i < 2; i++)
            drawlist_box(list, (Box){at.x - 6 + 8 * (float)i, at.y - 7, 4, 14}, 1, paint_fill(theme->button_text));
    else
        kit_triangle(&painter, (Point){at.x - 5, at.y - 8}, (Point){at.x + 9, at.y}, (Point){at.x - 5, at.y + 8},
                     theme->button_text);
    press(view, list, box, WEIGHTS_PLAY, W_WEIGHTS_WORD_PLAY);
}

/* Back to all of them. Returns where it begins. */
static float draw_all(const WeightsWindow *view, DrawList *list, float right, float y)
{
    if (weights_row(view) == 0)
        return right;
    TextStyle style = {FACE_SANS, 15, view->theme->text[ROLE_INK], 0};
    Slice name = slice_of(said(view->language, W_WEIGHTS_ALL_ROWS));
    float width = text_width(list->type, style, name) + 28;
    Box box = {right - width, y, width, BUTTON};
    if (is_lit(view, WEIGHTS_ALL_ROWS))
        drawlist_box(list, box, 8, paint_fill(view->theme->faint));
    drawlist_text(list, style, box, ALIGN_CENTER, name);
    press(view, list, box, WEIGHTS_ALL_ROWS, W_WEIGHTS_ALL_ROWS);
    return box.x;
}

static bool is_narrow(const WeightsWindow *view)
{
    return view->width < NARROW;
}

/* px of the row's text; there is a line more under it. Where all are seen maps need the room more. */
static float text_height(const WeightsWindow *view)
{
    return is_narrow(view) || (view->width < WIDE && view->matrix >= 0) ? 2 * LINE : LINE;
}

/* px of the buttons, and of the text where it stands beside them. */
static float buttons_height(const WeightsWindow *view)
{
    return is_narrow(view) ? BUTTON + 16 : text_height(view) + LINE + 14;
}

float weights_row_height(const WeightsWindow *view)
{
    return buttons_height(view) + (is_narrow(view) ? text_height(view) + LINE + 8 : 0);
}

Box weights_row_band(const WeightsWindow *view, DrawList *list, Box band)
{
    drawlist_box(list, band, 0, paint_fill(view->theme->panel));
    drawlist_box(list, (Box){band.x, band.y, band.w, 1}, 0, paint_fill(view->theme->hairline));
    float x = band.x + MARGIN - 8, high = buttons_height(view), y = band.y + (high - BUTTON) / 2;
    draw_skip(view, list, (Box){x, y, BUTTON, BUTTON}, -1);
    draw_play(view, list, (Box){x += BUTTON + 4, y, BUTTON, BUTTON});
    draw_skip(view, list, (Box){x += BUTTON + 4, y, BUTTON, BUTTON}, 1);
    x += BUTTON + 12;
    float right = draw_all(view, list, band.x + band.w - 12, y);
    Box text = {x, band.y + 7, right - 12 - x, text_height(view)};
    if (is_narrow(view))
        text = (Box){band.x + MARGIN, band.y + high, band.w - 2 * MARGIN, text_height(view)};
    draw_text(view, list, text);
    return (Box){text.x, text.y + text.h, text.w, LINE};
}
