/* One driver a parser. A driver takes any bytes, and ends the program (assert) if the parser breaks a promise: a crash,
 * a failure without a sentence, or a success that cannot be written and read again.
 *
 *   replay.c     plays the committed inputs and seeded mutations of them, within bounds: an ordinary test, everywhere
 *   libfuzzer.c  the same driver under clang's libFuzzer, for as long as one likes (README.md) */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#undef NDEBUG
#include <assert.h>

int fuzz_one(const uint8_t *data, size_t size); /* 0 */

#endif
