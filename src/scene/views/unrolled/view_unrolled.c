#include "scene/views/unrolled/view_unrolled.h"

#include "draw/ease.h"
#include "scene/views/unrolled/unrolled_words.h"
#include "words/common_words.h"

#include <math.h>

enum { TITLE_H = 30, CHIP_H = 32, EMBED_H = 14, LABELS = 104 };

#define SPACING_MOST  136.0f
#define SPACING_LEAST 62.0f
#define STATE_MOST    380.0f
#define NAME_GAP      5.0f  /* px around a state's name, */
#define NAME_LEAST    18.0f /* which has so much beside its state */

/* ---- layout ---- */

typedef struct Chain {
    Box area;
    bool in_step;
    int columns;
    float left, spacing, scroll, limit; /* left: of the columns */
    float output_y, upper_y, state_y, state_h, embed_y, input_y;
    float state_w, embed_w;
} Chain;

static int column_of(const Chain *chain, const Trace *trace, int word, int step)
{
    return step < 0 ? word : chain->in_step ? step : trace->n + step;
}

static float column_x(const Chain *chain, int column)
{
    return chain->left + chain->spacing * ((float)column + 0.5f) - chain->scroll;
}

static float followed(const Chain *chain, const Scope *scope, int index)
{
    Moment moment = moment_near(scope->trace, index);
    if (moment.step >= 0)
        return (float)column_of(chain, scope->trace, 0, moment.step);
    return moment.kind == MOMENT_START ? 0 : (float)(moment.position >= 0 ? moment.position : scope->trace->n - 1);
}

static float follow(const Chain *chain, const Scope *scope, float room, float by_hand)
{
    int floor_index = (int)floor(scope->cursor);
    float t = ease_in_out((float)(scope->cursor - floor_index));
    float column = lerp(followed(chain, scope, floor_index), followed(chain, scope, floor_index + 1), t);
    return fminf(fmaxf((column + 0.5f) * chain->spacing - room / 2 + by_hand, 0), chain->limit);
}

static void lay_rows(Chain *chain)
{
    float h = chain->area.h - TITLE_H, fixed = 2 * CHIP_H + 26 + EMBED_H + 36 + (chain->in_step ? 26 : 0);
    float states = chain->in_step ? 2 : 1;
    chain->state_h = fminf(STATE_MOST, fmaxf(18, (h - fixed) / states));
    float y = chain->area.y + TITLE_H + fmaxf(0, (h - fixed - chain->state_h * states) * 0.4f);
    chain->output_y = y;
    chain->upper_y = chain->state_y = y + CHIP_H + 26;
    if (chain->in_step)
        chain->state_y += chain->state_h + 26;
    chain->embed_y = chain->state_y + chain->state_h + 20;
    chain->input_y = chain->embed_y + EMBED_H + 16;
}

static Chain lay_out(const Painter *painter, const Scope *scope, Box area)
{
    const Trace *trace = scope->trace;
    Chain chain = {.area = area, .in_step = config_in_step(&trace->config)};
    chain.columns =
        chain.in_step ? (trace->n > trace->step_count ? trace->n : trace->step_count) : trace->n + trace->step_count;
    float room = area.w - LABELS;
    chain.spacing = fminf(SPACING_MOST, fmaxf(SPACING_LEAST, room / (float)chain.columns));
    float whole = chain.spacing * (float)chain.columns;
    chain.limit = fmaxf(0, SPACING_LEAST * (float)chain.columns - room);
    chain.left = area.x + LABELS + fmaxf(0, (room - whole) * 0.4f);
    chain.scroll = chain.limit > 0 ? follow(&chain, scope, room, painter->view->stage.scroll) : 0;
    chain.state_w = fminf(40, chain.spacing * 0.46f);
    chain.embed_w = fminf(76, chain.spacing * 0.7f);
    lay_rows(&chain);
    return chain;
}

/* ---- one column ---- */

/* The column of the moment is lit; before the first and when a word is complete all are. */
static float emphasis(const Scope *scope, const Chain *chain, int column)
{
    bool all = scope->moment.kind == MOMENT_START || scope->moment.kind == MOMENT_WORD;
    UnrolledPlace place = unrolled_place(scope);
    return all || column == column_of(chain, scope->trace, place.word, place.step) ? 1 : 0.55f;
}

static float ink_of(float emphasis)
{
    return fmaxf(emphasis, INK_DIMMED);
}

static void up(const Painter *painter, float x, float from, float to, Role role, float alpha)
{
    Color color = role == ROLE_MUTED ? painter->theme->text[role] : painter->theme->fill[role];
    if (alpha > 0.02f && from - to > 6)
        drawlist_arrow(painter->list, (Point){x, from}, (Point){x, to}, 6, color_fade(color, alpha), 1.5f);
}

static Box chip_box(const Chain *chain, float x, float y)
{
    float width = fminf(104, chain->spacing - 12);
    return (Box){x - width / 2, y, width, CHIP_H};
}

/* Beside the top of a state, before the way of the word that is read next; of narrow columns over it, left of the
 * arrow that leaves it. */
static void draw_name(const Painter *painter, const Chain *chain, float x, float y, Role role, float ink,
                      const char *markup)
{
    float free = (chain->spacing - chain->state_w) / 2, room = free - 2 * NAME_GAP;
    if (chain->spacing < 84 || room < NAME_LEAST) {
        kit_math(painter, TYPE_BODY, role, ink, (Point){x - 8, y - 8}, ALIGN_RIGHT, markup);
        return;
    }
    MathStyle style = {painter->theme, TYPE_LARGE, painter->theme->text[role]};
    float width = math_width(painter->list->type, style, markup), used = fminf(width, room);
    Point at = {x + chain->state_w / 2 + fminf(8, (free - used) / 2), y + 14};
    kit_math(painter, TYPE_LARGE * used / width, role, ink, at, ALIGN_LEFT, markup);
}

static void draw_read(const Painter *painter, const Scope *scope, const Chain *chain, int j)
{
    const Trace *trace = scope->trace;
    Maths maths = kit_maths(painter, trace);
    int E = trace->config.embed, D = config_annotation(&trace->config), H = trace->config.hidden;
    float x = column_x(chain, j), alpha = emphasis(scope, chain, j);
    Target source = target_at(TARGET_SOURCE, j, 0, 0);
    Box chip = chip_box(chain, x, chain->input_y);
    bool lit = kit_brushed(painter, -1, j);
    kit_piece(painter, kit_word_value(painter, j), PIECE_WORD, 0);
    kit_chip(painter, chip, trace->source[j], trace->unknown[j] ? ROLE_MUTED : ROLE_ENCODER,
             lit || trace->unknown[j] ? 0.9f : 0, alpha, ink_of(alpha), true);
    drawlist_piece_end(painter->list);
    kit_press(painter, chip, 8, source, trace->source[j]);
    float embedded = scope_encoded(scope, MOMENT_EMBED, j), state = scope_encoded(scope, MOMENT_FORWARD, j);
    up(painter, x, chain->input_y - 2, chain->embed_y + EMBED_H + 4, ROLE_MUTED, embedded * alpha);
    Box embed = {x - chain->embed_w / 2 + 3, chain->embed_y, chain->embed_w - 6, EMBED_H};
    CellGrid grid = cell_grid(painter, embed, trace->encoding.embeddings + (size_t)j * (size_t)E, E, false);
    kit_vector(painter, &grid, ROLE_MUTED, values_extent(trace->encoding.embeddings, trace->n * E), embedded, alpha,
               lit, target_at(TARGET_EMBEDDING, j, -1, 0));
    if (trace->config.layers == 1) /* else the state is made of a lower layer's */
        up(painter, x, chain->embed_y - 4, chain->state_y + chain->state_h + 4, ROLE_ENCODER, state * alpha);
    Box box = {x - chain->state_w / 2 + 3, chain->state_y + 3, chain->state_w - 6, chain->state_h - 6};
    CellGrid cells = cell_grid(painter, box, trace->encoding.annotations + (size_t)j * (size_t)D, D, true);
    if (D > H) {
        cells.split = H;
        cells.shown_split = scope_encoded(scope, MOMENT_BACKWARD, j);
    }
    float highlighted = lit || scope_highlighted(painter, LIVE_ANNOTATION, -1, j);
    kit_vector(painter, &cells, ROLE_ENCODER, 1, state, alpha, highlighted, target_at(TARGET_ANNOTATION, j, -1, 0));
    draw_name(painter, chain, x, chain->state_y, ROLE_ENCODER, ink_of(alpha), annotation_name(&maths, j));
}

static void draw_written(const Painter *painter, const Scope *scope, const Chain *chain, int t)
{
    const Trace *trace = scope->trace;
    Maths maths = kit_maths(painter, trace);
    const TraceStep *step = &trace->steps[t];
    int column = column_of(chain, trace, 0, t), E = trace->config.embed;
    float x = column_x(chain, column), alpha = emphasis(scope, chain, column);
    float previous = scope_written(scope, t, MOMENT_PREVIOUS), state = scope_written(scope, t, MOMENT_STATE);
    float word = scope_written(scope, t, MOMENT_WORD);
    bool lit = kit_brushed(painter, t, -1);
    if (!chain->in_step) {
        Box chip = chip_box(chain, x, chain->input_y),
            embed = {x - chain->embed_w / 2 + 3, chain->embed_y, chain->embed_w - 6, EMBED_H};
        if (previous > 0.02f)
            kit_chip(painter, chip, step->input_token, ROLE_DECODER, 0, alpha * previous, ink_of(alpha) * previous,
                     false);
        else
            drawlist_box(painter->list, chip, 8, paint_stroke(painter->theme->hairline, 1.5f));
        up(painter, x, chain->input_y - 2, chain->embed_y + EMBED_H + 4, ROLE_MUTED, previous * alpha);
        CellGrid grid = cell_grid(painter, embed, step->step.embedding, E, false);
        kit_vector(painter, &grid, ROLE_MUTED, values_extent(step->step.embedding, E), previous, alpha, 0,
                   target_at(TARGET_PREVIOUS, t, -1, 0));
        up(painter, x, chain->embed_y - 4, chain->state_y + chain->state_h + 4, ROLE_DECODER, state * alpha);
    } else if (t < trace->n)
        up(painter, x, chain->state_y - 4, chain->upper_y + chain->state_h + 4, ROLE_ENCODER,
           scope_written(scope, t, MOMENT_CONTEXT) * alpha);
    Box box = {x - chain->state_w / 2 + 3, chain->upper_y + 3, chain->state_w - 6, chain->state_h - 6};
    const float *values = step->step.attentional ? step->step.attentional : step->step.state;
    MomentKind made = step->step.attentional ? MOMENT_COMBINE : MOMENT_STATE;
    TargetKind kind = step->step.attentional ? TARGET_ATTENTIONAL : TARGET_STATE;
    CellGrid cells = cell_grid(painter, box, values, trace->config.hidden, true);
    kit_vector(painter, &cells, ROLE_DECODER, 1, scope_written(scope, t, made), alpha,
               lit || scope_highlighted(painter, LIVE_STATE, t, -1), target_at(kind, t, -1, 0));
    if (!chain->in_step) /* else it is h~, a name that comes with attention, of which such a chain has none */
        draw_name(painter, chain, x, chain->upper_y, ROLE_DECODER, ink_of(alpha),
                  vector_name(&maths, step->step.attentional ? (Value){VALUE_ATTENTIONAL, .place = t}
                                                             : (Value){VALUE_STATE, RUN_DECODER, .place = t}));
    up(painter, x, chain->upper_y - 3, chain->output_y + CHIP_H + 3, ROLE_OUTPUT,
       scope_written(scope, t, MOMENT_OUTPUT) * alpha);
    Target target = target_at(TARGET_WORD, t, 0, 0);
    Box chip = chip_box(chain, x, chain->output_y);
    if (word <= 0.02f) {
        drawlist_box(painter->list, chip, 8, paint_stroke(painter->theme->hairline, 1.5f));
        return;
    }
    kit_chip(painter, chip, step->token, ROLE_OUTPUT, lit ? 1 : 0.5f, alpha * word, ink_of(alpha) * word, true);
    kit_press(painter, chip, 8, target, step->token);
}

/* ---- between columns ---- */

static void draw_link(const Painter *painter, const Chain *chain, int from, int to, float y, Role role, float grown,
                      float alpha)
{
    float a = column_x(chain, from) + chain->state_w / 2 + 3, b = column_x(chain, to) - chain->state_w / 2 - 3;
    if (grown > 0.02f && b - a > 6)
        drawlist_arrow(painter->list, (Point){a, y}, (Point){lerp(a, b, grown), y}, 7,
                       color_fade(painter->theme->fill[role], alpha), 1.8f);
}

/* The word that was written is read at the next step. */
static void draw_feedback(const Painter *painter, const Scope *scope, const Chain *chain, int t)
{
    float there = scope_written(scope, t, MOMENT_PREVIOUS);
    if (t == 0 || there <= 0.02f)
        return;
    int column = column_of(chain, scope->trace, 0, t);
    float alpha = there * emphasis(scope, chain, column) * 0.8f;
    Box from = chip_box(chain, column_x(chain, column - 1), chain->output_y);
    float lane = column_x(chain, column) - chain->spacing / 2;
    float top = from.y + from.h / 2;
    Box to = chip_box(chain, column_x(chain, column), chain->input_y);
    Point end = {to.x - 2, to.y + to.h / 2};
    if (chain->in_step)
        end = (Point){column_x(chain, column) - chain->state_w / 2 - 3, chain->upper_y + chain->state_h * 0.25f};
    Color color = color_fade(painter->theme->fill[ROLE_OUTPUT], alpha);
    float bend = fminf(60, (end.y - top) / 2);
    drawlist_move(painter->list, from.x + from.w + 2, top);
    drawlist_cubic(painter->list, lane, top, lane, top, lane, top + bend * 0.5f);
    drawlist_line(painter->list, lane, end.y - bend * 0.5f);
    drawlist_path_end(painter->list, (Paint){{0}, color, 1.4f, 4, 4});
    Point last[4] = {{lane, end.y - bend * 0.5f}, {lane, end.y - bend * 0.1f}, {lane + 2, end.y}, end};
    drawlist_arrow_cubic(painter->list, last, 6, color, 1.4f, 4, 4);
}

static void draw_links(const Painter *painter, const Scope *scope, const Chain *chain)
{
    const Trace *trace = scope->trace;
    float y = chain->state_y + chain->state_h * 0.5f, upper = chain->upper_y + chain->state_h * 0.5f;
    bool back = trace->config.bidirectional;
    for (int j = 1; j < trace->n; j++) {
        draw_link(painter, chain, j - 1, j, back ? y - chain->state_h * 0.2f : y, ROLE_ENCODER,
                  scope_encoded(scope, MOMENT_FORWARD, j), emphasis(scope, chain, j));
        bool from_right = config_from_right(&trace->config, 1);
        float grown = back ? scope_encoded(scope, MOMENT_BACKWARD, from_right ? j - 1 : j) : 0;
        float right = column_x(chain, j) - chain->state_w / 2 - 3,
              left = column_x(chain, j - 1) + chain->state_w / 2 + 3;
        float from = from_right ? right : left, to = from_right ? left : right;
        float low = y + chain->state_h * 0.25f;
        if (grown > 0.02f)
            drawlist_arrow(painter->list, (Point){from, low}, (Point){lerp(from, to, grown), low}, 7,
                           color_fade(painter->theme->fill[ROLE_ENCODER], 0.7f), 1.8f);
    }
    bool starts = !chain->in_step && trace->config.bridge != BRIDGE_NONE && trace->step_count > 0;
    if (starts)
        draw_link(painter, chain, trace->n - 1, trace->n, y, ROLE_DECODER, scope_encoded(scope, MOMENT_BRIDGE, -1), 1);
    for (int t = 1; t < trace->step_count; t++) {
        int column = column_of(chain, trace, 0, t);
        draw_link(painter, chain, column - 1, column, upper, ROLE_DECODER, scope_written(scope, t, MOMENT_STATE),
                  emphasis(scope, chain, column));
        draw_feedback(painter, scope, chain, t);
    }
}

static void row_label(const Painter *painter, const Chain *chain, float y, Role role, const char *text)
{
    TextStyle style = style_bold(painter->theme, TYPE_TINY, role);
    style.tracking = 0.9f;
    kit_text(painter, style, (Box){chain->area.x, y - 8, LABELS - 8, 16}, ALIGN_LEFT, text);
}

static void draw_labels(const Painter *painter, const Chain *chain)
{
    row_label(painter, chain, chain->output_y + CHIP_H / 2, ROLE_OUTPUT, kit_said(painter, W_OUTPUT));
    row_label(painter, chain, chain->state_y + chain->state_h / 2, chain->in_step ? ROLE_ENCODER : ROLE_MUTED,
              chain->in_step ? kit_said(painter, W_READS) : kit_said(painter, W_STATE));
    if (chain->in_step)
        row_label(painter, chain, chain->upper_y + chain->state_h / 2, ROLE_DECODER, kit_said(painter, W_WRITES));
    row_label(painter, chain, chain->embed_y + EMBED_H / 2, ROLE_MUTED, kit_said(painter, W_EMBEDDING_HEADING));
    row_label(painter, chain, chain->input_y + CHIP_H / 2, ROLE_MUTED, kit_said(painter, W_INPUT));
}

static void draw_title(const Painter *painter, Box box)
{
    const View *view = painter->view;
    float width = kit_heading(painter, (Point){box.x, box.y + 14}, ROLE_INK, 1, unrolled_shape(view));
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    Box rest = {box.x + width + 14, box.y + 2, box.w - width - 14, 16};
    const char *counts = unrolled_counts(view, &painter->list->arena);
    if (window_upright(view) && kit_width(painter, style, counts) > rest.w)
        rest = (Box){box.x, box.y + 17, box.w, 16};
    kit_text(painter, style, rest, ALIGN_LEFT, counts);
}

/* The chain goes on beyond an edge, and where what is in sight lies in it. */
static void draw_beyond(const Painter *painter, const Chain *chain, Box clip)
{
    if (chain->scroll > 0.5f)
        kit_fade(painter, clip, EDGE_LEFT, painter->theme->paper, 14);
    if (chain->scroll < chain->limit - 0.5f)
        kit_fade(painter, clip, EDGE_RIGHT, painter->theme->paper, 14);
    kit_scroll_bar(painter, (Box){clip.x, clip.y + clip.h - 4, clip.w, 4}, chain->scroll, chain->limit);
}

static float draw_chain(const Painter *painter, const Scope *scope, Box area)
{
    Chain chain = lay_out(painter, scope, area);
    draw_title(painter, area);
    draw_labels(painter, &chain);
    Box clip = {area.x + LABELS - 4, area.y + TITLE_H - 8, area.w - LABELS + 8, area.h - TITLE_H + 12};
    if (chain.limit > 0)
        drawlist_clip(painter->list, clip);
    draw_links(painter, scope, &chain);
    for (int j = 0; j < scope->trace->n; j++)
        draw_read(painter, scope, &chain, j);
    for (int t = 0; t < scope->trace->step_count; t++)
        draw_written(painter, scope, &chain, t);
    if (chain.limit > 0) {
        drawlist_unclip(painter->list);
        draw_beyond(painter, &chain, clip);
    }
    return chain.limit;
}

/* Of a decoder of two layers the looks show one, but for the inside of a cell, which shows each at its moment: under
 * them it says which. Returns the px that takes. */
static float note_layers(const Painter *painter, const Trace *trace, Box box)
{
    if (trace->config.decoder_layers == 1 || unrolled_is_inside(painter->view))
        return 0;
    bool first = painter->view->look == LOOK_FOLDED || painter->view->look == LOOK_ONE_STEP;
    const char *text = kit_said(painter, first ? W_FIRST_OF_TWO_LAYERS : W_SECOND_OF_TWO_LAYERS);
    TextStyle style = kit_shrunk(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), box.w - 40, text);
    kit_text_at(painter, style, (Point){box.x + 20, box.y + box.h - 8}, ALIGN_LEFT, text);
    return 24;
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const View *view = painter->view;
    Box stage = layout->stage, side = stage;
    side.w = scene_origin_open(view) && !window_upright(view) ? window_side(view) : 0;
    stage.w -= side.w;
    side.x += stage.w;
    if (config_is_transformer(&scope->trace->config)) {
        TextStyle style = style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED);
        kit_paragraph(painter, &(Paragraph){style, {stage.x + 24, stage.y + 60}, stage.w - 48, 24, 4, false},
                      kit_said(painter, W_NOTHING_TO_UNROLL));
        return 0;
    }
    Box rest = look_bar(painter, stage);
    rest.h -= note_layers(painter, scope->trace, rest);
    float scroll = 0;
    if (unrolled_is_inside(view))
        unrolled_draw_cell(painter, scope, rest);
    else if (view->look == LOOK_FOLDED)
        unrolled_draw_folded(painter, scope, rest);
    else if (view->look == LOOK_ONE_STEP)
        unrolled_draw_step(painter, scope, rest);
    else
        scroll = draw_chain(painter, scope, rest);
    if (scene_origin_open(view))
        origin_draw(painter, side);
    return scroll;
}

static char *describe(const View *view, Target target, Arena *arena)
{
    if (target.kind == TARGET_ATTENTIONAL && config_in_step(&view->trace->config))
        return arena_printf(arena, said(view->language, W_WHAT_STEP_IS_CHOSEN_FROM), target.a + 1,
                            view->trace->config.hidden);
    if (target.kind == TARGET_VALUE)
        return (unrolled_is_inside(view) ? unrolled_describe_cell : unrolled_describe_step)(view, target, arena);
    return describe_value(view, target, arena);
}

static SceneCell asks(const View *view, Target target)
{
    return (unrolled_is_inside(view) ? unrolled_cell_asks : unrolled_step_asks)(view, target);
}

const Picture view_unrolled = {draw, NULL, describe, asks, .least = {735, 378}};
