/* How a shape of an SVG file looks: what its attributes, its style and the file's style rules say. Inside drawing/ only. */
#ifndef DRAWING_LOOK_H
#define DRAWING_LOOK_H

#include "drawing/drawing.h"
#include "drawing/xml.h"

typedef struct Ink {
    uint32_t rgb;
    bool none;
    float opacity;
} Ink;

typedef struct Look {
    Ink fill, stroke;
    uint32_t color;             /* "currentColor", and in a marker "context-stroke" */
    float own_opacity, opacity; /* of the element; and with those around it */
    float width, dash, gap;
    float font; /* px of an em */
    DrawingAnchor anchor;
    bool bold, italic, even_odd;
    bool hidden;           /* a child may be seen again */
    bool gone;             /* with all that is in it */
    const char *clip;      /* "url(#id)" of the element alone; NULL: none */
    const char *marker[2]; /* "url(#id)" at its start and its end; NULL: none */
} Look;

typedef struct Rule {
    const char *selector; /* "*", "path", ".name", "path.name" or "#id" */
    const char *declarations;
    int weight; /* those of more weight come last */
} Rule;

typedef struct Rules {
    Rule *items;
    int count;
} Rules;

typedef struct Reading {
    const char *path;
    Arena *arena;
    Error *error;
    const XmlNode *root;
    Rules rules;
    float width, height; /* what 100 % are */
} Reading;

bool reading_fail(const Reading *reading, const XmlNode *node, const char *format, ...) PRINTF_LIKE(3, 4);
bool rules_read(Reading *reading, const XmlNode *node); /* of its <style> and of those below it */

Look look_first(void);
/* `look` is that of what is around the element, and becomes its own. */
MUST_USE bool look_read(const Reading *reading, const XmlNode *node, Look *look);

/* "12", "3mm", "50%" (of `whole`); absent: `otherwise`. */
MUST_USE bool length_read(const Reading *reading, const XmlNode *node, const char *name, float whole, float otherwise,
                          float *out);
MUST_USE bool view_box_read(const Reading *reading, const XmlNode *node, float n[4]); /* x, y, w, h; it must be there */
uint32_t ink_argb(const Look *look, Ink ink);                                         /* 0: nothing is painted */

#endif
