/* A page in place of the window: the course, your class's model. */
#include "scene/window/panels.h"

float whole_page_draw(const Painter *painter, Word title)
{
    const View *view = painter->view;
    Box all = {0, 0, view->width, view->height};
    drawlist_box(painter->list, all, 0, paint_fill(painter->theme->paper));
    kit_area(painter, all, (Target){TARGET_PANEL, 0, 0, 0}, NULL);
    kit_cross(painter, (Box){view->width - WHOLE_MARGIN - 28, 22, 28, 28}, (Target){TARGET_CLOSE, 0, 0, 0});
    return kit_text_at(painter, style_bold(painter->theme, TYPE_TITLE, ROLE_INK), (Point){WHOLE_MARGIN, 44}, ALIGN_LEFT,
                       kit_said(painter, title));
}
