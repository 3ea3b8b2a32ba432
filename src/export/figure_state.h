/* What our figures carry (carry.h), so that they can be opened again.
 *
 *   FigureState state;
 *   struct cJSON *json;
 *   figure_state_print("lesson=5;step=3", NULL, trace, &bytes);
 *   if (!figure_state_parse(bytes_slice(&bytes), "softmax.pdf", &arena, &json, &state, &error)) return false;
 */
#ifndef EXPORT_FIGURE_STATE_H
#define EXPORT_FIGURE_STATE_H

#include "base/error.h"
#include "base/file.h"
#include "matrix/matrix_stack.h"
#include "trace/trace.h"

/* As JSON: the version, `place` (lesson/place.h), the SHA-256 of the model's file, and the
 * alignment as export_alignment writes it, where the model weighs. `trace` NULL: not that. */
void figure_state_print(const char *place, const char *model, const Trace *trace, Bytes *out);

/* The same of weights that no model here has made: of one file its numbers, of several each under its name. */
typedef struct StateWeights {
    const char *name;
    MatrixStack stack;
} StateWeights;
void figure_state_weights(const StateWeights *weights, int count, Bytes *out);
bool figure_state_takes(const StateWeights *weights, int count); /* they are not too many, and no cell is blank */

typedef struct FigureState {
    const char *place, *model; /* NULL: it does not say */
    bool matrix;               /* there are weights */
} FigureState;

struct cJSON;
/* The same of what a figure carries, the arena's; `path` is for errors (ERROR_FORMAT). `kept`: the JSON, the caller's,
 * also after a failure; NULL: it is none. */
MUST_USE bool figure_state_parse(Slice text, const char *path, Arena *arena, struct cJSON **kept, FigureState *out,
                                 Error *error);

#endif
