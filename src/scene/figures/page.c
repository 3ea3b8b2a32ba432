#include "scene/figures/page.h"

bool page_of_training(const View *view)
{
    return card_view(view->lesson, &view->lesson->cards[view->card]) == VIEW_TRAIN;
}

View page_view(const Handout *handout, int card)
{
    View view = handout->views[card];
    view.theme = theme_get(THEME_LIGHT);
    view.width = PAGE_W;
    view.height = PAGE_H;
    view.language = handout->language;
    view.look = handout->lesson->cards[card].stage.look;
    if (!handout->lesson->cards[card].stage.present || page_of_training(&view))
        view.cursor = moment_count(view.trace) - 1;
    if (page_of_training(&view))
        view.kind = config_weighs(&view.trace->config) ? VIEW_HEATMAP : VIEW_DECODE;
    return view;
}

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

int page_items(const Handout *handout, PageItem *set, float top, int wanted, const Type *type, DrawList *list)
{
    int page = 0;
    float y = top;
    for (int card = 0; card < handout->lesson->card_count; card++) {
        View view = page_view(handout, card);
        DrawList measured = {0};
        drawlist_reset(&measured, type, PAGE_W, PAGE_H, color_hex(0xffffff));
        Painter trial = {&view, view.theme, &measured, true};
        Flow flow = page_flow(&trial, &handout->lesson->cards[card], 0);
        set(&flow, flow.card);
        drawlist_finish(&measured);
        if (y + flow.y > PAGE_FOOT_Y - 24 && y > top) {
            page++;
            y = top = PAGE_TOP;
        }
        if (page == wanted && list) {
            Painter painter = {&view, view.theme, list, true};
            Flow real = page_flow(&painter, flow.card, y);
            set(&real, real.card);
        }
        y += flow.y;
    }
    return page + 1;
}
