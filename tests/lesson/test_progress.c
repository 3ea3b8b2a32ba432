/* What was completed: kept, read back, and every broken file refused. */
#include "support.h"

#include "base/random.h"
#include "lesson/progress.h"

static const char *print(const Progress *progress)
{
    static char text[4096];
    Bytes bytes = {0};
    progress_print(progress, &bytes);
    snprintf(text, sizeof text, "%s", bytes.data);
    bytes_finish(&bytes);
    return text;
}

static Progress some(void)
{
    Progress progress = {0};
    assert_true(progress_complete(&progress, "05-cat-chase-mouse", 0, "One model reads"));
    assert_true(progress_complete(&progress, "05-cat-chase-mouse", 11, "The last"));
    assert_true(progress_complete(&progress, "a \"b\" 猫", 2, "引号"));
    return progress;
}

static void cards_are_done_once(void **state)
{
    (void)state;
    Progress progress = some();
    assert_false(progress_complete(&progress, "05-cat-chase-mouse", 0, "One model reads"));
    assert_true(progress_done(&progress, "05-cat-chase-mouse", 11, "The last"));
    assert_false(progress_done(&progress, "05-cat-chase-mouse", 10, "The last"));
    assert_false(progress_done(&progress, "06-tom", 11, "The last"));
    progress_finish(&progress);
}

static void another_title_is_another_card(void **state)
{
    (void)state;
    Progress progress = some();
    assert_false(progress_done(&progress, "05-cat-chase-mouse", 0, "Two models read"));
    assert_true(progress_complete(&progress, "05-cat-chase-mouse", 0, "Two models read"));
    assert_true(progress_done(&progress, "05-cat-chase-mouse", 0, "Two models read"));
    assert_false(progress_done(&progress, "05-cat-chase-mouse", 0, "One model reads"));
    progress_finish(&progress);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    Progress progress = some(), again;
    char before[4096];
    snprintf(before, sizeof before, "%s", print(&progress));
    Error error = {0};
    expect_ok(progress_parse(slice_of(before), "p.json", &again, &error), &error);
    assert_string_equal(print(&again), before);
    assert_true(progress_done(&again, "a \"b\" 猫", 2, "引号"));
    progress_finish(&again);
    progress_finish(&progress);
    expect_ok(progress_parse(slice_of("{\"lessons\":{},\"version\":1}"), "p.json", &again, &error), &error);
    assert_int_equal(cJSON_GetArraySize(again.lessons), 0);
    progress_finish(&again);
}

static void records_are_broken_and_kept(void **state)
{
    (void)state;
    Progress progress = some(), other = {0}, again;
    assert_true(progress_record(&progress, "23-fool", "trap") == 0);
    assert_true(progress_break(&progress, "23-fool", "trap", 0.5));
    assert_false(progress_break(&progress, "23-fool", "trap", 0.5));
    assert_false(progress_break(&progress, "23-fool", "trap", 1.5));
    assert_true(progress_break(&other, "23-fool", "trap", 0.75) && progress_break(&other, "23-fool", "model", 0.25));
    progress_merge(&progress, &other);
    progress_merge(&other, &progress);
    Error error = {0};
    expect_ok(progress_parse(slice_of(print(&progress)), "p.json", &again, &error), &error);
    assert_true(progress_record(&again, "23-fool", "trap") == 0.75);
    assert_true(progress_record(&again, "23-fool", "model") == 0.25);
    assert_true(progress_done(&again, "a \"b\" 猫", 2, "引号"));
    assert_false(progress_empty(&other));
    progress_finish(&again);
    progress_finish(&other);
    progress_finish(&progress);
}

/* A file may have records of nothing: what is written of it is read again. */
static void no_records_at_all(void **state)
{
    (void)state;
    Progress progress, again;
    Error error = {0};
    expect_ok(progress_parse(slice_of("{\"version\":1,\"lessons\":{},\"records\":{}}"), "p.json", &progress, &error),
              &error);
    expect_ok(progress_parse(slice_of(print(&progress)), "p.json", &again, &error), &error);
    progress_finish(&again);
    progress_finish(&progress);
}

static void two_windows_are_merged(void **state)
{
    (void)state;
    Progress ours = some(), theirs = {0};
    progress_complete(&theirs, "05-cat-chase-mouse", 0, "An older title");
    progress_complete(&theirs, "05-cat-chase-mouse", 3, "Three");
    progress_complete(&theirs, "06-tom", 0, "Tom");
    progress_merge(&ours, &theirs);
    assert_true(progress_done(&ours, "05-cat-chase-mouse", 0, "One model reads"));
    assert_true(progress_done(&ours, "05-cat-chase-mouse", 3, "Three"));
    assert_true(progress_done(&ours, "06-tom", 0, "Tom"));
    assert_true(progress_done(&ours, "a \"b\" 猫", 2, "引号"));
    progress_finish(&theirs);
    progress_finish(&ours);
}

/* Another number is the same lesson; a file from before lessons were numbered anew keeps what was done. */
static void a_number_is_no_name(void **state)
{
    (void)state;
    Progress progress = some(), old;
    assert_true(progress_done(&progress, "cat-chase-mouse", 0, "One model reads"));
    assert_true(progress_done(&progress, "35-cat-chase-mouse", 0, "One model reads"));
    assert_false(progress_complete(&progress, "35-cat-chase-mouse", 0, "One model reads"));
    assert_non_null(strstr(print(&progress), "\"cat-chase-mouse\""));
    assert_null(strstr(print(&progress), "05-"));
    Error error = {0};
    expect_ok(progress_parse(slice_of("{\"version\":1,\"lessons\":{\"14-self-attention\":{\"1\":\"0000000000000001\"},"
                                      "\"20-self-attention\":{\"1\":\"0000000000000002\",\"3\":\"0000000000000003\"}},"
                                      "\"records\":{\"23-fool-the-heatmap:trap\":0.5}}"),
                             "p.json", &old, &error),
              &error);
    assert_non_null(strstr(print(&old), "\"self-attention\":{\"1\":\"0000000000000001\",\"3\":\"0000000000000003\"}"));
    assert_true(progress_record(&old, "13-fool-the-heatmap", "trap") == 0.5);
    assert_false(progress_break(&old, "13-fool-the-heatmap", "trap", 0.4));
    assert_true(progress_break(&old, "13-fool-the-heatmap", "trap", 0.6));
    progress_finish(&old);
    assert_true(progress_complete(&progress, "07-3-words", 0, "Three")); /* a name that begins with a number */
    assert_true(progress_break(&progress, "07-3-words", "model", 0.5));
    expect_ok(progress_parse(slice_of(print(&progress)), "p.json", &old, &error), &error);
    assert_true(progress_done(&old, "08-3-words", 0, "Three") && progress_record(&old, "08-3-words", "model") == 0.5);
    progress_finish(&progress);
    progress = (Progress){0};
    progress_merge(&progress, &old);
    assert_true(progress_done(&progress, "07-3-words", 0, "Three")
                && !progress_done(&progress, "07-words", 0, "Three"));
    progress_finish(&old);
    progress_finish(&progress);
}

static void limits(void **state)
{
    (void)state;
    Progress progress = {0};
    char name[PROGRESS_NAME + 2];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(progress_complete(&progress, name, 0, "t"));
    assert_false(progress_complete(&progress, "", 0, "t"));
    assert_true(progress_complete(&progress, name + 1, PROGRESS_CARDS - 1, "t"));
    assert_false(progress_complete(&progress, name + 1, PROGRESS_CARDS, "t"));
    assert_false(progress_complete(&progress, name + 1, -1, "t"));
    progress_finish(&progress);
}

#define HASH "\"0123456789abcdef\""
static const struct {
    const char *text, *says;
} BROKEN[] = {
    {"", "p.json"},
    {"{", "p.json"},
    {"[]", "object"},
    {"null", "object"},
    {"{}", "version 1"},
    {"{\"version\":2,\"lessons\":{}}", "version 1"},
    {"{\"version\":\"1\",\"lessons\":{}}", "version 1"},
    {"{\"version\":1}", "`lessons`"},
    {"{\"version\":1,\"lessons\":[]}", "`lessons`"},
    {"{\"version\":1,\"lessons\":{},\"more\":1}", "nothing else"},
    {"{\"version\":1,\"lessons\":{},\"records\":[]}", "nothing else"},
    {"{\"version\":1,\"lessons\":{},\"records\":{\"a:b\":2}}", "not a record"},
    {"{\"version\":1,\"lessons\":{},\"records\":{\"a:b\":\"1\"}}", "not a record"},
    {"{\"version\":1,\"lessons\":{},\"records\":{\"a:b\":0.5,\"a:b\":0.5}}", "not a record"},
    {"{\"version\":1,\"version\":1,\"lessons\":{}}", "nothing else"},
    {"{\"version\":1,\"lessons\":{\"a\":[]}}", "not a lesson"},
    {"{\"version\":1,\"lessons\":{\"\":{}}}", "not a lesson"},
    {"{\"version\":1,\"lessons\":{\"a\":{},\"a\":{}}}", "twice"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"0\":" HASH "}}}", "number of a card"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"01\":" HASH "}}}", "number of a card"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"1000\":" HASH "}}}", "number of a card"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"-1\":" HASH "}}}", "number of a card"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"\":" HASH "}}}", "number of a card"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"1\":" HASH ",\"1\":" HASH "}}}", "twice"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"1\":\"0123\"}}}", "hash"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"1\":\"0123456789ABCDEF\"}}}", "hash"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"1\":true}}}", "hash"},
    {"{\"version\":1,\"lessons\":{\"a\":{\"1\":" HASH "}}} x", "p.json"},
    {"{\"version\":1,\"lessons\":{\"\xff\":{}}}", "p.json"},
};

static void broken_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(BROKEN); i++) {
        Progress progress;
        Error error = {0};
        bool fine = progress_parse(slice_of(BROKEN[i].text), "p.json", &progress, &error);
        if (fine)
            print_error("%s was read\n", BROKEN[i].text);
        assert_false(fine);
        expect_error(&error, BROKEN[i].says);
        expect_error(&error, "p.json");
        assert_null(progress.lessons);
    }
}

/* Bytes changed, taken out and cut off: read or refused, and what was read can be written and read again. */
static void torn_files(void **state)
{
    (void)state;
    Progress progress = some();
    char whole[4096];
    snprintf(whole, sizeof whole, "%s", print(&progress));
    progress_finish(&progress);
    Random random = random_seeded(5);
    size_t length = strlen(whole);
    int read = 0;
    for (int i = 0; i < 20000; i++) {
        char text[4096];
        memcpy(text, whole, length);
        size_t used = i % 3 == 0 ? random_below(&random, (uint32_t)length + 1) : length;
        for (uint32_t changes = 1 + random_below(&random, 3); changes > 0 && used > 0; changes--)
            text[random_below(&random, (uint32_t)used)] = (char)random_below(&random, 256);
        Error error = {0};
        Progress again, third;
        if (!progress_parse((Slice){text, used}, "p.json", &again, &error)) {
            assert_true(error.code == ERROR_FORMAT);
            continue;
        }
        read++;
        char printed[4096];
        snprintf(printed, sizeof printed, "%s", print(&again));
        expect_ok(progress_parse(slice_of(printed), "p.json", &third, &error), &error);
        assert_string_equal(print(&third), printed);
        progress_finish(&third);
        progress_finish(&again);
    }
    assert_true(read > 0);
}

/* ---- typing a number ---- */

static void numbers_are_typed(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *text;
        bool answered;
        double number;
    } cases[] = {
        {"0.5", "0.5", true, 0.5},
        {"0,5", "0.5", true, 0.5},
        {" 1 2 ", "12", true, 12},
        {"-3", "-3", true, -3},
        {"−3", "-3", true, -3},
        {"１２．５", "12.5", true, 12.5},
        {".25", ".25", true, 0.25},
        {"1.2.3", "1.23", true, 1.23},
        {"+4", "+4", true, 4},
        {"--4", "-4", true, -4},
        {"4-", "4", true, 4},
        {"1e5", "15", true, 15},
        {"nan", "", false, 0},
        {"", "", false, 0},
        {"-", "-", false, 0},
        {".", ".", false, 0},
        {"-.", "-.", false, 0},
        {"猫7", "7", true, 7},
        {"5.", "5.", true, 5},
        {"0x1F", "01", true, 1},
        {"\xff"
         "8",
         "8", true, 8},
        {"12345678901234567890", "123456789012345", true, 123456789012345.0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        QuizAnswer answer = {0};
        quiz_type(&answer, cases[i].typed);
        quiz_grade(&answer);
        assert_string_equal(answer.typed, cases[i].text);
        assert_int_equal(answer.answered, cases[i].answered);
        assert_true(answer.number == cases[i].number);
    }
}

static void numbers_are_mended(void **state)
{
    (void)state;
    QuizAnswer answer = {0};
    assert_true(quiz_type(&answer, "0.57"));
    quiz_grade(&answer);
    assert_true(answer.answered);
    quiz_erase(&answer, 1); /* nothing behind the caret */
    assert_true(answer.answered);
    quiz_erase(&answer, -1);
    assert_false(answer.answered);
    assert_string_equal(answer.typed, "0.5");
    answer.caret = 0;
    quiz_erase(&answer, -1);
    quiz_type(&answer, "-");
    assert_string_equal(answer.typed, "-0.5");
    answer.caret = 0;
    quiz_type(&answer, "3"); /* in front of the sign */
    assert_string_equal(answer.typed, "-0.5");
    quiz_erase(&answer, 1);
    assert_string_equal(answer.typed, "0.5");
}

static void tolerance(void **state)
{
    (void)state;
    Quiz quiz = {.kind = QUIZ_NUMBER, .number = 7.39, .tolerance = 0.1};
    static const struct {
        const char *typed;
        bool right;
    } cases[] = {{"7.39", true}, {"7.29", true}, {"7.49", true}, {"7.28", false}, {"7,5", false}, {"-7.39", false}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        QuizAnswer answer = {0};
        quiz_type(&answer, cases[i].typed);
        assert_false(quiz_answered_right(&quiz, &answer, NULL)); /* not graded yet */
        quiz_grade(&answer);
        assert_int_equal(quiz_answered_right(&quiz, &answer, NULL), cases[i].right);
    }
}

/* ---- goals ---- */

static void what_completes_a_card(void **state)
{
    (void)state;
    Quiz quizzes[2] = {{.kind = QUIZ_CHOICE, .answer = 1}, {.kind = QUIZ_NUMBER, .number = 3}};
    QuizAnswer answers[2] = {{.answered = true, .choice = 1}};
    Card plain = {0}, asked = {.quizzes = quizzes, .quiz_count = 2};
    Card played = {.quizzes = quizzes, .quiz_count = 2, .stage = {.present = true, .goal = GOAL_PLAY}};
    assert_int_equal(card_goal(&plain), GOAL_NONE);
    assert_int_equal(card_goal(&asked), GOAL_ANSWER);
    assert_int_equal(card_goal(&played), GOAL_PLAY);
    assert_false(card_answered_right(&plain, answers, NULL));
    assert_false(card_answered_right(&asked, answers, NULL)); /* the second is open */
    quiz_type(&answers[1], "3");
    quiz_grade(&answers[1]);
    assert_true(card_answered_right(&asked, answers, NULL));
    answers[0].choice = 0;
    assert_false(card_answered_right(&asked, answers, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_done_once),
        cmocka_unit_test(another_title_is_another_card),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(records_are_broken_and_kept),
        cmocka_unit_test(no_records_at_all),
        cmocka_unit_test(two_windows_are_merged),
        cmocka_unit_test(a_number_is_no_name),
        cmocka_unit_test(limits),
        cmocka_unit_test(broken_files),
        cmocka_unit_test(torn_files),
        cmocka_unit_test(numbers_are_typed),
        cmocka_unit_test(numbers_are_mended),
        cmocka_unit_test(tolerance),
        cmocka_unit_test(what_completes_a_card),
    };
    return cmocka_run_group_tests_name("lesson progress", tests, NULL, NULL);
}
