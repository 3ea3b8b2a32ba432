/* What is typed in a page: a field of the browser's own lies under the caret (web/page/typing.js) and holds the same
 * text; what an input method, a phone's keyboard or a dictation makes of it comes back from there. */
#include "sdl/window.h"

#include "base/utf8.h"

#include <emscripten.h>

#include <string.h>

/* Of the text that is typed: what lies between two places of it, in bytes, is selected, or goes away. */
EMSCRIPTEN_KEEPALIVE void web_select(int anchor, int caret, int erase);

/* At the caret. */
EMSCRIPTEN_KEEPALIVE void web_text(const char *text);

/* What an input method is composing; "": nothing any more. */
EMSCRIPTEN_KEEPALIVE void web_compose(const char *text);

static Window *typed_into;

/* clang-format off */
EM_JS(void, page_types, (const char *text, int anchor, int caret, const char *name, float x, float y, float height,
                         bool number, bool lines, bool listed), {
    const letters = bytes => UTF8ToString(text, bytes).length;
    Module.types({text: UTF8ToString(text), anchor: letters(anchor), caret: letters(caret), name: UTF8ToString(name),
                  x, y, height, number, lines, listed});
})

EM_JS(void, page_types_nothing, (void), {
    Module.typesNothing();
})
/* clang-format on */

void window_text_input(Window *window, const TypedText *typed)
{
    if (typed) {
        Box place = window_place(window, typed->place);
        page_types(typed->text, typed->anchor, typed->caret, typed->name ? typed->name : "", place.x, place.y, place.h,
                   typed->number, typed->lines, typed->listed);
    } else if (typed_into)
        page_types_nothing();
    typed_into = typed ? window : NULL;
}

void web_select(int anchor, int caret, int erase)
{
    if (typed_into)
        window_push(typed_into, &(Event){.kind = EVENT_SELECT, .select = {anchor, caret, erase}});
}

/* In pieces that an event has room for. */
void web_text(const char *text)
{
    Event event = {.kind = EVENT_TEXT};
    Slice rest = slice_of(text);
    while (typed_into && rest.length) {
        size_t length = 0;
        for (uint32_t c; rest.length && length + 5 < sizeof event.text.text;
             length += utf8_put(event.text.text + length, c))
            c = utf8_next(&rest);
        event.text.text[length] = '\0';
        window_push(typed_into, &event);
    }
}

void web_compose(const char *text)
{
    Event event = {.kind = EVENT_TEXT_EDIT};
    utf8_print(event.text.text, sizeof event.text.text, "%s", text);
    if (typed_into)
        window_push(typed_into, &event);
}
