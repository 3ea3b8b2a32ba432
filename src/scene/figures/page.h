/* A sheet of paper, A4 upright at 96 px to the inch: what handout, answers, worksheet and teacher's page
 * have in common, and with them the slides, which have a shape of their own. */
#ifndef SCENE_PAGE_H
#define SCENE_PAGE_H

#include "scene/card/flow.h"
#include "scene/figures/handout.h"

#define PAGE_W      794.0f
#define PAGE_H      1123.0f
#define PAGE_MARGIN 56.0f
#define PAGE_FOOT_Y (PAGE_H - 34)
#define PAGE_TOP    120.0f /* of what stands below a title */

/* What the page is of above, its number (from 0) below. */
void page_edges(const Painter *painter, int page, const char *name);
/* The same of a lesson, by its place and title, and with the version where there are several (0: there is one). */
void page_frame(const Painter *painter, int page, int version);
void page_title(const Painter *painter, const char *title);

/* A flow over the width of the paper, from `y` on. */
Flow page_flow(const Painter *painter, const Card *card, float y);
/* A small heading in capitals, as large as the flow's type wants it. */
void page_heading(Flow *flow, Role role, const char *text);

/* handout_view.c */
bool page_prints(const TextBlock *block); /* "Try it" is for the screen */
bool page_of_training(const View *view);  /* has no picture on paper */

/* handout_figure.c: the figure of the painter's view, in a frame; the frame as wide as the paper, from `y` on; how high
 * it is where there is so much room, and where there is enough; its caption, for what a card says to press or to point
 * at is no use on paper. */
void page_figure(const Painter *painter, Box box);
Box page_figure_box(float y, float height);
float page_figure_height(const View *view, float room);
float page_figure_good(const View *view);
void page_caption(Flow *flow);

/* handout.c: a question with boxes to tick, or a line to write on; the `number`-th of its card's. And the card's title,
 * beside it what the figure of a training shows. */
void page_question(Flow *flow, int index, int number, int version);
void page_card_title(const Painter *painter, Box box, float size);

/* The block that is set as that part of the card, from 0, where those that pass the test are (a table is one part); -1:
 * there are not so many. `asked`: of the card, as handout_view makes it. */
typedef bool BlockTest(const View *asked, int block, Arena *arena);
int page_block(const Flow *flow, const View *asked, BlockTest *test, int part);

/* Something for each card with all answers told, one below the other, from `top` of the first page on and PAGE_TOP of
 * those behind it; a page ends only between its parts, of which `set` sets part 0, 1, ... until there is none. Draws
 * what stands on the page `wanted`, counted from 0 (`list` may be NULL); returns how many pages there are, 0 where
 * nothing is set. */
typedef bool PageItem(const Handout *handout, Flow *flow, int part);
PageItem page_answer; /* handout_answers.c: the parts of a card's answers, without its title and figure */
/* How high a part of the view's card becomes in a flow of that width and type; -1: there is none. */
float page_part_height(const Handout *handout, PageItem *set, const View *view, const Flow *shape, int part,
                       const Type *type);
int page_items(const Handout *handout, PageItem *set, float top, int wanted, const Type *type, DrawList *list);

#endif
