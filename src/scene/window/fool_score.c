/* The score of a game: how far a person has moved the map while every word stays, on cards with that goal. */
#include "scene/window/panels.h"
#include "trace/dragged.h"
#include "words/app_words.h"
#include "words/common_words.h"

enum { BAR_H = 8, HEIGHT = 86 };

static bool plays(const View *view)
{
    const Lesson *lesson = view->lesson;
    return lesson && config_weighs(&view->trace->config) && view->card < lesson->card_count
           && lesson->cards[view->card].stage.goal == GOAL_FOOL;
}

float fool_height(const View *view)
{
    return plays(view) ? HEIGHT : 0;
}

/* "Records: model 0.41 · trap 0.88", of those that have one. */
static const char *records_of(const Painter *painter)
{
    const View *view = painter->view;
    Arena *arena = &painter->list->arena;
    const char *text = "";
    for (int i = 0; i < view->lesson->model_count; i++)
        if (view->panel.records[i] > 0)
            text = arena_printf(arena, "%s%s%s %s", text, *text ? "  ·  " : "", view->lesson->models[i].name,
                                number_text(arena, view->panel.records[i], 2, false));
    return *text ? arena_printf(arena, "%s%s%s", kit_said(painter, W_RECORDS), kit_said(painter, W_COLON), text) : "";
}

void fool_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    double moved = view->own ? map_distance(view->own, view->trace) : 0;
    bool holds = !view->own || map_words_hold(view->own, view->trace);
    Role role = holds ? ROLE_ENCODER : ROLE_OUTPUT;
    float used = 12 + kit_heading(painter, (Point){box.x, box.y + 9}, ROLE_MUTED, 1, kit_said(painter, W_MOVED));
    used += 12
            + kit_text_at(painter, style_bold(theme, TYPE_LARGE, ROLE_INK), (Point){box.x + used, box.y + 10},
                          ALIGN_LEFT, number_text(&painter->list->arena, moved, 2, false));
    const char *words = kit_said(painter, holds ? W_EVERY_WORD_STAYS : W_A_WORD_HAS_CHANGED);
    TextStyle style = kit_shrunk(painter, style_bold(theme, TYPE_SMALL, role), box.w - used, words);
    kit_text(painter, style, (Box){box.x + used, box.y - 6, box.w - used, 22}, ALIGN_RIGHT, words);
    Box bar = {box.x, box.y + 24, box.w, BAR_H}, full = bar;
    full.w = bar.w * (float)moved;
    drawlist_box(painter->list, bar, BAR_H / 2, paint_fill(theme->hairline));
    if (full.w >= BAR_H)
        drawlist_box(painter->list, full, BAR_H / 2, paint_fill(theme->fill[role]));
    float goal = bar.x + bar.w * (float)FOOL_GOAL;
    kit_line(painter, (Point){goal, bar.y - 3}, (Point){goal, bar.y + BAR_H + 3}, theme->text[ROLE_INK], 1.5f);
    kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){box.x, bar.y + 14, box.w, 20}, ALIGN_LEFT,
             records_of(painter));
}
