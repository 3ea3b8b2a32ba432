/* The decoder: previous word and state at the bottom, the cell, the new state, the distribution of words on top. */
#include "scene/stage/event_loop.h"
#include "scene/stage/stage.h"
#include "scene/stage/what_if.h"

#include "derive/remainder.h"
#include "draw/ease.h"
#include "scene/kit/way.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

static void vertical_arrow(const Painter *painter, float x, float from, float to, float grown, Color color, float width)
{
    if (grown > 0.02f)
        drawlist_arrow(painter->list, (Point){x, from}, (Point){x, lerp(from, to, grown)}, 7, color, width);
}

static void name_right(const Painter *painter, const Scope *scope, Box strip, Value value, float ink)
{
    Maths maths = kit_maths(painter, scope->trace);
    kit_math(painter, TYPE_LARGE + 1, ROLE_DECODER, ink, (Point){strip.x + strip.w + 9, strip.y + strip.h / 2 + 6},
             ALIGN_LEFT, vector_name(&maths, value));
}

/* Of the strip that asks, while its copy is with the states. */
static float left_behind(const StageLayout *layout)
{
    return 1 - 0.5f * layout->visit.here;
}

static void draw_heading(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float x = layout->decoder_x - layout->decoder_w / 2, y = layout->formula_y;
    if (what_if_draw_word(painter, scope, layout)) {
        y -= 22;
        if (layout->tight) /* that stands in its place */
            return;
    }
    float width = kit_heading(painter, (Point){x, y}, ROLE_DECODER, 1, kit_said(painter, W_DECODER));
    if (scope->step < 0)
        return;
    const char *step = arena_printf(&painter->list->arena, kit_said(painter, W_STEP), scope->step + 1);
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), scope->alpha);
    x += width + 14;
    x += kit_text_at(painter, style, (Point){x, y}, ALIGN_LEFT, step);
    if (kit_step_changed(stage_step(scope)))
        kit_changed(painter, (Point){x + 10, y - 4.5f}, 4, scope->alpha);
}

enum { OUTPUT_NUMBERS = 38 }; /* px of a probability */

static Box output_track(const StageLayout *layout, int row)
{
    Box name = stage_output_name(layout, row);
    float left = name.x + name.w + 8, right = layout->decoder_x + layout->decoder_w / 2;
    return (Box){left, name.y + layout->output_row / 2 - 7, right - OUTPUT_NUMBERS - left, 13};
}

static void draw_share(const Painter *painter, const StageLayout *layout, int row, bool bold, float ink,
                       const char *share)
{
    Box track = output_track(layout, row);
    Box value = {track.x + track.w + 6, stage_output_name(layout, row).y, OUTPUT_NUMBERS, layout->output_row};
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, bold ? ROLE_INK : ROLE_MUTED);
    kit_text(painter, style_faded(style, ink), value, ALIGN_LEFT, share);
}

/* A likely word, its bar and its probability. */
static void draw_candidate(const Painter *painter, const Scope *scope, const StageLayout *layout, int k, int decimals)
{
    const TraceStep *step = stage_step(scope);
    const Theme *theme = painter->theme;
    Candidate candidate = step->top[k];
    bool written = candidate.id == step->id;
    float shown = scope->shown[MOMENT_OUTPUT], alpha = scope_emphasis(scope, PART_OUTPUT) * scope->alpha;
    float ink = (written ? scope_ink(scope, PART_OUTPUT) : 1) * scope->alpha * shown;
    Box name = stage_output_name(layout, k), track = output_track(layout, k), bar = track;
    bar.w = fmaxf(2, track.w * candidate.p * shown);
    drawlist_box(painter->list, bar, 3, paint_fill(color_fade(theme->fill[ROLE_OUTPUT], alpha * (written ? 1 : 0.5f))));
    what_if_draw_probability(painter, scope, track, candidate.id, alpha * shown);
    TextStyle style = written ? style_bold(theme, TYPE_BODY + 1, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_MUTED);
    kit_text(painter, style_faded(style, ink), name, ALIGN_RIGHT, candidate.token);
    draw_share(painter, layout, k, written, ink, share_text(&painter->list->arena, (double)candidate.p, decimals));
    if (written && step->how == CHOSEN_FORCED)
        kit_changed(painter, (Point){track.x - 4.5f, track.y + track.h / 2}, 3.5f, alpha * shown);
    Target target = target_at(TARGET_OUTPUT, scope->step, k, 0);
    Box row = {name.x, name.y, track.x + track.w + 2 - name.x, layout->output_row};
    if (kit_pointed(painter, target) && !written)
        drawlist_box(painter->list, track, 3, paint_stroke(theme->text[ROLE_OUTPUT], 1.5f));
    kit_press(painter, row, 4, target, candidate.token);
    Box number = {track.x + track.w + 3, name.y, OUTPUT_NUMBERS - 2, layout->output_row};
    kit_press(painter, number, 4, target_at(TARGET_PROBABILITY, scope->step, k, 0), NULL);
}

/* What all the words have together that are not shown: with it the printed probabilities add up to 1. */
static void draw_others(const Painter *painter, const Scope *scope, const StageLayout *layout, const Remainder *others,
                        float left)
{
    const Theme *theme = painter->theme;
    float shown = scope->shown[MOMENT_OUTPUT], alpha = scope_emphasis(scope, PART_OUTPUT) * scope->alpha;
    float ink = scope->alpha * shown;
    Box name = stage_output_name(layout, layout->output_rows), bar = output_track(layout, layout->output_rows);
    bar.w = fmaxf(2, bar.w * left * shown);
    drawlist_box(painter->list, bar, 3, paint_fill(color_fade(theme->fill[ROLE_MUTED], alpha * 0.5f)));
    const char *text = kit_said(painter, W_ALL_OTHERS);
    TextStyle style = kit_shrunk(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), name.w, text);
    kit_text(painter, style_faded(style, ink), name, ALIGN_RIGHT, text);
    draw_share(painter, layout, layout->output_rows, false, ink, others->text);
}

/* The likeliest words with their probabilities, and all others. */
static void draw_output(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    bool shown = step && scope->shown[MOMENT_OUTPUT] > 0;
    const Theme *theme = painter->theme;
    for (int k = 0; k <= layout->output_rows; k++)
        drawlist_box(
            painter->list, output_track(layout, k), 3,
            paint_fill(color_mix(theme->paper, theme->tint[k < layout->output_rows ? ROLE_OUTPUT : ROLE_MUTED], 0.6f)));
    if (!shown)
        return;
    float shares[TRACE_TOP], left = 1;
    int count = step->top_count < layout->output_rows ? step->top_count : layout->output_rows;
    for (int k = 0; k < count; k++) {
        shares[k] = step->top[k].p;
        left -= shares[k];
    }
    Remainder others = remainder_of(shares, count, &painter->list->arena);
    for (int k = 0; k < count; k++)
        draw_candidate(painter, scope, layout, k, others.decimals);
    if (step->top_count > 0)
        draw_others(painter, scope, layout, &others, fmaxf(left, 0));
}

static double mean(const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

static void draw_cell(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    const Theme *theme = painter->theme;
    float shown = step ? scope->shown[MOMENT_STATE] * scope->alpha : 0, alpha = scope_emphasis(scope, PART_CELL);
    float ink = scope_ink(scope, PART_CELL);
    Box box = layout->cell;
    Color fill = color_mix(theme->panel, theme->tint[ROLE_DECODER], 0.35f + 0.65f * shown);
    Color outline = color_mix(theme->hairline, theme->fill[ROLE_DECODER], 0.35f + 0.65f * shown);
    drawlist_box(painter->list, box, 8, paint_faded(paint_fill_stroke(fill, outline, 1.8f), alpha));
    float line = box.h > 52 ? 10 : 4;
    Box name = {box.x, box.y + line, box.w, box.h / 2 - 4};
    const RecurrentCell *kind = cell_of_kind(config_decoder_cell(&scope->trace->config));
    if (kind->gate_count == 0)
        name = box;
    const char *cell = cell_title(config_decoder_cell(&scope->trace->config));
    kit_text(painter, style_faded(style_bold(theme, TYPE_LARGE, ROLE_DECODER), ink), name, ALIGN_CENTER, cell);
    Target target = target_at(TARGET_CELL, step ? scope->step : 0, 0, 0);
    const char *text = kit_said(painter, W_MEAN_OF_GATES);
    for (int g = 0; g < 2 && g < kind->gate_count; g++)
        text = arena_printf(
            &painter->list->arena, "%s%s%s %s", text, g ? "  ·  " : " ", kind->gate[g].symbol,
            shown < 0.5f ? "…"
                         : kit_number(painter->list, mean(step->step.gates[g], scope->trace->config.hidden), 2, false));
    TextStyle style = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    Box gates = {box.x, box.y + box.h / 2, box.w, box.h / 2 - line + 2};
    if (kind->gate_count > 0)
        kit_text(painter, style, gates, ALIGN_CENTER, text);
    if (shown > 0)
        kit_press(painter, box, 8, target, NULL);
}

/* What the start state is made of: where the reading to the right ends, and over the columns where the one to
 * the left does. */
static void draw_ends(const Painter *painter, const StageLayout *layout, const Trace *trace, float bridged)
{
    Color green = painter->theme->fill[ROLE_ENCODER];
    float x = stage_column_x(layout, trace->n - 1) + layout->state_w / 2 + 4;
    x = fminf(x, layout->columns.x + layout->columns.w);
    float y = layout->state_y + layout->state_h * 0.5f, first = stage_column_x(layout, 0);
    Point to = {layout->strip_query.x - 5, layout->strip_query.y + layout->strip_query.h / 2};
    Point whole[4] = {{x, y}, {(x + to.x) / 2, y}, {(x + to.x) / 2, to.y}, to}, part[4];
    cubic_split(whole, bridged, part);
    drawlist_arrow_cubic(painter->list, part, 7, green, 1.8f, 0, 0);
    if (!trace->config.bidirectional || trace->n < 2 || first < layout->columns.x)
        return;
    float lane = to.x - 14;
    Way way = way_through(
        (Point[]){{first, layout->state_y - 2}, {first, layout->dash_y}, {lane, layout->dash_y}, {lane, to.y}, to}, 5,
        12);
    way_draw(painter->list, &way, bridged, 7, green, 1.8f);
}

/* s_{t-1}: while encoding, the start state from the bridge on. */
static void draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Trace *trace = scope->trace;
    const Theme *theme = painter->theme;
    float bridged = scope_encoded(scope, MOMENT_BRIDGE, -1);
    bool start = scope->step <= 0;
    const float *values = start ? trace->encoding.initial_state : trace->steps[scope->step - 1].step.state;
    float shown = start ? bridged : loop_arrived(scope) ? scope->alpha : 0;
    float left = stage_asks_anew(scope) ? 1 : left_behind(layout);
    float alpha = scope_emphasis(scope, PART_QUERY) * left, ink = scope_ink(scope, PART_QUERY);
    int H = trace->config.hidden, step = scope->step < 0 ? 0 : scope->step;
    CellGrid grid = cell_grid(painter, box_inset(layout->strip_query, 3, 3), values, H, false);
    bool lit = scope_highlighted(painter, LIVE_STATE, step - 1, -1);
    kit_vector(painter, &grid, ROLE_DECODER, 1, shown, alpha, lit, target_at(TARGET_QUERY, step, -1, 0));
    name_right(painter, scope, layout->strip_query, (Value){VALUE_STATE, RUN_DECODER, .place = step - 1}, ink);
    bool asks = config_scores(&trace->config) && !stage_asks_anew(scope);
    TextStyle plain = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    Word query = score_of_kind(trace->config.score)->query ? W_PREVIOUS_STATE_MADE : W_PREVIOUS_STATE;
    const char *below = kit_said(painter, start ? W_START_STATE : asks ? query : W_FINAL_STATE);
    plain = kit_shrunk(painter, plain, layout->decoder_w - 12, below);
    Box text = {layout->strip_query.x - 2, layout->strip_query.y + layout->strip_query.h + 4, layout->decoder_w + 30,
                18};
    kit_text(painter, plain, text, ALIGN_LEFT, below);
    if (bridged > 0 && scope->step < 0 && trace->config.bridge != BRIDGE_NONE
        && trace->config.attention != ATTENTION_NONE)
        draw_ends(painter, layout, trace, bridged);
}

static void draw_previous(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float there = step && loop_arrived(scope) ? scope->alpha : 0, shown = step ? loop_unpacked(scope) : 0;
    float alpha = scope_emphasis(scope, PART_PREVIOUS), ink = scope_ink(scope, PART_PREVIOUS);
    Box strip = layout->strip_previous, chip = layout->chip_previous;
    int t = scope->step < 0 ? 0 : scope->step;
    const float *values = step ? step->step.embedding : NULL;
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), values, scope->trace->config.embed, false);
    float extent = values ? values_extent(values, scope->trace->config.embed) : 1;
    Box label = {strip.x - 2, strip.y - 24, chip.x + chip.w / 2 - 6 - strip.x, 16};
    kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), label, ALIGN_LEFT,
             kit_said(painter, W_PREVIOUS_WORD));
    kit_vector(painter, &grid, ROLE_MUTED, extent, shown * scope->alpha, alpha, 0,
               target_at(TARGET_PREVIOUS, t, -1, 0));
    if (there < 1)
        kit_chip(painter, chip, "", ROLE_OUTPUT, 0, alpha, ink, true);
    if (there > 0) /* it arrives lit */
        kit_chip(painter, chip, step->input_token, ROLE_OUTPUT, scope->step > 0 ? 1 - shown : 0, alpha * there,
                 ink * there, true);
}

/* h~_t, made of the context and the new state. Returns its strip. */
static Box draw_attentional(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float shown = step ? scope->shown[MOMENT_COMBINE] * scope->alpha : 0, alpha = scope_emphasis(scope, PART_STATE);
    Box strip = layout->strip_attentional;
    Color purple = color_fade(painter->theme->fill[ROLE_DECODER], alpha);
    float from = layout->strip_state.y - 4, to = strip.y + strip.h + 4;
    vertical_arrow(painter, layout->decoder_x, from, to, fminf(1, shown * 2), purple, 2);
    const float *values = step ? step->step.attentional : NULL;
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), values, scope->trace->config.hidden, false);
    int t = scope->step < 0 ? 0 : scope->step;
    kit_vector(painter, &grid, ROLE_DECODER, 1, ease_phase(shown, 0.4f, 1), alpha, 0,
               target_at(TARGET_ATTENTIONAL, t, -1, 0));
    if (scope->step >= 0)
        name_right(painter, scope, strip, (Value){VALUE_ATTENTIONAL, .place = t}, scope_ink(scope, PART_STATE));
    return strip;
}

/* From the previous word up into the cell, between the state before and its name. */
static void draw_input(const Painter *painter, const Scope *scope, const StageLayout *layout, float grown)
{
    Box chip = layout->chip_previous, query = layout->strip_query;
    float x = query.x + query.w + 4.5f, bottom = layout->cell.y + layout->cell.h;
    Point from = {chip.x + chip.w - 12, chip.y - 2}, to = {layout->cell.x + layout->cell.w - 10, bottom + 3};
    float under = lerp(query.y + query.h, from.y, 0.4f), over = lerp(query.y, to.y, 0.25f);
    Way way = way_through((Point[]){from, {x, under}, {x, over}, to}, 4, 30);
    Color color = color_mix(painter->theme->paper, painter->theme->text[ROLE_MUTED],
                            0.75f * scope_emphasis(scope, PART_PREVIOUS));
    way_draw(painter->list, &way, grown, 6, color, 1.6f);
}

/* Word and state go up into the cell, the new state comes out, and from it the words. */
static void draw_flow(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float shown = step ? scope->shown[MOMENT_STATE] * scope->alpha : 0;
    const Theme *theme = painter->theme;
    float x = layout->decoder_x;
    Color purple = color_fade(theme->fill[ROLE_DECODER], scope_emphasis(scope, PART_CELL));
    float bottom = layout->cell.y + layout->cell.h;
    vertical_arrow(painter, x, layout->strip_query.y - 4, bottom + 3, fminf(1, shown * 2), purple, 2);
    if (shown > 0)
        draw_input(painter, scope, layout, fminf(1, shown * 2));
    float risen = ease_phase(shown, 0.4f, 0.8f);
    Box strip = layout->strip_state;
    vertical_arrow(painter, x, layout->cell.y - 2, strip.y + strip.h + 5, risen, purple, 2);
    CellGrid grid =
        cell_grid(painter, box_inset(strip, 3, 3), step ? step->step.state : NULL, scope->trace->config.hidden, false);
    float alpha = scope_emphasis(scope, PART_STATE) * (stage_asks_anew(scope) ? left_behind(layout) : 1);
    int t = scope->step < 0 ? 0 : scope->step;
    bool lit = scope_highlighted(painter, LIVE_STATE, t, -1);
    kit_vector(painter, &grid, ROLE_DECODER, 1, ease_phase(shown, 0.5f, 1), alpha, lit,
               target_at(TARGET_STATE, t, -1, 0));
    if (scope->step >= 0)
        name_right(painter, scope, strip, (Value){VALUE_STATE, RUN_DECODER, .place = t}, scope_ink(scope, PART_STATE));
    Box last = strip;
    if (stage_asks_anew(scope))
        last = draw_attentional(painter, scope, layout);
    float written = step ? scope->shown[MOMENT_OUTPUT] * scope->alpha : 0;
    Color pink = color_fade(theme->fill[ROLE_OUTPUT], scope_emphasis(scope, PART_OUTPUT));
    float top = layout->output_y + layout->output_row * (float)(layout->output_rows + 1) + 3;
    vertical_arrow(painter, x, last.y - 5, top, written, pink, 2);
}

void stage_draw_decoder(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    draw_heading(painter, scope, layout);
    draw_flow(painter, scope, layout);
    draw_output(painter, scope, layout);
    draw_cell(painter, scope, layout);
    draw_query(painter, scope, layout);
    draw_previous(painter, scope, layout);
}
