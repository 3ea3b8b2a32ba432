#include "scene/stage/context_copies.h"

#include "draw/ease.h"

#include <math.h>

/* ---- where a copy is ---- */

CopiesWay copies_way(const Scope *scope)
{
    float stack = scope_beat(scope, BEAT_STACK);
    return (CopiesWay){scope_eased(scope, BEAT_LIFT), scope_eased(scope, BEAT_WEIGH), ease_in_out(stack),
                       scope_eased(scope, BEAT_PRESS)};
}

bool copies_lift(const Scope *scope)
{
    float lifted = config_weighs(&scope->trace->config) ? copies_way(scope).lifted : 0;
    return lifted > 0 && lifted < 1;
}

static CopyPose pose_between(CopyPose a, CopyPose b, float t)
{
    return (CopyPose){point_lerp(a.middle, b.middle, t), lerp(a.length, b.length, t), lerp(a.thickness, b.thickness, t),
                      lerp(a.upright, b.upright, t), lerp(a.opacity, b.opacity, t)};
}

CopyPose copy_home(const StageLayout *layout, int j)
{
    if (layout->row) {
        Box box = stage_value(layout, j);
        float up = layout->stands;
        return (CopyPose){box_middle(box), lerp(box.w, box.h, up), lerp(box.h, box.w, up), up, 1};
    }
    float x = stage_column_x(layout, j);
    CopyPose lying = {{x, layout->lying_y}, layout->lying_w, layout->lying_h, 0, 1};
    CopyPose standing = {{x, layout->state_y + layout->state_h / 2}, layout->state_h - 6, layout->state_w - 6, 1, 1};
    return pose_between(lying, standing, layout->floors.hero[FLOOR_STATES]);
}

/* `weight` of the whole thickness. */
CopyPose copy_weighed(const StageLayout *layout, int j, float weight)
{
    float thickness = layout->strip_t * weight;
    Point middle = {stage_column_x(layout, j), layout->copies_y - thickness / 2};
    return (CopyPose){middle, layout->strip_w, thickness, 0, 1};
}

/* Over those that weigh `before` together. */
CopyPose copy_stacked(const StageLayout *layout, float before, float weight)
{
    Box tray = layout->tray;
    Point middle = {tray.x + tray.w / 2, tray.y + tray.h * (before + weight / 2)};
    return (CopyPose){middle, tray.w - 6, tray.h * weight, 0, 1};
}

/* Into the context: the stack keeps its order and loses its height; what was empty is gone. */
static CopyPose pose_pressed(const StageLayout *layout, float before, float weight)
{
    Box in = box_inset(layout->context, 3, 3);
    return (CopyPose){{in.x + in.w / 2, in.y + in.h * (before + weight / 2)}, in.w, in.h * weight, 0, 1};
}

/* `before` is in shares of the tray, `empty` the share that nobody fills: it stays on top. */
CopyPose copy_pose(const StageLayout *layout, const CopiesWay *way, int j, float before, float weight, float empty)
{
    CopyPose weighed = copy_weighed(layout, j, weight), stacked = copy_stacked(layout, before, weight);
    float full = fmaxf(1 - empty, 1e-6f);
    if (way->pressed > 0)
        return pose_between(stacked, pose_pressed(layout, (before - empty) / full, weight / full), way->pressed);
    if (way->stacked > 0)
        return pose_between(weighed, stacked, way->stacked);
    CopyPose whole = copy_weighed(layout, j, 1);
    return way->weighed > 0 ? pose_between(whole, weighed, way->weighed)
                            : pose_between(copy_home(layout, j), whole, way->lifted);
}

/* ---- a strip of cells ---- */

static Point place_in(const CopyPose *pose, float along, float across)
{
    float turn = pose->upright * 1.5707963f, c = cosf(turn), s = sinf(turn);
    float x = (along - 0.5f) * pose->length, y = (across - 0.5f) * pose->thickness;
    return (Point){pose->middle.x + c * x - s * y, pose->middle.y + s * x + c * y};
}

/* A part of the strip, in shares of its length and thickness. */
static void draw_part(const Painter *painter, const CopyPose *pose, Box part, Paint paint)
{
    Point a = place_in(pose, part.x, part.y), c = place_in(pose, part.x + part.w, part.y + part.h);
    if (pose->upright <= 0) {
        drawlist_box(painter->list, (Box){a.x, a.y, c.x - a.x, c.y - a.y}, 0, paint);
        return;
    }
    Point b = place_in(pose, part.x + part.w, part.y), d = place_in(pose, part.x, part.y + part.h);
    drawlist_move(painter->list, a.x, a.y);
    drawlist_line(painter->list, b.x, b.y);
    drawlist_line(painter->list, c.x, c.y);
    drawlist_line(painter->list, d.x, d.y);
    drawlist_close(painter->list);
    drawlist_path_end(painter->list, paint);
}

/* Where the cell of a value is in a copy that still stands as the state does: lanes beside one another. */
static Box part_at_home(const CellGrid *home, int index)
{
    Box cell = cell_box(home, cell_of_value(home, index)), box = home->box;
    return (Box){(cell.y - box.y) / box.h, 1 - (cell.x - box.x + cell.w) / box.w, cell.h / box.h, cell.w / box.w};
}

void copy_draw(const Painter *painter, const StageLayout *layout, const CopiedStrip *strip, const CopyPose *pose)
{
    const Theme *theme = painter->theme;
    Box state = {0, 0, layout->state_w - 6, layout->state_h - 6};
    CellGrid home = cell_grid(painter, state, strip->values, strip->D, true);
    float edge_x = 2 / pose->length, edge_y = 2 / fmaxf(pose->thickness, 0.01f);
    Box frame = {-edge_x, -edge_y, 1 + 2 * edge_x, 1 + 2 * edge_y}, marked = {0};
    if (strip->outline.a > 0)
        draw_part(painter, pose, frame, paint_fill(color_fade(theme->panel, strip->alpha)));
    float gap = pose->length / (float)strip->count >= 8 ? 1.5f / pose->length : 0;
    for (int i = 0; i < strip->count; i++) {
        int index = part_first(i, strip->count, strip->D);
        Box part = {((float)i) / (float)strip->count, 0, 1 / (float)strip->count, 1};
        if (pose->upright > 0) {
            Box at = part_at_home(&home, index);
            part = (Box){lerp(part.x, at.x, pose->upright), lerp(part.y, at.y, pose->upright),
                         lerp(part.w, at.w, pose->upright), lerp(part.h, at.h, pose->upright)};
        }
        part.x += gap / 2;
        part.w -= gap;
        Color color = kit_cell_color(theme, strip->values[index], layout->extent, strip->alpha);
        if (strip->become > 0)
            color = color_mix(color, color_signed(theme, strip->into[index], layout->extent), strip->become);
        draw_part(painter, pose, part, paint_fill(color_fade(color, pose->opacity)));
        if (index == strip->marked)
            marked = part;
    }
    if (strip->outline.a > 0)
        draw_part(painter, pose, frame, paint_stroke(color_fade(strip->outline, strip->alpha), 1.2f));
    if (strip->marking > 0)
        draw_part(painter, pose, marked,
                  paint_stroke(color_fade(theme->text[ROLE_INK], strip->marking), fminf(1.4f, 0.6f * pose->thickness)));
}
