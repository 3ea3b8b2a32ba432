/* A place, as a link or a card has it: what is read prints, and comes back as the same text. */
#include "fuzz.h"

#include "lesson/place.h"

#include <string.h>

int fuzz_one(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Error error = {0};
    Place place, again;
    const char *text = arena_copy(&arena, (const char *)data, size);
    if (place_parse(text, &arena, &place, &error)) {
        const char *printed = place_print(&place, &arena);
        bool ok = place_parse(printed, &arena, &again, &error);
        assert(ok && strcmp(printed, place_print(&again, &arena)) == 0);
    } else
        assert(error.code == ERROR_USAGE && utf8_valid(slice_of(error_text(&error))));
    arena_finish(&arena);
    return 0;
}
