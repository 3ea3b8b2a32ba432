/* The numbers that the stage shows, as a table of HTML for who does not see it. */
#ifndef SITE_STAGE_TABLE_H
#define SITE_STAGE_TABLE_H

#include "scene/view/view.h"
#include "site/html.h"

/* Of the values that are marked in the list: scores, weights and shares under their words, likely words with their
 * probability, and of each vector its first entries. Nothing where there is none. */
void stage_table(Bytes *out, const View *seen, const DrawList *list, Arena *arena);

/* Which values these are: the table is another when they are. */
uint64_t stage_table_hash(const View *seen, const DrawList *list, uint64_t hash);

#endif
