#include "support.h"

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>

static char folder[64];

static int setup(void **state)
{
    (void)state;
    folder_create(folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    folder_remove(folder);
    return 0;
}

static const char *in_folder(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097, 300000};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        char *data = heap_alloc(sizes[i], 1);
        for (size_t j = 0; j < sizes[i]; j++)
            data[j] = (char)(j * 31);
        Error error = {0};
        Bytes bytes;
        expect_ok(file_write(in_folder("a"), data, sizes[i], &error), &error);
        expect_ok(file_read(in_folder("a"), FILE_LIMIT_TEXT, &bytes, &error), &error);
        assert_int_equal(bytes.length, sizes[i]);
        assert_memory_equal(bytes.data, data, sizes[i]);
        assert_int_equal(bytes.data[sizes[i]], 0);
        bytes_finish(&bytes);
        free(data);
    }
    assert_int_equal(folder_count(folder), 1);
}

static void too_large_a_file_is_refused(void **state)
{
    (void)state;
    Error error = {0};
    Bytes bytes;
    expect_ok(file_write(in_folder("a"), "0123456789", 10, &error), &error);
    expect_ok(file_read(in_folder("a"), 10, &bytes, &error), &error);
    bytes_finish(&bytes);
    assert_false(file_read(in_folder("a"), 9, &bytes, &error));
    expect_error(&error, "larger than the 9 bytes");
    assert_null(bytes.data);
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    Error error = {0};
    Bytes bytes;
    assert_false(file_read(in_folder("absent"), 10, &bytes, &error));
    expect_error(&error, "absent: cannot be opened: No such file");
    assert_int_equal(error.code, ERROR_FILE);
    assert_false(file_read(folder, 10, &bytes, &error));
    expect_error(&error, "is a folder");
}

/* Without a writer: reading it as the program's own file would wait for ever. */
static void a_pipe_is_read_only_where_a_person_names_it(void **state)
{
    (void)state;
    Error error = {0};
    Bytes bytes;
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_false(file_read(in_folder("pipe"), 10, &bytes, &error));
    expect_error(&error, "pipe: is a pipe, a file was expected");
    assert_false(file_read("/dev/null", 10, &bytes, &error));
    expect_error(&error, "/dev/null: is a device, a file was expected");
    expect_ok(file_read_kind("/dev/null", FILE_INPUT, 10, &bytes, &error), &error);
    bytes_finish(&bytes);
    assert_false(file_read_kind(folder, FILE_INPUT, 10, &bytes, &error));
    expect_error(&error, "is a folder, a file was expected");
    int both = open(in_folder("pipe"), O_RDWR);
    assert_int_equal(write(both, "text", 4), 4);
    int fd = file_open(in_folder("pipe"), FILE_INPUT, &error);
    assert_true(fd >= 0);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(both);
    close(fd);
}

static void bytes_grow(void **state)
{
    (void)state;
    Bytes bytes = {0};
    assert_int_equal(bytes_slice(&bytes).length, 0);
    for (int i = 0; i < 1000; i++)
        bytes_printf(&bytes, "%d,", i);
    bytes_add_text(&bytes, "end");
    assert_int_equal(bytes.length, 10 * 2 + 90 * 3 + 900 * 4 + 3);
    assert_string_equal(bytes.data + bytes.length - 7, "999,end");
    assert_int_equal(strlen(bytes.data), bytes.length);
    bytes_finish(&bytes);
    bytes_finish(&bytes);
}

static void long_texts_are_whole(void **state)
{
    (void)state;
    Bytes bytes = {0};
    for (int length = 0; length < 300; length++) {
        bytes.length = 0;
        bytes_printf(&bytes, "%0*d|", length, 7);
        bytes_printf(&bytes, "%0*d", length, 8);
        assert_int_equal(bytes.length, 2 * (length ? length : 1) + 1);
        assert_int_equal(strlen(bytes.data), bytes.length);
        assert_int_equal(bytes.data[bytes.length - 1], '8');
    }
    bytes_finish(&bytes);
}

/* As %.2f prints what is rounded to the nearest, halves away from 0. */
static void cents(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0.00"},
                 {-0.0, "0.00"},
                 {-0.004, "0.00"},
                 {0.005, "0.01"},
                 {-0.25, "-0.25"},
                 {9.999, "10.00"},
                 {-0.999, "-1.00"},
                 {0.125, "0.13"},
                 {-0.125, "-0.13"},
                 {1440, "1440.00"},
                 {1e6 / 3, "333333.33"},
                 {-1e11, "-100000000000.00"},
                 {1e20, "100000000000000000000.00"},
                 {INFINITY, "inf"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Bytes bytes = {0};
        bytes_add_cents(&bytes, cases[i].value);
        assert_string_equal(bytes.data, cases[i].text);
        bytes_finish(&bytes);
    }
}

static void paths(void **state)
{
    (void)state;
    Arena arena = {0};
    assert_string_equal(path_join(&arena, "a", "b"), "a/b");
    assert_string_equal(path_join(&arena, "a/", "b"), "a/b");
    assert_string_equal(path_join(&arena, "", "b"), "b");
    assert_string_equal(path_name("a/b.c"), "b.c");
    assert_string_equal(path_name("b"), "b");
    assert_string_equal(path_ending("a.d/b.tar.png"), ".png");
    assert_string_equal(path_ending("a.d/b"), "");
    arena_finish(&arena);
}

static void sha256(void **state) /* expected: Python's hashlib */
{
    (void)state;
    static const struct {
        size_t count;
        const char *hex;
    } cases[] = {
        {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"},
    };
    char data[1000], hex[65];
    memset(data, 'a', sizeof data);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        sha256_hex(data, cases[i].count, hex);
        assert_string_equal(hex, cases[i].hex);
    }
    sha256_hex("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(too_large_a_file_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_read, setup, teardown),
        cmocka_unit_test_setup_teardown(a_pipe_is_read_only_where_a_person_names_it, setup, teardown),
        cmocka_unit_test(bytes_grow),
        cmocka_unit_test(long_texts_are_whole),
        cmocka_unit_test(cents),
        cmocka_unit_test(paths),
        cmocka_unit_test(sha256),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
