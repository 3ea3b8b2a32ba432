#include "lesson/view_kind.h"

#include <stddef.h>

const char *const VIEW_NAMES[] = {
#define VIEW(identifier, prefix, name, ...) name,
#include "lesson/views.def"
#undef VIEW
    NULL};

const char *const LOOK_NAMES[] = {"whole",      "folded", "one-step",   "heads",    "one-word",
                                  "tensorflow", "erase",  "erase-zero", "gradient", "maps",
                                  "sentence",   "cell",   "step",       "layers",   NULL};

#define LOOK(kind) (1u << LOOK_##kind)
const ViewInfo VIEW_INFO[VIEW_KINDS] = {
#define VIEW(identifier, prefix, name, english, chinese, input, tab, key, trace, looks, traits)                        \
    {{english, chinese}, tab, key, trace, looks, traits},
#include "lesson/views.def"
#undef VIEW
};

ViewKind view_of_key(int digit)
{
    int kind = 0;
    while (kind < VIEW_KINDS && VIEW_INFO[kind].key != digit)
        kind++;
    return (ViewKind)kind;
}
