/* What has been answered in the exam that is open. */
#include "app/card_progress.h"
#include "app/exam_input.h"
#include "words/common_words.h"

/* The answers so far, and a dot for each; cards count anew in each draw. */
void exam_open(App *app)
{
    const Lesson *lesson = app->open.lesson;
    Exam *exam = &app->progress.exam;
    app->view.panel.exam = lesson->exam ? exam : NULL;
    if (!lesson->exam)
        return;
    (void)progress_exam(&app->progress.all, lesson, exam);
    app->progress.exam_asked = false;
    for (int i = 0; i < lesson->card_count; i++)
        app->progress.completed[i] = lesson->cards[i].quiz_count ? exam->chosen[i] != EXAM_OPEN : exam->over;
}

bool exam_choose(App *app, int choice)
{
    Exam *exam = &app->progress.exam;
    int card = app->view.card;
    if (exam->over || exam->chosen[card] != EXAM_OPEN) {
        app_say(app, W_EXAM_ONE_TRY);
        return false;
    }
    exam->chosen[card] = choice;
    progress_card_done(app);
    progress_keep_exam(&app->progress.all, app->open.lesson, exam);
    progress_keep(app);
    return true;
}

void exam_show(App *app)
{
    const Exam *exam = app->view.panel.exam;
    QuizAnswer *answer = exam ? app_answer(app, 0) : NULL;
    app->progress.exam_asked = false;
    if (answer && exam->chosen[app->view.card] != EXAM_OPEN)
        *answer = (QuizAnswer){.answered = true, .choice = exam->chosen[app->view.card]};
    if (answer)
        answer->shown = exam->over;
}
