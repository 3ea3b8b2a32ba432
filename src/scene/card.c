/* The lesson's card: prose with live numbers, notes, questions. */
#include "scene/flow.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 28, FOOT_H = 84 };

/* Small headings stand in capitals, as far as their letters have any. */
static const char *capitals(DrawList *list, const char *text)
{
    char *copy = arena_copy(&list->arena, text, strlen(text));
    for (char *c = copy; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 32);
    return copy;
}

/* A note stands in a tinted box: its height is known only when its text is set, so the box is put behind it later. */
static void set_note(Flow *flow, const TextBlock *block)
{
    DrawList *list = flow->painter->list;
    const Theme *theme = flow->painter->theme;
    int place = list->count;
    drawlist_box(list, (Box){0, 0, 64, 64}, 8, paint_fill(theme->tint[ROLE_CONTEXT]));
    float top = flow->y;
    flow->y += 14;
    if (block->label) {
        TextStyle style = style_bold(theme, TYPE_TINY, ROLE_CONTEXT);
        style.tracking = 0.9f;
        drawlist_text_at(list, style, (Point){flow->x + 16, flow->y + 9}, ALIGN_LEFT,
                         slice_of(capitals(list, block->label)));
        flow->y += 18;
    }
    flow_spans(flow, block->spans, block->span_count, flow->x + 16, flow->width - 32, TYPE_BODY);
    flow->y += 9;
    Box box = {flow->x, top, flow->width, flow->y - top};
    list->commands[place].box.box = list->commands[place].bounds = box;
    flow->y += 14;
}

static void set_block(Flow *flow, const TextBlock *block)
{
    const Theme *theme = flow->painter->theme;
    float indent = block->kind == BLOCK_HEADING ? 0 : 18 * (float)block->level;
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        flow_spans(flow, block->spans, block->span_count, flow->x + indent, flow->width - indent, TYPE_BODY);
        flow->y += block->level ? 5 : 12;
        break;
    case BLOCK_HEADING:
        flow_spans(flow, block->spans, block->span_count, flow->x, flow->width, TYPE_LARGE);
        flow->y += 6;
        break;
    case BLOCK_ITEM: {
        const char *bullet = block->number      ? arena_printf(&flow->painter->list->arena, "%d.", block->number)
                             : block->level > 1 ? "–"
                                                : "•";
        drawlist_text_at(flow->painter->list, style_plain(theme, TYPE_BODY, ROLE_MUTED),
                         (Point){flow->x + indent - 8, flow->y + TYPE_BODY}, ALIGN_RIGHT, slice_of(bullet));
        flow_spans(flow, block->spans, block->span_count, flow->x + indent, flow->width - indent, TYPE_BODY);
        flow->y += 5;
        break;
    }
    case BLOCK_NOTE:
        set_note(flow, block);
        break;
    case BLOCK_CODE:
        card_code_draw(flow, block);
        break;
    case BLOCK_TABLE_ROW: /* of card_table_draw */
        break;
    case BLOCK_QUIZ:
        card_quiz_draw(flow, block->quiz);
        break;
    }
}

static bool of_list(const TextBlock *block)
{
    return block->kind == BLOCK_ITEM || (block->level > 0 && block->kind != BLOCK_HEADING);
}

int flow_block(Flow *flow, int index)
{
    int count = flow->card->block_count[flow->language];
    const TextBlock *block = &flow->card->blocks[flow->language][index];
    flow->block = index;
    if (block->kind == BLOCK_TABLE_ROW)
        return index + card_table_draw(flow, block, count - index);
    set_block(flow, block);
    if (of_list(block) && index + 1 < count && !of_list(block + 1))
        flow->y += 7;
    return index + 1;
}

/* Filled: the card is completed; with a ring: it is the open one. */
static void draw_dot(const Painter *painter, Point at, bool current, bool done)
{
    const Theme *theme = painter->theme;
    Color full = theme->fill[ROLE_CONTEXT];
    float r = current ? 4.5f : 3;
    Box box = {at.x - r, at.y - r, 2 * r, 2 * r};
    Color inside = done ? full : current ? theme->panel : theme->hairline;
    drawlist_box(painter->list, box, r, current ? paint_fill_stroke(inside, full, 2) : paint_fill(inside));
}

static void draw_dots(const Painter *painter, float left, float right, float y)
{
    const View *view = painter->view;
    int count = view->lesson->card_count;
    float step = fminf(14, (right - left) / (float)count);
    float x = (left + right) / 2 - step * (float)(count - 1) / 2;
    for (int i = 0; i < count; i++, x += step) {
        bool current = i == view->card, done = view->completed && view->completed[i];
        Target target = {TARGET_CARD, (int16_t)i, 0, 0};
        draw_dot(painter, (Point){x, y}, current, done);
        kit_mark(painter, (Box){x - step / 2, y - 12, step, 24}, target, false, NULL);
        if (kit_pointed(painter, target))
            drawlist_box(painter->list, (Box){x - 6, y - 6, 12, 12}, 6,
                         paint_stroke(painter->theme->fill[ROLE_CONTEXT], 1.5f));
    }
}

static void draw_foot(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    float y = box.y + box.h - 54;
    Target back = {TARGET_CARD_BACK, 0, 0, 0};
    bool last = view->card + 1 == view->lesson->card_count, more = view->lesson_number < view->lesson_count;
    float button = last && more ? 98 : 66;
    float dots_left = box.x + 92, dots_right = box.x + box.w - MARGIN - 8 - button;
    if (view->card > 0) {
        const char *text = arena_printf(&painter->list->arena, "‹ %s", word(view->language, W_BACK));
        TextStyle style = style_plain(theme, TYPE_BODY, kit_pointed(painter, back) ? ROLE_INK : ROLE_MUTED);
        drawlist_text(painter->list, style, (Box){box.x + MARGIN, y - 8, 66, 32}, ALIGN_LEFT, slice_of(text));
        kit_mark(painter, (Box){box.x + MARGIN - 6, y - 8, 68, 32}, back, true, text);
        kit_focus(painter, (Box){box.x + MARGIN - 6, y - 8, 68, 32}, 8, back);
    }
    draw_dots(painter, dots_left, dots_right, y + 8);
    kit_button(painter, (Box){box.x + box.w - MARGIN + 4 - button, y - 8, button, 32},
               word(view->language, !last  ? W_NEXT
                                    : more ? W_NEXT_LESSON
                                           : W_DONE),
               (Target){TARGET_CARD_NEXT, 0, 0, 0}, true);
}

/* More lies below, or above: the edge fades. */
static void draw_fade(const Painter *painter, Box box, bool below)
{
    for (int i = 0; i < 14; i++) {
        float y = below ? box.y + box.h - 2 * (float)(i + 1) : box.y + 2 * (float)i;
        Color veil = color_fade(painter->theme->panel, 1 - (float)i / 14);
        drawlist_box(painter->list, (Box){box.x, y, box.w, 2}, 0, paint_fill(veil));
    }
}

/* Why the file that was saved last is not what is shown, on top of the card; returns its height. */
static float draw_problem(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Error *problem = view->problem;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    if (!problem)
        return 0;
    Flow flow = {painter, NULL, view->language, box.x + MARGIN, box.w - 2 * MARGIN, box.y + 16};
    int place = list->count;
    drawlist_box(list, box, 0, paint_fill(theme->tint[ROLE_OUTPUT]));
    kit_heading(painter, (Point){flow.x, flow.y + 9}, ROLE_OUTPUT, 1,
                said(view->language, "THIS LESSON HAS AN ERROR", "课程文件有错误"));
    flow.y += 19;
    const char *name = path_name(problem->file);
    const char *at = problem->line > 0 ? arena_printf(&list->arena, said(view->language, "%s, line %d", "%s 第 %d 行"),
                                                      name, problem->line)
                                       : name;
    if (at[0])
        flow_text(&flow, at, style_bold(theme, TYPE_BODY, ROLE_INK), flow.x, flow.width);
    flow_text(&flow, problem->message, style_plain(theme, TYPE_SMALL, ROLE_INK), flow.x, flow.width);
    flow_text(&flow, said(view->language, "Below is the lesson as it was before.", "下面是改动之前的课程。"),
              style_plain(theme, TYPE_SMALL, ROLE_MUTED), flow.x, flow.width);
    box.h = flow.y + 10 - box.y;
    list->commands[place].box.box = list->commands[place].bounds = box;
    return box.h;
}

float card_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    drawlist_box(list, box, 0, paint_fill(theme->panel));
    drawlist_segment(list, (Point){box.x + box.w, box.y}, (Point){box.x + box.w, box.y + box.h},
                     paint_stroke(theme->hairline, 1.5f));
    if (!view->lesson || view->card >= view->lesson->card_count)
        return 0;
    const Card *card = &view->lesson->cards[view->card];
    float top = fminf(draw_problem(painter, (Box){box.x, box.y, box.w - 1, box.h}), box.h - FOOT_H - 40);
    Box body = {box.x, box.y + top, box.w - 1, box.h - FOOT_H - top};
    kit_mark(painter, body, (Target){TARGET_PANEL, 0, 0, 0}, false, NULL);
    drawlist_clip(list, body);
    Flow flow = {painter, card, view->language, box.x + MARGIN, box.w - 2 * MARGIN, body.y + 28 - view->card_scroll};
    const char *number =
        arena_printf(&list->arena, word(view->language, W_LESSON_OF), view->lesson_number, view->lesson_count);
    float behind = kit_heading(painter, (Point){flow.x, flow.y + 9}, ROLE_CONTEXT, 1, number);
    if (view->completed && view->completed[view->card])
        drawlist_text_at(list, style_bold(theme, TYPE_SMALL, ROLE_QUERY), (Point){flow.x + behind + 8, flow.y + 9},
                         ALIGN_LEFT, slice_of("✓"));
    flow.y += 21;
    TextStyle title = style_bold(theme, TYPE_TITLE, ROLE_INK);
    Pieces pieces = {0};
    bool space = false;
    flow_cut(&flow, &pieces, slice_of(card->title[view->language]), title, (Target){0}, &space);
    flow_pieces(&flow, &pieces, flow.x, flow.width, 26);
    flow.y += 13;
    for (int i = 0; i < card->block_count[view->language];)
        i = flow_block(&flow, i);
    drawlist_unclip(list);
    float over = fmaxf(0, flow.y + view->card_scroll - (body.y + body.h) + 8);
    if (view->card_scroll < over - 1)
        draw_fade(painter, body, true);
    if (view->card_scroll > 1)
        draw_fade(painter, body, false);
    draw_foot(painter, box);
    return over;
}
