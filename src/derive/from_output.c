/* Where the output's numbers come from, and where all chains end: embeddings and learned numbers. */
#include "derive/kinds.h"

#include <math.h>
#include <string.h>

static void derive_probability(const Maths *maths, Value value, Derivation *out)
{
    int V = maths->model->target.count;
    Value logit = {VALUE_LOGIT, .place = value.place};
    if (tell_softmax(maths, logit, V, value.index, 1, true, out))
        out->told = said(maths->language, W_EACH_IS_TAKEN_LESS_THE_LARGEST);
    logit.index = value.index;
    const char *logits = vector_name(maths, logit), *vector = vector_name(maths, value);
    out->symbols = arena_printf(maths->arena, "%s =~ exp(%s) /~ Σ_w exp(%s(w))", value_name(maths, value),
                                value_name(maths, logit), logits);
    out->vectors = arena_printf(maths->arena, "%s = softmax(%s)", vector, logits);
    out->shapes = arena_printf(maths->arena, "%s @m{\"[%d]\"}~   %s @m{\"[%d]\"}", vector, V, logits, V);
}

static void derive_logit(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    bool combined = config->attention == ATTENTION_LUONG;
    Value state = combined ? (Value){VALUE_ATTENTIONAL, .place = value.place}
                           : (Value){VALUE_STATE, .run = RUN_DECODER, .place = value.place};
    Term *sum = term_sum(maths, config->hidden + 1);
    sum_add_products(maths, sum, "output.weight", value.index, 0, state, config->hidden);
    sum_add_param(maths, sum, "output.bias", value.index);
    out->term = out->sum = sum;
    const char *from = vector_name(maths, state);
    int row = value.index + 1;
    out->symbols =
        arena_printf(maths->arena, "%s =~ W_o[%d] · %s +~ b_o[%d]", value_name(maths, value), row, from, row);
    out->vectors = arena_printf(maths->arena, "%s = W_o %s + b_o", vector_name(maths, value), from);
    out->shapes = arena_printf(maths->arena, "%s~   %s @m{\"[%d]\"}~   %s", param_shape(maths, "output.weight"), from,
                               config->hidden, param_shape(maths, "output.bias"));
}

static void derive_attentional(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    int D = config_annotation(config), H = config->hidden;
    Value context = {VALUE_CONTEXT, .place = value.place}, state = {VALUE_STATE, RUN_DECODER, .place = value.place};
    Term *sum = term_sum(maths, D + H);
    sum_add_products(maths, sum, "combine.weight", value.index, 0, context, D);
    sum_add_products(maths, sum, "combine.weight", value.index, D, state, H);
    out->sum = sum;
    out->term = term_make(maths, TERM_TANH, sum, NULL);
    const char *c = vector_name(maths, context), *s = vector_name(maths, state);
    out->symbols =
        arena_printf(maths->arena, "%s =~ tanh(W_c[%d] ·~ [%s; %s])", value_name(maths, value), value.index + 1, c, s);
    out->vectors = arena_printf(maths->arena, "%s = tanh(W_c [%s; %s])", vector_name(maths, value), c, s);
    out->shapes = arena_printf(maths->arena, "%s~   %s @m{\"[%d]\"}~   %s @m{\"[%d]\"}",
                               param_shape(maths, "combine.weight"), c, D, s, H);
}

/* One row of a table of embeddings: the word's. */
static void derive_embedding(const Maths *maths, Value value, Derivation *out)
{
    bool source = value.kind == VALUE_EMBEDDING;
    const char *table = source ? "source_embedding.weight" : "target_embedding.weight";
    int id = source ? maths->trace->encoding.ids[value.place] : maths->trace->steps[value.place].step.input;
    const char *word = vocab_word(source ? &maths->model->source : &maths->model->target, id);
    out->term = term_value(maths, param_value(maths, table, id, value.index));
    const char *symbol = param_symbol(maths, table);
    out->symbols = arena_printf(maths->arena, "%s =~ %s[%s, %d]", value_name(maths, value), symbol, quoted(maths, word),
                                value.index + 1);
    out->vectors = arena_printf(maths->arena, "%s = %s[%s]", vector_name(maths, value), symbol, quoted(maths, word));
    out->shapes = arena_printf(maths->arena, "%s", param_shape(maths, table));
    out->told = arena_printf(maths->arena, said(maths->language, W_IS_NUMBER_OF_THE_VOCABULARY), word, id + 1);
}

/* What the row of a table belongs to, where that can be said: a word, a gate. */
static const char *row_meaning(const Maths *maths, const Param *param, int row)
{
    const Config *config = &maths->trace->config;
    Arena *arena = maths->arena;
    bool source = strcmp(param->name, "source_embedding.weight") == 0;
    if (source || strcmp(param->name, "target_embedding.weight") == 0 || strncmp(param->name, "output.", 7) == 0)
        return arena_printf(arena, said(maths->language, W_ITS_ROW_BELONGS_TO_WORD),
                            vocab_word(source ? &maths->model->source : &maths->model->target, row));
    bool decoder = strncmp(param->name, "decoder.", 8) == 0;
    CellKind cell = decoder ? config_decoder_cell(config) : config->cell;
    bool gates = strstr(param->name, "_ih") || strstr(param->name, "_hh");
    if (gates && cell_of_kind(cell)->gate_count > 0)
        return arena_printf(arena, said(maths->language, W_ITS_ROW_BELONGS_TO_THE_GATE),
                            cell_of_kind(cell)->gate[row / config->hidden].symbol);
    return "";
}

static void derive_param(const Maths *maths, Value value, Derivation *out)
{
    const Param *param = &maths->model->table.items[value.part];
    const char *meaning = row_meaning(maths, param, value.place);
    const char *where =
        param->cols ? arena_printf(maths->arena, said(maths->language, W_ROW_COLUMN), value.place + 1, value.index + 1)
                    : arena_printf(maths->arena, said(maths->language, W_ENTRY_NUMBER), value.place + 1);
    out->told = arena_printf(maths->arena, said(maths->language, W_LEARNED_IN_TRAINING), where, param->name, meaning);
}

bool derive_output(const Maths *maths, Value value, Derivation *out)
{
    switch (value.kind) {
    case VALUE_PROBABILITY:
        derive_probability(maths, value, out);
        return true;
    case VALUE_LOGIT:
        derive_logit(maths, value, out);
        return true;
    case VALUE_ATTENTIONAL:
        derive_attentional(maths, value, out);
        return true;
    case VALUE_EMBEDDING:
    case VALUE_PREVIOUS:
        derive_embedding(maths, value, out);
        return true;
    case VALUE_PARAM:
        derive_param(maths, value, out);
        return true;
    default:
        return false;
    }
}
