/* One picture inside another, as large or at another scale. */
#include "base/clamp.h"
#include "draw/command.h"

#include <string.h>

static Point moved_point(Point point, CommandMove move)
{
    return (Point){point.x * move.scale.x + move.by.x, point.y * move.scale.y + move.by.y};
}

static Box moved(Box box, CommandMove move)
{
    Point corner = moved_point((Point){box.x, box.y}, move);
    return (Box){corner.x, corner.y, box.w * move.scale.x, box.h * move.scale.y};
}

static float smaller_scale(CommandMove move)
{
    return least(move.scale.x, move.scale.y);
}

static void scale_paint(Paint *paint, float scale)
{
    paint->width *= scale;
    paint->dash *= scale;
    paint->gap *= scale;
}

static void move_path(DrawCommand *command, Arena *arena, CommandMove move)
{
    size_t verbs = (size_t)command->path.verb_count, points = (size_t)command->path.point_count;
    PathVerb *verb_copy = ARENA_ARRAY(arena, PathVerb, verbs);
    Point *point_copy = ARENA_ARRAY(arena, Point, points);
    memcpy(verb_copy, command->path.verbs, verbs * sizeof *verb_copy);
    for (size_t i = 0; i < points; i++)
        point_copy[i] = moved_point(command->path.points[i], move);
    command->path.verbs = verb_copy;
    command->path.points = point_copy;
    scale_paint(&command->path.paint, smaller_scale(move));
}

/* The edge around its ink is as wide at every scale. */
static void move_text(DrawCommand *command, const DrawCommand *from, Arena *arena, CommandMove move)
{
    size_t count = (size_t)command->text.count;
    float scale = smaller_scale(move);
    Letter *letters = ARENA_ARRAY(arena, Letter, count);
    memcpy(letters, command->text.letters, count * sizeof *letters);
    for (size_t i = 0; i < count; i++) {
        letters[i].x *= scale;
        letters[i].y *= scale;
    }
    command->text.letters = letters;
    command->bounds = box_inset(moved(box_inset(from->bounds, TEXT_EDGE, TEXT_EDGE), move), -TEXT_EDGE, -TEXT_EDGE);
    command->text.origin = moved_point(command->text.origin, move);
    command->text.origin.x += (move.scale.x - scale) * command->text.width / 2;
    command->text.size *= scale;
    command->text.width *= scale;
    if (command->text.limit.w > 0)
        command->text.limit = moved(command->text.limit, move);
}

static void move_box(DrawCommand *command, CommandMove move)
{
    command->box.box = moved(command->box.box, move);
    command->box.radius *= smaller_scale(move);
    scale_paint(&command->box.paint, smaller_scale(move));
}

DrawCommand *drawlist_add_moved(DrawList *list, const DrawCommand *from, CommandMove move)
{
    DrawCommand *command = drawlist_add(list, from->kind, (Box){0});
    *command = *from;
    command->bounds = moved(command->bounds, move);
    if (command->kind == DRAW_BOX)
        move_box(command, move);
    else if (command->kind == DRAW_PATH)
        move_path(command, &list->arena, move);
    else if (command->kind == DRAW_TEXT)
        move_text(command, from, &list->arena, move);
    else if (command->kind == DRAW_IMAGE)
        command->image.box = moved(command->image.box, move);
    else if (command->kind == DRAW_MARK && command->mark.name)
        command->mark.name = arena_string(&list->arena, command->mark.name);
    return command;
}

void drawlist_append(DrawList *list, const DrawList *other, Point at)
{
    drawlist_append_scaled(list, other, at, 1);
}

void drawlist_append_scaled(DrawList *list, const DrawList *other, Point at, float scale)
{
    list->cut += other->cut;
    for (int i = 0; i < other->count; i++)
        drawlist_add_moved(list, &other->commands[i], (CommandMove){at, {scale, scale}});
}
