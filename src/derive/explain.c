/* One moment in words: which sentences are said, and what of the trace they are filled with. H hidden, V target
 * words. */
#include "derive/explain.h"

#include "derive/name.h"
#include "derive/plain.h"
#include "derive/remainder.h"
#include "derive/telling.h"
#include "words/explain_words.h"

#include <math.h>
#include <string.h>

#define PEAK 0.8f /* a weight from here on makes the context "almost the state of" one word */

/* ---- pieces of text ---- */

static const char *words_text(const Telling *telling, int count)
{
    return telling_counted(telling, W_PIECE_WORDS, count);
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
            telling_put(telling, name, telling_number(telling, sum / H));
            return true;
        }
    return false;
}

/* ---- lists ---- */

/* Where each head looks most: "head 1 chase 0.62, head 2 ..."; of one head the weights of all words. */
static char *list_of_heads(const Telling *telling)
{
    const Trace *trace = telling->trace;
    int heads = trace->config.heads, n = trace->n;
    const SelfRun *run = &trace->encoding.layers[telling->at.layer].self;
    const float *weights = run->weights + (size_t)telling->at.position * (size_t)n;
    if (heads == 1)
        return telling_list(telling, weights, ITEM_WORD_WEIGHT, NULL);
    Bytes list = {0};
    for (int head = 0; head < heads && head < LIST_ALL; head++, weights += (size_t)n * (size_t)n) {
        int best = values_largest(weights, n);
        telling_add_item(telling, &list, arena_printf(telling->arena, telling_piece(telling, W_PIECE_HEAD), head + 1));
        bytes_add_text(&list, telling_item(telling, ITEM_WORD_WEIGHT, best, weights[best]));
    }
    if (heads > LIST_ALL)
        bytes_add_text(&list, telling_counted(telling, W_PIECE_HEADS, heads - LIST_ALL));
    return bytes_take(&list, telling->arena);
}

static char *list_of_unknown(const Telling *telling)
{
    Bytes list = {0};
    for (int j = 0; j < telling->trace->n; j++)
        if (telling->trace->unknown[j])
            telling_add_item(telling, &list, telling->trace->source[j]);
    return bytes_take(&list, telling->arena);
}

static char *list_of_words(const Telling *telling, const TraceStep *step)
{
    Bytes list = {0};
    for (int i = 0; i < step->top_count && i < LIST_LARGEST; i++)
        telling_add_item(
            telling, &list,
            arena_printf(telling->arena, "%s %s", step->top[i].token, telling_share(telling, step->top[i].p)));
    return bytes_take(&list, telling->arena);
}

/* The first entries of what is made. */
static char *list_of_numbers(const Telling *telling)
{
    const float *row = value_recorded(telling->maths, telling->made);
    Bytes list = {0};
    for (int i = 0; i < value_entries(telling->maths, telling->made) && i < 3; i++)
        telling_add_item(telling, &list, number_text(telling->arena, (double)row[i], 2, true));
    return bytes_take(&list, telling->arena);
}

/* Weights sum to 1, within a window to less; those that are printed not always. */
static const char *sum_text(const Telling *telling, const float *weights)
{
    int n = telling->trace->n;
    double total = shares_total(weights, n);
    const char *whole = number_text(telling->arena, total, fabs(total - 1) < 0.005 ? 0 : 2, false);
    bool closes = n > LIST_ALL || shares_add_up(weights, n, telling->arena);
    return arena_printf(telling->arena, telling_piece(telling, closes ? W_PIECE_SUM : W_PIECE_SUM_ROUNDED), whole);
}

/* ---- what each moment says: up to two sentences ---- */

static void tell_start(Telling *telling)
{
    const Trace *trace = telling->trace;
    const char *unknown = list_of_unknown(telling);
    telling_put(telling, "words", words_text(telling, trace->n));
    telling_put(telling, "sentence", text_join(telling->arena, trace->source, trace->n, trace->config.source_tokens));
    telling_put(telling, "list", unknown);
    telling_say(telling, W_SAY_START);
    telling_say_where(telling, *unknown, W_SAY_UNKNOWN_WORDS);
}

static void tell_embedding(Telling *telling)
{
    telling_put(telling, "numbers", list_of_numbers(telling));
    telling_say(telling, telling->trace->unknown[telling->at.position] ? W_SAY_EMBED_UNKNOWN : W_SAY_EMBED);
}

/* Tells one direction of a layer. `first` is the sentence for the first word; in words/ three more follow it, the
 * last for the first word of one of two layers. */
static void tell_reading(Telling *telling, int before, Word first)
{
    bool starts = before < 0 || before >= telling->trace->n, several = telling->trace->config.layers > 1;
    if (!starts)
        telling_put(telling, "before", telling_word_read(telling, before));
    telling_say(telling, starts                                          ? several ? first + 3 : first
                         : put_gate(telling, "kept", "z", telling->made) ? first + 2
                                                                         : first + 1);
}

/* Where the whole state has been told. */
static void tell_muted(Telling *telling)
{
    telling_say_where(telling, trace_muted(telling->trace, telling->at.position), W_SAY_MUTED);
}

static bool at_top(const Telling *telling)
{
    return telling->at.layer == telling->trace->config.layers - 1;
}

static void tell_forward(Telling *telling)
{
    tell_reading(telling, telling->at.position - 1, W_SAY_FORWARD_FIRST);
    if (!telling->trace->config.bidirectional && at_top(telling))
        tell_muted(telling);
}

static void tell_backward(Telling *telling)
{
    if (config_from_right(&telling->trace->config, 1))
        tell_reading(telling, telling->at.position + 1, W_SAY_BACKWARD_FIRST);
    else /* fault forward_only */
        tell_reading(telling, telling->at.position - 1, W_SAY_FORWARD_FIRST);
    if (!at_top(telling))
        return;
    telling_say(telling, W_SAY_ANNOTATION);
    tell_muted(telling);
}

/* Where each head of the newest word looks most among the words so far. */
static char *list_of_written(const Telling *telling)
{
    const Trace *trace = telling->trace;
    const WrittenRun *run = &telling->step->layers[trace->config.layers - 1];
    int t = telling->at.step, heads = trace->config.heads;
    Bytes list = {0};
    for (int head = 0; head < heads && head < LIST_ALL && run->weights; head++) {
        const float *weights = run->weights + (size_t)head * (size_t)(t + 1);
        int best = values_largest(weights, t + 1);
        const char *name =
            heads > 1 ? arena_printf(telling->arena, telling_piece(telling, W_PIECE_HEAD), head + 1) : "";
        telling_add_item(telling, &list,
                         arena_printf(telling->arena, "%s%s %s", name, trace->steps[best].input_token,
                                      telling_share(telling, weights[best])));
    }
    return bytes_take(&list, telling->arena);
}

static void tell_self(Telling *telling)
{
    if (telling->at.step >= 0) {
        telling_put(telling, "list", list_of_written(telling));
        telling_say(telling, config_norms_before(&telling->trace->config) ? W_SAY_WRITTEN_BEFORE : W_SAY_WRITTEN);
        return;
    }
    static const Word says[][2][2] = {/* [norm][below][block] */
                                      [NORM_POST] = {{W_SAY_SELF_ANNOTATION, W_SAY_SELF_ANNOTATION_BLOCK},
                                                     {W_SAY_SELF_BELOW, W_SAY_SELF_BELOW_BLOCK}},
                                      [NORM_PRE] = {{W_SAY_SELF_BEFORE, W_SAY_SELF_BEFORE_BLOCK},
                                                    {W_SAY_SELF_BEFORE_BELOW, W_SAY_SELF_BEFORE_BELOW_BLOCK}}};
    int layers = telling->trace->config.layers, below = layers - 1 - telling->at.layer;
    telling_put_symbol(telling, "query", (Value){VALUE_SELF_QUERY, .place = telling->at.position, .part = below});
    telling_put_count(telling, "heads", telling->trace->config.heads);
    telling_put(telling, "list", list_of_heads(telling));
    telling_say(telling, telling->trace->config.heads == 1 ? W_SAY_SELF : W_SAY_SELF_HEADS);
    telling_say(telling, says[telling->trace->config.norm][below > 0][telling->trace->config.feed_forward > 0]);
    if (layers > 1 && !below)
        telling_say(telling, W_SAY_SELF_LAYERS);
    if (!below)
        tell_muted(telling);
}

static void tell_bridge(Telling *telling)
{
    static const Word says[BRIDGE_KINDS] = {
        [BRIDGE_TANH] = W_SAY_BRIDGE, [BRIDGE_COPY] = W_SAY_BRIDGE_COPY, [BRIDGE_NONE] = W_SAY_BRIDGE_NONE};
    telling_say(telling, says[telling->trace->config.bridge]);
    telling_put_symbol(telling, "lower", (Value){VALUE_STATE, RUN_LOWER, .place = -1});
    telling_say_where(telling, telling->trace->config.decoder_layers > 1, W_SAY_BRIDGE_LAYERS);
}

static void tell_previous(Telling *telling)
{
    int t = telling->at.step;
    telling_put_count(telling, "t", t + 1);
    bool forced = t > 0 && telling->trace->steps[t - 1].how == CHOSEN_FORCED;
    telling_say(telling, t == 0              ? W_SAY_PREVIOUS_FIRST
                         : forced            ? W_SAY_PREVIOUS_FORCED
                         : telling->in_short ? W_SAY_PREVIOUS_SHORT
                                             : W_SAY_PREVIOUS);
    const Config *config = &telling->trace->config;
    if (!config_is_transformer(config) || telling->in_short)
        return;
    telling_put_count(telling, "E", config->embed);
    telling_say(telling, config->places == PLACES_NONE ? W_SAY_PREVIOUS_NO_PLACE : W_SAY_PREVIOUS_PLACE);
}

static void tell_query(Telling *telling)
{
    const Config *config = &telling->trace->config;
    telling_put_numbers(telling, "H", config->hidden);
    telling_put_symbol(telling, "asking", asking_state(telling->maths, telling->at.step, 0));
    telling_say(telling, config_is_transformer(config)          ? W_SAY_QUERY_WRITTEN
                         : config->attention == ATTENTION_LUONG ? W_SAY_QUERY_NEW
                         : telling->at.step == 0                ? W_SAY_QUERY_FIRST
                                                                : W_SAY_QUERY);
    telling_say_where(telling, telling->made.kind == VALUE_QUERY && !telling->in_short, W_SAY_QUERY_MADE);
}

static void tell_scores(Telling *telling)
{
    if (!telling->step->scores) /* they are hidden while a question is asked */
        return;
    telling_put(telling, "list", telling_list(telling, telling->step->scores, ITEM_WORD_SCORE, NULL));
    telling_put_count(telling, "heads", telling->trace->config.cross_heads);
    telling_say(telling, config_mixes_heads(&telling->trace->config) ? W_SAY_SCORES_HEADS : W_SAY_SCORES);
    telling_say_where(telling, telling->trace->n > 1, W_SAY_SCORES_BEST);
}

static void tell_softmax(Telling *telling)
{
    const Trace *trace = telling->trace;
    const float *weights = telling->step->weights;
    double temperature = step_temperature(trace, telling->at.step);
    bool replaced = trace->steps[telling->at.step].replaced, falls = trace->config.local == LOCAL_P;
    bool one = trace->n == 1 && !falls;
    const char *window = telling_window(telling);
    telling_put(telling, "list", telling_list(telling, weights, ITEM_WORD_WEIGHT, NULL));
    if (!replaced) {
        telling_put(telling, "scores", telling_list(telling, telling->step->scores, ITEM_SCORE, NULL));
        telling_put_count(telling, "n", trace->n);
        telling_put(telling, "sum", sum_text(telling, weights));
        telling_put(telling, "entry", markup_plain(value_name(telling->maths, telling->made), telling->arena));
        telling_put(telling, "temperature", telling_number(telling, temperature));
        telling_put(telling, "window", window ? window : "");
    }
    if (!replaced && config_mixes_heads(&trace->config)) {
        telling_put_count(telling, "heads", trace->config.cross_heads);
        telling_say(telling, W_SAY_SOFTMAX_HEADS);
        return;
    }
    telling_say(telling, replaced               ? W_SAY_SOFTMAX_CHANGED
                         : one                  ? W_SAY_SOFTMAX_ONE
                         : telling->in_short    ? W_SAY_SOFTMAX_SHORT
                         : window               ? W_SAY_SOFTMAX_WINDOW
                         : trace->n <= LIST_ALL ? W_SAY_SOFTMAX
                                                : W_SAY_SOFTMAX_LONG);
    telling_say_where(telling, !replaced && !one && temperature != 1, W_SAY_SOFTMAX_TEMPERATURE);
    telling_say_where(telling, !replaced && falls && !telling->in_short, W_SAY_SHARE_WINDOW);
}

/* Does one word alone weigh anything, and all that there is? */
static bool one_alone(const float *weights, int n)
{
    for (int j = 0; j < n; j++)
        if (weights[j] != 0 && weights[j] != 1)
            return false;
    return true;
}

static void tell_context(Telling *telling)
{
    const Config *config = &telling->trace->config;
    const float *weights = telling->step->weights;
    if (!config_weighs(config)) {
        telling_say(telling, W_SAY_CONTEXT_FIXED);
        return;
    }
    bool uniform = !config_scores(config) && !telling->trace->steps[telling->at.step].replaced;
    telling_put(telling, "weight", telling_share(telling, weights[0]));
    telling_put(telling, "list", telling_list(telling, weights, ITEM_WEIGHT_WORD, " + "));
    if (config_is_transformer(config)) {
        telling_put_count(telling, "heads", config->cross_heads);
        telling_say(telling, telling->in_short         ? W_SAY_CONTEXT_SHORT
                             : config->cross_heads > 1 ? W_SAY_CONTEXT_HEADS
                                                       : W_SAY_CONTEXT_VALUES);
        return;
    }
    telling_say(telling, uniform ? W_SAY_CONTEXT_UNIFORM : telling->in_short ? W_SAY_CONTEXT_SHORT : W_SAY_CONTEXT);
    if (uniform || weights[values_largest(weights, telling->trace->n)] < PEAK)
        return;
    telling_say(telling, one_alone(weights, telling->trace->n) ? W_SAY_CONTEXT_ONE : W_SAY_CONTEXT_PEAK);
}

static void tell_state(Telling *telling)
{
    const Config *config = &telling->trace->config;
    if (config_is_transformer(config)) {
        static const Word says[][NORM_KINDS][2] = {/* [residual][norm][block] */
                                                   {[NORM_POST] = {W_SAY_STATE_UNADDED, W_SAY_STATE_UNADDED_BLOCK},
                                                    [NORM_PRE] = {W_SAY_STATE_UNADDED, W_SAY_STATE_BEFORE_UNADDED}},
                                                   {[NORM_POST] = {W_SAY_STATE_WRITTEN, W_SAY_STATE_WRITTEN_BLOCK},
                                                    [NORM_PRE] = {W_SAY_STATE_BEFORE, W_SAY_STATE_BEFORE_BLOCK}}};
        Value asked = asking_state(telling->maths, telling->at.step, 0), sum = asked;
        sum.kind = VALUE_SELF_SUM;
        telling_put_symbol(telling, "old", asked);
        telling_put_symbol(telling, "sum", sum);
        telling_say(telling, says[config->cross_residual][config->norm][config->feed_forward > 0]);
        return;
    }
    const char *token = telling->trace->steps[telling->at.step].input_token;
    Value old = telling->made;
    old.place--;
    telling_put_symbol(telling, "old", old);
    telling_put(telling, "input",
                telling->step->input < VOCAB_SPECIAL ? token : arena_printf(telling->arena, "“%s”", token));
    bool gated = put_gate(telling, "kept", "z", telling->made) && put_gate(telling, "reset", "r", telling->made);
    if (run_layer(config, telling->made.run) > 0) {
        telling_put_symbol(telling, "below", (Value){VALUE_STATE, RUN_LOWER, .place = telling->at.step});
        telling_say(telling, gated ? W_SAY_STATE_UPPER_GATED : W_SAY_STATE_UPPER);
        return;
    }
    if (config_feeds_context(config))
        telling_say(telling, !gated ? W_SAY_STATE : telling->in_short ? W_SAY_STATE_GATED_SHORT : W_SAY_STATE_GATED);
    else if (config->attention == ATTENTION_LUONG)
        telling_say(telling, gated ? W_SAY_STATE_FIRST_GATED : W_SAY_STATE_FIRST);
    else
        telling_say(telling, gated ? W_SAY_STATE_ALONE_GATED : W_SAY_STATE_ALONE);
    telling_say_where(telling, config->decoder_layers > 1, W_SAY_STATE_LOWER);
}

static void tell_combine(Telling *telling)
{
    telling_say(telling, W_SAY_COMBINE);
}

static void tell_output(Telling *telling)
{
    telling_put_count(telling, "V", telling->maths->model->target.count);
    telling_put(telling, "list", list_of_words(telling, &telling->trace->steps[telling->at.step]));
    telling_say(telling, W_SAY_OUTPUT);
}

static Word word_sentence(Telling *telling, const TraceStep *step)
{
    if (step->id == VOCAB_END)
        return telling->trace->word_count ? W_SAY_WORD_END : W_SAY_WORD_END_EMPTY;
    int own = model_best(telling->maths->model, step->step.probabilities);
    telling_put(telling, "other", vocab_word(&telling->maths->model->target, own));
    telling_put(telling, "other_p", telling_share(telling, step->step.probabilities[own]));
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
    telling_put(telling, "p", telling_share(telling, step->p));
    telling_put(telling, "translation", trace_translation(trace, telling->arena));
    telling_put(telling, "words", words_text(telling, trace->word_count));
    telling_say(telling, word_sentence(telling, step));
    bool last = telling->at.step + 1 == trace->step_count;
    telling_say_where(telling, last && trace->truncated, W_SAY_WORD_LIMIT);
    telling_say_where(telling, last && !trace->truncated && trace->forced_cut, W_SAY_WORD_GIVEN_END);
}

char *telling_moment(const Maths *maths, int moment, bool in_short)
{
    static void (*const tellers[MOMENT_KINDS])(Telling *) = {
        [MOMENT_START] = tell_start,       [MOMENT_EMBED] = tell_embedding, [MOMENT_FORWARD] = tell_forward,
        [MOMENT_BACKWARD] = tell_backward, [MOMENT_SELF] = tell_self,       [MOMENT_BRIDGE] = tell_bridge,
        [MOMENT_PREVIOUS] = tell_previous, [MOMENT_QUERY] = tell_query,     [MOMENT_SCORES] = tell_scores,
        [MOMENT_SOFTMAX] = tell_softmax,   [MOMENT_CONTEXT] = tell_context, [MOMENT_STATE] = tell_state,
        [MOMENT_COMBINE] = tell_combine,   [MOMENT_OUTPUT] = tell_output,   [MOMENT_WORD] = tell_word,
    };
    Telling telling = telling_of(maths, moment);
    telling.in_short = in_short;
    tellers[telling.at.kind](&telling);
    return bytes_take(&telling.text, maths->arena);
}

char *explain_moment(const Maths *maths, int moment)
{
    return telling_moment(maths, moment, false);
}
