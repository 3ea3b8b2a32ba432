/* One word's look at all words in one head, on the stage of a decode step: query meets keys, softmax, the
 * sum of values. */
#include "scene/views/self/view_self.h"

#include "draw/ease.h"
#include "scene/stage/score_cells.h"
#include "scene/stage/stage.h"
#include "trace/head_row.h"
#include "words/app_words.h"
#include "words/common_words.h"
#include "words/stage_words.h"
#include "words/window_words.h"

#include <math.h>

enum { CHIP_W = 104, CHIP_H = 34 };

static int asking_word(const View *view)
{
    Scope scope = scope_at(view->trace, view->cursor);
    int row = self_place(view, &scope).row;
    return scope.moment.kind == MOMENT_SELF ? scope.moment.position : row < 0 ? 0 : row;
}

const View *self_step(const View *view, Arena *arena)
{
    if (view->look != LOOK_ONE_WORD || view->trace->config.cell != CELL_SELF)
        return NULL;
    View *step = ARENA_NEW(arena, View);
    Trace *row = trace_of_row(view->trace, self_head(view), asking_word(view), arena);
    *step = *view;
    step->kind = VIEW_DECODE;
    step->trace = row;
    step->cursor = trace_row_cursor(view->trace, row, view->cursor);
    step->predict = (Predict){0};
    step->origin = (Origin){0};
    return step;
}

/* Which head and word ask, and the query, which stays while a copy goes round. */
static void draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout, float shown)
{
    const struct HeadRow *row = scope->trace->row;
    Maths maths = kit_maths(painter, scope->trace);
    Arena *arena = maths.arena;
    float alpha = scope_emphasis(scope, PART_QUERY) * (1 - 0.5f * layout->visit.here);
    Box strip = layout->strip_query;
    ScoreCells cells = score_cells(painter, scope->trace, 0);
    CellGrid grid = cell_grid(painter, box_inset(strip, 3, 3), cells.query, scope->trace->config.attention_size, false);
    kit_vector(painter, &grid, ROLE_QUERY, cells.query_extent, shown, alpha, 0, target_at(TARGET_QUERY, 0, -1, 0));
    kit_math(painter, TYPE_LARGE + 1, ROLE_QUERY, scope_ink(scope, PART_QUERY),
             (Point){strip.x + strip.w + 9, strip.y + strip.h / 2 + 6}, ALIGN_LEFT, query_name(&maths, 0));
    float x = strip.x, y = strip.y - 11;
    if (y - 16 < layout->floor[FLOOR_STATES].y) /* a low floor: the chip says who asks */
        return;
    if (row->heads > 1)
        x += kit_heading(painter, (Point){x, y}, ROLE_QUERY, 1,
                         arena_printf(arena, kit_said(painter, W_HEAD_TITLE), row->head + 1))
             + 12;
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *asks = arena_printf(arena, kit_said(painter, W_THE_WORD_ASKS), scope->trace->source[row->word]);
    kit_text(painter, style, (Box){x, y - 12, strip.x + strip.w + 36 - x, 16}, ALIGN_LEFT, asks);
}

static void draw_asker(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    int word = scope->trace->row->word;
    float shown = scope_encoded(scope, MOMENT_EMBED, word), alpha = scope_emphasis(scope, PART_QUERY) * shown;
    draw_query(painter, scope, layout, shown);
    Box strip = layout->strip_query, chip = {0, 0, fminf(CHIP_W, strip.w), CHIP_H};
    chip.x = layout->decoder_x - chip.w / 2;
    chip.y = fminf(fmaxf(layout->word_y, strip.y + strip.h + 16), layout->area.y + layout->area.h - chip.h - 4);
    Point from = {layout->decoder_x, chip.y - 3}, to = {from.x, strip.y + strip.h + 3};
    if (shown > 0.02f) {
        Color grey = color_fade(painter->theme->text[ROLE_MUTED], alpha * 0.8f);
        drawlist_arrow(painter->list, from, point_lerp(from, to, shown), 6, grey, 1.4f);
    }
    if (from.y - to.y >= 26)
        kit_math(painter, TYPE_BODY, ROLE_MUTED, shown, (Point){from.x + 9, (from.y + to.y) / 2 + 5}, ALIGN_LEFT,
                 "W_Q");
    kit_chip(painter, chip, scope->trace->source[word], ROLE_QUERY, 1, 1, 1, true);
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
        draw_asker(&own, &scope, &layout);
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
