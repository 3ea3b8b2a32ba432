/* One beat in words: what moves, and the numbers that it makes. */
#include "derive/explain.h"

#include "derive/name.h"
#include "derive/plain.h"
#include "derive/shares.h"
#include "derive/telling.h"
#include "trace/beats.h"
#include "trace/head_row.h"
#include "words/explain_words.h"

#include <math.h>

/* ---- scores ---- */

static void say_ask(Telling *telling)
{
    const Maths *maths = telling->maths;
    int t = telling->at.step;
    bool made = query_value(maths, t, 0).kind == VALUE_QUERY;
    const struct HeadRow *row = maths->trace->row;
    telling_put(telling, "query", markup_plain(query_name(maths, t), telling->arena));
    telling_put_symbol(telling, "asking", asking_state(maths, t, 0));
    telling_put(telling, "asker", maths->trace->steps[t].token);
    Word of_row = row && row->written ? W_SAY_ASK_WRITTEN : W_SAY_ASK_ROW;
    telling_say(telling, row ? of_row : made ? W_SAY_ASK_MADE : key_weight(maths) ? W_SAY_ASK_KEYS : W_SAY_ASK);
}

static void say_meet(Telling *telling)
{
    telling_put(telling, "list", telling_list(telling, telling->step->scores, ITEM_WORD_SCORE, NULL));
    telling_put_count(telling, "d", telling->trace->config.attention_size);
    telling_say(telling, telling->trace->row ? W_SAY_MEET_ROW : W_SAY_MEET);
}

/* ---- softmax ---- */

typedef const char *(*ShareText)(const Shares *shares, int j, Arena *arena);

static const char *tempered_text(const Shares *shares, int j, Arena *arena)
{
    return number_text(arena, shares_tempered(shares, j), SHARES_DECIMALS, true);
}

/* Lists the words that are scored: "cat −3.16, chase −2.12". */
static char *list_of_shares(const Telling *telling, const Shares *shares, ShareText text)
{
    int n = telling->trace->n;
    const char **texts = ARENA_ARRAY(telling->arena, const char *, n);
    for (int j = 0; j < n; j++)
        texts[j] = !shares_has(shares, j) ? NULL
                                          : arena_printf(telling->arena, "%s %s", telling->trace->source[j],
                                                         text(shares, j, telling->arena));
    return telling_texts(telling, texts, shares->weights, NULL);
}

static const char *sum_of_shares(const Telling *telling, const Shares *shares)
{
    bool closes = shares->closes && shares->sum_closes;
    const char *sum = shares_sum_text(shares, telling->arena);
    return arena_printf(telling->arena, "%s %s", closes ? "=" : "≈", sum);
}

static void say_softmax(Telling *telling, BeatKind beat)
{
    const Trace *trace = telling->trace;
    if (trace->steps[telling->at.step].replaced) {
        telling_put(telling, "list", telling_list(telling, telling->step->weights, ITEM_WORD_WEIGHT, NULL));
        telling_say(telling, W_SAY_SOFTMAX_CHANGED);
        return;
    }
    if (config_mixes_heads(&trace->config)) {
        telling_put_count(telling, "heads", trace->config.cross_heads);
        telling_put(telling, "list", telling_list(telling, telling->step->weights, ITEM_WORD_WEIGHT, NULL));
        telling_say(telling, W_SAY_SOFTMAX_HEADS);
        return;
    }
    Shares shares = shares_of(telling->maths, telling->at.step, shares_told(telling->maths, telling->at.step));
    ShareText text = beat == BEAT_TEMPER ? tempered_text : beat == BEAT_SHIFT ? shares_less_text : shares_power_text;
    telling_put(telling, "temperature", number_text(telling->arena, shares.temperature, SHARES_DECIMALS, false));
    telling_put(telling, "largest", number_text(telling->arena, shares.largest, SHARES_DECIMALS, false));
    telling_put(telling, "sum", sum_of_shares(telling, &shares));
    const char *exponent = shares_exponent(telling->maths, telling->at.step);
    telling_put(telling, "powers", markup_plain(arena_printf(telling->arena, "exp(%s)", exponent), telling->arena));
    telling_put(telling, "list",
                beat == BEAT_SHARE ? telling_list(telling, shares.weights, ITEM_WORD_WEIGHT, NULL)
                                   : list_of_shares(telling, &shares, text));
    const char *window = telling_window(telling);
    telling_put(telling, "window", window ? window : "");
    telling_say_where(telling, window && beat == (shares.temperature == 1 ? BEAT_SHIFT : BEAT_TEMPER), W_SAY_WINDOW);
    telling_say(telling, beat == BEAT_TEMPER  ? W_SAY_TEMPER
                         : beat == BEAT_SHIFT ? W_SAY_SHIFT
                         : beat == BEAT_EXP   ? W_SAY_EXP
                         : beat == BEAT_SUM   ? W_SAY_SUM
                                              : W_SAY_SHARE);
    telling_say_where(telling, beat == BEAT_SHARE && trace->config.local == LOCAL_P, W_SAY_SHARE_WINDOW);
}

/* ---- context ---- */

static void say_context(Telling *telling, BeatKind beat)
{
    telling_put_count(telling, "n", telling->trace->n);
    telling_put(telling, "list", telling_list(telling, telling->step->weights, ITEM_WEIGHT_WORD, NULL));
    bool row = telling->trace->row != NULL;
    telling_put(telling, "asker", telling->trace->steps[telling->at.step].token);
    Word weigh = config_is_transformer(&telling->trace->config) ? W_SAY_WEIGH_VALUES : W_SAY_WEIGH;
    telling_say(telling, beat == BEAT_LIFT    ? row ? W_SAY_LIFT_ROW : weigh
                         : beat == BEAT_WEIGH ? row ? W_SAY_WEIGH_ROW : weigh
                         : beat == BEAT_STACK ? W_SAY_STACK
                         : row                ? W_SAY_PRESS_ROW
                                              : W_SAY_PRESS);
}

/* ---- the loop ---- */

static void say_slide(Telling *telling)
{
    telling_put_count(telling, "t", telling->at.step + 1);
    telling_say(telling, W_SAY_SLIDE);
}

static void say_return(Telling *telling)
{
    telling_put_count(telling, "t", telling->at.step + 1);
    if (config_is_transformer(&telling->trace->config)) {
        telling_say(telling, W_SAY_RETURN_WRITTEN);
        return;
    }
    telling_put_symbol(telling, "old", (Value){VALUE_STATE, RUN_DECODER, .place = telling->at.step - 1});
    telling_say(telling, W_SAY_RETURN);
}

/* ---- the inside of a cell ---- */

static void say_cell(Telling *telling, BeatKind beat)
{
    static const Word says[][3] = {[CELL_RNN] = {W_SAY_GATES_RNN, W_SAY_MIX_RNN},
                                   [CELL_GRU] = {W_SAY_GATES_GRU, W_SAY_MIX_GRU},
                                   [CELL_LSTM] = {W_SAY_GATES_LSTM, W_SAY_MIX_LSTM, W_SAY_SHOW}};
    const Config *config = &telling->trace->config;
    Value state = telling->made, memory = state, before = state;
    bool decoding = run_decodes(state.run);
    before.place += !decoding && config_from_right(config, state.run % 2) ? 1 : -1;
    memory.kind = VALUE_CELL;
    const char *read =
        !decoding ? telling_word_read(telling, state.place)
        : run_layer(config, state.run) > 0
            ? markup_plain(vector_name(telling->maths, (Value){VALUE_STATE, RUN_LOWER, state.place}), telling->arena)
            : telling->trace->steps[state.place].input_token;
    telling_put(telling, "read", read);
    telling_put_symbol(telling, "old", before);
    telling_put_symbol(telling, "new", state);
    CellKind cell = decoding ? config_decoder_cell(config) : config->cell;
    if (cell_of_kind(cell)->memory)
        telling_put_symbol(telling, "memory", memory);
    telling_say(telling, says[cell][beat - BEAT_GATES]);
}

/* Is it told by itself? Not what is hidden while a question is asked, nor where nothing moves. */
static bool tells(const Telling *telling, BeatKind beat)
{
    if (beat >= BEAT_GATES)
        return true;
    const TraceStep *step = telling->at.step < 0 ? NULL : &telling->trace->steps[telling->at.step];
    if (!step || beat == BEAT_WHOLE)
        return false;
    if (beat == BEAT_SLIDE)
        return step->id != VOCAB_END;
    if (beat == BEAT_RETURN)
        return telling->at.step > 0;
    return beat <= BEAT_MEET ? step->step.scores != NULL : step->step.weights != NULL;
}

/* A word's self-attention, as the step that it is. */
static char *explain_row(const Maths *maths, Moment moment, double cursor)
{
    Maths own = *maths;
    own.trace = trace_of_told(maths->trace, moment, maths->arena);
    return explain_beat(&own, trace_row_cursor(maths->trace, own.trace, cursor));
}

char *explain_beat(const Maths *maths, double cursor)
{
    int index = moment_of_stop(cursor), nearest = (int)floor(cursor + 0.5);
    BeatKind beat = beat_at(maths->trace, cursor);
    Telling telling = telling_of(maths, index);
    if (telling.at.kind == MOMENT_SELF && beat != BEAT_WHOLE && cursor < index)
        return explain_row(maths, telling.at, cursor);
    if (cursor == index || !tells(&telling, beat))
        return telling_moment(maths, beat == BEAT_WHOLE ? nearest : index, true);
    if (beat >= BEAT_GATES)
        say_cell(&telling, beat);
    else if (telling.at.kind == MOMENT_SOFTMAX)
        say_softmax(&telling, beat);
    else if (telling.at.kind == MOMENT_CONTEXT && config_mixes_heads(&maths->trace->config))
        return telling_moment(maths, index, true);
    else if (telling.at.kind == MOMENT_CONTEXT)
        say_context(&telling, beat);
    else
        (beat == BEAT_ASK     ? say_ask
         : beat == BEAT_MEET  ? say_meet
         : beat == BEAT_SLIDE ? say_slide
                              : say_return)(&telling);
    return bytes_take(&telling.text, maths->arena);
}

bool explain_reads(const Trace *trace, double cursor)
{
    return trace->config.cell != CELL_SELF && !trace->cell_told && cursor > 0 && cursor < moment_encoded(trace);
}

char *explain_playing(const Maths *maths, double cursor)
{
    if (!explain_reads(maths->trace, cursor))
        return explain_beat(maths, cursor);
    Telling telling = telling_of(maths, 0);
    const Config *config = &maths->trace->config;
    telling_say(&telling, config->layers > 1      ? W_SAY_READING_LAYERS
                          : config->bidirectional ? W_SAY_READING_BOTH
                                                  : W_SAY_READING);
    return bytes_take(&telling.text, maths->arena);
}
