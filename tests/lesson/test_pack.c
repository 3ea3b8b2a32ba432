/* A lesson goes into one file and comes out of it the same; what is none, or means harm, is refused and leaves
 * nothing. */
#include "lesson/lessons.h"

#include "base/tar.h"
#include "lesson/lesson_list.h"
#include "lesson/pack.h"

static char home[64];
static Arena arena;

static int set_up(void **state)
{
    (void)state;
    folder_create(home);
    setenv("XDG_DATA_HOME", home, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    folder_remove_all(home);
    arena_finish(&arena);
    return 0;
}

static char *in_home(const char *name)
{
    return path_join(&arena, home, name);
}

static int shell(const char *command)
{
    return system(arena_printf(&arena, "cd %s && %s", home, command));
}

static const char *a_lesson(const char *name)
{
    const char *from = path_join(&arena, getenv("LESSONS"), "05-cat-chase-mouse");
    assert_int_equal(shell(arena_printf(&arena, "cp -rL '%s' '%s' && chmod -R u+w '%s'", from, name, name)), 0);
    return in_home(name);
}

static void a_lesson_comes_back(void **state)
{
    (void)state;
    Error error = {0};
    int count = 0;
    const char *folder = a_lesson("our class"), *pack = in_home("out.attend");
    assert_int_equal(
        shell("mkdir 'our class/pictures' && echo x > 'our class/pictures/a.png' && echo x > 'our class/.hidden' &&"
              "echo x > 'our class/model.safetensors.resume' && echo x > 'our class/model.safetensors.best' && printf "
              "'a\\tb\\tCC-BY Tom\\n' >> 'our class/data.tsv'"),
        0);
    expect_ok(pack_write(folder, pack, &count, &error), &error);
    char *kept = pack_unpack(pack, &arena, &error);
    expect_ok(kept != NULL, &error);
    assert_string_equal(kept, path_join(&arena, lesson_own_folder(&arena), "our class"));
    assert_int_equal(shell("rm 'our class/.hidden' 'our class/'*.resume 'our class/'*.best && diff -r 'our class' "
                           "'attend/lessons/our class'"),
                     0);
    assert_int_equal(shell(arena_printf(&arena, "test $(find 'our class' -type f | wc -l) = %d", count)), 0);

    assert_string_equal(pack_unpack(pack, &arena, &error), kept); /* the very same is there */
    assert_int_equal(lesson_list_own(&arena).count, 1);
    assert_int_equal(shell("echo changed >> 'attend/lessons/our class/data.tsv'"), 0);
    char *other = pack_unpack(pack, &arena, &error);
    expect_ok(other != NULL, &error);
    assert_string_equal(path_name(other), "our class-2");
    assert_string_equal(pack_unpack(pack, &arena, &error), other);
    assert_int_equal(lesson_list_own(&arena).count, 2);

    Bytes one = {0}, two = {0};
    expect_ok(pack_write(folder, in_home("again.attend"), NULL, &error), &error);
    expect_ok(file_read(pack, PACK_BYTES, &one, &error) && file_read(in_home("again.attend"), PACK_BYTES, &two, &error),
              &error);
    assert_true(slice_equal(bytes_slice(&one), bytes_slice(&two)));
    bytes_finish(&one);
    bytes_finish(&two);
}

static void what_cannot_be_packed(void **state)
{
    (void)state;
    Error error = {0};
    const char *folder = a_lesson("one");
    assert_int_equal(shell("mv one/model.safetensors m"), 0);
    assert_false(pack_write(folder, in_home("x.attend"), NULL, &error));
    expect_error(&error, "is not there yet; 'attend train");
    assert_int_equal(shell("mv m one/model.safetensors && ln -s /etc/passwd one/pictures"), 0);
    assert_false(pack_write(folder, in_home("x.attend"), NULL, &error));
    expect_error(&error, "leads out of the lesson's folder");
    assert_int_equal(shell("rm one/pictures && for i in $(seq 200); do echo > one/$i; done"), 0);
    assert_false(pack_write(folder, in_home("x.attend"), NULL, &error));
    expect_error(&error, "is too much for a pack, which has at most 200 files");
    assert_false(pack_write(in_home("nowhere"), in_home("x.attend"), NULL, &error));
    expect_error(&error, "cannot be opened");
    assert_false(file_exists(in_home("x.attend")));
}

/* One file of that name, beside a lesson.md. */
static void expect_refused(const char *name, const char *said)
{
    Bytes bytes = {0};
    Error error = {0};
    expect_ok(tar_add(&bytes, "mine/lesson.md", slice_of(FRONT CARD), &error), &error);
    expect_ok(tar_add(&bytes, name, slice_of("harm"), &error), &error);
    tar_end(&bytes);
    expect_ok(file_write(in_home("bad.attend"), bytes.data, bytes.length, &error), &error);
    assert_null(pack_unpack(in_home("bad.attend"), &arena, &error));
    expect_error(&error, said);
    bytes_finish(&bytes);
}

static void harm_is_refused(void **state)
{
    (void)state;
    static const char *const names[] = {
        "/etc/passwd", "mine/../up", "mine//a",   "../mine/a",      "mine/.bashrc",
        "mine/a/.b",   "mine/a b",   "mine/~a",   "mine/c:\\a",     "theirs/a",
        "mine",        "mine/",      "mine/a\nb", "mine/a/b/c/d/e", "mine/x.resume",
    };
    for (size_t i = 0; i < LENGTH(names); i++)
        expect_refused(names[i], "is a name that a lesson's file cannot have");
    Error error = {0};
    assert_int_equal(shell("mkdir mine && ln -s /etc/passwd mine/lesson.md && tar cf link.attend mine"), 0);
    assert_null(pack_unpack(in_home("link.attend"), &arena, &error));
    expect_error(&error, "holds mine/lesson.md, which is no plain file");
    assert_int_equal(
        shell("rm mine/lesson.md; echo > mine/data.tsv; tar cf none.attend mine; echo hello > mine/lesson.md;"
              "tar cf broken.attend mine; head -c 1026 broken.attend > cut.attend; echo hi > text.attend"),
        0);
    static const char *const files[][2] = {
        {"none.attend", "there is no lesson.md in it"},
        {"broken.attend", "has a lesson that cannot be read: lesson.md:1: "},
        {"cut.attend", "is cut off"},
        {"text.attend", "is no packed lesson; 'attend pack LESSON' makes one"},
        {"nowhere.attend", "cannot be opened"},
    };
    for (size_t i = 0; i < LENGTH(files); i++) {
        assert_null(pack_unpack(in_home(files[i][0]), &arena, &error));
        expect_error(&error, files[i][1]);
    }
    assert_int_equal(shell("test -z \"$(ls -A attend/lessons)\""), 0);
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    assert_null(pack_unpack(in_home("text.attend"), &arena, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(a_lesson_comes_back, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(what_cannot_be_packed, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(harm_is_refused, set_up, tear_down)};
    return cmocka_run_group_tests_name("lesson pack", tests, NULL, NULL);
}
