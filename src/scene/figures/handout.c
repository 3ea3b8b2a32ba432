#include "scene/figures/handout.h"

#include "derive/explain.h"
#include "scene/figures/page.h"
#include "scene/stage/stage.h"
#include "scene/views/picture.h"

#include <math.h>

#define FIGURE_Y     108.0f
#define FIGURE_LEAST 380.0f
#define FIGURE_MOST  580.0f
#define GAP          22.0f /* between figure and text */

/* ---- a card ---- */

static void draw_figure(const Painter *painter, Box box)
{
    const View *view = painter->view;
    Scope scope = scope_at(view->trace, view->cursor);
    drawlist_clip(painter->list, box);
    if (view->kind == VIEW_DECODE) {
        Box area = {box.x, box.y, box.w, box.h - 44};
        StageLayout layout = stage_layout(view, painter->list->type, &scope, area);
        stage_draw(painter, &scope, &layout);
        loop_draw(painter, &scope, &layout, &(LoopHomes){0});
        formula_draw(painter, &scope, (Point){box.x + 12, box.y + box.h - 16}, box.w - 24, 16);
    } else {
        WindowLayout layout = {.stage = box};
        PICTURES[view->kind]->draw(painter, &scope, &layout);
    }
    drawlist_unclip(painter->list);
}

void handout_figure(const Handout *handout, int card, float width, float height, const Type *type, DrawList *list)
{
    View view = page_view(handout, card);
    Painter painter = {&view, view.theme, list, true};
    drawlist_reset(list, type, width, height, view.theme->paper);
    draw_figure(&painter, (Box){0, 0, width, height});
    drawlist_crop(list);
}

/* A question with boxes to tick, or a line to write on. */
static void set_question(Flow *flow, const Quiz *quiz, int number)
{
    const Painter *painter = flow->painter;
    const Theme *theme = painter->theme;
    Arena *arena = &painter->list->arena;
    const Trace *trace = painter->view->trace;
    flow->y += 6;
    kit_heading(painter, (Point){flow->x, flow->y + 10}, ROLE_QUERY, 1,
                flow->card->quiz_count > 1 ? arena_printf(arena, said(flow->language, W_QUESTION_NUMBER), number)
                                           : said(flow->language, W_QUESTION_TITLE));
    flow->y += 22;
    flow_text(flow, live_fill(quiz->question[flow->language], trace, arena), style_bold(theme, TYPE_BODY, ROLE_INK),
              flow->x, flow->width);
    flow->y += 4;
    const char **choices;
    int count = quiz_choices(quiz, trace, flow->language, arena, &choices);
    for (int i = 0; i < count; i++) {
        drawlist_box(painter->list, (Box){flow->x + 2, flow->y + 4, 12, 12}, 2,
                     paint_stroke(theme->text[ROLE_MUTED], 1.2f));
        flow_text(flow, choices[i], style_plain(theme, TYPE_BODY, ROLE_INK), flow->x + 24, flow->width - 24);
        flow->y += 3;
    }
    if (count == 0) {
        kit_line(painter, (Point){flow->x, flow->y + 26}, (Point){flow->x + 220, flow->y + 26}, theme->text[ROLE_MUTED],
                 1);
        flow->y += 36;
    }
}

static const char *caption_of(const View *view, Arena *arena)
{
    if (view->kind != VIEW_DECODE)
        return NULL;
    Maths maths = view_maths(view, arena);
    return explain_moment(&maths, moment_of_stop(view->cursor));
}

const char *handout_caption(const Handout *handout, int card, Arena *arena)
{
    View view = page_view(handout, card);
    return caption_of(&view, arena);
}

/* What a card says to press or to point at is no use on paper. There the figure says what it shows, in the words of the captions. */
static void set_caption(Flow *flow)
{
    const char *caption = caption_of(flow->painter->view, &flow->painter->list->arena);
    if (!caption)
        return;
    flow_text(flow, caption, style_plain(flow->painter->theme, TYPE_BODY, ROLE_MUTED), flow->x, flow->width);
    flow->y += 8;
}

static void set_text(Flow *flow, const Card *card)
{
    int questions = 0;
    set_caption(flow);
    for (int i = 0; i < card->block_count[flow->language];) {
        const TextBlock *block = &card->blocks[flow->language][i];
        if (block->kind == BLOCK_QUIZ) {
            set_question(flow, &card->quizzes[block->quiz], ++questions);
            i++;
        } else if (block->kind == BLOCK_NOTE && block->label)
            i++;
        else
            i = flow_block(flow, i);
    }
}

/* How high the text will be: the figure gets what it leaves. */
static float measure_text(const Painter *painter, const Card *card)
{
    DrawList list = {0};
    drawlist_reset(&list, painter->list->type, PAGE_W, PAGE_H, color_hex(0xffffff));
    Painter trial = {painter->view, painter->theme, &list, true};
    Flow flow = page_flow(&trial, card, 0);
    set_text(&flow, card);
    drawlist_finish(&list);
    return flow.y;
}

static void draw_card(const Painter *painter, int page)
{
    const View *view = painter->view;
    const Card *card = &view->lesson->cards[view->card];
    page_frame(painter, page);
    Box title = {PAGE_MARGIN, 64, PAGE_W - 2 * PAGE_MARGIN, 34};
    if (page_of_training(view)) {
        const char *note = kit_said(painter, W_FIGURE_WHEN_ALL_IS_LEARNED);
        TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
        title.w -= kit_text(painter, style, title, ALIGN_RIGHT, note) + 12;
    }
    kit_text(painter, style_bold(painter->theme, TYPE_TITLE, ROLE_INK), title, ALIGN_LEFT, card->title[view->language]);
    float text = measure_text(painter, card), room = PAGE_FOOT_Y - 30 - FIGURE_Y - GAP - text;
    float figure = fminf(FIGURE_MOST, fmaxf(FIGURE_LEAST, room));
    Box box = {PAGE_MARGIN - 20, FIGURE_Y, PAGE_W - 2 * PAGE_MARGIN + 40, figure};
    draw_figure(painter, box);
    drawlist_box(painter->list, box, 8, paint_stroke(painter->theme->hairline, 1));
    Flow flow = page_flow(painter, card, FIGURE_Y + figure + GAP);
    set_text(&flow, card);
}

/* ---- answers ---- */

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

static void set_answers(Flow *flow, const Card *card)
{
    const Painter *painter = flow->painter;
    Arena *arena = &painter->list->arena;
    for (int q = 0; q < card->quiz_count; q++) {
        const Quiz *quiz = &card->quizzes[q];
        const char *title = arena_printf(arena, "%d. %s", painter->view->card + 1, card->title[flow->language]);
        const Trace *trace = painter->view->trace;
        flow_text(flow, title, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), flow->x, flow->width);
        flow_text(flow, quiz_answer(quiz, trace, flow->language, arena),
                  style_bold(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
        if (quiz->why[flow->language])
            flow_text(flow, live_fill(quiz->why[flow->language], trace, arena),
                      style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
        set_wrong(flow, quiz);
        flow->y += 16;
    }
}

/* ---- pages ---- */

int handout_pages(const Handout *handout, const Type *type)
{
    return handout->lesson->card_count + page_items(handout, set_answers, PAGE_TOP, -1, type, NULL);
}

void handout_draw(const Handout *handout, int page, const Type *type, DrawList *list)
{
    int cards = handout->lesson->card_count;
    View view = page_view(handout, page < cards ? page : 0);
    Painter painter = {&view, view.theme, list, true};
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    if (page < cards)
        draw_card(&painter, page);
    else {
        page_frame(&painter, page);
        page_title(&painter, said(handout->language, W_ANSWERS));
        page_items(handout, set_answers, PAGE_TOP, page - cards, type, list);
    }
    drawlist_crop(list);
}
