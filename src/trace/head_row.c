#include "trace/head_row.h"

#include "trace/beats.h"

#include <math.h>
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

static SelfRun run_of(const Trace *trace, int head, Arena *arena)
{
    const SelfRun *all = trace_self(trace);
    size_t square = (size_t)trace->n * (size_t)trace->n;
    return (SelfRun){.queries = columns_of(trace, all->queries, head, arena),
                     .keys = columns_of(trace, all->keys, head, arena),
                     .values = columns_of(trace, all->values, head, arena),
                     .mixed = columns_of(trace, all->mixed, head, arena),
                     .scores = all->scores + (size_t)head * square,
                     .weights = all->weights + (size_t)head * square};
}

Trace *trace_of_row(const Trace *trace, int head, int word, Arena *arena)
{
    Trace *row = ARENA_NEW(arena, Trace);
    struct HeadRow *of = ARENA_NEW(arena, struct HeadRow);
    *of = (struct HeadRow){head, trace->config.heads, word};
    *row =
        (Trace){.config = trace->config, .source = trace->source, .unknown = trace->unknown, .n = trace->n, .row = of};
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
    SelfRun self = run_of(trace, head, arena);
    row->encoding = (Encoding){.n = trace->n, .ids = trace->encoding.ids};
    row->encoding.layers[trace->config.layers - 1].self = self;
    row->encoding.embeddings = row->encoding.keys = self.keys;
    row->encoding.annotations = self.values;
    TraceStep *step = row->steps = ARENA_NEW(arena, TraceStep);
    row->step_count = row->word_count = 1;
    size_t at = (size_t)word * (size_t)d, square_row = (size_t)word * (size_t)trace->n;
    step->input_token = step->token = trace->source[word];
    step->step = (Step){.query = self.queries + at,
                        .scores = self.scores + square_row,
                        .weights = self.weights + square_row,
                        .context = self.mixed + at,
                        .count = config_reach(&trace->config, word, trace->n)};
    return row;
}

double trace_row_cursor(const Trace *trace, const Trace *row, double cursor)
{
    int looks = moment_find(trace, MOMENT_SELF, -1, row->row->word), first = moment_find(trace, MOMENT_SELF, -1, 0);
    int query = moment_find(row, MOMENT_QUERY, 0, -1), context = moment_find(row, MOMENT_CONTEXT, 0, -1);
    BeatKind beats[BEATS_MOST];
    if (cursor < first - 1)
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
