/* The number type of nn/ and model/. Both folders are compiled twice from the same source: as float for the program,
 * as double (-DREAL_DOUBLE) for the proofs against finite differences and PyTorch. */
#ifndef NN_REAL_H
#define NN_REAL_H

#ifdef REAL_DOUBLE
typedef double Real;
#else
typedef float Real;
#endif

#endif
