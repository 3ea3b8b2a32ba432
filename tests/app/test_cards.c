/* What a card's attend block changes on the stage: force, temperature; and what another card or sentence takes
 * back. The whole program, on SDL's driver without a screen. */
#define FRAME_SECONDS 1
#include "fixture.h"

#include "app/cursor.h"
#include "app/exports.h"
#include "app/input.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "scene/view/window_layout.h"

#include <math.h>

static const char LESSON[] = "---\n"
                             "title: Changes\n"
                             "order: 1\n"
                             "view: decode\n"
                             "sentence: cat chase mouse\n"
                             "suggestions:\n"
                             "  - dog see bird\n"
                             "models:\n"
                             "  - bridge: none\n"
                             "    embed: 8\n"
                             "    hidden: 10\n"
                             "---\n\n"
                             "# Free\n\nNothing is set.\n\n"
                             "# Set\n\n```attend\nstep: 1\nmoment: softmax\nforce: 狗 捉\ntemperature: 4\n"
                             "```\n\nText.\n\n"
                             "# Open\n\n```attend\nstep: 1\n```\n\nText.\n";
static const char CHINESE[] = "---\ntitle: 改动\n---\n\n# 自由\n\n文。\n\n# 设定\n\n文。\n\n# 开放\n\n文。\n";

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    put("lesson.md", LESSON);
    put("lesson.zh.md", CHINESE);
    put_copy("model.safetensors", "tests/data/tiny.safetensors");
    put_copy("data.tsv", "tests/data/tiny.tsv");
    put_copy("heldout.tsv", "tests/data/tiny-heldout.tsv");
    options.lessons = options.lesson = home;
    options.forgetful = options.reduced_motion = true;
    start(&options);
    frame();
    return 0;
}

static const Modifiers SHIFT = {.shift = true}, CONTROL = {.control = true};

/* Pulls what is marked from its middle; `by` px, negative: up. */
static void pull(Target target, float by_x, float by_y)
{
    const DrawCommand *mark = drawlist_marked(&app->list, target);
    assert_non_null(mark);
    float x = mark->bounds.x + mark->bounds.w / 2, y = mark->bounds.y + mark->bounds.h / 2;
    mouse(EVENT_MOUSE_MOVE, (Point){x, y});
    mouse(EVENT_MOUSE_DOWN, (Point){x, y});
    for (int i = 1; i <= 4; i++)
        mouse(EVENT_MOUSE_MOVE, (Point){x + by_x * (float)i / 4, y + by_y * (float)i / 4});
    frame(); /* one frame later it has followed */
    mouse(EVENT_MOUSE_UP, (Point){x + by_x, y + by_y});
    frame();
}

static void click(Target target)
{
    pull(target, 0, 0);
}

static void a_card_sets_and_takes_back(void **state)
{
    (void)state;
    app_show_card(app, 0);
    assert_string_equal(app->open.trace->steps[0].token, "猫");
    app_show_card(app, 1);
    assert_string_equal(app->open.trace->steps[0].token, "狗");
    assert_int_equal(app->open.trace->steps[1].how, CHOSEN_FORCED);
    assert_true(app->open.trace->config.temperature == 4);
    assert_false(changes_any(&app->open.changes));
    app_show_card(app, 0); /* it has no block, and yet nothing stays of the other */
    assert_string_equal(app->open.trace->steps[0].token, "猫");
    assert_true(app->open.trace->config.temperature == 1);
    app_show_card(app, 1);
    assert_true(app_decode(app, "dog see bird")); /* the prefix was for the card's sentence */
    assert_int_equal(app->open.trace->steps[0].how, CHOSEN_GREEDY);
    assert_true(app->open.trace->config.temperature == 4);
    app_show_card(app, 2);
    assert_true(app->open.trace->config.temperature == 1);
    assert_string_equal(app->open.decoded, "cat chase mouse");
}

/* Whatever a card shows: a word, a weight, the temperature and a state are changed, and R puts them back. */
static void all_is_changed_on_every_card(void **state)
{
    (void)state;
    for (int card = 0; card < app->open.lesson->card_count; card++) {
        app_show_card(app, card);
        app_show_view(app, VIEW_DECODE);
        app_jump(app, moment_find(app->open.trace, MOMENT_WORD, 0, -1));
        frame();
        pull((Target){TARGET_WEIGHT, 0, 2, 0}, 0, -60);
        assert_non_null(app->open.trace->steps[0].replaced);
        key(KEY_R);
        assert_null(app->open.trace->steps[0].replaced);
        key(KEY_ESCAPE); /* the bar opened its floor: back to the words */
        const char *shown = app->open.trace->steps[0].token;
        const TraceStep *step = &app->open.trace->steps[0];
        int other = step->top[0].id == step->id ? 1 : 0;
        const char *chosen = step->top[other].token;
        assert_string_not_equal(shown, chosen);
        click((Target){TARGET_OUTPUT, 0, (int16_t)other, 0});
        assert_string_equal(app->open.trace->steps[0].token, chosen);
        double before = app->open.trace->config.temperature;
        app->view.focus = (Target){TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0};
        key(KEY_UP);
        assert_true(step_temperature(app->open.trace, 0) > before);
        app->view.focus = (Target){TARGET_ANNOTATION, 1, -1, 0};
        app->view.hover = (Target){0};
        key(KEY_Z);
        assert_true(trace_muted(app->open.trace, 1));
        key_with(KEY_R, SHIFT);
        assert_false(changes_any(&app->open.changes));
        app_press(app, (Target){TARGET_FIELD, 0, 0, 0});
        assert_true(app->view.field.active);
        key(KEY_ESCAPE);
    }
}

static void hands_on_the_stage(void **state)
{
    (void)state;
    app_show_card(app, 2);
    app_jump(app, moment_find(app->open.trace, MOMENT_WORD, 0, -1));
    frame();
    pull((Target){TARGET_WEIGHT, 0, 2, 0}, 0, -500); /* beyond the top: all of it */
    assert_true(app->open.trace->steps[0].step.weights[2] == 1);
    assert_int_equal(app->open.trace->steps[0].how, CHOSEN_CHANGED);
    key(KEY_DOWN); /* the bar has the focus: no step is taken */
    assert_int_equal(moment_at(app->open.trace, app->cursor.target).step, 0);
    assert_true(app->open.trace->steps[0].step.weights[2] < 0.96f);
    key_with(KEY_Z, CONTROL);
    assert_true(app->open.trace->steps[0].step.weights[2] == 1);
    key_with(KEY_Z, CONTROL);
    assert_null(app->open.trace->steps[0].replaced);
    key_with(KEY_Z, (Modifiers){.shift = true, .control = true});
    assert_non_null(app->open.trace->steps[0].replaced);
    key(KEY_R);
    assert_null(app->open.trace->steps[0].replaced);
    key(KEY_ESCAPE);
    click((Target){TARGET_OUTPUT, 0, 1, 0});
    assert_int_equal(app->open.trace->steps[0].how, CHOSEN_FORCED);
    assert_string_equal(app->open.trace->steps[0].token, app->open.trace->steps[0].top[1].token);
    click((Target){TARGET_OUTPUT, 0, 0, 0}); /* the model's own again */
    assert_int_equal(app->open.trace->steps[0].how, CHOSEN_GREEDY);
    assert_false(changes_any(&app->open.changes));
    app_jump(app, moment_find(app->open.trace, MOMENT_SOFTMAX, 0, -1)); /* where the slider is */
    frame();
    pull((Target){TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0}, 300, 0);
    assert_true(step_temperature(app->open.trace, 0) == 10);
    app_export(app, (Target){TARGET_FORMAT, EXPORT_TRACE_JSON, 0, 0});
    Bytes json = {0};
    Error error = {0};
    const char *path = path_join(&arena, home, "attend-cat-chase-mouse.json");
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &json, &error), &error);
    assert_non_null(strstr(json.data, "\"temperature\":10"));
    bytes_finish(&json);
    key_with(KEY_R, SHIFT);
    assert_true(step_temperature(app->open.trace, 0) == 1);
}

/* A drag leaves the focus on its bar. On another step that bar is gone: Up moves there, and changes nothing. */
static void the_focus_goes_with_what_it_stood_on(void **state)
{
    (void)state;
    static const Target bar = {TARGET_WEIGHT, 1, 0, 0};
    app_show_card(app, 2);
    for (int frames = 0; frames < 2; frames++) {
        app_jump(app, moment_find(app->open.trace, MOMENT_WORD, 1, -1));
        frame();
        pull(bar, 0, -40);
        assert_true(target_equal(app->view.focus, bar));
        float weight = app->open.trace->steps[1].step.weights[0];
        static const Key keys[] = {KEY_END, KEY_UP, KEY_UP};
        for (size_t i = 0; i < LENGTH(keys); i++) {
            Event event = {.kind = EVENT_KEY, .key = {.key = keys[i]}};
            app_update(app, &event);
            if (frames) /* else all three come between two of them */
                frame();
        }
        assert_true(app->open.trace->steps[1].step.weights[0] == weight);
        assert_int_equal(moment_at(app->open.trace, app->cursor.target).step, app->open.trace->step_count - 3);
        frame();
        assert_int_equal(app->view.focus.kind, TARGET_NONE);
        key_with(KEY_R, SHIFT);
    }
}

/* The cursor goes on while a bar is held. */
static void a_bar_that_is_gone_is_not_dragged(void **state)
{
    (void)state;
    app_show_card(app, 2);
    app_jump(app, moment_find(app->open.trace, MOMENT_WORD, 0, -1));
    frame();
    const DrawCommand *mark = drawlist_marked(&app->list, (Target){TARGET_WEIGHT, 0, 2, 0});
    float x = mark->bounds.x + mark->bounds.w / 2, y = mark->bounds.y + mark->bounds.h / 2;
    mouse(EVENT_MOUSE_MOVE, (Point){x, y});
    mouse(EVENT_MOUSE_DOWN, (Point){x, y});
    mouse(EVENT_MOUSE_MOVE, (Point){x, y - 20});
    frame();
    float weight = app->open.trace->steps[0].step.weights[2];
    key(KEY_END);
    mouse(EVENT_MOUSE_MOVE, (Point){x, y - 60});
    frame();
    mouse(EVENT_MOUSE_UP, (Point){x, y - 60});
    frame();
    assert_true(app->open.trace->steps[0].step.weights[2] == weight);
    assert_int_equal(app->view.stage.dragged.kind, TARGET_NONE);
}

static void deeper_and_back(void **state)
{
    (void)state;
    app_show_card(app, 2);
    app_jump(app, moment_find(app->open.trace, MOMENT_WORD, 0, -1));
    frame();
    click((Target){TARGET_WEIGHT, 0, 1, 0}); /* a click is no drag */
    assert_false(changes_any(&app->open.changes));
    assert_int_equal(app->view.origin.depth, 1);
    key(KEY_ENTER); /* the focus is on its first number */
    assert_int_equal(app->view.origin.depth, 2);
    assert_int_equal(app->view.origin.trail[1].kind, VALUE_SCORE);
    key(KEY_RIGHT);
    key(KEY_RIGHT);
    key(KEY_BACKSPACE);
    assert_int_equal(app->view.origin.depth, 1);
    for (int i = 0; i < 30; i++) /* down to the learned numbers */
        key(KEY_ENTER);
    assert_true(scene_origin_open(&app->view));
    while (app->view.origin.depth > 0)
        key(KEY_ESCAPE);
    assert_non_null(drawlist_marked(&app->list, (Target){TARGET_FIELD, 0, 0, 0}));
}

static bool frozen(void)
{
    return scene_pair_open(&app->view);
}

static void a_score_is_frozen(void **state)
{
    (void)state;
    Target score = {TARGET_SCORE, 1, 2, 0};
    app_show_card(app, 0);
    int scores = moment_find(app->open.trace, MOMENT_SCORES, 1, -1);
    app_jump(app, scores);
    frame();
    click(score);
    assert_true(frozen());
    assert_int_equal(app->view.pair.word, 2);
    assert_int_equal(app->view.origin.depth, 0);
    int cells = app->open.trace->config.attention_size; /* so few that each is by itself */
    for (int i = 0; i < cells + 2; i++) {
        assert_int_equal(app->view.pair.cell, i < cells ? i : cells - 1);
        key(KEY_RIGHT);
    }
    key(KEY_LEFT);
    assert_int_equal(app->view.pair.cell, cells - 2);
    assert_true(app->cursor.target == scores); /* the arrows were for the pair */
    click((Target){TARGET_CONTROL, PAIR_CELL, 3, 0});
    assert_int_equal(app->view.pair.cell, 3);
    click((Target){TARGET_CONTROL, PAIR_ORIGIN, 0, 0}); /* the panel is open too, and is closed first */
    assert_int_equal(app->view.origin.trail[0].kind, VALUE_SCORE);
    key(KEY_ESCAPE);
    assert_true(app->view.origin.depth == 0 && frozen());
    key(KEY_ESCAPE);
    assert_false(frozen());
    app->view.focus = score;
    key(KEY_ENTER);
    assert_true(frozen());
    click((Target){TARGET_CONTROL, PAIR_CLOSE, 0, 0});
    assert_false(frozen());
    app->view.focus = score;
    key(KEY_ENTER);
    app_press(app, (Target){TARGET_STAGE, 0, 0, 0}); /* beside it */
    assert_false(frozen());
    app_jump(app, moment_find(app->open.trace, MOMENT_WORD, 1, -1)); /* where every step ends */
    frame();
    click(score);
    assert_true(frozen());
    key(KEY_ESCAPE);
    app_jump(app, scores);
    frame();
    app->view.focus = score;
    key(KEY_ENTER);
    key(KEY_DOWN); /* another step: it is let go for good */
    frame();
    key(KEY_UP);
    frame();
    assert_false(frozen() || app->view.pair.open);
}

static void questions_hold_the_cursor(void **state)
{
    (void)state;
    app_show_card(app, 2);
    app_jump(app, 0);
    key(KEY_Q);
    assert_true(app->view.predict.on);
    int last = moment_count(app->open.trace) - 1, asked = 0;
    for (int i = 0; i < 100 && app->cursor.target < last; i++) {
        key(KEY_END);
        Question question;
        if (!scene_asks(&app->view, &question))
            break;
        assert_int_equal(app->cursor.target, question.gate - 1);
        key(KEY_RIGHT);
        assert_int_equal(app->cursor.target, question.gate - 1);
        key((Key)(KEY_1 + (asked % 3 ? question.right : question.count))); /* one choice too far */
        if (asked % 3 == 0) {
            assert_int_equal(app->view.predict.asked, asked);
            key((Key)(KEY_1 + (question.right + 1) % question.count));
        }
        asked++;
        assert_true(app->view.predict.telling);
        assert_int_equal(app->view.predict.asked, asked);
        key(KEY_RIGHT);
        assert_false(app->view.predict.telling);
    }
    assert_int_equal(asked, 2 * app->open.trace->step_count);
    assert_int_equal(app->view.predict.right, asked - (asked + 2) / 3);
    assert_int_equal(app->cursor.target, last);
    key(KEY_Q);
    assert_false(app->view.predict.on);
}

/* Without motion playing waits at each moment for as long as its film would last. */
static void playing_jumps_from_moment_to_moment(void **state)
{
    (void)state;
    key(KEY_HOME);
    key(KEY_SPACE);
    for (int i = 0; i < 25; i++) {
        assert_true(app_draw(app, now += 0.1));
        assert_true(app->view.cursor == floor(app->view.cursor));
    }
    assert_in_range(app->view.cursor, 6, 9); /* reading takes 3 seconds */
    key(KEY_SPACE);
}

/* Before anything has scrolled too. */
static void a_press_in_the_field_puts_the_caret_there(void **state)
{
    (void)state;
    app_show_card(app, 0);
    key(KEY_C); /* measured anew */
    const DrawCommand *field = drawlist_marked(&app->list, (Target){TARGET_FIELD, 0, 0, 0});
    assert_non_null(field);
    Box box = field->bounds;
    mouse(EVENT_MOUSE_MOVE, (Point){box.x + 16, box.y + box.h / 2});
    mouse(EVENT_MOUSE_DOWN, (Point){box.x + 16, box.y + box.h / 2});
    mouse(EVENT_MOUSE_UP, (Point){box.x + 16, box.y + box.h / 2});
    assert_true(app->view.field.active);
    assert_int_equal(app->view.field.caret, 0);
    field_enter(app, false);
}

static float card_width(void)
{
    return window_layout(&app->view).card.w;
}

/* In a narrow window the card lies over the stage until one presses beside it; its tab, K, and the next
 * card open it. */
static void a_card_folds_and_opens(void **state)
{
    (void)state;
    app->view.width = 1000, app->view.height = 778;
    app_show_card(app, 0);
    Target tab = {TARGET_TAB, 0, 0, 0};
    assert_true(window_card_floats(&app->view));
    app_key(app, &(Event){.kind = EVENT_KEY, .key = {.key = KEY_ESCAPE}});
    app_key(app, &(Event){.kind = EVENT_KEY, .key = {.key = KEY_ESCAPE}});
    assert_int_equal(card_width(), 0);
    app_press(app, tab);
    assert_true(card_width() > 260);
    app_lay_out(app);
    mouse(EVENT_MOUSE_MOVE, (Point){120, 300});
    mouse(EVENT_MOUSE_DOWN, (Point){120, 300});
    assert_true(card_width() > 260);
    mouse(EVENT_MOUSE_DOWN, (Point){600, 110});
    assert_int_equal(card_width(), 0);
    app_key(app, &(Event){.kind = EVENT_KEY, .key = {.key = KEY_K}});
    assert_true(card_width() > 260);
    field_enter(app, true); /* what is typed is seen */
    assert_int_equal(card_width(), 0);
    field_enter(app, false);
    app_press(app, (Target){TARGET_CARD_NEXT, 0, 0, 0});
    assert_true(card_width() > 260);
    app->view.width = 1440, app->view.height = 900;
    app_lay_out(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_sets_and_takes_back),
        cmocka_unit_test(all_is_changed_on_every_card),
        cmocka_unit_test(hands_on_the_stage),
        cmocka_unit_test(deeper_and_back),
        cmocka_unit_test(a_score_is_frozen),
        cmocka_unit_test(questions_hold_the_cursor),
        cmocka_unit_test(the_focus_goes_with_what_it_stood_on),
        cmocka_unit_test(a_bar_that_is_gone_is_not_dragged),
        cmocka_unit_test(playing_jumps_from_moment_to_moment),
        cmocka_unit_test(a_press_in_the_field_puts_the_caret_there),
        cmocka_unit_test(a_card_folds_and_opens),
    };
    return cmocka_run_group_tests_name("app cards", tests, set_up, home_remove);
}
