/* The matrices of one head: a product stands where the row and the column cross that make it. W_Q stands on Q, K,
 * turned, on S, V on Z; X, Q, S, A and Z have the same rows. */
#include "scene/views/self/view_self.h"

#include "derive/addends.h"
#include "derive/context_sum.h"
#include "scene/views/self/self_words.h"
#include "trace/head_row.h"
#include "words/common_words.h"

#include <math.h>

enum {
    HEAD_H = 20,
    ROUTES_H = 30,
    LINE_H = 38,
    NOTE_H = 20,
    ROW_MOST = 36,
    TOP_ROW = 22,
    TOP_LEAST = 56,
    SMALL = 46,
    ARROW = 26
};

#define SQUARE_MOST 58.0f
#define SQUARE_WISH 36.0f /* px of a cell of S or A: room for its number */
#define CELL_LEAST  6.0f  /* of the others, which give way first */
#define CELL_MOST   22.0f
#define QUIET       0.35f /* colour that waiting rows lose */

enum { X, Q, K, V, S, A, Z, PARTS }; /* in the order of their targets, from SELF_INPUTS on */

/* What is worked out: a score, the softmax of a row, or a cell of the sum. */
typedef enum Hero { HERO_NONE, HERO_SCORE, HERO_SHARE, HERO_SUM } Hero;

typedef struct Matrices {
    const Painter *painter;
    Box box;
    SelfPlace place;
    GridMatrix part[PARTS], query_w, key_w, value_w; /* of W values NULL: nobody knows them */
    float words_w, over_h, routes_y;
    int head, row, column; /* row: of the word that asks, -1: none; column: of S and A, or of Z */
    int begun;             /* the word whose row is made, -1: none */
    Hero hero;
} Matrices;

/* ---- what is lit ---- */

static bool card_means_scores(const View *view)
{
    const StageSetting *stage = &lesson_card(view->lesson, view->card)->stage;
    for (int i = 0; i < stage->highlight_count; i++)
        if (stage->highlight[i].kind == LIVE_SCORE)
            return true;
    return false;
}

static const float *weights_of(const Matrices *all)
{
    const Trace *trace = all->painter->view->trace;
    size_t n = (size_t)trace->n;
    return trace_self(trace)->weights + ((size_t)all->head * n + (size_t)all->row) * n;
}

static Maths row_maths(const Matrices *all)
{
    Maths maths = kit_maths(all->painter, all->painter->view->trace);
    maths.trace = trace_of_row(maths.trace, all->head, all->row, maths.arena);
    return maths;
}

static int cell_in_making(float done, int cells)
{
    return (int)fminf((float)cells - 1, floorf(done * (float)cells));
}

/* The cell under the pointer, as far as it is made; else the one that is being made, or made last. */
static void find_lit(Matrices *all)
{
    const View *view = all->painter->view;
    const Brush *brush = &all->painter->brush;
    int n = view->trace->n, d = self_width(view->trace);
    all->row = self_lit_row(all->painter, all->place);
    if (all->row < 0)
        return;
    float j = (float)all->row, scored = all->place.scored - j, weighed = all->place.weighed - j;
    float summed = all->place.summed - j;
    int at = brush->at.kind == TARGET_VALUE ? brush->at.a : -1, cell = brush->at.b;
    all->column = values_largest(weights_of(all), n);
    if (at == SELF_MIXED ? summed <= 0 : at == SELF_WEIGHTS ? weighed <= 0 : at != SELF_SCORES || scored <= 0)
        at = -1;
    if (at == SELF_SCORES || at == SELF_WEIGHTS)
        all->hero = at == SELF_SCORES ? HERO_SCORE : HERO_SHARE, all->column = cell % n;
    else if (at == SELF_MIXED)
        all->hero = HERO_SUM, all->column = cell % d;
    else if (summed >= 1 && card_means_scores(view))
        all->hero = HERO_SCORE;
    else if (summed > 0) {
        Maths maths = row_maths(all);
        all->hero = HERO_SUM;
        all->column = summed < 1 ? cell_in_making(summed, d) : context_telling_cell(&maths, 0, d);
    } else if (weighed > 0)
        all->hero = HERO_SHARE;
    else if (scored > 0 || all->begun == all->row)
        all->hero = HERO_SCORE, all->column = cell_in_making(scored, n);
}

/* ---- where all stands ---- */

static GridMatrix part_of_head(const Matrices *all, int what, const float *values, Role role, float shown, float extent)
{
    const Trace *trace = all->painter->view->trace;
    int n = trace->n, E = trace->config.embed, d = self_width(trace), square = what == S || what == A;
    size_t skip = what == X ? 0 : (size_t)all->head * (size_t)(square ? n * n : d);
    GridMatrix made =
        grid_matrix((Box){0}, values + skip, n,
                    what == X ? E
                    : square  ? n
                              : d,
                    square ? n : E, extent, role, target_at(TARGET_VALUE, SELF_INPUTS + what, -1, all->head));
    made.shown = shown, made.causal = square && trace->config.causal;
    return made;
}

/* A learned matrix, [d,E] of this head; turned, its columns make those of the product below it. */
static GridMatrix learned(const Matrices *all, int what, bool turned)
{
    const Trace *trace = all->painter->view->trace;
    int E = trace->config.embed, d = self_width(trace);
    const float *values = self_learned(all->painter->view, what);
    GridMatrix made = grid_matrix((Box){0}, values ? values + (size_t)all->head * (size_t)(d * E) : NULL,
                                  turned ? E : d, turned ? d : E, E, values ? values_extent(values, E * E) : 1,
                                  ROLE_MUTED, target_at(TARGET_VALUE, what, -1, all->head));
    made.turned = turned, made.shown = (float)E, made.plain = true;
    return made;
}

static void find_parts(Matrices *all)
{
    const Trace *trace = all->painter->view->trace;
    const SelfRun *self = trace_self(trace);
    const SelfPlace *place = &all->place;
    const float *read = self->evened ? self->evened : self->inputs;
    int n = trace->n, whole = n * trace->config.embed;
    const struct {
        const float *values;
        Role role;
        float shown, extent;
    } of[PARTS] = {{read, trace->of_written ? ROLE_DECODER : ROLE_ENCODER, place->read, values_extent(read, whole)},
                   {self->queries, ROLE_QUERY, place->read, values_extent(self->queries, whole)},
                   {self->keys, ROLE_QUERY, place->read, values_extent(self->keys, whole)},
                   {self->values, ROLE_CONTEXT, place->read, values_extent(self->values, whole)},
                   {self->scores, ROLE_QUERY, place->scored, values_extent(self->scores, trace->config.heads * n * n)},
                   {self->weights, ROLE_CONTEXT, place->weighed, 0},
                   {self->mixed, ROLE_CONTEXT, place->summed, values_extent(self->mixed, whole)}};
    for (int i = 0; i < PARTS; i++)
        all->part[i] = part_of_head(all, i, of[i].values, of[i].role, of[i].shown, of[i].extent);
    all->part[K].turned = true, all->part[K].rows = all->part[K].columns, all->part[K].columns = n;
    all->part[K].plain = true;
    all->part[S].by_cell = all->part[Z].by_cell = true;
    all->query_w = learned(all, SELF_QUERY_W, true);
    all->key_w = learned(all, SELF_KEY_W, false);
    all->value_w = learned(all, SELF_VALUE_W, true);
}

static float heading_width(const Matrices *all, Word word)
{
    TextStyle style = style_bold(all->painter->theme, TYPE_TINY, ROLE_INK);
    style.tracking = 0.9f;
    return kit_width(all->painter, style, kit_said(all->painter, word));
}

/* From left to right: words, X, Q, W_K over the gap, S, A, Z. Narrow windows take first from the cells of X, Q and Z.
 */
static void lay_across(Matrices *all)
{
    const Trace *trace = all->painter->view->trace;
    float n = (float)trace->n, E = (float)trace->config.embed, d = (float)self_width(trace), wide = all->box.w >= 900;
    float x_gap = wide ? 36 : 20, s_gap = wide ? 100 : 82, a_gap = wide ? 58 : 40, z_gap = wide ? 26 : 16;
    all->words_w = self_row_room(all->painter, wide ? 88 : 62) + 8;
    float room = all->box.w - all->words_w - x_gap - s_gap - a_gap - z_gap, others = E + 2 * d;
    float cell =
        fmaxf(fminf(CELL_LEAST, 0.4f * room / others), fminf(CELL_MOST, (room - 2 * n * SQUARE_WISH) / others));
    float x_w = fmaxf(cell * E, heading_width(all, W_WORDS)), part_w = fmaxf(cell * d, heading_width(all, W_QUERIES));
    float square = fminf(SQUARE_MOST, (room - x_w - 2 * part_w) / (2 * n));
    a_gap = fmaxf(a_gap, all->words_w + SMALL + ARROW + 24 - n * square - z_gap); /* W_V and the words of V above */
    float used = all->words_w + x_w + 2 * part_w + 2 * n * square + x_gap + s_gap + a_gap + z_gap;
    float x = all->box.x + all->words_w + fmaxf(0, (all->box.w - used) * 0.4f);
    const struct {
        int what;
        float w, gap;
    } of[] = {{X, x_w, x_gap}, {Q, part_w, s_gap}, {S, square * n, a_gap}, {A, square * n, z_gap}, {Z, part_w, 0}};
    for (int i = 0; i < 5; i++) {
        all->part[of[i].what].box.x = x, all->part[of[i].what].box.w = of[i].w;
        x += of[i].w + of[i].gap;
    }
    all->part[K].box = all->part[S].box;
    all->part[V].box = all->part[Z].box;
    all->query_w.box = all->part[Q].box;
    all->key_w.box = (Box){all->part[S].box.x - SMALL - ARROW, 0, SMALL, SMALL};
    all->value_w.box = (Box){all->part[V].box.x - all->words_w - SMALL - ARROW + 4, 0, SMALL, SMALL};
    all->over_h = self_column_room(all->painter, square);
}

/* Stands on the line `foot`, its rows as high as there is room. */
static void stand(GridMatrix *matrix, float foot, float room)
{
    matrix->box.h = fminf(room, TOP_ROW * (float)matrix->rows);
    matrix->box.y = foot - matrix->box.h;
}

static void lay_down(Matrices *all)
{
    const int low[] = {X, Q, S, A, Z};
    float routes = all->box.h >= 420 ? ROUTES_H : 0, between = 12 + HEAD_H + all->over_h;
    float note = view_written(all->painter->view) ? NOTE_H : 0;
    float height = all->box.h - routes - HEAD_H - between - LINE_H - note;
    int rows = all->part[K].rows > all->part[V].rows ? all->part[K].rows : all->part[V].rows;
    float top = fmaxf(fminf(TOP_LEAST, height / 3), fminf(height * 0.42f, (float)(TOP_ROW * rows)));
    SelfRows seen = self_rows(all->painter, all->place, height - top);
    float row_h = fminf(ROW_MOST, (height - top) / (float)seen.count), spare = height - top - row_h * (float)seen.count;
    float foot = all->box.y + routes + HEAD_H + top + spare * 0.3f, y = foot + between;
    all->routes_y = routes > 0 ? foot - top - HEAD_H - routes + 14 : -1;
    for (int i = 0; i < 5; i++) {
        GridMatrix *matrix = &all->part[low[i]];
        matrix->box.y = y, matrix->box.h = row_h * (float)seen.count;
        matrix->first = seen.first, matrix->rows = seen.count;
    }
    stand(&all->part[K], foot, top);
    stand(&all->part[V], foot, top);
    stand(&all->query_w, foot, top);
    float key_room = fminf(SMALL, all->part[K].box.h), value_room = fminf(SMALL, all->part[V].box.h);
    all->key_w.box.h = key_room, all->key_w.box.y = box_middle(all->part[K].box).y - key_room / 2;
    all->value_w.box.h = value_room, all->value_w.box.y = box_middle(all->part[V].box).y - value_room / 2;
}

/* ---- drawing ---- */

static void light(Matrices *all)
{
    GridMatrix *part = all->part;
    int answers = all->painter->brush.words ? all->painter->brush.position : -1;
    part[X].row = part[Q].row = part[S].row = part[A].row = part[Z].row = all->row;
    part[A].named = (Value){all->row < 0 ? VALUE_NONE : VALUE_SELF_WEIGHT, .run = all->head, .place = all->row,
                            .part = self_part(all->painter->view)};
    part[K].row = all->hero == HERO_SCORE ? all->column : answers;
    part[V].row = all->hero == HERO_SUM ? -1 : answers;
    part[Q].quiet = part[K].quiet = all->hero == HERO_SCORE ? QUIET : 0;
    part[S].quiet = part[A].quiet = part[Z].quiet = all->hero == HERO_NONE ? 0 : QUIET;
    for (int i = K; i <= V; i++)
        part[i].quiet = all->hero == (i == K ? HERO_SUM : HERO_SCORE) ? QUIET : part[i].quiet;
}

static void band(const Matrices *all, Box box, Role role, float alpha)
{
    if (box.w > 0 && box.h > 0)
        drawlist_box(all->painter->list, box, 0, paint_fill(color_fade(all->painter->theme->fill[role], alpha)));
}

/* From a row of the left matrix and a column of the upper one to the cell where they cross. */
static void draw_cross(const Matrices *all)
{
    if (all->hero == HERO_NONE || all->hero == HERO_SHARE)
        return;
    bool score = all->hero == HERO_SCORE;
    const GridMatrix *left = &all->part[score ? Q : A], *above = &all->part[score ? K : V];
    const GridMatrix *made = &all->part[score ? S : Z];
    Box cell = matrix_cell(made, all->row, all->column);
    float from = left->box.x + left->box.w + 4, down = above->box.y + above->box.h + 4;
    band(all, (Box){from, cell.y, made->box.x - 4 - from, cell.h}, made->role, 0.16f);
    band(all, (Box){cell.x, down, cell.w, made->box.y - 4 - down}, made->role,
         score ? 0.16f : 0.08f); /* the title of Z is read on it */
}

static void outline(const Matrices *all, Box box, Role role)
{
    drawlist_box(all->painter->list, box_inset(box, -1.5f, -1.5f), 4,
                 paint_stroke(all->painter->theme->text[role], 2.5f));
}

static void draw_cells_lit(const Matrices *all)
{
    const GridMatrix *part = all->part;
    if (all->hero == HERO_SUM) {
        Box column = matrix_cell(&part[V], 0, all->column);
        outline(all, (Box){column.x, part[V].box.y, column.w, part[V].box.h}, ROLE_CONTEXT);
        outline(all, matrix_cell(&part[Z], all->row, all->column), ROLE_CONTEXT);
    } else if (all->hero != HERO_NONE)
        outline(all, matrix_cell(&part[all->hero == HERO_SCORE ? S : A], all->row, all->column),
                all->hero == HERO_SCORE ? ROLE_QUERY : ROLE_CONTEXT);
}

static void title(const Matrices *all, const GridMatrix *over, float y, float width, Word word, const char *markup)
{
    const Painter *painter = all->painter;
    float used = kit_heading(painter, (Point){over->box.x - 3, y}, over->role, 1, kit_said(painter, word));
    MathStyle style = {painter->theme, TYPE_SMALL, painter->theme->text[ROLE_MUTED]};
    markup = self_symbol(painter, markup);
    if (math_width(painter->list->type, style, markup) + used + 8 <= width)
        math_draw(painter->list, style, (Point){over->box.x + used + 5, y}, ALIGN_LEFT, markup);
}

static void draw_titles(const Matrices *all)
{
    const GridMatrix *part = all->part;
    const Painter *painter = all->painter;
    float y = part[S].box.y - 9, top = -9;
    const char *letter = VALUE_INFO[self_read_kind(painter->view->trace)].letter;
    title(all, &part[X], y, part[X].box.w + 14, W_WORDS, letter);
    title(all, &part[Q], y, part[Q].box.w + 14, W_QUERIES, "Q");
    title(all, &part[K], part[K].box.y + top, part[K].box.w, W_KEYS, kit_said(painter, W_K_EACH_WORD_A_COLUMN));
    title(all, &part[V], part[V].box.y + top, part[V].box.w + 14, W_VALUES, "V");
    title(all, &part[A], y - all->over_h + 4, part[A].box.w, W_WEIGHTS, kit_said(painter, W_A_EACH_ROW_SUMS_TO_1));
    title(all, &part[Z], y, part[Z].box.w + 14, W_OUTPUT, "Z");
    kit_heading(painter, (Point){part[S].box.x - 12 - heading_width(all, W_SCORES), y}, ROLE_QUERY, 1,
                kit_said(painter, W_SCORES));
}

static void draw_words(const Matrices *all)
{
    const Painter *painter = all->painter;
    GridMatrix values = all->part[V];
    int meant = all->hero == HERO_SCORE ? all->column : self_meant(painter, all->place, all->head);
    self_row_words(painter, &all->part[X], all->words_w);
    self_rows_note(painter, (SelfRows){all->part[X].first, all->part[X].rows},
                   (Point){all->part[X].box.x - 11, all->part[X].box.y - 9});
    self_column_words(painter, &all->part[S], all->over_h, meant);
    self_column_words(painter, &all->part[A], all->over_h, meant);
    values.row = meant;
    self_row_words(painter, &values, all->words_w);
}

static void draw_learned(const Matrices *all, const GridMatrix *matrix, int what)
{
    const Painter *painter = all->painter;
    if (!matrix->values)
        return;
    matrix_draw(painter, matrix);
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_MUTED]};
    Point at = {matrix->box.x + matrix->box.w / 2, matrix->box.y - 8};
    math_draw(painter->list, style, at, ALIGN_CENTER, self_learned_symbol(painter, what));
    if (all->routes_y < 0)
        return;
    Color line = painter->theme->text[ROLE_MUTED];
    float from = all->part[X].box.x + all->part[X].box.w / 2, x = at.x;
    kit_line(painter, (Point){from, all->routes_y}, (Point){x, all->routes_y}, line, 1.3f);
    drawlist_arrow(painter->list, (Point){x, all->routes_y}, (Point){x, at.y - 16}, 6, line, 1.3f);
}

static void arrow(const Matrices *all, float from, float to, float y, const char *text)
{
    const Painter *painter = all->painter;
    drawlist_arrow(painter->list, (Point){from + 6, y}, (Point){to - 6, y}, 6, painter->theme->text[ROLE_MUTED], 1.3f);
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    if (kit_width(painter, style, text) <= to - from - 8)
        kit_text_at(painter, style, (Point){(from + to) / 2, y - 7}, ALIGN_CENTER, text);
}

/* X goes through the learned matrices; softmax makes A of S in the row that is lit. */
static void draw_routes(const Matrices *all)
{
    const Painter *painter = all->painter;
    const GridMatrix *part = all->part;
    float x = part[X].box.x + part[X].box.w / 2, y = box_middle(part[S].box).y;
    draw_learned(all, &all->query_w, SELF_QUERY_W);
    draw_learned(all, &all->key_w, SELF_KEY_W);
    draw_learned(all, &all->value_w, SELF_VALUE_W);
    if (all->query_w.values && all->routes_y >= 0) {
        kit_line(painter, (Point){x, all->routes_y}, (Point){x, part[X].box.y - HEAD_H - 6},
                 painter->theme->text[ROLE_MUTED], 1.3f);
        kit_text_at(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), (Point){x + 8, all->routes_y - 5},
                    ALIGN_LEFT,
                    kit_said(painter, config_norms_before(&painter->view->trace->config) ? W_EVENED_WORDS_GO_THROUGH
                                                                                         : W_WORDS_GO_THROUGH));
    }
    arrow(all, part[X].box.x + part[X].box.w, part[Q].box.x, y, "");
    if (all->key_w.values)
        arrow(all, all->key_w.box.x + SMALL, part[K].box.x, box_middle(all->key_w.box).y, "");
    if (all->value_w.values)
        arrow(all, all->value_w.box.x + SMALL, part[V].box.x - all->words_w + 4, box_middle(all->value_w.box).y, "");
    bool lit = all->row >= part[S].first && all->row < part[S].first + part[S].rows;
    float at = lit ? box_middle(matrix_cell(&part[S], all->row, 0)).y : y;
    arrow(all, part[S].box.x + part[S].box.w, part[A].box.x, at, "softmax");
}

/* Under the line: why half of the squares is empty. */
static void draw_note(const Matrices *all)
{
    const Painter *painter = all->painter;
    const Box *x = &all->part[X].box;
    if (!view_written(painter->view))
        return;
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *text = kit_said(painter, W_NOT_WRITTEN_IS_NOT_THERE);
    float room = all->box.x + all->box.w - x->x;
    kit_text_at(painter, kit_shrunk(painter, style, room, text), (Point){x->x, x->y + x->h + LINE_H + NOTE_H - 7},
                ALIGN_LEFT, text);
}

/* The lit cell, term by term. */
static void draw_line(const Matrices *all)
{
    const Painter *painter = all->painter;
    const Trace *trace = painter->view->trace;
    Arena *arena = &painter->list->arena;
    Box row = {all->part[X].box.x, all->part[X].box.y + all->part[X].box.h + 12, 0, 24};
    row.w = all->box.x + all->box.w - row.x;
    if (all->hero == HERO_NONE) {
        if (!painter->passive) /* paper has no keys */
            kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), row, ALIGN_LEFT,
                     kit_said(painter, W_PRESS_UNTIL_A_WORD_LOOKS_OR));
        return;
    }
    Maths maths = kit_maths(painter, trace);
    Value score = {VALUE_SELF_SCORE, all->head, all->row, all->column, self_part(painter->view)}, weight = score;
    weight.kind = VALUE_SELF_WEIGHT;
    const char *asks = trace->source[all->row], *answers = trace->source[all->column], *text;
    if (all->hero == HERO_SCORE)
        text = arena_printf(
            arena, "%s   %s",
            arena_printf(arena, kit_said(painter, W_ASKS_AND_ANSWERS), quoted(&maths, asks), quoted(&maths, answers)),
            addends_of_score(&maths, score, all->box.w >= 800 ? 8 : 5));
    else if (all->hero == HERO_SHARE)
        text = arena_printf(arena, "%s = %s   \"softmax\" →   %s %s", value_name(&maths, score),
                            kit_number(painter->list, value_number(&maths, score), 2, false),
                            value_name(&maths, weight), share_equals(arena, value_number(&maths, weight), 2));
    else {
        ContextSum sum;
        maths = row_maths(all);
        text = arena_printf(arena, kit_said(painter, W_TAKES_A_CELL), quoted(&maths, asks), all->column + 1);
        if (context_sum(&maths, context_value(&maths, 0, all->column), &sum))
            text = arena_printf(arena, "%s   %s", text, sum.products);
    }
    MathStyle style = {painter->theme, TYPE_LARGE, painter->theme->text[ROLE_INK]};
    math_fit(painter->list, style, (Point){row.x, row.y + 17}, row.w, 0.62f, text);
}

void self_draw_matrices(const Painter *painter, const Scope *scope, Box box)
{
    Matrices all = {.painter = painter, .box = box, .place = self_place(painter->view, scope)};
    all.head = self_head(painter->view);
    Moment next = scope->ends[1];
    bool written = view_written(painter->view), top = written || next.layer == scope->trace->config.layers - 1;
    bool begins = next.kind == MOMENT_SELF && (next.step >= 0) == written && top; /* the top layer is shown */
    all.begun = !begins ? -1 : written ? next.step : next.position;
    find_lit(&all);
    find_parts(&all);
    lay_across(&all);
    lay_down(&all);
    light(&all);
    draw_cross(&all);
    draw_routes(&all);
    for (int i = 0; i < PARTS; i++)
        matrix_draw(painter, &all.part[i]);
    draw_cells_lit(&all);
    draw_words(&all);
    draw_titles(&all);
    draw_line(&all);
    draw_note(&all);
}
