#include "scene/stage/arcs.h"

#include "scene/kit/grid.h"
#include "scene/kit/widget.h"

#include "draw/ease.h"
#include "words/common_words.h"
#include "words/window_words.h"

#include <math.h>

#define PITCH_MOST 132.0f /* px from word to word */
#define FULL_MOST  30.0f  /* px of a weight of 1 */
#define THIN       1.5f   /* of the smallest that is drawn */
#define HIDDEN     0.05f  /* less is not drawn between many words, until it is pointed at */
#define MANY       8      /* words */

enum { TURNED_H = 84, HIGH = 380, LOW = 50, NUMBER_H = 22 };

typedef struct ArcsLayout {
    float source_x, target_x, pitch; /* of the first words' middles; from word to word */
    float top, bottom;               /* of the arcs */
    float full;                      /* px of a weight of 1 */
    bool turned;
    float above, below; /* px that the words are high */
} ArcsLayout;

static bool is_turned(const Painter *painter, const Trace *trace, float pitch)
{
    return grid_chips_turn(painter, trace, false, pitch) || grid_chips_turn(painter, trace, true, pitch);
}

static int longer(const Trace *trace)
{
    return trace->n > trace->step_count ? trace->n : trace->step_count;
}

#define WORD_PITCH  14.0f /* px that a turned word needs */
#define LARGE_PITCH 18.0f /* and the one that is lit, on both sides */

static float longest(const Painter *painter, const Trace *trace, bool target)
{
    return grid_longest(painter->list->type, style_bold(painter->theme, TYPE_BODY, ROLE_INK), trace, target);
}

/* px that the words of a sentence are high. */
static float height_of(const Painter *painter, const Trace *trace, bool target, bool turned)
{
    return turned ? fminf(TURNED_H, longest(painter, trace, target) * sinf(-GRID_TURN) + 24) : GRID_CHIP_H;
}

/* px that turned ones reach beyond the first or last root: words below lean to the left, words above to the right. */
static float lean_of(const Painter *painter, const Trace *trace, bool target, float high)
{
    return fminf(longest(painter, trace, target), high / sinf(-GRID_TURN)) * cosf(GRID_TURN);
}

static ArcsLayout lay_out(const Painter *painter, const Trace *trace, Box box)
{
    ArcsLayout layout = {.pitch = fminf(PITCH_MOST, box.w / (float)longer(trace))};
    bool turned = layout.turned = is_turned(painter, trace, layout.pitch);
    layout.above = height_of(painter, trace, false, turned);
    layout.below = height_of(painter, trace, true, turned);
    float share = turned ? fminf(1, fmaxf(0, box.h - LOW) / (layout.above + layout.below)) : 1;
    layout.above *= share;
    layout.below *= share;
    float left = turned ? lean_of(painter, trace, true, layout.below) : 0;
    float right = turned ? lean_of(painter, trace, false, layout.above) : 0;
    layout.pitch = fminf(layout.pitch, (box.w - left - right) / fmaxf(1, (float)longer(trace) - 1));
    float high = fminf(box.h, HIGH + layout.above + layout.below), y = box.y + (box.h - high) / 2;
    layout.top = y + layout.above + 2;
    layout.bottom = y + high - layout.below - 2;
    layout.full = fminf(FULL_MOST, layout.pitch * 0.4f);
    float middle = box.x + left + (box.w - left - right) / 2;
    layout.source_x = middle - layout.pitch * (float)(trace->n - 1) / 2;
    layout.target_x = middle - layout.pitch * (float)(trace->step_count - 1) / 2;
    return layout;
}

float arcs_height(const Painter *painter, const Trace *trace, float width)
{
    bool turned = is_turned(painter, trace, fminf(PITCH_MOST, width / (float)longer(trace)));
    return height_of(painter, trace, false, turned) + height_of(painter, trace, true, turned)
           + fminf(HIGH, width * 0.5f);
}

float arcs_switch(const Painter *painter, Box box, Align align)
{
    MenuOption arcs = {kit_said(painter, W_ARCS_O), {TARGET_ARCS, 0, 0, 0}, painter->view->heat.arcs};
    Choice choice = {CHOICE_WORDS, 0, &arcs, 1};
    if (kit_choice_width(painter, &choice) > box.w)
        arcs.text = kit_said(painter, W_ARCS);
    float width = kit_choice_width(painter, &choice);
    kit_choice(painter, (Box){align == ALIGN_RIGHT ? box.x + box.w - width : box.x, box.y, width, box.h}, &choice);
    return width;
}

/* Whose arcs are there, or come. */
static int rows_of(const MatrixPicture *picture)
{
    int written = (int)ceilf(picture->rows), seen = matrix_rows(picture), all = picture->trace->step_count;
    int rows = seen > written ? seen : written;
    return rows < all ? rows : all;
}

/* What is pointed at; else the step on the stage. */
static Brush find_lit(const Painter *painter, const MatrixPicture *picture)
{
    const Brush *brush = &painter->brush;
    bool other = brush->at.c != picture->side; /* the other side's steps are its own */
    Brush own = {brush->at, other ? -1 : brush->step, brush->position};
    bool pointed = brush->at.kind != TARGET_NONE && (own.step >= 0 || own.position >= 0);
    bool current = picture->current >= 0 && !painter->passive;
    return pointed   ? own
           : current ? (Brush){target_at(TARGET_STAGE, 0, 0, 0), picture->current, -1}
                     : (Brush){{0}, -1, -1};
}

static float source_x(const ArcsLayout *layout, int j)
{
    return layout->source_x + layout->pitch * (float)j;
}

static float target_x(const ArcsLayout *layout, int t)
{
    return layout->target_x + layout->pitch * (float)t;
}

/* At a target word its arcs stand side by side, one full width together; a source word is reached in its middle. */
static void draw_arcs(const Painter *painter, const MatrixPicture *picture, const ArcsLayout *layout, const Brush *lit,
                      bool wanted)
{
    const Trace *trace = picture->trace;
    bool any = lit->at.kind != TARGET_NONE, pointed = any && lit->at.kind != TARGET_STAGE, many = longer(trace) > MANY;
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    for (int t = 0; t < rows_of(picture); t++) {
        const float *weights = trace->steps[t].step.weights;
        float root = target_x(layout, t) - layout->full / 2;
        float there = matrix_there(picture, t);
        for (int j = 0; weights && j < trace->n; root += weights[j] * layout->full, j++) {
            bool shows = brush_lights(lit, t, j);
            if (shows != wanted || (many && !(shows && pointed) && weights[j] < HIDDEN))
                continue;
            float width = fmaxf(THIN, weights[j] * layout->full), x = root + weights[j] * layout->full / 2;
            float alpha = shows ? 0.9f : any ? 0.16f : 0.5f;
            Point arc[4];
            cubic_rise((Point){x, layout->bottom}, (Point){source_x(layout, j), layout->top}, 0.55f, arc);
            cubic_split(arc, there, arc);
            kit_weight_piece(painter, weights, trace->n, matrix_named(picture, t, j), PIECE_BOX, 0);
            drawlist_ribbon(painter->list, arc, width, color_fade(orange, alpha));
            drawlist_piece_end(painter->list);
        }
    }
}

/* The weights of the lit word, each beside the other end of its arc. */
static void draw_numbers(const Painter *painter, const MatrixPicture *picture, const ArcsLayout *layout,
                         const Brush *lit)
{
    const Trace *trace = picture->trace;
    bool from_target = lit->step >= 0;
    int count = from_target ? trace->n : trace->step_count;
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    if (!picture->values || (!from_target && lit->position < 0) || layout->pitch < 40)
        return;
    for (int i = 0; i < count; i++) {
        int t = from_target ? lit->step : i, j = from_target ? i : lit->position;
        if (!brush_lights(lit, t, j) || t >= rows_of(picture) || !trace->steps[t].step.weights)
            continue;
        float weight = trace->steps[t].step.weights[j];
        const char *text = kit_share(painter->list, (double)weight);
        float x = from_target ? source_x(layout, j) : target_x(layout, t);
        float y = from_target ? layout->top + 4 : layout->bottom - NUMBER_H - 2;
        Box box = {x + weight * layout->full / 2 + 3, y, kit_width(painter, style, text) + 8, NUMBER_H - 2};
        drawlist_box(painter->list, box, 5, paint_fill(color_fade(painter->theme->paper, 0.9f)));
        kit_weight_piece(painter, trace->steps[t].step.weights, trace->n, matrix_named(picture, t, j), PIECE_NUMBER, 0);
        kit_text(painter, style, box, ALIGN_CENTER, text);
        drawlist_piece_end(painter->list);
    }
}

/* The words of one sentence; `lit`: one of them, -1: none. */
static void draw_words(const Painter *painter, const MatrixPicture *picture, const ArcsLayout *layout, bool target,
                       int count, int lit)
{
    const Trace *trace = picture->trace;
    TargetKind kind = target ? TARGET_WORD : TARGET_SOURCE;
    for (int i = 0; i < count; i++) {
        bool shown = !layout->turned || grid_word_shown(i, lit, layout->pitch, WORD_PITCH, LARGE_PITCH);
        GridWord word = {
            .root = {target ? target_x(layout, i) : source_x(layout, i), target ? layout->bottom : layout->top},
            .above = !target,
            .pitch = layout->pitch,
            .high = (target ? layout->below : layout->above) - 6,
            .turned = layout->turned,
            .lit = i == lit,
            .unknown = !target && trace->unknown[i],
            .role = target ? ROLE_OUTPUT : ROLE_CONTEXT,
            .target = target_at(kind, i, 0, picture->side),
            .silent = !shown,
            .again = picture->words};
        bool dots = target && (float)i >= picture->rows;
        grid_word(painter, &word, dots ? "…" : target ? trace->steps[i].token : trace->source[i]);
    }
}

void arcs_draw(const Painter *painter, const MatrixPicture *picture, Box box)
{
    const Trace *trace = picture->trace;
    ArcsLayout layout = lay_out(painter, trace, box);
    Brush lit = find_lit(painter, picture);
    draw_arcs(painter, picture, &layout, &lit, false);
    draw_arcs(painter, picture, &layout, &lit, true);
    const float *row = lit.step >= 0 && lit.step < rows_of(picture) ? trace->steps[lit.step].step.weights : NULL;
    int best = row ? values_largest(row, trace->n) : -1;
    draw_words(painter, picture, &layout, false, trace->n, lit.position >= 0 ? lit.position : best);
    draw_words(painter, picture, &layout, true, rows_of(picture), lit.step);
    draw_numbers(painter, picture, &layout, &lit);
}
