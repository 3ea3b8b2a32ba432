/* Reading a trace's JSON, part by part: each takes what must be there, or leaves a sentence. Inside trace/ only.
 *
 *   TraceReader reader = {trace, &model, "trace.json", "", &error};
 *   cJSON *root = json_parse(text, 1000, &error);
 *   const cJSON *encoder = told_member(root, "encoder");
 *   if (!(trace->encoding.final = told_row(&reader, encoder, "final", 4))) return false;
 */
#ifndef TRACE_TRACE_READER_H
#define TRACE_TRACE_READER_H

#include "base/json.h"
#include "trace/steps.h"

enum { STEPS_MOST = 1000 };

typedef struct TraceReader {
    Trace *trace;
    Model *model;
    const char *name;  /* of the file */
    const char *where; /* "" or "step 3: " */
    Error *error;
} TraceReader;

/* ERROR_FORMAT, with the file and where in it. */
bool told_fail(const TraceReader *reader, const char *format, ...) PRINTF_LIKE(2, 3);
const cJSON *told_member(const cJSON *object, const char *key); /* NULL where it is not there */

/* The trace's arena has what they return; NULL and false: with an error. Numbers are finite. */
bool told_whole(const TraceReader *reader, const cJSON *item, const char *key, int least, int most, int *out);
/* `place`, from 1: which one of a list; 0: it is the only one */
const char *told_word(const TraceReader *reader, const cJSON *item, const char *key, int place);
float *told_row(const TraceReader *reader, const cJSON *object, const char *key, int count);    /* [count] */
float *told_matrix(const TraceReader *reader, const cJSON *object, const char *key, int count); /* [n][count] */
/* Rows of `count` numbers, `stride` apart. */
bool told_rows(const TraceReader *reader, const cJSON *array, const char *key, int rows, int count, int stride,
               float *out);
bool told_shares(const TraceReader *reader, const char *key, const float *values, int count); /* from 0 to 1 */
/* They add up to 1, of a model that means them to. */
bool told_one(const TraceReader *reader, const char *key, const float *values, int count);
bool told_gates(const TraceReader *reader, const cJSON *gates, CellKind cell, bool matrices, Real **out);

/* Does a trace have the numbers of this parameter? Of a plain RNN those of its cells, where they are few: it has no gates, and
 * its formula is of nothing else. */
bool trace_tells_param(const Model *model, int param);

bool told_encoder(const TraceReader *reader, const cJSON *root); /* trace_encoder.c: what stands before the steps */
bool told_steps(TraceReader *reader, const cJSON *steps);        /* trace_steps.c */
bool told_beam(TraceReader *reader, const cJSON *beam);          /* trace_beam.c: NULL: there was none */

/* How a word was chosen; false with an error that names the key. */
bool told_how(const TraceReader *reader, const cJSON *how, const char *key, ChosenHow *out);

#endif
