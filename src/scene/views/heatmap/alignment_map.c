/* The alignment heatmap: source words across, target words down, each row the weights of one step. */
#include "scene/window/panels.h"

#include "draw/ease.h"

#include <math.h>
#include <stdlib.h>

typedef struct HeatmapLayout {
    Box cells;
    float w, h; /* of a cell */
    bool turned;
    float labels_w, labels_h;
    float bottom;                /* of the box: no label stands below it */
    float column_size, row_size; /* of the labels' type */
} HeatmapLayout;

#define TURN         (-0.96f)
#define LABEL_PITCH  11.0f  /* px that a label needs */
#define COLUMN_PITCH 10.5f  /* and a turned one */
#define LABEL_MOST   112.0f /* px of a turned label */

static float longest(const Type *type, TextStyle style, const Trace *trace, bool target)
{
    float most = 0;
    int count = target ? trace->step_count : trace->n;
    for (int i = 0; i < count; i++) {
        const char *text = target ? trace->steps[i].token : trace->source[i];
        most = fmaxf(most, text_width(type, style, slice_of(text)));
    }
    return most;
}

/* The size of type that goes with a row or a column of `pitch` px. */
static float label_size(float pitch)
{
    return pitch >= 19 ? TYPE_BODY : fmaxf(8, fminf(TYPE_SMALL, pitch * 0.84f));
}

/* Turned labels rise to the right: they need height over the cells and room behind the last of them. */
static void lay_columns(const Painter *painter, const Trace *trace, Box box, HeatmapLayout *layout)
{
    const Type *type = painter->list->type;
    float n = (float)trace->n;
    layout->w = fminf(72, (box.w - layout->labels_w) / n);
    layout->column_size = label_size(layout->w);
    TextStyle style = style_bold(painter->theme, layout->column_size, ROLE_INK);
    float words = longest(type, style, trace, false);
    layout->turned = words > layout->w - 6;
    layout->labels_h = layout->turned ? fminf(words, LABEL_MOST) * 0.82f + 18 : 26;
    if (layout->turned) {
        float last = text_width(type, style, slice_of(trace->source[trace->n - 1]));
        float over = fminf(last, LABEL_MOST) * cosf(TURN) - layout->w / 2;
        layout->w = fminf(layout->w, (box.w - layout->labels_w - fmaxf(0, over)) / n);
    }
}

/* Cells as large as the box allows, never higher than wide, never wider than 72 px. */
static HeatmapLayout lay_out(const Painter *painter, const Trace *trace, Box box)
{
    HeatmapLayout layout = {.row_size = TYPE_BODY, .bottom = box.y + box.h};
    for (int attempt = 0; attempt < 2;
         attempt++) { /* the rows' height follows from the columns, the labels' width from the rows */
        TextStyle style = style_bold(painter->theme, layout.row_size, ROLE_INK);
        layout.labels_w = fminf(longest(painter->list->type, style, trace, true), box.w * 0.3f) + 14;
        lay_columns(painter, trace, box, &layout);
        layout.h = fmaxf(0.5f, fminf(fminf(64, layout.w), (box.h - layout.labels_h) / (float)trace->step_count));
        layout.row_size = label_size(layout.h);
    }
    float wide = layout.w * (float)trace->n;
    float left = box.x + layout.labels_w + fmaxf(0, (box.w - layout.labels_w - wide) * 0.38f);
    layout.cells = (Box){left, box.y + layout.labels_h, wide, layout.h * (float)trace->step_count};
    return layout;
}

static void draw_column_label(const Painter *painter, const HeatmapLayout *layout, const Trace *trace, int j, bool lit)
{
    TextStyle style = lit ? style_bold(painter->theme, layout->column_size, ROLE_CONTEXT)
                          : style_plain(painter->theme, layout->column_size, ROLE_INK);
    float x = layout->cells.x + layout->w * ((float)j + 0.5f);
    Slice text = slice_of(trace->source[j]);
    if (layout->turned) {
        Slice shown = text;
        shown.length = text_fit(painter->list->type, style, text, LABEL_MOST);
        drawlist_text_turned(painter->list, style, (Point){x + layout->column_size * 0.3f, layout->cells.y - 7}, TURN,
                             ALIGN_LEFT, shown);
    } else
        drawlist_text_at(painter->list, style, (Point){x, layout->cells.y - 10}, ALIGN_CENTER, text);
    if (trace->unknown[j] && !layout->turned) {
        float width = text_width(painter->list->type, style, text);
        drawlist_segment(painter->list, (Point){x - width / 2, layout->cells.y - 6},
                         (Point){x + width / 2, layout->cells.y - 6},
                         paint_stroke(painter->theme->fill[ROLE_OUTPUT], 1.5f));
    }
}

static void draw_row_label(const Painter *painter, const HeatmapLayout *layout, const HeatmapSetting *setting, int t)
{
    const TraceStep *step = &setting->trace->steps[t];
    bool current = t == setting->current, there = (float)t < setting->rows;
    int stride = (int)ceilf(LABEL_PITCH / layout->h); /* thin rows: every second or third has its word */
    bool beside_current = stride > 1 && !current && abs(t - setting->current) < stride;
    if ((!there && !current) || (!current && t % stride != 0) || beside_current)
        return;
    Role role = step->id == VOCAB_END ? ROLE_MUTED : ROLE_INK;
    TextStyle style = current ? style_bold(painter->theme, layout->row_size, role)
                              : style_plain(painter->theme, layout->row_size, role);
    float alpha = there ? fminf(1, setting->rows - (float)t) : 0.0f;
    Box label = {layout->cells.x - layout->labels_w, layout->cells.y + layout->h * (float)t, layout->labels_w - 10,
                 layout->h};
    label = box_inset(label, 0, fminf(0, (layout->h - LABEL_PITCH) / 2));
    if (label.y + label.h > layout->bottom + LABEL_PITCH)
        return;
    drawlist_text(painter->list, style_faded(style, alpha), label, ALIGN_RIGHT, slice_of(step->token));
}

static void draw_cell(const Painter *painter, const HeatmapLayout *layout, const HeatmapSetting *setting, int t, int j)
{
    const Trace *trace = setting->trace;
    float there = fminf(1, fmaxf(0, setting->rows - (float)t));
    float gap = fminf(layout->w, layout->h) >= 12 ? 2 : fminf(layout->w, layout->h) >= 6 ? 1 : 0;
    Box whole = {layout->cells.x + layout->w * (float)j, layout->cells.y + layout->h * (float)t, layout->w, layout->h};
    Box box = box_inset(whole, gap / 2, gap / 2);
    const float *weights = trace->steps[t].step.weights;
    float radius = gap >= 2 ? 3 : 0;
    drawlist_box(painter->list, box, radius, paint_fill(painter->theme->faint));
    if (!weights || there <= 0)
        return;
    Color color = color_weight(painter->theme, setting->map, weights[j]);
    drawlist_box(painter->list, box, radius, paint_fill(color_fade(color, there)));
    Target target = {TARGET_HEAT, (int16_t)t, (int16_t)j, 0};
    kit_mark(painter, whole, target, false, NULL);
    if (kit_pointed(painter, target))
        drawlist_box(painter->list, box, radius, paint_stroke(painter->theme->text[ROLE_INK], 1.5f));
    if (!setting->values || layout->w < 33 || layout->h < 17)
        return;
    TextStyle style = {FACE_SANS, layout->h < 26 ? TYPE_TINY : TYPE_SMALL, color_on(color), 0};
    drawlist_text(painter->list, style_faded(style, there), box, ALIGN_CENTER,
                  slice_of(kit_number(painter->list, weights[j], 2, false)));
}

Box heatmap_draw(const Painter *painter, const HeatmapSetting *setting, Box box)
{
    const Trace *trace = setting->trace;
    HeatmapLayout layout = lay_out(painter, trace, box);
    int best = -1;
    if (setting->current >= 0 && setting->rows > (float)setting->current
        && trace->steps[setting->current].step.weights) {
        const float *weights = trace->steps[setting->current].step.weights;
        for (int j = 0; j < trace->n; j++)
            if (weights[j] > 0.5f && (best < 0 || weights[j] > weights[best]))
                best = j;
    }
    int stride = layout.turned ? (int)ceilf(COLUMN_PITCH / layout.w) : 1;
    for (int j = 0; j < trace->n; j++) {
        bool lit = j == best || (!painter->passive && scope_column_pointed(painter->view, -1, j));
        bool beside = stride > 1 && best >= 0 && j != best && abs(j - best) < stride;
        if (lit || (j % stride == 0 && !beside))
            draw_column_label(painter, &layout, trace, j, lit);
    }
    for (int t = 0; t < trace->step_count; t++) {
        draw_row_label(painter, &layout, setting, t);
        for (int j = 0; j < trace->n; j++)
            draw_cell(painter, &layout, setting, t, j);
        float there = fminf(1, setting->rows - (float)t);
        if (there > 0 && kit_step_changed(&trace->steps[t]))
            kit_changed(painter, (Point){layout.cells.x - 6, layout.cells.y + layout.h * ((float)t + 0.5f)},
                        fminf(3, layout.h * 0.4f), there);
    }
    if (setting->current >= 0 && setting->rows > (float)setting->current) {
        Box row = {layout.cells.x, layout.cells.y + layout.h * (float)setting->current, layout.cells.w, layout.h};
        float alpha = fminf(1, setting->rows - (float)setting->current);
        drawlist_box(painter->list, box_inset(row, -2, -1), 6,
                     paint_stroke(color_fade(painter->theme->fill[ROLE_CONTEXT], alpha), 2));
    }
    return (Box){layout.cells.x - layout.labels_w, box.y, layout.cells.w + layout.labels_w,
                 layout.labels_h + layout.cells.h};
}

void heatmap_legend(const Painter *painter, ColorMap map, Box box)
{
    box.x = roundf(box.x);
    box.w = roundf(box.w);
    for (float x = 0; x < box.w; x += 2) {
        float wide = fminf(4, box.w - x); /* each runs under the next: no seams between the strips */
        Color color = color_weight(painter->theme, map, x / (box.w - 2));
        drawlist_box(painter->list, (Box){box.x + x, box.y, wide, 9}, 0, paint_fill(color));
    }
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    drawlist_text_at(painter->list, style, (Point){box.x, box.y + 24}, ALIGN_LEFT, slice_of("0"));
    drawlist_text_at(painter->list, style, (Point){box.x + box.w, box.y + 24}, ALIGN_RIGHT, slice_of("1"));
}

void scene_heatmap_figure(const Trace *trace, const HeatmapOptions *options, const Type *type, DrawList *list)
{
    View view = view_default(options->theme, 0, 0);
    view.trace = trace;
    int larger = trace->n > trace->step_count ? trace->n : trace->step_count;
    float cell = options->cell > 0 ? options->cell : larger <= 14 ? 56 : larger <= 28 ? 36 : 22;
    TextStyle style = style_bold(options->theme, TYPE_BODY, ROLE_INK);
    float words = longest(type, style, trace, false), rows = longest(type, style, trace, true);
    float margin = 20, label_w = rows + 14, label_h = words > cell - 6 ? fminf(words, LABEL_MOST) * 0.82f + 18 : 26;
    float lean = words > cell - 6 ? fminf(words, LABEL_MOST) * cosf(TURN) : 0;
    view.width = 2 * margin + label_w / 0.94f + cell * (float)trace->n + lean;
    view.height = 2 * margin + label_h + cell * (float)trace->step_count + 44;
    float least = label_w / 0.3f + 2 * margin; /* the panel's rule: labels take at most 0.3 of the width */
    view.width = fmaxf(view.width, fminf(least, 420));
    drawlist_reset(list, type, view.width, view.height, options->theme->paper);
    Painter painter = {&view, options->theme, list, true};
    HeatmapSetting setting = {trace, options->map, (float)trace->step_count, -1, options->values};
    Box box = {margin, margin, view.width - 2 * margin, view.height - 2 * margin - 44};
    Box covered = heatmap_draw(&painter, &setting, box);
    float legend = fminf(180, view.width - 2 * margin);
    float right = covered.x + covered.w;
    heatmap_legend(&painter, options->map, (Box){right - legend, covered.y + covered.h + 16, legend, 30});
}
