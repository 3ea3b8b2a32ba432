/* docs/trace.schema.json has the fields that a trace is printed and read by, in their order, with their types;
 * what else it says of them, and what other programs' traces have, is written there by hand. ATTEND_REBASELINE=1
 * writes it anew. */
#include "support.h"

#include "trace/trace_fields.h"

#include <cjson/cJSON.h>
#include <stdio.h>

static cJSON *old; /* the schema as it stands */

static cJSON *reference(const char *name)
{
    char text[64];
    cJSON *node = cJSON_CreateObject();
    snprintf(text, sizeof text, "#/$defs/%s", name);
    cJSON_AddStringToObject(node, "$ref", text);
    return node;
}

static cJSON *typed(const char *type)
{
    cJSON *node = cJSON_CreateObject();
    cJSON_AddStringToObject(node, "type", type);
    return node;
}

static cJSON *array_of(cJSON *items, bool filled)
{
    cJSON *node = typed("array");
    if (filled)
        cJSON_AddNumberToObject(node, "minItems", 1);
    cJSON_AddItemToObject(node, "items", items);
    return node;
}

static cJSON *open_object(cJSON *values)
{
    cJSON *node = typed("object");
    cJSON_AddItemToObject(node, "additionalProperties", values);
    return node;
}

static cJSON *either(cJSON *a, cJSON *b)
{
    cJSON *node = cJSON_CreateObject(), *any = cJSON_AddArrayToObject(node, "anyOf");
    cJSON_AddItemToArray(any, a);
    cJSON_AddItemToArray(any, b);
    return node;
}

/* What the schema has below $defs. */
static const char *def_of(const TraceField *field)
{
    static const char *const DEFS[][2] = {
        {"forward", "run"}, {"backward", "run"}, {"layers", "layer"}, {"steps", "step"}, {"beam", "beam"}};
    for (size_t i = 0; i < sizeof DEFS / sizeof *DEFS; i++)
        if (strcmp(field->key, DEFS[i][0]) == 0)
            return DEFS[i][1];
    return NULL;
}

static cJSON *object_of(const TraceField *fields, const cJSON *before);

static cJSON *inside(const TraceField *field, const cJSON *before)
{
    const char *def = def_of(field);
    return def ? reference(def) : object_of(field->fields, before);
}

static cJSON *type_of(const TraceField *field, const cJSON *before)
{
    static const char *const ROWS[] = {"row", "row", "wholes", "truths", "words"};
    bool shares = field->flags & FIELD_SHARES;
    switch (field->shape) {
    case SHAPE_NUMBER:
    case SHAPE_DOUBLE:
    case SHAPE_TEMPERATURE:
        return shares ? reference("share") : typed("number");
    case SHAPE_WHOLE:
    case SHAPE_INDEX:
        return typed("integer");
    case SHAPE_TRUTH:
        if (!(field->flags & FIELD_OPTIONAL))
            return typed("boolean");
        cJSON *set = cJSON_CreateObject();
        cJSON_AddTrueToObject(set, "const");
        return set;
    case SHAPE_WORD:
    case SHAPE_HOW:
        return typed("string");
    case SHAPE_ROW:
        return reference(shares ? "shares" : ROWS[field->of]);
    case SHAPE_PROJECTED:
    case SHAPE_ENERGY:
        return reference("row");
    case SHAPE_MATRIX:
        return reference("matrix");
    case SHAPE_PARTS:
    case SHAPE_PAIRS:
        return shares ? array_of(reference("shares"), false) : reference("matrix");
    case SHAPE_SIDES:
    case SHAPE_SQUARES:
        return shares ? array_of(array_of(reference("shares"), false), true) : reference("matrices");
    case SHAPE_GATES:
        return open_object(reference("matrix"));
    case SHAPE_GATE_ROWS:
        return open_object(reference("row"));
    case SHAPE_PARAMETERS:
        return open_object(either(reference("matrix"), reference("row")));
    case SHAPE_OBJECT:
        return inside(field, before);
    case SHAPE_LIST:
        return array_of(inside(field, cJSON_GetObjectItem(before, "items")), !(field->flags & FIELD_UNREAD));
    case SHAPE_CONFIG:
        return typed("object");
    case SHAPE_VOCABULARY:
        return reference("words");
    case SHAPE_WRITTEN:
        return array_of(typed("string"), false);
    }
    return NULL;
}

/* What a person wrote. */
static void keep(cJSON *node, const cJSON *before)
{
    static const char *const KEPT[] = {"required", "minProperties", "minimum", "description"};
    for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++)
        if (cJSON_GetObjectItem(before, KEPT[i]))
            cJSON_AddItemToObject(node, KEPT[i], cJSON_Duplicate(cJSON_GetObjectItem(before, KEPT[i]), true));
}

static void add_fields(cJSON *properties, const TraceField *fields, const cJSON *before)
{
    for (const TraceField *field = fields; field->key; field++) {
        const cJSON *own = cJSON_GetObjectItemCaseSensitive(before, field->key);
        cJSON *node = type_of(field, own);
        if (field->shape != SHAPE_OBJECT || def_of(field))
            keep(node, own);
        cJSON_AddItemToObject(properties, field->key, node);
    }
}

static cJSON *object_of(const TraceField *fields, const cJSON *before)
{
    cJSON *node = typed("object");
    keep(node, before);
    const cJSON *any = cJSON_GetObjectItem(before, "anyOf"); /* of what is required */
    if (any)
        cJSON_AddItemToObject(node, "anyOf", cJSON_Duplicate(any, true));
    cJSON_AddFalseToObject(node, "additionalProperties");
    add_fields(cJSON_AddObjectToObject(node, "properties"), fields, cJSON_GetObjectItem(before, "properties"));
    return node;
}

static const TraceField *find_def(const TraceField *fields, const char *def)
{
    const TraceField *found = NULL;
    for (const TraceField *field = fields; field->key && !found; field++) {
        const char *own = def_of(field);
        found = own && strcmp(own, def) == 0 ? field->fields : field->fields ? find_def(field->fields, def) : NULL;
    }
    return found;
}

static cJSON *make_schema(void)
{
    static const char *const FOREIGN[] = {"name", "attentions"}; /* in front and behind */
    cJSON *schema = cJSON_Duplicate(old, true), *properties = cJSON_CreateObject();
    const cJSON *before = cJSON_GetObjectItem(old, "properties"), *defs = cJSON_GetObjectItem(old, "$defs");
    for (size_t i = 0; i < LENGTH(FOREIGN); i++) {
        if (i > 0)
            add_fields(properties, TRACE_FIELDS, before);
        cJSON_AddItemToObject(properties, FOREIGN[i], cJSON_Duplicate(cJSON_GetObjectItem(before, FOREIGN[i]), true));
    }
    cJSON_ReplaceItemInObject(schema, "properties", properties);
    for (const cJSON *def = defs->child; def; def = def->next) {
        const TraceField *fields = find_def(TRACE_FIELDS, def->string);
        if (fields)
            cJSON_ReplaceItemInObject(cJSON_GetObjectItem(schema, "$defs"), def->string, object_of(fields, def));
    }
    return schema;
}

/* ---- its text: what holds other objects, and is nested deeply or long, is broken into lines ---- */

enum { LINE_MOST = 140 };

static int height(const cJSON *node)
{
    int most = 0;
    for (const cJSON *item = node->child; item; item = item->next)
        most = height(item) > most ? height(item) : most;
    return most + (cJSON_IsObject(node) || cJSON_IsArray(node));
}

static void print_node(const cJSON *node, int indent, Bytes *out)
{
    bool object = cJSON_IsObject(node);
    char *text = cJSON_PrintUnformatted(node);
    bool broken = object && (height(node) > 3 || (height(node) > 1 && strlen(text) > LINE_MOST));
    if (!node->child)
        bytes_add_text(out, text);
    else
        bytes_add_text(out, object ? "{" : "[");
    for (const cJSON *item = node->child; item; item = item->next) {
        if (broken)
            bytes_printf(out, "\n%*s", indent + 2, "");
        else if (object)
            bytes_add_text(out, " ");
        if (object)
            bytes_printf(out, "\"%s\": ", item->string);
        print_node(item, indent + 2, out);
        bytes_add_text(out, !item->next ? "" : object ? "," : ", ");
    }
    if (broken)
        bytes_printf(out, "\n%*s}", indent, "");
    else if (node->child)
        bytes_add_text(out, object ? " }" : "]");
    cJSON_free(text);
}

static void the_schema_has_the_fields(void **state)
{
    (void)state;
    const char *path = getenv("SCHEMA"), *again = getenv("ATTEND_REBASELINE");
    Bytes file = {0}, made = {0};
    Error error = {0};
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &file, &error), &error);
    old = cJSON_Parse(file.data);
    assert_non_null(old);
    cJSON *schema = make_schema();
    print_node(schema, 0, &made);
    bytes_add_text(&made, "\n");
    bool same = strcmp(made.data, file.data) == 0;
    if (!same && again && strcmp(again, "1") == 0)
        expect_ok(file_write(path, made.data, made.length, &error), &error);
    else if (!same)
        fail_msg("%s has not the fields of src/trace/trace_fields.c: ATTEND_REBASELINE=1 writes it anew", path);
    cJSON_Delete(schema);
    cJSON_Delete(old);
    bytes_finish(&file);
    bytes_finish(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_schema_has_the_fields)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
