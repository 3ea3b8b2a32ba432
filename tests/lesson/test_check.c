/* What is checked with a model at hand: names, moments and questions of the cards; the sentences that are chosen for a
 * lesson that names none; what is warned of. */
#include "lesson/lessons.h"
#include "lesson/untrained.h"

#include "lesson/chosen.h"

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
        {ATTENTION_BAHDANAU, "```attend\nstep: 1\nmoment: softmax\nbeat: 4\n```\na\n", NULL},
        {ATTENTION_BAHDANAU, "```attend\nstep: 1\nmoment: softmax\nbeat: 5\n```\na\n",
         "L/lesson.md:10: beat 5 is beyond the end: the moment softmax has 4 beats here"},
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
        Model model = untrained_model(cases[i].attention);
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
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Trace *trace = card_decode(&model, "cat chase mouse", &(DecodeSetting){0}, NULL, &error);
    expect_ok(trace != NULL, &error);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int index = stage_moment(&cases[i].stage, trace);
        assert_true(index >= 0);
        assert_int_equal(moment_at(trace, index).kind, cases[i].kind);
        assert_int_equal(moment_at(trace, index).position, cases[i].position);
    }
    StageSetting softmax = {.moment = MOMENT_SOFTMAX, .step = 1}, none = {.moment = MOMENT_SOFTMAX, .step = 99};
    int whole = stage_moment(&softmax, trace);
    assert_true(stage_cursor(&softmax, trace) == whole);
    softmax.beat = 1; /* of four */
    assert_true(stage_cursor(&softmax, trace) == whole - 0.75);
    assert_true(stage_cursor(&none, trace) == 0);
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
        Model model = untrained_model(cases[i].attention);
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
    Model model = untrained_model(ATTENTION_BAHDANAU);
    Error error = {0};
    Lesson *lesson = parse(FRONT CARD, FRONT_ZH "# 一\n\n字\n{h_9}\n", &error);
    expect_ok(lesson != NULL, &error);
    assert_false(lesson_check_cards(lesson, &model, &error));
    expect_error(&error, "L/lesson.zh.md:7: {h_9} names nothing of");
    lesson_destroy(lesson);
    model_finish(&model);
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
    bytes_add_text(&english,
                   "\n> **Try it.** More <!-- no --> words `<!--`.\n```attend\nsentence: cat sees mouse\n```\n");
    for (int i = 0; i < 4; i++) {
        bytes_add_text(&english,
                       "```quiz\nkind: choice\nquestion: q\n"
                       "choices: [short, a choice that is more than three times as long]\nanswer: short\n```\n");
        bytes_add_text(&chinese, "\n```quiz\nquestion: 问\nchoices: [短, 不短]\n```\n");
    }
    Lesson *lesson = parse(english.data, chinese.data, &error);
    expect_ok(lesson != NULL, &error);
    Model model = untrained_model(ATTENTION_BAHDANAU);
    model.note = (TrainingNote){.present = true, .seed = 2, .epochs = 30};
    for (int i = 0; i < 4; i++) /* as if the folder's name had come to that */
        lesson->cards[0].quizzes[i].answer = 1;
    Warnings all = lesson_warnings(lesson, &model, &arena);
    static const char *const expected[] = {
        "lesson.md:8: card 1 has 61 words; expected at most 60",
        "lesson.md:8: card 1 shows `<!--` to its readers; what is for authors stands behind # in a block",
        "lesson.md:15: a choice is more than 3 times as long as another",
        "lesson.md:21: a choice is",
        "lesson.md:27: a choice is",
        "lesson.md:33: a choice is",
        "lesson.zh.md:4: card 1 has 121 characters; expected at most 120",
        "lesson.md:12: \"sees\" is no word that the model knows, in \"cat sees mouse\"",
        "lesson.md: as they are shuffled, the right choice is number 2 in all 4 questions",
        "model.safetensors: was trained with seed 2, lesson.md says 1; train it again",
        "glossary.tsv: 3 target words have no line: 猫, 捉, 老鼠",
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
    Model model = untrained_model(ATTENTION_BAHDANAU);
    model.note = (TrainingNote){.present = true, .seed = 1, .epochs = 30};
    const Reader reader = {&lesson->arena, "glossary.tsv", &error};
    expect_ok(glossary_read(&reader, slice_of("猫\tcat\n捉\tcatch\n老鼠\tmouse\n"), true, &lesson->glossaries[0]),
              &error);
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
    };
    return cmocka_run_group_tests_name("lesson check", tests, NULL, NULL);
}
