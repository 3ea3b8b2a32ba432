/* How many source words each word that is written looks at: 1 / (α_t1² + ... + α_tn²), a bar a word. */
#include "scene/views/picture.h"

#include "words/common_words.h"

#include <math.h>

enum { TOP = 64, ROW = 36, BAR_X = 120, BAR_H = 20, WORD_W = 60 }; /* px; WORD_W: a bar's for each source word */

static float words_looked_at(const float *weights, int n)
{
    float squares = 0;
    for (int j = 0; j < n; j++)
        squares += weights[j] * weights[j];
    return 1 / squares;
}

static void draw_row(const Painter *painter, const Trace *trace, int t, Point at, float shown)
{
    const Theme *theme = painter->theme;
    float looked = words_looked_at(trace->steps[t].step.weights, trace->n);
    Box bar = {at.x + BAR_X, at.y, looked * WORD_W * shown, BAR_H};
    kit_text(painter, style_bold(theme, TYPE_BODY, ROLE_INK), (Box){at.x, at.y, BAR_X - 12, BAR_H}, ALIGN_RIGHT,
             trace->steps[t].token);
    drawlist_box(painter->list, bar, 4, paint_fill(theme->fill[ROLE_CONTEXT]));
    kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){bar.x + bar.w + 8, at.y, WORD_W, BAR_H},
             ALIGN_LEFT, kit_number(painter->list, looked, 2, false));
    kit_press(painter, bar, 4, target_at(TARGET_WORD, t, 0, 0), trace->steps[t].token);
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const Trace *trace = scope->trace;
    Point at = {layout->stage.x + 28, layout->stage.y + TOP};
    kit_heading(painter, (Point){at.x, at.y - 28}, ROLE_CONTEXT, 1, kit_said(painter, W_WHAT_EACH_WORD_LOOKED));
    float rows = scope_rows(trace, scope->cursor); /* 2.4: two rows and 40 % of the third */
    for (int t = 0; (float)t < rows && trace->steps[t].step.weights; t++, at.y += ROW)
        draw_row(painter, trace, t, at, fminf(rows - (float)t, 1));
    if (layout->side.w > 0)
        side_draw(painter, scope, layout->side);
    return 0;
}

const Picture view_spread = {draw, NULL, NULL, NULL};
