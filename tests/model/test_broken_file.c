/* Model files that lie, or that something has happened to: none is believed. */
#include "parts.h"

/* Replaces the first `from` in the header. */
static void edit(Parts *parts, const char *from, const char *to)
{
    char *found = strstr(parts->header.data, from);
    if (!found)
        fail_msg("the header has no %s", from);
    Bytes edited = {0};
    bytes_add(&edited, parts->header.data, (size_t)(found - parts->header.data));
    bytes_add_text(&edited, to);
    bytes_add_text(&edited, found + strlen(from));
    bytes_finish(&parts->header);
    parts->header = edited;
}

static void expect_refusal(const Bytes *file, const char *message)
{
    Error error = {0};
    Model model;
    assert_false(model_parse(bytes_slice(file), "M.safetensors", &model, &error));
    expect_error(&error, message);
    assert_int_equal(error.code, ERROR_FORMAT);
    assert_memory_equal(error_text(&error), "M.safetensors: ", 15);
    assert_null(model.params);
    assert_int_equal(model.source.count, 0);
}

typedef struct Lie { /* in the header */
    const char *from, *to, *message;
} Lie;

static void expect_refusals(const Bytes *file, const Lie *lies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Parts parts = parts_of(file);
        edit(&parts, lies[i].from, lies[i].to);
        Bytes edited = file_of(&parts);
        expect_refusal(&edited, lies[i].message);
        bytes_finish(&edited);
        parts_finish(&parts);
    }
}

static void headers_that_lie(void **state)
{
    (void)state;
    static const Lie cases[] = {
        {"{\"__meta", "[\"__meta", "a header that starts with { was expected"},
        {"\"__metadata__\":", "\"__metadata__\" ", "its header: JSON was expected"},
        {"__metadata__", "__metadat___", "it has no __metadata__"},
        {"\"__metadata__\":{", "\"__metadata__\":[],\"x\":{", "it has no __metadata__"},
        {"\"attend.version\":\"1\"", "\"attend.version\":\"2\"", "has attend.version \"2\", this program reads \"1\""},
        {"\"attend.version\":\"1\"", "\"attend.version\":1", "a text \"attend.version\" was expected"},
        {"\"attend.version\":\"1\",", "", "a text \"attend.version\" was expected in its __metadata__"},
        {"attend.config", "attend.confi", "a text \"attend.config\" was expected"},
        {"\"attend.version\":", "\"attend.config\":\"{}\",\"attend.version\":", "\"attend.config\" stands twice"},
        {"\\\"cell\\\":\\\"gru\\\"", "\\\"cell\\\":\\\"tree\\\"",
         "attend.config: cell must be one of rnn, gru, lstm, self, not \"tree\""},
        {"\\\"hidden\\\":1", "\\\"hidden\\\":1000000000",
         "attend.config: hidden must be a whole number from 1 to 4096"},
        {"\\\"hidden\\\":1", "\\\"hidden\\\":4096", "tensor encoder.weight_ih_l0: the shape [12288,1] was expected"},
        {"\\\"hidden\\\":1", "\\\"hiden\\\":1", "\"hiden\" is not a setting of a model"},
        {"\\\"heads\\\":1", "\\\"heads\\\":2", "heads 2 does not fit"},
        {"\"{\\\"cell", "\"{{\\\"cell", "attend.config: JSON was expected"},
        {"attend.source_vocab", "attend.source_voc", "a text \"attend.source_vocab\" was expected"},
        {"attend.target_vocab", "attend.target_voc", "a text \"attend.target_vocab\" was expected"},
        {"\\\"cat\\\"", "\\\"chase\\\"", "attend.source_vocab: \"chase\" is listed twice"},
        {"\\\"cat\\\"", "\\\"<pad>\\\"", "attend.source_vocab: \"<pad>\" is listed twice"},
        {"\\\"cat\\\"", "\\\"\\\"", "attend.source_vocab: item 5 is not a word"},
        {"\\\"cat\\\"", "7", "attend.source_vocab: item 5 is not a word"},
        {"\\\"cat\\\"", "[[]]", "attend.source_vocab: item 5 is not a word"},
        {"\\\"cat\\\"", "\\\"c\\\\u0000t\\\"", "attend.source_vocab: JSON was expected, there is the character U+0000"},
        {"\\\"cat\\\"", "\\\"c\\u0000t\\\"", "its header: JSON was expected, there is the character U+0000"},
        {"\\\"cat\\\"", "\\\"c\\\\u001b[2J\\\"", "attend.source_vocab: item 5 is not a word"},
        {"\\\"cat\\\"", "\\\"c\\\\u009b2J\\\"", "attend.source_vocab: item 5 is not a word"},
        {"\\\"cat\\\"", "\\\"c\\\\u202e2J\\\"", "attend.source_vocab: item 5 is not a word"},
        {"\\\"cat\\\"", "\\\"c\\\\ud800\\\"", "attend.source_vocab: JSON was expected"},
        {"cat", "c\xE9t", "not UTF-8"},
        {"\\\"cat\\\",", "", "tensor source_embedding.weight: the shape [5,1] was expected"},
        {"\\\"cat\\\"", "\\\"cat\\\",\\\"dog\\\"", "tensor source_embedding.weight: the shape [7,1] was expected"},
        {"\\\"<s>\\\"", "\\\"<x>\\\"", "attend.source_vocab: <pad>, <s>, </s> and <unk> were expected"},
        {"\\\"<pad>\\\",\\\"<s>\\\"", "\\\"<s>\\\",\\\"<pad>\\\"", "as the first four words"},
        {"\"[\\\"<pad>\\\"", "\"{\\\"<pad>\\\":1}\",\"x\":\"[\\\"<pad>\\\"", "an array of words was expected"},
        {"{\\\"data\\\"", "[{\\\"data\\\"", "attend.training: JSON was expected"},
        {"\\\"data.tsv\\\"", "7", "attend.training: a text of at most 255 bytes was expected for \"data\""},
        {"\\\"seed\\\":5", "\\\"seed\\\":-5", "attend.training: a whole number from 0"},
        {"\\\"seed\\\":5", "\\\"seed\\\":1e300", "for \"seed\""},
        {"\\\"epochs\\\":3", "\\\"epochs\\\":3.5", "for \"epochs\""},
        {"\\\"loss\\\":0.1", "\\\"loss\\\":\\\"low\\\"", "attend.training: a number was expected for \"loss\""},
        {"\\\"loss\\\":0.1", "\\\"loss\\\":1e999", "a number was expected for \"loss\""},
        {"\"dtype\":\"F32\"", "\"dtype\":\"F64\"", "tensor source_embedding.weight: dtype F32 was expected"},
        {"\"dtype\":\"F32\"", "\"dtype\":32", "dtype F32 was expected"},
        {"\"shape\":[6,1]", "\"shape\":[1,6]", "tensor source_embedding.weight: the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[6]", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[6,1,1]", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[]", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":6", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[-6,-1]", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[6,1e300]", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[6.5,1]", "the shape [6,1] was expected"},
        {"\"shape\":[6,1]", "\"shape\":[\"6\",1]", "the shape [6,1] was expected"},
        {"\"shape\":[5]", "\"shape\":[5,1]", "tensor output.bias: the shape [5] was expected"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[24,0]", "data_offsets within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[0,99999999]", "data_offsets within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[-24,0]", "data_offsets within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[18446744073709551616,18446744073709551640]", "within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[0]", "data_offsets within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[0,24,24]", "data_offsets within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":\"0,24\"", "data_offsets within the"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[0,20]", "24 bytes of data were expected, not 20"},
        {"\"data_offsets\":[0,24]", "\"data_offsets\":[20,44]", "was expected to start at byte 0"},
        {"\"data_offsets\":[24,44]", "\"data_offsets\":[0,20]", "without gap or overlap"},
        {"\"source_embedding.weight\"", "\"target_embedding.weight\"", "\"target_embedding.weight\" stands twice"},
        {"\"source_embedding.weight\"", "\"source_embedding.wait\"",
         "tensor \"source_embedding.wait\" does not belong"},
        {"\"source_embedding.weight\":{", "\"source_embedding.weight\":7,\"x\":{", "an object of dtype, shape and"},
        {"{\"dtype\":\"F32\",\"shape\":[6,1]", "{\"a\":1,\"dtype\":\"F32\",\"shape\":[6,1]",
         "an object of dtype, shape"},
        {"{\"dtype\":\"F32\",\"shape\":[6,1]", "{\"dtype\":\"F32\",\"dtype\":\"F32\"", "the shape [6,1] was expected"},
        {",\"output.bias\":{\"dtype\":\"F32\",\"shape\":[5],", ",\"x\":{", "tensor \"x\" does not belong"},
    };
    Bytes file = small_file();
    expect_refusals(&file, cases, LENGTH(cases));
    bytes_finish(&file);
}

static void merges_that_lie(void **state)
{
    (void)state;
    static const Lie cases[] = {
        {"attend.source_merges", "attend.source_merge", "a text \"attend.source_merges\" was expected"},
        {"[\\\"a@@ b@@\\\"", "[7", "attend.source_merges: item 1, \"\", is no merge"},
        {"a@@ b@@\\\"", "a@@\\\"", "item 1, \"a@@\", is no merge"},
        {"a@@ b@@\\\"", "a@@ b@@ a\\\"", "item 1, \"a@@ b@@ a\", is no merge"},
        {"a@@ b@@\\\"", "\\\"", "item 1, \"\", is no merge"},
        {"a@@ b@@\\\"", " \\\"", "item 1, \" \", is no merge"},
        {"a@@ b@@\\\"", "a b@@\\\"", "item 1, \"a b@@\", is no merge"},   /* nothing follows a */
        {"a@@ b@@\\\"", "b@@ b\\\"", "item 1, \"b@@ b\", is no merge"},   /* bb is no piece */
        {"a@@ b\\\"", "a@@ b@@\\\"", "item 2, \"a@@ b@@\", is no merge"}, /* it is the first */
        {"a@@ b@@\\\"", "<s> <unk>\\\"", "item 1, \"<s> <unk>\", is no merge"},
        {"\"[\\\"a@@ b@@\\\"", "\"{\\\"a\\\":1}\",\"x\":\"[\\\"\\\"", "attend.source_merges: an array of words"},
        {"\\\"source_merges\\\":3", "\\\"source_merges\\\":0", "bpe says how many merges are learned"},
        {"\\\"source_merges\\\":3", "\\\"source_merges\\\":100001", "a whole number from 0 to 100000"},
        {"\\\"source_tokens\\\":\\\"bpe\\\"", "\\\"source_tokens\\\":\\\"word\\\"",
         "3 merges go with tokens bpe alone"},
    };
    Model model = small_pieces();
    Bytes file = {0};
    model_print(&model, &file);
    model_finish(&model);
    expect_refusals(&file, cases, LENGTH(cases));
    bytes_finish(&file);
}

static void words_that_are_too_long(void **state)
{
    (void)state;
    Bytes file = small_file(), word = {0};
    Parts parts = parts_of(&file);
    bytes_add_text(&word, "\\\"");
    for (int i = 0; i <= WORD_BYTES_MOST; i++)
        bytes_add(&word, "x", 1);
    bytes_add_text(&word, "\\\"");
    edit(&parts, "\\\"cat\\\"", word.data);
    Bytes lying = file_of(&parts);
    expect_refusal(&lying, "attend.source_vocab: item 5 has 4096 bytes; expected at most 4095");
    bytes_finish(&lying);
    parts_finish(&parts);
    bytes_finish(&word);
    bytes_finish(&file);
}

static void a_missing_tensor(void **state)
{
    (void)state;
    Bytes file = small_file();
    Parts parts = parts_of(&file);
    char *last = strstr(parts.header.data, ",\"output.bias\"");
    parts.header.length = (size_t)(last - parts.header.data);
    bytes_add_text(&parts.header, "}");
    Bytes edited = file_of(&parts);
    expect_refusal(&edited, "tensor output.bias is missing");
    bytes_finish(&edited);
    parts_finish(&parts);
    bytes_finish(&file);
}

static void lengths_that_lie(void **state)
{
    (void)state;
    Bytes file = small_file();
    static const struct {
        unsigned char length[8];
        const char *message;
    } cases[] = {
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, "speaks of a header of 18446744073709551615 bytes"},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F}, "speaks of a header of 9223372036854775807 bytes"},
        {{0, 0, 0, 0, 1, 0, 0, 0}, "speaks of a header of 4294967296 bytes"},
        {{0}, "a header that starts with { was expected"},
        {{1}, "its header: JSON was expected"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        memcpy(file.data, cases[i].length, 8);
        expect_refusal(&file, cases[i].message);
    }
    size_t one_too_many = file.length - 8 + 1;
    memcpy(file.data, (unsigned char[8]){one_too_many & 0xFF, (unsigned char)(one_too_many >> 8)}, 8);
    expect_refusal(&file, "speaks of a header of");
    bytes_finish(&file);
    file = small_file();
    bytes_add(&file, "\0\0\0\0", 4);
    expect_refusal(&file, "has 4 bytes behind the last tensor");
    bytes_finish(&file);
}

static void deep_and_wide_headers(void **state)
{
    (void)state;
    Bytes file = small_file();
    Parts parts = parts_of(&file);
    parts.header.length = 0;
    for (int i = 0; i < 300000; i++)
        bytes_add_text(&parts.header, "{\"a\":");
    Bytes deep = file_of(&parts);
    expect_refusal(&deep, "too deep a nesting");
    parts.header.length = 0;
    bytes_add_text(&parts.header, "{\"a\":[0");
    for (int i = 0; i < 300000; i++)
        bytes_add_text(&parts.header, ",0");
    bytes_add_text(&parts.header, "]}");
    Bytes wide = file_of(&parts);
    expect_refusal(&wide, "a value more than can be meant");
    bytes_finish(&deep);
    bytes_finish(&wide);
    parts_finish(&parts);
    bytes_finish(&file);
}

static void too_many_words(void **state)
{
    (void)state;
    Bytes file = small_file(), many = {0};
    bytes_add_text(&many, "\\\"cat\\\"");
    for (int i = 0; i < 1000000; i++)
        bytes_printf(&many, ",\\\"%x\\\"", i);
    Parts parts = parts_of(&file);
    edit(&parts, "\\\"cat\\\"", many.data);
    Bytes edited = file_of(&parts);
    expect_refusal(&edited, "attend.source_vocab: JSON was expected, there is a value more than can be meant");
    bytes_finish(&edited);
    bytes_finish(&many);
    parts_finish(&parts);
    bytes_finish(&file);
}

static void numbers_that_are_none(void **state)
{
    (void)state;
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    Model model = small_model();
    for (int i = 0; i < model.table.count; i++) {
        const Param *param = &model.table.items[i];
        Real *number = &model.params[param->offset + param_size(param) - 1], kept = *number;
        *number = bad[i % 3];
        Bytes file = {0};
        model_print(&model, &file);
        char message[96];
        snprintf(message, sizeof message, "tensor %s holds a number that is not finite", param->name);
        expect_refusal(&file, message);
        bytes_finish(&file);
        *number = kept;
    }
    model_finish(&model);
}

static void cut_short_anywhere(void **state)
{
    (void)state;
    Bytes file = small_file();
    for (size_t length = 0; length < file.length; length++) {
        char *exact = heap_alloc(length, 1); /* so that a sanitizer sees a byte too many */
        memcpy(exact, file.data, length);
        Error error = {0};
        Model model;
        if (model_parse((Slice){exact, length}, "M", &model, &error))
            fail_msg("a file cut at %zu of %zu bytes was taken", length, file.length);
        assert_true(strlen(error.message) > 20);
        free(exact);
    }
    bytes_finish(&file);
}

/* Any bit may be wrong: no crash, and what is taken can be written and read again. */
static void any_bit_flipped(void **state)
{
    (void)state;
    Bytes file = small_file();
    size_t taken = 0, refused = 0;
    for (size_t i = 0; i < file.length * 8; i++) {
        file.data[i / 8] ^= (char)(1 << i % 8);
        Error error = {0};
        Model model;
        if (model_parse(bytes_slice(&file), "M", &model, &error)) {
            expect_round_trip(&model);
            model_finish(&model);
            taken++;
        } else {
            assert_true(strlen(error.message) > 20);
            refused++;
        }
        file.data[i / 8] ^= (char)(1 << i % 8);
    }
    assert_true(taken > 1000 && refused > 8000); /* most bits of numbers are harmless, most of the header's are not */
    bytes_finish(&file);
}

/* Bytes that this process has read so far. */
static long bytes_read(void)
{
    long count = 0;
    FILE *counts = fopen("/proc/self/io", "r");
    assert_non_null(counts);
    assert_int_equal(fscanf(counts, "rchar: %ld", &count), 1);
    fclose(counts);
    return count;
}

/* With 100 MB behind the header, none of which is read when the header does not fit. */
static void a_bad_header_is_refused_before_the_numbers_are_read(void **state)
{
    (void)state;
    static const char *const edits[][3] = {{"F32", "F16", "dtype F32 was expected"},
                                           {"gru", "gro", "attend.config: cell must be one of"},
                                           {"__metadata__", "__metadota__", "it has no __metadata__"},
                                           {"attend", "attend", "bytes behind the last tensor"}};
    for (size_t i = 0; i < LENGTH(edits); i++) {
        char folder[64], path[128];
        folder_create(folder);
        snprintf(path, sizeof path, "%s/M.safetensors", folder);
        Error error = {0};
        Model model;
        Bytes file = small_file();
        Parts parts = parts_of(&file);
        edit(&parts, edits[i][0], edits[i][1]);
        Bytes edited = file_of(&parts);
        expect_ok(file_write(path, edited.data, edited.length, &error), &error);
        assert_int_equal(truncate(path, 100 << 20), 0);
        long before = bytes_read();
        assert_false(model_load(path, &model, &error));
        assert_true(bytes_read() - before < 1 << 20);
        expect_error(&error, edits[i][2]);
        bytes_finish(&edited);
        bytes_finish(&file);
        parts_finish(&parts);
        folder_remove(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_that_lie),
        cmocka_unit_test(merges_that_lie),
        cmocka_unit_test(words_that_are_too_long),
        cmocka_unit_test(a_missing_tensor),
        cmocka_unit_test(lengths_that_lie),
        cmocka_unit_test(deep_and_wide_headers),
        cmocka_unit_test(too_many_words),
        cmocka_unit_test(numbers_that_are_none),
        cmocka_unit_test(cut_short_anywhere),
        cmocka_unit_test(any_bit_flipped),
        cmocka_unit_test(a_bad_header_is_refused_before_the_numbers_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
