/* One word's look at all words in one head, on the stage of a decode step: query meets keys, softmax, the
 * sum of values. */
#include "scene/views/self/view_self.h"

#include "draw/ease.h"
#include "scene/stage/stage.h"
#include "scene/views/self/self_words.h"
#include "trace/head_row.h"
#include "words/app_words.h"
#include "words/stage_words.h"

#include <math.h>
#include <string.h>

static int asking_word(const View *view)
{
    Scope scope = scope_at(view->trace, view->cursor);
    int row = self_place(view, &scope).row;
    if (view_written(view))
        return scope.step < 0 ? 0 : scope.step;
    bool looks = scope.moment.kind == MOMENT_SELF && scope.moment.step < 0; /* a source word, not a written one */
    return looks ? scope.moment.position : row < 0 ? 0 : row;
}

const View *self_step(const View *view, Arena *arena)
{
    if (view->look != LOOK_ONE_WORD || view->trace->config.cell != CELL_SELF)
        return NULL;
    View *step = ARENA_NEW(arena, View);
    int word = asking_word(view);
    const Trace *all = view_written(view) ? trace_of_written(view->trace, word + 1, arena) : view->trace;
    Trace *row = trace_of_row(all, self_head(view), word, arena);
    *step = *view;
    step->kind = VIEW_DECODE;
    step->trace = row;
    step->cursor = trace_row_cursor(view->trace, row, view->cursor);
    step->predict = (Predict){0};
    step->origin = (Origin){0};
    step->norm = (NormLook){0};
    return step;
}

/* ---- what the word becomes ---- */

/* One word's state, what goes into the block behind it, or asks the source. */
typedef struct Made {
    const Painter *painter;
    Maths maths;
    const float *all; /* [n,E] */
    ValueKind kind;
    int head;
    float shown;
} Made;

static int most_of(const Made *made, int j)
{
    size_t n = (size_t)made->maths.trace->n;
    return values_largest(trace_self(made->maths.trace)->weights + ((size_t)made->head * n + (size_t)j) * n, (int)n);
}

/* The word that stands for it where the decoder is told which, as far as it is written. */
static const char *written(const Made *made, int j)
{
    const Trace *trace = made->maths.trace;
    if (!config_in_step(&trace->config) || j >= trace->step_count)
        return "";
    bool there = made->painter->view->cursor >= moment_find(trace, MOMENT_WORD, j, -1);
    return arena_printf(made->maths.arena, "   → %s", there ? trace->steps[j].token : "…");
}

/* "h_6  old: most from coat → 旧" over the strip; without room for that its name alone beside it. */
static void draw_card(const Made *made, Box box, int j, bool said)
{
    const Painter *painter = made->painter;
    const Trace *trace = made->maths.trace;
    int E = trace->config.embed, from = most_of(made, j);
    bool block = made->kind == VALUE_SELF_MIDDLE;
    Role role = made->kind == VALUE_ASKED ? ROLE_DECODER : ROLE_ENCODER;
    GridMatrix strip =
        grid_matrix(box, made->all + (size_t)j * (size_t)E, 1, E, E, values_extent(made->all, trace->n * E), role,
                    target_at(TARGET_VALUE, block ? SELF_MIDDLE : SELF_STATE, -1, j));
    strip.shown = made->shown;
    matrix_draw(painter, &strip);
    const char *name = vector_name(&made->maths, (Value){made->kind, .place = j, .part = self_part(painter->view)});
    if (!said) {
        kit_math(painter, TYPE_LARGE + 2, role, made->shown, (Point){box.x - 10, box.y + box.h / 2 + 6}, ALIGN_RIGHT,
                 name);
        return;
    }
    const char *whom = from == j ? kit_said(painter, W_ITSELF) : trace->source[from];
    const char *text = trace->config.heads > 1
                           ? arena_printf(made->maths.arena, kit_said(painter, W_HEAD_MOST_FROM), trace->source[j],
                                          made->head + 1, whom)
                           : arena_printf(made->maths.arena, kit_said(painter, W_MOST_FROM), trace->source[j], whom);
    float used = kit_math(painter, TYPE_LARGE, role, made->shown, (Point){box.x, box.y - 10}, ALIGN_LEFT, name);
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_BODY, ROLE_INK), made->shown);
    text = arena_printf(made->maths.arena, "%s%s", text, written(made, j));
    style = kit_shrunk(painter, style, box.w - used - 10, text);
    drawlist_text_at(painter->list, style, (Point){box.x + used + 10, box.y - 9}, ALIGN_LEFT,
                     drawlist_shorten(painter->list, style, slice_of(text), box.w - used - 10));
}

/* The same word earlier in the sentence: both states stand side by side, on one scale. -1: there is none. */
static int same_before(const Trace *trace, int word)
{
    for (int j = word - 1; j >= 0; j--)
        if (strcmp(trace->source[j], trace->source[word]) == 0)
            return j;
    return -1;
}

/* Pressed, it shows how. */
static void draw_how(const Painter *painter, TextStyle style, Point at, const char *text, int word)
{
    Value norm = {VALUE_SELF_SUM, .place = word, .part = self_part(painter->view)};
    LinkLook look = {style, ROLE_MUTED, {-4, -14, 8, 20}, 0, 5};
    if (style.color.a == 255 && scene_norm_there(painter->view, norm))
        kit_link(painter, &look, at, ALIGN_LEFT, text, norm_target(norm));
    else
        kit_text_at(painter, style, at, ALIGN_LEFT, text);
}

static void draw_made(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    bool written = view_written(painter->view), block = self_has_block(painter->view);
    int word = scope->trace->row->word;
    const Trace *trace = painter->view->trace;
    if (written)
        trace = trace_of_written(trace, word + 1, &painter->list->arena);
    int before = same_before(trace, word);
    bool said = layout->made.y - layout->floor[FLOOR_CONTEXT].y > layout->head + 20;
    Made made = {painter,
                 kit_maths(painter, trace),
                 block ? trace_self(trace)->middle : trace->encoding.annotations,
                 block     ? VALUE_SELF_MIDDLE
                 : written ? VALUE_ASKED
                           : VALUE_ANNOTATION,
                 self_head(painter->view),
                 ease_phase(scope_beat(scope, BEAT_PRESS), 0.7f, 1) * stage_is_hero(layout, FLOOR_CONTEXT)};
    Box box = layout->made, sum = layout->context;
    if (box.h <= 0 || made.shown <= 0)
        return;
    if (before >= 0 && said) {
        float left = fminf(box.x, layout->columns.x - 4),
              right = fmaxf(box.x + box.w, layout->columns.x + layout->columns.w);
        box = (Box){left, box.y, (right - left - 24) / 2, box.h};
        draw_card(&made, box, before, true);
        box.x += box.w + 24;
    }
    draw_card(&made, box, word, said);
    float x = fmaxf(sum.x + 10, fminf(stage_column_x(layout, word), sum.x + sum.w - 10));
    float to = fmaxf(box.x + 10, fminf(x, box.x + box.w - 10));
    Color color = color_fade(painter->theme->fill[written ? ROLE_DECODER : ROLE_ENCODER], made.shown);
    drawlist_arrow(painter->list, (Point){x, sum.y - 3}, (Point){to, box.y + box.h + 5}, 6, color, 2);
    const char *how = kit_said(painter, trace->config.heads > 1 ? W_MADE_OF_HEADS : W_MADE_OF_ONE);
    TextStyle style = style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), made.shown);
    float right = fmaxf(x, to) + 14, left = fminf(x, to) - 14, width = kit_width(painter, style, how);
    bool fits = right + width <= layout->area.x + layout->area.w - 12;
    if (said && (fits || left - width >= layout->area.x + 12))
        draw_how(painter, style, (Point){fits ? right : left - width, sum.y - 9}, how, word);
}

float self_draw_step(const Painter *painter, Box box)
{
    const View *step = self_step(painter->view, &painter->list->arena);
    Painter own = *painter;
    own.view = step;
    Scope scope = scope_at(step->trace, step->cursor);
    if (!painter->passive)
        own.brush = brush_find(step, NULL, &painter->list->arena);
    scope_point(&scope, &own.brush);
    StageLayout layout = stage_layout(step, painter->list->type, &scope, box);
    stage_draw(&own, &scope, &layout);
    if (!scene_pair_open(step))
        draw_made(painter, &scope, &layout);
    return layout.scroll_limit;
}

/* A number of the head has its place among those of all heads. */
char *self_describe_step(const View *view, Target target, Arena *arena)
{
    const View *step = self_step(view, arena);
    Scope scope = scope_at(step->trace, step->cursor);
    Value value;
    if (!scope_made(&scope, target))
        return arena_string(arena, said(view->language, W_NOT_MADE_YET));
    if (target.b < 0 || target.kind == TARGET_SOURCE || !scene_value_at(step, target, &value))
        return describe_value(step, target, arena);
    int head = self_head(view);
    if (value_is_pair(value.kind))
        value.run = head;
    else
        value.index += head * self_width(view->trace);
    const char *more = target.kind == TARGET_SCORE ? said(view->language, W_PRESS_FOR_CELLS) : "";
    return arena_printf(arena, "%s%s", describe_at(view, value, arena), more);
}
