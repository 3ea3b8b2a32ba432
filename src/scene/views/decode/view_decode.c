/* The decode view: the stage, the alignment beside it, the timeline under it. */
#include "scene/stage/stage.h"
#include "scene/views/picture.h"

#include <math.h>

/* Under a pair that is open: what goes from place to place is seen below it and on its right. */
static void draw_loop(const Painter *painter, const Scope *scope, const StageLayout *stage, const LoopHomes *homes)
{
    const View *view = painter->view;
    if (!scene_pair_open(view)) {
        loop_draw(painter, scope, stage, homes);
        return;
    }
    Box pair = pair_box(stage);
    float right = pair.x + pair.w, bottom = pair.y + pair.h;
    Box seen[] = {{0, bottom, view->width, fmaxf(0, view->height - bottom)}, {right, 0, view->width - right, bottom}};
    for (int i = 0; i < 2; i++) {
        drawlist_clip(painter->list, seen[i]);
        loop_draw(painter, scope, stage, homes);
        drawlist_unclip(painter->list);
    }
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    StageLayout stage = stage_layout(painter->view, painter->list->type, scope, layout->stage);
    stage_draw(painter, scope, &stage);
    if (painter->layout)
        painter->layout->stage = stage_handles(&stage);
    LoopHomes homes = {0};
    const View *view = painter->view;
    bool origin = scene_origin_open(view), sheet = origin && (window_upright(view) || window_lying(view));
    if (layout->side.w > 0 && origin && !sheet)
        origin_draw(painter, layout->side);
    else if (layout->side.w > 0)
        homes = side_draw(painter, scope, layout->side);
    draw_loop(painter, scope, &stage, &homes);
    if (sheet) /* over all of it */
        origin_draw(painter, layout->side);
    return stage.scroll_limit;
}

const Picture view_decode = {draw, NULL, NULL, NULL, .least = {0, 331}};
