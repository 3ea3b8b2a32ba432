/* Every card of every lesson under lessons/, in its own view and with its own models, fits its panels: no text is cut, and
 * none lies over another. In both languages, with every state of its questions, at the window's sizes 1024 x 640
 * and 1440 x 900. */
#include "ink.h"

#include "scene/shown.h"

#define ANSWER_MOST 30.0f /* px that the words behind an answer may reach below: the panel scrolls there */
static int findings, scrolls;
static Moving moving;                                       /* the fonts and the list that ink_check draws into */
static const float SIZES[][2] = {{1138, 711}, {1440, 900}}; /* logical: the first is a window of 1024 x 640 */

static int set_up(void **state)
{
    (void)state;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    moving_close(&moving);
    return 0;
}

/* A question as it is asked, with its hint, and with the answers 0, 1 and 2: one of them may be right. */
enum { ASKED, HINTED, ANSWERED, STATES = ANSWERED + 3 };

static void answer(View *view, const Card *card, int state)
{
    for (int i = 0; i < card->quiz_count && i < QUIZ_MOST; i++) {
        QuizAnswer *answer = &view->quizzes[i];
        *answer = (QuizAnswer){.answered = state >= ANSWERED, .hint = state == HINTED, .choice = state - ANSWERED};
        if (card->quizzes[i].kind == QUIZ_NUMBER && state >= ANSWERED) {
            answer->number = state == ANSWERED ? card->quizzes[i].number : -12.75;
            snprintf(answer->typed, sizeof answer->typed, "%g", answer->number);
        }
    }
}

static void check_card(ShownLesson *shown, const Lesson *lesson, int card)
{
    View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
    ShownCard now;
    Error error = {0};
    view.lesson_number = view.lesson_count = lesson->order;
    expect_ok(shown_card(shown, card, &view, &now, &error), &error);
    ink_findings = 0; /* each card tells its own */
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int state = ASKED; state < STATES; state++) {
                view.width = SIZES[s][0];
                view.height = SIZES[s][1];
                view.language = language;
                answer(&view, &lesson->cards[card], state);
                ink_check(&moving, &view);
                float over = scene_extent(&view, moving.type).card_scroll;
                bool much = over > (state == ASKED ? 0 : ANSWER_MOST);
                scrolls += much;
                if (much)
                    print_message("%s, card %d, %s, %.0fx%.0f, state %d: %.0f px too high\n", path_name(lesson->folder),
                                  card + 1, language ? "zh" : "en", view.width, view.height, state, over);
            }
    if (ink_findings)
        print_message("%s, card %d: %d findings\n", path_name(lesson->folder), card + 1, ink_findings);
    findings += ink_findings;
    shown_card_finish(&now);
}

static void check_lesson(const char *folder)
{
    Error error = {0};
    Lesson *lesson = lesson_load(folder, &error);
    expect_ok(lesson != NULL, &error);
    Model *models = calloc((size_t)lesson->model_count, sizeof *models);
    for (int i = 0; i < lesson->model_count; i++)
        expect_ok(model_load(lesson->models[i].path, &models[i], &error), &error);
    ShownLesson *shown = shown_open(lesson, models, 0);
    for (int card = 0; card < lesson->card_count; card++)
        check_card(shown, lesson, card);
    shown_close(shown);
    for (int i = 0; i < lesson->model_count; i++)
        model_finish(&models[i]);
    free(models);
    lesson_destroy(lesson);
}

static void every_card_of_every_lesson(void **state)
{
    (void)state;
    Error error = {0};
    LessonList list = lesson_list(path_join(&moving.arena, getenv("ATTEND_DATA"), "lessons"), &moving.arena, &error);
    expect_ok(list.count > 0, &error);
    for (int i = 0; i < list.count; i++)
        check_lesson(list.folders[i]);
    assert_int_equal(findings, 0);
    assert_int_equal(scrolls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_card_of_every_lesson)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
