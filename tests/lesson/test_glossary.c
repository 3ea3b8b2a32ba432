/* What written words mean: files of a lesson and of its course, what is refused in them, and what a check finds. */
#include "lesson/lesson_list.h"
#include "lesson/lessons.h"
#include "lesson/pack.h"

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
        {"猫\tcat\n\xEF\xBB\xBF# a\tremark\n", 2, expected},
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

/* The course stays behind: what its glossary says of the lesson's words goes along. */
static void a_pack_takes_the_course_s_lines(void **state)
{
    (void)state;
    char course[64];
    Arena arena = {0};
    Error error = {0};
    folder_create(course);
    setenv("XDG_DATA_HOME", path_join(&arena, course, "home"), 1);
    const char *copy = "mkdir %s/home && cp -rL '%s/05-cat-chase-mouse' %s/one && chmod -R u+w %s/one";
    assert_int_equal(system(arena_printf(&arena, copy, course, getenv("LESSONS"), course, course)), 0);
    put(path_join(&arena, course, "glossary.tsv"), "猫\tcat\n狗\tdog\tbarks\n");
    for (int own = 0; own < 2; own++) {
        if (own)
            put(path_join(&arena, course, "one/glossary.tsv"), "猫\tpuss\n");
        const char *pack = path_join(&arena, course, "one.attend");
        expect_ok(pack_write(path_join(&arena, course, "one"), pack, NULL, &error), &error);
        char *kept = pack_unpack(pack, &arena, &error);
        expect_ok(kept != NULL, &error);
        Lesson *lesson = lesson_load(kept, &error);
        expect_ok(lesson != NULL, &error);
        expect_gloss(lesson, LANGUAGE_ENGLISH, "猫", own ? "puss" : "cat", true);
        expect_gloss(lesson, LANGUAGE_ENGLISH, "狗", "dog", true);
        assert_string_equal(lesson_gloss(lesson, LANGUAGE_ENGLISH, "狗")->note, "barks");
        lesson_destroy(lesson);
    }
    folder_remove_all(course);
    arena_finish(&arena);
}

/* ---- what attend check says ---- */

static Lesson *shipped_lesson(const char *folder, Model *models)
{
    Error error = {0};
    Lesson *lesson = lesson_load(folder, &error);
    expect_ok(lesson != NULL, &error);
    for (int i = 0; i < lesson->model_count; i++)
        expect_ok(model_load(lesson->models[i].path, &models[i], &error), &error);
    return lesson;
}

static void shipped_close(Lesson *lesson, Model *models)
{
    for (int i = 0; i < lesson->model_count; i++)
        model_finish(&models[i]);
    lesson_destroy(lesson);
}

/* The course is quiet, and no line of its glossary is for nothing. */
static void the_course_has_all_its_words(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    LessonList list = lesson_list(getenv("LESSONS"), &arena, &error);
    expect_ok(list.count > 0, &error);
    Bytes text;
    Glossary course;
    const char *path = path_join(&arena, getenv("LESSONS"), "glossary.tsv");
    Reader reader = {&arena, path, &error};
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &text, &error)
                  && glossary_read(&reader, bytes_slice(&text), false, &course),
              &error);
    bytes_finish(&text);
    bool *used = ARENA_ARRAY(&arena, bool, course.count);
    for (int i = 0; i < list.count; i++) {
        Model models[LESSON_MODELS] = {0};
        Lesson *lesson = shipped_lesson(list.folders[i], models);
        Warnings warnings = lesson_warnings(lesson, models, &arena);
        for (int k = 0; k < warnings.count; k++) {
            if (strstr(warnings.texts[k], "glossary"))
                print_error("%s: %s\n", lesson->folder, warnings.texts[k]);
            assert_null(strstr(warnings.texts[k], "glossary"));
        }
        for (int k = 0; k < course.count; k++)
            for (int m = 0; m < lesson->model_count && !used[k]; m++)
                used[k] = vocab_find(&models[m].target, slice_of(course.glosses[k].word), false) >= VOCAB_SPECIAL;
        shipped_close(lesson, models);
    }
    for (int k = 0; k < course.count; k++) {
        if (!used[k])
            print_error("no model writes %s\n", course.glosses[k].word);
        assert_true(used[k]);
    }
    arena_finish(&arena);
}

static bool warns(const Lesson *lesson, const Model *models, const char *text)
{
    Arena arena = {0};
    Warnings warnings = lesson_warnings(lesson, models, &arena);
    bool found = false;
    for (int i = 0; i < warnings.count; i++)
        found = found || strcmp(warnings.texts[i], text) == 0;
    for (int i = 0; i < warnings.count && !found; i++)
        print_message("%s\n", warnings.texts[i]);
    arena_finish(&arena);
    return found;
}

static void a_check_names_what_is_odd(void **state)
{
    (void)state;
    Model models[LESSON_MODELS] = {0};
    Arena arena = {0};
    Error error = {0};
    Lesson *lesson = shipped_lesson(path_join(&arena, getenv("LESSONS"), "05-cat-chase-mouse"), models);
    Reader reader = {&arena, "glossary.tsv", &error};
    Glossary *glossary = &lesson->glossaries[LANGUAGE_ENGLISH], course = *glossary;
    static const char own[] = "猫\tsmall animal\n捉\tcatch\n追逐\tcatch\tfor longer\n牛\tcow\n";
    expect_ok(glossary_read(&reader, slice_of(own), true, glossary), &error);
    assert_true(warns(lesson, models, "glossary.tsv: 85 target words have no line, such as 了, 的, 在"));
    assert_true(warns(lesson, models, "glossary.tsv: 1 line is of words that no model of the lesson writes: 牛"));
    assert_true(warns(lesson, models,
                      "glossary.tsv:3: 追逐: has the gloss of 捉, catch; a note to each would tell them apart"));
    static const char noted[] = "猫\ta small animal\n捉\tcatch\tat once\n追逐\tcatch\tfor longer\n";
    expect_ok(glossary_read(&reader, slice_of(noted), true, glossary), &error);
    *glossary = glossary_join(glossary, &course, &arena);
    assert_true(warns(lesson, models, "glossary.tsv:1: 猫: the gloss has 14 letters; expected at most 12"));
    Warnings warnings = lesson_warnings(lesson, models, &arena);
    int said = 0;
    for (int i = 0; i < warnings.count; i++)
        said += strstr(warnings.texts[i], "glossary") != NULL;
    assert_int_equal(said, 1);
    lesson->language = "zh"; /* who reads the text reads the words */
    *glossary = (Glossary){0};
    warnings = lesson_warnings(lesson, models, &arena);
    for (int i = 0; i < warnings.count; i++)
        assert_null(strstr(warnings.texts[i], "glossary"));
    shipped_close(lesson, models);
    arena_finish(&arena);
}

/* One card, in one language. */
static Lesson *parse_alone(const char *card, Error *error)
{
    Bytes text = {0};
    bytes_printf(&text, "%s# One\n%s", FRONT, card);
    Lesson *lesson = lesson_parse(bytes_slice(&text), (Slice){0}, "L", error);
    bytes_finish(&text);
    return lesson;
}

static void a_question_can_turn_them_off(void **state)
{
    (void)state;
    Error error = {0};
    static const char quiz[] = "```quiz\nkind: choice\nquestion: a?\nchoices: [b, c]\nanswer: b\n%s```\n";
    const char *lines[] = {"", "gloss: on\n", "gloss: off\n"};
    Arena arena = {0};
    for (int i = 0; i < 3; i++) {
        Lesson *lesson = parse_alone(arena_printf(&arena, quiz, lines[i]), &error);
        expect_ok(lesson != NULL, &error);
        assert_int_equal(lesson->cards[0].quizzes[0].unglossed, i == 2);
        lesson_destroy(lesson);
    }
    assert_null(parse_alone(arena_printf(&arena, quiz, "gloss: maybe\n"), &error));
    expect_error(&error, "glosses cannot be \"maybe\"; expected one of: on, off");
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(a_file_has_bounds),
        cmocka_unit_test(a_lesson_goes_before_its_course),
        cmocka_unit_test(a_pack_takes_the_course_s_lines),
        cmocka_unit_test(the_course_has_all_its_words),
        cmocka_unit_test(a_check_names_what_is_odd),
        cmocka_unit_test(a_question_can_turn_them_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
