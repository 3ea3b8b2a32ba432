/* One moment in words: the sentences stand in words/, with names in braces; here is what they are filled with, and which are
 * said. A list names every word of a short sentence in its order, and of a long one the three with the largest values.
 * n source words, H hidden, D annotation, V target words; t the step, j the source word, from 0. */
#include "derive/explain.h"

#include "derive/name.h"
#include "derive/plain.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST_ALL = 6,     /* up to so many items are all named */
    LIST_LARGEST = 3, /* of more, these are */
    FILLS_LIMIT = 40
};
#define PEAK 0.8f /* a weight from here on makes the context "almost the state of" one word */

typedef struct Telling { /* what every part of this file needs */
    const Maths *maths;
    const Trace *trace;
    Arena *arena;
    Moment at;
    const Step *step; /* NULL while the encoder reads */
    Value made;       /* by this moment */
    int best;         /* the word of the highest score or weight */
    struct {
        const char *name, *text;
    } fills[FILLS_LIMIT];
    int count;
    Bytes text; /* the sentences that are said */
} Telling;

/* ---- sentences ---- */

static const char *piece(const Telling *telling, Word word)
{
    return said(telling->maths->language, word);
}

static void put(Telling *telling, const char *name, const char *text)
{
    assert(telling->count < FILLS_LIMIT);
    telling->fills[telling->count].name = name;
    telling->fills[telling->count++].text = text;
}

static const char *fill_named(const Telling *telling, Slice name)
{
    for (int i = 0; i < telling->count; i++)
        if (slice_is(name, telling->fills[i].name))
            return telling->fills[i].text;
    assert(!"a sentence names something that was not filled in");
    return "";
}

/* Texts are put in as they are: what a person typed may hold braces. */
static void say(Telling *telling, Word sentence)
{
    Bytes *text = &telling->text;
    bytes_add_text(text, text->length ? piece(telling, W_PIECE_GAP) : "");
    for (const char *from = piece(telling, sentence); *from;) {
        size_t plain = strcspn(from, "{");
        bytes_add(text, from, plain);
        from += plain;
        if (*from == '{') {
            Slice name = {from + 1, strcspn(from + 1, "}")};
            bytes_add_text(text, fill_named(telling, name));
            from += name.length + 2;
        }
    }
}

static void say_where(Telling *telling, bool holds, Word sentence)
{
    if (holds)
        say(telling, sentence);
}

/* ---- pieces of text ---- */

static void put_count(Telling *telling, const char *name, int count)
{
    put(telling, name, arena_printf(telling->arena, "%d", count));
}

static const char *words_text(const Telling *telling, int count)
{
    return arena_printf(telling->arena, piece(telling, count == 1 ? W_PIECE_WORD : W_PIECE_WORDS), count);
}

static const char *two_decimals(const Telling *telling, double number)
{
    return number_text(telling->arena, number, 2, false);
}

static const char *share(const Telling *telling, float number)
{
    return share_text(telling->arena, (double)number, 2);
}

/* "c₂" */
static void put_symbol(Telling *telling, const char *name, Value value)
{
    put(telling, name, markup_plain(vector_name(telling->maths, value), telling->arena));
}

static void put_range(Telling *telling, const float *values, int count)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        low = fmin(low, (double)values[i]);
        high = fmax(high, (double)values[i]);
    }
    put(telling, "low", two_decimals(telling, low));
    put(telling, "high", two_decimals(telling, high));
}

/* The mean of a gate by its name; false: the cell has none. */
static bool put_gate(Telling *telling, const char *name, const char *gate, Value value)
{
    value.kind = VALUE_GATE;
    const RecurrentCell *cell = cell_of_run(telling->maths, value.run);
    for (value.part = 0; value.part < cell->gate_count; value.part++)
        if (strcmp(cell->gate[value.part].name, gate) == 0) {
            const float *row = value_recorded(telling->maths, value);
            double sum = 0;
            int H = telling->trace->config.hidden;
            for (int i = 0; i < H; i++)
                sum += (double)row[i];
            put(telling, name, two_decimals(telling, sum / H));
            return true;
        }
    return false;
}

/* ---- lists ---- */

typedef enum Item { ITEM_SCORE, ITEM_WORD_SCORE, ITEM_WORD_WEIGHT, ITEM_WEIGHT_WORD } Item;

static const char *item_text(const Telling *telling, Item item, int j, float value)
{
    bool score = item <= ITEM_WORD_SCORE, word_first = item != ITEM_WEIGHT_WORD;
    const char *word = telling->trace->source[j];
    const char *number = score ? number_text(telling->arena, (double)value, 2, true) : share(telling, value);
    return item == ITEM_SCORE
               ? number
               : arena_printf(telling->arena, "%s %s", word_first ? word : number, word_first ? number : word);
}

static void add_item(const Telling *telling, Bytes *list, const char *item)
{
    bytes_printf(list, "%s%s", list->length ? piece(telling, W_PIECE_BETWEEN) : "", item);
}

static char *list_text(const Telling *telling, const float *values, Item item, const char *between)
{
    int n = telling->trace->n, largest[LIST_LARGEST];
    bool all = n <= LIST_ALL;
    if (!all)
        values_top(values, n, LIST_LARGEST, largest);
    Bytes list = {0};
    for (int i = 0; i < (all ? n : LIST_LARGEST); i++) {
        int j = all ? i : largest[i];
        bytes_printf(&list, "%s%s", i ? between : "", item_text(telling, item, j, values[j]));
    }
    if (!all)
        bytes_printf(&list, piece(telling, W_PIECE_OTHERS), n - LIST_LARGEST);
    return bytes_take(&list, telling->arena);
}

static char *comma_list(const Telling *telling, const float *values, Item item)
{
    return list_text(telling, values, item, piece(telling, W_PIECE_BETWEEN));
}

/* Where each head looks most: "head 1 chase 0.62, head 2 ..."; of one head the weights of all words. */
static char *list_of_heads(const Telling *telling)
{
    const Trace *trace = telling->trace;
    int heads = trace->config.heads, n = trace->n;
    const float *weights = trace->encoding.self.weights + (size_t)telling->at.position * (size_t)n;
    if (heads == 1)
        return comma_list(telling, weights, ITEM_WORD_WEIGHT);
    Bytes list = {0};
    for (int head = 0; head < heads && head < LIST_ALL; head++, weights += (size_t)n * (size_t)n) {
        int best = values_largest(weights, n);
        add_item(telling, &list, arena_printf(telling->arena, piece(telling, W_PIECE_HEAD), head + 1));
        bytes_add_text(&list, item_text(telling, ITEM_WORD_WEIGHT, best, weights[best]));
    }
    if (heads > LIST_ALL)
        bytes_printf(&list, piece(telling, W_PIECE_HEADS), heads - LIST_ALL);
    return bytes_take(&list, telling->arena);
}

static char *list_of_unknown(const Telling *telling)
{
    Bytes list = {0};
    for (int j = 0; j < telling->trace->n; j++)
        if (telling->trace->unknown[j])
            add_item(telling, &list, telling->trace->source[j]);
    return bytes_take(&list, telling->arena);
}

static char *list_of_words(const Telling *telling, const TraceStep *step)
{
    Bytes list = {0};
    for (int i = 0; i < step->top_count && i < LIST_LARGEST; i++)
        add_item(telling, &list,
                 arena_printf(telling->arena, "%s %s", step->top[i].token, share(telling, step->top[i].p)));
    return bytes_take(&list, telling->arena);
}

/* The first entries of what is made. */
static char *list_of_numbers(const Telling *telling)
{
    const float *row = value_recorded(telling->maths, telling->made);
    Bytes list = {0};
    for (int i = 0; i < value_entries(telling->maths, telling->made) && i < 3; i++)
        add_item(telling, &list, number_text(telling->arena, (double)row[i], 2, true));
    return bytes_take(&list, telling->arena);
}

/* Weights sum to 1, those that are printed not always. "<0.01" and ">0.99" stand for any number there. */
static const char *sum_text(const Telling *telling, const float *weights)
{
    int n = telling->trace->n;
    long low = 0, high = 0; /* hundredths */
    for (int j = 0; j < n; j++) {
        const char *text = share(telling, weights[j]);
        long bound = *text == '<' || *text == '>', number = lround(strtod(text + bound, NULL) * 100);
        low += *text == '<' ? 0 : number;
        high += *text == '>' ? 100 : number;
    }
    bool closes = n > LIST_ALL || (low <= 100 && high >= 100);
    return piece(telling, closes ? W_PIECE_SUM : W_PIECE_SUM_ROUNDED);
}

/* ---- what each moment says: up to two sentences ---- */

static void tell_start(Telling *telling)
{
    const Trace *trace = telling->trace;
    const char *unknown = list_of_unknown(telling);
    put(telling, "words", words_text(telling, trace->n));
    put(telling, "sentence", text_join(telling->arena, trace->source, trace->n, trace->config.source_tokens));
    put(telling, "list", unknown);
    say(telling, W_SAY_START);
    say_where(telling, *unknown, W_SAY_UNKNOWN_WORDS);
}

static void tell_embedding(Telling *telling)
{
    put(telling, "numbers", list_of_numbers(telling));
    say(telling, telling->trace->unknown[telling->at.position] ? W_SAY_EMBED_UNKNOWN : W_SAY_EMBED);
}

/* One direction of the top layer; `first` is what is said where it starts, the next two follow it in words.h. */
static void tell_reading(Telling *telling, int before, Word first)
{
    bool starts = before < 0 || before >= telling->trace->n;
    if (!starts)
        put(telling, "before", telling->trace->source[before]);
    say(telling, starts ? first : put_gate(telling, "kept", "z", telling->made) ? first + 2 : first + 1);
}

static void tell_forward(Telling *telling)
{
    tell_reading(telling, telling->at.position - 1, W_SAY_FORWARD_FIRST);
}

static void tell_backward(Telling *telling)
{
    tell_reading(telling, telling->at.position + 1, W_SAY_BACKWARD_FIRST);
    say(telling, W_SAY_ANNOTATION);
}

static void tell_self(Telling *telling)
{
    put_symbol(telling, "query", (Value){VALUE_SELF_QUERY, .place = telling->at.position});
    put_count(telling, "heads", telling->trace->config.heads);
    put(telling, "list", list_of_heads(telling));
    say(telling, telling->trace->config.heads == 1 ? W_SAY_SELF : W_SAY_SELF_HEADS);
    say(telling, W_SAY_SELF_ANNOTATION);
}

static void tell_bridge(Telling *telling)
{
    static const Word says[BRIDGE_KINDS] = {
        [BRIDGE_TANH] = W_SAY_BRIDGE, [BRIDGE_COPY] = W_SAY_BRIDGE_COPY, [BRIDGE_NONE] = W_SAY_BRIDGE_NONE};
    say(telling, says[telling->trace->config.bridge]);
}

static void tell_previous(Telling *telling)
{
    int t = telling->at.step;
    put_count(telling, "t", t + 1);
    bool forced = t > 0 && telling->trace->steps[t - 1].how == CHOSEN_FORCED;
    say(telling, t == 0 ? W_SAY_PREVIOUS_FIRST : forced ? W_SAY_PREVIOUS_FORCED : W_SAY_PREVIOUS);
}

static void tell_query(Telling *telling)
{
    const Config *config = &telling->trace->config;
    put_count(telling, "H", config->hidden);
    put_symbol(telling, "asking", asking_state(telling->maths, telling->at.step, 0));
    say(telling, config->attention == ATTENTION_LUONG ? W_SAY_QUERY_NEW
                 : telling->at.step == 0              ? W_SAY_QUERY_FIRST
                                                      : W_SAY_QUERY);
    say_where(telling, telling->made.kind == VALUE_QUERY, W_SAY_QUERY_MADE);
}

static void tell_scores(Telling *telling)
{
    if (!telling->step->scores) /* they are hidden while a question is asked */
        return;
    put(telling, "list", comma_list(telling, telling->step->scores, ITEM_WORD_SCORE));
    say(telling, W_SAY_SCORES);
    say_where(telling, telling->trace->n > 1, W_SAY_SCORES_BEST);
}

static void tell_softmax(Telling *telling)
{
    const Trace *trace = telling->trace;
    const float *weights = telling->step->weights;
    double temperature = trace->config.temperature;
    bool replaced = trace->steps[telling->at.step].replaced, one = trace->n == 1;
    put(telling, "list", comma_list(telling, weights, ITEM_WORD_WEIGHT));
    if (!replaced) {
        put(telling, "scores", comma_list(telling, telling->step->scores, ITEM_SCORE));
        put_count(telling, "n", trace->n);
        put(telling, "sum", sum_text(telling, weights));
        put(telling, "entry", markup_plain(value_name(telling->maths, telling->made), telling->arena));
        put(telling, "temperature", two_decimals(telling, temperature));
    }
    say(telling, replaced               ? W_SAY_SOFTMAX_CHANGED
                 : one                  ? W_SAY_SOFTMAX_ONE
                 : trace->n <= LIST_ALL ? W_SAY_SOFTMAX
                                        : W_SAY_SOFTMAX_LONG);
    say_where(telling, !replaced && !one && temperature != 1, W_SAY_SOFTMAX_TEMPERATURE);
}

static void tell_context(Telling *telling)
{
    const Config *config = &telling->trace->config;
    const float *weights = telling->step->weights;
    if (!config_weighs(config)) {
        say(telling, W_SAY_CONTEXT_FIXED);
        return;
    }
    bool uniform = !config_scores(config) && !telling->trace->steps[telling->at.step].replaced;
    put(telling, "weight", share(telling, weights[0]));
    put(telling, "list", list_text(telling, weights, ITEM_WEIGHT_WORD, " + "));
    say(telling, uniform ? W_SAY_CONTEXT_UNIFORM : W_SAY_CONTEXT);
    say_where(telling, !uniform && weights[values_largest(weights, telling->trace->n)] >= PEAK, W_SAY_CONTEXT_PEAK);
}

static void tell_state(Telling *telling)
{
    const Config *config = &telling->trace->config;
    const char *token = telling->trace->steps[telling->at.step].input_token;
    Value old = telling->made;
    old.place--;
    put_symbol(telling, "old", old);
    put(telling, "input", telling->step->input < VOCAB_SPECIAL ? token : arena_printf(telling->arena, "“%s”", token));
    bool gated = put_gate(telling, "kept", "z", telling->made) && put_gate(telling, "reset", "r", telling->made);
    if (config_feeds_context(config))
        say(telling, gated ? W_SAY_STATE_GATED : W_SAY_STATE);
    else if (config->attention == ATTENTION_LUONG)
        say(telling, gated ? W_SAY_STATE_FIRST_GATED : W_SAY_STATE_FIRST);
    else
        say(telling, gated ? W_SAY_STATE_ALONE_GATED : W_SAY_STATE_ALONE);
}

static void tell_combine(Telling *telling)
{
    say(telling, W_SAY_COMBINE);
}

static void tell_output(Telling *telling)
{
    put_count(telling, "V", telling->maths->model->target.count);
    put(telling, "list", list_of_words(telling, &telling->trace->steps[telling->at.step]));
    say(telling, W_SAY_OUTPUT);
}

static Word word_sentence(Telling *telling, const TraceStep *step)
{
    if (step->id == VOCAB_END)
        return telling->trace->word_count ? W_SAY_WORD_END : W_SAY_WORD_END_EMPTY;
    int own = model_best(telling->maths->model, step->step.probabilities);
    put(telling, "other", vocab_word(&telling->maths->model->target, own));
    put(telling, "other_p", share(telling, step->step.probabilities[own]));
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

static void tell_word(Telling *telling)
{
    const Trace *trace = telling->trace;
    const TraceStep *step = &trace->steps[telling->at.step];
    put(telling, "p", share(telling, step->p));
    put(telling, "translation", trace_translation(trace, telling->arena));
    put(telling, "words", words_text(telling, trace->word_count));
    say(telling, word_sentence(telling, step));
    bool last = telling->at.step + 1 == trace->step_count;
    say_where(telling, last && trace->truncated, W_SAY_WORD_LIMIT);
    say_where(telling, last && !trace->truncated && trace->forced_cut, W_SAY_WORD_GIVEN_END);
}

/* ---- what all moments may name ---- */

/* The word that the moment is about. */
static const char *word_of(const Telling *telling)
{
    const Trace *trace = telling->trace;
    int t = telling->at.step;
    if (t < 0)
        return telling->at.position < 0 ? "" : trace->source[telling->at.position];
    switch (telling->at.kind) {
    case MOMENT_PREVIOUS:
        return trace->steps[t].input_token;
    case MOMENT_QUERY:
        return t ? trace->steps[t - 1].token : "";
    case MOMENT_SCORES:
    case MOMENT_CONTEXT:
        return trace->source[telling->best];
    default:
        return trace->steps[t].token;
    }
}

static void put_all(Telling *telling)
{
    const Maths *maths = telling->maths;
    const Config *config = &telling->trace->config;
    int t = telling->at.step, j = telling->at.position;
    bool mean = config->cell == CELL_SELF, query = telling->at.kind == MOMENT_QUERY;
    const float *looks = !telling->step                      ? NULL
                         : telling->at.kind == MOMENT_SCORES ? telling->step->scores
                                                             : telling->step->weights;
    telling->best = looks ? values_largest(looks, telling->trace->n) : 0;
    put(telling, "word", word_of(telling));
    put_count(telling, "D", config_annotation(config));
    put(telling, "final", piece(telling, mean ? W_PIECE_FINAL_MEAN : W_PIECE_FINAL));
    put(telling, "annotation", markup_plain(annotation_name(maths, j < 0 ? telling->best : j), telling->arena));
    put_symbol(telling, "context", (Value){VALUE_CONTEXT, .place = t});
    put_symbol(telling, "state", (Value){VALUE_STATE, RUN_DECODER, .place = t});
    if (telling->made.kind == VALUE_NONE)
        return;
    bool word = telling->at.kind == MOMENT_WORD;
    const char *value = word ? word_name(maths, t) : vector_name(maths, telling->made);
    put(telling, "value", markup_plain(value, telling->arena));
    int size = value_entries(maths, telling->made);
    put_count(telling, "size", size);
    const Real *row = value_recorded(maths, query ? asking_state(maths, t, 0) : telling->made);
    if (row && !word)
        put_range(telling, row, query ? config->hidden : size);
}

char *explain_moment(const Maths *maths, int moment)
{
    static void (*const tellers[MOMENT_KINDS])(Telling *) = {
        [MOMENT_START] = tell_start,       [MOMENT_EMBED] = tell_embedding, [MOMENT_FORWARD] = tell_forward,
        [MOMENT_BACKWARD] = tell_backward, [MOMENT_SELF] = tell_self,       [MOMENT_BRIDGE] = tell_bridge,
        [MOMENT_PREVIOUS] = tell_previous, [MOMENT_QUERY] = tell_query,     [MOMENT_SCORES] = tell_scores,
        [MOMENT_SOFTMAX] = tell_softmax,   [MOMENT_CONTEXT] = tell_context, [MOMENT_STATE] = tell_state,
        [MOMENT_COMBINE] = tell_combine,   [MOMENT_OUTPUT] = tell_output,   [MOMENT_WORD] = tell_word,
    };
    Moment at = moment_at(maths->trace, moment);
    Telling telling = {.maths = maths, .trace = maths->trace, .arena = maths->arena, .at = at};
    telling.step = at.step < 0 ? NULL : &maths->trace->steps[at.step].step;
    telling.made = moment_value(maths, at);
    put_all(&telling);
    tellers[at.kind](&telling);
    return bytes_take(&telling.text, maths->arena);
}
