/* How the window begins: what is opened, in which language; what is dropped on it, and where it keeps things. */
#include "begin.h"

#include "app/app_place.h"
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/exports.h"
#include "app/open.h"
#include "app/typing.h"
#include "lesson/pack.h"
#include "lesson/place.h"
#include "scene/views/curves/view_curves.h"
#include "scene/window/class_page.h"
#include "scene/window/course_page.h"

/* ---- models ---- */

static void the_model_asked_for_is_on_the_stage(void **state)
{
    (void)state;
    options.lesson = lesson("06-tom-chase-jerry");
    options.model = "attention";
    begin();
    assert_int_equal(app->open.model, 1);
    assert_string_equal(app->typing.sentence, card_sentence(app->open.lesson, app_card(app)));
    assert_int_equal(app->view.kind, app_card(app)->stage.view);
    options.at = "step=2"; /* a place without a model says nothing against it */
    begin();
    assert_int_equal(app->open.model, 1);
    options.at = "card=2;model=model";
    begin();
    assert_int_equal(app->open.model, 0);
    assert_int_equal(app->view.card, 1);
}

static char *copy_to_home(const char *from)
{
    char *to = path_join(&arena, home, path_name(from));
    from = path_join(&arena, path_join(&arena, options.lessons, ".."), from);
    assert_int_equal(system(arena_printf(&arena, "cp '%s' '%s'", from, to)), 0);
    return to;
}

/* Of the data beside it, if the file names them; else of its vocabulary. */
static void a_model_alone_is_opened(void **state)
{
    (void)state;
    options.lesson = copy_to_home("lessons/05-cat-chase-mouse/model.safetensors");
    begin();
    assert_int_equal(app->open.lesson->card_count, 0);
    assert_true(app->open.trace->word_count > 0 && !app->open.trace->truncated);
    for (int j = 0; j < app->open.trace->n; j++)
        assert_false(app->open.trace->unknown[j]);
    copy_to_home("lessons/05-cat-chase-mouse/data.tsv");
    begin();
    Error error = {0};
    Bytes data;
    expect_ok(file_read(path_join(&arena, home, "data.tsv"), FILE_LIMIT_DATA, &data, &error), &error);
    assert_non_null(strstr(
        data.data, arena_printf(&arena, "%s\t%s", app->typing.sentence, trace_translation(app->open.trace, &arena))));
    bytes_finish(&data);
}

/* Every key, with nothing of a lesson but its model. */
static void a_model_alone_bears_every_key(void **state)
{
    (void)state;
    options.lesson = copy_to_home("tests/data/tiny.safetensors");
    begin();
    for (Key view = KEY_1; view <= KEY_5; view++)
        for (Key which = KEY_NONE + 1; which < KEY_COUNT; which++) {
            key_with(view, (Modifiers){0});
            key_with(which, (Modifiers){0});
            key_with(KEY_ESCAPE, (Modifiers){0});
        }
    assert_ptr_equal(app->view.lesson, app->open.lesson);
}

static void a_model_alone_has_a_place_and_is_read_again(void **state)
{
    (void)state;
    char *file = copy_to_home("tests/data/tiny.safetensors");
    options.lesson = file;
    begin();
    field_set(app, "dog chase cat");
    assert_true(app_decode(app, app->typing.sentence));
    app_jump(app, 7);
    copy_to_home("tests/data/tiny-uniform.safetensors");
    assert_int_equal(system(arena_printf(&arena, "mv '%s/tiny-uniform.safetensors' '%s'", home, file)), 0);
    now += 2;
    frame();
    assert_int_equal(app->open.trace->config.attention, ATTENTION_UNIFORM);
    assert_string_equal(app->typing.sentence, "dog chase cat");
    assert_int_equal(app->view.card, 0);
    app_destroy(app);
    app = NULL;
    options.last = app_last_place(&arena);
    options.resume = true;
    Place place;
    Error error = {0};
    expect_ok(place_parse(options.last, &arena, &place, &error), &error);
    assert_true(place.lesson[0] == '/');
    assert_string_equal(path_name(place.lesson), "tiny.safetensors");
    options.lesson = place.lesson;
    begin();
    assert_string_equal(app->typing.sentence, "dog chase cat");
    expect_ok(app_open_lesson(app, lesson("05-cat-chase-mouse"), NULL, &error), &error);
    frame();
    expect_ok(app_open_lesson(app, file, NULL, &error), &error);
    frame();
}

/* How long the window sleeps when all has come to rest; on a busy machine much of it has gone by when it is told. */
static double sleep_at_rest(void)
{
    double sleep = 0;
    start(&options);
    for (int i = 0; i < 20 || (sleep >= 0 && sleep <= 0.1); i++)
        assert_true(app_frame(app, &sleep) && i < 1000);
    return sleep;
}

/* What can be saved is looked at each second; for what cannot be nothing wakes the window. */
static void what_cannot_be_saved_wakes_nobody(void **state)
{
    (void)state;
    options.lesson = copy_to_home("tests/data/tiny.safetensors");
    double sleep = sleep_at_rest();
    assert_true(sleep > 0 && sleep <= 1);
    assert_int_equal(system(arena_printf(&arena, "chmod a-w '%s'", options.lesson)), 0);
    assert_true(sleep_at_rest() < 0);
}

/* ---- lessons of one's own ---- */

static void ones_own_are_on_the_course_page(void **state)
{
    (void)state;
    Error error = {0};
    const char *own = path_join(&arena, home, ".local/share/attend/lessons");
    expect_ok(folder_make(own, 0700, &error), &error);
    char *copy = path_join(&arena, own, "05-cat-chase-mouse");
    assert_int_equal(system(arena_printf(&arena, "cp -r '%s' '%s'", lesson("05-cat-chase-mouse"), copy)), 0);
    begin();
    expect_ok(app_open_lesson(app, lesson("05-cat-chase-mouse"), NULL, &error), &error);
    assert_true(app->view.course.count > 0);
    key(KEY_M);
    const Course *course = app->view.course.page;
    assert_int_equal(course->count, course->shipped + 1);
    assert_string_equal(course->entries[course->shipped].folder, copy);
    assert_true(app->view.focus.a < course->shipped); /* the course's, not the copy of the same name */
    assert_string_equal(path_name(course->entries[app->view.focus.a].folder), "05-cat-chase-mouse");
    while (app->view.focus.a < course->shipped)
        key(KEY_DOWN);
    Box sight = app->layout.course, tile = box_of(app->view.focus);
    assert_true(tile.y >= sight.y && tile.y + tile.h <= sight.y + sight.h + 1);
    key(KEY_ENTER);
    assert_string_equal(app->open.lesson->folder, copy);
    assert_int_equal(app->view.course.count, 0);
    assert_int_equal(system(arena_printf(&arena, "rm -r '%s'", own)), 0);
}

/* An exported figure that is dropped takes one back to its lesson and moment; a picture from elsewhere is told,
 * and nothing moves. */
static void a_figure_is_dropped(void **state)
{
    (void)state;
    options.at = "step=2;moment=softmax";
    begin();
    app_export(app, (Target){.a = EXPORT_STAGE_SVG});
    char *was = app_here(app, &arena),
         *figure = arena_printf(&arena, "%s/%s.svg", home, scene_file_name(&app->view, false, &arena));
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {lesson("09-bahdanau")}});
    frame();
    assert_string_not_equal(app_here(app, &arena), was);
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {figure}});
    frame();
    assert_string_equal(app_here(app, &arena), was);
    put("other.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {path_join(&arena, home, "other.svg")}});
    frame();
    assert_string_equal(app_here(app, &arena), was);
    assert_non_null(strstr(app->message.text, "other.svg: carries no figure of attend"));
}

static void drop(const char *name, const char *text)
{
    put(name, text);
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {path_join(&arena, home, name)}});
    frame();
}

static int count_seen(TargetKind kind)
{
    int count = 0;
    const DrawList *list = window_shown(app->window);
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));)
        count += mark->mark.target.kind == kind;
    return count;
}

/* Weights of any program lie over the lesson, until Escape or a tab goes back to where one was. */
static void weights_are_dropped(void **state)
{
    (void)state;
    options.at = "step=2;moment=softmax";
    begin();
    char *was = app_here(app, &arena);
    int sources = count_seen(TARGET_SOURCE);
    assert_true(sources > 0);
    drop("heads.json", "[[[0.9,0.1],[0.2,0.8]],[[0.5,0.5],[0.3,0.7]]]");
    assert_int_equal(count_seen(TARGET_SOURCE), 0);
    assert_int_equal(count_seen(TARGET_HEAT), 2); /* a map each */
    key(KEY_TAB);
    key(KEY_ENTER);
    assert_int_equal(count_seen(TARGET_HEAT), 4); /* its cells */
    key(KEY_ESCAPE);
    assert_int_equal(count_seen(TARGET_HEAT), 2);
    drop("w.csv", ",the,cat\nle,0.8,0.2\nchat,0.1,0.9\n");
    assert_int_equal(count_seen(TARGET_HEAT), 4);
    drop("broken.npy", "\x93NUMPY");
    assert_true(app->view.message.bad);
    assert_non_null(strstr(app->message.text, "broken.npy"));
    assert_int_equal(count_seen(TARGET_HEAT), 4); /* what was open stays */
    drop("w.csv", "0.8,0.2\n0.1,0.9\n");
    assert_string_equal(app_here(app, &arena), was);
    key(KEY_ESCAPE);
    assert_int_equal(count_seen(TARGET_SOURCE), sources);
    assert_string_equal(app_here(app, &arena), was);
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_WEIGHTS, 0, 0)));
    assert_int_equal(count_seen(TARGET_HEAT), 4);
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {was}}); /* a page goes back */
    frame();
    assert_int_equal(count_seen(TARGET_SOURCE), sources);
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_WEIGHTS, 0, 0)));
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_DECODE, 0, 0)));
    assert_int_equal(count_seen(TARGET_SOURCE), sources);
    drop("words.csv", "the cat,le chat\na dog,un chien\n"); /* no numbers: sentence pairs */
    assert_true(class_is_open(app));
    assert_int_equal(app->view.class_page->lines->pairs, 2);
    assert_non_null(strstr(app->message.text, "words.csv"));
    assert_int_equal(count_seen(TARGET_HEAT), 0);
    drop("w.txt", "0-0 1-1\n"); /* on the page of pairs it is what it says */
    assert_true(class_is_open(app));
}

/* The log of a training lies over the lesson, too, and grows while it is looked at. */
static void a_log_is_dropped(void **state)
{
    (void)state;
    const char *rows = "epoch,loss,heldout_loss,exact_match,bleu,aer,tokens_per_second,seconds\n1,2,2.5,0,,,9,1\n"
                       "2,1,1.5,0.5,,,9,2\n";
    begin();
    int sources = count_seen(TARGET_SOURCE);
    drop("loss.csv", rows);
    assert_int_equal(app->view.kind, VIEW_CURVES);
    assert_int_equal(app->view.curves->log.count, 2);
    assert_non_null(drawlist_marked(&app->list, target_at(TARGET_CONTROL, CURVES_ROW, 1, 0)));
    key(KEY_RIGHT);
    key(KEY_RIGHT);
    assert_int_equal(app->view.curves->row, 2);
    assert_string_equal(curves_row_told(&app->view, 2, &arena),
                        "Epoch 2: loss 1.0000 · held-out loss 1.5000 · exact match 0.500 · tokens/s 9");
    put("loss.csv", arena_printf(&arena, "%s3,0.5,1,0.75,,,9,3\n", rows));
    app_draw(app, now += 1.5);
    assert_int_equal(app->view.curves->log.count, 3);
    assert_int_equal(app->view.curves->row, 2);
    put("loss.csv", "epoch,loss\nbroken");
    app_draw(app, now += 1.5);
    assert_int_equal(app->view.curves->log.count, 3);
    drop("w.csv", "0.8,0.2\n0.1,0.9\n"); /* another file beside it */
    assert_int_equal(app->view.kind, VIEW_WEIGHTS);
    press_at(middle_of(target_at(TARGET_VIEW, VIEW_CURVES, 0, 0)));
    press_at(middle_of(target_at(TARGET_EXPORT, 0, 0, 0)));
    assert_true(file_exists(path_join(&arena, home, "attend-loss.png")));
    key(KEY_ESCAPE);
    assert_int_equal(app->view.curves->row, 0);
    key(KEY_ESCAPE);
    assert_int_equal(app->view.kind, VIEW_DECODE);
    assert_int_equal(count_seen(TARGET_SOURCE), sources);
    drop("none.csv", "epoch,loss,heldout_loss,exact_match,bleu,aer,tokens_per_second,seconds\n"); /* it may come yet */
    assert_int_equal(app->view.curves->log.count, 0);
    drop("bad.csv", arena_printf(&arena, "%s2,1,1,1,1,1,1,1\n", rows));
    assert_true(app->view.message.bad);
    assert_string_equal(app->view.curves->name, "none.csv");
}

/* What a file is shows in it: numbers may be sentence pairs, and a file of tensors need not be a model. */
static void a_dropped_file_is_what_it_holds(void **state)
{
    (void)state;
    static const char header[] = "{\"a\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]}}";
    begin();
    Bytes file = {0};
    bytes_add(&file, (const char[8]){sizeof header - 1}, 8);
    bytes_add_text(&file, header);
    bytes_add(&file, (const float[]){0.25f, 0.75f}, 8);
    Error error = {0};
    const char *path = path_join(&arena, home, "one.safetensors");
    expect_ok(file_write(path, file.data, file.length, &error), &error);
    bytes_finish(&file);
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {path}});
    frame();
    assert_int_equal(count_seen(TARGET_HEAT), 2);
    drop("few.csv", "0.8,0.2\n0.1,0.9\n0.5,0.5\n");
    assert_int_equal(count_seen(TARGET_HEAT), 6);
    drop("numbers.csv", "12,21\n34,43\n56,65\n");
    assert_true(class_is_open(app));
    assert_int_equal(app->view.class_page->lines->pairs, 3);
}

/* A trace is on the stage, as it is when attend is started with it. */
static void a_trace_is_dropped(void **state)
{
    (void)state;
    begin();
    app_export(app, (Target){.a = EXPORT_TRACE_JSON});
    const char *trace = arena_printf(&arena, "%s/%s.json", home, scene_file_name(&app->view, true, &arena));
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {trace}});
    frame();
    assert_false(app->view.message.bad);
    assert_string_equal(app->open.lesson->folder, trace);
    assert_true(count_seen(TARGET_SOURCE) > 0);
}

/* A figure whose lesson is not here shows the weights that it carries. */
static void a_figure_of_elsewhere_is_dropped(void **state)
{
    (void)state;
    begin();
    drop("far.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata id=\"attend\">"
                    "{\"place\":\"lesson=far-away;step=1\",\"source\":[\"a\",\"b\"],\"target\":[\"c\"],"
                    "\"weights\":[[0.25,0.75]]}</metadata></svg>");
    assert_int_equal(count_seen(TARGET_HEAT), 2);
}

/* A packed lesson that is dropped is kept and opened; what is none is told, and the open lesson stays. */
static void a_file_is_dropped(void **state)
{
    (void)state;
    Error error = {0};
    const char *pack = path_join(&arena, home, "one.attend");
    expect_ok(pack_write(lesson("07-scores-and-weights"), pack, NULL, &error), &error);
    begin();
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {pack}});
    frame();
    const char *kept = path_join(&arena, home, ".local/share/attend/lessons/07-scores-and-weights");
    assert_string_equal(app->open.lesson->folder, kept);
    assert_false(app->view.message.bad);
    key(KEY_M);
    assert_int_equal(app->view.course.page->count, app->view.course.page->shipped + 1);
    put("bad.attend", "nothing");
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {path_join(&arena, home, "bad.attend")}});
    frame();
    assert_true(app->view.message.bad);
    assert_string_equal(app->open.lesson->folder, kept);
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {lesson("05-cat-chase-mouse")}});
    frame();
    assert_string_equal(path_name(app->open.lesson->folder), "05-cat-chase-mouse");
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    const char *model = path_join(&arena, lesson("07-scores-and-weights"), "padded.safetensors");
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {model}});
    frame();
    assert_int_equal(app->open.lesson->model_count, 1);
    assert_string_equal(app->open.lesson->models[0].path, model);
}

/* ---- the language ---- */

static void the_first_start_speaks_the_persons_language(void **state)
{
    (void)state;
    static const struct {
        const char *lang, *last;
        int given;
        Language expected;
    } cases[] = {
        {"zh_CN.UTF-8", NULL, -1, LANGUAGE_CHINESE},
        {"zh_CN.UTF-8", NULL, LANGUAGE_ENGLISH, LANGUAGE_ENGLISH},
        {"zh_CN.UTF-8", "language=en", -1, LANGUAGE_ENGLISH},
        {"en_GB.UTF-8", NULL, -1, LANGUAGE_ENGLISH},
        {"en_GB.UTF-8", "language=zh", -1, LANGUAGE_CHINESE},
        {"fr_FR.UTF-8", NULL, -1, LANGUAGE_ENGLISH},
        {"C", NULL, -1, LANGUAGE_ENGLISH},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        setenv("LANG", cases[i].lang, 1);
        options.last = cases[i].last;
        options.language = cases[i].given;
        begin();
        assert_int_equal(app->view.language, cases[i].expected);
    }
    setenv("LANG", "C", 1);
}

/* A lesson that says in which language it is has its labels in it; L and --language go before. */
static void a_lesson_speaks_its_language(void **state)
{
    (void)state;
    put("lesson.md", "---\nlanguage: zh\ntitle: 小\norder: 9\nsentence: cat\nmodels:\n  - hidden: 16\n---\n# 一\n字\n");
    put_copy("model.safetensors", "tests/data/tiny.safetensors");
    options.lesson = home;
    options.last = "language=en";
    begin();
    assert_int_equal(app->view.language, LANGUAGE_CHINESE);
    options.language = LANGUAGE_ENGLISH;
    begin();
    assert_int_equal(app->view.language, LANGUAGE_ENGLISH);
    Error error = {0};
    expect_ok(app_open_lesson(app, home, NULL, &error), &error);
    assert_int_equal(app->view.language, LANGUAGE_CHINESE);
    options.language = -1;
    options.resume = true;
    begin();
    assert_int_equal(app->view.language, LANGUAGE_ENGLISH);
}

/* ---- the home ---- */

/* Nowhere to keep anything: said once, and the window works. */
static void an_unusable_home_is_said_once(void **state)
{
    (void)state;
    char *file = path_join(&arena, home, "file");
    Error error = {0};
    expect_ok(file_write(file, "", 0, &error), &error);
    const char *homes[] = {NULL, "relative", file, "/proc"};
    for (size_t i = 0; i < LENGTH(homes); i++) {
        if (homes[i])
            setenv("HOME", homes[i], 1);
        else
            unsetenv("HOME");
        begin();
        assert_ptr_equal(app->view.message.text, app->message.text);
        assert_non_null(strstr(app->message.text, "Neither your place nor your progress is kept: "));
        assert_non_null(strstr(app->message.text, i < 2 ? "HOME names no folder" : homes[i]));
        now += 20;
        frame();
        assert_null(app->view.message.text);
        app_left_card(app);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            app_show_card(app, card);
            frame();
            app_reached(app, card_goal(app_card(app)));
        }
        frame();
        assert_null(app->view.message.text);
        key_with(KEY_RIGHT, (Modifiers){0});
    }
    setenv("HOME", home, 1);
    begin();
    assert_null(app->view.message.text);
}

/* The folder goes while the window is open. */
static void progress_that_is_lost_is_said_once(void **state)
{
    (void)state;
    begin();
    assert_int_equal(system(arena_printf(&arena, "rm -r '%s/.local/share' && touch '%s/.local/share'", home, home)), 0);
    int said_so = 0;
    for (int card = 0; card < app->open.lesson->card_count; card++) {
        app_show_card(app, card);
        app->view.message.text = NULL;
        if (card_goal(app_card(app)) == GOAL_NONE)
            app_left_card(app);
        app_reached(app, card_goal(app_card(app)));
        assert_true(app->progress.completed[card]);
        said_so += app->view.message.text && strstr(app->view.message.text, "Progress was not kept");
    }
    assert_true(app->open.lesson->card_count > 2);
    assert_int_equal(said_so, 1);
}

/* ---- fonts ---- */

/* Said when the font is first wanted, and not again. */
static void a_damaged_font_is_said_once(void **state)
{
    (void)state;
    char fonts[] = "/tmp/attend-fonts-XXXXXX";
    assert_non_null(mkdtemp(fonts));
    char *command = arena_printf(&arena, "cp '%s'/*.[ot]tf '%s' && truncate -s -3 '%s/attend-cjk-bold.otf'",
                                 options.fonts, fonts, fonts);
    assert_int_equal(system(command), 0);
    options.fonts = fonts;
    options.language = LANGUAGE_CHINESE;
    begin();
    frame();
    assert_non_null(app->view.message.text);
    assert_non_null(strstr(app->message.text, "attend-cjk-bold.otf: is a damaged font"));
    app->view.message.text = NULL;
    app->dirty = true;
    frame();
    assert_null(app->view.message.text);
    folder_remove_all(fonts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_model_asked_for_is_on_the_stage, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_model_alone_is_opened, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_model_alone_bears_every_key, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_model_alone_has_a_place_and_is_read_again, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_lesson_speaks_its_language, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_figure_is_dropped, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(weights_are_dropped, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_log_is_dropped, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_dropped_file_is_what_it_holds, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_trace_is_dropped, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_figure_of_elsewhere_is_dropped, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_file_is_dropped, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(what_cannot_be_saved_wakes_nobody, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(ones_own_are_on_the_course_page, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_first_start_speaks_the_persons_language, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(an_unusable_home_is_said_once, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(progress_that_is_lost_is_said_once, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_damaged_font_is_said_once, begin_set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app start", tests, NULL, NULL);
}
