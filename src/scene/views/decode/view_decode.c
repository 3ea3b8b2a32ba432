/* The decode view: the stage, the alignment beside it, the timeline under it. */
#include "scene/stage/stage.h"
#include "scene/views/picture.h"

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    StageLayout stage = stage_layout(painter->view, painter->list->type, scope, layout->stage);
    stage_draw(painter, scope, &stage);
    if (painter->layout)
        painter->layout->stage = stage_handles(&stage);
    LoopHomes homes = {0};
    const View *view = painter->view;
    bool origin = scene_origin_open(view), sheet = origin && (window_upright(view) || window_lying(view));
    bool covered = scene_pair_open(view) && box_contains(pair_box(&stage), box_middle(stage.chip_previous));
    if (layout->side.w > 0 && origin && !sheet)
        origin_draw(painter, layout->side);
    else if (layout->side.w > 0)
        homes = side_draw(painter, scope, layout->side);
    if (!covered) /* where it arrives */
        loop_draw(painter, scope, &stage, &homes);
    if (sheet) /* over all of it */
        origin_draw(painter, layout->side);
    return stage.scroll_limit;
}

const Picture view_decode = {draw, NULL, NULL, NULL, .least = {0, 331}};
