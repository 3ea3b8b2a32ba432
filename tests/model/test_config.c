#include "support.h"

#include "model/config.h"

static void the_default_in_full(void **state)
{
    (void)state;
    Config config = config_default();
    Bytes out = {0};
    config_print(&config, &out);
    assert_string_equal(out.data, "{\"cell\":\"gru\",\"layers\":1,\"bidirectional\":true,\"attention\":\"bahdanau\","
                                  "\"score\":\"additive\",\"local\":\"none\",\"window\":2,\"embed\":64,\"hidden\":64,"
                                  "\"attention_size\":64,\"heads\":1,\"bridge\":\"tanh\",\"temperature\":1,"
                                  "\"source_tokens\":\"space\",\"target_tokens\":\"space\",\"lowercase\":false,"
                                  "\"source_end\":false,\"limit_factor\":2,\"limit_extra\":5}");
    bytes_finish(&out);
}

static void absent_keys_take_defaults(void **state)
{
    (void)state;
    Error error = {0};
    Config config, expected = config_default();
    expect_ok(config_parse(slice_of("{}"), &config, &error), &error);
    expect_ok(config_check(&expected, &error), &error);
    assert_int_equal(config.attention_size, 64);
    Bytes a = {0}, b = {0};
    config_print(&config, &a);
    config_print(&expected, &b);
    assert_string_equal(a.data, b.data);
    bytes_finish(&a);
    bytes_finish(&b);
}

static void padding_is_no_setting(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"cell", "gru"},
        {"layers", "1"},
        {"bidirectional", "true"},
        {"attention", "luong"},
        {"score", "dot"},
        {"local", "none"},
        {"window", "2"},
        {"embed", "7"},
        {"hidden", "12"},
        {"attention_size", "9"},
        {"heads", "1"},
        {"bridge", "tanh"},
        {"temperature", "1"},
        {"source_tokens", "word"},
        {"target_tokens", "char"},
        {"lowercase", "true"},
        {"source_end", "true"},
        {"limit_factor", "2"},
        {"limit_extra", "3"},
        {"source_merges", "0"},
        {"target_merges", "0"},
        {"places", "none"},
        {"causal", "true"},
        {"feed_forward", "5"},
        {"norm", "post"},
        {"decoder", "cell"},
        {"cross_heads", "1"},
        {"cross_residual", "true"},
        {"decoder_layers", "1"},
        {"fault", "none"},
    };
    Error error = {0};
    Config a, b;
    memset(&a, 0xff, sizeof a);
    memset(&b, 0, sizeof b);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        expect_ok(config_set(&a, texts[i][0], texts[i][1], &error), &error);
        expect_ok(config_set(&b, texts[i][0], texts[i][1], &error), &error);
    }
    assert_int_not_equal(memcmp(&a, &b, sizeof a), 0);
    assert_true(config_equal(&a, &b));
    b.limit_extra = 4;
    assert_false(config_equal(&a, &b));
}

static void what_is_printed_is_parsed(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"cell", "gru"},       {"layers", "2"},        {"bidirectional", "false"}, {"attention", "uniform"},
        {"embed", "7"},        {"hidden", "12"},       {"attention_size", "9"},    {"window", "4"},
        {"bridge", "none"},    {"temperature", "0.7"}, {"source_tokens", "word"},  {"target_tokens", "char"},
        {"lowercase", "true"}, {"source_end", "true"}, {"limit_factor", "1.5"},    {"limit_extra", "3"},
    };
    Error error = {0};
    Config config = config_default(), again;
    for (size_t i = 0; i < LENGTH(texts); i++)
        expect_ok(config_set(&config, texts[i][0], texts[i][1], &error), &error);
    expect_ok(config_check(&config, &error), &error);
    Bytes a = {0}, b = {0};
    config_print(&config, &a);
    expect_ok(config_parse(bytes_slice(&a), &again, &error), &error);
    config_print(&again, &b);
    assert_string_equal(a.data, b.data);
    assert_non_null(strstr(a.data, "\"temperature\":0.7,\"source_tokens\":\"word\",\"target_tokens\":\"char\""));
    assert_int_equal(again.attention_size, 9);
    assert_int_equal(again.layers, 2);
    assert_null(strstr(a.data, "fault")); /* a sound model's file says nothing of it */
    assert_true(again.attention == ATTENTION_UNIFORM && again.bridge == BRIDGE_NONE && again.lowercase);
    bytes_finish(&a);
    bytes_finish(&b);
}

static void merges_go_with_pieces(void **state)
{
    (void)state;
    Error error = {0};
    Config config = config_default(), again;
    Bytes text = {0};
    expect_ok(config_set(&config, "source_tokens", "bpe:4000", &error), &error);
    expect_ok(config_set(&config, "target_tokens", "bpe:9", &error), &error);
    expect_ok(config_check(&config, &error), &error);
    config_print(&config, &text);
    assert_non_null(strstr(text.data, "\"source_tokens\":\"bpe\",\"target_tokens\":\"bpe\""));
    assert_non_null(strstr(text.data, "\"source_merges\":4000,\"target_merges\":9"));
    expect_ok(config_parse(bytes_slice(&text), &again, &error), &error);
    assert_true(config_equal(&config, &again));
    expect_ok(config_set(&config, "source_tokens", "word", &error), &error);
    assert_int_equal(config.source_merges, 0);
    expect_ok(config_check(&config, &error), &error);
    bytes_finish(&text);
}

static void values_that_do_not_fit(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *message;
    } cases[] = {
        {"cell", "lstmm", "cell must be one of rnn, gru, lstm, self, not \"lstmm\""},
        {"attention", "Bahdanau", "attention must be one of none, fixed, uniform, bahdanau, luong, not \"Bahdanau\""},
        {"attention", "", "not \"\""},
        {"hidden", "0", "hidden must be a whole number from 1 to 4096, not \"0\""},
        {"hidden", "4097", "from 1 to 4096"},
        {"hidden", "-1", "from 1 to 4096"},
        {"hidden", "64.5", "from 1 to 4096"},
        {"hidden", "64x", "from 1 to 4096"},
        {"hidden", " 64", "from 1 to 4096"},
        {"hidden", "0x40", "from 1 to 4096"},
        {"hidden", "99999999999999999999", "from 1 to 4096"},
        {"hidden", "", "from 1 to 4096"},
        {"layers", "3", "from 1 to 2"},
        {"temperature", "nan", "temperature must be a number from 0.001 to 1000, not \"nan\""},
        {"temperature", "inf", "from 0.001 to 1000"},
        {"temperature", "0", "from 0.001 to 1000"},
        {"temperature", "1e999", "from 0.001 to 1000"},
        {"temperature", "e", "from 0.001 to 1000"},
        {"bidirectional", "yes", "bidirectional must be true or false, not \"yes\""},
        {"source_tokens", "bytes", "one of space, word, char"},
        {"source_tokens", "bpe:", "source_merges must be a whole number from 0 to 100000, not \"\""},
        {"target_tokens", "bpe:4k", "target_merges must be a whole number from 0 to 100000, not \"4k\""},
        {"target_tokens", "bpe:100001", "from 0 to 100000"},
        {"source_tokens", "BPE:4", "one of space, word, char, bpe"},
        {"limit_extra", "0", "from 1 to 1000"},
        {"hiden", "64", "\"hiden\" is not a setting of a model; there are cell, layers, bidirectional"},
        {"", "64", "\"\" is not a setting"},
        {"cell", "a very long value that goes on and on, and \x1B[31m further", "goes on and on...\""},
    };
    Config config = config_default(), before = config;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        assert_false(config_set(&config, cases[i].key, cases[i].value, &error));
        expect_error(&error, cases[i].message);
        assert_int_equal(error.code, ERROR_USAGE);
        assert_memory_equal(&config, &before, sizeof config);
    }
}

static void json_that_does_not_fit(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        const char *message;
    } cases[] = {
        {BYTES(""), "JSON was expected"},
        {BYTES("{\"hidden\":64"), "JSON was expected"},
        {BYTES("[]"), "an object such as {\"hidden\":64} was expected"},
        {BYTES("null"), "an object"},
        {BYTES("{\"hidden\":\"64\"}"), "hidden must be a whole number from 1 to 4096, not \"64\""},
        {BYTES("{\"hidden\":true}"), "from 1 to 4096, not true"},
        {BYTES("{\"hidden\":64.25}"), "not 64.25"},
        {BYTES("{\"hidden\":null}"), "not null"},
        {BYTES("{\"hidden\":[64]}"), "not [64]"},
        {BYTES("{\"hidden\":1e999}"), "from 1 to 4096"},
        {BYTES("{\"temperature\":\"1\"}"), "temperature must be a number from 0.001 to 1000, not \"1\""},
        {BYTES("{\"bidirectional\":1}"), "bidirectional must be true or false, not 1"},
        {BYTES("{\"bidirectional\":\"true\"}"), "true or false"},
        {BYTES("{\"cell\":0}"), "cell must be one of rnn, gru, lstm, self, not 0"},
        {BYTES("{\"cell\":{\"a\":[1,2]}}"), "not {\"a\":[1,2]}"},
        {BYTES("{\"hidden\":64,\"hidden\":64}"), "\"hidden\" stands there twice"},
        {BYTES("{\"Hidden\":64}"), "\"Hidden\" is not a setting"},
        {BYTES("{\"\":64}"), "\"\" is not a setting"},
        {BYTES("{\"cell\":\"gru\\u0000x\"}"), "U+0000"},
        {BYTES("{\"local\":\"local_m\"}"),
         "local local_m goes with attention luong alone, not with attention bahdanau"},
        {BYTES("{\"score\":\"dot\",\"attention_size\":9}"), "with score dot it must be hidden, 64"},
        {BYTES("{\"bridge\":\"copy\"}"), "here they have 64 and 128"},
        {BYTES("{\"local\":\"local_x\"}"), "one of none, local_m, local_p"},
        {BYTES("{\"attention\":\"luong\",\"local\":\"local_p\",\"window\":0}"), "not with local_p"},
        {BYTES("{\"heads\":4}"), "heads 4 does not fit: cell self alone has several"},
        {BYTES("{\"fault\":\"no_query\",\"score\":\"dot\"}"), "fault no_query goes with score additive alone"},
        {BYTES("{\"fault\":\"mirrored\"}"), "fault mirrored goes with an encoder that reads in one direction"},
        {BYTES("{\"fault\":\"forward_only\",\"layers\":2}"), "an encoder of one layer in both directions"},
        {BYTES("{\"fault\":\"embeddings\",\"cell\":\"self\"}"), "attention to the states of a recurrent encoder"},
        {BYTES("{\"fault\":\"embeddings\"}"), "must be as long as a state, 128; here embed is 64"},
        {BYTES("{\"fault\":\"not_normalised\",\"attention\":\"fixed\"}"), "goes with attention bahdanau or luong"},
        {BYTES("{\"fault\":\"shifted\",\"attention\":\"luong\",\"local\":\"local_m\"}"), "without local"},
        {BYTES("{\"fault\":\"odd\"}"), "not_normalised, shifted, answer_fed, not \"odd\""},
        {BYTES("{\"cell\":\"self\",\"heads\":5}"), "heads 5 does not fit: it must divide embed"},
        {BYTES("{\"bridge\":\"none\",\"attention\":\"none\"}"), "would never see the source"},
        {BYTES("{\"source_tokens\":\"bpe\"}"), "bpe says how many merges are learned, from 1 to 100000"},
        {BYTES("{\"source_tokens\":\"bpe:9\"}"), "source_tokens must be one of"},
        {BYTES("{\"target_merges\":9}"), "9 merges go with tokens bpe alone, not with space"},
        {BYTES("{\"norm\":\"pre\"}"), "feed_forward and norm go with cell self alone, not with cell gru"},
        {BYTES("{\"cell\":\"self\",\"norm\":\"none\"}"), "norm must be one of post, pre"},
        {BYTES("{\"decoder\":\"self\"}"), "decoder self goes with cell self, not with cell gru"},
        {BYTES("{\"cell\":\"self\",\"cross_residual\":false}"), "cross_residual false goes with decoder self alone"},
        {BYTES("{\"cell\":\"self\",\"cross_heads\":2}"), "cross_heads 2 goes with decoder self alone"},
        {BYTES("{\"cell\":\"self\",\"decoder\":\"self\",\"cross_heads\":5}"), "it must divide embed"},
        {BYTES("{\"cell\":\"self\",\"decoder\":\"self\",\"attention\":\"luong\"}"), "attention bahdanau, without"},
        {BYTES("{\"cell\":\"self\",\"decoder\":\"self\",\"fault\":\"no_mask\"}"), "without local and fault"},
        {BYTES("{\"cell\":\"self\",\"decoder\":\"self\",\"decoder_layers\":2}"), "goes with a recurrent decoder"},
        {BYTES("{\"decoder_layers\":3}"), "decoder_layers must be a whole number from 1 to 2, not 3"},
        {BYTES("{\"cell\":\"transformer\"}"), "cell must be one of"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Config config;
        assert_false(config_parse(cases[i].text, &config, &error));
        expect_error(&error, cases[i].message);
    }
}

/* docs/design.md names every fault with its line, as the table of faults has it. */
static void faults_are_documented(void **state)
{
    (void)state;
    Bytes text = {0};
    Error error;
    const char *folder = getenv("ATTEND_DATA");
    assert_non_null(folder);
    char path[1000];
    snprintf(path, sizeof path, "%s/docs/design.md", folder);
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &text, &error), &error);
    bytes_add(&text, "", 1);
    for (FaultKind kind = FAULT_NONE + 1; kind < FAULT_KINDS; kind++) {
        const Fault *fault = fault_of(kind);
        char row[200];
        snprintf(row, sizeof row, "| `%s` | `%s` | `%s` |", fault->name, fault->wrong + strspn(fault->wrong, " "),
                 fault->right + strspn(fault->right, " "));
        assert_string_not_equal(fault->wrong, fault->right);
        assert_non_null(strstr(text.data, row));
    }
    bytes_finish(&text);
}

static void deep_json_is_refused(void **state)
{
    (void)state;
    Bytes text = {0};
    bytes_add_text(&text, "{\"cell\":");
    for (int i = 0; i < 100000; i++)
        bytes_add_text(&text, "[");
    Error error = {0};
    Config config;
    assert_false(config_parse(bytes_slice(&text), &config, &error));
    expect_error(&error, "nesting");
    bytes_finish(&text);
}

static void checking_a_config_put_together(void **state)
{
    (void)state;
    Error error = {0};
    Config config = config_default();
    config.hidden = 48;
    config.window = 0; /* of no window */
    expect_ok(config_check(&config, &error), &error);
    assert_int_equal(config.attention_size, 48);
    config.attention_size = 16;
    expect_ok(config_check(&config, &error), &error);
    assert_int_equal(config.attention_size, 16);

    Config wrong = config;
    wrong.hidden = 5000;
    assert_false(config_check(&wrong, &error));
    expect_error(&error, "hidden must be a whole number from 1 to 4096, not 5000");
    wrong = config;
    wrong.attention = ATTENTION_KINDS;
    assert_false(config_check(&wrong, &error));
    expect_error(&error, "attention must be one of none");
    wrong = config;
    wrong.temperature = 0.0 / 0.0;
    assert_false(config_check(&wrong, &error));
    expect_error(&error, "temperature");
}

static void what_a_config_has(void **state)
{
    (void)state;
    static const struct {
        AttentionKind kind;
        bool scores, weighs;
    } cases[] = {
        {ATTENTION_NONE, false, false},
        {ATTENTION_FIXED, false, false},
        {ATTENTION_UNIFORM, false, true},
        {ATTENTION_BAHDANAU, true, true},
    };
    Config config = config_default();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        config.attention = cases[i].kind;
        assert_int_equal(config_scores(&config), cases[i].scores);
        assert_int_equal(config_weighs(&config), cases[i].weighs);
    }
    config.hidden = 10;
    assert_int_equal(config_annotation(&config), 20);
    config.bidirectional = false;
    assert_int_equal(config_annotation(&config), 10);
}

/* Both halves by one word; what goes with them is set, and a file says what is not usual. */
static void a_transformer(void **state)
{
    (void)state;
    Error error = {0};
    Config config = config_default(), again;
    expect_ok(config_set(&config, "cell", "transformer", &error), &error);
    expect_ok(config_set(&config, "embed", "32", &error), &error);
    expect_ok(config_set(&config, "cross_heads", "4", &error), &error);
    expect_ok(config_set(&config, "cross_residual", "false", &error), &error);
    expect_ok(config_check(&config, &error), &error);
    assert_true(config_is_transformer(&config) && config.cell == CELL_SELF && !config.bidirectional);
    assert_true(config.hidden == 32 && config.attention_size == 32 && config_annotation(&config) == 32);
    assert_true(config.score == SCORE_SCALED_DOT && config.bridge == BRIDGE_NONE);
    Bytes text = {0};
    config_print(&config, &text);
    assert_non_null(strstr(text.data, "\"decoder\":\"self\",\"cross_heads\":4,\"cross_residual\":false}"));
    expect_ok(config_parse(bytes_slice(&text), &again, &error), &error);
    assert_true(config_equal(&config, &again));
    bytes_finish(&text);
    config = config_default();
    config_print(&config, &text);
    assert_null(strstr(text.data, "decoder"));
    assert_null(strstr(text.data, "cross_heads"));
    assert_null(strstr(text.data, "cross_residual"));
    assert_null(strstr(text.data, "norm"));
    bytes_finish(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_in_full),
        cmocka_unit_test(absent_keys_take_defaults),
        cmocka_unit_test(padding_is_no_setting),
        cmocka_unit_test(what_is_printed_is_parsed),
        cmocka_unit_test(merges_go_with_pieces),
        cmocka_unit_test(values_that_do_not_fit),
        cmocka_unit_test(json_that_does_not_fit),
        cmocka_unit_test(deep_json_is_refused),
        cmocka_unit_test(checking_a_config_put_together),
        cmocka_unit_test(a_transformer),
        cmocka_unit_test(what_a_config_has),
        cmocka_unit_test(faults_are_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
