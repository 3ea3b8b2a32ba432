/* What the probes of an exhibit measure, and what their notes say, on small models whose faults are known. */
#include "random_model.h"

#include "study/exhibit.h"
#include "study/offered.h"

#define KNOWN_WORDS   "cat chase mouse dog eat"
#define WRITTEN_WORDS "猫 捉 老鼠 狗"

static Model one_way(FaultKind fault)
{
    Config config = config_default();
    config.bidirectional = false;
    config.embed = config.hidden = 6;
    config.bridge = BRIDGE_NONE;
    config.fault = fault;
    return random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 7);
}

/* A reader from the left changes its states from the word on; one from the right those up to it, and the mirrored one
 * puts these down at the other end. */
static void only_the_states_behind_a_word_change(void **state)
{
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        Model model = one_way(mirrored ? FAULT_MIRRORED : FAULT_NONE);
        Trace *own = decode_text(&model, "cat chase mouse", NULL);
        for (int place = 0; place < 3; place++) {
            Swap swap = {0};
            Error error = {0};
            expect_ok(swap_make(&swap, &model, own, place, "dog", &error), &error);
            assert_string_equal(swap.trace->source[place], "dog");
            int count = 0;
            for (int j = 0; j < 3; j++) {
                bool changes = mirrored ? j >= 2 - place : j >= place;
                size_t H = 6;
                bool differs = memcmp(own->encoding.annotations + (size_t)j * H,
                                      swap.trace->encoding.annotations + (size_t)j * H, H * sizeof(float))
                               != 0;
                assert_int_equal(differs, changes);
                assert_int_equal(swap.by[j] > STATE_LEAST, changes);
                count += changes;
            }
            assert_int_equal(swap_changed(&swap, 3), count);
            swap_finish(&swap);
        }
        trace_destroy(own);
        model_finish(&model);
    }
}

static void words_to_swap_in(void **state)
{
    (void)state;
    Model model = one_way(FAULT_NONE);
    Trace *own = decode_text(&model, "cat chase mouse", NULL);
    Sentences none = {0};
    LessonModel from = {.config = model.config};
    Arena arena = {0};
    Offered offered = offered_find(&model, own, 0, &none, &from, &arena);
    assert_int_equal(offered.count, 4); /* no data: all words but the one that stands there, in their order */
    assert_int_equal(offered.by, OFFERED_ANY);
    for (int i = 0; i < offered.count; i++) {
        assert_string_not_equal(vocab_word(&model.source, offered.ids[i]), "cat");
        assert_true(i == 0 || offered.ids[i] > offered.ids[i - 1]);
    }
    Swap swap = {0};
    Error error = {0};
    assert_false(swap_make(&swap, &model, own, 0, "dog cat", &error)); /* two words */
    assert_null(swap.trace);
    arena_finish(&arena);
    trace_destroy(own);
    model_finish(&model);
}

static void notes_say_what_was_found(void **state)
{
    (void)state;
    static const struct {
        Finding finding;
        const char *english, *chinese;
    } cases[] = {
        {{PROBE_READ, .step = 0, .place = 2, .from = 0.904f, .most = true, .word = "猫", .other = "mouse"},
         "Read α₁₃ = 0.90: “猫” looks at “mouse” most of all.",
         "读数 α₁₃ = 0.90：写“猫”时最看重“mouse”。"},
        {{PROBE_SWAP, .word = "cat", .other = "dog", .states = "h₃", .changed = 1, .of = 3, .before = "猫",
          .after = "狗"},
         "Swap cat → dog: only h₃ changes; “猫” becomes “狗”.",
         "换词 cat → dog：只有 h₃ 变了；“猫”变成“狗”。"},
        {{PROBE_SWAP, .word = "cat", .other = "eat", .states = "", .changed = 3, .of = 3, .before = "猫",
          .after = "猫"},
         "Swap cat → eat: all states change; “猫” stays.",
         "换词 cat → eat：所有状态都变了；“猫”不变。"},
        {{PROBE_MUTE, .place = 0, .states = "h₁", .before = "猫 捉", .after = "猫"},
         "Mute h₁: “猫 捉” becomes “猫”.",
         "屏蔽 h₁：“猫 捉”变成“猫”。"},
        {{PROBE_DRAG, .step = 1, .place = 0, .from = 0.1f, .to = 0.95f, .before = "猫", .after = "猫"},
         "Drag α₂₁ from 0.10 to 0.95: “猫” stays.",
         "拖动 α₂₁，从 0.10 到 0.95：“猫”不变。"},
        {{PROBE_COMPARE, .before = "猫", .after = "猫", .changed = 2, .of = 3},
         "Compare: the sound model writes the same; its largest weight lies on another word in 2 of 3 rows.",
         "对照：正常的模型译文相同；有 2 行的最大权重落在别的词上，一共 3 行。"},
    };
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_string_equal(finding_text(&cases[i].finding, LANGUAGE_ENGLISH, &arena), cases[i].english);
        assert_string_equal(finding_text(&cases[i].finding, LANGUAGE_CHINESE, &arena), cases[i].chinese);
    }
    Notes notes = {0};
    for (size_t i = 0; i < LENGTH(cases); i++)
        notes_add(&notes, &cases[i].finding);
    assert_int_equal(notes.count, LENGTH(cases));
    notes_add(&notes, &cases[3].finding); /* again: in place of the old one, at the end */
    assert_int_equal(notes.count, LENGTH(cases));
    assert_int_equal(notes.list[notes.count - 1].probe, PROBE_MUTE);
    for (int place = 1; place < 2 * NOTES_MOST; place++)
        notes_add(&notes, &(Finding){PROBE_MUTE, .place = place, .states = "h", .before = "a", .after = "b"});
    assert_int_equal(notes.count, NOTES_MOST);
    assert_int_equal(notes.list[NOTES_MOST - 1].place, 2 * NOTES_MOST - 1);
    notes_finish(&notes);
    arena_finish(&arena);
}

/* Held against each other row by row. */
static void rows_that_look_elsewhere(void **state)
{
    (void)state;
    float left[2][3] = {{0.1f, 0.2f, 0.7f}, {0, 1, 0}}, right[2][3] = {{0.8f, 0.1f, 0.1f}, {0.2f, 0.7f, 0.1f}};
    TraceStep a[2] = {{.step.weights = left[0]}, {.step.weights = left[1]}},
              b[2] = {{.step.weights = right[0]}, {.step.weights = right[1]}};
    Trace one = {.n = 3, .steps = a, .word_count = 2}, other = {.n = 3, .steps = b, .word_count = 2};
    int of;
    assert_int_equal(rows_elsewhere(&one, &other, &of), 1);
    assert_int_equal(of, 2);
    b[0].step.weights = NULL;
    assert_int_equal(rows_elsewhere(&one, &other, &of), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_states_behind_a_word_change),
        cmocka_unit_test(words_to_swap_in),
        cmocka_unit_test(notes_say_what_was_found),
        cmocka_unit_test(rows_that_look_elsewhere),
    };
    return cmocka_run_group_tests_name("study exhibit", tests, NULL, NULL);
}
