/* The floor of the scores. While it is the hero, the query meets the key of each word: what their cells add, and the
 * sum that grows from it. Outside of that a score is a bar: score_bars.c. */
#include "scene/stage/floor_parts.h"
#include "scene/stage/score_cells.h"
#include "scene/stage/stage.h"

#include "draw/ease.h"
#include "nn/score.h"
#include "scene/kit/way.h"
#include "words/stage_words.h"

#include <math.h>
#include <string.h>

#define STRIP_H     20.0f
#define STRIP_GAP   14.0f
#define TERMS_H     34.0f
#define TERMS_LEAST 150.0f /* px of a sum that has room for its terms one by one */
#define CHART_LEAST 26.0f
#define NUMBERED    22.4f /* px of a cell that has room for its number, */
#define NUMBER_SIZE 10.0f /* whose type is as large, or a little larger */
#define ASK_LEAVES  0.08f /* parts of the beat in which the query asks: it leaves, */
#define ASK_MAKING  0.12f /* keys and query are made of the states, */
#define ASK_MADE    0.55f
#define APART       4.0f
#define NUMBER_H    16.0f /* px by which the number of a sum can stand over it */
#define CELL_LINE   13.0f /* px from line to line of what a cell is */

/* ---- a sum ---- */

typedef struct Sum {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    ScoreCells cells;
    Addends all;
    int word, size, met;          /* met: of `size` cells that have been added up */
    bool leads;                   /* no other word's is larger */
    const struct Sum *next;       /* at its right; NULL: none */
    Box key, query, terms, chart; /* terms.h = 0: no room for them */
    double low, high;             /* of the running sums of all words */
    float term_most, alpha;
} Sum;

static void lay_sum(Sum *sum)
{
    Box box = stage_sum(sum->layout, sum->word);
    float bottom = box.y + box.h, strip = fminf(STRIP_H, box.h * 0.16f), gap = fminf(STRIP_GAP, box.h * 0.1f);
    sum->key = (Box){box.x + 3, bottom - strip, box.w - 6, strip};
    sum->query = (Box){box.x + 3, bottom - 2 * strip - gap, box.w - 6, strip};
    bool room = box.h >= TERMS_LEAST;
    float over = sum->query.y - 8;
    sum->terms = (Box){box.x + 3, over - (room ? TERMS_H : 0), box.w - 6, room ? TERMS_H : 0};
    sum->chart = (Box){box.x + 3, box.y, box.w - 6, fmaxf(CHART_LEAST, sum->terms.y - 8 - box.y)};
}

/* 16 strips of neighbours, each with their mean; of few cells each by itself, with its number where it has room. */
static void draw_cells(const Sum *sum, Box box, const float *values, float extent, Role role, float alpha)
{
    const Painter *painter = sum->painter;
    int shown = sum->size < CELLS_CHOSEN ? sum->size : CELLS_CHOSEN;
    cells_frame(painter, box, role, alpha);
    float *means = ARENA_ARRAY(&painter->list->arena, float, shown);
    for (int i = 0; i < shown; i++) {
        int first = part_first(i, shown, sum->size), next = part_first(i + 1, shown, sum->size);
        for (int k = first; k < next; k++)
            means[i] += values[k] / (float)(next - first);
    }
    cells_draw(painter, box, means, shown, extent, alpha);
    float w = box.w / (float)shown;
    for (int i = 0; i < shown && shown == sum->size && w >= NUMBERED && box.h >= 11; i++) {
        Color ground = color_signed(painter->theme, means[i], extent);
        TextStyle style = {FACE_SANS, fminf(TYPE_TINY, NUMBER_SIZE * w / NUMBERED), color_fade(color_on(ground), alpha),
                           0};
        const char *number = kit_number(painter->list, (double)means[i], w >= 30 ? 2 : 1, false);
        kit_text(painter, kit_shrunk(painter, style, w, number), (Box){box.x + w * (float)i, box.y, w, box.h},
                 ALIGN_CENTER, number);
    }
}

static void draw_terms(const Sum *sum)
{
    Box box = sum->terms;
    if (box.h <= 0)
        return;
    const Theme *theme = sum->painter->theme;
    float w = box.w / (float)sum->size, zero = box.y + box.h / 2, unit = box.h / 2 / sum->term_most;
    kit_line(sum->painter, (Point){box.x, zero}, (Point){box.x + box.w, zero}, color_fade(theme->hairline, sum->alpha),
             1);
    for (int i = 0; i < sum->met; i++) {
        float h = (float)sum->all.added[i] * unit;
        Color color = color_mix(theme->panel, theme->fill[ROLE_QUERY], h >= 0 ? 1 : 0.55f);
        Box bar = {box.x + w * (float)i + w * 0.1f, h >= 0 ? zero - h : zero, w * 0.8f, fmaxf(fabsf(h), 0.8f)};
        drawlist_box(sum->painter->list, bar, 0, paint_fill(color_fade(color, sum->alpha)));
    }
}

static float chart_y(const Sum *sum, double value)
{
    return sum->chart.y + sum->chart.h * (float)((sum->high - value) / (sum->high - sum->low));
}

/* The line that the sum grows along, with its area. */
static void draw_line(const Sum *sum, bool filled)
{
    DrawList *list = sum->painter->list;
    const Theme *theme = sum->painter->theme;
    Box box = sum->chart;
    float w = box.w / (float)sum->size;
    double at = 0;
    drawlist_move(list, box.x, chart_y(sum, 0));
    for (int i = 0; i < sum->met; i++) {
        at += sum->all.added[i];
        drawlist_line(list, box.x + w * ((float)i + 0.5f), chart_y(sum, at));
    }
    float end = box.x + w * ((float)sum->met - 0.5f);
    if (!filled) {
        Color blue =
            color_mix(theme->panel, theme->fill[ROLE_QUERY], 0.6f); /* the way there counts less than its end */
        drawlist_path_end(list, paint_stroke(color_fade(blue, sum->alpha), 1.6f));
        return;
    }
    drawlist_line(list, end, chart_y(sum, 0));
    drawlist_close(list);
    drawlist_path_end(list, paint_fill(color_fade(theme->tint[ROLE_QUERY], sum->alpha)));
}

/* x up to which nothing stands right of the end of a sum: the next one's line begins low, and comes up to it. */
static float end_of_room(const Sum *sum, float y)
{
    const Sum *next = sum->next;
    const Box *columns = &sum->layout->columns;
    float end = (sum->layout->scroll_limit > 0 ? columns->x + columns->w : sum->layout->rail) - 4;
    double at = 0;
    for (int i = 0; next && i < next->met; i++) {
        at += next->all.added[i];
        if (chart_y(next, at) < y + NUMBER_H && chart_y(next, at) > y - NUMBER_H)
            return fminf(end, next->chart.x + next->chart.w / (float)next->size * (float)i - APART);
    }
    return next ? fminf(end, next->chart.x + next->chart.w / 2) : end;
}

/* The number at the end that it is of, at the right; without room there over the line, as far as that stands under it.
 */
static void put_end(const Sum *sum, Point end, double value)
{
    const Painter *painter = sum->painter;
    const Theme *theme = painter->theme;
    Box box = sum->chart;
    const char *number = kit_number(painter->list, value, 2, true);
    bool leads = sum->leads || sum->met < sum->size;
    TextStyle style = (leads ? style_bold : style_plain)(theme, fminf(22, box.w * 0.17f), ROLE_INK);
    style = kit_shrunk(painter, style_faded(style, sum->alpha), box.w, number);
    float width = kit_width(painter, style, number), from = fmaxf(box.x, end.x - width);
    if (end.x + 10 + width <= end_of_room(sum, end.y)) {
        float y = fminf(end.y + style.size * 0.36f, box.y + box.h - style.size * 0.36f);
        kit_text_at(painter, style, (Point){end.x + 10, y}, ALIGN_LEFT, number);
        return;
    }
    double at = 0, top = value;
    for (int i = 0; i < sum->met; i++) {
        at += sum->all.added[i];
        if (box.x + box.w * ((float)i + 0.5f) / (float)sum->size >= from - 4)
            top = fmax(top, at);
    }
    Point over = {from, fmaxf(chart_y(sum, top) - 10, sum->layout->floor[FLOOR_SCORES].y + 14)};
    kit_text_at(painter, style, over, ALIGN_LEFT, number);
    if (end.y - 12 > over.y + 4) /* from the number down to the end that it is of */
        kit_line(painter, (Point){end.x, over.y + 4}, (Point){end.x, end.y - 6},
                 color_fade(theme->fill[ROLE_QUERY], sum->alpha), 1.6f);
}

static void draw_chart(const Sum *sum)
{
    const Painter *painter = sum->painter;
    const Theme *theme = painter->theme;
    Box box = sum->chart;
    float zero = chart_y(sum, 0);
    kit_line(painter, (Point){box.x - 3, zero}, (Point){box.x + box.w + 3, zero},
             color_fade(theme->hairline, sum->alpha), 1.2f);
    if (sum->met == 0)
        return;
    draw_line(sum, true);
    draw_line(sum, false);
    double value = sum->met == sum->size ? sum->all.made.number : addends_sum(&sum->all, 0, sum->met);
    Point end = {box.x + box.w * ((float)sum->met - 0.5f) / (float)sum->size, chart_y(sum, value)};
    Color blue = color_fade(theme->fill[ROLE_QUERY], sum->alpha);
    drawlist_box(painter->list, (Box){end.x - 5.5f, end.y - 5.5f, 11, 11}, 6, paint_fill(blue));
    put_end(sum, end, value);
}

/* Of all words that have one, so that they can be compared. */
static void find_scale(Sum *sums, const bool *has, int n)
{
    double low = 0, high = 1e-6;
    float most = 1e-6f;
    for (int j = 0; j < n; j++) {
        double at = 0;
        for (int i = 0; has[j] && i < sums[j].size; i++) {
            at += sums[j].all.added[i];
            low = fmin(low, at), high = fmax(high, at);
            most = fmaxf(most, fabsf((float)sums[j].all.added[i]));
        }
    }
    for (int j = 0; j < n; j++)
        sums[j].low = low, sums[j].high = high, sums[j].term_most = most;
}

static bool query_is_with(const Visit *visit, int j)
{
    return visit->asked <= 0 || visit->here <= 0 || j < visit->word || (j == visit->word && visit->come >= 1);
}

static void draw_key_way(const Sum *sum)
{
    const StageLayout *layout = sum->layout;
    bool row = sum->scope->trace->row;
    float x = stage_column_x(layout, sum->word),
          from = row ? layout->state_y - 3 : layout->lying_y - layout->lying_h / 2 - 7,
          to = sum->key.y + sum->key.h + 6;
    if (!layout->sums_each || from - to < 8)
        return;
    drawlist_arrow(sum->painter->list, (Point){x, from}, (Point){x, to}, 6,
                   color_fade(sum->painter->theme->fill[sum->cells.key_role], sum->alpha), 1.8f);
}

static void draw_sum(Sum *sum)
{
    const Painter *painter = sum->painter;
    const Visit *visit = &sum->layout->visit;
    float made = visit->asked > 0 && visit->here > 0 ? ease_phase(visit->asked, ASK_MAKING, ASK_MADE) : 1,
          whole = sum->alpha;
    sum->alpha *= made;
    draw_key_way(sum);
    draw_cells(sum, sum->key, score_key(&sum->cells, sum->word), sum->cells.key_extent, sum->cells.key_role,
               sum->alpha);
    bool with = query_is_with(visit, sum->word);
    if (with)
        draw_cells(sum, sum->query, sum->cells.query, sum->cells.query_extent, sum->cells.query_role, whole);
    sum->alpha = whole;
    draw_terms(sum);
    draw_chart(sum);
    Target target = target_at(TARGET_SCORE, sum->scope->step, sum->word, 0);
    Box box = stage_sum(sum->layout, sum->word), ring = box_inset(box, -6, -10);
    ring.y -= NUMBER_H, ring.h += NUMBER_H;
    if (kit_pointed(painter, target) || kit_traced(painter, target))
        drawlist_box(painter->list, ring, 8, paint_stroke(painter->theme->text[ROLE_QUERY], 1.5f));
    kit_press_ring(painter, ring, ring, 8, target, true, NULL);
}

/* The copy of the query on its way: from where it stands to the first sum, from there from word to word. */
static void draw_copy(const Sum *sum, const Scope *scope)
{
    const StageLayout *layout = sum->layout;
    const Visit *visit = &layout->visit;
    Box home = box_inset(layout->strip_query, 3, 3), to = sum->query;
    if (stage_asks_anew(scope))
        home = box_inset(layout->strip_state, 3, 3);
    Sum last = *sum;
    last.word = visit->word > 0 ? visit->word - 1 : 0;
    lay_sum(&last);
    float t = visit->word < 0 ? ease_phase(visit->asked, ASK_LEAVES, 1) : visit->come;
    Box box = box_lerp(visit->word < 0 ? home : last.query, to, t);
    float alpha = sum->alpha;
    if (scope->trace->row && visit->word < 0) { /* the copy that goes is beside the keys */
        box = to;
        alpha *= t;
    } else if (visit->word < 0) {
        Point from = box_middle(home), end = box_middle(to);
        Way way = way_through((Point[]){from, {layout->rail, from.y}, {layout->rail, end.y}, end}, 4, 20);
        Point at = way_at(&way, t);
        box.x = at.x - box.w / 2, box.y = at.y - box.h / 2;
    }
    draw_cells(sum, box, sum->cells.query, sum->cells.query_extent, sum->cells.query_role, alpha);
}

/* What the terms add up to, in the letters that the rows have: "v · tanh(q + k)". */
static const char *equation_of(const Sum *sum, char key, char query)
{
    const Config *config = &sum->scope->trace->config;
    bool heads = sum->scope->trace->row || config_is_transformer(config);
    const char *equation = heads ? "q · k / √d" : score_of_kind(config->score)->equation;
    char *out = arena_copy(&sum->painter->list->arena, equation, strlen(equation));
    for (char *c = out; *c; c++)
        *c = *c == 'q' ? query : *c == 'k' ? key : *c;
    return out;
}

/* How many terms a cell of the rows stands for: before the cells, in two lines before a row of numbers. */
static void tell_cell(const Sum *sum, Point at)
{
    const Painter *painter = sum->painter;
    const StageLayout *layout = sum->layout;
    int of_one = sum->size / CELLS_CHOSEN;
    bool means = of_one > 1 && sum->size == of_one * CELLS_CHOSEN;
    const char *text = means ? arena_printf(&painter->list->arena, kit_said(painter, W_SUM_CELL_MEANS), of_one)
                             : kit_said(painter, W_SUM_TERM_EACH);
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), sum->alpha);
    bool numbers = !layout->sums_each && layout->score_number_y < at.y + 2 * CELL_LINE;
    float room = (numbers ? layout->columns.x - 1 : sum->terms.x - 6) - at.x, width = kit_width(painter, style, text);
    int lines = width < room ? 1 : numbers && width < 1.6f * room ? 2 : 0;
    float foot = layout->floor[FLOOR_SCORES].y + layout->floor[FLOOR_SCORES].h;
    if (lines > 0 && at.y + CELL_LINE * (float)(lines - 1) < foot - 3)
        kit_paragraph(painter, &(Paragraph){style, at, room, CELL_LINE, lines, false}, text);
}

static void name_rows(const Sum *sum)
{
    const Painter *painter = sum->painter;
    const StageLayout *layout = sum->layout;
    if (!layout->labels)
        return;
    Arena *arena = &painter->list->arena;
    float x = layout->area.x + 20, alpha = sum->alpha;
    const Box rows[] = {sum->key, sum->query, sum->terms, sum->chart};
    const char *key = sum->cells.makes_keys ? "k" : "h", *query = sum->cells.makes_query ? "q" : "s";
    if (sum->scope->trace->row)
        key = "K", query = "Q";
    const char *texts[] = {
        arena_printf(arena, "\"%s\" %s", kit_said(painter, W_SUM_KEYS), key),
        arena_printf(arena, "\"%s\" %s", kit_said(painter, W_SUM_QUERY), query),
        arena_printf(arena, "\"%s\"", arena_printf(arena, kit_said(painter, W_SUM_TERMS), sum->size)),
        arena_printf(arena, "\"%s\"", kit_said(painter, W_SUM_SO_FAR))};
    bool apart = sum->key.y - sum->query.y >= 17;
    for (int i = 0; i < 4; i++)
        if (rows[i].h > 0 && (apart || i == 1 || i == 3))
            kit_math(painter, TYPE_BODY, i < 3 ? ROLE_MUTED : ROLE_INK, alpha,
                     (Point){x, rows[i].y + rows[i].h / 2 + 5}, ALIGN_LEFT, texts[i]);
    if (sum->terms.h > 0 && apart)
        tell_cell(sum, (Point){x, sum->key.y + sum->key.h / 2 + 20});
    MathStyle maths = {painter->theme, TYPE_SMALL, color_fade(painter->theme->text[ROLE_MUTED], alpha)};
    const char *equation = equation_of(sum, key[0], query[0]);
    if (sum->terms.h > 0 && apart && x + math_width(painter->list->type, maths, equation) < sum->terms.x - 6)
        math_draw(painter->list, maths, (Point){x, sum->terms.y + sum->terms.h / 2 + 22}, ALIGN_LEFT, equation);
}

/* Where keys and query will meet. */
static void draw_slots(const Painter *painter, const Scope *scope, const StageLayout *layout, float alpha)
{
    Sum sum = {painter, scope, layout, .alpha = alpha};
    int n = layout->sums_each ? scope->trace->n : 1;
    Paint paint = paint_faded(paint_stroke(painter->theme->hairline, 1.5f), alpha);
    for (; sum.word < n; sum.word++) {
        lay_sum(&sum);
        drawlist_box(painter->list, box_inset(sum.key, -3, -3), 5, paint);
        drawlist_box(painter->list, box_inset(sum.query, -3, -3), 5, paint);
        float foot = sum.chart.y + sum.chart.h;
        kit_line(painter, (Point){sum.chart.x, foot}, (Point){sum.chart.x + sum.chart.w, foot}, paint.stroke, 1.2f);
    }
}

void stage_draw_sums(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float hero = stage_is_hero(layout, FLOOR_SCORES) * scope->alpha;
    bool asks = layout->visit.asked > 0 || scope->shown[MOMENT_SCORES] >= 1;
    if (hero <= 0 || !step || !step->step.scores || config_mixes_heads(&scope->trace->config))
        return;
    if (!asks) {
        draw_slots(painter, scope, layout, hero);
        return;
    }
    Maths maths = kit_maths(painter, scope->trace);
    int n = scope->trace->n, only = layout->sums_each ? -1 : stage_sum_word(painter, scope, layout), last = -1;
    Sum *sums = ARENA_ARRAY(maths.arena, Sum, n);
    bool *has = ARENA_ARRAY(maths.arena, bool, n);
    ScoreCells cells = score_cells(painter, scope->trace, scope->step);
    for (int j = 0; j < n; j++) {
        Sum *sum = &sums[j];
        *sum = (Sum){painter, scope, layout, .cells = cells, .word = j, .alpha = hero};
        has[j] = (only < 0 || only == j) && stage_sees_column(layout, j)
                 && addends_of(&maths, score_value(&maths, scope->step, j), &sum->all);
        sum->size = has[j] ? sum->all.count : 0;
        sum->leads = step->step.scores[j] >= step->step.scores[values_largest(step->step.scores, n)];
        int met = visit_met(scope, &layout->visit, j);
        sum->met = met >= visit_groups(scope->trace) ? sum->size : visit_group(scope->trace, met);
        lay_sum(sum);
    }
    find_scale(sums, has, n);
    for (int j = 0; j < n; j++) {
        if (!has[j])
            continue;
        sums[j].next = j + 1 < n && has[j + 1] ? &sums[j + 1] : NULL;
        draw_sum(&sums[j]);
        last = j;
    }
    if (last < 0)
        return;
    name_rows(&sums[last]);
    const Visit *visit = &layout->visit;
    int to = visit->word < 0 ? (only < 0 ? 0 : only) : visit->word;
    if (visit->here > 0 && visit->asked > 0 && has[to] && !query_is_with(visit, to))
        draw_copy(&sums[to], scope);
}

/* The way down at the right along which the query comes to the sums. */
void stage_draw_query_way(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float shown = scope->shown[MOMENT_QUERY] * stage_is_hero(layout, FLOOR_SCORES);
    if (shown <= 0 || scope->step < 0 || config_mixes_heads(&scope->trace->config))
        return;
    Box home = stage_asks_anew(scope) ? layout->strip_state : layout->strip_query;
    Sum sum = {.layout = layout, .word = layout->sums_each ? scope->trace->n - 1 : 0};
    lay_sum(&sum);
    float end = fminf(sum.query.x + sum.query.w + 8, layout->columns.x + layout->columns.w),
          y = sum.query.y + sum.query.h / 2;
    Point way[] = {
        {home.x + home.w + 6, home.y + home.h / 2}, {layout->rail, home.y + home.h / 2}, {layout->rail, y}, {end, y}};
    Color blue = color_fade(painter->theme->fill[ROLE_QUERY], shown * scope->alpha);
    drawlist_move(painter->list, way[0].x, way[0].y);
    for (int i = 1; i < 4; i++)
        drawlist_line(painter->list, way[i].x + (i == 3 ? 5 : 0), way[i].y);
    drawlist_path_end(painter->list, paint_dashed(blue, 1.8f, 6, 4));
    drawlist_arrow(painter->list, (Point){way[3].x + 8, y}, way[3], 7, blue, 1.8f);
    for (int j = sum.word; j > 0; j--) { /* it is the same one at every word */
        lay_sum(&sum);
        float from = sum.query.x - 4;
        sum.word = j - 1;
        lay_sum(&sum);
        float to = sum.query.x + sum.query.w + 4;
        if (from - to > 4 && stage_sees_column(layout, j - 1))
            drawlist_segment(painter->list, (Point){from, y}, (Point){to, y}, paint_dashed(blue, 1.8f, 6, 4));
    }
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = query_name(&maths, scope->step);
    MathStyle style = {painter->theme, TYPE_LARGE, color_fade(painter->theme->text[ROLE_QUERY], shown * scope->alpha)};
    /* where it has no room it stands only at its home */
    if (way[2].x - way[3].x > math_width(painter->list->type, style, name) + 16)
        math_draw(painter->list, style, (Point){way[2].x - 8, y - 8}, ALIGN_RIGHT, name);
}
