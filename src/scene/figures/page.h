/* A sheet of paper, A4 upright at 96 px to the inch: what handout, worksheet and teacher's page have in common. */
#ifndef SCENE_PAGE_H
#define SCENE_PAGE_H

#include "scene/card/flow.h"
#include "scene/figures/handout.h"

#define PAGE_W      794.0f
#define PAGE_H      1123.0f
#define PAGE_MARGIN 56.0f
#define PAGE_FOOT_Y (PAGE_H - 34)
#define PAGE_TOP    120.0f /* of what stands below a title */

/* The lesson's title and place above, the number of the page (from 0) below. */
void page_frame(const Painter *painter, int page);
void page_title(const Painter *painter, const char *title);

/* A flow over the width of the paper, from `y` on. */
Flow page_flow(const Painter *painter, const Card *card, float y);

/* What the paper shows of a card. A training has no picture there: its card shows what it leads to, the whole alignment. */
View page_view(const Handout *handout, int card);
bool page_of_training(const View *view);

/* Something for each card, one below the other, from `top` of the first page on and PAGE_TOP of those behind it. Draws what
 * stands on the page `wanted`, counted from 0 (`list` may be NULL); returns how many pages there are. */
typedef void PageItem(Flow *flow, const Card *card);
int page_items(const Handout *handout, PageItem *set, float top, int wanted, const Type *type, DrawList *list);

#endif
