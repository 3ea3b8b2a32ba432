/* Whole pictures as text, a file of golden/ each: one of every view, further pictures of some, a card with questions, a page
 * of a handout, a frame of a film, the softmax of a step. A picture that was meant to change is taken over with
 * ATTEND_REBASELINE=1, and so is that of a new view; a failure leaves both lists in ATTEND_TEST_OUT. Nothing here changes
 * with the lessons: the models are a fixed file and random numbers from a seed. */
#include "pairs.h"

#include "scene/figures/handout.h"

#include <math.h>

#define ENGLISH                                                                                                        \
    "---\ntitle: Small\norder: 3\nsentence: cat chase mouse\ngrid: 2x2\nmodels:\n  - hidden: 8\n---\n"                 \
    "# Where it looks\n\n```attend\nstep: 3\nmoment: softmax\nhighlight: [weights]\n```\n\n"                           \
    "**Now** {x_3} has {alpha_33}, *the largest* of `n` weights.\n\n- one\n- two\n\n> **Try it** Drag a bar.\n\n"      \
    "| word | weight |\n|---|---|\n| {x_1} | {alpha_31} |\n\n"                                                         \
    "```quiz\nkind: choice\nquestion: Who asks?\nchoices: [the state, the word]\nanswer: the state\n"                  \
    "hint: Look up.\nwhy: The state does.\n```\n\n"                                                                    \
    "```quiz\nkind: number\nquestion: What do all weights add up to?\nanswer: 1\ntolerance: 0.01\nhint: One.\nwhy: "   \
    "Softmax.\n```\n"

enum { LOOKS = 6 };

static Moving moving;
static Lesson *lesson;
static Model self, colors;
static Trace *self_trace, *colors_trace, *beam_trace;
static Pairs pairs;
static BeamSearch search;
static TrainingLook looks[LOOKS];
static float places[LOOKS], losses[LOOKS], heldout[LOOKS];
static Training training;

static Trace *random_model(Model *model, CellKind cell, const char *sentence)
{
    Config config = config_default();
    config.cell = cell;
    config.heads = cell == CELL_SELF ? 2 : 1;
    config.hidden = config.embed = 4;
    Vocab source = {0}, target = {0};
    Slice rest = slice_of(sentence), word;
    while (slice_cut(&rest, ' ', &word))
        vocab_add(&source, word);
    vocab_add(&target, slice_of("猫"));
    vocab_add(&target, slice_of("老鼠"));
    Error error = {0};
    expect_ok(config_check(&config, &error), &error);
    model_create(model, &config, &source, &target, 3);
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static void open_training(void)
{
    training =
        (Training){.state = TRAINING_PAUSED, .epochs = 8, .early = 2, .list = looks, .count = LOOKS, .points = LOOKS};
    training.places = places, training.losses = losses, training.heldout = heldout;
    training.tokens_per_second = 12345, training.heldout_pairs = 50, training.kept = -1, training.menu = -1;
    training.shown = LOOKS - 2, training.scores = true;
    training.settings[TRAINING_HIDDEN] = training.lessons[TRAINING_HIDDEN] = 10;
    training.settings[TRAINING_RATE] = training.lessons[TRAINING_RATE] = 0.01;
    for (int i = 0; i < LOOKS; i++) {
        double at = training_at(&training, i);
        looks[i] = (TrainingLook){at, i ? 4 / (1 + at) : NAN, 4.4 / (1 + at), at / 9, 1 / (1 + at), 50, NULL};
        looks[i].probe = i < 2 ? pairs.right : moving.traces[SENTENCE_SHORT];
        places[i] = (float)at, losses[i] = (float)looks[i].loss, heldout[i] = (float)looks[i].heldout;
    }
}

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    moving_open(&moving, "tests/data/tiny.safetensors");
    lesson = lesson_parse(slice_of(ENGLISH), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    self_trace = random_model(&self, CELL_SELF, "cat chase mouse");
    colors_trace = random_model(&colors, CELL_GRU, "red white white blue");
    pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_REFERENCE);
    beam_trace =
        trace_decode(&moving.model, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]), &(DecodeOptions){.beam = 3}, &error);
    expect_ok(beam_trace != NULL, &error);
    search = (BeamSearch){.trace = beam_trace, .shown = beam_trace, .node = beam_trace->beam->best, .chosen = -1};
    search.steps = beam_steps(beam_trace->beam);
    open_training();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    trace_destroy(beam_trace);
    pairs_close(&pairs);
    trace_destroy(colors_trace);
    trace_destroy(self_trace);
    model_finish(&colors);
    model_finish(&self);
    lesson_destroy(lesson);
    moving_close(&moving);
    return 0;
}

static View view_of(ViewKind kind)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 1024, 640);
    view.lesson = NULL; /* its cards come and go */
    view.kind = kind;
    view.compare = &pairs.comparison;
    view.search = &search;
    view.training = &training;
    if (kind == VIEW_SELF_ATTENTION)
        view.model = &self, view.trace = self_trace;
    if (kind == VIEW_PATCHES)
        view.model = &colors, view.trace = colors_trace, view.lesson = lesson;
    view.cursor = floor(0.6 * moment_count(view.trace)) + 0.7; /* on the way to a moment */
    pairs.comparison.beat = floor(0.6 * pairs.comparison.lockstep.count) + 0.7;
    search.step = search.steps - 1;
    return view;
}

/* moving.list beside golden/NAME.txt. */
static void expect_golden(const char *name)
{
    Bytes actual = {0}, expected = {0};
    Error error = {0};
    drawlist_print(&moving.list, &actual);
    const char *file = arena_printf(&moving.arena, "tests/scene/golden/%s.txt", name);
    const char *path = path_join(&moving.arena, getenv("ATTEND_DATA"), file), *again = getenv("ATTEND_REBASELINE");
    if (again && strcmp(again, "1") == 0)
        expect_ok(file_write(path, actual.data, actual.length, &error), &error);
    if (access(path, R_OK) != 0)
        fail_msg(
            "there is no %s, the golden list of \"%s\": run the test with ATTEND_REBASELINE=1 to make it, and look at "
            "the picture before you commit it",
            file, name);
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &expected, &error), &error);
    if (expected.length != actual.length || memcmp(expected.data, actual.data, actual.length) != 0) {
        const char *folder = getenv("ATTEND_TEST_OUT") ? getenv("ATTEND_TEST_OUT") : ".";
        const char *mine = path_join(&moving.arena, folder, arena_printf(&moving.arena, "%s.actual.txt", name));
        expect_ok(file_write(mine, actual.data, actual.length, &error), &error);
        fail_msg("the picture is another one: diff %s %s, and ATTEND_REBASELINE=1 if that was meant", path, mine);
    }
    bytes_finish(&expected);
    bytes_finish(&actual);
}

static void every_view(void **state)
{
    (void)state;
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++) {
        View view = view_of(kind);
        moving_draw(&moving, &view);
        expect_golden(VIEW_NAMES[kind]);
    }
}

static void further_pictures(void **state)
{
    (void)state;
    static const struct {
        ViewKind kind;
        LookKind look;
        const char *name;
    } cases[] = {{VIEW_UNROLLED, LOOK_FOLDED, "unrolled-folded"},
                 {VIEW_UNROLLED, LOOK_ONE_STEP, "unrolled-one-step"},
                 {VIEW_SELF_ATTENTION, LOOK_HEADS, "self-attention-heads"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        View view = view_of(cases[i].kind);
        view.look = cases[i].look;
        moving_draw(&moving, &view);
        expect_golden(cases[i].name);
    }
}

static void the_softmax_of_step_3(void **state)
{
    (void)state;
    Error error = {0};
    Trace *trace = trace_decode(&moving.model, slice_of("the black cat sleeps"), NULL, &error);
    expect_ok(trace != NULL, &error);
    View view = view_of(VIEW_DECODE);
    view.width = 1440, view.height = 900;
    view.trace = trace;
    view.field.text = "the black cat sleeps";
    view.field.caret = view.field.anchor = 0;
    view.cursor = moment_find(trace, MOMENT_SOFTMAX, 2, -1);
    assert_true(view.cursor > 0);
    moving_draw(&moving, &view);
    expect_golden("softmax");
    trace_destroy(trace);
}

/* In the dark and in Chinese, one question answered, at the end of the first word. */
static void a_card_with_questions(void **state)
{
    (void)state;
    View view = view_of(VIEW_DECODE);
    view.lesson = lesson;
    view.language = LANGUAGE_CHINESE;
    view.theme = theme_get(THEME_DARK);
    view.cursor = moment_find(view.trace, MOMENT_WORD, 0, -1);
    view.quizzes[0].answered = true;
    view.quizzes[1].hint = true;
    moving_draw(&moving, &view);
    expect_golden("card");
}

static void a_page_of_a_handout(void **state)
{
    (void)state;
    View view = view_of(VIEW_DECODE);
    view.lesson = lesson;
    handout_draw(&(Handout){lesson, &view, LANGUAGE_ENGLISH}, 0, moving.type, &moving.list);
    expect_golden("handout");
}

static void a_frame_of_a_film(void **state)
{
    (void)state;
    View view = view_of(VIEW_DECODE);
    view.width = view.height = 480;
    scene_heatmap_frame(&view, moving.type, &moving.list);
    expect_golden("film");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_view),
        cmocka_unit_test(further_pictures),
        cmocka_unit_test(the_softmax_of_step_3),
        cmocka_unit_test(a_card_with_questions),
        cmocka_unit_test(a_page_of_a_handout),
        cmocka_unit_test(a_frame_of_a_film),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
