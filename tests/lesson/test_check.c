/* What is checked with a model at hand. This one knows nothing: its weights are random, which is enough to see that what
 * is not there is missed and that what it fails is said. */
#include "lesson/lessons.h"

#include "lesson/chosen.h"
#include "random_model.h"

#include <math.h>

static Model make_model(AttentionKind attention)
{
    Config config = config_default();
    config.attention = attention;
    config.embed = 4;
    config.hidden = 8;
    return random_model(config, "cat chase mouse", "猫 捉 老鼠", 3);
}

static void cards(void **state)
{
    (void)state;
    static const struct {
        AttentionKind attention;
        const char *body, *message;
    } cases[] = {
        {ATTENTION_BAHDANAU, "{alpha_11} {h_3} {x_3} {y_1} {s_0} {c_1} {e_13}\n", NULL},
        {ATTENTION_BAHDANAU, "a\n\n{h_4}\n",
         "L/lesson.md:11: {h_4} names nothing of \"cat chase mouse\" with this model"},
        {ATTENTION_BAHDANAU, "{alpha_99,1}\n", "L/lesson.md:9: {alpha_99,1} names nothing of"},
        {ATTENTION_NONE, "{alpha_11}\n", "L/lesson.md:9: {alpha_11} names nothing of"},
        {ATTENTION_UNIFORM, "{alpha_11}\n", NULL},
        {ATTENTION_UNIFORM, "{e_11}\n", "L/lesson.md:9: {e_11} names nothing of"},
        {ATTENTION_BAHDANAU, "```attend\nstep: 1\nmoment: softmax\n```\na\n", NULL},
        {ATTENTION_NONE, "```attend\nstep: 1\nmoment: softmax\n```\na\n",
         "L/lesson.md:10: this model has no moment softmax"},
        {ATTENTION_BAHDANAU, "```attend\nmoment: forward\nposition: 3\n```\na\n", NULL},
        {ATTENTION_BAHDANAU, "```attend\nmoment: forward\nposition: 4\n```\na\n",
         "L/lesson.md:10: position 4 is beyond the end: \"cat chase mouse\" has 3 words"},
        {ATTENTION_BAHDANAU, "```attend\nstep: 99\n```\na\n",
         "L/lesson.md:10: step 99 is beyond the end: \"cat chase mouse\" is"},
        {ATTENTION_BAHDANAU, "```attend\nhighlight: [weights, h_4]\n```\na\n",
         "L/lesson.md:10: entry 2 of `highlight` names nothing of"},
        {ATTENTION_NONE, "```attend\ndim: [weights]\n```\na\n", "L/lesson.md:10: entry 1 of `dim` names nothing of"},
        {ATTENTION_BAHDANAU, "```attend\nsentence: cat cat cat cat\n```\n{h_4}\n", NULL},
        {ATTENTION_BAHDANAU, "```attend\nsentence: \"\\u200B\"\n```\na\n",
         "L/lesson.md:10: the sentence \"\u200B\" cannot be"},
        {ATTENTION_BAHDANAU, "```attend\ntemperature: 2\n```\na\n", NULL},
        {ATTENTION_NONE, "```attend\ntemperature: 2\n```\na\n",
         "L/lesson.md:10: the sentence \"cat chase mouse\" cannot be decoded: a model with attention none has no "
         "scores"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Model model = make_model(cases[i].attention);
        Error error = {0};
        Lesson *lesson = parse_prose(cases[i].body, &error);
        expect_ok(lesson != NULL, &error);
        bool ok = lesson_check_cards(lesson, &model, &error);
        if (cases[i].message)
            expect_error(&error, cases[i].message);
        else
            expect_ok(ok, &error);
        assert_true(ok == !cases[i].message);
        lesson_destroy(lesson);
        model_finish(&model);
    }
}

/* The word of a moment of the encoder: the one that is named, else the one that is read last. */
static void positions(void **state)
{
    (void)state;
    static const struct {
        StageSetting stage;
        MomentKind kind;
        int position;
    } cases[] = {
        {{.moment = MOMENT_FORWARD, .position = 2}, MOMENT_FORWARD, 1},
        {{.moment = MOMENT_FORWARD}, MOMENT_FORWARD, 2},
        {{.moment = MOMENT_BACKWARD, .position = 3}, MOMENT_BACKWARD, 2},
        {{.moment = MOMENT_BACKWARD}, MOMENT_BACKWARD, 0},
        {{.moment = MOMENT_START}, MOMENT_START, -1},
    };
    Model model = make_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Trace *trace = card_decode(&model, "cat chase mouse", &(DecodeSetting){0}, NULL, &error);
    expect_ok(trace != NULL, &error);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int index = stage_moment(&cases[i].stage, trace);
        assert_true(index >= 0);
        assert_int_equal(moment_at(trace, index).kind, cases[i].kind);
        assert_int_equal(moment_at(trace, index).position, cases[i].position);
    }
    trace_destroy(trace);
    model_finish(&model);
}

static void quizzes(void **state)
{
    (void)state;
    static const struct {
        AttentionKind attention;
        const char *quiz, *message;
    } cases[] = {
        {ATTENTION_BAHDANAU, "kind: weight\nstep: 1\nquestion: q\nwhy: \"{alpha_11}\"\n", NULL},
        {ATTENTION_NONE, "kind: next\nstep: 1\nquestion: q\nwhy: w\n", NULL},
        {ATTENTION_NONE, "kind: weight\nstep: 1\nquestion: q\nwhy: w\n", "L/lesson.md:10: a weight quiz needs weights"},
        {ATTENTION_BAHDANAU, "kind: next\nstep: 99\nquestion: q\nwhy: w\n",
         "L/lesson.md:10: step 99 is beyond the end"},
        {ATTENTION_BAHDANAU, "kind: next\nstep: 1\nquestion: q\nwhy: \"{h_9}\"\n",
         "L/lesson.md:10: {h_9} in this quiz names nothing"},
        {ATTENTION_BAHDANAU, "kind: number\nanswer: alpha_14\nquestion: q\nwhy: w\n",
         "L/lesson.md:10: the answer of this quiz names"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Model model = make_model(cases[i].attention);
        Error error = {0};
        Bytes english = {0};
        bytes_printf(&english, "%s# One\n```quiz\n%s```\n", FRONT, cases[i].quiz);
        Lesson *lesson = parse(english.data, FRONT_ZH "# 一\n```quiz\nquestion: 问\nwhy: 因\n```\n", &error);
        expect_ok(lesson != NULL, &error);
        bool ok = lesson_check_cards(lesson, &model, &error);
        if (cases[i].message)
            expect_error(&error, cases[i].message);
        assert_true(ok == !cases[i].message);
        lesson_destroy(lesson);
        bytes_finish(&english);
        model_finish(&model);
    }
}

static void chinese_names(void **state)
{
    (void)state;
    Model model = make_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Lesson *lesson = parse(FRONT CARD, FRONT_ZH "# 一\n\n字\n{h_9}\n", &error);
    expect_ok(lesson != NULL, &error);
    assert_false(lesson_check_cards(lesson, &model, &error));
    expect_error(&error, "L/lesson.zh.md:7: {h_9} names nothing of");
    lesson_destroy(lesson);
    model_finish(&model);
}

#define GATES "---\ntitle: T\norder: 1\nsentence: cat\nmodels:\n  - hidden: 8\ngates:\n"

static Lesson *gated(const char *front)
{
    Error error = {0};
    Lesson *lesson = parse(front, FRONT_ZH CARD_ZH, &error);
    expect_ok(lesson != NULL, &error);
    return lesson;
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
        {true, "weights of \"cat\": 1 peaks where they belong, the lowest 1.000, more than 0.5 asked"},
        {false, "weights of \"cat chase\": step 1 peaks on word "},
        {false, "weights of \"cat\": decoded in "},
        {false, "\"cat\" -> "},
        {false, "alignment error: not measured, there is no heldout.tsv"},
    };
    Model model = make_model(ATTENTION_BAHDANAU);
    Lesson *lesson = gated(text);
    GateResult results[LENGTH(expected)];
    assert_int_equal(lesson->gate_count, LENGTH(expected));
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, NULL, 1, results));
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
    Model model = make_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[5] = {0};
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, &corpus, 1, results));
    assert_true(results[0].passed);
    assert_non_null(strstr(results[0].text, "on 1 held-out sentences of 2 to 3 words, at most 1 asked"));
    assert_false(results[1].passed);
    assert_non_null(strstr(results[1].text, "no held-out sentence is of 7 to 9 words"));
    assert_int_equal(results[2].text[0], '\0'); /* the other model's */
    assert_false(results[4].passed);
    assert_non_null(strstr(results[4].text, "alpha_11 of \"cat\" is 1.000, at most 0.5 asked"));
    assert_true(lesson_check_gates(lesson, 1, &model, NULL, &corpus, 1, results));
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
              "---\n" CARD;
    static const bool passed[] = {true, false, true, false, true, true, false};
    static const char data[] = "cat chase mouse\t猫 捉 老鼠\t0-0 1-1 2-2\nmouse chase cat\t老鼠 捉 猫\t0-0 1-1 2-2\n";
    Model model = make_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[LENGTH(passed)];
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, &corpus, 1, results));
    for (size_t i = 0; i < LENGTH(passed); i++) {
        assert_true(results[i].passed == passed[i]);
        assert_non_null(strstr(results[i].text, "on 2 held-out sentences"));
    }
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
}

/* What a gate says of a sentence holds for the decode that it asks for: each is measured here against that decode. */
static void gates_of_changed_decodes(void **state)
{
    (void)state;
    static const char text[] =
        GATES "  - probability: {sentence: cat mouse, force: 捉 猫, step: 2, word: 猫, at_least: %.4f, at_most: %.4f}\n"
              "  - value: {sentence: cat mouse, temperature: 0.05, name: alpha_11, at_least: %.4f, at_most: %.4f}\n"
              "  - value: {sentence: cat mouse, drag: [2, 1], name: alpha_21, at_least: 1}\n"
              "  - weight: {sentence: cat mouse, drag: [2, 2], step: 2, peaks: [2], above: 0.99}\n"
              "  - value: {sentence: cat mouse, mute: 1, name: \"h_1[2]\", at_least: 0, at_most: 0}\n"
              "  - translation: {sentence: cat mouse, beam: 2, expect: %s}\n"
              "  - value: {sentence: cat mouse, drag: [2, 3], name: alpha_21, at_least: 0}\n"
              "  - probability: {sentence: cat mouse, step: 1, word: 狗, at_least: 0}\n"
              "  - probability: {sentence: cat mouse, step: 99, word: 猫, at_least: 0}\n"
              "  - weight: {sentence: cat mouse, force: 捉 猫, step: 99, peaks: [1], above: 0}\n---\n" CARD;
    static const char *const said[] = {
        "猫 at step 2 of \"cat mouse\" with 捉 猫 forced has the probability ",
        "alpha_11 of \"cat mouse\" at temperature 0.05 is ",
        "alpha_21 of \"cat mouse\" with all of step 2 on word 1 is 1.000",
        "weights of \"cat mouse\" with all of step 2 on word 2: 1 peaks where they belong",
        "h_1[2] of \"cat mouse\" with state 1 muted is 0.000",
        "\"cat mouse\" with a beam of 2 -> ",
        "\"cat mouse\" with all of step 2 on word 3 cannot be decoded: there is no word 3 to drag to",
        "狗 at step 1 of \"cat mouse\": there is no such word",
        "猫 at step 99 of \"cat mouse\": there is no such step",
        "weights of \"cat mouse\" with 捉 猫 forced: decoded in ",
    };
    Model model = make_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Arena arena = {0};
    Trace *forced = card_decode(&model, "cat mouse", &(DecodeSetting){.force = "捉 猫"}, NULL, &error);
    Trace *cold = card_decode(&model, "cat mouse", &(DecodeSetting){.temperature = 0.05}, NULL, &error);
    Trace *searched = card_decode(&model, "cat mouse", &(DecodeSetting){0}, &(DecodeOptions){.beam = 2}, &error);
    double p = forced->steps[1].p, weight = cold->steps[0].step.weights[0];
    Bytes front = {0};
    bytes_printf(&front, text, p - 0.001, p + 0.001, weight - 0.001, weight + 0.001,
                 trace_translation(searched, &arena));
    Lesson *lesson = gated(front.data);
    assert_int_equal(lesson->gate_count, LENGTH(said));
    GateResult results[LENGTH(said)];
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, NULL, 1, results));
    for (size_t i = 0; i < LENGTH(said); i++) {
        expect_said(&results[i], said[i], i < 5 || (i == 5 && !searched->truncated));
    }
    assert_non_null(strstr(results[5].text, trace_translation(searched, &arena)));
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
    Model model = make_model(ATTENTION_BAHDANAU);
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
    assert_true(lesson_check_gates(lesson, 0, &model, NULL, &corpus, 1, results));
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
    Model model = make_model(ATTENTION_BAHDANAU);
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
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, NULL, 1, results));
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
    Model model = make_model(ATTENTION_BAHDANAU);
    Bytes front = {0};
    int energy = model.table.items[params_find(&model.table, "attention.energy")].rows, all = 0;
    for (int i = 0; i < model.table.count; i++)
        all += (int)param_size(&model.table.items[i]);
    bytes_printf(&front, text, energy, energy, energy, all);
    Lesson *lesson = gated(front.data);
    GateResult results[4];
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, NULL, 1, results));
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
    Model model = make_model(ATTENTION_BAHDANAU);
    Corpus corpus = corpus_of(data, &model);
    Lesson *lesson = gated(text);
    GateResult results[7];
    assert_false(lesson_check_gates(lesson, 0, &model, &corpus, NULL, 1, results));
    for (int i = 0; i < 7; i++)
        assert_true(results[i].passed == (i < 6));
    assert_string_equal(results[5].text,
                        "1 training pairs with \"cat\" of 2 to 3 words, at least 1 and at most 1 asked");
    assert_string_equal(results[6].text, "2 training pairs with \"cat\", at least 3 asked");
    assert_false(lesson_check_gates(lesson, 0, &model, NULL, NULL, 1, results));
    assert_false(results[0].passed);
    lesson_destroy(lesson);
    model_finish(&model);
    corpus_finish(&corpus);
}

/* ---- a lesson that names no sentence ---- */

static Lesson *lesson_without_sentence(const char *folder)
{
    Error error = {0};
    Lesson *lesson =
        lesson_parse(slice_of("---\ntitle: Small\norder: 3\nmodels:\n  - hidden: 64\n    lowercase: true\n---\n" CARD),
                     (Slice){0}, folder, &error);
    expect_ok(lesson != NULL, &error);
    assert_null(lesson->sentence);
    return lesson;
}

static void sentences_are_chosen(void **state)
{
    (void)state;
    Error error = {0};
    Arena arena = {0};
    const char *folder = path_join(&arena, getenv("LESSONS"), "05-cat-chase-mouse");
    Lesson *lesson = lesson_without_sentence(folder), *again = lesson_without_sentence(folder);
    expect_ok(chosen_fill(lesson, &error), &error);
    expect_ok(chosen_fill(again, &error), &error);
    assert_string_equal(lesson->sentence, again->sentence);
    assert_int_equal(lesson->suggestion_count, 3);
    Model model;
    expect_ok(model_load(lesson->models[0].path, &model, &error), &error);
    Corpus heldout;
    expect_ok(corpus_read(lesson->heldout, (CorpusOptions){0}, &heldout, &error), &error);
    corpus_encode(&heldout, &model.source, &model.target, model.config.lowercase);
    const char *all[] = {lesson->sentence, lesson->suggestions[0], lesson->suggestions[1], lesson->suggestions[2]};
    int lengths[4];
    for (int i = 0; i < 4; i++) {
        Trace *trace = trace_decode(&model, slice_of(all[i]), NULL, &error);
        lengths[i] = trace->n;
        bool right = false;
        for (int k = 0; k < heldout.count; k++) {
            const Pair *pair = &heldout.pairs[k];
            const char *source = text_join(&arena, text_words(&arena, &pair->source), pair->source.count, TOKENS_SPACE);
            right = right || (strcmp(source, all[i]) == 0 && model_is_exact(&model, pair, &arena));
        }
        for (int k = 0; k < i; k++)
            assert_string_not_equal(all[i], all[k]);
        assert_true(right);
        trace_destroy(trace);
    }
    assert_true(lengths[1] < lengths[0] && lengths[0] <= lengths[2] && lengths[2] <= lengths[3]);
    corpus_finish(&heldout);
    model_finish(&model);
    lesson_destroy(lesson);
    lesson_destroy(again);
    arena_finish(&arena);
}

/* Before anything is trained there are the pairs; without pairs there is nothing. */
static void sentences_without_a_model(void **state)
{
    (void)state;
    Error error = {0};
    Arena arena = {0};
    Lesson *lesson = lesson_without_sentence(path_join(&arena, getenv("LESSONS"), "05-cat-chase-mouse"));
    lesson->models[0].path = "/nowhere/model.safetensors";
    expect_ok(chosen_fill(lesson, &error), &error);
    assert_true(lesson->sentence[0] && lesson->suggestion_count == 3);
    lesson_destroy(lesson);
    lesson = lesson_without_sentence("/nowhere");
    assert_false(chosen_fill(lesson, &error));
    expect_error(&error, "/nowhere/lesson.md: names no `sentence`, and there are no pairs to choose one from: ");
    lesson_destroy(lesson);
    arena_finish(&arena);
}

/* ---- warnings ---- */

/* One text stands for every kind of warning, the other one is just within the bounds. */
static void warnings(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Bytes english = {0}, chinese = {0};
    bytes_printf(&english, "%s# One\n", FRONT);
    bytes_printf(&chinese, "%s# 一\n", FRONT_ZH);
    for (int i = 0; i < 61; i++)
        bytes_add_text(&english, i == 30 ? "{h_1} " : "word ");
    for (int i = 0; i < 121; i++)
        bytes_add_text(&chinese, "字");
    bytes_add_text(&english, "\n> **Try it.** More words.\n```attend\nsentence: cat sees mouse\n```\n");
    for (int i = 0; i < 4; i++) {
        bytes_add_text(&english,
                       "```quiz\nkind: choice\nquestion: q\n"
                       "choices: [short, a choice that is more than three times as long]\nanswer: short\n```\n");
        bytes_add_text(&chinese, "\n```quiz\nquestion: 问\nchoices: [短, 不短]\n```\n");
    }
    Lesson *lesson = parse(english.data, chinese.data, &error);
    expect_ok(lesson != NULL, &error);
    Model model = make_model(ATTENTION_BAHDANAU);
    model.note = (TrainingNote){.present = true, .seed = 2, .epochs = 30};
    for (int i = 0; i < 4; i++) /* as if the folder's name had come to that */
        lesson->cards[0].quizzes[i].answer = 1;
    Warnings all = lesson_warnings(lesson, &model, &arena);
    static const char *const expected[] = {
        "lesson.md:8: card 1 has 61 words; expected at most 60",
        "lesson.md:15: a choice is more than 3 times as long as another",
        "lesson.md:21: a choice is",
        "lesson.md:27: a choice is",
        "lesson.md:33: a choice is",
        "lesson.zh.md:4: card 1 has 121 characters; expected at most 120",
        "lesson.md:12: \"sees\" is no word that the model knows, in \"cat sees mouse\"",
        "lesson.md: as they are shuffled, the right choice is number 2 in all 4 questions",
        "model.safetensors: was trained with seed 2, lesson.md says 1; train it again",
    };
    for (int i = 0; i < all.count; i++)
        if (i >= (int)LENGTH(expected) || strncmp(all.texts[i], expected[i], strlen(expected[i])) != 0)
            fail_msg("%d: %s", i, all.texts[i]);
    assert_int_equal(all.count, LENGTH(expected));
    model_finish(&model);
    lesson_destroy(lesson);
    bytes_finish(&english);
    bytes_finish(&chinese);
    arena_finish(&arena);
}

static void nothing_to_warn_of(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Bytes english = {0};
    bytes_printf(&english, "%s# One\n", FRONT);
    for (int i = 0; i < 60; i++)
        bytes_add_text(&english, "word ");
    bytes_add_text(&english, "\n```\nand code\n```\n```quiz\nkind: choice\nquestion: q\nchoices: [one, another]\n"
                             "answer: one\n```\n");
    Lesson *lesson = lesson_parse(bytes_slice(&english), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    Model model = make_model(ATTENTION_BAHDANAU);
    model.note = (TrainingNote){.present = true, .seed = 1, .epochs = 30};
    assert_int_equal(lesson_warnings(lesson, &model, &arena).count, 0);
    model.note.epochs = 3;
    assert_int_equal(lesson_warnings(lesson, &model, &arena).count, 1);
    model_finish(&model);
    lesson_destroy(lesson);
    bytes_finish(&english);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_are_chosen),
        cmocka_unit_test(sentences_without_a_model),
        cmocka_unit_test(warnings),
        cmocka_unit_test(nothing_to_warn_of),
        cmocka_unit_test(cards),
        cmocka_unit_test(quizzes),
        cmocka_unit_test(positions),
        cmocka_unit_test(chinese_names),
        cmocka_unit_test(gates),
        cmocka_unit_test(gates_on_held_out_data),
        cmocka_unit_test(gates_of_two_models),
        cmocka_unit_test(gates_of_changed_decodes),
        cmocka_unit_test(gates_on_beams),
        cmocka_unit_test(gates_on_vectors),
        cmocka_unit_test(gates_on_parameters),
        cmocka_unit_test(gates_on_training_pairs),
    };
    return cmocka_run_group_tests_name("lesson check", tests, NULL, NULL);
}
