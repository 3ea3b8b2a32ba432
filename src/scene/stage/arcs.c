#include "scene/stage/arcs.h"

#include "scene/kit/grid.h"

#include "draw/ease.h"

#include <math.h>

#define PITCH_MOST  132.0f /* px from word to word */
#define PITCH_LEAST 26.0f
#define FULL_MOST   30.0f /* px of a weight of 1 */
#define THIN        1.5f  /* of the smallest that is drawn */
#define HIDDEN      0.05f /* less is not drawn between many words, until it is pointed at */
#define MANY        8     /* words */

enum { TURNED_H = 84, HIGH = 380, LOW = 50, NUMBER_H = 22 };

typedef struct ArcsLayout {
    float source_x, target_x, pitch; /* of the first words' middles; from word to word */
    float top, bottom;               /* of the arcs */
    float full;                      /* px of a weight of 1 */
    bool turned;
    float words; /* px that they are high */
} ArcsLayout;

static bool is_turned(const Painter *painter, const Trace *trace, float pitch)
{
    return grid_chips_turn(painter, trace, false, pitch) || grid_chips_turn(painter, trace, true, pitch);
}

static int longer(const Trace *trace)
{
    return trace->n > trace->step_count ? trace->n : trace->step_count;
}

static ArcsLayout lay_out(const Painter *painter, const Trace *trace, Box box)
{
    ArcsLayout layout = {.pitch = fminf(PITCH_MOST, box.w / (float)longer(trace))};
    layout.turned = is_turned(painter, trace, layout.pitch);
    layout.words = layout.turned ? fminf(TURNED_H, (box.h - LOW) / 2) : GRID_CHIP_H;
    float high = fminf(box.h, HIGH + 2 * layout.words), y = box.y + (box.h - high) / 2;
    layout.top = y + layout.words + 2;
    layout.bottom = y + high - layout.words - 2;
    layout.full = fminf(FULL_MOST, layout.pitch * 0.4f);
    layout.source_x = box.x + (box.w - layout.pitch * (float)(trace->n - 1)) / 2;
    layout.target_x = box.x + (box.w - layout.pitch * (float)(trace->step_count - 1)) / 2;
    return layout;
}

Box arcs_size(const Painter *painter, const Trace *trace)
{
    float pitch = fmaxf(PITCH_LEAST, fminf(PITCH_MOST, 1400.0f / (float)longer(trace)));
    float words = is_turned(painter, trace, pitch) ? TURNED_H : GRID_CHIP_H;
    return (Box){0, 0, pitch * (float)longer(trace), HIGH - 80 + 2 * words};
}

/* What is pointed at; else the step on the stage. */
static Brush find_lit(const Painter *painter, const HeatmapSetting *setting)
{
    const Brush *brush = &painter->brush;
    bool pointed = brush->at.kind != TARGET_NONE && (brush->step >= 0 || brush->position >= 0);
    bool current = setting->current >= 0 && !painter->passive;
    return pointed   ? *brush
           : current ? (Brush){target_at(TARGET_STAGE, 0, 0, 0), setting->current, -1}
                     : (Brush){{0}, -1, -1};
}

static float source_x(const ArcsLayout *layout, int j)
{
    return layout->source_x + layout->pitch * (float)j;
}

static float target_x(const ArcsLayout *layout, int t)
{
    return layout->target_x + layout->pitch * (float)t;
}

/* At a target word its arcs stand side by side, one full width together; a source word is reached in its middle. */
static void draw_arcs(const Painter *painter, const HeatmapSetting *setting, const ArcsLayout *layout, const Brush *lit,
                      bool wanted)
{
    const Trace *trace = setting->trace;
    bool any = lit->at.kind != TARGET_NONE, pointed = any && lit->at.kind != TARGET_STAGE, many = longer(trace) > MANY;
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    for (int t = 0; t < trace->step_count && (float)t < setting->rows; t++) {
        const float *weights = trace->steps[t].step.weights;
        float root = target_x(layout, t) - layout->full / 2, there = fminf(1, setting->rows - (float)t);
        for (int j = 0; weights && j < trace->n; root += weights[j] * layout->full, j++) {
            bool shows = brush_lights(lit, t, j);
            if (shows != wanted || (many && !(shows && pointed) && weights[j] < HIDDEN))
                continue;
            float width = fmaxf(THIN, weights[j] * layout->full), x = root + weights[j] * layout->full / 2;
            float end = source_x(layout, j), reach = (layout->bottom - layout->top) * 0.55f;
            Point whole[4] = {
                {x, layout->bottom}, {x, layout->bottom - reach}, {end, layout->top + reach}, {end, layout->top}};
            Point part[4];
            cubic_split(whole, there, part);
            float alpha = shows ? 0.9f : any ? 0.16f : 0.5f;
            drawlist_ribbon(painter->list, part, width, width, color_fade(orange, alpha));
        }
    }
}

/* The weights of the lit word, each beside the other end of its arc. */
static void draw_numbers(const Painter *painter, const HeatmapSetting *setting, const ArcsLayout *layout,
                         const Brush *lit)
{
    const Trace *trace = setting->trace;
    bool from_target = lit->step >= 0;
    int count = from_target ? trace->n : trace->step_count;
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    if (!setting->values || (!from_target && lit->position < 0) || layout->pitch < 40)
        return;
    for (int i = 0; i < count; i++) {
        int t = from_target ? lit->step : i, j = from_target ? i : lit->position;
        if (!brush_lights(lit, t, j) || (float)t >= setting->rows || !trace->steps[t].step.weights)
            continue;
        float weight = trace->steps[t].step.weights[j];
        const char *text = kit_share(painter->list, (double)weight);
        float x = from_target ? source_x(layout, j) : target_x(layout, t);
        float y = from_target ? layout->top + 4 : layout->bottom - NUMBER_H - 2;
        Box box = {x + weight * layout->full / 2 + 3, y, kit_width(painter, style, text) + 8, NUMBER_H - 2};
        drawlist_box(painter->list, box, 5, paint_fill(color_fade(painter->theme->paper, 0.9f)));
        kit_text(painter, style, box, ALIGN_CENTER, text);
    }
}

static void draw_word(const Painter *painter, const ArcsLayout *layout, bool target, int i, const char *text, Role role,
                      bool lit)
{
    Point root = {target ? target_x(layout, i) : source_x(layout, i), target ? layout->bottom : layout->top};
    GridWord word = {root,           !target, layout->pitch, layout->words - 6,
                     layout->turned, lit,     role,          target_at(target ? TARGET_WORD : TARGET_SOURCE, i, 0, 0)};
    grid_word(painter, &word, text);
}

void arcs_draw(const Painter *painter, const HeatmapSetting *setting, Box box)
{
    const Trace *trace = setting->trace;
    ArcsLayout layout = lay_out(painter, trace, box);
    Brush lit = find_lit(painter, setting);
    draw_arcs(painter, setting, &layout, &lit, false);
    draw_arcs(painter, setting, &layout, &lit, true);
    const float *row = lit.step >= 0 && lit.step < trace->step_count && (float)lit.step < setting->rows
                           ? trace->steps[lit.step].step.weights
                           : NULL;
    int best = row ? values_largest(row, trace->n) : -1;
    for (int j = 0; j < trace->n; j++)
        draw_word(painter, &layout, false, j, trace->source[j], ROLE_CONTEXT,
                  j == lit.position || (lit.position < 0 && j == best));
    for (int t = 0; t < trace->step_count; t++)
        if ((float)t < setting->rows)
            draw_word(painter, &layout, true, t, trace->steps[t].token, ROLE_OUTPUT, t == lit.step);
    draw_numbers(painter, setting, &layout, &lit);
}
