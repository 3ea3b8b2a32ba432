#include "app/stops.h"

#include "scene/view/view.h"

static bool is_among(const Stops *stops, Target target)
{
    for (int i = 0; i < stops->count; i++)
        if (target_equal(stops->marks[i]->mark.target, target))
            return true;
    return false;
}

Stops stops_find(const DrawList *list, bool overlay, Target focus, Arena *arena)
{
    Stops stops = {ARENA_ARRAY(arena, const DrawCommand *, list->count), 0, -1};
    for (const DrawCommand *command = NULL; (command = drawlist_next_mark(list, command));) {
        if (overlay && command->mark.target.kind == TARGET_CLOSE && !command->mark.focusable)
            stops.count = 0, stops.at = -1; /* the veil: what was marked before lies under it */
        if (!command->mark.focusable || is_among(&stops, command->mark.target)) /* what is named twice is one stop */
            continue;
        if (target_equal(command->mark.target, focus))
            stops.at = stops.count;
        stops.marks[stops.count++] = command;
    }
    return stops;
}

Target stops_next(const Stops *stops, int by)
{
    int count = stops->count, last = count - 1;
    if (count == 0)
        return (Target){0};
    int next = stops->at < 0 ? (by > 0 ? 0 : last) : (stops->at + by + count) % count;
    return stops->marks[next]->mark.target;
}
