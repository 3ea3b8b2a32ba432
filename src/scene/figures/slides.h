/* A lesson for the projector, 16:9: a slide a card with its title, its figure and its text; behind it the question
 * alone, and behind that the answer, with the whole figure. What the window hides while a question is open is hidden
 * until the answer's slide. Text that has no room goes on to a further slide.
 *
 *   Handout handout = {.lesson = lesson, .views = &view, .language = LANGUAGE_ENGLISH};
 *   for (int page = 0; page < slides_count(&handout, type); page++)
 *       slides_draw(&handout, page, type, &list);
 */
#ifndef SCENE_SLIDES_H
#define SCENE_SLIDES_H

#include "scene/figures/handout.h"

#define SLIDE_W 1280.0f /* 13.33 x 7.5 inches */
#define SLIDE_H 720.0f

int slides_count(const Handout *handout, const Type *type);
void slides_draw(const Handout *handout, int page, const Type *type, DrawList *list); /* page from 0 */

#endif
