/* An XML file as a tree, read by expat. Inside drawing/ only. */
#ifndef DRAWING_XML_H
#define DRAWING_XML_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"

#include <stdbool.h>

typedef struct XmlNode XmlNode;
struct XmlNode {
    const char *name;        /* "svg:" before it is left out, other prefixes stay; NULL: a text */
    const char **attributes; /* name, value, ..., NULL; "xlink:" is left out */
    const char *text;
    int line;
    XmlNode *parent, *first, *last, *next;
};

/* All of it is the arena's. An error has the path and the line. */
MUST_USE bool xml_parse(Slice bytes, const char *path, Arena *arena, XmlNode **root, Error *error);

const char *xml_attribute(const XmlNode *node, const char *name); /* NULL: it has none of that name */
const XmlNode *xml_find(const XmlNode *root, const char *id);     /* the first of that `id`; NULL: there is none */

#endif
