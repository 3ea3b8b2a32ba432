/* The views, each under its tab, and the first of them: decode. */
#include "scene/window/panels.h"
#include "scene/stage/stage_layout.h"

const Picture PICTURES[VIEW_KINDS] = {
    [VIEW_DECODE] = {{"Decode", "解码"}, false, view_decode_draw, view_decode_field, NULL},
    [VIEW_COMPARE] = {{"Compare", "比较"}, true, view_compare_draw, view_compare_field, view_compare_describe},
    [VIEW_TRAIN] = {{"Train", "训练"}, true, view_train_draw, view_train_field, NULL},
    [VIEW_BEAM] = {{"Beam", "束搜索"}, false, view_beam_draw, view_beam_field, view_beam_describe},
    [VIEW_HEATMAP] = {{"Heatmap", "热力图"}, true, view_heatmap_draw, view_heatmap_field, NULL},
    [VIEW_SELF_ATTENTION] = {{"Self-attention", "自注意力"}, true, view_self_draw, view_look_field, view_self_describe},
    [VIEW_UNROLLED] = {{"Unrolled", "展开"}, true, view_unrolled_draw, view_look_field, view_unrolled_describe},
    [VIEW_PATCHES] = {{"Patches", "图块"}, true, view_patches_draw, view_look_field, view_patches_describe},
};

bool scene_has_view(ViewKind kind)
{
    return (int)kind >= 0 && kind < VIEW_KINDS && PICTURES[kind].draw;
}

float view_decode_draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    StageLayout stage = stage_layout(painter->view, painter->list->type, scope, layout->stage);
    stage_draw(painter, scope, &stage);
    if (layout->side.w > 0 && scene_origin_open(painter->view))
        origin_draw(painter, layout->side);
    else if (layout->side.w > 0)
        side_draw(painter, scope, layout->side);
    foot_draw(painter, scope, layout->foot);
    if (layout->caption.h > 0)
        caption_draw(painter, layout->caption);
    return stage.scroll_limit;
}

Box view_decode_field(const Painter *painter, const WindowLayout *layout)
{
    return layout->side.w > 0 && !scene_origin_open(painter->view) ? side_field(painter, layout->side) : (Box){0};
}
