/* Words that follow a number: behind a %d, "(s)" is printed where the number is not 1, and of "(one|many)" the one that
 * fits. arena_printf, bytes_printf, utf8_print and all that print through them take such formats.
 *
 *   char text[40];
 *   utf8_print(text, sizeof text, "%d pair(s) (is|are) left", 1);     // 1 pair is left
 *   utf8_print(text, sizeof text, "%d of %d pair(s)", 1, 3);          // 1 of 3 pairs
 */
#ifndef BASE_PLURAL_H
#define BASE_PLURAL_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf. */
int plural_vprint(char *to, size_t size, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));

#endif
