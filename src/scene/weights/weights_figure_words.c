/* Words along the sides of the figure's matrices; where nobody named rows and columns, their numbers. */
#include "base/digits.h"
#include "scene/view/view.h"
#include "scene/weights/figure_frame.h"
#include "words/course_words.h"

#include <math.h>
#include <stdlib.h>

#define LEVEL_ROOM 0.5f  /* em between words that stand level */
#define TURN_PITCH 1.5f  /* em from word to word at 45 degrees, */
#define LINE_PITCH 1.12f /* and upright, or of rows */
#define SIDE_MOST  0.36f /* of the page's width, for the words beside rows */
#define HEAD_MOST  22.0f /* em of a word that rises */

#define GLOSS_SHARE 0.72f /* of the words' type: theirs is small on a page */
#define GLOSS_GAP   0.45f /* em between a word and its gloss */

#define PRESS_LEAST 3.0f /* px of a row that can be pressed */

static float radians(int degrees)
{
    return (float)degrees * 3.14159265f / 180;
}

/* That of a row or a column, or its number; the list's arena. */
static const char *frame_word(const FigureFrame *frame, bool target, int i)
{
    return stack_word(frame->stack, target, i, &frame->list->arena);
}

char *frame_told(const FigureFrame *frame, int t, int j, float value)
{
    char digits[DIGITS_SIZE];
    const char *row = frame_word(frame, true, t), *column = frame_word(frame, false, j);
    bool turned = frame->look->turned;
    digits_print(digits, (double)value, 4);
    return arena_printf(&frame->list->arena, "%s → %s: %s", turned ? row : column, turned ? column : row,
                        stack_hides(frame->stack, t, j) ? said(frame->look->language, W_WEIGHTS_MASKED) : digits);
}

static int closest(float pitch, float needed)
{
    return pitch < needed ? (int)ceilf(needed / pitch - 1e-3f) : 1;
}

int frame_stride(float pitch, float needed)
{
    static const int steps[] = {1, 2, 5};
    int stride = closest(pitch, needed);
    for (int power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (steps[i] * power >= stride)
                return steps[i] * power;
}

/* Of words each second, third, ... */
static int stride_of(const FigureFrame *frame, bool target, float pitch, float needed)
{
    bool named = (target ? frame->stack->target : frame->stack->source) != NULL;
    return (named ? closest : frame_stride)(pitch, needed);
}

/* The first number stands before the round ones where they leave it room. */
static bool is_shown(const FigureFrame *frame, bool target, int i, int stride, float pitch, float needed)
{
    bool named = (target ? frame->stack->target : frame->stack->source) != NULL;
    if (named || stride == 1)
        return i % stride == 0;
    return (i + 1) % stride == 0 || (i == 0 && (float)(stride - 1) * pitch >= needed);
}

static float most(const FigureFrame *frame, bool target)
{
    float width = frame->look->width;
    bool beside = target && !frame->look->arcs; /* of arcs both are over one another */
    return beside ? (width > 0 ? width * SIDE_MOST : 320) : HEAD_MOST * frame->size;
}

const char *const *figure_glosses(const MatrixStack *stack, const View *view, Arena *arena)
{
    const char **glosses = ARENA_ARRAY(arena, const char *, (size_t)stack->rows);
    for (int t = 0; t < stack->rows; t++)
        glosses[t] = view_gloss(view, stack_word(stack, true, t, arena));
    return glosses;
}

static TextStyle gloss_style(const FigureFrame *frame)
{
    TextStyle style = frame_style(frame, false);
    style.size *= GLOSS_SHARE;
    style.color = frame->look->theme->text[ROLE_MUTED];
    return style;
}

/* px that it takes beside the word of row t. */
static float gloss_width(const FigureFrame *frame, int t)
{
    const char *const *glosses = frame->look->arcs ? NULL : frame->look->glosses;
    return glosses && glosses[t]
               ? text_width(frame->list->type, gloss_style(frame), slice_of(glosses[t])) + GLOSS_GAP * frame->size
               : 0;
}

float frame_longest(const FigureFrame *frame, bool target)
{
    int count = target ? frame->stack->rows : frame->stack->columns;
    float longest = 0;
    bool named = (target ? frame->stack->target : frame->stack->source) != NULL;
    for (int i = named ? 0 : count - 1; i < count; i++)
        longest =
            fmaxf(longest, frame_width(frame, frame_word(frame, target, i)) + (target ? gloss_width(frame, i) : 0));
    return fminf(longest, most(frame, target));
}

float frame_reach(const FigureFrame *frame, int column)
{
    float width = fminf(frame_width(frame, frame_word(frame, false, column)), most(frame, false));
    return frame->angle == 0    ? width / 2
           : frame->angle == 90 ? frame->size * 0.5f
                                : width * cosf(radians(45)) + frame->size * 0.6f;
}

bool frame_words_fit(const FigureFrame *frame, int angle, float w)
{
    float size = frame->size;
    return angle == 0    ? frame_longest(frame, false) + LEVEL_ROOM * size <= w
           : angle == 45 ? TURN_PITCH * size <= w
                         : LINE_PITCH * size <= w;
}

float frame_head(const FigureFrame *frame)
{
    float longest = frame_longest(frame, false);
    return frame->angle == 0 ? frame->size * 1.5f
                             : longest * sinf(radians(frame->angle)) + frame->size * (frame->angle == 45 ? 1.2f : 0.7f);
}

void frame_text(const FigureFrame *frame, TextStyle style, Point at, float width, Align align, float angle,
                const char *text)
{
    Slice whole = slice_of(text), shown = whole;
    if (text_width(frame->list->type, style, whole) > width + 0.01f) {
        shown = drawlist_shorten(frame->list, style, whole, width);
        frame->report->cut = true;
    }
    if (angle != 0)
        drawlist_text_turned(frame->list, style, at, angle, align, shown);
    else
        drawlist_text_at(frame->list, style, at, align, shown);
}

static void underline(const FigureFrame *frame, Point at, float angle, Align align, float width)
{
    float below = frame->size * 0.22f, from = align == ALIGN_CENTER ? -width / 2 : align == ALIGN_RIGHT ? -width : 0;
    Point along = {cosf(angle), sinf(angle)}, down = {-sinf(angle) * below, cosf(angle) * below};
    Point start = {at.x + along.x * from + down.x, at.y + along.y * from + down.y};
    drawlist_segment(frame->list, start, (Point){start.x + along.x * width, start.y + along.y * width},
                     paint_stroke(frame->look->theme->fill[ROLE_MUTED], frame->size * 0.1f));
}

void frame_side_word(const FigureFrame *frame, TextStyle style, Point at, float width, Align align, float angle,
                     bool row, int i)
{
    const char *word = frame_word(frame, row, i);
    frame_text(frame, style, at, width, align, angle, word);
    if (frame->look->unknown && row == frame->look->turned && frame->look->unknown[i])
        underline(frame, at, angle, align, fminf(width, text_width(frame->list->type, style, slice_of(word))));
}

void frame_draw_columns(const FigureFrame *frame, Box cells)
{
    TextStyle style = frame_style(frame, false);
    float angle = -radians(frame->angle), size = frame->size;
    float needed = frame->angle == 0    ? frame_longest(frame, false) + LEVEL_ROOM * size
                   : frame->angle == 45 ? TURN_PITCH * size
                                        : LINE_PITCH * size;
    int stride = stride_of(frame, false, frame->w, needed);
    for (int j = 0; j < frame->stack->columns; j++) {
        if (!is_shown(frame, false, j, stride, frame->w, needed))
            continue;
        float x = cells.x + frame->w * ((float)j + 0.5f), y = cells.y - size * 0.5f;
        Align align = frame->angle == 0 ? ALIGN_CENTER : ALIGN_LEFT;
        x += frame->angle == 90 ? size * 0.35f : frame->angle == 45 ? size * 0.05f : 0;
        frame_side_word(frame, style, (Point){x, y}, most(frame, false), align, angle, false, j);
    }
}

static void draw_changed(const FigureFrame *frame, Point at)
{
    float radius = fminf(0.2f * frame->size, 0.4f * frame->h);
    drawlist_move(frame->list, at.x, at.y - radius);
    drawlist_line(frame->list, at.x + radius, at.y);
    drawlist_line(frame->list, at.x, at.y + radius);
    drawlist_line(frame->list, at.x - radius, at.y);
    drawlist_close(frame->list);
    drawlist_path_end(frame->list, paint_fill(frame->look->theme->text[ROLE_QUERY]));
}

TextStyle frame_row_style(const FigureFrame *frame, int row)
{
    const FigureLook *look = frame->look;
    bool end = frame->stack->target && stack_is_end(frame->stack->target[row]);
    Role role = look->row == row + 1 ? ROLE_QUERY : end || frame_stands_back(frame, row) ? ROLE_MUTED : ROLE_INK;
    TextStyle style = frame_style(frame, false);
    style.color = look->theme->text[role];
    return style;
}

char *figure_row_name(const MatrixStack *stack, int row, Language language, Arena *arena)
{
    if (!stack->target)
        return arena_printf(arena, said(language, W_WEIGHTS_ROW), row, stack->rows);
    return arena_printf(arena, said(language, W_WEIGHTS_WORD), row, stack->rows, stack->target[row - 1]);
}

/* Where its word is, to be pressed. */
static void frame_mark_row(const FigureFrame *frame, Box box, int row)
{
    const char *name = figure_row_name(frame->stack, row + 1, frame->look->language, &frame->list->arena);
    if (frame->look->chooses && box.h >= PRESS_LEAST)
        drawlist_mark(frame->list, box, (Target){TARGET_WORD, (int16_t)row, 0, 0}, false, name);
}

/* The word of the row that stands out is there in any case, and has room. */
static bool row_is_shown(const FigureFrame *frame, int t, int stride, float needed)
{
    int away = abs(t - (frame->look->row - 1));
    if (frame->look->row > 0 && (away == 0 || (float)away * frame->h < needed - 0.1f))
        return away == 0;
    return is_shown(frame, true, t, stride, frame->h, needed);
}

/* Left of the word, towards the reader, where the side has room for both. */
static void draw_gloss(const FigureFrame *frame, Point at, int t)
{
    float wide = gloss_width(frame, t), word = frame_width(frame, frame_word(frame, true, t));
    if (wide > 0 && word + wide <= frame->side_w + 0.01f)
        drawlist_text_at(frame->list, gloss_style(frame), (Point){at.x - word - GLOSS_GAP * frame->size, at.y},
                         ALIGN_RIGHT, slice_of(frame->look->glosses[t]));
}

void frame_draw_rows(const FigureFrame *frame, Box cells)
{
    float needed = LINE_PITCH * frame->size;
    int stride = stride_of(frame, true, frame->h, needed);
    for (int t = 0; t < frame->stack->rows; t++) {
        if (frame->look->changed && frame->look->changed[t])
            draw_changed(frame, (Point){cells.x - frame->size * 0.25f, cells.y + frame->h * ((float)t + 0.5f)});
        float left = cells.x - frame->side_w - frame->size * 0.5f;
        frame_mark_row(frame, (Box){left, cells.y + frame->h * (float)t, cells.x - left, frame->h}, t);
        if (!row_is_shown(frame, t, stride, needed))
            continue;
        Point at = {cells.x - frame->size * 0.5f, cells.y + frame->h * ((float)t + 0.5f) + frame->size * 0.36f};
        frame_side_word(frame, frame_row_style(frame, t), at, frame->side_w, ALIGN_RIGHT, 0, true, t);
        draw_gloss(frame, at, t);
    }
}

/* ---- below the cells ---- */

int frame_caption(const FigureFrame *frame, TextLines *lines)
{
    *lines = (TextLines){0};
    if (frame->look->caption)
        *lines = text_break(&frame->list->arena, frame->list->type, frame_style(frame, false),
                            slice_of(frame->look->caption), frame->list->width - 2 * frame->margin);
    return lines->count;
}

float frame_foot(const FigureFrame *frame)
{
    const FigureLook *look = frame->look;
    TextLines lines;
    int count = frame_caption(frame, &lines);
    float bar = look->bar == BAR_BELOW && !look->arcs ? 2.8f : 0,
          caption = count ? 0.4f + FRAME_LINE * (float)count : 0;
    return (bar + caption) * frame->size + frame->margin;
}
