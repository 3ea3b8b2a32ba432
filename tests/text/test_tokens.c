#include "support.h"

#include "text/tokens.h"

/* The tokens of `text` with bars between them. */
static char *cut(Arena *arena, Slice text, TokenKind kind)
{
    TokenList list = text_tokens(arena, text, kind);
    char *joined = arena_printf(arena, "%s", "");
    for (int i = 0; i < list.count; i++)
        joined = arena_printf(arena, "%s%s%.*s", joined, i ? "|" : "", (int)list.tokens[i].length, list.tokens[i].text);
    return joined;
}

static void sentences_are_cut(void **state)
{
    (void)state;
    static const struct {
        const char *text, *space, *word, *chars;
    } cases[] = {
        {"", "", "", ""},
        {" \t ", "", "", ""},
        {"Cat chase mouse", "Cat|chase|mouse", "Cat|chase|mouse", "Cat|chase|mouse"},
        {"  a   b ", "a|b", "a|b", "a|b"},
        {"I don't, do I?", "I|don't,|do|I?", "I|don't|,|do|I|?", "I|don't|,|do|I|?"},
        {"rock'n'roll", "rock'n'roll", "rock'n'roll", "rock'n'roll"},
        {"l\u2019homme dit", "l\u2019homme|dit", "l'|homme|dit", "l'|homme|dit"},
        {"Qu'est-ce qu'il n'a pas?", "Qu'est-ce|qu'il|n'a|pas?", "Qu'|est-ce|qu'|il|n'|a|pas|?",
         "Qu'|est-ce|qu'|il|n'|a|pas|?"},
        {"d'aujourd'hui l' o'clock", "d'aujourd'hui|l'|o'clock", "d'|aujourd'hui|l|'|o'clock",
         "d'|aujourd'hui|l|'|o'clock"},
        {"\u201CCafe\u0301\u201D\u2026", "\u201CCafe\u0301\u201D\u2026", "\"|Caf\u00E9|\"|...", "\"|Caf\u00E9|\"|..."},
        {"'quoted'", "'quoted'", "'|quoted|'", "'|quoted|'"},
        {"the dogs' tails", "the|dogs'|tails", "the|dogs|'|tails", "the|dogs|'|tails"},
        {"well-known - yes", "well-known|-|yes", "well-known|-|yes", "well-known|-|yes"},
        {"-5 -x-", "-5|-x-", "-|5|-|x|-", "-|5|-|x|-"},
        {"It costs 3.50, or 1,000.", "It|costs|3.50,|or|1,000.", "It|costs|3.50|,|or|1,000|.",
         "It|costs|3.50|,|or|1,000|."},
        {"3.x .5 a.b", "3.x|.5|a.b", "3|.|x|.|5|a|.|b", "3|.|x|.|5|a|.|b"},
        {"Well... no?!", "Well...|no?!", "Well|...|no|?|!", "Well|...|no|?|!"},
        {"\"So do I.\"", "\"So|do|I.\"", "\"|So|do|I|.|\"", "\"|So|do|I|.|\""},
        {"\u00ABOui\u00BB", "\u00ABOui\u00BB", "\u00AB|Oui|\u00BB", "\u00AB|Oui|\u00BB"},
        {"\u00BFQu\u00E9?", "\u00BFQu\u00E9?", "\u00BF|Qu\u00E9|?", "\u00BF|Qu\u00E9|?"},
        {"\u732B \u6349 \u8001\u9F20", "\u732B|\u6349|\u8001\u9F20", "\u732B|\u6349|\u8001\u9F20",
         "\u732B|\u6349|\u8001|\u9F20"},
        {"\u6211\u662FTom\u3002", "\u6211\u662FTom\u3002", "\u6211\u662FTom|\u3002", "\u6211|\u662F|Tom|\u3002"},
        {"\u591A10\u652F\uFF01\uFF01", "\u591A10\u652F\uFF01\uFF01", "\u591A10\u652F|!!", "\u591A|10|\u652F|!!"},
        {"Cours\u202F! a\u00A0b\u2009c\u3000d", "Cours|!|a|b|c|d", "Cours|!|a|b|c|d", "Cours|!|a|b|c|d"},
        {"so\u00ADlar zero\u200Bwidth \u200B", "solar|zerowidth", "solar|zerowidth", "solar|zerowidth"},
        {"\uFEFFa\u200Eb\x1B"
         "c\a",
         "abc", "abc", "abc"},
        {"\u20AC5 x\u2192y", "\u20AC5|x\u2192y", "\u20AC|5|x|\u2192|y", "\u20AC|5|x|\u2192|y"},
        {"caf\u00E9 na\u00EFve", "caf\u00E9|na\u00EFve", "caf\u00E9|na\u00EFve", "caf\u00E9|na\u00EFve"},
    };
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_string_equal(cut(&arena, slice_of(cases[i].text), TOKENS_SPACE), cases[i].space);
        assert_string_equal(cut(&arena, slice_of(cases[i].text), TOKENS_WORD), cases[i].word);
        assert_string_equal(cut(&arena, slice_of(cases[i].text), TOKENS_CHAR), cases[i].chars);
    }
    arena_finish(&arena);
}

static void bad_bytes_become_replacement_characters(void **state)
{
    (void)state;
    Arena arena = {0};
    for (int kind = TOKENS_SPACE; kind <= TOKENS_CHAR; kind++) {
        assert_string_equal(cut(&arena, LITERAL("\xE9t\xE9 \xE7\x8C x"), (TokenKind)kind),
                            "\uFFFDt\uFFFD|\uFFFD\uFFFD|x");
        assert_string_equal(cut(&arena, LITERAL("a\0b c"), (TokenKind)kind), "ab|c");
    }
    char bytes[600];
    memset(bytes, 0xFF, sizeof bytes);
    assert_int_equal(strlen(cut(&arena, (Slice){bytes, sizeof bytes}, TOKENS_WORD)), 3 * sizeof bytes);
    arena_finish(&arena);
}

static void tokens_do_not_borrow_the_sentence(void **state)
{
    (void)state;
    Arena arena = {0};
    char text[] = "cat chase";
    TokenList list = text_tokens(&arena, slice_of(text), TOKENS_SPACE);
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(list.count, 2);
    assert_true(slice_is(list.tokens[0], "cat") && slice_is(list.tokens[1], "chase"));
    arena_finish(&arena);
}

static void words_are_joined(void **state)
{
    (void)state;
    static const struct {
        const char *words[5];
        int count;
        TokenKind kind;
        const char *expected;
    } cases[] = {
        {{0}, 0, TOKENS_SPACE, ""},
        {{"cat"}, 1, TOKENS_SPACE, "cat"},
        {{"\u732B", "\u6349", "\u8001\u9F20"}, 3, TOKENS_SPACE, "\u732B \u6349 \u8001\u9F20"},
        {{"\u732B", "\u6349"}, 2, TOKENS_WORD, "\u732B \u6349"},
        {{"\u732B", "\u6349", "\u3002"}, 3, TOKENS_CHAR, "\u732B\u6349\u3002"},
        {{"\u6211", "\u662F", "Tom", "Smith", "\u3002"}, 5, TOKENS_CHAR, "\u6211\u662F Tom Smith\u3002"},
        {{"a", "", "\u732B"}, 3, TOKENS_CHAR, "a  \u732B"},
        {{"I", "don't", ",", "do", "I"}, 5, TOKENS_WORD, "I don't, do I"},
        {{"l'", "homme", "dit", ":", "non"}, 5, TOKENS_WORD, "l'homme dit: non"},
        {{"(", "a", ")", "'", "b"}, 5, TOKENS_WORD, "(a) ' b"},
        {{"a", "\"", "b", "\"", "."}, 5, TOKENS_WORD, "a \"b\"."},
        {{"a", "\"", "b", "\"", "."}, 5, TOKENS_SPACE, "a \" b \" ."},
        {{"\u597D", ",", "\u6211", "\u8BF4", "!"}, 5, TOKENS_CHAR, "\u597D,\u6211\u8BF4!"},
    };
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(text_join(&arena, cases[i].words, cases[i].count, cases[i].kind), cases[i].expected);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_are_cut),
        cmocka_unit_test(bad_bytes_become_replacement_characters),
        cmocka_unit_test(tokens_do_not_borrow_the_sentence),
        cmocka_unit_test(words_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
