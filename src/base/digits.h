/* Numbers as they stand in a sentence: so many digits that count, all of those before the point, and no power of ten.
 *
 *   char text[DIGITS_SIZE];
 *   digits_print(text, 14173.2283, 3);     // "14173"
 *   digits_print(text, 0.000012345, 3);    // "0.0000123"
 *   digits_print(text, 0.5, 3);            // "0.5"
 */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include "base/utf8.h"

#define DIGITS_SIZE 40

/* Numbers too large or too small to be read like that have their power of ten all the same. Returns `to`. */
char *digits_print(char to[DIGITS_SIZE], double value, int digits);

/* A number that is the whole of a text but for white space around it; false where it is none. */
bool digits_read(Slice text, double *out);

#endif
