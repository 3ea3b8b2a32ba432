/* In a page web/page/data.js knows which files have come; under node there is none that is promised. */
#include "base/arrival.h"

/* web/calls.js */
int web_arrival(const char *path);
void web_ask(const char *path);

Arrival file_arrival(const char *path)
{
    return (Arrival)web_arrival(path);
}

void file_ask(const char *path)
{
    web_ask(path);
}
