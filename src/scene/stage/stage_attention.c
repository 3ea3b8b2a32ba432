/* What runs between columns and decoder: the question, the ribbons of the weights, the context vector. */
#include "scene/stage/event_context.h"
#include "scene/stage/scores_place.h"
#include "scene/stage/stage.h"

#include "derive/line.h"
#include "draw/ease.h"
#include "scene/kit/way.h"
#include "words/common_words.h"

#include <math.h>
#include <string.h>

/* The last column that is in sight. */
static int last_column(const StageLayout *layout)
{
    return (int)((layout->columns.w + layout->scroll) / layout->spacing - 0.5f);
}

/* Over the line's right end, clear of the last score and of the decoder. */
static void draw_question_name(const Painter *painter, const StageLayout *layout, TextStyle style, float corner,
                               Slice asks)
{
    float width = text_width(painter->list->type, style, asks);
    int last = last_column(layout);
    float x = stage_column_x(layout, last),
          edge = fminf(x + fmaxf(layout->score_w, layout->lane), layout->columns.x + layout->columns.w) + 10;
    float left = fmaxf(fminf(corner + 38, layout->strip_query.x - width - 6), edge);
    bool under_cell = layout->cell.y + layout->cell.h > layout->dash_y - 22;
    if (left < bench_of(layout, last, true).query.x + 30) /* there the query comes by */
        style = style_faded(style, 1 - layout->visit.here);
    if (left + width < layout->decoder_x - 10 && !under_cell)
        drawlist_text_at(painter->list, style, (Point){left, layout->dash_y - 8}, ALIGN_LEFT, asks);
}

#define ASKS_PITCH 14.0f /* px from line to line */

/* Lines that end at `last`, none of them longer than `room`; false: they have none there. */
static bool put_lines(const Painter *painter, TextStyle style, Point last, float room, float top, Slice text)
{
    Arena *arena = &painter->list->arena;
    TextLines lines = text_break(arena, painter->list->type, style, text, room);
    if (lines.count == 2) /* of about one length */
        lines = text_break(arena, painter->list->type, style, text,
                           fminf(room, 0.7f * text_width(painter->list->type, style, text)));
    last.y -= ASKS_PITCH * (float)(lines.count - 1);
    bool fits = lines.count <= 2 && last.y - 0.85f * style.size > top;
    for (int i = 0; i < lines.count; i++)
        fits = fits && text_width(painter->list->type, style, lines.lines[i]) <= room;
    for (int i = 0; i < lines.count && fits; i++, last.y += ASKS_PITCH)
        drawlist_text_at(painter->list, style, last, ALIGN_RIGHT, lines.lines[i]);
    return fits;
}

/* Where the line rises from the new state: beside that state, clear of the last weight and of all attention. */
static void draw_new_question_name(const Painter *painter, const StageLayout *layout, TextStyle style, int n,
                                   Slice asks)
{
    Box state = layout->strip_state, all = layout->strip;
    Point at = {state.x - 2, state.y - 3};
    int last = last_column(layout);
    float x = stage_column_x(layout, last < n ? last : n - 1), end = x + fmaxf(layout->bar_w, WEIGHT_W) / 2;
    if (!put_lines(painter, style, at, at.x - 4 - end, all.y + all.h, asks)) /* else beside the strip */
        put_lines(painter, style, at, at.x - 4 - fmaxf(end, all.x + all.w), -INFINITY, asks);
}

/* The dashed line along which the query asks every state, with an arrow up from each. */
static void draw_question(const Painter *painter, const Scope *scope, const StageLayout *layout, float asked)
{
    float shown = scope->shown[MOMENT_QUERY];
    if (shown <= 0)
        return;
    const Theme *theme = painter->theme;
    float there = scope->alpha;
    float alpha = lerp(0.45f, 1, scope->lit[PART_QUESTION]) * there;
    float ink = scope_ink(scope, PART_QUESTION) * there * shown;
    Color blue = theme->fill[ROLE_QUERY];
    Box query = stage_asks_anew(scope) ? layout->strip_state : layout->strip_query;
    float first = fmaxf(stage_column_x(layout, 0) - 18, layout->columns.x);
    float y = layout->dash_y, bend = query.x - 14;
    Point start = {query.x - 3, query.y + query.h / 2};
    float corner = bend - 56;
    drawlist_move(painter->list, start.x, start.y);
    drawlist_cubic(painter->list, bend - 20, start.y, bend - 18, y, corner, y);
    drawlist_line(painter->list, lerp(corner, first, shown), y);
    Paint paint = paint_dashed(color_fade(blue, alpha * 0.75f * asked), 1.6f, 5, 4);
    drawlist_path_end(painter->list, paint);

    TextStyle style = style_faded(style_bold(theme, 12, ROLE_QUERY), ink * asked);
    Slice asks = slice_of(kit_said(painter, scope->trace->row ? W_ASKS_EVERY_KEY : W_ASKS));
    if (stage_asks_anew(scope))
        draw_new_question_name(painter, layout, style, scope->trace->n, asks);
    else
        draw_question_name(painter, layout, style, corner, asks);

    for (int j = 0; j < scope->trace->n; j++) {
        float x = stage_column_x(layout, j);
        float scored = (float)visit_met(scope, &layout->visit, j) / (float)visit_groups(scope->trace);
        if (scored <= 0 || x < layout->columns.x || x > layout->columns.x + layout->columns.w)
            continue;
        float from = layout->state_y - 1, to = layout->score_y + 20;
        drawlist_arrow(painter->list, (Point){x, from}, (Point){x, lerp(from, to, scored)}, 5,
                       color_fade(blue, scope_emphasis(scope, PART_SCORES) * there), 1.4f);
    }
}

static const char *context_markup(const Painter *painter, const Scope *scope, const TraceStep *step)
{
    Arena *arena = &painter->list->arena;
    const Trace *trace = scope->trace;
    Maths maths = kit_maths(painter, trace);
    const char *name = vector_name(&maths, context_value(&maths, scope->step, 0));
    if (!step->step.weights)
        return arena_printf(arena, "%s = %s", name, final_name(&maths, false));
    if (!config_scores(&trace->config) && !step->replaced && trace->n > 1)
        return arena_printf(arena, "%s = (%s %s %s) / %d", name, annotation_name(&maths, 0),
                            trace->n > 2 ? "+ … +" : "+", annotation_name(&maths, trace->n - 1), trace->n);
    return arena_printf(arena, "%s %s", name, weighted_sum(&maths, scope->step));
}

/* With how many decimals every cell has room for its number; 0: with none. */
static int cell_decimals(const Painter *painter, const CellGrid *grid, TextStyle style)
{
    for (int decimals = 2; decimals > 0; decimals--) {
        bool room = true;
        for (int i = 0; i < grid->count && room; i++) {
            Box box = cell_box(grid, i);
            const char *text = kit_number(painter->list, grid->values[cell_value(grid, i)], decimals, false);
            room = kit_width(painter, style, text) <= box.w - 3 && box.h >= 14;
        }
        if (room)
            return decimals;
    }
    return 0;
}

static void draw_cell_numbers(const Painter *painter, const CellGrid *grid, float extent, float alpha)
{
    TextStyle style = {FACE_SANS, TYPE_TINY, {0}, 0};
    int decimals = cell_decimals(painter, grid, style);
    for (int i = 0; i < grid->count && decimals > 0; i++) {
        Box box = cell_box(grid, i);
        float value = grid->values[cell_value(grid, i)];
        const char *text = kit_number(painter->list, value, decimals, false);
        Color cell = kit_cell_color(painter->theme, value, extent, alpha);
        float share = (float)cell.a / 255;
        cell.a = 255;
        style.color = color_on(color_mix(painter->theme->panel, cell, share));
        kit_text(painter, style, box, ALIGN_CENTER, text);
    }
}

static void draw_context(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    int D = config_annotation(&scope->trace->config);
    float shown = step && step->step.context ? event_context_made(scope) : 0;
    float alpha = scope_emphasis(scope, PART_CONTEXT), ink = scope_ink(scope, PART_CONTEXT);
    CellGrid grid = cell_grid(painter, box_inset(layout->context, 3, 3), step ? step->step.context : NULL, D, false);
    bool lit = scope_highlighted(painter, LIVE_CONTEXT, scope->step, -1);
    bool kept = scope->trace->config.attention == ATTENTION_FIXED; /* from step to step */
    float there = kept && scope->step > 0 ? 1 : kept ? shown : shown * scope->alpha;
    kit_vector(painter, &grid, ROLE_CONTEXT, layout->extent, there, alpha, lit,
               target_at(TARGET_CONTEXT, scope->step, -1, 0));
    if (shown <= 0)
        return;
    if (shown * scope->alpha >= 1)
        draw_cell_numbers(painter, &grid, layout->extent, alpha);
    if (layout->low)
        return;
    MathStyle style = {painter->theme, TYPE_LARGE + 1,
                       color_fade(painter->theme->text[ROLE_INK], ink * shown * scope->alpha)};
    const char *markup = context_markup(painter, scope, step);
    float width = math_width(painter->list->type, style, markup);
    float left = fmaxf(layout->columns.x - 8, layout->context.x + layout->context.w / 2 - width / 2);
    float room = layout->decoder_x - layout->decoder_w / 2 - 16 - left;
    math_fit(painter->list, style, (Point){left, layout->formula_y}, room, 0.7f, markup);
}

/* From the context over the columns, then down beside the decoder into its cell. */
static void draw_feed(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float shown = scope->shown[stage_asks_anew(scope) ? MOMENT_COMBINE : MOMENT_STATE];
    if (shown <= 0)
        return;
    Point from = {layout->context.x + layout->context.w + 5, layout->context.y + layout->context.h / 2};
    Box into = stage_asks_anew(scope) ? layout->strip_attentional : layout->cell;
    Point to = {into.x - (stage_asks_anew(scope) ? 5 : 2), into.y + into.h / 2};
    float lane = layout->decoder_x - layout->decoder_w / 2 - 30; /* between the columns and the words of the output */
    Way way = way_through((Point[]){from, {lane, from.y}, {lane, to.y}, to}, 4, 36);
    Color orange = color_mix(painter->theme->paper, painter->theme->fill[ROLE_CONTEXT],
                             scope_emphasis(scope, PART_CONTEXT) * scope->alpha);
    way_draw(painter->list, &way, fminf(shown * 1.6f, 1), 8, orange, 3);
}

/* One fixed context: the last forward and the first backward state, nothing else, at every step the same. */
static void draw_summary(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float shown = scope->shown[MOMENT_CONTEXT];
    if (shown <= 0)
        return;
    Color orange = color_fade(painter->theme->fill[ROLE_CONTEXT], scope_emphasis(scope, PART_CONTEXT) * scope->alpha);
    int ends[2] = {scope->trace->n - 1, 0};
    for (int i = 0; i <= scope->trace->config.bidirectional; i++) {
        float x = stage_column_x(layout, ends[i]) + (i == 0 ? -1 : 1) * layout->state_w / 4;
        x = fminf(fmaxf(x, layout->columns.x), layout->columns.x + layout->columns.w);
        float top = layout->context.y + layout->context.h + 5, bottom = layout->state_y - 4;
        float end = layout->context.x + layout->context.w * (i == 0 ? 0.3f : 0.7f);
        Point arrow[4];
        cubic_rise((Point){x, bottom}, (Point){end, top}, 0.5f, arrow);
        cubic_split(arrow, shown, arrow);
        drawlist_arrow_cubic(painter->list, arrow, 8, orange, 3, 0, 0);
    }
}

void stage_draw_attention(const Painter *painter, const Scope *scope, const StageLayout *layout,
                          const SoftmaxEvent *event)
{
    const Config *config = &scope->trace->config;
    if (config_scores(config))
        draw_question(painter, scope, layout, softmax_asked(event));
    if (config_weighs(config))
        event_context_draw(painter, scope, layout);
    if (config->attention == ATTENTION_FIXED)
        draw_summary(painter, scope, layout);
    draw_feed(painter, scope, layout);
    draw_context(painter, scope, layout);
}
