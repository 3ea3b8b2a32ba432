/* One of two compared models on the sentence, small: decoder states, query, context, ribbons, states.
 * n source words. */
#include "scene/views/compare/view_compare.h"

#include "draw/ease.h"
#include "scene/kit/grid.h"
#include "scene/stage/arcs.h"
#include "scene/stage/final_arrows.h"
#include "scene/stage/stage_layout.h"
#include "scene/views/compare/compare_words.h"
#include "words/common_words.h"

#include <math.h>

typedef struct Side {
    const Painter *painter;
    const SideLayout *layout;
    Scope scope;
    const TraceStep *step; /* NULL while encoding */
    int side;
    float spacing;
    Box boxes[3]; /* s_{t-1}, s_t, and of Luong h~_t */
    int box_count;
    Box context; /* w = 0: none */
} Side;

static Target own(const Side *side, TargetKind kind, int a, int b)
{
    return target_at(kind, a, b, side->side);
}

#define SPACING_MOST 92.0f
#define LABEL_LEAST  0.75f /* of its type's size, where a label has little room */

static float column_x(const Side *side, int j)
{
    Box area = side->layout->area;
    float left = area.x + (area.w - side->spacing * (float)side->scope.trace->n) / 2;
    return left + side->spacing * ((float)j + 0.5f);
}

/* ---- decoder and context ---- */

static void lay_boxes(Side *side)
{
    const SideLayout *layout = side->layout;
    const Config *config = &side->scope.trace->config;
    side->box_count = config->attention == ATTENTION_LUONG ? 3 : 2;
    float gap = layout->area.w < 400 ? 16 : 24;
    float width = fminf(92, layout->area.w * (side->box_count == 3 ? 0.14f : 0.17f));
    for (int i = 0; i < side->box_count; i++)
        side->boxes[i] = (Box){layout->area.x + 4 + (width + gap) * (float)i, layout->box_y, width, layout->box_h};
    if (config->attention == ATTENTION_NONE)
        return;
    float left = side->boxes[side->box_count - 1].x + width + 2 * gap;
    float room = layout->area.x + layout->area.w - 4 - left, context = fminf(200, room);
    side->context = (Box){left + (room - context) * 0.4f, layout->box_y, context, layout->box_h};
}

static void draw_box(const Side *side, Box box, Role role, TargetKind kind, const float *values, int count, float shown,
                     Part part, const char *label)
{
    float alpha = scope_emphasis(&side->scope, part);
    CellGrid grid = cell_grid(side->painter, box_inset(box, 3, 3), values, count, false);
    int step = side->scope.step < 0 ? 0 : side->scope.step;
    kit_vector(side->painter, &grid, role, 1, values ? shown : 0, alpha, 0, own(side, kind, step, -1));
    if (!label)
        return;
    kit_math(side->painter, TYPE_BODY, role, values && shown > 0 ? scope_ink(&side->scope, part) : INK_DIMMED,
             (Point){box.x + box.w / 2, side->layout->label_y}, ALIGN_CENTER, label);
}

/* The state before, or what a Transformer's newest word has become; `there`: how much of it. */
static const float *asking(const Side *side, float *there)
{
    const Trace *trace = side->scope.trace;
    if (config_is_transformer(&trace->config)) {
        *there = side->scope.shown[MOMENT_SELF] * side->scope.alpha;
        return side->step ? side->step->step.layers[side->step->step.layer_count - 1].asked : NULL;
    }
    if (side->scope.step <= 0)
        return trace->encoding.initial_state;
    return trace->steps[side->scope.step - 1].step.state;
}

static const char *name(const Side *side, Value value)
{
    Maths maths = kit_maths(side->painter, side->scope.trace);
    return vector_name(&maths, value);
}

static void draw_decoder(const Side *side)
{
    const Scope *scope = &side->scope;
    int H = scope->trace->config.hidden, t = scope->step < 0 ? 0 : scope->step;
    const float *shown = scope->shown;
    float before = scope->step < 0 ? scope_encoded(scope, MOMENT_BRIDGE, -1) : scope->alpha;
    const float *asks = asking(side, &before);
    Value old = {VALUE_STATE, RUN_DECODER, .place = t - 1};
    if (config_is_transformer(&scope->trace->config))
        old = (Value){VALUE_ASKED, .place = t, .part = PART_WRITTEN};
    draw_box(side, side->boxes[0], ROLE_DECODER, TARGET_QUERY, asks, H, before, PART_QUERY, name(side, old));
    draw_box(side, side->boxes[1], ROLE_DECODER, TARGET_STATE, side->step ? side->step->step.state : NULL, H,
             shown[MOMENT_STATE] * scope->alpha, PART_STATE, name(side, (Value){VALUE_STATE, RUN_DECODER, .place = t}));
    if (side->box_count == 3)
        draw_box(side, side->boxes[2], ROLE_DECODER, TARGET_ATTENTIONAL,
                 side->step ? side->step->step.attentional : NULL, H, shown[MOMENT_COMBINE] * scope->alpha, PART_STATE,
                 name(side, (Value){VALUE_ATTENTIONAL, .place = t}));
    Color purple = side->painter->theme->fill[ROLE_DECODER];
    float y = side->layout->box_y + side->layout->box_h / 2;
    bool apart = config_is_transformer(&scope->trace->config) && !config_adds_asked(&scope->trace->config);
    for (int i = apart ? 2 : 1; i < side->box_count; i++) { /* what asks is then no part of what is made */
        float there = shown[i == 1 ? MOMENT_STATE : MOMENT_COMBINE] * scope->alpha;
        Point from = {side->boxes[i - 1].x + side->boxes[i - 1].w + 3, y}, to = {side->boxes[i].x - 3, y};
        drawlist_arrow(side->painter->list, from, to, 5, color_fade(purple, lerp(0.25f, 1, there)), 1.6f);
    }
}

/* Its name alone where there is no room for what it is. */
static const char *context_label(const Side *side, MathStyle style, float room)
{
    Language language = side->painter->view->language;
    AttentionKind attention = side->scope.trace->config.attention;
    int t = side->scope.step < 0 ? 0 : side->scope.step;
    const char *what = attention == ATTENTION_FIXED     ? said(language, W_ONE_FIXED_CONTEXT)
                       : attention == ATTENTION_UNIFORM ? said(language, W_THE_MEAN_OF_ALL_STATES)
                                                        : said(language, W_A_NEW_CONTEXT_FOR_EVERY_WORD);
    const char *symbol = name(side, (Value){VALUE_CONTEXT, .place = t});
    const char *text = arena_printf(&side->painter->list->arena, "\"%s\" %s", what, symbol);
    return math_width(side->painter->list->type, style, text) * LABEL_LEAST <= room ? text : symbol;
}

static void draw_context(const Side *side)
{
    const Painter *painter = side->painter;
    const Scope *scope = &side->scope;
    float shown = side->step ? ease_phase(scope->shown[MOMENT_CONTEXT], 0.4f, 1) * scope->alpha : 0;
    draw_box(side, side->context, ROLE_CONTEXT, TARGET_CONTEXT, side->step ? side->step->step.context : NULL,
             config_annotation(&scope->trace->config), shown, PART_CONTEXT, NULL);
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_CONTEXT]};
    float right = side->layout->area.x + side->layout->area.w;
    float least = side->boxes[side->box_count - 1].x + side->boxes[side->box_count - 1].w + 2;
    const char *label = context_label(side, style, right - least);
    float width = math_width(painter->list->type, style, label);
    float left = fmaxf(least, fminf(side->context.x + (side->context.w - width) / 2, right - width));
    math_fit(painter->list, style, (Point){left, side->layout->label_y}, right - left, LABEL_LEAST, label);

    bool anew = side->box_count == 3;
    float fed = scope->shown[anew ? MOMENT_COMBINE : MOMENT_STATE] * scope->alpha;
    Box into = side->boxes[side->box_count - 1];
    float y = side->layout->box_y + side->layout->box_h / 2;
    Color orange = color_fade(painter->theme->fill[ROLE_CONTEXT], lerp(0.25f, 1, fed));
    drawlist_arrow(painter->list, (Point){side->context.x - 4, y}, (Point){into.x + into.w + 4, y}, 6, orange, 2.2f);
}

static void draw_final(const Side *side, float y, FinalArrows arrows)
{
    const Trace *trace = side->scope.trace;
    float *x = ARENA_ARRAY(&side->painter->list->arena, float, trace->n);
    for (int j = 0; j < trace->n; j++)
        x[j] = column_x(side, j);
    final_arrows(side->painter->list, trace, x, y, arrows);
}

/* What the encoder ends with starts the decoder. At later steps its state of then stands by its name alone, where
 * the arrows end. */
static void draw_handed_over(const Side *side)
{
    const Painter *painter = side->painter;
    const SideLayout *layout = side->layout;
    float shown = scope_encoded(&side->scope, MOMENT_BRIDGE, -1);
    if (shown <= 0 || side->scope.trace->config.bridge == BRIDGE_NONE)
        return;
    Color purple = color_fade(painter->theme->fill[ROLE_DECODER], shown);
    FinalArrows arrows = {side->boxes[0], 4, 0.55f, 7, 2, purple, 1};
    if (side->scope.step > 0) {
        float left = arrows.into.x + 4, y = lerp(layout->state_y - 3, layout->box_y + layout->box_h + 4, 0.55f);
        const char *start = name(side, (Value){VALUE_STATE, RUN_DECODER, .place = -1});
        float width = kit_math(painter, TYPE_BODY, ROLE_DECODER, shown, (Point){left, y + 4}, ALIGN_LEFT, start);
        arrows = (FinalArrows){{left, y - 8, width, 16}, 2, 0.55f, 5, 1.6f, color_fade(purple, 0.6f), 1};
    }
    draw_final(side, layout->state_y - 3, arrows);
}

/* Without a context: what the decoder has is what it was started with. */
static void draw_start(const Side *side)
{
    const Painter *painter = side->painter;
    const SideLayout *layout = side->layout;
    Box last = side->boxes[side->box_count - 1];
    float left = last.x + last.w + 24, room = layout->area.x + layout->area.w - left;
    Paragraph lines = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), {left, 0}, room, 16, 2, true};
    const char *text = kit_said(painter, W_NO_CONTEXT_NOTHING_ELSE_COMES);
    if (kit_paragraph_lines(painter, &lines, text) > 1) /* in two of about one length */
        lines.width = fminf(room, 0.62f * kit_width(painter, lines.style, text));
    lines.at.y = layout->box_y + layout->box_h / 2 + 4.5f - 8 * (float)(kit_paragraph_lines(painter, &lines, text) - 1);
    kit_paragraph(painter, &lines, text);
    draw_handed_over(side);
}

/* ---- the question, the ribbons ---- */

/* From the state that asks down to all states: Bahdanau's asks with s_{t-1}, Luong's with s_t. */
static void draw_question(const Side *side)
{
    const Painter *painter = side->painter;
    const SideLayout *layout = side->layout;
    float shown = side->scope.shown[MOMENT_QUERY] * side->scope.alpha;
    if (shown <= 0 || !side->step)
        return;
    Color blue = painter->theme->fill[ROLE_QUERY];
    float alpha = lerp(0.5f, 1, side->scope.lit[PART_QUESTION]) * shown;
    Box asks = side->boxes[side->box_count == 3 ? 1 : 0];
    int from = side->step->step.first, to = from + side->step->step.count; /* local attention asks its window alone */
    float x = asks.x + asks.w / 2, first = column_x(side, from), last = column_x(side, to - 1);
    Paint dashed = paint_dashed(color_fade(blue, alpha), 1.6f, 5, 4);
    drawlist_box(painter->list, box_inset(asks, -2, -2), 6, paint_stroke(color_fade(blue, alpha), 2.2f));
    drawlist_segment(painter->list, (Point){x, asks.y + asks.h + 4}, (Point){x, layout->ask_y}, dashed);
    drawlist_segment(painter->list, (Point){lerp(x, fminf(first, x), shown), layout->ask_y},
                     (Point){lerp(x, fmaxf(last, x), shown), layout->ask_y}, dashed);
    float head = fminf(4, side->spacing * 0.3f);
    for (int j = from; j < to && side->spacing >= 8; j++)
        drawlist_arrow(painter->list, (Point){column_x(side, j), layout->ask_y},
                       (Point){column_x(side, j), layout->state_y - 3}, head, color_fade(blue, alpha), 1.3f);
    TextStyle style =
        style_faded(style_bold(painter->theme, 12, ROLE_QUERY), scope_ink(&side->scope, PART_QUESTION) * shown);
    bool local = side->scope.trace->config.local != LOCAL_NONE;
    if (layout->ask_y - asks.y - asks.h > 23)
        kit_text_at(painter, style, (Point){x + 7, asks.y + asks.h + 17}, ALIGN_LEFT,
                    local ? kit_said(painter, W_ASKS_ITS_WINDOW) : kit_said(painter, W_ASKS));
}

static void draw_ribbons(const Side *side)
{
    const Painter *painter = side->painter;
    float shown = side->scope.shown[MOMENT_CONTEXT];
    const float *weights = side->step ? side->step->step.weights : NULL;
    if (!weights || shown <= 0)
        return;
    int n = side->scope.trace->n;
    float alpha = scope_emphasis(&side->scope, PART_CONTEXT) * side->scope.alpha;
    float bottom = side->context.y + side->context.h + 3, top = side->layout->state_y - 4;
    float middle = side->context.x + side->context.w / 2;
    for (int j = 0; j < n; j++) {
        if (weights[j] < 0.004f)
            continue;
        float x = column_x(side, j), width = fmaxf(1, weights[j] * fminf(24, side->layout->area.w * 0.06f));
        float end = middle + ((float)j - (float)(n - 1) / 2) * fminf(12, side->context.w * 0.6f / (float)n);
        Point ribbon[4];
        cubic_rise((Point){x, top}, (Point){end, bottom}, 0.62f, ribbon);
        cubic_split(ribbon, shown, ribbon);
        bool lit = kit_column_brushed(painter, -1, j);
        Value value = {VALUE_WEIGHT, .place = side->scope.step, .index = j};
        kit_weight_piece(painter, weights, n, value, PIECE_BOX, side->side);
        drawlist_ribbon(painter->list, ribbon, width,
                        color_fade(painter->theme->fill[ROLE_CONTEXT], alpha * (lit ? 0.95f : 0.62f)));
        drawlist_piece_end(painter->list);
    }
}

/* One fixed context: what the encoder ends with, at every step the same. */
static void draw_summary(const Side *side)
{
    float shown = side->scope.shown[MOMENT_CONTEXT];
    Color orange = color_fade(side->painter->theme->fill[ROLE_CONTEXT],
                              scope_emphasis(&side->scope, PART_CONTEXT) * side->scope.alpha);
    if (shown > 0)
        draw_final(side, side->layout->state_y - 4, (FinalArrows){side->context, 4, 0.6f, 7, 2.6f, orange, shown});
}

/* ---- encoder ---- */

static void draw_states(const Side *side)
{
    const Painter *painter = side->painter;
    const Trace *trace = side->scope.trace;
    const SideLayout *layout = side->layout;
    int D = config_annotation(&trace->config), H = trace->config.hidden;
    float width = fminf(34, fmaxf(7.5f, side->spacing * 0.62f)), alpha = scope_emphasis(&side->scope, PART_ENCODER);
    for (int j = 0; j < trace->n; j++) {
        float x = column_x(side, j);
        bool read = moment_find(trace, MOMENT_FORWARD, -1, j) >= 0;
        float shown = scope_encoded(&side->scope, read ? MOMENT_FORWARD : MOMENT_SELF, j);
        Box box = {x - width / 2 + 3, layout->state_y + 3, width - 6, layout->state_h - 6};
        CellGrid grid = cell_grid(side->painter, box, trace->encoding.annotations + (size_t)j * (size_t)D, D, true);
        if (D > H) {
            grid.split = H;
            grid.shown_split = scope_encoded(&side->scope, MOMENT_BACKWARD, j);
        }
        bool lit =
            scope_highlighted(painter, LIVE_ANNOTATION, side->scope.step, j) || kit_column_brushed(painter, -1, j);
        kit_vector(painter, &grid, ROLE_ENCODER, 1, shown, alpha, lit, own(side, TARGET_ANNOTATION, j, -1));
        float from = x + width / 2 + 2, to = column_x(side, j + 1) - width / 2 - 2;
        if (j + 1 == trace->n || to - from < 6 || !read)
            continue;
        Color green = painter->theme->fill[ROLE_ENCODER];
        float y = layout->state_y + layout->state_h * 0.4f, back = layout->state_y + layout->state_h * 0.72f;
        float head = fminf(5, (to - from) * 0.5f), forward = scope_encoded(&side->scope, MOMENT_FORWARD, j + 1);
        if (forward > 0)
            drawlist_arrow(painter->list, (Point){from, y}, (Point){to, y}, head, color_fade(green, alpha * forward),
                           1.3f);
        if (grid.shown_split > 0)
            drawlist_arrow(painter->list, (Point){to, back}, (Point){from, back}, head,
                           color_fade(green, alpha * grid.shown_split), 1.3f);
    }
}

#define TURN        (-1.1f) /* steep: the first words reach over the left edge */
#define TURNED_MOST 58.0f
#define OVER_EDGE   10.0f /* px that they may */

static bool words_turned(const Painter *painter, const Trace *trace, float spacing, float *size)
{
    *size = TYPE_SMALL;
    const Type *type = painter->list->type;
    bool turned = grid_words_turn(type, trace, false, size, spacing - 5);
    if (!turned && window_presents(painter->view)
        && grid_longest(type, style_plain(painter->theme, *size, ROLE_INK), trace, false) > spacing - 3) {
        *size = TYPE_SMALL; /* whole and large, rather than level */
        turned = true;
    }
    if (turned && spacing < 20)
        *size = TYPE_TINY;
    return turned;
}

bool compare_words_turned(const Painter *painter, int side, float width)
{
    float size;
    const Trace *trace = painter->view->compare->sides[side].trace;
    return words_turned(painter, trace, fminf(SPACING_MOST, width / (float)trace->n), &size);
}

static void draw_words(const Side *side)
{
    const Painter *painter = side->painter;
    const Trace *trace = side->scope.trace;
    const SideLayout *layout = side->layout;
    float ink = scope_ink(&side->scope, PART_SOURCE);
    float size;
    words_turned(painter, trace, side->spacing, &size);
    TextStyle plain = style_plain(painter->theme, size, ROLE_INK);
    int stride = layout->turned ? (int)ceilf(13 / side->spacing) : 1;
    for (int j = 0; j < trace->n; j++) {
        Target target = own(side, TARGET_SOURCE, j, 0);
        Box mark = {column_x(side, j) - side->spacing / 2, layout->word_y - 3, side->spacing, layout->turned ? 40 : 22};
        kit_area(painter, mark, target, trace->source[j]);
        if (j % stride != 0)
            continue;
        TextStyle style = style_faded(plain, ink);
        if (kit_column_brushed(painter, -1, j))
            style.face = FACE_SANS_BOLD;
        if (trace->unknown[j])
            style.color = color_fade(painter->theme->text[ROLE_MUTED], ink);
        Slice text = slice_of(trace->source[j]);
        float x = column_x(side, j), most = side->spacing - 3;
        if (layout->turned) {
            most = fminf(TURNED_MOST, (x + 4 - layout->area.x + OVER_EDGE) / cosf(TURN));
            style = kit_shrunk(painter, style, most, trace->source[j]);
        }
        text = drawlist_shorten(painter->list, style, text, most);
        Point at = layout->turned ? (Point){x + 4, layout->word_y + 8} : (Point){x, layout->word_y + 13};
        kit_piece(painter, kit_word_value(painter, j), PIECE_WORD, side->side);
        grid_source_word(painter, style, at, layout->turned ? TURN : 0, layout->turned ? ALIGN_RIGHT : ALIGN_CENTER,
                         text, trace->unknown[j]);
        drawlist_piece_end(painter->list);
    }
}

/* Under the words of a side: why some are underlined. Of a narrow one in two lines. */
static Paragraph unknown_lines(const Painter *painter, float width)
{
    return (Paragraph){style_plain(painter->theme, TYPE_SMALL, ROLE_INK), {0, 0}, width, 17, 2, true};
}

int compare_unknown_lines(const Painter *painter, int side, float width)
{
    const char *text = grid_unknown(painter, painter->view->compare->sides[side].trace);
    Paragraph lines = unknown_lines(painter, width);
    return !text ? 0 : window_upright(painter->view) ? kit_paragraph_lines(painter, &lines, text) : 1;
}

static void draw_unknown(const Side *side)
{
    const SideLayout *layout = side->layout;
    const char *text = grid_unknown(side->painter, side->scope.trace);
    Box line = {layout->area.x, layout->note_y - 14, layout->area.w, 18};
    Paragraph lines = unknown_lines(side->painter, line.w);
    lines.at = (Point){line.x, layout->note_y};
    if (text && window_upright(side->painter->view))
        kit_paragraph(side->painter, &lines, text);
    else if (text)
        kit_text(side->painter, lines.style, line, ALIGN_LEFT, text);
}

/* ---- the whole ---- */

/* In place of decoder and states: the two sentences. */
static void draw_arcs(const Side *side)
{
    const SideLayout *layout = side->layout;
    const Trace *trace = side->scope.trace;
    float top = layout->chips_y + layout->chips_h + 10, bottom = layout->note_y - 13;
    MatrixPicture picture = matrix_at(trace, side->painter->view->map, side->scope.cursor);
    picture.words = true;
    picture.side = side->side;
    arcs_draw(side->painter, &picture, (Box){layout->area.x, top, layout->area.w, bottom - top});
}

void compare_side_draw(const Painter *painter, int number, const SideLayout *layout)
{
    const Comparison *compare = painter->view->compare;
    const CompareSide *compared = &compare->sides[number];
    Side side = {.painter = painter, .layout = layout, .side = number};
    side.scope = scope_at(compared->trace, lockstep_cursor(&compare->lockstep, number, compare->beat));
    scope_point(&side.scope, &painter->brush);
    side.step = stage_step(&side.scope);
    side.spacing = fminf(SPACING_MOST, layout->area.w / (float)compared->trace->n);
    lay_boxes(&side);
    compare_chips_draw(painter, &side.scope, number, layout);
    draw_unknown(&side);
    if (painter->view->heat.arcs && config_weighs(&compared->trace->config)) {
        draw_arcs(&side);
        return;
    }
    draw_states(&side);
    draw_words(&side);
    const Config *config = &compared->trace->config;
    if (config_weighs(config))
        draw_ribbons(&side);
    if (config_scores(config))
        draw_question(&side);
    if (config->attention == ATTENTION_FIXED)
        draw_summary(&side);
    draw_decoder(&side);
    if (config->attention == ATTENTION_NONE)
        draw_start(&side);
    else
        draw_context(&side);
}
