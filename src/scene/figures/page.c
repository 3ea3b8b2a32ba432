#include "scene/figures/page.h"

#include "words/figures_words.h"

void page_edges(const Painter *painter, int page, const char *name)
{
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    kit_text_at(painter, style, (Point){PAGE_MARGIN, 40}, ALIGN_LEFT, name);
    kit_text_at(painter, style, (Point){PAGE_W - PAGE_MARGIN, 40}, ALIGN_RIGHT, "attend");
    kit_line(painter, (Point){PAGE_MARGIN, 52}, (Point){PAGE_W - PAGE_MARGIN, 52}, painter->theme->hairline, 1);
    kit_text_at(painter, style, (Point){PAGE_W / 2, PAGE_FOOT_Y}, ALIGN_CENTER,
                arena_printf(&painter->list->arena, "%d", page + 1));
}

void page_frame(const Painter *painter, int page, int version)
{
    const Lesson *lesson = painter->view->lesson;
    Arena *arena = &painter->list->arena;
    const char *name = arena_printf(arena, "%d · %s", lesson->order, lesson->title[painter->view->language]);
    const char letter[] = {(char)('A' + version - 1), '\0'};
    if (version > 0)
        name = arena_printf(arena, "%s · %s", name, arena_printf(arena, kit_said(painter, W_VERSION), letter));
    page_edges(painter, page, name);
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

void page_heading(Flow *flow, Role role, const char *text)
{
    TextStyle style = style_bold(flow->painter->theme, flow_size(flow, TYPE_TINY), role);
    style.tracking = 0.9f;
    drawlist_text_at(flow->painter->list, style, (Point){flow->x, flow->y + style.size - 1}, ALIGN_LEFT,
                     slice_of(text));
    flow->y += 2 * style.size;
}

int page_block(const Flow *flow, const View *asked, BlockTest *test, int part)
{
    const TextBlock *blocks = flow->card->blocks[flow->language];
    bool row = false;
    for (int i = 0; i < flow->card->block_count[flow->language]; i++) {
        bool more = row && blocks[i].kind == BLOCK_TABLE_ROW; /* of a table, which is one part */
        row = blocks[i].kind == BLOCK_TABLE_ROW;
        if (!more && test(asked, i, &flow->painter->list->arena) && part-- == 0)
            return i;
    }
    return -1;
}

float page_part_height(const Handout *handout, PageItem *set, const View *view, const Flow *shape, int part,
                       const Type *type)
{
    DrawList list = {0};
    drawlist_reset(&list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    Painter trial = {view, view->theme, &list, true};
    Flow flow = *shape;
    flow.painter = &trial;
    flow.y = 0;
    bool there = set(handout, &flow, part);
    drawlist_finish(&list);
    return there ? flow.y : -1;
}

/* Where the next part comes to stand. */
typedef struct Fill {
    const Handout *handout;
    PageItem *set;
    int page, wanted;
    float y, top;
    DrawList *list;
} Fill;

static bool set_part(Fill *fill, const View *view, int part, const Type *type)
{
    Painter painter = {view, view->theme, fill->list, true};
    Flow flow = page_flow(&painter, &view->lesson->cards[view->card], 0);
    float high = page_part_height(fill->handout, fill->set, view, &flow, part, type);
    if (high < 0)
        return false;
    if (fill->y + high > PAGE_FOOT_Y - 24 && fill->y > fill->top) {
        fill->page++;
        fill->y = fill->top = PAGE_TOP;
    }
    flow.y = fill->y;
    if (fill->list && fill->page == fill->wanted)
        fill->set(fill->handout, &flow, part);
    fill->y += high;
    return true;
}

int page_items(const Handout *handout, PageItem *set, float top, int wanted, const Type *type, DrawList *list)
{
    Fill fill = {handout, set, 0, wanted, top, top, list};
    for (int card = 0; card < handout->lesson->card_count; card++) {
        View view = handout_view(handout, card, true, NULL);
        for (int part = 0; set_part(&fill, &view, part, type);)
            part++;
    }
    return fill.y > fill.top ? fill.page + 1 : 0;
}
