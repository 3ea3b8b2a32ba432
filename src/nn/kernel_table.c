/* The table of one variant's kernels. */
#include "nn/variant.h"

static const RecurrentCell *const CELLS[] = {
#define CELL(KIND, name) [CELL_##KIND] = &VARIANT(cell_##name),
#include "nn/cells.def"
#undef CELL
    [CELL_SELF] = &VARIANT(cell_gru),
};

static const Score *const SCORES[] = {
#define SCORE(KIND, name, ...) [SCORE_##KIND] = &VARIANT(score_##name),
#include "nn/scores.def"
#undef SCORE
};

const Kernels VARIANT(kernels) = {
    .name = VARIANT_NAME,
#if defined KERNELS_AVX512 || defined KERNELS_AVX2 || defined KERNELS_NEON || defined KERNELS_RELAXED                  \
    || defined __FP_FAST_FMAF
    .fused = true,
#endif
#ifdef KERNELS_TWICE
    .twice = true,
#endif
    .cells = CELLS,
    .scores = SCORES,
#define KERNEL(result, name, parameters) .name = VARIANT(name),
#include "nn/kernels.def"
#undef KERNEL
};
