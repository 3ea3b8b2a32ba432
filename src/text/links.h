/* Gold alignments: which source word belongs to which target word, a link a word of text.
 *
 *   Link link;
 *   if (link_parse(slice_of("0?2"), LINKS_PHARAOH, &link))
 *       printf("%d %d %d\n", link.source, link.target, link.possible);   // 0 2 1
 */
#ifndef TEXT_LINKS_H
#define TEXT_LINKS_H

#include "base/utf8.h"

/* Pharaoh's "0-0 1-2", source word and target word, counted from 0 or from 1. A link that is possible but not sure has ? or p in
 * place of the dash. */
typedef enum LinkFormat { LINKS_PHARAOH, LINKS_PHARAOH1 } LinkFormat;
extern const char *const LINK_FORMATS[]; /* "pharaoh", "pharaoh1", NULL */

typedef struct Link { /* counted from 0 */
    int source, target;
    bool possible; /* else it is sure */
} Link;

/* False where it is none, or counts further than an int. */
bool link_parse(Slice text, LinkFormat format, Link *out);

#endif
