/* A trace from the JSON that trace_json.c writes, by the same fields. What its configuration has must be there, in the
 * shapes that it gives; the file is untrusted. */
#include "trace/steps.h"
#include "trace/trace_reader.h"

#include <math.h>
#include <string.h>

enum {
    PLACES_MOST = 2 * TRACE_LIMIT_WORDS,
    IDS_MOST = 1000000,
    NODES_MOST = INT16_MAX, /* that can be pointed at */
    WHERE_SIZE = 48,
    TURNS = 5
};

/* ---- the source ---- */

static bool read_flags(const TraceReader *reader, const cJSON *array, const TraceField *field, bool *out)
{
    int n = reader->trace->n, i = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, i++)
        if (!cJSON_IsBool(item))
            return told_fail(reader, "\"source.%s\" must be true or false for each word", field->key);
        else if (i < n)
            out[i] = cJSON_IsTrue(item);
    return i == n || told_fail(reader, "\"source.%s\" has %d entr(y|ies); expected %d", field->key, i, n);
}

/* The words that were typed: </s> and <pad> stand behind them. */
static bool count_words(const TraceReader *reader)
{
    Trace *trace = reader->trace;
    while (trace->words < trace->n && trace->encoding.ids[trace->words] != VOCAB_END
           && trace->encoding.ids[trace->words] != VOCAB_PAD)
        trace->words++;
    return trace->words > 0 || told_fail(reader, "\"source\" has no words");
}

static bool read_source(const TraceReader *reader, const cJSON *source)
{
    enum { TOKENS, IDS, UNKNOWN, MUTED };
    Trace *trace = reader->trace;
    const cJSON *told[4];
    for (int i = TOKENS; i <= MUTED; i++)
        told[i] = json_member(source, SOURCE_FIELDS[i].key);
    int n = told_count(told[TOKENS]), j = 0;
    if (n < 1 || n > PLACES_MOST)
        return told_fail(reader, "\"source.tokens\" has %d word(s); expected 1 to %d", n, PLACES_MOST);
    trace->n = trace->encoding.n = n;
    trace->source = ARENA_ARRAY(&trace->arena, const char *, (size_t)n);
    trace->unknown = ARENA_ARRAY(&trace->arena, bool, (size_t)n);
    trace->encoding.ids = ARENA_ARRAY(&trace->arena, int, (size_t)n);
    if (!cJSON_IsArray(told[IDS]) || told_count(told[IDS]) != n)
        return told_fail(reader, "\"source.ids\" must be %d number(s), as many as there are words", n);
    const cJSON *id = told[IDS]->child;
    for (const cJSON *token = told[TOKENS]->child; token; token = token->next, id = id->next, j++) {
        if (!(trace->source[j] = told_word(reader, token, SOURCE_FIELDS[TOKENS].key, j + 1))
            || !told_whole(reader, id, SOURCE_FIELDS[IDS].key, 0, IDS_MOST, &trace->encoding.ids[j]))
            return false;
        trace->unknown[j] = trace->encoding.ids[j] == VOCAB_UNKNOWN;
    }
    bool *muted = told[MUTED] ? ARENA_ARRAY(&trace->arena, bool, (size_t)n) : NULL;
    trace->muted = muted;
    return (!muted || read_flags(reader, told[MUTED], &SOURCE_FIELDS[MUTED], muted)) && count_words(reader);
}

/* ---- what fields have to do with one another ---- */

static bool finish_step(const TraceReader *reader, void *base)
{
    TraceStep *step = base;
    step->input_token = vocab_word(&reader->model->target, step->step.input);
    step->step.count = step->step.centre ? step->step.count : reader->trace->n;
    step->replaced = step->replaced && step->step.weights;
    step_find_top(step, reader->model);
    step_write(step, reader->model, step->id, step->how);
    return true;
}

static bool finish_steps(const TraceReader *reader, void *base)
{
    Trace *trace = base;
    bool ended = trace->steps[trace->step_count - 1].id == VOCAB_END;
    trace->word_count = trace->step_count - ended;
    trace->truncated &= !ended;
    trace->forced_cut = !ended && !trace->truncated;
    (void)reader;
    return true;
}

/* Behind its parent, in the step after it. */
static bool check_place(const TraceReader *reader, void *base)
{
    const BeamNode *node = base, *before = node->parent < 0 ? NULL : &reader->trace->beam->nodes[node->parent];
    if (before && before->id == VOCAB_END)
        return told_fail(reader, "its \"parent\" has ended");
    return (before ? before->step + 1 : 0) == node->step
           || told_fail(reader, "its \"parent\" is not of the step before");
}

static bool find_word(const TraceReader *reader, void *base)
{
    const Vocab *words = &reader->model->target;
    BeamNode *node = base;
    node->id = vocab_find(words, slice_of(node->token), false);
    if (node->id == VOCAB_UNKNOWN)
        return told_fail(reader, "\"token\" is '%s', which is no word of \"vocabulary\"", node->token);
    node->token = vocab_word(words, node->id);
    TraceStep *made = ARENA_NEW(&reader->trace->arena, TraceStep);
    made->step.count = reader->trace->n;
    node->made = made;
    return true;
}

/* The steps of the trace are those of one hypothesis: the node of its last word; -1: of none. */
static int find_hypothesis(const Trace *trace, const Beam *beam)
{
    int at = -1, t = 0;
    for (int i = 0; i < beam->count && t < trace->step_count; i++)
        if (beam->nodes[i].parent == at && beam->nodes[i].step == t && beam->nodes[i].id == trace->steps[t].id)
            at = i, t++;
    return t == trace->step_count ? at : -1;
}

/* Of the step that a word was chosen at the trace has all numbers, where it is one of its own: the words of its
 * hypothesis, and their brothers. Of the others it has the weights. */
static bool finish_beam(const TraceReader *reader, void *base)
{
    Trace *trace = reader->trace;
    Beam *beam = base;
    trace->hypothesis = find_hypothesis(trace, beam);
    if (trace->hypothesis < 0)
        return told_fail(reader, "\"beam\" has no hypothesis with the words of \"steps\"");
    beam->forced_only = trace->forced_cut = trace->forced_cut && trace->step_count == beam->limit;
    for (int at = trace->hypothesis; at >= 0; at = beam->nodes[at].parent) {
        const BeamNode *own = &beam->nodes[at];
        for (int i = 0; i < beam->count; i++)
            if (beam->nodes[i].step == own->step && beam->nodes[i].parent == own->parent)
                beam->nodes[i].made = &trace->steps[own->step];
    }
    return true;
}

static const struct {
    const TraceField *fields;
    int turn; /* it comes behind */
    bool (*check)(const TraceReader *reader, void *base);
} CHECKS[] = {{STEP_FIELDS, 2, finish_step},
              {NODE_FIELDS, 1, check_place},
              {NODE_FIELDS, 3, find_word},
              {BEAM_FIELDS, 2, finish_beam},
              {TRACE_FIELDS, 3, finish_steps}};

/* ---- fields ---- */

static bool read_whole(const TraceReader *reader, const cJSON *item, const TraceField *field, char *base)
{
    const BeamNode *node = (const BeamNode *)base;
    const Beam *beam = reader->trace->beam;
    FieldRange range = field->range;
    int i = reader->index, value = -1, after = range == RANGE_STEP && i > 0 ? node[-1].step + 1 : 0;
    int least = range == RANGE_INDEX   ? i
                : range == RANGE_STEP  ? after - (i > 0)
                : range == RANGE_DEATH ? node->step + 1
                                       : field->least;
    int most = range == RANGE_WORDS    ? reader->model->target.count - 1
               : range == RANGE_PLACES ? reader->trace->n
               : range == RANGE_LEFT   ? reader->trace->n - ((const TraceStep *)base)->step.first
               : range == RANGE_INDEX  ? i
               : range == RANGE_NODES  ? beam->count - 1
               : range == RANGE_STEP   ? after
               : range == RANGE_DEATH  ? beam->limit
                                       : field->most;
    if ((item || !(field->flags & FIELD_OPTIONAL)) && !told_whole(reader, item, field->key, least, most, &value))
        return false;
    if (field->shape == SHAPE_WHOLE)
        *(int *)(base + field->at) = value - field->plus;
    return true;
}

static bool read_number(const TraceReader *reader, const cJSON *item, const TraceField *field, void *at)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    bool shares = field->flags & FIELD_SHARES, wide = shares || field->shape == SHAPE_DOUBLE;
    if (!isfinite(wide ? value : (double)(float)value))
        return told_fail(reader, "\"%s%s\" must be a number", reader->object, field->key);
    if (field->shape == SHAPE_DOUBLE)
        *(double *)at = value;
    else
        *(float *)at = (float)value;
    return !shares || told_shares(reader, field->key, at, 1);
}

/* It holds up to the next that is given. */
static bool read_temperature(const TraceReader *reader, const cJSON *item, const char *key, TraceStep *step)
{
    step->tempered = item != NULL;
    step->temperature = item ? item->valuedouble : reader->index > 0 ? step[-1].temperature : 0;
    return !item || (cJSON_IsNumber(item) && item->valuedouble >= 1e-3 && item->valuedouble <= 1e3)
           || told_fail(reader, "\"%s\" must lie between 0.001 and 1000", key);
}

static bool read_array(const TraceReader *reader, const cJSON *array, const TraceField *field, Layout layout,
                       Real **out)
{
    int count = layout.heads * layout.rows * layout.width;
    *out = told_numbers(reader, array, field->key, layout);
    return *out && (!(field->flags & FIELD_SHARES) || told_shares(reader, field->key, *out, count))
           && (!(field->flags & FIELD_SUM) || told_sum(reader, field->key, *out, count));
}

static bool read_projected(const TraceReader *reader, const cJSON *array, const TraceField *field, Layout layout,
                           void *at)
{
    double *asked = ARENA_ARRAY(&reader->trace->arena, double, (size_t)layout.width);
    *(const double **)at = asked;
    if (!told_numbers(reader, array, field->key, layout))
        return false;
    for (const cJSON *item = array->child; item; item = item->next)
        *asked++ = item->valuedouble;
    return true;
}

static bool read_fields(const TraceReader *reader, const cJSON *object, const TraceField *fields, char *base);

static bool read_object(const TraceReader *reader, const cJSON *object, const TraceField *field,
                        const TraceField *fields, char *base)
{
    char name[WHERE_SIZE], where[WHERE_SIZE];
    TraceReader inner = *reader;
    snprintf(name, sizeof name, "%s.", field->key);
    inner.object = name;
    if (field->where) {
        snprintf(where, sizeof where, field->where, reader->index + field->plus, field->key);
        inner.where = where;
    }
    return fields == SOURCE_FIELDS ? read_source(&inner, object) : read_fields(&inner, object, fields, base);
}

static bool check_count(const TraceReader *reader, const cJSON *array, const TraceField *field, const char *base)
{
    bool layers = field->fields == WRITTEN_FIELDS;
    int count = told_count(array),
        wanted = layers ? reader->trace->config.layers : *(const int *)(base + field->count_at);
    if (layers || field->flags & FIELD_INSIDE)
        return (cJSON_IsArray(array) && count == wanted)
               || told_fail(reader, "\"%s\" must be an array of %d", field->key, wanted);
    const Beam *beam = field->fields == NODE_FIELDS ? reader->trace->beam : NULL;
    int most = beam ? 2 * beam->size * beam->limit : STEPS_MOST;
    return (count >= 1 && count <= most)
           || told_fail(reader,
                        beam ? "\"beam.nodes\" has %d of them; expected 1 to %d" : "has %d step(s); expected 1 to %d",
                        count, most);
}

static bool read_list(const TraceReader *reader, const cJSON *array, const TraceField *field, char *base)
{
    char where[WHERE_SIZE], *items = base + field->at;
    bool inside = field->flags & FIELD_INSIDE, steps = field->fields == STEP_FIELDS;
    TraceReader inner = *reader;
    if (!check_count(reader, array, field, base))
        return false;
    if (!inside) {
        items = arena_alloc(&reader->trace->arena, (size_t)told_count(array), field->item);
        memcpy(base + field->at, &items, sizeof items);
    }
    inner.object = "";
    inner.index = 0;
    for (const cJSON *item = array->child; item; item = item->next, inner.index++, items += field->item) {
        inner.step = steps ? inner.index : reader->step;
        if (field->where) {
            int ahead = snprintf(where, sizeof where, "%s", field->fields == WRITTEN_FIELDS ? reader->where : "");
            snprintf(where + ahead, sizeof where - (size_t)ahead, field->where, inner.index + field->plus);
            inner.where = where;
        }
        if (steps && !cJSON_IsObject(item))
            return told_fail(&inner, "must be an object");
        if (!read_fields(&inner, item, field->fields, items))
            return false;
        if (steps && item->next && ((const TraceStep *)items)->id == VOCAB_END)
            return told_fail(reader, "step %d writes the end mark, and others follow", inner.index + 1);
        *(int *)(base + field->count_at) += !inside;
    }
    return true;
}

static bool read_field(const TraceReader *reader, const cJSON *item, const TraceField *field, char *base)
{
    Layout layout = field_layout(field, reader->trace, reader->model, reader->step);
    TraceField gates[MODEL_GATES + 1];
    void *at = base + field->at;
    switch (field->shape) {
    case SHAPE_NUMBER:
    case SHAPE_DOUBLE:
        return read_number(reader, item, field, at);
    case SHAPE_WHOLE:
    case SHAPE_INDEX:
        return read_whole(reader, item, field, base);
    case SHAPE_TRUTH:
        *(bool *)at = cJSON_IsTrue(item);
        return true;
    case SHAPE_WORD:
        return (*(const char **)at = told_word(reader, item, field->key, 0)) != NULL;
    case SHAPE_HOW:
        return told_how(reader, item, field->key, at);
    case SHAPE_TEMPERATURE:
        return read_temperature(reader, item, field->key, at);
    case SHAPE_ROW:
    case SHAPE_MATRIX:
    case SHAPE_SIDES:
    case SHAPE_SQUARES:
    case SHAPE_PARTS:
    case SHAPE_PAIRS:
        return read_array(reader, item, field, layout, at);
    case SHAPE_GATES:
    case SHAPE_GATE_ROWS:
        return read_object(reader, item, field, field_gates(field, &reader->trace->config, gates), at);
    case SHAPE_OBJECT:
        return read_object(reader, item, field, field->fields, at);
    case SHAPE_LIST:
        return read_list(reader, item, field, base);
    case SHAPE_CONFIG:
        return told_config(reader, item, field->key);
    case SHAPE_PROJECTED:
        return read_projected(reader, item, field, layout, at);
    case SHAPE_VOCABULARY:
        return told_vocabulary(reader, item, field->key);
    case SHAPE_ENERGY:
        return told_param(reader, item, field->key, params_find(&reader->model->table, PARAM_ENERGY), layout);
    case SHAPE_PARAMETERS:
        return told_params(reader, item);
    case SHAPE_WRITTEN:
        break;
    }
    return true;
}

/* No beam where the tree has no weights (traces of before), and where it is larger than the view. */
static bool is_left(const cJSON *beam)
{
    const cJSON *nodes = json_member(beam, BEAM_FIELDS[BEAM_NODES].key);
    int count = told_count(nodes);
    return count > NODES_MOST || (count > 0 && !json_member(nodes->child, NODE_FIELDS[NODE_P].key));
}

static bool read_turn(const TraceReader *reader, const cJSON *object, const TraceField *fields, char *base, int turn)
{
    for (const TraceField *field = fields; field->key; field++) {
        const cJSON *item = json_member(object, field->key);
        char *from = base;
        if (field->turn != turn || field->flags & FIELD_UNREAD || !field_due(field, &reader->trace->config)
            || (!item && field->flags & FIELD_OPTIONAL && field->shape == SHAPE_OBJECT)
            || (field->fields == BEAM_FIELDS && is_left(item)))
            continue;
        if (field->behind && !(from = pointer_at(base + field->behind))) {
            from = arena_alloc(&reader->trace->arena, 1, field->room);
            memcpy(base + field->behind, &from, sizeof from);
        }
        if (!read_field(reader, item, field, from))
            return false;
    }
    return true;
}

static bool read_fields(const TraceReader *reader, const cJSON *object, const TraceField *fields, char *base)
{
    bool ok = true;
    for (int turn = 0; ok && turn < TURNS; turn++) {
        ok = read_turn(reader, object, fields, base, turn);
        for (size_t i = 0; ok && i < sizeof CHECKS / sizeof *CHECKS; i++)
            ok = CHECKS[i].fields != fields || CHECKS[i].turn != turn || CHECKS[i].check(reader, base);
    }
    return ok;
}

Trace *trace_parse(Slice json, const char *name, struct cJSON **kept, Model *model, Error *error)
{
    Error inner = {0};
    *model = (Model){0};
    cJSON *root = json_parse(json, JSON_DATA, &inner);
    Trace *trace = NULL;
    if (!root)
        error_at(error, ERROR_FORMAT, name, 0, "%s", inner.message);
    else if (cJSON_IsObject(json_member(root, KEY_SOURCE)) && json_member(root, KEY_STEPS)) {
        trace = heap_alloc(1, sizeof *trace);
        TraceReader reader = {trace, model, name, "", "", 0, 0, error};
        if (!read_fields(&reader, root, TRACE_FIELDS, (char *)trace)) {
            trace_destroy(trace);
            model_finish(model);
            trace = NULL;
        }
    }
    if (kept)
        *kept = root;
    else
        cJSON_Delete(root);
    return trace;
}

const char *const TRACE_ENDINGS[] = {".json", NULL};
