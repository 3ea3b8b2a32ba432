/* What one head and all heads share: how far the cursor has come, and the words beside a matrix. */
#include "scene/views/self/view_self.h"

#include "draw/ease.h"

#include <math.h>

enum { TURNED_MOST = 66 };
#define TURN (-0.9f)

int self_head(const View *view)
{
    return view->pick % view->trace->config.heads;
}

const char *self_head_mark(const Trace *trace, int head, Arena *arena)
{
    return trace->config.heads > 1 ? arena_printf(arena, "^{(%d)}", head + 1) : "";
}

int self_width(const Trace *trace)
{
    return trace->config.embed / trace->config.heads;
}

SelfPlace self_place(const View *view, const Scope *scope)
{
    const Trace *trace = scope->trace;
    SelfPlace place = {.row = -1};
    for (int j = 0; j < trace->n; j++) {
        place.read += scope_encoded(scope, MOMENT_EMBED, j);
        float looked = scope_encoded(scope, MOMENT_SELF, j);
        place.scored += ease_phase(looked, 0, 0.4f);
        place.weighed += ease_phase(looked, 0.3f, 0.7f);
        place.summed += ease_phase(looked, 0.6f, 1);
    }
    Moment moment = scope->moment;
    bool pressed = view->row_at == (int)floor(scope->cursor + 0.5) && view->row >= 0 && view->row < trace->n;
    if (pressed)
        place.row = view->row;
    else if (moment.step < 0)
        place.row = moment.position;
    else if (trace->steps[moment.step].step.weights)
        place.row = values_largest(trace->steps[moment.step].step.weights, trace->n);
    return place;
}

int self_lit_row(const Painter *painter, SelfPlace place)
{
    const Brush *brush = &painter->brush;
    return brush->at.kind == TARGET_VALUE && brush->step >= 0 ? brush->step : place.row;
}

/* ---- words beside a matrix ---- */

static TextStyle word_style(const Painter *painter, float pitch, bool lit)
{
    float size = pitch >= 18 ? TYPE_SMALL : fmaxf(8.5f, pitch * 0.8f);
    return style_of(painter->theme, lit, size, ROLE_INK);
}

static float longest_word(const Painter *painter)
{
    return grid_longest(painter->list->type, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), painter->view->trace,
                        false);
}

float self_row_room(const Painter *painter, float most)
{
    return fminf(most, longest_word(painter) + 14);
}

float self_column_room(const Painter *painter, float column)
{
    float words = fminf(longest_word(painter), TURNED_MOST);
    return words > column - 6 ? words * 0.8f + 17 : 20;
}

void self_row_words(const Painter *painter, const Matrix *matrix, float width)
{
    const Trace *trace = painter->view->trace;
    for (int j = 0; j < trace->n; j++) {
        Box cell = matrix_cell(matrix, j, 0);
        if (cell.h < SELF_ROW_LEAST && j != matrix->row)
            continue; /* too low for words: only the one that looks */
        Box box = {matrix->box.x - 11 - width, cell.y + cell.h / 2 - 9, width, 18};
        kit_text(painter, word_style(painter, cell.h, j == matrix->row), box, ALIGN_RIGHT, trace->source[j]);
    }
}

void self_column_words(const Painter *painter, const Matrix *matrix, float height)
{
    const Trace *trace = painter->view->trace;
    bool turned = height > 20;
    for (int j = 0; j < trace->n; j++) {
        Box cell = matrix_cell(matrix, 0, j);
        TextStyle style = word_style(painter, cell.w, kit_brushed(painter, -1, j));
        if (cell.w < SELF_ROW_LEAST)
            return;
        Slice text = slice_of(trace->source[j]);
        if (!turned) {
            drawlist_text(painter->list, style, (Box){cell.x, cell.y - 23, cell.w, 16}, ALIGN_CENTER, text);
            continue;
        }
        drawlist_text_turned(painter->list, style, (Point){cell.x + cell.w / 2 - 2, cell.y - 10}, TURN, ALIGN_LEFT,
                             drawlist_shorten(painter->list, style, text, TURNED_MOST));
    }
}
