/* The lessons of the course as they stand in the repository: they are read, they are short, and no number of a model is
 * written into their text by hand. */
#include "lesson/lessons.h"

#include "base/file.h"

enum { WORDS_MOST = 85, HANZI_MOST = 140 };

static LessonList shipped(Arena *arena)
{
    Error error = {0};
    const char *course = getenv("LESSONS");
    assert_non_null(course);
    LessonList list = lesson_list(course, arena, &error);
    expect_ok(list.count > 0, &error);
    return list;
}

/* English words; Chinese characters. */
static int length_of(const char *text, Language language)
{
    int count = 0;
    bool inside = false;
    for (Slice rest = slice_of(text); rest.length;) {
        uint32_t c = utf8_next(&rest);
        bool letter = language == LANGUAGE_CHINESE ? utf8_is_cjk(c) : !utf8_is_space(c);
        count += letter && (!inside || language == LANGUAGE_CHINESE);
        inside = letter;
    }
    return count;
}

/* "0.93" would be a number of a model, written by hand; "3" and "1" are counts. What may stand there is what a gate
 * holds the model to, the learning rate behind which it does, or the temperature of the card. */
static bool is_claimed(const Lesson *lesson, const Card *card, double number)
{
    bool claimed = card->stage.decode.temperature == number;
    for (int i = 0; i < lesson->gate_count; i++)
        claimed = claimed || lesson->gates[i].least == number || lesson->gates[i].most == number
                  || lesson->gates[i].rate == number;
    return claimed;
}

static bool has_unclaimed(const Lesson *lesson, const Card *card, const char *text)
{
    for (const char *dot = text; (dot = strchr(dot, '.')); dot++) {
        if (dot == text || dot[-1] < '0' || dot[-1] > '9' || dot[1] < '0' || dot[1] > '9')
            continue;
        const char *from = dot;
        while (from > text && from[-1] >= '0' && from[-1] <= '9')
            from--;
        if (!is_claimed(lesson, card, strtod(from, NULL)))
            return true;
    }
    return false;
}

static int misfits; /* all are told before the test fails */

/* The exam gives no hints, and its cards need no notes. */
static void check_card(const Lesson *lesson, const Card *card, Language language)
{
    int length = 0, notes = lesson->exam;
    for (int i = 0; i < card->block_count[language]; i++) {
        const TextBlock *block = &card->blocks[language][i];
        notes += block->kind == BLOCK_NOTE && block->label;
        Bytes text = {0};
        bytes_add_text(&text, block->label ? block->label : "");
        bytes_add_text(&text, " ");
        for (int k = 0; k < block->span_count; k++)
            bytes_add_text(&text, block->spans[k].text);
        if (has_unclaimed(lesson, card, text.data))
            misfits++, print_error("%s: %s\n", card->title[language], text.data);
        length += length_of(text.data, language);
        bytes_finish(&text);
    }
    int most = language == LANGUAGE_CHINESE ? HANZI_MOST : WORDS_MOST;
    if (length < 10 || length > most || notes != 1)
        misfits++, print_error("%s: %d long, %d notes; expected 10 to %d, and 1\n", card->title[language], length,
                               notes, most);
    for (int i = 0; i < card->quiz_count; i++) {
        assert_true(lesson->exam || card->quizzes[i].hint[language]);
        assert_non_null(card->quizzes[i].why[language]);
    }
}

static Lesson *load_draw(const char *folder, int draw, Arena *arena)
{
    Error error = {0};
    Lesson *lesson = lesson_load(arena_printf(arena, "%s#%d", folder, draw), &error);
    expect_ok(lesson != NULL, &error);
    return lesson;
}

/* Returns of how many draws it is one. */
static int check_draw(const char *folder, int draw, bool exam, Arena *arena)
{
    Lesson *lesson = load_draw(folder, draw, arena);
    int draws = lesson->draws; /* in the exam a question for each misconception, a few more, and the result */
    assert_int_equal(lesson->exam, exam);
    assert_in_range(lesson->card_count, exam ? LESSON_MEETS : 5, exam ? LESSON_MEETS + 5 : 9);
    for (int k = 0; k < lesson->card_count; k++)
        for (int language = 0; language < LESSON_LANGUAGES; language++)
            check_card(lesson, &lesson->cards[k], (Language)language);
    Warnings warnings = lesson_warnings(lesson, NULL, arena);
    if (warnings.count)
        fail_msg("%s, draw %d: %s", lesson->folder, draw, warnings.texts[0]);
    lesson_destroy(lesson);
    return draws;
}

static void every_card(void **state)
{
    (void)state;
    Arena arena = {0};
    LessonList list = shipped(&arena);
    for (int i = 0; i < list.count; i++)
        for (int draw = 1, draws = 1; draw <= draws; draw++)
            draws = check_draw(list.folders[i], draw, i + 1 == list.count, &arena);
    assert_int_equal(misfits, 0);
    arena_finish(&arena);
}

/* At most nine hours before the exam by the time that reading and trying take, and no lesson more than one of school.
 */
static void the_course_takes_nine_hours(void **state)
{
    (void)state;
    Arena arena = {0};
    LessonList list = shipped(&arena);
    int all = 0;
    for (int i = 0; i < list.count; i++) {
        Error error = {0};
        Lesson *lesson = lesson_load(list.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        assert_in_range(lesson->minutes, 8, 45);
        all += i + 1 < list.count ? lesson->minutes : 0;
        lesson_destroy(lesson);
    }
    print_message("%d lessons, %d minutes\n", list.count, all);
    assert_in_range(all, 240, 540);
    arena_finish(&arena);
}

/* Whoever always takes the first choice is right no more often than by chance. */
static void right_choices_are_spread(void **state)
{
    (void)state;
    Arena arena = {0};
    LessonList list = shipped(&arena);
    int asked = 0, places[6] = {0};
    for (int i = 0; i < list.count; i++) {
        Error error = {0};
        Lesson *lesson = lesson_load(list.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        for (int k = 0; k < lesson->card_count; k++)
            for (int q = 0; q < lesson->cards[k].quiz_count; q++) {
                const Quiz *quiz = &lesson->cards[k].quizzes[q];
                if (quiz->kind != QUIZ_CHOICE || quiz->choice_count != 3)
                    continue;
                places[quiz->answer]++;
                asked++;
            }
        lesson_destroy(lesson);
    }
    arena_finish(&arena);
    assert_true(asked >= 30);
    for (int i = 0; i < 3; i++)
        assert_in_range(places[i], asked / 5, asked / 2);
}

/* What all lessons but the last say, gates and all, in both languages. */
static const char *text_before(const LessonList *list, Arena *arena)
{
    Bytes all = {0};
    for (int i = 0; i + 1 < list->count; i++)
        for (int language = 0; language < LESSON_LANGUAGES; language++) {
            Error error = {0};
            Bytes text = {0};
            const char *name = language == LANGUAGE_CHINESE ? "lesson.zh.md" : "lesson.md";
            expect_ok(file_read(path_join(arena, list->folders[i], name), FILE_LIMIT_TEXT, &text, &error), &error);
            bytes_add(&all, text.data, text.length);
            bytes_finish(&text);
        }
    return bytes_take(&all, arena);
}

/* The pairs of all its models, each on a line that another one ends. */
static const char *pairs_of(const Lesson *lesson, Arena *arena)
{
    Bytes all = {0};
    for (int i = 0; i < lesson->model_count; i++) {
        Error error = {0};
        Bytes text = {0};
        expect_ok(file_read(lesson->models[i].data, FILE_LIMIT_TEXT, &text, &error), &error);
        bytes_printf(&all, "\n%s", text.data);
        bytes_finish(&text);
    }
    return bytes_take(&all, arena);
}

/* How many titles of the lesson and of its cards are in `titles` already, a line each; they are added. */
static int count_seen(const Lesson *lesson, Language language, Bytes *titles, Arena *arena)
{
    int seen = 0;
    for (int k = -1; k < lesson->card_count; k++) {
        const char *title = k < 0 ? lesson->title[language] : lesson->cards[k].title[language];
        if (strcasestr(titles->data, arena_printf(arena, "\n%s\n", title)))
            seen++, print_error("%s: another lesson or card is called \"%s\"\n", lesson->folder, title);
        bytes_printf(titles, "%s\n", title);
    }
    return seen;
}

static void no_title_stands_twice(void **state)
{
    (void)state;
    Arena arena = {0};
    LessonList list = shipped(&arena);
    int seen = 0;
    for (int language = 0; language < LESSON_LANGUAGES; language++) {
        Bytes titles = {0};
        bytes_add_text(&titles, "\n");
        for (int i = 0; i < list.count; i++) {
            Lesson *lesson = load_draw(list.folders[i], 1, &arena);
            seen += count_seen(lesson, (Language)language, &titles, &arena);
            lesson_destroy(lesson);
        }
        bytes_finish(&titles);
    }
    assert_int_equal(seen, 0);
    arena_finish(&arena);
}

/* Nobody has seen in a lesson, and no model in training, what the exam asks about: each draw has its own sentences. */
static void the_exam_has_its_own_sentences(void **state)
{
    (void)state;
    Arena arena = {0};
    LessonList list = shipped(&arena);
    const char *before = text_before(&list, &arena), *exam = list.folders[list.count - 1];
    int shown = 0;
    assert_non_null(strcasestr(before, "Cat chase mouse"));
    for (int draw = 1, draws = 1; draw <= draws; draw++) {
        Lesson *lesson = load_draw(exam, draw, &arena);
        const char *pairs = pairs_of(lesson, &arena);
        draws = lesson->draws;
        assert_true(draws >= 3);
        for (int k = 0; k < lesson->card_count; k++)
            if (strcasestr(pairs, arena_printf(&arena, "\n%s\t", card_sentence(lesson, &lesson->cards[k])))
                || strcasestr(before, card_sentence(lesson, &lesson->cards[k])))
                shown++, print_error("draw %d, card %d: %s\n", draw, k + 1, card_sentence(lesson, &lesson->cards[k]));
        for (int k = 0; k < lesson->suggestion_count; k++)
            assert_null(strcasestr(before, lesson->suggestions[k]));
        lesson_destroy(lesson);
    }
    assert_int_equal(shown, 0);
    arena_finish(&arena);
}

/* The curves by length tell which of two models fails on long sentences: they stand on no card that asks it, nor on one
 * before them, but on the card that is about them. */
static void curves_wait_for_their_card(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Lesson *lesson = lesson_load(path_join(&arena, getenv("LESSONS"), "04-the-bottleneck"), &error);
    expect_ok(lesson != NULL, &error);
    int card = 0, compared = 0;
    for (; strcmp(lesson->cards[card].title[LANGUAGE_ENGLISH], "Falling with length") != 0; card++) {
        assert_true(card + 1 < lesson->card_count);
        bool compares = card_view(lesson, &lesson->cards[card]) == VIEW_COMPARE;
        assert_true(!compares || lesson->cards[card].stage.look == LOOK_SENTENCE);
        compared += compares;
    }
    assert_int_equal(compared, 3);
    assert_int_equal(lesson->cards[card].stage.look, LOOK_WHOLE);
    lesson_destroy(lesson);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_card),
                                       cmocka_unit_test(the_course_takes_nine_hours),
                                       cmocka_unit_test(right_choices_are_spread),
                                       cmocka_unit_test(no_title_stands_twice),
                                       cmocka_unit_test(the_exam_has_its_own_sentences),
                                       cmocka_unit_test(curves_wait_for_their_card)};
    return cmocka_run_group_tests_name("lesson shipped", tests, NULL, NULL);
}
