/* What a lesson asks of its models: every kind of gate, passed and failed, and what is said of it. */
#include "lesson/lessons.h"
#include "lesson/untrained.h"

#include "model/first_word.h"
#include "model/gradient_reach.h"

#include <math.h>

#define GATES "---\ntitle: T\norder: 1\nsentence: cat\nmodels:\n  - hidden: 8\ngates:\n"

static Lesson *gated(const char *front)
{
    Error error = {0};
    Lesson *lesson = parse(front, FRONT_ZH CARD_ZH, &error);
    expect_ok(lesson != NULL, &error);
    return lesson;
}

/* The gates of the first model itself. */
static bool check(const Lesson *lesson, const Model *model, const Corpus *data, const Corpus *heldout,
                  GateResult *results)
{
    return lesson_check_gates(&(GateRun){lesson, 0, 0, model, data, heldout, 1}, results);
}

static Corpus corpus_of(const char *data, const Model *model)
{
    Corpus corpus;
    Error error = {0};
    expect_ok(corpus_parse(slice_of(data), "heldout.tsv", (CorpusOptions){0}, &corpus, &error), &error);
    corpus_encode(&corpus, &model->source, &model->target, false);
    return corpus;
}

static void expect_said(const GateResult *result, const char *said, bool passed)
{
    if (strncmp(result->text, said, strlen(said)) != 0)
        print_error("%s\n", result->text);
    assert_memory_equal(result->text, said, strlen(said));
    assert_true(result->passed == passed);
}

static void gates(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - exact_match: {at_least: 0}\n"
              "  - weight: {sentence: cat, peaks: [1], above: 0.5}\n"
              "  - weight: {sentence: cat chase, peaks: [1, 1], above: 1}\n"
              "  - weight: {sentence: cat, peaks: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], above: 0}\n"
              "  - translation: {sentence: cat, expect: 狗 狗}\n"
              "  - alignment_error: {at_most: 1}\n"
              "---\n" CARD;
    static const struct {
        bool passed;
        const char *text;
    } expected[] = {
        {false, "exact match: not measured, there is no heldout.tsv"},
        {true, "weights of \"cat\": 1 peak in its place, the lowest 1.000, more than 0.5 asked"},
        {false, "weights of \"cat chase\": step 1 peaks on word "},
        {false, "weights of \"cat\": decoded in "},
        {false, "\"cat\" -> "},
        {false, "alignment error: not measured, there is no heldout.tsv"},
    };
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Lesson *lesson = gated(text);
    GateResult results[LENGTH(expected)];
    assert_int_equal(lesson->gate_count, LENGTH(expected));
    assert_false(check(lesson, &model, NULL, NULL, results));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        expect_said(&results[i], expected[i].text, expected[i].passed);
    }
    lesson_destroy(lesson);
    model_finish(&model);
}

/* Two models, bounds on both sides, lengths, values of a trace. */
static void gates_of_two_models(void **state)
{
    (void)state;
    static const char text[] =
        "---\ntitle: T\norder: 1\nsentence: cat\nmodels:\n  - hidden: 8\n  - name: b\n    hidden: 8\n"
        "gates:\n"
        "  - exact_match: {at_most: 1, length: [2, 3]}\n"
        "  - exact_match: {at_least: 0, length: [7, 9]}\n"
        "  - alignment_error: {at_least: 0, at_most: 1, model: b}\n"
        "  - value: {name: alpha_11, sentence: cat, at_least: 1, at_most: 1, model: b}\n"
        "  - value: {name: alpha_11, sentence: cat, at_most: 0.5}\n---\n" CARD;
    static const char data[] = "cat chase mouse\t猫 捉 老鼠\t0-0 1-1 2-2\nmouse\t老鼠\t0-0\n";
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[5] = {0};
    assert_false(check(lesson, &model, NULL, &corpus, results));
    assert_true(results[0].passed);
    assert_non_null(strstr(results[0].text, "on 1 held-out sentence of 2 to 3 words, at most 1 asked"));
    assert_false(results[1].passed);
    assert_non_null(strstr(results[1].text, "no held-out sentence is of 7 to 9 words"));
    assert_int_equal(results[2].text[0], '\0'); /* the other model's */
    assert_false(results[4].passed);
    assert_non_null(strstr(results[4].text, "alpha_11 of \"cat\" is 1.000, at most 0.5 asked"));
    assert_true(lesson_check_gates(&(GateRun){lesson, 1, 0, &model, NULL, &corpus, 1}, results));
    assert_non_null(strstr(results[2].text, "on 2 held-out sentences, at least 0 and at most 1 asked"));
    assert_true(results[3].passed);
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
}

static void gates_on_held_out_data(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - exact_match: {at_least: 0}\n  - exact_match: {at_least: 0.99}\n"
              "  - alignment_error: {at_most: 1}\n  - alignment_error: {at_most: 0}\n"
              "  - alignment_best: {at_most: 0}\n  - loss: {at_least: 0.01}\n  - loss: {at_most: 0}\n"
              "  - bleu: {at_most: 50}\n  - bleu: {at_least: 50}\n"
              "---\n" CARD;
    static const bool passed[] = {true, false, true, false, true, true, false, true, false};
    static const char data[] = "cat chase mouse\t猫 捉 老鼠\t0-0 1-1 2-2\nmouse chase cat\t老鼠 捉 猫\t0-0 1-1 2-2\n";
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[LENGTH(passed)];
    assert_false(check(lesson, &model, NULL, &corpus, results));
    for (size_t i = 0; i < LENGTH(passed); i++) {
        assert_true(results[i].passed == passed[i]);
        assert_non_null(strstr(results[i].text, "on 2 held-out sentences"));
    }
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
}

/* The share is the one that is measured by itself, of the sentences of these lengths. */
static void gates_on_the_first_word(void **state)
{
    (void)state;
    static const char text[] = GATES "  - first_word: {after: 1, at_least: 1, at_most: 1}\n"
                                     "  - first_word: {after: 2, length: [2, 2], at_least: %.4f, at_most: %.4f}\n"
                                     "  - first_word: {after: 2, at_most: 0.1}\n"
                                     "  - first_word: {after: 4, at_least: 0}\n"
                                     "  - first_word: {after: 1, length: [7, 9], at_least: 0}\n"
                                     "  - exact_match: {at_least: 0}\n---\n" CARD;
    static const char data[] =
        "cat chase\tx\ncat mouse\tx\nmouse cat\tx\nmouse chase mouse\tx\ncat cat\tx\nmouse cat\tx\n";
    static const struct {
        bool passed;
        const char *text;
    } expected[] = {
        {true, "after word 1 the state tells the first of 2 words in 1.0000 of 6 held-out sentences, at least 1"},
        {true, "after word 2 the state tells the first of 2 words in "},
        {false, "after word 2 the state tells the first of 2 words in "},
        {false, "first word after word 4: not measured, the longest sentence has 3"},
        {false, "first word after word 1 of 7 to 9 words: not measured, no sentence has so many words"},
        {true, "exact match "},
    };
    Config config = config_default();
    config.bidirectional = false;
    config.embed = 4, config.hidden = 8;
    Model model = random_model(config, "cat chase mouse", "x", 3);
    Corpus corpus = corpus_of(data, &model);
    Arena arena = {0};
    Error error = {0};
    FirstWord found;
    expect_ok(first_word_measure(&model, &corpus, 2, 2, &arena, &found, &error), &error);
    Bytes front = {0};
    bytes_printf(&front, text, found.told[1] - 0.001, found.told[1] + 0.001);
    Lesson *lesson = gated(front.data);
    GateResult results[LENGTH(expected)];
    assert_int_equal(lesson->gate_count, LENGTH(expected));
    assert_false(check(lesson, &model, NULL, &corpus, results));
    for (size_t i = 0; i < LENGTH(expected); i++)
        expect_said(&results[i], expected[i].text, expected[i].passed);
    assert_non_null(strstr(results[1].text, "of 5 held-out sentences of 2 to 2 words, at least "));
    assert_false(check(lesson, &model, NULL, NULL, results));
    expect_said(&results[0], "first word after word 1: not measured, there is no heldout.tsv", false);
    lesson_destroy(lesson);
    bytes_finish(&front);
    corpus_finish(&corpus);
    model_finish(&model);
    arena_finish(&arena);
}

/* The factor is the one that is measured by itself, of the sentences of these lengths. */
static void gates_on_the_gradient(void **state)
{
    (void)state;
    static const char text[] = GATES "  - gradient: {length: [2, 2], at_least: %.4f, at_most: %.4f}\n"
                                     "  - gradient: {at_least: 100}\n"
                                     "  - gradient: {length: [7, 9], at_least: 0}\n---\n" CARD;
    static const char data[] = "cat\tx\ncat chase\tx\nmouse cat\tx\nmouse chase mouse\tx\n";
    Config config = config_default();
    config.cell = CELL_RNN;
    config.bidirectional = false;
    config.attention = ATTENTION_NONE;
    config.embed = 4, config.hidden = 8;
    Model model = random_model(config, "cat chase mouse", "x", 3);
    Corpus corpus = corpus_of(data, &model);
    GradientReach reach = gradient_reach(&model, &corpus, 2, 2);
    assert_int_equal(reach.sentences, 2);
    Bytes front = {0};
    bytes_printf(&front, text, reach.factor - 0.001, reach.factor + 0.001);
    Lesson *lesson = gated(front.data);
    GateResult results[3];
    assert_int_equal(lesson->gate_count, LENGTH(results));
    assert_false(check(lesson, &model, NULL, &corpus, results));
    expect_said(&results[0], "gradient from word to word times ", true);
    assert_non_null(strstr(results[0].text, "back over 2 held-out sentences of 2 to 2 words, at least "));
    expect_said(&results[1], "gradient from word to word times ", false);
    assert_non_null(strstr(results[1].text, "back over 3 held-out sentences, at least 100 asked"));
    expect_said(&results[2], "gradient from word to word of 7 to 9 words: not measured", false);
    lesson_destroy(lesson);
    bytes_finish(&front);
    corpus_finish(&corpus);
    model_finish(&model);
}

/* Memory and gates of an LSTM by name, against the trace's own; of another cell there are none. */
static void gates_inside_a_cell(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - value: {name: \"m_2[3]\", sentence: cat mouse, at_least: %.4f, at_most: %.4f}\n"
              "  - value: {name: \"f_1[8]\", sentence: cat mouse, at_least: %.4f, at_most: %.4f}\n"
              "  - value: {name: \"f_1[9]\", sentence: cat mouse, at_least: 0}\n"
              "  - value: {name: \"z_1[1]\", sentence: cat mouse, at_least: 0}\n"
              "  - difference: {names: [m_1], sentence: cat mouse, replace: [2, chase], at_most: 0}\n"
              "  - difference: {names: [m_2], sentence: cat mouse, replace: [2, chase], at_most: 0}\n"
              "---\n" CARD;
    static const bool passed[] = {true, true, false, false, true, false};
    Config config = config_default();
    config.cell = CELL_LSTM;
    config.embed = 4, config.hidden = 8;
    Model model = random_model(config, "cat chase mouse", "x", 3);
    Trace *trace = decode_text(&model, "cat mouse", NULL);
    const EncoderRun *run = &trace->encoding.layers[0].forward;
    double m = run->cells[8 + 2], f = run->gates[1][7];
    assert_string_equal(cell_gate_name(CELL_LSTM, 1), "f");
    Bytes front = {0};
    bytes_printf(&front, text, m - 0.0005, m + 0.0005, f - 0.0005, f + 0.0005);
    Lesson *lesson = gated(front.data);
    GateResult results[LENGTH(passed)];
    assert_false(check(lesson, &model, NULL, NULL, results));
    for (size_t i = 0; i < LENGTH(passed); i++)
        assert_true(results[i].passed == passed[i]);
    expect_said(&results[3], "z_1[1] of \"cat mouse\": this model has none", false);
    trace_destroy(trace);
    lesson_destroy(lesson);
    bytes_finish(&front);
    model_finish(&model);
}

/* Of a model that writes nothing right there is nothing to agree with; what is measured holds in the check of
 * lesson 12. */
static void gates_on_agreement(void **state)
{
    (void)state;
    static const char text[] = GATES "  - agreement: {map: attention, at_least: 0}\n"
                                     "  - agreement: {map: erase-zero, length: [2, 3], at_most: 1}\n---\n" CARD;
    static const char data[] = "cat chase mouse\t猫 猫 猫 捉 捉 捉\t0-0 1-1 2-2\n";
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[2];
    assert_false(check(lesson, &model, NULL, NULL, results));
    assert_non_null(strstr(results[0].text, "agreement of attention: not measured, there is no heldout.tsv"));
    assert_false(check(lesson, &model, NULL, &corpus, results));
    assert_non_null(strstr(results[1].text,
                           "agreement of erase-zero: not measured, no sentence of 2 to 3 words with gold "
                           "links is translated exactly"));
    assert_true(isnan(results[0].value) && !results[0].passed);
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
}

/* What a gate says of a sentence holds for the decode that it asks for: each is measured here against that decode. */
static void gates_of_changed_decodes(void **state)
{
    (void)state;
    static const char text[] = GATES
        "  - probability: {sentence: cat mouse, force: 捉 猫, step: 2, word: 猫, at_least: %.4f, at_most: %.4f}\n"
        "  - value: {sentence: cat mouse, temperature: 0.05, name: alpha_11, at_least: %.4f, at_most: %.4f}\n"
        "  - value: {sentence: cat mouse, drag: [2, 1], name: alpha_21, at_least: 1}\n"
        "  - weight: {sentence: cat mouse, drag: [2, 2], step: 2, peaks: [2], above: 0.99}\n"
        "  - value: {sentence: cat mouse, mute: 1, name: \"h_1[2]\", at_least: 0, at_most: 0}\n"
        "  - probability: {sentence: cat mouse, learn: [0.1, 捉 猫], force: 捉, step: 2, word: 猫, at_least: %.4f}\n"
        "  - translation: {sentence: cat mouse, beam: 2, expect: %s}\n"
        "  - value: {sentence: cat mouse, drag: [2, 3], name: alpha_21, at_least: 0}\n"
        "  - probability: {sentence: cat mouse, step: 1, word: 狗, at_least: 0}\n"
        "  - probability: {sentence: cat mouse, step: 99, word: 猫, at_least: 0}\n"
        "  - weight: {sentence: cat mouse, force: 捉 猫, step: 99, peaks: [1], above: 0}\n---\n" CARD;
    static const char *const said[] = {
        "猫 at step 2 of \"cat mouse\" with 捉 猫 forced has the probability ",
        "alpha_11 of \"cat mouse\" at temperature 0.05 is ",
        "alpha_21 of \"cat mouse\" with all of step 2 on word 1 is 1.000",
        "weights of \"cat mouse\" with all of step 2 on word 2: 1 peak in its place",
        "h_1[2] of \"cat mouse\" with state 1 muted is 0.000",
        "猫 at step 2 of \"cat mouse\" with 捉 forced behind a step of 0.1 towards 捉 猫 has the probability ",
        "\"cat mouse\" with a beam of 2 -> ",
        "\"cat mouse\" with all of step 2 on word 3 cannot be decoded: there is no word 3 to drag to",
        "狗 at step 1 of \"cat mouse\": there is no such word",
        "猫 at step 99 of \"cat mouse\": there is no such step",
        "weights of \"cat mouse\" with 捉 猫 forced: decoded in ",
    };
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Arena arena = {0};
    Trace *forced = card_decode(&model, "cat mouse", &(DecodeSetting){.force = "捉 猫"}, NULL, &error);
    Trace *cold = card_decode(&model, "cat mouse", &(DecodeSetting){.temperature = 0.05}, NULL, &error);
    Trace *searched = card_decode(&model, "cat mouse", &(DecodeSetting){0}, &(DecodeOptions){.beam = 2}, &error);
    double p = forced->steps[1].p, weight = cold->steps[0].step.weights[0];
    Bytes front = {0};
    bytes_printf(&front, text, p - 0.001, p + 0.001, weight - 0.001, weight + 0.001, p + 0.01,
                 trace_translation(searched, &arena));
    Lesson *lesson = gated(front.data);
    assert_int_equal(lesson->gate_count, LENGTH(said));
    GateResult results[LENGTH(said)];
    assert_false(check(lesson, &model, NULL, NULL, results));
    for (size_t i = 0; i < LENGTH(said); i++) {
        expect_said(&results[i], said[i], i < 6 || (i == 6 && !searched->truncated));
    }
    assert_non_null(strstr(results[6].text, trace_translation(searched, &arena)));
    lesson_destroy(lesson);
    trace_destroy(forced);
    trace_destroy(cold);
    trace_destroy(searched);
    bytes_finish(&front);
    arena_finish(&arena);
    model_finish(&model);
}

/* With a beam the exact match is that of its best hypothesis, which is found here where it is not the greedy one. */
static void gates_on_beams(void **state)
{
    (void)state;
    static const char text[] = GATES "  - exact_match: {at_most: 0}\n  - exact_match: {beam: 1, at_most: 0}\n"
                                     "  - exact_match: {beam: 8, at_least: 0.5, at_most: 0.5}\n---\n" CARD;
    static const char *const sentences[] = {"cat", "mouse", "chase", "cat mouse", "mouse cat", "cat chase mouse"};
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Arena arena = {0};
    Error error = {0};
    const char *data = NULL;
    for (size_t i = 0; i < LENGTH(sentences); i++) {
        Trace *greedy = card_decode(&model, sentences[i], &(DecodeSetting){0}, NULL, &error);
        Trace *best = card_decode(&model, sentences[i], &(DecodeSetting){0}, &(DecodeOptions){.beam = 8}, &error);
        const char *said = trace_translation(best, &arena);
        if (*said && !best->truncated && strcmp(said, trace_translation(greedy, &arena)) != 0)
            data = arena_printf(&arena, "%s\t%s\n%s\t%s 猫\n", sentences[i], said, sentences[i], said);
        trace_destroy(greedy);
        trace_destroy(best);
    }
    assert_non_null(data);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[3];
    assert_true(check(lesson, &model, NULL, &corpus, results));
    assert_non_null(
        strstr(results[2].text, "exact match 0.5000 on 2 held-out sentences with a beam of 8, at least 0.5"));
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
    arena_finish(&arena);
}

/* Vectors are held against one another, in one sentence or in two, and their entries are numbers. */
static void gates_on_vectors(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - difference: {sentence: cat mouse, names: [s_0, s_0], at_most: 0}\n"
              "  - difference: {sentence: cat mouse, names: [c_1], other: mouse cat, at_least: %.4f, "
              "at_most: %.4f}\n"
              "  - value: {sentence: cat mouse, name: \"h_2[3]\", at_least: %.4f, at_most: %.4f}\n"
              "  - difference: {sentence: cat mouse, names: [h_1, h_2], at_most: 0}\n"
              "  - difference: {sentence: cat mouse, names: [h_2], other: cat, at_least: 0}\n"
              "  - difference: {sentence: cat mouse, names: [h_1, s_1], at_least: 0}\n"
              "  - value: {sentence: cat mouse, name: \"s_1[9]\", at_least: -1}\n---\n" CARD;
    static const char *const said[] = {
        "entries of s_0 and s_0 of \"cat mouse\" differ by up to 0.000, at most 0 asked",
        "entries of c_1 of \"cat mouse\" and of \"mouse cat\" differ by up to ",
        "h_2[3] of \"cat mouse\" is ",
        "entries of h_1 and h_2 of \"cat mouse\" differ by up to ",
        "h_2 of \"cat\": there is no such vector of this size",
        "s_1 of \"cat mouse\": there is no such vector of this size",
        "s_1[9] of \"cat mouse\": this model has none",
    };
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Trace *first = card_decode(&model, "cat mouse", &(DecodeSetting){0}, NULL, &error);
    Trace *other = card_decode(&model, "mouse cat", &(DecodeSetting){0}, NULL, &error);
    int size = config_annotation(&model.config);
    double apart = 0, entry = (double)first->encoding.annotations[size + 2];
    for (int k = 0; k < size; k++)
        apart = fmax(apart, fabs((double)first->steps[0].step.context[k] - (double)other->steps[0].step.context[k]));
    assert_true(apart > 0.001);
    Bytes front = {0};
    bytes_printf(&front, text, apart - 0.001, apart + 0.001, entry - 0.001, entry + 0.001);
    Lesson *lesson = gated(front.data);
    GateResult results[LENGTH(said)];
    assert_false(check(lesson, &model, NULL, NULL, results));
    for (size_t i = 0; i < LENGTH(said); i++) {
        expect_said(&results[i], said[i], i < 3);
    }
    lesson_destroy(lesson);
    trace_destroy(first);
    trace_destroy(other);
    bytes_finish(&front);
    model_finish(&model);
}

/* All parameters, and those of a part of the model, by the names of its tensors. */
static void gates_on_parameters(void **state)
{
    (void)state;
    static const char text[] = GATES "  - parameters: {tensor: attention.energy, at_least: %d, at_most: %d}\n"
                                     "  - parameters: {tensor: attention, at_most: %d}\n"
                                     "  - parameters: {tensor: nothing, at_most: 0}\n"
                                     "  - parameters: {at_least: %d}\n---\n" CARD;
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Bytes front = {0};
    int energy = model.table.items[params_find(&model.table, "attention.energy")].rows, all = 0;
    for (int i = 0; i < model.table.count; i++)
        all += (int)param_size(&model.table.items[i]);
    bytes_printf(&front, text, energy, energy, energy, all);
    Lesson *lesson = gated(front.data);
    GateResult results[4];
    assert_false(check(lesson, &model, NULL, NULL, results));
    for (int i = 0; i < 4; i++)
        assert_true(results[i].passed == (i != 1)); /* the attention has W_q and W_k besides */
    assert_string_equal(results[2].text, "0 parameters of nothing, at most 0 asked");
    lesson_destroy(lesson);
    bytes_finish(&front);
    model_finish(&model);
}

/* Training pairs are counted where all the words stand in a row, on both sides. */
static void gates_on_training_pairs(void **state)
{
    (void)state;
    static const char text[] = GATES "  - pairs: {at_least: 3, at_most: 3}\n"
                                     "  - pairs: {source: chase mouse, at_least: 1, at_most: 1}\n"
                                     "  - pairs: {target: 猫, at_least: 2, at_most: 2}\n"
                                     "  - pairs: {source: cat, target: 猫 捉, at_least: 1, at_most: 1}\n"
                                     "  - pairs: {source: mouse chase, at_most: 0}\n"
                                     "  - pairs: {source: cat, length: [2, 3], at_least: 1, at_most: 1}\n"
                                     "  - pairs: {source: cat, at_least: 3}\n---\n" CARD;
    static const char data[] = "cat chase mouse\t猫 捉 老鼠\ncat\t猫\nmouse\t老鼠\n";
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[7];
    assert_false(check(lesson, &model, &corpus, NULL, results));
    for (int i = 0; i < 7; i++)
        assert_true(results[i].passed == (i < 6));
    assert_string_equal(results[5].text,
                        "1 training pair with \"cat\" of 2 to 3 words, at least 1 and at most 1 asked");
    assert_string_equal(results[6].text, "2 training pairs with \"cat\", at least 3 asked");
    assert_false(check(lesson, &model, NULL, NULL, results));
    assert_false(results[0].passed);
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
}

/* The sentence is decoded with the other word in its place; of one vector the second comes from it. */
static void gates_with_a_replaced_word(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - weight: {sentence: cat mouse, replace: [1, chase], peaks: [1], above: 0}\n"
              "  - difference: {sentence: cat mouse, names: [h_2], replace: [1, chase], at_least: 0}\n"
              "  - difference: {sentence: cat mouse, names: [h_2], other: chase mouse, at_least: 0}\n"
              "  - difference: {sentence: cat mouse, names: [h_1, h_2], replace: [1, chase], at_least: 0}\n"
              "  - translation: {sentence: cat mouse, replace: [2, chase], mute: 2, expect: 狗}\n---\n" CARD;
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Lesson *lesson = gated(text);
    GateResult results[5];
    (void)check(lesson, &model, NULL, NULL, results);
    assert_non_null(strstr(results[0].text, "weights of \"chase mouse\""));
    assert_string_equal(results[1].text, results[2].text);
    assert_non_null(strstr(results[1].text, "h_2 of \"cat mouse\" and of \"chase mouse\" differ"));
    assert_true(results[1].value > 0.001);
    assert_non_null(strstr(results[3].text, "h_1 and h_2 of \"chase mouse\" differ"));
    expect_said(&results[4], "\"cat chase\" with state 2 muted -> ", false);
    lesson_destroy(lesson);
    model_finish(&model);
}

/* A gate with an id holds the cards that name it, and one that no card names is warned of. */
static void gates_of_causes(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - value: {id: low, sentence: cat, name: alpha_11, at_least: 1}\n"
              "  - parameters: {id: size, at_least: 1}\n"
              "  - pairs: {id: idle, at_least: 0}\n"
              "  - loss: {at_least: 0}\n---\n# One\n\n```attend\nbecause: [size, low]\n```\n\nText."
              "\n\n# Two\n\nText.\n\n# Three\n\n```attend\nbecause: [low]\n```\n\nText.\n";
    Arena arena = {0};
    Error error = {0};
    Lesson *lesson = parse(text, NULL, &error);
    expect_ok(lesson != NULL, &error);
    assert_int_equal(lesson->cards[0].stage.cause_count, 2);
    assert_int_equal(lesson->cards[0].stage.causes[0], 1);
    assert_int_equal(lesson_gate(lesson, "low"), 0);
    assert_int_equal(lesson_gate(lesson, "high"), -1);
    assert_int_equal(lesson_gate(lesson, NULL), -1);
    const char *order = arena_printf(&arena, "%d.1, %d.3", lesson->order, lesson->order);
    assert_string_equal(gate_holds(lesson, 0, &arena), order);
    assert_null(gate_holds(lesson, 2, &arena));
    assert_null(gate_holds(lesson, 3, &arena));
    Warnings warnings = lesson_warnings(lesson, NULL, &arena);
    assert_int_equal(warnings.count, 1);
    assert_non_null(strstr(warnings.texts[0], "no card says `because: [idle]`, the id of this gate"));
    lesson_destroy(lesson);
    arena_finish(&arena);
}

/* A gate with seeds says nothing of the lesson's own model. Over its seeds each must keep it, or what they have
 * in the mean. */
static void gates_over_seeds(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - value: {sentence: cat, name: alpha_11, at_least: 1}\n"
              "  - value: {sentence: cat, name: alpha_11, seeds: 2-4, at_least: 1}\n"
              "  - value: {sentence: cat, name: \"h_1[1]\", seeds: 3, of: mean, at_least: -9}\n---\n" CARD;
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Lesson *lesson = gated(text);
    GateResult results[3] = {{0}};
    assert_true(check(lesson, &model, NULL, NULL, results));
    assert_true(results[0].text[0] && !results[1].text[0] && !results[2].text[0]);
    memset(results, 0, sizeof results);
    assert_true(lesson_check_gates(&(GateRun){lesson, 0, 3, &model, NULL, NULL, 1}, results));
    assert_true(!results[0].text[0] && results[1].text[0] && results[2].text[0]);
    assert_true(gate_runs(&lesson->gates[1], 0, 4) && !gate_runs(&lesson->gates[1], 0, 5));
    assert_false(gate_runs(&lesson->gates[2], 0, 2));
    lesson_destroy(lesson);
    model_finish(&model);
}

static void results_of_seeds(void **state)
{
    (void)state;
    static const GateResult found[] = {{true, 0.25, "first"}, {false, 0.5, "second"}, {true, 0.375, "third"}};
    Gate each = {.least = 0, .most = 0.4}, mean = {.least = 0, .most = 0.4, .of = SEEDS_MEAN};
    GateSeeds seeds = {0};
    for (int i = 0; i < 3; i++)
        gate_seeds_add(&seeds, 2 + i, &found[i]);
    GateResult result = gate_seeds_result(&seeds, &each);
    expect_said(&result, "2 of 3 seeds, 0.2500 to 0.5000, mean 0.3750; seed 3: second", false);
    result = gate_seeds_result(&seeds, &mean);
    expect_said(&result, "the mean of 3 seeds, 0.2500 to 0.5000, mean 0.3750; seed 3: second", true);
    mean.most = 0.37;
    assert_false(gate_seeds_result(&seeds, &mean).passed);
    GateSeeds words = {0};
    gate_seeds_add(&words, 7, &(GateResult){true, NAN, "as asked"});
    result = gate_seeds_result(&words, &each);
    expect_said(&result, "1 of 1 seeds; seed 7: as asked", true);
    assert_false(gate_seeds_result(&words, &mean).passed); /* nothing was measured */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates),
        cmocka_unit_test(gates_on_held_out_data),
        cmocka_unit_test(gates_on_agreement),
        cmocka_unit_test(gates_of_two_models),
        cmocka_unit_test(gates_of_changed_decodes),
        cmocka_unit_test(gates_on_the_first_word),
        cmocka_unit_test(gates_on_the_gradient),
        cmocka_unit_test(gates_inside_a_cell),
        cmocka_unit_test(gates_on_beams),
        cmocka_unit_test(gates_on_vectors),
        cmocka_unit_test(gates_on_parameters),
        cmocka_unit_test(gates_on_training_pairs),
        cmocka_unit_test(gates_with_a_replaced_word),
        cmocka_unit_test(gates_of_causes),
        cmocka_unit_test(gates_over_seeds),
        cmocka_unit_test(results_of_seeds),
    };
    return cmocka_run_group_tests_name("lesson gates", tests, NULL, NULL);
}
