/* A class's count-down, at the right of the foot; when it is over a frame around the window says so too. */
#include "scene/window/panels.h"
#include "words/window_words.h"

enum { DIGITS = 46, FRAME = 8 };

void timer_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    int seconds = view->timer.seconds;
    bool over = seconds == 0;
    const char *below = over                 ? kit_said(painter, W_TIMER_OVER)
                        : view->timer.paused ? kit_said(painter, W_TIMER_PAUSED)
                                             : "";
    kit_panel(painter, box, EDGE_TOP);
    if (over) {
        drawlist_box(painter->list, box, 0, paint_fill(theme->tint[ROLE_CONTEXT]));
        drawlist_box(painter->list, box_inset((Box){0, 0, view->width, view->height}, FRAME / 2, FRAME / 2), 0,
                     paint_stroke(theme->fill[ROLE_CONTEXT], FRAME));
    }
    TextStyle large = style_bold(theme, DIGITS, view->timer.paused && !over ? ROLE_MUTED : ROLE_INK);
    TextStyle small = style_bold(theme, TYPE_LARGE, over ? ROLE_CONTEXT : ROLE_MUTED);
    float y = box.y + box.h / 2, rise = *below ? 12 : 0;
    kit_text_at(painter, large, (Point){box.x + box.w / 2, y + DIGITS * 0.36f - rise}, ALIGN_CENTER,
                arena_printf(&painter->list->arena, "%d:%02d", seconds / 60, seconds % 60));
    kit_text(painter, kit_shrunk(painter, small, box.w - 16, below), (Box){box.x, y + 12, box.w, 24}, ALIGN_CENTER,
             below);
    kit_press(painter, box_inset(box, 8, 8), 8, (Target){TARGET_TIMER, 0, 0, 0}, kit_said(painter, W_TIMER));
}
