#include "scene/stage/stage_layout.h"

#include "draw/ease.h"
#include "scene/kit/grid.h"
#include "scene/stage/score_cells.h"
#include "scene/view/window_layout.h"

#include <math.h>

enum {
    LABELS_W = 120,
    NO_LABELS_W = 12,
    TURNED_W = 30 /* of a turned word left of its column */,
    DECODER_W = 180,
    DECODER_RIGHT = 40,
    ARROW_LANE = 64
};

#define LABELS_LEAST  430.0f /* px of a stage with labels beside its rows: columns come first */
#define LYING_LABELS  540.0f
#define SPACING_MOST  120.0f
#define SPACING_LEAST 24.0f
#define FIXED_H       290.0f /* what does not stretch */
#define FLEX_H        292.0f /* ribbons 84, bars 72, states 136 */
#define FLEX_LEAST    0.25f
#define TIGHT_LEAST   0.2f
#define STRIP_H       15.0f
#define STRIP_LEAST   10.0f /* without numbers, where the rows stretch least */
#define WORD_MOST     78.0f
#define SCROLL_H      12.0f  /* at the foot of the stage */
#define FOOT_GAP      6.0f   /* px that turned words keep from it */
#define STRIP_GAP     0.5f   /* of its height, below it */
#define LOW_H         400.0f /* a stage without a decoder leaves out what it can do without */
#define LOW_LESS      78.0f
#define NAME_H        14.0f
#define LOW_FLEX      0.2f
#define TIGHT_H       378.0f /* a stage with a decoder that is lower has less between its rows */
#define TIGHT_LESS    4.0f
#define EMBED_H       31.0f /* with the gap over them */
#define SCORE_LIFT    12.0f /* of the upper of two rows of scores */

/* The source position that the cursor is about: its column is kept in view. */
static float followed_column(const Scope *scope, int index)
{
    const Trace *trace = scope->trace;
    Moment moment = moment_near(trace, index);
    if (moment.position >= 0)
        return (float)moment.position;
    if (moment.step < 0)
        return moment.kind == MOMENT_BRIDGE ? (float)(trace->n - 1) : 0;
    const float *weights = trace->steps[moment.step].step.weights;
    return weights ? (float)values_largest(weights, trace->n) : 0;
}

/* The scroll that brings what the cursor is about into the middle. */
static float followed_of(const Scope *scope, const StageLayout *layout)
{
    int floor_index = (int)floor(scope->cursor);
    float t = ease_in_out((float)(scope->cursor - floor_index));
    float column = lerp(followed_column(scope, floor_index), followed_column(scope, floor_index + 1), t);
    column = visit_column(scope, &layout->visit, column);
    return (column + 0.5f) * layout->spacing - layout->columns.w / 2;
}

static float scroll_of(const View *view, const StageLayout *layout)
{
    return fminf(fmaxf(layout->followed + view->stage.scroll, 0), layout->scroll_limit);
}

/* Words stand upright in chips where they have room there. */
static bool words_turn(const Type *type, const Trace *trace, float spacing)
{
    float size = spacing < 70 ? TYPE_SMALL : TYPE_BODY;
    return grid_words_turn(type, trace, false, &size, spacing - 16);
}

bool stage_has_labels(const View *view, float width)
{
    return width >= (window_lying(view) ? LYING_LABELS : LABELS_LEAST) && !window_upright(view);
}

static void lay_columns(const View *view, const Type *type, const Scope *scope, StageLayout *layout)
{
    int n = scope->trace->n;
    Box area = layout->area;
    layout->labels = stage_has_labels(view, area.w);
    bool upright = window_upright(view);
    float labels = layout->labels ? LABELS_W : upright ? TURNED_W : NO_LABELS_W;
    float room = area.w - labels - ARROW_LANE - layout->decoder_w - DECODER_RIGHT;
    layout->spacing = fminf(SPACING_MOST, fmaxf(SPACING_LEAST, room / (float)n));
    float width = fminf(room, fmaxf(layout->spacing * (float)n, 280)), spare = room - width;
    float lane = ARROW_LANE + fminf(spare * 0.4f, 110); /* what is left stands on both sides of the whole */
    float margin = (spare - (lane - ARROW_LANE)) / 2;
    layout->left = area.x + margin;
    layout->columns = (Box){layout->left + labels, area.y, width, area.h};
    layout->decoder_x = layout->columns.x + width + lane + layout->decoder_w / 2;
    layout->scroll_limit = fmaxf(0, SPACING_LEAST * (float)n - room);
    layout->followed = followed_of(scope, layout);
    layout->scroll = scroll_of(view, layout);
    layout->turned = words_turn(type, scope->trace, layout->spacing);
    layout->bar_w = fminf(52, layout->spacing * 0.56f);
    layout->score_w = fminf(41, layout->spacing * 0.36f);
    layout->score_rows = layout->spacing < SCORE_NUMBER_W;
    layout->lane = fminf(layout->score_w + 6, layout->spacing * 0.44f);
    layout->state_w = fminf(36, layout->spacing * 0.56f);
    if (scope->trace->row) /* a column of single cells: the keys that stand beside it keep clear of it */
        layout->state_w = fminf(30, layout->spacing * 0.4f);
    layout->embed_w = fminf(80, layout->spacing * 0.72f);
}

/* The states take the room of scores and weights, as far as what rises from them to the context leaves it. */
static void raise_states(StageLayout *layout)
{
    float end = layout->state_y + layout->state_h, rise = 26 + 84 * layout->flex;
    layout->state_y = layout->context.y + layout->context.h + rise;
    layout->state_h = end - layout->state_y;
    layout->state_w = fminf(56, layout->spacing * 0.56f);
}

static void lay_rows(StageLayout *layout, int n, bool weighs)
{
    Box area = layout->area;
    bool tight = layout->tight, embeds = !layout->low && !(tight && layout->turned);
    float top = layout->low || tight ? 4 : 26, line = layout->low ? 2 : tight ? 21 : 27;
    float fixed = FIXED_H + (layout->turned ? 34 : 0) - (layout->low ? LOW_LESS : 0); /* turned words are taller */
    if (tight)
        fixed -= 26 - top + 27 - line + 2 * TIGHT_LESS + (embeds ? 0 : EMBED_H);
    float strip = !weighs ? 0 : area.h - fixed > FLEX_H * 0.4f ? STRIP_H : STRIP_LEAST;
    fixed += strip * (1 + STRIP_GAP);
    layout->names_h = layout->spacing < NAME_BESIDE && area.h - fixed - NAME_H > FLEX_LEAST * FLEX_H ? NAME_H : 0;
    fixed += layout->names_h;
    float least = layout->low ? LOW_FLEX : tight ? TIGHT_LEAST : FLEX_LEAST;
    layout->flex = fminf(1.4f, fmaxf(least, (area.h - fixed) / FLEX_H));
    float used = fixed + FLEX_H * layout->flex;
    float y = area.y + fmaxf(0, (area.h - used) * 0.42f) + top;
    layout->formula_y = y + 12;
    layout->context = (Box){0, y + line, 0, 27};
    y += line + 27 + 6 + 84 * layout->flex;
    float columns = fminf(layout->columns.w, layout->spacing * (float)n);
    layout->strip = (Box){layout->columns.x + 6, y, columns - 12, strip};
    y += strip * (1 + STRIP_GAP);
    layout->number_y = y + 13;
    layout->bar_y = y + 20;
    layout->bar_h = 72 * layout->flex;
    y = layout->bar_y + layout->bar_h + 20;
    layout->score_number_y = y + 11;
    layout->weights_y = fminf(layout->bar_y + 10, y - 42);
    layout->slider = (Box){layout->left + 45, layout->weights_y + 30, 34, 3};
    layout->score_y = y + 18;
    y += 34;
    layout->dash_y = y + 13; /* clear of the bars over it and of the names under it */
    layout->state_y = y + 36;
    layout->query_y = layout->state_y;
    layout->state_h = 136 * layout->flex;
    layout->embed_y = layout->state_y + layout->state_h + layout->names_h + (embeds ? 15 : 0);
    layout->embed_h = embeds ? 16 : 0;
    layout->word_y = layout->embed_y + layout->embed_h + 13 - (tight ? TIGHT_LESS : 0);
    layout->word_h = 34 - (tight ? TIGHT_LESS : 0);
    float scroll = layout->scroll_limit > 0 ? SCROLL_H : FOOT_GAP;
    float below = area.y + area.h - scroll - (layout->word_y + 8); /* of where a turned word ends */
    layout->word_turn = below < 50 ? -0.6f : -0.9f;
    layout->word_most = fminf(WORD_MOST, below / sinf(-layout->word_turn) - 6);
    float width = fminf(236, layout->columns.w - 20);
    columns = fminf(layout->columns.w, layout->spacing * 6);
    layout->context.x = layout->columns.x + fmaxf(10, (columns - width) / 2);
    layout->context.w = width;
    if (!weighs)
        raise_states(layout);
    layout->tray = layout->context;
    layout->tray.y += layout->context.h + 8;
    layout->tray.h = layout->bar_h;
    layout->strip_w = fminf(96, layout->spacing - 8);
    layout->strip_t = fminf(42 * fminf(layout->flex, 1), layout->strip_w);
}

static void lay_decoder(StageLayout *layout, bool combines)
{
    float x = layout->decoder_x, w = layout->decoder_w;
    float left = x - w / 2;
    layout->output_y = layout->context.y - 3;
    layout->output_rows = layout->flex < 0.55f || (combines && layout->flex < 1) ? 3 : 4;
    layout->output_row = layout->flex < 0.8f ? 17 : 21;
    float top = layout->output_y + layout->output_row * (float)(layout->output_rows + 1);
    float room = layout->query_y - top;
    float scale = fminf(1.25f, room / (combines ? 212 : 170));
    float y = top + 26 * scale;
    if (combines) {
        layout->strip_attentional = (Box){left + 4, y, w - 8, 22};
        y += 22 + 20 * scale;
    }
    layout->strip_state = (Box){left + 4, y, w - 8, 22};
    y += 22 + 28 * scale;
    float cell_h = fminf(74, 66 * scale);
    layout->cell = (Box){left - 4, y, w + 8, cell_h};
    layout->strip_query = (Box){left + 4, layout->query_y + 3, w - 8, 22};
    float y_previous = layout->embed_y - 4;
    float least = layout->strip_query.y + 68;
    if (y_previous < least)
        y_previous = least;
    layout->strip_previous = (Box){left + 4, y_previous, w - 76, 18};
    layout->chip_previous = (Box){left + w - 64, y_previous - 8, 64, 34};
}

/* Of all steps: bars are as long as they are in every one. */
static float largest_score(const Trace *trace)
{
    float largest = 0;
    for (int t = 0; t < trace->step_count; t++)
        if (trace->steps[t].step.scores)
            largest = fmaxf(largest, values_extent(trace->steps[t].step.scores, trace->n));
    return largest;
}

bool stage_tempers(const View *view, const Scope *scope)
{
    const TraceStep *step = stage_step(scope);
    return config_scores(&scope->trace->config) && !(step && step->replaced) && !scope->trace->row
           && view_changes(view);
}

StageLayout stage_layout(const View *view, const Type *type, const Scope *scope, Box area)
{
    StageLayout layout = {.visit = visit_at(scope), .area = area, .decoder_w = DECODER_W};
    if (area.w < 620)
        layout.decoder_w = 150;
    layout.low = scope->trace->row && area.h < LOW_H;
    layout.tight = !scope->trace->row && area.h < TIGHT_H;
    layout.score_full = largest_score(scope->trace);
    lay_columns(view, type, scope, &layout);
    lay_rows(&layout, scope->trace->n, config_weighs(&scope->trace->config));
    if (!layout.labels || !stage_tempers(view, scope))
        layout.slider.w = 0;
    lay_decoder(&layout, scope->trace->config.attention == ATTENTION_LUONG);
    const Trace *trace = scope->trace; /* states lie between -1 and 1, the values of a head do not */
    layout.extent = trace->row ? row_extent(trace) : 1;
    return layout;
}

float stage_column_x(const StageLayout *layout, int j)
{
    return layout->columns.x + layout->spacing * ((float)j + 0.5f) - layout->scroll;
}

Box stage_output_name(const StageLayout *layout, int k)
{
    float left = layout->decoder_x - layout->decoder_w / 2, words = fminf(52, layout->decoder_w * 0.3f);
    return (Box){left - 24, layout->output_y + layout->output_row * (float)k, words + 16, layout->output_row};
}

Box stage_well(const StageLayout *layout, int j)
{
    return (Box){stage_column_x(layout, j) - layout->bar_w / 2, layout->bar_y, layout->bar_w, layout->bar_h};
}

float stage_score_baseline(const StageLayout *layout, int j)
{
    return layout->score_number_y - (layout->score_rows && j % 2 ? SCORE_LIFT : 0);
}

float stage_text_x(const StageLayout *layout, int j, float width)
{
    float x = stage_column_x(layout, j), left = layout->columns.x, right = left + layout->columns.w;
    return layout->scroll_limit > 0 ? fmaxf(left + width / 2, fminf(x, right - width / 2)) : x;
}

int stage_reach(const StageLayout *layout, float width)
{
    return (int)ceilf(width / layout->spacing - 0.001f) - 1;
}

static bool column_seen(const StageLayout *layout, int j)
{
    float x = stage_column_x(layout, j), left = layout->columns.x, right = left + layout->columns.w;
    return layout->scroll_limit <= 0 || (x >= left && x <= right);
}

bool *stage_numbered(const StageLayout *layout, const Numbers *numbers, Arena *arena)
{
    int n = numbers->n;
    bool *blocked = ARENA_ARRAY(arena, bool, n), *numbered = ARENA_ARRAY(arena, bool, n);
    bool all = stage_reach(layout, numbers->whole / (float)numbers->rows) == 0 && layout->scroll_limit <= 0;
    for (int j = 0; j < n; j++)
        blocked[j] = !column_seen(layout, j) || (!all && j != numbers->first && numbers->values[j] < numbers->least);
    for (;;) {
        int best = -1;
        for (int j = 0; j < n; j++)
            if (!blocked[j]
                && (best < 0 || j == numbers->first
                    || (best != numbers->first && numbers->values[j] > numbers->values[best])))
                best = j;
        if (best < 0)
            return numbered;
        numbered[best] = true;
        float at = stage_text_x(layout, best, numbers->width);
        for (int j = 0; j < n; j++)
            blocked[j] = blocked[j] || j == best
                         || (!all && (j - best) % numbers->rows == 0
                             && fabsf(stage_text_x(layout, j, numbers->width) - at) < numbers->width);
    }
}

StageHandles stage_handles(const StageLayout *layout)
{
    Box bars = {layout->columns.x, layout->bar_y, layout->columns.w, layout->bar_h};
    return (StageHandles){bars, layout->slider, layout->spacing, layout->scroll, layout->followed};
}

bool stage_asks_anew(const Scope *scope)
{
    return scope->trace->config.attention == ATTENTION_LUONG;
}

const TraceStep *stage_step(const Scope *scope)
{
    return scope->step >= 0 && scope->step < scope->trace->step_count ? &scope->trace->steps[scope->step] : NULL;
}
