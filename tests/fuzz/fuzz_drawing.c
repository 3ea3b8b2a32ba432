/* An SVG file: its parts lie within what is promised, and reading it again gives as many. */
#include "fuzz.h"

#include "drawing/drawing.h"

#include <math.h>
#include <string.h>

int fuzz_one(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Error error = {0};
    Drawing drawing;
    if (!drawing_parse((Slice){(const char *)data, size}, "a.svg", &arena, &drawing, &error)) {
        assert(error.message[0] && utf8_valid(slice_of(error.message)));
        arena_finish(&arena);
        return 0;
    }
    assert(drawing.width >= 1 && drawing.height >= 1 && drawing.width <= DRAWING_SIDE
           && drawing.height <= DRAWING_SIDE);
    assert(drawing.count <= DRAWING_PARTS);
    int open = 0;
    for (int i = 0; i < drawing.count; i++) {
        const DrawingPart *part = &drawing.parts[i];
        open += (part->kind == DRAWING_CLIP) - (part->kind == DRAWING_UNCLIP);
        assert(open >= 0);
        assert(part->kind != DRAWING_TEXT || utf8_valid(slice_of(part->text.text)));
        assert(part->kind != DRAWING_TEXT
               || (part->text.size > 0 && part->text.size <= 1000 && isfinite(part->text.angle)));
        assert(part->kind != DRAWING_TEXT || (fabsf(part->text.x) <= 1e6f && fabsf(part->text.y) <= 1e6f));
        if (part->kind != DRAWING_PATH)
            continue;
        assert(part->path.width <= 1e4f && part->path.dash <= 1e4f
               && (part->path.dash == 0 || part->path.gap >= 0.25f));
        assert(part->path.verb_count > 0 && part->path.verbs[0] == 'M');
        const float *at = part->path.points;
        for (int k = 0; k < part->path.verb_count; k++)
            for (int n = part->path.verbs[k] == 'Z' ? 0 : part->path.verbs[k] == 'C' ? 6 : 2; n > 0; n--, at++)
                assert(fabsf(*at) <= 1e6f);
    }
    assert(open == 0);
    arena_finish(&arena);
    return 0;
}
