/* The field's terms: how their table is read and refused, and that the course's own leads to cards that are there, in
 * lessons that use one of the names. */
#include "lesson/lesson_list.h"
#include "lesson/lessons.h"
#include "lesson/terms.h"

#include <ctype.h>

#define LINE "score\tenergy, alignment score\t得分\t\t5.3\t1 number.\t合不合。\n"

static void lines_are_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "terms.tsv", &error};
    Terms terms;
    expect_ok(
        terms_read(&reader, slice_of("\xEF\xBB\xBF# a remark\r\n\n" LINE "bridge\t\t桥接\t\t3.12\ta\t甲\r\n"), &terms),
        &error);
    assert_int_equal(terms.count, 2);
    const FieldTerm *score = &terms.items[0], *bridge = &terms.items[1];
    assert_string_equal(score->name[LANGUAGE_ENGLISH], "score");
    assert_string_equal(score->also[LANGUAGE_ENGLISH], "energy, alignment score");
    assert_string_equal(score->name[LANGUAGE_CHINESE], "得分");
    assert_string_equal(score->also[LANGUAGE_CHINESE], "");
    assert_string_equal(score->told[LANGUAGE_CHINESE], "合不合。");
    assert_true(score->lesson == 5 && score->card == 3 && score->line == 3);
    assert_string_equal(bridge->told[LANGUAGE_CHINESE], "甲");
    assert_true(bridge->lesson == 3 && bridge->card == 12);
    expect_ok(terms_read(&reader, slice_of(""), &terms), &error);
    assert_int_equal(terms.count, 0);
    arena_finish(&arena);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const char columns[] = "expected name, other names, both in Chinese, card, and what it is";
    static const struct {
        const char *text;
        int line;
        const char *message;
    } cases[] = {
        {"score\tenergy\t得分\n", 1, columns},
        {LINE "a\t\tb\t\t5.2\tc\td\te\n", 2, columns},
        {"\t\t得分\t\t5.3\ta\tb\n", 1, "column 1 has 0 letters; expected 1 to 200"},
        {"a\t\tb\t\t5.3\t\tb\n", 1, "column 6 has 0 letters; expected 1 to 200"},
        {"a\t\tb\t\t5\tc\td\n", 1, "\"5\" is no card; expected a form such as 5.2"},
        {"a\t\tb\t\t5.0\tc\td\n", 1, "\"5.0\" is no card"},
        {"a\t\tb\t\t5.2x\tc\td\n", 1, "\"5.2x\" is no card"},
        {"a\t\tb\t\t100.2\tc\td\n", 1, "\"100.2\" is no card"},
        {LINE "score\t\t分\t\t5.3\ta\tb\n", 2, "has \"score\", as line 1 has"},
        {LINE "scores\t\t得分\t\t5.3\ta\tb\n", 2, "has \"得分\", as line 1 has"},
        {"a\t\tb\x07\t\t5.3\ta\tb\n", 1, "holds the control character U+0007"},
        {"a\t\t\xFF\t\t5.3\ta\tb\n", 1, "is not UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Reader reader = {&arena, "L/terms.tsv", &error};
        Terms terms;
        assert_false(terms_read(&reader, slice_of(cases[i].text), &terms));
        assert_int_equal(error.line, cases[i].line);
        expect_error(&error, cases[i].message);
        arena_finish(&arena);
    }
}

/* One of the names, which stand between commas, is in the text, whatever the case of its letters. */
static bool holds(const char *folded, const char *names, const char *comma, Arena *arena)
{
    char *rest = arena_string(arena, names);
    for (char *name = rest; name && *name; name = rest) {
        rest = strstr(name, comma);
        if (rest)
            *rest = '\0', rest += strlen(comma);
        name += strspn(name, " ");
        for (char *c = name; *c; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
        if (strstr(folded, name))
            return true;
    }
    return false;
}

static char *read_folded(const char *folder, const char *name, Arena *arena)
{
    Error error = {0};
    Bytes text = {0};
    expect_ok(file_read(path_join(arena, folder, name), FILE_LIMIT_TEXT, &text, &error), &error);
    char *copy = arena_copy(arena, text.data, text.length);
    for (char *c = copy; *c; c++)
        *c = *c == '\n' ? ' ' : *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    bytes_finish(&text);
    return copy;
}

static void the_course_has_its_terms(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Bytes text = {0};
    const char *path = path_join(&arena, getenv("LESSONS"), TERMS_FILE);
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &text, &error), &error);
    Terms terms;
    expect_ok(terms_read(&(Reader){&arena, path, &error}, bytes_slice(&text), &terms), &error);
    assert_true(terms.count >= 60);
    LessonList list = lesson_list(getenv("LESSONS"), &arena, &error);
    int found = 0;
    for (int i = 0; i < list.count; i++) {
        Lesson *lesson = lesson_load(list.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        const char *texts[] = {read_folded(list.folders[i], "lesson.md", &arena),
                               read_folded(list.folders[i], "lesson.zh.md", &arena)};
        for (int k = 0; k < terms.count; k++) {
            const FieldTerm *term = &terms.items[k];
            if (term->lesson != lesson->order)
                continue;
            found++;
            if (term->card > lesson->card_count)
                fail_msg("%s: lesson %d has no card %d", term->name[0], term->lesson, term->card);
            for (int language = 0; language < LESSON_LANGUAGES; language++)
                if (!holds(texts[language], term->name[language], ",", &arena)
                    && !holds(texts[language], term->also[language], language ? "，" : ",", &arena))
                    fail_msg("lesson %d uses no name of \"%s\"", term->lesson, term->name[language]);
        }
        lesson_destroy(lesson);
    }
    assert_int_equal(found, terms.count);
    bytes_finish(&text);
    arena_finish(&arena);
}

/* ---- no term before its card ---- */

/* The name stands in the text as a word of its own, or as its plural. */
static bool names_word(const char *folded, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = folded; (at = strstr(at, name)); at++) {
        const char *end = at + length;
        end += *end == 's' ? 1 : strncmp(end, "es", 2) == 0 ? 2 : 0;
        bool begins = at == folded || !(isalnum((unsigned char)at[-1]) || strchr("-_", at[-1]));
        if (begins && !isalnum((unsigned char)*end) && *end != '-' && *end != '_')
            return true;
    }
    return false;
}

static char *fold(const char *text, Arena *arena)
{
    char *copy = arena_string(arena, text);
    for (char *c = copy; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    return copy;
}

enum { LINES_MOST = 4000 };

static int lines_of(const char *folder, char *lines[LINES_MOST], Arena *arena)
{
    Error error = {0};
    Bytes text = {0};
    expect_ok(file_read(path_join(arena, folder, "lesson.md"), FILE_LIMIT_TEXT, &text, &error), &error);
    Slice rest = bytes_slice(&text), line;
    int count = 0;
    while (slice_cut(&rest, '\n', &line) && count < LINES_MOST)
        lines[count++] = fold(arena_copy(arena, line.text, line.length), arena);
    assert_true(count < LINES_MOST);
    bytes_finish(&text);
    return count;
}

/* What lesson.md says on a card, its title and questions too, without what sets the stage. */
static char *card_text(const char *const *lines, int first, int end, Arena *arena)
{
    char *text = arena_string(arena, "");
    bool stage = false;
    for (int i = first; i < end; i++) {
        stage = strncmp(lines[i], "```", 3) == 0 ? strcmp(lines[i], "```attend") == 0 : stage;
        text = stage ? text : arena_printf(arena, "%s%s ", text, lines[i]);
    }
    return text;
}

/* In the course's order, which is that of the lessons' numbers, a card uses no term that a later card introduces. */
static void no_term_before_its_card(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Terms terms;
    Bytes bytes = {0};
    const char *path = path_join(&arena, getenv("LESSONS"), TERMS_FILE);
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &bytes, &error), &error);
    expect_ok(terms_read(&(Reader){&arena, path, &error}, bytes_slice(&bytes), &terms), &error);
    LessonList list = lesson_list(getenv("LESSONS"), &arena, &error);
    int early = 0;
    for (int i = 0; i < list.count; i++) {
        Lesson *lesson = lesson_load(list.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        static char *lines[LINES_MOST];
        int count = lines_of(list.folders[i], lines, &arena);
        for (int k = 0; k < lesson->card_count; k++) {
            const Card *card = &lesson->cards[k], *next = k + 1 < lesson->card_count ? card + 1 : NULL;
            const char *text =
                card_text((const char *const *)lines, card->line - 1, next ? next->line - 1 : count, &arena);
            for (int t = 0; t < terms.count; t++) {
                const FieldTerm *term = &terms.items[t];
                bool later = lesson->order < term->lesson || (lesson->order == term->lesson && k + 1 < term->card);
                if (later && names_word(text, fold(term->name[LANGUAGE_ENGLISH], &arena)))
                    early++, print_error("%d.%d says \"%s\", which %d.%d introduces\n", lesson->order, k + 1,
                                         term->name[LANGUAGE_ENGLISH], term->lesson, term->card);
            }
        }
        lesson_destroy(lesson);
    }
    assert_int_equal(early, 0);
    bytes_finish(&bytes);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(the_course_has_its_terms),
        cmocka_unit_test(no_term_before_its_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
