/* One picture becomes another one: what both have stays or moves, all else fades. */
#include "base/clamp.h"
#include "base/hash.h"
#include "draw/command.h"
#include "draw/ease.h"

#include <assert.h>
#include <math.h>

/* Parts of the time: what is left fades, what is shared moves, what is new comes. */
#define LEFT_BY   0.45f
#define MOVES_AT  0.1f
#define MOVED_BY  0.85f
#define COMES_AT  0.6f
#define FADED_BY  0.5f     /* where nothing is shared: first the one goes, then the other comes */
#define FAINT     0.2f     /* of the way, on both sides of its half: texts are faint there, so they cross no edge */
#define OVERLAP   1.5f     /* the other way round: what is fitted into a box is gone at 2/3 of the way */
#define CUT       2.0f     /* px of a piece that a clip may hide */
#define PANEL     20000.0f /* px²: an opaque box of that size hides the pieces before it */
#define UNCLIPPED ((Box){0, 0, -1, -1})
#define STAY      ((CommandMove){{0, 0}, {1, 1}})

enum { ALONE = -1, MOVES = -2 };

/* What is known of a command. */
typedef struct BetweenPart {
    uint64_t key; /* equal in both pictures: the same thing, or piece; 0: it has no like */
    int partner;  /* its index in the other picture, or ALONE; MOVES: of a piece that both have */
    Box box;      /* the clip around it; of a DRAW_PIECE: what its commands paint */
} BetweenPart;

typedef struct Side {
    const DrawList *list;
    BetweenPart *parts; /* [list->count] */
} Side;

typedef struct Between {
    DrawList *list;
    Side from, to;
    Box clip; /* that is open */
} Between;

static bool is(const Side *side, int i, DrawKind kind)
{
    return side->list->commands[i].kind == kind;
}

/* `piece`: that it is inside of, -1: none; else a panel takes their names from the pieces under it. */
static void read_painted(const Side *side, int i, int piece)
{
    const DrawCommand *command = &side->list->commands[i];
    BetweenPart *parts = side->parts;
    Box clip = parts[i].box, bounds = command->bounds, seen = box_intersect(clip, bounds);
    parts[i].key = hash_bytes(drawlist_hash(command), &clip, sizeof clip);
    if (piece >= 0) {
        parts[piece].box = parts[piece].box.w > 0 ? box_around(parts[piece].box, bounds) : bounds;
        if (clip.w >= 0 && (seen.w < bounds.w - CUT || seen.h < bounds.h - CUT))
            parts[piece].key = 0;
        return;
    }
    bool panel = command->kind == DRAW_BOX && command->box.paint.fill.a == 255 && bounds.w * bounds.h > PANEL;
    for (int k = 0; panel && k < i; k++)
        if (is(side, k, DRAW_PIECE) && box_contains(command->box.box, box_middle(parts[k].box)))
            parts[k].key = 0;
}

static Side read_side(const DrawList *list, Arena *arena)
{
    Side side = {list, ARENA_ARRAY(arena, BetweenPart, (size_t)list->count)};
    Box clips[CLIPS_MOST + 1] = {UNCLIPPED};
    int depth = 0, piece = -1;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        Box clip = clips[depth];
        side.parts[i] = (BetweenPart){0, ALONE, clip};
        assert(depth < CLIPS_MOST);
        if (command->kind == DRAW_CLIP)
            clips[++depth] = clip.w >= 0 ? box_intersect(clip, command->bounds) : command->bounds;
        else if (command->kind == DRAW_UNCLIP)
            depth--;
        else if (command->kind == DRAW_PIECE)
            side.parts[piece = i] =
                (BetweenPart){command->piece ? hash_mix(1, command->piece) : 0, ALONE, {0, 0, 0, 0}};
        else if (command->kind == DRAW_PIECE_END) {
            side.parts[piece].key *= side.parts[piece].box.w > 0;
            piece = -1;
        } else if (command->kind != DRAW_MARK)
            read_painted(&side, i, piece);
    }
    return side;
}

/* Each with the first of its likes. Is there a piece that both have? */
static bool pair(const Between *passage)
{
    const Side *from = &passage->from, *to = &passage->to;
    size_t room = 64;
    while (room < 2 * (size_t)from->list->count)
        room *= 2;
    int *table = ARENA_ARRAY(&passage->list->arena, int, room); /* indices from 1 */
    for (int i = 0; i < from->list->count; i++) {
        size_t at = from->parts[i].key & (room - 1);
        while (table[at])
            at = (at + 1) & (room - 1);
        table[at] = from->parts[i].key ? i + 1 : 0;
    }
    bool shared = false;
    for (int k = 0; k < to->list->count; k++) {
        uint64_t key = to->parts[k].key;
        size_t at = key & (room - 1);
        while (table[at] && (from->parts[table[at] - 1].key != key || from->parts[table[at] - 1].partner != ALONE))
            at = (at + 1) & (room - 1);
        int i = table[at] - 1;
        bool piece = is(to, k, DRAW_PIECE);
        if (!key || i < 0 || (piece && box_same(from->parts[i].box, to->parts[k].box))) /* it rests */
            continue;
        from->parts[i].partner = k;
        to->parts[k].partner = i;
        if (!piece)
            continue;
        while (!is(from, ++i, DRAW_PIECE_END))
            from->parts[i].partner = MOVES;
        while (!is(to, ++k, DRAW_PIECE_END))
            to->parts[k].partner = MOVES;
        shared = true;
    }
    return shared;
}

/* ---- what stays or fades ---- */

static void add_faded(DrawList *list, const DrawCommand *from, CommandMove move, float alpha)
{
    if (alpha <= 0 || (from->kind == DRAW_IMAGE && alpha < 0.5f)) /* which is there, or not */
        return;
    DrawCommand *command = drawlist_add_moved(list, from, move);
    Paint none = {0}, *paint = command->kind == DRAW_BOX    ? &command->box.paint
                               : command->kind == DRAW_PATH ? &command->path.paint
                                                            : &none;
    paint->fill = color_fade(paint->fill, least(alpha, 1));
    paint->stroke = color_fade(paint->stroke, least(alpha, 1));
    if (command->kind == DRAW_TEXT)
        command->text.color = color_fade(command->text.color, least(alpha, 1));
}

static void put(Between *passage, const Side *side, int i, float alpha)
{
    Box clip = side->parts[i].box;
    if (alpha > 0 && !box_same(clip, passage->clip)) {
        if (passage->clip.w >= 0)
            drawlist_unclip(passage->list);
        if (clip.w >= 0)
            drawlist_clip(passage->list, clip);
        passage->clip = clip;
    }
    add_faded(passage->list, &side->list->commands[i], STAY, alpha);
}

/* The new picture in its order; what is left of the old one comes before what came behind it there. */
static void put_ground(Between *passage, float leaves, float comes)
{
    const Side *from = &passage->from, *to = &passage->to;
    for (int k = 0, next = 0; k <= to->list->count; k++) {
        bool end = k == to->list->count;
        for (int before = end ? from->list->count : to->parts[k].partner; next < before; next++)
            if (from->list->commands[next].kind <= DRAW_IMAGE && from->parts[next].partner == ALONE)
                put(passage, from, next, leaves);
        bool mark = !end && is(to, k, DRAW_MARK);
        if (mark || (!end && to->list->commands[k].kind <= DRAW_IMAGE && to->parts[k].partner != MOVES))
            put(passage, to, k, mark || to->parts[k].partner >= 0 ? 1 : comes);
    }
    if (passage->clip.w >= 0)
        drawlist_unclip(passage->list);
}

/* ---- what moves ---- */

/* What is not painted has the other's hue. */
static Color color_between(Color a, Color b, float t)
{
    Color start = a.a ? a : b, end = b.a ? b : a;
    start.a = a.a, end.a = b.a;
    return color_mix(start, end, t);
}

static void put_box_between(DrawList *list, const DrawCommand *a, const DrawCommand *b, float t)
{
    DrawCommand *command = drawlist_add_moved(list, b, STAY);
    Paint from = a->box.paint, to = b->box.paint, *paint = &command->box.paint;
    command->bounds = box_lerp(a->bounds, b->bounds, t);
    command->box.box = box_lerp(a->box.box, b->box.box, t);
    command->box.radius = lerp(a->box.radius, b->box.radius, t);
    paint->fill = color_between(from.fill, to.fill, t);
    paint->stroke = color_between(from.stroke, to.stroke, t);
    paint->width = lerp(from.stroke.a ? from.width : 0, to.stroke.a ? to.width : 0, t);
}

/* The letters of the nearer one. */
static void put_text_between(DrawList *list, const DrawCommand *a, const DrawCommand *b, float t)
{
    const DrawCommand *near = t < 0.5f ? a : b;
    float scale = lerp(a->text.size, b->text.size, t) / near->text.size;
    Point at = point_lerp(a->text.origin, b->text.origin, t), own = near->text.origin;
    CommandMove move = {{at.x - own.x * scale, at.y - own.y * scale}, {scale, scale}};
    bool moves = a->text.origin.x != b->text.origin.x || a->text.origin.y != b->text.origin.y;
    Color color = color_between(a->text.color, b->text.color, t);
    drawlist_add_moved(list, near, move)->text.color = color_fade(color, moves ? least(1, fabsf(t - 0.5f) / FAINT) : 1);
}

/* The same boxes and texts in the same order? */
static bool are_alike(const DrawCommand *a, const DrawCommand *b)
{
    while (a->kind == b->kind && (a->kind == DRAW_BOX || (a->kind == DRAW_TEXT && a->text.angle == b->text.angle)))
        a++, b++;
    return a->kind == DRAW_PIECE_END && b->kind == DRAW_PIECE_END;
}

/* A piece fitted into another box. */
static void put_fitted(DrawList *list, const Side *side, int piece, Box into, float alpha)
{
    Box box = side->parts[piece].box;
    Point scale = {into.w / box.w, into.h / box.h};
    CommandMove move = {{into.x - box.x * scale.x, into.y - box.y * scale.y}, scale};
    for (int i = piece + 1; !is(side, i, DRAW_PIECE_END); i++)
        add_faded(list, &side->list->commands[i], move, alpha);
}

static void put_piece(const Between *passage, int k, float t)
{
    const Side *from = &passage->from, *to = &passage->to;
    int i = to->parts[k].partner;
    const DrawCommand *a = from->list->commands + i, *b = to->list->commands + k;
    drawlist_piece(passage->list, b->piece);
    if (are_alike(++a, ++b)) {
        for (; a->kind != DRAW_PIECE_END; a++, b++)
            (a->kind == DRAW_BOX ? put_box_between : put_text_between)(passage->list, a, b, t);
    } else {
        Box box = box_lerp(from->parts[i].box, to->parts[k].box, t);
        put_fitted(passage->list, from, i, box, 1 - OVERLAP * t);
        put_fitted(passage->list, to, k, box, 1 - OVERLAP * (1 - t));
    }
    drawlist_piece_end(passage->list);
}

bool drawlist_between(DrawList *list, const DrawList *from, const DrawList *to, float t)
{
    bool begun = t > 0;
    const DrawList *whole = begun ? to : from;
    drawlist_reset(list, to->type, whole->width, whole->height, whole->ground);
    Between passage = {list, read_side(from, &list->arena), read_side(to, &list->arena), UNCLIPPED};
    bool shared = pair(&passage);
    if (!begun || t >= (shared ? 1 : FADED_BY)) {
        drawlist_append(list, whole, (Point){0, 0});
        return !begun;
    }
    put_ground(&passage, 1 - t / (shared ? LEFT_BY : FADED_BY / 2),
               shared ? (t - COMES_AT) / (1 - COMES_AT) : 2 * t / FADED_BY - 1);
    for (int k = 0; k < to->count; k++)
        if (is(&passage.to, k, DRAW_PIECE) && passage.to.parts[k].partner >= 0)
            put_piece(&passage, k, ease_phase(t, MOVES_AT, MOVED_BY));
    return true;
}
