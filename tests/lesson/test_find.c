/* Folders of lessons: listing, finding, and files that are not there or lead elsewhere. */
#include "lesson/lessons.h"

#include "lesson/lesson_list.h"

#include <sys/stat.h>

static const char *const FILES[] = {"lesson.md", "lesson.zh.md", "data.tsv", "heldout.tsv", "model.safetensors"};

static void write_file(const char *folder, const char *name, const char *text)
{
    Arena arena = {0};
    Error error = {0};
    expect_ok(file_write(path_join(&arena, folder, name), text, strlen(text), &error), &error);
    arena_finish(&arena);
}

static void make_lesson(const char *course, const char *name, const char *english)
{
    Arena arena = {0};
    const char *folder = path_join(&arena, course, name);
    assert_int_equal(mkdir(folder, 0700), 0);
    write_file(folder, "lesson.md", english);
    write_file(folder, "lesson.zh.md", FRONT_ZH CARD_ZH);
    arena_finish(&arena);
}

static void remove_lesson(const char *course, const char *name)
{
    Arena arena = {0};
    const char *folder = path_join(&arena, course, name);
    for (size_t i = 0; i < LENGTH(FILES); i++)
        unlink(path_join(&arena, folder, FILES[i]));
    assert_int_equal(rmdir(folder), 0);
    arena_finish(&arena);
}

static void listing_and_finding(void **state)
{
    (void)state;
    char course[64];
    Arena arena = {0};
    Error error = {0};
    folder_create(course);
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    make_lesson(course, "20-last", "---\norder: 20\n---\n");
    make_lesson(course, "06-end", "---\ntitle: T\norder: 6\ngroup: end\n---\n" CARD);
    make_lesson(course, "05-cat", FRONT CARD); /* order 3 */
    make_lesson(course, "04-broken", "no front matter");
    make_lesson(course, "mine", "---\norder: 7\n---\n" CARD);
    assert_int_equal(mkdir(path_join(&arena, course, "empty"), 0700), 0);

    LessonList list = lesson_list(course, &arena, &error);
    assert_int_equal(error.code, ERROR_NONE);
    static const char *const order[] = {"05-cat", "04-broken", "mine", "20-last", "06-end"};
    assert_int_equal(list.count, LENGTH(order));
    for (int i = 0; i < list.count; i++)
        assert_string_equal(path_name(list.folders[i]), order[i]);

    const struct {
        const char *name, *found;
    } cases[] = {
        {"3", "05-cat"},
        {"03", "05-cat"},
        {"05-cat", "05-cat"},
        {"cat", "05-cat"},
        {"4", "04-broken"},
        {"12-cat", "05-cat"}, /* as in a link from when it had another number */
        {"12-mine", "mine"},
        {"mine", "mine"},
        {"7", "mine"},
        {path_join(&arena, course, "mine"), "mine"},
        {path_join(&arena, course, "mine//"), "mine"},
        {path_join(&arena, course, "mine/lesson.md"), "mine"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *found = lesson_find(course, cases[i].name, &arena, &error);
        expect_ok(found != NULL, &error);
        assert_string_equal(found, path_join(&arena, course, cases[i].found));
    }
    static const char *const unknown[] = {"5", "", "ca", "1000", "99999999999999", "-cat", "empty"};
    for (size_t i = 0; i < LENGTH(unknown); i++) {
        assert_null(lesson_find(course, unknown[i], &arena, &error));
        expect_error(&error, "there are: 05-cat, 04-broken, mine, 20-last");
    }
    assert_null(lesson_find(course, path_join(&arena, course, "empty"), &arena, &error));
    expect_error(&error, "is a folder without a lesson.md");
    assert_null(lesson_find(course, "no/where", &arena, &error));
    expect_error(&error, "no/where: is not a lesson");
    assert_null(lesson_find("/nowhere", "5", &arena, &error));
    expect_error(&error, "/nowhere: cannot be opened as the folder of the lessons");
    assert_int_equal(lesson_list("/nowhere", &arena, &error).count, 0);

    for (size_t i = 0; i < LENGTH(order); i++)
        remove_lesson(course, order[i]);
    rmdir(path_join(&arena, course, "empty"));
    folder_remove(course);
    arena_finish(&arena);
}

/* Of folders that were added too, each once; a lesson of the course is found before one's own of the same name. */
static void ones_own(void **state)
{
    (void)state;
    char course[64], home[64];
    Arena arena = {0};
    Error error = {0};
    folder_create(course);
    folder_create(home);
    setenv("XDG_DATA_HOME", home, 1);
    unsetenv("ATTEND_LESSONS");
    assert_int_equal(lesson_list_own(&arena).count, 0);
    const char *own = lesson_own_folder(&arena), *more = path_join(&arena, home, "more");
    assert_string_equal(own, path_join(&arena, home, "attend/lessons"));
    expect_ok(folder_make(own, 0700, &error) && folder_make(more, 0700, &error), &error);
    make_lesson(course, "05-cat", FRONT CARD);
    make_lesson(own, "05-cat", FRONT CARD);
    make_lesson(own, "mine", "---\norder: 7\n---\n" CARD);
    make_lesson(more, "theirs", FRONT CARD);

    expect_ok(lesson_folder_add(more, &arena, &error), &error);
    expect_ok(lesson_folder_add(more, &arena, &error), &error);
    setenv("ATTEND_LESSONS", arena_printf(&arena, "/nowhere:%s:%s", more, path_join(&arena, own, "mine")), 1);
    LessonList list = lesson_list_own(&arena);
    assert_int_equal(list.count, 3);
    assert_string_equal(list.folders[1], path_join(&arena, own, "mine"));
    assert_string_equal(list.folders[2], path_join(&arena, more, "theirs"));
    assert_string_equal(lesson_find(course, "cat", &arena, &error), path_join(&arena, course, "05-cat"));
    assert_string_equal(lesson_find(course, "mine", &arena, &error), path_join(&arena, own, "mine"));
    assert_string_equal(lesson_find(course, "theirs", &arena, &error), path_join(&arena, more, "theirs"));

    unsetenv("ATTEND_LESSONS");
    expect_ok(lesson_folder_forget(more, &arena, &error), &error);
    assert_int_equal(lesson_list_own(&arena).count, 2);
    assert_false(lesson_folder_forget(more, &arena, &error));
    expect_error(&error, "is none of the folders that were added");
    assert_false(lesson_folder_add(home, &arena, &error));
    expect_error(&error, "holds no lesson");
    unsetenv("XDG_DATA_HOME");
    folder_remove_all(course);
    folder_remove_all(home);
    arena_finish(&arena);
}

static void loading(void **state)
{
    (void)state;
    char course[64];
    Arena arena = {0};
    Error error = {0};
    folder_create(course);
    make_lesson(course, "one", FRONT CARD);
    const char *folder = path_join(&arena, course, "one");
    Lesson *lesson = lesson_load(folder, &error);
    expect_ok(lesson != NULL, &error);
    assert_string_equal(lesson->folder, folder);
    lesson_destroy(lesson);

    static const char *const outside[] = {"data.tsv", "heldout.tsv", "model.safetensors", "lesson.zh.md"};
    for (size_t i = 0; i < LENGTH(outside); i++) {
        const char *path = path_join(&arena, folder, outside[i]);
        unlink(path);
        assert_int_equal(symlink("/etc/passwd", path), 0);
        assert_null(lesson_load(folder, &error));
        expect_error(&error, "leads out of the lesson's folder");
        assert_non_null(strstr(error_text(&error), outside[i]));
        unlink(path);
    }
    lesson = lesson_load(folder, &error); /* lesson.zh.md is gone: one text for both languages */
    expect_ok(lesson != NULL, &error);
    assert_string_equal(lesson->title[LANGUAGE_CHINESE], lesson->title[LANGUAGE_ENGLISH]);
    assert_int_equal(lesson->cards[0].block_count[LANGUAGE_CHINESE], lesson->cards[0].block_count[LANGUAGE_ENGLISH]);
    lesson_destroy(lesson);
    assert_null(lesson_load("/nowhere", &error));
    expect_error(&error, "/nowhere/lesson.md: cannot be opened");
    remove_lesson(course, "one");
    folder_remove(course);
    arena_finish(&arena);
}

/* The course has one order: numbers that run, as folders and front matters have them, and groups that stay together. A
 * folder name from before lessons were numbered anew leads to its lesson. */
static void the_course_has_one_order(void **state)
{
    (void)state;
    static const char *const before[] = {
        "13-query-key-value",
        "14-self-attention",
        "15-many-heads",
        "16-attention-being-learned",
        "17-beyond-translation",
        "18-beam-search",
        "19-in-code",
        "20-one-label-for-a-sentence",
        "21-towards-the-transformer",
        "22-bug-museum",
        "23-fool-the-heatmap",
        "24-exam",
        "25-the-memory",
        "26-one-training-step",
        "27-a-transformer-writes",
        "28-eyes-ears-and-talk",
        "29-which-one-is-it",
        "30-residual-and-norm",
        "31-longer-than-trained",
    };
    const char *course = getenv("LESSONS");
    Arena arena = {0};
    Error error = {0};
    LessonList list = lesson_list(course, &arena, &error);
    assert_true(list.count > 30);
    for (int i = 0, last = 0; i < list.count; i++) {
        Lesson *lesson = lesson_load(list.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        assert_int_equal(lesson->order, i + 1);
        assert_int_equal(lesson_number(path_name(list.folders[i])), i + 1);
        assert_true((int)lesson->group >= last);
        last = (int)lesson->group;
        lesson_destroy(lesson);
    }
    for (size_t i = 0; i < LENGTH(before); i++) {
        char *found = lesson_find(course, before[i], &arena, &error);
        expect_ok(found != NULL, &error);
        assert_string_equal(lesson_slug(path_name(found)), lesson_slug(before[i]));
    }
    static const char *const same[] = {"", "12", "12-", "cat", "-cat", "a 5-cat"};
    for (size_t i = 0; i < LENGTH(same); i++)
        assert_string_equal(lesson_slug(same[i]), same[i]);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(listing_and_finding), cmocka_unit_test(ones_own),
                                       cmocka_unit_test(loading), cmocka_unit_test(the_course_has_one_order)};
    return cmocka_run_group_tests_name("lesson find", tests, NULL, NULL);
}
