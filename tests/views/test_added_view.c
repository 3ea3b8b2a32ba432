/* A view that is one folder and one row: lessons may ask for it, it has a tab, and it draws what the trace says. The page
 * that tells how to add one prints the very files that are compiled here. */
#include "moving.h"

#include "base/file.h"

#include <math.h>

static Lesson *lesson_with_view(const char *view)
{
    Error error = {0};
    Bytes text = {0};
    bytes_printf(&text,
                 "---\ntitle: Small\norder: 3\nview: %s\nsentence: cat chase mouse\nmodels:\n  - hidden: 8\n---\n# "
                 "One\n\nText.\n",
                 view);
    Lesson *lesson = lesson_parse(bytes_slice(&text), slice_of("---\ntitle: 小\n---\n# 一\n\n文字。\n"), "L", &error);
    bytes_finish(&text);
    expect_ok(lesson != NULL, &error);
    return lesson;
}

static void a_lesson_asks_for_it(void **state)
{
    (void)state;
    Lesson *lesson = lesson_with_view("spread");
    assert_int_equal(lesson->view, VIEW_SPREAD);
    assert_string_equal(view_tab(VIEW_SPREAD, LANGUAGE_CHINESE), "分散");
    lesson_destroy(lesson);
}

static void it_has_a_tab_and_draws_the_trace(void **state)
{
    (void)state;
    Moving moving;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    Lesson *lesson = lesson_with_view("spread");
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.lesson = lesson;
    view.cursor = moment_count(view.trace) - 1;
    for (int open = 0; open < 2; open++) {
        view.kind = open ? VIEW_SPREAD : VIEW_DECODE;
        Bytes picture = moving_text(&moving, &view);
        assert_non_null(strstr(picture.data, "Spread")); /* the tab */
        assert_int_equal(strstr(picture.data, "LOOKED AT") != NULL, open);
        for (int t = 0; open && t < view.trace->step_count; t++) {
            double squares = 0;
            for (int j = 0; j < view.trace->n; j++)
                squares += pow(view.trace->steps[t].step.weights[j], 2);
            assert_non_null(strstr(picture.data, number_text(&moving.arena, 1 / squares, 2, false)));
        }
        bytes_finish(&picture);
    }
    lesson_destroy(lesson);
    moving_close(&moving);
}

/* The block of the page that begins behind ```LANGUAGE number `number`, from 0. */
static Slice block(Slice page, const char *language, int number)
{
    char fence[16];
    snprintf(fence, sizeof fence, "```%s\n", language);
    const char *at = page.text;
    for (int i = 0; i <= number; i++) {
        at = strstr(at, fence);
        assert_non_null(at);
        at += strlen(fence);
    }
    const char *end = strstr(at, "```");
    assert_non_null(end);
    return (Slice){at, (size_t)(end - at)};
}

static Bytes file_text(const char *path)
{
    Arena arena = {0};
    Bytes text = {0};
    Error error = {0};
    expect_ok(file_read(path_join(&arena, getenv("ATTEND_DATA"), path), FILE_LIMIT_TEXT, &text, &error), &error);
    arena_finish(&arena);
    return text;
}

static void the_page_prints_these_files(void **state)
{
    (void)state;
    Bytes page = file_text("docs/adding-a-view.md"), view = file_text("tests/views/scene/views/spread/view_spread.c"),
          build = file_text("tests/views/scene/views/spread/meson.build"),
          rows = file_text("tests/views/lesson/views.def");
    assert_true(slice_equal(block(bytes_slice(&page), "c", 0), bytes_slice(&view)));
    assert_true(slice_equal(block(bytes_slice(&page), "meson", 0), bytes_slice(&build)));
    Slice row = block(bytes_slice(&page), "c", 1);
    assert_non_null(strstr(rows.data, "VIEW("));
    assert_int_equal(strncmp(strstr(rows.data, "VIEW("), row.text, row.length), 0);
    bytes_finish(&page);
    bytes_finish(&view);
    bytes_finish(&build);
    bytes_finish(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_lesson_asks_for_it),
                                       cmocka_unit_test(it_has_a_tab_and_draws_the_trace),
                                       cmocka_unit_test(the_page_prints_these_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
