/* A config in JSON, as it stands in model files. */
#include "fuzz.h"

#include "model/config.h"

#include <string.h>

int fuzz_one(const uint8_t *data, size_t size)
{
    Error error = {0};
    Config config, again;
    if (!config_parse((Slice){(const char *)data, size}, &config, &error)) {
        assert(error.message[0] && utf8_valid(slice_of(error.message)));
        return 0;
    }
    Bytes first = {0}, second = {0};
    config_print(&config, &first);
    bool ok = config_parse(bytes_slice(&first), &again, &error);
    assert(ok);
    config_print(&again, &second);
    assert(strcmp(first.data, second.data) == 0);
    bytes_finish(&first);
    bytes_finish(&second);
    return 0;
}
