/* Exit tickets: how their table is read and refused. */
#include "lesson/lessons.h"
#include "lesson/tickets.h"

#define LINE(path) path "\t2\tWhat is c?\t0.2.\tc 是什么？\t0.2。\n"

static void lines_are_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "tickets.tsv", &error};
    Tickets tickets;
    expect_ok(tickets_read(&reader, slice_of("\xEF\xBB\xBF# a remark\n\n" LINE("45") LINE("45") LINE("90")), &tickets),
              &error);
    assert_int_equal(tickets.count, 3);
    const TicketQuestion *last = &tickets.items[2];
    assert_string_equal(last->path, "90");
    assert_int_equal(last->points, 2);
    assert_string_equal(last->question[LANGUAGE_ENGLISH], "What is c?");
    assert_string_equal(last->answer[LANGUAGE_ENGLISH], "0.2.");
    assert_string_equal(last->question[LANGUAGE_CHINESE], "c 是什么？");
    assert_string_equal(last->answer[LANGUAGE_CHINESE], "0.2。");
    expect_ok(tickets_read(&reader, slice_of(""), &tickets), &error);
    assert_int_equal(tickets.count, 0);
    arena_finish(&arena);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const char columns[] = "expected path, points, question and answer, and both in Chinese";
    static const struct {
        const char *text;
        int line;
        const char *message;
    } cases[] = {
        {"45\t2\tWhat?\tThis.\n", 1, columns},
        {LINE("45") "45\t2\ta\tb\tc\td\te\n", 2, columns},
        {"45\t2\t\ta\tb\tc\n", 1, "column 3 has 0 letters; expected 1 to 200"},
        {"45\t2\ta\tb\t\td\n", 1, "column 5 has 0 letters; expected 1 to 120"},
        {"45\t0\ta\tb\tc\td\n", 1, "\"0\" are no points; expected a number from 1 to 20"},
        {"45\t2x\ta\tb\tc\td\n", 1, "\"2x\" are no points"},
        {"45\t21\ta\tb\tc\td\n", 1, "\"21\" are no points"},
        {LINE("45") LINE("90") LINE("45"), 3, "path \"45\" had questions before those of another path"},
        {LINE("9") LINE("45") LINE("45") LINE("45") LINE("45") LINE("45"), 6, "path \"45\" has more than 4 questions"},
        {"45\t2\ta\x07\tb\tc\td\n", 1, "holds the control character U+0007"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Reader reader = {&arena, "L/tickets.tsv", &error};
        Tickets tickets;
        assert_false(tickets_read(&reader, slice_of(cases[i].text), &tickets));
        assert_int_equal(error.line, cases[i].line);
        expect_error(&error, cases[i].message);
        arena_finish(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
