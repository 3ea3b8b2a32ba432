/* Models that are wrong on purpose: `fault` of a config, and the line of code that each is wrong by.
 *
 *   const Fault *fault = fault_of(FAULT_MIRRORED);
 *   puts(fault->wrong);
 */
#ifndef MODEL_FAULT_H
#define MODEL_FAULT_H

#include "words/words.h"

#include <stdbool.h>

typedef enum FaultKind {
    FAULT_NONE,
#define FAULT(KIND, name, part, before, wrong, right) FAULT_##KIND,
#include "model/faults.def"
#undef FAULT
    FAULT_KINDS
} FaultKind;

typedef struct Fault {
    const char *name;          /* as files and options write it */
    Word part;                 /* which is broken: "the encoder's order" */
    const char *before;        /* lines of code above it, each but the last ends in \n; "" where there are none */
    const char *wrong, *right; /* one line each, with its indent */
} Fault;

const Fault *fault_of(FaultKind kind); /* not of FAULT_NONE */
bool fault_decodes(FaultKind kind);    /* the line is part of a decode, not of training alone */

extern const char *const FAULT_NAMES[]; /* "none", ..., NULL; by FaultKind */

#endif
