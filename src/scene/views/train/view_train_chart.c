/* The losses along the axis of time, with the handle; under them the row that replays it. */
#include "scene/kit/chart.h"
#include "scene/kit/widget.h"
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train.h"

#include <math.h>

#define BELOW_PLOT 38.0f
#define ROW_H      30.0f

static double height_of(const TrainingLook *look)
{
    return isfinite(look->loss) ? look->loss : look->heldout;
}

static void draw_handle(const Painter *painter, const Training *training, const ChartFrame *frame)
{
    const TrainingLook *epoch = training_shown(training);
    if (!epoch)
        return;
    Target plot = {TARGET_CONTROL, TRAIN_PLOT, 0, 0};
    double value = height_of(epoch), before = height_of(&training->list[training->before]);
    if (training->back > 0 && isfinite(before))
        value += (before - value) * (double)training->back;
    Point at = chart_point(frame, (float)training_handle(training), isfinite(value) ? (float)value : frame->y0);
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    kit_line(painter, (Point){at.x, frame->plot.y - 4}, (Point){at.x, frame->plot.y + frame->plot.h}, orange,
             kit_pointed(painter, plot) ? 2.5f : 1.8f);
    Slider slider = {
        at, 7, 3, orange, box_inset(frame->plot, 0, -6), {at.x - 7, at.y - 7, 14, 14}, 8, kit_said(painter, W_EPOCH)};
    kit_slider(painter, &slider, plot);
}

static ChartTick tick_of(const Painter *painter, const Training *training, double at)
{
    return (ChartTick){(float)training_along(training, at), arena_printf(&painter->list->arena, "%g", at)};
}

/* The ends, the mark, then ever finer: parts of the first epoch and 2, 5, 10, 20, 50, ... */
static int list_ticks(const Painter *painter, const Training *training, ChartTick *ticks)
{
    static const double parts[] = {0.5, 0.25, 0.75};
    int count = 0;
    ticks[count++] = tick_of(painter, training, 0);
    ticks[count++] = tick_of(painter, training, training->epochs);
    ticks[count++] = tick_of(painter, training, 1);
    for (int i = 0; i < 3 && training->early > 0; i++)
        ticks[count++] = tick_of(painter, training, parts[i]);
    for (int at = 2, i = 0; at < training->epochs && count < CHART_TICKS; i++) {
        ticks[count++] = tick_of(painter, training, at);
        at = i % 3 == 1 ? at * 2 : i % 3 == 0 ? at / 2 * 5 : at * 2;
    }
    return count;
}

/* In the middle, `brief` where there is no room for the text. */
static void draw_stretch(const Painter *painter, float left, float right, float y, const char *text, const char *brief)
{
    TextStyle style = style_plain(painter->theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    const char *shown = kit_width(painter, style, text) + 10 < right - left ? text : brief;
    kit_text_at(painter, style, (Point){(left + right) / 2, y}, ALIGN_CENTER, shown);
}

/* The first epoch is as long as all others: it ends at a mark. */
static bool is_marked(const Training *training)
{
    return training->epochs > 1 && training->early > 0;
}

/* What lies on both sides of the mark. */
static void draw_stretches(const Painter *painter, const Training *training, const ChartFrame *frame)
{
    Arena *arena = &painter->list->arena;
    Box plot = frame->plot;
    float bottom = plot.y + plot.h, y = bottom + 34;
    float middle = chart_point(frame, (float)training_along(training, 1), frame->y0).x;
    if (!is_marked(training)) {
        draw_stretch(painter, plot.x, plot.x + plot.w, y, kit_said(painter, W_EPOCHS), "");
        return;
    }
    draw_stretch(painter, plot.x, middle, y, kit_said(painter, W_THE_FIRST_EPOCH),
                 arena_printf(arena, kit_said(painter, W_EPOCH_NUMBER), "1"));
    draw_stretch(painter, middle, plot.x + plot.w, y,
                 arena_printf(arena, kit_said(painter, W_EPOCHS_2_TO), training->epochs), kit_said(painter, W_EPOCHS));
}

/* The numbers before anything is learned may be far above the rest: the curves' range is that of epoch 0. */
void train_chart_draw(const Painter *painter, const Training *training, Box box)
{
    ChartCurve curves[] = {
        {kit_said(painter, W_TRAINING), training->places, training->losses, training->points, ROLE_INK, false},
        {kit_said(painter, W_HELD_OUT), training->places, training->heldout, training->points, ROLE_OUTPUT, true},
    };
    ChartTick ticks[CHART_TICKS];
    double first = training->count > 0 ? training->list[0].heldout : NAN;
    Chart chart = {.box = box,
                   .x1 = 1,
                   .y1 = isfinite(first) ? 0.1f : 1,
                   .y_most = isfinite(first) ? 1.5f * (float)first : 0,
                   .mark = is_marked(training) ? (float)training_along(training, 1) : 0,
                   .below = BELOW_PLOT,
                   .ticks = ticks,
                   .tick_count = training->epochs > 0 ? list_ticks(painter, training, ticks) : 0,
                   .curves = curves,
                   .curve_count = 2};
    ChartFrame frame = chart_draw(painter, &chart);
    if (training->epochs > 0)
        draw_stretches(painter, training, &frame);
    draw_handle(painter, training, &frame);
    chart_name(painter, &chart, &frame);
}

/* ---- the row over the film ---- */

static float sign_width(const Painter *painter, const char *text)
{
    return kit_width(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), text) + 42;
}

/* "> replay, 10 s", at the right end. Returns its width. */
static float draw_replay(const Painter *painter, const Training *training, Box row)
{
    const Theme *theme = painter->theme;
    Target target = {TARGET_CONTROL, TRAIN_REPLAY, 0, 0};
    const char *text = training->replays
                           ? kit_said(painter, W_REPLAY_STOP)
                           : arena_printf(&painter->list->arena, kit_said(painter, W_REPLAY_IN), TRAINING_REPLAY);
    if (training->count < 2)
        return 0;
    float width = sign_width(painter, text);
    Box box = {row.x + row.w - width, row.y, width, row.h};
    Color ink = theme->text[ROLE_INK];
    drawlist_box(painter->list, box, 8,
                 paint_fill_stroke(kit_pointed(painter, target) ? theme->faint : theme->panel, theme->hairline, 1.5f));
    Point at = {box.x + 18, box.y + box.h / 2};
    if (training->replays)
        drawlist_box(painter->list, (Box){at.x - 5, at.y - 5, 10, 10}, 1, paint_fill(ink));
    else
        kit_triangle(painter, (Point){at.x - 4, at.y - 6}, (Point){at.x + 6, at.y}, (Point){at.x - 4, at.y + 6}, ink);
    kit_text(painter, style_bold(theme, TYPE_SMALL, ROLE_INK), (Box){box.x + 30, box.y, width - 32, box.h}, ALIGN_LEFT,
             text);
    kit_press(painter, box, 8, target, text);
    return width;
}

/* Which words the rows are; returns how many there are to choose from. */
static int list_rows(const Painter *painter, const Training *training, MenuOption out[2])
{
    const TrainingLook *epoch = training_shown(training);
    if (!epoch || !epoch->forced || !training_weighs(training))
        return 0;
    Word reference = training->probe == PROBE_NEW ? W_ROWS_FINISHED : W_ROWS_REFERENCE;
    out[0] = (MenuOption){kit_said(painter, reference), target_at(TARGET_CONTROL, TRAIN_ROWS, false, 0),
                          !training->own_words};
    out[1] = (MenuOption){kit_said(painter, W_ROWS_OWN), target_at(TARGET_CONTROL, TRAIN_ROWS, true, 0),
                          training->own_words};
    return 2;
}

/* Returns where it begins. */
static float draw_rows(const Painter *painter, const Training *training, Box row)
{
    MenuOption options[2];
    Choice choice = {CHOICE_FRAMES, 4, options, list_rows(painter, training, options)};
    if (choice.count == 0)
        return row.x + row.w;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *name = kit_said(painter, W_ROWS);
    float width = kit_choice_width(painter, &choice), x = row.x + row.w - width;
    kit_choice(painter, (Box){x, row.y, width, row.h}, &choice);
    float name_w = kit_width(painter, small, name);
    kit_text(painter, small, (Box){x - name_w - 8, row.y, name_w + 2, row.h}, ALIGN_LEFT, name);
    return x - name_w - 8;
}

/* Below the replay: what the rows are, in lines. */
static float draw_rows_below(const Painter *painter, const Training *training, Box row, bool drawn)
{
    MenuOption options[2];
    Choice choice = {CHOICE_FRAMES, 6, options, list_rows(painter, training, options)};
    float lead =
        kit_width(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), kit_said(painter, W_ROWS)) + 10;
    Box box = {row.x + lead, row.y, row.w - lead, row.h};
    if (choice.count == 0)
        return 0;
    if (!drawn)
        return kit_choice_height(painter, box.w, &choice);
    kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), (Box){row.x, row.y, lead, row.h}, ALIGN_LEFT,
             kit_said(painter, W_ROWS));
    return kit_choice(painter, box, &choice);
}

float train_row_height(const Painter *painter, const Training *training, float width)
{
    return ROW_H + 8 + draw_rows_below(painter, training, (Box){0, 0, width, ROW_H}, false);
}

/* What can be pressed, at the right; returns where it begins. */
static float draw_controls(const Painter *painter, const Training *training, Box row)
{
    float replay = draw_replay(painter, training, row);
    if (!window_upright(painter->view))
        return draw_rows(painter, training, (Box){row.x, row.y, row.w - replay - 16, row.h});
    draw_rows_below(painter, training, (Box){row.x, row.y + ROW_H + 8, row.w, ROW_H}, true);
    return row.x + row.w - replay - 16;
}

void train_row_draw(const Painter *painter, const Training *training, Box row)
{
    float end = painter->passive ? row.x + row.w : draw_controls(painter, training, row);
    const char *heading = training_weighs(training) ? kit_said(painter, W_THE_SAME_HEATMAP_EPOCH)
                                                    : kit_said(painter, W_THE_SAME_SENTENCE_EPOCH);
    TextStyle style = style_bold(painter->theme, TYPE_TINY, ROLE_MUTED);
    if (row.x + kit_width(painter, style, heading) * 1.2f + 16 < end)
        kit_heading(painter, (Point){row.x, row.y + row.h - 9}, ROLE_MUTED, 1, heading);
}
