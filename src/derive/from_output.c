/* Where the output's numbers come from, and where all chains end: embeddings and learned numbers. */
#include "derive/kinds.h"

#include <math.h>
#include <string.h>

static void derive_probability(const Maths *maths, Value value, Derivation *out)
{
    int V = maths->model->target.count, t = value.place + 1;
    Value logit = {VALUE_LOGIT, .place = value.place}, largest = logit;
    for (logit.index = 0; logit.index < V; logit.index++)
        if (*value_recorded(maths, logit) > *value_recorded(maths, largest))
            largest = logit;
    bool less = *value_recorded(maths, largest) > PLAIN_EXPONENT;
    Term *sum = term_sum(maths, V), *own = NULL;
    for (logit.index = 0; logit.index < V; logit.index++) {
        Term *exponent = term_value(maths, logit);
        if (less)
            exponent = term_make(maths, TERM_LESS, exponent, term_value(maths, largest));
        Term *power = term_make(maths, TERM_EXP, exponent, NULL);
        sum_add(sum, power);
        if (logit.index == value.index)
            own = power;
    }
    const char *name = quoted(maths, vocab_word(&maths->model->target, value.index));
    out->term = term_make(maths, TERM_QUOTIENT, own, sum);
    out->sum = sum;
    out->symbols = arena_printf(maths->arena, "@k{p_{%d}}(%s) =~ exp(@k{z_{%d}}(%s)) /~ Σ_w exp(@k{z_{%d}}(w))", t,
                                name, t, name, t);
    out->shapes = arena_printf(maths->arena, "@k{p_{%d}} @m{\"[%d]\"}~   @k{z_{%d}} @m{\"[%d]\"}", t, V, t, V);
    if (less)
        out->told = said(maths->language, "Each z is taken less the largest one; that changes no probability.",
                         "每个 z 都先减去其中最大的；概率不变。");
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
    const char *letter = combined ? "@h" : "s";
    int t = value.place + 1, row = value.index + 1;
    out->symbols = arena_printf(maths->arena, "@k{z_{%d}}(%s) =~ W_o[%d] · @p{%s_{%d}} +~ b_o[%d]", t,
                                quoted(maths, vocab_word(&maths->model->target, value.index)), row, letter, t, row);
    out->shapes =
        arena_printf(maths->arena, "%s~   @p{%s_{%d}} @m{\"[%d]\"}~   %s", param_shape(maths, "output.weight"), letter,
                     t, config->hidden, param_shape(maths, "output.bias"));
}

static void derive_attentional(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    int D = config_annotation(config), H = config->hidden, t = value.place + 1, i = value.index + 1;
    Term *sum = term_sum(maths, D + H);
    sum_add_products(maths, sum, "combine.weight", value.index, 0, (Value){VALUE_CONTEXT, .place = value.place}, D);
    sum_add_products(maths, sum, "combine.weight", value.index, D,
                     (Value){VALUE_STATE, .run = RUN_DECODER, .place = value.place}, H);
    out->sum = sum;
    out->term = term_make(maths, TERM_TANH, sum, NULL);
    out->symbols =
        arena_printf(maths->arena, "@p{@h_{%d}}[%d] =~ tanh(W_c[%d] ·~ [@o{c_{%d}}; @p{s_{%d}}])", t, i, i, t, t);
    out->shapes = arena_printf(maths->arena, "%s~   @o{c_{%d}} @m{\"[%d]\"}~   @p{s_{%d}} @m{\"[%d]\"}",
                               param_shape(maths, "combine.weight"), t, D, t, H);
}

/* One row of a table of embeddings: the word's. */
static void derive_embedding(const Maths *maths, Value value, Derivation *out)
{
    bool source = value.kind == VALUE_EMBEDDING;
    const char *table = source ? "source_embedding.weight" : "target_embedding.weight";
    int id = source ? maths->trace->encoding.ids[value.place] : maths->trace->steps[value.place].step.input;
    const char *word = vocab_word(source ? &maths->model->source : &maths->model->target, id);
    out->term = term_value(maths, param_value(maths, table, id, value.index));
    out->symbols = arena_printf(maths->arena, "%s =~ %s[%s, %d]", value_name(maths, value), param_symbol(maths, table),
                                quoted(maths, word), value.index + 1);
    out->shapes = arena_printf(maths->arena, "%s", param_shape(maths, table));
    out->told =
        arena_printf(maths->arena,
                     said(maths->language, "“%s” is number %d of the vocabulary; its row of the table is looked up.",
                          "“%s”是词表中的第 %d 号，查出表中它的那一行。"),
                     word, id + 1);
}

/* What the row of a table belongs to, where that can be said: a word, a gate. */
static const char *row_meaning(const Maths *maths, const Param *param, int row)
{
    const Config *config = &maths->trace->config;
    Arena *arena = maths->arena;
    bool source = strcmp(param->name, "source_embedding.weight") == 0;
    if (source || strcmp(param->name, "target_embedding.weight") == 0 || strncmp(param->name, "output.", 7) == 0)
        return arena_printf(arena, said(maths->language, " Its row belongs to “%s”.", "这一行属于“%s”。"),
                            vocab_word(source ? &maths->model->source : &maths->model->target, row));
    bool decoder = strncmp(param->name, "decoder.", 8) == 0;
    CellKind cell = decoder ? config_decoder_cell(config) : config->cell;
    bool gates = strstr(param->name, "_ih") || strstr(param->name, "_hh");
    if (gates && cell_of_kind(cell)->gate_count > 0)
        return arena_printf(arena, said(maths->language, " Its row belongs to the gate %s.", "这一行属于门 %s。"),
                            cell_of_kind(cell)->gate[row / config->hidden].symbol);
    return "";
}

static void derive_param(const Maths *maths, Value value, Derivation *out)
{
    const Param *param = &maths->model->table.items[value.part];
    const char *meaning = row_meaning(maths, param, value.place);
    const char *where =
        param->cols ? arena_printf(maths->arena, said(maths->language, "row %d, column %d", "第 %d 行第 %d 列"),
                                   value.place + 1, value.index + 1)
                    : arena_printf(maths->arena, said(maths->language, "entry %d", "第 %d 个"), value.place + 1);
    out->told = arena_printf(
        maths->arena,
        said(maths->language, "Learned in training, and the same for every sentence: %s of %s in the model's file.%s",
             "训练学到的数，对每个句子都一样：模型文件中 %2$s 的%1$s。%3$s"),
        where, param->name, meaning);
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
