/* One picture inside another, as large or at another scale. */
#include "draw/command.h"

#include <string.h>

typedef struct PathMove {
    Point by;
    float scale;
} PathMove;

static Point moved_point(Point point, PathMove move)
{
    return (Point){point.x * move.scale + move.by.x, point.y * move.scale + move.by.y};
}

static Box moved(Box box, PathMove move)
{
    Point corner = moved_point((Point){box.x, box.y}, move);
    return (Box){corner.x, corner.y, box.w * move.scale, box.h * move.scale};
}

static void scale_paint(Paint *paint, float scale)
{
    paint->width *= scale;
    paint->dash *= scale;
    paint->gap *= scale;
}

static void move_path(DrawCommand *command, Arena *arena, PathMove move)
{
    size_t verbs = (size_t)command->path.verb_count, points = (size_t)command->path.point_count;
    PathVerb *verb_copy = ARENA_ARRAY(arena, PathVerb, verbs);
    Point *point_copy = ARENA_ARRAY(arena, Point, points);
    memcpy(verb_copy, command->path.verbs, verbs * sizeof *verb_copy);
    for (size_t i = 0; i < points; i++)
        point_copy[i] = moved_point(command->path.points[i], move);
    command->path.verbs = verb_copy;
    command->path.points = point_copy;
    scale_paint(&command->path.paint, move.scale);
}

static void move_text(DrawCommand *command, Arena *arena, PathMove move)
{
    size_t count = (size_t)command->text.count;
    Letter *letters = ARENA_ARRAY(arena, Letter, count);
    memcpy(letters, command->text.letters, count * sizeof *letters);
    for (size_t i = 0; i < count; i++) {
        letters[i].x *= move.scale;
        letters[i].y *= move.scale;
    }
    command->text.letters = letters;
    command->text.size *= move.scale;
    command->text.width *= move.scale;
    command->text.origin = moved_point(command->text.origin, move);
    if (command->text.limit.w > 0)
        command->text.limit = moved(command->text.limit, move);
}

static void move_box(DrawCommand *command, PathMove move)
{
    command->box.box = moved(command->box.box, move);
    command->box.radius *= move.scale;
    scale_paint(&command->box.paint, move.scale);
}

void drawlist_append(DrawList *list, const DrawList *other, Point at)
{
    drawlist_append_scaled(list, other, at, 1);
}

void drawlist_append_scaled(DrawList *list, const DrawList *other, Point at, float scale)
{
    PathMove move = {at, scale};
    list->cut += other->cut;
    for (int i = 0; i < other->count; i++) {
        DrawCommand *command = drawlist_add(list, other->commands[i].kind, (Box){0});
        *command = other->commands[i];
        command->bounds = moved(command->bounds, move);
        if (command->kind == DRAW_BOX)
            move_box(command, move);
        else if (command->kind == DRAW_PATH)
            move_path(command, &list->arena, move);
        else if (command->kind == DRAW_TEXT)
            move_text(command, &list->arena, move);
        else if (command->kind == DRAW_IMAGE)
            command->image.box = moved(command->image.box, move);
        else if (command->kind == DRAW_MARK && command->mark.name)
            command->mark.name = arena_string(&list->arena, command->mark.name);
    }
}
