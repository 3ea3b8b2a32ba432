/* The line under the stage: the equation of the moment with the real numbers in it. */
#include "derive/line.h"
#include "scene/stage/event_context.h"
#include "scene/window/panels.h"
#include "trace/head_row.h"

#include <math.h>

#define LEAD_LEAST 0.9f /* of its size: where the line would be smaller, it begins with the numbers' own formula */

static Line line_of(const Painter *painter, const Scope *scope)
{
    Maths maths = kit_maths(painter, scope->trace);
    Visit visit = visit_at(scope);
    Instant at = {.cursor = scope->cursor, .moment = scope->moment, .word = visit.word < 0 ? 0 : visit.word};
    at.met = visit.word >= 0 && visit.groups == visit_groups(scope->trace);
    const TraceStep *step = stage_step(scope);
    if (scope->moment.kind == MOMENT_CONTEXT && step && step->step.weights)
        at.cell = event_context_cell(painter, scope);
    return line_of_instant(&maths, &at);
}

/* Self-attention that goes beat by beat is told as the step that it is. */
static Line line_of_any(const Painter *painter, const Scope *scope)
{
    const Trace *trace = scope->trace;
    if (scope->moment.kind != MOMENT_SELF || trace->head_told == 0)
        return line_of(painter, scope);
    Trace *row = trace_of_row(trace, trace->head_told - 1, scope->moment.position, &painter->list->arena);
    Scope own = scope_at(row, trace_row_cursor(trace, row, scope->cursor));
    return line_of(painter, &own);
}

void formula_draw(const Painter *painter, const Scope *scope, Point origin, float width, float size)
{
    DrawList *list = painter->list;
    Line line = line_of_any(painter, scope);
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
