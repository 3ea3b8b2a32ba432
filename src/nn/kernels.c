#include "nn/kernels.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

extern const Kernels kernels_plain;
#ifdef HAVE_X86_KERNELS
extern const Kernels kernels_avx2, kernels_avx512;
#endif
#ifdef HAVE_NEON_KERNELS
extern const Kernels kernels_neon;
#endif

size_t panels_size(int depth, int outputs)
{
    return (size_t)((outputs + PANEL - 1) / PANEL) * PANEL * (size_t)depth;
}

const Kernels *kernels_named(const char *name)
{
#ifdef HAVE_X86_KERNELS
    if (strcmp(name, "avx512") == 0 && __builtin_cpu_supports("avx512f"))
        return &kernels_avx512;
    if (strcmp(name, "avx2") == 0 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &kernels_avx2;
#endif
#ifdef HAVE_NEON_KERNELS
    if (strcmp(name, "neon") == 0)
        return &kernels_neon;
#endif
    return strcmp(name, "plain") == 0 ? &kernels_plain : NULL;
}

static const Kernels *choose(void)
{
    static const char *const best_first[] = {"avx512", "avx2", "neon", "plain"};
    const char *asked = getenv("ATTEND_KERNELS");
    const Kernels *found = asked ? kernels_named(asked) : NULL;
    for (int i = 0; !found; i++)
        found = kernels_named(best_first[i]);
    return found;
}

const Kernels *kernels(void)
{
    static _Atomic(const Kernels *) chosen; /* two threads may both choose: they choose the same */
    const Kernels *known = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!known) {
        known = choose();
        atomic_store_explicit(&chosen, known, memory_order_release);
    }
    return known;
}

const RecurrentCell *cell_of_kind(CellKind kind)
{
    return kernels()->cells[kind];
}

const Score *score_of_kind(ScoreKind kind)
{
    return kernels()->scores[kind];
}
