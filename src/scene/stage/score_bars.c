/* Scores as bars, where they are not sums that grow: over the tracks of all words, with numbers where these have room.
 */
#include "scene/stage/floor_parts.h"
#include "scene/stage/score_cells.h"
#include "scene/stage/stage.h"

#include <math.h>

#define APART 4.0f

/* ---- what there is of a score ---- */

/* What there is of score j. */
typedef struct ScoreBar {
    double value; /* of the cells that have been added up */
    bool there;   /* something has been added up */
} ScoreBar;

static ScoreBar scores_bar(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    const Trace *trace = scope->trace;
    const Visit *visit = &layout->visit;
    int met = visit_met(scope, visit, j), groups = visit_groups(trace);
    ScoreBar bar = {.value = (double)trace->steps[scope->step].step.scores[j], .there = met > 0};
    if (visit->asked <= 0 || visit->word != j || visit->come < 1 || met == groups)
        return bar;
    Addends all;
    Maths maths = kit_maths(painter, trace);
    bar.there = false;
    if (!addends_of(&maths, score_value(&maths, scope->step, j), &all))
        return bar;
    bar.there = true;
    bar.value = addends_sum(&all, 0, visit_group(trace, met));
    return bar;
}

int stage_sum_word(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    int meant = stage_meant_word(painter, scope);
    return layout->visit.word >= 0  ? layout->visit.word
           : layout->visit.here > 0 ? 0
           : meant >= 0             ? meant
                                    : values_largest(stage_step(scope)->step.scores, scope->trace->n);
}

/* ---- bars ---- */

static TextStyle score_style(const Painter *painter, const StageLayout *layout)
{
    float size = layout->score_stand ? TYPE_TINY : fminf(17, layout->spacing * 0.24f);
    return style_bold(painter->theme, fmaxf(size, TYPE_TINY), ROLE_INK);
}

static float widest_score(const Painter *painter, const StageLayout *layout, const float *scores, int n)
{
    float widest = 0;
    for (int j = 0; j < n; j++)
        widest = fmaxf(widest, kit_width(painter, score_style(painter, layout),
                                         kit_number(painter->list, (double)scores[j], 2, true)));
    return widest + APART;
}

static void draw_bar(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float there)
{
    const float *scores = stage_step(scope)->step.scores;
    const Theme *theme = painter->theme;
    ScoreBar score = scores_bar(painter, scope, layout, j);
    if (!score.there)
        return;
    Scope own = scope_of_word(scope, painter, j);
    Target target = target_at(TARGET_SCORE, scope->step, j, 0);
    Box bar = stage_score_bar(layout, j, score.value), track = layout->score_bars;
    track.x = stage_column_x(layout, j) - track.w / 2;
    bool traced = kit_traced(painter, target), pointed = kit_pointed(painter, target);
    bool solid = pointed || traced || kit_column_brushed(painter, scope->step, j)
                 || scores[j] == scores[values_largest(scores, scope->trace->n)];
    float alpha = scope_emphasis(&own, PART_SCORES) * scope->alpha * there;
    if (!layout->score_stand)
        drawlist_box(painter->list, track, 3, paint_faded(kit_well(theme), there));
    drawlist_box(painter->list, bar, 3, paint_fill(color_fade(theme->fill[ROLE_QUERY], alpha * (solid ? 1 : 0.5f))));
    if (traced || pointed)
        drawlist_box(painter->list, box_inset(bar, -2.5f, -2.5f), 4,
                     paint_stroke(theme->text[traced ? ROLE_INK : ROLE_QUERY], traced ? 2 : 1.5f));
    if (there > 0.5f)
        kit_press_ring(painter, box_inset(track, -4, -3), box_inset(track, -1, -1), 3, target, true, NULL);
}

/* Of the neighbour that hands them over, and of bars under the one sum, whose own number stands at its end. While the
 * query is with a word, that one's before all others. */
static void draw_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout, float there)
{
    float read = layout->sums_each ? layout->floors.near[FLOOR_SCORES] : stage_readable(layout, FLOOR_SCORES);
    if (read <= 0 || layout->floor[FLOOR_SCORES].h < 40)
        return;
    const float *scores = stage_step(scope)->step.scores;
    int n = scope->trace->n, first = layout->visit.word >= 0 ? layout->visit.word : stage_meant_word(painter, scope);
    float width = widest_score(painter, layout, scores, n);
    Numbers numbers = {scores, n, first, -INFINITY, width, width};
    const bool *numbered = stage_numbered(layout, &numbers, &painter->list->arena);
    int summed =
        layout->sums_each || config_mixes_heads(&scope->trace->config) ? -1 : stage_sum_word(painter, scope, layout);
    for (int j = 0; j < n; j++) {
        ScoreBar score = scores_bar(painter, scope, layout, j);
        if (!numbered[j] || !score.there)
            continue;
        Scope own = scope_of_word(scope, painter, j);
        const char *number = kit_number(painter->list, score.value, 2, true);
        TextStyle style =
            style_faded(score_style(painter, layout), scope_ink(&own, PART_SCORES) * scope->alpha * there * read);
        if (j == summed)
            style.color = color_fade(style.color, 1 - stage_is_hero(layout, FLOOR_SCORES));
        kit_text_at(painter, style, (Point){stage_text_x(layout, j, width), layout->score_number_y}, ALIGN_CENTER,
                    number);
    }
}

void stage_draw_scores(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float there = layout->sums_each ? 1 - stage_is_hero(layout, FLOOR_SCORES) : 1;
    if (there <= 0)
        return;
    bool scored = step && step->step.scores;
    for (int j = 0; j < scope->trace->n; j++) {
        if (!stage_sees_column(layout, j))
            continue;
        if (scored && scope->shown[MOMENT_SCORES] > 0)
            draw_bar(painter, scope, layout, j, there);
        else if (!layout->score_stand) {
            Box track = layout->score_bars;
            track.x = stage_column_x(layout, j) - track.w / 2;
            drawlist_box(painter->list, track, 3, paint_faded(kit_well(painter->theme), there));
        }
    }
    if (scored)
        draw_numbers(painter, scope, layout, there);
}
