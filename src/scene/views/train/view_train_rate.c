/* The look `step`: the loss of the sentence behind the step for each learning rate, and what the model writes then. */
#include "scene/kit/chart.h"
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train_step.h"

#include <math.h>

enum { TICKS = 5, RATE_LINES = 3, LINE_H = 21 };

/* ---- the curve ---- */

/* Losses above it are not shown. */
static float loss_most(const OneStep *step)
{
    return (float)step->loss * 1.5f;
}

static ChartFrame draw_curve(const Painter *painter, const OneStep *step, Box box)
{
    float rates[STEP_TRIES], losses[STEP_TRIES];
    ChartTick ticks[TICKS];
    float most = loss_most(step);
    for (int i = 0; i < STEP_TRIES; i++) {
        rates[i] = step->tries[i].rate;
        losses[i] = step->tries[i].loss > most ? NAN : step->tries[i].loss;
    }
    for (int i = 0; i < TICKS; i++) {
        double rate = step->most * i / (TICKS - 1);
        ticks[i] = (ChartTick){(float)rate, i ? step_rate_text(painter, rate) : "0"};
    }
    ChartCurve curve = {.xs = rates, .values = losses, .count = STEP_TRIES, .role = ROLE_INK};
    Chart chart = {.box = box,
                   .x1 = (float)step->most,
                   .y1 = (float)step->loss,
                   .y_most = most,
                   .below = 30,
                   .ticks = ticks,
                   .tick_count = TICKS,
                   .curves = &curve,
                   .curve_count = 1};
    return chart_draw(painter, &chart);
}

/* From the least loss on a step goes too far. */
static void draw_too_far(const Painter *painter, const OneStep *step, const ChartFrame *frame)
{
    if (step->least == STEP_TRIES - 1)
        return;
    Point from = chart_point(frame, step->tries[step->least].rate, 0);
    Box box = {from.x, frame->plot.y, frame->plot.x + frame->plot.w - from.x, frame->plot.h};
    drawlist_box(painter->list, box, 0, paint_fill(color_fade(painter->theme->fill[ROLE_OUTPUT], 0.08f)));
    kit_text_at(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_OUTPUT),
                (Point){box.x + box.w - 8, box.y + box.h - 10}, ALIGN_RIGHT, kit_said(painter, W_STEP_TOO_FAR));
}

static void draw_point(const Painter *painter, Point at, Role role, bool hollow)
{
    Color color = role == ROLE_INK ? painter->theme->text[role] : painter->theme->fill[role];
    drawlist_box(painter->list, (Box){at.x - 5, at.y - 5, 10, 10}, 5,
                 hollow ? paint_fill_stroke(painter->theme->panel, color, 2.5f) : paint_fill(color));
}

static void draw_points(const Painter *painter, const OneStep *step, const ChartFrame *frame)
{
    Point before = chart_point(frame, 0, (float)step->loss),
          after = chart_point(frame, (float)step->after.rate, (float)step->after.loss),
          far = chart_point(frame, (float)step->far.rate, (float)step->far.loss);
    drawlist_segment(painter->list, after, (Point){after.x, frame->plot.y + frame->plot.h},
                     paint_dashed(painter->theme->fill[ROLE_CONTEXT], 1.5f, 4, 3));
    draw_point(painter, before, ROLE_INK, true);
    if ((float)step->far.loss <= loss_most(step))
        draw_point(painter, far, ROLE_OUTPUT, false);
    draw_point(painter, after, ROLE_CONTEXT, false);
}

/* "before 2.82  after 1.31", over the curve, where nothing runs through it. */
static void draw_losses(const Painter *painter, const OneStep *step, Point at)
{
    Arena *arena = &painter->list->arena;
    TextStyle ink = style_bold(painter->theme, TYPE_SMALL, ROLE_INK),
              orange = style_bold(painter->theme, TYPE_SMALL, ROLE_CONTEXT);
    const char *before =
        arena_printf(arena, kit_said(painter, W_STEP_BEFORE_LOSS), step_number(painter, step->loss, 2, false));
    const char *after =
        arena_printf(arena, kit_said(painter, W_STEP_AFTER_LOSS), step_number(painter, step->after.loss, 2, false));
    float used = kit_text_at(painter, ink, at, ALIGN_LEFT, before);
    kit_text_at(painter, orange, (Point){at.x + used + 22, at.y}, ALIGN_LEFT, after);
}

static void draw_knob(const Painter *painter, const OneStep *step, const ChartFrame *frame)
{
    const Theme *theme = painter->theme;
    Point at = chart_point(frame, (float)step->after.rate, frame->y0);
    Box track = {frame->plot.x, at.y - 3, frame->plot.w, 6}, place = {track.x, track.y - 12, track.w, 30};
    drawlist_box(painter->list, track, 3, kit_track(theme));
    drawlist_box(painter->list, (Box){track.x, track.y, fmaxf(3, at.x - track.x), 6}, 3,
                 paint_fill(theme->fill[ROLE_CONTEXT]));
    Slider slider = {
        at,
        8,
        2.5f,
        theme->fill[ROLE_CONTEXT],
        place,
        box_inset(place, -4, 2),
        6,
        arena_printf(&painter->list->arena, kit_said(painter, W_STEP_RATE), step_rate_text(painter, step->after.rate))};
    kit_slider(painter, &slider, painter->passive ? (Target){0} : target_at(TARGET_CONTROL, STEP_RATE, 0, 0));
}

/* ---- what is written ---- */

static void draw_line(const Painter *painter, const OneStep *step, const StepAfter *after, const char *name, Role role,
                      Box line)
{
    const Theme *theme = painter->theme;
    TextStyle style = style_bold(theme, TYPE_BODY, ROLE_INK), small = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    float x = line.x + 76, right = line.x + line.w;
    kit_text(painter, kit_shrunk(painter, small, 68, name), (Box){line.x, line.y, 68, line.h}, ALIGN_RIGHT, name);
    for (int t = 0; after->free && t < after->free->word_count; t++) {
        const char *word = after->free->steps[t].token;
        bool right_word = t < step->steps && after->free->steps[t].id == step->wanted[t];
        float w = kit_width(painter, style, word);
        if (x + w + 16 > right) {
            kit_text(painter, small, (Box){x, line.y, 16, line.h}, ALIGN_LEFT, "…");
            break;
        }
        TextStyle own = style_bold(theme, TYPE_BODY, right_word ? ROLE_ENCODER : role);
        kit_text(painter, own, (Box){x, line.y, w + 2, line.h}, ALIGN_LEFT, word);
        if (!right_word)
            kit_line(painter, (Point){x, line.y + line.h - 1}, (Point){x + w, line.y + line.h - 1},
                     theme->fill[ROLE_OUTPUT], 1.2f);
        x += w + 8;
    }
}

static void draw_written(const Painter *painter, const OneStep *step, Box box)
{
    const StepAfter *lines[RATE_LINES] = {&step->now, &step->after, &step->far};
    for (int i = 0; i < RATE_LINES; i++)
        draw_line(painter, step, lines[i],
                  i ? step_rate_text(painter, lines[i]->rate) : kit_said(painter, W_STEP_BEFORE), ROLE_OUTPUT,
                  (Box){box.x, box.y + LINE_H * (float)i, box.w, LINE_H - 2});
}

/* Attention hardly moves, and the output layer alone would do most of it. */
static void draw_notes(const Painter *painter, const OneStep *step, Point at, float width)
{
    Arena *arena = &painter->list->arena;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *output = arena_printf(arena, kit_said(painter, W_STEP_OUTPUT_ONLY),
                                      step_number(painter, step->after.output_only, 2, false));
    if (step->now.alphas) {
        size_t cell = area(step->step, step->n) + (size_t)step->word;
        float used = kit_math(painter, TYPE_BODY, ROLE_CONTEXT, 1, at, ALIGN_LEFT,
                              arena_printf(arena, "α_{%d%d}", step->step + 1, step->word + 1));
        const char *moved =
            arena_printf(arena, "%s → %s", step_number(painter, (double)step->now.alphas[cell], 3, false),
                         step_number(painter, (double)step->after.alphas[cell], 3, false));
        used += 8
                + kit_text_at(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_CONTEXT),
                              (Point){at.x + used + 8, at.y}, ALIGN_LEFT, moved);
        at.x += used + 22;
        width -= used + 22;
    }
    kit_text_at(painter, kit_shrunk(painter, small, width, output), at, ALIGN_LEFT, output);
}

void step_rates_draw(const Painter *painter, const OneStep *step, Box box)
{
    TextStyle bold = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    const char *what = kit_said(painter, W_STEP_CURVE);
    kit_text(painter, kit_shrunk(painter, bold, box.w, what), (Box){box.x, box.y - 4, box.w, 18}, ALIGN_LEFT, what);
    float written = box.y + box.h - RATE_LINES * LINE_H - 22;
    draw_losses(painter, step, (Point){box.x, box.y + 32});
    ChartFrame frame = draw_curve(painter, step, (Box){box.x, box.y + 38, box.w - 8, written - 12 - box.y - 38});
    draw_too_far(painter, step, &frame);
    draw_points(painter, step, &frame);
    draw_knob(painter, step, &frame);
    draw_written(painter, step, (Box){box.x, written, box.w, RATE_LINES * LINE_H});
    draw_notes(painter, step, (Point){box.x + 8, box.y + box.h - 2}, box.w - 8);
}
