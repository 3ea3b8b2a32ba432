/* The colours that a picture's patches have: the words of its source. */
#ifndef SCENE_PALETTE_H
#define SCENE_PALETTE_H

#include "scene/scene.h"

typedef struct PatchColor {
    const char *name[2]; /* the source word; in Chinese for people */
    uint32_t rgb;
} PatchColor;

#define PALETTE_COLORS 12
extern const PatchColor PALETTE[PALETTE_COLORS];

int palette_find(const char *name);                        /* -1: no such colour */
bool palette_known(const Model *model, int color);         /* has the model learned it? */
bool palette_is_picture(const View *view, int *rows, int *columns); /* are the source words a grid of patches? */

#endif
