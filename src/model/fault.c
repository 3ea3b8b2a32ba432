#include "model/fault.h"

#include "words/derive_words.h"

#include <assert.h>
#include <stddef.h>

static const Fault FAULTS[FAULT_KINDS] = {
#define FAULT(KIND, name, part, before, wrong, right) [FAULT_##KIND] = {#name, part, before, wrong, right},
#include "model/faults.def"
#undef FAULT
};

const char *const FAULT_NAMES[] = {"none",
#define FAULT(KIND, name, part, before, wrong, right) #name,
#include "model/faults.def"
#undef FAULT
                                   NULL};

const Fault *fault_of(FaultKind kind)
{
    assert(kind > FAULT_NONE && kind < FAULT_KINDS);
    return &FAULTS[kind];
}

bool fault_decodes(FaultKind kind)
{
    return kind != FAULT_NONE && kind != FAULT_ANSWER_FED;
}
