/* The second course, examples/german, walked from its first card to its last: every question is answered, every card is
 * completed, and each is written as docs/lessons.md says. */
#include "fixture.h"

#include "app/input.h"
#include "app/open.h"
#include "app/view_input.h"

static LessonList lessons;

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    AppOptions options = home_create();
    options.lessons = resource_folder("examples/german", &arena);
    lessons = lesson_list(options.lessons, &arena, &error);
    assert_int_equal(lessons.count, 5);
    options.lesson = lessons.folders[0];
    options.reduced_motion = true;
    start(&options);
    return 0;
}

static void answer(int index, const Quiz *quiz)
{
    int right = 0;
    if (quiz->kind == QUIZ_NUMBER) {
        app_press(app, (Target){TARGET_NUMBER, (int16_t)index, 0, 0});
        Event typed = {.kind = EVENT_TEXT};
        snprintf(typed.text.text, sizeof typed.text.text, "%g", quiz->number);
        app_update(app, &typed);
        key(KEY_ENTER);
        return;
    }
    while (right < 100 && !quiz_right(quiz, app->open.trace, right, 0))
        right++;
    assert_true(right < 100);
    app_press(app, (Target){TARGET_CHOICE, (int16_t)index, (int16_t)right, 0});
    frame();
}

static void every_card_is_walked(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        Error error = {0};
        expect_ok(app_open_lesson(app, lessons.folders[i], NULL, &error), &error);
        const Lesson *lesson = app->open.lesson;
        for (int k = 0; k < lesson->card_count; k++) {
            const Card *card = &lesson->cards[k];
            app_show_card(app, k);
            frame();
            for (int q = 0; q < card->quiz_count; q++) {
                answer(q, &card->quizzes[q]);
                assert_true(app->view.panel.quizzes[q].shown);
            }
            assert_int_equal(scene_gate(&app->view), -1);
            assert_true(card_answered_right(app_card(app), app->view.panel.quizzes, app->open.trace));
            key(KEY_END);
            key(KEY_HOME);
        }
    }
}

static void every_card_is_whole(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        Error error = {0};
        Lesson *lesson = lesson_load(lessons.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        Warnings warnings = lesson_warnings(lesson, NULL, &arena);
        if (warnings.count)
            fail_msg("%s: %s", lesson->folder, warnings.texts[0]);
        assert_in_range(lesson->card_count, 4, 6);
        for (int k = 0; k < lesson->card_count; k++) {
            const Card *card = &lesson->cards[k];
            int notes = 0;
            for (int b = 0; b < card->block_count[0]; b++)
                notes += card->blocks[0][b].kind == BLOCK_NOTE;
            if (notes != 1 || card->quiz_count == 0)
                fail_msg("%s: %d notes, %d questions", card->title[0], notes, card->quiz_count);
            for (int q = 0; q < card->quiz_count; q++) {
                assert_non_null(card->quizzes[q].hint[0]);
                assert_non_null(card->quizzes[q].why[0]);
                assert_true(card->quizzes[q].kind != QUIZ_CHOICE || card->quizzes[q].wrong[0]);
            }
        }
        lesson_destroy(lesson);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_card_is_walked), cmocka_unit_test(every_card_is_whole)};
    return cmocka_run_group_tests_name("app german", tests, set_up, home_remove);
}
