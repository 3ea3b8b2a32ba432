/* The alignment as arcs between the two sentences: the weights of the map, each as thick as it is large. */
#ifndef SCENE_ARCS_H
#define SCENE_ARCS_H

#include "scene/stage/matrix_picture.h"

/* `picture` as for the map; its current step is lit where nothing is pointed at. Chips are TARGET_SOURCE and
 * TARGET_WORD. In the middle of the box where it is too high. */
void arcs_draw(const Painter *painter, const MatrixPicture *picture, Box box);
/* What switches between them and the picture in their place, at the left or right end of the box. Returns its width. */
float arcs_switch(const Painter *painter, Box box, Align align);
float arcs_height(const Painter *painter, const Trace *trace, float width); /* px that they like to have */

#endif
