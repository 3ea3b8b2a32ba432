/* One head's weights as arcs over the sentence: from the word that asks to every word that it looks at, itself too. */
#include "scene/views/self/view_self.h"

#include "draw/ease.h"
#include "words/window_words.h"

#include <math.h>

#define PITCH_MOST 150.0f
#define FULL_MOST  26.0f /* px of a weight of 1 */
#define THIN       1.5f
#define HIDDEN     0.05f /* less is not drawn, until its word is the one that asks */

enum { TURNED_H = 84, NUMBERS_H = 34, HEADING_H = 30, HIGH_MOST = 380 };

static SelfArcs lay_out(const Painter *painter, Box box)
{
    const Trace *trace = painter->view->trace;
    SelfArcs layout = {.pitch = fminf(PITCH_MOST, box.w / (float)trace->n)};
    layout.x = box.x + (box.w - layout.pitch * (float)(trace->n - 1)) / 2;
    layout.turned = grid_chips_turn(painter, trace, false, layout.pitch);
    float below = (layout.turned ? TURNED_H : GRID_CHIP_H) + NUMBERS_H;
    layout.high = fminf(HIGH_MOST, box.h - below - HEADING_H);
    layout.y = box.y + HEADING_H + layout.high + fmaxf(0, (box.h - below - HEADING_H - layout.high) * 0.35f);
    layout.full = fminf(FULL_MOST, layout.pitch * 0.4f);
    return layout;
}

static float word_x(const SelfArcs *layout, int j)
{
    return layout->x + layout->pitch * (float)j;
}

/* The word whose arcs are lit: what is pointed at, else the one that asks. */
static int asking_word(const Painter *painter, SelfPlace place)
{
    int word = self_lit_row(painter, place);
    return (float)word < place.weighed ? word : -1;
}

static void draw_arc(const Painter *painter, const SelfArcs *layout, float root, int i, int j, float weight,
                     float alpha)
{
    float from = root, to = word_x(layout, j), width = fmaxf(THIN, weight * layout->full);
    float away = fabsf(word_x(layout, i) - to) / (layout->pitch * (float)(painter->view->trace->n - 1) + 1);
    float low = fminf(60, layout->high * 0.5f);
    float high = i == j ? fminf(44, layout->high) : low + (layout->high * 1.3f - low) * away;
    Point arc[4] = {{from, layout->y}, {from, layout->y - high}, {to, layout->y - high}, {to, layout->y}};
    if (i == j) { /* a loop beside the others */
        arc[3].x = word_x(layout, i) + fminf(38, layout->pitch / 2) - 3 - width / 2;
        arc[0].x = arc[3].x - 10 - width;
        arc[1].x = arc[0].x - 8, arc[2].x = arc[3].x + 8;
    }
    drawlist_move(painter->list, arc[0].x, arc[0].y);
    drawlist_cubic(painter->list, arc[1].x, arc[1].y, arc[2].x, arc[2].y, arc[3].x, arc[3].y);
    drawlist_path_end(painter->list, paint_stroke(color_fade(painter->theme->fill[ROLE_CONTEXT], alpha), width));
}

/* At the word that asks its arcs stand side by side, all of them together one full width. */
void self_arcs_row(const Painter *painter, const SelfArcs *layout, const float *weights, int i, bool lit, float alpha)
{
    float root = word_x(layout, i) - layout->full / 2;
    for (int j = 0; j < painter->view->trace->n; root += weights[j] * layout->full, j++)
        if (lit || weights[j] >= HIDDEN)
            draw_arc(painter, layout, root + weights[j] * layout->full / 2, i, j, weights[j], alpha);
}

static void draw_words(const Painter *painter, const SelfArcs *layout, const float *weights, int asks)
{
    const Trace *trace = painter->view->trace;
    int n = trace->n;
    const float *row = asks >= 0 ? weights + (size_t)asks * (size_t)n : NULL;
    int best = row ? values_largest(row, n) : -1;
    for (int j = 0; j < n; j++) {
        float x = word_x(layout, j);
        int most = values_largest(weights + (size_t)j * (size_t)n, n);
        Target target = target_at(TARGET_VALUE, SELF_WEIGHTS, j * n + most, self_head(painter->view));
        Role role = j == asks ? ROLE_QUERY : ROLE_CONTEXT;
        float high = layout->turned ? TURNED_H : GRID_CHIP_H;
        GridWord word = {{x, layout->y},         false, layout->pitch, TURNED_H, layout->turned,
                         j == asks || j == best, role,  target};
        word.unknown = trace->unknown[j];
        grid_word(painter, &word, trace->source[j]);
        TextStyle number = style_of(painter->theme, j == best, TYPE_BODY, ROLE_INK);
        if (row && (layout->pitch >= 46 || j == best))
            kit_text_at(painter, number, (Point){x, layout->y + high + 20}, ALIGN_CENTER,
                        kit_share(painter->list, (double)row[j]));
    }
}

void self_draw_arcs(const Painter *painter, const Scope *scope, Box box)
{
    const View *view = painter->view;
    const Trace *trace = view->trace;
    size_t n = (size_t)trace->n;
    int head = self_head(view);
    const float *weights = trace->encoding.self.weights + (size_t)head * n * n;
    SelfPlace place = self_place(view, scope);
    int asks = asking_word(painter, place);
    SelfArcs layout = lay_out(painter, box);
    Arena *arena = &painter->list->arena;
    float x = box.x;
    if (trace->config.heads > 1)
        x += kit_heading(painter, (Point){x, box.y + 14}, ROLE_QUERY, 1,
                         arena_printf(arena, kit_said(painter, W_HEAD_BUTTON), head + 1))
             + 14;
    if (asks >= 0)
        kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Point){x, box.y + 14}, ALIGN_LEFT,
                    arena_printf(arena, kit_said(painter, W_THE_WORD_ASKS), trace->source[asks]));
    for (int i = 0; i < trace->n; i++) {
        float there = fminf(1, place.weighed - (float)i);
        if (i != asks && there > 0)
            self_arcs_row(painter, &layout, weights + (size_t)i * n, i, false, (asks < 0 ? 0.4f : 0.15f) * there);
    }
    if (asks >= 0)
        self_arcs_row(painter, &layout, weights + (size_t)asks * n, asks, true,
                      0.9f * fminf(1, place.weighed - (float)asks));
    draw_words(painter, &layout, weights, asks);
}
