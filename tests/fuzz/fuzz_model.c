/* A model file. */
#include "fuzz.h"

#include "model/model.h"

#include <string.h>

int fuzz_one(const uint8_t *data, size_t size)
{
    Error error = {0};
    Model model, again;
    if (!model_parse((Slice){(const char *)data, size}, "fuzz.safetensors", &model, &error)) {
        assert(error.code == ERROR_FORMAT && error.message[0] && utf8_valid(slice_of(error.message)));
        return 0;
    }
    Bytes first = {0}, second = {0};
    model_print(&model, &first);
    bool ok = model_parse(bytes_slice(&first), "again", &again, &error);
    assert(ok);
    model_print(&again, &second);
    assert(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
    bytes_finish(&first);
    bytes_finish(&second);
    model_finish(&model);
    model_finish(&again);
    return 0;
}
