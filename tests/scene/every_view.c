/* See every_view.h. */
#include "every_view.h"
#include "random_model.h"

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

#define PROGRAM                                                                                                        \
    "import torch\n\ndef step(s, h):\n    q = W @ s  # moment: query -> q\n"                                           \
    "    e = torch.tanh(q + k) @ v  # moment: scores -> e\n    alpha = e.softmax(0)  # moment: softmax -> alpha\n"     \
    "    return alpha @ h  # moment: context -> c\n"

EveryView every;

static Trace *open_random(Model *model, CellKind cell, const char *sentence)
{
    Config config = config_default();
    config.cell = cell;
    config.heads = cell == CELL_SELF ? 2 : 1;
    config.hidden = config.embed = 4;
    *model = random_model(config, sentence, "猫 老鼠", 3);
    return decode_text(model, sentence, NULL);
}

static void open_training(void)
{
    static const bool right[64] = {true, false, true};
    every.training = (Training){.state = TRAINING_PAUSED,
                                .epochs = 8,
                                .early = 2,
                                .list = every.looks,
                                .count = EVERY_LOOKS,
                                .points = EVERY_LOOKS};
    every.training.places = every.places, every.training.losses = every.losses, every.training.heldout = every.heldout;
    every.training.tokens_per_second = 12345, every.training.heldout_pairs = 50, every.training.kept = -1,
    every.training.menu = -1;
    every.training.shown = EVERY_LOOKS - 2, every.training.scores = true;
    every.training.before = EVERY_LOOKS - 1, every.training.back = 0.25f; /* on the way between two looks */
    every.training.settings[TRAINING_HIDDEN] = every.training.lessons[TRAINING_HIDDEN] = 10;
    every.training.settings[TRAINING_RATE] = every.training.lessons[TRAINING_RATE] = 0.01;
    for (int i = 0; i < EVERY_LOOKS; i++) {
        double at = training_at(&every.training, i);
        every.looks[i] = (TrainingLook){at, i ? 4 / (1 + at) : NAN, 4.4 / (1 + at), at / 9, 1 / (1 + at), 50, NULL};
        every.looks[i].probe = i < 2 ? every.pairs.right : every.moving.traces[SENTENCE_SHORT];
        every.looks[i].forced = every.looks[i].probe, every.looks[i].right = right;
        every.places[i] = (float)training_along(&every.training, at), every.losses[i] = (float)every.looks[i].loss,
        every.heldout[i] = (float)every.looks[i].heldout;
    }
}

/* The second word wanted is another than the one that is written. */
static void open_step(void)
{
    Error error = {0};
    const Trace *trace = every.moving.traces[SENTENCE_SHORT];
    const Slice wanted[] = {slice_of(trace->steps[0].token),
                            slice_of(vocab_word(&every.moving.model.target, VOCAB_SPECIAL))};
    every.step = one_step_create(&every.moving.model, trace, wanted, LENGTH(wanted), &error);
    expect_ok(every.step != NULL, &error);
}

static void open_weights(void)
{
    static int layers[] = {0}, heads[] = {0, 1};
    static float shares[2][2][3] = {{{0.7f, 0.2f, 0.1f}, {0, 0.05f, 0.95f}}, {{0.4f, 0.35f, 0.25f}, {1, 0, 0}}};
    static const char *source[] = {"le", "chat", "noir"}, *target[] = {"black", "cat"};
    every.heads = (MatrixStack){.layers = 1,
                                .heads = 2,
                                .rows = 2,
                                .columns = 3,
                                .headed = true,
                                .layer_names = layers,
                                .head_names = heads,
                                .values = shares[0][0],
                                .source = source,
                                .target = target};
    every.arrays = (StackPair){{&every.heads}};
    every.weights = (WeightsPage){.tabs = &every.arrays,
                                  .tab_count = 1,
                                  .stack = &every.heads,
                                  .names = {"heads.json"},
                                  .most = 1,
                                  .matrix = -1,
                                  .row = 2,
                                  .figures = &every.figures};
}

static void open_log(void)
{
    static EpochRow rows[6];
    for (int i = 0; i < 6; i++) {
        rows[i] = epoch_row(2 * i + 1);
        rows[i].values[EPOCH_LOSS] = 3.0 / (i + 1), rows[i].values[EPOCH_HELDOUT] = 3.2 / (i + 1) + 0.1 * i;
        rows[i].values[EPOCH_EXACT] = i / 7.0, rows[i].values[EPOCH_BLEU] = 12.0 * i;
        rows[i].values[EPOCH_AER] = 1 - i / 8.0, rows[i].values[EPOCH_SPEED] = 12000;
    }
    every.curves = (CurvesPage){.name = "loss.csv", .log = {.rows = rows, .count = 6}, .row = 3};
    for (int i = 0; i <= EPOCH_SPEED; i++)
        every.curves.log.measured[i] = true;
}

int every_view_set_up(void **state)
{
    (void)state;
    Error error = {0};
    moving_open(&every.moving, "tests/data/tiny.safetensors");
    every.lesson = lesson_parse(slice_of(ENGLISH), (Slice){0}, "L", &error);
    expect_ok(every.lesson != NULL, &error);
    Reader reader = {&every.lesson->arena, "model.py", &error};
    expect_ok(listing_read(&reader, slice_of(PROGRAM), &every.lesson->listings[LISTING_PYTORCH]), &error);
    every.self_trace = open_random(&every.self, CELL_SELF, "cat chase mouse");
    every.colors_trace = open_random(&every.colors, CELL_GRU, "red white white blue");
    pairs_open(&every.pairs, &every.moving, ATTENTION_LUONG, CELL_GRU, 1);
    exhibits_open(&every.exhibits, &every.moving, &every.pairs, SENTENCE_SHORT, FAULT_MIRRORED);
    every.exhibits.exhibit.probe = PROBE_SWAP;
    every.beam_trace = trace_decode(&every.moving.model, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]),
                                    &(DecodeOptions){.beam = 3}, &error);
    expect_ok(every.beam_trace != NULL, &error);
    every.search = (BeamSearch){
        .trace = every.beam_trace, .shown = every.beam_trace, .node = every.beam_trace->beam->best, .chosen = -1};
    every.search.steps = beam_steps(every.beam_trace->beam);
    open_training();
    open_step();
    open_weights();
    open_log();
    return 0;
}

int every_view_tear_down(void **state)
{
    (void)state;
    weights_figures_finish(&every.figures);
    one_step_destroy(every.step);
    trace_destroy(every.beam_trace);
    exhibits_close(&every.exhibits);
    pairs_close(&every.pairs);
    trace_destroy(every.colors_trace);
    trace_destroy(every.self_trace);
    model_finish(&every.colors);
    model_finish(&every.self);
    lesson_destroy(every.lesson);
    moving_close(&every.moving);
    return 0;
}

View every_view(ViewKind kind)
{
    View view = moving_view(&every.moving, SENTENCE_SHORT, 1024, 640);
    view.lesson = NULL; /* its cards come and go */
    view.kind = kind;
    view.compare = &every.pairs.comparison;
    view.search = &every.search;
    view.exhibit = &every.exhibits.exhibit;
    view.training = &every.training;
    view.step = every.step;
    view.weights = kind == VIEW_WEIGHTS ? &every.weights : NULL;
    view.curves = kind == VIEW_CURVES ? &every.curves : NULL;
    if (kind == VIEW_SELF_ATTENTION)
        view.model = &every.self, view.trace = every.self_trace;
    if (kind == VIEW_EXHIBIT)
        view.trace = &every.exhibits.trace;
    if (kind == VIEW_PATCHES)
        view.model = &every.colors, view.trace = every.colors_trace, view.lesson = every.lesson;
    if (kind == VIEW_CODE)
        view.lesson = every.lesson;
    view.cursor = floor(0.6 * moment_count(view.trace)) + 0.7; /* on the way to a moment */
    every.pairs.comparison.beat = floor(0.6 * every.pairs.comparison.lockstep.count) + 0.7;
    every.search.step = every.search.steps - 1;
    return view;
}
