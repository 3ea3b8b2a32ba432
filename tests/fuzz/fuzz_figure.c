/* What pictures carry: it is read, or a sentence says that there is none; a place and weights come back from comments.
 */
#include "fuzz.h"

#include "base/json.h"
#include "export/carry.h"
#include "export/figure_state.h"

#include <string.h>

static bool parse(Slice json, Arena *arena, FigureState *out)
{
    Error error = {0};
    struct cJSON *kept;
    bool ok = figure_state_parse(json, "file", arena, &kept, out, &error);
    assert(ok || (error.code == ERROR_FORMAT && error.message[0] && strcmp(error.file, "file") == 0));
    cJSON_Delete(kept);
    return ok;
}

/* Through the comments of a file. */
static Slice carried(Slice json, Arena *arena)
{
    Bytes file = {0}, out = {0};
    Error error = {0};
    bytes_add_text(&file, "%!PS\n");
    carry_comment(arena_copy(arena, json.text, json.length), &file);
    assert(carry_read(bytes_slice(&file), "file", &out, &error));
    bytes_finish(&file);
    size_t length = out.length;
    return (Slice){bytes_take(&out, arena), length};
}

static void comes_back(Slice json, Arena *arena, const FigureState *first)
{
    FigureState again;
    Slice once = carried(json, arena), twice = carried(once, arena);
    assert(slice_equal(once, twice));
    assert(parse(once, arena, &again) && again.matrix == first->matrix);
    assert(!again.place == !first->place && !again.model == !first->model);
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Slice file = {(const char *)data, size};
    Bytes json = {0};
    Error error = {0};
    Arena arena = {0};
    FigureState state;
    if (!carry_read(file, "file", &json, &error))
        assert(error.code == ERROR_FORMAT && error.message[0] && strcmp(error.file, "file") == 0);
    else if (parse(bytes_slice(&json), &arena, &state))
        comes_back(bytes_slice(&json), &arena, &state);
    bytes_finish(&json);
    arena_finish(&arena);
    return 0;
}
