#include "scene/figures/page.h"

#include "base/hash.h"
#include "derive/explain.h"
#include "scene/stage/stage.h"
#include "scene/views/picture.h"
#include "words/common_words.h"

#include <math.h>

#define FORMULA_H   44.0f /* of the line below the stage */
#define STAGE_LEAST 380.0f
#define COVERED_H   260.0f /* of a picture that comes with the answer */
#define STAGE_GOOD  440.0f /* from which on the map has more room, too */
#define STAGE_MOST  580.0f
#define PANELS_MORE 340.0f /* of one step of training */
#define WIDE        900.0f
#define MAP_W       280.0f /* beside the stage of a figure that is so wide; else below it: */
#define MAP_ROW     22.0f
#define MAP_LOW     14.0f /* a row where there is little room */
#define MAP_HEAD    78.0f /* its heading, and the words over it: */
#define MAP_TURNED  46.0f /* more, where there are too many of them to stand level */
#define MAP_LEVEL   14
#define MAP_MOST    320.0f
#define MAP_GAP     24.0f
#define SMALLER     0.94f /* of a picture of which something is out of sight, or cut, until nothing is */
#define SCALE_LEAST 0.5f

/* ---- the alignment, beside the stage as in the window ---- */

/* Its rows as far as they have come, with the one that is made; 0: there is none yet. */
static int map_rows(const View *view)
{
    if (!view_has(view->kind, HAS_STAGE) || !config_weighs(&view->trace->config) || scene_mask(view).covered)
        return 0;
    MatrixPicture picture = matrix_at(view->trace, view->map, view->cursor);
    return matrix_rows(&picture) > 0 ? picture.current + 1 : 0;
}

static float map_height(const View *view, float row)
{
    int rows = map_rows(view);
    float head = MAP_HEAD + (view->trace->n > MAP_LEVEL ? MAP_TURNED : 0);
    return rows > 0 ? fminf(MAP_MOST, head + row * (float)rows) : 0;
}

/* Four panels want more height than a stage. */
static float panels_more(const View *view)
{
    return view->kind == VIEW_TRAIN && view->look == LOOK_STEP ? PANELS_MORE : 0;
}

float page_figure_height(const View *view, float room)
{
    if (scene_mask(view).covered)
        return fminf(COVERED_H, room);
    float more = panels_more(view), most = STAGE_MOST + more + map_height(view, MAP_ROW),
          least = STAGE_LEAST + more + map_height(view, MAP_LOW);
    return fmaxf(least, fminf(most, room));
}

float page_figure_good(const View *view)
{
    return scene_mask(view).covered ? COVERED_H : STAGE_GOOD + panels_more(view) + map_height(view, MAP_ROW);
}

/* Returns how many px of its rows are out of sight. */
static float draw_map(const Painter *painter, Box box)
{
    const View *view = painter->view;
    MatrixPicture picture = matrix_at(view->trace, view->map, view->cursor);
    Trace part = *view->trace;
    part.step_count = map_rows(view);
    picture.trace = &part;
    picture.scrolls = true;
    kit_heading(painter, (Point){box.x, box.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_ALIGNMENT));
    MatrixLayout map = matrix_picture(painter, &picture, (Box){box.x, box.y + 26, box.w, box.h - 26});
    return map.scrolls ? map.grid.h * (float)part.step_count - map.sight.h : 0;
}

/* Leaves the rest of the box to the stage. Returns how many px of the map are out of sight. */
static float take_map(const Painter *painter, Box *box)
{
    bool beside = box->w >= WIDE;
    float room = fmaxf(box->h - STAGE_GOOD, map_height(painter->view, MAP_LOW));
    float high = beside ? box->h : fminf(room, map_height(painter->view, MAP_ROW)), wide = beside ? MAP_W : box->w;
    Box map = {box->x + box->w - wide, box->y + box->h - high, wide, high};
    if (beside)
        box->w -= wide;
    else
        box->h -= high;
    return draw_map(painter, box_inset(map, MAP_GAP, MAP_GAP / 2));
}

static float draw_decode(const Painter *painter, Box box)
{
    const View *view = painter->view;
    Scope scope = scope_at(view->trace, view->cursor);
    float more = map_rows(view) > 0 ? take_map(painter, &box) : 0;
    Box area = {box.x, box.y, box.w, box.h - FORMULA_H};
    StageLayout layout = stage_layout(view, painter->list->type, &scope, area);
    stage_draw(painter, &scope, &layout);
    formula_draw(painter, &scope, (Point){box.x + 12, box.y + box.h - 16}, box.w - 24, 16);
    return more + layout.scroll_limit;
}

/* The same of any view, in its way. */
static float draw_view(const Painter *painter, Box box)
{
    float more = 0;
    const View *view = painter->view;
    Scope scope = scope_at(view->trace, view->cursor);
    drawlist_clip(painter->list, box);
    if (scene_mask(view).covered)
        covered_draw(painter, box);
    else if (view_has(view->kind, HAS_STAGE))
        more = draw_decode(painter, box);
    else
        more = PICTURES[view->kind]->draw(painter, &scope, &(WindowLayout){.stage = box});
    drawlist_unclip(painter->list);
    return more;
}

Box page_figure_box(float y, float height)
{
    return (Box){PAGE_MARGIN - 20, y, PAGE_W - 2 * PAGE_MARGIN + 40, height};
}

/* Of a picture laid out for that size: is all of it in sight? `list` is the picture. */
static bool draw_whole(const View *shown, float width, float height, const Type *type, DrawList *list)
{
    SceneLayout found = {0};
    Painter painter = {shown, shown->theme, list, true, &found};
    drawlist_reset(list, type, width, height, shown->theme->paper);
    float more = draw_view(&painter, (Box){0, 0, width, height});
    drawlist_crop(list);
    return more <= 0 && found.pan_most.x <= 0 && found.pan_most.y <= 0;
}

/* The largest scale at which all is in sight and no word is cut; words that are cut at each are cut at the largest. */
static float draw_scaled(const View *shown, float width, float height, const Type *type, DrawList *list)
{
    float found = 0;
    for (float scale = 1; scale > SCALE_LEAST; scale *= SMALLER) {
        bool whole = draw_whole(shown, width / scale, height / scale, type, list);
        if (whole && list->cut == 0)
            return scale;
        if (whole && found == 0)
            found = scale;
    }
    found = found > 0 ? found : SCALE_LEAST;
    draw_whole(shown, width / found, height / found, type, list);
    return found;
}

void handout_figure(const View *shown, float width, float height, const Type *type, DrawList *list)
{
    DrawList figure = {0};
    float scale = draw_scaled(shown, width, height, type, &figure);
    drawlist_reset(list, type, width, height, shown->theme->paper);
    drawlist_append_scaled(list, &figure, (Point){0, 0}, scale);
    drawlist_finish(&figure);
}

void page_figure(const Painter *painter, Box box)
{
    DrawList figure = {0};
    handout_figure(painter->view, box.w, box.h, painter->list->type, &figure);
    drawlist_append(painter->list, &figure, (Point){box.x, box.y});
    drawlist_finish(&figure);
    drawlist_box(painter->list, box, 8, paint_stroke(painter->theme->hairline, 1));
}

static uint64_t hash_figure(const View *shown, const Type *type)
{
    DrawList list = {0};
    uint64_t hash = 0;
    handout_figure(shown, PAGE_W, PAGE_H, type, &list);
    for (int i = 0; i < list.count; i++)
        hash = hash_mix(hash, drawlist_hash(&list.commands[i]));
    drawlist_finish(&list);
    return hash;
}

bool handout_reveals(const Handout *handout, int card, const Type *type)
{
    Arena arena = {0};
    View asked = handout_view(handout, card, false, &arena), answered = handout_view(handout, card, true, NULL);
    bool other = hash_figure(&asked, type) != hash_figure(&answered, type);
    arena_finish(&arena);
    return other;
}

const char *handout_caption(const View *shown, Arena *arena)
{
    if (!view_has(shown->kind, HAS_STAGE) || scene_mask(shown).covered)
        return NULL;
    Maths maths = view_maths(shown, arena);
    return view_glossed(shown, explain_moment(&maths, moment_of_stop(shown->cursor)), arena);
}

void page_caption(Flow *flow)
{
    const char *caption = handout_caption(flow->painter->view, &flow->painter->list->arena);
    if (!caption)
        return;
    flow_text(flow, caption, style_plain(flow->painter->theme, TYPE_BODY, ROLE_MUTED), flow->x, flow->width);
    flow->y += 8;
}
