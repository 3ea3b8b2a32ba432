/* A card that is folded for want of room: a strip at the window's left edge, or a place at its foot, that opens it
 * over the stage. */
#include "scene/window/panels.h"

#include "words/common_words.h"
#include "words/stage_words.h"

enum { CHEVRON_H = 44, COUNT_H = 44 };

/* Of the lesson's cards, or of the path's. */
static const char *count_of(const Painter *painter)
{
    const View *view = painter->view;
    Arena *arena = &painter->list->arena;
    const char *on_path = view->course.path ? scene_path_at(view, false, arena) : NULL;
    return on_path ? on_path : arena_printf(arena, "%d/%d", view->card + 1, view->lesson->card_count);
}

/* Lesson and title, read from below; the front of them where the strip is low. */
static void draw_title(const Painter *painter, Box box, bool lit)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    const char *lesson = view->course.count == 0 ? kit_said(painter, W_LESSON_TITLE)
                                                 : arena_printf(&list->arena, kit_said(painter, W_LESSON_OF),
                                                                view->course.number, view->course.count);
    TextStyle small = style_bold(theme, TYPE_TINY, ROLE_CONTEXT);
    small.tracking = 0.9f;
    TextStyle large = style_bold(theme, TYPE_BODY, lit ? ROLE_INK : ROLE_MUTED);
    Slice title = slice_of(view->lesson->cards[view->card].title[view->language]);
    float x = box.x + box.w / 2 + 5, room = box.h - kit_width(painter, small, lesson) - 28;
    title = drawlist_shorten(list, large, title, room);
    float y = box.y + box.h;
    y -= drawlist_text_turned(list, small, (Point){x - 1, y}, (float)-M_PI_2, ALIGN_LEFT, slice_of(lesson)) + 16;
    drawlist_text_turned(list, large, (Point){x, y}, (float)-M_PI_2, ALIGN_LEFT, title);
}

static void draw_standing(const Painter *painter, Box box, bool lit)
{
    const View *view = painter->view;
    Color color = painter->theme->text[lit ? ROLE_INK : ROLE_MUTED];
    kit_chevron(painter, (Point){box.x + box.w / 2, box.y + CHEVRON_H / 2}, view->panel.open ? -1 : 1, 0, color);
    draw_title(painter, (Box){box.x, box.y + CHEVRON_H, box.w, box.h - CHEVRON_H - COUNT_H}, lit);
    const char *count = count_of(painter);
    kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
             (Box){box.x + 2, box.y + box.h - COUNT_H, box.w - 4, COUNT_H - 8}, ALIGN_CENTER, count);
}

/* At the foot of a lying window's bar: there is room for the card's number alone. */
static void draw_small(const Painter *painter, Box box, bool lit)
{
    const View *view = painter->view;
    const char *count = count_of(painter);
    kit_text(painter, style_bold(painter->theme, TYPE_BODY, ROLE_CONTEXT), (Box){box.x + 2, box.y, box.w - 20, box.h},
             ALIGN_CENTER, count);
    kit_chevron(painter, (Point){box.x + box.w - 11, box.y + box.h / 2}, view->panel.open ? -1 : 1, 0,
                painter->theme->text[lit ? ROLE_INK : ROLE_MUTED]);
}

/* At the foot of an upright window. */
static void draw_lying(const Painter *painter, Box box, bool lit)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    const char *count = count_of(painter);
    kit_text(painter, style_bold(theme, TYPE_SMALL, ROLE_CONTEXT), (Box){box.x + 44, box.y, 44, box.h}, ALIGN_LEFT,
             count);
    kit_text(painter, style_bold(theme, TYPE_BODY, lit ? ROLE_INK : ROLE_MUTED),
             (Box){box.x + 88, box.y, box.w - 104, box.h}, ALIGN_LEFT,
             view->lesson->cards[view->card].title[view->language]);
    kit_chevron(painter, (Point){box.x + 24, box.y + box.h / 2}, 0, view->panel.open ? 1 : -1,
                theme->text[lit ? ROLE_INK : ROLE_MUTED]);
}

void card_tab_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    bool small = window_lying(view), lies = box.w > box.h;
    DrawList *list = painter->list;
    Target target = {TARGET_TAB, 0, 0, 0};
    bool lit = kit_pointed(painter, target) || view->panel.open;
    kit_panel(painter, box, lies && !small ? EDGE_TOP : EDGE_RIGHT);
    if (lit)
        drawlist_box(list, (Box){box.x, box.y, box.w - 1, box.h}, 0, paint_fill(painter->theme->tint[ROLE_CONTEXT]));
    if (small)
        draw_small(painter, box, lit);
    else if (lies)
        draw_lying(painter, box, lit);
    else
        draw_standing(painter, box, lit);
    kit_press(painter, box, 0, target, view->lesson->cards[view->card].title[view->language]);
}
