#include "scene/stage/what_if.h"
#include "scene/stage/event_context.h"
#include "scene/stage/stage.h"

#include "derive/plain.h"
#include "scene/kit/widget.h"
#include "study/own_run.h"
#include "words/stage_words.h"

#include <math.h>

#define OWN_W      52.0f /* px of "own 0.04" */
#define WORD_LEFT  8.0f  /* px that the line of both words reaches beyond the decoder, with names of its numbers */
#define WORD_RIGHT 32.0f

static Paint own_paint(const Painter *painter, float ink)
{
    return paint_dashed(color_fade(painter->theme->text[ROLE_INK], ink * 0.8f), 1.2f, 4, 3);
}

/* ---- weights ---- */

const TraceStep *what_if_weighed(const Painter *painter, const Scope *scope)
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

/* On a ground of their own, before which the way from the state runs; between narrow columns of the weight that has
 * the focus alone. */
static void draw_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *own = what_if_weighed(painter, scope);
    if (!own || scope_weighed(scope) <= 0)
        return;
    int n = scope->trace->n;
    float y = layout->bar_y + layout->bar_h + 13, right = layout->slider.x + layout->slider.w + 46;
    bool beside = layout->slider.w > 0 && y - 12 < layout->slider.y + 8; /* the temperature's number */
    for (int j = 0; j < n; j++) {
        Point at = {stage_text_x(layout, j, OWN_W), y};
        bool meant = target_equal(painter->view->focus, target_at(TARGET_WEIGHT, scope->step, j, 0));
        if ((layout->spacing < OWN_W && !meant) || (beside && at.x - OWN_W / 2 < right))
            continue;
        Scope one = scope_of_word(scope, painter, j);
        TextStyle style = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED),
                                      scope_ink(&one, PART_WEIGHTS) * scope->alpha * scope_weighed(scope));
        const char *share = kit_share(painter->list, (double)own->step.weights[j]);
        const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_OWN_SHARE), share);
        float width = kit_width(painter, style, text);
        Box ground = {at.x - width / 2 - 2, y - 10, width + 4, 13};
        drawlist_box(painter->list, ground, 3, paint_fill(painter->theme->paper));
        kit_text_at(painter, style, at, ALIGN_CENTER, text);
    }
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
    return beside_well(layout) / 2 - 7 - (layout->slider.w > 0 ? 12 : 0);
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
    draw_numbers(painter, scope, layout);
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

/* One run of text behind the other, along a baseline. */
typedef struct BaselineText {
    const Painter *painter;
    Point at;
    float ink;
} BaselineText;

static float add_text(BaselineText *line, bool bold, float size, Role role, float gap, const char *text)
{
    TextStyle style = style_faded(style_of(line->painter->theme, bold, size, role), line->ink);
    float width = kit_text_at(line->painter, style, line->at, ALIGN_LEFT, text);
    line->at.x += width + gap;
    return width;
}

static void add_word(BaselineText *line, const char *word, float most, bool struck)
{
    const Theme *theme = line->painter->theme;
    TextStyle style = style_of(theme, true, TYPE_BODY, struck ? ROLE_MUTED : ROLE_INK);
    DrawList *list = line->painter->list;
    Slice text = drawlist_shorten(list, style, slice_of(word), most);
    float width = text_width(list->type, style, text);
    if (!struck) {
        Box chip = {line->at.x, line->at.y - 15, width + 10, 20};
        drawlist_box(
            list, chip, 5,
            paint_faded(paint_fill_stroke(theme->tint[ROLE_OUTPUT], theme->fill[ROLE_OUTPUT], 1.5f), line->ink));
        line->at.x += 5;
    }
    drawlist_text_at(list, style_faded(style, line->ink), line->at, ALIGN_LEFT, text);
    if (struck)
        kit_line(line->painter, (Point){line->at.x - 2, line->at.y - 5},
                 (Point){line->at.x + width + 2, line->at.y - 5}, color_fade(theme->text[ROLE_INK], line->ink), 1.5f);
    line->at.x += width + (struck ? 5 : 11);
}

static void add_arrow(BaselineText *line)
{
    Color pink = color_fade(line->painter->theme->fill[ROLE_OUTPUT], line->ink);
    Point from = {line->at.x, line->at.y - 5};
    drawlist_arrow(line->painter->list, from, (Point){from.x + 13, from.y}, 5, pink, 1.6f);
    line->at.x += 18;
}

/* "was 0.92", or the number alone; the number is bold where it counts. */
static void add_share(BaselineText *line, Word word, bool named, bool bold, float p, float gap)
{
    DrawList *list = line->painter->list;
    const char *share = kit_share(list, (double)p);
    Role role = bold ? ROLE_INK : ROLE_MUTED;
    if (named)
        add_text(line, false, TYPE_TINY, ROLE_MUTED, 4, kit_said(line->painter, word));
    add_text(line, bold, TYPE_SMALL, role, gap, share);
}

/* px that each of the words may take. What the numbers are is said where there is room; else an arrow leads to
 * the new one. */
static float word_room(const Painter *painter, const StageLayout *layout, const TraceStep *own, const TraceStep *now,
                       bool *named)
{
    bool flips = own->id != now->id;
    DrawList *list = painter->list;
    TextStyle tiny = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    TextStyle plain = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    TextStyle bold = style_bold(painter->theme, TYPE_SMALL, ROLE_INK),
              word = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    float numbers = kit_width(painter, plain, kit_share(list, (double)own->p))
                    + kit_width(painter, bold, kit_share(list, (double)now->p));
    float room = layout->decoder_w + WORD_RIGHT - numbers - (flips ? 44 : 38);
    float words = kit_width(painter, word, now->token) + (flips ? kit_width(painter, word, own->token) : 0);
    float names =
        kit_width(painter, tiny, kit_said(painter, W_WAS)) + kit_width(painter, tiny, kit_said(painter, W_NOW));
    *named = words + names + 8 <= room + WORD_LEFT + (flips ? 0 : 18);
    return (*named ? words : room / (flips ? 2 : 1)) + 0.5f;
}

bool what_if_draw_word(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *now = stage_step(scope), *own = own_step(painter->view->own, scope->step);
    float shown = now ? scope->shown[MOMENT_OUTPUT] * scope->alpha : 0;
    if (!own || shown <= 0)
        return false;
    bool flips = own->id != now->id, named;
    if (!flips && fabsf(own->p - now->p) < OWN_LEAST)
        return false;
    float most = word_room(painter, layout, own, now, &named);
    BaselineText line = {painter,
                         {layout->decoder_x - layout->decoder_w / 2 - (named ? WORD_LEFT : 0), layout->formula_y},
                         scope_ink(scope, PART_OUTPUT) * shown};
    if (flips) {
        add_word(&line, own->token, most, true);
        add_share(&line, W_WAS, named, false, own->p, 5);
        add_arrow(&line);
    }
    add_word(&line, now->token, most, false);
    if (!flips) {
        add_share(&line, W_WAS, named, false, own->p, 4);
        if (!named)
            add_arrow(&line);
    }
    add_share(&line, W_NOW, named, true, now->p, 0);
    return true;
}

/* ---- muted states ---- */

/* Between the two arrows from the state before: the note on the state's cells lies on the other side. */
void what_if_draw_mute(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float ink)
{
    const View *view = painter->view;
    bool muted = trace_muted(scope->trace, j), hand = view_has(view->kind, HAS_STAGE) && !painter->passive;
    Target target = target_at(TARGET_CONTROL, DECODE_MUTE, j, 0), state = target_at(TARGET_ANNOTATION, j, -1, 0);
    bool meant = hand && view_changes(view) && config_weighs(&scope->trace->config)
                 && (kit_pointed(painter, target) || kit_pointed(painter, state) || target_equal(view->focus, target));
    if ((!muted && !meant) || scope->trace->row || layout->visit.here > 0 || event_context_lifts(scope))
        return;
    const char *text = kit_said(painter, muted ? W_MUTED : W_MUTE);
    TextStyle style = style_bold(painter->theme, TYPE_TINY, muted ? ROLE_INK : ROLE_MUTED);
    float right = stage_column_x(layout, j) - layout->state_w / 2, room = layout->spacing - layout->state_w - 8;
    if (kit_width(painter, style, text) + 12 > room)
        text = muted || painter->view->window.by_finger ? "0" : "Z";
    float width = kit_width(painter, style, text) + 12;
    if (width > room)
        return;
    Box chip = {right - 4 - width, layout->state_y + layout->state_h * 0.54f - 9, width, 18};
    Color fill = kit_pointed(painter, target) ? painter->theme->faint : painter->theme->panel;
    drawlist_box(painter->list, chip, 6,
                 paint_faded(paint_fill_stroke(fill, painter->theme->text[ROLE_MUTED], 1.2f), ink));
    kit_text(painter, style_faded(style, ink), chip, ALIGN_CENTER, text);
    if (!hand)
        return;
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = markup_plain(annotation_name(&maths, j), &painter->list->arena);
    Box place = {chip.x - 2, chip.y - 2, width + 6, chip.h + 4}; /* up to the state: the pointer gets there */
    kit_press_ring(painter, place, chip, 6, target, muted,       /* a key does it while it is not */
                   arena_printf(&painter->list->arena, kit_said(painter, muted ? W_SOUND_STATE : W_MUTE_STATE), name));
}

/* ---- among the names of the rows ---- */

bool what_if_resets(const Painter *painter, const StageLayout *layout, Box *chip)
{
    bool low = layout->strip.h > 0 && layout->weights_y - 31 < layout->strip.y + 15;
    *chip = (Box){layout->left + 22, low ? layout->strip.y - 3 : layout->weights_y - 31, 0, 18};
    return low && painter->view->own && !painter->passive;
}

/* Its width is that of what it says; from its left edge on, or to its right one. Returns the width. */
static float draw_reset(const Painter *painter, const Scope *scope, Box chip, bool to_right)
{
    bool here = kit_step_changed(stage_step(scope));
    const char *text = kit_said(painter, here ? W_RESET_STEP : W_RESET_ALL);
    TextStyle style = style_bold(painter->theme, TYPE_TINY, ROLE_INK);
    Target target = {TARGET_CONTROL, DECODE_RESET, !here, 0};
    chip.w = kit_width(painter, style, text) + 14;
    chip.x -= to_right ? chip.w : 0;
    Color fill = kit_pointed(painter, target) ? painter->theme->faint : painter->theme->panel;
    drawlist_box(painter->list, chip, 6, paint_fill_stroke(fill, painter->theme->hairline, 1.5f));
    kit_text(painter, style, box_inset(chip, 4, 0), ALIGN_CENTER, text);
    kit_press(painter, chip, 6, target, text);
    return chip.w;
}

float what_if_draw_reset(const Painter *painter, const Scope *scope, Point right)
{
    if (!painter->view->own || painter->passive)
        return 0;
    return draw_reset(painter, scope, (Box){right.x, right.y - 9, 0, 18}, true);
}

/* Lines of a legend, each of which must end before `end`, the last at `bottom`. */
typedef struct Legend {
    TextStyle style;
    Point at;
    float end, bottom;
} Legend;

#define LEGEND_LINE 16.0f
#define LEGEND_SIGN 18.0f /* px in front of a line */

static bool legend_holds(const Painter *painter, const Legend *legend, const char *const *lines, int count)
{
    float widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest, kit_width(painter, legend->style, lines[i]));
    return legend->at.y + LEGEND_LINE * (float)(count - 1) <= legend->bottom
           && legend->at.x + LEGEND_SIGN + widest <= legend->end;
}

/* Under the query, among the names of the rows, or under the word before: the first of them with room for all lines. */
static Legend lay_legend(const Painter *painter, const Scope *scope, const StageLayout *layout,
                         const char *const *lines, int count)
{
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), scope->alpha);
    const Tippings *tippings = tippings_of(painter, scope);
    Box query = layout->strip_query, word = layout->chip_previous;
    bool beside = layout->scroll_limit > 0 || (tippings && tippings->j == 0); /* whose number stands there */
    Legend places[] = {{style, {query.x - 2, query.y + query.h + 46}, query.x + query.w, layout->strip_previous.y - 34},
                       {style,
                        {layout->left + 24, layout->weights_y + (layout->slider.w > 0 ? 52 : 36)},
                        beside ? layout->columns.x : stage_column_x(layout, 0) - layout->bar_w / 2 - 6,
                        fminf(layout->score_number_y - 22, layout->bar_y + layout->bar_h + 1)},
                       {style,
                        {query.x - 2, word.y + word.h + 18},
                        layout->area.x + layout->area.w - 4,
                        layout->area.y + layout->area.h - 6}};
    for (int i = 0; i < 2; i++)
        if (legend_holds(painter, &places[i], lines, count))
            return places[i];
    return places[2];
}

/* Returns the place of its sign, on the baseline; false: there is no room below the other lines. */
static bool draw_legend_line(const Painter *painter, Legend *legend, const char *line, Point *sign)
{
    Point at = {legend->at.x + LEGEND_SIGN, legend->at.y};
    *sign = legend->at;
    if (at.y > legend->bottom)
        return false;
    Slice text = drawlist_shorten(painter->list, legend->style, slice_of(line), legend->end - at.x);
    drawlist_text_at(painter->list, legend->style, at, ALIGN_LEFT, text);
    legend->at.y += LEGEND_LINE;
    return true;
}

/* What triangles say; where the well has no room for its number and words, those of the mark that is nearest. */
static const char *tip_line(const Painter *painter, const Scope *scope, const StageLayout *layout,
                            const Tippings *tippings)
{
    float weight = stage_step(scope)->step.weights[tippings->j];
    const Tipping *nearest = tippings->marks;
    for (const Tipping *mark = nearest; mark < tippings->marks + tippings->count; mark++)
        if (fabsf(mark->weight - weight) < fabsf(nearest->weight - weight))
            nearest = mark;
    if (tip_fits(painter, layout, tippings->j))
        return kit_said(painter, W_THE_WORD_FLIPS);
    return arena_printf(&painter->list->arena, "%s: %s → %s", kit_share(painter->list, (double)nearest->weight),
                        word_of(painter, nearest->below), word_of(painter, nearest->above));
}

static void draw_legend(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Tippings *tippings = tippings_of(painter, scope);
    bool weighed = what_if_weighed(painter, scope) && scope_weighed(scope) > 0;
    const char *lines[2];
    int count = 0;
    if (tippings)
        lines[count++] = tip_line(painter, scope, layout, tippings);
    if (weighed)
        lines[count++] = kit_said(painter, W_THE_MODELS_OWN);
    Legend legend = lay_legend(painter, scope, layout, lines, count);
    Point sign;
    if (tippings && draw_legend_line(painter, &legend, lines[0], &sign)) {
        float x = sign.x + 3, y = sign.y - 4;
        kit_triangle(painter, (Point){x, y}, (Point){x + 7, y - 4.5f}, (Point){x + 7, y + 4.5f},
                     color_fade(painter->theme->fill[ROLE_OUTPUT], scope->alpha));
    }
    if (weighed && draw_legend_line(painter, &legend, lines[count - 1], &sign))
        drawlist_box(painter->list, (Box){sign.x, sign.y - 9, 13, 9}, 2, own_paint(painter, scope->alpha));
}

void what_if_draw_names(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    Box chip;
    what_if_resets(painter, layout, &chip);
    if (painter->view->own && !painter->passive)
        draw_reset(painter, scope, chip, false);
    draw_legend(painter, scope, layout);
}
