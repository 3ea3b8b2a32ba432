/* What lessons with pictures of their own say: pairs of a model, the grid of a picture, the look of a view, and gates
 * about the heads of self-attention. */
#include "lesson/lessons.h"

#define HEAD "---\ntitle: T\norder: 3\nsentence: cat\n" /* lines 1 to 4 */
#define TAIL "---\n" CARD

static void models_have_pairs_of_their_own(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "models:\n  - hidden: 8\n  - name: b\n    data: b.tsv\n  - name: c\n    data: c-1.tsv\n"
             "    heldout: c-2.tsv\n  - name: d\n    heldout: d.tsv\n" TAIL;
    Error error = {0};
    Lesson *lesson = parse(text, FRONT_ZH CARD_ZH, &error);
    expect_ok(lesson != NULL, &error);
    assert_string_equal(lesson->models[0].data, "L/data.tsv");
    assert_string_equal(lesson->models[0].heldout, "L/heldout.tsv");
    assert_string_equal(lesson->models[1].data, "L/b.tsv");
    assert_null(lesson->models[1].heldout); /* the lesson's would be of other sentences */
    assert_string_equal(lesson->models[2].data, "L/c-1.tsv");
    assert_string_equal(lesson->models[2].heldout, "L/c-2.tsv");
    assert_string_equal(lesson->models[3].data, "L/data.tsv");
    assert_string_equal(lesson->models[3].heldout, "L/d.tsv");
    assert_int_equal(lesson->grid_rows, 0);
    lesson_destroy(lesson);
}

static void a_grid_and_a_look_are_read(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "grid: 3x12\nview: unrolled\nmodels:\n  - hidden: 8\n---\n# One\n\n"
             "```attend\nlook: one-step\n```\n\na\n\n# Two\n\n```attend\nmoment: start\n```\n\nb\n\n"
             "# Three\n\n```attend\nlook: cell\n```\n\nc\n";
    Error error = {0};
    Lesson *lesson = parse(text, FRONT_ZH CARD_ZH "\n# 二\n\n文\n\n# 三\n\n文\n", &error);
    expect_ok(lesson != NULL, &error);
    assert_int_equal(lesson->grid_rows, 3);
    assert_int_equal(lesson->grid_columns, 12);
    assert_int_equal(lesson->cards[0].stage.look, LOOK_ONE_STEP);
    assert_int_equal(lesson->cards[1].stage.look, LOOK_WHOLE);
    assert_int_equal(lesson->cards[2].stage.look, LOOK_CELL);
    lesson_destroy(lesson);
}

static void wrong_ones_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {HEAD "files: ../06-tom\nmodels:\n  - hidden: 8\n" TAIL,
         "L/lesson.md:5: `files` has \"../06-tom\"; expected the name"},
        {HEAD "files: [a, /b]\nmodels:\n  - hidden: 8\n" TAIL, "L/lesson.md:5: `files` has \"/b\"; expected the name"},
        {HEAD "grid: 4\nmodels:\n  - hidden: 8\n" TAIL, "L/lesson.md:5: `grid` is \"4\"; expected rows and columns"},
        {HEAD "grid: 4x0\nmodels:\n  - hidden: 8\n" TAIL, "L/lesson.md:5: `grid` is \"4x0\"; expected rows"},
        {HEAD "grid: 4x13\nmodels:\n  - hidden: 8\n" TAIL, "L/lesson.md:5: `grid` is \"4x13\"; expected rows"},
        {HEAD "grid: 4x4x4\nmodels:\n  - hidden: 8\n" TAIL, "L/lesson.md:5: `grid` is \"4x4x4\"; expected rows"},
        {HEAD "grid: \"-4x4\"\nmodels:\n  - hidden: 8\n" TAIL, "L/lesson.md:5: `grid` is \"-4x4\"; expected rows"},
        {HEAD "models:\n  - data: ../words.tsv\n" TAIL, "L/lesson.md:6: `data` is \"../words.tsv\"; expected the name"},
        {HEAD "models:\n  - data: /words.tsv\n" TAIL, "L/lesson.md:6: `data` is \"/words.tsv\"; expected the name"},
        {HEAD "models:\n  - data: a/words.tsv\n" TAIL, "L/lesson.md:6: `data` is \"a/words.tsv\"; expected the name"},
        {HEAD "models:\n  - data: words\n" TAIL, "L/lesson.md:6: `data` is \"words\"; expected the name of a file"},
        {HEAD "models:\n  - data: .tsv\n" TAIL, "L/lesson.md:6: `data` is \".tsv\"; expected the name of a file"},
        {HEAD "models:\n  - hidden: 8\n    heldout: [a.tsv]\n" TAIL, "L/lesson.md:7: `heldout` is a list"},
        {HEAD "models:\n  - hidden: 8\n---\n# One\n\n```attend\nlook: sideways\n```\n\na\n",
         "L/lesson.md:11: unknown look \"sideways\"; expected one of: whole, folded, one-step, heads"},
        {HEAD "models:\n  - hidden: 8\ngates:\n  - self_weight: {sentence: cat, head: 1, from: 1, to: 1}\n" TAIL,
         "L/lesson.md:8: neither `at_least` nor `at_most` is here"},
        {HEAD "models:\n  - hidden: 8\ngates:\n  - self_weight: {sentence: cat, head: 0, from: 1, to: 1, at_least: "
              "1}\n" TAIL,
         "L/lesson.md:8: `head` is \"0\"; expected a whole number from 1"},
        {HEAD "models:\n  - attention: luong\n    local: local_p\n    window: 0\n" TAIL,
         "L/lesson.md:6: window 0, the one word at the step's own place, goes with local local_m, not with local_p"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Lesson *lesson = parse(cases[i].text, FRONT_ZH CARD_ZH, &error);
        if (lesson)
            print_error("was accepted, expected: %s\n", cases[i].message);
        assert_null(lesson);
        expect_error(&error, cases[i].message);
    }
}

static Model self_model(void)
{
    Model model;
    Vocab source = {0}, target = {0};
    Config config = config_default();
    Error error = {0};
    config.cell = CELL_SELF;
    config.heads = 2;
    config.embed = config.hidden = 8;
    expect_ok(config_check(&config, &error), &error);
    vocab_add(&source, slice_of("cat"));
    vocab_add(&source, slice_of("dog"));
    vocab_add(&target, slice_of("猫"));
    model_create(&model, &config, &source, &target, 3);
    return model;
}

static void heads_are_measured(void **state)
{
    (void)state;
    Model model = self_model();
    Error error = {0};
    Trace *trace = trace_decode(&model, slice_of("cat dog"), NULL, &error);
    expect_ok(trace != NULL, &error);
    double weight = trace_self(trace)->weights[(1 * 2 + 0) * 2 + 1]; /* head 2, from word 1 to word 2 */
    Bytes text = {0};
    bytes_printf(&text, HEAD "models:\n  - hidden: 8\ngates:\n");
    static const char gate[] = "  - self_weight: {sentence: %s, head: %d, from: %d, to: %d, %s: %.3f}\n";
    bytes_printf(&text, gate, "cat dog", 2, 1, 2, "at_least", weight - 0.01);
    bytes_printf(&text, gate, "cat dog", 2, 1, 2, "at_least", weight + 0.01);
    bytes_printf(&text, gate, "cat dog", 2, 1, 2, "at_most", weight - 0.01);
    bytes_printf(&text, gate, "cat dog", 3, 1, 2, "at_least", 0.0);
    bytes_printf(&text, gate, "cat dog", 1, 1, 3, "at_least", 0.0);
    bytes_printf(&text, TAIL);
    Lesson *lesson = parse(text.data, FRONT_ZH CARD_ZH, &error);
    expect_ok(lesson != NULL, &error);
    GateResult results[5];
    assert_false(lesson_check_gates(&(GateRun){lesson, 0, 0, &model, NULL, NULL, 1}, results));
    assert_true(results[0].passed);
    assert_non_null(strstr(results[0].text, "head 2 of \"cat dog\": cat looks at dog with"));
    for (int i = 1; i < 5; i++)
        assert_false(results[i].passed);
    assert_non_null(strstr(results[3].text, "there is no head 3: the model has 2"));
    assert_non_null(strstr(results[4].text, "there are no words 1 and 3"));
    bytes_finish(&text);
    lesson_destroy(lesson);
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_have_pairs_of_their_own),
        cmocka_unit_test(a_grid_and_a_look_are_read),
        cmocka_unit_test(wrong_ones_are_refused),
        cmocka_unit_test(heads_are_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
