/* What-if by real events: the model's own run is kept beside what is set by hand, and comes back. */
#define FRAME_SECONDS 1
#include "fixture.h"

#include "app/app_place.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/view_input.h"
#include "scene/window/panels.h"
#include "trace/dragged.h"

enum { STEP = 2 }; /* where 老鼠 is written */

static const Modifiers SHIFT = {.shift = true}, CONTROL = {.control = true};

static void stand_at(MomentKind kind, int step)
{
    app_show_card(app, 0);
    key_with(KEY_R, SHIFT);
    app_stop_at(app, moment_find(app->open.trace, kind, step, -1));
    frame();
}

/* Takes a bar and holds it where its weight is that. */
static Point take(int j, float weight)
{
    Point from = middle_of(target_at(TARGET_WEIGHT, STEP, j, 0));
    Box bars = app->layout.stage.bars;
    Point to = {from.x, bars.y + bars.h * (1 - weight)};
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, (Point){to.x, to.y - 8});
    mouse(EVENT_MOUSE_MOVE, to);
    frame();
    return to;
}

static void let_go(Point at)
{
    mouse(EVENT_MOUSE_UP, at);
    frame();
}

static void the_own_run_is_kept(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, STEP);
    assert_null(app->view.own);
    float own = app->open.trace->steps[STEP].step.weights[0];
    let_go(take(0, 0.9f));
    const Trace *kept = app->view.own;
    assert_non_null(kept);
    assert_true(kept->steps[STEP].step.weights[0] == own && !kept->steps[STEP].replaced);
    assert_string_not_equal(kept->steps[STEP].token, app->open.trace->steps[STEP].token);
    let_go(take(1, 0.5f));
    assert_ptr_equal(app->view.own, kept); /* not decoded again */
    key_with(KEY_Z, CONTROL);
    assert_non_null(app->view.own);
    key_with(KEY_Z, CONTROL);
    assert_null(app->view.own);
    key_with(KEY_Z, (Modifiers){.shift = true, .control = true});
    assert_true(app->view.own && app->view.own->steps[STEP].step.weights[0] == own);
    app_show_card(app, 0);
    assert_null(app->view.own);
}

static void the_chip_puts_it_back(void **state)
{
    (void)state;
    static const Target here = {TARGET_CONTROL, DECODE_RESET, 0, 0}, all = {TARGET_CONTROL, DECODE_RESET, 1, 0};
    stand_at(MOMENT_WORD, STEP);
    assert_null(drawlist_marked(&app->list, here));
    let_go(take(0, 0.9f));
    press_at(middle_of(here));
    assert_null(app->open.trace->steps[STEP].replaced);
    assert_true(!app->view.own && !drawlist_marked(&app->list, here));
    let_go(take(0, 0.9f));
    app_stop_at(app, moment_find(app->open.trace, MOMENT_WORD, 0, -1));
    frame();
    app->view.focus = all; /* as Tab brings it */
    key(KEY_ENTER);
    assert_null(app->view.own);
    assert_null(app->open.trace->steps[STEP].replaced);
}

static bool says_exactly(const char *wanted)
{
    for (int i = 0; i < app->list.count; i++) {
        const DrawCommand *command = &app->list.commands[i];
        char text[512];
        size_t length = 0;
        for (int k = 0; command->kind == DRAW_TEXT && k < command->text.count && length < 500; k++)
            length += utf8_put(text + length, command->text.letters[k].codepoint);
        text[length] = '\0';
        if (strcmp(text, wanted) == 0)
            return true;
    }
    return false;
}

/* What became of the word of the step: the one that is written now, and both probabilities. */
static bool is_told(void)
{
    if (!app->view.own)
        return false;
    const TraceStep *own = &app->view.own->steps[STEP], *set = &app->open.trace->steps[STEP];
    float other = own->id != set->id ? set->step.probabilities[own->id] : own->p;
    return says_exactly(share_text(&arena, (double)set->p, 2)) && says_exactly(share_text(&arena, (double)other, 2))
           && says_exactly(set->token);
}

/* At the softmax already: the head says the word that follows the hand, until one moves on; keys do the same. */
static void the_word_follows_the_hand(void **state)
{
    (void)state;
    stand_at(MOMENT_SOFTMAX, STEP);
    double cursor = app->view.cursor;
    assert_false(is_told());
    Point hand = take(0, 0.9f);
    assert_true(is_told());
    assert_int_equal(app->view.stage.tippings.count, 1);
    let_go(hand);
    assert_true(is_told());
    assert_true(app->view.cursor == cursor);
    key_with(KEY_LEFT, (Modifiers){.alt = true}); /* no key of the stage: all stays */
    assert_true(app->view.stage.steered);
    app->view.focus = (Target){0};
    key(KEY_RIGHT);
    assert_false(is_told());
    assert_int_equal(app->view.stage.tippings.count, 0);
    stand_at(MOMENT_SOFTMAX, STEP);
    app->view.focus = target_at(TARGET_WEIGHT, STEP, 0, 0);
    frame();
    for (int i = 0; i < 8; i++)
        key(KEY_UP);
    assert_true(is_told());
    assert_int_equal(app->view.stage.tippings.count, 1);
    key(KEY_R);
    assert_false(is_told());
}

/* The slider sets the temperature from the step on the stage on: the steps before stay, and the stage
 * says from which. */
static void a_temperature_from_here_on(void **state)
{
    (void)state;
    static const Target slider = {TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0},
                        here = {TARGET_CONTROL, DECODE_RESET, 0, 0};
    stand_at(MOMENT_SOFTMAX, 1); /* where the slider is */
    Point from = middle_of(slider), to = {from.x + 200, from.y};
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, to);
    frame();
    let_go(to);
    assert_true(step_temperature(app->open.trace, 0) == 1 && step_temperature(app->open.trace, 1) == 10);
    assert_true(step_temperature(app->open.trace, 2) == 10 && app->open.trace->steps[1].tempered);
    assert_memory_equal(app->open.trace->steps[0].step.weights, app->view.own->steps[0].step.weights,
                        3 * sizeof(float));
    assert_non_null(drawlist_marked(&app->list, here));
    app_stop_at(app, moment_find(app->open.trace, MOMENT_SOFTMAX, 2, -1));
    app->dirty = true;
    frame();
    assert_null(drawlist_marked(&app->list, here)); /* it was not set for this step */
    app->view.focus = slider;
    frame();
    key(KEY_DOWN);
    assert_true(step_temperature(app->open.trace, 1) == 10 && step_temperature(app->open.trace, 2) < 10);
    key(KEY_R);
    assert_true(step_temperature(app->open.trace, 2) == 10);
    key_with(KEY_R, SHIFT);
    assert_true(!app->view.own && step_temperature(app->open.trace, 2) == 1);
}

/* Z, the chip beside a state, undo and reset; and the place says it. */
static void a_muted_state(void **state)
{
    (void)state;
    static const Target chip = {TARGET_CONTROL, DECODE_MUTE, 1, 0};
    stand_at(MOMENT_WORD, 1);
    assert_null(drawlist_marked(&app->list, chip));
    app_focus_on(app, target_at(TARGET_ANNOTATION, 1, -1, 0));
    app->dirty = true;
    frame();
    assert_non_null(drawlist_marked(&app->list, chip));
    const char *told = describe_value(&app->view, app->view.focus, &arena);
    assert_null(strstr(told, "muted"));
    key(KEY_Z);
    assert_true(trace_muted(app->open.trace, 1) && !trace_muted(app->view.own, 1));
    told = describe_value(&app->view, app->view.focus, &arena);
    assert_non_null(strstr(told, "h₂ muted: 0"));
    assert_non_null(strstr(app_here(app, &arena), ";mute=2;"));
    char *here = app_here(app, &arena);
    key_with(KEY_Z, CONTROL);
    assert_null(app->open.trace->muted);
    Error error = {0};
    expect_ok(app_go_to(app, here, &error), &error);
    assert_true(trace_muted(app->open.trace, 1));
    frame();
    press_at(middle_of(chip)); /* it stays while the state is muted */
    assert_null(app->open.trace->muted);
    app->view.focus = app->view.hover = (Target){0};
    key(KEY_Z); /* nothing is meant */
    assert_null(app->open.trace->muted);
    app->view.focus = target_at(TARGET_WEIGHT, 1, 2, 0); /* its column */
    key(KEY_Z);
    assert_true(trace_muted(app->open.trace, 2));
    key_with(KEY_R, SHIFT);
    assert_null(app->view.own);
    assert_false(app_go_to(app, "lesson=5;mute=9", &error));
    assert_non_null(strstr(error_text(&error), "no state 9"));
    assert_false(changes_any(&app->open.changes));
}

/* The place of a person has what was changed by hand; a link to it shows it, and one without shows none. */
static void a_place_with_changes(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, STEP);
    char *plain = app_here(app, &arena);
    let_go(take(0, 0.9f));
    char *changed = app_here(app, &arena);
    assert_non_null(strstr(changed, ";weights=3:0."));
    float weights[3];
    memcpy(weights, app->open.trace->steps[STEP].step.weights, sizeof weights);
    const char *word = arena_string(&arena, app->open.trace->steps[STEP].token);
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {plain}});
    frame();
    assert_null(app->view.own);
    assert_string_equal(app_here(app, &arena), plain);
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {changed}});
    frame();
    assert_memory_equal(app->open.trace->steps[STEP].step.weights, weights, sizeof weights);
    assert_string_equal(app->open.trace->steps[STEP].token, word);
    assert_string_equal(app_here(app, &arena), changed);
    key_with(KEY_Z, CONTROL);
    assert_null(app->view.own);
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {"lesson=5;weights=1:0.5,0.5"}});
    assert_true(app->view.message.bad && strstr(app->view.message.text, "step 1 needs 3 weights") && !app->view.own);
}

/* Other lessons too; the look alone changes nothing else; what does not fit is told, and all goes on. */
static void a_place_from_outside(void **state)
{
    (void)state;
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {"lesson=10;card=2;language=zh"}});
    frame();
    assert_string_equal(path_name(app->open.lesson->folder), "10-luong");
    assert_true(app->view.card == 1 && app->view.language == LANGUAGE_CHINESE);
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {"theme=dark"}});
    frame();
    assert_true(app->view.card == 1 && app->view.theme->kind == THEME_DARK);
    app_update(app, &(Event){.kind = EVENT_CONTRAST, .contrast = {true}});
    frame();
    assert_ptr_equal(app->view.theme, theme_with(THEME_DARK, true));
    const char *here = app_here(app, &arena);
    key(KEY_T);
    assert_ptr_equal(app->view.theme, theme_with(THEME_LIGHT, true));
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {here}}); /* the contrast is the reader's, and no place's */
    frame();
    assert_ptr_equal(app->view.theme, theme_with(THEME_DARK, true));
    key_with(KEY_T, (Modifiers){.shift = true});
    assert_ptr_equal(app->view.theme, theme_get(THEME_DARK));
    assert_string_equal(app_here(app, &arena), here);
    static const char *const wrong[] = {"lesson=no-such", "lesson", "card=99", "lesson=5;step=77"};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        app->view.message.text = NULL;
        app_update(app, &(Event){.kind = EVENT_PLACE, .place = {wrong[i]}});
        frame();
        assert_true(app->view.message.text && app->view.message.bad);
    }
    app_update(app, &(Event){.kind = EVENT_PLACE, .place = {"lesson=5;card=1;theme=light;language=en"}});
    frame();
    assert_string_equal(path_name(app->open.lesson->folder), "05-cat-chase-mouse");
}

/* A record counts as long as every word stays. */
static void a_map_is_fooled(void **state)
{
    (void)state;
    Error error = {0};
    expect_ok(app_open_lesson(app, path_join(&arena, app->options.lessons, "13-fool-the-heatmap"), NULL, &error),
              &error);
    app_show_card(app, 0);
    app->dirty = true;
    frame();
    assert_true(app->view.panel.records[0] == 0);
    let_go(take(0, 0.2f));
    double moved = map_distance(app->open.own, app->open.trace);
    assert_true(moved > 0.02 && map_words_hold(app->open.own, app->open.trace));
    assert_true(app->view.panel.records[0] >= moved && app->view.panel.records[1] == 0);
    double record = app->view.panel.records[0], stood = app->cursor.target;
    key(KEY_Q); /* what a question hides is not compared */
    key(KEY_HOME);
    for (int i = 0; i < 40 && app->view.predict.open < 0; i++)
        key(KEY_RIGHT);
    assert_true(app->view.predict.on && scene_gate(&app->view) >= 0);
    key(KEY_Q);
    app_jump(app, stood);
    let_go(take(0, 0.95f)); /* 老鼠 becomes another word */
    assert_false(map_words_hold(app->open.own, app->open.trace));
    assert_true(app->view.panel.records[0] < map_distance(app->open.own, app->open.trace));
    assert_true(app->view.panel.records[0] >= record && !app->view.panel.completed[0]);
    expect_ok(app_open_lesson(app, path_join(&arena, app->options.lessons, "05-cat-chase-mouse"), NULL, &error),
              &error);
}

static const DrawCommand *picture_says(const char *words)
{
    for (int i = 0; i < app->list.count; i++) {
        char text[512];
        size_t length = 0;
        const DrawCommand *command = &app->list.commands[i];
        for (int k = 0; command->kind == DRAW_TEXT && k < command->text.count && length < 500; k++)
            length += utf8_put(text + length, command->text.letters[k].codepoint);
        text[length] = '\0';
        if (strstr(text, words))
            return command;
    }
    return NULL;
}

static const DrawCommand *note_at(Point at)
{
    mouse(EVENT_MOUSE_MOVE, at);
    frame();
    return picture_says("drag it");
}

/* Wherever on it the pointer stands. */
static void a_note_covers_nothing_of_what_it_is_about(void **state)
{
    (void)state;
    const struct {
        MomentKind moment;
        TargetKind target;
        const char *note;
    } cases[] = {{MOMENT_SCORES, TARGET_SCORE, "goes with"}, {MOMENT_SOFTMAX, TARGET_WEIGHT, "drag it"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        stand_at(cases[i].moment, STEP);
        Box about = drawlist_marked(&app->list, target_at(cases[i].target, STEP, 0, 0))->bounds;
        for (float part = 0.1f; part < 1; part += 0.4f) {
            mouse(EVENT_MOUSE_MOVE, (Point){about.x + about.w * part, about.y + about.h * part});
            frame();
            const DrawCommand *note = picture_says(cases[i].note);
            assert_non_null(note);
            assert_false(box_touches(note->bounds, about));
        }
    }
}

/* While a bar is dragged and after it was let go no note lies over the others, until the pointer has been elsewhere. */
static void no_note_stays_after_a_drag(void **state)
{
    (void)state;
    stand_at(MOMENT_SOFTMAX, STEP);
    Point bar = middle_of(target_at(TARGET_WEIGHT, STEP, 0, 0));
    assert_non_null(note_at(bar));
    Point end = take(0, 0.9f);
    frame();
    assert_null(picture_says("drag it"));
    let_go(end);
    assert_null(picture_says("drag it"));
    assert_null(note_at((Point){end.x + 2, end.y + 2}));
    assert_null(note_at((Point){app->layout.stage.bars.x - 60, app->layout.stage.bars.y - 40}));
    assert_true(target_equal(app->view.focus, target_at(TARGET_WEIGHT, STEP, 0, 0)));
    assert_non_null(note_at(bar));
}

/* The weight of the only word is 1: neither the mouse nor a key leaves a change that could be undone. */
static void the_only_weight_stays(void **state)
{
    (void)state;
    assert_true(app_decode(app, "cat"));
    assert_int_equal(app->open.trace->n, 1);
    app_stop_at(app, moment_find(app->open.trace, MOMENT_SOFTMAX, 0, -1));
    frame();
    Target bar = target_at(TARGET_WEIGHT, 0, 0, 0);
    Point from = middle_of(bar), to = {from.x, from.y + 40};
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, to);
    frame();
    let_go(to);
    assert_int_equal(app->open.changes.past_count, 0);
    app_focus_on(app, bar);
    frame();
    key(KEY_UP);
    key_with(KEY_DOWN, SHIFT);
    assert_int_equal(app->open.changes.past_count, 0);
    assert_true(app->open.trace->steps[0].step.weights[0] == 1);
}

/* The press is on the chip that comes with the state, in every moment that has the state and does not move it. */
static void a_press_mutes_a_state_at_any_moment(void **state)
{
    (void)state;
    static const char *const lessons[] = {"05-cat-chase-mouse", "10-luong", "20-self-attention"};
    for (size_t i = 0; i < LENGTH(lessons); i++) {
        AppOptions options = home_create();
        options.lesson = path_join(&arena, options.lessons, lessons[i]);
        options.forgetful = options.reduced_motion = true;
        start(&options);
        app->view.panel.asking = false;
        app_show_view(app, VIEW_DECODE);
        int last = moment_find(app->open.trace, MOMENT_WORD, 0, -1), states = 0;
        for (int m = 1; m <= last; m++) {
            app_stop_at(app, m);
            frame();
            const DrawCommand *strip = NULL;
            for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
                if (mark->mark.target.kind == TARGET_ANNOTATION && mark->mark.target.a == 0)
                    strip = mark;
            if (!strip)
                continue;
            Box box = strip->bounds;
            mouse(EVENT_MOUSE_MOVE, (Point){box.x + box.w / 2, box.y + box.h / 2});
            frame();
            press_at(middle_of(control(DECODE_MUTE, 0, 0)));
            assert_true(trace_muted(app->open.trace, 0));
            press_at(middle_of(control(DECODE_MUTE, 0, 0)));
            assert_false(trace_muted(app->open.trace, 0));
            mouse(EVENT_MOUSE_MOVE, (Point){2, 2});
            states++;
        }
        assert_true(states > 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_own_run_is_kept),
        cmocka_unit_test(the_chip_puts_it_back),
        cmocka_unit_test(the_word_follows_the_hand),
        cmocka_unit_test(a_temperature_from_here_on),
        cmocka_unit_test(a_note_covers_nothing_of_what_it_is_about),
        cmocka_unit_test(no_note_stays_after_a_drag),
        cmocka_unit_test(a_muted_state),
        cmocka_unit_test(a_place_with_changes),
        cmocka_unit_test(a_place_from_outside),
        cmocka_unit_test(a_map_is_fooled),
        cmocka_unit_test(the_only_weight_stays),
        cmocka_unit_test(a_press_mutes_a_state_at_any_moment),
    };
    return cmocka_run_group_tests_name("app what_if", tests, still_set_up, home_remove);
}
