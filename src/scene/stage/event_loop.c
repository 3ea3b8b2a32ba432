#include "scene/stage/event_loop.h"

#include "draw/ease.h"
#include "scene/kit/way.h"

#include <math.h>

#define ARRIVAL 0.8f  /* of the way back: the rest is for what changes on arrival */
#define FAINT   0.45f /* of the output's colour in the arc */
#define ROUND   24.0f /* px: of corners */
#define CORNERS 5     /* of the arc */

/* ---- what is on its way ---- */

bool loop_arrived(const Scope *scope)
{
    return scope->step > 0 ? scope_beat(scope, BEAT_RETURN) >= ARRIVAL : scope->shown[MOMENT_PREVIOUS] > 0.3f;
}

float loop_unpacked(const Scope *scope)
{
    return scope->step > 0 ? ease_phase(scope_beat(scope, BEAT_RETURN), ARRIVAL, 1) : scope->shown[MOMENT_PREVIOUS];
}

/* The step to which a word comes back now: the one on the stage or, as long as this one's values fade, the
 * next. -1: none. */
static int returning(const Scope *scope, float *share)
{
    for (int t = scope->step > 0 ? scope->step : 1; t <= scope->step + 1 && t < scope->trace->step_count; t++) {
        float done = beat_done(scope->trace, t, BEAT_RETURN, scope->cursor);
        *share = ease_in_out(done / ARRIVAL);
        if (done > 0 && done < ARRIVAL)
            return t;
    }
    return -1;
}

/* The last word of the translation, when everything of the step has happened; -1: there is none. */
static int last_word(const Trace *trace, int step)
{
    return step < trace->word_count ? step : trace->word_count - 1;
}

/* ---- places ---- */

static float decoder_right(const StageLayout *layout)
{
    return layout->decoder_x + layout->decoder_w / 2;
}

/* Where nothing of the decoder stands, on its right. */
static float lane_x(const StageLayout *layout)
{
    return fminf(layout->area.x + layout->area.w - 6, decoder_right(layout) + 38);
}

static TextStyle word_style(const Painter *painter, float size)
{
    return style_bold(painter->theme, size, ROLE_INK);
}

/* Where there is no translation, its last word stands beside the decoder's heading. */
static Box home_of(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes, int t)
{
    if (t < homes->count)
        return homes->words[t];
    float width = kit_width(painter, word_style(painter, kit_chip_size(24)), scope->trace->steps[t].token) + 16;
    width = fminf(fmaxf(width, 44), layout->decoder_w - 112);
    return (Box){decoder_right(layout) + 24 - width, layout->formula_y - 18, width, 24};
}

/* Around the word in the row of the output; over the rows where it is none of the likeliest. */
static Box written_at(const Painter *painter, const Scope *scope, const StageLayout *layout, TextStyle style)
{
    const TraceStep *step = stage_step(scope);
    float width = kit_width(painter, style, step->token);
    for (int k = 0; k < layout->output_rows && k < step->top_count; k++) {
        Box name = stage_output_name(layout, k);
        width = fminf(width, name.w);
        if (step->top[k].id == step->id)
            return (Box){name.x + name.w - width - 8, name.y + name.h / 2 - 11, width + 16, 22};
    }
    float bottom = layout->output_y + layout->output_row * (float)(layout->output_rows + 1);
    return (Box){layout->decoder_x - width / 2 - 8, bottom - 11, width + 16, 22};
}

/* px under a word of the translation in which the arc goes to the side: half of what is free, up to 24. */
static float drop_of(const LoopHomes *homes, int t)
{
    Box word = homes->words[t];
    for (int i = t + 1; i < homes->count; i++)
        if (homes->words[i].y > word.y + 1)
            return (homes->words[i].y - word.y - word.h) / 2;
    return fminf(24, homes->below / 2);
}

/* From a word of the translation to the right side of the previous word. */
static void lay_arc(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes,
                    int t, Point corners[CORNERS])
{
    Box from = home_of(painter, scope, layout, homes, t), to = layout->chip_previous;
    float lane = lane_x(layout), y = to.y + to.h / 2;
    Point middle = box_middle(from);
    if (homes->count > 0) {
        float down = from.y + from.h + drop_of(homes, t);
        corners[0] = (Point){middle.x, from.y + from.h + 1};
        corners[1] = (Point){middle.x, down};
        corners[2] = (Point){lane, down};
    } else {
        corners[0] = (Point){from.x + from.w + 1, middle.y};
        corners[1] = point_lerp(corners[0], (Point){lane, middle.y}, 0.5f);
        corners[2] = (Point){lane, middle.y};
    }
    corners[3] = (Point){lane, y};
    corners[4] = (Point){to.x + to.w + 4, y};
}

/* From the output to the word's place: over the first line of the translation, or along its own line. */
static Way slide_way(const StageLayout *layout, const LoopHomes *homes, Box from, Box to, bool first)
{
    Point a = box_middle(from), b = box_middle(to);
    float lane = layout->area.x + layout->area.w + 16;
    if (homes->count == 0)
        return way_through((Point[]){a, {b.x, a.y}, b}, 3, ROUND);
    if (first || to.y > homes->words[0].y + 1)
        return way_through((Point[]){a, {lane, a.y}, {lane, b.y}, b}, 4, ROUND);
    float over = homes->over - to.h / 2;
    return way_through((Point[]){a, {lane, a.y}, {lane, over}, {b.x, over}, b}, 5, ROUND);
}

/* ---- drawing ---- */

/* A chip with the word that it carries; its type grows with it. */
static void draw_carried(const Painter *painter, const Way *way, Box from, Box to, float size, float share,
                         const char *word)
{
    Point at = way_at(way, share);
    float w = lerp(from.w, to.w, share), h = lerp(from.h, to.h, share);
    TextStyle last = kit_shrunk(painter, word_style(painter, kit_chip_size(to.h)), to.w - 8, word);
    kit_chip_styled(painter, (Box){at.x - w / 2, at.y - h / 2, w, h}, word, ROLE_OUTPUT, 1, 1,
                    word_style(painter, lerp(size, last.size, share)));
}

static void draw_slide(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes)
{
    float share = scope_eased(scope, BEAT_SLIDE);
    if (share <= 0 || share >= 1 || scope->step >= scope->trace->word_count)
        return;
    TextStyle style = word_style(painter, TYPE_BODY + 1);
    Box from = written_at(painter, scope, layout, style);
    Box to = home_of(painter, scope, layout, homes, scope->step);
    Way way = slide_way(layout, homes, from, to, scope->step == 0);
    draw_carried(painter, &way, from, to, style.size, share, stage_step(scope)->token);
}

static void draw_return(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes,
                        int step, float share)
{
    Box from = home_of(painter, scope, layout, homes, step - 1), to = layout->chip_previous;
    Point corners[CORNERS];
    lay_arc(painter, scope, layout, homes, step - 1, corners);
    corners[0] = box_middle(from);
    corners[CORNERS - 1] = box_middle(to);
    Way way = way_through(corners, CORNERS, ROUND);
    const char *word = scope->trace->steps[step].input_token;
    TextStyle first = kit_shrunk(painter, word_style(painter, kit_chip_size(from.h)), from.w - 8, word);
    draw_carried(painter, &way, from, to, first.size, share, word);
}

/* The state that was made last becomes the previous one. */
static void draw_state(const Painter *painter, const Scope *scope, const StageLayout *layout, int step, float share)
{
    Painter still = *painter;
    still.passive = true; /* what moves is not pressed */
    Box box = layout->strip_query;
    box.y = lerp(layout->strip_state.y, box.y, share);
    CellGrid grid = cell_grid(painter, box_inset(box, 3, 3), scope->trace->steps[step - 1].step.state,
                              scope->trace->config.hidden, false);
    kit_vector(&still, &grid, ROLE_DECODER, 1, 1, 1, 0, (Target){0});
}

/* From the word that was read. It moves to the next one when that comes back, and the first one is drawn by the chip
 * that goes along it. */
static void draw_arc(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes,
                     int back, float share)
{
    int step = scope->step > 0 ? scope->step : back;
    if (step < 1)
        return;
    Point corners[CORNERS], before[CORNERS];
    lay_arc(painter, scope, layout, homes, back > 0 ? back - 1 : step - 1, corners);
    if (back > 1)
        lay_arc(painter, scope, layout, homes, back - 2, before);
    for (int i = 0; i < CORNERS && back > 1; i++)
        corners[i] = point_lerp(before[i], corners[i], share);
    Way way = way_through(corners, CORNERS, ROUND);
    Color color = color_mix(painter->theme->paper, painter->theme->fill[ROLE_OUTPUT], FAINT);
    way_draw(painter->list, &way, back == 1 ? share : 1, back == 1 ? 0 : 7, color, 2);
}

/* The word that was written last, where there is no translation; it makes room for the one that comes. */
static void draw_last(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes)
{
    float slid = scope->step < 0 ? 0 : scope_eased(scope, BEAT_SLIDE);
    int last = last_word(scope->trace, slid < 1 ? scope->step - 1 : scope->step);
    if (last < 0)
        return;
    bool own = slid >= 1 && last == scope->step, leaves = slid < 1 && scope->step < scope->trace->word_count;
    kit_chip(painter, home_of(painter, scope, layout, homes, last), scope->trace->steps[last].token, ROLE_OUTPUT,
             own ? scope->alpha : 0, leaves ? 1 - slid : 1, leaves ? 1 - slid : 1, true);
}

void loop_draw(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes)
{
    if (scope->step < 0)
        return;
    float share = 0;
    int back = returning(scope, &share);
    draw_arc(painter, scope, layout, homes, back, share);
    if (homes->count == 0)
        draw_last(painter, scope, layout, homes);
    if (back > 0) {
        draw_state(painter, scope, layout, back, share);
        draw_return(painter, scope, layout, homes, back, share);
    }
    draw_slide(painter, scope, layout, homes);
}
