/* The look `step`: what the error of a word sends back to the source words and their scores. */
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train_step.h"
#include "scene/views/variant_bar.h"

#include <math.h>

enum { WORD_H = 30, NUMBER_LEAST = 46 };

typedef struct Pulls {
    Box plot;
    float zero, scale; /* px down from the top for 0; px for a slope of 1 */
    double mean;
    const Real *slopes, *pulls, *alphas; /* [n] of the step */
} Pulls;

static Pulls lay_pulls(const OneStep *step, Box box)
{
    size_t at = one_step_row(step);
    Pulls out = {{box.x + 22, box.y + 44, box.w - 22, box.h - 44 - WORD_H - 76},
                 0,
                 0,
                 one_step_pull_mean(step),
                 step->slopes + at,
                 step->pulls + at,
                 step->weights + at};
    float low = fminf(0, (float)out.mean), high = fmaxf(0, (float)out.mean);
    for (int j = 0; j < step->n; j++) { /* in float: on doubles gcc 12 for ARM ends with an internal error */
        low = fminf(low, out.slopes[j]);
        high = fmaxf(high, out.slopes[j]);
    }
    float room = out.plot.h - 36; /* for a number at both ends */
    out.scale = high > low ? room / (high - low) : 1;
    out.zero = out.plot.y + 18 + out.scale * high;
    return out;
}

static void draw_pull(const Painter *painter, const OneStep *step, const Pulls *pulls, int j)
{
    const Theme *theme = painter->theme;
    float pitch = pulls->plot.w / (float)step->n, w = fmaxf(1.5f, (pitch - 6) * (float)pulls->alphas[j]);
    float middle = pulls->plot.x + pitch * ((float)j + 0.5f);
    float mean = pulls->zero - pulls->scale * (float)pulls->mean,
          end = pulls->zero - pulls->scale * (float)pulls->slopes[j];
    bool up = end < mean, picked = j == step->word;
    Box bar = {middle - w / 2, fminf(mean, end), w, fmaxf(1, fabsf(end - mean))};
    Color fill = color_signed(theme, up ? 0.6f : -0.6f, 1);
    drawlist_box(painter->list, bar, 3, paint_fill(fill));
    TextStyle style = picked ? style_bold(theme, TYPE_SMALL, ROLE_INK) : style_plain(theme, TYPE_SMALL, ROLE_INK);
    if (pitch >= NUMBER_LEAST) {
        Box slope = {middle - 27, up ? bar.y - 18 : bar.y + bar.h + 1, 54, 16};
        step_opens(painter, slope, VALUE_D_WEIGHT, j);
        kit_text(painter, style, slope, ALIGN_CENTER, step_number(painter, (double)pulls->slopes[j], 3, true));
    }
    const char *pull = step_number(painter, (double)pulls->pulls[j], 3, true);
    if (w >= kit_width(painter, style_bold(theme, TYPE_SMALL, ROLE_INK), pull) && bar.h >= 18) {
        step_opens(painter, bar, VALUE_D_SCORE, j);
        TextStyle on = style_bold(theme, TYPE_SMALL, ROLE_INK);
        on.color = color_on(fill);
        kit_text(painter, on, bar, ALIGN_CENTER, pull);
    }
    Box chip = {middle - fminf(pitch - 4, 96) / 2, pulls->plot.y + pulls->plot.h + 6, fminf(pitch - 4, 96), WORD_H};
    Target target = target_at(TARGET_CONTROL, STEP_SOURCE, j, 0);
    kit_chip(painter, chip, step->fed->source[j], ROLE_CONTEXT, picked || kit_pointed(painter, target), 1, 1, picked);
    kit_press(painter, chip, 8, target, step->fed->source[j]);
    if (pitch < NUMBER_LEAST)
        return;
    Box weight = {middle - 27, chip.y + WORD_H + 2, 54, 18};
    step_opens(painter, weight, VALUE_WEIGHT, j);
    kit_text(painter, style_bold(theme, TYPE_SMALL, ROLE_CONTEXT), weight, ALIGN_CENTER,
             step_number(painter, (double)pulls->alphas[j], 4, false));
}

static void draw_average(const Painter *painter, const Pulls *pulls)
{
    const Theme *theme = painter->theme;
    float mean = pulls->zero - pulls->scale * (float)pulls->mean, left = pulls->plot.x, right = left + pulls->plot.w;
    kit_line(painter, (Point){left, pulls->zero}, (Point){right, pulls->zero}, theme->hairline, 1.5f);
    kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){left - 22, pulls->zero - 9, 16, 18},
             ALIGN_RIGHT, "0");
    drawlist_segment(painter->list, (Point){left, mean}, (Point){right, mean},
                     paint_dashed(theme->text[ROLE_INK], 1.5f, 4, 3));
}

static void draw_below(const Painter *painter, Point right, float width)
{
    const char *below = kit_said(painter, W_STEP_BELOW);
    TextStyle orange = style_bold(painter->theme, TYPE_SMALL, ROLE_CONTEXT);
    kit_text_at(painter, kit_shrunk(painter, orange, width, below), right, ALIGN_RIGHT, below);
}

/* "top layer, head 2 of 4", between what goes to the head before and to the next. */
static void draw_heads(const Painter *painter, const OneStep *step, Point right, float width)
{
    enum { TURN_W = 22 };
    const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_STEP_HEAD), step->head + 1, step->heads);
    TextStyle style =
        kit_shrunk(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_CONTEXT), width - 2 * TURN_W - 4, text);
    float x = right.x - 2 * TURN_W;
    kit_text_at(painter, style, (Point){x - 4, right.y}, ALIGN_RIGHT, text);
    step_turn(painter, (Box){x, right.y - 16, TURN_W, 22}, target_at(TARGET_CONTROL, STEP_HEAD, step->head - 1, 0), -1,
              W_STEP_HEAD_BEFORE);
    step_turn(painter, (Box){x + TURN_W, right.y - 16, TURN_W, 22},
              target_at(TARGET_CONTROL, STEP_HEAD, step->head + 1, 0), 1, W_STEP_HEAD_NEXT);
}

void step_pulls_draw(const Painter *painter, const OneStep *step, Box box)
{
    const Theme *theme = painter->theme;
    Arena *arena = &painter->list->arena;
    TextStyle small = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    if (!step->pulls) {
        look_paragraph(painter, style_plain(theme, TYPE_BODY, ROLE_MUTED), box, kit_said(painter, W_STEP_NO_SCORES));
        return;
    }
    Pulls pulls = lay_pulls(step, box);
    const char *what = kit_said(painter, W_STEP_WIDTH_HEIGHT);
    kit_text(painter, kit_shrunk(painter, small, box.w, what), (Box){box.x, box.y - 4, box.w, 18}, ALIGN_LEFT, what);
    const char *mean =
        arena_printf(arena, kit_said(painter, W_STEP_AVERAGE), step_number(painter, pulls.mean, 3, true));
    float used =
        kit_text_at(painter, style_bold(theme, TYPE_SMALL, ROLE_INK), (Point){box.x, box.y + 30}, ALIGN_LEFT, mean);
    if (step->heads > 1)
        draw_heads(painter, step, (Point){box.x + box.w, box.y + 30}, box.w - used - 16);
    else
        draw_below(painter, (Point){box.x + box.w, box.y + 30}, box.w - used - 16);
    draw_average(painter, &pulls);
    for (int j = 0; j < step->n; j++)
        draw_pull(painter, step, &pulls, j);
    int j = step->word;
    const char *term = arena_printf(
        arena, kit_said(painter, W_STEP_PULL), step->fed->source[j],
        step_number(painter, (double)pulls.alphas[j], 4, false), step_number(painter, (double)pulls.slopes[j], 3, true),
        step_number(painter, pulls.mean, 3, true), step_number(painter, (double)pulls.pulls[j], 3, true));
    const char *sum = kit_said(painter, W_STEP_PULLS_SUM);
    TextStyle style = style_plain(theme, TYPE_BODY, ROLE_INK);
    style = kit_shrunk(painter, style, box.w, term);
    float wide = fminf(box.w, kit_width(painter, style, term));
    step_opens(painter, (Box){box.x - 4, box.y + box.h - 38, wide + 8, 21}, VALUE_D_SCORE, j);
    kit_text_at(painter, style, (Point){box.x, box.y + box.h - 22}, ALIGN_LEFT, term);
    small = kit_shrunk(painter, small, box.w, sum);
    if (kit_width(painter, small, sum) <= box.w)
        kit_text_at(painter, small, (Point){box.x, box.y + box.h - 2}, ALIGN_LEFT, sum);
}
