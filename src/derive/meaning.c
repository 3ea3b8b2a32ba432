#include "derive/meaning.h"

#include "derive/name.h"
#include "derive/plain.h"
#include "words/common_words.h"
#include "words/derive_words.h"

static const char *text(const Maths *maths, Word word)
{
    return said(maths->language, word);
}

static const char *plain_vector(const Maths *maths, Value value)
{
    return markup_plain(vector_name(maths, value), maths->arena);
}

const char *source_word(const Maths *maths, int j)
{
    const Trace *trace = maths->trace;
    return arena_printf(maths->arena, trace->unknown[j] ? text(maths, W_UNK_FOR) : "“%s”", trace->source[j]);
}

const char *source_meaning(const Maths *maths, int j)
{
    const Trace *trace = maths->trace;
    return trace->unknown[j]
               ? text(maths, W_NOT_IN_THE_VOCABULARY_READ_AS)
               : arena_printf(maths->arena, text(maths, W_NUMBER_OF_THE_VOCABULARY), trace->encoding.ids[j] + 1);
}

const char *places_meaning(Language language, int first, int count, Arena *arena)
{
    return count == 1 ? arena_printf(arena, said(language, W_WORD_AT), first + 1)
                      : arena_printf(arena, said(language, W_WORDS_FROM_TO), first + 1, first + count);
}

const char *layer_meaning(const Maths *maths, int run)
{
    const Config *config = &maths->trace->config;
    bool decodes = run_decodes(run), both = config->bidirectional && !decodes;
    int layer = run_layer(config, run) + 1, layers = decodes ? config->decoder_layers : config->layers;
    Word word = layer == 1 ? W_LAYER_OF : both ? W_LAYER_OF_BOTH_WAYS : W_LAYER_OF_STATES;
    return layers > 1 ? arena_printf(maths->arena, text(maths, word), layer, layers) : NULL;
}

/* Of two layers of the decoder with the one that is meant. */
static const char *in_decoder(const Maths *maths, Value value, const char *what)
{
    const char *layer = layer_meaning(maths, value.run);
    return layer ? arena_printf(maths->arena, text(maths, W_IN_LAYER), what, layer) : what;
}

/* "step 2", "“chase”", "“chase” in layer 1 of 2": where a cell is. */
static const char *place_of(const Maths *maths, Value value)
{
    if (run_decodes(value.run))
        return in_decoder(maths, value, arena_printf(maths->arena, text(maths, W_STEP), value.place + 1));
    const char *word = source_word(maths, value.place), *layer = layer_meaning(maths, value.run);
    return layer ? arena_printf(maths->arena, text(maths, W_IN_LAYER), word, layer) : word;
}

static const char *state_meaning(const Maths *maths, Value value)
{
    bool memory = value.kind == VALUE_CELL;
    const Config *config = &maths->trace->config;
    const char *place = place_of(maths, value), *format;
    if (run_decodes(value.run) && value.place < 0)
        return in_decoder(maths, value, text(maths, memory ? W_THE_DECODER_START_MEMORY : W_THE_DECODER_START_STATE));
    if (run_decodes(value.run))
        format = memory ? text(maths, W_DECODER_MEMORY) : text(maths, W_DECODER_STATE);
    else if (memory)
        format = text(maths, W_ENCODER_MEMORY);
    else if (config->bidirectional && value.run > 1) /* what it reads has read both ways */
        format = text(maths, value.run % 2 ? W_BACKWARD_STATE_AT : W_FORWARD_STATE_AT);
    else if (value.run % 2)
        format = text(maths, W_BACKWARD_STATE_AND_WHAT);
    else
        format = config->bidirectional ? text(maths, W_FORWARD_STATE_AND_WHAT_CAME) : text(maths, W_ENCODER_STATE);
    return arena_printf(maths->arena, format, place);
}

static const char *cell_meaning(const Maths *maths, Value value)
{
    const RecurrentCell *cell = cell_of_run(maths, value.run);
    const char *what = value.kind == VALUE_GATE         ? cell->gate[value.part].meaning[maths->language]
                       : value.kind == VALUE_FROM_INPUT ? text(maths, W_WHAT_THE_INPUT_BRINGS)
                                                        : text(maths, W_WHAT_THE_STATE_BEFORE_BRINGS);
    return arena_printf(maths->arena, text(maths, W_WHAT_WHERE), what, place_of(maths, value));
}

static const char *attention_meaning(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    int t = value.place, j = value.index;
    if (value.kind == VALUE_SCORE)
        return arena_printf(maths->arena, text(maths, W_HOW_WELL_GOES_WITH),
                            plain_vector(maths, asking_state(maths, t, 0)),
                            markup_plain(annotation_name(maths, j), maths->arena), trace->source[j]);
    if (trace->steps[t].replaced)
        return text(maths, W_SET_BY_HAND);
    if (maths->untold > 0 && t + 1 >= maths->untold)
        return arena_printf(maths->arena, text(maths, W_THE_WEIGHT_OF_IN_STEP), trace->source[j], t + 1);
    bool chinese = maths->language == LANGUAGE_CHINESE;
    const char *source = trace->source[j], *target = trace->steps[t].token;
    return arena_printf(maths->arena, text(maths, W_THE_WEIGHT_OF_WHILE_IS_WRITTEN), chinese ? target : source,
                        chinese ? source : target);
}

/* Are its words those that steps read? One word's row has them as its source. */
static bool is_of_steps(const Maths *maths, Value value)
{
    return value_is_written(value) && !maths->trace->row;
}

/* A source word, in a Transformer's decoder a written one; in self-attention of several layers with the layer. */
static const char *word_of(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    const char *word = is_of_steps(maths, value)
                           ? arena_printf(maths->arena, "“%s”", maths->trace->steps[value.place].input_token)
                           : source_word(maths, value.place);
    if (value.kind < VALUE_SELF_INPUT || config->layers == 1)
        return word;
    const char *layer =
        arena_printf(maths->arena, text(maths, W_LAYER_OF), value_layer(maths->trace, value) + 1, config->layers);
    return arena_printf(maths->arena, text(maths, W_IN_LAYER), word, layer);
}

const char *value_meaning(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    const ValueInfo *info = &VALUE_INFO[value.kind];
    const char *format = text(maths, maths->veiled && value.kind == VALUE_EMBEDDING ? W_READ_AT : info->meaning);
    switch (value.kind) {
    case VALUE_CONTEXT:
        if (config_is_transformer(&trace->config))
            return text(maths, W_VALUES_BY_THEIR_WEIGHTS);
        if (trace->config.attention != ATTENTION_FIXED)
            return format;
        return text(maths, config_final_is_mean(&trace->config) ? W_FINAL_MEAN_EVERY_STEP : W_FINAL_STATE_EVERY_STEP);
    case VALUE_WEIGHT:
    case VALUE_SCORE:
        return attention_meaning(maths, value);
    case VALUE_QUERY:
        return arena_printf(maths->arena, format, plain_vector(maths, asking_state(maths, value.place, 0)));
    case VALUE_PREVIOUS:
        return arena_printf(maths->arena, format, trace->steps[value.place].input_token);
    case VALUE_STATE:
    case VALUE_CELL:
        return state_meaning(maths, value);
    case VALUE_GATE:
    case VALUE_FROM_INPUT:
    case VALUE_FROM_STATE:
        return cell_meaning(maths, value);
    case VALUE_CROSS_SUM:
        return config_norms_before(&trace->config) ? text(maths, W_THE_WORD_WITH_WHAT_THE_SOURCE_ADDS) : format;
    case VALUE_CROSS_NORMED:
        return trace->config.cross_residual || config_norms_before(&trace->config)
                   ? format
                   : text(maths, W_WHAT_THE_SOURCE_GIVES_EVENED_OUT);
    default:
        break;
    }
    if (value.kind == VALUE_SELF_INPUT && value_layer(trace, value) > 0)
        format = text(maths, W_WHAT_THE_LAYER_BELOW_GIVES);
    if (info->places != 'j')
        return format;
    int other = value_is_pair(value.kind) ? value.index : 0;
    return arena_printf(maths->arena, format, word_of(maths, value),
                        is_of_steps(maths, value) ? trace->steps[other].input_token : trace->source[other]);
}
