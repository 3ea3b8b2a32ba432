/* Every page of every lesson's handout: words have room, nothing runs off the paper, every question has its answer. */
#include "ink.h"

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"
#include "scene/figures/teacher_page.h"
#include "scene/figures/worksheet.h"

/* On paper nothing can be pressed: what a card says to try stays on the screen. */
static bool asks_for_hands(const DrawList *list)
{
    for (int i = 0; i < list->count; i++) {
        char text[SAID_BYTES];
        command_text(&list->commands[i], text);
        if (strcasestr(text, "try it") || strstr(text, "试一试"))
            return true;
    }
    return false;
}

static int texts_with(const DrawList *list, const char *part)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        char text[SAID_BYTES];
        command_text(&list->commands[i], text);
        count += strstr(text, part) != NULL;
    }
    return count;
}

/* The maps that are to be filled tell nothing; the page with the answers does, and names every strip. */
static void check_worksheet(Moving *moving, View *view)
{
    Worksheet sheet = {view, 1};
    view->lesson_number = view->lesson->order;
    bool maps = config_weighs(&view->trace->config);
    int pages = worksheet_pages(&sheet);
    assert_int_equal(pages, maps ? 3 : 2);
    for (int page = 0; page < pages; page++) {
        View seen = moving_view(moving, SENTENCE_SHORT, 794, 1123);
        seen.language = view->language;
        worksheet_draw(&sheet, page, moving->type, &moving->list);
        ink_check_list(&seen, &moving->list);
        bool answers = page + 1 == pages;
        if (maps && page == 0)
            assert_int_equal(texts_with(&moving->list, "0."), 0);
        if (maps && answers)
            assert_true(texts_with(&moving->list, "0.") > 0);
        assert_int_equal(texts_with(&moving->list, said(view->language, W_ANSWERS)) > 0, answers);
    }
}

static void every_lesson_fits_on_paper(void **state)
{
    (void)state;
    Moving moving;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    Error error = {0};
    LessonList list = lesson_list(path_join(&moving.arena, getenv("ATTEND_DATA"), "lessons"), &moving.arena, &error);
    assert_true(list.count > 0);
    int pages = 0;
    ink_findings = 0;
    for (int l = 0; l < list.count; l++) {
        Lesson *lesson = lesson_load(list.folders[l], &error);
        expect_ok(lesson != NULL, &error);
        Model models[16];
        View views[32];
        ShownCard cards[32];
        assert_true(lesson->card_count <= 32);
        for (int m = 0; m < lesson->model_count; m++)
            expect_ok(model_load(lesson->models[m].path, &models[m], &error), &error);
        ShownLesson *shown = shown_open(lesson, models, 0);
        for (int c = 0; c < lesson->card_count; c++) {
            views[c] = moving_view(&moving, SENTENCE_SHORT, 0, 0);
            expect_ok(shown_card(shown, c, &views[c], &cards[c], &error), &error);
        }
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            Handout handout = {lesson, views, language};
            int count = handout_pages(&handout, moving.type);
            assert_true(count > lesson->card_count);
            for (int page = 0; page < count; page++, pages++) {
                View view = moving_view(&moving, SENTENCE_SHORT, 794, 1123); /* what a finding is told with */
                view.language = language;
                view.card = page < lesson->card_count ? page : 0;
                handout_draw(&handout, page, moving.type, &moving.list);
                int before = ink_findings;
                ink_check_list(&view, &moving.list);
                assert_false(asks_for_hands(&moving.list));
                if (ink_findings > before)
                    print_error("lesson %d, page %d\n", lesson->order, page + 1);
            }
        }
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            View view = views[0];
            view.language = language;
            check_worksheet(&moving, &view);
        }
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            Handout handout = {lesson, views, language};
            int count = teacher_pages(&handout, moving.type);
            assert_in_range(count, 1, lesson->card_count > 10 ? 3 : 1);
            for (int page = 0; page < count; page++) {
                View view = moving_view(&moving, SENTENCE_SHORT, 794, 1123);
                view.language = language;
                teacher_draw(&handout, page, moving.type, &moving.list);
                ink_check_list(&view, &moving.list);
                if (page == 0)
                    assert_true(texts_with(&moving.list, said(language, W_TEACHER_AIM)) > 0);
            }
        }
        for (int c = 0; c < lesson->card_count; c++)
            shown_card_finish(&cards[c]);
        shown_close(shown);
        for (int m = 0; m < lesson->model_count; m++)
            model_finish(&models[m]);
        lesson_destroy(lesson);
    }
    assert_true(pages > 100);
    assert_int_equal(ink_findings, 0);
    moving_close(&moving);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_lesson_fits_on_paper)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
