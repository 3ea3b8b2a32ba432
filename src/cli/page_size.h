/* How wide a figure is on its page: lengths with their unit, and the widths that papers and slides ask for.
 *
 *   float px;
 *   if (!page_length("width", "84mm", PAGE_SIDES, &px, &error)) return false;    // 317.48, at 96 px an inch
 */
#ifndef CLI_PAGE_SIZE_H
#define CLI_PAGE_SIZE_H

#include "cli/options.h"
#include "draw/color.h"
#include "words/words.h"

#define PX_PER_MM (96 / 25.4)

typedef struct LengthRange { /* px */
    double least, most;
} LengthRange;
extern const LengthRange PAGE_SIDES;

/* In mm, cm, in, pt or px; `option` is what the sentence names. */
MUST_USE bool page_length(const char *option, const char *text, LengthRange range, float *px, Error *error);

/* The room for text in templates and what goes with it, indexed as PRESET_NAMES. */
typedef struct PagePreset {
    float width, height, size; /* px of the page and of its type */
} PagePreset;
extern const char *const PRESET_NAMES[];
PagePreset page_preset(int index);

/* A figure of `height` px may be taller than the page that --for names; `note` says so, and what would make it smaller
 * is the author's choice. */
void page_tell_height(const Request *request, Language language, float height, Word note);

/* --background and --theme: paper, or nothing where the page brings its own ground: its width is a length (`sized`), or
 * the file is EPS or TeX. Alpha 0: none. */
extern const char *const BACKGROUND_NAMES[];
Color page_ground(const Request *request, bool sized);

/* --dpi and --scale: pixels of a PNG for a px. `sized`: the page's width is a length. */
double page_scale(const Request *request, bool sized);

#endif
