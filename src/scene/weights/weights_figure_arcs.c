/* The figure of weights as ribbons between the two sentences, each as wide as its weight. */
#include "draw/ease.h"
#include "scene/view/view.h"
#include "scene/weights/figure_frame.h"

#include <math.h>

#define PITCH_MOST  9.0f  /* em from word to word, in a figure of free width */
#define PITCH_LEAST 1.25f /* em that upright words need */
#define HIGH        16.0f /* em of the arcs, */
#define LOWEST      3.0f  /* and on a page of a given height at least */
#define FULL        0.42f /* of the pitch: a weight of 1 */
#define HIDDEN      0.03f /* less is not drawn between many words, */
#define HIDDEN_FEW  0.01f /* and less than this nowhere */
#define MANY        8     /* words */
#define NUMBER      0.88f /* em of the numbers */

/* Words below, or above. */
static int side_count(const FigureFrame *frame, bool below)
{
    return below ? frame->stack->rows : frame->stack->columns;
}

/* px that the words of one side are high. */
static float words_high(const FigureFrame *frame, bool target, bool upright)
{
    return upright ? fminf(frame_longest(frame, target), 14 * frame->size) + frame->size * 0.6f : frame->size * 1.6f;
}

/* For a page where words are pointed at: one says all its weights. */
static void mark_word(const FigureFrame *frame, bool target, int word, Box box)
{
    const MatrixStack *stack = frame->stack;
    int count = target ? stack->columns : stack->rows;
    Bytes name = {0};
    bytes_add_text(&name, "");
    for (int i = 0; i < count; i++) {
        int t = target ? word : i, j = target ? i : word;
        float value = stack->values[(size_t)t * (size_t)stack->columns + (size_t)j];
        if (!isnan(value))
            bytes_printf(&name, "%s%s", name.length ? ", " : "", frame_told(frame, t, j, value));
    }
    Target of = {TARGET_HEAT, (int16_t)(target ? word : -1), (int16_t)(target ? -1 : word),
                 (int16_t)frame->look->first};
    drawlist_mark(frame->list, box, of, true, bytes_take(&name, &frame->list->arena));
}

/* Of a word on its side. */
static float middle_of(const FigureFrame *frame, bool target, int i)
{
    return frame->left + frame->w * ((float)(frame->across - side_count(frame, target)) / 2 + (float)i + 0.5f);
}

static void draw_words(const FigureFrame *frame, bool target, bool upright, float y)
{
    int count = side_count(frame, target);
    TextStyle style = frame_style(frame, false);
    float em = frame->size;
    for (int i = 0; i < count; i++) {
        float x = middle_of(frame, target, i);
        Point at = upright ? (Point){x + em * 0.35f, target ? y + em * 0.5f : y - em * 0.5f}
                           : (Point){x, target ? y + em * 1.2f : y - em * 0.5f};
        float room = upright ? 14 * em : frame->w, angle = upright ? -1.57079633f : 0;
        Align align = !upright ? ALIGN_CENTER : target ? ALIGN_RIGHT : ALIGN_LEFT;
        frame_side_word(frame, target ? frame_row_style(frame, i) : style, at, room, align, angle, target, i);
        float high = words_high(frame, target, upright);
        if (frame->look->told)
            mark_word(frame, target, i, (Box){x - frame->w / 2, target ? y : y - high, frame->w, high});
    }
}

static float weight_of(const FigureFrame *frame, int target, int source)
{
    int t = frame->look->turned ? source : target, j = frame->look->turned ? target : source;
    float value = frame->stack->values[(size_t)t * (size_t)frame->stack->columns + (size_t)j];
    return isnan(value) ? 0 : value;
}

/* Of one target word: beside one another there, one full width together; each in the middle of its source word. The
 * target is below, in a figure that is turned above. */
static void draw_ribbons(const FigureFrame *frame, int t, float top, float bottom)
{
    const FigureLook *look = frame->look;
    bool turned = look->turned;
    float full = frame->w * FULL, x = middle_of(frame, !turned, t) - full / 2;
    float range = look->most > 0 ? look->most : 1, least = (frame->across > MANY ? HIDDEN : HIDDEN_FEW) * range;
    bool alone = look->row == t + 1;
    Color orange = color_fade(look->theme->fill[ROLE_CONTEXT], alone                         ? 0.8f
                                                               : frame_stands_back(frame, t) ? 0.12f
                                                                                             : 0.55f);
    for (int j = 0; j < side_count(frame, turned); j++) {
        float weight = weight_of(frame, t, j), width = fminf(weight / range, 1) * full;
        float middle = x + width / 2, end = middle_of(frame, turned, j);
        x += width;
        if (weight <= (alone ? 0 : fmaxf(least, look->threshold)))
            continue;
        Point arc[4];
        cubic_rise((Point){turned ? end : middle, bottom}, (Point){turned ? middle : end, top}, 0.5f, arc);
        drawlist_ribbon(frame->list, arc, fmaxf(width, 0.6f), orange);
    }
}

/* ---- the numbers of the row that stands out ---- */

static const char *number(const FigureFrame *frame, int j)
{
    const FigureLook *look = frame->look;
    const float *row = frame->stack->values + (size_t)(look->row - 1) * (size_t)frame->stack->columns;
    return figure_number(look->least, look->most, (double)row[j], &frame->list->arena);
}

/* Under the source words; upright where they are too close. Returns the px that they are high. */
static float draw_numbers(const FigureFrame *frame)
{
    float em = frame->size * NUMBER, widest = 0;
    TextStyle style = frame_style(frame, true);
    style.size = em;
    style.color = frame->look->theme->text[ROLE_CONTEXT];
    for (int j = 0; j < frame->stack->columns; j++)
        widest = fmaxf(widest, text_width(frame->list->type, style, slice_of(number(frame, j))));
    bool upright = widest + 0.3f * em > frame->w;
    for (int j = 0; j < frame->stack->columns; j++) {
        float x = middle_of(frame, false, j);
        Point at = upright ? (Point){x + em * 0.36f, frame->top} : (Point){x, frame->top + em};
        frame_text(frame, style, at, widest, upright ? ALIGN_RIGHT : ALIGN_CENTER, upright ? -1.57079633f : 0,
                   number(frame, j));
    }
    return upright ? widest + 0.3f * em : 1.3f * em;
}

static void draw_rows(const FigureFrame *frame, float bottom)
{
    int chosen = frame->look->row;
    float top = frame->top + (chosen > 0 ? draw_numbers(frame) : 0);
    for (int t = 0; t < side_count(frame, !frame->look->turned); t++)
        if (t != chosen - 1)
            draw_ribbons(frame, t, top, bottom);
    if (chosen > 0)
        draw_ribbons(frame, chosen - 1, top, bottom);
}

bool frame_arcs(FigureFrame *frame, Error *error)
{
    const MatrixStack *stack = frame->stack;
    const FigureLook *look = frame->look;
    if (frame->panels > 1)
        return error_set(error, ERROR_USAGE,
                         "arcs show one matrix, and there are %d: choose with --heads and --layers, or --reduce mean",
                         frame->panels);
    frame->size = look->size > 0 ? look->size : look->width > 0 ? FIGURE_TYPE : TYPE_BODY;
    float em = frame->size;
    frame->margin = look->width > 0 ? em * 0.25f : 20;
    frame->left = frame->margin + (look->ylabel ? em * 1.6f : 0);
    frame->across = stack->rows > stack->columns ? stack->rows : stack->columns;
    float longest = fmaxf(frame_longest(frame, false), frame_longest(frame, true));
    float free = fminf(PITCH_MOST * em, fmaxf(2.2f * em, fminf(longest + 1.5f * em, 1400 / (float)frame->across)));
    frame->w = look->width > 0 ? (look->width - frame->margin - frame->left) / (float)frame->across : free;
    if (frame->w < PITCH_LEAST * em)
        return error_set(
            error, ERROR_USAGE, "%.1f mm is too narrow for arcs between %d words of %.3g pt: it takes %.0f mm",
            (double)(look->width * 25.4f / 96), frame->across, (double)(em * 0.75f),
            (double)ceilf((PITCH_LEAST * em * (float)frame->across + frame->margin + frame->left) * 25.4f / 96));
    bool upright = longest + 0.6f * em > frame->w;
    frame->right = frame->left + frame->w * (float)frame->across;
    frame->list->width = look->width > 0 ? look->width : ceilf(frame->right + frame->margin);
    float y = frame->margin + (look->title ? em * 1.8f : 0) + (look->xlabel ? em * 1.4f : 0);
    frame->top = y + words_high(frame, false, upright);
    float usual = fminf(HIGH * em, fmaxf(7 * em, (frame->right - frame->left) * 0.4f));
    float around = frame->top + words_high(frame, true, upright) + frame_foot(frame);
    float high = look->height > 0 ? look->height - around : usual;
    if (high < LOWEST * em)
        return error_set(error, ERROR_USAGE, "%.1f mm is too low for arcs between words of %.3g pt: it takes %.0f mm",
                         (double)(look->height * 25.4f / 96), (double)(em * 0.75f),
                         (double)ceilf((around + LOWEST * em) * 25.4f / 96));
    float bottom = frame->top + high;
    draw_rows(frame, bottom);
    draw_words(frame, false, upright, frame->top);
    draw_words(frame, true, upright, bottom);
    frame->bottom = bottom + words_high(frame, true, upright);
    return true;
}
