/* What is changed by hand, without a window: the arithmetic of a dragged weight, what follows from it, going back. */
#include "support.h"

#include "lesson/lesson.h"
#include "study/changes.h"

#include <math.h>

static void add_words(Vocab *vocab, const char *words)
{
    static const char *const special[] = {"<pad>", "<s>", "</s>", "<unk>"};
    for (int i = 0; i < VOCAB_SPECIAL; i++)
        vocab_add(vocab, slice_of(special[i]));
    Slice rest = slice_of(words), word;
    while (slice_cut(&rest, ' ', &word))
        vocab_add(vocab, word);
}

static Model small_model(const char *const settings[][2])
{
    Config config = config_default();
    Error error = {0};
    config.embed = 6;
    config.hidden = 8;
    for (; (*settings)[0]; settings++)
        expect_ok(config_set(&config, (*settings)[0], (*settings)[1], &error), &error);
    expect_ok(config_check(&config, &error), &error);
    Vocab source = {0}, target = {0};
    add_words(&source, "a b c d");
    add_words(&target, "x y z 猫 捉");
    Model model;
    model_create(&model, &config, &source, &target, 11);
    return model;
}

static const char *const PLAIN[][2] = {{NULL, NULL}};
static const char *const LOCAL[][2] = {{"attention", "luong"}, {"score", "dot"},           {"local", "local_p"},
                                       {"window", "1"},        {"bidirectional", "false"}, {NULL, NULL}};
static const char *const NONE[][2] = {{"attention", "none"}, {NULL, NULL}};
static const char *const UNIFORM[][2] = {{"attention", "uniform"}, {NULL, NULL}};

static Trace *decode(const Changes *changes, const Model *model, const char *sentence)
{
    Error error = {0};
    Trace *trace = changes_decode(changes, model, sentence, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static void expect_same(const Trace *a, const Trace *b, int V)
{
    assert_int_equal(a->step_count, b->step_count);
    for (int t = 0; t < a->step_count; t++) {
        assert_int_equal(a->steps[t].id, b->steps[t].id);
        assert_int_equal(a->steps[t].how, b->steps[t].how);
        assert_memory_equal(a->steps[t].step.probabilities, b->steps[t].step.probabilities, sizeof(float) * (size_t)V);
    }
}

/* The bar keeps its value, the others keep their proportions; whatever was set before. */
static void a_dragged_weight(void **state)
{
    (void)state;
    const char *const(*const kinds[])[2] = {PLAIN, LOCAL, UNIFORM};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        Model model = small_model(kinds[k]);
        Changes changes = {0};
        Trace *own = decode(&changes, &model, "a c b d"), *now = decode(&changes, &model, "a c b d");
        int t = own->step_count > 2 ? 1 : 0;
        const float *before = own->steps[t].step.weights;
        static const struct {
            int j;
            float w;
        } drags[] = {{0, 0.8f}, {3, 0.1f}, {0, 0}, {2, 1}, {1, 1.7f}, {1, -3}};
        for (size_t i = 0; i < LENGTH(drags); i++) {
            int j = drags[i].j;
            double w = fmin(fmax((double)drags[i].w, 0), 1), others = 0;
            assert_true(changes_weight(&changes, &model, now, t, j, drags[i].w));
            trace_destroy(now);
            now = decode(&changes, &model, "a c b d");
            const float *after = now->steps[t].step.weights;
            for (int o = 0; o < 4; o++)
                others += o == j ? 0 : (double)before[o];
            for (int o = 0; o < 4; o++) {
                double wanted = o == j ? w : others > 0 ? (double)before[o] * (1 - w) / others : (1 - w) / 3;
                if (fabs(wanted - (double)after[o]) > 1e-6)
                    fail_msg("drag %zu of kind %zu: weight %d is %g, not %g", i, k, o, (double)after[o], wanted);
            }
            assert_non_null(now->steps[t].replaced);
            assert_int_equal(now->steps[t].how, CHOSEN_CHANGED);
        }
        trace_destroy(own);
        trace_destroy(now);
        changes_finish(&changes);
        model_finish(&model);
    }
}

static void equal_shares_where_nothing_is_left(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Changes changes = {0};
    float weights[] = {0, 1, 0};
    TraceStep step = {.step.weights = weights};
    Trace trace = {.config = model.config, .n = 3, .steps = &step, .step_count = 1};
    assert_true(changes_weight(&changes, &model, &trace, 0, 1, 0.5f));
    static const float shared[] = {0.25f, 0.5f, 0.25f}, scaled[] = {0.4f, 0.6f, 0};
    assert_memory_equal(changes.now.steps[0].weights, shared, sizeof shared);
    assert_true(changes_weight(&changes, &model, &trace, 0, 0, 0.4f));
    for (int j = 0; j < 3; j++)
        assert_true(fabsf(changes.now.steps[0].weights[j] - scaled[j]) < 1e-6f);
    assert_int_equal(changes.now.count, 1);
    trace.n = 1;
    assert_false(changes_weight(&changes, &model, &trace, 0, 0, 0.4f)); /* one word has all there is */
    trace.n = 3;
    assert_false(changes_weight(&changes, &model, &trace, 1, 0, 0.4f));
    assert_false(changes_weight(&changes, &model, &trace, 0, 3, 0.4f));
    changes_finish(&changes);
    model_finish(&model);
    Model none = small_model(NONE);
    Trace *unweighed = decode(&changes, &none, "a b");
    assert_false(changes_weight(&changes, &none, unweighed, 0, 0, 1));
    trace_destroy(unweighed);
    model_finish(&none);
}

/* The same as a decode with those interventions: weights, words and temperature together, a prefix below them. */
static void the_decode_is_that_of_the_interventions(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Changes changes = {0};
    changes_reset(&changes, &(DecodeSetting){.force = "z y", .temperature = 2});
    Trace *now = decode(&changes, &model, "a b c");
    assert_string_equal(now->steps[0].token, "z");
    assert_string_equal(now->steps[1].token, "y");
    assert_int_equal(now->steps[1].how, CHOSEN_FORCED);
    assert_true(now->config.temperature == 2);
    assert_false(changes_any(&changes));
    assert_true(changes_given(&changes, &model, 1));
    assert_false(changes_given(&changes, &model, 2));
    assert_true(changes_weight(&changes, &model, now, 0, 2, 1));
    changes_word(&changes, 1, "x"); /* by hand, within the prefix */
    changes_word(&changes, 2, "</s>");
    changes_temperature(&changes, &model, 0, 0.5);
    Trace *made = decode(&changes, &model, "a b c");
    float weights[] = {0, 0, 1};
    StepWeights replaced = {0, weights, 3};
    StepToken tokens[] = {{0, {"z", 1}}, {1, {"x", 1}}, {2, {"</s>", 4}}};
    DecodeOptions options = {
        .weights = &replaced, .weights_count = 1, .tokens = tokens, .tokens_count = 3, .temperature = 0.5};
    Trace *wanted = trace_decode(&model, slice_of("a b c"), &options, NULL);
    assert_non_null(wanted);
    expect_same(made, wanted, model.target.count);
    assert_int_equal(made->step_count, 3);
    trace_destroy(now);
    trace_destroy(made);
    trace_destroy(wanted);
    changes_finish(&changes);
    model_finish(&model);
}

/* Check, handout and captions decode a card by card_decode; the window by the changes, where nothing is changed yet. */
static void a_card_is_decoded_in_one_way(void **state)
{
    (void)state;
    const char *const(*const kinds[])[2] = {PLAIN, NONE, UNIFORM};
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        Model model = small_model(kinds[i]);
        const DecodeSetting setting = {.force = "z y", .temperature = 2};
        Changes changes = {0};
        Error error = {0};
        changes_reset(&changes, &setting);
        Trace *window = decode(&changes, &model, "a b c");
        Trace *card = card_decode(&model, "a b c", &setting, NULL, &error);
        expect_ok(card != NULL, &error);
        expect_same(window, card, model.target.count);
        assert_string_equal(card->steps[1].token, "y");
        assert_true(card->config.temperature == (i == 0 ? 2 : 1));
        trace_destroy(card);
        trace_destroy(window);
        changes_finish(&changes);
        model_finish(&model);
    }
}

static void a_prefix_is_cut_as_the_models_words_are(void **state)
{
    (void)state;
    static const char *const characters[][2] = {{"target_tokens", "char"}, {NULL, NULL}};
    Model model = small_model(characters);
    Changes changes = {0};
    changes_reset(&changes, &(DecodeSetting){.force = "猫捉"});
    Trace *trace = decode(&changes, &model, "a b c");
    assert_string_equal(trace->steps[0].token, "猫");
    assert_string_equal(trace->steps[1].token, "捉");
    assert_true(changes_given(&changes, &model, 1));
    assert_false(changes_given(&changes, &model, 2));
    trace_destroy(trace);
    changes_finish(&changes);
    model_finish(&model);
}

/* A temperature holds from its step on: the steps before are the model's own, and the next one that is
 * set takes over. */
static void a_temperature_holds_from_its_step_on(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Changes changes = {0};
    changes_reset(&changes, &(DecodeSetting){.force = "x y z x"}); /* long enough, whatever the weights */
    Trace *own = decode(&changes, &model, "a c b d");
    changes_temperature(&changes, &model, 1, 4);
    changes_temperature(&changes, &model, 3, 0.5);
    Trace *now = decode(&changes, &model, "a c b d");
    static const double wanted[] = {1, 4, 4, 0.5};
    for (int t = 0; t < 4; t++) {
        assert_true(step_temperature(now, t) == wanted[t]);
        assert_int_equal(now->steps[t].tempered, t == 1 || t == 3);
        const Step *step = &now->steps[t].step;
        double sum = 0;
        for (int i = 0; i < 4; i++)
            sum += exp((double)(step->scores[i] - step->scores[0]) / wanted[t]);
        assert_true(fabs((double)step->weights[0] - 1 / sum) < 1e-5);
    }
    assert_memory_equal(now->steps[0].step.weights, own->steps[0].step.weights, sizeof(float) * 4);
    assert_true(changes_restore(&changes, 3));
    changes_begin(&changes);
    changes_temperature(&changes, &model, 1, 1); /* what holds before it: nothing is changed any more */
    assert_false(changes_any(&changes));
    trace_destroy(own);
    trace_destroy(now);
    changes_finish(&changes);
    changes_reset(&changes, &(DecodeSetting){.temperature = 2}); /* the card's counts as the model's own */
    changes_temperature(&changes, &model, 1, 2);
    assert_false(changes_any(&changes));
    changes_temperature(&changes, &model, 1, 1);
    assert_true(changes_any(&changes));
    changes_finish(&changes);
    model_finish(&model);
}

/* A temperature means nothing to a model without scores; a word that it does not know is an error. */
static void what_does_not_fit(void **state)
{
    (void)state;
    Model none = small_model(NONE);
    Changes changes = {0};
    changes_reset(&changes, &(DecodeSetting){.temperature = 3});
    trace_destroy(decode(&changes, &none, "a b"));
    changes_reset(&changes, &(DecodeSetting){.force = "x nonsense"});
    Error error = {0};
    assert_null(changes_decode(&changes, &none, "a b", &error));
    assert_non_null(strstr(error_text(&error), "nonsense"));
    changes_finish(&changes);
    model_finish(&none);
    Model model = small_model(PLAIN);
    changes_temperature(&changes, &model, 0, 1000);
    assert_true(changes.now.steps[0].temperature == TEMPERATURE_MOST);
    changes_temperature(&changes, &model, 0, 0);
    assert_true(changes.now.steps[0].temperature == TEMPERATURE_LEAST);
    model_finish(&model);
    changes_finish(&changes);
}

/* A state by hand, on top of what the card mutes; undone, restored, and without the card's that is taken back. */
static void muted_states(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Changes changes = {0};
    Arena arena = {0};
    changes_reset(&changes, &(DecodeSetting){.mute = "3"});
    static const struct {
        int flip; /* -1: undo, -2: of the encoder restored */
        const char *muted;
    } moves[] = {{0, "1,3"}, {3, "1,3,4"}, {2, "1,4"}, {-1, "1,3,4"}, {0, "3,4"},
                 {3, "3"},   {2, NULL},    {1, "2"},   {-2, "3"},     {-1, "2"}};
    for (size_t i = 0; i < LENGTH(moves); i++) {
        if (moves[i].flip >= 0) {
            changes_begin(&changes);
            changes_mute(&changes, moves[i].flip);
        } else
            assert_true(moves[i].flip == -1 ? changes_undo(&changes) : changes_restore(&changes, -1));
        Trace *trace = decode(&changes, &model, "a b c d");
        const char *text = muted_text(trace->muted, trace->n, &arena);
        if (moves[i].muted ? !text || strcmp(text, moves[i].muted) != 0 : text != NULL)
            fail_msg("move %zu: %s", i, text ? text : "nothing");
        assert_int_equal(changes_any(&changes), !text || strcmp(text, "3") != 0);
        trace_destroy(trace);
    }
    Error error = {0};
    Trace *own = changes_decode_own(&changes, &model, "a b c d", &error);
    assert_string_equal(muted_text(own->muted, own->n, &arena), "3");
    trace_destroy(own);
    assert_true(changes_restore_all(&changes) && !changes_any(&changes));
    assert_false(changes_restore(&changes, -1));
    arena_finish(&arena);
    changes_finish(&changes);
    model_finish(&model);
}

static void undo_and_redo(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Changes changes = {0};
    enum { EDITS = 6 };
    Trace *states[EDITS + 1];
    states[0] = decode(&changes, &model, "d c b a");
    assert_false(changes_undo(&changes));
    for (int i = 0; i < EDITS; i++) {
        changes_begin(&changes);
        if (i % 3 == 0)
            assert_true(changes_weight(&changes, &model, states[i], 0, i % 4, 0.9f));
        else if (i % 3 == 1)
            changes_word(&changes, 1, i == 1 ? "y" : "x");
        else
            changes_temperature(&changes, &model, 2, 0.2 + i);
        states[i + 1] = decode(&changes, &model, "d c b a");
    }
    for (int round = 0; round < 2; round++) {
        for (int i = EDITS; i-- > 0;) {
            assert_true(changes_undo(&changes));
            Trace *back = decode(&changes, &model, "d c b a");
            expect_same(back, states[i], model.target.count);
            trace_destroy(back);
        }
        assert_false(changes_undo(&changes));
        assert_false(changes_any(&changes));
        for (int i = 0; i < EDITS; i++)
            assert_true(changes_redo(&changes));
        assert_false(changes_redo(&changes));
        Trace *last = decode(&changes, &model, "d c b a");
        expect_same(last, states[EDITS], model.target.count);
        trace_destroy(last);
    }
    assert_true(changes_restore(&changes, 1));
    assert_false(changes_restore(&changes, 1));
    assert_true(changes_restore_all(&changes));
    assert_false(changes_restore_all(&changes));
    Trace *whole = decode(&changes, &model, "d c b a");
    expect_same(whole, states[0], model.target.count);
    trace_destroy(whole);
    assert_true(changes_undo(&changes)); /* restoring is a step too */
    assert_true(changes_undo(&changes));
    changes_begin(&changes);
    changes_word(&changes, 0, "z");
    assert_false(changes_redo(&changes)); /* what lay ahead is gone */
    for (int i = 0; i < CHANGES_UNDO + 20; i++) {
        changes_begin(&changes);
        changes_temperature(&changes, &model, 0, 1 + i % 5);
    }
    int steps = 0;
    while (changes_undo(&changes))
        steps++;
    assert_int_equal(steps, CHANGES_UNDO);
    for (int i = 0; i <= EDITS; i++)
        trace_destroy(states[i]);
    changes_finish(&changes);
    model_finish(&model);
}

/* A drag of many moves is one step back. */
static void one_drag_is_one_step(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Changes changes = {0};
    Trace *own = decode(&changes, &model, "a b"), *now = decode(&changes, &model, "a b");
    changes_begin(&changes);
    for (int i = 0; i <= 10; i++) {
        assert_true(changes_weight(&changes, &model, now, 0, 1, (float)i / 10));
        trace_destroy(now);
        now = decode(&changes, &model, "a b");
    }
    assert_true(changes_undo(&changes));
    trace_destroy(now);
    now = decode(&changes, &model, "a b");
    expect_same(now, own, model.target.count);
    changes_word(&changes, 0, "y");
    changes_word(&changes, 0, NULL); /* taken back: nothing is left of the step */
    assert_false(changes_any(&changes));
    trace_destroy(own);
    trace_destroy(now);
    changes_finish(&changes);
    model_finish(&model);
}

/* As a line, in the order of the steps, and back: the same numbers to the last bit, whichever step was changed
 * first. */
static void as_text(void **state)
{
    (void)state;
    Model model = small_model(PLAIN);
    Arena arena = {0};
    Changes changes = {0}, again = {0};
    Error error = {0};
    Trace *own = decode(&changes, &model, "a b c");
    assert_null(changes_text(&changes, CHANGED_WEIGHTS, &arena));
    assert_true(changes_weight(&changes, &model, own, 2, 1, 0.7f) && changes_weight(&changes, &model, own, 0, 0, 0.1f));
    changes_word(&changes, 1, "猫");
    changes_temperature(&changes, &model, 1, 1.0 / 3);
    static const ChangeKind kinds[] = {CHANGED_WEIGHTS, CHANGED_WORD, CHANGED_TEMPERATURE};
    for (size_t i = 0; i < LENGTH(kinds); i++)
        expect_ok(changes_read(&again, &model, kinds[i], changes_text(&changes, kinds[i], &arena), &error), &error);
    assert_memory_equal(changes_text(&changes, CHANGED_WEIGHTS, &arena), "1:0.1,", 6);
    assert_string_equal(changes_text(&again, CHANGED_WORD, &arena), "2:猫");
    Trace *a = decode(&changes, &model, "a b c"), *b = decode(&again, &model, "a b c");
    assert_memory_not_equal(own->steps[0].step.weights, a->steps[0].step.weights, 3 * sizeof(float));
    expect_same(a, b, model.target.count);
    static const struct {
        ChangeKind kind;
        const char *text;
    } wrong[] = {{CHANGED_WEIGHTS, "1:0.5,x"}, {CHANGED_WEIGHTS, "0:1"},       {CHANGED_WEIGHTS, "0.5"},
                 {CHANGED_WORD, "2:"},         {CHANGED_TEMPERATURE, "2:2:2"}, {CHANGED_WORD, "x y"}};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_false(changes_read(&again, &model, wrong[i].kind, wrong[i].text, &error));
        expect_error(&error, "is not a step from 1 and");
        error = (Error){0};
    }
    trace_destroy(own);
    trace_destroy(a);
    trace_destroy(b);
    changes_finish(&changes);
    changes_finish(&again);
    model_finish(&model);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dragged_weight),
        cmocka_unit_test(equal_shares_where_nothing_is_left),
        cmocka_unit_test(the_decode_is_that_of_the_interventions),
        cmocka_unit_test(a_card_is_decoded_in_one_way),
        cmocka_unit_test(a_prefix_is_cut_as_the_models_words_are),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(a_temperature_holds_from_its_step_on),
        cmocka_unit_test(muted_states),
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(one_drag_is_one_step),
        cmocka_unit_test(as_text),
    };
    return cmocka_run_group_tests_name("study changes", tests, NULL, NULL);
}
