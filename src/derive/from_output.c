/* Where the output's numbers come from, and where all chains end: embeddings and learned numbers. */
#include "derive/equation.h"

#include "words/derive_words.h"

#include <string.h>

void derive_probability(const Maths *maths, Value value, Derivation *out)
{
    Value logit = {VALUE_LOGIT, .place = value.place};
    const char *all = arena_printf(maths->arena, "%s(w)", vector_name(maths, logit));
    if (tell_share(maths, value, logit, maths->model->target.count, 1, true, "w", all, out))
        out->told = said(maths->language, W_EACH_IS_TAKEN_LESS_THE_LARGEST);
}

void derive_logit(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    bool combined = config->attention == ATTENTION_LUONG;
    Equation equation = {maths, "W x +~ b"};
    equation_vector(&equation, 'W', param_value(maths, "output.weight", value.index, 0), config->hidden);
    equation_vector(&equation, 'x',
                    combined ? (Value){VALUE_ATTENTIONAL, .place = value.place}
                             : (Value){VALUE_STATE, .run = RUN_DECODER, .place = value.place},
                    config->hidden);
    Value bias = param_value(maths, "output.bias", value.index, 0);
    equation_number(&equation, 'b', bias)->shapes = param_shape(maths, "output.bias");
    equation_tell(&equation, value, out);
}

void derive_attentional(const Maths *maths, Value value, Derivation *out)
{
    int D = config_annotation(&maths->trace->config), H = maths->trace->config.hidden, all = D + H;
    Equation equation = {maths, "tanh(W~ x)"};
    Value context = context_read(maths, value.place);
    D = context.kind == VALUE_NONE ? 0 : D;
    equation_vector(&equation, 'W', param_value(maths, "combine.weight", value.index, D ? 0 : all - H), D + H);
    if (D)
        equation_vector(&equation, 'x', context, D);
    equation_vector(&equation, 'x', (Value){VALUE_STATE, RUN_DECODER, .place = value.place}, H);
    equation_tell(&equation, value, out);
}

/* One row of a table of embeddings: the word's. */
void derive_embedding(const Maths *maths, Value value, Derivation *out)
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
    out->shapes = param_shape(maths, table);
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

void derive_param(const Maths *maths, Value value, Derivation *out)
{
    const Param *param = &maths->model->table.items[value.part];
    const char *meaning = row_meaning(maths, param, value.place);
    const char *where =
        param->cols ? arena_printf(maths->arena, said(maths->language, W_ROW_COLUMN), value.place + 1, value.index + 1)
                    : arena_printf(maths->arena, said(maths->language, W_ENTRY_NUMBER), value.place + 1);
    out->told = arena_printf(maths->arena, said(maths->language, W_LEARNED_IN_TRAINING), where, param->name, meaning);
}
