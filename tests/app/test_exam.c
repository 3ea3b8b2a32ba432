/* An exam is taken: one try for each question, nothing told before the end, the answers kept from run to run and draw
 * to draw, the result as a file. */
#include "fixture.h"

#include "app/app_place.h"
#include "app/course_input.h"
#include "app/input.h"
#include "app/open.h"
#include "lesson/exam_results.h"
#include "scene/card/card_told.h"
#include "words/common_words.h"

static const char LESSON[] =
    "---\ntitle: Small exam\norder: 3\nexam: true\nsentence: cat chase mouse\nsuggestions: [dog chase cat]\nmodels:\n"
    "  - {cell: gru, bidirectional: true, attention: bahdanau, score: additive, bridge: none, embed: 32, hidden: 64, "
    "lowercase: true}\n---\n"
    "# Who is it?\n\n```draw\nsource | beast\ncat chase mouse | cat\ndog chase cat | dog\n```\n\n"
    "```attend\nsentence: \"[[source]]\"\nstep: 1\nmoment: softmax\n```\n\nRead it.\n\n"
    "```quiz\nkind: choice\nask: first\nquestion: Who has most of row 1?\nchoices: [\"the [[beast]]\", the mouse, "
    "nobody]\n"
    "answer: \"the [[beast]]\"\nwrong: [No., No one.]\nwhy: The row says so.\nagain: [\"5.3\"]\n```\n\n"
    "# And then?\n\nThink.\n\n```quiz\nkind: choice\nquestion: Yes or no?\nchoices: [yes, no]\nanswer: yes\n```\n\n"
    "# Result\n\nHere it stands.\n";

static AppOptions options;

static int set_up(void **state)
{
    (void)state;
    options = home_create();
    expect_ok(folder_make(path_join(&arena, home, "exam"), 0777, NULL), &(Error){0});
    put("exam/lesson.md", LESSON);
    put_copy("exam/model.safetensors", "lessons/05-cat-chase-mouse/model.safetensors");
    options.lesson = path_join(&arena, home, "exam");
    options.reduced_motion = true;
    start(&options);
    return 0;
}

static void press(ExamPress what, int b, int c)
{
    app_press(app, target_at(TARGET_EXAM, what, b, c));
    frame();
}

static void choose(int choice)
{
    app_press(app, target_at(TARGET_CHOICE, 0, choice, 0));
    frame();
}

static const char *told(void)
{
    return card_told(&app->view, 0, false, &app->scratch);
}

static int right_of(int card)
{
    return app->open.lesson->cards[card].quizzes[0].answer;
}

static void one_try_and_nothing_is_told(void **state)
{
    (void)state;
    app_show_card(app, 0);
    frame();
    int wrong = right_of(0) ? 0 : 1;
    assert_true(scene_gate(&app->view) >= 0 && card_help(&app->view, 0) == HELP_NONE && !told());
    choose(wrong);
    assert_string_equal(told(), said(app->view.language, W_EXAM_KEPT));
    assert_int_equal(card_verdict(&app->view, 0), VERDICT_OPEN);
    assert_true(scene_gate(&app->view) >= 0 && app->progress.completed[0]);
    for (int give_up = 0; give_up < 2; give_up++) /* as a screen reader could ask for it */
        app_press_beside(app, target_at(TARGET_HINT, 0, give_up, 0));
    assert_false(app->view.panel.quizzes[0].hint || app->view.panel.quizzes[0].shown);
    choose(right_of(0));
    assert_int_equal(app->view.panel.quizzes[0].choice, wrong);
    assert_string_equal(app->view.message.text, said(app->view.language, W_EXAM_ONE_TRY));
    start(&options); /* kept */
    app_show_card(app, 0);
    frame();
    assert_true(app->view.panel.quizzes[0].answered && app->view.panel.quizzes[0].choice == wrong);
    assert_true(app->progress.completed[0] && !app->progress.completed[1] && !app->view.panel.exam->over);
}

static void the_end_tells(void **state)
{
    (void)state;
    app_show_card(app, 2);
    frame();
    assert_non_null(drawlist_marked(&app->list, target_at(TARGET_EXAM, EXAM_END, 0, 0)));
    press(EXAM_END, 0, 0);
    assert_false(app->view.panel.exam->over); /* a question is open: it asks once */
    press(EXAM_END, 0, 0);
    assert_true(app->view.panel.exam->over && app->progress.completed[2]);
    assert_non_null(drawlist_marked(&app->list, target_at(TARGET_EXAM, EXAM_SAVE, 0, 0)));
    assert_non_null(drawlist_marked(&app->list, target_at(TARGET_EXAM, EXAM_AGAIN, 0, 0)));
    assert_null(drawlist_marked(&app->list, target_at(TARGET_EXAM, EXAM_AGAIN, 1, 0)));
    app_press(app, middle_of(target_at(TARGET_CARD, 0, 0, 0)).x > 0 ? target_at(TARGET_CARD, 0, 0, 0) : (Target){0});
    frame();
    assert_int_equal(card_verdict(&app->view, 0), VERDICT_WRONG);
    assert_non_null(strstr(told(), "Read again 5.3."));
    assert_int_equal(scene_gate(&app->view), -1);
    choose(right_of(0)); /* too late */
    assert_int_equal(card_verdict(&app->view, 0), VERDICT_WRONG);
    app_show_card(app, 1);
    choose(right_of(1));
    assert_int_equal(exam_right(app->open.lesson, app->view.panel.exam), 0);
}

static void the_result_is_a_file(void **state)
{
    (void)state;
    Error error = {0};
    ExamFile file = {.draw = 0};
    Bytes text = {0};
    press(EXAM_SAVE, 0, 0);
    press(EXAM_SAVE, 0, 0); /* beside the first */
    assert_true(file_exists(path_join(&arena, home, "attend-exam-1-2.json")));
    const char *path = path_join(&arena, home, "attend-exam-1.json");
    expect_ok(file_read(path, 10000, &text, &error), &error);
    cJSON *root = json_parse(bytes_slice(&text), 100, &error);
    expect_ok(root && exam_parse(root, path, &file, &error), &error);
    assert_true(exam_fits(&file, app->open.lesson) && file.exam.over);
    cJSON_Delete(root);
    bytes_finish(&text);
    ExamResults all = {0};
    expect_ok(results_add(&all, path, home, &error), &error);
    int *order;
    assert_int_equal(results_order(&all, &order), 2);
    assert_int_equal(results_right(&all, 0), 0);
    assert_int_equal(results_chosen(&all, all.lessons[0], 1, EXAM_OPEN), 1);
    assert_int_equal(results_chosen(&all, all.lessons[0], 0, file.exam.chosen[0]), 1);
    put("x.json", "{}");
    assert_false(results_add(&all, path_join(&arena, home, "x.json"), home, &error));
    char **files;
    assert_int_equal(results_files(home, &arena, &files, &error), 3);
    results_finish(&all);
}

/* The teacher drops the files; what is none is told, and the others stay. */
static void a_class_is_gathered(void **state)
{
    (void)state;
    Error error = {0};
    Bytes page = {0};
    const char *lessons = app->options.lessons;
    app->options.lessons = home;
    app_take_file(app, path_join(&arena, home, "attend-exam-1.json"));
    app_take_file(app, path_join(&arena, home, "attend-exam-1-2.json"));
    put("other.json", EXAM_BEGINS "1}");
    app_take_file(app, path_join(&arena, home, "other.json"));
    assert_true(app->view.message.bad);
    frame();
    assert_true(app->view.overlay == OVERLAY_COURSE && app->results->count == 2);
    press_at(middle_of(target_at(TARGET_EXAM, EXAM_CLASS, 0, 0)));
    const char *path = path_join(&arena, home, "attend-exam-class.html");
    expect_ok(file_read(path, 100000, &page, &error), &error);
    assert_non_null(strstr(page.data, "2 results"));
    assert_non_null(strstr(page.data, "0 of 2 right"));
    assert_non_null(strstr(page.data, "attend-exam-1-2"));
    bytes_finish(&page);
    app->view.overlay = OVERLAY_NONE;
    app->options.lessons = lessons;
    app_close_course(app);
}

static void another_draw_is_another_exam(void **state)
{
    (void)state;
    Error error = {0};
    char first[SENTENCE_BYTES];
    app_show_card(app, 0);
    snprintf(first, sizeof first, "%s", app->open.decoded);
    app_show_card(app, 2);
    press(EXAM_ANOTHER, 0, 0);
    assert_int_equal(app->open.lesson->draw, 2);
    assert_true(strcmp(app->open.decoded, first) != 0);
    assert_false(app->view.panel.exam->over || app->view.panel.quizzes[0].answered || app->progress.completed[0]);
    choose(right_of(0));
    char *here = arena_string(&arena, app_here(app, &arena));
    assert_non_null(strstr(here, "exam#2"));
    expect_ok(app_open_lesson(app, options.lesson, NULL, &error), &error);
    assert_true(app->open.lesson->draw == 1 && app->view.panel.exam->over);
    assert_true(app_visit(app, here));
    assert_true(app->open.lesson->draw == 2 && exam_answered(app->open.lesson, app->view.panel.exam) == 1);
    assert_true(app_visit(app, here)); /* the same place: nothing is read again */
    assert_true(app->view.panel.quizzes[0].answered);
    press(EXAM_AGAIN, 0, 0);
    assert_true(app->open.lesson->order == 5 && app->view.card == 2 && !app->view.panel.exam);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_try_and_nothing_is_told),  cmocka_unit_test(the_end_tells),
        cmocka_unit_test(the_result_is_a_file),         cmocka_unit_test(a_class_is_gathered),
        cmocka_unit_test(another_draw_is_another_exam),
    };
    return cmocka_run_group_tests(tests, set_up, home_remove);
}
