/* A hash of what a command paints, for finding out which parts of the window have changed. It need not be strong
 * against malice, but it sees every frame's every command: eight bytes a multiplication. */
#include "draw/drawlist.h"

#include <assert.h>
#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

/* `length` is a multiple of four. */
static uint64_t mix_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    uint64_t two;
    for (; length >= sizeof two; from += sizeof two, length -= sizeof two) {
        memcpy(&two, from, sizeof two);
        hash = mix(hash, two);
    }
    uint32_t one = 0;
    if (length)
        memcpy(&one, from, sizeof one);
    return length ? mix(hash, (uint64_t)1 << 32 | one) : hash;
}

/* Nothing below may have padding, which would be hashed too. */
static_assert(sizeof(Box) == 16 && sizeof(Paint) == 20 && sizeof(Point) == 8, "padding");

uint64_t drawlist_hash(const DrawList *list, const DrawCommand *command)
{
    (void)list;
    uint64_t hash = mix(0x5851F42D4C957F2Du, (uint64_t)command->kind);
    switch (command->kind) {
    case DRAW_BOX: {
        struct {
            Box box;
            float radius;
            Paint paint;
        } what = {command->box.box, command->box.radius, command->box.paint};
        static_assert(sizeof what == 40, "padding");
        return mix_bytes(hash, &what, sizeof what);
    }
    case DRAW_PATH:
        hash = mix(hash, (uint64_t)command->path.verb_count);
        hash = mix_bytes(hash, command->path.verbs, (size_t)command->path.verb_count * sizeof(PathVerb));
        hash = mix_bytes(hash, command->path.points, (size_t)command->path.point_count * sizeof(Point));
        return mix_bytes(hash, &command->path.paint, sizeof(Paint));
    case DRAW_TEXT: {
        struct {
            int32_t face, count;
            float size, angle;
            Color color;
            Point origin;
            int32_t none;
        } what = {(int32_t)command->text.face,
                  command->text.count,
                  command->text.size,
                  command->text.angle,
                  command->text.color,
                  command->text.origin,
                  0};
        static_assert(sizeof what == 32, "padding");
        hash = mix_bytes(hash, &what, sizeof what);
        hash = mix_bytes(hash, command->text.glyphs, (size_t)command->text.count * sizeof(uint32_t));
        return mix_bytes(hash, command->text.xs, (size_t)command->text.count * sizeof(float));
    }
    case DRAW_CLIP:
        return mix_bytes(hash, &command->bounds, sizeof command->bounds);
    case DRAW_UNCLIP:
        return hash;
    case DRAW_MARK:
        return 0;
    }
    return 0;
}
