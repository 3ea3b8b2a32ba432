/* The exhibit view by real keys and mouse: each probe is a real run, its note says what that was, and nothing
 * is left over. */
#define FRAME_SECONDS 1
#include "fixture.h"

#include "app/input.h"
#include "app/open.h"

#include <time.h>

static const char LESSON[] =
    "---\ntitle: Museum\norder: 1\nview: exhibit\nsentence: the black cat sleeps\nmodels:\n"
    "  - {bridge: none, embed: 8, hidden: 10, epochs: 1, seed: 1}\n"
    "  - {name: none, attention: none, embed: 4, hidden: 6, epochs: 1, seed: 1}\n"
    "  - {name: uniform, attention: uniform, embed: 4, hidden: 6, epochs: 1, seed: 1}\n"
    "---\n\n# One\n\n```attend\nview: exhibit\nmodel: model\nagainst: uniform\n```\n\nProbe it.\n\n"
    "```quiz\nkind: choice\nquestion: What is broken?\nchoices: [this, that]\nanswer: this\n```\n\n"
    "# Two\n\n```attend\nview: exhibit\nmodel: none\nagainst: model\n```\n\nText.\n\n"
    "# Three\n\n```attend\nview: exhibit\nmodel: model\nagainst: uniform\nmute: 2\n```\n\nText.\n";

static const Modifiers SHIFT = {.shift = true}, CONTROL = {.control = true};

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    put("lesson.md", LESSON);
    put_copy("data.tsv", "tests/data/tiny.tsv");
    put_copy("heldout.tsv", "tests/data/tiny-heldout.tsv");
    put_copy("model.safetensors", "tests/data/tiny.safetensors");
    put_copy("none.safetensors", "tests/data/tiny-none.safetensors");
    put_copy("uniform.safetensors", "tests/data/tiny-uniform.safetensors");
    options.lessons = options.lesson = home;
    options.forgetful = options.reduced_motion = true;
    start(&options);
    return 0;
}

static const Exhibit *exhibit(void)
{
    return app->view.exhibit;
}

static const Finding *last_note(void)
{
    const Notes *notes = exhibit()->notes;
    assert_true(notes->count > 0);
    return &notes->list[notes->count - 1];
}

static void open_card(int card)
{
    app_show_card(app, card);
    frame();
    assert_int_equal(app->view.kind, VIEW_EXHIBIT);
}

static char *written(const Trace *trace)
{
    return trace_translation(trace, &arena);
}

static void the_card_names_both_models(void **state)
{
    (void)state;
    open_card(0);
    assert_true(exhibit()->sound);
    assert_string_equal(exhibit()->pair.sides[1].name, "uniform");
    assert_ptr_equal(exhibit()->pair.sides[0].trace, app->open.trace);
    assert_int_equal(exhibit()->notes->count, 0);
    open_card(1);
    assert_string_equal(exhibit()->pair.sides[1].name, "model");
    key(KEY_Z); /* no weights: nothing to mute */
    assert_false(changes_any(&app->open.changes));
    key(KEY_SPACE);
    assert_int_equal(exhibit()->notes->count, 0);
}

static void probes_are_real_runs(void **state)
{
    (void)state;
    Error error = {0};
    open_card(0);
    press_at(middle_of(control(EXHIBIT_PROBE, PROBE_READ, 0)));
    key(KEY_RIGHT);
    key(KEY_DOWN);
    key(KEY_SPACE); /* read */
    assert_true(last_note()->probe == PROBE_READ && last_note()->step == 1 && last_note()->place == 1);
    assert_true(last_note()->from == app->open.trace->steps[1].step.weights[1]);

    key(KEY_X); /* swap the second word */
    const Swap *swap = exhibit()->swap;
    assert_int_equal(exhibit()->probe, PROBE_SWAP);
    assert_int_equal(swap->place, 1);
    char *sentence = arena_printf(&arena, "the %s cat sleeps", swap->word), *first = arena_string(&arena, swap->word);
    Trace *other = trace_decode(app->view.model, slice_of(sentence), NULL, &error);
    expect_ok(other != NULL, &error);
    assert_string_equal(last_note()->after, written(other));
    assert_int_equal(last_note()->changed, swap_changed(swap, 4));
    trace_destroy(other);
    key(KEY_X);
    assert_string_not_equal(exhibit()->swap->word, first);
    key_with(KEY_X, SHIFT);
    assert_string_equal(exhibit()->swap->word, first);

    key(KEY_Z); /* mute it */
    assert_int_equal(exhibit()->probe, PROBE_MUTE);
    assert_true(trace_muted(app->open.trace, 1) && !trace_muted(exhibit()->own, 1));
    int place = 1;
    other = trace_decode(app->view.model, slice_of("the black cat sleeps"),
                         &(DecodeOptions){.muted = &place, .muted_count = 1}, &error);
    assert_string_equal(last_note()->after, written(other));
    assert_string_equal(last_note()->before, written(exhibit()->own));
    trace_destroy(other);
    key_with(KEY_Z, CONTROL);
    assert_null(app->open.trace->muted);
    press_at(middle_of(target_at(TARGET_ANNOTATION, 2, -1, 0)));
    assert_true(trace_muted(app->open.trace, 2));

    key(KEY_RIGHT_BRACKET); /* to drag: what was muted is taken back */
    assert_int_equal(exhibit()->probe, PROBE_DRAG);
    assert_null(app->open.trace->muted);
    app_focus_on(app, target_at(TARGET_WEIGHT, 1, 3, 0));
    app->dirty = true;
    frame();
    key(KEY_UP);
    assert_true(last_note()->probe == PROBE_DRAG && last_note()->place == 3);
    assert_true(last_note()->to == app->open.trace->steps[1].step.weights[3] && app->open.trace->steps[1].replaced);
    key(KEY_RIGHT_BRACKET);
    assert_int_equal(exhibit()->probe, PROBE_COMPARE);
    assert_false(changes_any(&app->open.changes));
    assert_string_equal(last_note()->after, written(exhibit()->pair.sides[1].trace));
}

/* A bar follows the mouse, and one drag is one note and one step of undo. */
static void a_bar_is_pulled(void **state)
{
    (void)state;
    open_card(0);
    press_at(middle_of(control(EXHIBIT_PROBE, PROBE_DRAG, 0)));
    int before = exhibit()->notes->count;
    int step = exhibit()->step; /* where the test before has left it */
    Target bar = target_at(TARGET_WEIGHT, step, 1, 0);
    Box bars = box_of(bar);
    Point from = {bars.x + bars.w / 2, bars.y + bars.h * 0.5f}, to = {from.x, bars.y + bars.h * 0.1f};
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, (Point){from.x, from.y - 10});
    frame();
    mouse(EVENT_MOUSE_MOVE, to);
    frame();
    mouse(EVENT_MOUSE_UP, to);
    frame();
    float weight = app->open.trace->steps[step].step.weights[1];
    assert_true(weight > 0.88f && weight < 0.92f);
    assert_int_equal(exhibit()->notes->count, before + 1);
    key_with(KEY_Z, CONTROL);
    assert_false(changes_any(&app->open.changes));
}

/* The weight of the only word is 1: neither the mouse nor a key leaves a note or a change that could be undone. */
static void the_only_weight_stays(void **state)
{
    (void)state;
    open_card(0);
    assert_true(app_decode(app, "cat"));
    press_at(middle_of(control(EXHIBIT_PROBE, PROBE_DRAG, 0)));
    assert_int_equal(app->open.trace->n, 1);
    Target bar = target_at(TARGET_WEIGHT, 0, 0, 0);
    Point from = middle_of(bar), to = {from.x, from.y + 40};
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, to);
    frame();
    mouse(EVENT_MOUSE_UP, to);
    app_focus_on(app, bar);
    frame();
    key(KEY_UP);
    assert_int_equal(app->open.changes.past_count, 0);
    assert_int_equal(exhibit()->notes->count, 0);
}

/* Held-out figures come from a thread, once the sound model is looked at. */
static void figures_are_measured_beside(void **state)
{
    (void)state;
    open_card(0);
    assert_int_equal(exhibit()->pair.sides[0].accuracy.of, 0);
    press_at(middle_of(control(EXHIBIT_PROBE, PROBE_COMPARE, 0)));
    const Accuracy *sound = &exhibit()->pair.sides[1].accuracy;
    FRAMES_UNTIL(sound->of > 0 && sound->done == sound->of)
    assert_int_equal(exhibit()->pair.sides[0].accuracy.done, sound->of);
}

/* Answered, the reveal comes; the probes can be had back; another card begins anew. */
static void the_reveal(void **state)
{
    (void)state;
    open_card(0);
    key(KEY_SPACE);
    static const Target again = {TARGET_CONTROL, EXHIBIT_AGAIN, 0, 0};
    assert_null(drawlist_marked(&app->list, again));
    QuizAnswer *answer = app_answer(app, 0);
    *answer = (QuizAnswer){.answered = true, .choice = app_card(app)->quizzes[0].answer};
    press_at(middle_of(again));
    assert_true(exhibit()->again);
    assert_non_null(drawlist_marked(&app->list, control(EXHIBIT_PROBE, PROBE_SWAP, 0)));
    press_at(middle_of((Target){TARGET_CARD_NEXT, 0, 0, 0}));
    assert_int_equal(app->view.card, 1);
    assert_true(!exhibit()->again && exhibit()->notes->count == 0);
}

/* What a card mutes is its own run. */
static void a_card_that_mutes(void **state)
{
    (void)state;
    open_card(2);
    assert_true(trace_muted(app->open.trace, 1) && exhibit()->own == app->open.trace);
    key(KEY_1); /* away and back */
    key(KEY_N);
    open_card(2);
    app_decode(app, "the cat sleeps");
    frame();
    assert_int_equal(exhibit()->own->n, 3);
    assert_null(app->open.trace->muted); /* which belongs to the card's sentence */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_card_names_both_models), cmocka_unit_test(figures_are_measured_beside),
        cmocka_unit_test(probes_are_real_runs),       cmocka_unit_test(a_bar_is_pulled),
        cmocka_unit_test(the_only_weight_stays),      cmocka_unit_test(the_reveal),
        cmocka_unit_test(a_card_that_mutes),
    };
    return cmocka_run_group_tests_name("app exhibit_input", tests, set_up, home_remove);
}
