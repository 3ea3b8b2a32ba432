#include "derive/meaning.h"

#include "derive/name.h"
#include "derive/plain.h"

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

/* "step 2", "“chase”": where a cell is. */
static const char *place_of(const Maths *maths, Value value)
{
    if (value.run == RUN_DECODER)
        return arena_printf(maths->arena, text(maths, W_STEP), value.place + 1);
    return source_word(maths, value.place);
}

static const char *state_meaning(const Maths *maths, Value value)
{
    bool memory = value.kind == VALUE_CELL;
    const Config *config = &maths->trace->config;
    const char *place = place_of(maths, value), *format;
    if (value.run == RUN_DECODER && value.place < 0)
        return memory ? text(maths, W_THE_DECODER_START_MEMORY) : text(maths, W_THE_DECODER_START_STATE);
    if (value.run == RUN_DECODER)
        format = memory ? text(maths, W_DECODER_MEMORY) : text(maths, W_DECODER_STATE);
    else if (memory)
        format = text(maths, W_ENCODER_MEMORY);
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
    bool chinese = maths->language == LANGUAGE_CHINESE;
    const char *source = trace->source[j], *target = trace->steps[t].token;
    return arena_printf(maths->arena, text(maths, W_THE_WEIGHT_OF_WHILE_IS_WRITTEN), chinese ? target : source,
                        chinese ? source : target);
}

/* Of one word that looks at another, and of its rows on the way. */
static const char *self_meaning(const Maths *maths, Value value)
{
    static const Word rows[] = {
        [VALUE_SELF_INPUT - VALUE_SELF_INPUT] = W_EMBEDDING_AND_PLACE,
        [VALUE_SELF_QUERY - VALUE_SELF_INPUT] = W_QUERY_WHAT_ASKS,
        [VALUE_SELF_KEY - VALUE_SELF_INPUT] = W_KEY_WHAT_ANSWERS,
        [VALUE_SELF_VALUE - VALUE_SELF_INPUT] = W_VALUE_WHAT_GIVES,
        [VALUE_SELF_SCORE - VALUE_SELF_INPUT] = W_HOW_WELL_THE_QUERY_OF_GOES,
        [VALUE_SELF_WEIGHT - VALUE_SELF_INPUT] = W_HOW_MUCH_LOOKS,
        [VALUE_SELF_MIXED - VALUE_SELF_INPUT] = W_THE_VALUES_ADDED_UP,
        [VALUE_SELF_OUTPUT - VALUE_SELF_INPUT] = W_WHAT_THE_HEADS_GIVE,
        [VALUE_SELF_SUM - VALUE_SELF_INPUT] = W_WITH_WHAT_ATTENTION_ADDS,
        [VALUE_SELF_NORMED - VALUE_SELF_INPUT] = W_THE_SAME_FOR_EVENED_OUT,
    };
    const char *format = text(maths, rows[value.kind - VALUE_SELF_INPUT]), *word = source_word(maths, value.place);
    if (value.kind == VALUE_SELF_SCORE || value.kind == VALUE_SELF_WEIGHT)
        return arena_printf(maths->arena, format, word, maths->trace->source[value.index]);
    return arena_printf(maths->arena, format, word);
}

const char *value_meaning(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    Arena *arena = maths->arena;
    switch (value.kind) {
    case VALUE_PROBABILITY:
        return text(maths, W_PROBABILITY_OF_THE_WORD);
    case VALUE_LOGIT:
        return text(maths, W_THE_WORD_LOGIT_ITS_PROBABILITY);
    case VALUE_ATTENTIONAL:
        return text(maths, W_MADE_OF_THE_CONTEXT);
    case VALUE_CONTEXT:
        return trace->config.attention == ATTENTION_FIXED ? text(maths, W_FINAL_STATE_EVERY_STEP)
                                                          : text(maths, W_THE_STATES_H_ADDED_UP_BY_THEIR);
    case VALUE_WEIGHT:
    case VALUE_SCORE:
        return attention_meaning(maths, value);
    case VALUE_LENGTH:
        return text(maths, W_ITS_LENGTH);
    case VALUE_QUERY:
        return arena_printf(arena, text(maths, W_QUERY_OF_THE_STEP),
                            plain_vector(maths, asking_state(maths, value.place, 0)));
    case VALUE_KEY:
        return arena_printf(arena, text(maths, W_KEY_WHAT_ANSWERS), source_word(maths, value.place));
    case VALUE_POSITION:
        return text(maths, W_FROM_WHICH_THE_WINDOW_CENTRE);
    case VALUE_CENTRE:
        return text(maths, W_CENTRE_OF_THE_WINDOW);
    case VALUE_ANNOTATION:
        return arena_printf(arena, text(maths, W_ENCODER_STATE), source_word(maths, value.place));
    case VALUE_FINAL:
        return text(maths, W_THE_MEAN_OF_ALL_ENCODER_STATES);
    case VALUE_EMBEDDING:
        return arena_printf(arena, text(maths, W_EMBEDDING), source_word(maths, value.place));
    case VALUE_PREVIOUS:
        return arena_printf(arena, text(maths, W_EMBEDDING_OF_WORD), trace->steps[value.place].input_token);
    case VALUE_PARAM:
        return text(maths, W_LEARNED_THE_SAME_AT_EVERY_STEP);
    case VALUE_STATE:
    case VALUE_CELL:
        return state_meaning(maths, value);
    case VALUE_GATE:
    case VALUE_FROM_INPUT:
    case VALUE_FROM_STATE:
        return cell_meaning(maths, value);
    default:
        return self_meaning(maths, value);
    }
}
