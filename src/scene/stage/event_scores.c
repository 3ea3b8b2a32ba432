#include "scene/stage/event_scores.h"

#include "derive/addends.h"
#include "derive/printed.h"
#include "draw/ease.h"

#include <math.h>

enum { CELL_W = 20, CELL_GAP = 3, FRAME = 3, NOTE_LINE = 18, NOTE_MOST = 4, DECIMALS = 2, DECIMALS_MOST = 4 };

#define WIDE      108.0f /* px from column to column: a query has room beside its state */
#define ROOM_MOST 1.2f   /* how far a bar may reach beyond the longest one of the step */

/* Parts of the beat in which the query asks: keys and query are made, the way along the line, standing up. */
#define MAKING 0.12f
#define MADE   0.55f
#define LEAVES 0.1f
#define STANDS 0.75f

/* ---- bars ---- */

static Value score_value(const Scope *scope, int j)
{
    return (Value){VALUE_SCORE, .place = scope->step, .index = j};
}

static double sum_of_groups(const Trace *trace, const Addends *all, int groups)
{
    return addends_sum(all, 0, visit_group(trace, groups));
}

ScoreBar scores_bar(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    const Trace *trace = scope->trace;
    const Visit *visit = &layout->visit;
    const float *scores = trace->steps[scope->step].step.scores;
    int met = visit_met(scope, visit, j), groups = visit_groups(trace);
    double extent = (double)values_extent(scores, trace->n), end = (double)scores[j];
    ScoreBar bar = {.value = end, .end = end, .full = extent, .there = met > 0};
    if (visit->asked <= 0 || visit->word != j || visit->come < 1)
        return bar;
    Addends all;
    Maths maths = kit_maths(painter, trace);
    bar.there = met == groups;
    if (!addends_of(&maths, score_value(scope, j), &all))
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

/* ---- where things stand ---- */

typedef struct Bench { /* where a state and the query meet */
    Box card;          /* the ground that hides what is beneath it; w = 0: there is room beside the column */
    Box key, terms, query;
} Bench;

static Box beside(const StageLayout *layout, float x, float w)
{
    return (Box){x, layout->state_y + 3, w, layout->state_h - 6};
}

static bool makes_keys(const Painter *painter, const Scope *scope)
{
    Maths maths = kit_maths(painter, scope->trace);
    return key_weight(&maths) != NULL;
}

/* Where the key of word j stands: beside its state, or the state is the key. */
static Box key_box(const StageLayout *layout, int j, bool made)
{
    float x = stage_column_x(layout, j), gap = layout->spacing - layout->state_w;
    float w = fminf(CELL_W, gap - 6);
    if (!made)
        return beside(layout, x - layout->state_w / 2 + 3, layout->state_w - 6);
    float from = layout->spacing >= WIDE ? CELL_GAP + FRAME : (gap - w) / 2;
    return beside(layout, x + layout->state_w / 2 + from, w);
}

static Bench bench_of(const StageLayout *layout, int j, bool made)
{
    float x = stage_column_x(layout, j), edge = layout->state_w / 2, pitch = CELL_W + CELL_GAP + FRAME;
    Bench bench = {.key = key_box(layout, j, made)};
    if (layout->spacing >= WIDE) {
        float from = made ? bench.key.x + CELL_W + FRAME + 2 : x + edge + CELL_GAP + 2;
        bench.terms = beside(layout, from, CELL_W - 2);
        bench.query = beside(layout, from + CELL_W + FRAME, CELL_W);
        return bench;
    }
    int strips = made ? 3 : 2;
    float w = pitch * (float)strips + 7, left = x + edge + 5;
    bool turned = left + w > layout->strip_query.x - 8;
    if (turned)
        left = x - edge - 5 - w;
    bench.card = (Box){left, layout->state_y - 18, w, layout->state_h + 24};
    float first = left + 6, last = left + 6 + pitch * (float)(strips - 1);
    bench.query = beside(layout, turned ? first : last, CELL_W);
    bench.terms = beside(layout, turned ? first + pitch : last - pitch, CELL_W);
    if (made)
        bench.key = beside(layout, turned ? last : first, CELL_W);
    return bench;
}

typedef struct Pose { /* of the query's copy */
    Box box;          /* of its cells */
    float upright;    /* 0: side by side; 1: one over the other */
} Pose;

static Pose pose_between(Pose a, Pose b, float t)
{
    return (Pose){
        {lerp(a.box.x, b.box.x, t), lerp(a.box.y, b.box.y, t), lerp(a.box.w, b.box.w, t), lerp(a.box.h, b.box.h, t)},
        lerp(a.upright, b.upright, t)};
}

static Box home_of(const Scope *scope, const StageLayout *layout)
{
    return box_inset(stage_asks_anew(scope) ? layout->strip_state : layout->strip_query, 3, 3);
}

static Pose pose_home(const Scope *scope, const StageLayout *layout)
{
    return (Pose){home_of(scope, layout), 0};
}

/* On the line, over the column as far as the line reaches. */
static Pose pose_line(const Scope *scope, const StageLayout *layout, int j)
{
    Box home = home_of(scope, layout), columns = layout->columns;
    float w = fminf(home.w, columns.w), x = stage_column_x(layout, j) - w / 2;
    x = fmaxf(fminf(x, columns.x + columns.w - w), columns.x);
    return (Pose){{x, layout->dash_y - home.h / 2, w, home.h}, 0};
}

static Pose pose_bench(const StageLayout *layout, int j, bool made)
{
    return (Pose){bench_of(layout, j, made).query, 1};
}

/* From home along the line to the first column, t eased. */
static Pose pose_under_way(const Scope *scope, const StageLayout *layout, float t)
{
    Pose home = pose_home(scope, layout), first = pose_line(scope, layout, 0);
    Point from = box_middle(home.box), to = box_middle(first.box);
    float bend = home.box.x - 60;
    Point curve[4] = {from, {bend, from.y}, {bend + 20, to.y}, {fmaxf(bend - 80, to.x), to.y}};
    Pose pose = pose_between(home, first, t);
    Point at = t < 0.5f ? cubic_point(curve, t * 2) : point_lerp(curve[3], to, t * 2 - 1);
    pose.box.x = at.x - pose.box.w / 2;
    pose.box.y = at.y - pose.box.h / 2;
    return pose;
}

static Pose pose_now(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Visit *visit = &layout->visit;
    bool made = makes_keys(painter, scope), wide = layout->spacing >= WIDE;
    if (visit->word < 0 && visit->asked < STANDS)
        return pose_under_way(scope, layout, ease_phase(visit->asked, LEAVES, STANDS));
    int to = visit->word < 0 ? 0 : visit->word, from = to > 0 ? to - 1 : 0;
    if (wide && visit->word < 0)
        return pose_between(pose_line(scope, layout, 0), pose_bench(layout, 0, made),
                            ease_phase(visit->asked, STANDS, 1));
    if (wide)
        return pose_between(pose_bench(layout, from, made), pose_bench(layout, to, made), visit->come);
    Pose line = pose_line(scope, layout, from), next = pose_line(scope, layout, to);
    float come = visit->word < 0 ? 0 : visit->come;
    if (visit->word > 0 && visit_full(scope, from) && come < 0.35f)
        return pose_between(pose_bench(layout, from, made), line, come / 0.35f);
    if (visit_full(scope, to) && come > 0.65f)
        return pose_between(next, pose_bench(layout, to, made), (come - 0.65f) / 0.35f);
    return pose_between(line, next, ease_phase(come, 0.35f, 0.65f));
}

/* ---- numbers ---- */

typedef struct Vectors {
    const float *query, *key; /* [A] */
    float query_extent, key_extent;
    bool made; /* query = W_q s */
} Vectors;

static const float *query_numbers(const Maths *maths, int step)
{
    int size = maths->trace->config.attention_size;
    const float *state = value_recorded(maths, query_value(maths, step, 0));
    if (state)
        return state;
    float *numbers = ARENA_ARRAY(maths->arena, float, (size_t)size);
    for (int a = 0; a < size; a++)
        numbers[a] = (float)value_number(maths, query_value(maths, step, a));
    return numbers;
}

static const float *key_numbers(const Trace *trace, int j, bool made)
{
    const Encoding *encoding = &trace->encoding;
    return (made ? encoding->keys : encoding->annotations) + (size_t)j * (size_t)trace->config.attention_size;
}

static Vectors vectors_of(const Painter *painter, const Scope *scope, int j)
{
    const Trace *trace = scope->trace;
    int size = trace->config.attention_size;
    Maths maths = kit_maths(painter, trace);
    bool keys = key_weight(&maths) != NULL;
    Vectors vectors = {query_numbers(&maths, scope->step), key_numbers(trace, j, keys), 1, 1,
                       score_of_kind(trace->config.score)->query};
    if (keys)
        vectors.key_extent = values_extent(trace->encoding.keys, trace->n * size);
    if (vectors.made)
        vectors.query_extent = vectors.key_extent = fmaxf(vectors.key_extent, values_extent(vectors.query, size));
    return vectors;
}

/* ---- cells ---- */

static Box row_of(const Trace *trace, Box box, int group)
{
    float h = box.h / (float)visit_groups(trace);
    return (Box){box.x, box.y + h * (float)group, box.w, h};
}

static void draw_cell(const Painter *painter, Box box, Color color, float alpha)
{
    float gap = fminf(box.w, box.h) >= 6 ? 0.75f : 0.4f;
    color = color_mix(color_grey(color), color, alpha);
    drawlist_box(painter->list, box_inset(box, gap, gap), fminf(box.w, box.h) >= 8 ? 2 : 0,
                 paint_fill(color_fade(color, alpha)));
}

static void draw_frame(const Painter *painter, Box box, Role role, float alpha)
{
    const Theme *theme = painter->theme;
    drawlist_box(painter->list, box_inset(box, -3, -3), 5,
                 paint_faded(paint_fill_stroke(theme->panel, theme->fill[role], 1.5f), alpha));
}

/* All cells of a group beside one another. */
static void draw_group(const Painter *painter, const Trace *trace, Box box, int group, const float *values,
                       float extent, float alpha)
{
    int first = visit_group(trace, group), count = visit_group(trace, group + 1) - first;
    Box row = row_of(trace, box, group);
    row.w /= (float)count;
    for (int i = 0; i < count; i++, row.x += row.w)
        draw_cell(painter, row, color_signed(painter->theme, values[first + i], extent), alpha);
}

/* The groups below `open` with all their cells, the others by their first. */
static void draw_groups(const Painter *painter, const Trace *trace, Box box, int open, const float *values,
                        float extent, float alpha)
{
    for (int g = 0; g < visit_groups(trace); g++) {
        if (g < open)
            draw_group(painter, trace, box, g, values, extent, alpha);
        else
            draw_cell(painter, row_of(trace, box, g),
                      color_signed(painter->theme, values[visit_group(trace, g)], extent), alpha);
    }
}

/* ---- keys ---- */

/* The key comes out of its state and takes its own colours. */
static void draw_key(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float alpha)
{
    const Trace *trace = scope->trace;
    int D = config_annotation(&trace->config), groups = visit_groups(trace);
    Vectors vectors = vectors_of(painter, scope, j);
    const float *state = trace->encoding.annotations + (size_t)j * (size_t)D;
    float made = ease_phase(layout->visit.asked, MAKING, MADE);
    Pose pose = pose_between((Pose){key_box(layout, j, false), 1}, (Pose){key_box(layout, j, true), 1}, made);
    draw_frame(painter, pose.box, ROLE_ENCODER, alpha);
    for (int g = 0; g < groups; g++) {
        Color from = color_signed(painter->theme, state[(int64_t)g * D / groups], 1);
        Color to = color_signed(painter->theme, vectors.key[visit_group(trace, g)], vectors.key_extent);
        draw_cell(painter, row_of(trace, pose.box, g), color_mix(from, to, made), alpha);
    }
}

static void draw_name(const Painter *painter, const StageLayout *layout, float x, Role role, float alpha,
                      const char *name)
{
    kit_math(painter, TYPE_LARGE, role, alpha, (Point){x, layout->state_y - 6}, ALIGN_CENTER, name);
}

void scores_draw_keys(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float here = layout->visit.here * scope->alpha;
    if (here <= 0)
        return;
    bool made = makes_keys(painter, scope), named = layout->spacing >= WIDE; /* else the query passes there */
    Maths maths = kit_maths(painter, scope->trace);
    for (int j = 0; j < scope->trace->n; j++) {
        float x = stage_column_x(layout, j);
        if (x < layout->columns.x - layout->spacing || x > layout->columns.x + layout->columns.w + layout->spacing)
            continue;
        Scope own = scope_of_word(scope, painter->view, j);
        scores_light(&own, &layout->visit, j);
        float alpha = scope_emphasis(&own, PART_ENCODER) * here;
        if (made)
            draw_key(painter, &own, layout, j, alpha);
        if (!named)
            continue;
        float ink = scope_ink(&own, PART_ENCODER) * here; /* before, the query comes along there */
        ink *= ease_phase(layout->visit.asked, STANDS, 1);
        draw_name(painter, layout, x - 15, ROLE_ENCODER, ink, annotation_name(&maths, j));
        Box key = key_box(layout, j, true);
        if (made)
            draw_name(painter, layout, key.x + key.w / 2, ROLE_ENCODER, ink, key_name(&maths, j));
    }
}

/* ---- the note over the bars: the arithmetic of the cells that meet now ---- */

static const char *colored(const Maths *maths, const Pieces *pieces)
{
    static const char LETTERS[ROLE_COUNT] = {[ROLE_MUTED] = 'm',   [ROLE_ENCODER] = 'g', [ROLE_DECODER] = 'p',
                                             [ROLE_CONTEXT] = 'o', [ROLE_QUERY] = 'b',   [ROLE_OUTPUT] = 'k'};
    const char *text = "";
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->items[i];
        char letter = piece->operand ? LETTERS[markup_role(value_name(maths, piece->operand->value))] : 0;
        text = letter ? arena_printf(maths->arena, "%s@%c{%s}", text, letter, piece->markup)
                      : arena_printf(maths->arena, "%s%s", text, piece->markup);
    }
    return text;
}

static void draw_note(const Painter *painter, const StageLayout *layout, float x, float alpha, const char *const *lines,
                      int count)
{
    const Theme *theme = painter->theme;
    MathStyle style = {theme, TYPE_BODY, color_fade(theme->text[ROLE_INK], alpha)};
    float w = 0;
    for (int i = 0; i < count; i++)
        w = fmaxf(w, math_width(painter->list->type, style, lines[i]));
    Box box = {0, 0, w + 24, NOTE_LINE * (float)count + 12};
    float left = layout->columns.x - 4, right = layout->decoder_x - layout->decoder_w / 2 - 12;
    box.x = fmaxf(left, fminf(x - box.w / 2, right - box.w));
    box.y = layout->bar_y + layout->bar_h + 8 - box.h;
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

static void draw_arithmetic(const Painter *painter, const Scope *scope, const StageLayout *layout, const Addends *all,
                            float alpha)
{
    const Visit *visit = &layout->visit;
    const Trace *trace = scope->trace;
    Maths maths = kit_maths(painter, trace);
    Arena *arena = &painter->list->arena;
    int lit = visit->groups - 1, first = visit_group(trace, lit), next = visit_group(trace, lit + 1);
    const Term *term = addends_term(&maths, all, first, 1);
    Printing printing = {.maths = &maths, .decimals = DECIMALS};
    bool closes = printed_close(&printing, term, all->added[first], DECIMALS, DECIMALS_MOST);
    Pieces *pieces = ARENA_NEW(arena, Pieces);
    printed_put(&printing, pieces, term);
    const char *lines[NOTE_MOST];
    int count = 0;
    lines[count++] =
        arena_printf(arena, "@b{\"%s\"}", arena_printf(arena, kit_said(painter, W_CELLS_CHOSEN), next, all->count));
    lines[count++] = arena_printf(arena, "%s %s @B{%s}", colored(&maths, pieces), closes ? "=" : "≈",
                                  number_text(arena, all->added[first], DECIMALS, true));
    if (next - first > 1)
        lines[count++] = arena_printf(arena, "@m{\"%s\"} @B{%s}",
                                      arena_printf(arena, kit_said(painter, W_WITH_MORE_CELLS), next - first - 1),
                                      number_text(arena, addends_sum(all, first, next - first), DECIMALS, true));
    draw_note(painter, layout, stage_column_x(layout, visit->word), alpha, lines, count);
}

/* ---- the meeting ---- */

/* The cells that meet, and a line through them. */
static void draw_lit(const Painter *painter, const Trace *trace, const Bench *bench, int group, float alpha)
{
    Color blue = color_fade(painter->theme->fill[ROLE_QUERY], alpha);
    const Box boxes[] = {bench->key, bench->terms, bench->query};
    for (int i = 0; i < 3; i++) {
        Box row = row_of(trace, boxes[i], group);
        drawlist_box(painter->list, box_inset(row, -1.5f, -1), 2, paint_stroke(blue, 2));
    }
}

static void draw_bench(const Painter *painter, const Scope *scope, const StageLayout *layout, const Addends *all,
                       float alpha)
{
    const Trace *trace = scope->trace;
    const Visit *visit = &layout->visit;
    const Theme *theme = painter->theme;
    bool made = makes_keys(painter, scope);
    Bench bench = bench_of(layout, visit->word, made);
    Vectors vectors = vectors_of(painter, scope, visit->word);
    float *terms = ARENA_ARRAY(&painter->list->arena, float, (size_t)all->count);
    for (int a = 0; a < all->count; a++)
        terms[a] = (float)all->added[a];
    if (bench.card.w > 0)
        drawlist_box(painter->list, bench.card, 6,
                     paint_faded(paint_fill_stroke(theme->panel, theme->hairline, 1.2f), alpha));
    draw_frame(painter, bench.key, ROLE_ENCODER, alpha);
    draw_groups(painter, trace, bench.key, visit->groups, vectors.key, vectors.key_extent, alpha);
    for (int g = 0; g < visit_groups(trace); g++) {
        Box row = box_inset(row_of(trace, bench.terms, g), 0.75f, 0.75f);
        drawlist_box(painter->list, row, 2, paint_faded(paint_fill_stroke(theme->panel, theme->hairline, 1), alpha));
        if (g < visit->groups)
            draw_group(painter, trace, bench.terms, g, terms, values_extent(terms, all->count), alpha);
    }
    draw_frame(painter, bench.query, ROLE_DECODER, alpha);
    draw_groups(painter, trace, bench.query, visit->groups, vectors.query, vectors.query_extent, alpha);
    if (visit->groups > 0 && visit->hold <= 0)
        draw_lit(painter, trace, &bench, visit->groups - 1, alpha);
    Maths maths = kit_maths(painter, trace);
    draw_name(painter, layout, bench.query.x + bench.query.w / 2, ROLE_DECODER, alpha, query_name(&maths, scope->step));
    if (bench.card.w > 0 && made)
        draw_name(painter, layout, bench.key.x + bench.key.w / 2, ROLE_ENCODER, alpha, key_name(&maths, visit->word));
}

/* The copy on its way, its cells still those of the state, or already those of the query. */
static void draw_copy(const Painter *painter, const Scope *scope, const StageLayout *layout, float alpha)
{
    const Trace *trace = scope->trace;
    Pose pose = pose_now(painter, scope, layout);
    Vectors vectors = vectors_of(painter, scope, 0);
    Maths maths = kit_maths(painter, trace);
    const float *state = value_recorded(&maths, asking_state(&maths, scope->step, 0));
    float made = vectors.made ? ease_phase(layout->visit.asked, MAKING, MADE) : 1;
    int groups = visit_groups(trace), H = trace->config.hidden;
    draw_frame(painter, pose.box, ROLE_DECODER, alpha);
    for (int g = 0; g < groups; g++) {
        Box b = pose.box, up = row_of(trace, b, g);
        Box flat = {b.x + b.w * (float)g / (float)groups, b.y, b.w / (float)groups, b.h};
        Pose cell = pose_between((Pose){flat, 0}, (Pose){up, 1}, pose.upright);
        Color from = color_signed(painter->theme, state[(int64_t)g * H / groups], 1);
        Color to = color_signed(painter->theme, vectors.query[visit_group(trace, g)], vectors.query_extent);
        draw_cell(painter, cell.box, color_mix(from, to, made), alpha);
    }
    if (pose.upright >= 1 && layout->visit.word < 0) /* on the way it would cross the columns' names */
        draw_name(painter, layout, pose.box.x + pose.box.w / 2, ROLE_DECODER, alpha, query_name(&maths, scope->step));
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
    if (meets && seen && addends_of(&maths, score_value(scope, visit->word), &all)) {
        draw_bench(painter, scope, layout, &all, alpha);
        if (visit->groups > 0)
            draw_arithmetic(painter, scope, layout, &all, alpha);
        return;
    }
    draw_copy(painter, scope, layout, alpha);
    if (visit->word < 0)
        draw_making(painter, scope, layout, alpha * ease_phase(visit->asked, MAKING, 0.3f));
}
