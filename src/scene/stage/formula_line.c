/* The line under the stage: the equation of the moment with the real numbers in it. */
#include "derive/line.h"
#include "scene/window/panels.h"

#define LEAD_LEAST 0.9f /* of its size: where the line would be smaller, it begins with the numbers' own formula */

void formula_draw(const Painter *painter, const Scope *scope, Point origin, float width, float size)
{
    DrawList *list = painter->list;
    Maths maths = kit_maths(painter, scope->trace);
    Line line = line_of_moment(&maths, scope->moment);
    MathStyle style = {painter->theme, size, painter->theme->text[ROLE_INK]};
    if (line.lead && math_width(list->type, style, line_text(&line, &list->arena)) * LEAD_LEAST > width)
        line.lead = NULL;
    math_fit(list, style, origin, width, 0.62f, line_text(&line, &list->arena));
}
