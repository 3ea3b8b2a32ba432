/* The keys of a trace that also other programs' traces have (docs/trace.schema.json).
 *
 *   return error_set(&error, ERROR_FORMAT, "has no \"" KEY_STEPS "\"");
 */
#ifndef MATRIX_TRACE_KEYS_H
#define MATRIX_TRACE_KEYS_H

#define KEY_SOURCE     "source"
#define KEY_TOKENS     "tokens"
#define KEY_ENCODER    "encoder"
#define KEY_LAYERS     "layers"
#define KEY_SELF       "self"
#define KEY_STEPS      "steps"
#define KEY_INPUT      "input"
#define KEY_OUTPUT     "output"
#define KEY_TOKEN      "token"
#define KEY_WEIGHTS    "weights"
#define KEY_ATTENTIONS "attentions"

#endif
