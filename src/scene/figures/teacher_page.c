#include "scene/figures/teacher_page.h"

#include "scene/figures/page.h"
#include "words/figures_words.h"

static void set_heading(Flow *flow, Role role, Word word)
{
    flow->y += 10;
    kit_heading(flow->painter, (Point){flow->x, flow->y + 10}, role, 1, said(flow->language, word));
    flow->y += 20;
}

/* All that stands above the questions. */
static void set_head(Flow *flow)
{
    const Painter *painter = flow->painter;
    const Lesson *lesson = painter->view->lesson;
    Arena *arena = &painter->list->arena;
    TextStyle plain = style_plain(painter->theme, TYPE_BODY, ROLE_INK);
    flow_text(flow, arena_printf(arena, said(flow->language, W_TEACHER_TIME), lesson->minutes, lesson->card_count),
              style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), flow->x, flow->width);
    if (lesson->aim[flow->language]) {
        set_heading(flow, ROLE_ENCODER, W_TEACHER_AIM);
        flow_text(flow, lesson->aim[flow->language], plain, flow->x, flow->width);
    }
    if (lesson->meet_count)
        set_heading(flow, ROLE_OUTPUT, W_TEACHER_MEETS);
    for (int i = 0; i < lesson->meet_count; i++) {
        Point number = {flow->x + 18, flow->y + TYPE_BODY};
        kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), number, ALIGN_RIGHT,
                    arena_printf(arena, "%d", lesson->meets[i]));
        flow_text(flow, said(flow->language, (Word)(W_MISCONCEPTION_1 + lesson->meets[i] - 1)), plain, flow->x + 28,
                  flow->width - 28);
        flow->y += 3;
    }
    set_heading(flow, ROLE_QUERY, W_TEACHER_ASK);
}

/* A question of a card, with its answer. */
static bool set_question(const Handout *handout, Flow *flow, int part)
{
    const Painter *painter = flow->painter;
    Arena *arena = &painter->list->arena;
    const Trace *trace = painter->view->trace;
    (void)handout;
    if (part == flow->card->quiz_count)
        return false;
    const Quiz *quiz = &flow->card->quizzes[part];
    kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Point){flow->x + 18, flow->y + TYPE_BODY},
                ALIGN_RIGHT, arena_printf(arena, "%d", painter->view->card + 1));
    flow_text(flow, live_fill(quiz->question[flow->language], trace, arena),
              style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x + 28, flow->width - 28);
    flow_glossed(flow, "→ ", quiz_answer(quiz, trace, flow->language, arena),
                 style_bold(painter->theme, TYPE_BODY, ROLE_INK), flow->x + 28, flow->width - 28);
    flow->y += 8;
    return true;
}

static float head_bottom(const Handout *handout, const Type *type)
{
    View view = handout_view(handout, 0, true, NULL);
    DrawList list = {0};
    drawlist_reset(&list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    Painter trial = {&view, view.theme, &list, true};
    Flow flow = page_flow(&trial, NULL, PAGE_TOP - 16);
    set_head(&flow);
    drawlist_finish(&list);
    return flow.y + 4;
}

int teacher_pages(const Handout *handout, const Type *type)
{
    int pages = page_items(handout, set_question, head_bottom(handout, type), -1, type, NULL);
    return pages > 0 ? pages : 1;
}

void teacher_draw(const Handout *handout, int page, const Type *type, DrawList *list)
{
    View view = handout_view(handout, 0, true, NULL);
    Painter painter = {&view, view.theme, list, true};
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    page_frame(&painter, page, 0);
    page_title(&painter, said(handout->language, W_TEACHER_TITLE));
    Flow flow = page_flow(&painter, NULL, PAGE_TOP - 16);
    if (page == 0)
        set_head(&flow);
    page_items(handout, set_question, head_bottom(handout, type), page, type, list);
    drawlist_crop(list);
}
