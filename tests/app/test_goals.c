/* What a card asks: its questions, by keys and by numbers that are typed, and the goals that complete it
 * and are kept. */
#include "course.h"

#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/input.h"
#include "app/view_input.h"

static void type(const char *text)
{
    Event typed = {.kind = EVENT_TEXT};
    snprintf(typed.text.text, sizeof typed.text.text, "%s", text);
    app_update(app, &typed);
    frame();
}

static void a_number_is_typed(void **state)
{
    (void)state;
    change_to_number("07-");
    app_show_card(app, 2);
    app->progress.completed[2] = false;
    assert_int_equal(app->open.lesson->cards[2].quizzes[0].kind, QUIZ_NUMBER);
    frame();
    for (int i = 0; i < 300 && app->view.focus.kind != TARGET_NUMBER; i++)
        key(KEY_TAB);
    assert_int_equal(app->view.focus.kind, TARGET_NUMBER);
    const QuizAnswer *answer = &app->view.panel.quizzes[0];
    Language language = app->view.language;
    type("1"); /* not yet: it is only in focus */
    key(KEY_ENTER);
    assert_int_equal(app->view.panel.typing, 1);
    type("5");
    key(KEY_5); /* as the keyboard sends it beside the text: no other view */
    key(KEY_L);
    key(KEY_SPACE);
    assert_int_equal(app->view.kind, VIEW_DECODE);
    assert_int_equal(app->view.language, language);
    assert_string_equal(answer->typed, "5");
    assert_false(answer->answered);
    key(KEY_ENTER);
    assert_true(answer->answered);
    assert_false(app->progress.completed[2]);
    assert_int_equal(app->view.panel.typing, 1); /* to mend it */
    key(KEY_ESCAPE);
    assert_int_equal(app->view.panel.typing, 0);
    key(KEY_L);
    assert_int_not_equal(app->view.language, language);
    app_update(app, &(Event){.kind = EVENT_RESIZE});
    frame();
    assert_string_equal(answer->typed, "5");
    assert_true(answer->answered);
    key(KEY_ENTER);
    key(KEY_BACKSPACE);
    assert_false(answer->answered);
    type("7,39");
    key(KEY_ENTER);
    assert_true(answer->answered && answer->number == 7.39);
    assert_int_equal(app->view.panel.typing, 0);
    assert_true(app->progress.completed[2]);
    app_show_card(app, 3);
    assert_string_equal(answer->typed, "");
    key(KEY_L);
}

static void a_hint_is_asked_for(void **state)
{
    (void)state;
    change_to(lessons.folders[0]);
    int card = 0;
    while (app->open.lesson->cards[card].quiz_count == 0 || !app->open.lesson->cards[card].quizzes[0].hint[0])
        card++;
    app_show_card(app, card);
    frame();
    Target hint = {TARGET_HINT, 0, 0, 0}, told = {TARGET_PANEL, 1, 0, 0};
    assert_null(drawlist_marked(&app->list, told));
    for (int i = 0; i < 300 && app->view.focus.kind != TARGET_HINT; i++)
        key(KEY_TAB);
    key(KEY_ENTER);
    assert_true(app->view.panel.quizzes[0].hint);
    assert_false(app->view.panel.quizzes[0].answered);
    assert_null(drawlist_marked(&app->list, hint));
    assert_non_null(drawlist_marked(&app->list, told));
}

static void press(Target target)
{
    frame();
    app_press(app, target);
    frame();
}

static bool kept(const char *lesson, int card)
{
    Error error = {0};
    Bytes bytes;
    Progress progress;
    char *path = path_join(&arena, home, ".local/share/attend/progress.json");
    if (!file_exists(path))
        return false;
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &bytes, &error), &error);
    expect_ok(progress_parse(bytes_slice(&bytes), path, &progress, &error), &error);
    bool done = progress_done(&progress, lesson, card, app->open.lesson->cards[card].title[LANGUAGE_ENGLISH]);
    progress_finish(&progress);
    bytes_finish(&bytes);
    return done;
}

/* A brings the focus to the question of every card, the arrows go through its choices, Enter takes one. */
static void questions_by_keys(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const Quiz *quiz = app->open.lesson->cards[card].quizzes;
            const char **choices;
            app_show_card(app, card);
            frame();
            if (app->open.lesson->cards[card].quiz_count == 0)
                continue;
            double target = app->cursor.target; /* a card may stand within a moment */
            int count = quiz_choices(quiz, app->open.trace, LANGUAGE_ENGLISH, &arena, &choices);
            key(KEY_A);
            if (quiz->kind == QUIZ_NUMBER) {
                assert_int_equal(app->view.panel.typing, 1);
                key(KEY_ESCAPE);
                continue;
            }
            assert_true(target_equal(app->view.focus, (Target){TARGET_CHOICE, 0, 0, 0}));
            key(KEY_UP); /* there is none above */
            for (int k = 0; k < count; k++)
                key(k % 2 ? KEY_DOWN : KEY_RIGHT); /* once more than there are */
            assert_true(target_equal(app->view.focus, (Target){TARGET_CHOICE, 0, (int16_t)(count - 1), 0}));
            key(KEY_ENTER);
            assert_true(app->view.panel.quizzes[0].answered);
            assert_int_equal(app->view.panel.quizzes[0].choice, count - 1);
            bool goes_on = app->view.panel.quizzes[0].shown && app->cursor.target > target; /* to what it hid */
            assert_true(goes_on || app->cursor.target == target);
            key(KEY_A); /* the only question there is */
            assert_true(target_equal(app->view.focus, (Target){TARGET_CHOICE, 0, 0, 0}));
        }
    }
}

/* No key and no press on the timeline comes to what an open question asks; given up, the stage goes there by itself. */
static void a_question_holds_the_cursor(void **state)
{
    (void)state;
    int held = 0;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count && !app->open.lesson->exam; card++) {
            app_show_card(app, card);
            frame();
            QuizMask mask = scene_mask(&app->view);
            if (mask.gate < 0 || app->view.kind != VIEW_DECODE)
                continue;
            key(KEY_END);
            press((Target){TARGET_MOMENT, (int16_t)(moment_count(app->open.trace) - 1), 0, 0});
            assert_int_equal(app->cursor.target, mask.gate - 1);
            app->view.message.text = NULL;
            key(KEY_RIGHT);
            assert_non_null(app->view.message.text);
            key(KEY_SPACE);
            assert_int_equal(app->cursor.target, mask.gate - 1);
            key(KEY_LEFT);
            assert_true(app->cursor.target < mask.gate - 1);
            press((Target){TARGET_HINT, 0, 0, 0});
            assert_int_equal(scene_gate(&app->view), mask.gate);
            press((Target){TARGET_HINT, 0, 1, 0});
            assert_int_equal(scene_gate(&app->view), -1);
            assert_true(app->cursor.target >= mask.gate);
            press((Target){TARGET_CHOICE, 0, 99, 0}); /* a wrong answer hides nothing again */
            assert_int_equal(scene_gate(&app->view), -1);
            assert_false(card_answered_right(app_card(app), app->view.panel.quizzes, app->open.trace));
            held++;
        }
    }
    assert_true(held >= 8);
}

/* Every card of the course is completed by what its goal says, and by nothing less; it is on the disk at once. */
static void goals_complete_cards(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        const char *name = path_name(app->open.lesson->folder);
        if (app->open.lesson->exam) /* of test_exam.c */
            continue;
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const Card *is = &app->open.lesson->cards[card];
            app_show_card(app, card);
            frame();
            if (app->progress.completed[card]) /* by going on from the one before */
                continue;
            GoalKind goal = card_goal(is);
            if (goal == GOAL_ANSWER) {
                for (int q = 0; q < is->quiz_count; q++) {
                    const Quiz *quiz = &is->quizzes[q];
                    int right = 0;
                    while (quiz->kind != QUIZ_NUMBER && !quiz_right(quiz, app->open.trace, right, 0))
                        right++;
                    assert_true(right < 100);
                    press((Target){TARGET_CHOICE, (int16_t)q, (int16_t)(right ? 0 : 1), 0});
                    if (app->progress.completed[card])
                        print_error("%s, card %d, quiz %d\n", name, card + 1, q + 1);
                    assert_false(app->progress.completed[card]);
                    double number = quiz->number;
                    for (int t = 0; quiz->live.kind != LIVE_NONE && t <= 20000; t++)
                        if (quiz_right(quiz, app->open.trace, 0, number = t * 0.005 - 50))
                            break;
                    press((Target){TARGET_NUMBER, (int16_t)q, 0, 0});
                    if (quiz->kind == QUIZ_NUMBER) {
                        Event typed = {.kind = EVENT_TEXT};
                        snprintf(typed.text.text, sizeof typed.text.text, "%.3f", number);
                        app_update(app, &typed);
                        key(KEY_ENTER);
                        assert_int_equal(app->view.panel.typing, 0);
                    } else
                        press((Target){TARGET_CHOICE, (int16_t)q, (int16_t)right, 0});
                }
            } else if (goal == GOAL_NONE)
                app_left_card(app);
            else
                app_reached(app, goal);
            if (!app->progress.completed[card])
                print_error("%s, card %d: goal %s\n", name, card + 1, GOAL_NAMES[goal]);
            assert_true(app->progress.completed[card]);
            assert_true(kept(name, card));
        }
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++)
            assert_true(app->progress.completed[card]);
    }
}

/* By what a person does, not by our saying so. */
static void goals_are_reached(void **state)
{
    (void)state;
    change_to_number("05-");
    Card *card = &app->open.lesson->cards[0];
    app_show_card(app, 0);
    card->stage.goal = GOAL_PLAY;
    app->progress.completed[0] = false;
    app_jump(app, 0);
    frame();
    assert_false(app->progress.completed[0]);
    key(KEY_END);
    assert_true(app->progress.completed[0]);

    card->stage.goal = GOAL_SENTENCE;
    app->progress.completed[0] = false;
    press((Target){TARGET_FIELD, 0, 0, 0});
    key(KEY_ENTER); /* the card's own */
    assert_false(app->progress.completed[0]);
    press((Target){TARGET_SUGGESTION, 0, 0, 0});
    assert_true(app->progress.completed[0]);

    app_show_view(app, VIEW_DECODE);
    card->stage.goal = GOAL_WEIGHTS;
    app->progress.completed[0] = false;
    app_jump(app, moment_find(app->open.trace, MOMENT_SOFTMAX, 0, -1));
    app->view.focus = (Target){TARGET_WEIGHT, 0, 1, 0};
    key(KEY_UP);
    assert_true(app->progress.completed[0]);

    card->stage.goal = GOAL_TEMPERATURE;
    app->progress.completed[0] = false;
    app->view.focus = (Target){TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0};
    key(KEY_UP);
    assert_true(app->progress.completed[0]);

    card->stage.goal = GOAL_WORD;
    app->progress.completed[0] = false;
    const TraceStep *step = &app->open.trace->steps[0];
    int other = 0;
    while (step->top[other].id == step->id || (step->top[other].id < VOCAB_SPECIAL && step->top[other].id != VOCAB_END))
        other++;
    press((Target){TARGET_OUTPUT, 0, (int16_t)other, 0});
    assert_true(app->progress.completed[0]);
}

static void a_broken_file_is_put_aside(void **state)
{
    (void)state;
    change_to(lessons.folders[0]);
    char *path = path_join(&arena, home, ".local/share/attend/progress.json");
    Error error = {0};
    expect_ok(file_write(path, "{\"version\":", 11, &error), &error);
    app->progress.completed[0] = false;
    progress_finish(&app->progress.all);
    app_reached(app, card_goal(&app->open.lesson->cards[0]));
    app_left_card(app);
    assert_true(app->progress.completed[0]);
    assert_true(kept(path_name(lessons.folders[0]), 0));
    assert_true(file_exists(arena_printf(&arena, "%s.broken-1", path)));
    assert_non_null(strstr(app->message.text, "broken-1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_typed),           cmocka_unit_test(questions_by_keys),
        cmocka_unit_test(a_question_holds_the_cursor), cmocka_unit_test(a_hint_is_asked_for),
        cmocka_unit_test(goals_complete_cards),        cmocka_unit_test(goals_are_reached),
        cmocka_unit_test(a_broken_file_is_put_aside),
    };
    return cmocka_run_group_tests_name("app goals", tests, course_set_up, home_remove);
}
