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

static const char *const source[] = {"the", "a,b", "the", "say \"hi\"", ""};
static const char *const target[] = {"老鼠", "</s>"};
static const float weights[2][5] = {{0.1f, 0.9f, 0, 1e-20f, 1}, {0.333333343f, 0.25f, 0.125f, 0.0625f, 0.03125f}};
static const ExportMatrix matrix = {source, 5, target, 2, weights[0]};

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

/* An empty translation is legal. */
static void test_no_rows(void **state)
{
    (void)state;
    char path[64];
    Error error = {0};
    ExportMatrix empty = {source, 1, NULL, 0, NULL};
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
    ExportMatrix broken = {source, 1, target, 1, bad};
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
        cmocka_unit_test(test_failures), cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
