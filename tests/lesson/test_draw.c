/* Cards that are drawn: each row comes once, titles, blocks, questions and gates all have it, in both languages, and
 * what is wrong is told with its line. */
#include "lesson/lessons.h"

#include "lesson/draw.h"

#define TABLE                                                                                                          \
    "```draw\nsource | beast | ku\ncat chase mouse | cat | 猫\n"                                                      \
    "dog chase cat | dog | 狗\nTom ran | Tom | 汤姆\n```\n"
#define DRAWN                                                                                                          \
    FRONT "# The [[beast]]\n\n" TABLE "\n```attend\nsentence: \"[[source]]\"\nstep: 1\n```\n\nWho is *[[beast]]*?\n\n" \
          "```quiz\nkind: choice\nquestion: Is it [[beast]]?\nchoices: [\"[[beast]]\", nobody]\nanswer: 1\n"           \
          "again: [\"9.3\", 12.10]\n```\n\n```gates\n- translation: {sentence: \"[[source]]\", expect: \"[[ku]]\"}\n"  \
          "```\n# Two\n\nNot [[drawn]].\n"
#define DRAWN_ZH                                                                                                       \
    FRONT_ZH "# [[ku]]\n\n[[ku]]是谁？\n\n```quiz\nquestion: 是[[ku]]吗？\n"                                     \
             "choices: [\"[[ku]]\", 没有人]\n```\n# "                                                               \
             "二\n\n[[drawn]]\n"

static Lesson *draw(int number)
{
    char folder[16];
    Error error = {0};
    snprintf(folder, sizeof folder, "L#%d", number);
    Lesson *lesson = lesson_parse(slice_of(DRAWN), slice_of(DRAWN_ZH), folder, &error);
    expect_ok(lesson != NULL, &error);
    return lesson;
}

static void a_row_is_in_all_its_places(void **state)
{
    (void)state;
    Lesson *lesson = draw(1);
    const Card *card = &lesson->cards[0];
    const Quiz *quiz = &card->quizzes[0];
    const char *beast = card->title[LANGUAGE_ENGLISH] + strlen("The "), *zh = card->title[LANGUAGE_CHINESE];
    assert_string_equal(lesson->folder, "L");
    assert_int_equal(lesson->draws, 3);
    assert_string_equal(card->blocks[LANGUAGE_ENGLISH][0].spans[1].text, beast);
    assert_string_equal(quiz->choices[LANGUAGE_ENGLISH][quiz->answer], beast);
    assert_string_equal(quiz->choices[LANGUAGE_CHINESE][quiz->answer], zh);
    assert_string_equal(lesson->gates[0].expected, zh);
    assert_string_equal(lesson->gates[0].sentence, card->stage.sentence);
    assert_non_null(strstr(card->stage.sentence, beast));
    assert_int_equal(quiz->again_count, 2);
    assert_string_equal(quiz->again[1], "12.10");
    assert_string_equal(lesson->cards[1].blocks[LANGUAGE_ENGLISH][0].spans[0].text, "Not [[drawn]].");
    lesson_destroy(lesson);
}

/* Three draws behind each other show all three rows, also later ones, and the same number always the same. */
static void each_row_comes_once(void **state)
{
    (void)state;
    char last[SENTENCE_BYTES] = "";
    for (int first = 1; first < 300; first += 3) {
        char seen[3][SENTENCE_BYTES];
        for (int i = 0; i < 3; i++) {
            Lesson *lesson = draw(first + i), *again = draw(first + i);
            assert_string_equal(lesson->cards[0].stage.sentence, again->cards[0].stage.sentence);
            snprintf(seen[i], sizeof seen[i], "%s", lesson->cards[0].stage.sentence);
            lesson_destroy(lesson);
            lesson_destroy(again);
        }
        assert_true(strcmp(seen[0], seen[1]) && strcmp(seen[0], seen[2]) && strcmp(seen[1], seen[2]));
        assert_true(strcmp(seen[0], last)); /* nor has a draw the row of the one before it */
        memcpy(last, seen[2], sizeof last);
    }
}

static void names_may_carry_a_number(void **state)
{
    (void)state;
    static const struct {
        const char *name, *folder;
        int number;
    } cases[] = {{"31-exam#7", "31-exam", 7},
                 {"a/31#12", "a/31", 12},
                 {"31", "31", 1},
                 {"31#", "31#", 1},
                 {"31#0", "31#0", 1},
                 {"31#12345", "31#12345", 1},
                 {"a#3/lesson", "a#3/lesson", 1},
                 {"31#x", "31#x", 1}};
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int number = 0;
        assert_string_equal(draw_cut(cases[i].name, &arena, &number), cases[i].folder);
        assert_int_equal(number, cases[i].number);
    }
    arena_finish(&arena);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *body, *zh, *message;
    } cases[] = {
        {"# One\n\n```draw\n```\nText.\n", CARD_ZH,
         "L/lesson.md:11: a draw block has 0 rows; expected names, and below"},
        {"# One\n\n```draw\na | b\nx | y\n\nx\n```\nText.\n", CARD_ZH,
         "L/lesson.md:14: this row has 1 cell; expected 2, with | between them"},
        {"# One\n\n```draw\na | A\nx | y\n```\nText.\n", CARD_ZH,
         "L/lesson.md:11: a column is called \"A\"; expected small letters"},
        {"# One\n\n```draw\na | a\nx | y\n```\nText.\n", CARD_ZH, "L/lesson.md:11: two columns are called \"a\""},
        {"# One\n\n```draw\na\nx\n```\nText.\n\nOf [[b]].\n", CARD_ZH,
         "L/lesson.md:16: \"b\" is no column of this card's draw block"},
        {"# One\n\n```draw\na\nx\n```\nText [[a.\n", CARD_ZH, "L/lesson.md:14: \"[[\" is no column of this card's"},
        {"# One\n\n```draw\na\nx\n```\nText.\n", "# 一\n\n[[b]]\n",
         "L/lesson.zh.md:6: \"b\" is no column of this card's draw block"},
        {"# One\n\nText.\n", "# 一\n\n```draw\na\nx\n```\n",
         "L/lesson.zh.md:7: a draw block stands in lesson.md alone"},
        {"# One\n\nText.\n", "# 一\n\n```gates\n[]\n```\n字\n",
         "L/lesson.zh.md:7: a gates block stands in lesson.md alone"},
        {"# One\n\n```gates\na: 1\n```\nText.\n", CARD_ZH, "L/lesson.md:11: the gates block is"},
        {"# One\n\nText.\n```quiz\nkind: choice\nquestion: q\nchoices: [a, b]\nanswer: a\nagain: [9]\n```\n", CARD_ZH,
         "L/lesson.md:16: \"9\" is no card; expected a form such as 5.2"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes english = {0}, chinese = {0};
        bytes_printf(&english, "%s%s", FRONT, cases[i].body);
        bytes_printf(&chinese, "%s%s", FRONT_ZH, cases[i].zh);
        expect_no_lesson(parse(english.data, chinese.data, &error), &error, cases[i].message);
        bytes_finish(&english);
        bytes_finish(&chinese);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_in_all_its_places),
        cmocka_unit_test(each_row_comes_once),
        cmocka_unit_test(names_may_carry_a_number),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
