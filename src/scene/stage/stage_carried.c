/* Without attention: the encoder's final state stands where a context would, and starts the decoder. */
#include "scene/stage/stage.h"

#include "draw/ease.h"
#include "scene/kit/way.h"
#include "words/common_words.h"

#include <math.h>

/* From the last state, and where the encoder reads both ways from the first one too, up to the box. */
static void draw_rise(const Painter *painter, const Scope *scope, const StageLayout *layout, float shown, Color green)
{
    const Trace *trace = scope->trace;
    Box box = layout->context;
    int ends[2] = {trace->n - 1, 0};
    bool both = trace->config.bidirectional && trace->config.cell != CELL_SELF;
    for (int i = 0; i <= both; i++) {
        float x = stage_column_x(layout, ends[i]), top = box.y + box.h + 5, bottom = layout->state_y - 4;
        x = fminf(fmaxf(x, layout->columns.x), layout->columns.x + layout->columns.w);
        float end = both ? box.x + box.w * (i ? 0.25f : 0.75f) : fminf(fmaxf(x, box.x + 20), box.x + box.w - 20);
        Point arrow[4];
        cubic_rise((Point){x, bottom}, (Point){end, top}, 0.5f, arrow);
        cubic_split(arrow, shown, arrow);
        drawlist_arrow_cubic(painter->list, arrow, 8, green, 3, 0, 0);
    }
}

/* Over to the decoder, where it is the start state: of the first step alone. */
static void draw_bridge(const Painter *painter, const StageLayout *layout, float shown, Color green)
{
    Box box = layout->context, start = layout->strip_query;
    float lane = layout->decoder_x - layout->decoder_w / 2 - 30;
    Point from = {box.x + box.w + 5, box.y + box.h / 2}, to = {start.x - 5, start.y + start.h / 2};
    Way way = way_through((Point[]){from, {lane, from.y}, {lane, to.y}, to}, 4, 36);
    way_draw(painter->list, &way, shown, 8, green, 3);
}

static void draw_name(const Painter *painter, const Scope *scope, const StageLayout *layout, float ink)
{
    Maths maths = kit_maths(painter, scope->trace);
    MathStyle style = {painter->theme, TYPE_LARGE + 1, color_fade(painter->theme->text[ROLE_INK], ink)};
    float x = layout->context.x, room = layout->decoder_x - layout->decoder_w / 2 - 16 - x;
    const char *name = final_name(&maths, false), *text = kit_said(painter, W_ALL_IT_GETS);
    float width = math_draw(painter->list, style, (Point){x, layout->formula_y}, ALIGN_LEFT, name) + 12;
    TextStyle plain = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), ink);
    if (width + kit_width(painter, plain, text) <= room)
        kit_text_at(painter, plain, (Point){x + width, layout->formula_y}, ALIGN_LEFT, text);
}

void stage_draw_carried(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Trace *trace = scope->trace;
    int D = config_annotation(&trace->config);
    float bridged = scope_encoded(scope, MOMENT_BRIDGE, -1);
    float risen = ease_phase(bridged, 0, 0.5f), over = ease_phase(bridged, 0.5f, 1);
    float alpha = fmaxf(scope_emphasis(scope, PART_ENCODER), scope_emphasis(scope, PART_QUERY));
    Color green = color_mix(painter->theme->paper, painter->theme->fill[ROLE_ENCODER], alpha);
    CellGrid grid = cell_grid(painter, box_inset(layout->context, 3, 3), trace->encoding.final, D, false);
    bool one = !trace->config.bidirectional && trace->config.cell != CELL_SELF; /* it is the last annotation */
    Target target = one ? target_at(TARGET_ANNOTATION, trace->n - 1, -1, 0) : (Target){0};
    kit_vector(painter, &grid, ROLE_ENCODER, 1, ease_phase(bridged, 0.3f, 0.6f), alpha, 0, target);
    if (risen > 0)
        draw_rise(painter, scope, layout, risen, green);
    if (over > 0 && scope->step <= 0)
        draw_bridge(painter, layout, over, green);
    if (risen > 0)
        draw_name(painter, scope, layout, risen * scope_ink(scope, PART_ENCODER));
}
