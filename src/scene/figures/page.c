#include "scene/figures/page.h"

void page_frame(const Painter *painter, int page)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    TextStyle style = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    const char *name =
        arena_printf(&painter->list->arena, "%d · %s", view->lesson->order, view->lesson->title[view->language]);
    kit_text_at(painter, style, (Point){PAGE_MARGIN, 40}, ALIGN_LEFT, name);
    kit_text_at(painter, style, (Point){PAGE_W - PAGE_MARGIN, 40}, ALIGN_RIGHT, "attend");
    kit_line(painter, (Point){PAGE_MARGIN, 52}, (Point){PAGE_W - PAGE_MARGIN, 52}, theme->hairline, 1);
    kit_text_at(painter, style, (Point){PAGE_W / 2, PAGE_FOOT_Y}, ALIGN_CENTER,
                arena_printf(&painter->list->arena, "%d", page + 1));
}

void page_title(const Painter *painter, const char *title)
{
    drawlist_text_at(painter->list, style_bold(painter->theme, TYPE_TITLE, ROLE_INK), (Point){PAGE_MARGIN, 92},
                     ALIGN_LEFT, slice_of(title));
}

Flow page_flow(const Painter *painter, const Card *card, float y)
{
    return (Flow){painter, card, painter->view->language, PAGE_MARGIN, PAGE_W - 2 * PAGE_MARGIN, y};
}
