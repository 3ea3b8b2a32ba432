/* A little TeX as the markup of formulas (scene/kit/markup.h): letters with what stands below and above, Greek, sums,
 * roots, fractions as a/b, functions, bold letters, words. One line; what else TeX has is an error that names it.
 *
 *   const char *markup; // "α_{ij} = a/b"
 *   return tex_markup(&reader, 12, slice_of("\\alpha_{ij} = \\frac{a}{b}"), &markup);
 */
#ifndef LESSON_TEX_H
#define LESSON_TEX_H

#include "lesson/reader.h"

/* The arena's. */
MUST_USE bool tex_markup(const Reader *reader, int line, Slice tex, const char **out);

#endif
