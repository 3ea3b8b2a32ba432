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

static char *take_text(const Telling *telling, Bytes *text)
{
    char *copy = arena_copy(telling->arena, bytes_slice(text).text, text->length);
    bytes_finish(text);
    return copy;
}

/* Texts are put in as they are: what a person typed may hold braces. */
static char *say(const Telling *telling, Word sentence)
{
    Bytes text = {0};
    for (const char *from = piece(telling, sentence); *from;) {
        size_t plain = strcspn(from, "{");
        bytes_add(&text, from, plain);
        from += plain;
        if (*from == '{') {
            Slice name = {from + 1, strcspn(from + 1, "}")};
            bytes_add_text(&text, fill_named(telling, name));
            from += name.length + 2;
        }
    }
    return take_text(telling, &text);
}

/* ---- pieces of text ---- */

static const char *count_text(const Telling *telling, int count)
{
    return arena_printf(telling->arena, "%d", count);
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
static const char *symbol(const Telling *telling, Value value)
{
    return markup_plain(vector_name(telling->maths, value), telling->arena);
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

typedef const char *(*ItemText)(const Telling *telling, int j, float value);

static const char *item_word_score(const Telling *telling, int j, float value)
{
    return arena_printf(telling->arena, "%s %s", telling->trace->source[j],
                        number_text(telling->arena, (double)value, 2, true));
}

static const char *item_word_weight(const Telling *telling, int j, float value)
{
    return arena_printf(telling->arena, "%s %s", telling->trace->source[j], share(telling, value));
}

static const char *item_share(const Telling *telling, int j, float value)
{
    return arena_printf(telling->arena, "%s %s", share(telling, value), telling->trace->source[j]);
}

static const char *item_score(const Telling *telling, int j, float value)
{
    (void)j;
    return number_text(telling->arena, (double)value, 2, true);
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
        bytes_add_text(&text, item(telling, j, values[j]));
    }
    if (!all)
        bytes_printf(&text, piece(telling, W_PIECE_OTHERS), n - LIST_LARGEST);
    return take_text(telling, &text);
}

static char *comma_list(const Telling *telling, const float *values, ItemText item)
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
        return comma_list(telling, weights, item_word_weight);
    Bytes text = {0};
    for (int head = 0; head < heads && head < LIST_ALL; head++, weights += (size_t)n * (size_t)n) {
        int best = values_largest(weights, n);
        bytes_add_text(&text, head ? piece(telling, W_PIECE_BETWEEN) : "");
        bytes_printf(&text, piece(telling, W_PIECE_HEAD), head + 1);
        bytes_add_text(&text, item_word_weight(telling, best, weights[best]));
    }
    if (heads > LIST_ALL)
        bytes_printf(&text, piece(telling, W_PIECE_HEADS), heads - LIST_ALL);
    return take_text(telling, &text);
}

static char *list_of_unknown(const Telling *telling)
{
    Bytes text = {0};
    for (int j = 0; j < telling->trace->n; j++)
        if (telling->trace->unknown[j])
            bytes_printf(&text, "%s%s", text.length ? piece(telling, W_PIECE_BETWEEN) : "", telling->trace->source[j]);
    return take_text(telling, &text);
}

static char *list_of_words(const Telling *telling, const TraceStep *step)
{
    Bytes list = {0};
    for (int i = 0; i < step->top_count && i < LIST_LARGEST; i++)
        bytes_printf(&list, "%s%s %s", i ? piece(telling, W_PIECE_BETWEEN) : "", step->top[i].token,
                     share(telling, step->top[i].p));
    return take_text(telling, &list);
}

/* The first entries of what is made. */
static char *list_of_numbers(const Telling *telling)
{
    const float *row = value_recorded(telling->maths, telling->made);
    Bytes numbers = {0};
    for (int i = 0; i < value_entries(telling->maths, telling->made) && i < 3; i++)
        bytes_printf(&numbers, "%s%s", i ? piece(telling, W_PIECE_BETWEEN) : "",
                     number_text(telling->arena, (double)row[i], 2, true));
    return take_text(telling, &numbers);
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

#define SILENT W_COUNT /* in place of a sentence */

typedef struct Sentences {
    Word first, second;
} Sentences;

static Sentences one(Word sentence)
{
    return (Sentences){sentence, SILENT};
}

static Sentences tell_start(Telling *telling)
{
    const Trace *trace = telling->trace;
    const char *unknown = list_of_unknown(telling);
    put(telling, "words", words_text(telling, trace->n));
    put(telling, "sentence", text_join(telling->arena, trace->source, trace->n, trace->config.source_tokens));
    put(telling, "list", unknown);
    return (Sentences){W_SAY_START, *unknown ? W_SAY_UNKNOWN_WORDS : SILENT};
}

static Sentences tell_embedding(Telling *telling)
{
    put(telling, "numbers", list_of_numbers(telling));
    return one(telling->trace->unknown[telling->at.position] ? W_SAY_EMBED_UNKNOWN : W_SAY_EMBED);
}

/* One direction of the top layer; `first` is what is said where it starts, the next two follow it in words.h. */
static Word tell_reading(Telling *telling, int before, Word first)
{
    if (before < 0 || before >= telling->trace->n)
        return first;
    put(telling, "before", telling->trace->source[before]);
    return put_gate(telling, "kept", "z", telling->made) ? first + 2 : first + 1;
}

static Sentences tell_forward(Telling *telling)
{
    return one(tell_reading(telling, telling->at.position - 1, W_SAY_FORWARD_FIRST));
}

static Sentences tell_backward(Telling *telling)
{
    return (Sentences){tell_reading(telling, telling->at.position + 1, W_SAY_BACKWARD_FIRST), W_SAY_ANNOTATION};
}

static Sentences tell_self(Telling *telling)
{
    put(telling, "query", symbol(telling, (Value){VALUE_SELF_QUERY, .place = telling->at.position}));
    put(telling, "heads", count_text(telling, telling->trace->config.heads));
    put(telling, "list", list_of_heads(telling));
    return (Sentences){telling->trace->config.heads == 1 ? W_SAY_SELF : W_SAY_SELF_HEADS, W_SAY_SELF_ANNOTATION};
}

static Sentences tell_bridge(Telling *telling)
{
    static const Word says[BRIDGE_KINDS] = {
        [BRIDGE_TANH] = W_SAY_BRIDGE, [BRIDGE_COPY] = W_SAY_BRIDGE_COPY, [BRIDGE_NONE] = W_SAY_BRIDGE_NONE};
    return one(says[telling->trace->config.bridge]);
}

static Sentences tell_previous(Telling *telling)
{
    int t = telling->at.step;
    put(telling, "t", count_text(telling, t + 1));
    bool forced = t > 0 && telling->trace->steps[t - 1].how == CHOSEN_FORCED;
    return one(t == 0 ? W_SAY_PREVIOUS_FIRST : forced ? W_SAY_PREVIOUS_FORCED : W_SAY_PREVIOUS);
}

static Sentences tell_query(Telling *telling)
{
    const Config *config = &telling->trace->config;
    put(telling, "H", count_text(telling, config->hidden));
    put(telling, "asking", symbol(telling, asking_state(telling->maths, telling->at.step, 0)));
    return (Sentences){config->attention == ATTENTION_LUONG ? W_SAY_QUERY_NEW
                       : telling->at.step == 0              ? W_SAY_QUERY_FIRST
                                                            : W_SAY_QUERY,
                       telling->made.kind == VALUE_QUERY ? W_SAY_QUERY_MADE : SILENT};
}

static Sentences tell_scores(Telling *telling)
{
    if (!telling->step->scores) /* they are hidden while a question is asked */
        return one(SILENT);
    put(telling, "list", comma_list(telling, telling->step->scores, item_word_score));
    return (Sentences){W_SAY_SCORES, telling->trace->n == 1 ? SILENT : W_SAY_SCORES_BEST};
}

static Sentences tell_softmax(Telling *telling)
{
    const Trace *trace = telling->trace;
    const float *weights = telling->step->weights;
    double temperature = trace->config.temperature;
    put(telling, "list", comma_list(telling, weights, item_word_weight));
    if (trace->steps[telling->at.step].replaced)
        return one(W_SAY_SOFTMAX_CHANGED);
    put(telling, "scores", comma_list(telling, telling->step->scores, item_score));
    put(telling, "n", count_text(telling, trace->n));
    put(telling, "sum", sum_text(telling, weights));
    put(telling, "entry", markup_plain(value_name(telling->maths, telling->made), telling->arena));
    put(telling, "temperature", two_decimals(telling, temperature));
    if (trace->n == 1)
        return one(W_SAY_SOFTMAX_ONE);
    return (Sentences){trace->n <= LIST_ALL ? W_SAY_SOFTMAX : W_SAY_SOFTMAX_LONG,
                       temperature == 1 ? SILENT : W_SAY_SOFTMAX_TEMPERATURE};
}

static Sentences tell_context(Telling *telling)
{
    const Config *config = &telling->trace->config;
    const float *weights = telling->step->weights;
    if (!config_weighs(config))
        return one(W_SAY_CONTEXT_FIXED);
    put(telling, "weight", share(telling, weights[0]));
    if (!config_scores(config) && !telling->trace->steps[telling->at.step].replaced)
        return one(W_SAY_CONTEXT_UNIFORM);
    int best = values_largest(weights, telling->trace->n);
    put(telling, "list", list_text(telling, weights, item_share, " + "));
    return (Sentences){W_SAY_CONTEXT, weights[best] < PEAK ? SILENT : W_SAY_CONTEXT_PEAK};
}

static Sentences tell_state(Telling *telling)
{
    const Config *config = &telling->trace->config;
    const char *token = telling->trace->steps[telling->at.step].input_token;
    Value old = telling->made;
    old.place--;
    put(telling, "old", symbol(telling, old));
    put(telling, "input", telling->step->input < VOCAB_SPECIAL ? token : arena_printf(telling->arena, "“%s”", token));
    bool gated = put_gate(telling, "kept", "z", telling->made) && put_gate(telling, "reset", "r", telling->made);
    if (config_feeds_context(config))
        return one(gated ? W_SAY_STATE_GATED : W_SAY_STATE);
    if (config->attention == ATTENTION_LUONG)
        return one(gated ? W_SAY_STATE_FIRST_GATED : W_SAY_STATE_FIRST);
    return one(gated ? W_SAY_STATE_ALONE_GATED : W_SAY_STATE_ALONE);
}

static Sentences tell_output(Telling *telling)
{
    put(telling, "V", count_text(telling, telling->maths->model->target.count));
    put(telling, "list", list_of_words(telling, &telling->trace->steps[telling->at.step]));
    return one(W_SAY_OUTPUT);
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

static Sentences tell_word(Telling *telling)
{
    const Trace *trace = telling->trace;
    const TraceStep *step = &trace->steps[telling->at.step];
    put(telling, "p", share(telling, step->p));
    put(telling, "translation", trace_translation(trace, telling->arena));
    put(telling, "words", words_text(telling, trace->word_count));
    bool last = telling->at.step + 1 == trace->step_count;
    return (Sentences){word_sentence(telling, step), !last               ? SILENT
                                                     : trace->truncated  ? W_SAY_WORD_LIMIT
                                                     : trace->forced_cut ? W_SAY_WORD_GIVEN_END
                                                                         : SILENT};
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
    put(telling, "D", count_text(telling, config_annotation(config)));
    put(telling, "final", piece(telling, mean ? W_PIECE_FINAL_MEAN : W_PIECE_FINAL));
    put(telling, "annotation", markup_plain(annotation_name(maths, j < 0 ? telling->best : j), telling->arena));
    put(telling, "context", symbol(telling, (Value){VALUE_CONTEXT, .place = t}));
    put(telling, "state", symbol(telling, (Value){VALUE_STATE, RUN_DECODER, .place = t}));
    if (telling->made.kind == VALUE_NONE)
        return;
    bool word = telling->at.kind == MOMENT_WORD;
    put(telling, "value", word ? markup_plain(word_name(maths, t), telling->arena) : symbol(telling, telling->made));
    int size = value_entries(maths, telling->made);
    put(telling, "size", count_text(telling, size));
    const Real *row = value_recorded(maths, query ? asking_state(maths, t, 0) : telling->made);
    if (row && !word)
        put_range(telling, row, query ? config->hidden : size);
}

char *explain_moment(const Maths *maths, int moment)
{
    static Sentences (*const tellers[MOMENT_KINDS])(Telling *) = {
        [MOMENT_START] = tell_start,       [MOMENT_EMBED] = tell_embedding, [MOMENT_FORWARD] = tell_forward,
        [MOMENT_BACKWARD] = tell_backward, [MOMENT_SELF] = tell_self,       [MOMENT_BRIDGE] = tell_bridge,
        [MOMENT_PREVIOUS] = tell_previous, [MOMENT_QUERY] = tell_query,     [MOMENT_SCORES] = tell_scores,
        [MOMENT_SOFTMAX] = tell_softmax,   [MOMENT_CONTEXT] = tell_context, [MOMENT_STATE] = tell_state,
        [MOMENT_OUTPUT] = tell_output,     [MOMENT_WORD] = tell_word,
    };
    Moment at = moment_at(maths->trace, moment);
    Telling telling = {.maths = maths, .trace = maths->trace, .arena = maths->arena, .at = at};
    telling.step = at.step < 0 ? NULL : &maths->trace->steps[at.step].step;
    telling.made = moment_value(maths, at);
    put_all(&telling);
    Sentences says = tellers[at.kind] ? tellers[at.kind](&telling) : one(W_SAY_COMBINE);
    if (says.first == SILENT)
        return arena_copy(maths->arena, "", 0);
    char *text = say(&telling, says.first);
    return says.second == SILENT
               ? text
               : arena_printf(maths->arena, "%s%s%s", text, piece(&telling, W_PIECE_GAP), say(&telling, says.second));
}
