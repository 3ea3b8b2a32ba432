#include "scene/views/heatmap/heatmap_maps.h"

#include "scene/kit/kit.h"
#include "scene/views/heatmap/heatmap_words.h"
#include "scene/views/variant_bar.h"

/* ---- which of them ---- */

static bool is_long(const Trace *trace)
{
    return (long)trace->n * trace->step_count > CAUSE_CELLS_MOST;
}

bool heat_offers(const View *view)
{
    return view->model && view_decodes(view) && !config_looks_inside(&view->trace->config);
}

bool heat_several(const View *view)
{
    return heat_offers(view) && view->look == LOOK_MAPS;
}

CauseKind heat_kind(const View *view)
{
    static const CauseKind kinds[LOOK_KINDS] = {
        [LOOK_ERASE] = CAUSE_UNKNOWN, [LOOK_ERASE_ZERO] = CAUSE_ZERO, [LOOK_GRADIENT] = CAUSE_GRADIENT};
    if (!heat_offers(view))
        return CAUSE_ATTENTION;
    return view->look == LOOK_MAPS && !config_weighs(&view->trace->config) ? CAUSE_UNKNOWN : kinds[view->look];
}

bool heat_needs(const View *view, CauseKind kind)
{
    return kind != CAUSE_ATTENTION && (heat_several(view) || heat_kind(view) == kind);
}

Word heat_refusal(const View *view)
{
    const Trace *trace = view_whole(view);
    bool others = heat_offers(view) && view_has_look(VIEW_HEATMAP, view->look) && view->look != LOOK_WHOLE;
    if (!others)
        return 0;
    return cause_bar(view->model, trace, CAUSE_GRADIENT) == CAUSE_CHANGED ? W_CAUSE_OF_CHANGED
           : is_long(trace)                                               ? W_CAUSE_OF_LONG
                                                                          : 0;
}

/* ---- the numbers ---- */

const float *heat_numbers(const View *view, CauseKind kind, Arena *arena)
{
    const CauseMaps *maps = view->heat.maps;
    bool kept = maps && maps->trace == view_whole(view) && maps->of[kind];
    return kept ? maps->of[kind] : cause_map(view->model, view->trace, kind, arena);
}

void heat_take(const View *view, CauseKind kind, MatrixPicture *picture, Arena *arena)
{
    const Trace *trace = view->trace;
    picture->side = (int)kind;
    if (kind == CAUSE_ATTENTION)
        return;
    picture->numbers = heat_numbers(view, kind, arena);
    picture->extent = 1e-6f;
    for (int i = 0; i < trace->step_count * trace->n; i++)
        picture->extent = fmaxf(picture->extent, fabsf(picture->numbers[i]));
    picture->own = NULL;
}

/* ---- words ---- */

Word heat_title(CauseKind kind)
{
    return W_MAP_OF_ATTENTION + (Word)kind;
}

Word heat_meaning(CauseKind kind)
{
    return W_MEANS_UNKNOWN + (Word)kind - CAUSE_UNKNOWN;
}

const char *heat_gold(const View *view, const MatrixPicture *picture, Arena *arena)
{
    const HeatLook *heat = &view->heat;
    int linked = 0, agreed = 0;
    for (int t = 0; t < matrix_rows(picture); t++) {
        bool any = false, found = false;
        for (int i = 0; i < heat->gold_count; i++) {
            any = any || heat->gold[i].target == t;
            found = found || (heat->gold[i].target == t && heat->gold[i].source == matrix_peak(picture, t));
        }
        linked += any;
        agreed += found;
    }
    Word form = picture->numbers ? W_LARGEST_NUMBER_ON_GOLD : W_DASHED_CELLS_ARE_GOLD_LINKS;
    return linked ? arena_printf(arena, said(view->language, form), agreed, linked) : NULL;
}

bool heat_strikes(const View *view, Target target)
{
    bool asks = heat_kind(view) != CAUSE_ATTENTION || view->look == LOOK_MAPS;
    return target.kind == TARGET_SOURCE && asks && heat_offers(view) && view_changes(view) && scene_gate(view) < 0
           && target.a >= 0 && target.a < view->trace->words;
}

char *heat_describe(const View *view, Target target, Arena *arena)
{
    CauseKind kind = (CauseKind)target.c;
    const Trace *trace = view->trace;
    if (heat_strikes(view, target)) {
        bool struck = view_other_words(view) && trace->unknown[target.a];
        return arena_printf(arena, said(view->language, struck ? W_PRESS_PUTS_BACK : W_PRESS_STRIKES),
                            trace->source[target.a]);
    }
    if (target.kind != TARGET_HEAT || kind <= CAUSE_ATTENTION || kind >= CAUSE_KINDS || !heat_needs(view, kind)
        || heat_refusal(view) || target.a >= trace->step_count || target.b >= trace->n)
        return NULL;
    double value = (double)heat_numbers(view, kind, arena)[target.a * trace->n + target.b];
    double p = (double)trace->steps[target.a].p;
    const char *number = number_text(arena, value, 2, true), *wrote = trace->steps[target.a].token;
    if (kind == CAUSE_GRADIENT)
        return arena_printf(arena, said(view->language, W_SLOPE_OF), wrote, trace->source[target.b], number);
    return arena_printf(arena, said(view->language, kind == CAUSE_ZERO ? W_FALL_OF_ZERO : W_FALL_OF_UNKNOWN), wrote,
                        trace->source[target.b], number, share_text(arena, p, 2),
                        share_text(arena, fmin(1, p * exp(-value)), 2));
}

/* ---- side by side ---- */

enum { ROOM = 250, NARROW = 130, SIDE = 50, TITLED = 230, GAP = 24, HEAD = 30, FOOT = 66, LEAST_H = 140 };

static void draw_map(const Painter *painter, const MatrixPicture *weights, CauseKind kind, Box box)
{
    const View *view = painter->view;
    Arena *arena = &painter->list->arena;
    HeatLook heat = view->heat;
    heat.zoom = 1;
    MatrixPicture picture = *weights;
    picture.heat = &heat;
    picture.maxima = true;
    heat_take(view, kind, &picture, arena);
    Word title = box.w < TITLED ? W_BUTTON_LOOKED + (Word)kind : heat_title(kind);
    bool told = box.h >= LEAST_H + FOOT && view->heat.gold && !view->heat.hide_gold;
    kit_heading(painter, (Point){box.x, box.y + 14}, ROLE_CONTEXT, 1, kit_said(painter, title));
    MatrixLayout map =
        matrix_lay(painter, &picture, (Box){box.x, box.y + HEAD, box.w, box.h - HEAD - (float)(told ? FOOT : 8)});
    if (painter->layout)
        painter->layout->map = (HeatPlace){map.sight, map.grid.corner, {map.grid.w, map.grid.h}};
    matrix_picture_draw(painter, &picture, &map);
    const char *gold = told ? heat_gold(view, &picture, arena) : NULL;
    float y = map.sight.y + map.sight.h + 10;
    if (gold)
        look_paragraph(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                       (Box){box.x, y, box.w, box.y + box.h - y}, gold);
}

/* How many stand side by side so that cells are largest; no row has one alone. */
static int best_across(const Trace *trace, int count, Box in)
{
    int best = 2;
    float largest = 0;
    for (int across = 2; across <= count; across++) {
        int rows = (count + across - 1) / across;
        float w = (in.w - GAP * (float)(across - 1)) / (float)across, h = in.h / (float)rows;
        float cell = fminf((w - SIDE) / (float)trace->n, (h - HEAD - SIDE) / (float)trace->step_count);
        if (w >= NARROW && count % across != 1 && cell > largest)
            best = across, largest = cell;
    }
    return best;
}

void heat_draw_maps(const Painter *painter, const MatrixPicture *picture, Box in)
{
    bool weighs = config_weighs(&painter->view->trace->config);
    int first = weighs ? CAUSE_ATTENTION : CAUSE_UNKNOWN, count = CAUSE_KINDS - first;
    float under = in.w < 2 * ROOM ? 96 : 48; /* px of what is said of them all */
    int across = best_across(painter->view->trace, count, (Box){in.x, in.y, in.w, in.h - under});
    int rows = (count + across - 1) / across;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float w = (in.w - GAP * (float)(across - 1)) / (float)across, h = (in.h - under) / (float)rows;
    bool room = h >= LEAST_H;
    look_paragraph(painter, small, room ? (Box){in.x, in.y + in.h - under + 8, in.w, under - 8} : in,
                   kit_said(painter, room ? W_MAPS_ARE_ANSWERS : W_MAPS_NEED_ROOM));
    for (int i = 0; i < count && room; i++) {
        Box box = {in.x + (w + GAP) * (float)(i % across), in.y + h * (float)(i / across), w, h - 4};
        draw_map(painter, picture, (CauseKind)(first + i), box);
    }
}
