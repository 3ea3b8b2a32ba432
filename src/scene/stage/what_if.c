#include "scene/stage/what_if.h"
#include "scene/stage/context_copies.h"
#include "scene/stage/floor_parts.h"

#include "derive/plain.h"
#include "study/own_run.h"
#include "words/stage_words.h"

#include <math.h>

#define OWN_W 52.0f /* px of "own 0.04" */

static Paint own_paint(const Painter *painter, float ink)
{
    return paint_dashed(color_fade(painter->theme->text[ROLE_INK], ink * 0.8f), 1.2f, 4, 3);
}

/* ---- weights ---- */

/* The model's own step, where its weights are others [n]; NULL: they are the same. */
static const TraceStep *what_if_weighed(const Painter *painter, const Scope *scope)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    bool weighs = now && own && now->step.weights && own->step.weights;
    return weighs && own_weights_differ(painter->view->own, scope->trace, scope->step) ? own : NULL;
}

void what_if_draw_well(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float ink)
{
    const TraceStep *own = what_if_weighed(painter, scope);
    if (!own || (layout->spacing < OWN_W && !own_weight_differs(painter->view->own, scope->trace, scope->step, j)))
        return;
    float edge = fminf(3, layout->bar_w * 0.12f), height = fmaxf(2, layout->bar_h * own->step.weights[j]);
    Box well = stage_well(layout, j);
    Box outline = {well.x + edge, well.y + well.h - height, well.w - 2 * edge, height};
    drawlist_box(painter->list, outline, 2, own_paint(painter, ink));
}

/* ---- where the word changes ---- */

/* Of the bar that has the focus; NULL: there is none on the stage, or its word stays. */
static const Tippings *tippings_of(const Painter *painter, const Scope *scope)
{
    const Tippings *tippings = &painter->view->stage.tippings;
    bool shown = stage_step(scope) && tippings->step == scope->step && scope_weighed(scope) >= 1;
    return shown && tippings->count > 0 ? tippings : NULL;
}

static const char *word_of(const Painter *painter, int id)
{
    return vocab_word(&painter->view->model->target, id);
}

static float beside_well(const StageLayout *layout)
{
    return layout->spacing - layout->bar_w;
}

/* A line across the well and a triangle at its right. */
static void draw_mark(const Painter *painter, const StageLayout *layout, Box well, float filled, float y, float ink)
{
    const Theme *theme = painter->theme;
    Color color = y > filled ? theme->panel : theme->text[ROLE_OUTPUT];
    drawlist_move(painter->list, well.x + 2, y);
    drawlist_line(painter->list, well.x + well.w - 2, y);
    drawlist_path_end(painter->list, paint_dashed(color_fade(color, ink), 1.6f, 3, 2));
    float x = well.x + well.w + 1, size = fminf(7, beside_well(layout) - 2);
    kit_triangle(painter, (Point){x, y}, (Point){x + size, y - size * 0.75f}, (Point){x + size, y + size * 0.75f},
                 color_fade(theme->fill[ROLE_OUTPUT], ink));
}

/* px at the left of a well; the first one's are the columns' own, beside the temperature's number. */
static float tip_room(const StageLayout *layout, int j)
{
    if (j > 0)
        return beside_well(layout) - 12;
    return beside_well(layout) / 2 - 7;
}

static bool tip_fits(const Painter *painter, const StageLayout *layout, int j)
{
    return kit_width(painter, style_bold(painter->theme, TYPE_TINY, ROLE_OUTPUT), "0.00") <= tip_room(layout, j);
}

static void draw_tip_word(const Painter *painter, const StageLayout *layout, Point at, int j, int id, bool holds,
                          float ink)
{
    TextStyle style = style_of(painter->theme, holds, TYPE_TINY, holds ? ROLE_INK : ROLE_MUTED);
    Slice text = drawlist_shorten(painter->list, style, slice_of(word_of(painter, id)), tip_room(layout, j));
    drawlist_text_at(painter->list, style_faded(style, ink), at, ALIGN_RIGHT, text);
}

/* The weight at the left of the well; of a single mark the words above and below it too, the one that holds in bold. */
static void draw_tip(const Painter *painter, const StageLayout *layout, Box well, const Tippings *tippings, int k,
                     float weight, float ink)
{
    Tipping mark = tippings->marks[k];
    bool words = tippings->count == 1 && well.h >= 44;
    float y = well.y + well.h * (1 - mark.weight), edge = words ? 14 : 5;
    Point at = {well.x - 6, fminf(fmaxf(y, well.y + 6), well.y + well.h - edge)};
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_OUTPUT);
    const char *number = kit_share(painter->list, (double)mark.weight);
    style = style_faded(kit_shrunk(painter, style, tip_room(layout, tippings->j), number), ink);
    kit_text_at(painter, style, (Point){at.x, at.y + 4.5f}, ALIGN_RIGHT, number);
    if (!words)
        return;
    bool over = weight >= mark.weight;
    draw_tip_word(painter, layout, (Point){at.x, at.y - 9}, tippings->j, mark.above, over, ink);
    draw_tip_word(painter, layout, (Point){at.x, at.y + 17}, tippings->j, mark.below, !over, ink);
}

static void draw_tippings(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Tippings *tippings = tippings_of(painter, scope);
    if (!tippings)
        return;
    int j = tippings->j;
    float weight = stage_step(scope)->step.weights[j], ink = scope->alpha, last = -INFINITY;
    Box well = stage_well(layout, j);
    for (int k = tippings->count - 1; k >= 0; k--) {
        float y = well.y + well.h * (1 - tippings->marks[k].weight);
        draw_mark(painter, layout, well, well.y + well.h * (1 - weight), y, ink);
        if (y - last < TYPE_SMALL + 1 || !tip_fits(painter, layout, j))
            continue;
        draw_tip(painter, layout, well, tippings, k, weight, ink);
        last = y;
    }
}

void what_if_draw_weights(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    draw_tippings(painter, scope, layout);
}

/* ---- the output ---- */

void what_if_draw_probability(const Painter *painter, const Scope *scope, Box track, int id, float ink)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    if (!own || fabsf(own->step.probabilities[id] - now->step.probabilities[id]) < OWN_LEAST)
        return;
    Box outline = {track.x, track.y - 1, fmaxf(2, track.w * own->step.probabilities[id]), track.h + 2};
    drawlist_box(painter->list, outline, 3, own_paint(painter, ink));
}

/* ---- the note in the head of the hero ---- */

#define NOTE_H 26.0f

/* One run of text behind the other, from the right to the left. */
typedef struct NoteLine {
    const Painter *painter;
    float x, y, ink;
} NoteLine;

static void put(NoteLine *line, TextStyle style, float gap, const char *text)
{
    line->x -= kit_width(line->painter, style, text);
    kit_text_at(line->painter, style_faded(style, line->ink), (Point){line->x, line->y}, ALIGN_LEFT, text);
    line->x -= gap;
}

static void put_share(NoteLine *line, bool bold, float p)
{
    put(line, style_of(line->painter->theme, bold, TYPE_BODY, bold ? ROLE_INK : ROLE_MUTED), 6,
        kit_share(line->painter->list, (double)p));
}

static void put_word(NoteLine *line, const char *word, bool struck)
{
    const Theme *theme = line->painter->theme;
    TextStyle style = style_of(theme, !struck, TYPE_BODY + 1, struck ? ROLE_MUTED : ROLE_OUTPUT);
    float right = line->x;
    put(line, style, 12, word);
    if (struck)
        kit_line(line->painter, (Point){line->x + 10, line->y - 5}, (Point){right + 2, line->y - 5},
                 color_fade(theme->text[ROLE_INK], line->ink), 1.5f);
}

/* What puts it all back: its right edge there. Returns its width. */
static float draw_reset(const Painter *painter, const Scope *scope, Point right)
{
    bool here = kit_step_changed(stage_step(scope));
    const char *text = kit_said(painter, here ? W_RESET_STEP : W_RESET_ALL);
    TextStyle style = style_bold(painter->theme, TYPE_TINY, ROLE_INK);
    Target target = {TARGET_CONTROL, DECODE_RESET, !here, 0};
    Box chip = {right.x, right.y - 9, kit_width(painter, style, text) + 14, 18};
    chip.x -= chip.w;
    Color fill = kit_pointed(painter, target) ? painter->theme->faint : painter->theme->panel;
    drawlist_box(painter->list, chip, 6, paint_fill_stroke(fill, painter->theme->hairline, 1.5f));
    kit_text(painter, style, box_inset(chip, 4, 0), ALIGN_CENTER, text);
    kit_press(painter, chip, 6, target, text);
    return chip.w;
}

/* The model's own step, where its word, or that word's probability, is another than now; NULL: they are the same. */
static const TraceStep *what_if_word(const Painter *painter, const Scope *scope)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    float shown = now ? scope->shown[MOMENT_OUTPUT] * scope->alpha : 0;
    bool differs = own && shown > 0 && (own->id != now->id || fabsf(own->p - now->p) >= OWN_LEAST);
    return differs ? own : NULL;
}

float what_if_draw_note(const Painter *painter, const Scope *scope, Point right)
{
    const TraceStep *own = what_if_word(painter, scope), *now = stage_step(scope);
    if (!painter->view->own)
        return 0;
    const Theme *theme = painter->theme;
    bool strip = view_plays(painter->view); /* which has the way back */
    float reset = painter->passive || strip ? 0 : draw_reset(painter, scope, (Point){right.x - 6, right.y}) + 18;
    if (!own)
        return reset;
    NoteLine line = {painter, right.x - 6 - reset, right.y + 5, scope_ink(scope, PART_OUTPUT)};
    bool flips = own->id != now->id; /* then of both words what they have now, so that it is part of one whole */
    put_share(&line, false, flips ? now->step.probabilities[own->id] : own->p);
    if (flips)
        put_word(&line, own->token, true);
    else
        put(&line, style_plain(theme, TYPE_SMALL, ROLE_MUTED), 12, kit_said(painter, W_WAS));
    put_share(&line, true, now->p);
    put_word(&line, now->token, false);
    Box box = {line.x + 2, right.y - NOTE_H / 2, right.x - line.x - 2, NOTE_H};
    drawlist_box(painter->list, box, 7, paint_stroke(theme->fill[ROLE_QUERY], 1.4f));
    return box.w;
}

/* ---- muted states ---- */

/* Beside a strip, or on it where it has no room there. */
void what_if_draw_mute(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float ink)
{
    const View *view = painter->view;
    bool muted = trace_muted(scope->trace, j), hand = view_has(view->kind, HAS_STAGE) && !painter->passive;
    Target target = target_at(TARGET_CONTROL, DECODE_MUTE, j, 0), state = target_at(TARGET_ANNOTATION, j, -1, 0);
    bool meant = hand && view_changes(view) && config_weighs(&scope->trace->config)
                 && (kit_pointed(painter, target) || kit_pointed(painter, state) || kit_traced(painter, state)
                     || target_equal(view->focus, target));
    if ((!muted && !meant) || scope->trace->row || layout->visit.here > 0 || copies_lift(scope))
        return;
    const char *text = kit_said(painter, muted ? W_MUTED : W_MUTE);
    TextStyle style = style_bold(painter->theme, TYPE_TINY, muted ? ROLE_INK : ROLE_MUTED);
    Box strip = stage_lying(layout, j);
    if (kit_width(painter, style, text) + 12 > layout->spacing - 10)
        text = muted || painter->view->window.by_finger ? "0" : "Z";
    float width = kit_width(painter, style, text) + 12;
    if (width > layout->spacing - 4)
        return;
    bool stands = layout->floors.hero[FLOOR_STATES] > 0.5f;
    float y = stands ? layout->state_y + layout->state_h * 0.54f : strip.y + strip.h + 13;
    y = fminf(y, layout->floor[FLOOR_STATES].y + layout->floor[FLOOR_STATES].h - 9);
    Box chip = {stage_column_x(layout, j) - width / 2, y - 9, width, 18};
    Color fill = kit_pointed(painter, target) ? painter->theme->faint : painter->theme->panel;
    drawlist_box(painter->list, chip, 6,
                 paint_faded(paint_fill_stroke(fill, painter->theme->text[ROLE_MUTED], 1.2f), ink));
    kit_text(painter, style_faded(style, ink), chip, ALIGN_CENTER, text);
    if (!hand)
        return;
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = markup_plain(annotation_name(&maths, j), &painter->list->arena);
    kit_press_ring(painter, box_inset(chip, -2, -3), chip, 6, target, muted, /* a key does it while it is not */
                   arena_printf(&painter->list->arena, kit_said(painter, muted ? W_SOUND_STATE : W_MUTE_STATE), name));
}

/* ---- what outlines and triangles are ---- */

#define LEGEND_LINE 20.0f
#define LEGEND_SIGN 17.0f /* px in front of a line */

/* Where the well has no room for its number and words: those of the mark that is nearest. */
static const Tipping *nearest_tip(const Scope *scope, const Tippings *tippings)
{
    float weight = stage_step(scope)->step.weights[tippings->j];
    const Tipping *nearest = tippings->marks;
    for (const Tipping *mark = nearest; mark < tippings->marks + tippings->count; mark++)
        if (fabsf(mark->weight - weight) < fabsf(nearest->weight - weight))
            nearest = mark;
    return nearest;
}

/* What a triangle says, in a line of parts. */
static void tell_tip(const Painter *painter, const Scope *scope, const StageLayout *layout, const Tippings *tippings,
                     TextStyle style, Point at, float room)
{
    const Tipping *tip = nearest_tip(scope, tippings);
    const char *parts[] = {kit_share(painter->list, (double)tip->weight), word_of(painter, tip->below), "→",
                           word_of(painter, tip->above)};
    int count = 4;
    if (tip_fits(painter, layout, tippings->j)) {
        parts[0] = kit_said(painter, W_THE_WORD_FLIPS);
        count = 1;
    }
    float width = 4.0f * (float)(count - 1);
    for (int i = 0; i < count; i++)
        width += kit_width(painter, style, parts[i]);
    style.size = fmaxf(style.size * fminf(1, room / width), view_type_least(painter->view));
    for (int i = 0; i < count; i++)
        at.x += kit_text_at(painter, style, at, ALIGN_LEFT, parts[i]) + 4;
}

/* At the foot of the hero, under its name. */
void what_if_draw_legend(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    bool weighed = what_if_weighed(painter, scope) && scope_weighed(scope) > 0;
    const Tippings *tippings = tippings_of(painter, scope);
    float hero = stage_is_hero(layout, FLOOR_WEIGHTS);
    Point at = {layout->area.x + 14, layout->bar_y + layout->bar_h - (weighed && tippings ? 30 : 10)};
    float room = layout->columns.x - at.x - LEGEND_SIGN;
    if (hero <= 0 || room < 50 || !layout->labels || layout->bar_h < 84)
        return;
    const Theme *theme = painter->theme;
    TextStyle style = style_faded(style_plain(theme, TYPE_TINY, ROLE_MUTED), hero);
    if (weighed) {
        const char *own = kit_said(painter, W_THE_MODELS_OWN);
        drawlist_box(painter->list, (Box){at.x, at.y - 9, 13, 9}, 2, own_paint(painter, hero));
        kit_text_at(painter, kit_shrunk(painter, style, room, own), (Point){at.x + LEGEND_SIGN, at.y}, ALIGN_LEFT, own);
        at.y += LEGEND_LINE;
    }
    if (!tippings)
        return;
    kit_triangle(painter, (Point){at.x + 3, at.y - 4}, (Point){at.x + 10, at.y - 8.5f}, (Point){at.x + 10, at.y + 0.5f},
                 color_fade(theme->fill[ROLE_OUTPUT], hero));
    tell_tip(painter, scope, layout, tippings, style, (Point){at.x + LEGEND_SIGN, at.y}, room);
}
