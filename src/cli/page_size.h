/* How wide a figure is on its page: lengths with their unit, and the widths that papers and slides ask for.
 *
 *   float px;
 *   if (!page_length("width", "84mm", PAGE_WIDTHS, &px, &error)) return false;    // 317.48, at 96 px an inch
 */
#ifndef CLI_PAGE_SIZE_H
#define CLI_PAGE_SIZE_H

#include "base/error.h"

#define PX_PER_MM (96 / 25.4)
#define PAGE_DPI  300 /* of a PNG whose width is given as a length */

typedef struct LengthRange { /* px */
    double least, most;
} LengthRange;
extern const LengthRange PAGE_WIDTHS;

/* In mm, cm, in, pt or px; `option` is what the sentence names. */
MUST_USE bool page_length(const char *option, const char *text, LengthRange range, float *px, Error *error);

/* The widths of text in templates and what goes with them, indexed as PRESET_NAMES. */
typedef struct PagePreset {
    float width, size; /* px of the page and of its type */
} PagePreset;
extern const char *const PRESET_NAMES[];
PagePreset page_preset(int index);

#endif
