/* What a file is that a person gives, or drops: one answer for `attend FILE` and for the window.
 *
 *   Error lacks = {0};
 *   bool model = open_as("model.safetensors", &lacks) == OPEN_MODEL;
 */
#ifndef EXPORT_OPEN_AS_H
#define EXPORT_OPEN_AS_H

#include "base/error.h"

typedef enum OpenAs {
    OPEN_LESSON, /* a folder, or a packed one */
    OPEN_MODEL,  /* also what is nothing of all this: reading it says so */
    OPEN_TRACE,  /* with all that the decode view draws */
    OPEN_WEIGHTS,
    OPEN_PAIRS,
    OPEN_FIGURE
} OpenAs;

/* By the first bytes, and by the ending where they say nothing. A .safetensors file without the description of a model
 * of ours holds weights, a table of words sentence pairs. `lacks`: what a trace of weights alone has not. */
OpenAs open_as(const char *path, Error *lacks);

#endif
