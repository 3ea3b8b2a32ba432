#include "support.h"

#include "model/train.h"

static void every_key_sets_its_field(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"epochs", "12"},       {"batch", "64"},
        {"threads", "3"},       {"lr", "0.005"},
        {"clip", "0"},          {"decay", "0.25"},
        {"unk", "0.02"},        {"dropout", "0.1"},
        {"smoothing", "0.05"},  {"seed", "9007199254740991"},
        {"patience", "4"},      {"warmup", "9"},
        {"adam_beta2", "0.98"}, {"schedule", "constant"},
    };
    Error error = {0};
    TrainOptions options = train_default();
    for (size_t i = 0; i < LENGTH(texts); i++)
        expect_ok(train_set(&options, texts[i][0], texts[i][1], &error), &error);
    assert_int_equal(options.epochs, 12);
    assert_int_equal(options.batch, 64);
    assert_int_equal(options.threads, 3);
    assert_int_equal(options.patience, 4);
    assert_true(options.learning_rate == 0.005 && options.clip == 0 && options.decay == 0.25);
    assert_true(options.unknown == 0.02 && options.dropout == 0.1 && options.smoothing == 0.05);
    assert_true(options.seed == 9007199254740991u);
    assert_true(options.warmup == 9 && options.adam_beta2 == 0.98 && options.schedule == SCHEDULE_CONSTANT);
}

/* What is written of a training that uses none of the newer settings: an older M.resume goes on. */
static void what_is_written(void **state)
{
    (void)state;
    Bytes text = {0};
    TrainOptions options = train_default();
    options.threads = 1;
    train_print(&options, &text);
    assert_string_equal(text.data,
                        "{\"epochs\":30,\"batch\":32,\"threads\":1,\"lr\":0.002,\"clip\":1,\"decay\":0.1,\"unk\":0.01,"
                        "\"dropout\":0,\"smoothing\":0,\"attention_entropy\":0,\"patience\":0,\"seed\":1}");
    options.warmup = 5;
    options.adam_beta2 = 0.98;
    bytes_finish(&text);
    train_print(&options, &text);
    assert_non_null(strstr(text.data, "\"warmup\":5,\"adam_beta2\":0.98"));
    bytes_finish(&text);
}

/* Rising, from its top, at its end. */
static void rates(void **state)
{
    (void)state;
    TrainOptions options = train_default();
    options.learning_rate = 1;
    options.decay = 0.02;
    options.warmup = 4;
    assert_true(train_rate(&options, 0, 104) == 0.25 && train_rate(&options, 3, 104) == 1);
    assert_true(train_rate(&options, 4, 104) == 1);
    assert_float_equal(train_rate(&options, 54, 104), 0.51, 1e-9);
    options.schedule = SCHEDULE_CONSTANT;
    assert_true(train_rate(&options, 103, 104) == 1);
}

static void defaults_can_be_set_themselves(void **state)
{
    (void)state;
    TrainOptions options = train_default();
    assert_true(options.epochs >= 1 && options.batch >= 1 && options.threads >= 1 && options.learning_rate > 0);
    assert_true(options.unknown == 0.01);
}

static void values_that_do_not_fit(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *message;
    } cases[] = {
        {"epochs", "-1", "epochs must be a whole number from 0 to 100000, not \"-1\""},
        {"batch", "1.5", "batch must be a whole number from 1 to 4096"},
        {"threads", "many", "threads must be a whole number from 1 to 256, not \"many\""},
        {"lr", "0", "lr must be a number from 0.00000001 to 1, not \"0\""},
        {"lr", "nan", "lr must be"},
        {"clip", "-1", "clip must be a number from 0"},
        {"decay", "1.1", "decay must be a number from 0 to 1"},
        {"unk", "1", "unk must be a number from 0 to 0.9"},
        {"dropout", "0.95", "dropout must be a number from 0 to 0.9"},
        {"smoothing", "-0.1", "smoothing must be"},
        {"seed", "-1", "seed must be a whole number from 0 to 9007199254740992"},
        {"seed", "9007199254740994", "seed must be"},
        {"seed", "1.5", "seed must be"},
        {"learning_rate", "1",
         "\"learning_rate\" is not a setting of training; there are epochs, batch, threads, lr, clip"},
    };
    TrainOptions options = train_default(), before = options;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        assert_false(train_set(&options, cases[i].key, cases[i].value, &error));
        expect_error(&error, cases[i].message);
        assert_int_equal(error.code, ERROR_USAGE);
        assert_memory_equal(&options, &before, sizeof options);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written),          cmocka_unit_test(rates),
        cmocka_unit_test(every_key_sets_its_field), cmocka_unit_test(defaults_can_be_set_themselves),
        cmocka_unit_test(values_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
