/* What a picture carries comes back from each format; a picture without it, and one that is cut anywhere,
 * get a sentence. */
#include "fixture.h"

#include "base/file.h"
#include "export/carry.h"
#include "export/export.h"
#include "export/open_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char PLACE[] = "lesson=5;sentence=<猫> & \"dog\";step=3";
static const char *SOURCE[] = {"cat", "</s>"};
static float WEIGHTS[] = {0.75f, 0.25f};
static const char *const NAMES[] = {"a.png", "a.svg", "a.pdf"};

static const char *export_with(Fixture *fixture, const char *name, const char *state)
{
    const char *path = path_join(&fixture->arena, fixture->folder, name);
    Error error = {0};
    if (!export_picture(&fixture->list, path, &(ExportOptions){.state = state}, &error))
        fail_msg("%s", error_text(&error));
    return path;
}

static char *state_of(Fixture *fixture)
{
    TraceStep step = {.token = "猫", .step = {.weights = WEIGHTS, .count = 2}};
    const Trace trace = {
        .config.attention = ATTENTION_LUONG, .source = SOURCE, .n = 2, .steps = &step, .step_count = 1};
    Bytes text = {0};
    figure_state_print(PLACE, "00ff", &trace, &text);
    return bytes_take(&text, &fixture->arena);
}

static void test_back(void **state)
{
    Fixture *fixture = *state;
    for (int i = 0; i < 3; i++) {
        OpenFile file;
        open_file(export_with(fixture, NAMES[i], state_of(fixture)), &file);
        if (file.kind != OPEN_FIGURE || file.wrong.code)
            fail_msg("%s", error_text(&file.wrong));
        assert_string_equal(file.figure.place, PLACE);
        assert_string_equal(file.figure.model, "00ff");
        assert_true(file.figure.matrix);
        opened_finish(&file);
    }
}

static void test_none(void **state)
{
    Fixture *fixture = *state;
    for (int i = 0; i < 3; i++) {
        OpenFile file;
        open_file(export_with(fixture, NAMES[i], NULL), &file);
        assert_int_equal(file.wrong.code, ERROR_FORMAT);
        assert_non_null(strstr(error_text(&file.wrong), NAMES[i]));
        assert_non_null(strstr(error_text(&file.wrong), "carries nothing"));
        opened_finish(&file);
    }
}

/* However it is cut: a sentence, or what it carried. */
static void test_cut(void **state)
{
    Fixture *fixture = *state;
    const char *text = state_of(fixture);
    for (int i = 0; i < 3; i++) {
        Bytes whole;
        Error error = {0};
        assert_true(file_read(export_with(fixture, NAMES[i], text), FILE_LIMIT_DATA, &whole, &error));
        for (size_t length = 0, found = 0; length <= whole.length; length++) {
            char *cut = heap_alloc(length + 1, 1); /* of that size, so that a sanitizer sees what is read behind it */
            memcpy(cut, whole.data, length);
            Bytes out = {0};
            Error none = {0};
            bool ok = carry_read((Slice){cut, length}, "cut", &out, &none);
            assert_true(!ok || strstr(out.data, "lesson=5"));
            assert_true(ok >= (bool)found);
            found = ok;
            assert_true(length < whole.length || ok);
            bytes_finish(&out);
            free(cut);
        }
        bytes_finish(&whole);
    }
}

/* Other programs still read the picture, and see the attachment. */
static void test_attachment(void **state)
{
    Fixture *fixture = *state;
    const char *path = export_with(fixture, "a.pdf", state_of(fixture));
    FILE *pipe = popen(arena_printf(&fixture->arena, "pdfdetach -list %s 2>&1 && pdffonts %s 2>&1", path, path), "r");
    char all[8192];
    size_t length = fread(all, 1, sizeof all - 1, pipe);
    all[length] = '\0';
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(strstr(all, "1 embedded files"));
    assert_non_null(strstr(all, "attend.json"));
    assert_null(strstr(all, "rror"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_back),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_attachment),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
