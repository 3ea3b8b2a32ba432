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
    if (layout->side.w > 0 && scene_origin_open(painter->view))
        origin_draw(painter, layout->side);
    else if (layout->side.w > 0)
        homes = side_draw(painter, scope, layout->side);
    loop_draw(painter, scope, &stage, &homes);
    return stage.scroll_limit;
}

const Picture view_decode = {draw, NULL, NULL, NULL};
