/* The words that the model knows: a field to search them, and of those found the rows that are in sight. */
#include "scene/window/panels.h"

#include "words/common_words.h"

#include <math.h>

enum { MARGIN = 28, HEAD_H = 114, FOOT_H = 22, ROW_H = 28, FINGER_H = 40, COLUMN_W = 148 };

#define COUNT_BESIDE 400.0f /* px: how many there are is said beside the title, else at the foot */

static void draw_search(const Painter *painter, Box box)
{
    const Theme *theme = painter->theme;
    FieldLook look = {kit_said(painter, W_SEARCH_WORDS),
                      kit_said(painter, W_SEARCH_WORDS),
                      TYPE_BODY + 0.5f,
                      2,
                      14,
                      14,
                      8,
                      theme->panel,
                      theme->fill[ROLE_QUERY],
                      {0},
                      NULL};
    Field search = painter->view->words.search;
    search.caret_on = painter->view->field.caret_on;
    kit_field(painter, box, &look, &search, (Target){TARGET_SEARCH, 0, 0, 0});
}

static void draw_word(const Painter *painter, Box box, int index)
{
    const WordList *words = &painter->view->words;
    const Theme *theme = painter->theme;
    Target target = word_target(index);
    const char *word = vocab_word(&painter->view->model->source, words->found[index]);
    bool at = index == words->at;
    if (at || kit_pointed(painter, target))
        drawlist_box(painter->list, box, 6,
                     at ? paint_fill_stroke(theme->tint[ROLE_QUERY], theme->fill[ROLE_QUERY], 1.5f)
                        : paint_fill(theme->faint));
    TextStyle style = at ? style_bold(theme, TYPE_BODY, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_INK);
    kit_text(painter, style, (Box){box.x + 10, box.y, box.w - 20, box.h}, ALIGN_LEFT, word);
    kit_press(painter, box, 6, target, word);
}

/* Where one is in a list that does not fit. */
static void draw_thumb(const Painter *painter, Box track, int rows, int shown, int first)
{
    float height = fmaxf(24, track.h * (float)shown / (float)rows);
    float y = track.y + (track.h - height) * (float)first / (float)(rows - shown);
    drawlist_box(painter->list, track, 2, paint_fill(painter->theme->faint));
    drawlist_box(painter->list, (Box){track.x, y, track.w, height}, 2, paint_fill(painter->theme->text[ROLE_MUTED]));
}

void words_draw(const Painter *painter, Box sheet)
{
    const WordList *words = &painter->view->words;
    Arena *arena = &painter->list->arena;
    Box in = {sheet.x + MARGIN, sheet.y + HEAD_H, sheet.w - 2 * MARGIN, sheet.h - HEAD_H - FOOT_H};
    float row_h = window_upright(painter->view) ? FINGER_H : ROW_H;
    const char *count = words->count == words->all
                            ? arena_printf(arena, kit_said(painter, W_SO_MANY_WORDS), words->all)
                            : arena_printf(arena, kit_said(painter, W_SO_MANY_WORDS_OF), words->count, words->all);
    bool beside = in.w >= COUNT_BESIDE;
    in.h -= beside ? 0 : 12;
    Box told = beside ? (Box){in.x, sheet.y + 24, in.w - 44, 26} : (Box){in.x, in.y + in.h + 4, in.w, 20};
    kit_text(painter, style_plain(painter->theme, beside ? TYPE_BODY : TYPE_SMALL, ROLE_MUTED), told, ALIGN_RIGHT,
             count);
    draw_search(painter, (Box){in.x, sheet.y + 60, in.w, 38});
    int columns = (int)fmaxf(1, (in.w - 12) / COLUMN_W), shown = (int)(in.h / row_h);
    int rows = (words->count + columns - 1) / columns, first = words->first;
    first = first > rows - shown ? rows - shown : first;
    first = first < 0 ? 0 : first;
    painter->layout->columns = columns;
    painter->layout->rows = rows;
    painter->layout->rows_shown = shown;
    float width = (in.w - 12) / (float)columns;
    for (int row = first; row < rows && row < first + shown; row++)
        for (int column = 0; column < columns && row * columns + column < words->count; column++)
            draw_word(painter,
                      (Box){in.x + width * (float)column, in.y + row_h * (float)(row - first), width - 4, row_h - 2},
                      row * columns + column);
    if (rows > shown)
        draw_thumb(painter, (Box){in.x + in.w - 5, in.y, 5, row_h * (float)shown}, rows, shown, first);
    if (words->count == 0)
        kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Box){in.x, in.y, in.w, 28}, ALIGN_LEFT,
                 kit_said(painter, W_NO_SUCH_WORD));
}
