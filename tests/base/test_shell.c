/* What is quoted comes out of sh as it went in. */
#include "support.h"

#include "base/shell.h"

static void sh_gives_back_what_was_quoted(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",           "plain",      "two words",   "don't", "'",          "''''", "a'$(echo ran)'b", "`echo ran`",
        "$HOME",      "\"quoted\"", "back\\slash", "\\'",   "!!",         "-n",   "a;b&c|d>e<f",     "* ? [a] ~",
        "猫 捉 老鼠", "tab\there",  "line\nbreak", "# no",  "\xFF\x80 '",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        Arena arena = {0};
        char got[64] = "";
        FILE *sh = popen(arena_printf(&arena, "printf %%s %s", shell_quote(texts[i], &arena)), "r");
        assert_non_null(sh);
        size_t length = fread(got, 1, sizeof got - 1, sh);
        assert_int_equal(pclose(sh), 0);
        assert_int_equal(length, strlen(texts[i]));
        assert_string_equal(got, texts[i]);
        arena_finish(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sh_gives_back_what_was_quoted)};
    return cmocka_run_group_tests_name("base shell", tests, NULL, NULL);
}
