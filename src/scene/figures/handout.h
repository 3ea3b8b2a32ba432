/* A lesson on paper, A4 upright: a page a card with its figure, its text and its questions, and the answers at the end.
 *
 *   Handout handout = {.lesson = lesson, .views = &view, .language = LANGUAGE_ENGLISH};
 *   for (int page = 0; page < handout_pages(&handout, type); page++)
 *       handout_draw(&handout, page, type, &list);
 */
#ifndef SCENE_HANDOUT_H
#define SCENE_HANDOUT_H

#include "scene/scene.h"

typedef struct Handout {
    const Lesson *lesson;
    const View *views; /* [card_count], as shown_card makes them */
    Language language;
} Handout;

int handout_pages(const Handout *handout, const Type *type);
void handout_draw(const Handout *handout, int page, const Type *type, DrawList *list); /* page from 0 */

/* The figure of a card alone, for another page, and what it shows in words; NULL: it has no more to say than the card. */
void handout_figure(const Handout *handout, int card, float width, float height, const Type *type, DrawList *list);
const char *handout_caption(const Handout *handout, int card, Arena *arena);

#endif
