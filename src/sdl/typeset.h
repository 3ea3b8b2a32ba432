/* Text set by SDL2_ttf, for the painter of raster/. Runs are rendered with light hinting at fractions of a pixel; sizes
 * are exact to 1/72 px. The video part of SDL is not needed. */
#ifndef SDL_TYPESET_H
#define SDL_TYPESET_H

#include "raster/text_source.h"

typedef struct Typesetter Typesetter;

Typesetter *typesetter_create(const Type *type); /* `type` must outlive it */
void typesetter_destroy(Typesetter *typesetter); /* NULL allowed */

TextSource typesetter_source(Typesetter *typesetter);

#endif
