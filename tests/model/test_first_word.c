/* How long word 1 lives in a state, against the definition in plain loops: states by the cells' equations, and for each
 * sentence the distances to the means of the other half's. */
#include "support.h"

#include "model/first_word.h"

#include <math.h>

#define H 5
enum { SENTENCES = 14, LONGEST = 9, WIDTH = 2 * H };

static const char *const LIST[] = {"Anna", "Tom", "Mary", "says", "thinks", "that", "it", "rains"};

/* Never trained, with this cell. */
static Model made_model(const char *cell, bool bidirectional, uint64_t seed)
{
    Config config = config_default();
    Model model;
    Vocab source = {0}, target = {0};
    Error error = {0};
    expect_ok(config_set(&config, "cell", cell, &error), &error);
    config.bidirectional = bidirectional;
    config.embed = 6;
    config.hidden = H;
    expect_ok(config_check(&config, &error), &error);
    for (size_t i = 0; i < LENGTH(LIST); i++)
        vocab_add(&source, slice_of(LIST[i]));
    vocab_add(&target, slice_of("x"));
    model_create(&model, &config, &source, &target, seed);
    return model;
}

static Corpus made_corpus(const Model *model)
{
    Bytes text = {0};
    Corpus corpus;
    Error error = {0};
    Random random = random_seeded(3);
    for (int i = 0; i < SENTENCES; i++) {
        int length = 3 + (int)(random_below(&random, LONGEST - 2));
        for (int k = 0; k < length; k++)
            bytes_printf(&text, "%s%s", k ? " " : "", LIST[random_below(&random, k ? LENGTH(LIST) : 3)]);
        bytes_add_text(&text, "\tx\n");
    }
    expect_ok(corpus_parse(bytes_slice(&text), "made.tsv", (CorpusOptions){0}, &corpus, &error), &error);
    corpus_encode(&corpus, &model->source, &model->target, false);
    bytes_finish(&text);
    return corpus;
}

/* W x + b, row `row` of a cell's matrices. */
static double row_sum(const Model *model, const char *weight, const char *bias, int row, const double *x, int count)
{
    double sum = (double)model_param(model, bias)[row];
    for (int i = 0; i < count; i++)
        sum += (double)model_param(model, weight)[row * count + i] * x[i];
    return sum;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* One step of a plain cell or an LSTM (Elman 1990; Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al.
 * 2000), blocks in the order i, f, g, o. state: h, then m. */
static void step(const Model *model, int id, double state[WIDTH])
{
    int E = model->config.embed;
    double x[16], sums[4 * H];
    bool lstm = model->config.cell == CELL_LSTM;
    for (int i = 0; i < E; i++)
        x[i] = (double)model_param(model, "source_embedding.weight")[id * E + i];
    for (int row = 0; row < (lstm ? 4 : 1) * H; row++)
        sums[row] = row_sum(model, "encoder.weight_ih_l0", "encoder.bias_ih_l0", row, x, E)
                    + row_sum(model, "encoder.weight_hh_l0", "encoder.bias_hh_l0", row, state, H);
    for (int i = 0; i < H; i++) {
        double *m = &state[H + i];
        *m = lstm ? sigmoid(sums[H + i]) * *m + sigmoid(sums[i]) * tanh(sums[2 * H + i]) : 0;
        state[i] = lstm ? sigmoid(sums[3 * H + i]) * tanh(*m) : tanh(sums[i]);
    }
}

static void find_states(const Model *model, const Corpus *corpus, double states[SENTENCES][LONGEST][WIDTH])
{
    for (int s = 0; s < SENTENCES; s++) {
        double state[WIDTH] = {0};
        for (int k = 0; k < corpus->pairs[s].source.count; k++) {
            step(model, corpus->pairs[s].source_ids[k], state);
            memcpy(states[s][k], state, sizeof state);
        }
    }
}

static bool takes_part(const Corpus *corpus, int s, int k, int shortest, int longest)
{
    int words = corpus->pairs[s].source.count;
    return words > k && (longest == 0 || (words >= shortest && words <= longest));
}

/* The squared distance of sentence s after word k to the mean of those of the other half that begin with `id`; infinite
 * where there are none. */
static double distance(const Corpus *corpus, double states[SENTENCES][LONGEST][WIDTH], int s, int k, int id,
                       int shortest, int longest)
{
    double mean[WIDTH] = {0}, square = 0;
    int count = 0;
    for (int other = 1 - s % 2; other < SENTENCES; other += 2)
        if (takes_part(corpus, other, k, shortest, longest) && corpus->pairs[other].source_ids[0] == id) {
            for (int i = 0; i < WIDTH; i++)
                mean[i] += states[other][k][i];
            count++;
        }
    for (int i = 0; i < WIDTH; i++)
        square += pow(mean[i] / (count ? count : 1) - states[s][k][i], 2);
    return count ? square : INFINITY;
}

static void compare(const char *cell, uint64_t seed, int shortest, int longest)
{
    static double states[SENTENCES][LONGEST][WIDTH];
    Error error = {0};
    Arena arena = {0};
    FirstWord found;
    Model model = made_model(cell, false, seed);
    Corpus corpus = made_corpus(&model);
    find_states(&model, &corpus, states);
    expect_ok(first_word_measure(&model, &corpus, shortest, longest, &arena, &found, &error), &error);
    assert_int_equal(found.firsts, 3);
    for (int k = 0; k < found.words; k++) {
        int asked = 0, told = 0;
        for (int s = 0; s < SENTENCES; s++) {
            int first = corpus.pairs[s].source_ids[0];
            double own = distance(&corpus, states, s, k, first, shortest, longest);
            bool nearest = own < INFINITY, part = takes_part(&corpus, s, k, shortest, longest);
            for (int id = VOCAB_SPECIAL; id < VOCAB_SPECIAL + 3; id++)
                nearest = nearest && (id == first || own < distance(&corpus, states, s, k, id, shortest, longest));
            asked += part;
            told += part && nearest;
        }
        assert_int_equal(found.asked[k], asked);
        assert_true(fabs(found.told[k] - (double)told / asked) < 1e-12);
    }
    corpus_finish(&corpus);
    model_finish(&model);
    arena_finish(&arena);
}

static void the_definition(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        compare("rnn", seed, 0, 0);
        compare("lstm", seed, 0, 0);
        compare("lstm", seed, 5, 8);
    }
}

/* After word 1 the reader from left to right knows that word alone, whatever the other reader knows. */
static void the_first_word_itself(void **state)
{
    (void)state;
    Error error = {0};
    Arena arena = {0};
    FirstWord found;
    Model model = made_model("gru", true, 1);
    Corpus corpus;
    expect_ok(corpus_parse(slice_of("Anna says\tx\nAnna that\tx\nTom says\tx\nTom that\tx\n"), "made.tsv",
                           (CorpusOptions){0}, &corpus, &error),
              &error);
    corpus_encode(&corpus, &model.source, &model.target, false);
    expect_ok(first_word_measure(&model, &corpus, 0, 0, &arena, &found, &error), &error);
    assert_int_equal(found.sentences, 4);
    assert_int_equal(found.firsts, 2);
    assert_int_equal(found.words, 2);
    assert_true(found.told[0] == 1);
    assert_false(first_word_measure(&model, &corpus, 3, 9, &arena, &found, &error));
    assert_non_null(strstr(error.message, "no sentence has so many words"));
    corpus_finish(&corpus);
    model_finish(&model);
    arena_finish(&arena);
}

static void self_attention_has_no_such_state(void **state)
{
    (void)state;
    Error error = {0};
    Arena arena = {0};
    FirstWord found;
    Model model = made_model("self", false, 1);
    Corpus corpus = made_corpus(&model);
    assert_false(first_word_measure(&model, &corpus, 0, 0, &arena, &found, &error));
    assert_non_null(strstr(error.message, "self-attention"));
    corpus_finish(&corpus);
    model_finish(&model);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_definition),
        cmocka_unit_test(the_first_word_itself),
        cmocka_unit_test(self_attention_has_no_such_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
