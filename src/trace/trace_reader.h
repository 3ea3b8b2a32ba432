/* Reading a trace's JSON: what is taken is there and fits, or a sentence says what is wrong. Inside trace/ only.
 *
 *   TraceReader reader = {trace, &model, "trace.json", "", "", 0, 0, &error};
 *   cJSON *array = cJSON_Parse("[0.5, 0.5]");
 *   if (!told_numbers(&reader, array, "weights", (Layout){1, 1, 1, 2, 0, 0})) return false;
 */
#ifndef TRACE_TRACE_READER_H
#define TRACE_TRACE_READER_H

#include "base/json.h"
#include "trace/trace_fields.h"

typedef struct TraceReader {
    Trace *trace;
    Model *model;
    const char *name;   /* of the file */
    const char *where;  /* "" or "step 3: " */
    const char *object; /* "" or "input.", in front of the keys of single values */
    int index;          /* of the item in its list */
    int step;           /* of the steps, the one that is read */
    Error *error;
} TraceReader;

/* ERROR_FORMAT, with the file and where in it. */
bool told_fail(const TraceReader *reader, const char *format, ...) PRINTF_LIKE(2, 3);
int told_count(const cJSON *array); /* of its items */

/* The trace's arena has what they return; NULL and false: with an error. */
bool told_whole(const TraceReader *reader, const cJSON *item, const char *key, int least, int most, int *out);
/* `place`, from 1: which one of a list; 0: it is the only one */
const char *told_word(const TraceReader *reader, const cJSON *item, const char *key, int place);
float *told_numbers(const TraceReader *reader, const cJSON *array, const char *key, Layout layout); /* finite */
bool told_shares(const TraceReader *reader, const char *key, const float *values, int count);       /* from 0 to 1 */
bool told_sum(const TraceReader *reader, const char *key, const float *values, int count); /* 1, of most models */
bool told_how(const TraceReader *reader, const cJSON *how, const char *key, ChosenHow *out);

/* trace_model.c: the configuration, and with the target words the model as far as the trace tells of it. */
bool told_config(const TraceReader *reader, const cJSON *config, const char *key);
bool told_vocabulary(const TraceReader *reader, const cJSON *array, const char *key);
bool told_param(const TraceReader *reader, const cJSON *array, const char *key, int param, Layout layout);
bool told_params(const TraceReader *reader, const cJSON *object);

#endif
