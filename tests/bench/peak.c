/* The most fused multiply-adds that one thread does, out of registers alone: what a training's rate is held beside.
 * Compiled once for each variant, as the kernels are. */
#include "nn/vector.h"

#include <time.h>

double VARIANT(peak)(void);

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* In 1e9 operations a second, an addition and a multiplication counted each: the best of many short rounds. */
double VARIANT(peak)(void)
{
    enum { CHAINS = PARTS < 2 ? 12 : 6, TIMES = 200000, ROUNDS = 20 }; /* chains enough to hide an operation's time */
    Vector sum[CHAINS], factor = v_set((Real)0.999), more = v_set((Real)0.1);
    double best = 1e9;
    for (int c = 0; c < CHAINS; c++)
        sum[c] = v_set((Real)c);
    for (int round = 0; round < ROUNDS; round++) {
        double started = now(), seconds;
        for (int i = 0; i < TIMES; i++)
            for (int c = 0; c < CHAINS; c++)
                sum[c] = v_fma(sum[c], factor, more);
        seconds = now() - started;
        best = seconds < best ? seconds : best;
    }
    volatile Real kept = 0; /* or nobody would need the sums */
    for (int c = 0; c < CHAINS; c++)
        kept = kept + v_sum(sum[c]);
    return 2e-9 * LANES * CHAINS * TIMES / best;
}
