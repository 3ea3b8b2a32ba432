#include "scene/stage/final_arrows.h"

#include "draw/ease.h"

#include <math.h>

void final_arrows(DrawList *list, const Trace *trace, const float x[], float y, FinalArrows arrows)
{
    int n = trace->n, count = 0;
    for (int j = 0; j < n; j++)
        count += config_final_takes(&trace->config, j, n);
    float scale = count > 2 ? fmaxf(0.4f, 2.0f / (float)count) : 1; /* many of them are thinner */
    Point foot = {arrows.into.x, arrows.into.y + arrows.into.h + arrows.gap};
    for (int j = 0; j < n; j++) {
        if (!config_final_takes(&trace->config, j, n))
            continue;
        float end = n > 1 ? lerp(0.3f, 0.7f, (float)j / (float)(n - 1)) : 0.5f;
        Point arrow[4];
        cubic_rise((Point){x[j], y}, (Point){foot.x + arrows.into.w * end, foot.y}, arrows.bend, arrow);
        cubic_split(arrow, arrows.shown, arrow);
        drawlist_arrow_cubic(list, arrow, fmaxf(4, arrows.head * scale), arrows.color, arrows.width * scale, 0, 0);
    }
}

void stage_final_arrows(const Painter *painter, const Trace *trace, const StageLayout *layout, FinalArrows arrows)
{
    float *x = ARENA_ARRAY(&painter->list->arena, float, trace->n);
    Box columns = layout->columns;
    for (int j = 0; j < trace->n; j++)
        x[j] = fminf(fmaxf(stage_column_x(layout, j), columns.x), columns.x + columns.w);
    arrows.bend = 0.5f;
    final_arrows(painter->list, trace, x, layout->lying_y - layout->lying_h / 2 - 6, arrows);
}
