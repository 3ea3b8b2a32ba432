/* What is added to a word's vector and normalized, in four instants: two rows become one; then all its numbers stand as
 * bars, whose zero line moves to the mean and whose deviation becomes the scale, while no bar end moves; then gain and
 * bias, cell by cell. */
#include "scene/stage/stage.h"

#include "derive/meaning.h"
#include "derive/residual.h"
#include "draw/ease.h"
#include "scene/kit/widget.h"
#include "scene/stage/score_cells.h"
#include "words/norm_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { MARGIN = 16, HEAD = 44, LABELS = 72, COLUMNS_MOST = 10, LINE = 22, NUMBER = 15 };

#define COLUMN_LEAST  43.0f /* px that a number in its cell needs */
#define COLUMN_MOST   72.0f
#define PITCH_MOST    58.0f  /* px from row to row */
#define BAR_MOST      26.0f  /* px from bar to bar */
#define BAR_PALEST    0.25   /* of the full colour */
#define PICTURE_LEAST 150.0f /* px: with less, numbers alone say what happens */

typedef struct Panel {
    const Painter *painter;
    Maths maths;
    Residual all;
    Box box, in; /* in: rows or bars, with their names at its left */
    float at;
    int instant;             /* that is told, from 0 */
    int *cells, count, told; /* those with numbers; the one whose arithmetic is told */
} Panel;

static const char *number(const Panel *panel, double value)
{
    return number_text(panel->maths.arena, value, RESIDUAL_DECIMALS, false);
}

static float moving(const Panel *panel, int instant, float from, float to)
{
    return ease_phase(panel->at - (float)instant, from, to);
}

/* ---- rows of cells ---- */

typedef struct Row {
    ResidualVector vector;
    const char *sign;
    bool result; /* a line stands over it */
} Row;

static double extent_of(const Panel *panel, const Row *rows, int count)
{
    double extent = 1e-6;
    for (int row = 0; row < count; row++)
        for (int i = 0; i < panel->all.count; i++)
            extent = fmax(extent, fabs(panel->all.numbers[rows[row].vector][i]));
    return extent;
}

static Box column_of(const Panel *panel, int k)
{
    float w = fminf(COLUMN_MOST, (panel->in.w - LABELS) / (float)panel->count);
    return (Box){panel->in.x + LABELS + w * (float)k, panel->in.y, w, panel->in.h};
}

static void draw_row(const Panel *panel, const Row *row, Box box, double extent, float alpha)
{
    const Painter *painter = panel->painter;
    const double *values = panel->all.numbers[row->vector];
    const char *name = vector_name(&panel->maths, panel->all.values[row->vector]);
    Role role = row->vector == RESIDUAL_GAIN || row->vector == RESIDUAL_BIAS ? ROLE_MUTED : markup_role(name);
    if (alpha <= 0)
        return;
    if (row->result)
        kit_line(painter, (Point){box.x, box.y - 8}, (Point){box.x + box.w, box.y - 8},
                 color_fade(painter->theme->text[ROLE_INK], alpha), 1.5f);
    cells_frame(painter, box, role, alpha);
    Point left = {box.x - 12, box.y + box.h / 2 + 5};
    kit_math(painter, TYPE_LARGE, role, alpha, left, ALIGN_RIGHT, name);
    kit_text_at(painter, style_faded(style_bold(painter->theme, TYPE_LARGE, ROLE_INK), alpha),
                (Point){box.x - LABELS + 8, left.y}, ALIGN_CENTER, row->sign);
    for (int k = 0; k < panel->count; k++) {
        Box cell = column_of(panel, k);
        cell = box_inset((Box){cell.x, box.y, cell.w, box.h}, 1.5f, 0);
        double value = values[panel->cells[k]];
        Color color = color_signed(painter->theme, (float)value, (float)extent);
        cell_draw(painter, cell, color, alpha);
        bool told = panel->cells[k] == panel->told;
        TextStyle style = {told ? FACE_SANS_BOLD : FACE_SANS, cell.w >= 48 ? TYPE_SMALL : TYPE_TINY, color_on(color),
                           0};
        kit_text(painter, style_faded(style, alpha), cell, ALIGN_CENTER, number(panel, value));
    }
}

/* `shown` [count]: how much of each is there; the second comes down on the first. */
static void draw_rows(const Panel *panel, const Row *rows, int count, const float *shown, float alpha)
{
    const Painter *painter = panel->painter;
    float pitch = fminf(PITCH_MOST, (panel->in.h - 32) / (float)count);
    float top = panel->in.y + 22 + (panel->in.h - 32 - pitch * (float)count) * 0.4f;
    double extent = extent_of(panel, rows, count);
    if (alpha <= 0)
        return;
    for (int k = 0; k < panel->count; k++) {
        Box column = column_of(panel, k);
        bool told = panel->cells[k] == panel->told;
        TextStyle style = style_of(painter->theme, told, TYPE_TINY, told ? ROLE_INK : ROLE_MUTED);
        kit_text_at(painter, style_faded(style, alpha), (Point){column.x + column.w / 2, top - 10}, ALIGN_CENTER,
                    arena_printf(panel->maths.arena, "%d", panel->cells[k] + 1));
    }
    kit_text_at(painter, style_faded(style_plain(painter->theme, TYPE_TINY, ROLE_MUTED), alpha),
                (Point){panel->in.x + LABELS - 12, top - 10}, ALIGN_RIGHT, kit_said(painter, W_NORM_CELLS));
    Box first = column_of(panel, 0);
    for (int row = 0; row < count; row++) {
        Box box = {first.x, top + pitch * (float)row + (rows[row].result ? 8 : 0), first.w * (float)panel->count,
                   pitch * 0.74f - 2};
        if (row == 1)
            box.y += (1 - shown[row]) * pitch * 0.6f;
        draw_row(panel, &rows[row], box, extent, alpha * shown[row]);
    }
}

/* ---- bars ---- */

typedef struct Bars {
    Box box;
    double low, high; /* numbers at its bottom and top */
    double zero;      /* where the bars begin */
} Bars;

static float bar_y(const Bars *bars, double value)
{
    return bars->box.y + bars->box.h * (float)((bars->high - value) / (bars->high - bars->low));
}

static Bars lay_bars(const Panel *panel)
{
    const Residual *all = &panel->all;
    float right = kit_width(panel->painter, style_bold(panel->painter->theme, TYPE_SMALL, ROLE_CONTEXT),
                            kit_said(panel->painter, W_NORM_MEAN));
    float w = fminf(BAR_MOST * (float)all->count, panel->in.w - 40 - right - 14);
    Bars bars = {{panel->in.x + 40, panel->in.y + NUMBER, w, panel->in.h - 2 * NUMBER},
                 fmin(0, all->mean - all->deviation),
                 fmax(0, all->mean + all->deviation),
                 (double)moving(panel, 1, 0.5f, 1) * all->mean};
    for (int i = 0; i < all->count; i++) {
        bars.low = fmin(bars.low, all->numbers[RESIDUAL_SUM][i]);
        bars.high = fmax(bars.high, all->numbers[RESIDUAL_SUM][i]);
    }
    return bars;
}

static Box bar_box(const Panel *panel, const Bars *bars, int i)
{
    float pitch = bars->box.w / (float)panel->all.count, inset = pitch >= 6 ? 1.5f : 0;
    float end = bar_y(bars, panel->all.numbers[RESIDUAL_SUM][i]), zero = bar_y(bars, bars->zero);
    return (Box){bars->box.x + pitch * (float)i + inset, fminf(end, zero), pitch - 2 * inset, fabsf(end - zero)};
}

/* A line through all bars, with a name at its left or right end. */
static void draw_level(const Panel *panel, const Bars *bars, double value, const char *left, const char *right,
                       Role role, bool dashed, float alpha)
{
    const Painter *painter = panel->painter;
    float y = bar_y(bars, value), from = bars->box.x, to = from + bars->box.w;
    Color color = color_fade(painter->theme->text[role], alpha);
    TextStyle style = style_faded(style_of(painter->theme, dashed, TYPE_SMALL, role), alpha);
    if (alpha <= 0)
        return;
    drawlist_segment(painter->list, (Point){from - 4, y}, (Point){to + 4, y},
                     dashed ? paint_dashed(color, 1.5f, 6, 4) : paint_stroke(color, 1.2f));
    kit_text_at(painter, style, (Point){from - 9, y + 4.5f}, ALIGN_RIGHT, left);
    kit_text_at(painter, style, (Point){to + 9, y + 4.5f}, ALIGN_LEFT, right);
}

/* The number of the cell that is told, beyond the end of its bar. */
static void draw_end(const Panel *panel, const Bars *bars, float alpha)
{
    const Painter *painter = panel->painter;
    const Residual *all = &panel->all;
    double sum = all->numbers[RESIDUAL_SUM][panel->told], value = panel->at < 1.75f ? sum : sum - all->mean;
    if (panel->at >= 2.5f)
        value = all->numbers[RESIDUAL_NORMED][panel->told];
    Box bar = bar_box(panel, bars, panel->told);
    const char *text = number(panel, value);
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    float w = kit_width(painter, style, text) + 6, x = bar.x + bar.w / 2 - w / 2;
    x = fmaxf(bars->box.x, fminf(x, bars->box.x + bars->box.w - w));
    Box plate = {x, sum < bars->zero ? bar.y + bar.h + 1 : bar.y - NUMBER - 1, w, NUMBER};
    drawlist_box(painter->list, box_inset(bar, -1, -1), 2,
                 paint_stroke(color_fade(painter->theme->text[ROLE_INK], alpha), 1.8f));
    drawlist_box(painter->list, plate, 3, paint_fill(color_fade(painter->theme->panel, alpha)));
    kit_text(painter, style_faded(style, alpha), plate, ALIGN_CENTER, text);
}

static void draw_bars(const Panel *panel, float alpha)
{
    const Painter *painter = panel->painter;
    const Residual *all = &panel->all;
    Bars bars = lay_bars(panel);
    float band = alpha * moving(panel, 2, 0, 0.4f);
    float mean = alpha * moving(panel, 1, 0.25f, 0.5f) * (1 - moving(panel, 2, 0, 0.3f));
    if (alpha <= 0)
        return;
    float top = bar_y(&bars, all->mean + all->deviation), bottom = bar_y(&bars, all->mean - all->deviation);
    drawlist_box(painter->list, (Box){bars.box.x - 4, top, bars.box.w + 8, bottom - top}, 0,
                 paint_fill(color_fade(painter->theme->tint[ROLE_CONTEXT], band)));
    double extent = extent_of(panel, &(Row){RESIDUAL_SUM}, 1);
    for (int i = 0; i < all->count; i++) {
        double value = all->numbers[RESIDUAL_SUM][i] - bars.zero;
        value = copysign(fmax(fabs(value), BAR_PALEST * extent), value);
        drawlist_box(painter->list, bar_box(panel, &bars, i), 1,
                     paint_fill(color_fade(color_signed(painter->theme, (float)value, (float)extent), alpha)));
    }
    bool named = panel->at > 2.6f && bars.box.h * (float)(all->deviation / (bars.high - bars.low)) >= NUMBER;
    draw_level(panel, &bars, all->mean, "", kit_said(painter, W_NORM_MEAN), ROLE_CONTEXT, true, mean);
    draw_level(panel, &bars, bars.zero, "0", "", ROLE_MUTED, false, alpha);
    draw_level(panel, &bars, all->mean + all->deviation, named ? "+1" : "", "", ROLE_CONTEXT, true, band);
    draw_level(panel, &bars, all->mean - all->deviation, named ? "−1" : "", "", ROLE_CONTEXT, true, band);
    draw_end(panel, &bars, alpha);
}

/* ---- words ---- */

static const char *sentence_of(const Panel *panel)
{
    static const Word words[RESIDUAL_INSTANTS] = {0, W_NORM_ZERO_MOVES, W_NORM_SCALE_CHANGES, W_NORM_LEARNED};
    if (panel->instant == 0)
        return value_derive(&panel->maths, panel->all.values[RESIDUAL_SUM]).told;
    return arena_printf(panel->maths.arena, kit_said(panel->painter, words[panel->instant]), panel->all.count);
}

/* What is known of all cells, and the arithmetic of one; returns how many lines. */
static int lines_of(const Panel *panel, const char *lines[2])
{
    const Painter *painter = panel->painter;
    const Residual *all = &panel->all;
    Arena *arena = panel->maths.arena;
    int count = 0;
    if (panel->instant == 1)
        lines[count++] =
            arena_printf(arena, "@m{\"%s\"}   %s",
                         arena_printf(arena, kit_said(painter, W_NORM_ALL), all->count, number(panel, all->total)),
                         residual_mean_line(&panel->maths, all));
    if (panel->instant == 2)
        lines[count++] =
            arena_printf(arena, "@m{\"%s\"}   √(\"%s\" + 0.00001) = @B{%s}", kit_said(painter, W_NORM_DEVIATION),
                         kit_said(painter, W_NORM_SQUARES), number(panel, all->deviation));
    lines[count++] =
        arena_printf(arena, "@m{\"%s\"}   %s", arena_printf(arena, kit_said(painter, W_NORM_CELL), panel->told + 1),
                     residual_line(&panel->maths, all, panel->instant, panel->told));
    return count;
}

/* At the foot of the panel; what lies between `top` and it is for the picture. Returns where it begins. */
static float draw_words(const Panel *panel, float top)
{
    const Painter *painter = panel->painter;
    Box box = panel->box;
    const char *lines[2], *sentence = sentence_of(panel);
    float w = box.w - 2 * MARGIN, y = box.y + box.h - 12;
    int count = lines_of(panel, lines);
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_INK]};
    Paragraph told = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), {box.x + MARGIN, 0}, w, 18, 0, false};
    int rows = kit_paragraph_lines(painter, &told, sentence);
    if (y - top >= PICTURE_LEAST + (float)(18 * rows + LINE * count)) {
        told.at.y = y - 18 * (float)(rows - 1);
        kit_paragraph(painter, &told, sentence);
        y -= 18 * (float)rows + 4;
    }
    for (int i = count - 1; i >= 0; i--, y -= LINE)
        math_fit(painter->list, style, (Point){box.x + MARGIN, y}, w, 0.7f, lines[i]);
    return y;
}

static void draw_head(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Box box = panel->box;
    float x = box.x + MARGIN, right = box.x + box.w - MARGIN;
    const char *close = kit_said(painter, W_PAIR_CLOSE), *title = kit_said(painter, W_NORM_TITLE);
    float w = kit_width(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), close) + 24;
    if (!painter->passive) {
        right -= w;
        kit_button(painter, (Box){right, box.y + 9, w, 26}, close, target_at(TARGET_CONTROL, NORM_CLOSE, 0, 0), false);
        right -= 14;
    }
    x += kit_heading(painter, (Point){x, box.y + 26}, ROLE_CONTEXT, 1, title) + 14;
    const char *meaning = value_meaning(&panel->maths, panel->all.values[RESIDUAL_SUM]);
    TextStyle style = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    if (x + kit_width(painter, style, meaning) <= right)
        kit_text_at(painter, style, (Point){x, box.y + 26}, ALIGN_LEFT, meaning);
}

/* The instants, to be gone to; returns where they end. */
static float draw_instants(const Panel *panel)
{
    static const Word words[RESIDUAL_INSTANTS] = {W_NORM_ADD, W_NORM_LESS, W_NORM_OVER, W_NORM_SCALE};
    MenuOption options[RESIDUAL_INSTANTS];
    for (int i = 0; i < RESIDUAL_INSTANTS; i++)
        options[i] = (MenuOption){arena_printf(panel->maths.arena, "%d  %s", i + 1, kit_said(panel->painter, words[i])),
                                  target_at(TARGET_CONTROL, NORM_INSTANT, i, 0), i == panel->instant};
    Box box = panel->box, place = {box.x + MARGIN, box.y + HEAD, box.w - 2 * MARGIN, 30};
    return place.y + kit_choice(panel->painter, place, &(Choice){CHOICE_FRAMES, 6, options, RESIDUAL_INSTANTS});
}

void norm_draw(const Painter *painter, Box box)
{
    static const Row ADDED[] = {{RESIDUAL_CAME, ""}, {RESIDUAL_ADDED, "+"}, {RESIDUAL_SUM, "=", true}},
                     SCALED[] = {
                         {RESIDUAL_NORMED, ""}, {RESIDUAL_GAIN, "×"}, {RESIDUAL_BIAS, "+"}, {RESIDUAL_MADE, "=", true}};
    const NormLook *look = &painter->view->norm;
    Panel panel = {.painter = painter, .maths = kit_maths(painter, painter->view->trace), .box = box, .at = look->at};
    panel.instant = (int)fmaxf(0, ceilf(look->at) - 1);
    drawlist_box(painter->list, box, 8,
                 paint_fill_stroke(painter->theme->panel, painter->theme->fill[ROLE_CONTEXT], 1.5f));
    kit_area(painter, box, target_at(TARGET_CONTROL, NORM_PANEL, 0, 0), NULL);
    if (!residual_of(&panel.maths, look->sum, &panel.all))
        return;
    float room = (box.w - 2 * MARGIN - LABELS) / COLUMN_LEAST;
    panel.cells = residual_cells(&panel.maths, &panel.all, (int)fmaxf(1, fminf(COLUMNS_MOST, room)), &panel.count);
    panel.told = residual_told(&panel.all, panel.cells, panel.count);
    draw_head(&panel);
    float top = draw_instants(&panel) + 6, bottom = draw_words(&panel, top) - 12;
    panel.in = (Box){box.x + MARGIN, top, box.w - 2 * MARGIN, bottom - top};
    const float added[] = {1, moving(&panel, 0, 0.1f, 0.6f), moving(&panel, 0, 0.6f, 1)};
    const float scaled[] = {1, moving(&panel, 3, 0.3f, 0.5f), moving(&panel, 3, 0.5f, 0.7f),
                            moving(&panel, 3, 0.7f, 1)};
    draw_rows(&panel, ADDED, 3, added, 1 - moving(&panel, 1, 0, 0.2f));
    draw_bars(&panel, moving(&panel, 1, 0.1f, 0.3f) * (1 - moving(&panel, 3, 0, 0.2f)));
    draw_rows(&panel, SCALED, 4, scaled, moving(&panel, 3, 0.1f, 0.3f));
}
