/* A stranger's trace, told at every moment: it may say anything of its model. */
#include "told.h"

int fuzz_one(const uint8_t *data, size_t size)
{
    Error error = {0};
    Model model;
    Trace *trace = trace_parse((Slice){(const char *)data, size}, "file", NULL, &model, &error);
    if (trace) {
        tell_trace(trace, &model);
        trace_destroy(trace);
        model_finish(&model);
    }
    return 0;
}
