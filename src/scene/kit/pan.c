#include "scene/kit/pan.h"

#include <math.h>

enum { BAR = 4, BAR_ROOM = 9 };

static bool is_dragged(const Pan *pan)
{
    return pan->most.x > 0 || pan->most.y > 0;
}

static Point within(Point at, Point most)
{
    return (Point){fminf(fmaxf(at.x, 0), most.x), fminf(fmaxf(at.y, 0), most.y)};
}

Pan pan_begin(const Painter *painter, Box window, Point least, Point from)
{
    Pan pan = {.window = window, .whole = window};
    Point most = {fmaxf(0, least.x - window.w), fmaxf(0, least.y - window.h)};
    if (painter->layout && painter->passive)
        painter->layout->pan_most = most;
    if (painter->passive || (most.x <= 0 && most.y <= 0))
        return pan;
    pan.most = most;
    Point by = painter->view->stage.pan;
    from = within(from, pan.most);
    pan.at = within((Point){from.x + by.x, from.y + by.y}, pan.most);
    pan.whole = (Box){window.x - pan.at.x, window.y - pan.at.y, window.w + pan.most.x, window.h + pan.most.y};
    if (painter->layout) {
        painter->layout->panned = window;
        painter->layout->pan_from = from;
        painter->layout->pan_most = pan.most;
    }
    drawlist_clip(painter->list, window);
    return pan;
}

void pan_end(const Painter *painter, const Pan *pan)
{
    if (!is_dragged(pan))
        return;
    Box w = pan->window;
    drawlist_unclip(painter->list);
    kit_scroll_bar(painter, (Box){w.x, w.y + w.h + BAR_ROOM - BAR, w.w, BAR}, pan->at.x, pan->most.x);
    kit_scroll_bar(painter, (Box){w.x + w.w + BAR_ROOM - BAR, w.y, BAR, w.h}, pan->at.y, pan->most.y);
}
