#include "lesson/tree.h"

#include "base/digits.h"
#include "base/names.h"
#include "lesson/lesson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { DEPTH_LIMIT = 6, ITEM_LIMIT = 1000 };

typedef struct Loader {
    const Reader *reader;
    yaml_parser_t parser;
    yaml_event_t event; /* what was read last */
    int line;           /* of the file for the first line of the YAML */
} Loader;

static int line_of(const Loader *loader, yaml_mark_t mark)
{
    return loader->line + (int)mark.line;
}

static bool next(Loader *loader)
{
    yaml_event_delete(&loader->event);
    const yaml_parser_t *parser = &loader->parser;
    if (yaml_parser_parse(&loader->parser, &loader->event))
        return true;
    if (parser->error == YAML_MEMORY_ERROR)
        heap_exhausted();
    yaml_mark_t mark = parser->problem_mark.index ? parser->problem_mark : parser->mark;
    return reader_fail(loader->reader, line_of(loader, mark), "is not YAML here: %s%s%s",
                       parser->problem ? parser->problem : "it cannot be read", parser->context ? ", " : "",
                       parser->context ? parser->context : "");
}

static bool build(Loader *loader, int depth, Node *out);

static bool build_text(Loader *loader, Node *out)
{
    out->kind = NODE_TEXT;
    const char *value = (const char *)loader->event.data.scalar.value;
    uint32_t control;
    size_t at;
    if (utf8_find_control((Slice){value, loader->event.data.scalar.length}, &control, &at)) /* "\e" stands for one */
        return reader_refuse_control(loader->reader, out->line, control);
    Slice text = slice_trim(slice_of(value));
    out->text = arena_copy(loader->reader->arena, text.text, text.length);
    return true;
}

static bool build_key(Loader *loader, Node *out)
{
    const Reader *reader = loader->reader;
    Node key = {.line = line_of(loader, loader->event.start_mark)};
    if (loader->event.type != YAML_SCALAR_EVENT)
        return reader_fail(reader, key.line, "a key must be a plain word");
    if (loader->event.data.scalar.anchor || loader->event.data.scalar.tag)
        return reader_fail(reader, key.line, "anchors and tags are not read in lessons");
    if (!build_text(loader, &key))
        return false;
    for (int i = 0; i < out->count; i++)
        if (strcmp(out->keys[i], key.text) == 0)
            return reader_fail(reader, key.line, "the key %s is here twice, first on line %d",
                               reader_quote(reader, slice_of(key.text)), out->key_lines[i]);
    out->keys = arena_room(reader->arena, out->keys, out->count, sizeof *out->keys);
    out->key_lines = arena_room(reader->arena, out->key_lines, out->count, sizeof *out->key_lines);
    out->keys[out->count] = key.text;
    out->key_lines[out->count] = key.line;
    return true;
}

/* The entries of a list or a map, up to its end. */
static bool build_items(Loader *loader, int depth, Node *out)
{
    const Reader *reader = loader->reader;
    while (next(loader)) {
        if (loader->event.type == YAML_SEQUENCE_END_EVENT || loader->event.type == YAML_MAPPING_END_EVENT)
            return true;
        if (out->kind == NODE_MAP && !(build_key(loader, out) && next(loader)))
            return false;
        if (out->count >= ITEM_LIMIT)
            return reader_fail(reader, line_of(loader, loader->event.start_mark), "has more than %d entries",
                               ITEM_LIMIT);
        out->items = arena_room(reader->arena, out->items, out->count, sizeof *out->items);
        if (!build(loader, depth, &out->items[out->count]))
            return false;
        out->count++;
    }
    return false;
}

static bool build(Loader *loader, int depth, Node *out)
{
    const Reader *reader = loader->reader;
    const yaml_event_t *event = &loader->event;
    *out = (Node){.kind = event->type == YAML_SEQUENCE_START_EVENT ? NODE_LIST : NODE_MAP,
                  .line = line_of(loader, event->start_mark)};
    if (event->type == YAML_ALIAS_EVENT)
        return reader_fail(reader, out->line, "aliases such as *name are not read in lessons");
    if (event->data.scalar.anchor) /* texts, lists and maps all begin with these two */
        return reader_fail(reader, out->line, "anchors such as &name are not read in lessons");
    if (event->data.scalar.tag)
        return reader_fail(reader, out->line, "tags such as !name are not read in lessons");
    if (event->type == YAML_SCALAR_EVENT)
        return build_text(loader, out);
    return depth < DEPTH_LIMIT ? build_items(loader, depth + 1, out)
                               : reader_fail(reader, out->line, "is nested more than %d deep", DEPTH_LIMIT);
}

/* One document between the start and the end of the stream. */
static bool build_document(Loader *loader, Node *out)
{
    *out = (Node){.kind = NODE_MAP, .line = loader->line};
    for (bool seen = false; next(loader);) {
        yaml_event_type_t type = loader->event.type;
        if (type == YAML_STREAM_END_EVENT)
            return true;
        if (type == YAML_DOCUMENT_START_EVENT && seen)
            return reader_fail(loader->reader, line_of(loader, loader->event.start_mark),
                               "a second YAML document begins here");
        seen = seen || type == YAML_DOCUMENT_START_EVENT;
        bool frame =
            type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT || type == YAML_DOCUMENT_END_EVENT;
        if (!frame && !build(loader, 0, out))
            return false;
    }
    return false;
}

bool tree_parse(const Reader *reader, Slice yaml, int line, YamlKind kind, Node *out)
{
    yaml = plain_text_quote(reader->arena, yaml, kind);
    Loader loader = {.reader = reader, .line = line};
    if (!yaml_parser_initialize(&loader.parser))
        heap_exhausted();
    yaml_parser_set_encoding(&loader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&loader.parser, (const unsigned char *)(yaml.length ? yaml.text : ""), yaml.length);
    bool ok = build_document(&loader, out);
    yaml_event_delete(&loader.event);
    yaml_parser_delete(&loader.parser);
    return ok;
}

/* ---- asking ---- */

const Node *tree_get(const Node *map, const char *key)
{
    for (int i = 0; i < map->count; i++)
        if (strcmp(map->keys[i], key) == 0)
            return &map->items[i];
    return NULL;
}

const char *tree_describe(const Reader *reader, const Node *node)
{
    if (node->kind == NODE_LIST)
        return "a list";
    if (node->kind == NODE_MAP)
        return "a map";
    return node->text[0] ? reader_quote(reader, slice_of(node->text)) : "empty";
}

int tree_line(const Node *map, const char *key)
{
    const Node *node = tree_get(map, key);
    return node ? node->line : map->line;
}

static bool wrong(const Reader *reader, const Node *node, const char *key, const char *expected)
{
    return reader_fail(reader, node->line, "`%s` is %s; expected %s", key, tree_describe(reader, node), expected);
}

bool number_parse(const char *text, double *out)
{
    if (!text[0] || text[strspn(text, "0123456789+-.eE")])
        return false;
    char *end;
    *out = strtod(text, &end);
    return !*end && isfinite(*out);
}

bool whole_parse(const char *text, int low, int high, int *out)
{
    double value;
    if (text[strspn(text, "0123456789")] || !number_parse(text, &value) || value < low || value > high)
        return false;
    *out = (int)value;
    return true;
}

/* Is the text one of the names? Else `unknown` is said of it, with all that there are. */
static bool take_name(const Reader *reader, int line, const char *text, const char *const *names, const char *unknown,
                      int *out)
{
    int found = names_find(names, text);
    if (found < 0)
        return reader_fail(reader, line, "%s; expected one of: %s",
                           arena_printf(reader->arena, unknown, reader_quote(reader, slice_of(text))),
                           names_list(names, reader->arena));
    *out = found;
    return true;
}

bool tree_sentence(const Reader *reader, int line, const char *sentence)
{
    return strlen(sentence) < SENTENCE_BYTES
           || reader_fail(reader, line, "the sentence %s is %zu bytes long; expected at most %d",
                          reader_quote(reader, slice_of(sentence)), strlen(sentence), SENTENCE_BYTES - 1);
}

static bool read_field(const Reader *reader, const TreeField *field, const Node *node, void *out)
{
    const char *text = node->kind == NODE_TEXT ? node->text : "", *key = field->key;
    void *to = out ? (char *)out + field->offset : NULL; /* of what is known there is nothing to fill */
    double number;
    char low[DIGITS_SIZE], high[DIGITS_SIZE];
    switch (field->kind) {
    case FIELD_KNOWN:
        return true;
    case FIELD_WHOLE:
        return whole_parse(text, (int)field->low, (int)field->high, to)
               || wrong(reader, node, key,
                        arena_printf(reader->arena, "a whole number from %.0f to %.0f", field->low, field->high));
    case FIELD_NUMBER:
        if (!number_parse(text, &number) || number < field->low || number > field->high)
            return wrong(reader, node, key,
                         arena_printf(reader->arena, "a number from %s to %s", digits_print(low, field->low, 6),
                                      digits_print(high, field->high, 6)));
        *(double *)to = number;
        return true;
    case FIELD_TEXT:
    case FIELD_SENTENCE:
    case FIELD_NAME:
        break;
    }
    if (!*text)
        return wrong(reader, node, key, "text");
    if (field->kind == FIELD_NAME)
        return take_name(reader, node->line, text, field->names, field->unknown, to);
    *(const char **)to = text;
    return field->kind == FIELD_TEXT || tree_sentence(reader, node->line, text);
}

static const TreeField *find_field(const TreeField *fields, const char *key)
{
    while (fields->key && strcmp(fields->key, key) != 0)
        fields++;
    return fields->key ? fields : NULL;
}

const char *tree_keys(const Reader *reader, const TreeField *fields)
{
    const char *list = "";
    for (; fields->key; fields++)
        list = arena_printf(reader->arena, "%s%s%s", list, *list ? ", " : "", fields->key);
    return list;
}

bool tree_read(const Reader *reader, const Node *map, const char *what, const TreeField *fields, void *out)
{
    if (map->kind != NODE_MAP)
        return reader_fail(reader, map->line, "%s is %s; expected `key: value` lines with the keys %s", what,
                           tree_describe(reader, map), tree_keys(reader, fields));
    for (int i = 0; i < map->count; i++)
        if (!find_field(fields, map->keys[i]))
            return reader_fail(reader, map->key_lines[i], "unknown key %s in %s; expected one of: %s",
                               reader_quote(reader, slice_of(map->keys[i])), what, tree_keys(reader, fields));
    return tree_fields(reader, map, fields, out);
}

bool tree_fields(const Reader *reader, const Node *map, const TreeField *fields, void *out)
{
    for (const TreeField *field = fields; field->key; field++) {
        const Node *node = tree_get(map, field->key);
        if (!node && field->required)
            return reader_fail(reader, map->line, "`%s` is missing", field->key);
        if (node && !read_field(reader, field, node, out))
            return false;
    }
    return true;
}

bool tree_text(const Reader *reader, const Node *map, const char *key, bool required, const char **out)
{
    return tree_fields(reader, map, (const TreeField[]){{key, FIELD_TEXT, 0, required}, {0}}, out);
}

bool tree_texts(const Reader *reader, const Node *map, const char *key, bool required, const char ***out, int *count)
{
    const Node *node = tree_get(map, key);
    if (!node)
        return !required || reader_fail(reader, map->line, "`%s` is missing", key);
    if (node->kind != NODE_LIST || node->count == 0)
        return wrong(reader, node, key, "a list such as [one, two]");
    const char **texts = ARENA_ARRAY(reader->arena, const char *, (size_t)node->count);
    for (int i = 0; i < node->count; i++) {
        const Node *item = &node->items[i];
        if (item->kind != NODE_TEXT || !item->text[0])
            return reader_fail(reader, item->line, "an entry of `%s` is %s; expected text", key,
                               tree_describe(reader, item));
        texts[i] = item->text;
    }
    *out = texts;
    *count = node->count;
    return true;
}
