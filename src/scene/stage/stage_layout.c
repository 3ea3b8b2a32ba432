#include "scene/stage/stage_layout.h"

#include "draw/ease.h"

#include <math.h>

enum { LABELS_W = 120, NO_LABELS_W = 12, DECODER_W = 180, DECODER_RIGHT = 40, ARROW_LANE = 64 };

#define LABELS_LEAST  460.0f /* px of a stage with labels beside its rows: columns come first */
#define SPACING_MOST  120.0f
#define SPACING_LEAST 24.0f
#define FIXED_H       290.0f /* what does not stretch */
#define FLEX_H        292.0f /* ribbons 56, bars 92, states 144 */

/* The source position that the cursor is about: its column is kept in view. */
static float followed_column(const Scope *scope, int index)
{
    const Trace *trace = scope->trace;
    int last = moment_count(trace) - 1;
    Moment moment = moment_at(trace, index < 0 ? 0 : index > last ? last : index);
    if (moment.position >= 0)
        return (float)moment.position;
    if (moment.step < 0)
        return moment.kind == MOMENT_BRIDGE ? (float)(trace->n - 1) : 0;
    const float *weights = trace->steps[moment.step].step.weights;
    int best = 0;
    for (int j = 1; weights && j < trace->n; j++)
        if (weights[j] > weights[best])
            best = j;
    return (float)best;
}

/* The scroll that brings what the cursor is about into the middle. */
static float followed_of(const Scope *scope, const StageLayout *layout)
{
    int floor_index = (int)floor(scope->cursor);
    float t = ease_in_out((float)(scope->cursor - floor_index));
    float column = lerp(followed_column(scope, floor_index), followed_column(scope, floor_index + 1), t);
    return (column + 0.5f) * layout->spacing - layout->columns.w / 2;
}

static float scroll_of(const View *view, const StageLayout *layout)
{
    return fminf(fmaxf(layout->followed + view->stage_scroll, 0), layout->scroll_limit);
}

/* Words stand upright in chips where the longest of them has room. */
static bool words_fit(const View *view, const Type *type, const Trace *trace, float spacing)
{
    TextStyle style = style_bold(view->theme, spacing < 70 ? TYPE_SMALL : TYPE_BODY, ROLE_INK);
    for (int j = 0; j < trace->n; j++)
        if (text_width(type, style, slice_of(trace->source[j])) > spacing - 16)
            return false;
    return true;
}

static void lay_columns(const View *view, const Type *type, const Scope *scope, StageLayout *layout)
{
    int n = scope->trace->n;
    Box area = layout->area;
    layout->labels = area.w >= LABELS_LEAST;
    float labels = layout->labels ? LABELS_W : NO_LABELS_W;
    float room = area.w - labels - ARROW_LANE - layout->decoder_w - DECODER_RIGHT;
    layout->spacing = fminf(SPACING_MOST, fmaxf(SPACING_LEAST, room / (float)n));
    float width = fminf(room, fmaxf(layout->spacing * (float)n, 280)), spare = room - width;
    float lane = ARROW_LANE + fminf(spare * 0.4f, 110); /* what is left stands on both sides of the whole */
    float margin = (spare - (lane - ARROW_LANE)) / 2;
    layout->left = area.x + margin;
    layout->columns = (Box){layout->left + labels, area.y, width, area.h};
    layout->decoder_x = layout->columns.x + width + lane + layout->decoder_w / 2;
    layout->scroll_limit = fmaxf(0, layout->spacing * (float)n - layout->columns.w);
    layout->followed = followed_of(scope, layout);
    layout->scroll = scroll_of(view, layout);
    layout->turned = !words_fit(view, type, scope->trace, layout->spacing);
    layout->bar_w = fminf(52, layout->spacing * 0.56f);
    layout->score_w = fminf(45, layout->spacing * 0.44f);
    layout->state_w = fminf(36, layout->spacing * 0.56f);
    layout->embed_w = fminf(80, layout->spacing * 0.72f);
}

static void lay_rows(StageLayout *layout)
{
    Box area = layout->area;
    float turned = layout->turned ? 34 : 0; /* turned words are taller */
    layout->flex = fminf(1.4f, fmaxf(0.3f, (area.h - FIXED_H - turned) / FLEX_H));
    float used = FIXED_H + turned + FLEX_H * layout->flex;
    float y = area.y + fmaxf(0, (area.h - used) * 0.42f) + 26;
    layout->formula_y = y + 12;
    layout->context = (Box){0, y + 27, 0, 27};
    y += 27 + 27 + 6 + 56 * layout->flex;
    layout->number_y = y + 13;
    layout->bar_y = y + 20;
    layout->bar_h = 92 * layout->flex;
    layout->slider = (Box){layout->left + 39, layout->bar_y + 40, 40, 3};
    y = layout->bar_y + layout->bar_h + 20;
    layout->score_number_y = y + 11;
    layout->score_y = y + 18;
    y += 34;
    layout->dash_y = y + 16;
    layout->state_y = y + 36;
    layout->state_h = 144 * layout->flex;
    layout->embed_y = layout->state_y + layout->state_h + 15;
    layout->embed_h = 16;
    layout->word_y = layout->embed_y + layout->embed_h + 13;
    layout->word_h = 34;
    float width = fminf(236, layout->columns.w - 20);
    float columns = fminf(layout->columns.w, layout->spacing * 6);
    layout->context.x = layout->columns.x + fmaxf(10, (columns - width) / 2);
    layout->context.w = width;
}

static void lay_decoder(StageLayout *layout, bool combines)
{
    float x = layout->decoder_x, w = layout->decoder_w;
    float left = x - w / 2;
    layout->output_y = layout->context.y - 3;
    layout->output_rows = layout->flex < 0.55f || (combines && layout->flex < 1) ? 3 : 4;
    layout->output_row = layout->flex < 0.8f ? 21 : 25;
    float top = layout->output_y + layout->output_row * (float)layout->output_rows;
    float room = layout->state_y - top;
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
    layout->strip_query = (Box){left + 4, layout->state_y + 3, w - 8, 22};
    float y_previous = layout->embed_y - 4;
    float least = layout->strip_query.y + 68;
    if (y_previous < least)
        y_previous = least;
    layout->strip_previous = (Box){left + 4, y_previous, w - 76, 18};
    layout->chip_previous = (Box){left + w - 64, y_previous - 8, 64, 34};
}

StageLayout stage_layout(const View *view, const Type *type, const Scope *scope, Box area)
{
    StageLayout layout = {.area = area, .decoder_w = DECODER_W};
    if (area.w < 620)
        layout.decoder_w = 150;
    lay_columns(view, type, scope, &layout);
    lay_rows(&layout);
    if (!config_scores(&scope->trace->config) || !layout.labels)
        layout.slider.w = 0;
    lay_decoder(&layout, scope->trace->config.attention == ATTENTION_LUONG);
    return layout;
}

float stage_column_x(const StageLayout *layout, int j)
{
    return layout->columns.x + layout->spacing * ((float)j + 0.5f) - layout->scroll;
}

bool stage_asks_anew(const Scope *scope)
{
    return scope->trace->config.attention == ATTENTION_LUONG;
}

const TraceStep *stage_step(const Scope *scope)
{
    return scope->step >= 0 && scope->step < scope->trace->step_count ? &scope->trace->steps[scope->step] : NULL;
}

static void row_label(const Painter *painter, const Scope *scope, Point at, Role role, Part part, Word title,
                      const char *below)
{
    float alpha = scope_emphasis(scope, part);
    kit_heading(painter, at, role, alpha, word(painter->view->language, title));
    if (!below)
        return;
    MathStyle style = {painter->theme, TYPE_SMALL, color_fade(painter->theme->text[ROLE_MUTED], alpha)};
    math_draw(painter->list, style, (Point){at.x, at.y + 17}, ALIGN_LEFT, below);
}

static void draw_labels(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Config *config = &scope->trace->config;
    const View *view = painter->view;
    float x = layout->left + 24;
    if (config->attention != ATTENTION_NONE)
        row_label(painter, scope, (Point){x, layout->formula_y}, ROLE_CONTEXT, PART_CONTEXT, W_CONTEXT, NULL);
    if (config_weighs(config)) {
        const TraceStep *step = stage_step(scope);
        const char *below =
            config_scores(config) ? config->temperature == 1 ? "α = softmax(e)" : "softmax(e / T)" : "α = 1/n";
        if (step && step->replaced) {
            kit_changed(painter, (Point){x + 4, layout->bar_y + 22}, 4, 1);
            below = arena_printf(&painter->list->arena, "@m{\"%s\"}",
                                 said(view->language, "    set by hand", "    手动设定"));
        }
        row_label(painter, scope, (Point){x, layout->bar_y + 10}, ROLE_CONTEXT, PART_WEIGHTS, W_WEIGHTS, below);
    }
    if (config_scores(config))
        row_label(painter, scope, (Point){x, layout->score_number_y}, ROLE_QUERY, PART_SCORES, W_SCORES,
                  arena_printf(&painter->list->arena, "\"%s\"", SCORE_NAMES[config->score]));
    const char *states = arena_printf(&painter->list->arena, "\"%s\" h", word(view->language, W_STATES));
    row_label(painter, scope, (Point){x, layout->state_y + 11}, ROLE_ENCODER, PART_ENCODER, W_ENCODER, states);
    row_label(painter, scope, (Point){x, layout->word_y + 21}, ROLE_MUTED, PART_SOURCE, W_SOURCE, NULL);
}

#define TEMPERATURE_RANGE 100.0f /* from 0.1 to 10 */

double slider_temperature(Box slider, float x)
{
    float place = fminf(fmaxf((x - slider.x) / slider.w, 0), 1);
    double temperature = 0.1 * pow(TEMPERATURE_RANGE, (double)place);
    return fabs(log(temperature)) < 0.07 ? 1 : temperature; /* it catches in the middle */
}

/* The temperature of the softmax, a knob on a logarithmic track. In a figure only its value, where it is not 1. */
static void draw_slider(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box track = layout->slider;
    double temperature = scope->trace->config.temperature;
    if (track.w <= 0 || (painter->passive && temperature == 1))
        return;
    const Theme *theme = painter->theme;
    const View *view = painter->view;
    float alpha = scope_emphasis(scope, PART_WEIGHTS), y = track.y + track.h / 2;
    bool free = scene_may_touch(view, TOUCH_TEMPERATURE) || painter->passive;
    MathStyle letter = {theme, TYPE_BODY, color_fade(theme->text[ROLE_MUTED], alpha)};
    math_draw(painter->list, letter, (Point){track.x - 16, y + 5}, ALIGN_LEFT, "T");
    Color color = color_fade(theme->fill[ROLE_CONTEXT], alpha * (free ? 1 : 0.4f));
    float place = fminf(fmaxf(0.5f + (float)log10(temperature) / 2, 0), 1), x = track.x + track.w * place;
    Target target = {TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0};
    drawlist_box(painter->list, track, 1.5f, paint_fill(color_mix(theme->hairline, theme->text[ROLE_MUTED], 0.3f)));
    drawlist_box(painter->list, (Box){track.x + track.w / 2 - 0.75f, y - 4, 1.5f, 8}, 0,
                 paint_fill(color_mix(theme->hairline, theme->text[ROLE_MUTED], 0.3f)));
    float r = free && kit_pointed(painter, target) ? 6.5f : 5.5f;
    drawlist_box(painter->list, (Box){x - r, y - r, 2 * r, 2 * r}, r, paint_fill_stroke(theme->panel, color, 2.5f));
    bool changed = temperature != 1;
    TextStyle style = changed ? style_bold(theme, 12, ROLE_CONTEXT) : style_plain(theme, 12, ROLE_MUTED);
    const char *number = kit_number(painter->list, temperature, temperature >= 9.995 ? 1 : 2, false);
    drawlist_text_at(painter->list, style_faded(style, alpha), (Point){track.x + track.w + 12, y + 4.5f}, ALIGN_LEFT,
                     slice_of(number));
    if (!free)
        return;
    Box box = {track.x - 17, y - 9, track.w + 25, 18};
    kit_mark(painter, box, target, true, said(view->language, "temperature", "温度"));
    kit_focus(painter, box_inset(box, 2, 1), 5, target);
}

/* Soft edges say that columns go on beyond. */
static void draw_scroll_edges(const Painter *painter, const StageLayout *layout)
{
    Color paper = painter->theme->paper;
    float top = layout->number_y - 14, height = layout->area.y + layout->area.h - top;
    for (int i = 0; i < 12 && layout->scroll_limit > 0; i++) {
        Color veil = color_fade(paper, 1 - (float)i / 12);
        float x = (float)i * 2;
        if (layout->scroll > 0.5f)
            drawlist_box(painter->list, (Box){layout->columns.x + x, top, 2, height}, 0, paint_fill(veil));
        if (layout->scroll < layout->scroll_limit - 0.5f)
            drawlist_box(painter->list, (Box){layout->columns.x + layout->columns.w - x - 2, top, 2, height}, 0,
                         paint_fill(veil));
    }
}

static void draw_scroll_bar(const Painter *painter, const StageLayout *layout)
{
    if (layout->scroll_limit <= 0)
        return;
    Box track = {layout->columns.x, layout->area.y + layout->area.h - 10, layout->columns.w, 4};
    float share = layout->columns.w / (layout->columns.w + layout->scroll_limit);
    Box thumb = track;
    thumb.w *= share;
    thumb.x += (track.w - thumb.w) * layout->scroll / layout->scroll_limit;
    drawlist_box(painter->list, track, 2, paint_fill(painter->theme->faint));
    drawlist_box(painter->list, thumb, 2, paint_fill(color_fade(painter->theme->text[ROLE_MUTED], 0.6f)));
}

void stage_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    kit_mark(painter, layout->area, (Target){TARGET_STAGE, 0, 0, 0}, false, NULL);
    if (layout->labels)
        draw_labels(painter, scope, layout);
    draw_slider(painter, scope, layout);
    Box clip = {layout->columns.x, layout->area.y, layout->columns.w, layout->area.h};
    if (layout->scroll_limit > 0)
        drawlist_clip(painter->list, clip);
    stage_draw_columns(painter, scope, layout);
    if (layout->scroll_limit > 0)
        drawlist_unclip(painter->list);
    draw_scroll_edges(painter, layout);
    draw_scroll_bar(painter, layout);
    stage_draw_attention(painter, scope, layout);
    stage_draw_decoder(painter, scope, layout);
}
