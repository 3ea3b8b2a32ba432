/* What the kernels' files of one variant declare to each other and to their table. */
#ifndef NN_VARIANT_H
#define NN_VARIANT_H

#include "nn/kernels.h"
#include "nn/vector.h"

extern const Kernels VARIANT(kernels);

#define KERNEL(result, name, parameters) result VARIANT(name) parameters;
#include "nn/kernels.def"
#undef KERNEL

/* cell_NAME.c, score_NAME.c */
#define CELL(KIND, name) extern const RecurrentCell VARIANT(cell_##name);
#include "nn/cells.def"
#undef CELL
#define SCORE(KIND, name, ...) extern const Score VARIANT(score_##name);
#include "nn/scores.def"
#undef SCORE

#endif
