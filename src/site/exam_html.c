#include "site/exam_html.h"

#include "site/html.h"
#include "words/common_words.h"

static void put_press(Bytes *out, const View *view, Target target, Word word)
{
    html_press(out, target, "", said(view->language, word));
}

/* The question, and where it was wrong the cards that teach it. */
static void put_row(Bytes *out, const View *view, int card, Arena *arena)
{
    const Quiz *quiz = &view->lesson->cards[card].quizzes[0];
    bool right = exam_card_right(view->lesson, view->panel.exam, card);
    bytes_add_text(out, right ? "<li>✓ " : "<li>✗ ");
    html_press(out, target_at(TARGET_CARD, card, 0, 0), "", view->lesson->cards[card].title[view->language]);
    for (int k = 0; !right && k < quiz->again_count; k++)
        html_press(out, target_at(TARGET_EXAM, EXAM_AGAIN, card, k), "",
                   arena_printf(arena, said(view->language, W_READ_AGAIN), quiz->again[k]));
    bytes_add_text(out, "</li>\n");
}

void exam_html(Bytes *out, const View *view, Arena *arena)
{
    const Lesson *lesson = view->lesson;
    const Exam *exam = view->panel.exam;
    int questions = exam_questions(lesson);
    if (!exam->over) {
        html_element(
            out, "p",
            arena_printf(arena, said(view->language, W_EXAM_ANSWERED), exam_answered(lesson, exam), questions));
        put_press(out, view, target_at(TARGET_EXAM, EXAM_END, 0, 0), W_EXAM_END);
        return;
    }
    html_element(out, "p",
                 arena_printf(arena, said(view->language, W_EXAM_RESULT), exam_right(lesson, exam), questions));
    bytes_add_text(out, "<ul>\n");
    for (int i = 0; i < lesson->card_count; i++)
        if (lesson->cards[i].quiz_count)
            put_row(out, view, i, arena);
    bytes_add_text(out, "</ul>\n");
    put_press(out, view, target_at(TARGET_EXAM, EXAM_SAVE, 0, 0), W_EXAM_SAVE);
    put_press(out, view, target_at(TARGET_EXAM, EXAM_ANOTHER, 0, 0), W_EXAM_ANOTHER);
}
