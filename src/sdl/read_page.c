/* What stands beside the canvas of a page, for screen readers, search, translation and paper: web/page/said.js
 * puts it there. */
#include "sdl/window.h"

#include <emscripten.h>

/* A control of it was pressed. */
EMSCRIPTEN_KEEPALIVE void web_press(int kind, int a, int b, int c);

/* It is about to be printed. */
EMSCRIPTEN_KEEPALIVE void web_print(void);

static Window *read_beside;

/* clang-format off */
EM_JS(void, page_reads, (int what, const char *language, const char *text), {
    Module.reads(what, UTF8ToString(language), UTF8ToString(text));
})
/* clang-format on */

void window_read(Window *window, Reading what, const char *language, const char *text)
{
    read_beside = window;
    page_reads(what, language, text);
}

void web_press(int kind, int a, int b, int c)
{
    Event event = {.kind = EVENT_PRESS, .press = {(uint16_t)kind, (int16_t)a, (int16_t)b, (int16_t)c}};
    if (read_beside)
        window_push(read_beside, &event);
}

void web_print(void)
{
    if (read_beside)
        window_push(read_beside, &(Event){.kind = EVENT_PRINT});
}
