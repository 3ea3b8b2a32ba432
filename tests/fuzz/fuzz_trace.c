/* Traces as JSON: what is read prints, and comes back as the same text; what is not says so in a sentence. */
#include "fuzz.h"

#include "trace/trace.h"

#include <string.h>

static void comes_back(const Trace *trace, const Model *model)
{
    Bytes once = {0}, twice = {0};
    Error error = {0};
    Model again;
    trace_print_json(trace, model, &once);
    Trace *read = trace_parse(bytes_slice(&once), "file", NULL, &again, &error);
    assert(read && moment_count(read) == moment_count(trace));
    trace_print_json(read, &again, &twice);
    assert(once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0);
    trace_destroy(read);
    model_finish(&again);
    bytes_finish(&once);
    bytes_finish(&twice);
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Error error = {0};
    Model model;
    Trace *trace = trace_parse((Slice){(const char *)data, size}, "file", NULL, &model, &error);
    if (trace) {
        assert(trace->n > 0 && trace->step_count > 0 && !model_is_whole(&model));
        comes_back(trace, &model);
        trace_destroy(trace);
        model_finish(&model);
    } else
        assert(error.code == ERROR_NONE
               || (error.code == ERROR_FORMAT && error.message[0] && strcmp(error.file, "file") == 0));
    return 0;
}
