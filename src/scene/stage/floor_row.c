#include "scene/stage/floor_row.h"

#include "draw/ease.h"
#include "scene/stage/floor_parts.h"
#include "scene/stage/score_cells.h"
#include "trace/head_row.h"

#include <math.h>

#define SLIDES     0.34f /* of the beat in which it asks: the band comes from the asker before */
#define BAND_MOST  104.0f
#define LINE_LEAST 0.005f

/* Of the way of the band from the asker before. */
static float slid(const Scope *scope)
{
    float asked = scope_beat(scope, BEAT_ASK);
    return scope->trace->row->word > 0 && asked > 0 ? ease_phase(asked, 0, SLIDES) : 1;
}

/* ---- the asker ---- */

void row_draw_band(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    int word = scope->trace->row->word;
    float x = stage_column_x(layout, word), w = fminf(BAND_MOST * layout->large, layout->spacing - 2);
    x = lerp(stage_column_x(layout, word > 0 ? word - 1 : 0), x, slid(scope)) - w / 2;
    float left = fmaxf(x, layout->columns.x - 4), right = fminf(x + w, layout->columns.x + layout->columns.w + 4);
    float top = layout->area.y + 3, foot = layout->word_y + layout->word_h / 2;
    if (right <= left)
        return;
    drawlist_move(painter->list, left, top);
    drawlist_line(painter->list, right, top);
    drawlist_line(painter->list, right, foot);
    drawlist_line(painter->list, left, foot);
    drawlist_close(painter->list);
    drawlist_path_end(painter->list,
                      paint_fill(color_mix(painter->theme->paper, painter->theme->tint[ROLE_QUERY], 0.75f)));
}

static void draw_query(const Painter *painter, const Scope *scope, Box strip, float alpha, Target target)
{
    ScoreCells cells = score_cells(painter, scope->trace, 0);
    Box box = box_inset(strip, 3, 3);
    CellGrid grid = cell_grid(painter, box, cells.query, scope->trace->config.attention_size, true);
    drawlist_box(painter->list, strip, 5, paint_fill(color_fade(painter->theme->paper, alpha)));
    kit_vector(painter, &grid, ROLE_QUERY, cells.query_extent, 1, alpha, 1, target);
    drawlist_box(painter->list, strip, 5, paint_fill(color_fade(painter->theme->fill[ROLE_QUERY], 0.12f * alpha)));
}

/* Where the copy is that goes from key to key; without a visit at home. */
static Box visitor_box(const StageLayout *layout, int asker)
{
    const Visit *visit = &layout->visit;
    Box box = layout->strip_query;
    if (visit->word < 0 || visit->here <= 0)
        return box;
    float home = stage_column_x(layout, asker), to = stage_column_x(layout, visit->word) - home;
    float from = visit->word > 0 ? stage_column_x(layout, visit->word - 1) - home : 0;
    box.x += lerp(from, to, visit->come);
    box.y -= 9 * sinf(visit->come * 3.14159265f) * (visit->come < 1);
    return box;
}

/* Along the dotted line to the key that it meets, which has a frame with it. */
static void draw_visit(const Painter *painter, const Scope *scope, const StageLayout *layout, float there)
{
    Color blue = color_fade(painter->theme->fill[ROLE_QUERY], there);
    Box home = layout->strip_query, at = visitor_box(layout, scope->trace->row->word);
    float y = layout->floor[FLOOR_STATES].y + 6, from = home.x + home.w / 2, to = at.x + at.w / 2;
    float left = layout->columns.x, right = left + layout->columns.w;
    drawlist_move(painter->list, left, y);
    drawlist_line(painter->list, right, y);
    drawlist_path_end(painter->list, paint_dashed(color_fade(blue, there * 0.6f), 1.4f, 3, 4));
    if (fabsf(to - from) > home.w) {
        drawlist_move(painter->list, from, home.y - 2);
        drawlist_line(painter->list, from, y);
        drawlist_line(painter->list, to, y);
        drawlist_path_end(painter->list, paint_stroke(blue, 2));
        drawlist_arrow(painter->list, (Point){to, y - 1}, (Point){to, at.y - 1}, 6, blue, 2);
    }
    if (layout->visit.word >= 0 && layout->visit.here > 0) {
        float here = there * layout->visit.here;
        draw_query(painter, scope, at, here, (Target){0});
        Box key = box_inset(stage_key(layout, layout->visit.word), -3, -3);
        Box both = {at.x - 5, at.y - 5, key.x + key.w - at.x + 10, at.h + 10};
        if (layout->visit.come >= 1)
            drawlist_box(painter->list, both, 7, paint_dashed(color_fade(blue, here), 1.6f, 3, 3));
    }
}

void row_draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    int word = scope->trace->row->word;
    float shown = scope_encoded(scope, MOMENT_EMBED, word) * slid(scope);
    if (shown <= 0.02f || layout->strip_query.w <= 0 || !stage_sees_column(layout, word))
        return;
    float hero = stage_is_hero(layout, FLOOR_SCORES);
    draw_query(painter, scope, layout->strip_query, shown * lerp(0.55f, 1, layout->floors.hero[FLOOR_SCORES]),
               target_at(TARGET_QUERY, 0, -1, 0));
    if (hero > 0)
        draw_visit(painter, scope, layout, hero);
    Maths maths = kit_maths(painter, scope->trace);
    Box home = layout->strip_query;
    if (home.y - layout->floor[FLOOR_STATES].y >= 26)
        kit_math(painter, TYPE_BODY, ROLE_QUERY, shown, (Point){home.x + home.w / 2 - 5, home.y - 8}, ALIGN_RIGHT,
                 query_name(&maths, 0));
}

/* ---- keys and values ---- */

/* What is in front hides what is behind it. */
void row_draw_word(const Painter *painter, const Scope *own, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = own->trace;
    int d = trace->config.embed;
    float shown = scope_encoded(own, MOMENT_EMBED, j), alpha = scope_emphasis(own, PART_ENCODER);
    float hero = layout->floors.hero[FLOOR_STATES];
    Color ground = color_mix(painter->theme->paper, painter->theme->panel, hero);
    for (int i = 0; i < 2; i++) {
        bool key = (i == 1) == (layout->forward < 0.5f);
        float front = key ? 1 - layout->forward : layout->forward;
        Box box = key ? stage_key(layout, j) : stage_value(layout, j);
        const float *values = (key ? trace->encoding.keys : trace->encoding.annotations) + (size_t)j * (size_t)d;
        CellGrid grid = cell_grid(painter, box, values, d, layout->stands);
        drawlist_box(painter->list, box_inset(box, -3, -3), 5, paint_fill(ground));
        kit_vector(painter, &grid, key ? ROLE_QUERY : ROLE_CONTEXT, layout->extent, shown,
                   alpha * lerp(0.5f + 0.3f * hero, 1, front), front > 0.5f ? lit : 0,
                   target_at(key ? TARGET_EMBEDDING : TARGET_ANNOTATION, j, -1, 0));
    }
}

/* From the top of a key to its score. */
static void draw_key_arrow(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float there)
{
    const float *scores = scope->trace->steps[0].step.scores;
    float x = stage_column_x(layout, j), from = stage_key(layout, j).y - 5;
    float to = layout->score_bars.y + layout->score_bars.h + 4;
    bool best = j == values_largest(scores, scope->trace->n);
    if (from - to >= 6 && !layout->sums_each && visit_met(scope, &layout->visit, j) > 0)
        drawlist_arrow(painter->list, (Point){x, from}, (Point){x, to}, 5,
                       color_fade(painter->theme->fill[ROLE_QUERY], there * (best ? 1 : 0.5f)), best ? 2 : 1.4f);
}

/* From a value beside its score to its well, as wide as its weight. */
static void draw_value_line(const Painter *painter, const StageLayout *layout, int j, float weight, float there)
{
    Box value = stage_value(layout, j), well = stage_well(layout, j);
    float x = value.x + value.w / 2, side = x + fminf(layout->spacing * 0.42f, 46 * layout->large);
    float low = value.y - 5, high = well.y + well.h + 2, middle = (low + high) / 2, bend = (low - high) * 0.3f;
    drawlist_move(painter->list, x, low);
    drawlist_cubic(painter->list, x, low - bend, side, low - bend * 0.6f, side, middle);
    drawlist_cubic(painter->list, side, high + bend * 0.6f, x, high + bend, x, high);
    drawlist_path_end(painter->list, paint_stroke(color_fade(painter->theme->fill[ROLE_CONTEXT],
                                                             there * (weight < 0.1f ? 0.6f : 0.8f)),
                                                  1.2f + 4 * weight));
}

void row_draw_lines(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Trace *trace = scope->trace;
    float scored = stage_is_hero(layout, FLOOR_SCORES) * scope->alpha;
    float handed = stage_is_hero(layout, FLOOR_CONTEXT) * layout->forward;
    for (int j = 0; j < trace->n; j++) {
        if (!stage_sees_column(layout, j))
            continue;
        if (scored > 0 && scope->step >= 0)
            draw_key_arrow(painter, scope, layout, j, scored);
        if (handed > 0 && trace->steps[0].step.weights[j] >= LINE_LEAST)
            draw_value_line(painter, layout, j, trace->steps[0].step.weights[j], handed);
    }
}
