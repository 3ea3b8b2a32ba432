/* The parts of the exhibit view: what is seen of the model, what the probes answer, what was wrong. view_exhibit.c
 * lays them out. */
#ifndef SCENE_VIEW_EXHIBIT_H
#define SCENE_VIEW_EXHIBIT_H

#include "scene/views/picture.h"

/* The words of a side as chips, each with whether it is right, where that is known; `most` lines.
 * Returns its height. */
float exhibit_words(const Painter *painter, int side, Box box, int most);

/* What the probe that is chosen shows; writes down where the bars of a dragged weight are. */
void exhibit_answer(const Painter *painter, Box box);

/* The question is answered: the line that was wrong, the state under each word, the repaired map. */
bool exhibit_is_solved(const View *view);
void exhibit_reveal(const Painter *painter, Box box);

#endif
