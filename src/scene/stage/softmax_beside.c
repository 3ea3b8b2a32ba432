/* Beside the columns of the softmax: their axis, what is done with each score, the curve of exp, the stack of the
 * powers, their sum and the division. */
#include "scene/stage/softmax_parts.h"
#include "scene/stage/stage.h"

#include "draw/ease.h"
#include "words/common_words.h"

#include <math.h>

#define SUM_LEAST   0.79f /* of its size, with which the sum's number has 9 px on a telephone */
#define SUM_LINE    17.0f /* px */
#define NOTE_LEAST  56.0f /* px of a lane that says what is done with each score */
#define ADDEND_LINE 17.0f /* px from a number beside the bar to the next */
#define PIECE       3.0f  /* px of a part of the bar that is set off from the others */
#define LEFT_PALE   0.72f /* of the colour, where the stack has dealt what it had: it is no bar of a word */

/* The line that the columns stand on or hang from. */
static void draw_axis(const SoftmaxEvent *event)
{
    float alpha = ease_phase(event->rise, 0.3f, 1) * (1 - ease_phase(event->stack, 0, 0.2f));
    float y = lerp(softmax_zero(event), softmax_foot(event), ease_in_out(event->grow));
    const StageLayout *layout = event->layout;
    float left = fmaxf(layout->columns.x, stage_column_x(layout, 0) - layout->bar_w / 2 - SOFTMAX_LANE);
    Color grey = color_fade(event->painter->theme->text[ROLE_MUTED], alpha);
    kit_line(event->painter, (Point){left, y}, (Point){event->lane.x, y}, grey, 1.2f);
    TextStyle style = style_plain(event->painter->theme, TYPE_SMALL, ROLE_MUTED);
    style = style_faded(style, alpha * (1 - ease_phase(event->grow, 0.1f, 0.4f))); /* then exp stands there */
    kit_text_at(event->painter, style, (Point){event->lane.x + 4, y + 4.5f}, ALIGN_LEFT, "0");
}

/* Notes what is done with every score: the number that is taken off, or T. */
static void draw_note(const SoftmaxEvent *event, const char *number, float alpha)
{
    const Painter *painter = event->painter;
    if (alpha <= 0 || event->lane.w < NOTE_LEAST)
        return;
    float x = event->lane.x + event->lane.w / 2, y = softmax_foot(event) - 24;
    TextStyle large = style_faded(style_bold(painter->theme, TYPE_SMALL, ROLE_QUERY), alpha);
    TextStyle small = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), alpha);
    const char *each = kit_said(painter, W_EACH_SCORE);
    large = kit_shrunk(painter, large, event->lane.w, number);
    float right = event->layout->area.x + event->layout->area.w - 4;
    x = fminf(x, right - kit_width(painter, large, number) / 2);
    kit_text_at(painter, large, (Point){x, y}, ALIGN_CENTER, number);
    if (kit_width(painter, small, each) <= event->lane.w - 2 * SOFTMAX_LANE)
        kit_text_at(painter, small, (Point){x, y + 15}, ALIGN_CENTER, each);
}

static void draw_notes(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    const Shares *shares = &event->shares;
    Arena *arena = event->maths.arena;
    float tempered = shares->temperature == 1 ? 0 : ease_phase(event->temper, 0, 0.3f) * (1 - event->shift);
    draw_note(event, arena_printf(arena, "/ %s", number_text(arena, shares->temperature, SHARES_DECIMALS, false)),
              tempered);
    float alpha = ease_phase(event->shift, 0.1f, 0.4f) * (1 - ease_phase(event->grow, 0, 0.2f));
    const char *largest = number_text(arena, fabs(shares->largest), SHARES_DECIMALS, false);
    draw_note(event, arena_printf(arena, shares->largest < 0 ? "+ %s" : "− %s", largest), alpha);
    Point from = {event->lane.x + event->lane.w / 2, event->zero}, to = {from.x, softmax_zero(event)};
    Color blue = color_fade(painter->theme->fill[ROLE_QUERY], alpha);
    kit_line(painter, (Point){event->lane.x, from.y}, (Point){from.x + SOFTMAX_LANE, from.y}, color_fade(blue, 0.5f),
             1.2f);
    if (alpha > 0 && fabsf(from.y - to.y) > 8)
        drawlist_arrow(painter->list, from, to, 6, blue, 1.6f);
}

/* exp from the least score that is shown to 0, with the columns' heights on it. */
static void draw_curve(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    float alpha = ease_phase(event->grow, 0.4f, 1) * (1 - ease_phase(event->stack, 0, 0.15f));
    if (alpha <= 0 || event->lane.w < SOFTMAX_LABEL_W)
        return;
    double least = -1;
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++)
        least = fmin(least, shares_less(&event->shares, j));
    least = fmax(least, -6);
    Box box = box_inset(event->lane, 8, 0);
    float unit = event->layout->bar_h / (float)event->shares.sum, across = box.w / (float)-least,
          y = softmax_foot(event);
    Color blue = color_fade(painter->theme->fill[ROLE_QUERY], alpha);
    Color orange = color_fade(painter->theme->fill[ROLE_CONTEXT], alpha);
    kit_line(painter, (Point){box.x, y}, (Point){box.x + box.w, y}, color_fade(painter->theme->text[ROLE_MUTED], alpha),
             1.2f);
    for (int i = 0; i <= 24; i++) {
        double less = least * (1 - i / 24.0);
        float x = box.x + box.w + (float)less * across, height = unit * (float)exp(less);
        if (i == 0)
            drawlist_move(painter->list, x, y - height);
        else
            drawlist_line(painter->list, x, y - height);
    }
    drawlist_path_end(painter->list, paint_stroke(blue, 1.8f));
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++) {
        double less = shares_less(&event->shares, j);
        float x = box.x + box.w + (float)less * across, top = y - softmax_power_height(event, j);
        if (less < least || !event->numbered[j])
            continue;
        kit_line(painter, (Point){x, y}, (Point){x, top}, orange, 1.4f);
        Box dot = {x - 3.5f, top - 3.5f, 7, 7};
        drawlist_box(painter->list, dot, 4, paint_fill_stroke(color_fade(painter->theme->panel, alpha), orange, 1.6f));
    }
    kit_math(painter, TYPE_BODY, ROLE_QUERY, alpha, (Point){box.x + box.w, y - unit - 9}, ALIGN_RIGHT, "exp");
}

/* Moved to the bar and from it: its height stays. local_p's window takes off at the end what it takes off. */
static Box moving_box(const SoftmaxEvent *event, int j, float before, float *stacked)
{
    const StageLayout *layout = event->layout;
    float height = softmax_power_height(event, j),
          order = (float)(j - event->shares.first) / (float)event->shares.count;
    Box slot = {event->bar.x, layout->bar_y + before, event->bar.w, height};
    float there = ease_phase(event->stack, 0.05f + 0.25f * order, 0.35f + 0.25f * order);
    float dealt = softmax_dealt(event->scope, j), taken = ease_phase(event->share, 0.72f, 0.84f);
    *stacked = there * (1 - dealt);
    Box from = softmax_standing(event, j, height),
        to = softmax_standing(event, j, lerp(height, layout->bar_h * event->shares.weights[j], taken));
    float left = layout->columns.x - layout->bar_w, right = layout->columns.x + layout->columns.w;
    from.x = to.x = fminf(fmaxf(from.x, left), right); /* those out of sight come from the edge */
    return box_lerp(box_lerp(from, slot, there), to, dealt);
}

/* ---- numbers beside the bar ---- */

/* The baselines of those that are shown, as near to the middles of their parts as ADDEND_LINE lets them; false: one
 * would stand more than two lines away from its part. */
static bool lay_addends(const SoftmaxEvent *event, const bool *shown, float *y)
{
    int first = event->shares.first, end = first + event->shares.count;
    float top = event->layout->bar_y + 5, foot = softmax_foot(event) - 4, before = event->layout->bar_y, off = 0;
    float *wanted = ARENA_ARRAY(event->maths.arena, float, end), next = top;
    for (int j = first; j < end; j++) {
        float height = softmax_power_height(event, j);
        wanted[j] = y[j] = fminf(fmaxf(before + height / 2 + 4, top), foot); /* over the division */
        before += height;
        y[j] = fmaxf(y[j], next);
        next = shown[j] ? y[j] + ADDEND_LINE : next;
    }
    next = foot;
    for (int j = end - 1; j >= first; j--)
        if (shown[j]) {
            y[j] = fminf(y[j], next);
            next = y[j] - ADDEND_LINE;
            off = fmaxf(off, fabsf(y[j] - wanted[j]));
        }
    return off <= 2 * ADDEND_LINE && next + ADDEND_LINE >= top;
}

/* Which parts have their numbers beside the bar, the largest first as long as there is room. */
static bool *choose_addends(const SoftmaxEvent *event, float *y)
{
    int first = event->shares.first, end = first + event->shares.count;
    bool *shown = ARENA_ARRAY(event->maths.arena, bool, end);
    for (;;) {
        int best = -1;
        for (int j = first; j < end; j++)
            if (event->numbered[j] && !shown[j]
                && (best < 0 || shares_power(&event->shares, j) > shares_power(&event->shares, best)))
                best = j;
        if (best < 0)
            break;
        shown[best] = true;
        if (lay_addends(event, shown, y))
            continue;
        shown[best] = false;
        break;
    }
    lay_addends(event, shown, y);
    return shown;
}

/* Each with the word where both have room. */
static void draw_addends(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    int end = event->shares.first + event->shares.count;
    float alpha = ease_phase(event->stack, 0.6f, 1) * event->hero;
    if (alpha <= 0)
        return;
    float *y = ARENA_ARRAY(event->maths.arena, float, end);
    const bool *shown = choose_addends(event, y);
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), alpha);
    float left = event->bar.x + event->bar.w + 6, room = event->layout->area.x + event->layout->area.w - left - 4;
    for (int j = event->shares.first; j < end; j++) {
        const char *number = shares_power_text(&event->shares, j, event->maths.arena);
        const char *both = arena_printf(event->maths.arena, "%s %s", event->scope->trace->source[j], number);
        const char *text = kit_width(painter, style, both) <= room ? both : number;
        if (shown[j] && kit_width(painter, style, text) <= room)
            kit_text_at(painter, style, (Point){left, y[j]}, ALIGN_LEFT, text);
    }
}

/* ---- the stack ---- */

/* The powers come to the bar and stay there; what is dealt from it keeps its height. */
static void draw_stack(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    const StageLayout *layout = event->layout;
    float there = ease_phase(event->stack, 0, 0.15f) * event->hero;
    drawlist_box(painter->list, event->bar, 0, paint_fill(color_fade(painter->theme->faint, there)));
    float before = 0, cut = 0, left = fmaxf(layout->columns.x, stage_column_x(layout, 0) - layout->bar_w / 2);
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++) {
        float stacked, height = softmax_power_height(event, j), x = stage_column_x(layout, j);
        Box slot = {event->bar.x, layout->bar_y + before, event->bar.w, height};
        Box box = moving_box(event, j, before, &stacked);
        bool seen = x > layout->columns.x && x < layout->columns.x + layout->columns.w;
        if (softmax_dealt(event->scope, j) > 0)
            softmax_draw_piece(event, j, slot, 0, event->hero * (1 - LEFT_PALE * softmax_dealt(event->scope, j)));
        if (event->share < 1)
            softmax_draw_piece(event, j, box, 2 * (1 - stacked), seen ? 1 : stacked);
        bool parts = before - cut >= PIECE && height >= PIECE;
        if (parts)
            kit_line(painter, (Point){slot.x, slot.y}, (Point){slot.x + slot.w, slot.y},
                     color_fade(painter->theme->panel, ease_phase(event->stack, 0.6f, 1) * event->hero), 1);
        cut = parts ? before : cut;
        before += height;
    }
    Color orange = color_fade(painter->theme->text[ROLE_CONTEXT], there);
    drawlist_segment(painter->list, (Point){left, layout->bar_y}, (Point){event->bar.x + event->bar.w, layout->bar_y},
                     paint_dashed(orange, 1.2f, 4, 3));
}

static MathStyle ink_style(const SoftmaxEvent *event, float alpha)
{
    Color ink = event->painter->theme->text[ROLE_INK];
    return (MathStyle){event->painter->theme, TYPE_BODY, color_fade(ink, alpha)};
}

/* What is stacked and its sum, over the bar; in short where that has no room. */
static void draw_sum(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    const Shares *shares = &event->shares;
    Arena *arena = event->maths.arena;
    MathStyle style = ink_style(event, ease_phase(event->stack, 0.55f, 0.7f) * event->hero);
    const char *sign = shares->sum_closes ? "=" : "≈", *sum = shares_sum_text(shares, arena);
    const char *text =
        arena_printf(arena, "Σ exp(%s) %s @B{%s}", shares_exponent(&event->maths, event->scope->step), sign, sum);
    const StageLayout *layout = event->layout;
    float numbers = stage_weights_end(painter, event->scope, layout); /* on the same line */
    float right = layout->area.x + layout->area.w - 6, left = fmaxf(event->lane.x, numbers + SOFTMAX_LANE);
    float room = right - left;
    float y = layout->number_y, head = layout->floor[FLOOR_WEIGHTS].y + layout->head;
    if (math_width(painter->list->type, style, text) > room)
        text = arena_printf(arena, "Σ %s @B{%s}", sign, sum);
    bool narrow = math_width(painter->list->type, style, text) * 0.7f > room;
    if (narrow && y - SUM_LINE - 9 > head) { /* a line of its own, over the numbers of the words */
        y -= SUM_LINE;
        room = math_width(painter->list->type, style, text);
        left = right - room;
    } else if (narrow)
        text = arena_printf(arena, "@B{%s}", sum);
    float width = fminf(math_width(painter->list->type, style, text), room),
          x = fminf(event->bar.x + (event->bar.w - width) / 2, right - width);
    x = fmaxf(x, left);
    if (right - x < math_width(painter->list->type, style, text) * SUM_LEAST)
        return; /* nobody could read it */
    math_fit(painter->list, style, (Point){x, y}, right - x, 0.7f, text);
}

/* The division of the largest, under the stack, where it stays; where it has no room there under its well, and goes. */
static void draw_division(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    const Shares *shares = &event->shares;
    const StageLayout *layout = event->layout;
    Arena *arena = event->maths.arena;
    Value weight = weight_value(&event->maths, event->scope->step, shares->best);
    const char *text =
        arena_printf(arena, "%s = %s", value_name(&event->maths, weight), shares_quotient_text(shares, arena));
    if (event->share > 0)
        text = arena_printf(arena, "%s %s", text, shares_result_text(shares, arena));
    MathStyle style = ink_style(event, ease_phase(event->stack, 0.75f, 0.95f) * event->hero);
    float width = math_width(painter->list->type, style, text), left = event->lane.x;
    if (width > layout->area.x + layout->area.w - 6 - left) {
        style = ink_style(event, ease_phase(event->stack, 0.75f, 0.95f) * (1 - ease_phase(event->share, 0.85f, 1)));
        left = fmaxf(layout->area.x + SOFTMAX_LANE,
                     fminf(stage_column_x(layout, shares->best) - width / 2, event->bar.x - width - 8));
    }
    math_draw(painter->list, style, (Point){left, softmax_foot(event) + 13}, ALIGN_LEFT, text);
}

void softmax_draw_beside(const SoftmaxEvent *event)
{
    if (!event)
        return;
    draw_axis(event);
    draw_notes(event);
    draw_curve(event);
    if (event->stack <= 0)
        return;
    draw_stack(event);
    draw_addends(event);
    draw_sum(event);
    draw_division(event);
}
