/* Exact match by sentence length of both models, on the lesson's held-out sentences, as far as it is measured. */
#include "scene/views/compare/view_compare.h"

#include "draw/ease.h"
#include "scene/views/compare/compare_words.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_H      84.0f
#define NAMES_BESIDE 560.0f /* px of a chart with its names beside its title */
#define PALE         0.4f
#define LEVEL        0.02f /* of exact match */
#define FEW          10    /* sentences: a share of fewer is pale */

typedef struct AccuracyChart {
    const Painter *painter;
    const Comparison *compare;
    Box plot;
    int least, most; /* lengths on the axis */
    int curves;      /* 1: both sides are one model, or the right one was never measured on these sentences */
} AccuracyChart;

static int sentence_length(const Comparison *compare)
{
    const Trace *trace = compare->sides[0].trace;
    return trace->words;
}

static float length_x(const AccuracyChart *chart, int length)
{
    if (chart->most == chart->least)
        return chart->plot.x + chart->plot.w / 2;
    return chart->plot.x + 18
           + (chart->plot.w - 36) * (float)(length - chart->least) / (float)(chart->most - chart->least);
}

static float share_y(const AccuracyChart *chart, float share)
{
    return chart->plot.y + chart->plot.h * (1 - share);
}

static AccuracyChart chart_of(const Painter *painter, Box plot)
{
    const Comparison *compare = painter->view->compare;
    AccuracyChart chart = {painter, compare, plot, ACCURACY_LENGTHS, 0, 2};
    if (compare->sides[0].model == compare->sides[1].model || compare->guest)
        chart.curves = 1;
    for (int side = 0; side < 2; side++)
        for (int length = 0; length < ACCURACY_LENGTHS; length++)
            if (compare->sides[side].accuracy.held[length]) {
                chart.least = length < chart.least ? length : chart.least;
                chart.most = length > chart.most ? length : chart.most;
            }
    int own = sentence_length(compare); /* a little beyond, the axis reaches out to this sentence */
    if (own > chart.most && own < ACCURACY_LENGTHS && own <= chart.most + 12)
        chart.most = own;
    if (own < chart.least)
        chart.least = own;
    return chart;
}

static void draw_grid(const AccuracyChart *chart)
{
    const Theme *theme = chart->painter->theme;
    DrawList *list = chart->painter->list;
    int lines = chart->plot.h >= 110 ? 4 : 2;
    for (int i = 0; i <= lines; i++) {
        float y = share_y(chart, (float)i / (float)lines);
        drawlist_segment(list, (Point){chart->plot.x, y}, (Point){chart->plot.x + chart->plot.w, y},
                         paint_stroke(theme->hairline, 1.2f));
        kit_text_at(chart->painter, style_plain(theme, TYPE_TINY, ROLE_MUTED), (Point){chart->plot.x - 9, y + 4},
                    ALIGN_RIGHT, arena_printf(&list->arena, "%d%%", 100 * i / lines));
    }
    int stride = (int)ceilf(26 * (float)(chart->most - chart->least + 1) / chart->plot.w),
        own = sentence_length(chart->compare);
    for (int length = chart->least; length <= chart->most; length++) {
        bool here = length == own, beside = abs(length - own) < stride && !here;
        if (!here && ((length - chart->least) % stride != 0 || beside))
            continue;
        TextStyle style = style_of(theme, here, TYPE_TINY, here ? ROLE_INK : ROLE_MUTED);
        kit_text_at(chart->painter, style, (Point){length_x(chart, length), chart->plot.y + chart->plot.h + 17},
                    ALIGN_CENTER, arena_printf(&list->arena, length == ACCURACY_LENGTHS - 1 ? "%d+" : "%d", length));
    }
}

static bool point_at(const AccuracyChart *chart, int side, int length, Point *out)
{
    const Accuracy *accuracy = &chart->compare->sides[side].accuracy;
    if (accuracy->measured[length] == 0)
        return false;
    *out = (Point){length_x(chart, length),
                   share_y(chart, (float)accuracy->exact[length] / (float)accuracy->measured[length])};
    return true;
}

/* How far the curves stay away from a height between two places of the axis. */
static float distance_from_curves(const AccuracyChart *chart, float from, float width, float y)
{
    float least = 1e6f;
    for (int side = 0; side < chart->curves; side++) {
        Point before = {-1, 0}, at;
        for (int length = chart->least; length <= chart->most; length++) {
            if (!point_at(chart, side, length, &at))
                continue;
            for (int i = 0; i <= 8 && before.x >= 0; i++) {
                Point p = point_lerp(before, at, (float)i / 8);
                if (p.x > from - 6 && p.x < from + width + 6)
                    least = fminf(least, fabsf(p.y - y));
            }
            before = at;
        }
    }
    return least;
}

/* A baseline for words over `width` px that no curve runs through. */
static float free_height(const AccuracyChart *chart, float from, float width)
{
    float best = 0, farthest = -1;
    for (int i = 0; i < 8; i++) {
        float y = chart->plot.y + chart->plot.h * (1 - (float)i / 8) - (chart->plot.h >= 110 ? 10 : 6);
        float away = fminf(distance_from_curves(chart, from, width, y - 4), 18);
        if (away > farthest + 0.5f) {
            farthest = away;
            best = y;
        }
    }
    return best;
}

/* Where this sentence stands; beyond the axis, words say so. */
static void draw_own(const AccuracyChart *chart)
{
    const Painter *painter = chart->painter;
    int own = sentence_length(chart->compare);
    bool beyond = own > chart->most;
    float x = beyond ? chart->plot.x + chart->plot.w - 4 : length_x(chart, own);
    Paint dashed = paint_dashed(color_fade(painter->theme->text[ROLE_INK], 0.7f), 1.2f, 5, 4);
    drawlist_segment(painter->list, (Point){x, chart->plot.y - 4}, (Point){x, chart->plot.y + chart->plot.h}, dashed);
    TextStyle style = style_plain(painter->theme, 12, ROLE_INK);
    const char *text = kit_said(painter, W_THIS_SENTENCE);
    if (beyond)
        text = arena_printf(&painter->list->arena, kit_said(painter, W_THIS_SENTENCE_WORDS), own);
    float width = kit_width(painter, style, text);
    bool left = x + 8 + width > chart->plot.x + chart->plot.w;
    float y = free_height(chart, left ? x - 8 - width : x + 8, width);
    kit_text_at(painter, style, (Point){left ? x - 8 : x + 8, y}, left ? ALIGN_RIGHT : ALIGN_LEFT, text);
}

static void draw_marker(const AccuracyChart *chart, int side, Point at, float radius, Color color)
{
    Box box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius};
    drawlist_box(chart->painter->list, box, side == 0 ? radius : 1.5f,
                 paint_fill_stroke(chart->painter->theme->paper, color, 2));
}

static bool is_few(const AccuracyChart *chart, int length)
{
    int held = chart->compare->sides[0].accuracy.held[length];
    return held > 0 && held < FEW;
}

bool compare_is_level(const Comparison *compare)
{
    const Accuracy *a = &compare->sides[0].accuracy, *b = &compare->sides[1].accuracy;
    bool level = a->of > 0 && b->of > 0 && a->done == a->of && b->done == b->of;
    for (int length = 0; length < ACCURACY_LENGTHS; length++) {
        if (a->measured[length] < FEW || b->measured[length] < FEW)
            continue;
        float left = (float)a->exact[length] / (float)a->measured[length];
        float right = (float)b->exact[length] / (float)b->measured[length];
        level = level && fabsf(left - right) < LEVEL;
    }
    return level || compare->guest;
}

/* Draws one half of the curve: the pale parts, which lead to or from a length with few sentences, or the others. */
static void draw_line(const AccuracyChart *chart, int side, bool pale, Color color)
{
    DrawList *list = chart->painter->list;
    Point before = {0}, at;
    bool begun = false, few = false, open = false;
    for (int length = chart->least; length <= chart->most; length++) {
        if (!point_at(chart, side, length, &at))
            continue;
        bool drawn = begun && (few || is_few(chart, length)) == pale;
        if (drawn && !open)
            drawlist_move(list, before.x, before.y);
        if (drawn)
            drawlist_line(list, at.x, at.y);
        else if (open)
            drawlist_path_end(list, paint_stroke(color, 2.4f));
        begun = true;
        open = drawn;
        few = is_few(chart, length);
        before = at;
    }
    if (open)
        drawlist_path_end(list, paint_stroke(color, 2.4f));
}

static void draw_curve(const AccuracyChart *chart, int side)
{
    const Painter *painter = chart->painter;
    Color color = compare_curve(painter->theme, side);
    Point at;
    draw_line(chart, side, true, color_fade(color, PALE));
    draw_line(chart, side, false, color);
    for (int length = chart->least; length <= chart->most; length++) {
        if (!point_at(chart, side, length, &at))
            continue;
        Target target = target_at(TARGET_CONTROL, COMPARE_POINT, side, length);
        draw_marker(chart, side, at, kit_pointed(painter, target) ? 5 : 3.6f,
                    is_few(chart, length) ? color_fade(color, PALE) : color);
        Box mark = {at.x - 9, at.y - 9, 18, 18};
        kit_press_ring(painter, mark, box_inset(mark, 2, 2), 7, target, true,
                       kit_said(painter, W_EXACT_MATCH_BY_SENTENCE_LENGTH));
    }
}

/* The names stand in a line over the plot, with the sign that each curve is drawn with. Returns where they begin. */
static float draw_names(const AccuracyChart *chart, Point right, float room)
{
    const Painter *painter = chart->painter;
    float x = right.x, each = (room - 51 * (float)chart->curves + 22) / (float)chart->curves;
    for (int side = chart->curves - 1; side >= 0; side--) {
        const char *title = compare_title(painter->view, side, &painter->list->arena);
        if (chart->curves == 1 && !chart->compare->guest)
            title = kit_said(painter, W_DECODING_FREELY);
        TextStyle style = style_bold(painter->theme, TYPE_SMALL, side == 0 ? ROLE_MUTED : ROLE_CONTEXT);
        float width = kit_width(painter, style, title);
        if (width <= each)
            kit_text_at(painter, style, (Point){x, right.y}, ALIGN_RIGHT, title);
        else
            kit_text(painter, kit_shrunk(painter, style, width = each, title), (Box){x - each, right.y - 14, each, 19},
                     ALIGN_RIGHT, title);
        x -= width + 10;
        Point at = {x - 8, right.y - 4.5f};
        Color color = compare_curve(painter->theme, side);
        kit_line(painter, (Point){at.x - 11, at.y}, (Point){at.x + 11, at.y}, color, 2.4f);
        draw_marker(chart, side, at, 3.6f, color);
        x -= 8 + 11 + 22;
    }
    return x;
}

static bool has_few(const AccuracyChart *chart)
{
    bool few = false;
    for (int length = chart->least; length <= chart->most; length++)
        few = few || is_few(chart, length);
    return few;
}

static const char *state_of(const AccuracyChart *chart)
{
    Language language = chart->painter->view->language;
    Arena *arena = &chart->painter->list->arena;
    int done = 0, of = 0;
    for (int side = 0; side < chart->curves; side++) {
        done += chart->compare->sides[side].accuracy.done;
        of += chart->compare->sides[side].accuracy.of;
    }
    const Accuracy *first = &chart->compare->sides[0].accuracy;
    bool all = done == of && of > 0;
    for (int side = 0; side < chart->curves; side++)
        all = all && chart->compare->sides[side].accuracy.of > 0;
    if (all)
        return arena_printf(arena, said(language, W_HELD_OUT_SENTENCES_N), first->of);
    if (of == 0)
        return said(language, W_MEASURING);
    return arena_printf(arena, said(language, W_MEASURING_OF_SENTENCES), done,
                        first->of * chart->curves > of ? first->of * chart->curves : of);
}

/* How far the measuring is, what is pale, and why a guest has no curve; where both have no room, the latter. */
static void draw_state(const AccuracyChart *chart, TextStyle style, Point at, float room)
{
    const Painter *painter = chart->painter;
    const char *text = state_of(chart), *pale = kit_said(painter, W_PALE_FEWER_THAN_TEN);
    const char *both = arena_printf(&painter->list->arena, "%s · %s", text, pale);
    if (has_few(chart))
        text = kit_width(painter, style, both) <= room ? both : kit_width(painter, style, pale) <= room ? pale : text;
    if (chart->compare->guest) {
        Arena *arena = &painter->list->arena;
        const char *why = arena_printf(arena, kit_said(painter, W_GUEST_NOT_MEASURED), chart->compare->guest);
        text = arena_printf(arena, "%s · %s", text, why);
        text = kit_width(painter, style, text) <= room ? text : why;
    }
    if (kit_width(painter, style, text) <= room)
        kit_text_at(painter, style, at, ALIGN_LEFT, text);
}

void compare_chart_draw(const Painter *painter, Box box)
{
    const Comparison *compare = painter->view->compare;
    if (box.h < LEAST_H)
        return; /* no room: the two models are what matters more */
    const char *title = kit_said(painter, W_EXACT_MATCH_BY_SENTENCE_LENGTH);
    float x = box.x + kit_heading(painter, (Point){box.x, box.y + 12}, ROLE_MUTED, 1, title);
    TextStyle small = style_plain(painter->theme, 12, ROLE_MUTED);
    if (compare->problem) {
        kit_paragraph(painter, &(Paragraph){small, {box.x, box.y + 36}, box.w, 18, 3, false}, compare->problem);
        return;
    }
    float below = box.w < NAMES_BESIDE ? 20 : 0;                /* the names stand below the title */
    bool own = window_upright(painter->view) && compare->guest; /* a line of its own: why there is one curve */
    below += own ? 18 : 0;
    AccuracyChart chart = chart_of(painter, (Box){box.x + 42, box.y + 28 + below, box.w - 42, box.h - 28 - 24 - below});
    float names = draw_names(&chart, (Point){box.x + box.w, box.y + 12 + below}, box.w);
    if (own)
        draw_state(&chart, (TextStyle){FACE_SANS, TYPE_TINY, small.color, 0}, (Point){box.x, box.y + 30}, box.w);
    else
        draw_state(&chart, small, (Point){x + 16, box.y + 12}, names - x - 36);
    if (chart.most < chart.least)
        return; /* nothing is known yet */
    draw_grid(&chart);
    draw_own(&chart);
    for (int side = 0; side < chart.curves; side++)
        draw_curve(&chart, side);
}
