/* The words that the model knows, or the field's terms: a field to search them, and of those found the rows that are in
 * sight. */
#include "scene/stage/stage.h"
#include "scene/window/panels.h"

#include "words/common_words.h"

enum {
    MARGIN = 28,
    HEAD_H = 114,
    FOOT_H = 22,
    ROW_H = 28,
    FINGER_H = 40,
    COLUMN_W = 148,
    TERM_H = 62,
    TERM_TALL = 118
};

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

void words_draw(const Painter *painter, Box sheet)
{
    const WordList *words = &painter->view->words;
    Arena *arena = &painter->list->arena;
    Box in = {sheet.x + MARGIN, sheet.y + HEAD_H, sheet.w - 2 * MARGIN, sheet.h - HEAD_H - FOOT_H};
    float row_h = window_upright(painter->view) ? FINGER_H : ROW_H;
    Word all = words->terms ? W_SO_MANY_TERMS : W_SO_MANY_WORDS,
         some = words->terms ? W_SO_MANY_TERMS_OF : W_SO_MANY_WORDS_OF;
    const char *count = words->count == words->all
                            ? arena_printf(arena, kit_said(painter, all), words->all)
                            : arena_printf(arena, kit_said(painter, some), words->count, words->all);
    bool beside = in.w >= COUNT_BESIDE;
    in.h -= beside ? 0 : 12;
    Box told = beside ? (Box){in.x, sheet.y + 24, in.w - 44, 26} : (Box){in.x, in.y + in.h + 4, in.w, 20};
    kit_text(painter, style_plain(painter->theme, beside ? TYPE_BODY : TYPE_SMALL, ROLE_MUTED), told, ALIGN_RIGHT,
             count);
    draw_search(painter, (Box){in.x, sheet.y + 60, in.w, 38});
    word_rows_draw(painter, in,
                   !words->terms         ? row_h
                   : in.w < COUNT_BESIDE ? TERM_TALL
                                         : TERM_H,
                   words->terms ? in.w - 12 : COLUMN_W);
}
