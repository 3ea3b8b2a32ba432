/* In a page web/page/data.js knows which files have come; under node there is none that is promised. */
#include "base/arrival.h"

#include <emscripten.h>

/* clang-format off */
EM_JS(int, web_arrival, (const char *path), {
    return Module.arrival ? Module.arrival(UTF8ToString(path)) : 0;
})

EM_JS(void, web_ask, (const char *path), {
    if (Module.ask)
        Module.ask(UTF8ToString(path));
})
/* clang-format on */

Arrival file_arrival(const char *path)
{
    return (Arrival)web_arrival(path);
}

void file_ask(const char *path)
{
    web_ask(path);
}
