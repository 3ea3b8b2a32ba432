#include "derive/name.h"

#include "base/utf8.h"
#include "derive/sent_back.h"
#include "trace/head_row.h"
#include "words/derive_words.h"

#include <stdlib.h>
#include <string.h>

const char *place_markup(int a, int b, Arena *arena)
{
    return arena_printf(arena, a > 8 || b > 8 ? "%d,%d" : "%d%d", a + 1, b + 1);
}

/* A quotation mark would end the word. */
const char *quoted(const Maths *maths, const char *word)
{
    char *text = arena_printf(maths->arena, "\"%s\"", word);
    for (char *c = text + 1; c[0] && c[1]; c++)
        if (*c == '"')
            *c = '\'';
    return text;
}

/* ---- cells ---- */

/* What sets the encoder's directions and layers apart, and the inside of the decoder's cell from an encoder's that
 * has no arrow. A state of the decoder is s and needs nothing, but for a lower layer's. */
static const char *above(const Maths *maths, int run, bool state)
{
    const Config *config = &maths->trace->config;
    if (run == RUN_LOWER)
        return state ? "^{1}" : "^{s1}";
    if (run == RUN_DECODER)
        return state || config->bidirectional || config->cell == CELL_SELF ? "" : "^{s}";
    const char *arrow = run % 2 ? "←" : config->bidirectional ? "→" : "";
    if (config->layers > 1)
        return arena_printf(maths->arena, "^{%d%s}", run / 2 + 1, arrow);
    return arrow[0] ? arena_printf(maths->arena, "^{%s}", arrow) : "";
}

const RecurrentCell *cell_of_run(const Maths *maths, int run)
{
    return cell_of_kind(run_decodes(run) ? config_decoder_cell(&maths->trace->config) : maths->trace->config.cell);
}

const char *cell_title(Language language, CellKind cell)
{
    return cell == CELL_SELF ? said(language, W_SELF_ATTENTION_CELL) : cell_of_kind(cell)->title;
}

const char *score_title(Language language, ScoreKind score)
{
    static const char *const titles[][LANGUAGE_CHINESE + 1] = {
#define SCORE(KIND, name, ...) {__VA_ARGS__},
#include "nn/scores.def"
#undef SCORE
    };
    return titles[score][language];
}

/* ---- learned numbers ---- */

static const Param *param_of(const Maths *maths, const char *name)
{
    return &maths->model->table.items[params_find(&maths->model->table, name)];
}

/* Of a layer made of attention, the lower of two by a ¹, the decoder's by an s, as its values are; what looks at the
 * source the decoder alone has. */
static const char *layer_symbol(const Maths *maths, const char *name, const char *symbol)
{
    bool decoder = strncmp(name, "decoder.", 8) == 0, encoder = strncmp(name, "encoder.", 8) == 0;
    bool places = strstr(name, ".position.") != NULL;
    bool lower = maths->trace->config.layers > 1 && !places && !strstr(name, ".layers.");
    if (maths->trace->config.cell != CELL_SELF || (!encoder && !decoder) || (!lower && !decoder))
        return symbol;
    Slice rest = slice_of(symbol);
    utf8_next(&rest);
    return arena_printf(maths->arena, "%.*s%s%.*s%s", (int)(rest.text - symbol), symbol, lower ? "¹" : "",
                        (int)rest.length, rest.text, decoder && !strstr(name, "cross.") ? "^{s}" : "");
}

/* Those of a cell belong to one run: "encoder.weight_ih_l0_reverse", "decoder.bias_hh"; those of a bridge to a layer of
 * the decoder. */
const char *param_symbol(const Maths *maths, const char *name)
{
    const char *symbol = param_of(maths, name)->symbol, *layer = strstr(name, "_l");
    bool two = maths->trace->config.decoder_layers > 1, bridge = strncmp(name, "bridge.", 7) == 0;
    if (!strstr(name, "_ih") && !strstr(name, "_hh"))
        return bridge && two && !layer ? arena_printf(maths->arena, "%s^{1}", symbol)
                                       : layer_symbol(maths, name, symbol);
    int run = strncmp(name, "decoder.", 8) == 0
                  ? two && !layer ? RUN_LOWER : RUN_DECODER
                  : 2 * (int)strtol(layer + 2, NULL, 10) + (strstr(name, "_reverse") != NULL);
    return arena_printf(maths->arena, "%s%s", symbol, above(maths, run, false));
}

static const char *table_shape(const Maths *maths, const Param *param)
{
    return param->cols ? arena_printf(maths->arena, "[%d, %d]", param->rows, param->cols)
                       : arena_printf(maths->arena, "[%d]", param->rows);
}

const char *param_shape(const Maths *maths, const char *name)
{
    return arena_printf(maths->arena, "%s @m{\"%s\"}", param_symbol(maths, name),
                        table_shape(maths, param_of(maths, name)));
}

static const char *param_name(const Maths *maths, Value value)
{
    const Param *param = &maths->model->table.items[value.part];
    const char *symbol = param_symbol(maths, param->name);
    if (!param->cols)
        return arena_printf(maths->arena, "%s[%d]", symbol, value.place + 1);
    return arena_printf(maths->arena, "%s[%d, %d]", symbol, value.place + 1, value.index + 1);
}

/* ---- all values ---- */

const char *annotation_name(const Maths *maths, int j)
{
    Value first = annotation_value(maths, j, 0);
    if (first.kind != VALUE_STATE)
        return vector_name(maths, first);
    return arena_printf(maths->arena, "@g{h_{%d}}", j + 1);
}

const char *summand_name(const Maths *maths, int j)
{
    Value first = summand_value(maths, j, 0);
    return first.kind == VALUE_GIVEN ? vector_name(maths, first) : annotation_name(maths, j);
}

const char *final_name(const Maths *maths, bool cell)
{
    const Config *config = &maths->trace->config;
    Value first = final_value(maths, cell, 0), second = final_value(maths, cell, config->hidden);
    if (config_final_is_mean(config) || !config->bidirectional)
        return vector_name(maths, first);
    return arena_printf(maths->arena, "[%s; %s]", vector_name(maths, first), vector_name(maths, second));
}

const char *query_name(const Maths *maths, int step)
{
    return vector_name(maths, query_value(maths, step, 0));
}

/* The row that is looked up for the word before, or one entry of it: "E_y[y_2]", "E_y[y_2, 5]". */
static const char *previous_name(const Maths *maths, Value value, const char *entry)
{
    const char *table = param_symbol(maths, "target_embedding.weight");
    return arena_printf(maths->arena, "%s[%s%s]", table, word_name(maths, value.place - 1), entry);
}

const char *word_name(const Maths *maths, int step)
{
    return arena_printf(maths->arena, "y_{%d}", step + 1);
}

const char *key_name(const Maths *maths, int j)
{
    return key_weight(maths) ? vector_name(maths, key_value(maths, j, 0)) : annotation_name(maths, j);
}

/* The head that a value belongs to, from 1; 0: to all, or to the only one. */
static int head_of(const Maths *maths, Value value)
{
    const struct HeadRow *row = maths->trace->row;
    bool pairs = value.kind == VALUE_SELF_SCORE || value.kind == VALUE_SELF_WEIGHT;
    if (value.kind == VALUE_SCORE || value.kind == VALUE_WEIGHT)
        return value.run;
    if (row)
        return row->heads > 1 && (pairs || value.kind == VALUE_SELF_MIXED) ? row->head + 1 : 0;
    return (pairs && maths->trace->config.heads > 1) || value.kind == VALUE_SELF_SHARE ? value.run + 1 : 0;
}

const char *vector_name(const Maths *maths, Value value)
{
    Arena *arena = maths->arena;
    Value of = sent_of(value);
    if (of.kind != VALUE_NONE)
        return arena_printf(arena, "∂L/∂%s", vector_name(maths, of));
    int place = value.place + 1, run = value.run;
    char role = run_decodes(run) ? 'p' : 'g';
    const char *letter = value.kind == VALUE_STATE        ? run_decodes(run) ? "s" : "h"
                         : value.kind == VALUE_CELL       ? cell_of_run(maths, run)->memory
                         : value.kind == VALUE_GATE       ? cell_of_run(maths, run)->gate[value.part].symbol
                         : value.kind == VALUE_FROM_INPUT ? "a"
                         : value.kind == VALUE_FROM_STATE ? "b"
                                                          : NULL;
    if (letter)
        return arena_printf(arena, "@%c{%s_{%d}%s}", role, letter, place, above(maths, run, value.kind == VALUE_STATE));
    int head = head_of(maths, value);
    bool written = value_is_written(value), own = value.kind >= VALUE_ASKED; /* its letter stands nowhere else */
    bool lower = value.part % PART_WRITTEN > 0 && (value.kind >= VALUE_SELF_INPUT || VALUE_INFO[value.kind].written);
    switch (value.kind) {
    case VALUE_LENGTH:
        return arena_printf(arena, "|%s|", value.part ? key_name(maths, value.place) : query_name(maths, value.place));
    case VALUE_FINAL:
        return "@g{h_{mean}}";
    case VALUE_D_INITIAL:
        return "@p{δ_{0}}";
    case VALUE_D_FINAL:
        return "@g{δ_{end}}";
    case VALUE_PARAM:
        return param_symbol(maths, maths->model->table.items[value.part].name);
    case VALUE_EMBEDDING:
        return arena_printf(arena, maths->veiled ? "@g{h_{%d}}" : "x_{%d}", place);
    case VALUE_PREVIOUS:
        return previous_name(maths, value, "");
    default:
        role = VALUE_INFO[value.kind].role;
        return arena_printf(arena, "@%c{%s%s_{%d}%s}", written && role == 'g' ? 'p' : role,
                            VALUE_INFO[value.kind].letter, lower ? "¹" : "", place, /* the first of two */
                            written && !own && head ? arena_printf(arena, "^{s(%d)}", head)
                            : written && !own       ? "^{s}"
                            : head                  ? arena_printf(arena, "^{(%d)}", head)
                                                    : "");
    }
}

const char *value_name(const Maths *maths, Value value)
{
    Value of = sent_of(value);
    if (of.kind != VALUE_NONE)
        return arena_printf(maths->arena, "∂L/∂%s", value_name(maths, of));
    const char *vector = vector_name(maths, value);
    if (value.kind == VALUE_PARAM)
        return param_name(maths, value);
    if (value.kind == VALUE_LENGTH || value.kind == VALUE_CENTRE || value.kind == VALUE_LOSS)
        return vector;
    if (value.kind == VALUE_PREVIOUS)
        return previous_name(maths, value, arena_printf(maths->arena, ", %d", value.index + 1));
    if (value.kind == VALUE_PROBABILITY || value.kind == VALUE_LOGIT)
        return arena_printf(maths->arena, "%s(%s)", vector,
                            quoted(maths, vocab_word(&maths->model->target, value.index)));
    if (!value_is_pair(value.kind))
        return arena_printf(maths->arena, "%s[%d]", vector, value.index + 1);
    const char *below = strchr(vector, '_'), *end = strchr(below, '}');
    return arena_printf(maths->arena, "%.*s_{%s%s", (int)(below - vector), vector,
                        place_markup(value.place, value.index, maths->arena), end);
}

const char *running_name(const Maths *maths, Value value, const char *running)
{
    const char *vector = vector_name(maths, value), *end = strchr(vector, '}');
    return arena_printf(maths->arena, "%.*s,%s%s", (int)(end - vector), vector, running, end);
}

const char *value_shape(const Maths *maths, Value value)
{
    if (value.kind == VALUE_PARAM)
        return table_shape(maths, &maths->model->table.items[value.part]);
    int entries = value_entries(maths, value);
    return entries > 1 ? arena_printf(maths->arena, "[%d]", entries) : NULL;
}
