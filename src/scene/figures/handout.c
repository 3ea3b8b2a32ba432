#include "scene/figures/handout.h"

#include "scene/figures/page.h"
#include "words/figures_words.h"
#include "words/stage_words.h"

#define FIGURE_Y 108.0f
#define GAP      22.0f /* between figure and text */

void page_question(Flow *flow, int index, int number, int version)
{
    const Painter *painter = flow->painter;
    const Theme *theme = painter->theme;
    Arena *arena = &painter->list->arena;
    const Quiz *quiz = &flow->card->quizzes[index];
    const Trace *trace = scene_quiz_trace(painter->view, index);
    flow->y += 6;
    page_heading(flow, ROLE_QUERY,
                 flow->card->quiz_count > 1 ? arena_printf(arena, said(flow->language, W_QUESTION_NUMBER), number)
                                            : said(flow->language, W_QUESTION_TITLE));
    flow_text(flow, live_fill(quiz->question[flow->language], trace, arena), style_bold(theme, TYPE_BODY, ROLE_INK),
              flow->x, flow->width);
    flow->y += 4;
    const char **choices;
    int count = quiz_choices(quiz, trace, flow->language, arena, &choices);
    for (int i = 0; i < count; i++) {
        float side = flow_size(flow, 12), indent = 2 * side;
        drawlist_box(painter->list, (Box){flow->x + 2, flow->y + side / 3, side, side}, 2,
                     paint_stroke(theme->text[ROLE_MUTED], 1.2f));
        const char *choice =
            choices[(i + (version > 0 ? version - 1 : 0)) % count]; /* in no two versions in its place */
        flow_glossed(flow, "", choice, style_plain(theme, TYPE_BODY, ROLE_INK), flow->x + indent, flow->width - indent);
        flow->y += side / 4;
    }
    if (count == 0) {
        kit_line(painter, (Point){flow->x, flow->y + 26}, (Point){flow->x + 220, flow->y + 26}, theme->text[ROLE_MUTED],
                 1);
        flow->y += 36;
    }
}

/* In place of the blocks from `first` on, where there is one of them that would be printed. */
static void set_waiting(Flow *flow, int first)
{
    bool more = false;
    for (int i = first; i < flow->card->block_count[flow->language]; i++)
        more = more || page_prints(&flow->card->blocks[flow->language][i]);
    flow->y += 4;
    if (more)
        flow_text(flow, kit_said(flow->painter, W_THE_REST_COMES_WITH_THE_ANSWER),
                  style_plain(flow->painter->theme, TYPE_SMALL, ROLE_MUTED), flow->x, flow->width);
}

static void set_text(Flow *flow, const Card *card, int version)
{
    int questions = 0;
    page_caption(flow);
    for (int i = 0; i < card->block_count[flow->language];) {
        const TextBlock *block = &card->blocks[flow->language][i];
        if (block->kind != BLOCK_QUIZ) {
            i = page_prints(block) ? flow_block(flow, i) : i + 1;
            continue;
        }
        page_question(flow, block->quiz, ++questions, version);
        i++;
        if (scene_quiz_waits(flow->painter->view, block->quiz)) {
            set_waiting(flow, i);
            break;
        }
    }
}

/* How high the text will be: the figure gets what it leaves. */
static float measure_text(const Painter *painter, const Card *card, int version)
{
    DrawList list = {0};
    drawlist_reset(&list, painter->list->type, PAGE_W, PAGE_H, color_hex(0xffffff));
    Painter trial = {painter->view, painter->theme, &list, true};
    Flow flow = page_flow(&trial, card, 0);
    set_text(&flow, card, version);
    drawlist_finish(&list);
    return flow.y;
}

void page_card_title(const Painter *painter, Box box, float size)
{
    const View *view = painter->view;
    if (page_of_training(view) && !scene_mask(view).covered) {
        const char *note = kit_said(painter, W_FIGURE_WHEN_ALL_IS_LEARNED);
        TextStyle style = style_plain(painter->theme, size * TYPE_SMALL / TYPE_TITLE, ROLE_MUTED);
        box.w -= kit_text(painter, style, box, ALIGN_RIGHT, note) + 12;
    }
    kit_text(painter, style_bold(painter->theme, size, ROLE_INK), box, ALIGN_LEFT,
             view->lesson->cards[view->card].title[view->language]);
}

static void draw_card(const Painter *painter, int page, int version)
{
    const View *view = painter->view;
    const Card *card = &view->lesson->cards[view->card];
    page_frame(painter, page, version);
    page_card_title(painter, (Box){PAGE_MARGIN, 64, PAGE_W - 2 * PAGE_MARGIN, 34}, TYPE_TITLE);
    float text = measure_text(painter, card, version), room = PAGE_FOOT_Y - 30 - FIGURE_Y - GAP - text;
    float figure = page_figure_height(view, room);
    page_figure(painter, page_figure_box(FIGURE_Y, figure));
    Flow flow = page_flow(painter, card, FIGURE_Y + figure + GAP);
    set_text(&flow, card, version);
}

int handout_pages(const Handout *handout)
{
    return handout->lesson->card_count;
}

void handout_draw(const Handout *handout, int page, const Type *type, DrawList *list)
{
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    View view = handout_view(handout, page, false, &list->arena);
    draw_card(&(Painter){&view, view.theme, list, true}, page, handout->version);
    drawlist_crop(list);
}
