/* The row of controls on top of the views unrolled, self-attention and patches. */
#ifndef SCENE_VARIANT_BAR_H
#define SCENE_VARIANT_BAR_H

#include "scene/views/picture.h"

/* The sentence field and beside it the view's pictures to choose from; where there is no room, under it. `looks` are
 * pairs of a look and its name, `heads` adds a button a head. Returns the stage that is left. Draws nothing where
 * `draw` is false. */
typedef struct LookChoice {
    LookKind look;
    const char *name;
} LookChoice;
typedef struct LookBar {
    Box field, rest;
} LookBar;
LookBar look_bar(const Painter *painter, Box stage, const LookChoice *choices, int count, int heads, bool draw);

/* The choices of the open view; returns how many. */
int look_choices(const View *view, LookChoice *out);
enum { LOOK_CHOICES = 4 };

/* Lines of text from the top of the box; returns their height. */
float look_paragraph(const Painter *painter, TextStyle style, Box box, const char *text);

Box variant_field(const Painter *painter, const WindowLayout *layout); /* Picture.field of those views */

#endif
