#include "scene/views/self/view_self.h"

#include "derive/plain.h"
#include "derive/remainder.h"
#include "scene/views/self/self_words.h"
#include "words/app_words.h"
#include "words/common_words.h"

#include <math.h>

enum { HEAD_H = 24, LINES_H = 52, GAP = 34, CELL_MOST = 62, ROW_MOST = 40, TOP_LEAST = 6 /* rows */, NOTE_H = 20 };

#define STEP_LEAST 310.0f /* px: in less height one word is shown by its row of the matrices */
/* ---- the matrices of one head ---- */

typedef struct SelfLayout {
    SelfRows top, low; /* the rows of X, Q, K and V, and of what comes of them */
    float words_w, over_h;
    float top_y, top_row, low_y, low_row;
    float x_cell, part_cell, square_cell, sum_cell;
    float inputs_x, queries_x, keys_x, values_x, scores_x, weights_x, mixed_x;
    float lines_y;
} SelfLayout;

/* Of a long sentence, of which not all rows have room: as many above, where only the word that looks counts, as the
 * squares leave; where even these are too high, as many above as below. */
static void share_height(const Painter *painter, SelfPlace place, SelfLayout *lay, Box box)
{
    float n = (float)painter->view->trace->n, height = box.h - 2 * HEAD_H - lay->over_h - LINES_H - 12;
    float beside = height - n * SELF_ROW_LEAST; /* what the squares leave */
    bool all = beside >= n * SELF_ROW_LEAST, whole = beside >= TOP_LEAST * SELF_ROW_LEAST;
    lay->low = self_rows(painter, place, whole ? height : height / 2);
    lay->top = self_rows(painter, place, whole ? beside : height / 2);
    float low = (float)lay->low.count, top = (float)lay->top.count;
    lay->top_row = all ? fmaxf(SELF_ROW_LEAST, fminf(28, height * 0.42f / n)) : SELF_ROW_LEAST;
    lay->low_row = fminf(ROW_MOST, (height - lay->top_row * top) / low);
    float spare = fmaxf(0, height - top * lay->top_row - low * lay->low_row);
    lay->top_y = box.y + HEAD_H + spare * 0.2f;
    lay->low_y = lay->top_y + lay->top_row * top + 12 + HEAD_H + lay->over_h + spare * 0.25f;
    lay->lines_y = lay->low_y + lay->low_row * low + 12 + spare * 0.15f;
}

static SelfLayout lay_out(const Painter *painter, SelfPlace place, Box box)
{
    const Trace *trace = painter->view->trace;
    float n = (float)trace->n, E = (float)trace->config.embed, d = (float)self_width(trace);
    SelfLayout lay = {.words_w = self_row_room(painter, 88)};
    float room = box.w - lay.words_w - 8;
    lay.part_cell = fminf(44, (room - 3 * GAP) / (E * 0.6f + 3 * d));
    lay.x_cell = lay.part_cell * 0.6f;
    if (lay.part_cell * (E + 3 * d) + 3 * GAP <= room)
        lay.x_cell = lay.part_cell;
    float low_room = room - lay.words_w - 2 * (GAP + 34);
    lay.square_cell = fminf(CELL_MOST, low_room / (2 * n + d * 0.7f));
    lay.sum_cell = fminf(44, fmaxf(lay.square_cell * 0.5f, (low_room - 2 * n * lay.square_cell) / d));
    lay.over_h = self_column_room(painter, lay.square_cell);
    share_height(painter, place, &lay, box);
    float used = E * lay.x_cell + 3 * d * lay.part_cell + 3 * GAP;
    lay.inputs_x = box.x + lay.words_w + 8 + fmaxf(0, (room - used) * 0.3f);
    lay.queries_x = lay.inputs_x + E * lay.x_cell + GAP;
    lay.keys_x = lay.queries_x + d * lay.part_cell + GAP;
    lay.values_x = lay.keys_x + d * lay.part_cell + GAP;
    lay.scores_x = lay.inputs_x;
    lay.weights_x = lay.scores_x + n * lay.square_cell + GAP + 34;
    lay.mixed_x = lay.weights_x + n * lay.square_cell + GAP + 34;
    return lay;
}

static void title(const Painter *painter, float x, float y, float width, Role role, const char *text,
                  const char *markup)
{
    float used = kit_heading(painter, (Point){x, y}, role, 1, text);
    MathStyle style = {painter->theme, TYPE_SMALL, painter->theme->text[ROLE_MUTED]};
    if (math_width(painter->list->type, style, markup) + used + 8 <= width)
        math_draw(painter->list, style, (Point){x + used + 8, y}, ALIGN_LEFT, markup);
}

static void between(const Painter *painter, float from, float to, float y, const char *text)
{
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    drawlist_arrow(painter->list, (Point){from + 8, y}, (Point){to - 8, y}, 6, painter->theme->text[ROLE_MUTED], 1.4f);
    kit_text_at(painter, style, (Point){(from + to) / 2, y - 7}, ALIGN_CENTER, text);
}

static GridMatrix part(const Painter *painter, Box box, SelfRows rows, const float *values, int columns, float extent,
                       float shown, Role role, int what)
{
    const View *view = painter->view;
    int head = self_head(view);
    bool whole = what == SELF_INPUTS, square = what == SELF_SCORES || what == SELF_WEIGHTS;
    size_t n = (size_t)view->trace->n;
    const float *first = whole    ? values
                         : square ? values + (size_t)head * n * n
                                  : values + (size_t)head * (size_t)columns;
    int stride = square ? columns : view->trace->config.embed;
    Target target = target_at(TARGET_VALUE, what, -1, head);
    return (GridMatrix){box,   first, rows.count, columns, stride, extent,
                        shown, -1,    role,       1,       target, .first = rows.first};
}

static void draw_parts(const Painter *painter, const SelfLayout *lay, SelfPlace place)
{
    const Trace *trace = painter->view->trace;
    const SelfRun *self = &trace->encoding.self;
    int n = trace->n, E = trace->config.embed, d = self_width(trace);
    float w = lay->part_cell * (float)d, y = lay->top_y;
    const struct {
        float x, w;
        const float *values;
        Role role;
        Word name;
        const char *markup;
    } parts[] = {{lay->inputs_x, lay->x_cell * (float)E, self->inputs, ROLE_ENCODER, W_WORDS, "X"},
                 {lay->queries_x, w, self->queries, ROLE_QUERY, W_QUERIES, "Q = X W_Q"},
                 {lay->keys_x, w, self->keys, ROLE_QUERY, W_KEYS, "K = X W_K"},
                 {lay->values_x, w, self->values, ROLE_CONTEXT, W_VALUES, "V = X W_V"}};
    GridMatrix matrices[4];
    for (int i = 0; i < 4; i++) {
        Box box = {parts[i].x, y, parts[i].w, lay->top_row * (float)lay->top.count};
        matrices[i] = part(painter, box, lay->top, parts[i].values, i == 0 ? E : d,
                           values_extent(parts[i].values, n * E), place.read, parts[i].role, SELF_INPUTS + i);
        int answers = painter->brush.words ? painter->brush.position : -1;
        matrices[i].row = i < 2 ? self_lit_row(painter, place) : answers;
        matrix_draw(painter, &matrices[i]);
    }
    self_row_words(painter, &matrices[0], lay->words_w);
    self_rows_note(painter, lay->top, (Point){matrices[0].box.x - 11, y - 10});
    for (int i = 0; i < 4; i++)
        title(painter, parts[i].x, y - 10, parts[i].w, parts[i].role, kit_said(painter, parts[i].name),
              parts[i].markup);
}

static void draw_squares(const Painter *painter, const SelfLayout *lay, SelfPlace place)
{
    const Trace *trace = painter->view->trace;
    const SelfRun *self = &trace->encoding.self;
    int n = trace->n, E = trace->config.embed, d = self_width(trace);
    float side = lay->square_cell * (float)n, high = lay->low_row * (float)lay->low.count, w = lay->sum_cell * (float)d;
    float y = lay->low_y, heading = y - lay->over_h - 8, middle = y + high / 2;
    GridMatrix s =
        part(painter, (Box){lay->scores_x, y, side, high}, lay->low, self->scores, n,
             values_extent(self->scores, trace->config.heads * n * n), place.scored, ROLE_QUERY, SELF_SCORES);
    GridMatrix a = part(painter, (Box){lay->weights_x, y, side, high}, lay->low, self->weights, n, 0, place.weighed,
                        ROLE_CONTEXT, SELF_WEIGHTS);
    GridMatrix z = part(painter, (Box){lay->mixed_x, y, w, high}, lay->low, self->mixed, d,
                        values_extent(self->mixed, n * E), place.summed, ROLE_CONTEXT, SELF_MIXED);
    s.row = a.row = z.row = self_lit_row(painter, place);
    s.causal = a.causal = trace->config.causal;
    a.named = (Value){VALUE_SELF_WEIGHT, .run = self_head(painter->view), .place = a.row};
    matrix_draw(painter, &s);
    matrix_draw(painter, &a);
    matrix_draw(painter, &z);
    matrix_brush(painter, &s);
    matrix_brush(painter, &a);
    self_row_words(painter, &s, lay->words_w);
    self_rows_note(painter, lay->low, (Point){s.box.x - 11, heading});
    int meant = self_meant(painter, place, self_head(painter->view));
    self_column_words(painter, &s, lay->over_h, meant);
    self_column_words(painter, &a, lay->over_h, meant);
    title(painter, lay->scores_x, heading, side + GAP, ROLE_QUERY, kit_said(painter, W_SCORES), "S = Q K^{⊤} / √d");
    title(painter, lay->weights_x, heading, side + GAP, ROLE_CONTEXT, kit_said(painter, W_WEIGHTS),
          kit_said(painter, W_A_EACH_ROW_SUMS_TO_1));
    title(painter, lay->mixed_x, heading, w, ROLE_CONTEXT, kit_said(painter, W_OUTPUT), "Z = A V");
    between(painter, lay->scores_x + side, lay->weights_x, middle, "softmax");
    between(painter, lay->weights_x + side, lay->mixed_x, middle, "× V");
}

/* The row that looks, in numbers: one score, and the sum. */
static void draw_lines(const Painter *painter, const SelfLayout *lay, SelfPlace place, Box box)
{
    const Trace *trace = painter->view->trace;
    const SelfRun *self = &trace->encoding.self;
    DrawList *list = painter->list;
    Arena *arena = &list->arena;
    MathStyle style = {painter->theme, TYPE_LARGE, painter->theme->text[ROLE_INK]};
    int n = trace->n, head = self_head(painter->view), j = place.row, d = self_width(trace);
    if (j < 0 || place.scored < (float)j + 0.5f) {
        TextStyle plain = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
        if (!painter->passive) /* paper has no keys */
            kit_text(painter, plain, (Box){box.x, lay->lines_y + 2, box.w, 20}, ALIGN_LEFT,
                     kit_said(painter, W_PRESS_UNTIL_A_WORD_LOOKS_OR));
        return;
    }
    Maths maths = kit_maths(painter, trace);
    const float *weights = self->weights + ((size_t)head * (size_t)n + (size_t)j) * (size_t)n;
    Value weight = {VALUE_SELF_WEIGHT, .run = head, .place = j, .index = values_largest(weights, n)}, score = weight;
    score.kind = VALUE_SELF_SCORE;
    Derivation made = value_derive(&maths, score);
    math_fit(list, style, (Point){box.x, lay->lines_y + 16}, box.w, 0.62f,
             arena_printf(arena, "%s → %s :  %s = @B{%s}    \"softmax\" →  %s %s", quoted(&maths, trace->source[j]),
                          quoted(&maths, trace->source[weight.index]), markup_joined(made.symbols, arena),
                          kit_number(list, made.number, 2, true), value_name(&maths, weight),
                          share_equals(arena, value_number(&maths, weight), 2)));
    Value mixed = {VALUE_SELF_MIXED, .place = j, .index = head * d}, value = mixed;
    value.kind = VALUE_SELF_VALUE;
    const char *mark = self_head_mark(trace, head, arena), *sum = "", *equals = "=", *joint = " ";
    bool all = true;
    for (value.place = 0; value.place < config_reach(&trace->config, j, n); value.place++) {
        float share = weights[value.place];
        if (share < (n > 6 ? 0.05f : 0.005f)) {
            all = all && share == 0;
            continue;
        }
        const char *number = share_text(arena, (double)share, 2);
        bool nearly = number[0] == '>'; /* "=" stands before no ">" */
        equals = nearly ? "≈" : equals;
        sum =
            arena_printf(arena, "%s%s%s %s%s", sum, joint, nearly ? "1.00" : number, vector_name(&maths, value), mark);
        joint = " + ";
    }
    const char *end = !all ? " + …"
                      : shares_add_up(weights, value.place, arena)
                          ? ""
                          : arena_printf(arena, "   @m{\"%s\"}", kit_said(painter, W_NUMBERS_ROUNDED));
    math_fit(list, style, (Point){box.x, lay->lines_y + 40}, box.w, 0.62f,
             arena_printf(arena, "%s%s %s%s%s", vector_name(&maths, mixed), mark, equals, sum, end));
}

/* What the marks of unknown words say, where there are any. */
static Box under_note(const Painter *painter, Box rest)
{
    const char *unknown = grid_unknown(painter, painter->view->trace);
    if (!unknown)
        return rest;
    kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_INK), (Box){rest.x, rest.y - 4, rest.w, 18},
             ALIGN_LEFT, unknown);
    return (Box){rest.x, rest.y + NOTE_H, rest.w, rest.h - NOTE_H};
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const View *view = painter->view;
    bool self = view->trace->config.cell == CELL_SELF;
    Box rest = under_note(painter, look_bar(painter, layout->stage));
    if (!self)
        look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED), rest,
                       kit_said(painter, W_THIS_MODEL_ENCODER));
    else if (view->look == LOOK_HEADS)
        self_draw_heads(painter, scope, rest);
    else if (view->look == LOOK_ARCS)
        self_draw_arcs(painter, scope, rest);
    else if (view->look == LOOK_ONE_WORD && rest.h >= STEP_LEAST)
        return self_draw_step(painter, rest);
    else {
        SelfPlace place = self_place(view, scope);
        SelfLayout lay = lay_out(painter, place, rest);
        draw_parts(painter, &lay, place);
        draw_squares(painter, &lay, place);
        draw_lines(painter, &lay, place, (Box){lay.scores_x, 0, rest.x + rest.w - lay.scores_x, 0});
    }
    return 0;
}

/* ---- words for a value ---- */

/* Which number that is; false: a vector, or nothing. */
static bool value_at(const View *view, Target target, Value *out)
{
    static const ValueKind kinds[] = {
        [SELF_INPUTS] = VALUE_SELF_INPUT,   [SELF_QUERIES] = VALUE_SELF_QUERY, [SELF_KEYS] = VALUE_SELF_KEY,
        [SELF_VALUES] = VALUE_SELF_VALUE,   [SELF_SCORES] = VALUE_SELF_SCORE,  [SELF_WEIGHTS] = VALUE_SELF_WEIGHT,
        [SELF_MIXED] = VALUE_SELF_MIXED,    [SELF_JOINED] = VALUE_SELF_MIXED,  [SELF_OUTPUT] = VALUE_SELF_OUTPUT,
        [SELF_INPUT] = VALUE_SELF_INPUT,    [SELF_STATE] = VALUE_ANNOTATION,   [SELF_MIDDLE] = VALUE_SELF_MIDDLE,
        [SELF_INNER] = VALUE_FORWARD_INNER, [SELF_OUTER] = VALUE_FORWARD_OUTER};
    const Trace *trace = view->trace;
    bool square = target.a == SELF_SCORES || target.a == SELF_WEIGHTS, single = target.a >= SELF_JOINED;
    bool of_head = target.a >= SELF_QUERIES && target.a <= SELF_MIXED && !square;
    int head = target.c < trace->config.heads ? target.c : 0, d = self_width(trace);
    int columns = square                   ? trace->n
                  : of_head                ? d
                  : target.a == SELF_INNER ? trace->config.feed_forward
                                           : trace->config.embed;
    if (target.b < 0)
        return false;
    *out = (Value){kinds[target.a], .run = square ? head : 0, .place = single ? target.c : target.b / columns};
    out->index = target.b % columns + (of_head ? head * d : 0);
    return true;
}

/* Has the cursor come to it? */
static bool is_made(const View *view, int what, int word)
{
    Scope scope = scope_at(view->trace, view->cursor);
    SelfPlace place = self_place(view, &scope);
    float rows = what == SELF_SCORES                       ? place.scored
                 : what == SELF_WEIGHTS                    ? place.weighed
                 : what < SELF_MIXED || what == SELF_INPUT ? place.read
                                                           : place.summed;
    return rows >= (float)word + 0.5f;
}

static char *describe(const View *view, Target target, Arena *arena)
{
    Value value;
    if (view->trace->config.cell != CELL_SELF)
        return target.kind == TARGET_VALUE ? NULL : describe_value(view, target, arena);
    if (target.kind != TARGET_VALUE && view->look == LOOK_ONE_WORD)
        return self_describe_step(view, target, arena);
    if (target.kind != TARGET_VALUE)
        return describe_value(view, target, arena);
    if (value_at(view, target, &value))
        return is_made(view, target.a, value.place) ? describe_at(view, value, arena)
                                                    : arena_string(arena, said(view->language, W_NOT_MADE_YET));
    static const Word names[] = {[SELF_INPUTS] = W_X_EMBEDDING_AND_PLACE,
                                 [SELF_QUERIES] = W_Q_WHAT_EACH_WORD_ASKS,
                                 [SELF_KEYS] = W_K_WHAT_EACH_WORD_ANSWERS,
                                 [SELF_VALUES] = W_V_WHAT_EACH_WORD_GIVES,
                                 [SELF_SCORES] = W_S_SCORES,
                                 [SELF_WEIGHTS] = W_A_WEIGHTS_EACH_ROW_SUMS_TO_1,
                                 [SELF_MIXED] = W_Z_VALUES_ADDED_UP_BY_THE_ROW,
                                 [SELF_JOINED] = W_Z_THE_HEADS_SIDE_BY_SIDE,
                                 [SELF_OUTPUT] = W_O_Z_THROUGH_ONE_MORE_MATRIX,
                                 [SELF_INPUT] = W_X_EMBEDDING_AND_PLACE,
                                 [SELF_STATE] = W_H_X_AND_O_ADDED_UP_AND_EVENED,
                                 [SELF_MIDDLE] = W_M_WHAT_GOES_INTO_THE_BLOCK,
                                 [SELF_INNER] = W_F_INSIDE_THE_BLOCK,
                                 [SELF_OUTER] = W_G_WHAT_THE_BLOCK_GIVES};
    return arena_printf(arena, "%s", said(view->language, names[target.a]));
}

static SceneCell cell_at_target(const View *view, Target target)
{
    const Trace *trace = view->trace;
    SceneCell cell = {target.c, -1, -1, {0}};
    bool square = target.a == SELF_SCORES || target.a == SELF_WEIGHTS;
    if (target.a == SELF_INPUTS || target.a >= SELF_JOINED)
        cell.pick = -1;
    if (target.b < 0 || target.a >= SELF_JOINED)
        return cell;
    int columns = square ? trace->n : target.a == SELF_INPUTS ? trace->config.embed : self_width(trace);
    cell.word = target.b / columns;
    cell.moment = moment_find(trace, MOMENT_SELF, -1, cell.word);
    return cell;
}

/* Who asks is a step, who answers a source word: of a matrix its row, its column, or both. */
static Brush brush(const View *view, Target target)
{
    const Trace *trace = view->trace;
    if (view->look == LOOK_ONE_WORD && target.kind < TARGET_VALUE) { /* of the step that a word's row is */
        Brush own = brush_at(view, target, NULL);
        own.words = true;
        return own;
    }
    bool known = target.kind == TARGET_VALUE && trace->config.cell == CELL_SELF && target.a >= SELF_INPUTS
                 && target.a <= SELF_OUTER && (target.b >= 0 || target.a >= SELF_JOINED);
    Value value;
    if (!known || !value_at(view, target, &value))
        return (Brush){0};
    bool square = target.a == SELF_SCORES || target.a == SELF_WEIGHTS;
    bool answers = target.a == SELF_KEYS || target.a == SELF_VALUES;
    return (Brush){target, answers ? -1 : value.place, square ? value.index : answers ? value.place : -1, true};
}

const Picture view_self = {draw, NULL, describe, cell_at_target, brush, self_step, .least = {735, 378}};
