/* A trace that is read again: it prints as the one that was written, its numbers are told in the same words, and a file
 * that lacks something or does not fit says what, in a sentence. */
#include "models.h"

#include "derive/derive.h"
#include "trace/cause_map.h"
#include "words/course_words.h"

#include <cjson/cJSON.h>

typedef struct Again {
    Model model, read;
    Trace *trace, *parsed;
    Bytes text;
} Again;

static void again_print(Again *again)
{
    Error error = {0};
    trace_destroy(again->parsed);
    model_finish(&again->read);
    again->text.length = 0;
    trace_print_json(again->trace, &again->model, &again->text);
    again->parsed = trace_parse(bytes_slice(&again->text), "t.json", NULL, &again->read, &error);
    expect_ok(again->parsed != NULL, &error);
}

static Again again_of(Model model, const char *sentence, const DecodeOptions *options)
{
    Again again = {.model = model};
    again.trace = decode_text(&again.model, sentence, options);
    again_print(&again);
    return again;
}

static void again_finish(Again *again)
{
    trace_destroy(again->trace);
    trace_destroy(again->parsed);
    model_finish(&again->model);
    model_finish(&again->read);
    bytes_finish(&again->text);
}

static void expect_same_print(const Again *again)
{
    Bytes text = {0};
    trace_print_json(again->parsed, &again->read, &text);
    assert_string_equal(text.data, again->text.data);
    bytes_finish(&text);
    assert_int_equal(moment_count(again->parsed), moment_count(again->trace));
    assert_int_equal(again->parsed->words, again->trace->words);
    assert_int_equal(again->parsed->word_count, again->trace->word_count);
    assert_int_equal(again->parsed->truncated, again->trace->truncated);
    assert_int_equal(again->parsed->forced_cut, again->trace->forced_cut);
}

/* Every value that the trace has is derived; where its learned numbers are missing, the formula says so. */
static void expect_derived(const Again *again)
{
    Arena arena = {0};
    Maths whole = {again->trace, &again->model, LANGUAGE_ENGLISH, &arena};
    Maths told = {again->parsed, &again->read, LANGUAGE_ENGLISH, &arena};
    int missing = 0, valid = 0;
    for (int kind = VALUE_NONE + 1; kind < VALUE_KINDS; kind++)
        for (int run = -1; run < 4; run++)
            for (int place = -1; place < 4; place++)
                for (int part = 0; part < 3; part++) {
                    Value value = {(ValueKind)kind, run, place, 0, part};
                    if (!value_valid(&told, value))
                        continue;
                    valid++;
                    assert_true(value_valid(&whole, value));
                    assert_true(value_number(&told, value) == value_number(&whole, value));
                    Derivation made = value_derive(&told, value), full = value_derive(&whole, value);
                    assert_true(made.number == full.number);
                    missing += full.term && !made.term;
                    if (full.term && !made.term) {
                        assert_string_equal(made.told, said(LANGUAGE_ENGLISH, W_A_TRACE_LACKS_WHAT_IT_IS_MADE_OF));
                        assert_null(made.shapes);
                    }
                    if (full.symbols)
                        assert_string_equal(made.symbols, full.symbols);
                }
    assert_true(valid > 20 && missing > 0);
    assert_false(model_is_whole(&again->read));
    arena_finish(&arena);
}

static void every_kind_comes_back(void **state)
{
    (void)state;
    static const char *const SENTENCES[] = {"cat chase mouse", "mouse", "dog zebra cat dog chase mouse yesterday"};
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        for (size_t s = 0; s < sizeof SENTENCES / sizeof *SENTENCES; s++) {
            Again again = again_of(kind_model(&KINDS[k], 9 + s), SENTENCES[s], NULL);
            expect_same_print(&again);
            expect_derived(&again);
            again_finish(&again);
        }
}

static void every_model_comes_back(void **state)
{
    (void)state;
    for (int cell = 0; CELL_NAMES[cell]; cell++)
        for (int score = 0; SCORE_NAMES[score]; score++)
            for (int local = 0; local < LOCAL_KINDS; local++)
                for (int block = 0; block < 3; block++) {
                    Config config = config_default();
                    config.cell = (CellKind)cell;
                    config.attention = ATTENTION_LUONG;
                    config.score = (ScoreKind)score;
                    config.local = (LocalKind)local;
                    config.window = 1;
                    config.embed = 4, config.hidden = 4, config.attention_size = 0;
                    config.heads = 1 + (config.cell == CELL_SELF);
                    config.feed_forward = config.cell == CELL_SELF && block ? 6 : 0;
                    config.norm = block == 2 ? NORM_PRE : NORM_POST;
                    config.bidirectional = score != SCORE_DOT && cell != CELL_SELF;
                    Config checked = config;
                    Error none = {0};
                    if (!config_check(&checked, &none))
                        continue;
                    Again again =
                        again_of(random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 3), "cat chase mouse", NULL);
                    expect_same_print(&again);
                    expect_derived(&again);
                    again_finish(&again);
                }
}

static void expect_refused(const cJSON *root, const char *message)
{
    char *text = cJSON_PrintUnformatted(root);
    Model model;
    Error error = {0};
    Trace *trace = trace_parse(slice_of(text), "t.json", NULL, &model, &error);
    if (trace || !strstr(error.message, message))
        fail_msg("expected \"%s\", got \"%s\"", message, error.message);
    assert_int_equal(error.code, ERROR_FORMAT);
    assert_string_equal(error.file, "t.json");
    cJSON_free(text);
}

static cJSON *item(cJSON *root, const char *path)
{
    char name[64];
    while (*path) {
        size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        root =
            cJSON_IsArray(root) ? cJSON_GetArrayItem(root, atoi(name)) : cJSON_GetObjectItemCaseSensitive(root, name);
        assert_non_null(root);
        path += length + (path[length] == '.');
    }
    return root;
}

static Config rnn_config(int hidden)
{
    Config config = config_default();
    config.cell = CELL_RNN;
    config.embed = 4, config.hidden = hidden, config.attention_size = 4;
    return config;
}

/* Its states are made of learned numbers alone, which the trace has: their formulas have every number. */
static void a_plain_rnn_has_its_numbers(void **state)
{
    (void)state;
    Again again = again_of(random_model(rnn_config(4), KNOWN_WORDS, WRITTEN_WORDS, 3), "cat chase mouse", NULL);
    Arena arena = {0};
    Maths maths = {again.parsed, &again.read, LANGUAGE_ENGLISH, &arena};
    for (int run = RUN_DECODER; run < 1; run++)
        for (int place = 0; place < 2; place++) {
            if (place >= again.parsed->step_count)
                continue;
            Derivation made = value_derive(&maths, (Value){VALUE_STATE, run, place, 1});
            assert_non_null(made.term);
            assert_float_equal(term_number(&maths, made.term), made.number, 1e-5);
            assert_non_null(value_derive(&maths, (Value){VALUE_FROM_INPUT, run, place, 1}).term);
        }
    arena_finish(&arena);
    cJSON *root = cJSON_Parse(again.text.data), *parameters = item(root, "parameters");
    cJSON_DeleteItemFromObjectCaseSensitive(parameters, "decoder.bias_hh");
    expect_refused(root, "has no \"decoder.bias_hh\"");
    cJSON_ReplaceItemInObjectCaseSensitive(parameters, "encoder.weight_hh_l0", cJSON_Parse("[[1,2,3,4]]"));
    expect_refused(root, "\"encoder.weight_hh_l0\" has 1 row; expected 4");
    cJSON_Delete(root);
    again_finish(&again);
}

/* Where they are many, or the trace is of before, the formula stands without its numbers. */
static void a_large_rnn_has_symbols(void **state)
{
    (void)state;
    Again again = again_of(random_model(rnn_config(80), KNOWN_WORDS, WRITTEN_WORDS, 3), "cat mouse", NULL);
    Arena arena = {0};
    Maths maths = {again.parsed, &again.read, LANGUAGE_ENGLISH, &arena};
    Derivation made = value_derive(&maths, (Value){VALUE_STATE, 0, 1, 1});
    assert_null(made.term);
    assert_non_null(strstr(made.symbols, "tanh"));
    assert_string_equal(made.told, said(LANGUAGE_ENGLISH, W_A_TRACE_LACKS_WHAT_IT_IS_MADE_OF));
    assert_null(strstr(again.text.data, "parameters"));
    expect_same_print(&again);
    arena_finish(&arena);
    again_finish(&again);
}

static void changes_come_back(void **state)
{
    (void)state;
    const Kind *kind = &KINDS[6];
    float weights[] = {1, 0, 1};
    int muted = 1;
    Slice forced[] = {slice_of("狗"), slice_of("猫")};
    const DecodeOptions OPTIONS[] = {
        {.weights = &(StepWeights){0, weights, 3}, .weights_count = 1},
        {.temperatures = &(StepTemperature){1, 0.5}, .temperatures_count = 1},
        {.temperature = 2},
        {.muted = &muted, .muted_count = 1},
        {.forced = forced, .forced_count = 2, .forced_only = true},
        {.sample = true, .seed = 4},
    };
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        Again again = again_of(kind_model(kind, 9), "cat chase mouse", &OPTIONS[i]);
        expect_same_print(&again);
        for (int t = 0; t < again.trace->step_count; t++)
            assert_true(step_temperature(again.parsed, t) == step_temperature(again.trace, t));
        again_finish(&again);
    }
}

/* Words, places, numbers, and the weights of every hypothesis. */
static void expect_same_beam(const Again *again)
{
    const Beam *wanted = again->trace->beam, *got = again->parsed->beam;
    assert_non_null(got);
    assert_int_equal(got->count, wanted->count);
    assert_int_equal(got->limit, wanted->limit);
    assert_int_equal(again->parsed->hypothesis, again->trace->hypothesis);
    for (int i = 0; i < got->count; i++) {
        Trace *hypothesis = trace_of_hypothesis(again->trace, i), *same = trace_of_hypothesis(again->parsed, i);
        assert_int_equal(same->step_count, hypothesis->step_count);
        for (int t = 0; t < same->step_count; t++) {
            const TraceStep *a = &same->steps[t], *b = &hypothesis->steps[t];
            assert_string_equal(a->token, b->token);
            assert_true(a->id == b->id && a->how == b->how && a->p == b->p);
            if (b->step.weights)
                assert_memory_equal(a->step.weights, b->step.weights, sizeof(float) * (size_t)again->trace->n);
        }
        assert_true(got->nodes[i].died == wanted->nodes[i].died);
        trace_destroy(hypothesis);
        trace_destroy(same);
    }
}

static void a_beam_comes_back(void **state)
{
    (void)state;
    Slice forced[] = {slice_of("狗")};
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        for (int size = 1; size <= 4; size += 3)
            for (int given = 0; given < 2; given++) {
                DecodeOptions options = {.beam = size, .forced = forced, .forced_count = given};
                Again again = again_of(kind_model(&KINDS[k], 9), "cat chase mouse", &options);
                expect_same_print(&again);
                expect_same_beam(&again);
                again_finish(&again);
            }
}

/* What its words needed is printed by a trace that keeps it, and is there again without the model; another hypothesis
 * of its beam has other words. */
static void maps_come_back(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        Again again = again_of(kind_model(&KINDS[k], 9), "dog zebra cat", &(DecodeOptions){.beam = 2});
        Arena arena = {0};
        Error error = {0};
        assert_null(again.parsed->maps);
        assert_false(cause_asks(&again.read, again.parsed, CAUSE_ZERO, &error));
        cause_keep(&again.model, again.trace);
        again_print(&again);
        expect_same_print(&again);
        for (CauseKind kind = CAUSE_UNKNOWN; kind < CAUSE_KINDS; kind++) {
            size_t size = sizeof(float) * (size_t)(again.trace->step_count * again.trace->n);
            expect_ok(cause_asks(&again.read, again.parsed, kind, &error), &error);
            const float *told = cause_map(&again.read, again.parsed, kind, &arena);
            assert_memory_equal(told, cause_map(&again.model, again.trace, kind, &arena), size);
        }
        Trace *other = trace_of_hypothesis(again.parsed, 0);
        assert_null(other->maps);
        trace_destroy(other);
        arena_finish(&arena);
        again_finish(&again);
    }
}

/* What is written of a hypothesis that is not the best is read as that hypothesis, with the same tree. */
static void another_hypothesis_comes_back(void **state)
{
    (void)state;
    Again again = again_of(kind_model(&KINDS[6], 9), "cat chase mouse", &(DecodeOptions){.beam = 3});
    Trace *best = again.trace;
    int other = best->beam->best == 0 ? 1 : 0;
    again.trace = trace_of_hypothesis(best, other);
    trace_destroy(again.parsed);
    model_finish(&again.read);
    again.text.length = 0;
    trace_print_json(again.trace, &again.model, &again.text);
    Error error = {0};
    again.parsed = trace_parse(bytes_slice(&again.text), "t.json", NULL, &again.read, &error);
    expect_ok(again.parsed != NULL, &error);
    assert_int_equal(again.parsed->hypothesis, other);
    expect_same_print(&again);
    expect_same_beam(&again);
    again_finish(&again);
    trace_destroy(best);
}

/* ---- bad ones ---- */

static const struct {
    const char *object, *key, *value, *message; /* value NULL: the key is taken away */
} BROKEN[] = {
    {"", "model", NULL, "has no \"model\""},
    {"model", "hidden", "40", "expected 80"},
    {"model", "cell", "\"cow\"", "\"model\": "},
    {"source", "tokens", "[]", "\"source.tokens\" has 0 words"},
    {"source", "tokens", "[\"a\",2,\"c\"]", "word 2 of \"source.tokens\" must be a printable word"},
    {"source", "ids", "[1]", "\"source.ids\" must be 3 numbers"},
    {"source", "ids", "[4,5,1e30]", "\"source.ids\" must be a whole number"},
    {"source", "muted", "[true]", "\"source.muted\" has 1 entry"},
    {"", "encoder", NULL, "has no \"embeddings\""},
    {"encoder", "embeddings", "[[1,2,3]]", "\"embeddings\" has 1 row; expected 3"},
    {"encoder", "embeddings", "[[1,2,3],[1,2],[1,2,3]]", "encoder: \"embeddings\", row 2 has 2 numbers; expected 3"},
    {"encoder", "layers", "[]", "encoder: \"layers\" must be an array of 1"},
    {"encoder.layers.0", "backward", NULL, "encoder, layer 1, backward: has no \"states\""},
    {"encoder.layers.0.forward.gates", "z", NULL, "has no \"z\""},
    {"encoder", "final", NULL, "has no \"final\""},
    {"", "initial", NULL, "initial: has no \"state\""},
    {"", "keys", NULL, "has no \"keys\""},
    {"", "energy", NULL, "has no \"energy\""},
    {"", "vocabulary", NULL, "has no \"vocabulary\""},
    {"", "vocabulary", "[\"a\",\"b\",\"c\",\"d\",\"e\"]", "word 1 of \"vocabulary\", 'a', stands there twice"},
    {"", "steps", "[]", "has 0 steps"},
    {"", "steps", "7", "has 0 steps"},
    {"steps.0", "input", NULL, "step 1: has no \"input.id\""},
    {"", "steps", "[7]", "step 1: must be an object"},
    {"steps.0", "state", "\"x\"", "step 1: \"state\" must be an array of"},
    {"source", "tokens", "[\"a\",\"\",\"c\"]", "word 2 of \"source.tokens\""},
    {"steps.0.input", "id", "90", "step 1: \"input.id\" must be a whole number from 0 to 8"},
    {"steps.0", "query", NULL, "step 1: has no \"query\""},
    {"steps.0", "projected", NULL, "step 1: has no \"projected\""},
    {"steps.0", "scores", "[1,2]", "step 1: \"scores\" has 2 numbers; expected 3"},
    {"steps.0", "scores", "[1,2,1e999]", "step 1: number 3 of \"scores\" must be a finite number"},
    {"steps.0", "weights", "[0.5,0.5,-1]", "step 1: number 3 of \"weights\" is -1"},
    {"steps.0", "weights", "[1,1,1]", "step 1: \"weights\" adds up to 3; expected 1"},
    {"steps.0", "temperature", "0", "step 1: \"temperature\" must lie"},
    {"steps.0", "context", NULL, "step 1: has no \"context\""},
    {"steps.0", "logits", NULL, "step 1: has no \"logits\""},
    {"steps.0", "probabilities", "[1,1]", "step 1: \"probabilities\" has 2 numbers; expected 9"},
    {"steps.0", "output", NULL, "step 1: has no \"output.how\""},
    {"steps.0.output", "id", "1", "step 1: \"output.id\" must be"},
    {"steps.0.output", "id", "2", "step 1 writes the end mark, and others follow"},
    {"", "log_probability", NULL, "\"log_probability\" must be a number"},
    {"", "maps", "7", "maps: has no \"erase-unk\""},
    {"maps", "gradient", NULL, "maps: has no \"gradient\""},
    {"maps", "erase-zero", "[[1,2,3]]", "maps: \"erase-zero\" has 1 row; expected"},
    {"maps", "erase-unk", "[[1,2]]", "maps: \"erase-unk\", row 1 has 2 numbers; expected 3"},
    {"beam", "size", "0", "\"beam.size\" must be a whole number from 1 to 64"},
    {"beam", "limit", NULL, "has no \"beam.limit\""},
    {"beam", "best", "99", "\"beam.best\" must be"},
    {"beam", "nodes", "[]", "\"beam.nodes\" has 0 of them"},
    {"beam.nodes.1", "id", "0", "beam, node 1: \"id\" must be a whole number from 1 to 1"},
    {"beam.nodes.1", "step", "2", "beam, node 1: \"step\" must be"},
    {"beam.nodes.1", "parent", "1", "beam, node 1: \"parent\" must be"},
    {"beam.nodes.1", "parent", "0", "beam, node 1: its \"parent\" is not of the step before"},
    {"beam.nodes.1", "died", "0", "beam, node 1: \"died\" must be"},
    {"beam.nodes.1", "token", "\"cow\"", "beam, node 1: \"token\" is 'cow', which is no word"},
    {"beam.nodes.1", "p", "2", "beam, node 1: number 1 of \"p\" is 2"},
    {"beam.nodes.1", "how", "7", "beam, node 1: \"how\" must be one of"},
    {"beam.nodes.1", "logp", "1e999", "beam, node 1: \"logp\" must be a number"},
    {"beam.nodes.1", "weights", "[1]", "beam, node 1: \"weights\" has 1 number; expected 3"},
    {"beam.nodes.0", "token", "\"</s>\"", "its \"parent\" has ended"},
    {"", "beam", "7", "has no \"beam.size\""},
};

static void break_at(const char *text, size_t i)
{
    cJSON *root = cJSON_Parse(text), *object = item(root, BROKEN[i].object);
    cJSON_DeleteItemFromObjectCaseSensitive(object, BROKEN[i].key);
    if (BROKEN[i].value)
        cJSON_AddItemToObject(object, BROKEN[i].key, cJSON_Parse(BROKEN[i].value));
    expect_refused(root, BROKEN[i].message);
    cJSON_Delete(root);
}

static void what_does_not_fit_is_said(void **state)
{
    (void)state;
    Again again = again_of(kind_model(&KINDS[6], 9), "cat chase mouse", &(DecodeOptions){.beam = 3});
    assert_true(again.trace->step_count > 1);
    cause_keep(&again.model, again.trace);
    again_print(&again);
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++)
        break_at(again.text.data, i);
    again_finish(&again);
}

/* Traces of before had the tree alone, without what its picture needs. */
static void an_old_beam_is_left(void **state)
{
    (void)state;
    Again again = again_of(kind_model(&KINDS[6], 9), "cat chase mouse", &(DecodeOptions){.beam = 3});
    cJSON *root = cJSON_Parse(again.text.data);
    for (cJSON *node = item(root, "beam.nodes")->child; node; node = node->next)
        cJSON_DeleteItemFromObjectCaseSensitive(node, "p");
    char *text = cJSON_PrintUnformatted(root);
    Model model;
    Error error = {0};
    Trace *trace = trace_parse(slice_of(text), "t.json", NULL, &model, &error);
    expect_ok(trace != NULL, &error);
    assert_null(trace->beam);
    trace_destroy(trace);
    model_finish(&model);
    cJSON_free(text);
    cJSON_Delete(root);
    again_finish(&again);
}

static void what_is_no_trace_is_left(void **state)
{
    (void)state;
    static const char *const OTHERS[] = {"[[0.5,0.5]]", "{\"weights\":[[1]]}", "{\"source\":[\"a\"],\"steps\":[]}",
                                         "7"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        Model model;
        Error error = {0};
        assert_null(trace_parse(slice_of(OTHERS[i]), "t.json", NULL, &model, &error));
        assert_int_equal(error.code, ERROR_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_comes_back),
        cmocka_unit_test(every_model_comes_back),
        cmocka_unit_test(changes_come_back),
        cmocka_unit_test(a_beam_comes_back),
        cmocka_unit_test(what_does_not_fit_is_said),
        cmocka_unit_test(what_is_no_trace_is_left),
        cmocka_unit_test(a_plain_rnn_has_its_numbers),
        cmocka_unit_test(a_large_rnn_has_symbols),
        cmocka_unit_test(an_old_beam_is_left),
        cmocka_unit_test(another_hypothesis_comes_back),
        cmocka_unit_test(maps_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
