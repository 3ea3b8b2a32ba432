#include "nn/kernels.h"

#include "nn/fma.h"

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
#ifdef HAVE_WASM_KERNELS
extern const Kernels kernels_wasm, kernels_relaxed;
#endif
#ifdef HAVE_TWICE_KERNELS /* the proofs in doubles do without */
extern const Kernels kernels_twice;
#endif

const char *const KERNEL_NAMES[] = {"avx512", "avx2", "neon", "relaxed", "wasm", "plain", NULL};

size_t panels_size(int depth, int outputs)
{
    return (size_t)((outputs + PANEL - 1) / PANEL) * PANEL * (size_t)depth;
}

#ifdef HAVE_WASM_KERNELS
/* Relaxed SIMD leaves it to the machine whether a b + c is rounded once; every variant must give the same bytes. */
static bool rounds_once(const Kernels *k)
{
    static const Real cases[][3] = {
        {0x1.001p0f, 0x1.001p0f, -0x1.002p0f},           /* nothing is left of a product that was rounded */
        {0x1.000002p0f, 0x1.fffffcp-25f, 0x1.000002p0f}, /* in double it lies just between two floats, truly below */
        {0x1p-75f, 0x1.8p-74f, 0},                       /* below the normal numbers */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Real *abc = cases[i];
        Real b[PANEL] = {abc[1]}, sum;
        k->multiply(1, 1, 1, &abc[0], 1, b, &abc[2], false, &sum, 1);
        if (sum != fma_exact(abc[0], abc[1], abc[2]))
            return false;
    }
    return true;
}
#endif

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
#ifdef HAVE_WASM_KERNELS
    if (strcmp(name, "relaxed") == 0 && rounds_once(&kernels_relaxed))
        return &kernels_relaxed;
    if (strcmp(name, "wasm") == 0)
        return &kernels_wasm;
#endif
#ifdef HAVE_TWICE_KERNELS
    if (strcmp(name, "twice") == 0)
        return &kernels_twice;
#endif
    return strcmp(name, "plain") == 0 ? &kernels_plain : NULL;
}

static const Kernels *asked_for(void)
{
    const char *asked = getenv("ATTEND_KERNELS");
    return asked ? kernels_named(asked) : NULL;
}

static const Kernels *choose(void)
{
    const Kernels *asked = asked_for(), *found = asked && !asked->twice ? asked : NULL;
    for (int i = 0; !found; i++)
        found = kernels_named(KERNEL_NAMES[i]);
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

const Kernels *kernels_to_train(void)
{
    const Kernels *asked = asked_for(), *found = asked ? asked : kernels();
#ifdef HAVE_WASM_KERNELS
    if (!asked && !found->fused)
        return &kernels_twice;
#endif
    return found;
}

const RecurrentCell *cell_of_kind(CellKind kind)
{
    return kernels()->cells[kind];
}

const Score *score_of_kind(ScoreKind kind)
{
    return kernels()->scores[kind];
}
