#include "scene/stage/floor_written.h"

#include "scene/kit/glossed.h"
#include "scene/stage/event_loop.h"
#include "scene/stage/floor_parts.h"
#include "scene/stage/written_layout.h"
#include "words/norm_words.h"
#include "words/stage_words.h"

#include "draw/ease.h"

#include <math.h>

#define PLUS       18.0f /* px of a plus that can be pressed */
#define PLUS_LEFT  17.0f /* from its middle to what is added, whose names begin there */
#define EACH_MOST  32.0f /* px of a head's weight */
#define WORD_GAP   10.0f /* px from the weights of a word to those of the next */
#define APART      4.0f  /* px between two numbers */
#define ARROW_ROOM 20.0f /* px at the right end of a name, where the arrow to its strip passes, */
#define ARROW_END  6.0f  /* so far from the end of the strip */

/* ---- parts ---- */

typedef struct Written {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    const WrittenRun *run; /* of the layer that is shown: the top one */
    int t;                 /* the step */
    Maths maths;
    const float *sum; /* [E] with norm pre: what the source's part is added to; else NULL */
    float extent;     /* the entry that has the full colour in what is added up: one scale for all of it */
} Written;

/* Norms stand before what they are norms of: what is added up is another vector than what asks. */
static const float *sum_of(const WrittenRun *run, const Config *config, Arena *arena)
{
    if (!config_norms_before(config) || !run->inputs || !run->output)
        return NULL;
    float *sum = ARENA_ARRAY(arena, float, (size_t)config->embed);
    for (int i = 0; i < config->embed; i++)
        sum[i] = run->inputs[i] + run->output[i];
    return sum;
}

static float extent_of(const WrittenRun *run, const float *sum, int E)
{
    const Real *const vectors[] = {run->inputs, run->output, run->asked, run->cross_output,
                                   run->middle, run->outer,  run->given, sum};
    float extent = 1e-6f;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (vectors[i]) /* a question may hide it */
            extent = fmaxf(extent, values_extent(vectors[i], E));
    return extent;
}

/* Its name over the strip and, where there is room, what it is. */
static void draw_name(const Written *of, Box strip, Value value, Role role, float ink, Word what)
{
    const Painter *painter = of->painter;
    const char *name = vector_name(&of->maths, value);
    bool made = of->scope->shown[MOMENT_STATE] > 0;
    if (ink <= 0 || written_name_room(of->layout, made ? 2 : 3) <= 0)
        return;
    float used = kit_math(painter, TYPE_BODY, role, ink, (Point){strip.x, strip.y - 7}, ALIGN_LEFT, name);
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), ink);
    const char *text = kit_said(painter, what);
    float room = strip.w - used - 8 - (what == W_WHAT_IT_ADDS || what == W_NEW_STATE ? ARROW_ROOM : 0);
    style = kit_shrunk(painter, style, room, text);
    if (kit_width(painter, style, text) <= room)
        kit_text_at(painter, style, (Point){strip.x + used + 8, strip.y - 7}, ALIGN_LEFT, text);
}

typedef struct Strip {
    WrittenPart part;
    const float *values;
    int size;
    Role role;
    Word what;
} Strip;

static void draw_strip(const Written *of, Box box, const Strip *strip, float shown, float alpha)
{
    const Painter *painter = of->painter;
    Target target = target_at(TARGET_WRITTEN, of->t, -1, strip->part);
    Value value = {VALUE_NONE};
    if (alpha <= 0)
        return;
    CellGrid grid = cell_grid(painter, box_inset(box, 3, 3), strip->values, strip->size, false);
    kit_vector(painter, &grid, strip->role,
               strip->part == WRITTEN_INNER && strip->values ? values_extent(strip->values, strip->size) : of->extent,
               shown, alpha, 0, alpha > 0.5f ? target : (Target){0});
    if (scene_value_at(painter->view, target, &value) || of->scope->trace != painter->view->trace)
        draw_name(of, box, value, strip->role, alpha * fminf(1, shown * 3), strip->what);
}

static void grown_arrow(const Written *of, Point from, Point to, float grown, Role role, float alpha)
{
    Color color = color_fade(of->painter->theme->fill[role], alpha);
    if (grown > 0.02f && alpha > 0)
        drawlist_arrow(of->painter->list, from, point_lerp(from, to, grown), 7, color, 2);
}

/* Of what is added up there. Pressed, it shows how that is normalized. */
static void draw_plus(const Written *of, Point at, ValueKind kind, float alpha)
{
    const Painter *painter = of->painter;
    Value sum = {kind, .place = of->t, .part = PART_WRITTEN};
    Target target = norm_target(sum);
    bool opens = alpha > 0.5f && !painter->passive && scene_norm_there(painter->view, sum);
    Box box = {at.x - PLUS / 2, at.y - PLUS / 2, PLUS, PLUS};
    if (alpha <= 0)
        return;
    if (opens)
        drawlist_box(painter->list, box, PLUS / 2,
                     paint_fill_stroke(painter->theme->panel, kit_ink(painter, target), 1.2f));
    kit_text_at(painter, style_faded(style_bold(painter->theme, TYPE_LARGE, ROLE_MUTED), alpha),
                (Point){at.x, at.y + 6}, ALIGN_CENTER, "+");
    if (opens)
        kit_press(painter, box_inset(box, -3, -3), PLUS / 2, target, kit_said(painter, W_NORM_OPEN));
}

/* ---- the words so far, and what the newest one takes from them ---- */

/* The head that looks at word i most. */
static int first_head(const Written *of, int i)
{
    int best = 0, width = of->t + 1;
    for (int head = 1; head < of->scope->trace->config.heads; head++)
        if (of->run->weights[head * width + i] > of->run->weights[best * width + i])
            best = head;
    return best;
}

/* A head's weight of word i: a well filled from below, its number over it where it has room; where the numbers of all
 * heads have none, the largest one has the room between two words as well. */
static void draw_weight(const Written *of, const WrittenColumns *columns, int i, int head, float shown, float alpha)
{
    const Painter *painter = of->painter;
    int heads = of->scope->trace->config.heads;
    Box chip = written_chip(columns, i);
    float each = fminf(EACH_MOST, (columns->pitch - WORD_GAP) / (float)heads);
    float top = columns->box.y + 16, high = chip.y - 8 - top;
    float weight = of->run->weights[(size_t)head * (size_t)(of->t + 1) + (size_t)i];
    Box well = {written_x(columns, i) + ((float)head - (float)heads / 2) * each + 2, top, each - 4, high};
    Box bar = {well.x, well.y + well.h * (1 - weight * shown), well.w, well.h * weight * shown};
    if (high < 12)
        return;
    drawlist_box(painter->list, well, 3, paint_faded(kit_well(painter->theme), alpha));
    drawlist_box(painter->list, bar, 3, paint_fill(color_fade(painter->theme->fill[ROLE_CONTEXT], alpha)));
    const char *text = kit_share(painter->list, (double)weight);
    TextStyle style = style_plain(painter->theme, TYPE_TINY, weight >= 0.5f ? ROLE_INK : ROLE_MUTED);
    float room = each - APART + (head == first_head(of, i) ? WORD_GAP : 0);
    if (kit_width(painter, style, text) <= room)
        kit_text_at(painter, style_faded(style, alpha * ease_phase(shown, 0.6f, 1)),
                    (Point){well.x + well.w / 2, top - 5}, ALIGN_CENTER, text);
    if (alpha > 0.5f)
        kit_press(painter, well, 3, target_at(TARGET_WRITTEN, of->t, i, WRITTEN_WEIGHT + head),
                  arena_printf(&painter->list->arena, "%s %s", of->scope->trace->steps[i].input_token, text));
}

/* Which of a word's bars is which head's. */
static void note_heads(const Written *of, float alpha)
{
    int heads = of->scope->trace->config.heads;
    if (heads > 1 && alpha > 0.5f)
        stage_note(of->painter, of->layout, FLOOR_DECODER, 0, ROLE_MUTED,
                   arena_printf(of->maths.arena, "@m{\"%s\"}",
                                arena_printf(of->maths.arena, kit_said(of->painter, W_BARS_OF_HEADS), heads)));
}

static void draw_words(const Written *of, float alpha)
{
    const Painter *painter = of->painter;
    const Scope *scope = of->scope;
    WrittenColumns columns = written_columns(scope, of->layout);
    float looked = ease_phase(scope->shown[MOMENT_SELF], 0, 0.5f) * scope->alpha;
    for (int i = columns.first; i < columns.count; i++) {
        bool own = i == of->t;
        float there = own && !loop_arrived(scope) ? 0 : scope->alpha;
        Box chip = written_chip(&columns, i);
        kit_chip(painter, chip, "", ROLE_DECODER, 0, alpha, alpha, true);
        if (there > 0)
            kit_word_chip(painter, chip, scope->trace->steps[i].input_token, own, alpha * there, alpha * there);
        if (there > 0 && alpha > 0.5f)
            kit_press(painter, chip, 6, target_at(TARGET_WRITTEN, i, 0, WRITTEN_INPUT),
                      kit_word_name(painter, scope->trace->steps[i].input_token));
        for (int head = 0; of->run->weights && head < scope->trace->config.heads && scope->shown[MOMENT_SELF] > 0;
             head++)
            draw_weight(of, &columns, i, head, looked, alpha);
    }
    note_heads(of, looked);
    if (columns.first > 0)
        kit_text_at(painter, style_plain(painter->theme, TYPE_TINY, ROLE_MUTED),
                    (Point){columns.box.x - 4, columns.box.y + columns.box.h - 8}, ALIGN_RIGHT,
                    arena_printf(&painter->list->arena, "… %d", columns.first));
}

/* From its own vector to the words: through a norm. */
static void draw_normed(const Written *of, Box own, float grown, float alpha)
{
    WrittenColumns columns = written_columns(of->scope, of->layout);
    TextStyle style = style_faded(style_plain(of->painter->theme, TYPE_TINY, ROLE_MUTED), alpha * grown);
    float from = own.x - 6, to = columns.box.x + columns.box.w, y = own.y + own.h / 2;
    grown_arrow(of, (Point){from, y}, (Point){to, y}, grown, ROLE_DECODER, alpha);
    if (grown > 0 && kit_width(of->painter, style, "norm") <= from - to)
        kit_text_at(of->painter, style, (Point){(from + to) / 2, y + 13}, ALIGN_CENTER, "norm");
}

static void draw_added(const Written *of, float alpha)
{
    int E = of->scope->trace->config.embed;
    float looked = of->scope->shown[MOMENT_SELF] * of->scope->alpha, unpacked = loop_unpacked(of->scope);
    const Strip input = {WRITTEN_INPUT, of->run->inputs, E, ROLE_DECODER, W_ITS_OWN_VECTOR},
                output = {WRITTEN_OUTPUT, of->run->output, E, ROLE_CONTEXT, W_WHAT_THEY_GIVE};
    Box asked = written_added(of->layout, 0), given = written_added(of->layout, 1), own = written_added(of->layout, 2);
    draw_strip(of, own, &input, unpacked * of->scope->alpha, alpha);
    if (looked <= 0)
        return;
    if (config_norms_before(&of->scope->trace->config))
        draw_normed(of, own, ease_phase(looked, 0, 0.2f), alpha);
    draw_strip(of, given, &output, ease_phase(looked, 0.4f, 0.7f), alpha);
    draw_plus(of, (Point){own.x - PLUS_LEFT, (own.y + given.y + given.h) / 2}, VALUE_SELF_SUM,
              alpha * ease_phase(looked, 0.5f, 0.6f));
    grown_arrow(of, (Point){given.x - 14, given.y + given.h / 2}, (Point){given.x - 14, asked.y + asked.h / 2},
                ease_phase(looked, 0.6f, 0.8f), ROLE_DECODER, alpha);
}

/* ---- with what the source gives ---- */

static void draw_made(const Written *of, float alpha)
{
    const Config *config = &of->scope->trace->config;
    const StageLayout *layout = of->layout;
    float made = of->scope->shown[MOMENT_STATE] * of->scope->alpha;
    int columns = written_made_columns(layout), E = config->embed;
    bool block = config->feed_forward > 0 && columns > 2, added = config->cross_residual;
    Box asked = written_made(layout, columns, 0, 2, 0), cross = written_made(layout, columns, 0, added ? 2 : 1, added);
    const Strip source = {WRITTEN_CROSS, of->run->cross_output, E, ROLE_CONTEXT, W_FROM_THE_SOURCE};
    draw_strip(of, cross, &source, ease_phase(made, 0, 0.3f), alpha);
    Point below = {cross.x + cross.w / 2, layout->floor[FLOOR_DECODER].y + layout->floor[FLOOR_DECODER].h + 14};
    grown_arrow(of, below, (Point){below.x, cross.y + cross.h + 4}, fminf(1, made * 3), ROLE_CONTEXT, alpha);
    if (added)
        draw_plus(of, (Point){asked.x - PLUS_LEFT, (asked.y + cross.y + cross.h) / 2}, VALUE_CROSS_SUM,
                  alpha * ease_phase(made, 0.2f, 0.3f));
    bool before = of->sum != NULL; /* what goes into the block is beside what is carried on, not part of it */
    Box end = layout->strip_state, middle = written_made(layout, columns, 1, before ? 2 : 1, 0);
    Point from = {asked.x + asked.w + 6, end.y + end.h / 2};
    if (!block) {
        grown_arrow(of, from, (Point){end.x - 6, from.y}, ease_phase(made, 0.4f, 0.8f), ROLE_DECODER, alpha);
        return;
    }
    const Strip sum = {WRITTEN_MIDDLE, of->run->middle, E, ROLE_DECODER, added ? W_BOTH_EVENED : W_EVENED_ALONE},
                inner = {WRITTEN_INNER, of->run->inner, config->feed_forward, ROLE_MUTED, W_FEED_FORWARD},
                outer = {WRITTEN_OUTER, of->run->outer, E, ROLE_DECODER, W_WHAT_IT_ADDS};
    Box in = written_made(layout, columns, 2, 2, 0), out = written_made(layout, columns, 2, 2, 1);
    draw_strip(of, middle, &sum, ease_phase(made, 0.3f, 0.5f), alpha);
    draw_strip(of, in, &inner, ease_phase(made, 0.5f, 0.7f), alpha);
    draw_strip(of, out, &outer, ease_phase(made, 0.6f, 0.8f), alpha);
    Point into = {middle.x - 5, middle.y + middle.h / 2};
    grown_arrow(of, from, into, ease_phase(made, 0.3f, 0.5f), ROLE_DECODER, alpha);
    float right = middle.x + middle.w + 6, carried = before ? from.x : right;
    Color beside = color_fade(of->painter->theme->fill[ROLE_DECODER], alpha * 0.5f * ease_phase(made, 0.5f, 0.9f));
    bool behind = from.y > out.y - WRITTEN_NAME; /* the residual, which would strike the name of G */
    kit_line(of->painter, (Point){carried, from.y}, (Point){behind ? in.x - 6 : end.x - 24, from.y}, beside, 1.4f);
    if (behind)
        kit_line(of->painter, (Point){in.x + in.w + 6, from.y}, (Point){end.x - 24, from.y}, beside, 1.4f);
    draw_plus(of, (Point){end.x - 15, from.y}, VALUE_FORWARD_SUM, alpha * ease_phase(made, 0.7f, 0.8f));
    grown_arrow(of, (Point){right, before ? into.y : from.y - 4}, (Point){in.x - 5, in.y + in.h / 2},
                ease_phase(made, 0.5f, 0.6f), ROLE_DECODER, alpha);
    grown_arrow(of, (Point){in.x + in.w - ARROW_END, in.y + in.h + 3}, (Point){in.x + in.w - ARROW_END, out.y - 3},
                ease_phase(made, 0.6f, 0.7f), ROLE_DECODER, alpha);
    grown_arrow(of, (Point){out.x + out.w + 6, out.y + out.h / 2}, (Point){end.x - 15, from.y + 10},
                ease_phase(made, 0.7f, 0.9f), ROLE_DECODER, alpha);
}

/* ---- all of it ---- */

/* What the floor has made last stands in its middle where it is no hero. */
static void draw_last(const Written *of, bool made, float alpha)
{
    const Scope *scope = of->scope;
    const StageLayout *layout = of->layout;
    Box box = made ? layout->strip_state : layout->strip_query;
    float hero = stage_is_hero(layout, FLOOR_DECODER), shown = scope->shown[made ? MOMENT_STATE : MOMENT_SELF];
    shown = ease_phase(shown, made ? 0.8f : 0.7f, 1) * scope->alpha;
    const float *values = made ? stage_step(scope)->step.state : of->run->asked;
    if (!made && of->sum && scope->shown[MOMENT_STATE] > 0) {
        const Strip sum = {WRITTEN_SUM, of->sum, scope->trace->config.embed, ROLE_DECODER, W_SUM_SO_FAR};
        draw_strip(of, box, &sum, shown, alpha * hero);
        return;
    }
    CellGrid grid = cell_grid(of->painter, box_inset(box, 3, 3), values, scope->trace->config.embed, false);
    Target target = made ? target_at(TARGET_STATE, of->t, -1, 0) : target_at(TARGET_WRITTEN, of->t, -1, WRITTEN_ASKED);
    kit_vector(of->painter, &grid, ROLE_DECODER, of->extent, shown, alpha,
               scope_highlighted(of->painter, LIVE_STATE, made ? of->t : -1, -1), alpha > 0.5f ? target : (Target){0});
    Value value = made ? (Value){VALUE_STATE, RUN_DECODER, .place = of->t} : asking_state(&of->maths, of->t, 0);
    float ink = alpha * fminf(1, shown * 3);
    if (hero > 0)
        draw_name(of, box, value, ROLE_DECODER, ink * hero, made ? W_NEW_STATE : W_ASKS_THE_SOURCE);
    ink *= (1 - hero) * stage_readable(layout, FLOOR_DECODER);
    if (ink > 0)
        kit_math(of->painter, TYPE_BODY, ROLE_DECODER, ink, (Point){box.x - 7, box.y + box.h / 2 + 5}, ALIGN_RIGHT,
                 vector_name(&of->maths, value));
}

void written_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float hero = stage_is_hero(layout, FLOOR_DECODER);
    if (!step || !step->step.layers)
        return;
    const WrittenRun *top = &step->step.layers[step->step.layer_count - 1];
    Written of = {.painter = painter, .scope = scope, .layout = layout, .run = top, .t = scope->step};
    of.maths = kit_maths(painter, scope->trace);
    of.sum = sum_of(top, &scope->trace->config, &painter->list->arena);
    of.extent = extent_of(top, of.sum, scope->trace->config.embed);
    bool made = scope->shown[MOMENT_STATE] > 0, looked = scope->shown[MOMENT_SELF] > 0,
         added = scope->trace->config.cross_residual; /* else what asked is left behind */
    if (hero > 0 && !made) {
        draw_words(&of, hero);
        draw_added(&of, hero);
    } else if (hero > 0) {
        draw_made(&of, hero);
        stage_draw_given(painter, scope, layout, layout->strip_state, hero);
    }
    if (looked && (!made || (hero > 0 && added)))
        draw_last(&of, false, made ? hero : 1);
    if (made)
        draw_last(&of, true, 1);
}
