/* The colours that a picture's patches have: the words of its source. */
#ifndef SCENE_PATCHES_H
#define SCENE_PATCHES_H

#include "scene/scene.h"

typedef struct PatchColor {
    Word name; /* the source word, as English has it */
    uint32_t rgb;
} PatchColor;

#define PATCH_COLOR_COUNT 12
extern const PatchColor PATCH_COLORS[PATCH_COLOR_COUNT];

int patches_find(const char *name);                                 /* -1: no such colour */
bool patches_known(const Model *model, int color);                  /* has the model learned it? */
bool patches_is_picture(const View *view, int *rows, int *columns); /* are the source words a grid of patches? */

#endif
