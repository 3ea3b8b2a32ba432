/* What the shipped lessons say of causes stands on gates: a card that says "because", of a model or of what it does,
 * names the gates that take the cause away (`because: [...]` in its attend block), and one that says "in general" a
 * gate with seeds. */
#include "lesson/lessons.h"

static const char *const CAUSES[] = {"because",
                                     "therefore",
                                     "thus",
                                     "hence",
                                     "due to",
                                     "so that",
                                     "since",
                                     "that is why",
                                     "which is why",
                                     "thanks to",
                                     "owing to",
                                     "the reason",
                                     "for this reason",
                                     "so",
                                     "因为",
                                     "因此",
                                     "由于",
                                     "所以",
                                     "于是",
                                     "从而",
                                     "因而",
                                     "以致",
                                     NULL};
static const char *const GENERAL[] = {"in general", "usually", "generally", "as a rule",
                                      "一般来说",   "通常",    "往往",      NULL};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "since lesson 5", "since 2014": no cause. */
static bool of_time(const char *word, const char *behind)
{
    return strcmp(word, "since") == 0
           && (strncmp(behind, " lesson", 7) == 0 || (behind[0] == ' ' && behind[1] >= '0' && behind[1] <= '9'));
}

/* What is behind starts with one of the words, whole. */
static bool starts_with_one(const char *behind, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strncmp(behind, words[i], strlen(words[i])) == 0 && !is_letter(behind[strlen(words[i])]))
            return true;
    return false;
}

/* At the beginning, or behind the mark that ends a clause and what closes with it. */
static bool begins_clause(const char *text, const char *at)
{
    while (at > text && at[-1] == ' ')
        at--;
    if (at - text >= 3 && memcmp(at - 3, "”", 3) == 0)
        at -= 3;
    while (at > text && strchr(")\"'", at[-1]))
        at--;
    return at == text || strchr(",;:.?!\n", at[-1]);
}

/* "and" stands before it, whole. */
static bool follows_and(const char *text, const char *at)
{
    return at - text >= 4 && strncasecmp(at - 4, "and ", 4) == 0 && (at - text == 4 || !is_letter(at[-5]));
}

/* A conjunction, "it fell, so T grew", "It fell and so T grew" or "So T grew": not "and so on", "so did S". */
static bool no_conjunction(const char *text, const char *at, const char *word, const char *behind)
{
    static const char *const others[] = {" far", " much", " many", " long", " little", " on",   " as",  " do", " does",
                                         " did", " is",   " are",  " was",  " were",   " have", " has", NULL};
    return strcmp(word, "so") == 0
           && ((!begins_clause(text, at) && !follows_and(text, at)) || starts_with_one(behind, others));
}

/* The first of the words in the text, whole and in small or large letters; NULL: it has none. */
static const char *word_in(const char *text, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        for (const char *at = text; *at; at++) {
            size_t length = strlen(words[i]);
            bool whole = !is_letter(words[i][0])
                         || ((at == text || !is_letter(at[-1])) && strlen(at) >= length && !is_letter(at[length]));
            if (whole && strncasecmp(at, words[i], length) == 0 && !of_time(words[i], at + length)
                && !no_conjunction(text, at, words[i], at + length))
                return words[i];
        }
    return NULL;
}

/* What the card says in its own words: no code, and no words in italics, which are those of an example. Behind it what
 * its questions explain. Choices, hints and what is said to a wrong choice are about what somebody thinks. */
static void add_text(Bytes *text, const Card *card, Language language)
{
    for (int i = 0; i < card->block_count[language]; i++) {
        const TextBlock *block = &card->blocks[language][i];
        for (int k = 0; block->kind != BLOCK_CODE && k < block->span_count; k++)
            bytes_add_text(text, block->spans[k].style & (SPAN_CODE | SPAN_ITALIC) ? "x" : block->spans[k].text);
        bytes_add_text(text, "\n");
    }
    for (int i = 0; i < card->quiz_count; i++)
        if (card->quizzes[i].why[language]) {
            bytes_add_text(text, card->quizzes[i].why[language]);
            bytes_add_text(text, "\n");
        }
}

static bool has_seeds(const Lesson *lesson, const Card *card)
{
    bool seeds = false;
    for (int i = 0; i < card->stage.cause_count; i++)
        seeds = seeds || lesson->gates[card->stage.causes[i]].first_seed > 0;
    return seeds;
}

/* The words of the card that stand on no gate. */
typedef struct Loose {
    const char *cause, *general; /* NULL: none */
} Loose;

static Loose loose_words(const Lesson *lesson, const Card *card, Language language)
{
    Bytes text = {0};
    bytes_add_text(&text, "");
    add_text(&text, card, language);
    Loose loose = {.cause = card->stage.cause_count ? NULL : word_in(text.data, CAUSES),
                   .general = has_seeds(lesson, card) ? NULL : word_in(text.data, GENERAL)};
    bytes_finish(&text);
    return loose;
}

/* How many of one language; each is told. */
static int count_loose(const Lesson *lesson, int card, Language language)
{
    Loose loose = loose_words(lesson, &lesson->cards[card], language);
    if (loose.cause)
        print_error("%s: card %d says \"%s\" and names no gate (`because`)\n", lesson->folder, card + 1, loose.cause);
    if (loose.general)
        print_error("%s: card %d says \"%s\" and names no gate with seeds\n", lesson->folder, card + 1, loose.general);
    return (loose.cause != NULL) + (loose.general != NULL);
}

static int loose_in(const char *folder)
{
    Error error = {0};
    Lesson *lesson = lesson_load(folder, &error);
    expect_ok(lesson != NULL, &error);
    int loose = 0;
    for (int i = 0; i < lesson->card_count; i++)
        for (int language = 0; language < (lesson->translated ? LESSON_LANGUAGES : 1); language++)
            loose += count_loose(lesson, i, (Language)language);
    lesson_destroy(lesson);
    return loose;
}

static void every_cause_has_its_gate(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    const char *course = getenv("LESSONS");
    assert_non_null(course);
    int loose = 0;
    for (int side = 0; side < 2; side++) {
        LessonList list = lesson_list(side ? path_join(&arena, course, "../examples/german") : course, &arena, &error);
        expect_ok(list.count > 0, &error);
        /* The exam's questions are drawn from those of the lessons; their experiments stand there. */
        for (int i = 0; i < list.count - (side == 0); i++)
            loose += loose_in(list.folders[i]);
    }
    assert_int_equal(loose, 0);
    arena_finish(&arena);
}

/* The words are found where they are, and nowhere else. */
static void words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *cause;
    } cases[] = {
        {"Because it is so", "because"},
        {"it fell, since T grew", "since"},
        {"Since lesson 5", NULL},
        {"known since 2014", NULL},
        {"a hyphen, hence this", "hence"},
        {"thusly", NULL},
        {"the model, due to this", "due to"},
        {"It grew, so T fell", "so"},
        {"“It grew.” So T fell", "so"},
        {"So far it grew, and so on", NULL},
        {"It grew, and so T fell", "so"},
        {"It grew\nand so T fell", "so"},
        {"A hand so large, and so does T", NULL},
        {"It grew, so did T in so small a model", NULL},
        {"It also grew", NULL},
        {"所以它变了", "所以"},
        {"所有", NULL},
        {"x", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *found = word_in(cases[i].text, CAUSES);
        assert_true(cases[i].cause ? found && strcmp(found, cases[i].cause) == 0 : !found);
    }
}

/* A card is told of until it names a gate, in general one with seeds; italics and code are not its own words. */
static void cards(void **state)
{
    (void)state;
    static const struct {
        const char *block, *text;
        bool cause, general; /* stands on no gate */
    } cases[] = {
        {"step: 1", "It is so because of that.", true, false},
        {"because: [one]", "It is so because of that.", false, false},
        {"step: 1", "*Tom waits because it rains.* `because`", false, false},
        {"step: 1", "In general it is so.", false, true},
        {"because: [one]", "In general it is so.", false, true},
        {"because: [one, two]", "In general it is so.", false, false},
        {"step: 1", "Text.\n\n```quiz\nkind: next\nstep: 1\nquestion: q\nwhy: It fell because of T.\n```", true, false},
        {"step: 1", "Text.\n\n```quiz\nkind: next\nstep: 1\nquestion: q\nhint: because\n```", false, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes text = {0};
        bytes_printf(&text,
                     "---\ntitle: Small\norder: 3\nsentence: cat\nmodels:\n  - hidden: 8\ngates:\n"
                     "  - exact_match: {id: one, at_least: 0.9}\n"
                     "  - exact_match: {id: two, at_least: 0.9, seeds: 2-6}\n---\n# One\n\n```attend\n%s\n```\n\n%s\n",
                     cases[i].block, cases[i].text);
        Lesson *lesson = parse(text.data, NULL, &error);
        expect_ok(lesson != NULL, &error);
        Loose loose = loose_words(lesson, &lesson->cards[0], LANGUAGE_ENGLISH);
        assert_true(cases[i].cause == (loose.cause != NULL) && cases[i].general == (loose.general != NULL));
        lesson_destroy(lesson);
        bytes_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(cards),
                                       cmocka_unit_test(every_cause_has_its_gate)};
    return cmocka_run_group_tests_name("lesson causes", tests, NULL, NULL);
}
