/* The alignment on its own: sentence, controls, the map, and what its numbers mean. */
#include "scene/views/heatmap/view_heatmap.h"
#include "scene/kit/widget.h"
#include "scene/views/variant_bar.h"

#include <math.h>

enum { MARGIN = 28, INFO = 252, CONTROL = 30 };

typedef struct HeatLayout {
    Box field, controls, map, info; /* info.w = 0: no room beside the map, its words stand under it */
} HeatLayout;

/* ---- controls ---- */

static Toggle control(const View *view, Word text, int a, int b, bool on)
{
    return (Toggle){said(view->language, text), target_at(TARGET_CONTROL, a, b, 0), on};
}

enum { CONTROLS_MOST = 12 };

static int list_controls(const View *view, Toggle *out)
{
    static const Word maps[MAP_COUNT] = {W_PAPER, W_VIRIDIS, W_CIVIDIS};
    const HeatLook *heat = &view->heat;
    int count = 0;
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

/* In lines from the upper left corner; returns the height. Only measures where `draw` is false. */
static float lay_controls(const Painter *painter, Box box, bool draw)
{
    Toggle controls[CONTROLS_MOST];
    int count = list_controls(painter->view, controls);
    float x = box.x, y = box.y;
    for (int i = 0; i < count; i++) {
        float width = kit_toggle_width(painter, controls[i].text);
        if (x > box.x && x + width > box.x + box.w) {
            x = box.x;
            y += CONTROL + 6;
        }
        if (draw)
            kit_toggle(painter, (Box){x, y, width, CONTROL}, &controls[i]);
        x += width + 6;
    }
    return y + CONTROL - box.y;
}

/* ---- layout ---- */

static HeatLayout lay_out(const Painter *painter, Box stage)
{
    HeatLayout layout = {0};
    Box in = {stage.x + MARGIN, stage.y + 20, stage.w - 2 * MARGIN, stage.h - 34};
    layout.field = (Box){in.x, in.y, fminf(in.w, 640), 38};
    layout.controls = (Box){in.x, in.y + 50, in.w, 0};
    layout.controls.h = lay_controls(painter, layout.controls, false);
    float top = painter->passive ? in.y : layout.controls.y + layout.controls.h + 18, bottom = in.y + in.h;
    bool wide = in.w >= 760;
    layout.map = (Box){in.x, top, wide ? in.w - INFO - 28 : in.w, bottom - top - (wide ? 0 : 44)};
    layout.info = (Box){in.x + in.w - INFO, top, wide ? INFO : 0, bottom - top};
    return layout;
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

static void draw_no_weights(const Painter *painter, Box box)
{
    look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED), box, kit_said(painter, W_NO_WEIGHTS));
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const View *view = painter->view;
    HeatLayout place = lay_out(painter, layout->stage);
    if (!painter->passive)
        field_draw(painter, place.field);
    if (config_weighs(&view->trace->config)) {
        if (!painter->passive)
            lay_controls(painter, place.controls, true);
        HeatMap map = heat_map_lay(painter, place.map);
        if (painter->layout)
            painter->layout->map = map.place;
        heat_map_draw(painter, scope, &map);
        if (place.info.w > 0)
            draw_info(painter, place.info);
        else
            look_paragraph(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                           (Box){place.map.x, place.map.y + place.map.h + 6, place.map.w, 40}, meaning(view));
    } else
        draw_no_weights(painter, (Box){place.field.x, place.controls.y + 20, place.field.w, 200});
    return 0;
}

const Picture view_heatmap = {draw, NULL, NULL, NULL};
