/* A lesson to work on with pencil and scissors: maps to fill, the beats of a step cut into strips, and both answered on
 * a sheet of their own.
 *
 *   Worksheet sheet = {.views = &view, .count = 1}; // a view a sentence, at the end of its decode
 *   for (int page = 0; page < worksheet_pages(&sheet); page++)
 *       worksheet_draw(&sheet, page, type, &list);
 */
#ifndef SCENE_WORKSHEET_H
#define SCENE_WORKSHEET_H

#include "scene/scene.h"

#define WORKSHEET_MAPS 2

typedef struct Worksheet {
    const View *views; /* [count], all of one model; their lesson, language and theme are the sheet's */
    int count;         /* 1 .. WORKSHEET_MAPS */
    int version;       /* as of a Handout: other strips come first */
} Worksheet;

int worksheet_pages(const Worksheet *sheet);                                             /* without maps one less */
void worksheet_draw(const Worksheet *sheet, int page, const Type *type, DrawList *list); /* page from 0 */
void worksheet_answers_draw(const Worksheet *sheet, const Type *type, DrawList *list);   /* one page */

#endif
