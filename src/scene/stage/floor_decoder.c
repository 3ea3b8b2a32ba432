/* The floor of the decoder. While it is the hero, the state before and the word before go into the cell, with the
 * context from below, and the new state comes out. Else the state that it has. */
#include "scene/stage/event_loop.h"
#include "scene/stage/final_arrows.h"
#include "scene/stage/stage.h"

#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "scene/kit/way.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

#define NOTE_H 21.0f /* px of a word over a strip */

/* One of the decoder's layers, where it stands on the hero. */
typedef struct Layer {
    bool lower;
    int number; /* from 1; 0: there is but one */
    Box old, cell, made;
    float shown; /* of its new state */
    float lit;   /* the moment is about it */
} Layer;

static bool has_rows(const StageLayout *layout)
{
    return layout->lower_cell.w > 0;
}

/* On a low stage two layers have one row: while the lower one's state is made it is that one's. */
static bool lower_has_row(const Scope *scope, const StageLayout *layout)
{
    return !has_rows(layout) && scope->moment.kind == MOMENT_STATE
           && moment_layer_told(scope->trace, scope->moment) > 0;
}

static Layer layer_of(const Scope *scope, const StageLayout *layout, bool lower)
{
    int layers = scope->trace->config.decoder_layers;
    bool under = lower && has_rows(layout);
    Layer layer = {.lower = lower, .number = layers == 1 ? 0 : lower ? 1 : 2, .lit = 1};
    layer.old = under ? layout->lower_query : layout->strip_query;
    layer.cell = under ? layout->lower_cell : layout->cell;
    layer.made = under ? layout->lower_state : layout->strip_state;
    if (scope->step >= 0)
        layer.shown = (lower ? scope->lower : scope->shown[MOMENT_STATE]) * scope->alpha;
    if (has_rows(layout)) /* less while the other one's is made */
        layer.lit = lerp(1, 0.6f, scope_makes(scope, MOMENT_STATE, lower ? 1 : 0, -1));
    return layer;
}

static Value state_value(const Layer *layer, int place)
{
    return (Value){VALUE_STATE, layer->lower ? RUN_LOWER : RUN_DECODER, .place = place};
}

static void grown_arrow(const Painter *painter, Point from, Point to, float grown, Color color, float width)
{
    if (grown > 0.02f)
        drawlist_arrow(painter->list, from, point_lerp(from, to, grown), 7, color, width);
}

static void name_beside(const Painter *painter, const Scope *scope, Box strip, bool left, Value value, float ink)
{
    Maths maths = kit_maths(painter, scope->trace);
    Point at = {left ? strip.x - 8 : strip.x + strip.w + 9, strip.y + strip.h / 2 + 6};
    if (ink > 0)
        kit_math(painter, TYPE_LARGE + 1, ROLE_DECODER, ink, at, left ? ALIGN_RIGHT : ALIGN_LEFT,
                 vector_name(&maths, value));
}

/* A muted word over a strip, or under one. */
static void put_note(const Painter *painter, Box strip, float over, float ink, const char *text)
{
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), ink);
    if (ink > 0)
        kit_text_at(painter, style,
                    (Point){strip.x + strip.w / 2, over < 0 ? strip.y + over : strip.y + strip.h + over}, ALIGN_CENTER,
                    text);
}

/* Is there room for a word over a strip? Two layers stand close. */
static bool has_notes(const StageLayout *layout)
{
    if (has_rows(layout))
        return layout->floors.hero[FLOOR_DECODER] < 0.5f && layout->floor[FLOOR_DECODER].h >= 64;
    Box floor = layout->floor[FLOOR_DECODER];
    return floor.h >= 64 && (layout->floors.hero[FLOOR_DECODER] < 0.5f || layout->cell.h >= 66);
}

static double mean(const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

static void draw_cell(const Painter *painter, const Scope *scope, const Layer *layer, float hero)
{
    const TraceStep *step = stage_step(scope);
    const Theme *theme = painter->theme;
    float shown = layer->shown;
    float alpha = scope_emphasis(scope, PART_CELL) * layer->lit * hero, ink = scope_ink(scope, PART_CELL) * hero;
    Box box = layer->cell;
    float of_state = 1 - scope->shown[MOMENT_OUTPUT]; /* then the word is what the moment is about */
    float bright = 0.35f + 0.65f * shown * of_state;
    Color fill = color_mix(theme->panel, theme->tint[ROLE_DECODER], bright);
    Color outline = color_mix(theme->hairline, theme->fill[ROLE_DECODER], bright);
    drawlist_box(painter->list, box, 10, paint_faded(paint_fill_stroke(fill, outline, 2), alpha));
    const RecurrentCell *kind = cell_of_kind(config_decoder_cell(&scope->trace->config));
    const char *cell = cell_title(painter->view->language, config_decoder_cell(&scope->trace->config));
    if (layer->number > 0)
        cell = arena_printf(&painter->list->arena, "%s  ·  %s", cell,
                            arena_printf(&painter->list->arena, kit_said(painter, W_LAYER), layer->number));
    bool gates = layer->number == 0 && kind->gate_count > 0 && box.h >= 44 && shown > 0.5f;
    Box name = {box.x, box.y, box.w, box.h * (gates ? lerp(1, 0.62f, of_state) : 1)};
    TextStyle style = style_bold(theme, fminf(24, box.h * 0.36f), ROLE_DECODER);
    if (layer->number > 0)
        style = kit_shrunk(painter, style, box.w - 10, cell);
    kit_text(painter, style_faded(style, ink), name, ALIGN_CENTER, cell);
    const char *text = kit_said(painter, W_MEAN_OF_GATES);
    for (int g = 0; g < 2 && g < kind->gate_count && gates; g++)
        text =
            arena_printf(&painter->list->arena, "%s%s%s %s", text, g ? "  ·  " : " ", kind->gate[g].symbol,
                         kit_number(painter->list, mean(step->step.gates[g], scope->trace->config.hidden), 2, false));
    TextStyle small = kit_shrunk(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), box.w - 18, text);
    if (gates && of_state > 0 && kit_width(painter, small, text) <= box.w - 12)
        kit_text(painter, style_faded(small, hero * of_state),
                 (Box){box.x, box.y + box.h * 0.56f, box.w, box.h * 0.34f}, ALIGN_CENTER, text);
    if (shown > 0 && hero > 0.5f)
        kit_press(painter, box, 8, target_at(TARGET_CELL, scope->step, 0, layer->lower ? LAYER_LOWER : 0), NULL);
}

/* s_{t-1}: while encoding, the start state from the bridge on. */
static void draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout, const Layer *layer,
                       float there)
{
    const Trace *trace = scope->trace;
    float bridged = scope_encoded(scope, MOMENT_BRIDGE, -1);
    bool start = scope->step <= 0;
    const float *values = start ? encoding_start(&trace->encoding, layer->lower).state
                                : step_run(&trace->steps[scope->step - 1].step, layer->lower).state;
    float shown = start ? bridged : loop_arrived(scope) ? scope->alpha : 0;
    float alpha = scope_emphasis(scope, PART_QUERY) * there, ink = scope_ink(scope, PART_QUERY) * there;
    int H = trace->config.hidden, step = scope->step < 0 ? 0 : scope->step;
    Box strip = layer->old;
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), values, H, false);
    bool lit = !layer->lower && scope_highlighted(painter, LIVE_STATE, step - 1, -1);
    kit_vector(painter, &grid, ROLE_DECODER, 1, shown, alpha, lit,
               there > 0.5f ? target_at(TARGET_QUERY, step, -1, layer->lower ? LAYER_LOWER : 0) : (Target){0});
    float read = stage_readable(layout, FLOOR_DECODER), hero = stage_is_hero(layout, FLOOR_DECODER);
    name_beside(painter, scope, strip, true, state_value(layer, step - 1), ink * read * shown);
    bool asks = config_scores(&trace->config) && !stage_asks_anew(scope);
    Word query = score_of_kind(trace->config.score)->query ? W_PREVIOUS_STATE_MADE : W_PREVIOUS_STATE;
    bool over = has_notes(layout);
    put_note(painter, strip, -7, over ? read * there : 0,
             kit_said(painter, start                  ? W_START_STATE
                               : hero > 0.5f || !asks ? W_OLD_STATE
                                                      : query));
}

static void draw_previous(const Painter *painter, const Scope *scope, const StageLayout *layout, float hero)
{
    const TraceStep *step = stage_step(scope);
    float there = step && loop_arrived(scope) ? scope->alpha : 0, shown = step ? loop_unpacked(scope) : 0;
    float alpha = scope_emphasis(scope, PART_PREVIOUS) * hero, ink = scope_ink(scope, PART_PREVIOUS) * hero;
    Box strip = layout->strip_previous, chip = layout->chip_previous;
    int t = scope->step < 0 ? 0 : scope->step;
    const float *values = step ? step->step.embedding : NULL;
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), values, scope->trace->config.embed, false);
    float extent = values ? values_extent(values, scope->trace->config.embed) : 1;
    kit_vector(painter, &grid, ROLE_MUTED, extent, shown * scope->alpha, alpha, 0,
               hero > 0.5f ? target_at(TARGET_PREVIOUS, t, -1, 0) : (Target){0});
    if (there < 1)
        kit_chip(painter, chip, "", ROLE_OUTPUT, 0, alpha, ink, true);
    if (there > 0) /* it arrives lit */
        kit_word_chip(painter, chip, step->input_token, scope->step > 0 ? 1 - shown : 0, alpha * there, ink * there);
}

/* s_t; where it is no hero, in the place of the state before. */
static void draw_state(const Painter *painter, const Scope *scope, const StageLayout *layout, const Layer *layer,
                       float there)
{
    const TraceStep *step = stage_step(scope);
    float shown = layer->shown, alpha = scope_emphasis(scope, PART_STATE) * there;
    Box strip = layer->made;
    const float *values = step ? step_run(&step->step, layer->lower).state : NULL;
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), values, scope->trace->config.hidden, false);
    int t = scope->step < 0 ? 0 : scope->step;
    bool lit = !layer->lower && scope_highlighted(painter, LIVE_STATE, t, -1);
    kit_vector(painter, &grid, ROLE_DECODER, 1, ease_phase(shown, 0.5f, 1), alpha, lit,
               there > 0.5f ? target_at(TARGET_STATE, t, -1, layer->lower ? LAYER_LOWER : 0) : (Target){0});
    float ink = scope_ink(scope, PART_STATE) * there * stage_readable(layout, FLOOR_DECODER);
    if (scope->step >= 0)
        name_beside(painter, scope, strip,
                    layout->floors.hero[FLOOR_DECODER] < 0.5f, /* the way goes off at the right */
                    state_value(layer, t), ink);
    bool over = has_notes(layout);
    put_note(painter, strip, -7, over ? shown * stage_is_hero(layout, FLOOR_DECODER) * there : 0,
             kit_said(painter, W_NEW_STATE));
}

/* h~_t, made of the context and the new state. */
static void draw_attentional(const Painter *painter, const Scope *scope, const StageLayout *layout, float hero)
{
    const TraceStep *step = stage_step(scope);
    float shown = step ? scope->shown[MOMENT_COMBINE] * scope->alpha : 0,
          alpha = scope_emphasis(scope, PART_STATE) * hero;
    Box strip = layout->strip_attentional, state = layout->strip_state;
    Color purple = color_fade(painter->theme->fill[ROLE_DECODER], alpha);
    float over = has_notes(layout) ? NOTE_H : 3; /* of the state's name */
    Point from = {state.x + state.w / 2, state.y - over}, to = {from.x, strip.y + strip.h + 5};
    grown_arrow(painter, from, to, fminf(1, shown * 2), purple, 2);
    const float *values = step ? step->step.attentional : NULL;
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), values, scope->trace->config.hidden, false);
    int t = scope->step < 0 ? 0 : scope->step;
    kit_vector(painter, &grid, ROLE_DECODER, 1, ease_phase(shown, 0.4f, 1), alpha, 0,
               hero > 0.5f ? target_at(TARGET_ATTENTIONAL, t, -1, 0) : (Target){0});
    if (scope->step >= 0)
        name_beside(painter, scope, strip, false, (Value){VALUE_ATTENTIONAL, .place = t},
                    scope_ink(scope, PART_STATE) * hero);
}

/* From the floor below up into what takes it. */
static void draw_feed(const Painter *painter, const Scope *scope, const StageLayout *layout, float hero)
{
    bool anew = stage_asks_anew(scope), none = scope->trace->config.attention == ATTENTION_NONE;
    bool two = scope->trace->config.decoder_layers > 1, lower = two && !anew;
    if (lower && !has_rows(layout) && !lower_has_row(scope, layout))
        return; /* it has gone into the other one */
    float shown = (lower ? scope->lower : scope->shown[anew ? MOMENT_COMBINE : MOMENT_STATE]) * hero;
    if (shown <= 0 || none)
        return;
    Box floor = layout->floor[FLOOR_DECODER], cell = has_rows(layout) ? layout->lower_cell : layout->cell;
    Box into = anew ? layout->strip_attentional : cell;
    Color orange = color_mix(painter->theme->panel, painter->theme->fill[ROLE_CONTEXT],
                             scope_emphasis(scope, PART_CONTEXT) * scope->alpha * hero);
    Point from = {layout->decoder_x, floor.y + floor.h + fminf(24, layout->floor[FLOOR_CONTEXT].h * 0.25f)};
    if (!anew) {
        grown_arrow(painter, from, (Point){from.x, into.y + into.h + 4}, fminf(1, shown * 1.6f), orange, 3.5f);
        return;
    }
    from.x = (layout->cell.x + layout->cell.w + into.x) / 2; /* past the cell */
    Way way = way_through((Point[]){from, {from.x, into.y + into.h / 2}, {into.x - 5, into.y + into.h / 2}}, 3, 16);
    way_draw(painter->list, &way, fminf(1, shown * 1.6f), 8, orange, 3);
}

/* The old state goes into the layer's cell, with the word, or above the first layer with the new state below; the
 * layer's own new state comes out. */
static void draw_flow(const Painter *painter, const Scope *scope, const StageLayout *layout, const Layer *layer,
                      float hero)
{
    float shown = layer->shown;
    const Theme *theme = painter->theme;
    Box cell = layer->cell, old = layer->old, new = layer->made, word = layout->strip_previous;
    Color purple = color_fade(theme->fill[ROLE_DECODER], scope_emphasis(scope, PART_CELL) * hero);
    Color grey = color_fade(theme->text[ROLE_MUTED], 0.75f * scope_emphasis(scope, PART_PREVIOUS) * hero);
    grown_arrow(painter, (Point){old.x + old.w + 6, old.y + old.h / 2}, (Point){cell.x - 4, cell.y + cell.h * 0.36f},
                fminf(1, shown * 2), purple, 2.2f);
    if (layer->number < 2)
        grown_arrow(painter, (Point){word.x + word.w + 6, word.y + word.h / 2},
                    (Point){cell.x - 4, cell.y + cell.h * 0.68f}, fminf(1, shown * 2), grey, 1.8f);
    else if (has_rows(layout))
        grown_arrow(painter, (Point){layout->lower_state.x - 2, layout->lower_state.y + 2},
                    (Point){cell.x + cell.w + 4, cell.y + cell.h * 0.8f}, fminf(1, shown * 2), purple, 2.2f);
    grown_arrow(painter, (Point){cell.x + cell.w + 4, cell.y + cell.h / 2}, (Point){new.x - 7, new.y + new.h / 2},
                ease_phase(shown, 0.4f, 0.8f), purple, 2.2f);
}

/* From the states to the start state. */
static void draw_bridge(const Painter *painter, const Scope *scope, const StageLayout *layout, float hero)
{
    float bridged = scope_encoded(scope, MOMENT_BRIDGE, -1) * hero;
    if (bridged <= 0 || scope->step >= 0 || scope->trace->config.bridge == BRIDGE_NONE)
        return;
    Color green = color_mix(painter->theme->paper, painter->theme->fill[ROLE_ENCODER], hero);
    FinalArrows arrows = {layout->strip_query, 6, 0, 7, 2.2f, green, bridged};
    if (layout->lower_query.w > 0) /* the nearer one; both are made of the same */
        arrows.into = layout->lower_query;
    stage_final_arrows(painter, scope->trace, layout, arrows);
}

/* On one row, when it is the upper layer's: what that reads, in the place of the word, which the lower one has read. */
static void draw_below(const Painter *painter, const Scope *scope, const StageLayout *layout, const Layer *upper,
                       float hero)
{
    const TraceStep *step = stage_step(scope);
    Layer lower = layer_of(scope, layout, true);
    Box word = layout->strip_previous, chip = layout->chip_previous, cell = layout->cell;
    lower.made = (Box){chip.x, word.y, word.x + word.w - chip.x, word.h};
    const float *values = step_run(&step->step, true).state;
    CellGrid grid = cell_grid(painter, box_inset(lower.made, 3, 3), values, scope->trace->config.hidden, false);
    float alpha = scope_emphasis(scope, PART_STATE) * hero;
    kit_vector(painter, &grid, ROLE_DECODER, 1, lower.shown, alpha, 0,
               hero > 0.5f ? target_at(TARGET_STATE, scope->step, -1, LAYER_LOWER) : (Target){0});
    name_beside(painter, scope, lower.made, true, state_value(&lower, scope->step),
                scope_ink(scope, PART_STATE) * hero * stage_readable(layout, FLOOR_DECODER));
    grown_arrow(painter, (Point){word.x + word.w + 6, word.y + word.h / 2},
                (Point){cell.x - 4, cell.y + cell.h * 0.68f}, fminf(1, upper->shown * 2),
                color_fade(painter->theme->fill[ROLE_DECODER], alpha), 2.2f);
}

static void draw_lower(const Painter *painter, const Scope *scope, const StageLayout *layout, float hero)
{
    Layer lower = layer_of(scope, layout, true);
    draw_flow(painter, scope, layout, &lower, hero);
    draw_cell(painter, scope, &lower, hero);
    draw_query(painter, scope, layout, &lower, hero);
    draw_state(painter, scope, layout, &lower, hero);
}

void stage_draw_decoder(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Layer layer = layer_of(scope, layout, lower_has_row(scope, layout));
    float hero = stage_is_hero(layout, FLOOR_DECODER);
    bool made = scope->step >= 0 && scope->shown[MOMENT_STATE] > 0;
    if (hero > 0) {
        draw_flow(painter, scope, layout, &layer, hero);
        stage_draw_given(painter, scope, layout, stage_asks_anew(scope) ? layout->strip_attentional : layer.made, hero);
        draw_feed(painter, scope, layout, hero);
        draw_bridge(painter, scope, layout, hero);
        draw_cell(painter, scope, &layer, hero);
        if (layer.number == 2 && !has_rows(layout) && scope->step >= 0 && scope->lower > 0)
            draw_below(painter, scope, layout, &layer, hero);
        else
            draw_previous(painter, scope, layout, hero);
        if (layout->strip_attentional.w > 0)
            draw_attentional(painter, scope, layout, hero);
    }
    if (hero > 0 && has_rows(layout))
        draw_lower(painter, scope, layout, hero);
    draw_query(painter, scope, layout, &layer, made ? hero : 1);
    if (made || hero > 0)
        draw_state(painter, scope, layout, &layer, made ? 1 : hero);
}
