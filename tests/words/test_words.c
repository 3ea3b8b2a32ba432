/* The words of every language: all of them, with the same arguments and the same names in braces. */
#include "support.h"

#include "words/app_words.h"
#include "words/course_words.h"
#include "words/every.h"
#include "words/explain_words.h"
#include "words/keys_words.h"

#include <ctype.h>

static const char *const NAMES[W_COUNT] = {
/* NULL: no word */
#define WORD(name, ...) [W_##name] = #name,
#include "words/every.def"
#undef WORD
};

enum { ARGUMENTS = 16 };

static Word next_word(Word word) /* W_COUNT behind the last */
{
    do
        word++;
    while (word < W_COUNT && !NAMES[word]);
    return word;
}

static void test_every_word_is_there(void **state)
{
    (void)state;
    for (Word word = next_word(-1); word < W_COUNT; word = next_word(word))
        for (Language language = LANGUAGE_ENGLISH; LANGUAGE_NAMES[language]; language++)
            if (!said(language, word) || !(*said(language, word) || word == W_PIECE_GAP))
                fail_msg("%s has no text in %s", NAMES[word], LANGUAGE_NAMES[language]);
}

/* The page of keys has them all the same. */
static bool has_keys(Word word)
{
    return (word >= W_KEY_NEXT_PREVIOUS_MOMENT && word <= W_KEY_QUIT)
           || word == W_POINT_AT_A_STATE; /* said where Z was pressed */
}

/* "Reset  R", "(V)", "or ↑ ↓", Esc: not for a finger. */
static bool names_a_key(const char *text)
{
    static const char *const keys[] = {"Esc", "Ctrl", "Shift",   "⇧",     "Tab",  "Space", "↑",
                                       "↓",   "← →",  "Page Up", "key A", "A 键", "Q "};
    for (size_t i = 0; i < LENGTH(keys); i++)
        if (strstr(text, keys[i]))
            return true;
    size_t length = strlen(text);
    const char *end = text + length;
    bool last =
        length > 3 && strncmp(end - 3, "  ", 2) == 0 && (isupper((unsigned char)end[-1]) || strchr("[]", end[-1]));
    return last || strstr(text, "(V)") || strstr(text, "（V）");
}

static void test_a_finger_has_no_keys(void **state)
{
    (void)state;
    int differ = 0;
    for (Word word = next_word(-1); word < W_COUNT; word = next_word(word))
        for (Language language = LANGUAGE_ENGLISH; LANGUAGE_NAMES[language]; language++) {
            const char *text = said_without_keys(language, word);
            differ += strcmp(text, said(language, word)) != 0;
            if (!has_keys(word) && names_a_key(text))
                fail_msg("%s names a key on a touch screen: \"%s\"", NAMES[word], text);
        }
    assert_true(differ > 0);
}

/* The kind of each argument that printf takes ('d', 's', 'z' of "%zu"), in the order of the arguments: "%2$s"
 * is the second. */
static void argument_kinds(const char *text, char kinds[ARGUMENTS])
{
    memset(kinds, 0, ARGUMENTS);
    int next = 0;
    for (const char *at = strchr(text, '%'); at; at = strchr(at + 1, '%')) {
        int given = 0, length = 0;
        if (at[1] == '%') {
            at++;
            continue;
        }
        if (sscanf(at, "%%%d$%n", &given, &length) != 1 || length == 0)
            length = 1;
        at += length;
        at += strspn(at, "-+ 0123456789.");
        int place = given > 0 ? given - 1 : next++;
        assert_in_range(place, 0, ARGUMENTS - 2);
        assert_non_null(memchr("dszfg", *at, 5));
        kinds[place] = *at;
    }
}

static void test_arguments_agree(void **state)
{
    (void)state;
    for (Word word = next_word(-1); word < W_COUNT; word = next_word(word)) {
        char english[ARGUMENTS], chinese[ARGUMENTS];
        argument_kinds(said(LANGUAGE_ENGLISH, word), english);
        argument_kinds(said(LANGUAGE_CHINESE, word), chinese);
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            char finger[ARGUMENTS];
            argument_kinds(said_without_keys(language, word), finger);
            if (memcmp(english, finger, ARGUMENTS) != 0)
                fail_msg("%s takes other arguments on a touch screen", NAMES[word]);
        }
        if (memcmp(english, chinese, ARGUMENTS) != 0)
            fail_msg("%s takes \"%s\" in English and \"%s\" in Chinese", NAMES[word], english, chinese);
    }
}

static void test_names_in_braces_agree(void **state)
{
    (void)state;
    for (Word word = W_SAY_START; word <= W_SAY_RETURN; word++)
        for (Language from = LANGUAGE_ENGLISH; from <= LANGUAGE_CHINESE; from++)
            for (const char *open = said(from, word); (open = strchr(open, '{')); open++) {
                char name[64];
                snprintf(name, sizeof name, "%.*s", (int)strcspn(open, "}") + 1, open);
                bool may_differ = word == W_SAY_STATE_GATED || word == W_SAY_STATE_ALONE_GATED;
                if (!strstr(said(!from, word), name) && !may_differ)
                    fail_msg("%s stands in one language only: %s", name, said(from, word));
            }
}

/* What follows a number has a form for one: "1 other", "2 others". */
static void test_one_is_no_more(void **state)
{
    (void)state;
    for (Word word = next_word(-1); word < W_COUNT; word = next_word(word))
        if (strstr(said(LANGUAGE_ENGLISH, word), "%d others"))
            fail_msg("%s says \"1 others\"; write other(s)", NAMES[word]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_word_is_there), cmocka_unit_test(test_a_finger_has_no_keys),
        cmocka_unit_test(test_arguments_agree),     cmocka_unit_test(test_names_in_braces_agree),
        cmocka_unit_test(test_one_is_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
