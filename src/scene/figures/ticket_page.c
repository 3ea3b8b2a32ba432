#include "scene/figures/ticket_page.h"

#include "scene/figures/page.h"
#include "words/figures_words.h"

#define NAME_Y   140.0f
#define LINE     34.0f /* of handwriting */
#define INDENT   28.0f
#define POINTS_W 90.0f
#define GAP      26.0f /* between questions */
#define BOTTOM   (PAGE_FOOT_Y - 30)
enum { LINES_MOST = 5 };

static int all_points(const TicketPage *page)
{
    int sum = 0;
    for (int i = 0; i < page->tickets.count; i++)
        sum += page->tickets.items[i].points;
    return sum;
}

static void set_question(Flow *flow, const TicketPage *page, int index)
{
    const Painter *painter = flow->painter;
    Arena *arena = &painter->list->arena;
    const TicketQuestion *asked = &page->tickets.items[index];
    float baseline = flow->y + TYPE_BODY;
    kit_text_at(painter, style_bold(painter->theme, TYPE_BODY, ROLE_QUERY), (Point){flow->x, baseline}, ALIGN_LEFT,
                arena_printf(arena, "%d", index + 1));
    kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Point){flow->x + flow->width, baseline},
                ALIGN_RIGHT, arena_printf(arena, kit_said(painter, W_TICKET_POINTS), asked->points));
    flow_text(flow, asked->question[page->language], style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x + INDENT,
              flow->width - INDENT - POINTS_W);
}

static void set_lines(Flow *flow, int count)
{
    const Painter *painter = flow->painter;
    for (int i = 0; i < count; i++) {
        flow->y += LINE;
        kit_line(painter, (Point){flow->x + INDENT, flow->y}, (Point){flow->x + flow->width, flow->y},
                 painter->theme->hairline, 1);
    }
    flow->y += GAP;
}

/* For each answer, as many as the page has room for. */
static int count_lines(const Flow *flow, const TicketPage *page)
{
    int count = page->tickets.count, before = flow->painter->list->count;
    Flow trial = *flow;
    for (int i = 0; i < count; i++)
        set_question(&trial, page, i);
    flow->painter->list->count = before;
    int lines = (int)(((BOTTOM - trial.y) / (float)count - GAP) / LINE);
    return lines < LINES_MOST ? lines : LINES_MOST;
}

/* Where someone writes a name, and the one who marks it the points. */
static void set_name(const Painter *painter, const TicketPage *page)
{
    TextStyle style = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
    float right = PAGE_W - PAGE_MARGIN;
    const char *of = arena_printf(&painter->list->arena, kit_said(painter, W_TICKET_SUM), all_points(page));
    float after =
        PAGE_MARGIN + 12
        + kit_text_at(painter, style, (Point){PAGE_MARGIN, NAME_Y}, ALIGN_LEFT, kit_said(painter, W_TICKET_NAME));
    float before = right - 70 - kit_text_at(painter, style, (Point){right, NAME_Y}, ALIGN_RIGHT, of);
    kit_line(painter, (Point){after, NAME_Y + 4}, (Point){before - 30, NAME_Y + 4}, painter->theme->hairline, 1);
    kit_line(painter, (Point){before, NAME_Y + 4}, (Point){before + 58, NAME_Y + 4}, painter->theme->hairline, 1);
}

static void draw(const TicketPage *page, bool answers, const Type *type, DrawList *list)
{
    View view = view_default(theme_get(THEME_LIGHT), PAGE_W, PAGE_H);
    view.language = page->language;
    Painter painter = {&view, view.theme, list, true};
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    page_edges(&painter, 0, arena_printf(&list->arena, kit_said(&painter, W_TICKET_OF), page->tickets.items[0].path));
    page_title(&painter, kit_said(&painter, answers ? W_ANSWERS : W_TICKET_TITLE));
    if (!answers)
        set_name(&painter, page);
    Flow flow = page_flow(&painter, NULL, answers ? PAGE_TOP : NAME_Y + 40);
    int lines = answers ? 0 : count_lines(&flow, page);
    for (int i = 0; i < page->tickets.count; i++) {
        set_question(&flow, page, i);
        if (!answers) {
            set_lines(&flow, lines);
            continue;
        }
        flow_text(&flow, page->tickets.items[i].answer[page->language], style_bold(painter.theme, TYPE_BODY, ROLE_INK),
                  flow.x + INDENT, flow.width - INDENT - POINTS_W);
        flow.y += 18;
    }
    drawlist_crop(list);
}

void ticket_draw(const TicketPage *page, const Type *type, DrawList *list)
{
    draw(page, false, type, list);
}

void ticket_answers_draw(const TicketPage *page, const Type *type, DrawList *list)
{
    draw(page, true, type, list);
}
