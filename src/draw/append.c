/* One picture inside another. */
#include "draw/command.h"

#include <string.h>

static Box moved(Box box, Point by)
{
    return (Box){box.x + by.x, box.y + by.y, box.w, box.h};
}

static Point moved_point(Point point, Point by)
{
    return (Point){point.x + by.x, point.y + by.y};
}

static void move_path(DrawCommand *command, Arena *arena, Point by)
{
    size_t verbs = (size_t)command->path.verb_count, points = (size_t)command->path.point_count;
    PathVerb *verb_copy = ARENA_ARRAY(arena, PathVerb, verbs);
    Point *point_copy = ARENA_ARRAY(arena, Point, points);
    memcpy(verb_copy, command->path.verbs, verbs * sizeof *verb_copy);
    for (size_t i = 0; i < points; i++)
        point_copy[i] = moved_point(command->path.points[i], by);
    command->path.verbs = verb_copy;
    command->path.points = point_copy;
}

static void move_text(DrawCommand *command, Arena *arena, Point by)
{
    size_t count = (size_t)command->text.count;
    Letter *letters = ARENA_ARRAY(arena, Letter, count);
    memcpy(letters, command->text.letters, count * sizeof *letters);
    command->text.letters = letters;
    command->text.origin = moved_point(command->text.origin, by);
    if (command->text.limit.w > 0)
        command->text.limit = moved(command->text.limit, by);
}

void drawlist_append(DrawList *list, const DrawList *other, Point at)
{
    for (int i = 0; i < other->count; i++) {
        DrawCommand *command = drawlist_add(list, other->commands[i].kind, (Box){0});
        *command = other->commands[i];
        command->bounds = moved(command->bounds, at);
        if (command->kind == DRAW_BOX)
            command->box.box = moved(command->box.box, at);
        else if (command->kind == DRAW_PATH)
            move_path(command, &list->arena, at);
        else if (command->kind == DRAW_TEXT)
            move_text(command, &list->arena, at);
        else if (command->kind == DRAW_IMAGE)
            command->image.box = moved(command->image.box, at);
        else if (command->kind == DRAW_MARK && command->mark.name)
            command->mark.name = arena_string(&list->arena, command->mark.name);
    }
}
