/* The maps of a Transformer's layers and heads: which there are, their numbers, and what is measured of them. */
#include "random_model.h"

#include "model/train.h"
#include "trace/head_row.h"

#include <math.h>

#define WORDS "the cat that chased mice"

static Model transformer(int layers, int cross_heads)
{
    return random_model(random_transformer(layers, cross_heads), WORDS, "猫 捉 老鼠 了", 3);
}

static const int SHAPES[][3] = {{1, 1, 1}, {2, 1, 2}, {1, 3, 4}, {2, 2, 6}, {2, 12, 18}}; /* layers, heads, maps */

/* Recomputed from the numbers of the trace alone. */
static double weight_of(const Trace *trace, int t, int layer, int head, int j)
{
    const float *heads = trace->steps[t].step.layers[layer].cross_weights;
    int n = trace->n, count = trace->config.cross_heads;
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += head == 0 || head == k + 1 ? (double)heads[k * n + j] : 0;
    return head ? sum : sum / count;
}

static void maps_are_what_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SHAPES); i++) {
        Model model = transformer(SHAPES[i][0], SHAPES[i][1]);
        Trace *trace = decode_text(&model, WORDS, NULL);
        const Config *config = &trace->config;
        Arena arena = {0};
        int maps = cross_map_count(config);
        assert_int_equal(maps, SHAPES[i][2]);
        for (int map = 0; map < maps; map++) {
            CrossMap of = cross_map(config, map);
            assert_int_equal(cross_map_find(config, of), map);
            Trace *own = trace_of_cross(trace, map, &arena);
            for (int t = 0; t < trace->step_count; t++) {
                double whole = 0;
                for (int j = 0; j < trace->n; j++) {
                    double weight = (double)own->steps[t].step.weights[j];
                    assert_true(fabs(weight - weight_of(trace, t, of.layer, of.head, j)) < 1e-6);
                    whole += weight;
                }
                assert_true(fabs(whole - 1) < 1e-5);
                if (map == 0)
                    assert_ptr_equal(own->steps[t].step.weights, trace->steps[t].step.weights);
            }
        }
        assert_int_equal(cross_map_find(config, (CrossMap){config->layers, 0}), -1);
        assert_int_equal(cross_map_find(config, (CrossMap){0, config->cross_heads + 1}), -1);
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* The alignment error of each map, counted once more from a decode whose words are forced. */
static void errors_are_of_their_maps(void **state)
{
    (void)state;
    static const Link links[] = {{0, 0}, {2, 1}, {4, 2}};
    for (size_t i = 0; i < LENGTH(SHAPES); i++) {
        Model model = transformer(SHAPES[i][0], SHAPES[i][1]);
        Slice forced[] = {slice_of("捉"), slice_of("猫"), slice_of("老鼠")};
        DecodeOptions options = {.forced = forced, .forced_count = 3, .forced_only = true};
        Trace *trace = decode_text(&model, WORDS, &options);
        int target[3];
        for (int t = 0; t < 3; t++)
            target[t] = trace->steps[t].id;
        Pair pair = {.source_ids = trace->encoding.ids, .target_ids = target, .links = (Link *)links, .link_count = 3};
        pair.source.count = trace->n;
        pair.target.count = 3;
        Corpus corpus = {.pairs = &pair, .count = 1};
        Evaluation found = model_evaluate(&model, &corpus, 1);
        assert_true(found.aer == found.map_aer[0]);
        for (int map = 0; map < cross_map_count(&trace->config); map++) {
            CrossMap of = cross_map(&trace->config, map);
            int hits = 0;
            for (int t = 0; t < 3; t++) {
                int best = 0;
                for (int j = 1; j < trace->n; j++)
                    if (weight_of(trace, t, of.layer, of.head, j) > weight_of(trace, t, of.layer, of.head, best))
                        best = j;
                hits += links[t].source == best;
            }
            assert_true(fabs(found.map_aer[map] - (1 - 2.0 * hits / 6)) < 1e-9);
        }
        trace_destroy(trace);
        model_finish(&model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_what_they_say),
        cmocka_unit_test(errors_are_of_their_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
