#include "scene/views/heatmap/heatmap_maps.h"

#include "scene/kit/kit.h"
#include "scene/views/heatmap/heatmap_words.h"
#include "scene/views/variant_bar.h"
#include "trace/head_row.h"

/* ---- which of them ---- */

static bool is_long(const Trace *trace)
{
    return (long)trace->n * trace->step_count > CAUSE_CELLS_MOST;
}

bool heat_offers(const View *view)
{
    return cause_bar(view->model, view->trace, CAUSE_GRADIENT) != CAUSE_NO_MODEL
           && !config_looks_inside(&view->trace->config);
}

bool heat_has_layers(const View *view)
{
    return cross_map_count(&view->trace->config) > 1;
}

static bool shows_layers(const View *view)
{
    return view->look == LOOK_LAYERS && heat_has_layers(view);
}

static bool shows_causes(const View *view)
{
    return view->look == LOOK_MAPS && heat_offers(view);
}

bool heat_several(const View *view)
{
    return shows_causes(view) || shows_layers(view);
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
    return kind != CAUSE_ATTENTION && (shows_causes(view) || heat_kind(view) == kind);
}

Word heat_refusal(const View *view)
{
    const Trace *trace = view_whole(view);
    if (view->look == LOOK_LAYERS)
        return heat_has_layers(view) ? 0 : W_ONE_MAP_ALONE;
    bool others = heat_offers(view) && view_has_look(VIEW_HEATMAP, view->look) && view->look != LOOK_WHOLE;
    if (!others)
        return 0;
    return cause_bar(view->model, trace, CAUSE_GRADIENT) == CAUSE_CHANGED ? W_CAUSE_OF_CHANGED
           : !trace->maps && is_long(trace)                               ? W_CAUSE_OF_LONG
                                                                          : 0;
}

/* ---- the numbers ---- */

void heat_take(const View *view, CauseKind kind, MatrixPicture *picture, Arena *arena)
{
    const Trace *trace = view->trace;
    picture->side = (int)kind;
    if (kind == CAUSE_ATTENTION)
        return;
    picture->numbers = cause_map(view->model, trace, kind, arena);
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

/* "LAYER 1, HEAD 2", of one layer "HEAD 2" */
static const char *layer_title(const View *view, int map, Arena *arena)
{
    const Config *config = &view->trace->config;
    CrossMap of = cross_map(config, map);
    if (config->layers == 1)
        return of.head ? arena_printf(arena, said(view->language, W_MAP_OF_ONE_HEAD), of.head)
                       : said(view->language, W_MAP_OF_HEADS);
    Word title = of.head ? W_MAP_OF_HEAD : config->cross_heads > 1 ? W_MAP_OF_MEAN : W_MAP_OF_LAYER;
    return arena_printf(arena, said(view->language, title), of.layer + 1, of.head);
}

static char *describe_layer(const View *view, Target target, Arena *arena)
{
    const Trace *trace = view->trace;
    if (target.a >= trace->step_count || target.b >= trace->n || target.c >= cross_map_count(&trace->config))
        return NULL;
    const float *row = cross_map_row(&trace->config, &trace->steps[target.a].step, trace->n, target.c,
                                     ARENA_ARRAY(arena, float, (size_t)trace->n));
    return !row ? NULL
                : arena_printf(arena, said(view->language, W_WEIGHT_IN_MAP), layer_title(view, target.c, arena),
                               trace->steps[target.a].token, trace->source[target.b],
                               share_text(arena, (double)row[target.b], 3));
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
    if (target.kind == TARGET_HEAT && shows_layers(view))
        return describe_layer(view, target, arena);
    if (target.kind != TARGET_HEAT || kind <= CAUSE_ATTENTION || kind >= CAUSE_KINDS || !heat_needs(view, kind)
        || heat_refusal(view) || target.a >= trace->step_count || target.b >= trace->n)
        return NULL;
    double value = (double)cause_map(view->model, trace, kind, arena)[target.a * trace->n + target.b];
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

/* Map `index` of those that the look shows, from a picture of the weights; `title`: what stands over it, in short where
 * it is narrow. */
static MatrixPicture one_of(const View *view, const MatrixPicture *weights, int index, bool narrow, const char **title,
                            Arena *arena)
{
    MatrixPicture picture = *weights;
    picture.maxima = true;
    if (shows_layers(view)) {
        *title = layer_title(view, index, arena);
        picture.side = index;
        picture.trace = trace_of_cross(view->trace, index, arena);
        picture.own = index ? NULL : picture.own;
        return picture;
    }
    CauseKind kind = (CauseKind)(index + !config_weighs(&view->trace->config));
    heat_take(view, kind, &picture, arena);
    *title = said(view->language, narrow ? W_BUTTON_LOOKED + (Word)kind : heat_title(kind));
    return picture;
}

static void draw_map(const Painter *painter, const MatrixPicture *weights, int index, Box box)
{
    const View *view = painter->view;
    Arena *arena = &painter->list->arena;
    HeatLook heat = view->heat;
    heat.zoom = 1;
    const char *title;
    MatrixPicture picture = one_of(view, weights, index, box.w < TITLED, &title, arena);
    picture.heat = &heat;
    bool told = box.h >= LEAST_H + FOOT && view->heat.gold && !view->heat.hide_gold;
    kit_heading(painter, (Point){box.x, box.y + 14}, ROLE_CONTEXT, 1, title);
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
    const View *view = painter->view;
    bool layers = shows_layers(view);
    int count = layers ? cross_map_count(&view->trace->config) : CAUSE_KINDS - !config_weighs(&view->trace->config);
    float under = in.w < 2 * ROOM ? 96 : 48; /* px of what is said of them all */
    int across = best_across(view->trace, count, (Box){in.x, in.y, in.w, in.h - under});
    int rows = (count + across - 1) / across;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float w = (in.w - GAP * (float)(across - 1)) / (float)across, h = (in.h - under) / (float)rows;
    bool room = h >= LEAST_H;
    Word told = !room ? W_MAPS_NEED_ROOM : layers ? W_MAPS_ARE_LAYERS : W_MAPS_ARE_ANSWERS;
    look_paragraph(painter, small, room ? (Box){in.x, in.y + in.h - under + 8, in.w, under - 8} : in,
                   kit_said(painter, told));
    for (int i = 0; i < count && room; i++)
        draw_map(painter, picture, i,
                 (Box){in.x + (w + GAP) * (float)(i % across), in.y + h * (float)(i / across), w, h - 4});
}
