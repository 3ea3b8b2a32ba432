/* The view code: a program beside the lesson's text (lesson/listing.h), lit by the moment of the stage. */
#ifndef SCENE_VIEW_CODE_H
#define SCENE_VIEW_CODE_H

#include "scene/view/view.h"

/* Of the view's look; NULL: the lesson has none. */
const Listing *code_listing(const View *view);

/* The moment that a press on a line asks for: of the step on the stage, or the first that there is; -1: none. */
int code_moment(const View *view, int line);

#endif
