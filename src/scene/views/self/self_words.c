/* What one head and all heads share: whose words they are, how far the cursor has come, the words beside a matrix. */
#include "scene/views/self/view_self.h"

#include "derive/name.h"
#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "scene/views/self/self_words.h"
#include "trace/head_row.h"

#include <math.h>

enum { TURNED_MOST = 66 };
#define TURN          (-0.9f)
#define ROW_WORD      13.0f /* px that a word beside a row needs */
#define BESIDE        17.0f /* px that a turned word over the columns needs, in the smallest type, */
#define TURNED_SIZE   0.65f /* which is so much of a column: lines lie 1.2 of their type apart */
#define GLOSSED       30.0f /* px of a row that has room for a gloss under its word */
#define UPRIGHT_LEAST 10.5f /* the size of one that is not turned */

int self_head(const View *view)
{
    return view->pick % view->trace->config.heads;
}

ValueKind self_read_kind(const Trace *trace)
{
    return config_norms_before(&trace->config) ? VALUE_SELF_EVENED : VALUE_SELF_INPUT;
}

const Trace *self_trace(const View *view, const Scope *scope, Arena *arena)
{
    if (!view_written(view))
        return view->trace;
    return trace_of_written(view->trace, (int)ceilf(self_place(view, scope).read), arena);
}

int self_count(const View *view)
{
    return view_written(view) ? view->trace->step_count : view->trace->n;
}

int self_part(const View *view)
{
    return view_written(view) ? PART_WRITTEN : 0;
}

bool self_has_block(const View *view)
{
    return view->trace->config.feed_forward > 0 && !view_written(view); /* the decoder asks the source before */
}

Value self_state_value(const View *view, int j, int index)
{
    return (Value){view_written(view) ? VALUE_ASKED : VALUE_ANNOTATION, .place = j, .index = index,
                   .part = self_part(view)};
}

bool self_is_there(const Trace *trace, int j)
{
    return !trace->of_written || j < trace->words;
}

void self_learned_name(const View *view, int what, char name[PARAM_NAME])
{
    static const char *const parts[] = {"self.query", "self.key", "self.value", "self.output"};
    param_of_layer(view_written(view) ? "decoder" : "encoder", view->trace->config.layers - 1,
                   parts[what - SELF_QUERY_W], "weight", name);
}

const char *self_symbol(const Painter *painter, const char *markup)
{
    const char *form = view_written(painter->view) ? "%.1s^{s}%s" : "%.1s%s";
    return arena_printf(&painter->list->arena, form, markup, markup + 1);
}

const char *self_learned_symbol(const Painter *painter, int what)
{
    Maths maths = kit_maths(painter, painter->view->trace);
    char name[PARAM_NAME];
    self_learned_name(painter->view, what, name);
    return param_symbol(&maths, name);
}

const float *self_learned(const View *view, int what)
{
    char name[PARAM_NAME];
    self_learned_name(view, what, name);
    return view->model ? model_param(view->model, name) : NULL;
}

int self_width(const Trace *trace)
{
    return trace->config.embed / trace->config.heads;
}

/* How much there is of what word j makes: of X, which above the first layer comes with the look, and of its look. */
static void go_on(const View *view, const Scope *scope, int j, SelfPlace *place)
{
    bool written = view_written(view), lower = written && scope->trace->config.layers > 1;
    int read =
        written ? moment_find(scope->trace, MOMENT_PREVIOUS, j, -1) : moment_find(scope->trace, MOMENT_EMBED, -1, j);
    float passed = (float)(scope->cursor - (read - 1)),
          looked = ease_in_out((float)(scope->cursor - (trace_looks(scope->trace, written, j) - 1)));
    place->read += lower ? ease_phase(looked, 0, 0.1f) : ease_in_out(passed);
    place->scored += ease_phase(looked, 0, 0.4f);
    place->weighed += ease_phase(looked, 0.3f, 0.7f);
    place->summed += ease_phase(looked, 0.6f, 1);
}

SelfPlace self_place(const View *view, const Scope *scope)
{
    const Trace *trace = scope->trace;
    SelfPlace place = {.row = -1};
    bool written = view_written(view);
    int n = self_count(view);
    for (int j = 0; j < n; j++)
        go_on(view, scope, j, &place);
    Moment moment = scope->ends[1].kind == MOMENT_SELF ? scope->ends[1] : scope->moment; /* whose row is on its way */
    bool pressed = view->self.at == (int)floor(scope->cursor + 0.5) && view->self.row >= 0 && view->self.row < n;
    if (pressed)
        place.row = view->self.row;
    else if (written)
        place.row = moment.step;
    else if (moment.step < 0)
        place.row = moment.position;
    else if (trace->steps[moment.step].step.weights)
        place.row = values_largest(trace->steps[moment.step].step.weights, trace->n);
    return place;
}

int self_lit_row(const Painter *painter, SelfPlace place)
{
    const Brush *brush = &painter->brush;
    return brush->at.kind == TARGET_VALUE && brush->step >= 0 ? brush->step : place.row;
}

/* ---- words beside a matrix ---- */

static TextStyle word_style(const Painter *painter, float pitch, bool lit)
{
    return style_of(painter->theme, lit, pitch >= 18 ? TYPE_SMALL : TYPE_TINY, ROLE_INK);
}

SelfRows self_rows(const Painter *painter, SelfPlace place, float room)
{
    int n = painter->view->trace->n, count = (int)fmaxf(1, floorf(room / SELF_ROW_LEAST));
    if (count >= n)
        return (SelfRows){0, n};
    int first = (place.row < 0 ? 0 : place.row) - count / 2;
    return (SelfRows){first < 0 ? 0 : first > n - count ? n - count : first, count};
}

int self_meant(const Painter *painter, SelfPlace place, int head)
{
    int row = self_lit_row(painter, place);
    size_t n = (size_t)painter->view->trace->n, at = (size_t)head * n + (size_t)row;
    bool there = row >= 0 && place.weighed > (float)row + 0.5f;
    return there ? values_largest(trace_self(painter->view->trace)->weights + at * n, (int)n) : -1;
}

void self_rows_note(const Painter *painter, SelfRows rows, Point at)
{
    if (rows.count < painter->view->trace->n)
        kit_text_at(painter, style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), at, ALIGN_RIGHT,
                    arena_printf(&painter->list->arena, kit_said(painter, W_ROWS_OF), rows.first + 1,
                                 rows.first + rows.count, painter->view->trace->n));
}

static float longest_word(const Painter *painter)
{
    return grid_longest(painter->list->type, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), painter->view->trace,
                        false);
}

/* A word of the decoder's has its gloss under it, where rows are high enough. */
static float row_gloss(const Painter *painter, int j, float high)
{
    const Trace *trace = painter->view->trace;
    return trace->of_written && high >= GLOSSED ? kit_gloss_width(painter, TYPE_SMALL, trace->source[j]) : 0;
}

float self_row_room(const Painter *painter, float most)
{
    float widest = longest_word(painter);
    for (int j = 0; j < painter->view->trace->n; j++)
        widest = fmaxf(widest, row_gloss(painter, j, GLOSSED));
    return fminf(most, widest + 14);
}

/* In which none of them is cut. */
static float upright_size(const Painter *painter, float column)
{
    return fminf(TYPE_SMALL, floorf(2 * TYPE_SMALL * (column - 4) / longest_word(painter)) / 2);
}

float self_column_room(const Painter *painter, float column)
{
    return upright_size(painter, column) >= UPRIGHT_LEAST ? 20 : fminf(longest_word(painter), TURNED_MOST) * 0.8f + 17;
}

void self_row_words(const Painter *painter, const GridMatrix *matrix, float width)
{
    const Trace *trace = painter->view->trace;
    for (int j = matrix->first; j < matrix->first + matrix->rows; j++) {
        Box cell = matrix_cell(matrix, j, 0);
        if (!self_is_there(trace, j) || !grid_word_shown(j, matrix->row, cell.h, ROW_WORD, ROW_WORD))
            continue;
        TextStyle style = word_style(painter, cell.h, j == matrix->row);
        Point at = {matrix->box.x - 11, cell.y + cell.h / 2 + style.size * 0.36f};
        float gloss = row_gloss(painter, j, cell.h), below = kit_gloss_below(painter, TYPE_SMALL);
        if (gloss > 0 && gloss <= width) {
            at.y -= below / 2;
            kit_gloss(painter, TYPE_SMALL, 1, (Point){at.x, at.y + below}, ALIGN_RIGHT, trace->source[j]);
        }
        bool asks = j == matrix->row && matrix->target.a == SELF_INPUTS;
        kit_piece(painter, (Value){asks ? VALUE_SELF_INPUT : VALUE_NONE, .place = j, .part = self_part(painter->view)},
                  PIECE_WORD, 0);
        grid_source_word(painter, style, at, 0, ALIGN_RIGHT,
                         drawlist_shorten(painter->list, style, slice_of(trace->source[j]), width), trace->unknown[j]);
        drawlist_piece_end(painter->list);
    }
}

/* How long a turned word may be: it ends in the picture, where that is not dragged. */
static float turned_room(const Painter *painter, float x)
{
    bool dragged = painter->layout && painter->layout->panned.w > 0;
    return dragged ? TURNED_MOST : fminf(TURNED_MOST, (painter->list->width - x) / cosf(TURN) - TYPE_TINY);
}

void self_column_words(const Painter *painter, const GridMatrix *matrix, float height, int meant)
{
    const Trace *trace = painter->view->trace;
    float upright = fmaxf(UPRIGHT_LEAST, upright_size(painter, matrix->box.w / (float)matrix->columns));
    bool turned = height > 20, pointed = painter->brush.words && painter->brush.position >= 0;
    if (pointed)
        meant = painter->brush.position;
    for (int j = 0; j < trace->n; j++) {
        Box cell = matrix_cell(matrix, matrix->first, j);
        if (!self_is_there(trace, j) || (turned && !grid_word_shown(j, meant, cell.w, BESIDE, BESIDE)))
            continue;
        TextStyle style = word_style(painter, cell.w, j == meant);
        style.size = turned ? fminf(style.size, fmaxf(TYPE_TINY, cell.w * TURNED_SIZE)) : upright;
        Point at = {cell.x + cell.w / 2 - (turned ? 2 : 0), cell.y - 10};
        grid_source_word(painter, style, at, turned ? TURN : 0, turned ? ALIGN_LEFT : ALIGN_CENTER,
                         drawlist_shorten(painter->list, style, slice_of(trace->source[j]),
                                          turned ? turned_room(painter, at.x) : 999),
                         trace->unknown[j]);
    }
}
