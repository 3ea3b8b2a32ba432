/* The alignment on its own: sentence, controls, the map, and what its numbers mean. */
#include "scene/kit/widget.h"
#include "scene/stage/arcs.h"
#include "scene/views/heatmap/heatmap_maps.h"
#include "scene/views/heatmap/heatmap_words.h"
#include "scene/views/variant_bar.h"
#include "trace/head_row.h"
#include "words/common_words.h"
#include "words/explain_words.h"
#include "words/stage_words.h"
#include "words/window_words.h"

#include <math.h>

enum { MARGIN = 28, INFO = 252 };

/* ---- whose map it is ---- */

static int head_of(const View *view)
{
    return view->pick < view->trace->config.heads ? view->pick : 0;
}

/* Where the decoder is told which word it gets, what is to be seen is how the encoder's words look at each other. */
static const View *inside(const View *view, Arena *arena)
{
    if (!config_looks_inside(&view->trace->config))
        return NULL;
    View *own = ARENA_NEW(arena, View);
    Trace *map = trace_of_head(view->trace, head_of(view), arena);
    *own = *view;
    own->trace = map;
    own->cursor = trace_head_cursor(view->trace, map, scene_cursor(view));
    own->own = own->whole = NULL;
    own->predict = (Predict){0};
    own->origin = (Origin){0};
    own->heat.gold = NULL; /* of people who aligned the translation */
    own->heat.gold_count = 0;
    return own;
}

/* ---- controls ---- */

static MenuOption control(const View *view, Word text, int a, int b, bool on)
{
    return (MenuOption){view_said(view, text), target_at(TARGET_CONTROL, a, b, 0), on};
}

enum { HEADS_MOST = 12, LOOKS = 6, CONTROLS_MOST = 13 + HEADS_MOST + LOOKS };

/* Which question the map answers. */
static int list_looks(const View *view, MenuOption *out)
{
    static const LookKind looks[LOOKS] = {LOOK_WHOLE,    LOOK_ERASE, LOOK_ERASE_ZERO,
                                          LOOK_GRADIENT, LOOK_MAPS,  LOOK_LAYERS};
    bool layers = heat_has_layers(view);
    int count = 0;
    for (int i = 0; i < LOOKS; i++)
        if (looks[i] == LOOK_LAYERS || (layers && looks[i] == LOOK_WHOLE) ? layers : heat_offers(view))
            out[count++] = control(view, W_BUTTON_LOOKED + (Word)i, CONTROL_LOOK, looks[i], view->look == looks[i]);
    return count;
}

/* `small`: cells have no room for numbers. */
static int list_controls(const Painter *painter, bool small, MenuOption *out)
{
    static const Word maps[MAP_COUNT] = {W_PAPER, W_VIRIDIS, W_CIVIDIS};
    const View *view = painter->view;
    const Config *config = &view->trace->config;
    const HeatLook *heat = &view->heat;
    int count = list_looks(view, out), heads = config_looks_inside(config) && config->heads > 1 ? config->heads : 0;
    bool signs = heat_kind(view) != CAUSE_ATTENTION, all = heat_several(view);
    for (; count < heads && count < HEADS_MOST; count++)
        out[count] = (MenuOption){arena_printf(&painter->list->arena, kit_said(painter, W_HEAD_BUTTON), count + 1),
                                  target_at(TARGET_CONTROL, CONTROL_HEAD, count, 0), head_of(view) == count};
    if (!signs && !all)
        out[count++] = (MenuOption){view_said(view, W_ARCS_O), {TARGET_ARCS, 0, 0, 0}, heat->arcs};
    if (heat->arcs && !signs && !all) {
        out[count++] = control(view, W_SHOW_NUMBERS, HEAT_VALUES, 0, !heat->plain);
        out[count++] = control(view, W_COPY_TSV, HEAT_COPY, 0, false);
        return count;
    }
    for (int i = 0; i < 2 && !all; i++)
        out[count++] = control(view, W_ZOOM_OUT + (Word)i, HEAT_ZOOM_OUT + i, 0, false);
    if (heat->zoom > 1 && !all)
        out[count++] = control(view, W_WHOLE_MAP, HEAT_FIT, 0, false);
    for (int i = 0; i < MAP_COUNT && !signs; i++)
        out[count++] = control(view, maps[i], HEAT_MAP, i, (int)view->map == i);
    out[count] = control(view, W_SHOW_NUMBERS, HEAT_VALUES, 0, !heat->plain);
    out[count].target.c = small; /* it says why */
    out[count++].off = small;
    if (!signs && !all)
        out[count++] = control(view, W_SHARE_OF_COLUMN, HEAT_COLUMNS, 0, heat->columns);
    out[count++] = control(view, W_LARGEST_OF_EACH_ROW, HEAT_PATH, 0, heat->path);
    if (heat->gold)
        out[count++] = control(view, W_GOLD_LINKS, HEAT_GOLD, 0, !heat->hide_gold);
    out[count++] = control(view, W_COPY_TSV, HEAT_COPY, 0, false);
    return count;
}

/* ---- what the numbers mean ---- */

static const char *meaning(const Painter *painter, const MatrixPicture *picture, bool small)
{
    const View *view = painter->view;
    Arena *arena = &painter->list->arena;
    const Config *config = &view->trace->config;
    bool self = config_looks_inside(config);
    if (picture->numbers)
        return kit_said(painter, heat_meaning(heat_kind(view)));
    if (view->heat.columns)
        return kit_said(painter, self ? W_EACH_NUMBER_IS_A_WEIGHT_OF_A_WORD : W_EACH_NUMBER_IS_A_WEIGHT);
    const char *text = kit_said(painter, self                       ? W_A_ROW_OF_SELF_ATTENTION
                                         : config->local == LOCAL_P ? W_A_ROW_OF_A_LOCAL_WINDOW
                                                                    : W_A_ROW_ADDS_UP_TO_1);
    if (!picture->values || small || !matrix_rounds(picture, arena))
        return text;
    return arena_printf(arena, kit_said(painter, W_LEAD_AND_TEXT), text, kit_said(painter, W_THE_NUMBERS_ARE_ROUNDED));
}

/* A paragraph where there is room for two lines and more; returns where the next one begins. */
static float say(const Painter *painter, TextStyle style, Box box, float y, const char *text)
{
    if (!text || y >= box.y + box.h - 60)
        return y;
    return y + look_paragraph(painter, style, (Box){box.x, y, box.w, box.y + box.h - y}, text) + 14;
}

static void draw_info(const Painter *painter, const MatrixPicture *picture, bool small, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    TextStyle body = style_plain(theme, TYPE_BODY, ROLE_INK), muted = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    float y = box.y + 8;
    Word title = picture->numbers     ? heat_title(heat_kind(view))
                 : view->heat.columns ? W_SHARE_OF_COLUMN_HEADING
                                      : W_WEIGHT;
    kit_heading(painter, (Point){box.x, y + 4}, ROLE_MUTED, 1, kit_said(painter, title));
    color_bar(painter, view->map, picture->extent, (Box){box.x, y + 16, box.w, 30});
    y += 58;
    y +=
        look_paragraph(painter, body, (Box){box.x, y, box.w, box.y + box.h - y}, meaning(painter, picture, small)) + 14;
    if (view->heat.gold && !view->heat.hide_gold)
        y = say(painter, body, box, y, heat_gold(view, picture, &painter->list->arena));
    y = say(painter, muted, box, y, grid_unknown(painter, view->trace));
    if (painter->passive)
        return;
    y = say(painter, muted, box, y, small ? kit_said(painter, W_NO_ROOM_FOR_NUMBERS) : NULL);
    say(painter, muted, box, y, kit_said(painter, W_WHEEL_ZOOM_DRAG_MOVE_SHIFT));
}

/* As many arcs as the map has rows. */
static void draw_arcs(const Painter *painter, const MatrixPicture *picture, Box in)
{
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    bool self = config_looks_inside(&painter->view->trace->config);
    arcs_draw(painter, picture, (Box){in.x, in.y, in.w, in.h - 48});
    look_paragraph(painter, small, (Box){in.x, in.y + in.h - 40, in.w, 40},
                   kit_said(painter, self ? W_ARCS_OF_SELF_MEAN : W_ARCS_MEAN));
}

static bool is_wide(Box in) /* what the numbers mean stands beside the map, else under it */
{
    return in.w >= 760;
}

/* Arcs are as wide as weights: of other numbers there are none. */
static bool draws_arcs(const View *view)
{
    return view->heat.arcs && !heat_several(view)
           && (!heat_offers(view) || view->look == LOOK_WHOLE || !view_has_look(VIEW_HEATMAP, view->look));
}

/* Without room for numbers; they are only there if they are wanted. */
static bool is_small(const View *view, const Grid *cells)
{
    return !draws_arcs(view) && !grid_has_numbers(view, cells->w, cells->h);
}

static void draw_map(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *map, Box in)
{
    bool small = is_small(painter->view, &map->grid) && picture->values;
    if (painter->layout)
        painter->layout->map = (HeatPlace){map->sight, map->grid.corner, {map->grid.w, map->grid.h}};
    matrix_picture_draw(painter, picture, map);
    if (is_wide(in)) {
        draw_info(painter, picture, small, (Box){in.x + in.w - INFO, in.y, INFO, in.h});
        return;
    }
    const char *text = meaning(painter, picture, small);
    if (small && !painter->passive)
        text = arena_printf(&painter->list->arena, "%s%s%s", kit_said(painter, W_NO_ROOM_FOR_NUMBERS),
                            kit_said(painter, W_PIECE_GAP), text);
    Box cells = map->sight;
    float y = painter->passive ? fminf(cells.y + cells.h + 14, in.y + in.h - 38) : in.y + in.h - 38;
    look_paragraph(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), (Box){in.x, y, in.w, 40}, text);
}

/* The sentence, and under it what can be chosen, which has to know how large the cells are. `over`: no row is the one
 * that is made now. */
static void draw_weights(const Painter *painter, const Scope *scope, bool over, Box in)
{
    MenuOption options[CONTROLS_MOST];
    Choice choice = {CHOICE_FRAMES, 6, options, list_controls(painter, false, options)};
    Box top = in;
    if (!painter->passive) {
        float high = kit_choice_height(painter, in.w, &choice) + 18;
        in.y += high;
        in.h -= high;
    }
    MatrixPicture picture = matrix_at(painter->view->trace, painter->view->map, scope->cursor);
    picture.heat = &painter->view->heat;
    picture.own = painter->view->own;
    picture.values = !painter->view->heat.plain;
    bool all = heat_several(painter->view), arcs = draws_arcs(painter->view);
    picture.words = !arcs; /* whose words are found by Tab */
    if (over || (painter->passive && scope->cursor >= moment_count(painter->view->trace) - 1))
        picture.current = -1; /* on paper no row of a whole alignment is the one that is written now */
    if (heat_refusal(painter->view) || all) {
        if (!painter->passive)
            kit_choice(painter, top, &choice);
        if (all && !heat_refusal(painter->view))
            heat_draw_maps(painter, &picture, in);
        else
            look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED),
                           (Box){in.x, in.y + 20, fminf(in.w, 640), 200},
                           kit_said(painter, heat_refusal(painter->view)));
        return;
    }
    heat_take(painter->view, heat_kind(painter->view), &picture, &painter->list->arena);
    bool wide = is_wide(in);
    Box area = {in.x, in.y, wide ? in.w - INFO - 28 : in.w, in.h - (wide ? 0 : 44)};
    MatrixLayout map = matrix_lay(painter, &picture, area);
    list_controls(painter, is_small(painter->view, &map.grid), options);
    if (!painter->passive)
        kit_choice(painter, top, &choice);
    if (arcs)
        draw_arcs(painter, &picture, in);
    else
        draw_map(painter, &picture, &map, in);
}

static float draw(const Painter *window, const Scope *all, const WindowLayout *layout)
{
    const View *map = inside(window->view, &window->list->arena);
    Painter own = *window, *painter = &own;
    own.view = map ? map : window->view;
    Scope of_map = map ? scope_at(map->trace, map->cursor) : *all, *scope = &of_map;
    bool over = map && all->moment.kind != MOMENT_SELF;
    Box stage = layout->stage, in = {stage.x + MARGIN, stage.y + 20, stage.w - 2 * MARGIN, stage.h - 34};
    Box field = {in.x, in.y, in.w, 38};
    bool weighs = config_weighs(&painter->view->trace->config) || heat_kind(painter->view) != CAUSE_ATTENTION;
    if (!painter->passive)
        field_draw(painter, field);
    MenuOption looks[LOOKS];
    Choice choice = {CHOICE_FRAMES, 6, looks, list_looks(painter->view, looks)};
    if (!weighs && !painter->passive && choice.count > 0)
        field.y += kit_choice(painter, (Box){in.x, in.y + 50, in.w, in.h - 50}, &choice);
    if (!weighs)
        look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED),
                       (Box){field.x, field.y + 70, fminf(in.w, 640), 200}, kit_said(painter, W_NO_WEIGHTS));
    else if (painter->passive)
        draw_weights(painter, scope, over, in);
    else
        draw_weights(painter, scope, over, (Box){in.x, in.y + 50, in.w, in.h - 50});
    return 0;
}

/* Why numbers cannot be had. */
static char *describe(const View *view, Target target, Arena *arena)
{
    bool numbers = target.kind == TARGET_CONTROL && target.a == HEAT_VALUES;
    char *cause = heat_describe(view, target, arena);
    if (cause)
        return cause;
    if (config_looks_inside(&view->trace->config) && target.kind == TARGET_HEAT) {
        Value weight = {VALUE_SELF_WEIGHT, .run = head_of(view), .place = target.a, .index = target.b};
        return describe_at(view, weight, arena);
    }
    if (config_looks_inside(&view->trace->config) && target.kind == TARGET_WORD)
        target = target_at(TARGET_SOURCE, target.a, 0, 0);
    if (!numbers)
        return describe_value(view, target, arena);
    return target.c ? arena_string(arena, said(view->language, W_NO_ROOM_FOR_NUMBERS)) : NULL;
}

/* Of words that look at words a row is no step of the decode. */
static Brush brush(const View *view, Target target)
{
    if (!config_looks_inside(&view->trace->config) || target.kind == TARGET_CONTROL)
        return (Brush){0};
    Brush own = brush_at(view, target, NULL);
    own.words = target.kind == TARGET_HEAT || target.kind == TARGET_WORD;
    own.step = own.words ? own.step : -1;
    return own;
}

const Picture view_heatmap = {draw, NULL, describe, NULL, brush, inside, .least = {0, 300}};
