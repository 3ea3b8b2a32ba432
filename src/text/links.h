/* Gold alignments: which source word belongs to which target word, a link a word of text.
 *
 *   Link link;
 *   if (link_parse(slice_of("0?2"), LINKS_PHARAOH, &link))
 *       printf("%d %d %d\n", link.source, link.target, link.possible);   // 0 2 1
 */
#ifndef TEXT_LINKS_H
#define TEXT_LINKS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"

/* Pharaoh's "0-0 1-2", source word and target word, counted from 0 or from 1. A link that is possible but not sure has
 * ? or p in place of the dash. NAACL's, of the shared tasks of 2003 and 2005: a link a line, "3 1 2 S", of the third
 * sentence the first source word and the second target word, sure or possible (P). */
typedef enum LinkFormat { LINKS_PHARAOH, LINKS_PHARAOH1, LINKS_NAACL } LinkFormat;
extern const char *const LINK_FORMATS[]; /* "pharaoh", "pharaoh1", "naacl", NULL */
int links_first(LinkFormat format);      /* the number of the first word */
LinkFormat
links_of_weights(LinkFormat format); /* of a file of alignments beside such gold links: NAACL's form is theirs alone */

typedef struct Link { /* counted from 0 */
    int source, target;
    bool possible; /* else it is sure */
} Link;

/* False where it is none, or counts further than an int. A word of text of Pharaoh's forms. */
bool link_parse(Slice text, LinkFormat format, Link *out);
bool links_next(Slice *text, Slice *word); /* takes a word off the front; false where there is none */

/* The gold links of many sentences, by sentence, target word and source word. */
typedef struct SentenceLink {
    int sentence; /* from 1 */
    Link link;
    int line; /* of the file */
} SentenceLink;

typedef struct LinkFile {
    const char *path; /* for errors */
    SentenceLink *links;
    int count;
} LinkFile;

/* Of Pharaoh's forms a sentence a line. Links to no word at all, which NAACL's write as word 0, are left out. Errors
 * name file and line; the links are the arena's. */
MUST_USE bool links_parse(Slice text, const char *path, LinkFormat format, Arena *arena, LinkFile *out, Error *error);

#endif
