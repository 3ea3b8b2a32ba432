#include "scene/stage/floor_parts.h"
#include "scene/stage/softmax_parts.h"

#include "draw/ease.h"

#include <math.h>

#define HEIGHT      1.5f /* px of a column that has none, so that it is seen */
#define LANE_MOST   140.0f
#define STACK_APART 22.0f /* px: no bar of a word */
#define APART       4.0f  /* px between two numbers */
#define OVER        20.0f /* px from a column to the baseline of its exp(...), over its number */
#define ADDEND      84.0f /* px beside the bar, for its numbers and words */

/* ---- the whole ---- */

/* Of the hero alone. At the end the stack stays beside the wells. */
static bool goes_on(const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    bool made = step && step->step.scores && step->step.weights && !config_mixes_heads(&scope->trace->config);
    return made && !step->replaced && scope->shown[MOMENT_SOFTMAX] > 0 && layout->floors.hero[FLOOR_WEIGHTS] > 0.5f;
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
    float left = right + fmaxf(SOFTMAX_LANE, fminf(STACK_APART, layout->spacing * 0.12f)),
          end = layout->area.x + layout->area.w - SOFTMAX_LANE;
    event->lane = (Box){left, layout->bar_y, fminf(end - left, LANE_MOST), layout->bar_h};
    event->bar =
        (Box){left, layout->bar_y, fmaxf(16, fminf(layout->bar_w * 0.7f, event->lane.w - ADDEND)), layout->bar_h};
}

/* px that a word's number has to itself, also where those at the ends are moved inwards. */
static float number_room(const StageLayout *layout)
{
    float spacing = layout->spacing, apart = spacing * (float)(stage_reach(layout, SOFTMAX_LABEL_W) + 1);
    float aside = fminf(spacing / 2, layout->bar_w / 2 + SOFTMAX_LANE); /* of the last one, up to the lane */
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
    event->narrow = layout->spacing < SOFTMAX_LABEL_W / 2 + layout->bar_w / 2 + 2;
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
    if (!step || step->replaced || !config_scores(&scope->trace->config) || config_mixes_heads(&scope->trace->config))
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

float softmax_zero(const SoftmaxEvent *event)
{
    return event->zero - (float)event->shares.largest * event->shift * event->unit;
}

float softmax_foot(const SoftmaxEvent *event)
{
    return event->layout->bar_y + event->layout->bar_h;
}

float softmax_power_height(const SoftmaxEvent *event, int j)
{
    return event->layout->bar_h * (float)(shares_power(&event->shares, j) / event->shares.sum);
}

Box softmax_standing(const SoftmaxEvent *event, int j, float height)
{
    const StageLayout *layout = event->layout;
    float h = fmaxf(HEIGHT, height);
    return (Box){stage_column_x(layout, j) - layout->bar_w / 2, softmax_foot(event) - h, layout->bar_w, h};
}

static Box column_box(const SoftmaxEvent *event, int j)
{
    float zero = softmax_zero(event), end = zero - (float)value_now(event, j) * event->unit;
    Box column = softmax_standing(event, j, 0);
    column.y = fminf(zero, end);
    column.h = fmaxf(HEIGHT, fabsf(end - zero));
    Box score = stage_score_bar(event->layout, j, (double)event->shares.scores[j]);
    column = box_lerp(score, column, event->rise);
    return box_lerp(column, softmax_standing(event, j, softmax_power_height(event, j)), ease_in_out(event->grow));
}

void softmax_draw_piece(const SoftmaxEvent *event, int j, Box box, float radius, float alpha)
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
    float end = softmax_zero(event) - value * event->unit;
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
    float tallest = softmax_foot(event) - layout->bar_h * (float)(1 / event->shares.sum);
    float free = layout->floor[FLOOR_WEIGHTS].y + layout->head;
    return !event->narrow && tallest - OVER - TYPE_BODY >= free;
}

/* exp(-3.157) and what it gives: one over the other where there is room, else the one under the column. */
static void draw_power_number(const SoftmaxEvent *event, int j, float size, float alpha)
{
    const Painter *painter = event->painter;
    const StageLayout *layout = event->layout;
    float leaving = 1 - ease_phase(event->stack, 0, 0.15f);
    float top =
        event->narrow ? layout->number_y : softmax_foot(event) - fmaxf(HEIGHT, softmax_power_height(event, j)) - 5;
    MathStyle style = {painter->theme, size, painter->theme->text[ROLE_QUERY]};
    style.color = color_fade(style.color, alpha * leaving * ease_phase(event->grow, 0.1f, 0.3f));
    Box column = column_box(event, j); /* it keeps beside it */
    float y =
        powers_over(event) ? column.y - lerp(8, OVER, ease_phase(event->grow, 0.5f, 0.9f)) : column.y + column.h + 14;
    if (event->narrow)
        y = lerp(layout->number_y, softmax_foot(event) + 14, ease_phase(event->grow, 0.3f, 0.9f));
    const char *power = power_text(event, j);
    float x = number_middle(event, j, math_width(painter->list->type, style, power));
    math_draw(painter->list, style, (Point){x, y}, ALIGN_CENTER, power);
    alpha *= leaving * ease_phase(event->grow, 0.75f, 1);
    const char *number = shares_power_text(&event->shares, j, event->maths.arena);
    put_number(event, j, top, alpha, closing(event, number));
}

void softmax_draw_columns(const SoftmaxEvent *event)
{
    if (!event || event->stack > 0)
        return;
    for (int j = event->shares.first; j < event->shares.first + event->shares.count; j++)
        softmax_draw_piece(event, j, column_box(event, j), 2, 1);
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
