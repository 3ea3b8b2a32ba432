/* The paths through the course: how their table is read and refused, what comes next on them, and that the course's own
 * lead to cards that are there. */
#include "lesson/course_path.h"
#include "lesson/lesson_list.h"
#include "lesson/lessons.h"
#include "lesson/place.h"

#define LINE "45\t1\t4.2\t3\n"

static void lines_are_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "paths.tsv", &error};
    CoursePath paths[PATH_KINDS];
    expect_ok(paths_read(&reader,
                         slice_of("# a remark\n\n" LINE "week\t1\t1.1\t2\nweek\t2\t1.3\t2\nweek\t2\t3.12\t10\n"),
                         paths),
              &error);
    assert_int_equal(paths[PATH_45].count, 1);
    assert_int_equal(paths[PATH_90].count, 0);
    assert_int_equal(paths[PATH_WEEK].count, 3);
    assert_int_equal(paths[PATH_WEEK].kind, PATH_WEEK);
    const PathStop *last = &paths[PATH_WEEK].stops[2];
    assert_true(last->day == 2 && last->lesson == 3 && last->card == 12 && last->minutes == 10);
    int count;
    assert_int_equal(path_day(&paths[PATH_WEEK], 2, &count), 1);
    assert_int_equal(count, 2);
    assert_int_equal(path_day(&paths[PATH_WEEK], 3, &count), -1);
    arena_finish(&arena);
}

/* From any card of the course, on the path or not. */
static void a_card_has_neighbours(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "paths.tsv", &error};
    CoursePath paths[PATH_KINDS];
    expect_ok(paths_read(&reader, slice_of("90\t1\t4.2\t3\n90\t1\t4.10\t3\n90\t1\t12.1\t3\n"), paths), &error);
    const CoursePath *path = &paths[PATH_90];
    assert_int_equal(path_stop(path, 4, 10), 1);
    assert_int_equal(path_stop(path, 4, 3), -1);
    assert_int_equal(path_beside(path, 4, 2, 1), 1);
    assert_int_equal(path_beside(path, 4, 10, 1), 2);
    assert_int_equal(path_beside(path, 12, 1, 1), -1);
    assert_int_equal(path_beside(path, 12, 1, -1), 1);
    assert_int_equal(path_beside(path, 4, 2, -1), -1);
    assert_int_equal(path_beside(path, 7, 3, 1), 2); /* beside it */
    assert_int_equal(path_beside(path, 7, 3, -1), 1);
    assert_int_equal(path_beside(path, 1, 1, 1), 0);
    arena_finish(&arena);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *message;
    } cases[] = {
        {"45\t1\t4.1\n", 1, "expected path, day, card and minutes, between tabs"},
        {LINE "60\t1\t4.3\t3\n", 2, "\"60\" is no path; expected one of: 45, 90, week"},
        {"none\t1\t4.3\t3\n", 1, "\"none\" is no path"},
        {"45\tone\t4.3\t3\n", 1, "the day is \"one\"; expected a whole number from 1 to 99"},
        {"45\t1\t4\t3\n", 1, "\"4\" is no card; expected a form such as 5.2"},
        {"45\t1\t4.3\t0\n", 1, "what the card takes is \"0\""},
        {LINE LINE, 2, "day 1, card 4.2 stands behind day 1, card 4.2 of its path"},
        {"week\t2\t4.2\t3\nweek\t1\t4.3\t3\n", 2, "day 1, card 4.3 stands behind day 2, card 4.2"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Reader reader = {&arena, "L/paths.tsv", &error};
        CoursePath paths[PATH_KINDS];
        assert_false(paths_read(&reader, slice_of(cases[i].text), paths));
        assert_int_equal(error.line, cases[i].line);
        expect_error(&error, cases[i].message);
        arena_finish(&arena);
    }
}

static void the_course_has_its_paths(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    const char *lessons = getenv("LESSONS");
    CoursePath paths[PATH_KINDS];
    expect_ok(paths_open(lessons, &arena, paths, &error), &error);
    assert_true(paths[PATH_45].count > 5 && paths[PATH_90].count > paths[PATH_45].count);
    assert_int_equal(paths[PATH_WEEK].stops[paths[PATH_WEEK].count - 1].day, 7);
    Place place;
    expect_ok(place_parse("path=45", &arena, &place, &error), &error);
    expect_ok(place_begin_path(&place, lessons, &arena, &error), &error);
    assert_int_equal(atoi(place.lesson), paths[PATH_45].stops[0].lesson);
    assert_int_equal(place.card, paths[PATH_45].stops[0].card);
    expect_ok(place_parse("lesson=5;path=45", &arena, &place, &error), &error);
    expect_ok(place_begin_path(&place, lessons, &arena, &error), &error); /* it says itself where */
    assert_string_equal(place_print(&place, &arena), "path=45;lesson=5");
    expect_ok(paths_open("/nowhere", &arena, paths, &error), &error);
    assert_int_equal(paths[PATH_45].count, 0);
    place.lesson = NULL;
    assert_false(place_begin_path(&place, "/nowhere", &arena, &error));
    expect_error(&error, "there is no path \"45\" in /nowhere");
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(a_card_has_neighbours),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(the_course_has_its_paths),
    };
    return cmocka_run_group_tests_name("lesson course_path", tests, NULL, NULL);
}
