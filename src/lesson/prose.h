/* Markdown to text blocks: headings from `##` on, paragraphs, lists, notes (quotes), code, tables; emphasis, code,
 * links, mathematics, pictures and the live values in braces. What a card cannot show (rules, raw HTML) is an error
 * or plain text.
 *
 *   BlockList blocks = {0};
 *   if (!prose_parse(&reader, text, 1, &blocks)) return false;
 */
#ifndef LESSON_PROSE_H
#define LESSON_PROSE_H

#include "lesson/lesson.h"
#include "lesson/reader.h"

#define PROSE_BLOCK_LIMIT 200 /* of a card */

typedef struct BlockList {
    TextBlock *items;
    int count;
} BlockList;

/* Adds the blocks of `text`, whose first line has the number `line`. */
MUST_USE bool prose_parse(const Reader *reader, Slice text, int line, BlockList *blocks);

/* One more block of the card, zeroed; NULL (and an error) where there are too many. */
TextBlock *prose_add(const Reader *reader, BlockList *blocks, int line);

#endif
