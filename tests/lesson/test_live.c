/* Live values and quizzes on a trace made by hand. */
#include "lesson/lessons.h"

#include <math.h>

enum { SOURCE = 3, STEPS = 4 };

/* cat chase mouse -> 猫 捉 老鼠 </s>, its numbers chosen. */
typedef struct Made {
    Trace trace;
    TraceStep steps[STEPS];
    Real scores[STEPS][SOURCE], weights[STEPS][SOURCE], context[1];
    const char *source[SOURCE];
} Made;

static void make(Made *made)
{
    static const char *const words[] = {"<s>", "猫", "捉", "老鼠", "</s>"};
    static const Real weights[STEPS][SOURCE] = {
        {0.9f, 0.07f, 0.03f}, {0.06f, 0.88f, 0.06f}, {0.02f, 0.05f, 0.93f}, {0.5f, 0, 0.5f}};
    memset(made, 0, sizeof *made);
    made->source[0] = "cat", made->source[1] = "chase", made->source[2] = "mouse";
    made->trace.config = config_default();
    made->trace.source = made->source;
    made->trace.n = SOURCE;
    made->trace.steps = made->steps;
    made->trace.step_count = STEPS;
    made->trace.word_count = STEPS - 1;
    memcpy(made->weights, weights, sizeof weights);
    for (int t = 0; t < STEPS; t++) {
        TraceStep *step = &made->steps[t];
        for (int j = 0; j < SOURCE; j++)
            made->scores[t][j] = (Real)(t + 1) * 0.5f - (Real)j;
        step->step.scores = made->scores[t];
        step->step.weights = made->weights[t];
        step->step.context = made->context;
        step->input_token = words[t];
        step->token = words[t + 1];
        step->id = t == STEPS - 1 ? VOCAB_END : VOCAB_SPECIAL + t;
        step->p = 0.9f;
        step->top[0] = (Candidate){step->id, step->token, 0.9f};
        step->top[1] = (Candidate){VOCAB_UNKNOWN, "<unk>", 0.05f};
        step->top[2] = (Candidate){20, "狗", 0.03f};
        step->top[3] = (Candidate){21, "鸟", 0.01f};
        step->top[4] = (Candidate){22, "吃", 0.01f};
        step->top_count = 5;
    }
}

static void values(void **state)
{
    (void)state;
    static const struct {
        Live live;
        const char *text;
    } cases[] = {
        {{LIVE_WEIGHT, 3, 3}, "0.93"},
        {{LIVE_WEIGHT, 1, 2}, "0.07"},
        {{LIVE_SCORE, 3, 1}, "+1.50"},
        {{LIVE_SCORE, 1, 3}, "\u22121.50"},
        {{LIVE_ANNOTATION, 0, 2}, "h\u2082"},
        {{LIVE_CONTEXT, 3, 0}, "c\u2083"},
        {{LIVE_STATE, 0, 0}, "s\u2080"},
        {{LIVE_STATE, 4, 0}, "s\u2084"},
        {{LIVE_SOURCE, 0, 3}, "mouse"},
        {{LIVE_WORD, 3, 0}, "老鼠"},
        {{LIVE_WORD, 0, 0}, "<s>"},
        {{LIVE_WORD, 4, 0}, "</s>"},
        {{LIVE_WORD, 5, 0}, NULL},
        {{LIVE_STATE, 5, 0}, NULL},
        {{LIVE_WEIGHT, 1, 4}, NULL},
        {{LIVE_WEIGHT, 5, 1}, NULL},
        {{LIVE_ANNOTATION, 0, 4}, NULL},
        {{LIVE_WEIGHT, LIVE_ALL, LIVE_ALL}, NULL},
        {{LIVE_NONE, 0, 0}, NULL},
    };
    Made made;
    Arena arena = {0};
    make(&made);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *text = live_text(&cases[i].live, &made.trace, &arena);
        if (cases[i].text && text)
            assert_string_equal(text, cases[i].text);
        assert_int_equal(text == NULL, cases[i].text == NULL);
    }
    static const Live group = {LIVE_WEIGHT, LIVE_ALL, LIVE_ALL};
    assert_true(live_present(&group, &made.trace));
    for (int t = 0; t < STEPS; t++)
        made.steps[t].step.weights = made.steps[t].step.scores = NULL; /* as in mode none */
    assert_false(live_present(&group, &made.trace));
    assert_null(live_text(&cases[0].live, &made.trace, &arena));
    assert_null(live_text(&cases[2].live, &made.trace, &arena));
    arena_finish(&arena);
}

/* Of an LSTM's reader from left to right: by name, since a vector has no number. */
static void values_of_a_cell(void **state)
{
    (void)state;
    static const struct {
        Live live;
        const char *text;
    } cases[] = {
        {{LIVE_MEMORY, 0, 3, 0}, "m\u2083"}, {{LIVE_MEMORY, 0, 4, 0}, NULL}, {{LIVE_GATE, 0, 1, 'f'}, "f\u2081"},
        {{LIVE_GATE, 0, 2, 'o'}, "o\u2082"}, {{LIVE_GATE, 0, 2, 'z'}, NULL},
    };
    Made made;
    Arena arena = {0};
    Real numbers[SOURCE] = {0};
    make(&made);
    assert_null(live_text(&cases[0].live, &made.trace, &arena)); /* of a GRU that keeps nothing */
    made.trace.config.cell = CELL_LSTM;
    made.trace.config.bidirectional = false;
    made.trace.config.hidden = 1;
    EncoderRun *run = &made.trace.encoding.layers[0].forward;
    run->states = run->cells = numbers;
    for (int gate = 0; cell_gate_name(CELL_LSTM, gate); gate++)
        run->gates[gate] = numbers;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *text = live_text(&cases[i].live, &made.trace, &arena);
        if (cases[i].text && text)
            assert_string_equal(text, cases[i].text);
        assert_int_equal(text == NULL, cases[i].text == NULL);
    }
    arena_finish(&arena);
}

static void covering(void **state)
{
    (void)state;
    static const struct {
        Live live;
        LiveKind kind;
        int t, j;
        bool covers;
    } cases[] = {
        {{LIVE_WEIGHT, 3, 2}, LIVE_WEIGHT, 3, 2, true},
        {{LIVE_WEIGHT, 3, 2}, LIVE_WEIGHT, 3, 1, false},
        {{LIVE_WEIGHT, 3, 2}, LIVE_SCORE, 3, 2, false},
        {{LIVE_WEIGHT, LIVE_ALL, LIVE_ALL}, LIVE_WEIGHT, 7, 9, true},
        {{LIVE_ANNOTATION, 0, 2}, LIVE_ANNOTATION, 5, 2, true},
        {{LIVE_ANNOTATION, 0, LIVE_ALL}, LIVE_ANNOTATION, 0, 4, true},
        {{LIVE_STATE, 0, 0}, LIVE_STATE, 0, 0, true},
        {{LIVE_STATE, 0, 0}, LIVE_STATE, 1, 0, false},
        {{LIVE_STATE, LIVE_ALL, 0}, LIVE_STATE, 0, 0, true},
        {{LIVE_NONE, 0, 0}, LIVE_STATE, 0, 0, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_true(live_covers(&cases[i].live, cases[i].kind, cases[i].t, cases[i].j) == cases[i].covers);
}

static void filling(void **state)
{
    (void)state;
    static const struct {
        const char *text, *filled;
    } cases[] = {
        {"", ""},
        {"plain", "plain"},
        {"{x_3} took {alpha_33}.", "mouse took 0.93."},
        {"{alpha_99}{h_1}", "–h\u2081"},
        {"\\{x_3} is {x_3}", "{x_3} is mouse"},
    };
    Made made;
    Arena arena = {0};
    make(&made);
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(live_fill(cases[i].text, &made.trace, &arena), cases[i].filled);
    arena_finish(&arena);
}

static void weight_quizzes(void **state)
{
    (void)state;
    Made made;
    Arena arena = {0};
    const char **choices;
    make(&made);
    Quiz quiz = {.kind = QUIZ_WEIGHT, .step = 3};
    assert_int_equal(quiz_choices(&quiz, &made.trace, LANGUAGE_CHINESE, &arena, &choices), SOURCE);
    assert_string_equal(choices[2], "mouse");
    assert_true(quiz_right(&quiz, &made.trace, 2, 0));
    for (int wrong = -1; wrong < 5; wrong++)
        assert_true(quiz_right(&quiz, &made.trace, wrong, 0) == (wrong == 2));
    quiz.step = 4; /* two words share the largest weight: both are right */
    assert_true(quiz_right(&quiz, &made.trace, 0, 0));
    assert_false(quiz_right(&quiz, &made.trace, 1, 0));
    assert_true(quiz_right(&quiz, &made.trace, 2, 0));
    const char *last = made.trace.source[2];
    made.trace.source[2] = made.trace.source[0]; /* the same word twice */
    quiz_choices(&quiz, &made.trace, LANGUAGE_ENGLISH, &arena, &choices);
    assert_string_equal(choices[0], "cat (1)");
    assert_string_equal(choices[1], "chase");
    assert_string_equal(choices[2], "cat (3)");
    made.trace.source[2] = last;
    quiz.step = 5;
    assert_int_equal(quiz_choices(&quiz, &made.trace, LANGUAGE_ENGLISH, &arena, &choices), 0);
    assert_false(quiz_right(&quiz, &made.trace, 0, 0));
    assert_false(quiz_right(&quiz, NULL, 0, 0));
    arena_finish(&arena);
}

static int place_of(const char *word, const char **choices, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(choices[i], word) == 0)
            return i;
    return -1;
}

static void next_quizzes(void **state)
{
    (void)state;
    Made made;
    Arena arena = {0};
    make(&made);
    int seen[4] = {0};
    for (int t = 1; t <= STEPS; t++) {
        const char **choices, **again;
        Quiz quiz = {.kind = QUIZ_NEXT, .step = t};
        int count = quiz_choices(&quiz, &made.trace, LANGUAGE_ENGLISH, &arena, &choices);
        assert_int_equal(count, 4);
        assert_int_equal(place_of("<unk>", choices, count), -1);
        int place = place_of(made.steps[t - 1].token, choices, count);
        assert_in_range(place, 0, 3);
        seen[place]++;
        for (int i = -1; i <= count; i++)
            assert_true(quiz_right(&quiz, &made.trace, i, 0) == (i == place));
        quiz_choices(&quiz, &made.trace, LANGUAGE_CHINESE, &arena, &again);
        assert_memory_equal(choices, again, sizeof *choices * 4);
    }
    assert_true(seen[0] < STEPS);                      /* not always in the same place */
    made.steps[0].id = 99, made.steps[0].token = "茶"; /* forced, and far down the list */
    const char **choices;
    Quiz quiz = {.kind = QUIZ_NEXT, .step = 1};
    int count = quiz_choices(&quiz, &made.trace, LANGUAGE_ENGLISH, &arena, &choices);
    assert_true(quiz_right(&quiz, &made.trace, place_of("茶", choices, count), 0));
    arena_finish(&arena);
}

static void number_quizzes(void **state)
{
    (void)state;
    Made made;
    Arena arena = {0};
    const char **choices;
    make(&made);
    Quiz plain = {.kind = QUIZ_NUMBER, .number = 1, .tolerance = 0.05};
    Quiz live = {.kind = QUIZ_NUMBER, .live = {LIVE_WEIGHT, 3, 3}, .tolerance = 0.01};
    assert_int_equal(quiz_choices(&plain, &made.trace, LANGUAGE_ENGLISH, &arena, &choices), 0);
    assert_true(quiz_right(&plain, NULL, 0, 1.05));
    assert_false(quiz_right(&plain, NULL, 0, 1.06));
    assert_true(quiz_right(&live, &made.trace, 0, 0.93));
    assert_true(quiz_right(&live, &made.trace, 0, 0.94));
    assert_false(quiz_right(&live, &made.trace, 0, 0.9));
    assert_false(quiz_right(&live, NULL, 0, 0));
    assert_false(quiz_right(&plain, NULL, 0, (double)NAN));
    live.live.t = 9;
    assert_false(quiz_right(&live, &made.trace, 0, 0));
    arena_finish(&arena);
}

static void choice_quizzes(void **state)
{
    (void)state;
    static const char *english[] = {"a", "b"}, *chinese[] = {"甲", "乙"};
    const char **choices;
    Quiz quiz = {.kind = QUIZ_CHOICE, .choices = {english, chinese}, .choice_count = 2, .answer = 1};
    assert_int_equal(quiz_choices(&quiz, NULL, LANGUAGE_CHINESE, NULL, &choices), 2);
    assert_string_equal(choices[1], "乙");
    assert_true(quiz_right(&quiz, NULL, 1, 0));
    assert_false(quiz_right(&quiz, NULL, 0, 0));
    assert_false(quiz_right(&quiz, NULL, -1, 0));
}

static void moments(void **state)
{
    (void)state;
    static const struct {
        StageSetting stage;
        MomentKind kind;
        int step, position;
    } cases[] = {
        {{.moment = MOMENT_START}, MOMENT_START, -1, -1},
        {{.moment = MOMENT_FORWARD}, MOMENT_FORWARD, -1, 2},
        {{.moment = MOMENT_BACKWARD}, MOMENT_BACKWARD, -1, 0},
        {{.moment = MOMENT_BRIDGE}, MOMENT_BRIDGE, -1, -1},
        {{.moment = MOMENT_SOFTMAX, .step = 3}, MOMENT_SOFTMAX, 2, -1},
        {{.moment = MOMENT_WORD, .step = 4}, MOMENT_WORD, 3, -1},
    };
    Made made;
    make(&made);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int index = stage_moment(&cases[i].stage, &made.trace);
        assert_in_range(index, 0, moment_count(&made.trace) - 1);
        Moment moment = moment_at(&made.trace, index);
        assert_int_equal(moment.kind, cases[i].kind);
        assert_int_equal(moment.step, cases[i].step);
        assert_int_equal(moment.position, cases[i].position);
    }
    static const StageSetting beyond = {.moment = MOMENT_WORD, .step = 5}, none = {.moment = MOMENT_COMBINE, .step = 1};
    assert_int_equal(stage_moment(&beyond, &made.trace), -1);
    assert_int_equal(stage_moment(&none, &made.trace), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),         cmocka_unit_test(values_of_a_cell), cmocka_unit_test(covering),
        cmocka_unit_test(filling),        cmocka_unit_test(weight_quizzes),   cmocka_unit_test(next_quizzes),
        cmocka_unit_test(number_quizzes), cmocka_unit_test(choice_quizzes),   cmocka_unit_test(moments),
    };
    return cmocka_run_group_tests_name("lesson live", tests, NULL, NULL);
}
