/* The weights view by hand: from word to word, one map alone, two files, and what every view has: help, the size of the
 * interface, high contrast, presenting, fingers, files. */
#include "fixture.h"

#include "app/app_place.h"
#include "app/view_input.h"
#include "app/weights_input.h"
#include "scene/view/window_layout.h"

static AppOptions options;
static WeightsFile files[2];

static const char HEADS[] =
    "{\"source\":[\"the\",\"cat\",\"sleeps\"],\"target\":[\"le\",\"chat\",\"dort\"],\"weights\":[["
    "[[0.9,0.1,0],[0.2,0.7,0.1],[0,0.5,0.5]],[[0.3,0.3,0.4],[1,0,0],[0,1,0]]]]}";

static int set_up(void **state)
{
    (void)state;
    options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.reduced_motion = true;
    put("heads.json", HEADS);
    put("others.json", HEADS);
    for (int i = 0; i < 2; i++) {
        Error error = {0};
        OpenFile file = {.path = path_join(&arena, home, i ? "others.json" : "heads.json")};
        files[i].name = file.path;
        expect_ok(opened_set(&file, NULL, LINKS_PHARAOH, &files[i].set, &error), &error);
        opened_finish(&file);
    }
    options.weights = files;
    return 0;
}

static int tear_down(void **state)
{
    home_remove(state);
    for (int i = 0; i < 2; i++)
        stack_set_finish(&files[i].set);
    return 0;
}

static const WeightsPage *open_files(int count)
{
    options.weights_count = count;
    start(&options);
    frame();
    assert_int_equal(app->view.kind, VIEW_WEIGHTS);
    return app->view.weights;
}

static Point map(int i)
{
    return middle_of(target_at(TARGET_HEAT, -1, -1, i));
}

static void word_by_word(void **state)
{
    (void)state;
    static const struct {
        Key key;
        int row;
    } steps[] = {{KEY_PAGE_UP, 1}, {KEY_PAGE_DOWN, 2}, {KEY_RIGHT, 3},  {KEY_PAGE_DOWN, 3}, {KEY_LEFT, 2},
                 {KEY_HOME, 1},    {KEY_END, 3},       {KEY_ESCAPE, 0}, {KEY_PAGE_DOWN, 1}};
    const WeightsPage *page = open_files(1);
    for (size_t i = 0; i < LENGTH(steps); i++) {
        key(steps[i].key);
        assert_int_equal(page->row, steps[i].row);
        assert_false(page->playing);
    }
    press_at(middle_of(control(WEIGHTS_ROW, 1, 0)));
    assert_int_equal(page->row, 2);
    press_at(middle_of(target_at(TARGET_WORD, 2, 0, 0)));
    assert_int_equal(page->row, 3);
    press_at(middle_of(target_at(TARGET_WORD, 2, 0, 0)));
    assert_int_equal(page->row, 0);
}

static void wait_words(double words)
{
    for (double until = now + words * PACE_STEP; now < until;)
        frame();
}

static void playing(void **state)
{
    (void)state;
    const WeightsPage *page = open_files(1);
    key(KEY_SPACE);
    assert_true(page->playing && page->row == 1);
    wait_words(1.2);
    assert_int_equal(page->row, 2);
    key(KEY_SPACE); /* pauses where it is, */
    assert_false(page->playing);
    wait_words(2);
    assert_int_equal(page->row, 2);
    key(KEY_SPACE); /* goes on, */
    assert_true(page->playing);
    wait_words(1.2);
    assert_true(!page->playing && page->row == 3); /* ends with the last word */
    press_at(middle_of((Target){TARGET_PLAY, 0, 0, 0}));
    assert_true(page->playing && page->row == 1); /* and begins again; */
    press_at(middle_of(control(WEIGHTS_ROW, 2, 0)));
    assert_true(!page->playing && page->row == 3); /* a word that is pressed stops it */
}

static void one_alone(void **state)
{
    (void)state;
    const WeightsPage *page = open_files(1);
    key(KEY_TAB);
    key(KEY_ENTER);
    assert_int_equal(page->matrix, 0);
    key(KEY_RIGHT);
    key(KEY_RIGHT); /* not around */
    assert_int_equal(page->matrix, 1);
    key(KEY_O);
    assert_true(page->arcs);
    key(KEY_PAGE_DOWN);
    key(KEY_ESCAPE); /* first the rows, */
    assert_true(page->row == 0 && page->matrix == 1);
    key(KEY_ESCAPE); /* then the heads, */
    assert_int_equal(page->matrix, -1);
    key(KEY_ESCAPE); /* and no more: nothing was left for them */
    assert_int_equal(app->view.kind, VIEW_WEIGHTS);
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_DECODE, 0, 0)));
    assert_int_equal(app->view.kind, VIEW_DECODE);
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_WEIGHTS, 0, 0)));
    press_at(map(1));
    assert_int_equal(page->matrix, 1);
    press_at(middle_of(control(WEIGHTS_ALL, 0, 0)));
    assert_int_equal(page->matrix, -1);
}

static void two_files(void **state)
{
    (void)state;
    const WeightsPage *page = open_files(2);
    assert_string_equal(page->names[1], "others.json");
    press_at(map(3)); /* the second file's second head */
    assert_int_equal(page->matrix, 1);
    key(KEY_D);
    assert_true(page->difference && page->most == 0);
    key(KEY_D);
    assert_null(page->difference);
}

static void every_view_has_these(void **state)
{
    (void)state;
    const WeightsPage *page = open_files(1);
    key(KEY_QUESTION);
    assert_int_equal(app->view.overlay, OVERLAY_HELP);
    key(KEY_PAGE_DOWN); /* behind which nothing moves */
    assert_int_equal(page->row, 0);
    key(KEY_ESCAPE);
    assert_int_equal(app->view.kind, VIEW_WEIGHTS);
    Box was = box_of(target_at(TARGET_HEAT, -1, -1, 0));
    float width = app->view.width;
    key(KEY_PLUS);
    assert_true(app->view.width < width);
    key(KEY_0);
    Box is = box_of(target_at(TARGET_HEAT, -1, -1, 0));
    assert_memory_equal(&is, &was, sizeof is);
    key_with(KEY_T, (Modifiers){.shift = true});
    assert_true(app->view.theme->strong);
    key(KEY_F11);
    assert_true(app->view.window.present && window_layout(&app->view).bar.h == 0);
    assert_true(box_of(target_at(TARGET_HEAT, -1, -1, 0)).w > 0);
    key(KEY_F11);
    key(KEY_L);
    assert_int_equal(app->view.language, LANGUAGE_CHINESE);
    key(KEY_L);
}

/* What is not seen stays as it is. */
static void the_lesson_stays(void **state)
{
    (void)state;
    open_files(1);
    const Trace *trace = app->open.trace;
    int card = app->view.card;
    double cursor = app->view.cursor;
    for (int which = 1; which < KEY_COUNT; which++)
        for (int shift = 0; shift < 2 && (which < KEY_1 || which > KEY_5); shift++) { /* which open other views */
            key_with((Key)which, (Modifiers){.shift = shift});
            app->quit = app->view.window.present = app->view.window.blank = false;
            app->view.overlay = OVERLAY_NONE;
            app->view.language = LANGUAGE_ENGLISH;
            assert_ptr_equal(app->open.trace, trace);
            assert_true(app->view.card == card && app->view.cursor == cursor && !app->view.field.active);
            app_show_view(app, VIEW_WEIGHTS);
            frame();
        }
}

/* Whatever is pressed, and wherever it leads, the weights are there again behind their tab. */
static void every_press(void **state)
{
    (void)state;
    for (int count = 1; count <= 2; count++) {
        open_files(count);
        for (int nth = 0, marks = 1; nth < marks; nth++) {
            app->view.overlay = OVERLAY_NONE;
            app->view.window.present = app->quit = false;
            app_show_view(app, VIEW_WEIGHTS);
            app->dirty = true;
            frame();
            Box box = {0};
            int found = 0;
            for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
                if (found++ == nth)
                    box = mark->bounds;
            marks = found > marks ? found : marks;
            press_at(box_middle(box));
            assert_non_null(app->view.weights);
        }
    }
}

static void a_finger_taps(void **state)
{
    (void)state;
    const WeightsPage *page = open_files(1);
    window_resize(app->window, 390, 860);
    app_update(app, &(Event){.kind = EVENT_RESIZE});
    frame();
    assert_true(window_upright(&app->view));
    Point at = map(1);
    app_update(app, &(Event){.kind = EVENT_TOUCH_DOWN, .touch = {at.x, at.y, 70}});
    app_update(app, &(Event){.kind = EVENT_TOUCH_UP, .touch = {at.x, at.y, 70}});
    frame();
    assert_int_equal(page->matrix, 1);
    assert_int_equal(app->view.hover.kind, TARGET_NONE); /* no finger is there any more */
    Box cell = box_of(target_at(TARGET_HEAT, 2, 1, 0));
    assert_true(cell.x >= 0 && cell.x + cell.w <= app->view.width);
    /* two that come together make all smaller */
    Point low = {100, 300}, high = {200, 300};
    app_update(app, &(Event){.kind = EVENT_TOUCH_DOWN, .touch = {low.x, low.y, 70}});
    app_update(app, &(Event){.kind = EVENT_TOUCH_DOWN, .touch = {high.x, high.y, 71}});
    app_update(app, &(Event){.kind = EVENT_TOUCH_MOVE, .touch = {low.x + 60, high.y, 71}});
    assert_true(app->zoom < 1);
    app_update(app, &(Event){.kind = EVENT_TOUCH_UP, .touch = {high.x, high.y, 71}});
    app_update(app, &(Event){.kind = EVENT_TOUCH_UP, .touch = {low.x, low.y, 70}});
}

/* Six tabs have no room on a telephone: by mouse, by finger and by keys the list has the one that is left out. */
static void a_tab_behind_more(void **state)
{
    (void)state;
    const Target more = {TARGET_VIEWS, 0, 0, 0}, heatmap = target_at(TARGET_VIEW, VIEW_HEATMAP, 0, 0),
                 weights = target_at(TARGET_VIEW, VIEW_WEIGHTS, 0, 0);
    open_files(1);
    assert_null(drawlist_marked(&app->list, more));
    window_resize(app->window, 390, 860);
    app_update(app, &(Event){.kind = EVENT_RESIZE});
    frame();
    assert_non_null(drawlist_marked(&app->list, weights)); /* it is open */
    assert_null(drawlist_marked(&app->list, heatmap));
    for (int by = 0; by < 3; by++) {
        Target wanted = by == 1 ? weights : heatmap;
        Point at = middle_of(more);
        if (by == 0)
            press_at(at);
        for (int i = 0; by == 1 && i < 2; i++) {
            app_update(app,
                       &(Event){.kind = (EventKind)(i ? EVENT_TOUCH_UP : EVENT_TOUCH_DOWN), .touch = {at.x, at.y, 70}});
            frame();
        }
        for (int i = 0; by == 2 && app->view.focus.kind != TARGET_VIEWS && i < 99; i++)
            key(KEY_TAB);
        if (by == 2)
            key(KEY_ENTER);
        assert_int_equal(app->view.overlay, OVERLAY_VIEWS);
        for (int i = 0; by == 2 && !target_equal(app->view.focus, wanted) && i < 99; i++)
            key(KEY_TAB);
        if (by == 2)
            key(KEY_ENTER);
        else
            press_at(middle_of(wanted));
        assert_int_equal(app->view.kind, wanted.a);
        assert_int_equal(app->view.overlay, OVERLAY_NONE);
        assert_non_null(drawlist_marked(&app->list, wanted));
    }
    press_at(middle_of(more));
    key(KEY_ESCAPE);
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    assert_int_equal(app->view.kind, VIEW_HEATMAP);
}

static void what_is_seen_is_written(void **state)
{
    (void)state;
    open_files(1);
    press_at(map(1));
    key(KEY_PAGE_DOWN);
    key_with(KEY_E, (Modifiers){.control = true});
    static const char *const names[] = {"attend-heads-layer-0-head-1-word-1.png",
                                        "attend-heads-layer-0-head-1-word-1.pdf"};
    for (int i = 0; i < 2; i++)
        assert_true(file_exists(path_join(&arena, home, names[i])));
    assert_non_null(strstr(app->message.text, names[0]));
    for (int i = 0; i < 2; i++) { /* and opens again: the head that was seen */
        OpenFile file;
        StackSet set;
        Error error = {0};
        open_file(path_join(&arena, home, names[i]), &file);
        assert_int_equal(file.kind, OPEN_FIGURE);
        expect_ok(opened_set(&file, NULL, LINKS_PHARAOH, &set, &error), &error);
        assert_int_equal(set.stacks->layers * set.stacks->heads, 1);
        assert_true(set.stacks->values[2] == 0.4f);
        assert_string_equal(set.stacks->source[2], "sleeps");
        stack_set_finish(&set);
        opened_finish(&file);
    }
}

/* Who came for weights alone has not begun the course; who went on to the lesson has. */
static void the_first_minute_is_still_to_come(void **state)
{
    (void)state;
    open_files(1);
    app_remember(app);
    assert_null(app_last_place(&arena));
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_DECODE, 0, 0)));
    app_remember(app);
    assert_non_null(app_last_place(&arena));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_first_minute_is_still_to_come, set_up, tear_down),
        cmocka_unit_test_setup_teardown(word_by_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(playing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_view_has_these, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_lesson_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_press, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_finger_taps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tab_behind_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_seen_is_written, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
