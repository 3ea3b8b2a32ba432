#include "scene/stage/event_softmax.h"
#include "scene/stage/floor_parts.h"

#include "derive/shares.h"
#include "draw/ease.h"
#include "words/common_words.h"

#include <math.h>

#define LABEL_W     60.0f /* px: from so much on a column has its own numbers */
#define HEIGHT      1.5f  /* px of a column that has none, so that it is seen */
#define LANE        8.0f  /* px between the wells and what stands beside them */
#define LANE_MOST   140.0f
#define STACK_APART 22.0f /* px: no bar of a word */
#define SUM_LEAST   0.79f /* of its size, with which the sum's number has 9 px on a telephone */
#define NOTE_LEAST  56.0f /* px of a lane that says what is done with each score */
#define PIECE       3.0f  /* px of a part of the bar that is set off from the others */
#define APART       4.0f  /* px between two numbers */
#define OVER        20.0f /* px from a column to the baseline of its exp(...), over its number */
#define ADDEND      84.0f /* px beside the bar, for its numbers and words */

struct SoftmaxEvent {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    Maths maths;
    Shares shares;
    const bool *numbered; /* [n] the words whose numbers are printed */
    bool narrow;          /* they stand in rows over and under the columns, not at their ends */
    float zero, unit;     /* y of the score 0 before the shift, px for 1 */
    float rise, temper, shift, grow, stack, share;
    float hero; /* how much of what stays is there */
    Box lane;   /* between the wells and the decoder */
    Box bar;    /* on which the powers are stacked */
};

/* ---- the whole ---- */

/* Of the hero alone. At the end the stack stays beside the wells. */
static bool goes_on(const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    return step && step->step.scores && step->step.weights && !step->replaced && scope->shown[MOMENT_SOFTMAX] > 0
           && layout->floors.hero[FLOOR_WEIGHTS] > 0.5f;
}

/* All scores, before and after T, have room from the top of a well to its foot. */
static void find_unit(SoftmaxEvent *event)
{
    const Shares *shares = &event->shares;
    double high = 0, low = 0;
    for (int j = shares->first; j < shares->first + shares->count; j++) {
        double score = (double)shares->scores[j], tempered = shares_tempered(shares, j);
        high = fmax(high, fmax(score, tempered));
        low = fmin(low, fmin(score, tempered));
    }
    event->unit = event->layout->bar_h / (float)fmax(high - low, 1e-6);
    event->zero = event->layout->bar_y + (float)high * event->unit;
}

static void find_times(SoftmaxEvent *event)
{
    const Scope *scope = event->scope;
    float temper = scope_beat(scope, BEAT_TEMPER), shift = scope_beat(scope, BEAT_SHIFT);
    bool tempered = event->shares.temperature != 1;
    event->rise = ease_phase(tempered ? temper : shift, 0, 0.4f);
    event->temper = tempered ? ease_phase(temper, 0.5f, 1) : 1;
    event->shift = tempered ? ease_in_out(shift) : ease_phase(shift, 0.5f, 1);
    event->grow = scope_beat(scope, BEAT_EXP);
    event->stack = scope_beat(scope, BEAT_SUM);
    event->share = scope_beat(scope, BEAT_SHARE);
}

static void find_lane(SoftmaxEvent *event)
{
    const StageLayout *layout = event->layout;
    float right = layout->columns.x + layout->columns.w;
    if (layout->scroll_limit <= 0)
        right = stage_column_x(layout, event->scope->trace->n - 1) + layout->bar_w / 2;
    float left = right + fmaxf(LANE, fminf(STACK_APART, layout->spacing * 0.12f)),
          end = layout->area.x + layout->area.w - LANE;
    event->lane = (Box){left, layout->bar_y, fminf(end - left, LANE_MOST), layout->bar_h};
    event->bar =
        (Box){left, layout->bar_y, fmaxf(16, fminf(layout->bar_w * 0.7f, event->lane.w - ADDEND)), layout->bar_h};
}

/* px that a word's number has to itself, also where those at the ends are moved inwards. */
static float number_room(const StageLayout *layout)
{
    float spacing = layout->spacing, apart = spacing * (float)(stage_reach(layout, LABEL_W) + 1);
    float aside = fminf(spacing / 2, layout->bar_w / 2 + LANE); /* of the last one, up to the lane */
    return fminf(apart, (apart + aside) / 1.5f) - APART;
}

const SoftmaxEvent *softmax_event(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (!goes_on(scope, layout))
        return NULL;
    Arena *arena = &painter->list->arena;
    SoftmaxEvent *event = ARENA_NEW(arena, SoftmaxEvent);
    const Step *step = &stage_step(scope)->step;
    int n = scope->trace->n;
    *event = (SoftmaxEvent){painter, scope, layout, kit_maths(painter, scope->trace)};
    event->hero = stage_is_hero(layout, FLOOR_WEIGHTS);
    event->narrow = layout->spacing < LABEL_W / 2 + layout->bar_w / 2 + 2;
    float room = number_room(layout) + APART;
    Numbers numbers = {step->weights, n, -1, SHARE_LEAST, room, room};
    event->numbered = stage_numbered(layout, &numbers, arena);
    event->shares = shares_of(&event->maths, scope->step, event->numbered);
    find_unit(event);
    find_times(event);
    find_lane(event);
    return event;
}

float softmax_wells(const SoftmaxEvent *event)
{
    return event ? fmaxf(1 - event->rise, ease_phase(event->share, 0, 0.1f)) : 1;
}

float softmax_dealt(const Scope *scope, int j)
{
    const TraceStep *step = stage_step(scope);
    if (!step || step->replaced || !config_scores(&scope->trace->config))
        return scope_weighed(scope);
    int n = scope->trace->n;
    float from = 0.08f + (n > 1 ? 0.32f * (float)j / (float)(n - 1) : 0);
    return ease_phase(scope_beat(scope, BEAT_SHARE), from, from + 0.32f);
}

/* ---- the column of a word ---- */

/* What the column of word j stands for now, above the zero line where it is positive. */
static double value_now(const SoftmaxEvent *event, int j)
{
    double score = (double)event->shares.scores[j], tempered = shares_tempered(&event->shares, j);
    return score + (tempered - score) * (double)event->temper - event->shares.largest * (double)event->shift;
}

static float zero_now(const SoftmaxEvent *event)
{
    return event->zero - (float)event->shares.largest * event->shift * event->unit;
}

static float foot(const SoftmaxEvent *event)
{
    return event->layout->bar_y + event->layout->bar_h;
}

static float power_height(const SoftmaxEvent *event, int j)
{
    return event->layout->bar_h * (float)(shares_power(&event->shares, j) / event->shares.sum);
}

/* A column of `height` px that stands at the foot of the wells. */
static Box standing(const SoftmaxEvent *event, int j, float height)
{
    const StageLayout *layout = event->layout;
    float h = fmaxf(HEIGHT, height);
    return (Box){stage_column_x(layout, j) - layout->bar_w / 2, foot(event) - h, layout->bar_w, h};
}

static Box column_box(const SoftmaxEvent *event, int j)
{
    float zero = zero_now(event), end = zero - (float)value_now(event, j) * event->unit;
    Box column = standing(event, j, 0);
    column.y = fminf(zero, end);
    column.h = fmaxf(HEIGHT, fabsf(end - zero));
    Box score = stage_score_bar(event->layout, j, (double)event->shares.scores[j]);
    column = box_lerp(score, column, event->rise);
    return box_lerp(column, standing(event, j, power_height(event, j)), ease_in_out(event->grow));
}

static void draw_piece(const SoftmaxEvent *event, int j, Box box, float radius, float alpha)
{
    Scope own = scope_of_word(event->scope, event->painter, j);
    alpha *= scope_emphasis(&own, PART_WEIGHTS);
    const Theme *theme = event->painter->theme;
    float blue = event->shares.scores[j] / event->shares.temperature >= event->shares.largest ? 1 : 0.5f;
    Color score = color_mix(theme->paper, theme->fill[ROLE_QUERY], blue);
    Color color = color_mix(score, theme->fill[ROLE_CONTEXT], ease_phase(event->grow, 0.1f, 0.8f));
    drawlist_box(event->painter->list, box, radius, paint_fill(color_fade(color, alpha)));
}

/* ---- numbers at the columns ---- */

/* The middle of a text of that width at the column of word j: those at the ends stay beside the rows' names. */
static float number_middle(const SoftmaxEvent *event, int j, float width)
{
    float x = stage_column_x(event->layout, j), half = width / 2;
    return fmaxf(event->layout->columns.x + half, fminf(x, event->lane.x - half));
}

static void put_number(const SoftmaxEvent *event, int j, float y, float alpha, const char *number)
{
    const Painter *painter = event->painter;
    TextStyle style = style_faded(style_bold(painter->theme, TYPE_SMALL, ROLE_INK), alpha);
    style = kit_shrunk(painter, style, number_room(event->layout), number);
    float x = number_middle(event, j, kit_width(painter, style, number));
    kit_text_at(painter, style, (Point){x, y}, ALIGN_CENTER, number);
}

static const char *closing(const SoftmaxEvent *event, const char *number)
{
    return event->shares.closes ? number : arena_printf(event->maths.arena, "≈ %s", number);
}

/* The baseline of a number at the end of a column: over it, or under it where it hangs from the zero line. */
static float end_baseline(const SoftmaxEvent *event, float value)
{
    if (event->narrow)
        return event->layout->number_y;
    float end = zero_now(event) - value * event->unit;
    float over = fminf(fmaxf(value * event->unit / 2, 0), 1);
    return lerp(end + 14, end - 5, over);
}

/* The subtraction, and its result once it is done. Without room for the subtraction the score as it was. */
static const char *shifted_text(const SoftmaxEvent *event, int j)
{
    const Painter *painter = event->painter;
    const Shares *shares = &event->shares;
    Arena *arena = event->maths.arena;
    if (event->shift >= 1)
        return shares_less_text(shares, j, arena);
    const char *text = shares_shift_text(shares, j, arena);
    bool room =
        kit_width(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), text) <= number_room(event->layout);
    return room ? text : number_text(arena, shares_tempered(shares, j), SHARES_DECIMALS, true);
}

static void draw_score_number(const SoftmaxEvent *event, int j, float alpha)
{
    alpha *= ease_phase(event->rise, 0.5f, 1) * (1 - ease_phase(event->grow, 0, 0.2f));
    if (alpha <= 0)
        return;
    double value = value_now(event, j);
    const char *number = kit_number(event->painter->list, value, SHARES_DECIMALS, true);
    if (event->shift > 0)
        number = shifted_text(event, j);
    put_number(event, j, end_baseline(event, (float)value), alpha, number);
}

static const char *power_text(const SoftmaxEvent *event, int j)
{
    return arena_printf(event->maths.arena, "exp(%s)", shares_less_text(&event->shares, j, event->maths.arena));
}

/* One for all. */
static float power_size(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_QUERY]};
    float widest = 1;
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++)
        if (event->numbered[j])
            widest = fmaxf(widest, math_width(painter->list->type, style, power_text(event, j)));
    return style.size * fminf(1, number_room(event->layout) / widest);
}

/* Is there room over the tallest column for exp(...) over its number? */
static bool powers_over(const SoftmaxEvent *event)
{
    const StageLayout *layout = event->layout;
    float tallest = foot(event) - layout->bar_h * (float)(1 / event->shares.sum);
    float free = layout->floor[FLOOR_WEIGHTS].y + layout->head;
    return !event->narrow && tallest - OVER - TYPE_BODY >= free;
}

/* exp(-3.157) and what it gives: one over the other where there is room, else the one under the column. */
static void draw_power_number(const SoftmaxEvent *event, int j, float size, float alpha)
{
    const Painter *painter = event->painter;
    const StageLayout *layout = event->layout;
    float leaving = 1 - ease_phase(event->stack, 0, 0.15f);
    float top = event->narrow ? layout->number_y : foot(event) - fmaxf(HEIGHT, power_height(event, j)) - 5;
    MathStyle style = {painter->theme, size, painter->theme->text[ROLE_QUERY]};
    style.color = color_fade(style.color, alpha * leaving * ease_phase(event->grow, 0.1f, 0.3f));
    Box column = column_box(event, j); /* it keeps beside it */
    float y =
        powers_over(event) ? column.y - lerp(8, OVER, ease_phase(event->grow, 0.5f, 0.9f)) : column.y + column.h + 14;
    if (event->narrow)
        y = lerp(layout->number_y, foot(event) + 14, ease_phase(event->grow, 0.3f, 0.9f));
    const char *power = power_text(event, j);
    float x = number_middle(event, j, math_width(painter->list->type, style, power));
    math_draw(painter->list, style, (Point){x, y}, ALIGN_CENTER, power);
    alpha *= leaving * ease_phase(event->grow, 0.75f, 1);
    const char *number = shares_power_text(&event->shares, j, event->maths.arena);
    put_number(event, j, top, alpha, closing(event, number));
}

/* The line that the columns stand on or hang from. */
static void draw_axis(const SoftmaxEvent *event)
{
    float alpha = ease_phase(event->rise, 0.3f, 1) * (1 - ease_phase(event->stack, 0, 0.2f));
    float y = lerp(zero_now(event), foot(event), ease_in_out(event->grow));
    const StageLayout *layout = event->layout;
    float left = fmaxf(layout->columns.x, stage_column_x(layout, 0) - layout->bar_w / 2 - LANE);
    Color grey = color_fade(event->painter->theme->text[ROLE_MUTED], alpha);
    kit_line(event->painter, (Point){left, y}, (Point){event->lane.x, y}, grey, 1.2f);
    TextStyle style = style_plain(event->painter->theme, TYPE_SMALL, ROLE_MUTED);
    style = style_faded(style, alpha * (1 - ease_phase(event->grow, 0.1f, 0.4f))); /* then exp stands there */
    kit_text_at(event->painter, style, (Point){event->lane.x + 4, y + 4.5f}, ALIGN_LEFT, "0");
}

void softmax_draw_columns(const SoftmaxEvent *event)
{
    if (!event || event->stack > 0)
        return;
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++)
        draw_piece(event, j, column_box(event, j), 2, 1);
}

void softmax_draw_numbers(const SoftmaxEvent *event)
{
    if (!event || event->stack > 0)
        return;
    int last = event->shares.first + event->shares.count;
    float size = power_size(event);
    for (int j = event->shares.first; j < last; j++) {
        Scope own = scope_of_word(event->scope, event->painter, j);
        float ink = scope_ink(&own, PART_WEIGHTS);
        if (!event->numbered[j])
            continue;
        draw_score_number(event, j, ink);
        if (event->grow > 0)
            draw_power_number(event, j, size, ink);
    }
}

/* ---- beside the columns ---- */

/* Notes what is done with every score: the number that is taken off, or T. */
static void draw_note(const SoftmaxEvent *event, const char *number, float alpha)
{
    const Painter *painter = event->painter;
    if (alpha <= 0 || event->lane.w < NOTE_LEAST)
        return;
    float x = event->lane.x + event->lane.w / 2, y = foot(event) - 24;
    TextStyle large = style_faded(style_bold(painter->theme, TYPE_SMALL, ROLE_QUERY), alpha);
    TextStyle small = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), alpha);
    const char *each = kit_said(painter, W_EACH_SCORE);
    large = kit_shrunk(painter, large, event->lane.w, number);
    float right = event->layout->area.x + event->layout->area.w - 4;
    x = fminf(x, right - kit_width(painter, large, number) / 2);
    kit_text_at(painter, large, (Point){x, y}, ALIGN_CENTER, number);
    if (kit_width(painter, small, each) <= event->lane.w - 2 * LANE)
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
    Point from = {event->lane.x + event->lane.w / 2, event->zero}, to = {from.x, zero_now(event)};
    Color blue = color_fade(painter->theme->fill[ROLE_QUERY], alpha);
    kit_line(painter, (Point){event->lane.x, from.y}, (Point){from.x + LANE, from.y}, color_fade(blue, 0.5f), 1.2f);
    if (alpha > 0 && fabsf(from.y - to.y) > 8)
        drawlist_arrow(painter->list, from, to, 6, blue, 1.6f);
}

/* exp from the least score that is shown to 0, with the columns' heights on it. */
static void draw_curve(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    float alpha = ease_phase(event->grow, 0.4f, 1) * (1 - ease_phase(event->stack, 0, 0.15f));
    if (alpha <= 0 || event->lane.w < LABEL_W)
        return;
    double least = -1;
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++)
        least = fmin(least, shares_less(&event->shares, j));
    least = fmax(least, -6);
    Box box = box_inset(event->lane, 8, 0);
    float unit = event->layout->bar_h / (float)event->shares.sum, across = box.w / (float)-least, y = foot(event);
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
        float x = box.x + box.w + (float)less * across, top = y - power_height(event, j);
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
    float height = power_height(event, j), order = (float)(j - event->shares.first) / (float)event->shares.count;
    Box slot = {event->bar.x, layout->bar_y + before, event->bar.w, height};
    float there = ease_phase(event->stack, 0.05f + 0.25f * order, 0.35f + 0.25f * order);
    float dealt = softmax_dealt(event->scope, j), taken = ease_phase(event->share, 0.72f, 0.84f);
    *stacked = there * (1 - dealt);
    Box from = standing(event, j, height),
        to = standing(event, j, lerp(height, layout->bar_h * event->shares.weights[j], taken));
    float left = layout->columns.x - layout->bar_w, right = layout->columns.x + layout->columns.w;
    from.x = to.x = fminf(fmaxf(from.x, left), right); /* those out of sight come from the edge */
    return box_lerp(box_lerp(from, slot, there), to, dealt);
}

/* Its number, with the word where both have room. */
static void draw_addend(const SoftmaxEvent *event, int j, Box piece, float alpha, float *lowest)
{
    const Painter *painter = event->painter;
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), alpha);
    const char *number = shares_power_text(&event->shares, j, event->maths.arena);
    const char *both = arena_printf(event->maths.arena, "%s %s", event->scope->trace->source[j], number);
    float left = event->bar.x + event->bar.w + 6, room = event->layout->area.x + event->layout->area.w - left - 4;
    float y = fmaxf(fminf(piece.y + piece.h / 2 + 4, foot(event) - 2), *lowest + 14); /* over the division */
    const char *text = kit_width(painter, style, both) <= room ? both : number;
    if (!event->numbered[j] || alpha <= 0 || kit_width(painter, style, text) > room || y > foot(event) - 1)
        return;
    kit_text_at(painter, style, (Point){left, y}, ALIGN_LEFT, text);
    *lowest = y;
}

/* The powers come to the bar and stay there; what is dealt from it keeps its height. */
static void draw_stack(const SoftmaxEvent *event)
{
    const Painter *painter = event->painter;
    const StageLayout *layout = event->layout;
    float there = ease_phase(event->stack, 0, 0.15f) * event->hero;
    drawlist_box(painter->list, event->bar, 0, paint_fill(color_fade(painter->theme->faint, there)));
    float before = 0, cut = 0, lowest = layout->bar_y - 9,
          left = fmaxf(layout->columns.x, stage_column_x(layout, 0) - layout->bar_w / 2);
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++) {
        float stacked, height = power_height(event, j), x = stage_column_x(layout, j);
        Box slot = {event->bar.x, layout->bar_y + before, event->bar.w, height};
        Box box = moving_box(event, j, before, &stacked);
        bool seen = x > layout->columns.x && x < layout->columns.x + layout->columns.w;
        if (softmax_dealt(event->scope, j) > 0)
            draw_piece(event, j, slot, 0, event->hero);
        if (event->share < 1)
            draw_piece(event, j, box, 2 * (1 - stacked), seen ? 1 : stacked);
        draw_addend(event, j, slot, ease_phase(event->stack, 0.6f, 1) * event->hero, &lowest);
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
    float right = event->layout->area.x + event->layout->area.w - 6, room = right - event->lane.x;
    if (math_width(painter->list->type, style, text) > room)
        text = arena_printf(arena, "Σ %s @B{%s}", sign, sum);
    if (math_width(painter->list->type, style, text) * 0.7f > room)
        text = arena_printf(arena, "@B{%s}", sum);
    float width = fminf(math_width(painter->list->type, style, text), room),
          x = fminf(event->bar.x + (event->bar.w - width) / 2, right - width);
    x = fmaxf(x, event->lane.x);
    if (right - x < math_width(painter->list->type, style, text) * SUM_LEAST)
        return; /* nobody could read it */
    math_fit(painter->list, style, (Point){x, event->layout->number_y}, right - x, 0.7f, text);
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
        left = fmaxf(layout->area.x + LANE,
                     fminf(stage_column_x(layout, shares->best) - width / 2, event->bar.x - width - 8));
    }
    math_draw(painter->list, style, (Point){left, foot(event) + 13}, ALIGN_LEFT, text);
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
    draw_sum(event);
    draw_division(event);
}
