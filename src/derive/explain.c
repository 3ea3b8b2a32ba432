/* One moment in words: takes the numbers from the trace, the sentences from sentences.c. A list names every word of a
 * short sentence in its order, and of a long one the three with the largest values.
 * n source words, E embedding, H hidden, D annotation, V target words; t the step, j the source word, from 0. */
#include "derive/explain.h"

#include "derive/sentences.h"

#include <math.h>
#include <string.h>

enum {
    LIST_ALL = 6,    /* up to so many items are all named */
    LIST_LARGEST = 3 /* of more, these are */
};
#define PEAK 0.8f /* a weight from here on makes the context "almost the state of" one word */

typedef struct Telling { /* what every part of this file needs */
    const Trace *trace;
    const Model *model;
    Language language;
    Arena *arena;
    Fills fills;
} Telling;

/* ---- pieces of text ---- */

static char *say(Telling *telling, Word sentence)
{
    return sentence_fill(sentence, telling->language, &telling->fills);
}

static char *both(Telling *telling, const char *first, const char *second)
{
    return arena_printf(telling->arena, "%s%s%s", first, said(telling->language, W_PIECE_GAP), second);
}

static void put(Telling *telling, const char *name, const char *text)
{
    fills_add(&telling->fills, name, text);
}

static void put_count(Telling *telling, const char *name, int count)
{
    put(telling, name, arena_printf(telling->arena, "%d", count));
}

static void put_number(Telling *telling, const char *name, double value)
{
    put(telling, name, number_text(telling->arena, value, 2, false));
}

/* Adds a piece with its "%d". */
static void add_counted(Bytes *text, const char *piece, int count)
{
    const char *number = strstr(piece, "%d");
    bytes_printf(text, "%.*s%d%s", (int)(number - piece), piece, count, number + 2);
}

static char *take_text(const Telling *telling, Bytes *text)
{
    char *copy = arena_copy(telling->arena, bytes_slice(text).text, text->length);
    bytes_finish(text);
    return copy;
}

static void put_words(Telling *telling, const char *name, int count)
{
    Bytes text = {0};
    add_counted(&text, said(telling->language, count == 1 ? W_PIECE_WORD : W_PIECE_WORDS), count);
    put(telling, name, take_text(telling, &text));
}

static void put_range(Telling *telling, const float *values, int count)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        low = fmin(low, (double)values[i]);
        high = fmax(high, (double)values[i]);
    }
    put_number(telling, "low", low);
    put_number(telling, "high", high);
}

static double mean(const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)values[i];
    return sum / count;
}

/* The place of a gate by its name, -1 where the cell has none. */
static int gate_named(CellKind cell, const char *name)
{
    for (int gate = 0; gate < MODEL_GATES; gate++) {
        const char *has = cell_gate_name(cell, gate);
        if (!has)
            break;
        if (strcmp(has, name) == 0)
            return gate;
    }
    return -1;
}

/* ---- lists ---- */

typedef char *(*ItemText)(const Telling *telling, int j, double value);

static char *item_word_score(const Telling *telling, int j, double value)
{
    return arena_printf(telling->arena, "%s %s", telling->trace->source[j],
                        number_text(telling->arena, value, 2, true));
}

static char *item_word_weight(const Telling *telling, int j, double value)
{
    return arena_printf(telling->arena, "%s %s", telling->trace->source[j], share_text(telling->arena, value, 2));
}

static char *item_share(const Telling *telling, int j, double value)
{
    return arena_printf(telling->arena, "%s %s", share_text(telling->arena, value, 2), telling->trace->source[j]);
}

static char *item_score(const Telling *telling, int j, double value)
{
    (void)j;
    return number_text(telling->arena, value, 2, true);
}

/* Places of the largest values, falling, the first on ties. */
static void find_largest(const float *values, int n, int places[LIST_LARGEST])
{
    int found = 0;
    for (int j = 0; j < n; j++) {
        int place = found;
        while (place > 0 && values[j] > values[places[place - 1]])
            place--;
        if (place == LIST_LARGEST)
            continue;
        if (found < LIST_LARGEST)
            found++;
        memmove(&places[place + 1], &places[place], (size_t)(found - 1 - place) * sizeof *places);
        places[place] = j;
    }
}

static char *list_text(const Telling *telling, const float *values, ItemText item, const char *between)
{
    int n = telling->trace->n, largest[LIST_LARGEST];
    bool all = n <= LIST_ALL;
    if (!all)
        find_largest(values, n, largest);
    Bytes text = {0};
    for (int i = 0; i < (all ? n : LIST_LARGEST); i++) {
        int j = all ? i : largest[i];
        bytes_add_text(&text, i ? between : "");
        bytes_add_text(&text, item(telling, j, (double)values[j]));
    }
    if (!all)
        add_counted(&text, said(telling->language, W_PIECE_OTHERS), n - LIST_LARGEST);
    return take_text(telling, &text);
}

static char *comma_list(const Telling *telling, const float *values, ItemText item)
{
    return list_text(telling, values, item, said(telling->language, W_PIECE_BETWEEN));
}

static char *unknown_list(const Telling *telling)
{
    Bytes text = {0};
    for (int j = 0; j < telling->trace->n; j++)
        if (telling->trace->unknown[j])
            bytes_printf(&text, "%s%s", text.length ? said(telling->language, W_PIECE_BETWEEN) : "",
                         telling->trace->source[j]);
    return take_text(telling, &text);
}

static int index_of_largest(const float *values, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i] > values[best])
            best = i;
    return best;
}

/* ---- the encoder ---- */

static char *tell_start(Telling *telling)
{
    const Trace *trace = telling->trace;
    put_words(telling, "words", trace->n);
    put(telling, "sentence", text_join(telling->arena, trace->source, trace->n, trace->config.source_tokens));
    put(telling, "list", unknown_list(telling));
    char *text = say(telling, W_SAY_START);
    bool all_known = true;
    for (int j = 0; j < trace->n; j++)
        all_known = all_known && !trace->unknown[j];
    return all_known ? text : both(telling, text, say(telling, W_SAY_UNKNOWN_WORDS));
}

static char *tell_embedding(Telling *telling, int j)
{
    const Trace *trace = telling->trace;
    int E = trace->config.embed;
    const float *embedding = trace->encoding.embeddings + (size_t)j * (size_t)E;
    Bytes numbers = {0};
    for (int i = 0; i < E && i < 3; i++)
        bytes_printf(&numbers, "%s%s", i ? said(telling->language, W_PIECE_BETWEEN) : "",
                     number_text(telling->arena, (double)embedding[i], 2, true));
    put(telling, "word", trace->source[j]);
    put_count(telling, "E", E);
    put(telling, "numbers", take_text(telling, &numbers));
    return say(telling, trace->unknown[j] ? W_SAY_EMBED_UNKNOWN : W_SAY_EMBED);
}

/* One direction of the top layer at word j, coming from word `before` (-1: it starts here). */
static char *tell_reading(Telling *telling, const EncoderRun *run, int j, int before, const Word says[3])
{
    const Trace *trace = telling->trace;
    int H = trace->config.hidden, update = gate_named(trace->config.cell, "z");
    size_t row = (size_t)j * (size_t)H;
    put(telling, "word", trace->source[j]);
    put_count(telling, "H", H);
    put_range(telling, run->states + row, H);
    if (before < 0)
        return say(telling, says[0]);
    put(telling, "before", trace->source[before]);
    if (update < 0)
        return say(telling, says[1]);
    put_number(telling, "kept", mean(run->gates[update] + row, H));
    return say(telling, says[2]);
}

static char *tell_forward(Telling *telling, int j)
{
    static const Word says[3] = {W_SAY_FORWARD_FIRST, W_SAY_FORWARD, W_SAY_FORWARD_GATED};
    const Trace *trace = telling->trace;
    return tell_reading(telling, &trace->encoding.forward[trace->config.layers - 1], j, j - 1, says);
}

static char *tell_backward(Telling *telling, int j)
{
    static const Word says[3] = {W_SAY_BACKWARD_FIRST, W_SAY_BACKWARD, W_SAY_BACKWARD_GATED};
    const Trace *trace = telling->trace;
    int before = j + 1 < trace->n ? j + 1 : -1;
    char *text = tell_reading(telling, &trace->encoding.backward[trace->config.layers - 1], j, before, says);
    put_count(telling, "D", config_annotation(&trace->config));
    return both(telling, text, say(telling, W_SAY_ANNOTATION));
}

/* Where each head looks most: "head 1 chase 0.62, head 2 ...". */
static char *head_list(const Telling *telling, int j)
{
    const Trace *trace = telling->trace;
    int heads = trace->config.heads, n = trace->n;
    Bytes text = {0};
    for (int head = 0; head < heads && head < LIST_ALL; head++) {
        const float *weights = trace->encoding.self.weights + ((size_t)head * (size_t)n + (size_t)j) * (size_t)n;
        int best = index_of_largest(weights, n);
        bytes_add_text(&text, head ? said(telling->language, W_PIECE_BETWEEN) : "");
        add_counted(&text, said(telling->language, W_PIECE_HEAD), head + 1);
        bytes_add_text(&text, item_word_weight(telling, best, (double)weights[best]));
    }
    if (heads > LIST_ALL)
        add_counted(&text, said(telling->language, W_PIECE_HEADS), heads - LIST_ALL);
    return take_text(telling, &text);
}

static char *tell_self(Telling *telling, int j)
{
    const Trace *trace = telling->trace;
    int E = trace->config.embed, heads = trace->config.heads;
    put(telling, "word", trace->source[j]);
    put_count(telling, "heads", heads);
    put_count(telling, "E", E);
    put_range(telling, trace->encoding.annotations + (size_t)j * (size_t)E, E);
    const float *weights = trace->encoding.self.weights + (size_t)j * (size_t)trace->n;
    put(telling, "list", heads == 1 ? comma_list(telling, weights, item_word_weight) : head_list(telling, j));
    return both(telling, say(telling, heads == 1 ? W_SAY_SELF : W_SAY_SELF_HEADS), say(telling, W_SAY_SELF_ANNOTATION));
}

/* What h_final is. */
static void put_final(Telling *telling)
{
    bool mean_of_all = telling->trace->config.cell == CELL_SELF;
    put(telling, "final", said(telling->language, mean_of_all ? W_PIECE_FINAL_MEAN : W_PIECE_FINAL));
}

static char *tell_bridge(Telling *telling)
{
    static const Word says[BRIDGE_KINDS] = {
        [BRIDGE_TANH] = W_SAY_BRIDGE, [BRIDGE_COPY] = W_SAY_BRIDGE_COPY, [BRIDGE_NONE] = W_SAY_BRIDGE_NONE};
    const Trace *trace = telling->trace;
    put_final(telling);
    put_count(telling, "H", trace->config.hidden);
    put_range(telling, trace->encoding.initial_state, trace->config.hidden);
    return say(telling, says[trace->config.bridge]);
}

/* ---- the decoder ---- */

static char *tell_previous(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    put_count(telling, "t", t + 1);
    put(telling, "word", trace->steps[t].input_token);
    put_count(telling, "E", trace->config.embed);
    if (t == 0)
        return say(telling, W_SAY_PREVIOUS_FIRST);
    return say(telling, trace->steps[t - 1].how == CHOSEN_FORCED ? W_SAY_PREVIOUS_FORCED : W_SAY_PREVIOUS);
}

static char *tell_query(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    put_count(telling, "H", trace->config.hidden);
    put_range(telling, trace->steps[t].step.query, trace->config.hidden);
    if (trace->config.attention == ATTENTION_LUONG)
        return say(telling, W_SAY_QUERY_NEW);
    if (t == 0)
        return say(telling, W_SAY_QUERY_FIRST);
    put(telling, "word", trace->steps[t - 1].token);
    return say(telling, W_SAY_QUERY);
}

static char *tell_scores(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    const float *scores = trace->steps[t].step.scores;
    if (!scores) /* they are hidden while a question is asked */
        return arena_copy(telling->arena, "", 0);
    put(telling, "list", comma_list(telling, scores, item_word_score));
    put(telling, "word", trace->source[index_of_largest(scores, trace->n)]);
    char *text = say(telling, W_SAY_SCORES);
    return trace->n == 1 ? text : both(telling, text, say(telling, W_SAY_SCORES_BEST));
}

static char *tell_softmax(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    const TraceStep *step = &trace->steps[t];
    put(telling, "list", comma_list(telling, step->step.weights, item_word_weight));
    if (step->replaced)
        return say(telling, W_SAY_SOFTMAX_CHANGED);
    put(telling, "scores", comma_list(telling, step->step.scores, item_score));
    put_count(telling, "n", trace->n);
    put_number(telling, "temperature", trace->config.temperature);
    if (trace->n == 1)
        return say(telling, W_SAY_SOFTMAX_ONE);
    char *text = say(telling, trace->n <= LIST_ALL ? W_SAY_SOFTMAX : W_SAY_SOFTMAX_LONG);
    return trace->config.temperature == 1 ? text : both(telling, text, say(telling, W_SAY_SOFTMAX_TEMPERATURE));
}

static char *tell_context(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    const TraceStep *step = &trace->steps[t];
    const float *weights = step->step.weights;
    int D = config_annotation(&trace->config);
    put_count(telling, "D", D);
    put_range(telling, step->step.context, D);
    if (!config_weighs(&trace->config)) {
        put_final(telling);
        return say(telling, W_SAY_CONTEXT_FIXED);
    }
    put(telling, "weight", share_text(telling->arena, (double)weights[0], 2));
    if (!config_scores(&trace->config) && !step->replaced)
        return say(telling, W_SAY_CONTEXT_UNIFORM);
    int best = index_of_largest(weights, trace->n);
    put(telling, "list", list_text(telling, weights, item_share, " + "));
    put(telling, "word", trace->source[best]);
    char *text = say(telling, W_SAY_CONTEXT);
    return weights[best] < PEAK ? text : both(telling, text, say(telling, W_SAY_CONTEXT_PEAK));
}

/* A target word in quotes; the start mark is none. */
static char *quoted(const Telling *telling, int id, const char *token)
{
    return arena_printf(telling->arena, id < VOCAB_SPECIAL ? "%s" : "“%s”", token);
}

static char *tell_state(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    const TraceStep *step = &trace->steps[t];
    CellKind cell = config_decoder_cell(&trace->config);
    int H = trace->config.hidden, update = gate_named(cell, "z"), reset = gate_named(cell, "r");
    bool gated = update >= 0 && reset >= 0;
    put(telling, "input", quoted(telling, step->step.input, step->input_token));
    put_count(telling, "H", H);
    put_range(telling, step->step.state, H);
    if (gated) {
        put_number(telling, "kept", mean(step->step.gates[update], H));
        put_number(telling, "reset", mean(step->step.gates[reset], H));
    }
    if (config_feeds_context(&trace->config))
        return say(telling, gated ? W_SAY_STATE_GATED : W_SAY_STATE);
    if (trace->config.attention == ATTENTION_LUONG)
        return say(telling, gated ? W_SAY_STATE_FIRST_GATED : W_SAY_STATE_FIRST);
    return say(telling, gated ? W_SAY_STATE_ALONE_GATED : W_SAY_STATE_ALONE);
}

static char *tell_combine(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    put_count(telling, "H", trace->config.hidden);
    put_range(telling, trace->steps[t].step.attentional, trace->config.hidden);
    return say(telling, W_SAY_COMBINE);
}

static char *tell_output(Telling *telling, int t)
{
    const TraceStep *step = &telling->trace->steps[t];
    Bytes list = {0};
    for (int i = 0; i < step->top_count && i < LIST_LARGEST; i++)
        bytes_printf(&list, "%s%s %s", i ? said(telling->language, W_PIECE_BETWEEN) : "", step->top[i].token,
                     share_text(telling->arena, (double)step->top[i].p, 2));
    put_count(telling, "V", telling->model->target.count);
    put(telling, "list", take_text(telling, &list));
    return say(telling, W_SAY_OUTPUT);
}

static Word word_sentence(Telling *telling, const TraceStep *step)
{
    if (step->id == VOCAB_END)
        return telling->trace->word_count ? W_SAY_WORD_END : W_SAY_WORD_END_EMPTY;
    int own = model_best(telling->model, step->step.probabilities);
    put(telling, "other", vocab_word(&telling->model->target, own));
    put(telling, "other_p", share_text(telling->arena, (double)step->step.probabilities[own], 2));
    switch (step->how) {
    case CHOSEN_FORCED:
        return own == step->id ? W_SAY_WORD_FORCED_SAME : W_SAY_WORD_FORCED;
    case CHOSEN_BEAM:
        return own == step->id ? W_SAY_WORD_BEAM : W_SAY_WORD_BEAM_OTHER;
    case CHOSEN_SAMPLED:
        return own == step->id ? W_SAY_WORD_SAMPLED : W_SAY_WORD_SAMPLED_OTHER;
    case CHOSEN_GREEDY:
    case CHOSEN_CHANGED:
        break;
    }
    return W_SAY_WORD;
}

static char *tell_word(Telling *telling, int t)
{
    const Trace *trace = telling->trace;
    const TraceStep *step = &trace->steps[t];
    put(telling, "word", step->token);
    put(telling, "p", share_text(telling->arena, (double)step->p, 2));
    put(telling, "translation", trace_translation(trace, telling->arena));
    put_words(telling, "words", trace->word_count);
    char *text = say(telling, word_sentence(telling, step));
    if (t + 1 < trace->step_count)
        return text;
    if (trace->truncated)
        return both(telling, text, say(telling, W_SAY_WORD_LIMIT));
    return trace->forced_cut ? both(telling, text, say(telling, W_SAY_WORD_GIVEN_END)) : text;
}

/* ---- all of them ---- */

char *explain_moment(const Maths *maths, int moment)
{
    Telling telling = {maths->trace, maths->model, maths->language, maths->arena, {.arena = maths->arena}};
    Moment at = moment_at(maths->trace, moment);
    switch (at.kind) {
    case MOMENT_START:
        return tell_start(&telling);
    case MOMENT_EMBED:
        return tell_embedding(&telling, at.position);
    case MOMENT_FORWARD:
        return tell_forward(&telling, at.position);
    case MOMENT_BACKWARD:
        return tell_backward(&telling, at.position);
    case MOMENT_SELF:
        return tell_self(&telling, at.position);
    case MOMENT_BRIDGE:
        return tell_bridge(&telling);
    case MOMENT_PREVIOUS:
        return tell_previous(&telling, at.step);
    case MOMENT_QUERY:
        return tell_query(&telling, at.step);
    case MOMENT_SCORES:
        return tell_scores(&telling, at.step);
    case MOMENT_SOFTMAX:
        return tell_softmax(&telling, at.step);
    case MOMENT_CONTEXT:
        return tell_context(&telling, at.step);
    case MOMENT_STATE:
        return tell_state(&telling, at.step);
    case MOMENT_OUTPUT:
        return tell_output(&telling, at.step);
    case MOMENT_WORD:
        return tell_word(&telling, at.step);
    case MOMENT_COMBINE:
        return tell_combine(&telling, at.step);
    case MOMENT_KINDS:
        break;
    }
    return arena_copy(maths->arena, "", 0);
}
