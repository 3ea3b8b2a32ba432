/* All heads of one self-attention: their weights side by side, and how they become one state again. */
#include "scene/views/self/view_self.h"

#include "scene/views/self/self_words.h"
#include "words/common_words.h"

#include <math.h>

enum { TITLE_H = 24, GAP = 26, STRIP_H = 22, JOIN_H = 96, BLOCK_H = 58, PANEL_GAP = 22 };

typedef struct Panels {
    int columns, rows; /* of panels */
    SelfRows words;    /* whose rows each shows */
    float w, h, words_w, over_h, cell_w, cell_h;
} Panels;

/* A panel's worth: large cells with their numbers, and many rows. */
static float worth(const View *view, const Panels *p)
{
    float numbers = matrix_has_numbers(view, p->cell_w, p->cell_h) ? 1.5f : 1;
    return fminf(p->cell_w, p->cell_h * 1.5f) * (float)p->words.count * numbers;
}

/* As many in a row as is worth most. */
static Panels lay_out(const Painter *painter, SelfPlace place, Box box)
{
    const Trace *trace = painter->view->trace;
    int heads = trace->config.heads, n = trace->n;
    Panels best = {0};
    for (int columns = 1; columns <= heads; columns++) {
        Panels p = {.columns = columns, .rows = (heads + columns - 1) / columns};
        p.w = (box.w - PANEL_GAP * (float)(columns - 1)) / (float)columns;
        p.h = (box.h - PANEL_GAP * (float)(p.rows - 1)) / (float)p.rows;
        p.words_w = self_row_room(painter, fminf(88, p.w * 0.3f));
        p.cell_w = fminf(76, (p.w - p.words_w - 14) / (float)n);
        p.over_h = self_column_room(painter, p.cell_w);
        p.words = self_rows(painter, place, p.h - TITLE_H - p.over_h);
        p.cell_h = fminf(48, (p.h - TITLE_H - p.over_h) / (float)p.words.count);
        if (best.columns == 0 || worth(painter->view, &p) > worth(painter->view, &best) + 0.5f * (float)n)
            best = p;
    }
    return best;
}

static void draw_panel(const Painter *painter, SelfPlace place, const Panels *panels, int head, Box box)
{
    const View *view = painter->view;
    const Trace *trace = view->trace;
    size_t n = (size_t)trace->n;
    bool picked = head == self_head(view);
    float side = panels->cell_w * (float)n, left = box.x + panels->words_w + 8;
    float top = box.y + TITLE_H + panels->over_h;
    GridMatrix weights = {{left, top, side, panels->cell_h * (float)panels->words.count},
                          trace->encoding.self.weights + (size_t)head * n * n,
                          panels->words.count,
                          trace->n,
                          trace->n,
                          0,
                          place.weighed,
                          place.row,
                          ROLE_CONTEXT,
                          1,
                          {TARGET_VALUE, SELF_WEIGHTS, -1, (int16_t)head}};
    weights.causal = trace->config.causal;
    weights.first = panels->words.first;
    if (picked)
        drawlist_box(painter->list, box_inset(weights.box, -6, -6), 8,
                     paint_fill_stroke(painter->theme->tint[ROLE_CONTEXT], painter->theme->fill[ROLE_CONTEXT], 1.5f));
    matrix_draw(painter, &weights);
    self_row_words(painter, &weights, panels->words_w);
    self_rows_note(painter, panels->words, (Point){left - 11, top - 8});
    self_column_words(painter, &weights, panels->over_h, self_meant(painter, place, head));
    kit_heading(painter, (Point){left, box.y + 14}, picked ? ROLE_CONTEXT : ROLE_MUTED, 1,
                arena_printf(&painter->list->arena, kit_said(painter, W_HEAD_TITLE), head + 1));
}

/* ---- the heads of one word become its state ---- */

static void draw_strip(const Painter *painter, Box box, const float *values, int count, float extent, float shown,
                       Role role, int what, int word, const char *markup)
{
    GridMatrix strip = {
        box, values, 1, count, count, extent, shown, -1, role, 1, {TARGET_VALUE, (int16_t)what, -1, (int16_t)word}};
    matrix_draw(painter, &strip);
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_INK]};
    math_fit(painter->list, style, (Point){box.x, box.y - 10}, box.w, 0.6f, markup);
}

static void sign(const Painter *painter, float x, float y, const char *text)
{
    TextStyle style = style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED);
    kit_text_at(painter, style, (Point){x, y + 6}, ALIGN_CENTER, text);
}

/* The heads' parts of the joined row, "[Z_2^(1); Z_2^(2)]"; of many the first and the last. */
static const char *parts_of_heads(const Painter *painter, int j)
{
    int heads = painter->view->trace->config.heads;
    const char *parts = "";
    for (int head = 0; head < heads; head++) {
        bool left_out = heads > 4 && head > 0 && head < heads - 1;
        const char *joint = head == 0 || (left_out && head > 1) ? "" : left_out ? "; … " : "; ";
        parts = arena_printf(&painter->list->arena, left_out ? "%s%s" : "%s%s@o{Z_{%d}}^{(%d)}", parts, joint, j + 1,
                             head + 1);
    }
    return parts;
}

/* Where a row of four strips stands, and what all of it shares. */
typedef struct Strips {
    const Painter *painter;
    Box box; /* of the row; the strips stand at its `y` */
    int word;
    float extent, shown;
} Strips;

/* One of four; `sign` stands before the next. */
static void draw_one(const Strips *row, int at, const float *values, int count, Role role, int what, const char *markup,
                     const char *next)
{
    float w = (row->box.w - 3 * GAP - 12) / 4, x = row->box.x + (float)at * (w + GAP) + (at == 3 ? 12 : 0);
    draw_strip(row->painter, (Box){x + 3, row->box.y, w - 6, STRIP_H}, values + (size_t)row->word * (size_t)count,
               count, row->extent, row->shown, role, what, row->word, markup);
    if (*next)
        sign(row->painter, x + w + (at == 2 ? GAP / 2 + 6 : GAP / 2), row->box.y + STRIP_H / 2, next);
}

static const char *name_of(const Maths *maths, ValueKind kind, int j)
{
    return vector_name(maths, (Value){kind, .place = j});
}

/* What the heads give, the matrix behind them, the residual: the word's state, or what goes into the block below. */
static void draw_attended(const Maths *maths, const Strips *row, float read)
{
    const Trace *trace = maths->trace;
    const SelfRun *self = &trace->encoding.self;
    Arena *arena = &row->painter->list->arena;
    int j = row->word, E = trace->config.embed;
    bool block = trace->config.feed_forward > 0;
    const char *mixed = name_of(maths, VALUE_SELF_MIXED, j), *output = name_of(maths, VALUE_SELF_OUTPUT, j);
    const char *input = name_of(maths, VALUE_SELF_INPUT, j);
    draw_one(row, 0, self->mixed, E, ROLE_CONTEXT, SELF_JOINED,
             arena_printf(arena, trace->config.heads > 1 ? "%s = [%s]" : "%s", mixed, parts_of_heads(row->painter, j)),
             "→");
    float w = (row->box.w - 3 * GAP - 12) / 4 - 6;
    for (int head = 1; head < trace->config.heads; head++) {
        float x = row->box.x + 3 + w * (float)head / (float)trace->config.heads;
        kit_line(row->painter, (Point){x, row->box.y - 1}, (Point){x, row->box.y + STRIP_H + 1},
                 row->painter->theme->text[ROLE_CONTEXT], 1.5f);
    }
    draw_one(row, 1, self->output, E, ROLE_CONTEXT, SELF_OUTPUT, arena_printf(arena, "%s = W_O %s", output, mixed),
             "+");
    Strips early = *row;
    early.shown = fminf(1, fmaxf(0, read - (float)j));
    draw_one(&early, 2, self->inputs, E, ROLE_MUTED, SELF_INPUT, input, "→");
    Strips last = *row;
    const float *states = block ? self->middle : trace->encoding.annotations;
    last.extent = values_extent(states, trace->n * E);
    const char *name = block ? name_of(maths, VALUE_SELF_MIDDLE, j) : annotation_name(maths, j);
    draw_one(&last, 3, states, E, ROLE_ENCODER, block ? SELF_MIDDLE : SELF_STATE,
             arena_printf(arena, "%s = norm(%s + %s)", name, input, output), "");
}

/* The feed-forward block: the same word's numbers alone. */
static void draw_block(const Maths *maths, const Strips *row)
{
    const Trace *trace = maths->trace;
    const SelfRun *self = &trace->encoding.self;
    Arena *arena = &row->painter->list->arena;
    int j = row->word, E = trace->config.embed, F = trace->config.feed_forward;
    const char *middle = name_of(maths, VALUE_SELF_MIDDLE, j), *inner = name_of(maths, VALUE_FORWARD_INNER, j);
    const char *outer = name_of(maths, VALUE_FORWARD_OUTER, j);
    Strips wide = *row;
    wide.extent = values_extent(self->inner, trace->n * F);
    draw_one(&wide, 0, self->inner, F, ROLE_MUTED, SELF_INNER,
             arena_printf(arena, "%s = ReLU(W_F %s + b_F)", inner, middle), "→");
    draw_one(row, 1, self->outer, E, ROLE_ENCODER, SELF_OUTER, arena_printf(arena, "%s = W_G %s + b_G", outer, inner),
             "+");
    draw_one(row, 2, self->middle, E, ROLE_ENCODER, SELF_MIDDLE, middle, "→");
    draw_one(row, 3, trace->encoding.annotations, E, ROLE_ENCODER, SELF_STATE,
             arena_printf(arena, "%s = norm(%s + %s)", annotation_name(maths, j), middle, outer), "");
}

static void draw_joined(const Painter *painter, const Scope *scope, SelfPlace place, Box box)
{
    const Trace *trace = scope->trace;
    const SelfRun *self = &trace->encoding.self;
    Maths maths = kit_maths(painter, trace);
    int j = place.row < 0 ? 0 : place.row, all = trace->n * trace->config.embed;
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *text =
        arena_printf(&painter->list->arena, kit_said(painter, W_SELF_HEADS_WHAT_THE_HEADS_GIVE), trace->source[j]);
    kit_text(painter, style, (Box){box.x, box.y, box.w, 18}, ALIGN_LEFT, text);
    Strips row = {painter, {box.x, box.y + 50, box.w, STRIP_H}, j, 0, 0};
    row.extent = fmaxf(values_extent(self->inputs, all),
                       fmaxf(values_extent(self->mixed, all), values_extent(self->output, all)));
    row.shown = place.row < 0 && place.summed < 0.5f ? 0 : fminf(1, fmaxf(0, place.summed - (float)j));
    draw_attended(&maths, &row, place.read);
    if (trace->config.feed_forward == 0)
        return;
    row.box.y += BLOCK_H;
    row.extent = fmaxf(values_extent(self->middle, all),
                       fmaxf(values_extent(self->outer, all), values_extent(trace->encoding.annotations, all)));
    draw_block(&maths, &row);
}

void self_draw_heads(const Painter *painter, const Scope *scope, Box box)
{
    int heads = scope->trace->config.heads;
    SelfPlace place = self_place(painter->view, scope);
    float join_h = JOIN_H + (scope->trace->config.feed_forward > 0 ? BLOCK_H : 0);
    Box above = {box.x, box.y, box.w, box.h - join_h};
    Panels panels = lay_out(painter, place, above);
    float w = panels.words_w + 8 + panels.cell_w * (float)scope->trace->n;
    float h = TITLE_H + panels.over_h + panels.cell_h * (float)panels.words.count;
    float spare_x = fmaxf(0, box.w - w * (float)panels.columns - PANEL_GAP * (float)(panels.columns - 1));
    float gap = PANEL_GAP + fminf(60, spare_x / (float)(panels.columns + 1));
    float used = w * (float)panels.columns + gap * (float)(panels.columns - 1);
    float left = box.x + fmaxf(0, (box.w - used) / 2);
    float whole = h * (float)panels.rows + PANEL_GAP * (float)(panels.rows - 1), spare_y = fmaxf(0, above.h - whole);
    for (int head = 0; head < heads; head++) {
        int row = head / panels.columns, column = head % panels.columns;
        Box panel = {left + (w + gap) * (float)column, box.y + spare_y * 0.35f + (h + PANEL_GAP) * (float)row, w, h};
        draw_panel(painter, place, &panels, head, panel);
    }
    draw_joined(painter, scope, place, (Box){box.x, box.y + spare_y * 0.7f + whole + 14, box.w, join_h - 14});
}
