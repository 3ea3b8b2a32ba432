#include "derive/name.h"

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

/* ---- learned numbers ---- */

static const Param *param_of(const Maths *maths, const char *name)
{
    return &maths->model->table.items[params_find(&maths->model->table, name)];
}

const char *param_symbol(const Maths *maths, const char *name)
{
    return param_of(maths, name)->symbol;
}

static const char *table_shape(const Maths *maths, const Param *param)
{
    return param->cols ? arena_printf(maths->arena, "[%d, %d]", param->rows, param->cols)
                       : arena_printf(maths->arena, "[%d]", param->rows);
}

const char *param_shape(const Maths *maths, const char *name)
{
    const Param *param = param_of(maths, name);
    return arena_printf(maths->arena, "%s @m{\"%s\"}", param->symbol, table_shape(maths, param));
}

/* ---- all others ---- */

static const char *cell_letter(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    CellKind cell = value.run == RUN_DECODER ? config_decoder_cell(config) : config->cell;
    bool decoder = value.run == RUN_DECODER;
    switch (value.kind) {
    case VALUE_STATE:
        return decoder ? "s" : "h";
    case VALUE_CELL:
        return cell_of_kind(cell)->memory;
    case VALUE_GATE:
        return cell_of_kind(cell)->gate[value.part].symbol;
    default:
        return value.kind == VALUE_FROM_INPUT ? "a" : "b";
    }
}

static const char *cell_name(const Maths *maths, Value value)
{
    const char *letter = cell_letter(maths, value);
    if (value.run == RUN_DECODER)
        return arena_printf(maths->arena, "@p{%s_{%d}}[%d]", letter, value.place + 1, value.index + 1);
    const Config *config = &maths->trace->config;
    const char *arrow = value.run % 2 ? "←" : config->bidirectional ? "→" : "";
    const char *layer = config->layers > 1 ? arena_printf(maths->arena, "%d", value.run / 2 + 1) : "";
    const char *above = arrow[0] || layer[0] ? arena_printf(maths->arena, "^{%s%s}", layer, arrow) : "";
    return arena_printf(maths->arena, "@g{%s_{%d}%s}[%d]", letter, value.place + 1, above, value.index + 1);
}

static const char *self_name(const Maths *maths, Value value)
{
    static const char *const letters[] = {
        [VALUE_SELF_INPUT - VALUE_SELF_INPUT] = "u", [VALUE_SELF_QUERY - VALUE_SELF_INPUT] = "q",
        [VALUE_SELF_KEY - VALUE_SELF_INPUT] = "k",   [VALUE_SELF_VALUE - VALUE_SELF_INPUT] = "v",
        [VALUE_SELF_SCORE - VALUE_SELF_INPUT] = "e", [VALUE_SELF_WEIGHT - VALUE_SELF_INPUT] = "α",
        [VALUE_SELF_MIXED - VALUE_SELF_INPUT] = "m", [VALUE_SELF_OUTPUT - VALUE_SELF_INPUT] = "o",
        [VALUE_SELF_SUM - VALUE_SELF_INPUT] = "r",   [VALUE_SELF_NORMED - VALUE_SELF_INPUT] = "n",
    };
    const char *letter = letters[value.kind - VALUE_SELF_INPUT];
    bool pair = value.kind == VALUE_SELF_SCORE || value.kind == VALUE_SELF_WEIGHT;
    if (!pair)
        return arena_printf(maths->arena, "@g{%s_{%d}}[%d]", letter, value.place + 1, value.index + 1);
    const char *head = maths->trace->config.heads > 1 ? arena_printf(maths->arena, "^{(%d)}", value.run + 1) : "";
    return arena_printf(maths->arena, "@g{%s_{%s}%s}", letter, place_markup(value.place, value.index, maths->arena),
                        head);
}

static const char *param_name(const Maths *maths, Value value)
{
    const Param *param = &maths->model->table.items[value.part];
    if (!param->cols)
        return arena_printf(maths->arena, "%s[%d]", param->symbol, value.place + 1);
    return arena_printf(maths->arena, "%s[%d, %d]", param->symbol, value.place + 1, value.index + 1);
}

const char *value_name(const Maths *maths, Value value)
{
    Arena *arena = maths->arena;
    int t = value.place + 1, i = value.index + 1;
    switch (value.kind) {
    case VALUE_PROBABILITY:
        return arena_printf(arena, "@k{p_{%d}}(%s)", t, quoted(maths, vocab_word(&maths->model->target, value.index)));
    case VALUE_LOGIT:
        return arena_printf(arena, "@k{z_{%d}}(%s)", t, quoted(maths, vocab_word(&maths->model->target, value.index)));
    case VALUE_ATTENTIONAL:
        return arena_printf(arena, "@p{@h_{%d}}[%d]", t, i);
    case VALUE_CONTEXT:
        return arena_printf(arena, "@o{c_{%d}}[%d]", t, i);
    case VALUE_WEIGHT:
        return arena_printf(arena, "@o{α_{%s}}", place_markup(value.place, value.index, arena));
    case VALUE_SCORE:
        return arena_printf(arena, "@b{e_{%s}}", place_markup(value.place, value.index, arena));
    case VALUE_LENGTH:
        return value.part ? arena_printf(arena, "|@g{k_{%d}}|", t) : arena_printf(arena, "|@b{q_{%d}}|", t);
    case VALUE_QUERY:
        return arena_printf(arena, "@b{q_{%d}}[%d]", t, i);
    case VALUE_POSITION:
        return arena_printf(arena, "@b{u_{%d}}[%d]", t, i);
    case VALUE_KEY:
        return arena_printf(arena, "@g{k_{%d}}[%d]", t, i);
    case VALUE_CENTRE:
        return arena_printf(arena, "@b{p_{%d}}", t);
    case VALUE_ANNOTATION:
        return arena_printf(arena, "@g{h_{%d}}[%d]", t, i);
    case VALUE_FINAL:
        return arena_printf(arena, "@g{@B{h}}[%d]", i);
    case VALUE_EMBEDDING:
        return arena_printf(arena, "x_{%d}[%d]", t, i);
    case VALUE_PREVIOUS:
        return arena_printf(arena, "y_{%d}[%d]", value.place, i);
    case VALUE_PARAM:
        return param_name(maths, value);
    default:
        return value.kind >= VALUE_SELF_INPUT ? self_name(maths, value) : cell_name(maths, value);
    }
}

const char *value_shape(const Maths *maths, Value value)
{
    if (value.kind == VALUE_PARAM)
        return table_shape(maths, &maths->model->table.items[value.part]);
    int entries = value_entries(maths, value);
    return entries > 1 ? arena_printf(maths->arena, "[%d]", entries) : NULL;
}

const char *vector_name(const Maths *maths, Value value)
{
    const char *name = value_name(maths, value);
    const char *end = strrchr(name, '[');
    return end ? arena_printf(maths->arena, "%.*s", (int)(end - name), name) : name;
}

const char *query_letter(const Maths *maths, int step)
{
    if (score_of_kind(maths->trace->config.score)->query)
        return arena_printf(maths->arena, "@b{q_{%d}}", step + 1);
    return arena_printf(maths->arena, "@p{s_{%d}}", asking_state(maths, step, 0).place + 1);
}

const char *key_letter(const Maths *maths, int j)
{
    return arena_printf(maths->arena, key_weight(maths) ? "@g{k_{%d}}" : "@g{h_{%d}}", j + 1);
}
