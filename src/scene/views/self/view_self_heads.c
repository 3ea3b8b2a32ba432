/* All heads of one self-attention: their weights side by side, and how they become one state again. */
#include "scene/views/self/view_self.h"

#include <math.h>

enum { TITLE_H = 24, GAP = 26, STRIP_H = 22, JOIN_H = 96, PANEL_GAP = 22 };

typedef struct Panels {
    int columns, rows;
    float w, h, words_w, over_h, cell_w, cell_h;
} Panels;

/* As many in a row as makes the cells largest. */
static Panels lay_out(const Painter *painter, Box box)
{
    const Trace *trace = painter->view->trace;
    int heads = trace->config.heads, n = trace->n;
    Panels best = {0};
    for (int columns = 1; columns <= heads; columns++) {
        Panels p = {.columns = columns, .rows = (heads + columns - 1) / columns};
        p.w = (box.w - PANEL_GAP * (float)(columns - 1)) / (float)columns;
        p.h = (box.h - PANEL_GAP * (float)(p.rows - 1)) / (float)p.rows;
        p.words_w = self_row_room(painter, fminf(88, p.w * 0.3f));
        p.cell_w = fminf(76, (p.w - p.words_w - 20) / (float)n);
        p.over_h = self_column_room(painter, p.cell_w);
        p.cell_h = fminf(48, (p.h - TITLE_H - p.over_h) / (float)n);
        if (best.columns == 0 || fminf(p.cell_w, p.cell_h * 1.5f) > fminf(best.cell_w, best.cell_h * 1.5f) + 0.5f)
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
    Matrix weights = {{left, top, side, panels->cell_h * (float)n},
                      trace->encoding.self.weights + (size_t)head * n * n,
                      trace->n,
                      trace->n,
                      trace->n,
                      0,
                      place.weighed,
                      place.row,
                      ROLE_CONTEXT,
                      1,
                      {TARGET_VALUE, SELF_WEIGHTS, -1, (int16_t)head}};
    if (picked)
        drawlist_box(painter->list, box_inset(weights.box, -6, -6), 8,
                     paint_fill_stroke(painter->theme->tint[ROLE_CONTEXT], painter->theme->fill[ROLE_CONTEXT], 1.5f));
    matrix_draw(painter, &weights);
    self_row_words(painter, &weights, panels->words_w);
    self_column_words(painter, &weights, panels->over_h);
    kit_heading(painter, (Point){left, box.y + 14}, picked ? ROLE_CONTEXT : ROLE_MUTED, 1,
                arena_printf(&painter->list->arena, kit_said(painter, W_HEAD_TITLE), head + 1));
}

/* ---- the heads of one word become its state ---- */

static void draw_strip(const Painter *painter, Box box, const float *values, int count, float extent, float shown,
                       Role role, int what, int word, const char *markup)
{
    Matrix strip = {
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

static void draw_joined(const Painter *painter, const Scope *scope, SelfPlace place, Box box)
{
    const Trace *trace = scope->trace;
    const SelfRun *self = &trace->encoding.self;
    Arena *arena = &painter->list->arena;
    int j = place.row < 0 ? 0 : place.row, E = trace->config.embed, heads = trace->config.heads;
    size_t at = (size_t)j * (size_t)E;
    Maths maths = kit_maths(painter, trace);
    Value input = {VALUE_SELF_INPUT, .place = j}, mixed = {VALUE_SELF_MIXED, .place = j},
          output = {VALUE_SELF_OUTPUT, .place = j};
    float shown = place.row < 0 && place.summed < 0.5f ? 0 : fminf(1, fmaxf(0, place.summed - (float)j));
    float w = (box.w - 3 * GAP - 12) / 4, y = box.y + 50;
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *text = arena_printf(arena, kit_said(painter, W_SELF_HEADS_WHAT_THE_HEADS_GIVE), trace->source[j]);
    kit_text(painter, style, (Box){box.x, box.y, box.w, 18}, ALIGN_LEFT, text);
    float extent = values_extent(self->inputs, trace->n * E);
    extent = fmaxf(extent, values_extent(self->mixed, trace->n * E));
    extent = fmaxf(extent, values_extent(self->output, trace->n * E));
    const char *parts = "";
    for (int head = 0; head < heads; head++)
        parts = arena_printf(arena, heads > 4 && head > 0 && head < heads - 1 ? "%s%s" : "%s%s@o{Z_{%d}}^{(%d)}", parts,
                             head == 0                       ? ""
                             : heads > 4 && head == 1        ? "; … "
                             : heads > 4 && head < heads - 1 ? ""
                                                             : "; ",
                             j + 1, head + 1);
    draw_strip(painter, (Box){box.x + 3, y, w - 6, STRIP_H}, self->mixed + at, E, extent, shown, ROLE_CONTEXT,
               SELF_JOINED, j, arena_printf(arena, heads > 1 ? "%s = [%s]" : "%s", vector_name(&maths, mixed), parts));
    for (int head = 1; head < heads; head++) {
        float x = box.x + 3 + (w - 6) * (float)head / (float)heads;
        kit_line(painter, (Point){x, y - 6}, (Point){x, y + STRIP_H + 6}, painter->theme->text[ROLE_CONTEXT], 1.5f);
    }
    draw_strip(painter, (Box){box.x + w + GAP + 3, y, w - 6, STRIP_H}, self->output + at, E, extent, shown,
               ROLE_CONTEXT, SELF_OUTPUT, j,
               arena_printf(arena, "%s = W_O %s", vector_name(&maths, output), vector_name(&maths, mixed)));
    draw_strip(painter, (Box){box.x + 2 * (w + GAP) + 3, y, w - 6, STRIP_H}, self->inputs + at, E, extent,
               fminf(1, fmaxf(0, place.read - (float)j)), ROLE_MUTED, SELF_INPUT, j, vector_name(&maths, input));
    const float *states = trace->encoding.annotations;
    draw_strip(painter, (Box){box.x + 3 * (w + GAP) + 12 + 3, y, w - 6, STRIP_H}, states + at, E,
               values_extent(states, trace->n * E), shown, ROLE_ENCODER, SELF_STATE, j,
               arena_printf(arena, "%s = norm(%s + %s)", annotation_name(&maths, j), vector_name(&maths, input),
                            vector_name(&maths, output)));
    float middle = y + STRIP_H / 2;
    sign(painter, box.x + w + GAP / 2, middle, "→");
    sign(painter, box.x + 2 * w + GAP * 1.5f, middle, "+");
    sign(painter, box.x + 3 * w + GAP * 2.5f + 6, middle, "→");
}

void self_draw_heads(const Painter *painter, const Scope *scope, Box box)
{
    int heads = scope->trace->config.heads;
    SelfPlace place = self_place(painter->view, scope);
    Box above = {box.x, box.y, box.w, box.h - JOIN_H};
    Panels panels = lay_out(painter, above);
    float w = panels.words_w + 8 + panels.cell_w * (float)scope->trace->n;
    float h = TITLE_H + panels.over_h + panels.cell_h * (float)scope->trace->n;
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
    draw_joined(painter, scope, place, (Box){box.x, box.y + spare_y * 0.7f + whole + 14, box.w, JOIN_H - 14});
}
