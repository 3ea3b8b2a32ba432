/* What is quoted comes out of sh as it went in. */
#include "support.h"

#include "base/shell.h"
#include "base/system.h"

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

static void programs_are_found_where_sh_finds_them(void **state)
{
    (void)state;
    char folder[64], path[128];
    Error error = {0};
    folder_create(folder);
    char *before = heap_copy(getenv("PATH"));
    snprintf(path, sizeof path, "%s/attend-opener", folder);
    expect_ok(file_write(path, "#!/bin/sh\n", 10, &error), &error);
    setenv("PATH", "/nowhere", 1);
    assert_false(system_finds("attend-opener"));
    setenv("PATH", folder, 1);
    assert_false(system_finds("attend-opener")); /* nothing that can be run */
    assert_int_equal(chmod(path, 0755), 0);
    assert_true(system_finds("attend-opener"));
    snprintf(path, sizeof path, "/nowhere:%s:", folder);
    setenv("PATH", path, 1);
    assert_true(system_finds("attend-opener"));
    assert_false(system_finds("."));
    unsetenv("PATH");
    assert_false(system_finds("attend-opener"));
    setenv("PATH", before, 1);
    free(before);
    folder_remove_all(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sh_gives_back_what_was_quoted),
                                       cmocka_unit_test(programs_are_found_where_sh_finds_them)};
    return cmocka_run_group_tests_name("base shell", tests, NULL, NULL);
}
