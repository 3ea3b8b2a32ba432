#include "scene/stage/stage_layout.h"

#include "draw/ease.h"
#include "scene/kit/grid.h"
#include "scene/stage/decoder_layout.h"
#include "scene/stage/score_cells.h"
#include "scene/stage/written_layout.h"
#include "scene/view/window_layout.h"
#include "trace/head_row.h"

#include <float.h>
#include <math.h>

#define LABELS_LEAST  430.0f /* px of a stage with names beside its floors */
#define LABELS_W      125.0f
#define NAMES_W       66.0f /* small ones */
#define LANE_MOST     150.0f
#define LANE_LEAST    52.0f
#define LANE_LOW      34.0f /* beside small names */
#define TURNED_W      34.0f /* px of a turned word left of its column */
#define SPACING_MOST  170.0f
#define PRESENT_WIDE  1.5f  /* times as wide as otherwise */
#define SPACING_WIDE  64.0f /* columns that are wider stand beside a whole lane */
#define SPACING_LEAST 18.0f
#define RAIL          26.0f /* px from the right edge */
#define HEAD_H        42.0f
#define HEAD_LOW      28.0f /* of a hero that is lower than HERO_HIGH */
#define HERO_HIGH     200.0f
#define HERO_LOW      110.0f
#define LEAN_H        54.0f
#define WORD_MOST     78.0f
#define LINE_APART    12.0f /* px from one turned word to the next, across them */
#define PANEL_MOST    138.0f
#define PANEL_APART   44.0f
#define PANEL_LEAST   84.0f /* of a word's own sum */
#define FEW_CELLS     12    /* of a query: they print their numbers, as far as columns can be so wide: */
#define CELL_PRINTED  23.5f
#define SUMS_APART    14.0f
#define EMBED_H       16.0f
#define SUM_FOOT      0.3f   /* of the hero, for the bars under the one sum that has room */
#define SUM_MOST      440.0f /* px of that */
#define ROW_STRIP     34.0f
#define ROW_STANDS    30.0f /* px of a strip; in less it lies */
#define ROW_OVER      30.0f /* px over the keys: the way of the query */
#define SCROLL_H      10.0f
#define PIECES_H      26.0f  /* of a bracket under pieces of a word, and the word */
#define PIECES_LEAN   14.0f  /* what that needs more under words that are turned */
#define CONTEXT_H     72.0f  /* px of the context that is made, what the floor is for, */
#define CONTEXT_PART  0.22f  /* and how much of a low floor */
#define COPY_THICK    60.0f  /* px of a copy whose weight is 1, and of the tray: less than the context */
#define ADDENDS_W     152.0f /* px beside a row's sum */
#define MADE_LEAST    430.0f /* px of a tower on which a row's word becomes its state, */
#define MADE_SAID     560.0f /* and it is said of what */

/* ---- columns ---- */

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

/* Words stand upright in chips where they have room there. */
static bool words_turn(const Type *type, const Trace *trace, float spacing)
{
    float size = spacing < 70 ? TYPE_SMALL : TYPE_BODY;
    return grid_words_turn(type, trace, false, &size, spacing - 16);
}

bool stage_has_labels(const View *view, float width)
{
    return width >= LABELS_LEAST && !window_upright(view);
}

/* Columns in which a query and a key print all of their cells; infinite where these are too many for `most` px. */
static float printing_spacing(const Scope *scope, float most)
{
    const Config *config = &scope->trace->config;
    float spacing = CELL_PRINTED * (float)config->attention_size + SUMS_APART;
    bool few = config_scores(config) && config->attention_size <= FEW_CELLS;
    return few && spacing * (float)scope->trace->n <= most ? spacing : INFINITY;
}

/* Between names, as wide as these are, and a lane that narrow columns leave less. */
static void lay_width(const Scope *scope, StageLayout *layout, float names)
{
    float n = (float)scope->trace->n, least = layout->labels ? LANE_LEAST : LANE_LOW;
    Box area = layout->area;
    float print = printing_spacing(scope, area.w - names - least), wide = isinf(print) ? SPACING_WIDE : print;
    float lane = fminf(LANE_MOST * layout->large, fmaxf(least, area.w - names - n * wide));
    float room = area.w - names - lane;
    float most = fmaxf(SPACING_MOST * layout->wide, wide) * layout->large;
    layout->spacing = fminf(most, fmaxf(SPACING_LEAST, room / n));
    float width = fminf(room, layout->spacing * n), left = names + fmaxf(0, room - width) * 0.5f;
    layout->columns = (Box){area.x + left, area.y, width, area.h};
    float right = layout->columns.x + width;
    layout->lane = (Box){right, area.y, fminf(area.x + area.w - right, LANE_MOST * layout->large + 40), area.h};
    layout->rail =
        fminf(area.x + area.w - RAIL * (layout->labels ? 1 : 0.5f), right + LANE_MOST * layout->large - RAIL);
    layout->scroll_limit = fmaxf(0, SPACING_LEAST * n - room);
}

static void lay_columns(const View *view, const Type *type, const Scope *scope, StageLayout *layout)
{
    layout->labels = stage_has_labels(view, layout->area.w);
    float names = layout->labels ? LABELS_W : NAMES_W;
    lay_width(scope, layout, names);
    layout->turned = words_turn(type, scope->trace, layout->spacing);
    if (layout->turned) /* they begin left of their columns */
        lay_width(scope, layout, names + TURNED_W);
    layout->followed = followed_of(scope, layout);
    layout->scroll = fminf(fmaxf(layout->followed + view->stage.scroll, 0), layout->scroll_limit);
    layout->panel_w =
        fmaxf(fminf(PANEL_MOST * layout->large, layout->spacing - PANEL_APART * layout->large), layout->spacing * 0.6f);
    layout->sums_each = layout->spacing - PANEL_APART >= PANEL_LEAST && !config_mixes_heads(&scope->trace->config);
    bool print = layout->spacing >= printing_spacing(scope, FLT_MAX);
    layout->sum_w = print ? layout->spacing - SUMS_APART : layout->panel_w;
}

/* ---- floors, from the ground up ---- */

/* What lies between what a stub, a neighbour and a hero have. */
static float sized(const StageLayout *layout, Floor floor, float stub, float near, float hero)
{
    const Floors *floors = &layout->floors;
    return lerp(lerp(stub, near, floors->near[floor]), hero, floors->hero[floor]);
}

/* Words are offered over those of the sentence, which go to the foot. */
static void lay_offers(StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_SOURCE];
    float hero = layout->floors.hero[FLOOR_SOURCE], left = layout->labels ? LABELS_W : 10;
    float high = layout->turned ? LEAN_H : fminf(44, floor.h * 0.2f), top = floor.y + layout->head + 2;
    layout->word_h = layout->turned ? 34 : lerp(layout->word_h, high, hero);
    layout->word_y = lerp(layout->word_y, floor.y + floor.h - high - 8, hero);
    layout->offers = (Box){floor.x + left, top, floor.w - left - 12, layout->word_y - 6 - top};
}

static void lay_source(StageLayout *layout, bool offers, bool pieces)
{
    Box floor = layout->floor[FLOOR_SOURCE];
    float hero = layout->floors.hero[FLOOR_SOURCE], below = layout->scroll_limit > 0 ? SCROLL_H : 0;
    layout->word_h = lerp(fminf(34, fmaxf(floor.h - 8, 16)), fminf(64, floor.h * 0.28f), hero);
    layout->word_y = floor.y + (floor.h - layout->word_h) / 2 + hero * layout->head * 0.4f;
    layout->word_foot = floor.y + floor.h - below;
    if (pieces) {
        float least = floor.y + 3, most = layout->word_foot - PIECES_H;
        layout->word_h = fmaxf(16, fminf(layout->word_h, most - least));
        layout->word_y = fmaxf(least, fminf(layout->word_y, most - layout->word_h));
    }
    if (layout->turned) {
        layout->word_h = 34;
        layout->word_y = floor.y + lerp(6, layout->head + 20, hero);
    }
    if (offers)
        lay_offers(layout);
    if (!layout->turned)
        return;
    float room = layout->word_foot - (layout->word_y + 8); /* of where a turned word ends */
    float apart = asinf(fminf(1, LINE_APART / layout->spacing));
    layout->word_turn = room < 50 ? -fmaxf(0.6f, fminf(apart, 0.9f)) : -0.9f;
    layout->word_most = fminf(lerp(WORD_MOST, 140, hero), room / sinf(-layout->word_turn) - 4);
}

static void lay_states(StageLayout *layout, bool embeds)
{
    Box floor = layout->floor[FLOOR_STATES];
    layout->lying_y = floor.y + floor.h / 2;
    layout->lying_h =
        sized(layout, FLOOR_STATES, fminf(13, floor.h - 10), fminf(24 * layout->large, floor.h - 16), 24) - 6;
    layout->lying_w = sized(layout, FLOOR_STATES, layout->panel_w * 0.72f, layout->panel_w, layout->panel_w) - 6;
    layout->lying_h = fminf(layout->lying_h, fmaxf(layout->lying_w, 6));
    layout->embed_h = embeds ? EMBED_H : 0;
    layout->embed_w = fminf(96, layout->spacing * 0.72f);
    layout->embed_y = floor.y + floor.h - 10 - layout->embed_h;
    layout->state_y = floor.y + layout->head + 6;
    layout->state_h = fmaxf(20, layout->embed_y - (embeds ? 14 : 0) - layout->state_y);
    layout->state_w = fminf(44, layout->spacing * 0.56f);
    layout->stands = layout->floors.hero[FLOOR_STATES];
}

static void find_scores(StageLayout *layout, const Trace *trace)
{
    for (int t = 0; t < trace->step_count; t++)
        for (int j = 0; j < trace->n && trace->steps[t].step.scores; j++) {
            layout->score_low = fminf(layout->score_low, trace->steps[t].step.scores[j]);
            layout->score_high = fmaxf(layout->score_high, trace->steps[t].step.scores[j]);
        }
    if (layout->score_high - layout->score_low < 1e-6f)
        layout->score_high = 1;
}

/* Outside of the sums; on the hero itself only where not every word has room for its own: then they stand under it. */
static void lay_scores(StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_SCORES];
    float near = layout->floors.near[FLOOR_SCORES], hero = layout->floors.hero[FLOOR_SCORES];
    layout->score_stand = layout->spacing < SPACING_WIDE;
    float number = fmaxf(near * (floor.h >= 40 ? 1 : 0), hero), low = floor.y + floor.h;
    if (layout->score_stand) {
        float top = lerp(floor.y + lerp(5, 18, number), low - floor.h * SUM_FOOT + 18, hero);
        layout->score_bars = (Box){0, top, fminf(20, layout->spacing * 0.6f), fmaxf(4, low - top - 6)};
        layout->score_number_y = top - 5;
        return;
    }
    float thick = fminf(lerp(8, 12, number), floor.h - 8), w = fminf(88 * layout->large, layout->spacing * 0.6f);
    float y = lerp(floor.y + (floor.h - thick) / 2 + 12 * number, low - 12 - thick, hero);
    layout->score_bars = (Box){0, y, w, thick};
    layout->score_number_y = y - 9;
}

Box stage_sum(const StageLayout *layout, int j)
{
    Box floor = layout->floor[FLOOR_SCORES];
    float top = floor.y + layout->head + 22, foot = layout->sums_each ? 14 : floor.h * SUM_FOOT + 6;
    float high = fmaxf(20, floor.y + floor.h - foot - top);
    if (layout->sums_each)
        return (Box){stage_column_x(layout, j) - layout->sum_w / 2, top, layout->sum_w, high};
    float w = fminf(SUM_MOST, layout->columns.w - 12), x = layout->columns.x + (layout->columns.w - w) / 2;
    return (Box){x, top, w, high};
}

static void lay_weights(StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_WEIGHTS];
    float number = floor.h < HERO_HIGH ? 24 : 38, wells = layout->floor[FLOOR_WEIGHTS].h > 60 ? 28 : 6;
    float top = sized(layout, FLOOR_WEIGHTS, 6, wells, layout->head + number);
    float below = sized(layout, FLOOR_WEIGHTS, 6, 9, 22);
    layout->bar_y = floor.y + top;
    layout->bar_h = fmaxf(6, floor.h - top - below);
    float wide = sized(layout, FLOOR_WEIGHTS, 84, 92, 100) * layout->large * layout->wide;
    layout->bar_w = fminf(wide, layout->spacing * 0.6f);
    layout->number_y = layout->bar_y - sized(layout, FLOOR_WEIGHTS, 5, 7, 11);
    bool room = floor.h >= 76;
    layout->slider =
        (Box){layout->area.x + 44,
              floor.y + sized(layout, FLOOR_WEIGHTS, floor.h - 14, floor.h - 14, layout->head + 46), room ? 38 : 0, 3};
}

static float columns_middle(const StageLayout *layout, int n)
{
    if (layout->scroll_limit > 0)
        return layout->columns.x + layout->columns.w / 2;
    return (stage_column_x(layout, 0) + stage_column_x(layout, n - 1)) / 2;
}

/* Of a word's row the sum hangs over the asker, as far as it leaves room for its addends at the right; over it is what
 * the word becomes. */
static void lay_context(StageLayout *layout, const Trace *trace)
{
    Box floor = layout->floor[FLOOR_CONTEXT];
    float hero = layout->floors.hero[FLOOR_CONTEXT], made = fmaxf(22, (floor.h - layout->head) * CONTEXT_PART);
    float thick = sized(layout, FLOOR_CONTEXT, 14, 28, fminf(made, CONTEXT_H * layout->large));
    float width = fminf(400 * layout->large, fmaxf(layout->columns.w - 8, 120));
    float over = trace->row ? stage_column_x(layout, trace->row->word) : columns_middle(layout, trace->n);
    float right = layout->area.x + layout->area.w - width - (trace->row ? ADDENDS_W : 40), x = over - width / 2;
    x = fmaxf(layout->columns.x + (layout->labels ? -4 : 0), fminf(x, right));
    thick = fminf(thick, floor.h - 8);
    float high = floor.y + layout->head + 6, above = 0;
    if (trace->row && layout->area.h >= MADE_LEAST) {
        float said = layout->area.h >= MADE_SAID ? 18 : 0;
        layout->made = (Box){x, high + said, width, 24};
        above = said + 24 + (said > 0 ? 30 : 18);
    }
    high += above;
    layout->context = (Box){x, lerp(floor.y + (floor.h - thick) / 2, high, hero), width, thick};
    float room = floor.h - layout->head - 6 - above - thick - 14 - 14;
    layout->strip_t = fmaxf(10, fminf(COPY_THICK * layout->large, (room - 26) / 2));
    layout->tray = (Box){x, high + thick + 14, width, layout->strip_t};
    layout->strip_w = layout->panel_w - 6;
    layout->copies_y = floor.y + floor.h - 12;
}

static void lay_words(StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_WORDS];
    float left = layout->area.x + (layout->labels ? LABELS_W : NAMES_W),
          room = layout->area.x + layout->area.w - left - 16;
    float extra = fmaxf(0, room - 680 * layout->large) / 2, hero = layout->floors.hero[FLOOR_WORDS];
    left += extra, room -= 2 * extra;
    float high = floor.h - layout->head - 8;
    layout->output_rows = high / 5 >= 26 ? 4 : high / 4 >= 16 ? 3 : 2;
    layout->output_row = fminf(34 * layout->large, high / (float)(layout->output_rows + 1));
    layout->output_y = floor.y + layout->head + 2;
    layout->output_x = left + room * 0.15f;
    layout->output_w = room * 0.46f;
    float chip_w = fminf(110 * layout->large, room * 0.2f), chip_h = fminf(56 * layout->large, high * 0.5f);
    layout->written = (Box){left + room - chip_w, floor.y + layout->head + high * 0.45f - chip_h / 2, chip_w, chip_h};
    layout->line_x = fmaxf(left + 4, fminf(stage_column_x(layout, 0) - 46, left + 60));
    layout->line_size = lerp(fminf(21, floor.h - 6), fminf(22, chip_h * 0.5f), hero);
    float up = floor.h >= 44 ? 6 : 0; /* under it glosses have room */
    layout->line_y = lerp(floor.y + floor.h / 2 - up, layout->written.y + chip_h / 2, hero) + layout->line_size * 0.36f;
}

/* A word's row: keys stand over their words, values behind them, the query beside the key of the word that asks. */
static void lay_row(StageLayout *layout, const Scope *scope)
{
    Box floor = layout->floor[FLOOR_STATES];
    float hero = layout->floors.hero[FLOOR_STATES], from = floor.h >= 90 ? ROW_OVER : 6;
    layout->row = true;
    layout->forward = ease_phase(scope_beat(scope, BEAT_LIFT), 0, 0.34f);
    layout->state_y = floor.y + lerp(from, layout->head + 10, hero);
    layout->state_h = fmaxf(10, floor.y + floor.h - 8 - layout->state_y);
    layout->stands = layout->state_h >= ROW_STANDS;
    float narrow = fmaxf(fminf(12, layout->spacing * 0.5f), fminf(ROW_STRIP * layout->large, layout->spacing * 0.36f));
    layout->state_w = layout->stands ? narrow : fmaxf(9, fminf(layout->panel_w, layout->spacing * 0.7f));
    float x = stage_column_x(layout, scope->trace->row->word) - 1.5f * layout->state_w - 1;
    layout->strip_query = (Box){x, layout->state_y, layout->stands ? layout->state_w : 0, layout->state_h};
    if (scope->trace->row->written && !layout->turned) /* their glosses stand under them */
        layout->word_y = fmaxf(layout->floor[FLOOR_SOURCE].y + 3, layout->word_y - 6);
}

bool stage_tempers(const View *view, const Scope *scope)
{
    const TraceStep *step = stage_step(scope);
    return config_scores(&scope->trace->config) && !(step && step->replaced) && !scope->trace->row
           && view_changes(view);
}

StageLayout stage_layout(const View *view, const Type *type, const Scope *scope, Box area)
{
    const Trace *trace = scope->trace;
    StageLayout layout = {.visit = visit_at(scope), .area = area, .score_low = 0, .score_high = 0};
    layout.large = fminf(fmaxf(area.h / 716, 1), 1.8f);
    layout.wide = view->window.present ? PRESENT_WIDE : 1;
    layout.floors = floors_of_view(view, trace, scope->cursor);
    find_scores(&layout, trace);
    lay_columns(view, type, scope, &layout);
    bool pieces = trace->config.source_tokens == TOKENS_BPE;
    float lean = layout.turned ? (LEAN_H + (pieces ? PIECES_LEAN : 0)) * (1 - layout.floors.hero[FLOOR_SOURCE]) : 0;
    floors_place(&layout.floors, area, lean, layout.floor);
    Floor hero = floors_hero(&layout.floors);
    float high = fmaxf(layout.floor[hero].h, 1);
    layout.head = lerp(HEAD_LOW, HEAD_H, fminf(1, fmaxf(0, (high - HERO_LOW) / (HERO_HIGH - HERO_LOW))));
    lay_source(&layout, view->words.place > 0, pieces);
    lay_states(&layout, layout.floor[FLOOR_STATES].h > 130);
    lay_scores(&layout);
    lay_weights(&layout);
    lay_context(&layout, trace);
    if (trace->row)
        lay_row(&layout, scope);
    else {
        decoder_lay(&layout, &trace->config, layout.labels ? LABELS_W : NAMES_W, columns_middle(&layout, trace->n));
        if (config_is_transformer(&trace->config))
            written_lay(&layout, scope);
        lay_words(&layout);
    }
    if (!layout.labels || !stage_tempers(view, scope))
        layout.slider.w = 0;
    layout.extent = trace->row ? row_extent(trace) : 1; /* states lie between -1 and 1, the values of a head do not */
    return layout;
}

/* ---- places ---- */

float stage_column_x(const StageLayout *layout, int j)
{
    return layout->columns.x + layout->spacing * ((float)j + 0.5f) - layout->scroll;
}

Box stage_output_name(const StageLayout *layout, int k)
{
    float w = layout->output_w * 0.3f;
    return (Box){layout->output_x - 12 - w, layout->output_y + layout->output_row * (float)k, w, layout->output_row};
}

Box stage_well(const StageLayout *layout, int j)
{
    return (Box){stage_column_x(layout, j) - layout->bar_w / 2, layout->bar_y, layout->bar_w, layout->bar_h};
}

/* From the zero of all of them: to the right, or where they stand upwards; back where it is negative. */
Box stage_score_bar(const StageLayout *layout, int j, double score)
{
    Box bars = layout->score_bars;
    float whole = layout->score_high - layout->score_low, x = stage_column_x(layout, j);
    float from = -layout->score_low / whole, to = ((float)score - layout->score_low) / whole;
    float low = fminf(from, to), length = fmaxf(fabsf(to - from), 0.01f);
    if (layout->score_stand)
        return (Box){x - bars.w / 2, bars.y + bars.h * (1 - low - length), bars.w, bars.h * length};
    return (Box){x - bars.w / 2 + bars.w * low, bars.y, bars.w * length, bars.h};
}

Box stage_lying(const StageLayout *layout, int j)
{
    return (Box){stage_column_x(layout, j) - layout->lying_w / 2, layout->lying_y - layout->lying_h / 2,
                 layout->lying_w, layout->lying_h};
}

/* `back`: how far behind the other it stands. */
static Box strip_at(const StageLayout *layout, int j, float back)
{
    float x = stage_column_x(layout, j) - layout->state_w / 2 + back * layout->state_w * 0.28f;
    return box_inset((Box){x, layout->state_y - fabsf(back) * 4, layout->state_w, layout->state_h}, 3, 3);
}

Box stage_key(const StageLayout *layout, int j)
{
    return strip_at(layout, j, -layout->forward);
}

Box stage_value(const StageLayout *layout, int j)
{
    return strip_at(layout, j, 1 - layout->forward);
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
    bool all = stage_reach(layout, numbers->whole) == 0 && layout->scroll_limit <= 0;
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
                         || (!all && fabsf(stage_text_x(layout, j, numbers->width) - at) < numbers->width);
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
