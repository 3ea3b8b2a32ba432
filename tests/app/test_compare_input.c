/* The compare and the beam view with keyboard and mouse, on SDL's driver without a screen: a lesson of
 * four small models. */
#define FRAME_SECONDS 5
#include "fixture.h"

#include "app/app_place.h"
#include "app/compare_input.h"
#include "app/cursor.h"
#include "app/input.h"
#include "app/open.h"

#include <math.h>
#include <time.h>

static const char LESSON[] =
    "---\ntitle: Four models\norder: 1\nview: decode\nsentence: the black cat sleeps\nmodels:\n"
    "  - {bridge: none, embed: 8, hidden: 10, epochs: 1, seed: 1}\n"
    "  - {name: none, attention: none, embed: 4, hidden: 6, epochs: 1, seed: 1}\n"
    "  - {name: fixed, attention: fixed, embed: 4, hidden: 6, epochs: 1, seed: 1}\n"
    "  - {name: uniform, attention: uniform, embed: 4, hidden: 6, epochs: 1, seed: 1}\n"
    "---\n\n# One\n\nText.\n\n# Two\n\n```attend\nview: compare\nmodel: fixed\nagainst: model\n"
    "step: 1\nmoment: softmax\n```\n\nText.\n\n# Three\n\n```attend\nview: beam\nstep: 2\n```\n\nText.\n";
static const char CHINESE[] = "---\ntitle: 四个模型\n---\n\n# 一\n\n字。\n\n# 二\n\n字。\n\n# 三\n\n字。\n";

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    put("lesson.md", LESSON);
    put("lesson.zh.md", CHINESE);
    put_copy("data.tsv", "tests/data/tiny.tsv");
    put_copy("heldout.tsv", "tests/data/tiny-heldout.tsv");
    put_copy("model.safetensors", "tests/data/tiny.safetensors");
    put_copy("none.safetensors", "tests/data/tiny-none.safetensors");
    put_copy("fixed.safetensors", "tests/data/tiny-fixed.safetensors");
    put_copy("uniform.safetensors", "tests/data/tiny-uniform.safetensors");
    options.lessons = options.lesson = home;
    options.forgetful = true;
    options.width = 1000;
    options.height = 640;
    start(&options);
    return 0;
}

/* Whatever moves has arrived. */
static void draw(void)
{
    app->dirty = true;
    frame();
}

static void press_key(Key which)
{
    app->dirty = true;
    key(which);
}

static void press(int control, int b)
{
    app_press(app, (Target){TARGET_CONTROL, (int16_t)control, (int16_t)b, 0});
    draw();
}

static const Comparison *comparison(void)
{
    assert_int_equal(app->view.kind, VIEW_COMPARE);
    return app->view.compare;
}

/* Both sides are at the moments of the beat, and the app's own cursor at the left one's. */
static void check_cursor(void)
{
    const Comparison *now_open = comparison();
    assert_true(now_open->beat == floor(now_open->beat));
    assert_true(now_open->sides[0].trace == app->open.trace);
    assert_true(app->view.cursor == lockstep_cursor(&now_open->lockstep, 0, now_open->beat));
    assert_true(app->view.cursor == app->cursor.target);
}

/* On the way between two beats too, what the scene and the app are told is what the pace says. */
static void check_pace(void)
{
    const Pace *pace = &app->comparing->pace;
    const Beat *beat = &comparison()->lockstep.beats[(int)floor(pace->at + 0.5)];
    assert_true(comparison()->beat == pace->at && comparison()->playing == pace->playing);
    assert_true(pace->last == comparison()->lockstep.count - 1);
    assert_true(app->cursor.target == fmin(beat->moments[0], moment_count(app->open.trace) - 1));
    assert_true(app->view.cursor == app->cursor.target);
}

static void draw_soon(void)
{
    now += 0.2 - FRAME_SECONDS;
    draw();
}

static void open_compare(void)
{
    app_show_card(app, 0);
    press_key(KEY_1);
    app_choose_model(app, 0);
    assert_true(app_decode(app, "the black cat sleeps"));
    app_jump(app, 0);
    press_key(KEY_2);
}

static void keys_step_both(void **state)
{
    (void)state;
    open_compare();
    check_cursor();
    press_key(KEY_HOME);
    assert_true(comparison()->beat == 0);
    for (int i = 1; i < comparison()->lockstep.count; i++) {
        press_key(KEY_RIGHT);
        assert_true(comparison()->beat == i);
        check_cursor();
    }
    press_key(KEY_RIGHT);
    assert_true(comparison()->beat == comparison()->lockstep.count - 1);
    press_key(KEY_UP);
    assert_int_equal(comparison()->lockstep.beats[(int)comparison()->beat].step, comparison()->lockstep.steps - 2);
    assert_int_equal(comparison()->lockstep.beats[(int)comparison()->beat].slot, SLOT_WORD);
    press_key(KEY_HOME);
    press_key(KEY_SPACE);
    for (int i = 0; i < 500 && comparison()->playing; i++)
        draw();
    assert_true(comparison()->beat == comparison()->lockstep.count - 1);
    check_cursor();
    press(COMPARE_STEP, 1);
    assert_int_equal(comparison()->lockstep.beats[(int)comparison()->beat].step, 1);
}

/* Every other model comes to the right in turn, then the left one with the reference's words. */
static void names_bring_other_models(void **state)
{
    (void)state;
    open_compare();
    const CompareSide *sides = comparison()->sides;
    static const AttentionKind kinds[] = {ATTENTION_NONE, ATTENTION_FIXED, ATTENTION_UNIFORM, ATTENTION_BAHDANAU};
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        assert_int_equal(sides[1].trace->config.attention, kinds[i]);
        assert_int_equal(sides[1].forced, kinds[i] == ATTENTION_BAHDANAU);
        press(COMPARE_NAME, 1);
        check_cursor();
    }
    press(COMPARE_NAME, 0); /* the left one is the right one now: they change places */
    assert_int_equal(sides[0].trace->config.attention, ATTENTION_NONE);
    assert_int_equal(sides[1].trace->config.attention, ATTENTION_BAHDANAU);
    assert_int_equal(app->open.model, 1);
    check_cursor();
}

static void the_reference_comes_from_the_data(void **state)
{
    (void)state;
    open_compare();
    const Corpus *corpus =
        sentences_read(&app->open.sentences, &app->open.lesson->models[app->open.model], NULL, SENTENCES_HELDOUT);
    assert_non_null(corpus);
    const Pair *pair = &corpus->pairs[0];
    const char *sentence = "";
    for (int j = 0; j < pair->source.count; j++)
        sentence =
            arena_printf(&arena, "%s%.*s ", sentence, (int)pair->source.tokens[j].length, pair->source.tokens[j].text);
    assert_true(app_decode(app, sentence));
    draw();
    const char *reference = comparison()->reference;
    assert_non_null(reference);
    assert_memory_equal(reference, pair->target.tokens[0].text, pair->target.tokens[0].length);
    for (int i = 0; i < 3; i++)
        press(COMPARE_NAME, 1);
    const CompareSide *forced = &comparison()->sides[1];
    assert_true(forced->forced);
    assert_int_equal(forced->trace->step_count, pair->target.count + 1); /* it reads the reference whatever it thinks */
    for (int t = 0; t < pair->target.count; t++) {
        assert_true(slice_is(pair->target.tokens[t], forced->trace->steps[t].token));
        assert_int_equal(forced->trace->steps[t].how, CHOSEN_FORCED);
        assert_int_equal(forced->marked[t], !slice_is(pair->target.tokens[t], forced->words[t]));
    }
    assert_true(app_decode(app, "cat cat cat cat cat cat cat"));
    draw();
    assert_null(comparison()->reference);
}

static void both_are_measured(void **state)
{
    (void)state;
    open_compare();
    const CompareSide *sides = comparison()->sides;
    FRAMES_UNTIL(sides[0].accuracy.done && sides[1].accuracy.done && !app->measuring.measure)
    for (int side = 0; side < 2; side++) {
        assert_int_equal(sides[side].accuracy.of, 6);
        assert_int_equal(sides[side].accuracy.done, 6);
    }
    press(COMPARE_NAME, 1);
    press_key(KEY_1); /* leaving in the middle of it */
    assert_null(app->measuring.measure);
    press_key(KEY_2);
    assert_int_equal(sides[0].accuracy.done, 6); /* what was measured stays */
}

static void cards_choose_the_pair(void **state)
{
    (void)state;
    open_compare();
    app_show_card(app, 1);
    draw();
    const Comparison *both = comparison();
    assert_int_equal(both->sides[0].trace->config.attention, ATTENTION_FIXED);
    assert_int_equal(both->sides[1].trace->config.attention, ATTENTION_BAHDANAU);
    const Beat *beat = &both->lockstep.beats[(int)both->beat];
    assert_int_equal(beat->step, 0); /* only the right one has that moment */
    assert_int_equal(beat->slot, SLOT_SOFTMAX);
    check_cursor();
    app_show_card(app, 2);
    draw();
    assert_int_equal(app->view.kind, VIEW_BEAM);
    assert_true(app->view.search->step == 2);
}

/* Each on its side, whichever of the two the place names; in other views that one is shown. */
static void places_keep_the_cards_sides(void **state)
{
    (void)state;
    static const char *const places[] = {"card=2", "card=2;model=fixed", "card=2;model=model",
                                         "card=2;view=compare;model=model"};
    for (size_t i = 0; i < LENGTH(places); i++) {
        open_compare();
        assert_true(app_visit(app, places[i]));
        draw();
        assert_int_equal(comparison()->sides[0].trace->config.attention, ATTENTION_FIXED);
        assert_int_equal(comparison()->sides[1].trace->config.attention, ATTENTION_BAHDANAU);
    }
    assert_true(app_visit(app, "card=2;view=compare;model=uniform")); /* none of the two */
    draw();
    assert_int_equal(comparison()->sides[0].trace->config.attention, ATTENTION_UNIFORM);
    assert_int_equal(comparison()->sides[1].trace->config.attention, ATTENTION_BAHDANAU);
    assert_true(app_visit(app, "card=2;view=decode;model=model"));
    assert_int_equal(app->open.trace->config.attention, ATTENTION_BAHDANAU);
}

static void the_beam_is_searched_anew(void **state)
{
    (void)state;
    open_compare();
    press_key(KEY_4);
    const BeamSearch *search = app->view.search;
    assert_int_equal(search->trace->beam->size, 4);
    assert_true(search->step == search->steps);
    assert_int_equal(search->node, search->trace->beam->best);
    press_key(KEY_LEFT_BRACKET);
    assert_int_equal(search->trace->beam->size, 3);
    for (int i = 0; i < 10; i++)
        press_key(KEY_RIGHT_BRACKET);
    assert_int_equal(search->trace->beam->size, BEAM_SIZES);
    press(BEAM_SIZE, 2);
    assert_int_equal(search->trace->beam->size, 2);
    press_key(KEY_HOME);
    assert_true(search->step == 0);
    assert_int_equal(search->node, -1);
    press_key(KEY_DOWN);
    assert_true(search->step == 1);
    assert_int_equal(search->node, beam_leader(search->trace->beam, 1));
    press(BEAM_NODE, 1);
    assert_int_equal(search->node, 1);
    assert_int_equal(search->shown->hypothesis, 1);
    assert_int_equal(search->shown->step_count, 1);
    press_key(KEY_ESCAPE);
    assert_int_equal(search->chosen, -1);
    press_key(KEY_SPACE);
    for (int i = 0; i < 100 && search->playing; i++)
        draw();
    assert_true(search->step == search->steps);
    assert_true(app_decode(app, "cat"));
    draw();
    assert_int_equal(app->view.search->trace->n, 1);
}

/* What a person changed by hand on the stage is no property of the model. */
static void models_are_compared_as_they_are(void **state)
{
    (void)state;
    open_compare();
    press_key(KEY_1);
    int own = app->open.trace->step_count;
    changes_begin(&app->open.changes);
    changes_word(&app->open.changes, 0, "</s>");
    Error error = {0};
    expect_ok(app_decode_changed(app, &error), &error);
    assert_int_equal(app->open.trace->step_count, 1);
    press_key(KEY_2);
    assert_int_equal(comparison()->sides[0].trace->step_count, own);
    press_key(KEY_HOME);
    for (int i = 0; i < comparison()->lockstep.count; i++) {
        press_key(KEY_RIGHT);
        assert_true(app->view.cursor <= moment_count(app->open.trace) - 1);
        check_pace();
    }
    assert_true(comparison()->beat == comparison()->lockstep.count - 1);
    app_show_card(app, 0); /* takes the change back while the view is open */
    draw();
    assert_true(comparison()->sides[0].trace == app->open.trace);
    check_cursor();
    press_key(KEY_4);
    assert_int_equal(app->view.search->trace->beam->nodes[0].how, CHOSEN_BEAM);
}

/* With a chip in focus, up and down go along its column. */
static void chips_are_walked(void **state)
{
    (void)state;
    open_compare();
    press_key(KEY_4);
    const Beam *beam = app->view.search->trace->beam;
    app->view.focus = (Target){TARGET_CONTROL, BEAM_NODE, 0, 0};
    draw();
    for (int i = 0; i < 12; i++)
        press_key(KEY_UP);
    bool seen[16] = {false};
    int before = -1, count = 0;
    while (app->view.focus.b != before) {
        before = app->view.focus.b;
        assert_int_equal(beam->nodes[before].step, 0);
        assert_false(seen[before]);
        seen[before] = true;
        assert_int_equal(app->view.search->node, before);
        count++;
        press_key(KEY_DOWN);
    }
    int column = 0;
    while (beam->nodes[column].step == 0)
        column++;
    assert_true(column > 1);
    assert_int_equal(count, column);
    assert_true(app->view.search->step == app->view.search->steps);
}

static void nothing_stands_elsewhere(void **state)
{
    (void)state;
    open_compare();
    press_key(KEY_HOME);
    press_key(KEY_SPACE);
    int between = 0;
    for (int i = 0; i < 500 && comparison()->playing; i++) {
        between += comparison()->beat != floor(comparison()->beat);
        check_pace();
        if (i == 7) { /* another pair stands where this one went to, and still */
            press(COMPARE_NAME, 1);
            assert_true(comparison()->beat == app->comparing->pace.target && !comparison()->playing);
            check_pace();
            press_key(KEY_SPACE);
        }
        draw_soon();
    }
    assert_true(between > 5 && comparison()->beat == comparison()->lockstep.count - 1);
    app_jump(app, 4); /* who moves the app's cursor moves the pair */
    draw();
    assert_true(app->view.cursor == 4);
    assert_true(comparison()->beat == lockstep_beat(&comparison()->lockstep, 0, 4));
    check_pace();
    press_key(KEY_1);
    press_key(KEY_RIGHT);
    double elsewhere = app->view.cursor;
    press_key(KEY_2);
    assert_true(elsewhere == 5 && app->view.cursor == elsewhere);
    check_pace();
    assert_true(app_decode(app, "cat")); /* shorter */
    draw();
    check_pace();
}

/* The one model of lesson 5 is held against one without attention, on a sentence that one of them gets wrong; the other
 * views keep the card's own. */
static void it_opens_on_a_difference(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.forgetful = true;
    options.at = "card=2";
    start(&options);
    char own[SENTENCE_BYTES];
    snprintf(own, sizeof own, "%s", app->open.decoded);
    double at = app->cursor.target;
    app_show_view(app, VIEW_COMPARE);
    draw();
    const CompareSide *sides = comparison()->sides;
    assert_true(config_weighs(&sides[0].trace->config) && !config_weighs(&sides[1].trace->config));
    assert_int_equal(comparison()->guest, 3);
    assert_true(comparison()->chosen > 0);
    assert_string_not_equal(app->open.decoded, own);
    assert_non_null(comparison()->reference);
    assert_true((sides[0].wrong + sides[0].missing == 0) != (sides[1].wrong + sides[1].missing == 0));
    assert_string_equal(app->view.field.text, app->open.decoded);
    check_cursor();
    press(COMPARE_NAME, 1); /* the model itself with the reference's words, and the other again */
    assert_true(sides[1].forced && comparison()->guest == 0);
    press(COMPARE_NAME, 1);
    assert_int_equal(comparison()->guest, 3);
    app_show_view(app, VIEW_DECODE);
    draw();
    assert_string_equal(app->open.decoded, own);
    assert_true(app->cursor.target == at);
    assert_true(app_decode(app, "Tom chase Jerry")); /* a sentence of the person's own is left alone */
    app_show_view(app, VIEW_COMPARE);
    draw();
    assert_string_equal(app->open.decoded, "Tom chase Jerry");
    assert_int_equal(comparison()->chosen, 0);
    app_show_view(app, VIEW_DECODE);
    assert_string_equal(app->open.decoded, "Tom chase Jerry");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_step_both),
        cmocka_unit_test(names_bring_other_models),
        cmocka_unit_test(the_reference_comes_from_the_data),
        cmocka_unit_test(both_are_measured),
        cmocka_unit_test(cards_choose_the_pair),
        cmocka_unit_test(places_keep_the_cards_sides),
        cmocka_unit_test(the_beam_is_searched_anew),
        cmocka_unit_test(models_are_compared_as_they_are),
        cmocka_unit_test(chips_are_walked),
        cmocka_unit_test(nothing_stands_elsewhere),
        cmocka_unit_test(it_opens_on_a_difference),
    };
    return cmocka_run_group_tests(tests, set_up, home_remove);
}
