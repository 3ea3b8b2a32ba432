/* The line under the stage: the equation of the moment with the real numbers in it. */
#include "derive/line.h"
#include "scene/window/panels.h"
#include "trace/head_row.h"

#include <math.h>

#define LEAD_LEAST 0.9f /* of its size: where the line would be smaller, it begins with the numbers' own formula */

/* Self-attention that goes beat by beat is told as the step that it is. */
static Line line_of(const Painter *painter, const Scope *scope)
{
    const Trace *trace = scope->trace;
    Maths maths = kit_maths(painter, trace);
    if (scope->moment.kind != MOMENT_SELF || trace->head_told == 0)
        return line_of_moment(&maths, scope->moment);
    Trace *row = trace_of_row(trace, trace->head_told - 1, scope->moment.position, &painter->list->arena);
    maths.trace = row;
    return line_of_moment(&maths, moment_at(row, moment_of_stop(trace_row_cursor(trace, row, scope->cursor))));
}

void formula_draw(const Painter *painter, const Scope *scope, Point origin, float width, float size)
{
    DrawList *list = painter->list;
    Line line = line_of(painter, scope);
    MathStyle style = {painter->theme, size, painter->theme->text[ROLE_INK]};
    if (line.lead && math_width(list->type, style, line_text(&line, &list->arena)) * LEAD_LEAST > width)
        line.lead = NULL;
    const char *text = line_text(&line, &list->arena);
    math_fit(list, style, origin, width, 0.62f, text);
    Target name = live_name(painter->view, line.value);
    float used = fminf(width, math_width(list->type, style, text));
    if (name.kind != TARGET_NONE && !painter->passive)
        kit_area(painter, (Box){origin.x - 4, origin.y - size, used + 8, size * 1.5f}, name, NULL);
}
