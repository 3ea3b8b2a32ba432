/* The shares of a few words and what is left for all others, printed so that they add up to 1: "<0.01" stands for
 * anything below that, and where rounding would leave a hundredth over or short, the others take it.
 *
 *   Remainder others = remainder_of((const float[]){0.62f, 0.234f, 0.084f}, 3, &arena);
 *   puts(others.text); // 0.07, of 0.062: 0.62 + 0.23 + 0.08 + 0.07
 */
#ifndef DERIVE_REMAINDER_H
#define DERIVE_REMAINDER_H

#include "trace/trace.h"

typedef struct Remainder {
    int decimals;     /* of all of them: 2, more only where nothing adds up */
    const char *text; /* of the others; the arena's */
} Remainder;
Remainder remainder_of(const float *shares, int count, Arena *arena);

/* The sum of all shares: 1, or less within a window. And whether the shares, printed to two decimals, add up to the
 * printed sum; if not, "rounded" stands beside them. */
double shares_total(const float *shares, int count);
bool shares_add_up(const float *shares, int count, Arena *arena);

#endif
