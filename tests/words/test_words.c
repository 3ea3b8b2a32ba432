/* The words of every language: all of them, with the same arguments and the same names in braces. */
#include "support.h"

#include "words/words.h"

static const char *const NAMES[] = {
#define WORD(name, text) #name,
#include "words/en.def"
#undef WORD
};

enum { ARGUMENTS = 16 };

static void test_every_word_is_there(void **state)
{
    (void)state;
    for (Word word = 0; word < W_COUNT; word++)
        for (Language language = LANGUAGE_ENGLISH; LANGUAGE_NAMES[language]; language++)
            if (!said(language, word) || !(*said(language, word) || word == W_PIECE_GAP))
                fail_msg("%s has no text in %s", NAMES[word], LANGUAGE_NAMES[language]);
}

/* The kind of each argument that printf takes ('d', 's', 'z' of "%zu"), in the order of the arguments: "%2$s" is the second. */
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
    for (Word word = 0; word < W_COUNT; word++) {
        char english[ARGUMENTS], chinese[ARGUMENTS];
        argument_kinds(said(LANGUAGE_ENGLISH, word), english);
        argument_kinds(said(LANGUAGE_CHINESE, word), chinese);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_word_is_there),
        cmocka_unit_test(test_arguments_agree),
        cmocka_unit_test(test_names_in_braces_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
