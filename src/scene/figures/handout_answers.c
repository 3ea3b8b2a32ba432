#include "scene/card/card_told.h"
#include "scene/figures/page.h"

#include "words/common_words.h"
#include "words/figures_words.h"

/* ---- a question ---- */

/* The other choices, each with what is said of it. */
static void set_wrong(Flow *flow, const Quiz *quiz)
{
    const Painter *painter = flow->painter;
    Arena *arena = &painter->list->arena;
    const char **wrong = quiz->wrong[flow->language];
    for (int i = 0; wrong && i < quiz->choice_count; i++)
        if (wrong[i])
            flow_text(flow,
                      arena_printf(arena, "%s%s%s", quiz->choices[flow->language][i], said(flow->language, W_COLON),
                                   live_fill(wrong[i], painter->view->trace, arena)),
                      style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), flow->x + 16, flow->width - 16);
}

static void set_answer(Flow *flow, const Quiz *quiz)
{
    const Painter *painter = flow->painter;
    const Trace *trace = painter->view->trace;
    Arena *arena = &painter->list->arena;
    TextStyle plain = style_plain(painter->theme, TYPE_BODY, ROLE_INK);
    flow_text(flow, live_fill(quiz->question[flow->language], trace, arena), plain, flow->x, flow->width);
    flow_glossed(flow, "→ ", quiz_answer(quiz, trace, flow->language, arena),
                 style_bold(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
    const char *why = card_why(quiz, flow->language, arena);
    if (why)
        flow_text(flow, live_fill(why, trace, arena), plain, flow->x, flow->width);
    set_wrong(flow, quiz);
    flow->y += 12;
}

/* ---- a card ---- */

/* Its title, and the figure where that is another one now. */
static void set_head(const Handout *handout, Flow *flow)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const char *title =
        arena_printf(&painter->list->arena, "%d. %s", view->card + 1, flow->card->title[flow->language]);
    flow->y += 8;
    flow_text(flow, title, style_bold(painter->theme, TYPE_LARGE, ROLE_INK), flow->x, flow->width);
    flow->y += 4;
    if (!handout_reveals(handout, view->card, painter->list->type))
        return;
    float high = page_figure_good(view);
    page_figure(painter, page_figure_box(flow->y, high));
    flow->y += high + 14;
    page_caption(flow);
}

/* -1: the card has no such part. */
static int block_of(const Handout *handout, const Flow *flow, int part)
{
    View asked = handout_view(handout, flow->painter->view->card, false, &flow->painter->list->arena);
    return flow->card->quiz_count > 0 ? page_block(flow, &asked, handout_answers, part) : -1;
}

bool page_answer(const Handout *handout, Flow *flow, int part)
{
    int index = block_of(handout, flow, part);
    if (index < 0)
        return false;
    const TextBlock *block = &flow->card->blocks[flow->language][index];
    if (block->kind == BLOCK_QUIZ)
        set_answer(flow, &flow->card->quizzes[block->quiz]);
    else
        flow_block(flow, index);
    return true;
}

static bool set_part(const Handout *handout, Flow *flow, int part)
{
    if (part == 0 && block_of(handout, flow, part) >= 0)
        set_head(handout, flow);
    return page_answer(handout, flow, part);
}

/* ---- pages ---- */

int answers_pages(const Handout *handout, const Type *type)
{
    return page_items(handout, set_part, PAGE_TOP, -1, type, NULL);
}

void answers_draw(const Handout *handout, int page, const Type *type, DrawList *list)
{
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    View view = handout_view(handout, 0, true, NULL);
    Painter painter = {&view, view.theme, list, true};
    page_frame(&painter, page, handout->version);
    page_title(&painter, said(handout->language, W_ANSWERS));
    page_items(handout, set_part, PAGE_TOP, page, type, list);
    drawlist_crop(list);
}
