/* From lesson to lesson in one window: every view open at the moment of going, things changed by hand, and lessons that
 * cannot be opened. */
#include "course.h"

#include "app/decode_input.h"

static void every_lesson_and_every_card(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            app_show_card(app, card);
            frame();
            key(KEY_DOWN);
            key(KEY_L);
        }
    }
}

/* A view is open, with its own traces, threads and marks, when its lesson goes. */
static void out_of_every_view(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++)
        for (Key view = KEY_1; view <= KEY_5; view++) {
            key(view);
            key(KEY_RIGHT);
            key(KEY_SPACE);
            change_to(lessons.folders[(i + (int)(view - KEY_1)) % lessons.count]);
        }
}

static void with_changes_by_hand(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        app->view.window.captions = true;
        changes_begin(&app->open.changes);
        changes_word(&app->open.changes, 0, "</s>");
        Error error = {0};
        expect_ok(app_decode_changed(app, &error), &error);
        frame();
        change_to(lessons.folders[(i + 1) % lessons.count]);
        assert_false(changes_any(&app->open.changes));
        app_undo(app, false);
        frame();
    }
}

static void a_lesson_that_cannot_be_opened(void **state)
{
    (void)state;
    change_to(lessons.folders[1]);
    app_show_card(app, 1);
    const Lesson *before = app->open.lesson;
    const Trace *trace = app->open.trace;
    Error error = {0};
    assert_false(app_open_lesson(app, home, NULL, &error));
    expect_error(&error, "lesson.md");
    assert_ptr_equal(app->open.lesson, before);
    assert_ptr_equal(app->open.trace, trace);
    assert_int_equal(app->view.card, 1);
    key(KEY_RIGHT);
}

/* A card may ask for one word of self-attention, beat by beat; the cards beside it have the picture that
 * they ask for. */
static void a_look_comes_with_its_card(void **state)
{
    (void)state;
    int found = 0;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const StageSetting *stage = &app->open.lesson->cards[card].stage;
            app_show_card(app, card);
            frame();
            if (stage->present && stage->view == VIEW_SELF_ATTENTION) {
                assert_int_equal(app->view.look, stage->look);
                assert_int_equal(app->open.trace->head_told, stage->look == LOOK_ONE_WORD);
                found += stage->look == LOOK_ONE_WORD;
            }
        }
    }
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_and_every_card), cmocka_unit_test(out_of_every_view),
        cmocka_unit_test(with_changes_by_hand),        cmocka_unit_test(a_lesson_that_cannot_be_opened),
        cmocka_unit_test(a_look_comes_with_its_card),
    };
    return cmocka_run_group_tests_name("app lessons", tests, course_set_up, home_remove);
}
