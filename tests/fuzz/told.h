/* A trace told at every moment, in both languages: every sentence is there, and is text. */
#ifndef TESTS_FUZZ_TOLD_H
#define TESTS_FUZZ_TOLD_H

#include "fuzz.h"

#include "derive/derive.h"
#include "derive/explain.h"
#include "trace/beats.h"

#include <string.h>

static inline void tell(const char *text)
{
    assert(text && utf8_valid(slice_of(text)));
}

static inline void tell_trace(const Trace *trace, const Model *model)
{
    Arena arena = {0};
    for (int language = 0; LANGUAGE_NAMES[language]; language++) {
        Maths maths = {trace, model, (Language)language, &arena};
        for (int moment = 0; moment < moment_count(trace); moment++) {
            Value value = moment_value(&maths, moment_at(trace, moment));
            tell(explain_moment(&maths, moment));
            tell(explain_beat(&maths, moment == 0 ? 0 : moment - 0.5)); /* on the way to it */
            if (value_valid(&maths, value)) {
                Derivation made = value_derive(&maths, value);
                tell(made.term ? made.symbols : made.told);
            }
            arena_reset(&arena);
        }
    }
    arena_finish(&arena);
}

#endif
