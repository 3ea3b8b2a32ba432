/* A stranger's model at work: it translates, greedily and by beam, and what it did is told, printed and read again. */
#include "told.h"

enum { WORDS = 3, PARAMETERS_MOST = 1 << 16 };

static void comes_back(const Trace *trace, const Model *model)
{
    Bytes text = {0};
    Error error = {0};
    Model again;
    trace_print_json(trace, model, &text);
    Trace *read = trace_parse(bytes_slice(&text), "printed", NULL, &again, &error);
    assert(read && read->n == trace->n && read->step_count == trace->step_count);
    trace_destroy(read);
    model_finish(&again);
    bytes_finish(&text);
}

static void decode(const Model *model, const char *sentence, int beam)
{
    Error error = {0};
    DecodeOptions options = {.beam = beam};
    Trace *trace = trace_decode(model, slice_of(sentence), &options, &error);
    if (!trace) {
        assert(error.message[0] && utf8_valid(slice_of(error.message)));
        return;
    }
    tell_trace(trace, model);
    comes_back(trace, model);
    trace_destroy(trace);
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Error error = {0};
    Model model;
    Bytes sentence = {0};
    if (!model_parse((Slice){(const char *)data, size}, "fuzz.safetensors", &model, &error))
        return 0;
    bytes_add_text(&sentence, "unseen");
    for (int i = 0; i < WORDS && i < model.source.count; i++)
        bytes_printf(&sentence, " %s", model.source.words[model.source.count - 1 - i]);
    if (model.table.total <= PARAMETERS_MOST) {
        decode(&model, sentence.data, 0);
        decode(&model, sentence.data, 2);
    }
    bytes_finish(&sentence);
    model_finish(&model);
    return 0;
}
