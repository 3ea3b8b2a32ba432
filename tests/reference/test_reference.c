/* `attend decode --json` against PyTorch's computation from the same model files, number by number. The expectations
 * are the *.json files of this folder; make_reference.py remakes them. Environment: ATTEND (the program), SOURCE_ROOT,
 * REFERENCES (this folder). */
#include "support.h"

#include <cjson/cJSON.h>
#include <math.h>

/* float32 against double over a few hundred operations: 1e-6 is seen, the design asks for 1e-5. */
#define TOLERANCE 1e-5

typedef struct Place { /* where in the JSON, for the message */
    char path[512];
    double largest; /* difference seen */
    int numbers;
} Place;

static void differ(const Place *place, const char *what)
{
    fail_msg("%s: %s", place->path, what);
}

static void compare(const cJSON *expected, const cJSON *actual, Place *place);

static void compare_inside(const cJSON *expected, const cJSON *actual, Place *place, const char *name)
{
    size_t length = strlen(place->path);
    snprintf(place->path + length, sizeof place->path - length, "%s%s", length ? "/" : "", name);
    compare(expected, actual, place);
    place->path[length] = '\0';
}

static void compare_object(const cJSON *expected, const cJSON *actual, Place *place)
{
    if (cJSON_GetArraySize(expected) != cJSON_GetArraySize(actual))
        differ(place, "has other keys");
    for (const cJSON *item = expected->child; item; item = item->next) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(actual, item->string);
        if (!other)
            differ(place, item->string);
        compare_inside(item, other, place, item->string);
    }
}

static void compare_array(const cJSON *expected, const cJSON *actual, Place *place)
{
    if (cJSON_GetArraySize(expected) != cJSON_GetArraySize(actual))
        differ(place, "has another length");
    const cJSON *other = actual->child;
    int index = 0;
    for (const cJSON *item = expected->child; item; item = item->next, other = other->next) {
        char name[16];
        snprintf(name, sizeof name, "%d", index++);
        compare_inside(item, other, place, name);
    }
}

static void compare(const cJSON *expected, const cJSON *actual, Place *place)
{
    if ((expected->type & 0xFF) != (actual->type & 0xFF))
        differ(place, "is of another type");
    if (cJSON_IsObject(expected)) {
        compare_object(expected, actual, place);
    } else if (cJSON_IsArray(expected)) {
        compare_array(expected, actual, place);
    } else if (cJSON_IsString(expected)) {
        if (strcmp(expected->valuestring, actual->valuestring) != 0)
            differ(place, actual->valuestring);
    } else if (cJSON_IsNumber(expected)) {
        double difference = fabs(expected->valuedouble - actual->valuedouble);
        if (!(difference <= TOLERANCE))
            fail_msg("%s: %.9g instead of %.9g", place->path, actual->valuedouble, expected->valuedouble);
        place->largest = fmax(place->largest, difference);
        place->numbers++;
    }
}

/* ---- the program ---- */

static cJSON *run_decode(const char *model, const char *sentence)
{
    char command[2048];
    Bytes text = {0};
    snprintf(command, sizeof command, "\"%s\" decode \"%s/%s\" \"%s\" --json 2>/dev/null", getenv("ATTEND"),
             getenv("SOURCE_ROOT"), model, sentence);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    char buffer[4096];
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, output)) > 0;)
        bytes_add(&text, buffer, got);
    assert_int_equal(pclose(output), 0);
    cJSON *root = cJSON_ParseWithOpts(text.data, NULL, true);
    assert_non_null(root);
    bytes_finish(&text);
    return root;
}

static const char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static void expect_same_model(const cJSON *reference, const char *name)
{
    char path[1024], sha256[65];
    Bytes bytes;
    Error error = {0};
    snprintf(path, sizeof path, "%s/%s", getenv("SOURCE_ROOT"), text_of(reference, "file"));
    expect_ok(file_read(path, FILE_LIMIT_DATA, &bytes, &error), &error);
    sha256_hex(bytes.data, bytes.length, sha256);
    bytes_finish(&bytes);
    if (strcmp(sha256, text_of(reference, "sha256")) != 0)
        fail_msg("%s is about another version of %s: run tests/reference/make_reference.py", name, path);
}

static void check_reference(const char *path, const char *name)
{
    Bytes bytes;
    Error error = {0};
    expect_ok(file_read(path, FILE_LIMIT_DATA, &bytes, &error), &error);
    cJSON *reference = cJSON_ParseWithOpts(bytes.data, NULL, true);
    assert_non_null(reference);
    expect_same_model(reference, name);
    cJSON *actual = run_decode(text_of(reference, "model"), text_of(reference, "sentence"));
    Place place = {0};
    compare(cJSON_GetObjectItemCaseSensitive(reference, "expected"), actual, &place);
    print_message("%-24s %6d numbers, largest difference %.1e\n", name, place.numbers, place.largest);
    assert_true(place.numbers > 100);
    cJSON_Delete(actual);
    cJSON_Delete(reference);
    bytes_finish(&bytes);
}

static void test_references(void **state)
{
    (void)state;
    int count = 0;
    DIR *folder = opendir(getenv("REFERENCES"));
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[1024];
        if (strcmp(path_ending(entry->d_name), ".json") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", getenv("REFERENCES"), entry->d_name);
        check_reference(path, entry->d_name);
        count++;
    }
    closedir(folder);
    assert_true(count > 0);
}

/* The shipped model must be among them as soon as it is there. */
static void test_shipped(void **state)
{
    (void)state;
    char model[1024], reference[1024];
    snprintf(model, sizeof model, "%s/lessons/05-cat-chase-mouse/model.safetensors", getenv("SOURCE_ROOT"));
    snprintf(reference, sizeof reference, "%s/cat-chase-mouse.json", getenv("REFERENCES"));
    if (file_exists(model) && !file_exists(reference))
        fail_msg("%s has no reference yet: run tests/reference/make_reference.py", model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_references), cmocka_unit_test(test_shipped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
