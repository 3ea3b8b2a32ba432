#include "scene/view/window_layout.h"

#include <math.h>

#define BAR_H 52.0f

/* Panels fold away where there is no room: first the card, then the alignment, then the foot's extra height. */
WindowLayout window_layout(const View *view)
{
    WindowLayout layout = {0};
    float w = view->width, h = view->height;
    bool present = view->present;
    float bar = present ? 0 : BAR_H, foot = h < 420 ? 96 : WINDOW_FOOT_H;
    bool cards = view->lesson && view->lesson->card_count > 0;
    float card = present || !cards || w < 1000 ? 0 : fminf(300, fmaxf(h < 800 ? 288 : 264, w * 0.2085f));
    float side = w < 760 || view_is_wide(view->kind) ? 0 : present ? w * 0.27f : fminf(356, fmaxf(290, w * 0.2475f));
    float caption = view->captions ? WINDOW_CAPTION_H : 0;
    layout.bar = (Box){0, 0, w, bar};
    layout.card = (Box){0, bar, card, h - bar};
    layout.side = (Box){w - side, bar, side, h - bar - foot - caption};
    layout.foot = (Box){card, h - foot, w - card, foot};
    layout.caption = (Box){card, h - foot - caption, w - card, caption};
    layout.stage = (Box){card, bar, w - card - side, h - bar - foot - caption};
    return layout;
}
