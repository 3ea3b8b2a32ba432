/* The words for every moment, in both languages, and the numbers in them. */
#include "trace/models.h"

#include "derive/explain.h"
#include "derive/meaning.h"
#include "trace/beats.h"
#include "words/explain_words.h"
#include "words/moments_words.h"

/* ---- the sentences themselves ---- */

/* The words of the moments stand in the order of MomentKind; in English they are the names of `--at`. */
static void test_words_of_moments(void **state)
{
    (void)state;
    for (MomentKind kind = 0; kind < MOMENT_KINDS; kind++)
        assert_string_equal(said(LANGUAGE_ENGLISH, W_MOMENT_START + (Word)kind), MOMENT_NAMES[kind]);
}

static void test_every_sentence_is_there(void **state)
{
    (void)state;
    for (Word word = W_SAY_START; word <= W_SAY_RETURN; word++)
        for (int language = 0; language < 2; language++) {
            const char *text = said((Language)language, word);
            assert_non_null(text);
            const char *end = language == LANGUAGE_ENGLISH ? "." : "。";
            const char *question = "？";
            size_t length = strlen(text);
            assert_true(strcmp(text + length - strlen(end), end) == 0
                        || (language == LANGUAGE_CHINESE && strcmp(text + length - strlen(question), question) == 0));
        }
}

/* ---- every moment of every kind ---- */

static void check_text(const char *text, Language language)
{
    static const char *const never[] = {"{", "}", "%", "  ", "NaN", "(null)", "-0", " ,", "..", "。。"};
    assert_true(strlen(text) > 10);
    assert_true(utf8_valid(slice_of(text)));
    for (size_t i = 0; i < LENGTH(never); i++)
        if (strstr(text, never[i]))
            fail_msg("\"%s\" in: %s", never[i], text);
    if (language == LANGUAGE_CHINESE && !strstr(text, "。") && !strstr(text, "？"))
        fail_msg("no Chinese sentence: %s", text);
}

static void explain_all(const Model *model, const Trace *trace)
{
    Arena arena = {0};
    for (int i = 0; i < moment_count(trace); i++)
        for (int language = 0; language < 2; language++)
            check_text(explain_moment(&(Maths){trace, model, (Language)language, &arena}, i), (Language)language);
    for (double at = 0; at < moment_count(trace) - 1; at = stop_beside(trace, at, 1, true))
        for (int language = 0; language < 2; language++) {
            Maths maths = {trace, model, (Language)language, &arena};
            const char *text = explain_beat(&maths, at);
            check_text(text, (Language)language);
            if (at == floor(at))
                assert_true(strlen(text) <= strlen(explain_moment(&maths, (int)at))); /* the same in short */
            double before = at - 1e-3 > 0 ? at - 1e-3 : 0; /* while it goes on it is told as when it has ended */
            if (at != floor(at))
                assert_string_equal(text, explain_beat(&maths, before));
            check_text(explain_beat(&maths, before), (Language)language);
        }
    arena_finish(&arena);
}

static void test_every_moment(void **state)
{
    (void)state;
    static const char *const sentences[] = {"cat", "cat chase zebra", "cat chase mouse dog cat dog mouse cat"};
    const Slice forced[] = {LITERAL("狗"), LITERAL("猫")};
    const DecodeOptions options[] = {
        {0}, {.forced = forced, .forced_count = 2, .forced_only = true}, {.beam = 3}, {.sample = true, .seed = 3}};
    for (size_t k = 0; k < LENGTH(KINDS); k++)
        for (uint64_t seed = 1; seed < 6; seed++)
            for (size_t s = 0; s < LENGTH(sentences) * LENGTH(options); s++) {
                Model model = kind_model(&KINDS[k], seed);
                Trace *trace = decode_text(&model, sentences[s % 3], &options[s / 3]);
                explain_all(&model, trace);
                trace_destroy(trace);
                model_finish(&model);
            }
}

/* Braces that a person types are a word like any other. */
static void test_typed_braces(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 1);
    Trace *trace = decode_text(&model, "{word} %s", NULL);
    Arena arena = {0};
    for (int i = 0; i < moment_count(trace); i++)
        for (int language = 0; language < 2; language++)
            assert_non_null(explain_moment(&(Maths){trace, &model, (Language)language, &arena}, i));
    const char *text =
        explain_moment(&(Maths){trace, &model, LANGUAGE_ENGLISH, &arena}, moment_find(trace, MOMENT_EMBED, -1, 0));
    assert_non_null(strstr(text, "“{word}”"));
    arena_finish(&arena);
    trace_destroy(trace);
    model_finish(&model);
}

/* How the first word came about is told in both languages. */
static void test_how_words_are_chosen(void **state)
{
    (void)state;
    static const struct {
        ChosenHow how;
        bool likeliest;
        const char *english, *chinese;
    } cases[] = {
        {CHOSEN_GREEDY, true, "the decoder writes", "解码器写出"},
        {CHOSEN_BEAM, true, "the best translation of the beam", "最佳译文"},
        {CHOSEN_BEAM, false, "is likelier here", "更可能"},
        {CHOSEN_SAMPLED, true, "it is also the likeliest", "它也是最可能"},
        {CHOSEN_SAMPLED, false, "was drawn by chance, with the probability", "随机抽到"},
    };
    Model model = kind_model(&KINDS[6], 1);
    Trace *trace = decode_text(&model, "cat chase mouse", NULL);
    TraceStep *step = &trace->steps[0];
    int best = VOCAB_SPECIAL, other = best + 1, moment = moment_find(trace, MOMENT_WORD, 0, -1);
    step->step.probabilities[best] = 0.75f;
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        step->how = cases[i].how;
        step->id = cases[i].likeliest ? best : other;
        step->token = vocab_word(&model.target, step->id);
        const char *english = explain_moment(&(Maths){trace, &model, LANGUAGE_ENGLISH, &arena}, moment);
        const char *chinese = explain_moment(&(Maths){trace, &model, LANGUAGE_CHINESE, &arena}, moment);
        assert_non_null(strstr(english, cases[i].english));
        assert_non_null(strstr(chinese, cases[i].chinese));
        assert_non_null(strstr(english, step->token));
        assert_int_equal(!cases[i].likeliest, strstr(english, "0.75") != NULL && strstr(chinese, "0.75") != NULL
                                                  && strstr(english, vocab_word(&model.target, best)) != NULL
                                                  && step->id == other);
    }
    arena_finish(&arena);
    trace_destroy(trace);
    model_finish(&model);
}

/* ---- numbers ---- */

/* A trace whose step 1 has these scores and weights. */
static void expect_telling(const char *sentence, const float *scores, const float *weights, MomentKind kind,
                           Language language, const char *expected)
{
    Model model = kind_model(&KINDS[6], 1);
    Trace *trace = decode_text(&model, sentence, NULL);
    Arena arena = {0};
    memcpy(trace->steps[0].step.scores, scores, (size_t)trace->n * sizeof *scores);
    memcpy(trace->steps[0].step.weights, weights, (size_t)trace->n * sizeof *weights);
    const char *text = explain_moment(&(Maths){trace, &model, language, &arena}, moment_find(trace, kind, 0, -1));
    if (!strstr(text, expected)) {
        print_error("%s\ndoes not hold\n%s\n", text, expected);
        fail();
    }
    arena_finish(&arena);
    trace_destroy(trace);
    model_finish(&model);
}

static void test_numbers(void **state)
{
    (void)state;
    static const float scores[] = {-1.31f, -0.42f, 2.52f}, weights[] = {0.02f, 0.05f, 0.93f};
    static const float many_scores[] = {0, 1, 2, 3, 4, 5, 6}, many[] = {0.01f, 0.3f, 0.05f, 0.4f, 0.04f, 0.2f, 0};
    const char *short_one = "cat chase mouse", *long_one = "cat chase mouse dog cat dog yesterday";
    expect_telling(
        short_one, scores, weights, MOMENT_SOFTMAX, LANGUAGE_ENGLISH,
        "the scores −1.31, −0.42, +2.52 become the weights α₁: cat 0.02, chase 0.05, mouse 0.93; they sum to 1.");
    expect_telling(short_one, scores, weights, MOMENT_SOFTMAX, LANGUAGE_CHINESE,
                   "得分 −1.31、−0.42、+2.52 变成权重 α₁：cat 0.02、chase 0.05、mouse 0.93，它们的和为 1。");
    expect_telling(short_one, scores, weights, MOMENT_SCORES, LANGUAGE_ENGLISH,
                   "cat −1.31, chase −0.42, mouse +2.52. “mouse” scores highest.");
    expect_telling(short_one, scores, weights, MOMENT_CONTEXT, LANGUAGE_ENGLISH, "0.02 cat + 0.05 chase + 0.93 mouse");
    expect_telling(short_one, scores, weights, MOMENT_CONTEXT, LANGUAGE_ENGLISH,
                   "almost the state h₃ of “mouse” alone");
    expect_telling(long_one, many_scores, many, MOMENT_SOFTMAX, LANGUAGE_ENGLISH,
                   "the 7 scores become the weights α₁: dog 0.40, chase 0.30, dog 0.20 and 4 others; they sum to 1.");
    expect_telling(long_one, many_scores, many, MOMENT_SOFTMAX, LANGUAGE_CHINESE,
                   "7 个得分变成权重 α₁：dog 0.40、chase 0.30、dog 0.20，以及另外 4 个词");
    expect_telling("cat", scores, weights, MOMENT_SOFTMAX, LANGUAGE_ENGLISH, "the weight α₁₁ = 1.00");
    static const float thirds[] = {0.33333f, 0.33334f, 0.33333f}, halves[] = {0.4995f, 0.4995f, 0.001f};
    expect_telling(short_one, scores, thirds, MOMENT_SOFTMAX, LANGUAGE_ENGLISH, "before rounding they sum to 1.");
    static const float less[] = {0.126f, 0.336f, 0.067f};
    expect_telling(short_one, scores, less, MOMENT_SOFTMAX, LANGUAGE_ENGLISH, "before rounding they sum to 0.53.");
    expect_telling(short_one, scores, halves, MOMENT_SOFTMAX, LANGUAGE_CHINESE, "mouse <0.01，它们的和为 1。");
    static const float alone[] = {0, 0, 1};
    expect_telling(short_one, scores, alone, MOMENT_CONTEXT, LANGUAGE_ENGLISH, "It is the state h₃ of “mouse”, and");
}

/* The end of that beat of a step, or where it is nearly over. */
static double beat_of(const Trace *trace, BeatKind wanted, int step)
{
    for (double at = 0; at < moment_count(trace) - 1; at = stop_beside(trace, at, 1, true))
        if (beat_at(trace, at + 1e-3) == wanted && moment_at(trace, moment_of_stop(at + 1e-3)).step == step)
            return stop_beside(trace, at, 1, true) - 1e-3;
    fail();
    return 0;
}

static Trace *windowed_trace(Model *model, LocalKind local, const char *sentence)
{
    Config config = config_default();
    config.attention = ATTENTION_LUONG;
    config.score = SCORE_BILINEAR;
    config.local = local;
    config.window = 1;
    config.embed = 3;
    config.hidden = config.attention_size = 4;
    *model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 3);
    return decode_text(model, sentence, NULL);
}

/* Outside of a window a word has no weight, whatever its score: what is said to become weights is in it. */
static void windows_are_told(void **state)
{
    (void)state;
    for (LocalKind local = LOCAL_M; local <= LOCAL_P; local++) {
        Model model;
        Arena arena = {0};
        Trace *trace = windowed_trace(&model, local, "cat chase mouse dog cat");
        for (int t = 0; t < trace->step_count; t++)
            for (int language = 0; language < 2; language++) {
                Maths maths = {trace, &model, (Language)language, &arena};
                const char *text = explain_moment(&maths, moment_find(trace, MOMENT_SOFTMAX, t, -1));
                bool all = trace->steps[t].step.count == trace->n;
                assert_int_equal(strstr(text, language ? "变成权重" : "become the weights") != NULL, all);
                assert_int_equal(strstr(text, said((Language)language, W_SAY_SHARE_WINDOW)) != NULL, local == LOCAL_P);
                const char *shift = explain_beat(&maths, beat_of(trace, BEAT_SHIFT, t));
                assert_int_equal(strstr(shift, language ? "只有窗口里的词" : "Only the words in the window") != NULL,
                                 !all);
                if (t == 0 && local == LOCAL_M)
                    assert_non_null(strstr(text, language ? "（cat、chase）" : "(cat, chase)"));
            }
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* Nothing that there is one of is told as several. */
static void one_is_not_several(void **state)
{
    (void)state;
    static const char *const slips[] = {" 1 numbers", " 1 others", " 1 words", " 1 more heads", "all 1 "};
    Arena some = {0};
    assert_string_equal(places_meaning(LANGUAGE_ENGLISH, 2, 1, &some), "word 3");
    assert_string_equal(places_meaning(LANGUAGE_ENGLISH, 1, 3, &some), "words 2 to 4");
    arena_finish(&some);
    Config config = config_default();
    config.cell = CELL_SELF;
    config.embed = config.heads = 7;
    config.hidden = config.attention_size = 1;
    config.score = SCORE_BILINEAR;
    config.attention = ATTENTION_LUONG;
    config.local = LOCAL_M;
    config.window = 2; /* five words, of which four are named by their scores in a beat */
    Model model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 5);
    static const char *const sentences[] = {"cat", "cat chase mouse dog cat dog mouse"};
    for (size_t s = 0; s < LENGTH(sentences); s++) {
        Trace *trace = decode_text(&model, sentences[s], NULL);
        Arena arena = {0};
        Maths maths = {trace, &model, LANGUAGE_ENGLISH, &arena};
        for (double at = 0; at < moment_count(trace) - 1; at = stop_beside(trace, at, 1, true))
            for (size_t i = 0; i < LENGTH(slips); i++) {
                if (strstr(explain_beat(&maths, at), slips[i]))
                    fail_msg("%s", explain_beat(&maths, at));
                if (strstr(explain_moment(&maths, (int)at), slips[i]))
                    fail_msg("%s", explain_moment(&maths, (int)at));
            }
        arena_finish(&arena);
        trace_destroy(trace);
    }
    model_finish(&model);
}

/* ---- beats ---- */

static const float BEAT_SCORES[] = {-1.31f, -0.42f, 2.52f}, BEAT_WEIGHTS[] = {0.0203f, 0.0494f, 0.9303f};

static const struct {
    BeatKind beat;
    const char *english, *chinese;
} BEAT_TEXTS[] = {
    {BEAT_ASK, "Matrices make q₁ of s₀ and a key of each state; a copy of q₁ goes to the keys.", "q₁ 的一份副本出发"},
    {BEAT_MEET, "what the cells give adds up to the score.", "加起来就是得分。"},
    {BEAT_SHIFT, "Less the largest, 2.52, they are cat −3.83, chase −2.94, mouse 0.",
     "减去最大的 2.52，得到 cat −3.83、chase −2.94、mouse 0。"},
    {BEAT_EXP, "exp of each, so that none is negative: cat 0.0217, chase 0.0529, mouse 1.",
     "cat 0.0217、chase 0.0529、mouse 1。"},
    {BEAT_SUM, "Stacked on one bar: Σ exp(e − max) = 1.0746.", "总高就是它们的和：Σ exp(e − max) = 1.0746。"},
    {BEAT_SHARE, "Divided by Σ exp(e − max) = 1.0746, they are shares of all attention.",
     "除以 Σ exp(e − max) = 1.0746，就是各占全部注意力的份额"},
    {BEAT_LIFT, "A copy of each state rises and passes its weight", "每个状态升起一份副本"},
    {BEAT_WEIGH, "leaves that share of it: 0.02 cat, 0.05 chase, 0.93 mouse.", "0.02 cat、0.05 chase、0.93 mouse"},
    {BEAT_STACK, "each as high as its weight.", "各自的高度就是权重。"},
    {BEAT_PRESS, "one vector: the context c₁.", "上下文 c₁。"},
    {BEAT_SLIDE, "“狗” leaves the output: word 1 of the translation.", "“狗”离开输出：它是译文的第 1 个词。"},
};

static void expect_seconds(double seconds, double wanted)
{
    if (fabs(seconds - wanted) > 1e-6)
        fail_msg("it stands still for %g s, not for %g", seconds, wanted);
}

/* Twenty letters or nine Chinese characters a second; what the caption has stood on the way counts; one of two beats
 * waits at the second. */
static void check_rests(const Trace *trace)
{
    static const char *const forty = "This sentence has forty letters in all..";
    int scores = moment_find(trace, MOMENT_SCORES, 0, -1), context = moment_find(trace, MOMENT_CONTEXT, 0, -1);
    double asked = pacing_seconds(trace, scores - 1, scores - 0.5);
    expect_seconds(pacing_rest(trace, scores, 1, forty), 2);
    expect_seconds(pacing_rest(trace, scores, 1, "九个字要看一秒钟啊"), 1);
    expect_seconds(pacing_rest(trace, scores - 0.5, 1, forty), 2 - asked);
    expect_seconds(pacing_rest(trace, scores - 0.5, 2, forty), 2 - asked / 2);
    expect_seconds(pacing_rest(trace, scores - 0.5, 1, "short"), 0);
    expect_seconds(pacing_rest(trace, scores, 1, NULL), 0);
    double lifted = beat_end(trace, context, 1), weighed = beat_end(trace, context, 2);
    expect_seconds(pacing_rest(trace, lifted, 1, forty), 0);
    expect_seconds(pacing_rest(trace, weighed, 4, forty), 2 - pacing_seconds(trace, context - 1, weighed) / 4);
}

/* Each instant of a cell in words, with what was read and what it makes; nobody sums the reading up meanwhile. */
static void the_instants_of_a_cell_are_told(void **state)
{
    (void)state;
    static const struct {
        CellKind cell;
        int beats;
        const char *says[3];
    } cases[] = {{CELL_RNN, 2, {"“chase”", "tanh"}},
                 {CELL_GRU, 2, {"“chase”", "1 − z"}},
                 {CELL_LSTM, 3, {"“chase”", "m₂", "stays as it is"}}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Config config = config_default();
        config.cell = cases[i].cell;
        config.bidirectional = false;
        config.embed = config.hidden = 4;
        Model model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 5);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        Arena arena = {0};
        int moment = moment_find(trace, MOMENT_FORWARD, -1, 1);
        assert_true(explain_reads(trace, moment));
        trace->cell_told = true;
        assert_false(explain_reads(trace, moment));
        for (int beat = 1; beat <= cases[i].beats; beat++)
            for (int language = 0; language < 2; language++) {
                Maths maths = {trace, &model, (Language)language, &arena};
                const char *text = explain_beat(&maths, beat_end(trace, moment, beat) - 0.01);
                if (language == LANGUAGE_ENGLISH && !strstr(text, cases[i].says[beat - 1]))
                    fail_msg("%s\ndoes not hold\n%s", text, cases[i].says[beat - 1]);
                assert_non_null(strstr(text, beat == 1 ? "h₁" : beat == 2 && cases[i].beats == 3 ? "m₂" : "h₂"));
            }
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

static void test_beats(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 1);
    const Slice forced[] = {LITERAL("狗"), LITERAL("猫")};
    Trace *trace = decode_text(&model, "cat chase mouse", &(DecodeOptions){.forced = forced, .forced_count = 2});
    memcpy(trace->steps[0].step.scores, BEAT_SCORES, sizeof BEAT_SCORES);
    memcpy(trace->steps[0].step.weights, BEAT_WEIGHTS, sizeof BEAT_WEIGHTS);
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(BEAT_TEXTS); i++)
        for (int language = 0; language < 2; language++) {
            double at = beat_of(trace, BEAT_TEXTS[i].beat, 0);
            const char *text = explain_beat(&(Maths){trace, &model, (Language)language, &arena}, at);
            const char *expected = language == LANGUAGE_CHINESE ? BEAT_TEXTS[i].chinese : BEAT_TEXTS[i].english;
            if (!strstr(text, expected))
                fail_msg("%s\ndoes not hold\n%s", text, expected);
        }
    double back = moment_find(trace, MOMENT_PREVIOUS, 1, -1) - 0.5;
    assert_string_equal(explain_beat(&(Maths){trace, &model, LANGUAGE_ENGLISH, &arena}, back),
                        "“狗” goes back along the arc: the input of step 2. The state s₁ comes down.");
    check_rests(trace);
    arena_finish(&arena);
    trace_destroy(trace);
    model_finish(&model);
}

/* While it plays, the encoder's moments have one sentence; it rests at the bridge, where that has come to its end. */
static void the_encoder_is_told_at_once(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Model model = kind_model(&KINDS[k], 1);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        Arena arena = {0};
        Maths maths = {trace, &model, LANGUAGE_ENGLISH, &arena};
        int bridge = moment_find(trace, MOMENT_BRIDGE, -1, -1);
        bool layers = trace->config.layers > 1;
        const char *both = layers                        ? "the second the states of the first"
                           : trace->config.bidirectional ? "forward and backward"
                                                         : "the state before it";
        for (double at = 0; at <= bridge; at += 0.25) {
            const char *text = explain_playing(&maths, at);
            bool told = explain_reads(trace, at);
            assert_int_equal(told, trace->config.cell != CELL_SELF && at > 0 && at < bridge);
            assert_int_equal(told, strstr(text, both) && (layers || strstr(text, "one by one")));
            assert_true(told || strcmp(text, explain_beat(&maths, at)) == 0);
            assert_int_equal(beat_is_read(trace, at), moment_of_stop(at) == bridge);
        }
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* Two states in a step: each caption and each meaning names its layer. */
static void states_of_two_layers_name_theirs(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"layer 1", "第 1 层"}, {"layer 2", "第 2 层"}};
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Model model = kind_model(&KINDS[k], 3);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        Arena arena = {0};
        for (int layer = 1; layer <= trace->config.decoder_layers && kind_is_two(&KINDS[k]); layer++)
            for (int language = 0; language < 2; language++) {
                Maths maths = {trace, &model, (Language)language, &arena};
                int moment = moment_named(trace, MOMENT_STATE, 0, -1, layer);
                Value made = moment_value(&maths, moment_at(trace, moment));
                assert_int_equal(made.run, layer == 1 ? RUN_LOWER : RUN_DECODER);
                assert_non_null(strstr(explain_moment(&maths, moment), names[layer - 1][language]));
                assert_non_null(strstr(value_meaning(&maths, made), names[layer - 1][language]));
            }
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* Of the sentence in two languages, what is told of a state that is made in reading. */
static void tell_both(const Trace *trace, const Model *model, int moment, Arena *arena, const char *texts[2])
{
    for (int language = 0; language < 2; language++)
        texts[language] = explain_moment(&(Maths){trace, model, (Language)language, arena}, moment);
}

/* A direction's first state has read one word alone: no other word changes it. And of two layers the one that reads is
 * named, with what it reads. */
static void first_states_have_read_one_word(void **state)
{
    (void)state;
    static const char *const first[] = {"first state", "第一个状态"},
                             *const layers[][2] = {{"layer 1 of 2", "第 1 层（共 2 层"},
                                                   {"layer 2 of 2", "第 2 层（共 2 层"}},
                             *const both[] = {"has read both ways", "从两个方向读过"};
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Model model = kind_model(&KINDS[k], 3);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL),
              *other = decode_text(&model, "cat dog mouse", NULL);
        Arena arena = {0};
        int told = 0, bridge = moment_find(trace, MOMENT_BRIDGE, -1, -1);
        for (int i = 0; i < bridge; i++) {
            Moment moment = moment_at(trace, i);
            if (moment.kind != MOMENT_FORWARD && moment.kind != MOMENT_BACKWARD)
                continue;
            const char *texts[2], *const *layer = layers[moment.layer];
            bool upper = moment.layer > 0;
            tell_both(trace, &model, i, &arena, texts);
            Maths maths[2] = {{trace, &model, LANGUAGE_ENGLISH, &arena}, {other, &model, LANGUAGE_ENGLISH, &arena}};
            Value made = moment_value(&maths[0], moment);
            size_t size = (size_t)trace->config.hidden * sizeof(Real);
            bool same = memcmp(value_recorded(&maths[0], made), value_recorded(&maths[1], made), size) == 0;
            const char *meaning = value_meaning(&maths[0], made);
            for (int language = 0; language < 2; language++) {
                bool says = strstr(texts[language], first[language]) != NULL;
                told += says;
                assert_true(!says || same);
                assert_int_equal(strstr(texts[language], layer[language]) != NULL, KINDS[k].layers > 1);
                assert_int_equal(strstr(texts[language], both[language]) != NULL, upper && KINDS[k].bidirectional);
            }
            assert_int_equal(strstr(meaning, layer[0]) != NULL, KINDS[k].layers > 1);
            assert_true(same || !strstr(meaning, "came before") || moment.position > 0);
        }
        assert_int_equal(told, KINDS[k].layers > 1 ? 0 : KINDS[k].bidirectional ? 4 : 2);
        arena_finish(&arena);
        trace_destroy(trace);
        trace_destroy(other);
        model_finish(&model);
    }
}

/* As long as the film of a step with captions, without its hold at the end. */
static double film_seconds(const Maths *maths, int step)
{
    const Trace *trace = maths->trace;
    int from = moment_find(trace, MOMENT_PREVIOUS, step, -1) - 1, to = moment_find(trace, MOMENT_WORD, step, -1);
    double seconds = pacing_seconds(trace, from, to);
    for (double at = stop_beside(trace, from, 1, true); at < to; at = stop_beside(trace, at, 1, true))
        seconds += pacing_rest(trace, at, 1, explain_beat(maths, at));
    return seconds;
}

static void a_step_takes_a_minute(void **state)
{
    (void)state;
    Model model;
    Error error = {0};
    Arena arena = {0};
    const char *path = arena_printf(&arena, "%s/lessons/05-cat-chase-mouse/model.safetensors", getenv("ATTEND_DATA"));
    expect_ok(model_load(path, &model, &error), &error);
    Trace *trace = trace_decode(&model, slice_of("cat chase mouse"), NULL, &error);
    expect_ok(trace != NULL, &error);
    for (int language = 0; language < 2; language++)
        for (int t = 1; t < trace->word_count; t++) {
            double seconds = film_seconds(&(Maths){trace, &model, (Language)language, &arena}, t);
            if (seconds > 60)
                fail_msg("step %d takes %g s in %s", t + 1, seconds, LANGUAGE_NAMES[language]);
        }
    trace_destroy(trace);
    model_finish(&model);
    arena_finish(&arena);
}

static void test_number_text(void **state)
{
    (void)state;
    static const struct {
        double value;
        int decimals;
        bool plus;
        const char *text;
    } cases[] = {
        {0, 2, false, "0.00"},
        {-0.0, 2, true, "0.00"},
        {-0.004, 2, false, "0.00"},
        {0.004, 2, true, "0.00"},
        {-0.006, 2, false, "−0.01"},
        {1.005, 0, false, "1"},
        {-1.5, 1, true, "−1.5"},
        {2.52, 2, true, "+2.52"},
        {0.5, -1, false, "0.50"},
        {INFINITY, 2, true, "+∞"},
        {-INFINITY, 2, false, "−∞"},
        {NAN, 2, true, "NaN"},
        {1e20, 0, false, "100000000000000000000"},
    };
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(number_text(&arena, cases[i].value, cases[i].decimals, cases[i].plus), cases[i].text);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_moments),
        cmocka_unit_test(test_every_sentence_is_there),
        cmocka_unit_test(test_every_moment),
        cmocka_unit_test(test_typed_braces),
        cmocka_unit_test(test_how_words_are_chosen),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(windows_are_told),
        cmocka_unit_test(one_is_not_several),
        cmocka_unit_test(test_beats),
        cmocka_unit_test(the_instants_of_a_cell_are_told),
        cmocka_unit_test(the_encoder_is_told_at_once),
        cmocka_unit_test(states_of_two_layers_name_theirs),
        cmocka_unit_test(first_states_have_read_one_word),
        cmocka_unit_test(a_step_takes_a_minute),
        cmocka_unit_test(test_number_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
