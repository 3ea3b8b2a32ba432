/* Taking an exam: one try for each question, the result, and another draw. */
#include "app/exam_input.h"

#include "app/app_place.h"
#include "app/card_progress.h"
#include "app/course_input.h"
#include "app/exports.h"
#include "app/open.h"
#include "site/results_page.h"
#include "words/common_words.h"

#include <stdlib.h>
#include <string.h>

static void save_mine(App *app)
{
    Bytes text = {0};
    const Lesson *lesson = app->open.lesson;
    exam_print(lesson, &app->progress.exam, &text);
    bytes_add_text(&text, "\n");
    app_export_as(app, arena_printf(&app->scratch, "attend-exam-%d", lesson->draw), ".json", &text);
    bytes_finish(&text);
}

/* With open questions it wants a second press. */
static void end_exam(App *app)
{
    Exam *exam = &app->progress.exam;
    int open = exam_questions(app->open.lesson) - exam_answered(app->open.lesson, exam);
    if (open > 0 && !app->progress.exam_asked) {
        app->progress.exam_asked = true;
        app_warn(app, W_EXAM_END_ASK, open);
        return;
    }
    exam->over = true;
    progress_keep_exam(&app->progress.all, app->open.lesson, exam);
    progress_card_done(app);
    progress_keep(app);
}

bool exam_take_result(App *app, const char *path, Error *error)
{
    if (!app->results)
        app->results = heap_alloc(1, sizeof *app->results);
    if (!results_add(app->results, path, app->options.lessons, error))
        return false;
    app->view.course.results = app->results;
    if (!course_is_open(app))
        course_press(app, (Target){TARGET_COURSE, 0, 0, 0});
    app->dirty = true;
    return true;
}

/* What a class has answered, as a page that a browser shows and prints. */
static void save_class(App *app)
{
    Bytes page = {0};
    if (!app->results)
        return;
    results_page(&page, app->results, app->view.language);
    app_export_as(app, "attend-exam-class", ".html", &page);
    bytes_finish(&page);
}

void exam_press(App *app, Target target)
{
    const Lesson *lesson = app->open.lesson;
    Arena *arena = &app->scratch;
    if (target.a == EXAM_CLASS)
        save_class(app);
    else if (!app->view.panel.exam)
        return;
    else if (target.a == EXAM_END)
        end_exam(app);
    else if (target.a == EXAM_SAVE)
        save_mine(app);
    else if (target.a == EXAM_ANOTHER)
        (void)app_visit_lesson(app, arena_printf(arena, "%s#%d", lesson->folder, lesson->draw + 1));
    else {
        const Quiz *quiz = &lesson_card(lesson, target.b)->quizzes[0];
        const char *again = quiz->again[target.c], *point = strchr(again, '.');
        (void)app_visit(app, arena_printf(arena, "lesson=%.*s;card=%s", (int)(point - again), again, point + 1));
    }
}

void exam_close(App *app)
{
    if (app->results)
        results_finish(app->results);
    free(app->results);
    app->results = NULL;
}
