#include "base/file.h"
#include "base/json.h"
#include "export/export.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *source[] = {"the", "a,b", "the", "say \"hi\"", ""};
static const char *target[] = {"老鼠", "</s>"};
static float weights[2][5] = {{0.1f, 0.9f, 0, 1e-20f, 1}, {0.333333343f, 0.25f, 0.125f, 0.0625f, 0.03125f}};
static const MatrixStack matrix = {
    .layers = 1, .heads = 1, .rows = 2, .columns = 5, .values = weights[0], .source = source, .target = target};

static Bytes exported(const char *path)
{
    Error error = {0};
    if (!export_alignment(&matrix, path, &error))
        fail_msg("%s", error_text(&error));
    Bytes bytes;
    assert_true(file_read(path, FILE_LIMIT_TEXT, &bytes, &error));
    unlink(path);
    return bytes;
}

static void temporary_name(char path[64], const char *ending)
{
    snprintf(path, 64, "/tmp/attend-numbers-%ld%s", (long)getpid(), ending);
}

static void test_csv(void **state)
{
    (void)state;
    char path[64];
    temporary_name(path, ".csv");
    Bytes bytes = exported(path);
    assert_string_equal(bytes.data, ",the,\"a,b\",the,\"say \"\"hi\"\"\",\r\n"
                                    "老鼠,0.100000001,0.899999976,0,9.99999968e-21,1\r\n"
                                    "</s>,0.333333343,0.25,0.125,0.0625,0.03125\r\n");
    bytes_finish(&bytes);
}

static void test_json(void **state)
{
    (void)state;
    char path[64];
    temporary_name(path, ".json");
    Bytes bytes = exported(path);
    Error error = {0};
    cJSON *root = json_parse(bytes_slice(&bytes), 100, &error);
    if (!root)
        fail_msg("%s", error_text(&error));
    assert_string_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "source"), 3)->valuestring, "say \"hi\"");
    assert_string_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "target"), 0)->valuestring, "老鼠");
    for (int t = 0; t < 2; t++)
        for (int j = 0; j < 5; j++) {
            cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "weights"), t);
            assert_true((float)cJSON_GetArrayItem(row, j)->valuedouble == weights[t][j]);
        }
    cJSON_Delete(root);
    bytes_finish(&bytes);
}

static void check_round(const MatrixStack *stack, const char *ending)
{
    char path[64];
    Error error = {0};
    MatrixStack read;
    Bytes bytes;
    temporary_name(path, ending);
    if (!export_alignment(stack, path, &error) || !file_read(path, FILE_LIMIT_DATA, &bytes, &error)
        || !stack_parse(&(StackInput){path, bytes, NULL}, NULL, LINKS_PHARAOH, &read, &error))
        fail_msg("%s", error_text(&error));
    size_t count = (size_t)(stack->layers * stack->heads * stack->rows * stack->columns);
    assert_int_equal(read.layers, stack->layers);
    assert_int_equal(read.heads, stack->heads);
    assert_int_equal(read.rows, stack->rows);
    assert_memory_equal(read.values, stack->values, count * sizeof *stack->values);
    bool several = stack->layers * stack->heads > 1, named = strcmp(ending, ".npy") != 0;
    if (several)
        assert_true(read.layered == stack->layered && read.headed == stack->headed);
    if (several && named) {
        assert_memory_equal(read.head_names, stack->head_names, (size_t)stack->heads * sizeof(int));
        assert_memory_equal(read.layer_names, stack->layer_names, (size_t)stack->layers * sizeof(int));
    }
    for (int j = 0; named && j < stack->columns; j++)
        assert_string_equal(read.source[j], stack->source[j]);
    for (int t = 0; named && t < stack->rows; t++)
        assert_string_equal(read.target[t], stack->target[t]);
    stack_finish(&read);
    unlink(path);
}

/* What is written is read back: one matrix, heads, and heads of layers, with their numbers. */
static void test_rounds(void **state)
{
    (void)state;
    static const char *const endings[] = {".csv", ".json", ".npy"};
    static const char *words[] = {"le", "a,b", "head 3", "\"so\"", "猫"};
    static int layers[] = {0, 2}, heads[] = {0, 3, 7};
    static float values[2 * 3 * 5 * 5];
    for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
        values[i] = 1 / (float)(i + 3);
    for (int layer_count = 1; layer_count <= 2; layer_count++)
        for (int head_count = 1; head_count <= 3; head_count++)
            for (int size = 1; size <= 5; size++)
                for (int i = 0; i < 3; i++) {
                    MatrixStack stack = {.layers = layer_count,
                                         .heads = head_count,
                                         .rows = 6 - size,
                                         .columns = size,
                                         .layered = layer_count > 1,
                                         .headed = layer_count * head_count > 1,
                                         .layer_names = layers,
                                         .head_names = heads,
                                         .values = values,
                                         .source = words,
                                         .target = words};
                    check_round(&stack, endings[i]);
                }
}

/* An empty translation is legal. */
static void test_no_rows(void **state)
{
    (void)state;
    char path[64];
    Error error = {0};
    MatrixStack empty = {.layers = 1, .heads = 1, .columns = 1, .source = source};
    temporary_name(path, ".json");
    assert_true(export_alignment(&empty, path, &error));
    Bytes bytes;
    assert_true(file_read(path, FILE_LIMIT_TEXT, &bytes, &error));
    cJSON *root = json_parse(bytes_slice(&bytes), 100, &error);
    assert_non_null(root);
    cJSON_Delete(root);
    bytes_finish(&bytes);
    unlink(path);
}

static void test_failures(void **state)
{
    (void)state;
    static const struct {
        const char *path, *says;
        ErrorCode code;
    } cases[] = {
        {"/tmp/attend.xlsx", ".csv, .json or .npy", ERROR_USAGE},
        {"/tmp/attend.png", ".csv, .json or .npy", ERROR_USAGE},
        {"/nowhere/attend.csv", "cannot be written", ERROR_FILE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Error error = {0};
        assert_false(export_alignment(&matrix, cases[i].path, &error));
        assert_int_equal(error.code, cases[i].code);
        assert_non_null(strstr(error_text(&error), cases[i].says));
    }
    float bad[1] = {NAN};
    Error error = {0};
    MatrixStack broken = {
        .layers = 1, .heads = 1, .rows = 1, .columns = 1, .values = bad, .source = source, .target = target};
    char path[64];
    temporary_name(path, ".csv");
    assert_false(export_alignment(&broken, path, &error));
    assert_false(file_exists(path));
}

static void test_formats(void **state)
{
    (void)state;
    assert_int_equal(export_format("a.b/c.PNG"), EXPORT_PNG);
    assert_int_equal(export_format("c.svg"), EXPORT_SVG);
    assert_int_equal(export_format("c.Pdf"), EXPORT_PDF);
    assert_int_equal(export_format("c.csv"), EXPORT_CSV);
    assert_int_equal(export_format("c.json"), EXPORT_JSON);
    assert_int_equal(export_format("a.png/c"), EXPORT_OTHER);
    assert_int_equal(export_format(""), EXPORT_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),      cmocka_unit_test(test_json),    cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_failures), cmocka_unit_test(test_formats), cmocka_unit_test(test_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
