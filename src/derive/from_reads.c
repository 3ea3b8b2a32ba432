/* What the gradient of a matrix's cell is made of: at every read of the matrix the error of the cell's row and the
 * input of its column, each as the value that it is. */
#include "derive/kinds.h"
#include "derive/sent_back.h"
#include "words/derive_words.h"

#include <string.h>

static Value at_place(ValueKind kind, int place, int index)
{
    return (Value){kind, .place = place, .index = index};
}

static bool names(const Param *param, const char *name)
{
    return strcmp(param->name, name) == 0;
}

enum { RUN_NONE = -100 };

/* The cell whose W_ih or W_hh it is: the run; RUN_NONE: it is none of a cell's. */
static int run_of(const Config *config, const Param *param)
{
    char name[CELL_PARAM_SIZE];
    for (int run = RUN_DECODER; run < 2 * MODEL_LAYERS; run++)
        for (int which = 0; which < 2; which++) {
            cell_param(config, run, which ? "weight_hh" : "weight_ih", name);
            if (names(param, name))
                return run;
        }
    return RUN_NONE;
}

/* What W_ih or W_hh of a run's cell multiplies at `place`. */
static Value cell_input(const Maths *maths, int run, bool state, int place, int column)
{
    const Config *config = &maths->trace->config;
    int H = config->hidden, E = config->embed;
    bool right = run != RUN_DECODER && config_from_right(config, run % 2);
    if (state)
        return (Value){VALUE_STATE, run, place + (right ? 1 : -1), column};
    if (run == RUN_DECODER && column < E)
        return at_place(VALUE_PREVIOUS, place, column);
    if (run == RUN_DECODER) {
        Value context = context_read(maths, place);
        context.index = column - E;
        return context;
    }
    if (run < 2)
        return at_place(VALUE_EMBEDDING, place, column);
    return (Value){VALUE_STATE, run - 2 - run % 2 + column / H, place, column % H};
}

typedef struct Factors {
    Value error, input;
} Factors;

/* The error of the row and the input of the column, of a read at `place`. */
static Factors factors_of(const Maths *maths, const Param *param, int place, int row, int column)
{
    const Config *config = &maths->trace->config;
    int D = config_annotation(config), run = run_of(config, param);
    if (config_is_transformer(config) || (config->fault == FAULT_MIRRORED && run >= 0))
        return (Factors){0};
    if (run >= RUN_DECODER) {
        bool state = strstr(param->name, "weight_hh") != NULL;
        return (Factors){{state ? VALUE_D_RECURRENT : VALUE_D_INPUT, run, place, row},
                         cell_input(maths, run, state, place, column)};
    }
    if (names(param, "output.weight"))
        return (Factors){at_place(VALUE_D_LOGIT, place, row), config->attention == ATTENTION_LUONG
                                                                  ? at_place(VALUE_ATTENTIONAL, place, column)
                                                                  : (Value){VALUE_STATE, RUN_DECODER, place, column}};
    if (names(param, "attention.query.weight"))
        return (Factors){at_place(VALUE_D_QUERY, place, row), asking_state(maths, place, column)};
    if (names(param, "attention.position.weight"))
        return (Factors){at_place(VALUE_D_POSITION, place, row), asking_state(maths, place, column)};
    if (names(param, "combine.weight")) {
        Value context = context_read(maths, place);
        context.index = column;
        return (Factors){at_place(VALUE_D_COMBINED, place, row),
                         column < D ? context : (Value){VALUE_STATE, RUN_DECODER, place, column - D}};
    }
    if (config_makes_keys(config) && names(param, key_weight(maths)))
        return (Factors){at_place(VALUE_D_KEY, place, row), annotation_value(maths, place, column)};
    if (names(param, "bridge.hidden.weight"))
        return (Factors){at_place(VALUE_D_INITIAL, 0, row), final_value(maths, 0, column)};
    return (Factors){0};
}

bool sent_factors(const Maths *maths, Value weight, int read, int place, Value *error, Value *input)
{
    Factors factors = factors_of(maths, &maths->model->table.items[weight.part], place, weight.place, weight.index);
    bool named = value_valid(maths, factors.error);
    *error =
        named ? factors.error : (Value){VALUE_ROW_ERROR, .place = read, .index = weight.place, .part = weight.part};
    *input =
        named ? factors.input : (Value){VALUE_ROW_INPUT, .place = read, .index = weight.index, .part = weight.part};
    return value_valid(maths, *input);
}

void derive_d_param(const Maths *maths, Value value, Derivation *out)
{
    GradientReads reads = sent_reads(maths, value.part, value.place, value.index, maths->arena);
    Term *sum = term_sum(maths, reads.count);
    Value error, input;
    for (int k = 0; k < reads.count; k++)
        if (sent_factors(maths, value, k, reads.list[k].place, &error, &input))
            sum_add_product(maths, sum, error, input);
    if (reads.count == 0) {
        derive_d_unopened(maths, value, out);
        return;
    }
    out->term = out->sum = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ Σ δ · x", value_name(maths, value));
    out->told = said(maths->language, W_EVERY_READ_ADDS);
}
