#include "scene/stage/scores_place.h"

#include "draw/ease.h"
#include "scene/kit/way.h"

#include <math.h>

enum { CELL_W = 20, GAP = 3, FRAME = 3, HEAD = 18, HALF = 18 /* of a column of states */ };

#define WIDE  108.0f /* px from column to column */
#define LIFT  0.35f  /* of the way from state to state: up to the line, along it, and down again */
#define ROUND 26.0f  /* px: the corners of the way */

bool place_is_wide(const StageLayout *layout)
{
    return layout->spacing >= WIDE;
}

static Box strip_at(const StageLayout *layout, float x, float w)
{
    return (Box){x, layout->state_y + FRAME, w, layout->state_h - 2 * FRAME};
}

Box place_of_key(const StageLayout *layout, int j, bool made)
{
    float x = stage_column_x(layout, j), edge = layout->state_w / 2, gap = layout->spacing - layout->state_w;
    float w = fminf(CELL_W, gap - 2 * FRAME);
    if (!made)
        return strip_at(layout, x - edge + FRAME, layout->state_w - 2 * FRAME);
    bool wide = place_is_wide(layout); /* of a narrow column there it keeps clear */
    return strip_at(layout, x + (wide ? fmaxf(edge, HALF) + GAP + FRAME : edge + (gap - w) / 2), w);
}

/* Beside the column where there is room, else on a card over its neighbours, on the side of it that has more room. */
Bench bench_of(const StageLayout *layout, int j, bool made)
{
    float x = stage_column_x(layout, j), edge = layout->state_w / 2, pitch = CELL_W + GAP + FRAME;
    Bench bench = {.key = place_of_key(layout, j, made)};
    if (place_is_wide(layout)) {
        float from = made ? bench.key.x + CELL_W + FRAME + 2 : x + edge + GAP + 2;
        bench.terms = strip_at(layout, from, CELL_W - 2);
        bench.query = strip_at(layout, from + CELL_W + FRAME, CELL_W);
        return bench;
    }
    int strips = made ? 3 : 2;
    float w = pitch * (float)strips + 2 * FRAME, left = x + edge + GAP + 2;
    bool turned = left + w > layout->strip_query.x - 8;
    if (turned)
        left = x - edge - GAP - 2 - w;
    bench.card = (Box){left, layout->state_y - HEAD, w, layout->state_h + HEAD + 2 * FRAME};
    float first = left + 2 * FRAME - 1, last = first + pitch * (float)(strips - 1);
    bench.query = strip_at(layout, turned ? first : last, CELL_W);
    bench.terms = strip_at(layout, turned ? first + pitch : last - pitch, CELL_W);
    if (made)
        bench.key = strip_at(layout, turned ? last : first, CELL_W);
    return bench;
}

/* ---- the query's copy ---- */

Pose pose_between(Pose a, Pose b, float t)
{
    return (Pose){box_lerp(a.box, b.box, t), lerp(a.upright, b.upright, t)};
}

static Pose pose_home(const Scope *scope, const StageLayout *layout)
{
    Box strip = stage_asks_anew(scope) ? layout->strip_state : layout->strip_query;
    return (Pose){box_inset(strip, FRAME, FRAME), 0};
}

/* On the line, over the column as far as the line reaches. */
static Pose pose_line(const Scope *scope, const StageLayout *layout, int j)
{
    Box home = pose_home(scope, layout).box, columns = layout->columns;
    float w = fminf(home.w, columns.w), x = stage_column_x(layout, j) - w / 2;
    x = fmaxf(fminf(x, columns.x + columns.w - w), columns.x);
    return (Pose){{x, layout->dash_y - home.h / 2, w, home.h}, 0};
}

static Pose pose_under_way(const Scope *scope, const StageLayout *layout, float t)
{
    Pose pose = pose_between(pose_home(scope, layout), pose_line(scope, layout, 0), t);
    Box home = pose_home(scope, layout).box;
    Point from = box_middle(home), to = box_middle(pose_line(scope, layout, 0).box);
    float bend = fmaxf(home.x - 48, to.x + 1);
    Way way = way_through((Point[]){from, {bend, from.y}, {bend, to.y}, to}, 4, ROUND);
    Point at = way_at(&way, t);
    pose.box.x = at.x - pose.box.w / 2;
    pose.box.y = at.y - pose.box.h / 2;
    return pose;
}

static Pose pose_bench(const StageLayout *layout, int j, bool made)
{
    return (Pose){bench_of(layout, j, made).query, 1};
}

Pose pose_of(const Scope *scope, const StageLayout *layout, bool made)
{
    const Visit *visit = &layout->visit;
    if (visit->word < 0 && visit->asked < ASK_STANDS)
        return pose_under_way(scope, layout, ease_phase(visit->asked, ASK_LEAVES, ASK_STANDS));
    int to = visit->word < 0 ? 0 : visit->word, from = to > 0 ? to - 1 : 0;
    float come = visit->word < 0 ? 0 : visit->come;
    if (place_is_wide(layout)) /* slides from state to state */
        return visit->word < 0 ? pose_between(pose_line(scope, layout, 0), pose_bench(layout, 0, made),
                                              ease_phase(visit->asked, ASK_STANDS, 1))
                               : pose_between(pose_bench(layout, from, made), pose_bench(layout, to, made), come);
    Pose line = pose_line(scope, layout, from), next = pose_line(scope, layout, to);
    if (visit->word > 0 && visit_full(scope, from) && come < LIFT)
        return pose_between(pose_bench(layout, from, made), line, come / LIFT);
    if (visit->word >= 0 && visit_full(scope, to) && come > 1 - LIFT)
        return pose_between(next, pose_bench(layout, to, made), (come - 1 + LIFT) / LIFT);
    return pose_between(line, next, ease_phase(come, LIFT, 1 - LIFT));
}
