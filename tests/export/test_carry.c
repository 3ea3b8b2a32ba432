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
static const char *const NAMES[] = {"a.png", "a.svg", "a.pdf", "a.html", "a.eps", "a.tex"};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

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
    for (int i = 0; i < NAME_COUNT; i++) {
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

/* Each of several matrices is read again under its name; one alone needs none. */
static void test_weights(void **state)
{
    Fixture *fixture = *state;
    StateWeights weights[2] = {{.name = "base"}, {.name = "ours"}};
    static const float numbers[] = {0.75f, 0.25f, 0.5f};
    stack_of((const char *const[]){"a", "b"}, 2, (const char *const[]){"x"}, 1, numbers, &weights[0].stack);
    stack_of((const char *const[]){"c"}, 1, (const char *const[]){"y"}, 1, numbers + 2, &weights[1].stack);
    for (int count = 1; count <= 2; count++)
        for (int i = 0; i < 3; i++) {
            Bytes text = {0};
            OpenFile file;
            StackSet set;
            Error error = {0};
            figure_state_weights(weights, count, &text);
            open_file(export_with(fixture, NAMES[i], bytes_take(&text, &fixture->arena)), &file);
            if (file.kind != OPEN_FIGURE || file.wrong.code || !opened_set(&file, NULL, LINKS_PHARAOH, &set, &error))
                fail_msg("%s %s", error_text(&file.wrong), error_text(&error));
            assert_true(file.figure.matrix && !file.figure.place);
            assert_int_equal(set.count, count);
            assert_int_equal(set.left_out, 0);
            for (int k = 0; k < count; k++) {
                assert_true(set.stacks[k].values[0] == weights[k].stack.values[0]);
                assert_string_equal(set.stacks[k].target[0], weights[k].stack.target[0]);
                assert_true(count == 1 || strcmp(set.stacks[k].array, weights[k].name) == 0);
            }
            stack_set_finish(&set);
            opened_finish(&file);
        }
    stack_finish(&weights[0].stack);
    stack_finish(&weights[1].stack);
}

static void test_none(void **state)
{
    Fixture *fixture = *state;
    for (int i = 0; i < NAME_COUNT; i++) {
        OpenFile file;
        open_file(export_with(fixture, NAMES[i], NULL), &file);
        assert_int_equal(file.wrong.code, ERROR_FORMAT);
        assert_non_null(strstr(error_text(&file.wrong), NAMES[i]));
        assert_non_null(strstr(error_text(&file.wrong), "carries no figure of attend"));
        opened_finish(&file);
    }
}

/* However it is cut: a sentence, or what it carried. */
static void test_cut(void **state)
{
    Fixture *fixture = *state;
    const char *text = state_of(fixture);
    for (int i = 0; i < NAME_COUNT; i++) {
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

static void read_back(Slice file, const char *expected)
{
    Bytes out = {0};
    Error error = {0};
    assert_true(carry_read(file, "file", &out, &error));
    assert_string_equal(out.data, expected);
    bytes_finish(&out);
}

/* Comments are short lines of ASCII, and are read also when an editor has changed how lines end, or has taken the
 * spaces behind them away. */
static void test_comments(void **state)
{
    (void)state;
    char json[1200] = "{\"place\":\"猫 \xF0\x9F\x98\xB8\",\n\"a\":\"",
         plain[1200] = "{\"place\":\"\\u732b \\ud83d\\ude38\",\"a\":\"";
    for (int i = 0; i < 90; i++) {
        strcat(json, "b          ");
        strcat(plain, "b          ");
    }
    strcat(json, "\"}");
    strcat(plain, "\"}");
    Bytes file = {0}, other = {0};
    bytes_add_text(&file, "\\begin{tikzpicture}\n\\end{tikzpicture}\n");
    carry_comment(json, &file);
    for (Slice rest = bytes_slice(&file), line; slice_cut(&rest, '\n', &line);) {
        assert_in_range(line.length, 0, 250);
        assert_true(line.length == 0 || line.text[line.length - 1] != ' ');
        bytes_add(&other, line.text, line.length);
        bytes_add_text(&other, "\r\n");
    }
    read_back(bytes_slice(&file), plain);
    read_back(bytes_slice(&other), plain);
    bytes_finish(&file);
    bytes_finish(&other);
}

/* A length that is not that of the lines is no length. */
static void test_lengths(void **state)
{
    (void)state;
    static const char *const FILES[] = {
        "%!PS\n%attend: 4\n%{}\n",  "%!PS\n%attend: 1\n%{}\n",
        "%!PS\n%attend: \n%{}\n",   "%!PS\n%attend: 99999999999999999999999999\n%{}\n",
        "%!PS\n%attend: 2\n{}\n",   "%!PS\n%attend: 2",
        "%!PS\n% attend: 2\n%{}\n", "\\begin{tikzpicture}",
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        Bytes out = {0};
        Error error = {0};
        assert_true(carry_is_picture(slice_of(FILES[i])));
        assert_false(carry_read(slice_of(FILES[i]), "a.eps", &out, &error));
        assert_int_equal(out.length, 0);
        bytes_finish(&out);
    }
    read_back(slice_of("%!PS\n%attend: 2\n%{}\n"), "{}");
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
        cmocka_unit_test(test_back),       cmocka_unit_test(test_weights),  cmocka_unit_test(test_none),
        cmocka_unit_test(test_cut),        cmocka_unit_test(test_comments), cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_attachment),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
