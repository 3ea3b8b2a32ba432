/* The trace as JSON, field by field as trace_fields.c has them: one line a part, so that people can read it as well.
 * What the model's mode lacks is left out. */
#include "base/json.h"
#include "trace/trace_fields.h"

typedef struct Json {
    Bytes *out;
    const Trace *trace;
    const Model *model;
    int index; /* of the item in its list */
    int step;  /* that is printed */
    bool more; /* something stands before in this object or array */
} Json;

/* A comma where one is due, and the name; in an array there is none. */
static Bytes *next(Json *json, const char *name)
{
    bytes_add_text(json->out, json->more ? "," : "");
    json->more = true;
    if (name) {
        json_print_string(json->out, slice_of(name));
        bytes_add_text(json->out, ":");
    }
    return json->out;
}

static void begin(Json *json, const char *name, const char *bracket)
{
    bytes_add_text(next(json, name), bracket);
    json->more = false;
}

static void end(Json *json, const char *bracket)
{
    bytes_add_text(json->out, bracket);
    json->more = true;
}

static void line(Json *json)
{
    bytes_add_text(json->out, json->more ? ",\n" : "\n");
    json->more = false;
}

/* Nine digits give every float back. A trace holds finite numbers; JSON would have no words for others. */
static void print_value(Json *json, const char *name, FieldShape shape, const void *at)
{
    Bytes *out = next(json, name);
    if (shape == SHAPE_NUMBER || shape == SHAPE_DOUBLE)
        bytes_printf(out, "%.9g", shape == SHAPE_NUMBER ? (double)*(const float *)at : *(const double *)at);
    else if (shape == SHAPE_WHOLE)
        bytes_printf(out, "%d", *(const int *)at);
    else if (shape == SHAPE_TRUTH)
        bytes_add_text(out, *(const bool *)at ? "true" : "false");
    else
        json_print_string(
            out, slice_of(shape == SHAPE_HOW ? CHOSEN_NAMES[*(const ChosenHow *)at] : *(const char *const *)at));
}

static void print_values(Json *json, const char *name, FieldShape of, const void *values, Layout layout)
{
    static const size_t BYTES[] = {sizeof(float), sizeof(double), sizeof(int), sizeof(bool), sizeof(char *)};
    const int counts[] = {layout.width, layout.rows, layout.heads};
    const size_t apart[] = {1, layout.stride, layout.ahead};
    int depth = --layout.depth;
    begin(json, name, "[");
    for (int i = 0; i < counts[depth]; i++) {
        const char *at = (const char *)values + (size_t)i * apart[depth] * BYTES[of];
        if (depth == 0)
            print_value(json, NULL, of, at);
        else
            print_values(json, NULL, of, at, layout);
    }
    end(json, "]");
}

/* To the last bit, as what is said of it is computed of these numbers. */
static void print_projected(Json *json, const char *name, int count)
{
    begin(json, name, "[");
    for (int i = 0; i < count; i++)
        json_print_number(next(json, NULL), trace_query(json->trace, json->model, json->index, i));
    end(json, "]");
}

static void print_written(Json *json, const char *name)
{
    begin(json, name, "[");
    for (int t = 0; t < json->trace->step_count; t++)
        if (json->trace->steps[t].id != VOCAB_END)
            print_value(json, NULL, SHAPE_WORD, &json->trace->steps[t].token);
    end(json, "]");
}

/* Those that formulas need; a trace that was read has them where its file had. */
static void print_params(Json *json, const char *name)
{
    const Model *model = json->model;
    bool any = false;
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        if (param->absent || !trace_tells_param(model, i))
            continue;
        if (!any) {
            line(json);
            begin(json, name, "{");
        }
        any = true;
        print_values(json, param->name, SHAPE_NUMBER, model->params + param->offset, param_layout(param));
    }
    if (any)
        end(json, "}");
}

static void print_fields(Json *json, const TraceField *fields, const char *base);

static void print_object(Json *json, const char *name, const TraceField *fields, const char *base)
{
    begin(json, name, "{");
    print_fields(json, fields, base);
    end(json, "}");
}

static void print_list(Json *json, const TraceField *field, const char *base)
{
    const char *items = field->flags & FIELD_INSIDE ? base + field->at : pointer_at(base + field->at);
    int count = *(const int *)(base + field->count_at), around = json->index;
    begin(json, field->key, "[");
    for (json->index = 0; json->index < count; json->index++) {
        if (field->flags & FIELD_LINES)
            line(json);
        json->step = field->fields == STEP_FIELDS ? json->index : json->step;
        print_object(json, NULL, field->fields, items + (size_t)json->index * field->item);
    }
    json->index = around;
    end(json, "]");
}

static bool is_there(const Json *json, const TraceField *field, const void *at)
{
    bool optional = field->flags & FIELD_OPTIONAL;
    if (SHAPE_ROW <= field->shape && field->shape <= SHAPE_GATE_ROWS)
        return pointer_at(at) != NULL;
    if (field->shape == SHAPE_WHOLE || field->shape == SHAPE_TRUTH)
        return !optional || (field->shape == SHAPE_WHOLE ? *(const int *)at >= 0 : *(const bool *)at);
    if (field->shape == SHAPE_TEMPERATURE)
        return ((const TraceStep *)at)->tempered;
    return field->shape == SHAPE_ENERGY ? model_param(json->model, PARAM_ENERGY) != NULL
                                        : field_due(field, &json->trace->config);
}

static void print_field(Json *json, const TraceField *field, const char *base)
{
    const Config *config = &json->trace->config;
    const void *at = base + field->at;
    Layout layout = field_layout(field, json->trace, json->model, json->step);
    TraceField gates[MODEL_GATES + 1];
    if (field->shape == SHAPE_OBJECT)
        print_object(json, field->key, field->fields, at);
    else if (field->shape == SHAPE_GATES || field->shape == SHAPE_GATE_ROWS)
        print_object(json, field->key, field_gates(field, config, gates), at);
    else if (field->shape == SHAPE_LIST)
        print_list(json, field, base);
    else if (field->shape == SHAPE_CONFIG)
        config_print(config, next(json, field->key));
    else if (field->shape == SHAPE_PROJECTED)
        print_projected(json, field->key, layout.width);
    else if (field->shape == SHAPE_WRITTEN)
        print_written(json, field->key);
    else if (field->shape == SHAPE_VOCABULARY)
        print_values(json, field->key, SHAPE_WORD, json->model->target.words, layout);
    else if (field->shape == SHAPE_ENERGY)
        print_values(json, field->key, SHAPE_NUMBER, model_param(json->model, PARAM_ENERGY), layout);
    else if (field->shape >= SHAPE_ROW)
        print_values(json, field->key, field->of, pointer_at(at), layout);
    else if (field->shape == SHAPE_INDEX)
        print_value(json, field->key, SHAPE_WHOLE, &json->index);
    else if (field->shape == SHAPE_TEMPERATURE)
        print_value(json, field->key, SHAPE_DOUBLE, &((const TraceStep *)at)->temperature);
    else if (field->plus)
        print_value(json, field->key, SHAPE_WHOLE, &(int){*(const int *)at + field->plus});
    else
        print_value(json, field->key, field->shape, at);
}

static void print_fields(Json *json, const TraceField *fields, const char *base)
{
    for (const TraceField *field = fields; field->key; field++) {
        const char *from = field->behind ? pointer_at(base + field->behind) : base;
        if (field->shape == SHAPE_PARAMETERS) {
            print_params(json, field->key);
        } else if (from && is_there(json, field, from + field->at)) {
            if (field->flags & FIELD_LINE)
                line(json);
            print_field(json, field, from);
        }
    }
}

void trace_print_json(const Trace *trace, const Model *model, Bytes *out)
{
    Json json = {out, trace, model, 0, 0, false};
    begin(&json, NULL, "{");
    print_fields(&json, TRACE_FIELDS, (const char *)trace);
    bytes_add_text(out, "\n}\n");
}
