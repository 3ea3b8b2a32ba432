/* One step of a recurrent cell in numbers. The input lies above the columns of W_ih that it multiplies, the state of
 * the step before above those of W_hh; what comes of a row stands at its right end. A GRU has three such blocks. */
#include "scene/views/unrolled/cell_place.h"
#include "scene/views/unrolled/view_unrolled.h"

#include "derive/line.h"
#include "draw/ease.h"
#include "scene/views/unrolled/unrolled_words.h"

#include <math.h>

enum { NAMES_W = 96, GAP = 26, VECTOR_W = 52, NAMED_LEAST = 40 }; /* px of a block that has room for its meaning */

/* Heights, px: of the words on top, the names over x and h, x and h, the names over the blocks, between blocks, of the
 * line under them. */
typedef struct Heights {
    float words, names, head, weights, gap, line;
} Heights;

static const Heights ROOMY = {40, 26, 26, 31, 14, 44}, TIGHT = {33, 23, 22, 27, 7, 32};

#define CELL_LEAST 33.0f /* px of a cell of a matrix that has room for its number */
#define ROW_LEAST                                                                                                      \
    17.0f /* px of a row that has room for numbers; where it has less, what is around the rows gives way */

/* TARGET_VALUE, a; c: the block of rows */
enum { OF_INPUT_WEIGHTS, OF_STATE_WEIGHTS, OF_INPUT, OF_BEFORE, OF_SUM_INPUT, OF_SUM_STATE, OF_GATE, OF_AFTER };

static bool math_of(const View *view, const Scope *scope, Arena *arena, CellMath *out, UnrolledPlace *place)
{
    *place = unrolled_place(scope);
    if (place->step >= 0 && !cell_seen(view->trace, place->step)) {
        place->step--;
        place->word = view->trace->n - 1;
    }
    if (place->step >= 0) {
        cell_math_decoder(view->trace, view->model, 0, place->step, arena, out);
        return true;
    }
    place->word = place->word < 0 ? 0 : place->word;
    return cell_math_encoder(view->trace, view->model, 0, place->word, arena, out);
}

static int picked_row(const View *view, const CellMath *math)
{
    return view->pick < 0 ? 0 : view->pick % math->hidden;
}

/* ---- names ---- */

/* Of several layers the first is shown: the words go into it. */
static Value state_value(const Trace *trace, const CellMath *math, UnrolledPlace place, int index, bool before)
{
    int at = math->decoding ? place.step : place.word;
    int run = !math->decoding ? 0 : trace->config.decoder_layers > 1 ? RUN_LOWER : RUN_DECODER;
    return (Value){VALUE_STATE, run, at - before, index, 0};
}

static Value input_value(const CellMath *math, UnrolledPlace place, int index)
{
    return math->decoding ? (Value){VALUE_PREVIOUS, .place = place.step, .index = index}
                          : (Value){VALUE_EMBEDDING, .place = place.word, .index = index};
}

static const char *weight_of(const CellMath *math, bool input)
{
    return math->decoding ? (input ? "decoder.weight_ih" : "decoder.weight_hh")
                          : (input ? "encoder.weight_ih_l0" : "encoder.weight_hh_l0");
}

/* ---- layout ---- */

typedef struct Detail {
    Box box;
    Heights heights;
    float top;            /* of the row with x and h */
    float bands_y, row_h; /* of the blocks */
    float input_x, state_x, sums_x[2], result_x, after_x;
    float cell_w, vector_w;
} Detail;

/* What a block is called stands left of it; a cell of one block needs no name. */
static float left_of(const CellMath *math)
{
    return math->blocks > 1 ? NAMES_W : GAP;
}

static float fit_cell(const Detail *d, const CellMath *math, int vectors)
{
    float room = d->box.w - left_of(math) - (float)(vectors + 1) * GAP - 40 - (float)vectors * d->vector_w;
    return fminf(58, room / (float)(math->inputs + math->hidden));
}

/* What is left for the rows of all blocks. */
static float rows_room(const Heights *heights, const CellMath *math, Box box)
{
    return box.h - heights->words - heights->names - heights->head - heights->weights - heights->line
           - heights->gap * (float)(math->blocks - 1);
}

static Detail lay_out(const CellMath *math, Box box)
{
    Detail d = {.box = box, .vector_w = VECTOR_W};
    int vectors = math->blocks > 1 ? 4 : 3;
    d.cell_w = fit_cell(&d, math, vectors);
    if (d.cell_w < CELL_LEAST) { /* narrow sums make room for numbers in the matrices */
        d.vector_w = 38;
        d.cell_w = fit_cell(&d, math, vectors);
    }
    float used = left_of(math) + (float)(vectors + 1) * GAP + 40 + (float)vectors * d.vector_w
                 + d.cell_w * (float)(math->inputs + math->hidden);
    float left = box.x + fmaxf(0, (box.w - used) / 2);
    float rows = (float)(math->blocks * math->hidden);
    d.heights = rows_room(&ROOMY, math, box) < ROW_LEAST * rows ? TIGHT : ROOMY;
    float room = rows_room(&d.heights, math, box);
    d.row_h = fminf(42, room / rows);
    float spare = fmaxf(0, room - d.row_h * rows);
    d.top = box.y + d.heights.words + d.heights.names + spare * 0.3f;
    d.bands_y = d.top + d.heights.head + d.heights.weights;
    d.input_x = left + left_of(math);
    d.state_x = d.input_x + d.cell_w * (float)math->inputs + GAP;
    d.sums_x[0] = d.state_x + d.cell_w * (float)math->hidden + GAP + 14;
    d.sums_x[1] = d.sums_x[0] + d.vector_w + GAP;
    d.result_x = d.sums_x[1] + d.vector_w + GAP + 26;
    d.after_x = d.result_x + d.vector_w + GAP;
    return d;
}

/* px across and down with which all cells have their numbers. */
static Point least_of(const CellMath *math)
{
    int vectors = math->blocks > 1 ? 4 : 3;
    float rows = (float)(math->blocks * math->hidden), none = rows_room(&ROOMY, math, (Box){0});
    return (Point){left_of(math) + (float)(vectors + 1) * GAP + 40 + (float)vectors * VECTOR_W
                       + CELL_LEAST * (float)(math->inputs + math->hidden),
                   ROW_LEAST * rows - none - ROOMY.words};
}

static Box band_box(const Detail *d, const CellMath *math, int block, float x, float w)
{
    float height = d->row_h * (float)math->hidden;
    return (Box){x, d->bands_y + (height + d->heights.gap) * (float)block, w, height};
}

/* ---- the sentence on top: where this step is ---- */

static void draw_strip(const Painter *painter, const Scope *scope, UnrolledPlace place, Box box)
{
    const Trace *trace = scope->trace;
    bool decoding = place.step >= 0;
    int count = decoding ? trace->step_count : trace->n;
    int now = decoding ? place.step : place.word;
    float x = box.x;
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    TextStyle name = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    const char *text = decoding ? kit_said(painter, W_WRITTEN_SO_FAR) : kit_said(painter, W_READ_SO_FAR);
    x += kit_text_at(painter, style, (Point){x, box.y + 18}, ALIGN_LEFT, text) + 14;
    int first = 0;
    if (window_upright(painter->view)) { /* as many as there is room for, up to the one that is read now */
        float room = box.x + box.w - x;
        for (first = now < 0 ? 0 : now; first >= 0; first--) {
            const char *word = decoding ? trace->steps[first].input_token : trace->source[first];
            room -= kit_width(painter, name, word) + 26;
            if (room < -6)
                break;
        }
        first = first + 1 < now ? first + 1 : now < 0 ? 0 : now;
    }
    for (int i = first; i < count; i++) {
        const char *word = decoding ? trace->steps[i].input_token : trace->source[i];
        float width = kit_width(painter, name, word) + 20;
        if (x + width > box.x + box.w)
            break;
        int moment = moment_find(trace, decoding ? MOMENT_STATE : MOMENT_FORWARD, decoding ? i : -1, decoding ? -1 : i);
        Target target = target_at(TARGET_MOMENT, moment, 0, 0);
        Box chip = {x, box.y, width, 26};
        kit_chip(painter, chip, word, decoding ? ROLE_DECODER : ROLE_ENCODER,
                 i == now                       ? 1
                 : kit_pointed(painter, target) ? 0.4f
                                                : 0,
                 i <= now ? 1 : 0.5f, i <= now ? 1 : INK_DIMMED, i == now);
        kit_press(painter, chip, 8, target, word);
        x += width + 6;
    }
}

/* ---- parts ---- */

static void name_over(const Painter *painter, float x, float y, const char *markup)
{
    kit_math(painter, TYPE_BODY, ROLE_INK, 1, (Point){x, y - 2}, ALIGN_CENTER, markup);
}

static void sign(const Painter *painter, float x, float y, const char *text)
{
    TextStyle style = style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED);
    kit_text_at(painter, style, (Point){x, y + 6}, ALIGN_CENTER, text);
}

/* Of the cell's own colour; `what` of the rows of a block. Not drawn yet. */
static GridMatrix part(const CellMath *math, Box box, const float *values, int columns, float extent, float shown,
                       int row, int what, int block)
{
    bool weights = what != OF_GATE && what != OF_BEFORE && what != OF_AFTER,
         head = what == OF_INPUT || what == OF_BEFORE;
    Role role = weights ? ROLE_MUTED : math->decoding ? ROLE_DECODER : ROLE_ENCODER;
    int rows = head ? 1 : math->hidden;
    GridMatrix made =
        grid_matrix(box, values, rows, columns, columns, extent, role, target_at(TARGET_VALUE, what, -1, block));
    made.shown *= shown, made.row = row;
    return made;
}

static void draw_head(const Painter *painter, const CellMath *math, const Detail *d, UnrolledPlace place, float read)
{
    Maths maths = kit_maths(painter, painter->view->trace);
    Box x = {d->input_x, d->top, d->cell_w * (float)math->inputs, d->heights.head};
    Box h = {d->state_x, d->top, d->cell_w * (float)math->hidden, d->heights.head};
    GridMatrix parts[2] = {
        part(math, x, math->input, math->inputs, values_extent(math->input, math->inputs), read, -1, OF_INPUT, 0),
        part(math, h, math->before, math->hidden, 1, read, -1, OF_BEFORE, 0)};
    for (int i = 0; i < 2; i++)
        matrix_draw(painter, &parts[i]);
    name_over(painter, x.x + x.w / 2, d->top - 10, vector_name(&maths, input_value(math, place, 0)));
    name_over(painter, h.x + h.w / 2, d->top - 10,
              vector_name(&maths, state_value(painter->view->trace, math, place, 0, true)));
}

/* Weights do not change from step to step, so they are there before anything is read. */
static void draw_band(const Painter *painter, const CellMath *math, const Detail *d, int block, float multiplied,
                      float made, float extent)
{
    Maths maths = kit_maths(painter, painter->view->trace);
    int H = math->hidden, I = math->inputs, row = picked_row(painter->view, math);
    size_t first = (size_t)block * (size_t)H;
    Role role = math->decoding ? ROLE_DECODER : ROLE_ENCODER;
    Box wi = band_box(d, math, block, d->input_x, d->cell_w * (float)I);
    Box wh = band_box(d, math, block, d->state_x, d->cell_w * (float)H);
    const float *result = math->blocks == 1 ? math->after : math->gates[block];
    Box sums[3];
    for (int i = 0; i < 3; i++)
        sums[i] = band_box(d, math, block, i < 2 ? d->sums_x[i] : d->result_x, d->vector_w);
    GridMatrix parts[5] = {
        part(math, wi, math->input_weights + first * (size_t)I, I, extent, 1, row, OF_INPUT_WEIGHTS, block),
        part(math, wh, math->state_weights + first * (size_t)H, H, extent, 1, row, OF_STATE_WEIGHTS, block),
        part(math, sums[0], math->from_input + first, 1, 3, multiplied, row, OF_SUM_INPUT, block),
        part(math, sums[1], math->from_state + first, 1, 3, multiplied, row, OF_SUM_STATE, block),
        part(math, sums[2], result, 1, 1, made, row, math->blocks == 1 ? OF_AFTER : OF_GATE, block)};
    for (int i = 0; i < 5; i++)
        matrix_draw(painter, &parts[i]);
    float middle = wi.y + wi.h / 2;
    sign(painter, wh.x - GAP / 2, middle, "+");
    sign(painter, d->sums_x[0] - (GAP + 14) / 2, middle, "=");
    bool reset = math->blocks > 1 && cell_of_kind(math->cell)->halves == block + 1; /* a gate multiplies here */
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_MUTED]};
    math_draw(painter->list, style, (Point){d->sums_x[1] - GAP / 2, middle + 6}, ALIGN_CENTER, "+");
    if (reset)
        math_draw(painter->list, style, (Point){d->sums_x[1] - GAP / 2, middle + 20}, ALIGN_CENTER, "r");
    math_draw(painter->list, style, (Point){d->result_x - (GAP + 26) / 2, middle + 6}, ALIGN_CENTER,
              cell_of_kind(math->cell)->gate[block].tanh ? "tanh" : "σ");
    if (math->blocks > 1) {
        float x = d->input_x - 18;
        kit_math(painter, TYPE_TITLE, role, 1, (Point){x, middle}, ALIGN_RIGHT,
                 cell_of_kind(math->cell)->gate[block].symbol);
        if (wi.h >= NAMED_LEAST)
            kit_text_at(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), (Point){x, middle + 18},
                        ALIGN_RIGHT, cell_of_kind(math->cell)->gate[block].meaning[painter->view->language]);
    }
    if (block == 0) {
        name_over(painter, wi.x + wi.w / 2, wi.y - 9, param_symbol(&maths, weight_of(math, true)));
        name_over(painter, wh.x + wh.w / 2, wh.y - 9, param_symbol(&maths, weight_of(math, false)));
        name_over(painter, d->sums_x[0] + d->vector_w / 2, wi.y - 9, "W x + b");
        name_over(painter, d->sums_x[1] + d->vector_w / 2, wi.y - 9, "W h + b");
    }
}

/* Beside the gates: the new state, from the new content and the old state. */
static void draw_after(const Painter *painter, const CellMath *math, const Detail *d, UnrolledPlace place, float made)
{
    Maths maths = kit_maths(painter, painter->view->trace);
    const char *name = vector_name(&maths, state_value(painter->view->trace, math, place, 0, false));
    Box first = band_box(d, math, 0, d->after_x, d->vector_w);
    if (math->blocks == 1) {
        name_over(painter, d->result_x + d->vector_w / 2, first.y - 9, name);
        return;
    }
    Box last = band_box(d, math, math->blocks - 1, d->after_x, d->vector_w);
    float whole = last.y + last.h - first.y, height = fminf(whole, (float)math->hidden * 36);
    Box box = {d->after_x, first.y + (whole - height) / 2, d->vector_w, height};
    GridMatrix after = part(math, box, math->after, 1, 1, made, picked_row(painter->view, math), OF_AFTER, 0);
    matrix_draw(painter, &after);
    name_over(painter, box.x + box.w / 2, box.y - 9, name);
}

/* The picked row, with its numbers as far as they are there. */
static void draw_line(const Painter *painter, const CellMath *math, UnrolledPlace place, Box box, float multiplied,
                      float made)
{
    Maths maths = kit_maths(painter, painter->view->trace);
    EquationLine line =
        line_of_value(&maths, state_value(painter->view->trace, math, place, picked_row(painter->view, math), false));
    if (multiplied < 0.5f)
        line.numbers = NULL;
    if (made <= 0.5f)
        line.result = multiplied < 0.5f ? NULL : "= …";
    MathStyle style = {painter->theme, TYPE_LARGE, painter->theme->text[ROLE_INK]};
    math_fit(painter->list, style, (Point){box.x, box.y}, box.w, 0.62f, line_text(&line, maths.arena));
}

void unrolled_draw_step(const Painter *painter, const Scope *scope, Box box)
{
    CellMath math;
    UnrolledPlace place;
    if (!math_of(painter->view, scope, &painter->list->arena, &math, &place))
        return;
    float read = math.decoding ? scope_written(scope, place.step, MOMENT_PREVIOUS)
                               : scope_encoded(scope, MOMENT_EMBED, place.word);
    float done =
        math.decoding ? scope_first_state(scope, place.step) : scope_encoded(scope, MOMENT_FORWARD, place.word);
    float multiplied = ease_phase(done, 0, 0.5f), made = ease_phase(done, 0.5f, 1);
    draw_strip(painter, scope, place, (Box){box.x, box.y, box.w, 26});
    bool upright = window_upright(painter->view);
    float strip = upright ? ROOMY.words : 0;
    Box window = {box.x, box.y + strip, box.w, box.h - strip};
    Pan pan = pan_begin(painter, window, upright ? least_of(&math) : (Point){0, 0}, (Point){0, 0});
    box = (Box){pan.whole.x, pan.whole.y - strip, pan.whole.w, pan.whole.h + strip};
    Detail d = lay_out(&math, box);
    draw_head(painter, &math, &d, place, read);
    int inputs = math.blocks * math.hidden * math.inputs, states = math.blocks * math.hidden * math.hidden;
    float extent = fmaxf(values_extent(math.input_weights, inputs), values_extent(math.state_weights, states));
    for (int block = 0; block < math.blocks; block++)
        draw_band(painter, &math, &d, block, multiplied, made, extent);
    draw_after(painter, &math, &d, place, made);
    Box last = band_box(&d, &math, math.blocks - 1, d.input_x, 0);
    draw_line(painter, &math, place,
              (Box){d.input_x, last.y + last.h + d.heights.line - 10, box.x + box.w - d.input_x, 0}, multiplied, made);
    pan_end(painter, &pan);
}

/* ---- words for a value ---- */

/* Which number that is; false: a vector, or a sum that has no name of its own. */
static bool value_at(const Maths *maths, const CellMath *math, UnrolledPlace place, Target target, Value *out)
{
    int cell = target.b, block = target.c < math->blocks ? target.c : 0, inputs = math->inputs, hidden = math->hidden;
    bool content = cell_of_kind(math->cell)->halves == block + 1;
    if (cell < 0)
        return false;
    *out = state_value(maths->trace, math, place, cell, target.a == OF_BEFORE);
    switch (target.a) {
    case OF_INPUT_WEIGHTS:
        *out = param_value(maths, weight_of(math, true), block * hidden + cell / inputs, cell % inputs);
        break;
    case OF_STATE_WEIGHTS:
        *out = param_value(maths, weight_of(math, false), block * hidden + cell / hidden, cell % hidden);
        break;
    case OF_INPUT:
        *out = input_value(math, place, cell);
        if (cell >= maths->trace->config.embed) /* the context stands behind the word */
            *out = (Value){VALUE_CONTEXT, .place = place.step, .index = cell - maths->trace->config.embed};
        break;
    case OF_SUM_INPUT:
    case OF_SUM_STATE:
        out->kind = target.a == OF_SUM_INPUT ? VALUE_FROM_INPUT : VALUE_FROM_STATE;
        return content && value_valid(maths, *out);
    case OF_GATE:
        out->kind = VALUE_GATE;
        out->part = block;
        break;
    default:
        break;
    }
    return value_valid(maths, *out);
}

char *unrolled_describe_step(const View *view, Target target, Arena *arena)
{
    Scope scope = scope_at(view->trace, view->cursor);
    Maths maths = view_maths(view, arena);
    CellMath math;
    UnrolledPlace place;
    Value value;
    if (!math_of(view, &scope, arena, &math, &place))
        return NULL;
    if (value_at(&maths, &math, place, target, &value))
        return describe_at(view, value, arena);
    static const Word names[] = {[OF_INPUT_WEIGHTS] = W_WEIGHTS_OF_THE_INPUT_THE_SAME,
                                 [OF_STATE_WEIGHTS] = W_WEIGHTS_OF_THE_STATE_BEFORE,
                                 [OF_INPUT] = W_THE_INPUT_EMBEDDING,
                                 [OF_BEFORE] = W_THE_STATE_OF_THE_STEP_BEFORE,
                                 [OF_SUM_INPUT] = W_WHAT_THE_INPUT_BRINGS_W_X_B,
                                 [OF_SUM_STATE] = W_WHAT_THE_STATE_BEFORE_BRINGS_W,
                                 [OF_GATE] = W_THE_GATE,
                                 [OF_AFTER] = W_THE_NEW_STATE};
    int block = target.c < math.blocks ? target.c : 0;
    const float *sums = target.a == OF_SUM_INPUT ? math.from_input : target.a == OF_SUM_STATE ? math.from_state : NULL;
    const char *name = said(view->language, names[target.a]);
    if (target.a == OF_GATE)
        name = cell_of_kind(math.cell)->gate[block].meaning[view->language];
    if (!sums || target.b < 0)
        return arena_printf(arena, "%s", name);
    return arena_printf(arena, "[%d] = %s  ·  %s", target.b + 1,
                        number_text(arena, (double)sums[block * math.hidden + target.b], 3, false), name);
}

SceneCell unrolled_step_asks(const View *view, Target target)
{
    Arena arena = {0};
    Scope scope = scope_at(view->trace, view->cursor);
    SceneCell cell = {-1, -1, -1, {0}};
    CellMath math;
    UnrolledPlace place;
    if (target.b >= 0 && math_of(view, &scope, &arena, &math, &place)) {
        bool wide = target.a == OF_INPUT_WEIGHTS || target.a == OF_STATE_WEIGHTS;
        int columns = target.a == OF_INPUT_WEIGHTS ? math.inputs : wide ? math.hidden : 1;
        cell.pick = target.a == OF_INPUT || target.a == OF_BEFORE ? -1 : target.b / columns % math.hidden;
        Maths maths = view_maths(view, &arena);
        Value value;
        if (value_at(&maths, &math, place, target, &value))
            cell.value = value;
    }
    arena_finish(&arena);
    return cell;
}
