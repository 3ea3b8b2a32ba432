#include "draw/drawlist.h"

#include "base/clamp.h"
#include "draw/command.h"

#include <assert.h>
#include <cglm/struct/vec2.h>
#include <stdlib.h>
#include <string.h>

const int PATH_POINTS[] = {[PATH_MOVE] = 1, [PATH_LINE] = 1, [PATH_CUBIC] = 3, [PATH_CLOSE] = 0};

void drawlist_reset(DrawList *list, const Type *type, float width, float height, Color ground)
{
    arena_reset(&list->arena);
    list->type = type;
    list->width = width;
    list->height = height;
    list->ground = ground;
    list->count = list->verb_count = list->point_count = 0;
    list->in_piece = false;
    list->limit = (Box){0};
    list->cut = 0;
    list->readable = 0;
}

void drawlist_finish(DrawList *list)
{
    arena_finish(&list->arena);
    free(list->commands);
    free(list->verbs);
    free(list->points);
    *list = (DrawList){0};
}

DrawCommand *drawlist_add(DrawList *list, DrawKind kind, Box bounds)
{
    list->commands = heap_room(list->commands, list->count, &list->capacity, sizeof *list->commands);
    DrawCommand *command = &list->commands[list->count++];
    memset(command, 0, sizeof *command);
    command->kind = kind;
    command->bounds = bounds;
    return command;
}

Paint paint_fill(Color fill)
{
    return (Paint){.fill = fill};
}

Paint paint_stroke(Color stroke, float width)
{
    return (Paint){.stroke = stroke, .width = width};
}

Paint paint_fill_stroke(Color fill, Color stroke, float width)
{
    return (Paint){.fill = fill, .stroke = stroke, .width = width};
}

static bool paint_is_seen(Paint paint)
{
    return paint.fill.a > 0 || (paint.stroke.a > 0 && paint.width > 0);
}

/* The bounds with stroke and soft edge. */
static Box paint_bounds(Box outline, Paint paint)
{
    float edge = SOFT_EDGE + (paint.stroke.a > 0 ? paint.width / 2 : 0);
    return box_inset(outline, -edge, -edge);
}

#define THIN 3.0f /* px; wider strokes tell a value by how deep they are */

static Paint paint_strong(Paint paint)
{
    if (paint.width <= THIN && paint.stroke.a >= HALF_FADED)
        paint.stroke.a = 255;
    return paint;
}

void drawlist_box(DrawList *list, Box box, float radius, Paint paint)
{
    if (!paint_is_seen(paint) || !(box.w > 0 && box.h > 0))
        return;
    if (list->readable > 0)
        paint = paint_strong(paint);
    DrawCommand *command = drawlist_add(list, DRAW_BOX, paint_bounds(box, paint));
    command->box.box = box;
    command->box.radius = most(0, least(radius, least(box.w, box.h) / 2));
    command->box.paint = paint;
}

/* ---- paths ---- */

static void add_verb(DrawList *list, PathVerb verb)
{
    assert(verb == PATH_MOVE || list->verb_count > 0);
    list->verbs = heap_room(list->verbs, list->verb_count, &list->verb_capacity, sizeof *list->verbs);
    list->verbs[list->verb_count++] = verb;
}

static void add_point(DrawList *list, float x, float y)
{
    list->points = heap_room(list->points, list->point_count, &list->point_capacity, sizeof *list->points);
    list->points[list->point_count++] = (Point){x, y};
}

void drawlist_move(DrawList *list, float x, float y)
{
    add_verb(list, PATH_MOVE);
    add_point(list, x, y);
}

void drawlist_line(DrawList *list, float x, float y)
{
    add_verb(list, PATH_LINE);
    add_point(list, x, y);
}

void drawlist_cubic(DrawList *list, float x1, float y1, float x2, float y2, float x, float y)
{
    add_verb(list, PATH_CUBIC);
    add_point(list, x1, y1);
    add_point(list, x2, y2);
    add_point(list, x, y);
}

void drawlist_close(DrawList *list)
{
    add_verb(list, PATH_CLOSE);
}

Box points_box(const Point *points, int count)
{
    Point low = points[0], high = points[0];
    for (int i = 1; i < count; i++) {
        low = glms_vec2_minv(low, points[i]);
        high = glms_vec2_maxv(high, points[i]);
    }
    return (Box){low.x, low.y, high.x - low.x, high.y - low.y};
}

void drawlist_path_end(DrawList *list, Paint paint)
{
    int verbs = list->verb_count, points = list->point_count;
    list->verb_count = list->point_count = 0;
    if (verbs < 2 || !paint_is_seen(paint))
        return;
    if (list->readable > 0)
        paint = paint_strong(paint);
    assert(list->verbs[0] == PATH_MOVE);
    PathVerb *verb_copy = ARENA_ARRAY(&list->arena, PathVerb, (size_t)verbs);
    Point *point_copy = ARENA_ARRAY(&list->arena, Point, (size_t)points);
    memcpy(verb_copy, list->verbs, (size_t)verbs * sizeof *verb_copy);
    memcpy(point_copy, list->points, (size_t)points * sizeof *point_copy);
    /* The bounds of the control points: a cubic never leaves them. */
    DrawCommand *command = drawlist_add(list, DRAW_PATH, paint_bounds(points_box(point_copy, points), paint));
    command->path.verbs = verb_copy;
    command->path.points = point_copy;
    command->path.verb_count = verbs;
    command->path.point_count = points;
    command->path.paint = paint;
}

void drawlist_image(DrawList *list, Box box, const Image *image)
{
    if (!(box.w > 0 && box.h > 0))
        return;
    DrawCommand *command = drawlist_add(list, DRAW_IMAGE, box_inset(box, -1, -1));
    command->image.box = box;
    command->image.image = image;
}

/* ---- clips, marks and pieces ---- */

void drawlist_clip(DrawList *list, Box box)
{
    drawlist_add(list, DRAW_CLIP, (Box){box.x, box.y, most(box.w, 0), most(box.h, 0)});
}

void drawlist_unclip(DrawList *list)
{
    drawlist_add(list, DRAW_UNCLIP, (Box){0});
}

void drawlist_mark(DrawList *list, Box box, Target target, bool focusable, const char *name)
{
    DrawCommand *command = drawlist_add(list, DRAW_MARK, box);
    command->mark.target = target;
    command->mark.focusable = focusable;
    command->mark.name = name ? arena_string(&list->arena, name) : NULL;
}

void drawlist_piece(DrawList *list, uint64_t name)
{
    list->in_piece = name != 0;
    if (list->in_piece)
        drawlist_add(list, DRAW_PIECE, (Box){0})->piece = name;
}

void drawlist_piece_end(DrawList *list)
{
    if (list->in_piece)
        drawlist_add(list, DRAW_PIECE_END, (Box){0});
    list->in_piece = false;
}

const DrawCommand *drawlist_mark_at(const DrawList *list, Point point)
{
    bool inside[CLIPS_MOST + 1] = {true};
    int depth = 0;
    const DrawCommand *hit = NULL;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_CLIP) {
            assert(depth < CLIPS_MOST);
            inside[depth + 1] = inside[depth] && box_contains(command->bounds, point);
            depth++;
        } else if (command->kind == DRAW_UNCLIP) {
            assert(depth > 0);
            depth--;
        } else if (command->kind == DRAW_MARK && inside[depth] && box_contains(command->bounds, point))
            hit = command;
    }
    return hit;
}

Target drawlist_hit(const DrawList *list, Point point)
{
    const DrawCommand *mark = drawlist_mark_at(list, point);
    return mark ? mark->mark.target : (Target){0};
}

const DrawCommand *drawlist_next_mark(const DrawList *list, const DrawCommand *after)
{
    int at = after ? (int)(after - list->commands) + 1 : 0;
    while (at < list->count && list->commands[at].kind != DRAW_MARK)
        at++;
    return at < list->count ? &list->commands[at] : NULL;
}

const DrawCommand *drawlist_marked(const DrawList *list, Target target)
{
    const DrawCommand *found = NULL;
    for (int i = list->count - 1; i >= 0; i--) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind != DRAW_MARK || !target_equal(command->mark.target, target))
            continue;
        if (command->mark.focusable)
            return command;
        found = found ? found : command;
    }
    return found;
}

bool target_equal(Target a, Target b)
{
    return a.kind == b.kind && a.a == b.a && a.b == b.b && a.c == b.c;
}

/* ---- boxes ---- */

bool box_contains(Box box, Point point)
{
    return point.x >= box.x && point.x < box.x + box.w && point.y >= box.y && point.y < box.y + box.h;
}

bool box_touches(Box a, Box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

bool box_same(Box a, Box b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

Point box_middle(Box box)
{
    return (Point){box.x + box.w / 2, box.y + box.h / 2};
}

Box box_intersect(Box a, Box b)
{
    float left = most(a.x, b.x), top = most(a.y, b.y);
    float right = least(a.x + a.w, b.x + b.w), bottom = least(a.y + a.h, b.y + b.h);
    return (Box){left, top, most(right - left, 0), most(bottom - top, 0)};
}

Box box_around(Box a, Box b)
{
    float left = least(a.x, b.x), top = least(a.y, b.y);
    return (Box){left, top, most(a.x + a.w, b.x + b.w) - left, most(a.y + a.h, b.y + b.h) - top};
}

void drawlist_crop(DrawList *list)
{
    Box all = {0, 0, list->width, list->height};
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        bool frame = command->kind > DRAW_IMAGE && command->kind != DRAW_MARK;
        if (frame || box_touches(command->bounds, all))
            list->commands[kept++] = *command;
    }
    list->count = kept;
}

static bool is_seen(const DrawCommand *command)
{
    switch (command->kind) {
    case DRAW_BOX:
        return command->box.paint.fill.a || command->box.paint.stroke.a;
    case DRAW_PATH:
        return command->path.paint.fill.a || command->path.paint.stroke.a;
    case DRAW_TEXT:
        return command->text.color.a;
    default:
        return command->kind == DRAW_IMAGE;
    }
}

Box drawlist_painted(const DrawList *list)
{
    Box clips[CLIPS_MOST + 1] = {{0, 0, list->width, list->height}}, whole = {0};
    int depth = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        Box seen = box_intersect(clips[depth], command->bounds);
        if (command->kind == DRAW_CLIP) {
            assert(depth < CLIPS_MOST);
            clips[++depth] = seen;
        } else if (command->kind == DRAW_UNCLIP)
            depth--;
        else if (is_seen(command) && seen.w > 0 && seen.h > 0)
            whole = whole.w > 0 ? box_around(whole, seen) : seen;
    }
    return whole;
}
