/* A score held still: query and key over one another, what each of their cells adds, and the sum that grows from it. */
#include "scene/stage/stage.h"

#include "derive/meaning.h"
#include "derive/plain.h"
#include "derive/printed.h"
#include "scene/kit/widget.h"
#include "scene/stage/score_cells.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { SCORE_DECIMALS = 2 }; /* of the score, as on the stage under the panel */
enum { LEAST = 280, MARGIN = 16, LABELS = 86, RESULT = 84, ROW = 26, ROW_GAP = 9, FOOT = 50 };

#define NUMBERED   32.0f /* px of a column that has room for its numbers */
#define DECIMALS_3 44.0f /* for one more decimal of a cell, or the names of two */
#define LIT_LEAST  0.78f /* of its size: a longer sum of the lit cells is told in short */
#define STEP_LEAST 1.5f  /* px of a step of the stairs */
#define TO_COME    0.35f /* of the ink of those behind the lit term */

typedef struct Panel {
    const Painter *painter;
    Maths maths;
    Addends all;
    ScoreCells cells;
    const FrozenPair *pair;
    Box box, in; /* in: the columns, from the first row to the end of the stairs */
    int groups, lit, decimals;
    double *sums; /* [groups + 1] as they are printed: each less the one before is what is printed of its group */
} Panel;

bool pair_fits(const StageLayout *layout)
{
    return layout->floor[FLOOR_SCORES].h >= LEAST;
}

/* Over the floor of the scores, which is the hero while it is open; where that is too low, over all of the stage. */
static Box pair_box(const StageLayout *layout)
{
    Box floor = layout->floor[FLOOR_SCORES], area = layout->area;
    return pair_fits(layout) ? (Box){area.x + 6, floor.y, area.w - 12, floor.h} : box_inset(area, 6, 4);
}

static Value score_of(const Panel *panel)
{
    return score_value(&panel->maths, panel->pair->step, panel->pair->word);
}

/* ---- groups ---- */

static int first_of(const Panel *panel, int group)
{
    return part_first(group, panel->groups, panel->all.count);
}

static int count_of(const Panel *panel, int group)
{
    return first_of(panel, group + 1) - first_of(panel, group);
}

static Box column_of(const Panel *panel, int group)
{
    float w = panel->in.w / (float)panel->groups;
    return (Box){panel->in.x + w * (float)group, panel->in.y, w, panel->in.h};
}

/* As many as have room for their numbers: 16, else half of it and so on. */
static int groups_of(const Panel *panel)
{
    int groups = panel->all.count < CELLS_CHOSEN ? panel->all.count : CELLS_CHOSEN;
    if (panel->pair->all)
        return panel->all.count;
    while (groups > 2 && panel->in.w / (float)groups < NUMBERED)
        groups /= 2;
    return groups;
}

static bool has_numbers(const Panel *panel)
{
    return panel->in.w / (float)panel->groups >= NUMBERED;
}

static void add_up(Panel *panel)
{
    panel->sums = ARENA_ARRAY(panel->maths.arena, double, (size_t)panel->groups + 1);
    for (int g = 0; g <= panel->groups; g++) {
        double sum = g == panel->groups ? panel->all.made.number : addends_sum(&panel->all, 0, first_of(panel, g));
        panel->sums[g] = number_rounded(sum, panel->decimals, false);
    }
}

static double term_of(const Panel *panel, int group)
{
    return panel->sums[group + 1] - panel->sums[group];
}

static const char *number(const Panel *panel, double value)
{
    return number_text(panel->maths.arena, value, panel->decimals, false);
}

static const char *score_number(const Panel *panel)
{
    return number_text(panel->maths.arena, panel->all.made.number, SCORE_DECIMALS, false);
}

/* ---- rows ---- */

static Box row_box(const Panel *panel, int row)
{
    return (Box){panel->in.x, panel->in.y + 18 + (float)(row * (ROW + ROW_GAP)), panel->in.w, ROW};
}

static void draw_label(const Panel *panel, float middle, const char *markup, Role role)
{
    kit_math(panel->painter, TYPE_LARGE, role, 1, (Point){panel->in.x - 12, middle + 5}, ALIGN_RIGHT, markup);
}

static void draw_word(const Panel *panel, float middle, Word word)
{
    const Painter *painter = panel->painter;
    const char *text = kit_said(painter, word);
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_QUERY);
    Box box = {panel->in.x - LABELS, middle - 9, LABELS - 12, 18};
    kit_text(painter, kit_shrunk(painter, style, box.w, text), box, ALIGN_RIGHT, text);
}

/* Columns can be a little narrower than a number in the smallest type. */
static TextStyle fitted(const Panel *panel, TextStyle style, float width, const char *text)
{
    style.size *= fminf(1, width / kit_width(panel->painter, style, text));
    return style;
}

static void draw_number(const Panel *panel, Box cell, Color ground, const char *text)
{
    TextStyle style = {FACE_SANS_BOLD, TYPE_TINY, color_on(ground), 0};
    style = fitted(panel, style, cell.w - 2, text);
    kit_text(panel->painter, style, cell, ALIGN_CENTER, text);
}

/* A group of more than one cell has all of them, without numbers. */
static void draw_vector(const Panel *panel, int row, const float *values, float extent, Role role, const char *name)
{
    const Painter *painter = panel->painter;
    Box box = row_box(panel, row);
    cells_frame(painter, box, role, 1);
    draw_label(panel, box.y + box.h / 2, name, role);
    for (int g = 0; g < panel->groups; g++) {
        Box cell = column_of(panel, g);
        int first = first_of(panel, g), count = count_of(panel, g);
        cell = box_inset((Box){cell.x, box.y, cell.w, box.h}, has_numbers(panel) ? 1.5f : 0, 0);
        cells_draw(painter, cell, values + first, count, extent, 1);
        int decimals = column_of(panel, g).w >= DECIMALS_3 ? 3 : 2;
        if (count == 1 && has_numbers(panel))
            draw_number(panel, cell, color_signed(painter->theme, values[first], extent),
                        number_text(panel->maths.arena, (double)values[first], decimals, false));
    }
}

static void draw_terms(const Panel *panel, int row)
{
    const Painter *painter = panel->painter;
    Box box = row_box(panel, row);
    double extent = 1e-6;
    for (int g = 0; g < panel->groups; g++)
        extent = fmax(extent, fabs(term_of(panel, g)));
    cells_frame(painter, box, ROLE_QUERY, 1);
    draw_word(panel, box.y + box.h / 2, W_PAIR_TERMS);
    for (int g = 0; g < panel->groups; g++) {
        Box cell = column_of(panel, g);
        cell = box_inset((Box){cell.x, box.y, cell.w, box.h}, has_numbers(panel) ? 1.5f : 0, 0);
        Color color = color_signed(painter->theme, (float)term_of(panel, g), (float)extent);
        cell_draw(painter, cell, color, 1);
        if (has_numbers(panel))
            draw_number(panel, cell, color, number(panel, term_of(panel, g)));
    }
}

/* ---- stairs ---- */

typedef struct Stairs {
    Box box;
    double low, high; /* sums at its bottom and top */
} Stairs;

static float stair_y(const Stairs *stairs, double sum)
{
    return stairs->box.y + stairs->box.h * (float)((stairs->high - sum) / (stairs->high - stairs->low));
}

static Stairs lay_stairs(const Panel *panel)
{
    Box last = row_box(panel, 2);
    float top = last.y + last.h + 22, bottom = panel->in.y + panel->in.h - 16;
    Stairs stairs = {{panel->in.x, top, panel->in.w, bottom - top}, 0, 1e-6};
    for (int g = 0; g <= panel->groups; g++) {
        stairs.low = fmin(stairs.low, panel->sums[g]);
        stairs.high = fmax(stairs.high, panel->sums[g]);
    }
    return stairs;
}

static void draw_step(const Panel *panel, const Stairs *stairs, int group)
{
    const Painter *painter = panel->painter;
    const Theme *theme = painter->theme;
    Box column = column_of(panel, group);
    float from = stair_y(stairs, panel->sums[group]), to = stair_y(stairs, panel->sums[group + 1]);
    float inset = has_numbers(panel) ? 3 : 0;
    Box step = {column.x + inset, fminf(from, to), column.w - 2 * inset, fmaxf(fabsf(to - from), STEP_LEAST)};
    bool last = group + 1 == panel->groups, lit = group == panel->lit;
    bool added = has_numbers(panel) || group <= panel->lit; /* of terms without numbers those up to the lit one are */
    drawlist_box(painter->list, step, has_numbers(panel) ? 2 : 0,
                 paint_fill(color_fade(theme->fill[ROLE_QUERY], (to <= from ? 1 : 0.45f) * (added ? 1 : TO_COME))));
    if (has_numbers(panel) && !last)
        drawlist_segment(painter->list, (Point){step.x + step.w, to}, (Point){step.x + step.w + 2 * inset, to},
                         paint_dashed(theme->text[ROLE_MUTED], 1, 2, 2));
    if (!has_numbers(panel))
        return;
    bool below = panel->sums[group + 1] < 0;
    TextStyle style = style_of(theme, last || lit, TYPE_TINY, ROLE_INK);
    const char *text = number(panel, panel->sums[group + 1]);
    style = fitted(panel, style, column.w - 2, text);
    kit_text_at(painter, style, (Point){column.x + column.w / 2, below ? step.y + step.h + 12 : step.y - 4},
                ALIGN_CENTER, text);
}

static void draw_stairs(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Stairs stairs = lay_stairs(panel);
    float zero = stair_y(&stairs, 0), end = stair_y(&stairs, panel->sums[panel->groups]);
    Box box = stairs.box;
    kit_line(painter, (Point){box.x - 4, zero}, (Point){box.x + box.w + 4, zero}, painter->theme->text[ROLE_MUTED], 1);
    draw_word(panel, zero, W_PAIR_SUM);
    for (int g = 0; g < panel->groups; g++)
        draw_step(panel, &stairs, g);
    Color blue = painter->theme->fill[ROLE_QUERY];
    float right = box.x + box.w;
    drawlist_arrow(painter->list, (Point){right + 1, end}, (Point){right + 18, end}, 5, blue, 1.6f);
    kit_math(painter, TYPE_BODY, ROLE_INK, 1, (Point){right + 23, end + 5}, ALIGN_LEFT,
             value_name(&panel->maths, score_of(panel)));
    kit_math(painter, TYPE_BODY, ROLE_INK, 1, (Point){right + 10, end + 24}, ALIGN_LEFT,
             arena_printf(panel->maths.arena, "= @B{%s}", score_number(panel)));
}

/* ---- words ---- */

/* Which cells are lit, and their arithmetic, as far as that can be read. */
static void draw_lit(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Arena *arena = panel->maths.arena;
    int first = first_of(panel, panel->lit), count = count_of(panel, panel->lit);
    const char *cells = count == 1 ? arena_printf(arena, kit_said(painter, W_PAIR_CELL), first + 1)
                                   : arena_printf(arena, kit_said(painter, W_PAIR_CELLS), first + 1, first + count);
    double whole = term_of(panel, panel->lit);
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_INK]};
    float left = panel->in.x, room = panel->box.x + panel->box.w - MARGIN - left;
    const char *sum = score_arithmetic(&panel->maths, &panel->all, first, count, whole, panel->decimals);
    if (count > 1 && math_width(painter->list->type, style, sum) * LIT_LEAST > room - 90) {
        sum = score_arithmetic(&panel->maths, &panel->all, first, 1, panel->all.added[first], panel->decimals);
        sum = arena_printf(arena, "%s,   @m{\"%s\"} @B{%s}", sum,
                           arena_printf(arena, kit_said(painter, W_WITH_MORE_CELLS), count - 1),
                           number_text(arena, whole, panel->decimals, true));
    }
    sum = arena_printf(arena, "@m{\"%s\"}   %s", cells, sum);
    if (math_width(painter->list->type, style, sum) * TYPE_TINY > room * TYPE_BODY)
        sum = arena_printf(arena, "@m{\"%s\"}   @B{%s}", cells, number_text(arena, whole, panel->decimals, true));
    if (!has_numbers(panel))
        sum = arena_printf(arena, "%s,   @m{\"%s\"} @B{%s}", sum, kit_said(painter, W_PAIR_SUM),
                           number(panel, panel->sums[panel->lit + 1]));
    style.size *= fminf(1, room / math_width(painter->list->type, style, sum));
    math_draw(painter->list, style, (Point){left, panel->box.y + panel->box.h - FOOT + 14}, ALIGN_LEFT, sum);
}

/* How this kind of score makes it, of what. */
static void draw_foot(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Arena *arena = panel->maths.arena;
    int t = panel->pair->step, j = panel->pair->word;
    const char *text =
        arena_printf(arena, "@m{\"%s\"}  %s", score_title(painter->view->language, panel->cells.trace->config.score),
                     markup_joined(panel->all.made.symbols, arena));
    if (panel->cells.makes_query || panel->cells.trace->row)
        text = arena_printf(arena, "%s,   %s", text,
                            value_derive(&panel->maths, query_value(&panel->maths, t, 0)).vectors);
    if (panel->cells.makes_keys)
        text =
            arena_printf(arena, "%s,   %s", text, value_derive(&panel->maths, key_value(&panel->maths, j, 0)).vectors);
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_INK]};
    Box box = panel->box;
    math_fit(painter->list, style, (Point){box.x + MARGIN, box.y + box.h - 12}, box.w - 2 * MARGIN, 0.7f, text);
}

static float draw_link(const Panel *panel, float right, Word word, int count, int control)
{
    const Painter *painter = panel->painter;
    LinkLook look = {style_plain(painter->theme, TYPE_SMALL, ROLE_QUERY), ROLE_QUERY, {-4, -15, 8, 22}, 0, 5};
    const char *text = arena_printf(panel->maths.arena, kit_said(painter, word), count);
    return kit_link(painter, &look, (Point){right, panel->box.y + 27}, ALIGN_RIGHT, text,
                    (Target){TARGET_CONTROL, (int16_t)control, 0, 0});
}

/* Returns where they begin. */
static float draw_buttons(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Box box = panel->box;
    const char *close = kit_said(painter, W_PAIR_CLOSE);
    float w = kit_width(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), close) + 24;
    Box button = {box.x + box.w - MARGIN - w, box.y + 9, w, 26};
    kit_button(painter, button, close, (Target){TARGET_CONTROL, PAIR_CLOSE, 0, 0}, false);
    float right = button.x - 16;
    if (!panel->cells.trace->row) /* whose view has no panel for it */
        right -= draw_link(panel, right, W_PAIR_ORIGIN, 0, PAIR_ORIGIN) + 18;
    if (panel->all.count > CELLS_CHOSEN)
        right -= draw_link(panel, right, panel->pair->all ? W_PAIR_GROUPS : W_CELLS_ALL, panel->all.count, PAIR_ALL);
    return right;
}

static void draw_head(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Box box = panel->box;
    float y = box.y + 26, x = box.x + MARGIN;
    float right = painter->passive ? box.x + box.w - MARGIN : draw_buttons(panel);
    const char *name = kit_said(painter, W_SCORES);
    TextStyle heading = style_bold(painter->theme, TYPE_TINY, ROLE_QUERY);
    heading.tracking = 0.9f;
    if (x + kit_width(painter, heading, name) > right - 8) /* the buttons say enough */
        return;
    x += kit_heading(painter, (Point){x, y}, ROLE_QUERY, 1, name) + 14;
    TextStyle style = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    const char *question = arena_printf(panel->maths.arena, kit_said(painter, W_PAIR_QUESTION),
                                        source_word(&panel->maths, panel->pair->word), panel->all.count);
    if (x + kit_width(painter, style, question) >= right - 14)
        return;
    x += kit_text_at(painter, style, (Point){x, y}, ALIGN_LEFT, question) + 14;
    stage_tell_still(painter, (Point){right - 14, y}, right - 14 - x);
}

/* Over each column the number of its first cell; over the lit one, and where there is room, of the last too. */
static void draw_columns(const Panel *panel)
{
    const Painter *painter = panel->painter;
    Box lit = column_of(panel, panel->lit);
    drawlist_box(painter->list, box_inset(lit, has_numbers(panel) ? -1 : -3, 0), 6,
                 paint_fill(painter->theme->tint[ROLE_QUERY]));
    for (int g = 0; g < panel->groups; g++) {
        Box column = column_of(panel, g);
        int first = first_of(panel, g), count = count_of(panel, g);
        bool is_lit = g == panel->lit, both = count > 1 && (is_lit || column.w >= DECIMALS_3);
        if (!has_numbers(panel))
            break;
        const char *name = arena_printf(panel->maths.arena, both ? "%d–%d" : "%d", first + 1, first + count);
        TextStyle style = style_of(painter->theme, is_lit, TYPE_TINY, is_lit ? ROLE_QUERY : ROLE_MUTED);
        style = fitted(panel, style, column.w - 2, name);
        kit_text_at(painter, style, (Point){column.x + column.w / 2, column.y + 9}, ALIGN_CENTER, name);
    }
}

static void mark_columns(const Panel *panel)
{
    for (int g = 0; g < panel->groups; g++)
        kit_area(panel->painter, column_of(panel, g), target_at(TARGET_CONTROL, PAIR_CELL, first_of(panel, g), 0),
                 NULL);
}

void pair_draw(const Painter *painter, const StageLayout *layout)
{
    const Theme *theme = painter->theme;
    const FrozenPair *pair = &painter->view->pair;
    Panel panel = {.painter = painter, .maths = kit_maths(painter, painter->view->trace), .pair = pair};
    panel.box = pair_box(layout);
    Box box = panel.box;
    drawlist_box(painter->list, box, 8, paint_fill_stroke(theme->panel, theme->fill[ROLE_QUERY], 1.5f));
    kit_area(painter, box, (Target){TARGET_CONTROL, PAIR_PANEL, 0, 0}, NULL);
    if (!addends_of(&panel.maths, score_of(&panel), &panel.all))
        return;
    panel.in = (Box){box.x + MARGIN + LABELS, box.y + 44, box.w - 2 * MARGIN - LABELS - RESULT, box.h - 44 - FOOT - 8};
    panel.cells = score_cells(painter, painter->view->trace, pair->step);
    panel.groups = groups_of(&panel);
    panel.decimals = has_numbers(&panel) ? SCORE_DECIMALS : SCORE_DECIMALS + 1;
    panel.lit = part_of(pair->cell, panel.groups, panel.all.count);
    add_up(&panel);
    draw_head(&panel);
    draw_columns(&panel);
    draw_vector(&panel, 0, panel.cells.query, panel.cells.query_extent, panel.cells.query_role,
                query_name(&panel.maths, pair->step));
    draw_vector(&panel, 1, score_key(&panel.cells, pair->word), panel.cells.key_extent, panel.cells.key_role,
                key_name(&panel.maths, pair->word));
    draw_terms(&panel, 2);
    draw_lit(&panel);
    draw_stairs(&panel);
    draw_foot(&panel);
    mark_columns(&panel);
    if (painter->layout)
        painter->layout->pair_groups = panel.groups;
}
