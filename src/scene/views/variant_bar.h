/* The row of controls on top of the views unrolled, self-attention and patches. */
#ifndef SCENE_VARIANT_BAR_H
#define SCENE_VARIANT_BAR_H

#include "scene/views/picture.h"

/* The sentence field and beside it the open view's pictures to choose from, and the heads of its model; where there is no
 * room, under it. Returns the stage that is left. Draws nothing where `draw` is false. */
typedef struct LookBar {
    Box field, rest;
} LookBar;
LookBar look_bar(const Painter *painter, Box stage, bool draw);

/* Lines of text from the top of the box; returns their height. */
float look_paragraph(const Painter *painter, TextStyle style, Box box, const char *text);

/* Over the whole stage, for views with controls of their own: compare and beam. */
Box wide_field(const Painter *painter, const WindowLayout *layout);

Box variant_field(const Painter *painter, const WindowLayout *layout); /* Picture.field of those views */

#endif
