/* What prose.c and spans.c share while one piece of Markdown is read: prose.c opens and closes the blocks, spans.c
 * fills the open one with text. */
#ifndef LESSON_SPANS_H
#define LESSON_SPANS_H

#include "lesson/prose.h"

enum { LIST_LIMIT = 3, SPAN_LIMIT = 400, CELL_LIMIT = 8 };

/* What is being put together while md4c tells what it meets. */
typedef struct Prose {
    const Reader *reader;
    Slice text;
    int line;           /* of the file for the start of `text` */
    const char *at;     /* in `text`: the last place that md4c told of */
    bool failed;        /* the error is told */
    bool inside;        /* the text it gives now lies there */
    const char *escape; /* the last letter that a backslash made plain */
    BlockList *blocks;
    TextBlock *block; /* open, or NULL; the last of `blocks` */
    Bytes tex;        /* mathematics up to its second $ */
    Bytes run;        /* text of one style that is not yet a span */
    int run_style, bold, italic, code;
    const char *link, *run_link;
    bool soft; /* a line break waits for what comes behind it */
    bool quote, verbatim, header, picture;
    int depth, numbers[LIST_LIMIT + 1];
    bool item; /* the list item has no text yet */
} Prose;

int prose_line(const Prose *prose); /* in the file, of the place that md4c last told of */

/* What md4c's callbacks return to stop it: it loses positive numbers on its way up. */
#define STOP(prose, ...) (reader_fail((prose)->reader, prose_line(prose), __VA_ARGS__), (prose)->failed = true, -1)

/* Text of the present style goes to the open block: as it is, or with its live names and escapes read, or an entity.
 * 0, or -1 where it was refused. */
void spans_add(Prose *prose, Slice text);
int spans_add_normal(Prose *prose, Slice text);
int spans_add_entity(Prose *prose, Slice text);
int spans_add_tex(Prose *prose); /* what has gathered in `tex` */

/* What has gathered becomes a span. */
void spans_flush(Prose *prose);

#endif
