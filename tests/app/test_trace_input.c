/* A trace in the window: it is looked at in every way, whatever is pressed changes nothing of it, and what would need a
 * model says that there is none. */
#include "fixture.h"

#include "app/app_place.h"
#include "app/cursor.h"
#include "app/exports.h"
#include "app/open.h"
#include "app/view_input.h"
#include "trace/cause_map.h"
#include "words/course_words.h"

static AppOptions options;

static void decode_lesson(const char *folder, int beam, bool maps, const char *file)
{
    Error error = {0};
    Lesson *lesson = lesson_load(path_join(&arena, options.lessons, folder), &error);
    expect_ok(lesson != NULL, &error);
    Model model;
    expect_ok(model_load(lesson->models[0].path, &model, &error), &error);
    Trace *trace = trace_decode(&model, slice_of(lesson->sentence), &(DecodeOptions){.beam = beam}, &error);
    expect_ok(trace != NULL, &error);
    Bytes text = {0};
    if (maps)
        cause_keep(&model, trace);
    trace_print_json(trace, &model, &text);
    put(file, text.data);
    bytes_finish(&text);
    trace_destroy(trace);
    model_finish(&model);
    lesson_destroy(lesson);
}

static int set_up(void **state)
{
    (void)state;
    options = home_create();
    decode_lesson("05-cat-chase-mouse", 0, true, "gru.json");
    decode_lesson("21-many-heads", 0, false, "heads.json");
    decode_lesson("10-luong", 0, false, "luong.json");
    decode_lesson("17-beam-search", 4, false, "beam.json");
    return 0;
}

static void open_trace(const char *file, const char *at)
{
    options.lesson = path_join(&arena, home, file);
    options.at = at;
    start(&options);
    frame();
    assert_false(view_decodes(&app->view));
}

static bool message_is(Word word)
{
    return app->view.message.text && strcmp(app->view.message.text, said(app->view.language, word)) == 0;
}

static bool still_open(void)
{
    return app && strcmp(path_ending(app->open.lesson->path), ".json") == 0; /* no lesson of the course's page */
}

/* The open one, as it was read. */
static void expect_untouched(const Trace *trace)
{
    app->quit = false;
    if (!still_open())
        return;
    assert_ptr_equal(app->open.trace, trace);
    assert_false(changes_any(&app->open.changes));
    assert_true(view_offers(&app->view, app->view.kind));
}

static void every_key_changes_nothing(void **state)
{
    (void)state;
    static const Modifiers WITH[] = {{0}, {.shift = true}, {.control = true}};
    static const ViewKind VIEWS[] = {VIEW_DECODE, VIEW_HEATMAP, VIEW_SELF_ATTENTION};
    for (size_t v = 0; v < LENGTH(VIEWS); v++)
        for (int which = 1; which < 2 * KEY_COUNT; which++) {
            if (which == 1 || !still_open())
                open_trace("heads.json", NULL);
            const Trace *trace = app->open.trace;
            app->view.overlay = OVERLAY_NONE;
            app_show_view(app, VIEWS[v]);
            app_jump(app, which * 7 % moment_count(trace));
            for (size_t m = 0; m < LENGTH(WITH); m++) {
                Event event = {.kind = EVENT_KEY, .modifiers = WITH[m], .key = {.key = (Key)(which % KEY_COUNT)}};
                app_update(app, &event);
                app->quit = false;
                frame();
                expect_untouched(trace);
            }
        }
}

/* Presses at the nth of what is marked, and pulls at it; returns how many marks there are. */
static int press_mark(int nth)
{
    app->view.overlay = OVERLAY_NONE;
    app->dirty = true;
    frame();
    const Trace *trace = app->open.trace;
    Box box = {0};
    int marks = 0;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
        if (marks++ == nth)
            box = mark->bounds;
    Point at = {box.x + box.w / 2, box.y + box.h / 2}, away = {at.x + 3, at.y - 40};
    press_at(at);
    expect_untouched(trace);
    mouse(EVENT_MOUSE_DOWN, at);
    mouse(EVENT_MOUSE_MOVE, away);
    frame();
    mouse(EVENT_MOUSE_UP, away);
    frame();
    expect_untouched(trace);
    return marks;
}

static void every_press_changes_nothing(void **state)
{
    (void)state;
    static const char *const FILES[] = {"gru.json", "heads.json", "beam.json"};
    static const char *const PLACES[] = {"step=2;moment=scores",
                                         "step=2;moment=word",
                                         "step=1;moment=softmax;view=heatmap",
                                         "step=1;moment=context",
                                         "step=4;moment=word;view=heatmap;look=maps",
                                         "view=beam"};
    for (size_t f = 0; f < LENGTH(FILES); f++)
        for (size_t p = 0; p < LENGTH(PLACES) - (f < 2); p++) {
            int marks = 1;
            for (int nth = 0; nth < marks; nth++) {
                if (nth % 20 == 0 || !still_open())
                    open_trace(FILES[f], PLACES[p]);
                int found = press_mark(nth);
                marks = found > marks ? found : marks;
            }
            assert_true(marks > 20);
        }
}

/* What its words needed is in the file, and shown of it; a trace that lacks it offers no such look. */
static void its_maps_are_there(void **state)
{
    (void)state;
    open_trace("gru.json", "step=4;moment=word;view=heatmap;look=erase-zero");
    const float *numbers = app->open.trace->maps->of[CAUSE_ZERO];
    char *told = scene_describe(&app->view, target_at(TARGET_HEAT, 2, 2, CAUSE_ZERO), &arena);
    assert_true(told && strstr(told, number_text(&arena, (double)numbers[2 * 3 + 2], 2, true)));
    open_trace("luong.json", "step=1;moment=word;view=heatmap;look=maps");
    assert_null(app->open.trace->maps);
    assert_null(drawlist_marked(&app->list, target_at(TARGET_CONTROL, CONTROL_LOOK, LOOK_MAPS, 0)));
}

/* The search of the file, and no other: its size stays. */
static void the_tree_of_a_beam_is_there(void **state)
{
    (void)state;
    open_trace("beam.json", NULL);
    key(KEY_4);
    assert_int_equal(app->view.kind, VIEW_BEAM);
    const BeamSearch *search = app->view.search;
    assert_ptr_equal(search->trace, app->open.trace);
    assert_int_equal(search->node, search->trace->beam->best);
    app->view.message.text = NULL;
    key(KEY_RIGHT_BRACKET);
    assert_true(message_is(W_A_TRACE_HAS_NO_MODEL));
    assert_ptr_equal(app->view.search->trace, app->open.trace);
    for (int node = 0; node < search->trace->beam->count; node++) {
        const DrawCommand *mark = drawlist_marked(&app->list, target_at(TARGET_CONTROL, BEAM_NODE, node, 0));
        if (!mark)
            continue;
        press_at((Point){mark->bounds.x + mark->bounds.w / 2, mark->bounds.y + mark->bounds.h / 2});
        frame();
        assert_int_equal(search->node, node);
        assert_int_equal(search->shown->step_count, search->trace->beam->nodes[node].step + 1);
    }
    app_visit_lesson(app, path_join(&arena, options.lessons, "17-beam-search"));
    key(KEY_4);
    frame();
    assert_true(view_decodes(&app->view));
}

static bool pair_is_own(void)
{
    const Comparison *pair = app->view.compare;
    return pair->sides[0].trace == app->open.trace && pair->sides[1].trace == app->open.beside;
}

static void what_needs_a_model_says_so(void **state)
{
    (void)state;
    open_trace("gru.json", NULL);
    static const Key KEYS[] = {KEY_2, KEY_3, KEY_4, KEY_Q, KEY_D, KEY_SLASH};
    for (size_t i = 0; i < LENGTH(KEYS); i++) {
        app->view.message.text = NULL;
        key(KEYS[i]);
        assert_true(message_is(W_A_TRACE_HAS_NO_MODEL));
        assert_int_equal(app->view.kind, VIEW_DECODE);
    }
    Error error = {0};
    assert_false(app_go_to(app, "step=1;weights=1:1,0,0", &error));
    assert_non_null(strstr(error.message, "a trace has no model"));
    assert_false(app_decode(app, "dog"));
    app_check_model(app, "0000");
}

/* Each side is its own trace, in lockstep; nothing else comes in their place. */
static void two_are_compared(void **state)
{
    (void)state;
    options.beside = path_join(&arena, home, "luong.json");
    open_trace("gru.json", NULL);
    assert_int_equal(app->view.kind, VIEW_COMPARE);
    const Comparison *pair = app->view.compare;
    assert_ptr_equal(pair->sides[0].trace, app->open.trace);
    assert_ptr_equal(pair->sides[1].trace, app->open.beside);
    assert_string_equal(pair->sides[0].name, "gru.json");
    assert_string_equal(pair->sides[1].name, "luong.json");
    assert_true(pair->sides[1].trace->config.attention == ATTENTION_LUONG);
    key(KEY_C);
    for (int beat = 1; beat < pair->lockstep.count; beat++) {
        key(KEY_RIGHT);
        for (int wait = 0; wait < 40 && app_draw(app, now += FRAME_SECONDS) && app->view.compare->beat < beat;)
            wait++;
        assert_int_equal((int)app->view.compare->beat, beat);
    }
    int marks = 1;
    for (int nth = 0; nth < marks; nth++) {
        if (!still_open())
            open_trace("gru.json", NULL);
        app_show_view(app, VIEW_COMPARE);
        int found = press_mark(nth);
        marks = found > marks ? found : marks;
        assert_true(!app->open.beside || pair_is_own());
    }
    options.beside = path_join(&arena, home, "w.json");
    put("w.json", "[[1]]");
    Error error = {0};
    app_destroy(app);
    app = app_create(&options, &error);
    assert_null(app);
    assert_non_null(strstr(error_text(&error), "w.json: is no trace"));
    options.beside = NULL;
}

static void it_is_written_again(void **state)
{
    (void)state;
    open_trace("gru.json", "step=2;moment=context");
    for (int choice = 0; choice < EXPORT_CHOICES; choice++) {
        exports_offer(app);
        app_export(app, target_at(TARGET_FORMAT, choice, 0, 0));
        assert_false(app->view.message.bad);
        if (choice != EXPORT_TRACE_JSON)
            continue;
        Bytes was = {0}, is = {0};
        Error error = {0};
        char *path = arena_printf(&arena, "%s", app->view.message.text);
        path[strcspn(path, " ")] = '\0';
        expect_ok(file_read(path, 1 << 24, &is, &error), &error);
        expect_ok(file_read(path_join(&arena, home, "gru.json"), 1 << 24, &was, &error), &error);
        assert_string_equal(is.data, was.data);
        bytes_finish(&was);
        bytes_finish(&is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_changes_nothing),  cmocka_unit_test(every_press_changes_nothing),
        cmocka_unit_test(what_needs_a_model_says_so), cmocka_unit_test(two_are_compared),
        cmocka_unit_test(it_is_written_again),        cmocka_unit_test(the_tree_of_a_beam_is_there),
        cmocka_unit_test(its_maps_are_there),
    };
    return cmocka_run_group_tests(tests, set_up, home_remove);
}
