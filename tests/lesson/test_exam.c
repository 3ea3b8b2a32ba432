/* An exam: what was chosen, as progress and files keep it; what a class has answered. */
#include "lesson/lessons.h"

#include "lesson/exam_results.h"
#include "lesson/progress.h"

#define EXAM                                                                                                           \
    "---\ntitle: Exam\norder: 3\nexam: true\nsentence: cat chase mouse\nmodels:\n  - hidden: 8\n---\n"                 \
    "# One\n\n```draw\nbeast\ncat\ndog\n```\n\nText.\n\n"                                                              \
    "```quiz\nkind: choice\nquestion: Is it a [[beast]]?\nchoices: [yes indeed, not at all, who knows]\nanswer: yes "  \
    "indeed\n"                                                                                                         \
    "again: [\"9.3\"]\n```\n# Two\n\nText.\n\n```quiz\nkind: choice\nquestion: And now?\nchoices: [a, b]\nanswer: "    \
    "b\n```\n"                                                                                                         \
    "# Result\n\nText.\n"

static Lesson *exam(int draw)
{
    char folder[24];
    Error error = {0};
    snprintf(folder, sizeof folder, "e/31-exam#%d", draw);
    Lesson *lesson = lesson_parse(slice_of(EXAM), (Slice){0}, folder, &error);
    expect_ok(lesson != NULL, &error);
    return lesson;
}

static ExamFile read_back(const Lesson *lesson, const Exam *taken)
{
    Error error = {0};
    ExamFile file = {.draw = 0};
    Bytes text = {0};
    exam_print(lesson, taken, &text);
    cJSON *root = json_parse(bytes_slice(&text), 100, &error);
    expect_ok(root && exam_parse(root, "x.json", &file, &error), &error);
    cJSON_Delete(root);
    bytes_finish(&text);
    return file;
}

static void it_counts_and_comes_back(void **state)
{
    (void)state;
    Lesson *lesson = exam(2);
    Exam taken = exam_begin();
    assert_int_equal(exam_questions(lesson), 2);
    assert_int_equal(exam_answered(lesson, &taken), 0);
    taken.chosen[0] = lesson->cards[0].quizzes[0].answer;
    taken.chosen[1] = 1 - lesson->cards[1].quizzes[0].answer;
    assert_int_equal(exam_answered(lesson, &taken), 2);
    assert_int_equal(exam_right(lesson, &taken), 1);
    assert_true(exam_card_right(lesson, &taken, 0) && !exam_card_right(lesson, &taken, 1));
    taken.over = true;
    ExamFile file = read_back(lesson, &taken);
    assert_string_equal(file.lesson, "exam");
    assert_int_equal(file.draw, 2);
    assert_true(file.exam.over && exam_fits(&file, lesson));
    assert_int_equal(file.exam.chosen[1], taken.chosen[1]);
    assert_int_equal(file.exam.chosen[2], EXAM_OPEN);
    Lesson *other = exam(3); /* the same sentence as in draw 1 may come again, the number says which it is */
    assert_false(exam_fits(&file, other));
    file.exam.chosen[2] = 0; /* there is no question */
    assert_false(exam_fits(&file, lesson));
    lesson_destroy(other);
    lesson_destroy(lesson);
}

static void progress_keeps_it(void **state)
{
    (void)state;
    Lesson *lesson = exam(2), *other = exam(1);
    Progress progress = {0}, again;
    Exam taken = exam_begin(), found;
    Error error = {0};
    Bytes text = {0};
    taken.chosen[1] = 1;
    assert_false(progress_exam(&progress, lesson, &found));
    assert_int_equal(found.chosen[1], EXAM_OPEN);
    progress_keep_exam(&progress, lesson, &taken);
    taken.chosen[0] = 2;
    progress_keep_exam(&progress, lesson, &taken); /* in the place of the first */
    progress_print(&progress, &text);
    expect_ok(progress_parse(bytes_slice(&text), "p", &again, &error), &error);
    assert_true(progress_exam(&again, lesson, &found) && found.chosen[0] == 2 && found.chosen[1] == 1);
    assert_false(progress_exam(&again, other, &found));
    bytes_finish(&text);
    Progress late = {0}, merged = {0};
    taken = exam_begin();
    taken.chosen[0] = 0;
    progress_keep_exam(&late, lesson, &taken);
    progress_merge(&late, &again); /* its own stays, what another window answered comes */
    progress_merge(&merged, &again);
    assert_true(progress_exam(&late, lesson, &found) && found.chosen[0] == 0 && found.chosen[1] == 1 && !found.over);
    taken.over = true;
    progress_keep_exam(&again, lesson, &taken);
    progress_merge(&late, &again);
    assert_true(progress_exam(&late, lesson, &found) && found.chosen[0] == 0 && found.chosen[1] == 1 && found.over);
    assert_true(progress_exam(&merged, lesson, &found) && found.chosen[0] == 2 && !progress_empty(&merged));
    Bytes other_text = {0}; /* questions that were changed are another exam */
    progress_print(&late, &other_text);
    memcpy(strstr(other_text.data, "\"of\":\"") + 6, "0123456789abcdef", EXAM_HASH);
    progress_finish(&again);
    expect_ok(progress_parse(bytes_slice(&other_text), "p", &again, &error), &error);
    progress_merge(&merged, &again);
    assert_true(progress_exam(&merged, lesson, &found) && found.chosen[0] == 2 && !found.over);
    bytes_finish(&other_text);
    progress_finish(&progress);
    progress_finish(&again);
    progress_finish(&late);
    progress_finish(&merged);
    lesson_destroy(lesson);
    lesson_destroy(other);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{}", "x.json: is no result of an exam: expected \"attend_exam\":1"},
        {"[1]", "x.json: is no result of an exam"},
        {"{\"attend_exam\":2}", "x.json: is no result of an exam"},
        {"{\"attend_exam\":1}", "x.json: `lesson` was expected: the name of the exam"},
        {"{\"attend_exam\":1,\"lesson\":\"../exam\"}", "x.json: `lesson` was expected"},
        {"{\"attend_exam\":1,\"lesson\":\"exam\",\"of\":\"12\"}", "x.json: `of` was expected: 16 digits"},
        {"{\"attend_exam\":1,\"lesson\":\"exam\",\"of\":\"0123456789abcdef\",\"draw\":0}",
         "x.json: `draw` was expected: a whole number from 1 to 9999"},
        {"{\"attend_exam\":1,\"lesson\":\"exam\",\"of\":\"0123456789abcdef\",\"draw\":1,\"over\":true,\"chosen\":[-2]}",
         "x.json: `over` and `chosen` were expected"},
        {"{\"attend_exam\":1,\"lesson\":\"exam\",\"of\":\"0123456789abcdef\",\"draw\":1,\"over\":1,\"chosen\":[]}",
         "x.json: `over` and `chosen` were expected"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        ExamFile file;
        cJSON *root = json_parse(slice_of(cases[i].text), 100, &error);
        assert_non_null(root);
        assert_false(exam_parse(root, "x.json", &file, &error));
        expect_error(&error, cases[i].message);
        cJSON_Delete(root);
    }
    static const char front[] = "---\ntitle: E\norder: 3\nexam: true\nsentence: cat\nmodels:\n  - hidden: 8\n---\n";
    static const char quiz[] = "```quiz\nkind: choice\nquestion: q\nchoices: [a, b]\nanswer: a\n```\n";
    static const char typed[] = "```quiz\nkind: number\nquestion: q\nanswer: 1\n```\n";
    for (int two = 0; two < 2; two++) {
        Error error = {0};
        Bytes text = {0};
        bytes_printf(&text, "%s# One\n\nText.\n\n%s%s", front, two ? quiz : "", two ? quiz : typed);
        expect_no_lesson(
            parse(text.data, "---\ntitle: x\n---\n# 1\n\nx\n", &error), &error,
            two ? "L/lesson.md:20: a card of an exam asks one question, of the kind choice; this is a second one"
                : "L/lesson.md:14: a card of an exam asks one question, of the kind choice; this is of another");
        bytes_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_counts_and_comes_back),
        cmocka_unit_test(progress_keeps_it),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
