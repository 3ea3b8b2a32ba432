#include "scene/kit/chart.h"
#include "scene/kit/kit.h"
#include "scene/views/curves/view_curves.h"
#include "scene/views/train/train_words.h"
#include "words/figures_words.h"

#include <math.h>

#define MARGIN     24.0f
#define HEADING_H  26.0f /* px over a chart */
#define BELOW_PLOT 38.0f
#define BETWEEN    18.0f /* two charts */
#define BESIDE     66.0f /* px beside a plot, and beside the names in it */

#define MARKED 2000 /* rows: of more none is found by the pointer */

typedef struct CurvesFigure {
    const Painter *painter;
    const CurvesPage *page;
    const EpochRows *log;
    float *epochs;   /* [rows] */
    float last, end; /* epochs: the curves' and the axis's, which leaves the names room */
    ChartTick ticks[CHART_TICKS];
    int tick_count;
} CurvesFigure;

static ChartTick tick_at(const CurvesFigure *figure, int epoch)
{
    return (ChartTick){(float)epoch, arena_printf(&figure->painter->list->arena, "%d", epoch)};
}

/* The last epoch, then 0 and round numbers: at most ten. */
static void list_ticks(CurvesFigure *figure)
{
    int last = (int)figure->last, step = 1;
    figure->ticks[figure->tick_count++] = tick_at(figure, last);
    for (int i = 0; last / step > 10; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2; /* 1, 2, 5, 10 */
    for (int epoch = 0; epoch < last; epoch += step)
        figure->ticks[figure->tick_count++] = tick_at(figure, epoch);
}

static ChartCurve curve_of(const CurvesFigure *figure, EpochColumn column, double scale, const char *name, Role role,
                           bool dashed)
{
    const EpochRows *log = figure->log;
    float *values = ARENA_ARRAY(&figure->painter->list->arena, float, (size_t)log->count);
    for (int i = 0; i < log->count; i++)
        values[i] = (float)(log->rows[i].values[column] * scale);
    return (ChartCurve){name, figure->epochs, values, log->measured[column] ? log->count : 0, role, dashed};
}

/* Upright, where its epoch is. */
static void draw_at(const CurvesFigure *figure, const ChartFrame *frame, int row, float width)
{
    float x = chart_point(frame, figure->epochs[row], frame->y0).x;
    kit_line(figure->painter, (Point){x, frame->plot.y}, (Point){x, frame->plot.y + frame->plot.h},
             figure->painter->theme->fill[ROLE_QUERY], width);
}

int curves_row(const CurvesPage *page)
{
    return page->row <= page->log.count ? page->row : 0;
}

/* The row that is chosen, and the one that is pointed at; each epoch is found from half way to its neighbours. */
static void mark_rows(const CurvesFigure *figure, const ChartFrame *frame)
{
    const Painter *painter = figure->painter;
    int count = figure->log->count, chosen = curves_row(figure->page);
    float left = frame->plot.x;
    if (painter->passive)
        return;
    if (chosen > 0)
        draw_at(figure, frame, chosen - 1, 2);
    for (int i = 0; i < count && count <= MARKED; i++) {
        float next = figure->epochs[i + 1 < count ? i + 1 : i], middle = (figure->epochs[i] + next) / 2;
        float right = i + 1 < count ? chart_point(frame, middle, 0).x : chart_point(frame, next, 0).x + BESIDE / 6;
        Target target = target_at(TARGET_CONTROL, CURVES_ROW, i, 0);
        if (kit_pointed(painter, target))
            draw_at(figure, frame, i, 1);
        kit_area(painter, (Box){left, frame->plot.y, right - left, frame->plot.h}, target, NULL);
        left = right;
    }
}

/* Returns the width of its heading. */
static float draw_chart(const CurvesFigure *figure, Box box, const char *heading, const ChartCurve *curves, int count,
                        float least)
{
    const Painter *painter = figure->painter;
    const EpochRow *best = epoch_rows_best(figure->log);
    bool kept = best && figure->log->measured[EPOCH_HELDOUT];
    Chart chart = {.box = {box.x, box.y + HEADING_H, box.w, box.h - HEADING_H},
                   .x1 = figure->end,
                   .y1 = least,
                   .mark = kept ? (float)best->values[EPOCH_NUMBER] : 0,
                   .below = BELOW_PLOT,
                   .ticks = figure->ticks,
                   .tick_count = figure->tick_count,
                   .curves = curves,
                   .curve_count = count};
    float width = kit_heading(painter, (Point){box.x, box.y + 12}, ROLE_MUTED, 1, heading);
    ChartFrame frame = chart_draw(painter, &chart);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    kit_text_at(painter, style, (Point){frame.plot.x + frame.plot.w / 2, frame.plot.y + frame.plot.h + 34},
                ALIGN_CENTER, kit_said(painter, W_EPOCHS));
    mark_rows(figure, &frame);
    chart_name(painter, &chart, &frame);
    return width;
}

/* At the right of the heading, where it has room: which epoch is marked. */
static void draw_best(const CurvesFigure *figure, Box box, float heading)
{
    const Painter *painter = figure->painter;
    const EpochRow *best = epoch_rows_best(figure->log);
    if (!best || !figure->log->measured[EPOCH_HELDOUT])
        return;
    const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_CURVES_BEST),
                                    best->values[EPOCH_HELDOUT], (int)best->values[EPOCH_NUMBER]);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    if (kit_width(painter, style, text) <= box.w - heading - BESIDE)
        kit_text_at(painter, style, (Point){box.x + box.w, box.y + 12}, ALIGN_RIGHT, text);
}

static void draw_losses(const CurvesFigure *figure, Box box)
{
    ChartCurve curves[] = {
        curve_of(figure, EPOCH_LOSS, 1, kit_said(figure->painter, W_TRAINING), ROLE_INK, false),
        curve_of(figure, EPOCH_HELDOUT, 1, kit_said(figure->painter, W_HELD_OUT), ROLE_OUTPUT, true),
    };
    float heading = draw_chart(figure, box, kit_said(figure->painter, W_LOSS_HEADING), curves, 2, 0.1f);
    draw_best(figure, box, heading);
}

static void draw_measures(const CurvesFigure *figure, Box box)
{
    const Painter *painter = figure->painter;
    ChartCurve curves[] = {
        curve_of(figure, EPOCH_EXACT, 1, kit_said(painter, W_EXACT_MATCH), ROLE_OUTPUT, false),
        curve_of(figure, EPOCH_BLEU, 0.01, kit_said(painter, W_CURVES_BLEU), ROLE_QUERY, false),
        curve_of(figure, EPOCH_AER, 1, kit_said(painter, W_ALIGNMENT_ERROR), ROLE_CONTEXT, true),
    };
    draw_chart(figure, box, kit_said(painter, W_CURVES_MEASURES), curves, 3, 1);
}

static float longest_name(const Painter *painter)
{
    const Word names[] = {W_TRAINING, W_HELD_OUT, W_EXACT_MATCH, W_CURVES_BLEU, W_ALIGNMENT_ERROR};
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    float longest = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        longest = fmaxf(longest, kit_width(painter, style, kit_said(painter, names[i])));
    return longest;
}

void curves_draw(const Painter *painter, Box box)
{
    const CurvesPage *page = painter->view->curves;
    const EpochRows *log = &page->log;
    CurvesFigure figure = {.painter = painter,
                           .page = page,
                           .log = log,
                           .epochs = ARENA_ARRAY(&painter->list->arena, float, (size_t)log->count + 1),
                           .last = 1};
    for (int i = 0; i < log->count; i++)
        figure.last = figure.epochs[i] = (float)log->rows[i].values[EPOCH_NUMBER];
    list_ticks(&figure);
    figure.end = figure.last * box.w / fmaxf(box.w / 2, box.w - longest_name(painter) - BESIDE);
    bool measures = log->measured[EPOCH_EXACT] || log->measured[EPOCH_BLEU] || log->measured[EPOCH_AER];
    if (measures)
        box.h = (box.h - BETWEEN) / 2;
    draw_losses(&figure, box);
    box.y += box.h + BETWEEN;
    if (measures)
        draw_measures(&figure, box);
}

void curves_figure(const View *view, const Type *type, DrawList *list)
{
    drawlist_reset(list, type, view->width, view->height, view->theme->paper);
    Painter painter = {.view = view, .theme = view->theme, .list = list, .passive = true};
    curves_draw(&painter, (Box){MARGIN, MARGIN, view->width - 2 * MARGIN, view->height - 2 * MARGIN});
}
