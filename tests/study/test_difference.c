/* The sentence that tells two models apart: found as whole decodes find it. */
#include "support.h"

#include "study/difference.h"
#include "trace/trace.h"

static Arena arena;
static Model attends, starts; /* of lessons 5 and 3 */
static Corpus corpus;

static const char *data(const char *name)
{
    return path_join(&arena, getenv("ATTEND_DATA"), name);
}

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    CorpusOptions options = {TOKENS_SPACE, TOKENS_SPACE, 0, FILE_INPUT};
    assert_non_null(getenv("ATTEND_DATA"));
    expect_ok(model_load(data("lessons/05-cat-chase-mouse/model.safetensors"), &attends, &error), &error);
    expect_ok(model_load(data("lessons/03-one-context/model.safetensors"), &starts, &error), &error);
    expect_ok(corpus_read(data("lessons/05-cat-chase-mouse/heldout.tsv"), options, &corpus, &error), &error);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    model_finish(&attends);
    model_finish(&starts);
    corpus_finish(&corpus);
    arena_finish(&arena);
    return 0;
}

static bool knows(const Model *model, const Pair *pair)
{
    for (int i = 0; i < pair->source.count; i++)
        if (vocab_find(&model->source, pair->source.tokens[i], model->config.lowercase) == VOCAB_UNKNOWN)
            return false;
    for (int i = 0; i < pair->target.count; i++)
        if (vocab_find(&model->target, pair->target.tokens[i], false) == VOCAB_UNKNOWN)
            return false;
    return true;
}

static bool is_right(const Model *model, const Pair *pair)
{
    const TokenList *source = &pair->source;
    const char *sentence = text_join(&arena, text_words(&arena, source), source->count, TOKENS_SPACE);
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, NULL);
    assert_non_null(trace);
    bool right = trace->word_count == pair->target.count && !trace->truncated;
    for (int t = 0; right && t < trace->word_count; t++)
        right = slice_is(pair->target.tokens[t], trace->steps[t].token);
    trace_destroy(trace);
    return right;
}

static void the_first_that_differs(void **state)
{
    (void)state;
    const Model *models[2] = {&attends, &starts};
    int found = difference_find(models, &corpus, 200);
    assert_in_range(found, 1, 200);
    for (int i = 0; i < found; i++) {
        const Pair *pair = &corpus.pairs[i];
        bool known = knows(&attends, pair) && knows(&starts, pair);
        bool differs = known && is_right(&attends, pair) != is_right(&starts, pair);
        assert_int_equal(differs, i == found - 1);
    }
    const Model *turned[2] = {&starts, &attends};
    assert_int_equal(difference_find(turned, &corpus, 200), found);
    assert_int_equal(difference_find(models, &corpus, found - 1), 0);
}

static void a_model_agrees_with_itself(void **state)
{
    (void)state;
    const Model *same[2] = {&attends, &attends};
    assert_int_equal(difference_find(same, &corpus, 50), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_that_differs),
                                       cmocka_unit_test(a_model_agrees_with_itself)};
    return cmocka_run_group_tests_name("study difference", tests, set_up, tear_down);
}
