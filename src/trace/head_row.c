#include "trace/head_row.h"

#include "trace/beats.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

bool trace_has_head(const Trace *trace, int head, Error *error)
{
    int heads = trace->config.heads;
    if (trace->config.cell != CELL_SELF)
        return error_set(error, ERROR_FORMAT, "this model's encoder has no self-attention");
    return head <= heads || error_set(error, ERROR_USAGE, "there is no head %d: the model has %d", head, heads);
}

const SelfRun *trace_self(const Trace *trace)
{
    return &trace->encoding.layers[trace->config.layers - 1].self;
}

/* The columns of one head, without the others'. [n,d] of [n,E] */
static Real *columns_of(const Trace *trace, const Real *all, int head, Arena *arena)
{
    size_t n = (size_t)trace->n, E = (size_t)trace->config.embed, d = E / (size_t)trace->config.heads;
    Real *own = ARENA_ARRAY(arena, Real, n * d);
    for (size_t j = 0; j < n; j++)
        memcpy(own + j * d, all + j * E + (size_t)head * d, d * sizeof *own);
    return own;
}

/* The first `n` rows and columns of one head's square. */
static Real *corner_of(const Trace *trace, const Real *all, int head, int n, Arena *arena)
{
    size_t whole = (size_t)trace->n, side = (size_t)n;
    Real *own = ARENA_ARRAY(arena, Real, side * side);
    for (size_t j = 0; j < side; j++)
        memcpy(own + j * side, all + ((size_t)head * whole + j) * whole, side * sizeof *own);
    return own;
}

static SelfRun run_of(const Trace *trace, int head, int n, Arena *arena)
{
    const SelfRun *all = trace_self(trace);
    return (SelfRun){.queries = columns_of(trace, all->queries, head, arena),
                     .keys = columns_of(trace, all->keys, head, arena),
                     .values = columns_of(trace, all->values, head, arena),
                     .mixed = columns_of(trace, all->mixed, head, arena),
                     .scores = corner_of(trace, all->scores, head, n, arena),
                     .weights = corner_of(trace, all->weights, head, n, arena)};
}

/* The member of the top layer at a step; NULL where it is hidden, or not there. */
static const Real *of_step(const Trace *trace, int t, size_t offset)
{
    const WrittenRun *runs = trace->steps[t].step.layers;
    return runs ? *(Real *const *)((const char *)&runs[trace->config.layers - 1] + offset) : NULL;
}

/* The row of each step, [n,E], 0 where it is hidden; `all`: of what has one for every step so far it is the last. */
static Real *rows_of_steps(const Trace *trace, size_t offset, bool all, Arena *arena)
{
    size_t n = (size_t)trace->step_count, E = (size_t)trace->config.embed;
    Real *rows = ARENA_ARRAY(arena, Real, n * E);
    for (size_t t = 0; t < n; t++) {
        const Real *row = of_step(trace, (int)t, offset);
        if (row)
            memcpy(rows + t * E, row + (all ? t * E : 0), E * sizeof *rows);
    }
    return rows;
}

/* [heads,n,n] of what each step has [heads,t+1] of; behind the mask 0. */
static Real *squares_of_steps(const Trace *trace, size_t offset, Arena *arena)
{
    size_t n = (size_t)trace->step_count, heads = (size_t)trace->config.heads;
    Real *squares = ARENA_ARRAY(arena, Real, heads * n * n);
    for (size_t t = 0; t < n; t++) {
        const Real *pairs = of_step(trace, (int)t, offset);
        for (size_t head = 0; pairs && head < heads; head++)
            memcpy(squares + (head * n + t) * n, pairs + head * (t + 1), (t + 1) * sizeof *squares);
    }
    return squares;
}

#define ROWS(member)      rows_of_steps(trace, offsetof(WrittenRun, member), false, arena)
#define LAST_ROWS(member) rows_of_steps(trace, offsetof(WrittenRun, member), true, arena)
#define SQUARES(member)   squares_of_steps(trace, offsetof(WrittenRun, member), arena)

Trace *trace_of_written(const Trace *trace, int words, Arena *arena)
{
    Trace *own = ARENA_NEW(arena, Trace);
    int n = trace->step_count;
    *own = *trace;
    own->of_written = true;
    own->n = n, own->words = words;
    own->muted = NULL;
    own->config.causal = true;
    own->source = ARENA_ARRAY(arena, const char *, (size_t)n);
    own->unknown = ARENA_ARRAY(arena, bool, (size_t)n);
    own->encoding = (Encoding){.n = n, .ids = ARENA_ARRAY(arena, int, (size_t)n), .annotations = ROWS(asked)};
    for (int t = 0; t < n; t++) {
        own->source[t] = trace->steps[t].input_token;
        own->encoding.ids[t] = trace->steps[t].step.input;
    }
    own->encoding.layers[trace->config.layers - 1].self = (SelfRun){
        .inputs = ROWS(inputs),
        .queries = ROWS(queries),
        .keys = LAST_ROWS(keys),
        .values = LAST_ROWS(values),
        .scores = SQUARES(scores),
        .weights = SQUARES(weights),
        .mixed = ROWS(mixed),
        .output = ROWS(output),
        .evened = config_norms_before(&trace->config) ? ROWS(evened) : NULL,
    };
    return own;
}

Trace *trace_of_row(const Trace *trace, int head, int word, Arena *arena)
{
    Trace *row = ARENA_NEW(arena, Trace);
    struct HeadRow *of = ARENA_NEW(arena, struct HeadRow);
    *of = (struct HeadRow){head, trace->config.heads, word, trace->of_written};
    *row =
        (Trace){.config = trace->config, .source = trace->source, .unknown = trace->unknown, .n = trace->n, .row = of};
    if (of->written)
        row->n = word + 1;
    int d = trace->config.embed / trace->config.heads;
    Config *config = &row->config;
    config->embed = config->hidden = config->attention_size = d;
    config->heads = 1;
    config->bidirectional = false;
    config->decoder = DECODER_CELL;
    config->attention = ATTENTION_BAHDANAU; /* the query is there before the step */
    config->score = SCORE_SCALED_DOT;
    config->local = LOCAL_NONE;
    config->temperature = 1;
    SelfRun self = run_of(trace, head, row->n, arena);
    row->encoding = (Encoding){.n = row->n, .ids = trace->encoding.ids};
    row->encoding.layers[trace->config.layers - 1].self = self;
    row->encoding.embeddings = row->encoding.keys = self.keys;
    row->encoding.annotations = self.values;
    TraceStep *step = row->steps = ARENA_NEW(arena, TraceStep);
    row->step_count = row->word_count = 1;
    size_t at = (size_t)word * (size_t)d, square_row = (size_t)word * (size_t)row->n;
    step->input_token = step->token = trace->source[word];
    step->step = (Step){.query = self.queries + at,
                        .scores = self.scores + square_row,
                        .weights = self.weights + square_row,
                        .context = self.mixed + at,
                        .count = config_reach(&trace->config, word, trace->n)};
    return row;
}

int trace_looks(const Trace *trace, bool written, int word)
{
    return moment_find(trace, MOMENT_SELF, written ? word : -1, written ? -1 : word);
}

Trace *trace_of_told(const Trace *trace, Moment moment, Arena *arena)
{
    int head = trace->head_told - 1;
    return moment.step < 0 ? trace_of_row(trace, head, moment.position, arena)
                           : trace_of_row(trace_of_written(trace, moment.step + 1, arena), head, moment.step, arena);
}

/* Its newest word is read in the moment before it looks; those before it are there. */
static double reading_cursor(const Trace *trace, const Trace *row, double cursor)
{
    int word = row->row->word, read = moment_find(trace, MOMENT_PREVIOUS, word, -1);
    return word + fmin(fmax(cursor - (read - 1), 0), 1);
}

double trace_row_cursor(const Trace *trace, const Trace *row, double cursor)
{
    bool written = row->row->written;
    int looks = trace_looks(trace, written, row->row->word);
    int query = moment_find(row, MOMENT_QUERY, 0, -1), context = moment_find(row, MOMENT_CONTEXT, 0, -1);
    BeatKind beats[BEATS_MOST];
    if (written && cursor < looks - 1)
        return reading_cursor(trace, row, cursor);
    if (!written && cursor < trace_looks(trace, false, 0) - 1)
        return cursor; /* both read the words one by one */
    int all = 0;
    for (int moment = query + 1; moment <= context; moment++)
        all += beats_of(row, moment, beats);
    double place = (cursor - (looks - 1)) * all;
    for (int moment = query + 1; moment <= context && cursor < looks; moment++) {
        int count = beats_of(row, moment, beats);
        if (place < count)
            return moment - 1 + fmax(place, 0) / count;
        place -= count;
    }
    return context;
}

Trace *trace_of_head(const Trace *trace, int head, Arena *arena)
{
    Trace *map = ARENA_NEW(arena, Trace);
    int n = trace->n;
    *map = (Trace){.config = trace->config, .source = trace->source, .unknown = trace->unknown, .n = n, .words = n};
    map->encoding = trace->encoding;
    map->config.decoder = DECODER_CELL;
    map->config.attention = ATTENTION_UNIFORM; /* it has weights, and nothing that they are made of */
    map->steps = ARENA_ARRAY(arena, TraceStep, (size_t)n);
    map->step_count = map->word_count = n;
    const Real *weights = trace_self(trace)->weights + (size_t)head * (size_t)n * (size_t)n;
    for (int t = 0; t < n; t++) {
        TraceStep *step = &map->steps[t];
        step->id = VOCAB_UNKNOWN;
        step->input_token = step->token = trace->source[t];
        step->step.weights = (Real *)weights + (size_t)t * (size_t)n;
        step->step.count = config_reach(&trace->config, t, n);
    }
    return map;
}

double trace_head_cursor(const Trace *trace, const Trace *map, double cursor)
{
    double rows = fmin(cursor - (moment_find(trace, MOMENT_SELF, -1, 0) - 1), map->n);
    if (rows <= 0)
        return 0;
    int row = (int)ceil(rows) - 1, to = moment_find(map, MOMENT_WORD, row, -1);
    int from = row > 0 ? moment_find(map, MOMENT_WORD, row - 1, -1) : moment_encoded(map);
    return from + (to - from) * (rows - row);
}

Trace *trace_of_cross(const Trace *trace, int map, Arena *arena)
{
    Trace *own = ARENA_NEW(arena, Trace);
    size_t n = (size_t)trace->n;
    *own = *trace;
    own->steps = ARENA_ARRAY(arena, TraceStep, (size_t)trace->step_count);
    Real *room = ARENA_ARRAY(arena, Real, n * (size_t)trace->step_count);
    for (int t = 0; t < trace->step_count; t++) {
        own->steps[t] = trace->steps[t];
        own->steps[t].step.weights =
            (Real *)cross_map_row(&trace->config, &trace->steps[t].step, trace->n, map, room + (size_t)t * n);
    }
    return own;
}
