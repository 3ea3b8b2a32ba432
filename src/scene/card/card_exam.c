/* The card behind an exam's questions: how many are answered, or what was right and what to read again. */
#include "scene/card/flow.h"
#include "words/common_words.h"

#include <string.h>

enum { BUTTON_H = 34, SIGN = 22 };

static void set_button(Flow *flow, ExamPress press, Word word, bool primary)
{
    const char *text = said(flow->language, word);
    float width = kit_width(flow->painter, style_bold(flow->painter->theme, TYPE_BODY, ROLE_INK), text) + 36;
    kit_button(flow->painter, (Box){flow->x, flow->y, width, BUTTON_H}, text, target_at(TARGET_EXAM, press, 0, 0),
               primary);
    flow->y += BUTTON_H + 10;
}

/* "Read again 9.3, 10.1.", where each card can be pressed. */
static void set_again(Flow *flow, const Quiz *quiz, int card)
{
    const Theme *theme = flow->painter->theme;
    const char *text = said(flow->language, W_READ_AGAIN), *hole = strstr(text, "%s");
    TextStyle plain = style_plain(theme, flow_size(flow, TYPE_SMALL), ROLE_MUTED), link = plain;
    link.color = theme->text[ROLE_QUERY];
    FlowPieces pieces = {0};
    bool space = false;
    flow_cut(flow, &pieces, (Slice){text, (size_t)(hole - text)}, plain, (Target){0}, &space);
    for (int i = 0; i < quiz->again_count; i++) {
        const char *end = i + 1 < quiz->again_count ? "," : hole + 2;
        flow_cut(flow, &pieces, slice_of(quiz->again[i]), link, target_at(TARGET_EXAM, EXAM_AGAIN, card, i), &space);
        flow_cut(flow, &pieces, slice_of(end), plain, (Target){0}, &space);
        space = true;
    }
    flow_pieces(flow, &pieces, flow->x + SIGN, flow->width - SIGN, flow_size(flow, TYPE_SMALL) * 1.4f);
}

/* The title leads to the question, where it says why. */
static void set_row(Flow *flow, int card)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    const Quiz *quiz = &view->lesson->cards[card].quizzes[0];
    bool right = exam_card_right(view->lesson, view->panel.exam, card);
    Target target = target_at(TARGET_CARD, card, 0, 0);
    float top = flow->y;
    kit_text_at(painter,
                style_bold(theme, flow_size(flow, TYPE_BODY), verdict_role(right ? VERDICT_RIGHT : VERDICT_WRONG)),
                (Point){flow->x, top + flow_size(flow, TYPE_BODY)}, ALIGN_LEFT, right ? "✓" : "✗");
    const char *title = view->lesson->cards[card].title[flow->language];
    flow_text(flow, title, style_plain(theme, TYPE_BODY, ROLE_INK), flow->x + SIGN, flow->width - SIGN);
    kit_press(painter, (Box){flow->x, top, flow->width, flow->y - top}, 4, target, title);
    if (!right && quiz->again_count)
        set_again(flow, quiz, card);
    flow_skip(flow, 5);
}

void card_exam_draw(Flow *flow)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const Exam *exam = view->panel.exam;
    Arena *arena = &painter->list->arena;
    int questions = exam_questions(view->lesson);
    if (!exam->over) {
        int answered = exam_answered(view->lesson, exam);
        flow_text(flow, arena_printf(arena, said(flow->language, W_EXAM_ANSWERED), answered, questions),
                  style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
        flow_skip(flow, 10);
        set_button(flow, EXAM_END, W_EXAM_END, answered == questions);
        return;
    }
    flow_text(flow, arena_printf(arena, said(flow->language, W_EXAM_RESULT), exam_right(view->lesson, exam), questions),
              style_bold(painter->theme, TYPE_TITLE, ROLE_INK), flow->x, flow->width);
    flow_skip(flow, 10);
    for (int i = 0; i < view->lesson->card_count; i++)
        if (view->lesson->cards[i].quiz_count)
            set_row(flow, i);
    flow_skip(flow, 8);
    set_button(flow, EXAM_SAVE, W_EXAM_SAVE, true);
    set_button(flow, EXAM_ANOTHER, W_EXAM_ANOTHER, false);
}
