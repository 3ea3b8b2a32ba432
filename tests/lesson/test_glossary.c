/* What written words mean: files of a lesson and of its course, and what is refused in them. */
#include "lesson/lessons.h"

#include <sys/stat.h>

static void lines_are_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "glossary.tsv", &error};
    Glossary glossary;
    expect_ok(glossary_read(&reader,
                            slice_of("\xEF\xBB\xBF# word\tgloss\n\n猫\tcat\r\n  了 \t (done) \tthe verb is over\n"),
                            true, &glossary),
              &error);
    assert_int_equal(glossary.count, 2);
    const Gloss *cat = glossary_find(&glossary, "猫"), *done = glossary_find(&glossary, "了");
    assert_string_equal(cat->text, "cat");
    assert_null(cat->note);
    assert_int_equal(cat->line, 3);
    assert_string_equal(done->text, "(done)");
    assert_string_equal(done->note, "the verb is over");
    assert_null(glossary_find(&glossary, "狗"));
    assert_null(glossary_find(&(Glossary){0}, "猫"));
    Bytes out = {0};
    glossary_print(&glossary, &out);
    assert_string_equal(out.data, "了\t(done)\tthe verb is over\n猫\tcat\n");
    bytes_finish(&out);
    expect_ok(glossary_read(&reader, slice_of(""), true, &glossary), &error);
    assert_int_equal(glossary.count, 0);
    arena_finish(&arena);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const char expected[] = "expected a word, a tab, what it means, and perhaps a tab and a note";
    static const struct {
        const char *text;
        int line;
        const char *message;
    } cases[] = {
        {"猫 cat\n", 1, expected},
        {"# a\n猫\t\n", 2, expected},
        {"\tcat\n", 1, expected},
        {"猫\tcat\tnote\tmore\n", 1, expected},
        {"猫\tcat\n狗\tdog\n猫\tpuss\n", 3, "has \"猫\", as line 1 has"},
        {"猫\tc\x07t\n", 1, "holds the control character U+0007"},
        {"猫\tc\xE2\x80\xAEt\n", 1, "holds the control character U+202E"},
        {"猫\t\xFF\n", 1, "is not UTF-8"},
        {"猫\taaaaaaaaaabbbbbbbbbbccccccccccdddddddddde\n", 1, "the gloss has 41 letters; expected at most 40"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Reader reader = {&arena, "L/glossary.tsv", &error};
        Glossary glossary;
        assert_false(glossary_read(&reader, slice_of(cases[i].text), true, &glossary));
        expect_error(&error, cases[i].message);
        assert_string_equal(error.file, "L/glossary.tsv");
        assert_int_equal(error.line, cases[i].line);
        arena_finish(&arena);
    }
}

static void a_file_has_bounds(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "glossary.tsv", &error};
    Glossary glossary;
    Bytes text = {0};
    for (int i = 0; i <= 20000; i++)
        bytes_printf(&text, "w%d\tg\n", i);
    assert_false(glossary_read(&reader, bytes_slice(&text), true, &glossary));
    expect_error(&error, "glossary.tsv:20001: has more than 20000 words");
    bytes_finish(&text);
    arena_finish(&arena);
}

/* ---- of a lesson and its course ---- */

static void put(const char *path, const char *text)
{
    Error error = {0};
    expect_ok(file_write(path, text, strlen(text), &error), &error);
}

static Lesson *load(const char *course, Error *error)
{
    Arena arena = {0};
    Lesson *lesson = lesson_load(path_join(&arena, course, "one"), error);
    arena_finish(&arena);
    return lesson;
}

static void expect_gloss(const Lesson *lesson, Language language, const char *word, const char *text, bool own)
{
    const Gloss *gloss = lesson_gloss(lesson, language, word);
    assert_non_null(gloss);
    assert_string_equal(gloss->text, text);
    assert_int_equal(gloss->own, own);
}

static void a_lesson_goes_before_its_course(void **state)
{
    (void)state;
    char course[64];
    Arena arena = {0};
    Error error = {0};
    folder_create(course);
    const char *folder = path_join(&arena, course, "one");
    assert_int_equal(mkdir(folder, 0700), 0);
    put(path_join(&arena, folder, "lesson.md"), FRONT CARD);
    put(path_join(&arena, folder, "data.tsv"), "cat\t猫\n");
    Lesson *lesson = load(course, &error);
    expect_ok(lesson != NULL, &error);
    assert_null(lesson_gloss(lesson, LANGUAGE_ENGLISH, "猫"));
    lesson_destroy(lesson);

    put(path_join(&arena, folder, "glossary.tsv"), "猫\tpuss\n");
    put(path_join(&arena, course, "glossary.tsv"), "猫\tcat\n狗\tdog\n");
    put(path_join(&arena, course, "glossary.zh.tsv"), "chat\t猫\n");
    lesson = load(course, &error);
    expect_ok(lesson != NULL, &error);
    expect_gloss(lesson, LANGUAGE_ENGLISH, "猫", "puss", true);
    expect_gloss(lesson, LANGUAGE_ENGLISH, "狗", "dog", false);
    expect_gloss(lesson, LANGUAGE_CHINESE, "chat", "猫", false);
    expect_gloss(lesson, LANGUAGE_CHINESE, "狗", "dog", false); /* the only one there is */
    assert_null(lesson_gloss(lesson, LANGUAGE_ENGLISH, "chat"));
    assert_null(lesson_gloss(NULL, LANGUAGE_ENGLISH, "猫"));
    assert_null(lesson_gloss(lesson, LANGUAGE_ENGLISH, NULL));
    lesson_destroy(lesson);

    put(path_join(&arena, course, "glossary.tsv"), "猫\tcat\n狗\n");
    assert_null(load(course, &error));
    expect_error(&error, path_join(&arena, course, "glossary.tsv:2: expected a word"));
    static const char *const names[] = {"one/.", "one/", "", "./one", "one"};
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(course), 0);
    for (size_t i = 0; i < LENGTH(names); i++) {
        const char *name = *names[i] ? names[i] : path_join(&arena, path_join(&arena, "..", path_name(course)), "one");
        assert_null(lesson_load(name, &error));
        expect_error(&error, "glossary.tsv:2: expected a word");
    }
    assert_int_equal(chdir("one"), 0);
    assert_null(lesson_load(".", &error));
    expect_error(&error, "glossary.tsv:2: expected a word");
    assert_int_equal(chdir(before), 0);
    error = (Error){0};
    assert_int_equal(unlink(path_join(&arena, course, "glossary.tsv")), 0);
    assert_int_equal(symlink("/etc/passwd", path_join(&arena, course, "glossary.tsv")), 0);
    assert_null(load(course, &error));
    expect_error(&error, "leads out of the lesson's folder");
    folder_remove_all(course);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(a_file_has_bounds),
        cmocka_unit_test(a_lesson_goes_before_its_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
