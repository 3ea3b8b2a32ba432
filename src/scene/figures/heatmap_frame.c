/* The alignment alone, growing row by row, over the words it belongs to: for films. */
#include "scene/window/panels.h"

#include <math.h>

/* The words written so far, on one line. */
static void draw_words(const Painter *painter, const Scope *scope, Box box)
{
    const Trace *trace = scope->trace;
    Arena *arena = &painter->list->arena;
    int shown = (int)scope_rows(trace, scope->cursor);
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)shown + 1);
    int count = 0;
    for (int t = 0; t < shown; t++)
        if (trace->steps[t].id != VOCAB_END)
            words[count++] = trace->steps[t].token;
    const char *text = text_join(arena, words, count, trace->config.target_tokens);
    TextStyle style = style_bold(painter->theme, TYPE_TITLE, ROLE_INK);
    style = kit_shrunk(painter, style, box.w, text);
    kit_text(painter, style, box, ALIGN_LEFT, text);
}

void scene_heatmap_frame(const View *view, const Type *type, DrawList *list)
{
    Painter painter = {view, view->theme, list, true};
    Scope scope = scope_at(view->trace, view->cursor);
    float margin = fminf(28, view->width * 0.05f), words = 34;
    drawlist_reset(list, type, view->width, view->height, view->theme->paper);
    drawlist_be_readable(list, view->theme);
    Box all = box_inset((Box){0, 0, view->width, view->height}, margin, margin);
    MatrixPicture picture = matrix_at(view->trace, view->map, view->cursor);
    matrix_picture(&painter, &picture, (Box){all.x, all.y, all.w, all.h - words - 16});
    draw_words(&painter, &scope, (Box){all.x, all.y + all.h - words, all.w, words});
}
