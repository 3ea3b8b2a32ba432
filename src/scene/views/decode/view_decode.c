/* The decode view: the stage, the alignment beside it, the timeline under it. */
#include "scene/stage/stage.h"
#include "scene/views/picture.h"

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    StageLayout stage = stage_layout(painter->view, painter->list->type, scope, layout->stage);
    stage_draw(painter, scope, &stage);
    if (painter->layout)
        painter->layout->stage = stage_handles(&stage);
    const View *view = painter->view;
    bool origin = scene_origin_open(view), sheet = origin && (window_upright(view) || window_lying(view));
    if (layout->side.w > 0 && origin && !sheet)
        origin_draw(painter, layout->side);
    else if (layout->side.w > 0)
        side_draw(painter, scope, layout->side);
    if (sheet) /* over all of it */
        origin_draw(painter, layout->side);
    return stage.scroll_limit;
}

const Picture view_decode = {draw, NULL, NULL, NULL, .least = {0, 290}};
