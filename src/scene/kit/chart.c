#include "scene/kit/chart.h"

#include <math.h>

#define LABEL_PITCH 17.0f /* from name to name at the curves' ends */
#define LABEL_GAP   14.0f /* between a curve's end and its name */
#define EDGE_GAP    10.0f /* between a name and the plot's right end */
#define TICK_PITCH  36.0f /* between two ticks of y, at least */
#define PLACE_GAP   10.0f /* between the texts of two of x */

/* 1, 2 or 5 times a power of ten, at least `least`. */
static float round_step(float least)
{
    float power = powf(10, floorf(log10f(least)));
    float times = least / power;
    return power * (times <= 1.001f ? 1 : times <= 2.001f ? 2 : times <= 5.001f ? 5 : 10);
}

/* What the curves need of y, `y0` to `y1` included. */
static void find_range(const Chart *chart, float *low, float *high)
{
    *low = 0;
    *high = chart->y1;
    for (int c = 0; c < chart->curve_count; c++)
        for (int i = 0; i < chart->curves[c].count; i++) {
            float value = chart->curves[c].values[i];
            if (!isfinite(value))
                continue;
            *low = fminf(*low, value);
            *high = fmaxf(*high, value);
        }
    if (chart->y_most > 0)
        *high = fminf(*high, chart->y_most);
    if (*high <= *low)
        *high = *low + 1;
}

static int decimals_of(float step)
{
    int decimals = (int)ceilf(-log10f(step) - 0.001f);
    return decimals < 0 ? 0 : decimals > 6 ? 6 : decimals;
}

static const char *tick_text(const Painter *painter, float value, float step)
{
    int decimals = decimals_of(step);
    return kit_number(painter->list, value, decimals < 1 ? 1 : decimals, false);
}

/* ---- axes ---- */

/* Lines across for the ticks of y; the plot begins behind their numbers. */
static ChartFrame draw_values(const Painter *painter, const Chart *chart)
{
    const Theme *theme = painter->theme;
    TextStyle style = style_plain(theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    ChartFrame frame = {.x1 = chart->x1 > 0 ? chart->x1 : 1};
    float height = fmaxf(20, chart->box.h - 6 - chart->below), low, high;
    find_range(chart, &low, &high);
    float step = round_step((high - low) / fmaxf(1, floorf(height / TICK_PITCH)));
    int first = (int)floorf(low / step + 0.001f), last = (int)ceilf(high / step - 0.001f);
    frame.y0 = (float)first * step;
    frame.y1 = (float)last * step;
    float numbers = 0;
    for (int i = first; i <= last; i++)
        numbers =
            fmaxf(numbers, text_width(painter->list->type, style, slice_of(tick_text(painter, (float)i * step, step))));
    float left = chart->box.x + numbers + 10, right = chart->box.x + chart->box.w;
    frame.plot = (Box){left, chart->box.y + 6, fmaxf(20, right - left), height};
    for (int i = first; i <= last; i++) {
        float y = chart_point(&frame, frame.x0, (float)i * step).y;
        drawlist_segment(painter->list, (Point){left, y}, (Point){left + frame.plot.w, y},
                         paint_stroke(theme->hairline, 1.5f));
        drawlist_text_at(painter->list, style, (Point){left - 10, y + 4}, ALIGN_RIGHT,
                         slice_of(tick_text(painter, (float)i * step, step)));
    }
    return frame;
}

static void draw_places(const Painter *painter, const Chart *chart, const ChartFrame *frame)
{
    TextStyle style = style_plain(painter->theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    Box taken[CHART_TICKS];
    int count = 0;
    for (int i = 0; i < chart->tick_count && count < CHART_TICKS; i++) {
        Point at = chart_point(frame, chart->ticks[i].x, frame->y0);
        float width = kit_width(painter, style, chart->ticks[i].text);
        Box box = {at.x - width / 2 - PLACE_GAP / 2, 0, width + PLACE_GAP, 1};
        bool room = true;
        for (int k = 0; k < count; k++)
            room = room && !box_touches(box, taken[k]);
        if (!room)
            continue;
        taken[count++] = box;
        kit_text_at(painter, style, (Point){at.x, frame->plot.y + frame->plot.h + 18}, ALIGN_CENTER,
                    chart->ticks[i].text);
    }
}

/* ---- curves ---- */

static void draw_curve(const Painter *painter, const ChartFrame *frame, const ChartCurve *curve)
{
    DrawList *list = painter->list;
    Color color = curve->role == ROLE_INK ? painter->theme->text[ROLE_INK] : painter->theme->fill[curve->role];
    Paint paint = paint_stroke(color, curve->dashed ? 1.8f : 2.4f);
    if (curve->dashed)
        paint.dash = 5, paint.gap = 4;
    bool open = false;
    for (int i = 0; i < curve->count; i++) {
        if (!isfinite(curve->values[i])) {
            if (open)
                drawlist_path_end(list, paint);
            open = false;
            continue;
        }
        Point at = chart_point(frame, curve->xs[i], curve->values[i]);
        if (open)
            drawlist_line(list, at.x, at.y);
        else
            drawlist_move(list, at.x, at.y);
        open = true;
    }
    if (open)
        drawlist_path_end(list, paint);
    if (curve->count == 1 && isfinite(curve->values[0])) {
        Point at = chart_point(frame, curve->xs[0], curve->values[0]);
        drawlist_box(list, (Box){at.x - 3, at.y - 3, 6, 6}, 3, paint_fill(color));
    }
}

typedef struct CurveEnd {
    Point at;
    float y; /* of the name's middle */
    const ChartCurve *curve;
} CurveEnd;

static void push_apart(CurveEnd *ends, int count, float top, float bottom)
{
    for (int i = 1; i < count; i++) /* by height */
        for (int k = i; k > 0 && ends[k].at.y < ends[k - 1].at.y; k--) {
            CurveEnd swap = ends[k];
            ends[k] = ends[k - 1];
            ends[k - 1] = swap;
        }
    for (int i = 0; i < count; i++) {
        ends[i].y = fmaxf(ends[i].at.y, i == 0 ? top : ends[i - 1].y + LABEL_PITCH);
        float over = ends[i].y - (bottom - LABEL_PITCH * (float)(count - 1 - i));
        ends[i].y -= fmaxf(0, over);
    }
    for (int i = count - 1; i-- > 0;)
        ends[i].y = fminf(ends[i].y, ends[i + 1].y - LABEL_PITCH);
}

/* How far up the curves come right of x. */
static float top_of_curves(const Chart *chart, const ChartFrame *frame, float x)
{
    float top = frame->plot.y + frame->plot.h;
    for (int c = 0; c < chart->curve_count; c++)
        for (int i = 0; i < chart->curves[c].count; i++) {
            const ChartCurve *curve = &chart->curves[c];
            int next = i + 1 < curve->count ? i + 1 : i;
            if (isfinite(curve->values[i]) && chart_point(frame, curve->xs[next], 0).x >= x)
                top = fminf(top, chart_point(frame, curve->xs[i], curve->values[i]).y);
        }
    return top;
}

/* In the curves' order from top to bottom. All stand in one column behind the farthest end, so that no
 * curve runs through another's name; where the plot ends there, over the curves. */
void chart_name(const Painter *painter, const Chart *chart, const ChartFrame *frame)
{
    CurveEnd ends[CHART_CURVES];
    int count = 0;
    float x = frame->plot.x;
    for (int c = 0; c < chart->curve_count; c++) {
        const ChartCurve *curve = &chart->curves[c];
        int last = curve->count - 1;
        while (last >= 0 && !isfinite(curve->values[last]))
            last--;
        if (!curve->name || last < 0)
            continue;
        ends[count++] = (CurveEnd){chart_point(frame, curve->xs[last], curve->values[last]), 0, curve};
        x = fmaxf(x, ends[count - 1].at.x);
    }
    float widest = 0, right = frame->plot.x + frame->plot.w - EDGE_GAP, bottom = frame->plot.y + frame->plot.h - 4;
    for (int i = 0; i < count; i++)
        widest =
            fmaxf(widest, kit_width(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), ends[i].curve->name));
    float over = fmaxf(0, x + LABEL_GAP + widest - right);
    x -= over;
    if (over > 0)
        bottom =
            fmaxf(frame->plot.y + 6 + LABEL_PITCH * (float)(count - 1), top_of_curves(chart, frame, x) - LABEL_PITCH);
    push_apart(ends, count, frame->plot.y + 6, bottom);
    for (int i = 0; i < count; i++) {
        TextStyle style = style_bold(painter->theme, TYPE_SMALL, ends[i].curve->role);
        float room = chart->box.x + chart->box.w - x - LABEL_GAP;
        float width = fminf(room, kit_width(painter, style, ends[i].curve->name));
        drawlist_box(painter->list, (Box){x + LABEL_GAP - 2, ends[i].y - 9, width + 4, 18}, 2,
                     paint_fill(painter->theme->paper)); /* lines do not run through it */
        drawlist_text(painter->list, style, (Box){x + LABEL_GAP, ends[i].y - 9, room, 18}, ALIGN_LEFT,
                      slice_of(ends[i].curve->name));
    }
}

ChartFrame chart_draw(const Painter *painter, const Chart *chart)
{
    ChartFrame frame = draw_values(painter, chart);
    draw_places(painter, chart, &frame);
    if (chart->mark > 0) {
        float x = chart_point(&frame, chart->mark, frame.y0).x;
        drawlist_segment(painter->list, (Point){x, frame.plot.y}, (Point){x, frame.plot.y + frame.plot.h},
                         paint_dashed(painter->theme->text[ROLE_MUTED], 1.2f, 3, 4));
    }
    for (int c = chart->curve_count; c-- > 0;) /* the first lies on top */
        draw_curve(painter, &frame, &chart->curves[c]);
    return frame;
}

Point chart_point(const ChartFrame *frame, float x, float y)
{
    float along = (x - frame->x0) / (frame->x1 - frame->x0), up = (y - frame->y0) / (frame->y1 - frame->y0);
    along = fminf(fmaxf(along, 0), 1);
    up = fminf(fmaxf(up, 0), 1);
    return (Point){frame->plot.x + frame->plot.w * along, frame->plot.y + frame->plot.h * (1 - up)};
}
