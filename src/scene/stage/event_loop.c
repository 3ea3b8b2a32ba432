#include "scene/stage/event_loop.h"
#include "scene/stage/stage.h"

#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "scene/kit/way.h"
#include "study/own_run.h"
#include "words/opening_words.h"
#include "words/stage_words.h"

#include <math.h>
#include <string.h>

#define ARRIVAL 0.8f  /* of the way back: the rest is for what changes on arrival */
#define ROUND   24.0f /* px: of corners */
#define GAP     14.0f /* px between two words of the line */

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

/* How many words of the translation stand in their line: the step's own from the end of its slide on. */
static int words_there(const Scope *scope)
{
    int there = scope->step < 0 ? 0 : scope->step + (scope_beat(scope, BEAT_SLIDE) >= 1);
    return there < scope->trace->word_count ? there : scope->trace->word_count;
}

/* ---- the words so far ---- */

typedef struct Line {
    Box *words;       /* [count] */
    int first, count; /* the first that has room; how many words there are */
    float hidden;     /* px in front: of what has none; */
    float left;       /* and where they begin */
} Line;

static TextStyle line_style(const Painter *painter, const StageLayout *layout)
{
    return style_bold(painter->theme, layout->line_size, ROLE_INK);
}

#define HIDDEN_W 34.0f /* px of "… 12" in front of the first that has room */

/* On the hero the words before the new one end beside its chip; else all begin at the left. The last ones have room. */
static Line lay_line(const Painter *painter, const Scope *scope, const StageLayout *layout, int count)
{
    Line line = {ARENA_ARRAY(&painter->list->arena, Box, count + 1), count, count, 0};
    TextStyle style = line_style(painter, layout);
    bool ends = scope->step >= scope->trace->word_count; /* nothing comes: its chip's place is free */
    float hero = layout->floors.hero[FLOOR_WORDS], h = layout->line_size * 1.5f, whole = 0;
    float right = ends ? layout->written.x + layout->written.w : layout->written.x - 16;
    float area = layout->area.x + layout->area.w - 20, left = layout->output_x + layout->output_w + LIST_BESIDE;
    float room = lerp(area - layout->line_x - 60, right - left, hero);
    for (int t = 0; t < count; t++) {
        const char *word = scope->trace->steps[t].token;
        line.words[t].w = fmaxf(kit_width(painter, style, word), kit_gloss_width(painter, style.size, word));
        whole += line.words[t].w;
    }
    whole += GAP * (float)(count > 0 ? count - 1 : 0);
    for (line.first = 0; line.first < count && whole > room - line.hidden; line.first++) {
        line.hidden = HIDDEN_W;
        whole -= line.words[line.first].w + GAP;
    }
    line.left = lerp(layout->line_x, left, hero);
    float x = lerp(layout->line_x + line.hidden, right - fmaxf(whole, 0), hero);
    for (int t = line.first; t < count; t++) {
        line.words[t] = (Box){x, layout->line_y - h * 0.74f, line.words[t].w, h};
        x += line.words[t].w + GAP;
    }
    line.words[count] = (Box){x, layout->line_y - h * 0.74f, 40, h};
    return line;
}

static void draw_word(const Painter *painter, const Scope *scope, const StageLayout *layout, Box box, int t)
{
    const TraceStep *step = &scope->trace->steps[t];
    Target target = target_at(TARGET_WORD, t, 0, 0);
    bool pointed = kit_brushed(painter, t, -1) || scope_word_highlighted(scope, painter, t);
    TextStyle style = line_style(painter, layout);
    bool other = painter->view->own && own_word_differs(painter->view->own, scope->trace, t);
    if (pointed || other)
        style.color = painter->theme->text[ROLE_OUTPUT];
    float indent = (box.w - kit_width(painter, style, step->token)) / 2; /* a gloss can be wider */
    Point below = {box.x + box.w / 2, layout->line_y + kit_gloss_below(painter, style.size)};
    kit_text_at(painter, style, (Point){box.x + indent, layout->line_y}, ALIGN_LEFT, step->token);
    if (below.y + 3 < layout->floor[FLOOR_WORDS].y + layout->floor[FLOOR_WORDS].h)
        kit_gloss(painter, style.size, 1, below, ALIGN_CENTER, step->token);
    if (step->how == CHOSEN_FORCED)
        kit_changed(painter, (Point){box.x + box.w + 4, box.y + 4}, 3.5f, 1);
    kit_press(painter, box_inset(box, -4, 0), 6, target, kit_word_name(painter, step->token));
}

/* Under the new word's chip: where it goes from there, unless another one is fed in its place. */
static void note_return(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Trace *trace = scope->trace;
    const TraceStep *next = scope->step + 1 < trace->step_count ? &trace->steps[scope->step + 1] : NULL;
    Box chip = layout->written, floor = layout->floor[FLOOR_WORDS];
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    float y = chip.y + chip.h + 15;
    const char *text = kit_said(painter, W_NEXT_INPUT);
    if (next && next->input_token && strcmp(next->input_token, trace->steps[scope->step].token) == 0
        && y + 4 < floor.y + floor.h && kit_width(painter, style, text) <= chip.w + 16)
        kit_text_at(painter, style, (Point){chip.x + chip.w / 2, y}, ALIGN_CENTER, text);
}

/* Where the word of the step stands, once it is written: on the hero a chip, later in the line. */
void loop_draw_words(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    int count = words_there(scope);
    float hero = layout->floors.hero[FLOOR_WORDS];
    bool own = hero > 0.5f && scope->step >= 0 && count == scope->step + 1; /* its chip stands beside */
    int lined = own ? count - 1 : count;
    Line line = lay_line(painter, scope, layout, lined);
    for (int t = line.first; t < lined; t++)
        draw_word(painter, scope, layout, line.words[t], t);
    stage_draw_written_pieces(painter, scope, layout, line.words, line.first, lined);
    TextStyle muted = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
    const char *before = arena_printf(&painter->list->arena, "… %d", line.first);
    float end = line.words[line.first].x - 10;
    if (line.first > 0 && end - kit_width(painter, muted, before) >= line.left - 4)
        kit_text_at(painter, muted, (Point){end, layout->line_y}, ALIGN_RIGHT, before);
    if (own) {
        const TraceStep *step = &scope->trace->steps[count - 1];
        kit_word_chip(painter, layout->written, step->token, 1, 1, 1);
        kit_press(painter, layout->written, 8, target_at(TARGET_WORD, count - 1, 0, 0),
                  kit_word_name(painter, step->token));
        if (step->how == CHOSEN_FORCED)
            kit_changed(painter, (Point){layout->written.x + layout->written.w - 7, layout->written.y + 7}, 3.5f, 1);
        note_return(painter, scope, layout);
        return;
    }
    bool more = count < scope->trace->word_count || (scope->trace->word_count == 0 && scope->step < 0);
    Box next = line.words[lined];
    float y = layout->line_y + 3;
    if (more && hero < 0.5f)
        kit_line(painter, (Point){next.x, y}, (Point){next.x + 36, y}, painter->theme->hairline, 2.5f);
    bool ended =
        scope->trace->truncated && count == scope->trace->word_count && scope->step + 1 == scope->trace->step_count;
    if (ended)
        kit_text_at(painter, muted, (Point){next.x, layout->line_y}, ALIGN_LEFT, kit_said(painter, W_TRUNCATED));
}

/* ---- what moves ---- */

/* Around the word in the row of the output; over the rows where it is none of the likeliest. */
static Box written_at(const StageLayout *layout, const TraceStep *step)
{
    for (int k = 0; k < layout->output_rows && k < step->top_count; k++)
        if (step->top[k].id == step->id)
            return box_inset(stage_output_name(layout, k), 0, 1);
    return box_inset(stage_output_name(layout, layout->output_rows), 0, 1);
}

static void draw_slide(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float share = scope_eased(scope, BEAT_SLIDE);
    if (share <= 0 || share >= 1 || scope->step >= scope->trace->word_count)
        return;
    const TraceStep *step = stage_step(scope);
    Box from = written_at(layout, step), to = layout->written;
    Point a = box_middle(from), b = box_middle(to);
    Way way = way_through((Point[]){a, {b.x, a.y}, b}, 3, ROUND);
    const float sizes[] = {fminf(24, layout->output_row * 0.72f), kit_chip_size(to.h)};
    kit_word_moves(painter, way_at(&way, share), from, to, sizes, share, step->token);
}

/* Down into the decoder, at the left. */
static void draw_return(const Painter *painter, const Scope *scope, const StageLayout *layout, int step, float share)
{
    Line line = lay_line(painter, scope, layout, step);
    Box from = box_lerp(line.words[step - 1], layout->written, layout->floors.hero[FLOOR_WORDS]),
        to = layout->chip_previous;
    from.y += from.h; /* its copy leaves from under it: the word stays */
    Point a = box_middle(from), b = box_middle(to);
    float side = fmaxf(layout->area.x + 12, to.x - 20);
    Way way = way_through((Point[]){a, {a.x, (a.y + b.y) / 2}, {side, (a.y + b.y) / 2}, {side, b.y}, b}, 5, ROUND);
    const float sizes[] = {layout->line_size, fminf(TYPE_LARGE, to.h * 0.5f)}; /* the chips change with their floors */
    kit_word_moves(painter, way_at(&way, share), from, to, sizes, share, scope->trace->steps[step].input_token);
}

/* The state that was made last becomes the previous one. */
static void draw_state(const Painter *painter, const Scope *scope, const StageLayout *layout, int step, float share)
{
    Painter still = *painter;
    still.passive = true; /* what moves is not pressed */
    Box box = box_lerp(layout->strip_state, layout->strip_query, share);
    CellGrid grid = cell_grid(painter, box_inset(box, 3, 3), scope->trace->steps[step - 1].step.state,
                              scope->trace->config.hidden, false);
    kit_vector(&still, &grid, ROLE_DECODER, 1, 1, 1, 0, (Target){0});
}

void loop_draw(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (scope->step < 0 || scope->trace->row)
        return;
    float share = 0;
    int back = returning(scope, &share);
    if (back > 0) {
        if (!config_is_transformer(&scope->trace->config)) /* which carries no state over */
            draw_state(painter, scope, layout, back, share);
        if (back - 1 < scope->trace->word_count)
            draw_return(painter, scope, layout, back, share);
    }
    draw_slide(painter, scope, layout);
}
