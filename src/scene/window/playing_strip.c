/* While a person plays on a card that did not ask for it: a line over the stage. */
#include "scene/window/panels.h"

#include "words/moments_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { MARGIN = 20, CHIP_H = 24 };

/* What puts all back, at the right; returns where it begins. */
static float draw_chip(const Painter *painter, Box strip)
{
    const Theme *theme = painter->theme;
    const char *text = kit_said(painter, W_RETURN_CHIP);
    TextStyle style = style_bold(theme, TYPE_SMALL, ROLE_INK);
    float width = kit_width(painter, style, text) + 18;
    Box chip = {strip.x + strip.w - 12 - width, strip.y + (strip.h - CHIP_H) / 2, width, CHIP_H};
    Target target = {TARGET_RETURN, 0, 0, 0};
    drawlist_box(painter->list, chip, 6,
                 paint_fill_stroke(kit_pointed(painter, target) ? theme->faint : theme->panel, theme->hairline, 1.5f));
    kit_text(painter, style, chip, ALIGN_CENTER, text);
    kit_press_ring(painter, strip, chip, 6, target, true, kit_said(painter, W_BACK_TO_THE_LESSON));
    return chip.x;
}

/* The line is shorter where it has not the room: where the lesson waits is said in any window. */
void playing_draw(const Painter *painter, Box strip)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    drawlist_box(painter->list, strip, 0, paint_fill(theme->tint[ROLE_QUERY]));
    float x = strip.x + fminf(MARGIN, strip.w * 0.03f), right = draw_chip(painter, strip) - 10;
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
