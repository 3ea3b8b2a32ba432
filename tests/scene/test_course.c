/* The course page: every tile has room for its words, and lies where a finger finds it. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/window/course_page.h"

#define LESSONS 17

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
        entries[i].rows = 2;
        entries[i].cols = 3;
        entries[i].weights = i % 2;
    }
    return (Course){entries, LESSONS};
}

static void words_have_room_and_tiles_are_found(void **state)
{
    (void)state;
    static const float sizes[][2] = {{870, 560}, {1024, 640}, {1138, 711}, {1440, 900}, {1920, 1080}};
    CourseEntry entries[LESSONS];
    Course course = a_course(entries);
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (int mode = 0; mode < 4; mode++) {
            View view = moving_view(&moving, SENTENCE_SHORT, sizes[s][0], sizes[s][1]);
            view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
            view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
            view.overlay = OVERLAY_COURSE;
            view.course = &course;
            ink_check(&moving, &view);
            for (int i = 0; i < LESSONS; i++) {
                const DrawCommand *mark = drawlist_marked(&moving.list, (Target){TARGET_LESSON, (int16_t)i, 0, 0});
                assert_non_null(mark);
                Box box = mark->bounds;
                assert_true(box.h >= 40 && box.y + box.h <= view.height);
                Target found = drawlist_hit(&moving.list, (Point){box.x + box.w / 2, box.y + box.h / 2});
                assert_int_equal(found.kind, TARGET_LESSON);
                assert_int_equal(found.a, i);
            }
        }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_have_room_and_tiles_are_found)};
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
