/* Words in the place of a source word, by real events: offered, tried, kept, put back; by mouse, keys and fingers. */
#include "fixture.h"

#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "scene/window/panels.h"
#include "trace/cause_map.h"

static const Modifiers CONTROL = {.control = true};

static void stand_at(MomentKind kind, int card)
{
    app_show_card(app, card);
    app_stop_at(app, moment_find(app->open.trace, kind, 2, -1));
    frame();
}

static Target source(int j)
{
    return target_at(TARGET_SOURCE, j, 0, 0);
}

/* All lines in sight are decoded: one a frame. */
static void open_for(int j)
{
    press_at(middle_of(source(j)));
    assert_int_equal(app->view.words.place, j + 1);
    for (int i = 0; i < 20; i++)
        frame();
}

static const char *word_at(int index)
{
    return vocab_word(&app->view.model->source, app->view.words.found[index]);
}

static const OfferedLine *line_at(int index)
{
    return &app->view.words.lines[app->view.words.found[index]];
}

static void type(const char *text)
{
    Event event = {.kind = EVENT_TEXT};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    app_update(app, &event);
    frame();
}

static int index_of(const char *word)
{
    for (int i = 0; i < app->view.words.count; i++)
        if (strcmp(word_at(i), word) == 0)
            return i;
    return -1;
}

/* Counted here once more: who stands first before "chase" in the training sentences. */
static void the_most_frequent_come_first(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, 3);
    open_for(0);
    assert_int_equal(app->view.stage.floors.opened, FLOOR_SOURCE + 1);
    assert_int_equal(app->view.words.offered->by, OFFERED_BEFORE);
    assert_string_equal(app->view.words.offered->beside, "chase");
    const Corpus *corpus = sentences_read(&app->open.sentences, &app->open.lesson->models[0], NULL, SENTENCES_DATA);
    int before = 1 << 20, all = 0;
    for (int i = 0; i < app->view.words.count; i++) {
        int times = 0;
        for (int p = 0; p < corpus->count; p++) {
            const TokenList *tokens = &corpus->pairs[p].source;
            times += tokens->count > 1 && slice_is(tokens->tokens[1], "chase")
                     && vocab_find(&app->view.model->source, tokens->tokens[0], true) == app->view.words.found[i];
        }
        assert_in_range(times, 1, before);
        assert_string_not_equal(word_at(i), "cat");
        before = times;
        all++;
    }
    assert_int_equal(all, 13);
    assert_int_equal(index_of("house"), -1);
    key(KEY_ESCAPE);
    assert_int_equal(app->view.words.place, 0);
    assert_int_equal(app->view.stage.floors.opened, 0);
}

/* Each line is what the model writes with the word; what it wrote before and does no longer is marked. */
static void every_line_is_a_decode(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, 3);
    press_at(middle_of(source(0)));
    int decoded = 0;
    for (int i = 0; i < app->view.words.count; i++)
        decoded += line_at(i)->sentence != NULL;
    assert_in_range(decoded, 0, 2); /* no more than one a frame */
    for (int i = 0; i < 20; i++)
        frame();
    const SceneLayout *layout = app_layout(app);
    int seen = layout->columns * layout->rows_shown;
    assert_in_range(seen, 4, app->view.words.count - 1);
    for (int i = 0; i < app->view.words.count; i++) {
        const OfferedLine *line = line_at(i);
        assert_int_equal(line->sentence != NULL, i < seen); /* those in sight alone */
        if (i >= seen)
            continue;
        Error error = {0};
        Trace *trace = trace_decode(app->view.model, slice_of(line->sentence), NULL, &error);
        expect_ok(trace != NULL, &error);
        assert_string_equal(trace->source[0], word_at(i));
        assert_int_equal(trace->word_count, line->count);
        for (int t = 0; t < line->count; t++) {
            const char *own = t < app->open.trace->word_count ? app->open.trace->steps[t].token : "";
            assert_string_equal(trace->steps[t].token, line->words[t]);
            assert_int_equal(line->other[t], strcmp(own, line->words[t]) != 0);
        }
        trace_destroy(trace);
    }
    key(KEY_ESCAPE);
}

static void what_is_pointed_at_is_tried(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, 3);
    double cursor = app->view.cursor;
    open_for(0);
    Box stage = window_layout(&app->view).stage;
    mouse(EVENT_MOUSE_MOVE, middle_of(word_target(0)));
    frame();
    frame();
    assert_string_equal(app->open.trace->source[0], word_at(0));
    assert_string_equal(app->typing.sentence, line_at(0)->sentence);
    assert_true(app->view.own && !view_plays(&app->view)); /* nothing moves under the pointer */
    assert_true(window_layout(&app->view).stage.h == stage.h);
    assert_int_equal(app->open.changes.past_count, 0);
    mouse(EVENT_MOUSE_MOVE, (Point){700, 120});
    frame();
    frame();
    assert_string_equal(app->open.trace->source[0], "cat");
    assert_null(app->view.own);
    mouse(EVENT_MOUSE_MOVE, middle_of(word_target(1)));
    frame();
    frame();
    key(KEY_ESCAPE); /* as before */
    assert_string_equal(app->open.trace->source[0], "cat");
    assert_string_equal(app->typing.sentence, "cat chase mouse");
    assert_true(!app->view.own && app->view.cursor == cursor && app->view.words.place == 0);
}

static void what_is_pressed_stays(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, 3);
    open_for(0);
    char *word = arena_string(&arena, word_at(2)), *sentence = arena_string(&arena, line_at(2)->sentence);
    press_at(middle_of(word_target(2)));
    assert_int_equal(app->view.words.place, 0);
    assert_string_equal(app->open.trace->source[0], word);
    assert_string_equal(app->typing.sentence, sentence);
    assert_string_equal(app->open.decoded, "cat chase mouse");
    assert_true(view_plays(&app->view));
    key_with(KEY_Z, CONTROL);
    assert_string_equal(app->open.trace->source[0], "cat");
    assert_string_equal(app->typing.sentence, "cat chase mouse");
    key_with(KEY_Z, (Modifiers){.control = true, .shift = true});
    assert_string_equal(app->open.trace->source[0], word);
    open_for(1); /* of two words both */
    press_at(middle_of(word_target(0)));
    assert_string_equal(app->open.trace->source[0], word);
    assert_string_not_equal(app->open.trace->source[1], "chase");
    key(KEY_R);
    assert_string_equal(app->typing.sentence, "cat chase mouse");
    assert_null(app->view.own);
    stand_at(MOMENT_WORD, 0); /* a card that asks for a change: R restores there too */
    open_for(0);
    press_at(middle_of(word_target(0)));
    assert_true(app->view.own && !view_plays(&app->view));
    key(KEY_R);
    assert_null(app->view.own);
    assert_string_equal(app->open.trace->source[0], "cat");
}

static void all_of_it_by_keys(void **state)
{
    (void)state;
    stand_at(MOMENT_SOFTMAX, 3);
    app_focus_on(app, source(2));
    key(KEY_ENTER);
    assert_int_equal(app->view.words.place, 3);
    assert_int_equal(app->view.words.offered->by, OFFERED_AFTER); /* the last word: behind "chase" */
    frame();
    key(KEY_DOWN); /* the first one */
    frame();
    frame();
    assert_true(target_equal(app->view.focus, word_target(0)));
    assert_string_equal(app->open.trace->source[2], word_at(0));
    key(KEY_RIGHT);
    frame();
    frame();
    assert_string_equal(app->open.trace->source[2], word_at(1));
    type("/do"); /* the slash begins a search, and is none of it */
    assert_true(app->view.words.count > 0 && strncmp(word_at(0), "do", 2) == 0);
    frame();
    type("g");
    frame();
    frame();
    assert_string_equal(app->open.trace->source[2], "dog");
    key(KEY_ENTER);
    assert_int_equal(app->view.words.place, 0);
    assert_string_equal(app->typing.sentence, "cat chase dog");
    assert_true(target_equal(app->view.focus, source(2)));
    key(KEY_R);
    app_focus_on(app, source(2));
    key(KEY_ENTER);
    key(KEY_TAB); /* reaches the words too */
    for (int i = 0; i < 60 && app->view.focus.kind != TARGET_KNOWN; i++)
        key(KEY_TAB);
    assert_int_equal(app->view.focus.kind, TARGET_KNOWN);
    key(KEY_ESCAPE);
    assert_string_equal(app->typing.sentence, "cat chase mouse");
}

/* One press more: where the numbers of the word come from. Other words of the list: other ways out of it. */
static void the_embedding_is_one_press_further(void **state)
{
    (void)state;
    stand_at(MOMENT_WORD, 3);
    open_for(1);
    press_at(middle_of(source(1)));
    assert_int_equal(app->view.words.place, 0);
    assert_true(scene_origin_open(&app->view));
    assert_int_equal(origin_shown(&app->view)->kind, VALUE_EMBEDDING);
    key(KEY_ESCAPE);
    open_for(1);
    press_at(middle_of(control(DECODE_FLOOR, FLOOR_WEIGHTS, 0))); /* another floor */
    frame();
    assert_int_equal(app->view.words.place, 0);
    assert_int_equal(app->view.stage.floors.opened, FLOOR_WEIGHTS + 1);
    key(KEY_ESCAPE);
    open_for(1);
    mouse(EVENT_MOUSE_MOVE, middle_of(word_target(0)));
    frame();
    frame();
    press_at(middle_of((Target){TARGET_FIELD, 0, 0, 0})); /* types a sentence: nothing tried is left in it */
    assert_true(app->view.field.active && app->view.words.place == 0);
    assert_string_equal(app->typing.sentence, "cat chase mouse");
    key(KEY_ESCAPE);
    open_for(1);
    app_show_card(app, 2); /* another card ends it */
    frame();
    assert_int_equal(app->view.words.place, 0);
    press_at(middle_of(source(1))); /* while it asks, other sentences would tell: the word has its numbers alone */
    assert_true(app->view.words.place == 0 && scene_origin_open(&app->view));
}

/* The list is open and a word is tried when the window closes: the place that it keeps has the sentence as it was. */
static void the_window_closes_over_it(void **state)
{
    (void)state;
    app_destroy(app);
    app = NULL;
    AppOptions options = home_create();
    options.reduced_motion = true;
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    start(&options);
    stand_at(MOMENT_SOFTMAX, 1);
    open_for(0);
    mouse(EVENT_MOUSE_MOVE, middle_of(word_target(0)));
    frame();
    frame();
    assert_true(app->view.words.tries);
    assert_string_not_equal(app->open.trace->source[0], "cat");
    app_destroy(app);
    app = NULL;
    const char *kept = app_last_place(&arena);
    assert_non_null(kept);
    assert_non_null(strstr(kept, "sentence=cat chase mouse"));
}

/* In a map of what words were needed for a press strikes a word: the model translates the sentence with <unk> in its
 * place, which is what the map's column is measured with; another press puts it back. */
static void a_map_strikes_a_word(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.reduced_motion = true;
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    start(&options);
    app_decode(app, "cat chase mouse");
    app->view.kind = VIEW_HEATMAP;
    app_enter_view(app);
    app_stop_at(app, moment_count(app->open.trace) - 1);
    frame();
    press_at(middle_of(source(2))); /* a map of weights alone strikes nothing */
    assert_string_equal(app->open.trace->source[2], "mouse");
    app->view.look = LOOK_ERASE;
    frame();
    float fall = app->open.trace->maps->of[CAUSE_UNKNOWN][2 * 3 + 2],
          p = app->open.trace->steps[2].p; /* 老鼠 without mouse */
    int wrote = app->open.trace->steps[2].id;
    press_at(middle_of(source(2)));
    frame();
    const Trace *made = app->open.trace;
    assert_string_equal(made->source[2], "<unk>");
    assert_true(made->unknown[2]);
    if (made->steps[1].id == app->view.own->steps[1].id) /* the same words before it: its p is what the map said */
        assert_true(fabsf(logf(made->steps[2].step.probabilities[wrote]) - (logf(p) - fall)) < 1e-3f);
    assert_string_equal(app->view.own->source[2], "mouse");
    press_at(middle_of(source(2)));
    assert_string_equal(app->open.trace->source[2], "mouse");
    assert_false(changes_any(&app->open.changes));
    app_destroy(app);
    app = NULL;
}

/* The words of a list are those of the model that it was opened with, also in a picture before the next frame, which
 * closes it. */
static void another_model_closes_the_list(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.reduced_motion = true;
    options.lesson = path_join(&arena, options.lessons, "01-sequences-in-and-out");
    start(&options);
    int most = 0, least = 0;
    for (int i = 0; i < app->open.lesson->model_count; i++) {
        assert_true(app_choose_model(app, i));
        int words = app->open.models[i].source.count;
        most = words > app->open.models[most].source.count ? i : most;
        least = words < app->open.models[least].source.count ? i : least;
    }
    assert_true(app->open.models[most].source.count > app->open.models[least].source.count);
    assert_true(app_choose_model(app, most));
    assert_true(app_decode(app, "cat"));
    frame();
    words_open(app, 0);
    frame();
    assert_int_equal(app->view.overlay, OVERLAY_WORDS);
    app->view.words.first = 1 << 20; /* the last words, which the other model lacks */
    assert_true(app_choose_model(app, least));
    app_lay_out(app);
    frame();
    assert_false(words_are_open(app));
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    app_destroy(app);
    app = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_frequent_come_first),
        cmocka_unit_test(every_line_is_a_decode),
        cmocka_unit_test(what_is_pointed_at_is_tried),
        cmocka_unit_test(what_is_pressed_stays),
        cmocka_unit_test(all_of_it_by_keys),
        cmocka_unit_test(the_embedding_is_one_press_further),
        cmocka_unit_test(the_window_closes_over_it),
        cmocka_unit_test(a_map_strikes_a_word),
        cmocka_unit_test(another_model_closes_the_list),
    };
    return cmocka_run_group_tests_name("app offered", tests, still_set_up, home_remove);
}
