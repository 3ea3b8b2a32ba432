/* Words in pieces: each whole word stands under its pieces, on both sides, in every size of the window. */
#include "ink.h"
#include "moving_lesson.h"

#include "text/pieces.h"

static const float SIZES[][2] = {{1024, 640}, {1440, 900}, {1920, 1080}, PHONES};

static void learn(const char *text, Vocab *out)
{
    Arena arena = {0};
    TokenList list = text_tokens(&arena, slice_of(text), TOKENS_BPE);
    int *times = ARENA_ARRAY(&arena, int, (size_t)list.count);
    for (int i = 0; i < list.count; i++)
        times[i] = 1;
    pieces_learn(text_words(&arena, &list), times, list.count, 9, 1, out);
    arena_finish(&arena);
}

/* A model that was never trained, so that it writes as many pieces as it may. */
static Model pieced_model(void)
{
    Model model;
    Error error = {0};
    Vocab source = {0}, target = {0};
    Config config = config_default();
    config.embed = config.hidden = 8;
    expect_ok(config_set(&config, "source_tokens", "bpe:9", &error), &error);
    expect_ok(config_set(&config, "target_tokens", "bpe:9", &error), &error);
    expect_ok(config_check(&config, &error), &error);
    learn("un able unable unkind kind table unwell", &source);
    learn("ab ba abab baba", &target);
    model_create(&model, &config, &source, &target, 3);
    return model;
}

typedef struct Shown {
    Model model;
    Trace *trace;
} Shown;

static Shown show(const char *sentence, const char *force)
{
    Shown shown = {.model = pieced_model()};
    Error error = {0};
    Arena arena = {0};
    DecodeOptions options = {.forced_only = true};
    trace_force(&options, &shown.model, force, &arena);
    shown.trace = trace_decode(&shown.model, slice_of(sentence), &options, &error);
    expect_ok(shown.trace != NULL, &error);
    arena_finish(&arena);
    return shown;
}

static View view_of(Shown *shown, size_t size)
{
    View view = moving_view(&moving, SENTENCE_SHORT, SIZES[size][0], SIZES[size][1]);
    view.model = &shown->model;
    view.trace = shown->trace;
    return view;
}

static void hide(Shown *shown)
{
    trace_destroy(shown->trace);
    model_finish(&shown->model);
}

static void whole_words_stand_under_their_pieces(void **state)
{
    (void)state;
    Shown shown = show("unable unwell table", "abba ba");
    assert_true(shown.trace->words > 4);
    ink_findings = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int at = 0; at < moment_count(shown.trace); at++) {
            View view = view_of(&shown, size);
            view.cursor = at;
            ink_check(&moving, &view);
            assert_true(view.width < 1200 || moving_says(&moving, "unwell")); /* what has no room is left out */
        }
    assert_int_equal(ink_findings, 0);
    hide(&shown);
}

/* So many that they are turned; only words that are in pieces have a bracket. */
static void turned_ones_too(void **state)
{
    (void)state;
    Shown shown = show("unable unwell table unkind unwell unable unwell table kind", "ab");
    ink_findings = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++) {
        View view = view_of(&shown, size);
        view.cursor = moment_find(shown.trace, MOMENT_SOFTMAX, 0, -1);
        ink_check(&moving, &view);
    }
    assert_int_equal(ink_findings, 0);
    assert_false(piece_goes_on(slice_of(shown.trace->source[shown.trace->words - 1])));
    hide(&shown);
}

static void what_is_not_written_yet_is_open(void **state)
{
    (void)state;
    Shown shown = show("unable", "abba abba");
    View view = view_of(&shown, 1);
    int pieces = 0;
    while (piece_goes_on(slice_of(shown.trace->steps[pieces].token)))
        pieces++;
    assert_true(pieces >= 2);
    view.cursor = moment_find(shown.trace, MOMENT_PREVIOUS, pieces, -1);
    moving_draw(&moving, &view);
    assert_false(moving_says(&moving, "abba"));
    view.cursor = moment_find(shown.trace, MOMENT_PREVIOUS, pieces + 1, -1);
    moving_draw(&moving, &view);
    (void)0;
    hide(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_words_stand_under_their_pieces),
        cmocka_unit_test(turned_ones_too),
        cmocka_unit_test(what_is_not_written_yet_is_open),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
