/* E embedding, H hidden, A attention, D annotation, F feed-forward, n source words, V target words. */
#include "trace/trace_fields.h"

#include "trace/cause_map.h"

#include <stddef.h>
#include <string.h>

#define PARAMS_MOST 20000 /* numbers */
#define AT          offsetof

const TraceField SOURCE_FIELDS[] = {
    {KEY_TOKENS, SHAPE_ROW, AT(Trace, source), SIZE_N, .of = SHAPE_WORD},
    {"ids", SHAPE_ROW, AT(Trace, encoding.ids), SIZE_N, .of = SHAPE_WHOLE},
    {"unknown", SHAPE_ROW, AT(Trace, unknown), SIZE_N, .flags = FIELD_UNREAD, .of = SHAPE_TRUTH},
    {"muted", SHAPE_ROW, AT(Trace, muted), SIZE_N, .flags = FIELD_OPTIONAL, .of = SHAPE_TRUTH},
    {0}};

static const TraceField RUN_FIELDS[] = {{"states", SHAPE_MATRIX, AT(EncoderRun, states), SIZE_H},
                                        {"cells", SHAPE_MATRIX, AT(EncoderRun, cells), SIZE_H, WHEN_REMEMBERS},
                                        {"gates", SHAPE_GATES, AT(EncoderRun, gates), SIZE_H},
                                        {0}};

static const TraceField SELF_FIELDS[] = {
    {"inputs", SHAPE_MATRIX, AT(SelfRun, inputs), SIZE_E},
    {"queries", SHAPE_SIDES, AT(SelfRun, queries), SIZE_E},
    {"keys", SHAPE_SIDES, AT(SelfRun, keys), SIZE_E},
    {"values", SHAPE_SIDES, AT(SelfRun, values), SIZE_E},
    {"scores", SHAPE_SQUARES, AT(SelfRun, scores), SIZE_N},
    {KEY_WEIGHTS, SHAPE_SQUARES, AT(SelfRun, weights), SIZE_N, .flags = FIELD_SHARES},
    {"mixed", SHAPE_MATRIX, AT(SelfRun, mixed), SIZE_E},
    {"output", SHAPE_MATRIX, AT(SelfRun, output), SIZE_E},
    {"normed", SHAPE_MATRIX, AT(SelfRun, normed), SIZE_E},
    {"evened", SHAPE_MATRIX, AT(SelfRun, evened), SIZE_E, WHEN_NORM_BEFORE},
    {"middle", SHAPE_MATRIX, AT(SelfRun, middle), SIZE_E, WHEN_BLOCK},
    {"inner", SHAPE_MATRIX, AT(SelfRun, inner), SIZE_F, WHEN_BLOCK},
    {"outer", SHAPE_MATRIX, AT(SelfRun, outer), SIZE_E, WHEN_BLOCK},
    {"forward_normed", SHAPE_MATRIX, AT(SelfRun, forward_normed), SIZE_E, WHEN_BLOCK},
    {0}};

static const TraceField ANSWER_FIELDS[] = {
    {"keys", SHAPE_SIDES, AT(EncoderLayer, cross_keys), SIZE_E, .flags = FIELD_CROSS},
    {"values", SHAPE_SIDES, AT(EncoderLayer, cross_values), SIZE_E, .flags = FIELD_CROSS},
    {0}};

/* What a layer of a Transformer's decoder looks at: words so far, or the source. */
static const TraceField SO_FAR_FIELDS[] = {
    {"queries", SHAPE_PARTS, AT(WrittenRun, queries), SIZE_E},
    {"keys", SHAPE_SIDES, AT(WrittenRun, keys), SIZE_E, .flags = FIELD_SO_FAR},
    {"values", SHAPE_SIDES, AT(WrittenRun, values), SIZE_E, .flags = FIELD_SO_FAR},
    {"scores", SHAPE_PAIRS, AT(WrittenRun, scores), SIZE_T},
    {KEY_WEIGHTS, SHAPE_PAIRS, AT(WrittenRun, weights), SIZE_T, .flags = FIELD_SHARES},
    {"mixed", SHAPE_ROW, AT(WrittenRun, mixed), SIZE_E},
    {"output", SHAPE_ROW, AT(WrittenRun, output), SIZE_E},
    {"normed", SHAPE_ROW, AT(WrittenRun, normed), SIZE_E},
    {"evened", SHAPE_ROW, AT(WrittenRun, evened), SIZE_E, WHEN_NORM_BEFORE},
    {0}};

static const TraceField CROSS_FIELDS[] = {
    {"queries", SHAPE_PARTS, AT(WrittenRun, cross_queries), SIZE_E, .flags = FIELD_CROSS},
    {"scores", SHAPE_PAIRS, AT(WrittenRun, cross_scores), SIZE_N, .flags = FIELD_CROSS},
    {KEY_WEIGHTS, SHAPE_PAIRS, AT(WrittenRun, cross_weights), SIZE_N, .flags = FIELD_CROSS | FIELD_SHARES},
    {"mixed", SHAPE_ROW, AT(WrittenRun, cross_mixed), SIZE_E},
    {"output", SHAPE_ROW, AT(WrittenRun, cross_output), SIZE_E},
    {"normed", SHAPE_ROW, AT(WrittenRun, cross_normed), SIZE_E},
    {0}};

const TraceField WRITTEN_FIELDS[] = {{"inputs", SHAPE_ROW, AT(WrittenRun, inputs), SIZE_E},
                                     {KEY_SELF, SHAPE_OBJECT, .fields = SO_FAR_FIELDS},
                                     {"asked", SHAPE_ROW, AT(WrittenRun, asked), SIZE_E},
                                     {"cross", SHAPE_OBJECT, .fields = CROSS_FIELDS},
                                     {"middle", SHAPE_ROW, AT(WrittenRun, middle), SIZE_E, WHEN_BLOCK},
                                     {"inner", SHAPE_ROW, AT(WrittenRun, inner), SIZE_F, WHEN_BLOCK},
                                     {"outer", SHAPE_ROW, AT(WrittenRun, outer), SIZE_E, WHEN_BLOCK},
                                     {"forward_normed", SHAPE_ROW, AT(WrittenRun, forward_normed), SIZE_E, WHEN_BLOCK},
                                     {"given", SHAPE_ROW, AT(WrittenRun, given), SIZE_E},
                                     {0}};

static const TraceField LAYER_FIELDS[] = {
    {"forward", SHAPE_OBJECT, AT(EncoderLayer, forward), .when = WHEN_RECURRENT, .fields = RUN_FIELDS, .plus = 1,
     .where = "encoder, layer %d, %s: "},
    {"backward", SHAPE_OBJECT, AT(EncoderLayer, backward), .when = WHEN_BOTH_WAYS, .fields = RUN_FIELDS, .plus = 1,
     .where = "encoder, layer %d, %s: "},
    {KEY_SELF, SHAPE_OBJECT, AT(EncoderLayer, self), .when = WHEN_SELF, .fields = SELF_FIELDS},
    {"answers", SHAPE_OBJECT, .when = WHEN_TRANSFORMER, .fields = ANSWER_FIELDS},
    {0}};

static const TraceField ENCODER_FIELDS[] = {
    {"embeddings", SHAPE_MATRIX, AT(Trace, encoding.embeddings), SIZE_E},
    {KEY_LAYERS, SHAPE_LIST, AT(Trace, encoding.layers), .turn = 1, .fields = LAYER_FIELDS,
     .count_at = AT(Trace, config.layers), .item = sizeof(EncoderLayer), .flags = FIELD_INSIDE, .plus = 1},
    {"normed", SHAPE_MATRIX, AT(Trace, encoding.normed), SIZE_E, WHEN_NORM_BEFORE},
    {"states", SHAPE_MATRIX, AT(Trace, encoding.annotations), SIZE_D},
    {"final", SHAPE_ROW, AT(Trace, encoding.final), SIZE_D},
    {0}};

static const TraceField FIRST_FIELDS[] = {{"state", SHAPE_ROW, AT(DecoderRun, state), SIZE_H},
                                          {"cell", SHAPE_ROW, AT(DecoderRun, cell), SIZE_H, WHEN_REMEMBERS},
                                          {0}};

static const TraceField LOWER_FIELDS[] = {{"gates", SHAPE_GATE_ROWS, AT(DecoderRun, gates), SIZE_H},
                                          {"state", SHAPE_ROW, AT(DecoderRun, state), SIZE_H},
                                          {"cell", SHAPE_ROW, AT(DecoderRun, cell), SIZE_H, WHEN_REMEMBERS},
                                          {0}};

static const TraceField INITIAL_FIELDS[] = {
    {"state", SHAPE_ROW, AT(Trace, encoding.initial_state), SIZE_H, WHEN_CELL},
    {"cell", SHAPE_ROW, AT(Trace, encoding.initial_cell), SIZE_H, WHEN_REMEMBERS},
    {"lower", SHAPE_OBJECT, AT(Trace, encoding.initial_lower), .when = WHEN_LOWER, .fields = FIRST_FIELDS},
    {0}};

static const TraceField INPUT_FIELDS[] = {{KEY_TOKEN, SHAPE_WORD, AT(TraceStep, input_token), .flags = FIELD_UNREAD},
                                          {"id", SHAPE_WHOLE, AT(TraceStep, step.input), .range = RANGE_WORDS},
                                          {"embedding", SHAPE_ROW, AT(TraceStep, step.embedding), SIZE_E},
                                          {0}};

static const TraceField WINDOW_FIELDS[] = {
    {"centre", SHAPE_NUMBER, 0, .behind = AT(TraceStep, step.centre), .room = sizeof(Real)},
    {"first", SHAPE_WHOLE, AT(TraceStep, step.first), .range = RANGE_PLACES, .least = 1, .plus = 1},
    {"count", SHAPE_WHOLE, AT(TraceStep, step.count), .range = RANGE_LEFT, .least = 1},
    {0}};

static const TraceField TOP_FIELDS[] = {{KEY_TOKEN, SHAPE_WORD, AT(Candidate, token)},
                                        {"id", SHAPE_WHOLE, AT(Candidate, id)},
                                        {"p", SHAPE_NUMBER, AT(Candidate, p), .flags = FIELD_SHARES},
                                        {0}};

static const TraceField OUTPUT_FIELDS[] = {
    {KEY_TOKEN, SHAPE_WORD, AT(TraceStep, token), .flags = FIELD_UNREAD},
    {"id", SHAPE_WHOLE, AT(TraceStep, id), .turn = 1, .range = RANGE_WORDS, .least = VOCAB_END},
    {"p", SHAPE_NUMBER, AT(TraceStep, p), .flags = FIELD_SHARES | FIELD_UNREAD},
    {"how", SHAPE_HOW, AT(TraceStep, how)},
    {0}};

const TraceField STEP_FIELDS[] = {
    {KEY_INPUT, SHAPE_OBJECT, .fields = INPUT_FIELDS},
    {"query", SHAPE_ROW, AT(TraceStep, step.query), SIZE_H, WHEN_SCORES},
    {"projected", SHAPE_PROJECTED, AT(TraceStep, asked), SIZE_A, WHEN_PROJECTS, 1},
    {"scores", SHAPE_ROW, AT(TraceStep, step.scores), SIZE_N, WHEN_SCORES},
    {"temperature", SHAPE_TEMPERATURE, .turn = 2},
    {KEY_WEIGHTS, SHAPE_ROW, AT(TraceStep, step.weights), SIZE_N, WHEN_WEIGHS, 1, FIELD_SHARES | FIELD_SUM},
    {"replaced", SHAPE_TRUTH, AT(TraceStep, replaced), .turn = 2, .flags = FIELD_OPTIONAL},
    {"window", SHAPE_OBJECT, .when = WHEN_LOCAL, .turn = 1, .fields = WINDOW_FIELDS},
    {"context", SHAPE_ROW, AT(TraceStep, step.context), SIZE_D, WHEN_ATTENDS, 1},
    {"decoder", SHAPE_LIST, AT(TraceStep, step.layers), .when = WHEN_TRANSFORMER, .turn = 2, .fields = WRITTEN_FIELDS,
     .count_at = AT(TraceStep, step.layer_count), .item = sizeof(WrittenRun), .plus = 1,
     .where = "decoder, layer %d: "},
    {"lower", SHAPE_OBJECT, AT(TraceStep, step.lower), .when = WHEN_LOWER, .turn = 2, .fields = LOWER_FIELDS},
    {"gates", SHAPE_GATE_ROWS, AT(TraceStep, step.gates), SIZE_H, WHEN_CELL, 2},
    {"normed", SHAPE_ROW, AT(TraceStep, step.normed), SIZE_E, WHEN_LAST_WRITTEN, 2},
    {"state", SHAPE_ROW, AT(TraceStep, step.state), SIZE_H, .turn = 2},
    {"cell", SHAPE_ROW, AT(TraceStep, step.cell), SIZE_H, WHEN_REMEMBERS, 2},
    {"attentional", SHAPE_ROW, AT(TraceStep, step.attentional), SIZE_H, WHEN_COMBINES, 2},
    {"logits", SHAPE_ROW, AT(TraceStep, step.logits), SIZE_V, .turn = 2},
    {"probabilities", SHAPE_ROW, AT(TraceStep, step.probabilities), SIZE_V, .turn = 2,
     .flags = FIELD_SHARES | FIELD_SUM},
    {"top", SHAPE_LIST, AT(TraceStep, top), .flags = FIELD_UNREAD | FIELD_INSIDE, .fields = TOP_FIELDS,
     .count_at = AT(TraceStep, top_count), .item = sizeof(Candidate)},
    {KEY_OUTPUT, SHAPE_OBJECT, .turn = 2, .fields = OUTPUT_FIELDS},
    {0}};

const TraceField NODE_FIELDS[] = {
    {"id", SHAPE_INDEX, .range = RANGE_INDEX},
    {"parent", SHAPE_WHOLE, AT(BeamNode, parent), .flags = FIELD_OPTIONAL, .turn = 1, .range = RANGE_NODES},
    {"step", SHAPE_WHOLE, AT(BeamNode, step), .range = RANGE_STEP},
    {KEY_TOKEN, SHAPE_WORD, AT(BeamNode, token), .turn = 2},
    {"logp", SHAPE_DOUBLE, AT(BeamNode, log_probability), .turn = 3},
    {"score", SHAPE_DOUBLE, AT(BeamNode, score), .turn = 3},
    {"p", SHAPE_NUMBER, AT(BeamNode, p), .flags = FIELD_SHARES, .turn = 2},
    {"how", SHAPE_HOW, AT(BeamNode, how), .turn = 3},
    {"died", SHAPE_WHOLE, AT(BeamNode, died), .flags = FIELD_OPTIONAL, .turn = 1, .range = RANGE_DEATH, .least = 1},
    {KEY_WEIGHTS, SHAPE_ROW, AT(TraceStep, step.weights), SIZE_N, WHEN_WEIGHS, 4, FIELD_SHARES,
     .behind = AT(BeamNode, made), .room = sizeof(TraceStep)},
    {0}};

const TraceField BEAM_FIELDS[] = {{"size", SHAPE_WHOLE, AT(Beam, size), .least = 1, .most = TRACE_BEAM_LIMIT},
                                  {"best", SHAPE_WHOLE, AT(Beam, best), .turn = 2, .range = RANGE_NODES},
                                  {"limit", SHAPE_WHOLE, AT(Beam, limit), .least = 1, .most = STEPS_MOST},
                                  {"nodes", SHAPE_LIST, AT(Beam, nodes), .flags = FIELD_LINES, .turn = 1,
                                   .fields = NODE_FIELDS, .count_at = AT(Beam, count), .item = sizeof(BeamNode),
                                   .where = "beam, node %d: "},
                                  {0}};

static const TraceField MAP_FIELDS[] = {
    {"erase-unk", SHAPE_MATRIX, AT(CauseMaps, of[CAUSE_UNKNOWN]), SIZE_N, .flags = FIELD_STEPS},
    {"erase-zero", SHAPE_MATRIX, AT(CauseMaps, of[CAUSE_ZERO]), SIZE_N, .flags = FIELD_STEPS},
    {"gradient", SHAPE_MATRIX, AT(CauseMaps, of[CAUSE_GRADIENT]), SIZE_N, .flags = FIELD_STEPS},
    {0}};

const TraceField TRACE_FIELDS[] = {
    {"model", SHAPE_CONFIG, .flags = FIELD_LINE},
    {KEY_SOURCE, SHAPE_OBJECT, .flags = FIELD_LINE, .fields = SOURCE_FIELDS},
    {KEY_ENCODER, SHAPE_OBJECT, .flags = FIELD_LINE, .turn = 3, .fields = ENCODER_FIELDS, .where = "encoder: "},
    {"initial", SHAPE_OBJECT, .when = WHEN_CELL, .flags = FIELD_LINE, .turn = 3, .fields = INITIAL_FIELDS,
     .where = "initial: "},
    {"keys", SHAPE_MATRIX, AT(Trace, encoding.keys), SIZE_A, WHEN_KEYS, 3, FIELD_LINE},
    {"energy", SHAPE_ENERGY, .flags = FIELD_LINE, .turn = 2, .size = SIZE_A},
    {"parameters", SHAPE_PARAMETERS, .flags = FIELD_LINE, .turn = 2},
    {"vocabulary", SHAPE_VOCABULARY, .flags = FIELD_LINE, .turn = 1, .size = SIZE_V},
    {KEY_STEPS, SHAPE_LIST, AT(Trace, steps), .flags = FIELD_LINE | FIELD_LINES, .turn = 3, .fields = STEP_FIELDS,
     .count_at = AT(Trace, step_count), .item = sizeof(TraceStep), .plus = 1, .where = "step %d: "},
    {"output", SHAPE_WRITTEN, .flags = FIELD_LINE | FIELD_UNREAD},
    {"log_probability", SHAPE_NUMBER, AT(Trace, log_probability), .turn = 3},
    {"truncated", SHAPE_TRUTH, AT(Trace, truncated), .turn = 3},
    {"maps", SHAPE_OBJECT, .flags = FIELD_LINE | FIELD_OPTIONAL, .turn = 4, .fields = MAP_FIELDS,
     .behind = AT(Trace, maps), .room = sizeof(CauseMaps), .where = "maps: "},
    {"beam", SHAPE_OBJECT, .flags = FIELD_LINE | FIELD_OPTIONAL, .turn = 4, .fields = BEAM_FIELDS,
     .behind = AT(Trace, beam), .room = sizeof(Beam)},
    {0}};

bool field_due(const TraceField *field, const Config *config)
{
    bool scores = config_scores(config);
    const bool due[] = {
        [WHEN_ALWAYS] = true,
        [WHEN_SCORES] = scores,
        [WHEN_KEYS] = scores && !config_is_transformer(config),
        [WHEN_PROJECTS] = scores && score_of_kind(config->score)->query,
        [WHEN_WEIGHS] = config_weighs(config),
        [WHEN_LOCAL] = scores && config->local != LOCAL_NONE,
        [WHEN_ATTENDS] = config->attention != ATTENTION_NONE,
        [WHEN_COMBINES] = config->attention == ATTENTION_LUONG,
        [WHEN_REMEMBERS] = cell_of_kind(config_decoder_cell(config))->memory != NULL,
        [WHEN_RECURRENT] = config->cell != CELL_SELF,
        [WHEN_BOTH_WAYS] = config->bidirectional,
        [WHEN_SELF] = config->cell == CELL_SELF,
        [WHEN_CELL] = !config_is_transformer(config),
        [WHEN_TRANSFORMER] = config_is_transformer(config),
        [WHEN_BLOCK] = config->feed_forward > 0,
        [WHEN_NORM_BEFORE] = config_norms_before(config),
        [WHEN_LAST_WRITTEN] = config_norms_before(config) && config_is_transformer(config),
        [WHEN_LOWER] = config->decoder_layers > 1,
    };
    return due[field->when];
}

Layout field_layout(const TraceField *field, const Trace *trace, const Model *model, int step)
{
    const Config *config = &trace->config;
    const int sizes[] = {
        [SIZE_E] = config->embed,          [SIZE_H] = config->hidden,
        [SIZE_A] = config->attention_size, [SIZE_D] = config_annotation(config),
        [SIZE_F] = config->feed_forward,   [SIZE_N] = trace->n,
        [SIZE_V] = model->target.count,    [SIZE_T] = step + 1,
    };
    int size = sizes[field->size], n = field->flags & FIELD_SO_FAR  ? step + 1
                                       : field->flags & FIELD_STEPS ? trace->step_count
                                                                    : trace->n;
    int heads = field->flags & FIELD_CROSS ? config->cross_heads : config->heads;
    int width = heads > 0 ? size / heads : 0; /* without self-attention there are none */
    if (field->shape == SHAPE_SIDES)
        return (Layout){3, heads, n, width, (size_t)size, (size_t)width};
    if (field->shape == SHAPE_PARTS)
        return (Layout){2, 1, heads, width, (size_t)width, 0};
    if (field->shape == SHAPE_PAIRS)
        return (Layout){2, 1, heads, size, (size_t)size, 0};
    if (field->shape == SHAPE_SQUARES)
        return (Layout){3, heads, n, n, (size_t)n, (size_t)n * (size_t)n};
    return (Layout){1 + (field->shape == SHAPE_MATRIX), 1, field->shape == SHAPE_MATRIX ? n : 1, size, (size_t)size, 0};
}

Layout param_layout(const Param *param)
{
    int width = param->cols ? param->cols : param->rows;
    return (Layout){1 + (param->cols > 0), 1, param->cols ? param->rows : 1, width, (size_t)width, 0};
}

const TraceField *field_gates(const TraceField *field, const Config *config, TraceField out[MODEL_GATES + 1])
{
    FieldShape shape = field->shape == SHAPE_GATES ? SHAPE_MATRIX : SHAPE_ROW;
    int count = cell_of_kind(config_decoder_cell(config))->gate_count;
    for (int gate = 0; gate < count; gate++)
        out[gate] = (TraceField){cell_gate_name(config->cell, gate), shape, (size_t)gate * sizeof(Real *), SIZE_H};
    out[count] = (TraceField){0};
    return out;
}

static bool is_of_cell(const Param *param)
{
    return strstr(param->name, ".weight_") || strstr(param->name, ".bias_");
}

bool trace_tells_param(const Model *model, int param)
{
    size_t size = 0;
    if (strstr(model->table.items[param].name, "norm.")) /* gain and bias */
        return true;
    for (int i = 0; i < model->table.count; i++)
        size += is_of_cell(&model->table.items[i]) ? param_size(&model->table.items[i]) : 0;
    return cell_of_kind(config_decoder_cell(&model->config))->gate_count == 0 && size <= PARAMS_MOST
           && is_of_cell(&model->table.items[param]);
}
