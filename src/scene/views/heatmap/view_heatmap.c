/* The alignment on its own: sentence, controls, the map, and what its numbers mean. */
#include "scene/views/heatmap/view_heatmap.h"
#include "scene/kit/widget.h"
#include "scene/stage/arcs.h"
#include "scene/views/variant_bar.h"

#include <math.h>

enum { MARGIN = 28, INFO = 252 };

/* ---- controls ---- */

static Option control(const View *view, Word text, int a, int b, bool on)
{
    return (Option){said(view->language, text), target_at(TARGET_CONTROL, a, b, 0), on};
}

enum { CONTROLS_MOST = 13 };

static int list_controls(const View *view, Option *out)
{
    static const Word maps[MAP_COUNT] = {W_PAPER, W_VIRIDIS, W_CIVIDIS};
    const HeatLook *heat = &view->heat;
    int count = 0;
    out[count++] = (Option){said(view->language, W_ARCS_O), {TARGET_ARCS, 0, 0, 0}, heat->arcs};
    if (heat->arcs) {
        out[count++] = control(view, W_SHOW_NUMBERS, HEAT_VALUES, 0, !heat->plain);
        out[count++] = control(view, W_COPY_TSV, HEAT_COPY, 0, false);
        return count;
    }
    out[count++] = control(view, W_ZOOM_OUT, HEAT_ZOOM_OUT, 0, false);
    out[count++] = control(view, W_ZOOM_IN, HEAT_ZOOM_IN, 0, false);
    if (heat->zoom > 1)
        out[count++] = control(view, W_WHOLE_MAP, HEAT_FIT, 0, false);
    for (int i = 0; i < MAP_COUNT; i++)
        out[count++] = control(view, maps[i], HEAT_MAP, i, (int)view->map == i);
    out[count++] = control(view, W_SHOW_NUMBERS, HEAT_VALUES, 0, !heat->plain);
    out[count++] = control(view, W_SHARE_OF_COLUMN, HEAT_COLUMNS, 0, heat->columns);
    out[count++] = control(view, W_LARGEST_OF_EACH_ROW, HEAT_PATH, 0, heat->path);
    if (heat->gold)
        out[count++] = control(view, W_GOLD_LINKS, HEAT_GOLD, 0, !heat->hide_gold);
    out[count++] = control(view, W_COPY_TSV, HEAT_COPY, 0, false);
    return count;
}

/* Returns where they end. */
static float draw_controls(const Painter *painter, Box box)
{
    Option controls[CONTROLS_MOST];
    return box.y
           + kit_choice(painter, box, &(Choice){CHOICE_FRAMES, 6, controls, list_controls(painter->view, controls)});
}

/* ---- what the numbers mean ---- */

static const char *meaning(const View *view)
{
    bool luong_local = view->trace->config.local == LOCAL_P;
    if (view->heat.columns)
        return said(view->language, W_EACH_NUMBER_IS_A_WEIGHT);
    if (luong_local)
        return said(view->language, W_A_ROW_OF_A_LOCAL_WINDOW);
    return said(view->language, W_A_ROW_ADDS_UP_TO_1);
}

static const char *gold_text(const View *view, Arena *arena)
{
    const HeatLook *heat = &view->heat;
    int linked = 0, agreed = 0;
    for (int t = 0; t < view->trace->step_count; t++) {
        bool any = false, found = false;
        for (int i = 0; i < heat->gold_count; i++) {
            any = any || heat->gold[i].target == t;
            found = found || (heat->gold[i].target == t && heat->gold[i].source == heat_peak(view->trace, t));
        }
        linked += any;
        agreed += found;
    }
    return arena_printf(arena, said(view->language, W_DASHED_CELLS_ARE_GOLD_LINKS), agreed, linked);
}

static void draw_info(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    TextStyle body = style_plain(theme, TYPE_BODY, ROLE_INK), small = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    float y = box.y + 8;
    kit_heading(painter, (Point){box.x, y + 4}, ROLE_MUTED, 1,
                view->heat.columns ? kit_said(painter, W_SHARE_OF_COLUMN_HEADING) : kit_said(painter, W_WEIGHT));
    heatmap_legend(painter, view->map, (Box){box.x, y + 16, box.w, 30});
    y += 58;
    y += look_paragraph(painter, body, (Box){box.x, y, box.w, box.y + box.h - y}, meaning(view)) + 14;
    if (view->heat.gold && !view->heat.hide_gold && y < box.y + box.h - 60)
        y += look_paragraph(painter, body, (Box){box.x, y, box.w, box.y + box.h - y},
                            gold_text(view, &painter->list->arena))
             + 14;
    if (!painter->passive && y < box.y + box.h - 60)
        look_paragraph(painter, small, (Box){box.x, y, box.w, box.y + box.h - y},
                       kit_said(painter, W_WHEEL_ZOOM_DRAG_MOVE_SHIFT));
}

/* Every step's, whatever the cursor: as the map. */
static void draw_arcs(const Painter *painter, const Scope *scope, Box in)
{
    const View *view = painter->view;
    HeatmapSetting setting = {view->trace, view->map, (float)view->trace->step_count, scope->step, !view->heat.plain};
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    arcs_draw(painter, &setting, (Box){in.x, in.y, in.w, in.h - 48});
    look_paragraph(painter, small, (Box){in.x, in.y + in.h - 40, in.w, 40}, kit_said(painter, W_ARCS_MEAN));
}

static void draw_map(const Painter *painter, const Scope *scope, Box in)
{
    bool wide = in.w >= 760;
    Box area = {in.x, in.y, wide ? in.w - INFO - 28 : in.w, in.h - (wide ? 0 : 44)};
    HeatMap map = heat_map_lay(painter, area);
    if (painter->layout)
        painter->layout->map = map.place;
    heat_map_draw(painter, scope, &map);
    if (wide)
        draw_info(painter, (Box){in.x + in.w - INFO, in.y, INFO, in.h});
    else /* its words stand under it */
        look_paragraph(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                       (Box){area.x, area.y + area.h + 6, area.w, 40}, meaning(painter->view));
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    Box stage = layout->stage, in = {stage.x + MARGIN, stage.y + 20, stage.w - 2 * MARGIN, stage.h - 34};
    Box field = {in.x, in.y, fminf(in.w, 640), 38};
    float bottom = in.y + in.h;
    bool weighs = config_weighs(&painter->view->trace->config);
    if (!painter->passive)
        field_draw(painter, field);
    if (weighs && !painter->passive)
        in.y = draw_controls(painter, (Box){in.x, in.y + 50, in.w, 0}) + 18;
    in.h = bottom - in.y;
    if (weighs && painter->view->heat.arcs)
        draw_arcs(painter, scope, in);
    else if (weighs)
        draw_map(painter, scope, in);
    else
        look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED),
                       (Box){field.x, field.y + 70, field.w, 200}, kit_said(painter, W_NO_WEIGHTS));
    return 0;
}

const Picture view_heatmap = {draw, NULL, NULL, NULL};
