#include "scene/stage/event_scores.h"

#include "draw/ease.h"
#include "scene/stage/score_cells.h"
#include "scene/stage/scores_place.h"
#include "words/stage_words.h"

#include <math.h>

enum { NOTE_LINE = 18, NOTE_MOST = 3, DECIMALS = 2 };

#define ROOM_MOST 1.2f /* how far a bar may reach beyond the longest one of the step */

/* ---- bars ---- */

static double sum_of_groups(const Trace *trace, const Addends *all, int groups)
{
    return addends_sum(all, 0, visit_group(trace, groups));
}

ScoreBar scores_bar(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    const Trace *trace = scope->trace;
    const Visit *visit = &layout->visit;
    int met = visit_met(scope, visit, j), groups = visit_groups(trace);
    double extent = (double)layout->score_full, end = (double)trace->steps[scope->step].step.scores[j];
    ScoreBar bar = {.value = end, .end = end, .full = extent, .there = met > 0};
    if (visit->asked <= 0 || visit->word != j || visit->come < 1)
        return bar;
    Addends all;
    Maths maths = kit_maths(painter, trace);
    bar.there = met == groups;
    if (!addends_of(&maths, score_value(&maths, scope->step, j), &all))
        return bar;
    bar.there = bar.going = true;
    double most = 0;
    for (int g = 1; g <= groups; g++)
        most = fmax(most, fabs(sum_of_groups(trace, &all, g)));
    if (met < groups)
        bar.value = sum_of_groups(trace, &all, met);
    double wide =
        fmax(extent, most / ROOM_MOST); /* sums on the way can be larger than any score: then all of it shrinks */
    bar.full = extent + (wide - extent) * (1 - (double)visit->hold);
    return bar;
}

void scores_light(Scope *own, const Visit *visit, int j)
{
    float apart = visit->word < 0 ? 0 : visit->here;
    own->lit[PART_ENCODER] *= visit->word == j ? 1 : 1 - apart;
    if (visit->word == j)
        own->lit[PART_SOURCE] = apart;
}

/* ---- cells ---- */

static Box row_of(const Trace *trace, Box box, int group)
{
    float h = box.h / (float)visit_groups(trace);
    return (Box){box.x, box.y + h * (float)group, box.w, h};
}

static void draw_group(const Painter *painter, const Trace *trace, Box box, int group, const float *values,
                       float extent, float alpha)
{
    int first = visit_group(trace, group), count = visit_group(trace, group + 1) - first;
    cells_draw(painter, row_of(trace, box, group), values + first, count, extent, alpha);
}

/* The groups below `open` with all their cells, the others by their first. */
static void draw_groups(const Painter *painter, const Trace *trace, Box box, int open, const float *values,
                        float extent, float alpha)
{
    for (int g = 0; g < visit_groups(trace); g++) {
        if (g < open)
            draw_group(painter, trace, box, g, values, extent, alpha);
        else
            cells_draw(painter, row_of(trace, box, g), values + visit_group(trace, g), 1, extent, alpha);
    }
}

/* Between a vector of `size` that it is made of and what it is: one cell a group, each mixed of two colours. */
static void draw_made(const Painter *painter, const Trace *trace, Pose pose, const float *from, int size,
                      const float *to, float to_extent, float made, float alpha)
{
    int groups = visit_groups(trace);
    for (int g = 0; g < groups; g++) {
        Box b = pose.box, flat = {b.x + b.w * (float)g / (float)groups, b.y, b.w / (float)groups, b.h};
        Pose cell = pose_between((Pose){flat, 0}, (Pose){row_of(trace, b, g), 1}, pose.upright);
        Color first = color_signed(painter->theme, from[part_first(g, groups, size)], 1);
        Color last = color_signed(painter->theme, to[visit_group(trace, g)], to_extent);
        cell_draw(painter, cell.box, color_mix(first, last, made), alpha);
    }
}

/* ---- keys ---- */

/* Keys that are there already, lying under their values (where they have room), only stand up. */
static Pose lying_key(const StageLayout *layout, int j)
{
    Box box = {stage_column_x(layout, j) - layout->embed_w / 2, layout->embed_y, layout->embed_w, layout->embed_h};
    return (Pose){box_inset(box, 3, box.h > 0 ? 2 : 0), 0};
}

/* The key comes out of its state and takes its own colours. */
static void draw_key(const Painter *painter, const ScoreCells *cells, const StageLayout *layout, int j, float alpha)
{
    const Trace *trace = cells->trace;
    int D = config_annotation(&trace->config);
    float made = ease_phase(layout->visit.asked, ASK_MAKING, ASK_MADE);
    Pose home = trace->row ? lying_key(layout, j) : (Pose){place_of_key(layout, j, false), 1};
    Pose pose = pose_between(home, (Pose){place_of_key(layout, j, true), 1}, made);
    cells_frame(painter, pose.box, cells->key_role, alpha);
    draw_made(painter, trace, pose, trace->encoding.annotations + (size_t)j * (size_t)D, D, score_key(cells, j),
              cells->key_extent, trace->row ? 1 : made, alpha);
}

static void draw_name(const Painter *painter, const StageLayout *layout, float x, Role role, float ink,
                      const char *name)
{
    kit_math(painter, TYPE_LARGE, role, ink, (Point){x, layout->state_y - 6}, ALIGN_CENTER, name);
}

/* Of the copy: before it while it lies, over it where it stands, and there over the line along which it came. */
static void draw_query_name(const Painter *painter, const Scope *scope, const StageLayout *layout, Pose pose, float ink)
{
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = query_name(&maths, scope->step);
    MathStyle style = {painter->theme, TYPE_LARGE, color_fade(painter->theme->text[ROLE_DECODER], ink)};
    float width = math_width(painter->list->type, style, name), over = layout->dash_y - 8;
    Box box = pose.box;
    if (!place_is_wide(layout))
        over = box.y - 9;
    float along = ease_phase(pose.upright, 0.4f, 1), up = ease_phase(pose.upright, 0, 0.4f); /* around its corner */
    Point at = {lerp(box.x - 8 - width, box.x + (box.w - width) / 2, along), lerp(box.y + 13, over, up)};
    at.x = fmaxf(at.x, layout->area.x + 8);
    if (pose.upright < 1)
        drawlist_box(painter->list, (Box){at.x - 3, at.y - 14, width + 6, 20}, 4,
                     paint_fill(color_fade(painter->theme->paper, ink * (1 - pose.upright))));
    math_draw(painter->list, style, at, ALIGN_LEFT, name);
}

static void draw_names(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, bool made,
                       float ink)
{
    Maths maths = kit_maths(painter, scope->trace);
    draw_name(painter, layout, stage_column_x(layout, j) - 18, ROLE_ENCODER, ink, annotation_name(&maths, j));
    Box key = place_of_key(layout, j, true);
    if (made)
        draw_name(painter, layout, key.x + key.w / 2, ROLE_ENCODER, ink, key_name(&maths, j));
}

void scores_draw_keys(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Visit *visit = &layout->visit;
    float here = visit->here * scope->alpha;
    if (here <= 0)
        return;
    ScoreCells cells = score_cells(painter, scope->trace, scope->step);
    for (int j = 0; j < scope->trace->n; j++) {
        float x = stage_column_x(layout, j);
        if (x < layout->columns.x - layout->spacing || x > layout->columns.x + layout->columns.w + layout->spacing)
            continue;
        Scope own = scope_of_word(scope, painter, j);
        scores_light(&own, visit, j);
        if (cells.makes_keys)
            draw_key(painter, &cells, layout, j, scope_emphasis(&own, PART_ENCODER) * here);
        if (place_is_wide(layout)) /* else, and before it stands, the query comes along where the names are */
            draw_names(painter, &own, layout, j, cells.makes_keys,
                       scope_ink(&own, PART_ENCODER) * here * ease_phase(visit->asked, ASK_STANDS, 1));
    }
}

/* Where these cells have their full colour, which is not that of the states. */
void scores_draw_scale(const Painter *painter, const Scope *scope, const StageLayout *layout, Point at)
{
    ScoreCells cells = score_cells(painter, scope->trace, scope->step < 0 ? 0 : scope->step);
    float alpha = layout->visit.here * scope->alpha, extent = fmaxf(cells.key_extent, cells.query_extent);
    if (alpha <= 0 || extent <= 1)
        return;
    Arena *arena = &painter->list->arena;
    const char *names = !cells.makes_query ? "k" : cells.makes_keys ? "q, k" : "q";
    const char *most = number_text(arena, (double)extent, 1, false);
    MathStyle style = {painter->theme, TYPE_TINY, color_fade(painter->theme->text[ROLE_MUTED], alpha)};
    math_fit(painter->list, style, at, layout->columns.x - 6 - at.x, 0.8f,
             arena_printf(arena, "%s: −%s … +%s", names, most, most));
}

/* ---- the note: over the strip of all attention, without room there over the wells ---- */

static void draw_note(const Painter *painter, const StageLayout *layout, float x, float alpha, const char *const *lines,
                      int count)
{
    const Theme *theme = painter->theme;
    MathStyle style = {theme, TYPE_BODY, color_fade(theme->text[ROLE_INK], alpha)};
    float w = 0;
    for (int i = 0; i < count; i++)
        w = fmaxf(w, math_width(painter->list->type, style, lines[i]));
    Box box = {0, 0, w + 24, NOTE_LINE * (float)count + 12};
    float left = layout->columns.x + 2, right = layout->decoder_x - layout->decoder_w / 2 - 12;
    box.x = fmaxf(left, fminf(x - box.w / 2, right - box.w));
    float low = layout->strip.y - 10, high = layout->context.y + layout->context.h + 8;
    box.y = (low - high < box.h ? layout->bar_y + layout->bar_h + 8 : low) - box.h;
    drawlist_box(painter->list, box, 8,
                 paint_faded(paint_fill_stroke(theme->panel, theme->fill[ROLE_QUERY], 1.2f), alpha));
    for (int i = 0; i < count; i++)
        math_draw(painter->list, style, (Point){box.x + 12, box.y + 6 + NOTE_LINE * ((float)i + 0.72f)}, ALIGN_LEFT,
                  lines[i]);
}

/* What query and keys are made of. */
static void draw_making(const Painter *painter, const Scope *scope, const StageLayout *layout, float alpha)
{
    Maths maths = kit_maths(painter, scope->trace);
    const char *lines[NOTE_MOST];
    int count = 0;
    Value made[] = {query_value(&maths, scope->step, 0), key_value(&maths, 0, 0)};
    for (int i = 0; i < 2; i++)
        if (made[i].kind == VALUE_QUERY || made[i].kind == VALUE_KEY)
            lines[count++] = value_derive(&maths, made[i]).vectors;
    if (count > 0)
        draw_note(painter, layout, stage_column_x(layout, 0), alpha, lines, count);
}

/* How many cells have met; of the group that meets now the first with its numbers, and what all of it gives. */
static void draw_arithmetic(const Painter *painter, const Scope *scope, const StageLayout *layout, const Addends *all,
                            float alpha)
{
    const Visit *visit = &layout->visit;
    const Trace *trace = scope->trace;
    Maths maths = kit_maths(painter, trace);
    Arena *arena = &painter->list->arena;
    int first = visit_group(trace, visit->groups - 1), next = visit_group(trace, visit->groups);
    const char *lines[NOTE_MOST], *met = arena_printf(arena, kit_said(painter, W_CELLS_CHOSEN), next, all->count);
    const char *more = arena_printf(arena, kit_said(painter, W_WITH_MORE_CELLS), next - first - 1);
    int count = 0;
    lines[count++] = arena_printf(arena, "@b{\"%s\"}", met);
    lines[count++] = score_arithmetic(&maths, all, first, 1, all->added[first], DECIMALS);
    if (next - first > 1)
        lines[count++] = arena_printf(arena, "@m{\"%s\"} @B{%s}", more,
                                      number_text(arena, addends_sum(all, first, next - first), DECIMALS, true));
    draw_note(painter, layout, stage_column_x(layout, visit->word), alpha, lines, count);
}

/* ---- the meeting ---- */

/* Where the terms will stand, between key and query. */
static void draw_slots(const Painter *painter, const Trace *trace, const Bench *bench, float alpha)
{
    Paint paint = paint_fill_stroke(painter->theme->panel, painter->theme->hairline, 1);
    for (int g = 0; g < visit_groups(trace); g++)
        drawlist_box(painter->list, box_inset(row_of(trace, bench->terms, g), 0.75f, 0.75f), 2,
                     paint_faded(paint, alpha));
}

static void draw_terms(const Painter *painter, const Scope *scope, const StageLayout *layout, const Bench *bench,
                       const Addends *all, float alpha)
{
    const Trace *trace = scope->trace;
    float *terms = ARENA_ARRAY(&painter->list->arena, float, (size_t)all->count);
    for (int a = 0; a < all->count; a++)
        terms[a] = (float)all->added[a];
    float extent = values_extent(terms, all->count);
    draw_slots(painter, trace, bench, alpha);
    for (int g = 0; g < layout->visit.groups; g++)
        draw_group(painter, trace, bench->terms, g, terms, extent, alpha);
}

/* The cells that meet now. */
static void draw_lit(const Painter *painter, const Trace *trace, const Bench *bench, int group, float alpha)
{
    Paint blue = paint_stroke(color_fade(painter->theme->fill[ROLE_QUERY], alpha), 2);
    const Box boxes[] = {bench->key, bench->terms, bench->query};
    for (int i = 0; i < 3; i++)
        drawlist_box(painter->list, box_inset(row_of(trace, boxes[i], group), -1.5f, -1), 2, blue);
}

static void draw_bench(const Painter *painter, const Scope *scope, const StageLayout *layout, const Addends *all,
                       float alpha)
{
    const Trace *trace = scope->trace;
    const Visit *visit = &layout->visit;
    const Theme *theme = painter->theme;
    ScoreCells cells = score_cells(painter, trace, scope->step);
    Bench bench = bench_of(layout, visit->word, cells.makes_keys);
    if (bench.card.w > 0)
        drawlist_box(painter->list, bench.card, 6,
                     paint_faded(paint_fill_stroke(theme->panel, theme->hairline, 1.2f), alpha));
    cells_frame(painter, bench.key, cells.key_role, alpha);
    draw_groups(painter, trace, bench.key, visit->groups, score_key(&cells, visit->word), cells.key_extent, alpha);
    draw_terms(painter, scope, layout, &bench, all, alpha);
    cells_frame(painter, bench.query, cells.query_role, alpha);
    draw_groups(painter, trace, bench.query, visit->groups, cells.query, cells.query_extent, alpha);
    if (visit->groups > 0 && visit->hold <= 0)
        draw_lit(painter, trace, &bench, visit->groups - 1, alpha);
    Maths maths = kit_maths(painter, trace);
    draw_query_name(painter, scope, layout, (Pose){bench.query, 1}, alpha);
    if (bench.card.w > 0 && cells.makes_keys)
        draw_name(painter, layout, bench.key.x + bench.key.w / 2, ROLE_ENCODER, alpha, key_name(&maths, visit->word));
}

/* The copy on its way, its cells still those of the state, or already those of the query. */
static void draw_copy(const Painter *painter, const Scope *scope, const StageLayout *layout, float alpha)
{
    const Trace *trace = scope->trace;
    ScoreCells cells = score_cells(painter, trace, scope->step);
    Maths maths = kit_maths(painter, trace);
    Pose pose = pose_of(scope, layout, cells.makes_keys);
    const float *state = value_recorded(&maths, asking_state(&maths, scope->step, 0));
    float made = cells.makes_query ? ease_phase(layout->visit.asked, ASK_MAKING, ASK_MADE) : 1;
    const Visit *visit = &layout->visit;
    float slid = visit->word > 0 ? fabsf(2 * visit->come - 1) : 1; /* on its way its name would lie over others */
    if (place_is_wide(layout) && visit->word < 0) {
        Bench first = bench_of(layout, 0, cells.makes_keys);
        draw_slots(painter, trace, &first, alpha * ease_phase(visit->asked, ASK_STANDS, 1));
    }
    cells_frame(painter, pose.box, cells.query_role, alpha);
    draw_made(painter, trace, pose, state, trace->config.hidden, cells.query, cells.query_extent, made, alpha);
    draw_query_name(painter, scope, layout, pose, alpha * slid * ease_phase(visit->asked, 0.25f, 0.4f));
}

void scores_draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Visit *visit = &layout->visit;
    float alpha = visit->here * scope->alpha;
    if (alpha <= 0)
        return;
    Maths maths = kit_maths(painter, scope->trace);
    bool meets = visit->word >= 0 && visit->come >= 1 && visit_full(scope, visit->word);
    float x = meets ? stage_column_x(layout, visit->word) : 0;
    bool seen = x >= layout->columns.x && x <= layout->columns.x + layout->columns.w;
    Addends all;
    if (meets && seen && addends_of(&maths, score_value(&maths, scope->step, visit->word), &all)) {
        draw_bench(painter, scope, layout, &all, alpha);
        if (visit->groups > 0)
            draw_arithmetic(painter, scope, layout, &all, alpha);
        return;
    }
    draw_copy(painter, scope, layout, alpha);
    if (visit->word < 0)
        draw_making(painter, scope, layout, alpha * ease_phase(visit->asked, ASK_MAKING, 0.3f));
}
