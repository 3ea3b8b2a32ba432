/* The course page: every tile has room for its words, and lies where a finger finds it. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/window/course_page.h"

#include <math.h>

#define SHIPPED 26
#define LESSONS (SHIPPED + 7) /* seven are the person's own */

static Course a_course(CourseEntry entries[LESSONS])
{
    static const float values[6] = {0.1f, 0.9f, 0, 0.5f, 0.25f, 0.25f};
    static const char *const english[] = {"Reading alignments and what they do not say", "One step", "Keys"};
    static const char *const chinese[] = {"读懂对齐，以及对齐没有说的事情", "一步", "键"};
    for (int i = 0; i < LESSONS; i++) {
        entries[i] = (CourseEntry){
            .title = {english[i % 3], chinese[i % 3]}, .order = i + 1, .minutes = 10 + 9 * i, .cards = 5 + i % 5};
        entries[i].done = i % entries[i].cards;
        entries[i].current = i == 4;
        entries[i].broken = i == 9;
        entries[i].values = i == 11 ? NULL : values;
        entries[i].group = i < SHIPPED ? (GroupKind)(i * GROUP_KINDS / SHIPPED) : GROUP_NONE;
        entries[i].rows = 2;
        entries[i].cols = 3;
        entries[i].weights = i % 2;
    }
    return (Course){entries, LESSONS, SHIPPED};
}

/* Each tile, scrolled to where it is not in sight by itself. */
static void find_tiles(const View *first)
{
    View view = *first;
    for (int i = 0; i < view.course.page->count; i++) {
        const Target tile = {TARGET_LESSON, (int16_t)i, 0, 0};
        view.course.scroll = 0;
        SceneLayout layout = scene_window(&view, moving.type, &moving.list);
        const DrawCommand *mark = drawlist_marked(&moving.list, tile);
        assert_non_null(mark);
        float below = mark->bounds.y + mark->bounds.h - layout.course.y - layout.course.h;
        assert_true(below <= layout.course_scroll + 0.01f);
        view.course.scroll = fmaxf(0, below);
        scene_window(&view, moving.type, &moving.list);
        Box box = drawlist_marked(&moving.list, tile)->bounds;
        assert_true(box.h >= 40 && box.y + box.h <= view.height);
        Target found = drawlist_hit(&moving.list, (Point){box.x + box.w / 2, box.y + box.h / 2});
        assert_true(target_equal(found, tile));
    }
}

/* From any lesson to any other; a step back is where one came from, but at the end of a short row. */
static void arrows_reach_every_lesson(void **state)
{
    (void)state;
    CourseEntry entries[LESSONS];
    Course course = a_course(entries);
    for (int columns = 1; columns <= 4; columns++) {
        assert_int_equal(course_neighbour(&course, columns, 0, -1, 0), 0);
        assert_int_equal(course_neighbour(&course, columns, LESSONS - 1, 1, 0), LESSONS - 1);
        assert_int_equal(course_neighbour(&course, columns, 0, 0, -1), 0);
        int at = 0, rows = 0;
        for (int next; (next = course_neighbour(&course, columns, at, 0, 1)) != at; at = next, rows++)
            assert_int_equal(course_neighbour(&course, columns, next, 0, -1), at);
        int own = LESSONS - SHIPPED;
        assert_int_equal(rows + 1, (SHIPPED + columns - 1) / columns + (own + columns - 1) / columns);
        for (int i = 0; i + 1 < LESSONS; i++)
            assert_int_equal(course_neighbour(&course, columns, i, 1, 0), i + 1);
    }
    assert_int_equal(course_neighbour(&course, 4, SHIPPED + 3, 0, 1), LESSONS - 1);
}

static void words_have_room_and_tiles_are_found(void **state)
{
    (void)state;
    static const float sizes[][2] = {{870, 560}, {1024, 640}, {1138, 711}, {1440, 900}, {1920, 1080}, PHONES};
    CourseEntry entries[LESSONS];
    Course course = a_course(entries);
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (int mode = 0; mode < 4; mode++) {
            View view = moving_view(&moving, SENTENCE_SHORT, sizes[s][0], sizes[s][1]);
            view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
            view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
            view.overlay = OVERLAY_COURSE;
            view.course.page = &course;
            ink_check(&moving, &view);
            find_tiles(&view);
            view.course.scroll = 1e6f;
            ink_check(&moving, &view);
            course.count = course.shipped; /* the course alone fits */
            view.course.scroll = 0;
            ink_check(&moving, &view);
            float scroll = scene_window(&view, moving.type, &moving.list).course_scroll;
            assert_true(scroll == 0 || window_upright(&view) || window_lying(&view));
            course.count = LESSONS;
        }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_have_room_and_tiles_are_found),
                                       cmocka_unit_test(arrows_reach_every_lesson)};
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
