/* A lesson for the one who gives it: aim, minutes, the misconceptions that it meets, what to ask and what is answered.
 *
 *   Handout handout = {.lesson = lesson};
 *   for (int page = 0; page < teacher_pages(&handout, type); page++)
 *       teacher_draw(&handout, page, type, &list);
 */
#ifndef SCENE_TEACHER_PAGE_H
#define SCENE_TEACHER_PAGE_H

#include "scene/figures/handout.h"

int teacher_pages(const Handout *handout, const Type *type);
void teacher_draw(const Handout *handout, int page, const Type *type, DrawList *list); /* page from 0 */

#endif
