/* In place of the stage, while a page fetches what it shows: what that is; where it did not come, why, and a button. */
#include "scene/kit/widget.h"
#include "scene/window/panels.h"

#define LINE 30.0f /* px from line to line */

static const char *what_of(const Painter *painter, const Waiting *waiting)
{
    if (waiting->lost)
        return arena_printf(&painter->list->arena,
                            kit_said(painter, waiting->refused ? W_NOT_FETCHED_NOT_THERE : W_NOT_FETCHED_NO_NETWORK),
                            waiting->file);
    if (waiting->lesson > 0)
        return arena_printf(&painter->list->arena, kit_said(painter, W_LESSON_IS_STILL_LOADING), waiting->lesson);
    return kit_said(painter, W_THE_MODEL_IS_STILL_LOADING);
}

static void draw_buttons(const Painter *painter, const Waiting *waiting, Point top)
{
    const char *names[] = {kit_said(painter, W_TRY_AGAIN), kit_said(painter, W_STAY_IN_THIS_LESSON)};
    TextStyle style = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    bool shown[] = {waiting->lost, waiting->lesson > 0};
    float widths[2], all = 0;
    for (int i = 0; i < 2; i++) {
        widths[i] = shown[i] ? kit_width(painter, style, names[i]) + 36 : 0;
        all += widths[i] + (i > 0 && shown[0] && shown[1] ? 12 : 0);
    }
    float x = top.x - all / 2;
    for (int i = 0; i < 2; i++) {
        if (!shown[i])
            continue;
        kit_button(painter, (Box){x, top.y, widths[i], 34}, names[i],
                   target_at(TARGET_LATER, i == 0 ? LATER_AGAIN : LATER_STAY, 0, 0), i == 0);
        x += widths[i] + 12;
    }
}

void waiting_draw(const Painter *painter, Box stage, Box foot)
{
    const Waiting *waiting = &painter->view->waiting;
    float width = fminf(stage.w - 40, 560), y = stage.y + stage.h * 0.4f;
    Paragraph what = {.style = style_bold(painter->theme, TYPE_TITLE, ROLE_INK),
                      .at = {stage.x + (stage.w - width) / 2, y},
                      .width = width,
                      .pitch = LINE};
    kit_panel(painter, foot, EDGE_TOP);
    y += kit_paragraph(painter, &what, what_of(painter, waiting));
    if (!waiting->lost) {
        what.style = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
        what.at.y = y;
        y += kit_paragraph(painter, &what, kit_said(painter, W_IT_GOES_ON_BY_ITSELF));
    }
    draw_buttons(painter, waiting, (Point){stage.x + stage.w / 2, y});
}
