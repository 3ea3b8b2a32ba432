#include "derive/value.h"

#include "derive/sent_back.h"
#include "trace/head_row.h"
#include "words/derive_words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define STEP(member)           's', offsetof(Step, member), 0
#define ASKS(member, cross)    'a', offsetof(Step, member), offsetof(WrittenRun, cross)
#define ENCODING(member)       'e', offsetof(Encoding, member), 0
#define ANSWERS(member, cross) 'k', offsetof(Encoding, member), offsetof(EncoderLayer, cross)
#define SELF(member)           'l', offsetof(SelfRun, member), offsetof(WrittenRun, member)
#define WRITTEN(member)        'w', 0, offsetof(WrittenRun, member)
#define ENDS(member)           'n', offsetof(Encoding, member), offsetof(Step, member)
#define RUN                    'r', 0, 0
#define MODEL                  'p', 0, 0
#define SENT                   'b', 0, 0
#define MADE                   '-', 0, 0

const ValueInfo VALUE_INFO[VALUE_KINDS] = {
#define VALUE(KIND, letter, role, meaning, places, entries, kept, maker)                                               \
    [VALUE_##KIND] = {letter, role, meaning, places, entries, kept},
#include "derive/values.def"
#undef VALUE
};

/* ---- sizes ---- */

static bool run_there(const Config *config, int run)
{
    if (run_decodes(run))
        return run == RUN_DECODER || (run == RUN_LOWER && config->decoder_layers > 1);
    int runs = config->cell == CELL_SELF ? 0 : 2 * config->layers;
    return run < runs && (run % 2 == 0 || config->bidirectional);
}

bool value_is_written(Value value)
{
    return value.kind >= VALUE_SELF_INPUT && value.part >= PART_WRITTEN;
}

/* Does a step keep it? In one word's row the words stand in a sentence, as an encoder's do. */
static bool is_of_step(const Maths *maths, Value value)
{
    return value_is_written(value) && !maths->trace->row;
}

static int places(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    switch (VALUE_INFO[value.kind].places) {
    case 't':
        return trace->step_count;
    case 'j':
        return is_of_step(maths, value) ? trace->step_count : trace->n;
    case 'p':
        return maths->model->table.items[value.part].rows;
    case 'b':
        return sent_places(maths, value);
    case 'r':
        return (value.kind == VALUE_LENGTH ? !value.part : run_decodes(value.run)) ? trace->step_count : trace->n;
    default:
        return 1;
    }
}

int value_entries(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    int columns;
    switch (VALUE_INFO[value.kind].entries) {
    case 'V':
        return maths->model->target.count;
    case 'D':
        return config_annotation(config);
    case 'n':
        return is_of_step(maths, value) ? value.place + 1 : maths->trace->n;
    case 'A':
        return config->attention_size;
    case 'E':
        return config->embed;
    case 'F':
        return config->feed_forward;
    case 'H':
        return config->hidden;
    case 'G':
    case 'b':
        return sent_entries(maths, value);
    case 'p':
        columns = maths->model->table.items[value.part].cols;
        return columns ? columns : 1;
    default:
        return 1;
    }
}

/* ---- numbers ---- */

int value_layer(const Trace *trace, Value value)
{
    return trace->config.layers - 1 - value.part % PART_WRITTEN;
}

static const Step *step_at(const Maths *maths, int t)
{
    return &maths->trace->steps[t].step;
}

/* [n,H] of the encoder's run, or of the decoder's step with its row 0. */
static const Real *state_row(const Maths *maths, Value value)
{
    const Encoding *encoding = &maths->trace->encoding;
    size_t row = (size_t)(value.place < 0 ? 0 : value.place) * (size_t)maths->trace->config.hidden;
    if (run_decodes(value.run)) {
        bool lower = value.run == RUN_LOWER;
        DecoderRun at =
            value.place < 0 ? encoding_start(encoding, lower) : step_run(step_at(maths, value.place), lower);
        return value.kind == VALUE_GATE ? at.gates[value.part] : value.kind == VALUE_CELL ? at.cell : at.state;
    }
    const EncoderRun *run = encoding_run(encoding, value.run);
    const Real *all = value.kind == VALUE_GATE   ? run->gates[value.part]
                      : value.kind == VALUE_CELL ? run->cells
                                                 : run->states;
    return all ? all + row : NULL;
}

static bool is_pair_of_heads(ValueKind kind)
{
    return kind == VALUE_SELF_SCORE || kind == VALUE_SELF_WEIGHT;
}

/* Row `row` of the array that a pointer in a struct points at. */
static const Real *row_at(const void *in, size_t offset, size_t row, size_t width)
{
    const Real *rows = *(Real *const *)((const char *)in + offset);
    return rows ? rows + row * width : NULL;
}

/* In a layer of a Transformer's decoder: keys and values have a row for each step so far, pairs one for each head. */
static const Real *written_row(const Maths *maths, Value value)
{
    const Step *step = step_at(maths, value.place);
    const ValueInfo *info = &VALUE_INFO[value.kind];
    bool so_far = value.kind == VALUE_SELF_KEY || value.kind == VALUE_SELF_VALUE;
    int row = so_far                           ? value.place
              : is_pair_of_heads(value.kind)   ? value.run
              : info->kept == 'a' && value.run ? value.run - 1
                                               : 0;
    if (!step->layers)
        return NULL;
    return row_at(&step->layers[value_layer(maths->trace, value)], info->written, (size_t)row,
                  (size_t)value_entries(maths, value));
}

/* Of one layer and head of a Transformer's attention to the source; else the step has it. */
static bool is_of_layer(const Maths *maths, Value value)
{
    return config_is_transformer(&maths->trace->config) && (value.run > 0 || value.part % PART_WRITTEN > 0);
}

/* The vector that the value is an entry of; NULL where it is computed, or is not there. */
static const Real *vector_of(const Maths *maths, Value value)
{
    const ValueInfo *info = &VALUE_INFO[value.kind];
    const Encoding *encoding = &maths->trace->encoding;
    size_t width = (size_t)value_entries(maths, value);
    size_t row = (size_t)value.place + (is_pair_of_heads(value.kind) ? (size_t)value.run * (size_t)maths->trace->n : 0);
    bool written = is_of_step(maths, value);
    if (info->kept == 'n') /* of the top layer alone */
        return value.part % PART_WRITTEN ? NULL
               : written                 ? row_at(step_at(maths, value.place), info->written, 0, width)
                                         : row_at(encoding, info->offset, row, width);
    if (written || info->kept == 'w' || (info->kept == 'a' && is_of_layer(maths, value)))
        return written_row(maths, value);
    switch (info->kept) {
    case 'b':
        return sent_row(maths, value);
    case 's':
    case 'a':
        return row_at(step_at(maths, value.place), info->offset, 0, width);
    case 'k':
        if (config_is_transformer(&maths->trace->config))
            return row_at(&encoding->layers[value_layer(maths->trace, value)], info->written, row, width);
        return row_at(encoding, info->offset, row, width);
    case 'e':
        return row_at(encoding, info->offset, row, width);
    case 'l':
        return row_at(&encoding->layers[value_layer(maths->trace, value)].self, info->offset, row, width);
    case 'r':
        return state_row(maths, value);
    case 'p':
        if (maths->model->table.items[value.part].absent)
            return NULL;
        return maths->model->params + maths->model->table.items[value.part].offset
               + (size_t)value.place * (size_t)value_entries(maths, value);
    default:
        return NULL;
    }
}

bool value_computed(ValueKind kind)
{
    return VALUE_INFO[kind].kept == '-';
}

bool value_is_pair(ValueKind kind)
{
    return VALUE_INFO[kind].entries == 'n';
}

/* Is the state that asks at the step there? */
static bool asks(const Maths *maths, Value value)
{
    const Step *step = step_at(maths, value.place);
    return step->layers ? step->layers[value_layer(maths->trace, value)].cross_queries != NULL : step->query != NULL;
}

static bool makes_keys(const Maths *maths)
{
    const Config *config = &maths->trace->config;
    return maths->trace->row || config_is_transformer(config) || config_makes_keys(config);
}

static bool has_input_weights(const Model *model, int run)
{
    char name[CELL_PARAM_SIZE];
    cell_param(&model->config, run, "weight_ih", name);
    return model_param(model, name) != NULL;
}

/* Does a layer of that side have such values? */
static bool layer_there(const Trace *trace, Value value)
{
    const Config *config = &trace->config;
    bool written = value.part >= PART_WRITTEN, decoder = value.kind >= VALUE_ASKED;
    bool looks = trace->row ? trace->row->written : config_is_transformer(config);
    return value.part >= 0 && value.part % PART_WRITTEN < config->layers && value.part < 2 * PART_WRITTEN
           && (written ? looks : !decoder);
}

/* Of a Transformer's attention to the source: the layer and the head, 0: the mean of several. */
static bool asks_there(const Config *config, Value value)
{
    bool pair = value.kind == VALUE_WEIGHT || value.kind == VALUE_SCORE;
    int heads = config_is_transformer(config) ? config->cross_heads : 0;
    return value.part >= 0 && value.part < (heads ? config->layers : 1) && value.run >= 0
           && value.run <= (pair && heads > 1 ? heads : 0) && (!pair || heads < 2 || value.part == 0 || value.run > 0);
}

/* What a Transformer's step makes and nobody keeps: is what it is made of there? */
static bool added_there(const Maths *maths, Value value)
{
    value.kind = value.kind == VALUE_SELF_SHARE    ? VALUE_SELF_MIXED
                 : value.kind == VALUE_SELF_SUM    ? VALUE_SELF_OUTPUT
                 : value.kind == VALUE_FORWARD_SUM ? VALUE_FORWARD_OUTER
                                                   : VALUE_CROSS_OUTPUT;
    value.run = 0;
    return vector_of(maths, value) != NULL;
}

bool value_valid(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    bool self = value.kind >= VALUE_SELF_INPUT || value.kind == VALUE_FINAL;
    bool gradient = value_is_gradient(value.kind);
    if (value.kind <= VALUE_NONE || value.kind >= VALUE_KINDS || (self && config->cell != CELL_SELF))
        return false;
    if (value.kind >= VALUE_SELF_INPUT && !layer_there(maths->trace, value))
        return false;
    if (value.kind == VALUE_GIVEN && !config_is_transformer(config))
        return false; /* they are the annotations */
    if (value.kind == VALUE_PARAM && (value.part < 0 || value.part >= maths->model->table.count))
        return false;
    bool state = VALUE_INFO[value.kind].places == 'r' && value.kind != VALUE_LENGTH;
    if (state && !run_there(config, value.run))
        return false;
    if (gradient && !sent_there(maths, value))
        return false;
    CellKind cell = run_decodes(value.run) ? config_decoder_cell(config) : config->cell;
    bool first = state && run_decodes(value.run) && value.place == -1 && !config_is_transformer(config)
                 && (value.kind == VALUE_STATE || value.kind == VALUE_CELL);
    if (value.place < (first ? -1 : 0) || value.place >= places(maths, value) || value.index < 0
        || value.index >= value_entries(maths, value))
        return false;
    if (gradient)
        return true;
    if (value.kind == VALUE_ANNOTATION && config->cell != CELL_SELF && !trace_muted(maths->trace, value.place))
        return false;
    if (value.kind == VALUE_GATE && (value.part < 0 || value.part >= MODEL_GATES || !cell_gate_name(cell, value.part)))
        return false;
    if ((value.kind == VALUE_SELF_SCORE || value.kind == VALUE_SELF_WEIGHT || value.kind == VALUE_SELF_SHARE)
        && (value.run < 0 || value.run >= config->heads))
        return false;
    if (value.kind == VALUE_SELF_SHARE && !model_is_whole(maths->model)) /* nothing keeps it, W_O makes it */
        return false;
    if (value.kind == VALUE_CROSS_SUM && !config->cross_residual)
        return false;
    if (value.kind == VALUE_FORWARD_SUM && config->feed_forward == 0)
        return false;
    if (is_of_step(maths, value) && value_computed(value.kind))
        return added_there(maths, value);
    if (value.kind == VALUE_FROM_INPUT || value.kind == VALUE_FROM_STATE) /* made with the state */
        return cell_of_kind(cell)->halves > 0 && has_input_weights(maths->model, value.run)
               && state_row(maths, (Value){VALUE_STATE, value.run, value.place});
    if (value.kind == VALUE_LENGTH)
        return config_scores(config) && strchr(score_of_kind(config->score)->equation, '|')
               && (value.part || asks(maths, value));
    bool asking = VALUE_INFO[value.kind].kept == 'a' || VALUE_INFO[value.kind].kept == 'k' || value.kind == VALUE_QUERY;
    if (asking && !asks_there(config, value))
        return false;
    if (value.kind == VALUE_KEY && !makes_keys(maths))
        return false; /* they are the annotations */
    if (value.kind == VALUE_QUERY)
        return config_scores(config) && value_asks(maths) && asks(maths, value);
    if (value.kind == VALUE_POSITION)
        return config_scores(config) && config->local == LOCAL_P && asks(maths, value) && model_is_whole(maths->model);
    return value_computed(value.kind) || vector_of(maths, value) != NULL;
}

bool value_is_share(ValueKind kind)
{
    return kind == VALUE_WEIGHT || kind == VALUE_PROBABILITY || kind == VALUE_SELF_WEIGHT;
}

bool value_equal(Value a, Value b)
{
    return a.kind == b.kind && a.run == b.run && a.place == b.place && a.index == b.index && a.part == b.part;
}

const Real *value_recorded(const Maths *maths, Value value)
{
    const Real *vector = value_computed(value.kind) ? NULL : vector_of(maths, value);
    return vector ? vector + value.index : NULL;
}

/* ---- the vectors that are compared ---- */

/* In a trace of one head's row, queries, keys and values are that head's vectors of the words. */
static Value of_head(const Maths *maths, ValueKind kind, int j, int index)
{
    return (Value){kind, .place = j, .index = index, .part = maths->trace->row->written ? PART_WRITTEN : 0};
}

/* An entry of the state of the encoder's upper layer, both directions together. */
static Value top_state(const Maths *maths, ValueKind kind, int j, int index)
{
    const Config *config = &maths->trace->config;
    int H = config->hidden, top = 2 * (config->layers - 1);
    return (Value){kind, .run = top + (index >= H), .place = j, .index = index % H};
}

Value annotation_value(const Maths *maths, int j, int index)
{
    const Trace *trace = maths->trace;
    if (trace->row)
        return of_head(maths, VALUE_SELF_VALUE, j, index);
    if (trace->config.cell == CELL_SELF || trace_muted(trace, j))
        return (Value){VALUE_ANNOTATION, .place = j, .index = index};
    if (trace->config.fault == FAULT_EMBEDDINGS)
        return (Value){VALUE_EMBEDDING, .place = j, .index = index};
    return top_state(maths, VALUE_STATE, j, index);
}

Value final_value(const Maths *maths, int cell, int index)
{
    const Config *config = &maths->trace->config;
    if (config_final_is_mean(config))
        return (Value){VALUE_FINAL, .index = index};
    bool from_right = config_from_right(config, index >= config->hidden);
    return top_state(maths, cell ? VALUE_CELL : VALUE_STATE, from_right ? 0 : maths->trace->n - 1, index);
}

Value summand_value(const Maths *maths, int j, int index)
{
    bool made = config_is_transformer(&maths->trace->config);
    return made ? (Value){VALUE_GIVEN, .place = j, .index = index} : annotation_value(maths, j, index);
}

const char *key_weight(const Maths *maths)
{
    const Config *config = &maths->trace->config;
    if (maths->trace->row)
        return self_param(maths, maths->trace->row->written ? PART_WRITTEN : 0, "self.key", "weight");
    if (config_is_transformer(config))
        return self_param(maths, PART_WRITTEN, "cross.key", "weight");
    return config_makes_keys(config) ? config_key_weight(config) : NULL;
}

bool value_asks(const Maths *maths)
{
    const Config *config = &maths->trace->config;
    return !maths->trace->row && (config_is_transformer(config) || score_of_kind(config->score)->query);
}

const char *query_weight(const Maths *maths, Value value)
{
    if (config_is_transformer(&maths->trace->config))
        return self_param(maths, PART_WRITTEN + value.part, "cross.query", "weight");
    return value.kind == VALUE_QUERY ? "attention.query.weight" : "attention.position.weight";
}

Value key_value(const Maths *maths, int j, int index)
{
    if (maths->trace->row)
        return of_head(maths, VALUE_SELF_KEY, j, index);
    return makes_keys(maths) ? (Value){VALUE_KEY, .place = j, .index = index} : annotation_value(maths, j, index);
}

Value asking_state(const Maths *maths, int step, int index)
{
    if (maths->trace->row)
        return of_head(maths, VALUE_SELF_QUERY, maths->trace->row->word, index);
    if (config_is_transformer(&maths->trace->config))
        return (Value){VALUE_ASKED, .place = step, .index = index, .part = PART_WRITTEN};
    bool anew = maths->trace->config.attention == ATTENTION_LUONG;
    return (Value){VALUE_STATE, .run = RUN_DECODER, .place = anew ? step : step - 1, .index = index};
}

Value query_value(const Maths *maths, int step, int index)
{
    return value_asks(maths) ? (Value){VALUE_QUERY, .place = step, .index = index} : asking_state(maths, step, index);
}

/* ---- what comes of comparing them ---- */

static Value entry_of(const Maths *maths, ValueKind kind, ValueKind of_row, int step, int index)
{
    const struct HeadRow *row = maths->trace->row;
    return row ? of_head(maths, of_row, row->word, index) : (Value){kind, .place = step, .index = index};
}

Value score_value(const Maths *maths, int step, int j)
{
    return entry_of(maths, VALUE_SCORE, VALUE_SELF_SCORE, step, j);
}

Value weight_value(const Maths *maths, int step, int j)
{
    return entry_of(maths, VALUE_WEIGHT, VALUE_SELF_WEIGHT, step, j);
}

Value context_value(const Maths *maths, int step, int index)
{
    return entry_of(maths, VALUE_CONTEXT, VALUE_SELF_MIXED, step, index);
}

Value context_read(const Maths *maths, int step)
{
    int place = maths->trace->config.fault == FAULT_SHIFTED ? step - 1 : step;
    return (Value){place < 0 ? VALUE_NONE : VALUE_CONTEXT, .place = place};
}

const Step *value_step(const Maths *maths, Value value)
{
    return step_at(maths, maths->trace->row ? 0 : value.place);
}

/* ---- learned numbers ---- */

int run_layer(const Config *config, int run)
{
    return run == RUN_DECODER ? config->decoder_layers - 1 : run == RUN_LOWER ? 0 : run / 2;
}

void cell_param(const Config *config, int run, const char *name, char out[CELL_PARAM_SIZE])
{
    if (run_decodes(run))
        snprintf(out, CELL_PARAM_SIZE, "decoder.%s%s", name, param_above(run_layer(config, run)));
    else
        snprintf(out, CELL_PARAM_SIZE, "encoder.%s_l%d%s", name, run / 2, run % 2 ? "_reverse" : "");
}

const char *self_param(const Maths *maths, int layer, const char *part, const char *what)
{
    char *name = ARENA_ARRAY(maths->arena, char, PARAM_NAME);
    const char *side = layer >= PART_WRITTEN ? "decoder" : "encoder";
    param_of_layer(side, value_layer(maths->trace, (Value){.part = layer}), part, what, name);
    return name;
}

Value param_value(const Maths *maths, const char *name, int row, int column)
{
    return (Value){VALUE_PARAM, .place = row, .index = column, .part = params_find(&maths->model->table, name)};
}
