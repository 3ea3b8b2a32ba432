/* A sheet of paper, A4 upright at 96 px to the inch: what handout, worksheet and teacher's page have in common. */
#ifndef SCENE_PAGE_H
#define SCENE_PAGE_H

#include "scene/card/flow.h"

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

#endif
