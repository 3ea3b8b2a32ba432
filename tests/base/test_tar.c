/* Archives: what goes in comes out, tar itself reads and writes the same, and what is damaged says so. */
#include "support.h"

#include "base/tar.h"

static const char LONG[] =
    "a-folder-with-a-long-name-that-goes-on-and-on/and-another-one-inside-of-it-which-is-long-too/"
    "and-a-file-in-it-whose-name-is-not-short-either-so-that-it-has-to-be-parted.tsv";

static Bytes archive(void)
{
    Bytes out = {0}, big = {0};
    Error error = {0};
    for (int i = 0; i < 5000; i++)
        bytes_printf(&big, "%d\n", i);
    expect_ok(tar_add(&out, "a/empty", (Slice){"", 0}, &error), &error);
    expect_ok(tar_add(&out, "a/猫.md", slice_of("# 猫\n"), &error), &error);
    expect_ok(tar_add(&out, LONG, slice_of("long"), &error), &error);
    expect_ok(tar_add(&out, "a/big", bytes_slice(&big), &error), &error);
    tar_end(&out);
    bytes_finish(&big);
    return out;
}

static void files_come_back(void **state)
{
    (void)state;
    static const char *const names[] = {"a/empty", "a/猫.md", LONG, "a/big"};
    static const size_t lengths[] = {0, 6, 4, 23890};
    Bytes bytes = archive(), again = archive();
    assert_true(slice_equal(bytes_slice(&bytes), bytes_slice(&again)));
    assert_int_equal(bytes.length % TAR_BLOCK, 0);
    Slice rest = bytes_slice(&bytes);
    TarFile file;
    Error error = {0};
    for (size_t i = 0; i < LENGTH(names); i++) {
        expect_ok(tar_next(&rest, "x", &file, &error), &error);
        assert_string_equal(file.name, names[i]);
        assert_int_equal(file.data.length, lengths[i]);
    }
    assert_false(tar_next(&rest, "x", &file, &error));
    assert_int_equal(error.code, ERROR_NONE);
    bytes_finish(&bytes);
    bytes_finish(&again);
}

/* The program tar reads ours, and we read its own, in either of its forms. */
static void tar_agrees(void **state)
{
    (void)state;
    char folder[64];
    Arena arena = {0};
    Error error = {0};
    folder_create(folder);
    Bytes bytes = archive(), theirs = {0};
    expect_ok(file_write(path_join(&arena, folder, "a.tar"), bytes.data, bytes.length, &error), &error);
    assert_int_equal(
        system(arena_printf(&arena, "cd %s && tar xf a.tar && test -f '%s' && tail -1 a/big | grep -qx 4999", folder,
                            LONG)),
        0);
    static const char *const forms[] = {"ustar", "gnu"};
    for (size_t i = 0; i < LENGTH(forms); i++) {
        assert_int_equal(system(arena_printf(&arena, "cd %s && tar --format=%s -cf b.tar a", folder, forms[i])), 0);
        expect_ok(file_read(path_join(&arena, folder, "b.tar"), FILE_LIMIT_TEXT, &theirs, &error), &error);
        int count = 0;
        TarFile file;
        for (Slice rest = bytes_slice(&theirs); tar_next(&rest, "b.tar", &file, &error); count++)
            assert_int_equal(strncmp(file.name, "a/", 2), 0);
        assert_int_equal(error.code, ERROR_NONE);
        assert_int_equal(count, 3);
        bytes_finish(&theirs);
    }
    bytes_finish(&bytes);
    folder_remove_all(folder);
    arena_finish(&arena);
}

static void damage_is_told(void **state)
{
    (void)state;
    Bytes bytes = archive();
    static const struct {
        size_t at;  /* of a byte that is changed, */
        size_t cut; /* or where the file ends; 0: it is whole */
        const char *said;
    } cases[] = {
        {0, 0, "is damaged"},             /* the name: its sum is another */
        {124, 0, "is damaged"},           /* the size */
        {257, 0, "is damaged"},           /* the sign */
        {0, TAR_BLOCK - 1, "is damaged"}, /* half a header */
        {0, 2 * TAR_BLOCK + 2, "is cut off: a/猫.md should have 6 bytes"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Bytes copy = {0};
        bytes_add(&copy, bytes.data, cases[i].cut ? cases[i].cut : bytes.length);
        copy.data[cases[i].at] ^= cases[i].cut ? 0 : 3;
        TarFile file;
        Error error = {0};
        Slice rest = bytes_slice(&copy);
        while (tar_next(&rest, "x.attend", &file, &error))
            ;
        expect_error(&error, cases[i].said);
        bytes_finish(&copy);
    }
    char name[400];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    Error error = {0};
    assert_false(tar_add(&bytes, name, slice_of(""), &error));
    expect_error(&error, "has too long a name to be packed");
    bytes_finish(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_come_back), cmocka_unit_test(tar_agrees),
                                       cmocka_unit_test(damage_is_told)};
    return cmocka_run_group_tests_name("tar", tests, NULL, NULL);
}
