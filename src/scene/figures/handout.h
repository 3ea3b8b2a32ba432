/* A lesson on paper, A4 upright: a page a card with its figure, its text and its questions. What the window hides while
 * a question is open is hidden here too (scene_seen): it stands on pages of their own, with the answers.
 *
 *   Handout handout = {.lesson = lesson, .views = &view, .language = LANGUAGE_ENGLISH};
 *   for (int page = 0; page < handout_pages(&handout); page++)
 *       handout_draw(&handout, page, type, &list);
 *   for (int page = 0; page < answers_pages(&handout, type); page++)
 *       answers_draw(&handout, page, type, &list);
 */
#ifndef SCENE_HANDOUT_H
#define SCENE_HANDOUT_H

#include "scene/scene.h"

typedef struct Handout {
    const Lesson *lesson;
    const View *views; /* [card_count], as shown_card makes them */
    Language language;
    int version; /* 1: A, 2: B, ..., in which every choice has another place; 0: there is only one */
} Handout;

int handout_pages(const Handout *handout);
void handout_draw(const Handout *handout, int page, const Type *type, DrawList *list); /* page from 0 */

/* handout_answers.c: every question with its answer, the figures complete, and the text that waited. */
int answers_pages(const Handout *handout, const Type *type); /* 0: nothing is asked */
void answers_draw(const Handout *handout, int page, const Type *type, DrawList *list);

/* handout_view.c: what is shown of a card while its questions are open, as the window shows it, or when all
 * are answered. A training is none of it: its card shows what it leads to, the whole alignment. `arena`: of
 * what is hidden. */
View handout_view(const Handout *handout, int card, bool answered, Arena *arena);
/* One of the card's blocks, of which `asked` is the view: does it stand on the card, questions aside? With the answers
 * (too)? */
bool handout_text(const View *asked, int block, Arena *arena);
bool handout_answers(const View *asked, int block, Arena *arena);

/* handout_figure.c: the figure of a card alone, for another page. Paper is not scrolled: what has no room is smaller,
 * until all of it is in sight and no word is cut. And what it shows in words; NULL: it has no more to say than the
 * card. */
void handout_figure(const View *shown, float width, float height, const Type *type, DrawList *list);
const char *handout_caption(const View *shown, Arena *arena);
bool handout_reveals(const Handout *handout, int card, const Type *type); /* is it another one with the answers? */

#endif
