#include "scene/stage/stage.h"
#include "scene/stage/event_context.h"
#include "scene/stage/event_loop.h"
#include "scene/stage/floor_row.h"
#include "scene/stage/floor_written.h"
#include "scene/stage/what_if.h"

#include "draw/ease.h"
#include "scene/kit/widget.h"
#include "trace/head_row.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

/* ---- floors ---- */

typedef struct FloorKind {
    Word name, row; /* row: of a head of self-attention */
    Role role;
} FloorKind;

static const FloorKind KINDS[FLOOR_COUNT] = {
    [FLOOR_SOURCE] = {W_SOURCE, W_SOURCE, ROLE_MUTED},
    [FLOOR_STATES] = {W_FLOOR_STATES, W_KEYS, ROLE_ENCODER},
    [FLOOR_SCORES] = {W_SCORES, W_SCORES, ROLE_QUERY},
    [FLOOR_WEIGHTS] = {W_WEIGHTS, W_WEIGHTS, ROLE_CONTEXT},
    [FLOOR_CONTEXT] = {W_CONTEXT, W_OUTPUT, ROLE_CONTEXT},
    [FLOOR_DECODER] = {W_DECODER, W_DECODER, ROLE_DECODER},
    [FLOOR_WORDS] = {W_FLOOR_WORDS, W_FLOOR_WORDS, ROLE_OUTPUT},
};

static const char *floor_name(const Painter *painter, const Trace *trace, Floor floor)
{
    bool written = floor == FLOOR_SOURCE && trace->row && trace->row->written;
    return kit_said(painter, written ? W_FLOOR_WRITTEN : trace->row ? KINDS[floor].row : KINDS[floor].name);
}

static void draw_ground(const Painter *painter, const StageLayout *layout, Floor floor)
{
    const Theme *theme = painter->theme;
    Box box = layout->floor[floor];
    float hero = layout->floors.hero[floor];
    if (hero > 0) {
        drawlist_box(painter->list, box, 0, paint_fill(color_mix(theme->paper, theme->panel, hero)));
        drawlist_box(painter->list, (Box){box.x, box.y, 5 * hero, box.h}, 0,
                     paint_fill(theme->fill[KINDS[floor].role]));
    }
    kit_line(painter, (Point){box.x, box.y}, (Point){box.x + box.w, box.y},
             color_mix(theme->paper, theme->hairline, 0.8f), 1);
}

/* Of several layers the top one's, where that has room before the first word. */
static const char *head_named(const Painter *painter, const StageLayout *layout, TextStyle style, float x, int head)
{
    const char *whole = kit_head_title(painter, head);
    bool fits = x + kit_width(painter, style, whole) <= stage_column_x(layout, 0) - layout->spacing / 2;
    return fits ? whole : arena_printf(&painter->list->arena, kit_said(painter, W_HEAD_TITLE), head + 1);
}

/* Of a row: keys, and under them values, which are dimmed in turn; with several heads which one under its words. */
static void draw_row_name(const Painter *painter, const Scope *scope, const StageLayout *layout, Floor floor, Point at,
                          TextStyle style)
{
    const struct HeadRow *row = scope->trace->row;
    const char *text = kit_said(painter, W_VALUES);
    bool states = floor == FLOOR_STATES;
    if (layout->floor[floor].h < 46
        || (!states && (floor != FLOOR_SOURCE || row->heads * scope->trace->config.layers == 1)))
        return;
    if (!states)
        text = head_named(painter, layout, style, at.x, row->head);
    style.color = painter->theme->text[states ? ROLE_CONTEXT : ROLE_QUERY];
    float ink = states ? lerp(INK_DIMMED, 1, layout->forward) : 1;
    kit_text_at(painter, style_faded(style, ink), (Point){at.x, at.y + 17}, ALIGN_LEFT, text);
}

/* Pressed, it makes its floor the hero, or leaves that to the moment again. Returns where the name ends. */
static float draw_name(const Painter *painter, const Scope *scope, const StageLayout *layout, Floor floor)
{
    Box box = layout->floor[floor];
    float hero = layout->floors.hero[floor], size = layout->labels ? 12 : TYPE_TINY, left = layout->labels ? 20 : 9;
    const char *name = floor_name(painter, scope->trace, floor);
    Role role = layout->row && floor == FLOOR_STATES ? ROLE_QUERY : KINDS[floor].role;
    TextStyle style = style_bold(painter->theme, size, role);
    style.tracking = 0.9f;
    if (KINDS[floor].role != ROLE_MUTED) /* which is as pale as it may be */
        style = style_faded(style, lerp(INK_DIMMED, 1, stage_readable(layout, floor)));
    Point at = {box.x + left, lerp(box.y + box.h / 2 + 4.5f, box.y + layout->head * 0.64f, hero)};
    bool over = layout->floors.near[floor] > 0.5f && box.h > 44; /* of what stands in its middle */
    if (!layout->labels && (over || (floor == FLOOR_SOURCE && layout->turned)))
        at.y = box.y + 14;
    if (layout->row)
        draw_row_name(painter, scope, layout, floor, at, style);
    float width = kit_text_at(painter, style, at, ALIGN_LEFT, name);
    if (!scope->trace->row && view_has(painter->view->kind, HAS_STAGE)) {
        Box place = {box.x + 2, fmaxf(box.y + 1, at.y - 15), width + left + 8, fminf(22, box.h - 2)};
        kit_press(painter, place, 6, target_at(TARGET_CONTROL, DECODE_FLOOR, floor, 0),
                  arena_printf(&painter->list->arena, kit_said(painter, W_OPEN_FLOOR), name));
    }
    return at.x + width;
}

Value stage_made(const Maths *maths, const Scope *scope)
{
    const TraceStep *step = stage_step(scope);
    Value value = moment_value(maths, scope->moment);
    bool pairs = value.kind != VALUE_NONE && value_is_pair(value.kind) && step && step->step.weights;
    if (value.kind == VALUE_PROBABILITY && step)
        value.index = step->id;
    int best = pairs ? values_largest(step->step.weights, scope->trace->n) : 0;
    if (pairs && scope->moment.kind == MOMENT_SCORES)
        return score_value(maths, scope->step, best);
    return pairs && scope->moment.kind == MOMENT_SOFTMAX ? weight_value(maths, scope->step, best) : value;
}

/* A press on the question asks where it comes from. */
static void press_question(const Painter *painter, const Scope *scope, const StageLayout *layout, Floor floor, Box box,
                           const char *question)
{
    Maths maths = kit_maths(painter, scope->trace);
    bool stage = view_has(painter->view->kind, HAS_STAGE) && !painter->passive;
    if (stage && floor == floors_asked(&layout->floors, scope->moment) && stage_made(&maths, scope).kind != VALUE_NONE)
        kit_press(painter, box, 6, (Target){TARGET_CONTROL, DECODE_MADE, 0, 0}, question);
}

/* Of a floor that is opened by hand: the moment that waits for it, and what closes it. Its right edge there; returns
 * its width. */
static float draw_still(const Painter *painter, const StageLayout *layout, Floor floor, Point right)
{
    const char *text = kit_said(painter, W_PAIR_CLOSE);
    float width = kit_width(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), text) + 18;
    if (painter->view->stage.floors.opened != (int)floor + 1 || painter->passive)
        return 0;
    right.x -= width;
    kit_button(painter, (Box){right.x, right.y - 12, width, 24}, text,
               target_at(TARGET_CONTROL, DECODE_FLOOR, floor, 1), false);
    right.x -= 8;
    if (painter->view->words.place)
        return width + 8 + stage_draw_search(painter, right, layout->floor[floor].w * 0.37f);
    return width + 8 + (layout->labels ? stage_tell_still(painter, (Point){right.x, right.y + 4.5f}, INFINITY) : 0);
}

/* The hero asks one question; at the right what was changed by hand. */
static void draw_head(const Painter *painter, const Scope *scope, const StageLayout *layout, Floor floor, float from)
{
    float hero = stage_is_hero(layout, floor);
    if (hero <= 0 || (floor == FLOOR_SCORES && scene_pair_open(painter->view)))
        return;
    Box box = layout->floor[floor];
    Point right = {box.x + box.w - 12, box.y + layout->head * 0.5f};
    bool offers = floor == FLOOR_SOURCE && painter->view->words.place > 0;
    float taken = floor == floors_hero(&layout->floors) && !scope->trace->row && !offers
                      ? what_if_draw_note(painter, scope, right)
                      : 0;
    if (taken <= 0)
        taken = draw_still(painter, layout, floor, right);
    const char *question = offers ? arena_printf(&painter->list->arena, kit_said(painter, W_INSTEAD_OF),
                                                 painter->view->words.offered->word)
                                  : floor_question(painter->view, scope->trace, scope->moment, floor);
    if (!question || !floor_asks(&layout->floors, scope->moment, floor))
        return;
    float x = fmaxf(from + 14, layout->labels ? box.x + 132 : 0), room = right.x - taken - 12 - x;
    TextStyle style = style_bold(painter->theme, layout->labels ? 17.5f : 14, ROLE_INK);
    style = kit_shrunk(painter, style_faded(style, hero), room, question);
    Slice text = drawlist_shorten(painter->list, style, slice_of(question), room);
    if (room <= 60)
        return;
    float width = drawlist_text_at(painter->list, style, (Point){x, box.y + layout->head * 0.64f}, ALIGN_LEFT, text);
    if (offers)
        stage_tell_offers(painter, (Point){x + width + 14, box.y + layout->head * 0.64f}, room - width - 20);
    press_question(painter, scope, layout, floor, (Box){x - 4, box.y + 2, width + 8, layout->head - 4}, question);
}

/* ---- what a cell's colour says ---- */

enum { LEGEND_W = 78, LEGEND_H = 7, LEGEND_STEPS = 26 };

/* What the colour of a cell says: from -extent to +extent, with the numbers under the box. */
static void stage_draw_legend(const Painter *painter, Box box, float extent, float alpha)
{
    float step = box.w / LEGEND_STEPS;
    for (int i = 0; i < LEGEND_STEPS; i++) {
        Color color = kit_cell_color(painter->theme, 2 * ((float)i + 0.5f) / LEGEND_STEPS - 1, 1, alpha);
        drawlist_box(painter->list, (Box){box.x + step * (float)i, box.y, step, box.h}, 0, paint_fill(color));
    }
    bool whole = extent == 1;
    const char *ends[] = {whole ? "≤ −1" : kit_number(painter->list, (double)-extent, 1, true), "0",
                          whole ? "≥ +1" : kit_number(painter->list, (double)extent, 1, true)};
    for (int i = 0; i < 3; i++)
        kit_text_at(painter, style_plain(painter->theme, TYPE_TINY, ROLE_MUTED),
                    (Point){box.x + box.w * (float)i / 2, box.y + box.h + 12}, (Align)i, ends[i]);
}

/* What the colour of a cell says, and how many of a state's cells are there: beside the states while they are the hero.
 */
static void draw_cells_note(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box values = layout->floor[FLOOR_STATES];
    if (layout->row && layout->labels && values.h >= 100) /* of a head: under the name of its values */
        stage_draw_legend(painter, (Box){layout->area.x + 20, values.y + values.h / 2 + 32, LEGEND_W, LEGEND_H},
                          layout->extent, 1);
    float hero = stage_is_hero(layout, FLOOR_STATES);
    Box floor = layout->floor[FLOOR_STATES];
    if (!scope->trace->row && scope->step >= 0 && layout->labels && floor.h >= 66) /* a key for all floors */
        stage_draw_legend(painter, (Box){layout->area.x + 20, floor.y + floor.h / 2 + 13, LEGEND_W, LEGEND_H},
                          layout->extent, 1 - layout->floors.hero[FLOOR_STATES]);
    if (hero <= 0 || !layout->labels || scope->trace->row || floor.h < layout->head + 90)
        return;
    float x = layout->area.x + 20, y = floor.y + layout->head + 30;
    bool layers = floors_layered(scope->trace);
    const Config *config = &scope->trace->config;
    if (layers) /* beside the embeddings: the rows have their names */
        y = floor.y + floor.h - LEGEND_H - 30;
    int all = config_annotation(config) / (layers && config->bidirectional ? 2 : 1),
        shown = cells_shown(painter->view, all);
    Arena *arena = &painter->list->arena;
    const char *text = arena_printf(arena, kit_said(painter, shown < all ? W_CELLS_CHOSEN : W_CELLS_ALL), shown, all);
    LinkLook look = {style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), ROLE_MUTED, {-4, -14, 8, 20}, 0, 5};
    if (painter->passive || all <= CELLS_CHOSEN)
        kit_text_at(painter, look.style, (Point){x, y}, ALIGN_LEFT, text);
    else
        kit_link(painter, &look, (Point){x, y}, ALIGN_LEFT, text, (Target){TARGET_CELLS, 0, 0, 0});
    stage_draw_legend(painter, (Box){x, y + 10, LEGEND_W, LEGEND_H}, layout->extent, hero);
}

/* How the scores are made: under the name of their floor. */
static void name_score(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_SCORES];
    if (!config_scores(&scope->trace->config) || scope->trace->row || !layout->labels || floor.h < 70
        || scene_pair_open(painter->view) || scene_exhibit_asks(painter->view))
        return;
    float hero = layout->floors.hero[FLOOR_SCORES], y = lerp(floor.h / 2 + 20, layout->head * 0.64f + 18, hero);
    const char *name = score_title(painter->view->language, scope->trace->config.score);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    style = kit_shrunk(painter, style, layout->columns.x - layout->area.x - 26, name);
    kit_text_at(painter, style, (Point){layout->area.x + 20, floor.y + y}, ALIGN_LEFT, name);
}

/* ---- all of it ---- */

static void open_clip(const Painter *painter, const StageLayout *layout, float before)
{
    if (layout->scroll_limit > 0)
        drawlist_clip(painter->list,
                      (Box){layout->columns.x - before, layout->area.y, layout->columns.w + before, layout->area.h});
}

static void close_clip(const Painter *painter, const StageLayout *layout)
{
    if (layout->scroll_limit > 0)
        drawlist_unclip(painter->list);
}

/* Soft edges say that columns go on beyond. */
static void draw_edges(const Painter *painter, const StageLayout *layout)
{
    if (layout->scroll_limit <= 0)
        return;
    for (Floor floor = FLOOR_SOURCE; floor <= FLOOR_WEIGHTS; floor++) {
        float head = layout->head * layout->floors.hero[floor] + 1; /* of a hero: its question stays whole */
        Box box = {layout->columns.x, layout->floor[floor].y + head, layout->columns.w, layout->floor[floor].h - head};
        Color ground = color_mix(painter->theme->paper, painter->theme->panel, layout->floors.hero[floor]);
        if (box.h > 0 && layout->scroll > 0.5f)
            kit_fade(painter, box, EDGE_LEFT, ground, 12);
        if (box.h > 0 && layout->scroll < layout->scroll_limit - 0.5f)
            kit_fade(painter, box, EDGE_RIGHT, ground, 12);
    }
    Box track = {layout->columns.x, layout->area.y + layout->area.h - 9, layout->columns.w, 4};
    kit_scroll_bar(painter, track, layout->scroll, layout->scroll_limit);
}

#define TURNED_BEFORE 40.0f /* px: the first word begins there */

static void draw_columns(const Painter *painter, const Scope *scope, const StageLayout *layout,
                         const SoftmaxEvent *softmax)
{
    open_clip(painter, layout, layout->turned ? fmaxf(0, TURNED_BEFORE - layout->scroll) : 0);
    stage_draw_words(painter, scope, layout);
    close_clip(painter, layout);
    open_clip(painter, layout, 0);
    stage_draw_states(painter, scope, layout);
    if (config_weighs(&scope->trace->config))
        stage_draw_wells(painter, scope, layout, softmax);
    if (config_scores(&scope->trace->config) && !scene_pair_open(painter->view))
        stage_draw_scores(painter, scope, layout);
    if (layout->row)
        row_draw_lines(painter, scope, layout);
    if (layout->row && !scene_pair_open(painter->view))
        row_draw_query(painter, scope, layout);
    close_clip(painter, layout);
    draw_edges(painter, layout);
}

static void draw_floors(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Config *config = &scope->trace->config;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        if (layout->floors.has[floor])
            draw_ground(painter, layout, floor);
    if (layout->row)
        row_draw_band(painter, scope, layout);
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        if (layout->floors.has[floor] && !(floor == FLOOR_SCORES && scene_pair_open(painter->view)))
            draw_head(painter, scope, layout, floor, draw_name(painter, scope, layout, floor));
    draw_cells_note(painter, scope, layout);
    name_score(painter, scope, layout);
    const SoftmaxEvent *softmax = softmax_event(painter, scope, layout);
    draw_columns(painter, scope, layout, softmax);
    stage_draw_offers(painter, layout);
    if (config_weighs(config)) {
        stage_draw_temperature(painter, scope, layout);
        stage_draw_weight_numbers(painter, scope, layout);
        softmax_draw_numbers(softmax);
        softmax_draw_beside(softmax);
        open_clip(painter, layout, 0);
        what_if_draw_weights(painter, scope, layout);
        close_clip(painter, layout);
        what_if_draw_legend(painter, scope, layout);
    }
    if (!scope->trace->row) {
        stage_draw_output(painter, scope, layout);
        (config_is_transformer(config) ? written_draw : stage_draw_decoder)(painter, scope, layout);
    }
    if (config->attention != ATTENTION_NONE)
        event_context_draw(painter, scope, layout);
    if (config_scores(config) && !scene_pair_open(painter->view)) {
        if (!layout->row)
            stage_draw_query_way(painter, scope, layout);
        stage_draw_sums(painter, scope, layout);
    }
}

void stage_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    bool pair = scene_pair_open(painter->view);
    if (scene_norm_open(painter->view)) {
        norm_draw(painter, box_inset(layout->area, 6, 4));
        return;
    }
    if (!pair || pair_fits(layout)) /* else it has all of the stage */
        draw_floors(painter, scope, layout);
    if (pair)
        pair_draw(painter, layout);
    else
        loop_draw(painter, scope, layout);
}
