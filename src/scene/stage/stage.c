#include "scene/stage/stage.h"
#include "scene/stage/event_context.h"
#include "scene/stage/event_scores.h"
#include "scene/stage/what_if.h"

#include "scene/window/panels.h"
#include "words/common_words.h"
#include "words/derive_words.h"
#include "words/stage_words.h"

#include <math.h>

static void row_label(const Painter *painter, const Scope *scope, Point at, Role role, Part part, Word title,
                      const char *below)
{
    float alpha = role == ROLE_MUTED ? 1 : scope_ink(scope, part);
    kit_heading(painter, at, role, alpha, kit_said(painter, title));
    if (!below)
        return;
    kit_math(painter, TYPE_SMALL, ROLE_MUTED, 1, (Point){at.x, at.y + 17}, ALIGN_LEFT, below);
}

/* Of a head of self-attention. */
static void draw_row_labels(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float x = layout->left + 24;
    row_label(painter, scope, (Point){x, layout->formula_y}, ROLE_CONTEXT, PART_CONTEXT, W_OUTPUT, "A V");
    row_label(painter, scope, (Point){x, layout->weights_y}, ROLE_CONTEXT, PART_WEIGHTS, W_WEIGHTS, "softmax(S)");
    row_label(painter, scope, (Point){x, layout->score_number_y}, ROLE_QUERY, PART_SCORES, W_SCORES, "Q K^{⊤} / √d");
    row_label(painter, scope, (Point){x, layout->state_y + 11}, ROLE_ENCODER, PART_ENCODER, W_VALUES, "X W_V");
    if (!layout->low)
        row_label(painter, scope, (Point){x, layout->embed_y + 8}, ROLE_QUERY, PART_EMBEDDING, W_KEYS, "X W_K");
}

/* Of the step on the stage; while the encoder reads, of the first. */
static double shown_temperature(const Scope *scope)
{
    return step_temperature(scope->trace, scope->step < 0 ? 0 : scope->step);
}

/* The step from which on its temperature was set by hand; -1: it is the model's, or the card's. */
static int tempered_from(const Scope *scope)
{
    int from = scope->step < 0 ? 0 : scope->step;
    while (from >= 0 && (from >= scope->trace->step_count || !scope->trace->steps[from].tempered))
        from--;
    return from;
}

/* Under the name of the weights: what was set by hand, with its sign where it was set for this very step. */
static void draw_set_by_hand(const Painter *painter, const Scope *scope, const StageLayout *layout, bool here,
                             const char *text)
{
    float x = layout->left + 24, y = layout->weights_y + 17, width = layout->columns.x - x - 2;
    TextStyle style = style_faded(style_bold(painter->theme, TYPE_SMALL, ROLE_QUERY), scope_ink(scope, PART_WEIGHTS));
    if (here)
        kit_changed(painter, (Point){x + 4, y - 5}, 4, 1);
    x += here ? 14 : 0, width -= here ? 14 : 0;
    kit_text_at(painter, kit_shrunk(painter, style, width, text), (Point){x, y}, ALIGN_LEFT, text);
}

static void draw_labels(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Config *config = &scope->trace->config;
    if (scope->trace->row) {
        draw_row_labels(painter, scope, layout);
        return;
    }
    float x = layout->left + 24;
    if (config->attention == ATTENTION_NONE)
        row_label(painter, scope, (Point){x, layout->formula_y}, ROLE_ENCODER, PART_ENCODER, W_CARRIED, NULL);
    else
        row_label(painter, scope, (Point){x, layout->formula_y}, ROLE_CONTEXT, PART_CONTEXT, W_CONTEXT, NULL);
    if (config_weighs(config)) {
        const TraceStep *step = stage_step(scope);
        const char *below =
            config_scores(config) ? shown_temperature(scope) == 1 ? "α = softmax(e)" : "softmax(e / T)" : "α = 1/n";
        int from = config_scores(config) ? tempered_from(scope) : -1;
        bool replaced = step && step->replaced;
        if (replaced || from >= 0) {
            const char *text = kit_said(painter, replaced ? W_SET_BY_HAND : W_T_FROM_STEP);
            draw_set_by_hand(painter, scope, layout, replaced || from == scope->step,
                             replaced ? text : arena_printf(&painter->list->arena, text, from + 1));
            below = NULL;
        }
        row_label(painter, scope, (Point){x, layout->weights_y}, ROLE_CONTEXT, PART_WEIGHTS, W_WEIGHTS, below);
    }
    if (config_scores(config))
        row_label(painter, scope, (Point){x, layout->score_number_y}, ROLE_QUERY, PART_SCORES, W_SCORES,
                  arena_printf(&painter->list->arena, "\"%s\"", score_title(painter->view->language, config->score)));
    Arena *arena = &painter->list->arena;
    const char *states = arena_printf(arena, "\"%s\" h", kit_said(painter, W_STATES));
    if (config->layers > 1 && config->cell != CELL_SELF) { /* the upper one's are drawn alone */
        const char *layer = arena_printf(arena, kit_said(painter, W_LAYER_OF), config->layers, config->layers);
        states = arena_printf(arena, "\"%s\"", layer);
    }
    row_label(painter, scope, (Point){x, layout->state_y + 11}, ROLE_ENCODER, PART_ENCODER, W_ENCODER, states);
    row_label(painter, scope, (Point){x, layout->word_y + 21}, ROLE_MUTED, PART_SOURCE, W_SOURCE, NULL);
}

enum { LEGEND_W = 78, LEGEND_H = 7, LEGEND_STEPS = 26 };

void stage_draw_legend(const Painter *painter, Box box, float extent, float alpha)
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

/* What the colour of a cell says, and how many of a state's cells are there: under the name of the states. */
static void draw_cells_note(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Theme *theme = painter->theme;
    float x = layout->left + 24, y = layout->state_y + 46;
    if (layout->embed_y - y < 60 || scope->trace->row) /* whose view says it beside the query */
        return;
    int all = config_annotation(&scope->trace->config), shown = cells_shown(painter->view, all);
    Arena *arena = &painter->list->arena;
    const char *text = arena_printf(arena, kit_said(painter, shown < all ? W_CELLS_CHOSEN : W_CELLS_ALL), shown, all);
    float alpha = scope_emphasis(scope, PART_ENCODER);
    LinkLook look = {style_plain(theme, TYPE_TINY, ROLE_MUTED), ROLE_MUTED, {-4, -14, 8, 20}, 0, 5};
    if (painter->passive || all <= CELLS_CHOSEN)
        kit_text_at(painter, look.style, (Point){x, y}, ALIGN_LEFT, text);
    else
        kit_link(painter, &look, (Point){x, y}, ALIGN_LEFT, text, (Target){TARGET_CELLS, 0, 0, 0});
    stage_draw_legend(painter, (Box){x, y + 10, LEGEND_W, LEGEND_H}, layout->extent, alpha);
    if (config_scores(&scope->trace->config) && layout->embed_y - y >= 78)
        scores_draw_scale(painter, scope, layout, (Point){x, y + 48});
}

#define T_W               22.0f  /* px in front of the track: the letter, clear of the knob */
#define TEMPERATURE_RANGE 100.0f /* from 0.1 to 10 */

double slider_temperature(Box slider, float x)
{
    float place = fminf(fmaxf((x - slider.x) / slider.w, 0), 1);
    double temperature = 0.1 * pow(TEMPERATURE_RANGE, (double)place);
    return fabs(log(temperature)) < 0.07 ? 1 : temperature; /* it catches in the middle */
}

/* The temperature of the softmax: its letter and its value, where there is a track with that between the two. */
static void draw_temperature(const Painter *painter, const Scope *scope, Box track, double temperature)
{
    bool changed = temperature != 1;
    float ink = scope_ink(scope, PART_WEIGHTS), y = track.y + track.h / 2;
    float right = track.w > 0 ? track.x + track.w + 12 : track.x;
    TextStyle style = style_of(painter->theme, changed, 12, changed ? ROLE_CONTEXT : ROLE_MUTED);
    const char *number = kit_number(painter->list, temperature, temperature >= 9.995 ? 1 : 2, false);
    kit_math(painter, TYPE_BODY, ROLE_MUTED, 1, (Point){track.x - T_W, y + 5}, ALIGN_LEFT, "T");
    kit_text_at(painter, changed ? style_faded(style, ink) : style, (Point){right, y + 4.5f}, ALIGN_LEFT,
                track.w > 0 ? number : arena_printf(&painter->list->arena, "= %s", number));
}

/* A knob on a logarithmic track. */
static void draw_track(const Painter *painter, const Scope *scope, Box track, double temperature)
{
    const Theme *theme = painter->theme;
    float y = track.y + track.h / 2, along = fminf(fmaxf(0.5f + (float)log10(temperature) / 2, 0), 1);
    Color line = color_mix(theme->hairline, theme->text[ROLE_MUTED], 0.3f);
    drawlist_box(painter->list, track, 1.5f, paint_fill(line));
    drawlist_box(painter->list, (Box){track.x + track.w / 2 - 0.75f, y - 4, 1.5f, 8}, 0, paint_fill(line));
    Box place = {track.x - T_W - 1, y - 9, track.w + T_W + 9, 18};
    Color color = color_fade(theme->fill[ROLE_CONTEXT], scope_emphasis(scope, PART_WEIGHTS));
    Slider slider = {{track.x + track.w * along, y},        5.5f, 2.5f, color, place, box_inset(place, 2, 1), 5,
                     kit_said(painter, W_TEMPERATURE_LABEL)};
    kit_slider(painter, &slider, (Target){TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0});
}

/* Where it can be pulled and counts; else the value alone, where it is not 1. */
static void draw_slider(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box track = layout->slider;
    const TraceStep *step = stage_step(scope);
    double temperature = shown_temperature(scope);
    bool counts = layout->labels && config_scores(&scope->trace->config) && !(step && step->replaced);
    if (!counts || (temperature == 1 && (track.w <= 0 || painter->passive)))
        return;
    draw_temperature(painter, scope, track, temperature);
    if (track.w > 0)
        draw_track(painter, scope, track, temperature);
}

enum { TEMPERING_W = 96, TEMPERING_TRACK = 34 };

float stage_draw_tempering(const Painter *painter, const Scope *scope, Point at, float room)
{
    if (room < TEMPERING_W || !stage_tempers(painter->view, scope))
        return 0;
    Box track = {at.x + T_W, at.y - 1.5f, TEMPERING_TRACK, 3};
    double temperature = shown_temperature(scope);
    draw_temperature(painter, scope, track, temperature);
    draw_track(painter, scope, track, temperature);
    if (painter->layout)
        painter->layout->stage.slider = track;
    return TEMPERING_W;
}

#define TURNED_BEFORE 40.0f /* px */

static void draw_rows(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (layout->labels) {
        draw_labels(painter, scope, layout);
        draw_cells_note(painter, scope, layout);
        what_if_draw_names(painter, scope, layout);
    }
    draw_slider(painter, scope, layout);
    Box clip = {layout->columns.x, layout->area.y, layout->columns.w, layout->area.h};
    float before = layout->turned ? fmaxf(0, TURNED_BEFORE - layout->scroll) : 0; /* the first word begins there */
    if (layout->scroll_limit > 0)
        drawlist_clip(painter->list, (Box){clip.x - before, clip.y, clip.w + before, clip.h});
    stage_draw_words(painter, scope, layout);
    if (layout->scroll_limit > 0) {
        drawlist_unclip(painter->list);
        drawlist_clip(painter->list, clip);
    }
    const SoftmaxEvent *softmax = softmax_event(painter, scope, layout);
    stage_draw_columns(painter, scope, layout, softmax);
    scores_draw_keys(painter, scope, layout);
    if (layout->scroll_limit > 0)
        drawlist_unclip(painter->list);
    float top = layout->number_y - 14; /* soft edges say that columns go on beyond */
    Box faded = {layout->columns.x, top, layout->columns.w, layout->area.y + layout->area.h - top};
    if (layout->scroll_limit > 0 && layout->scroll > 0.5f)
        kit_fade(painter, faded, EDGE_LEFT, painter->theme->paper, 12);
    if (layout->scroll_limit > 0 && layout->scroll < layout->scroll_limit - 0.5f)
        kit_fade(painter, faded, EDGE_RIGHT, painter->theme->paper, 12);
    stage_draw_weight_numbers(painter, scope, layout);
    softmax_draw_numbers(softmax);
    Box track = {layout->columns.x, layout->area.y + layout->area.h - 10, layout->columns.w, 4};
    kit_scroll_bar(painter, track, layout->scroll, layout->scroll_limit);
    if (scope->trace->config.attention == ATTENTION_NONE)
        stage_draw_carried(painter, scope, layout);
    else
        stage_draw_attention(painter, scope, layout, softmax);
    stage_draw_score_numbers(painter, scope, layout, softmax);
    if (layout->scroll_limit > 0)
        drawlist_clip(painter->list, clip);
    what_if_draw_weights(painter, scope, layout);
    stage_draw_lifted_names(painter, scope, layout);
    if (layout->scroll_limit > 0)
        drawlist_unclip(painter->list);
    stage_draw_strip(painter, scope, layout);
    if (!scope->trace->row)
        stage_draw_decoder(painter, scope, layout);
    scores_draw_query(painter, scope, layout);
    softmax_draw_beside(softmax);
}

void stage_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (!scene_pair_open(painter->view)) {
        draw_rows(painter, scope, layout);
        return;
    }
    Box area = layout->area, pair = pair_box(layout);
    float top = pair.y + pair.h + 6;
    drawlist_clip(painter->list, (Box){area.x, top, area.w, fmaxf(0, area.y + area.h - top)});
    draw_rows(painter, scope, layout);
    drawlist_unclip(painter->list);
    pair_draw(painter, layout);
}
