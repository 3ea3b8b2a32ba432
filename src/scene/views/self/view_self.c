#include "scene/views/self/view_self.h"

#include "derive/plain.h"
#include "scene/kit/pan.h"
#include "scene/stage/stage.h"
#include "scene/view/window_layout.h"
#include "scene/views/self/self_words.h"
#include "trace/head_row.h"
#include "words/app_words.h"

#include <math.h>

enum { NOTE_H = 20 };

static const Point UPRIGHT_LEAST = {660, 400}; /* px of the matrices, and of the heads */

#define HEADS_LEAST 236.0f
#define STEP_LEAST  310.0f /* px: in less height one word is shown by its row of the matrices */

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

static float draw_look(const Painter *painter, const Scope *scope, Box rest)
{
    LookKind look = painter->view->look;
    if (scene_norm_open(painter->view)) {
        norm_draw(painter, rest);
        return 0;
    }
    if (look == LOOK_ONE_WORD && rest.h >= STEP_LEAST)
        return self_draw_step(painter, rest);
    /* an upright window has not the room, a lying one is dragged as a whole, in a low one heads are */
    Point heads = {0, look == LOOK_HEADS ? HEADS_LEAST : 0};
    View shown = *painter->view;
    Painter own = *painter;
    shown.whole = view_whole(painter->view);
    shown.trace = self_trace(painter->view, scope, &painter->list->arena);
    own.view = &shown;
    Pan pan = pan_begin(painter, rest, window_upright(painter->view) ? UPRIGHT_LEAST : heads, (Point){0, 0});
    (look == LOOK_HEADS ? self_draw_heads : self_draw_matrices)(&own, scope, pan.whole);
    pan_end(painter, &pan);
    return 0;
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const View *view = painter->view;
    Box stage = layout->stage, side = stage;
    bool origin = scene_origin_open(view), sheet = window_upright(view);
    side.w = sheet ? stage.w : window_side(view);
    side.x += stage.w - side.w;
    if (origin && !sheet)
        stage.w -= side.w;
    Box rest = under_note(painter, look_bar(painter, stage));
    float scroll = 0;
    if (view->trace->config.cell == CELL_SELF)
        scroll = draw_look(painter, scope, rest);
    else
        look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED), rest,
                       kit_said(painter, W_THIS_MODEL_ENCODER));
    if (origin)
        origin_draw(painter, side);
    return scroll;
}

/* ---- words for a value ---- */

/* Cells of a row of what a target marks. Keys are turned: a word is a column. */
static int columns_of(const View *view, int what)
{
    const Trace *trace = view->trace;
    bool word = what == SELF_SCORES || what == SELF_WEIGHTS || what == SELF_KEYS;
    bool of_head = (what >= SELF_QUERIES && what <= SELF_MIXED) || what == SELF_QUERY_W || what >= SELF_VALUE_W;
    return word                 ? self_count(view)
           : of_head            ? self_width(trace)
           : what == SELF_INNER ? trace->config.feed_forward
                                : trace->config.embed;
}

/* A number of a learned matrix, of the head's part of it; of W_O what its row gives to the word that is shown. */
static Value learned_value(const View *view, Target target)
{
    Maths maths = view_maths(view, NULL);
    int columns = columns_of(view, target.a), d = self_width(view->trace), from = target.c * d;
    int row = target.b / columns, column = target.b % columns;
    char name[PARAM_NAME];
    self_learned_name(view, target.a, name);
    if (target.a == SELF_OUTPUT_W) {
        Scope scope = scope_at(view->trace, view->cursor);
        int word = self_place(view, &scope).row;
        return (Value){VALUE_SELF_SHARE, target.c, word < 0 ? 0 : word, row, self_part(view)};
    }
    return target.a == SELF_KEY_W ? param_value(&maths, name, from + row, column)
                                  : param_value(&maths, name, from + column, row);
}

/* A word behind the one that asks: in a Transformer's decoder there is nothing. */
static bool is_masked(const View *view, Target target)
{
    bool square = target.a == SELF_SCORES || target.a == SELF_WEIGHTS;
    int n = self_count(view);
    return view_written(view) && square && target.b >= 0 && target.b % n > target.b / n;
}

/* Which number that is; false: a vector, or nothing. */
static bool value_at(const View *view, Target target, Value *out)
{
    static const ValueKind kinds[] = {
        [SELF_INPUTS] = VALUE_SELF_INPUT,  [SELF_QUERIES] = VALUE_SELF_QUERY, [SELF_KEYS] = VALUE_SELF_KEY,
        [SELF_VALUES] = VALUE_SELF_VALUE,  [SELF_SCORES] = VALUE_SELF_SCORE,  [SELF_WEIGHTS] = VALUE_SELF_WEIGHT,
        [SELF_MIXED] = VALUE_SELF_MIXED,   [SELF_OUTPUT] = VALUE_SELF_OUTPUT, [SELF_INPUT] = VALUE_SELF_INPUT,
        [SELF_STATE] = VALUE_ANNOTATION,   [SELF_MIDDLE] = VALUE_SELF_MIDDLE, [SELF_INNER] = VALUE_FORWARD_INNER,
        [SELF_OUTER] = VALUE_FORWARD_OUTER};
    const Trace *trace = view->trace;
    bool square = target.a == SELF_SCORES || target.a == SELF_WEIGHTS, single = target.a >= SELF_OUTPUT;
    bool of_head = target.a >= SELF_QUERIES && target.a <= SELF_MIXED && !square;
    int head = target.c < trace->config.heads ? target.c : 0, columns = columns_of(view, target.a);
    if (target.b < 0 || is_masked(view, target))
        return false;
    if (target.a >= SELF_QUERY_W) {
        *out = learned_value(view, target);
        return true;
    }
    int row = target.b / columns, column = target.b % columns;
    bool turned = target.a == SELF_KEYS;
    *out = (Value){target.a == SELF_INPUTS ? self_read_kind(trace) : kinds[target.a], .run = square ? head : 0,
                   .place = single   ? target.c
                            : turned ? column
                                     : row};
    out->index = (turned ? row : column) + (of_head ? head * self_width(trace) : 0);
    out->part = self_part(view);
    if (target.a == SELF_STATE)
        *out = self_state_value(view, target.c, column);
    return true;
}

/* Has the cursor come to it? */
static bool is_made(const View *view, int what, int word)
{
    Scope scope = scope_at(view->trace, view->cursor);
    SelfPlace place = self_place(view, &scope);
    float rows = what >= SELF_QUERY_W                      ? INFINITY
                 : what == SELF_SCORES                     ? place.scored
                 : what == SELF_WEIGHTS                    ? place.weighed
                 : what < SELF_MIXED || what == SELF_INPUT ? place.read
                                                           : place.summed;
    return rows >= (float)word + 0.5f;
}

static char *describe_masked(const View *view, int row, Arena *arena)
{
    if (!is_made(view, SELF_SCORES, row))
        return arena_string(arena, said(view->language, W_NOT_MADE_YET));
    return arena_printf(arena, said(view->language, W_MASKED_NOT_WRITTEN), view->trace->steps[row].input_token);
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
    if (target.a >= SELF_QUERY_W) {
        Maths maths = view_maths(view, arena);
        char name[PARAM_NAME];
        self_learned_name(view, target.a, name);
        const char *shape = markup_plain(param_shape(&maths, name), arena);
        return value_at(view, target, &value) ? arena_printf(arena, "%s  ·  %s", describe_at(view, value, arena), shape)
                                              : arena_string(arena, shape);
    }
    if (is_masked(view, target))
        return describe_masked(view, target.b / self_count(view), arena);
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
                                 [SELF_OUTPUT] = W_O_Z_THROUGH_ONE_MORE_MATRIX,
                                 [SELF_INPUT] = W_X_EMBEDDING_AND_PLACE,
                                 [SELF_STATE] = W_H_X_AND_O_ADDED_UP_AND_EVENED,
                                 [SELF_MIDDLE] = W_M_WHAT_GOES_INTO_THE_BLOCK,
                                 [SELF_INNER] = W_F_INSIDE_THE_BLOCK,
                                 [SELF_OUTER] = W_G_WHAT_THE_BLOCK_GIVES};
    const Config *config = &view->trace->config;
    bool before = config_norms_before(config), block = self_has_block(view);
    Word name = names[target.a];
    if (target.a == SELF_INPUTS && before)
        name = W_I_WORDS_EVENED_OUT;
    else if (name == W_X_EMBEDDING_AND_PLACE && config->layers > 1)
        name = W_X_WHAT_LAYER_1_GIVES;
    else if (target.a == SELF_STATE && view_written(view))
        name = W_D_X_AND_O_ADDED_UP_AND_EVENED;
    else if (target.a == SELF_STATE && block)
        name = before ? W_H_X_O_AND_G_ADDED_UP_AND_EVENED : W_H_M_AND_G_ADDED_UP_AND_EVENED;
    else if (target.a == SELF_OUTER && before)
        name = W_G_TO_BE_ADDED_TO_X_AND_O;
    return arena_printf(arena, "%s", said(view->language, name));
}

static SceneCell cell_at_target(const View *view, Target target)
{
    SceneCell cell = {target.c, -1, -1, {0}};
    if (target.a == SELF_INPUTS || target.a >= SELF_OUTPUT)
        cell.pick = -1;
    if (target.a >= SELF_OUTPUT && !(value_at(view, target, &cell.value) && is_made(view, target.a, cell.value.place)))
        cell.value = (Value){VALUE_NONE};
    if (target.b < 0 || target.a >= SELF_OUTPUT)
        return cell;
    int columns = columns_of(view, target.a);
    cell.word = target.a == SELF_KEYS ? target.b % columns : target.b / columns;
    cell.moment = trace_looks(view->trace, view_written(view), cell.word);
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
                 && target.a <= SELF_OUTER && (target.b >= 0 || target.a >= SELF_OUTPUT);
    Value value;
    if (!known || !value_at(view, target, &value))
        return (Brush){0};
    bool square = target.a == SELF_SCORES || target.a == SELF_WEIGHTS;
    bool answers = target.a == SELF_KEYS || target.a == SELF_VALUES;
    return (Brush){target, answers ? -1 : value.place, square ? value.index : answers ? value.place : -1, true};
}

const Picture view_self = {draw, NULL, describe, cell_at_target, brush, self_step, .least = {735, 378}};
