#include "drawing/xml.h"

#include "base/file.h"

#include <expat.h>
#include <string.h>

enum { NODES_MOST = 50000, DEPTH_MOST = 100 };

typedef struct Growing {
    XML_Parser parser;
    Arena *arena;
    XmlNode *root, *at;
    Bytes text; /* that is not yet a node: it comes in pieces */
    int nodes, depth;
    const char *problem; /* of ours; NULL: none */
} Growing;

static void stop(Growing *growing, const char *problem)
{
    growing->problem = problem;
    XML_StopParser(growing->parser, XML_FALSE);
}

static XmlNode *add(Growing *growing)
{
    XmlNode *node = ARENA_NEW(growing->arena, XmlNode), *parent = growing->at;
    node->line = (int)XML_GetCurrentLineNumber(growing->parser);
    node->parent = parent;
    if (!parent)
        growing->root = node;
    else if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    if (parent)
        parent->last = node;
    if (++growing->nodes > NODES_MOST)
        stop(growing, "there are more than 50000 elements and texts");
    return node;
}

static void add_text(Growing *growing)
{
    if (growing->text.length)
        add(growing)->text = arena_copy(growing->arena, growing->text.data, growing->text.length);
    growing->text.length = 0;
}

static const char *without(const char *prefix, const char *name)
{
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 ? name + length : name;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    Growing *growing = data;
    add_text(growing);
    XmlNode *node = add(growing);
    int count = 0;
    while (attributes[count])
        count++;
    node->name = arena_string(growing->arena, without("svg:", name));
    node->attributes = ARENA_ARRAY(growing->arena, const char *, (size_t)count + 1);
    for (int i = 0; i < count; i++)
        node->attributes[i] = arena_string(growing->arena, i % 2 ? attributes[i] : without("xlink:", attributes[i]));
    growing->at = node;
    if (++growing->depth > DEPTH_MOST)
        stop(growing, "elements are nested more than 100 deep");
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    Growing *growing = data;
    (void)name;
    add_text(growing);
    growing->at = growing->at->parent;
    growing->depth--;
}

static void XMLCALL on_text(void *data, const XML_Char *text, int length)
{
    Growing *growing = data;
    if (growing->at)
        bytes_add(&growing->text, text, (size_t)length);
}

bool xml_parse(Slice bytes, const char *path, Arena *arena, XmlNode **root, Error *error)
{
    Growing growing = {.parser = XML_ParserCreate(NULL), .arena = arena};
    if (!growing.parser)
        heap_exhausted();
    XML_SetUserData(growing.parser, &growing);
    XML_SetElementHandler(growing.parser, on_start, on_end);
    XML_SetCharacterDataHandler(growing.parser, on_text);
    bool ok = XML_Parse(growing.parser, bytes.text, (int)bytes.length, 1) == XML_STATUS_OK && !growing.problem;
    enum XML_Error code = XML_GetErrorCode(growing.parser);
    if (!ok && code == XML_ERROR_NO_MEMORY)
        heap_exhausted();
    if (!ok)
        error_at(error, ERROR_FORMAT, path, (int)XML_GetCurrentLineNumber(growing.parser),
                 "is no XML that can be read: %s", growing.problem ? growing.problem : XML_ErrorString(code));
    XML_ParserFree(growing.parser);
    bytes_finish(&growing.text);
    *root = growing.root;
    return ok;
}

const char *xml_attribute(const XmlNode *node, const char *name)
{
    for (const char **at = node->attributes; at && *at; at += 2)
        if (strcmp(*at, name) == 0)
            return at[1];
    return NULL;
}

const XmlNode *xml_find(const XmlNode *root, const char *id)
{
    const XmlNode *node = root;
    while (node) {
        const char *own = xml_attribute(node, "id");
        if (own && strcmp(own, id) == 0)
            return node;
        if (node->first) {
            node = node->first;
            continue;
        }
        while (node != root && !node->next)
            node = node->parent;
        node = node == root ? NULL : node->next;
    }
    return NULL;
}
