/* A hash of what a command paints, for finding out which parts of the window have changed. */
#include "base/hash.h"
#include "draw/drawlist.h"

#include <assert.h>

/* Nothing below may have padding, which would be hashed too. */
static_assert(sizeof(Box) == 16 && sizeof(Paint) == 20 && sizeof(Point) == 8 && sizeof(Letter) == 20, "padding");

uint64_t drawlist_hash(const DrawCommand *command)
{
    uint64_t hash = hash_mix(0x5851F42D4C957F2Du, (uint64_t)command->kind);
    switch (command->kind) {
    case DRAW_BOX: {
        struct {
            Box box;
            float radius;
            Paint paint;
        } what = {command->box.box, command->box.radius, command->box.paint};
        static_assert(sizeof what == 40, "padding");
        return hash_bytes(hash, &what, sizeof what);
    }
    case DRAW_PATH:
        hash = hash_mix(hash, (uint64_t)command->path.verb_count);
        hash = hash_bytes(hash, command->path.verbs, (size_t)command->path.verb_count * sizeof(PathVerb));
        hash = hash_bytes(hash, command->path.points, (size_t)command->path.point_count * sizeof(Point));
        return hash_bytes(hash, &command->path.paint, sizeof(Paint));
    case DRAW_TEXT: {
        struct {
            int32_t face, count;
            float size, angle;
            Color color;
            Point origin;
            int32_t tracked;
        } what = {(int32_t)command->text.face, command->text.count,  command->text.size,   command->text.angle,
                  command->text.color,         command->text.origin, command->text.tracked};
        what.tracked |= command->text.whole << 1 | command->text.left << 2;
        static_assert(sizeof what == 32, "padding");
        hash = hash_bytes(hash, &what, sizeof what);
        return hash_bytes(hash, command->text.letters, (size_t)command->text.count * sizeof(Letter));
    }
    case DRAW_IMAGE:
        return hash_bytes(hash_mix(hash, command->image.image->hash), &command->image.box, sizeof(Box));
    case DRAW_CLIP:
        return hash_bytes(hash, &command->bounds, sizeof command->bounds);
    case DRAW_UNCLIP:
        return hash;
    case DRAW_MARK:
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        return 0;
    }
    return 0;
}
