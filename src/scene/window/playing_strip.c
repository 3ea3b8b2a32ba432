/* While a person plays on a card that did not ask for it: a line over the stage. */
#include "scene/window/panels.h"

#include "words/moments_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { MARGIN = 20, BUTTON_H = 26 };

/* What puts all back, at the right; returns where it begins. */
static float draw_button(const Painter *painter, Box strip)
{
    const char *text = kit_said(painter, W_RETURN_CHIP);
    float width = kit_width(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), text) + 18;
    Box button = {strip.x + strip.w - 12 - width, strip.y + (strip.h - BUTTON_H) / 2, width, BUTTON_H};
    kit_press(painter, strip, 4, (Target){TARGET_RETURN, 0, 0, 0}, kit_said(painter, W_BACK_TO_THE_LESSON));
    kit_button(painter, button, text, (Target){TARGET_RETURN, 0, 0, 0}, false);
    return button.x;
}

/* The line is shorter where it has not the room: where the lesson waits is said in any window. */
void playing_draw(const Painter *painter, Box strip)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    drawlist_box(painter->list, strip, 0, paint_fill(theme->tint[ROLE_QUERY]));
    float x = strip.x + fminf(MARGIN, strip.w * 0.03f), right = draw_button(painter, strip) - 10;
    float y = strip.y + strip.h / 2 + 5;
    Moment moment = moment_near(view->own, (int)floor(view->stage.waits + 0.5));
    const char *waits = arena_printf(&painter->list->arena, kit_said(painter, W_THE_LESSON_WAITS),
                                     kit_said(painter, W_MOMENT_START + (Word)moment.kind));
    const char *plays = kit_said(painter, W_YOU_ARE_PLAYING);
    TextStyle bold = style_bold(theme, TYPE_BODY, ROLE_QUERY), plain = style_plain(theme, TYPE_BODY, ROLE_INK);
    float both = kit_width(painter, bold, plays) + 7 + kit_width(painter, plain, waits), room = right - x;
    bold.size *= fminf(1, fmaxf(0.8f, room / both));
    plain.size = bold.size;
    if (both * 0.8f <= room)
        x += kit_text_at(painter, bold, (Point){x, y}, ALIGN_LEFT, plays) + 7 * bold.size / TYPE_BODY;
    Slice text = drawlist_shorten(painter->list, plain, slice_of(waits), right - x);
    drawlist_text_at(painter->list, plain, (Point){x, y}, ALIGN_LEFT, text);
}
