/* The desktop's own folders, whatever they are called there. */
#include "support.h"

#include "base/resource.h"

#include <sys/stat.h>

static void folders_of_the_desktop(void **state)
{
    (void)state;
    Arena arena = {0};
    char home[64];
    folder_create(home);
    setenv("HOME", home, 1);
    unsetenv("XDG_CONFIG_HOME");
    assert_null(resource_desktop("PICTURES", "Pictures", &arena)); /* there is none */
    const char *pictures = path_join(&arena, home, "Pictures"), *bilder = path_join(&arena, home, "Bilder");
    assert_int_equal(mkdir(pictures, 0700), 0);
    assert_string_equal(resource_desktop("PICTURES", "Pictures", &arena), pictures);
    assert_int_equal(mkdir(path_join(&arena, home, ".config"), 0700), 0);
    static const char text[] =
        "# written by a desktop\nXDG_DESKTOP_DIR=\"/nowhere\"\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n";
    Error error = {0};
    const char *file = path_join(&arena, home, ".config/user-dirs.dirs");
    expect_ok(file_write(file, text, strlen(text), &error), &error);
    assert_null(resource_desktop("PICTURES", "Pictures", &arena)); /* named, but not there */
    assert_int_equal(mkdir(bilder, 0700), 0);
    assert_string_equal(resource_desktop("PICTURES", "Pictures", &arena), bilder);
    assert_null(resource_desktop("DESKTOP", "Desktop", &arena));
    folder_remove_all(home);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(folders_of_the_desktop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
