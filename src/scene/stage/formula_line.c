/* The line under the stage: the equation of the moment with the real numbers in it. */
#include "derive/line.h"
#include "scene/stage/event_context.h"
#include "scene/window/panels.h"
#include "trace/head_row.h"

#include <math.h>

#define ONE_LEAST                                                                                                      \
    0.8f /* of its size on one line; on paper, where nothing moves by it, it is broken in two before it is smaller */
#define TWO_SIZE   0.9f  /* of two lines, */
#define TWO_PITCH  1.25f /* em from one to the other */
#define LEAD_LEAST 0.9f  /* of its size: where the line would be smaller, it begins with the numbers' own formula */

static EquationLine line_of(const Painter *painter, const Scope *scope)
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
static EquationLine line_of_any(const Painter *painter, const Scope *scope)
{
    const Trace *trace = scope->trace;
    if (scope->moment.kind != MOMENT_SELF || trace->head_told == 0 || (scope->moment.step >= 0) != trace->written_told)
        return line_of(painter, scope);
    Trace *row = trace_of_told(trace, scope->moment, &painter->list->arena);
    Scope own = scope_at(row, trace_row_cursor(trace, row, scope->cursor));
    return line_of(painter, &own);
}

static bool draw_broken(const Painter *painter, MathStyle style, Point origin, float width, const char *text)
{
    DrawList *list = painter->list;
    const char *lines[2];
    if (!painter->passive || math_width(list->type, style, text) * ONE_LEAST <= width
        || !math_break(list, style, text, lines))
        return false;
    style.size *= TWO_SIZE;
    float widest = fmaxf(math_width(list->type, style, lines[0]), math_width(list->type, style, lines[1]));
    float pitch = style.size * TWO_PITCH;
    style.size *= fmaxf(0.62f, fminf(1, width / widest)); /* both lines the same */
    for (int i = 0; i < 2; i++)
        math_fit(list, style, (Point){origin.x, origin.y + pitch * ((float)i - 0.6f)}, width, 0.62f, lines[i]);
    return true;
}

void formula_draw(const Painter *painter, const Scope *scope, Point origin, float width, float size)
{
    if (view_leaves_out(painter->view, scope->moment.kind))
        return;
    DrawList *list = painter->list;
    EquationLine line = line_of_any(painter, scope);
    MathStyle style = {painter->theme, size, painter->theme->text[ROLE_INK]};
    if (line.lead && math_width(list->type, style, line_text(&line, &list->arena)) * LEAD_LEAST > width)
        line.lead = NULL;
    const char *text = line_text(&line, &list->arena);
    if (draw_broken(painter, style, origin, width, text))
        return;
    math_fit(list, style, origin, width, 0.62f, text);
    Target name = live_name(painter->view, line.value);
    float used = fminf(width, math_width(list->type, style, text));
    if (name.kind != TARGET_NONE && !painter->passive)
        kit_area(painter, (Box){origin.x - 4, origin.y - size, used + 8, size * 1.5f}, name, NULL);
}
