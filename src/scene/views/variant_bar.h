/* The row of controls on top of the views unrolled, self-attention and patches. */
#ifndef SCENE_VARIANT_BAR_H
#define SCENE_VARIANT_BAR_H

#include "scene/views/picture.h"

/* The sentence field and beside it the open view's pictures to choose from, and the heads of its model; where there is
 * no room, under it. Returns the stage that is left. */
Box look_bar(const Painter *painter, Box stage);

/* Those buttons alone, at the right end of a row; returns how wide they are. */
float look_choice(const Painter *painter, Box row);

/* Lines of text from the top of the box; returns their height. */
float look_paragraph(const Painter *painter, TextStyle style, Box box, const char *text);

/* Over the whole stage, for views with controls of their own: compare and beam. */
Box wide_field(const WindowLayout *layout);

#endif
