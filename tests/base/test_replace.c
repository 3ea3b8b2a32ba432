#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char folder[64];
static int synced_folders, sync_fails; /* the error of fsync of a folder, 0: none */

int __real_fsync(int fd);
int __wrap_fsync(int fd);

int __wrap_fsync(int fd)
{
    struct stat about;
    assert_int_equal(fstat(fd, &about), 0);
    synced_folders += S_ISDIR(about.st_mode);
    if (S_ISDIR(about.st_mode) && sync_fails) {
        errno = sync_fails;
        return -1;
    }
    return __real_fsync(fd);
}

static int renames_left; /* before one fails; negative: none does */

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_rename(const char *from, const char *to)
{
    if (renames_left-- != 0)
        return __real_rename(from, to);
    errno = EIO;
    return -1;
}

static int setup(void **state)
{
    (void)state;
    synced_folders = sync_fails = 0;
    renames_left = -1;
    folder_create(folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    folder_remove_all(folder);
    return 0;
}

/* One of four paths that take turns. */
static const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void expect_text(const char *name, const char *text)
{
    Error error = {0};
    Bytes bytes;
    expect_ok(file_read(in_folder(name), 100, &bytes, &error), &error);
    assert_string_equal(bytes.data, text);
    bytes_finish(&bytes);
}

static void write_text(const char *name, const char *text)
{
    Error error = {0};
    expect_ok(file_write(in_folder(name), text, strlen(text), &error), &error);
}

static void a_pipe_without_a_reader_is_not_written(void **state)
{
    (void)state;
    Error error = {0};
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_false(file_write(in_folder("pipe"), "x", 1, &error));
    expect_error(&error, "pipe: cannot be written: nothing reads this pipe");
    assert_int_equal(folder_count(folder), 1);
}

static void what_cannot_be_written_leaves_nothing(void **state)
{
    (void)state;
    Error error = {0};
    assert_false(file_write(in_folder("no/such/place"), "x", 1, &error));
    expect_error(&error, "cannot be written: No such file");
    assert_false(file_write(folder, "x", 1, &error));
    expect_error(&error, "is a folder");
    assert_false(file_write("/dev/full", "x", 1, &error));
    expect_error(&error, "/dev/full: cannot be written: No space left");
    assert_int_equal(folder_count(folder), 0);
}

/* A disk that fills up half-way: the old file stays, nothing else does. */
static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    Error error = {0};
    char *large = heap_alloc(100000, 1);
    write_text("model", "old");
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool ok = file_write(in_folder("model"), large, 100000, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(ok);
    expect_error(&error, "cannot be written: File too large");
    expect_text("model", "old");
    assert_int_equal(folder_count(folder), 1);
    free(large);
}

static void new_files_follow_the_mask(void **state)
{
    (void)state;
    Error error = {0};
    mode_t mask = umask(022);
    expect_ok(file_write(in_folder("a"), "x", 1, &error), &error);
    umask(mask);
    struct stat about;
    assert_int_equal(stat(in_folder("a"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0644);
}

static void a_replaced_file_keeps_its_permissions(void **state)
{
    (void)state;
    struct stat about;
    write_text("a", "old");
    assert_int_equal(chmod(in_folder("a"), 0640), 0);
    write_text("a", "new");
    assert_int_equal(stat(in_folder("a"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    expect_text("a", "new");
}

static void a_read_only_file_stays(void **state)
{
    (void)state;
    Error error = {0};
    write_text("a", "old");
    assert_int_equal(chmod(in_folder("a"), 0444), 0);
    assert_false(file_write(in_folder("a"), "new", 3, &error));
    expect_error(&error, "a: is read-only, and stays as it is");
    assert_false(file_check_writable(in_folder("a"), &error));
    expect_text("a", "old");
    assert_int_equal(folder_count(folder), 1);
}

static void links_are_followed(void **state)
{
    (void)state;
    static const struct {
        const char *link, *to; /* to: from the folder "links" */
    } links[] = {{"links/near", "target"}, {"links/up", "../target"}, {"links/twice", "up"}};
    assert_int_equal(mkdir(in_folder("links"), 0700), 0);
    for (size_t i = 0; i < LENGTH(links); i++) {
        struct stat about;
        const char *target = i == 0 ? "links/target" : "target", *name = in_folder(links[i].link);
        assert_int_equal(symlink(links[i].to, name), 0);
        unlink(in_folder(target)); /* the link leads to nothing, then to a file */
        for (int times = 0; times < 2; times++) {
            write_text(links[i].link, times ? "second" : "first");
            expect_text(target, times ? "second" : "first");
            assert_int_equal(lstat(in_folder(links[i].link), &about), 0);
            assert_true(S_ISLNK(about.st_mode));
        }
    }
    assert_int_equal(folder_count(folder), 2);
    assert_int_equal(folder_count(in_folder("links")), 4);
    Error error = {0};
    assert_int_equal(symlink("round", in_folder("round")), 0);
    assert_false(file_write(in_folder("round"), "x", 1, &error));
    expect_error(&error, "round: cannot be written: Too many levels of symbolic links");
}

/* /dev/stdout where the shell has opened a file: neither that link nor the file is replaced. */
static void an_open_file_is_written_in_place(void **state)
{
    (void)state;
    Error error = {0};
    struct stat before, after;
    int fd = open(in_folder("a"), O_RDWR | O_CREAT, 0600);
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    assert_int_equal(symlink(name, in_folder("link")), 0);
    assert_int_equal(fstat(fd, &before), 0);
    expect_ok(file_check_writable(in_folder("link"), &error), &error);
    write_text("link", "text");
    expect_text("a", "text");
    assert_int_equal(stat(in_folder("a"), &after), 0);
    assert_true(before.st_ino == after.st_ino);
    Temporary temporary;
    assert_false(file_temporary(in_folder("link"), &temporary, &error));
    expect_error(&error, "link: is a device or a pipe, a file name was expected");
    close(fd);
}

/* A child that makes a temporary file, says so, and waits to be killed. */
static pid_t begin_in_child(const char *name)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        Temporary temporary;
        Error error = {0};
        if (file_temporary(in_folder(name), &temporary, &error))
            (void)!write(ready[1], "x", 1);
        pause();
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return child;
}

static void what_a_killed_program_left_is_swept(void **state)
{
    (void)state;
    pid_t child = begin_in_child("model");
    assert_int_equal(folder_count(folder), 1);
    write_text("model", "mine"); /* while the other one lives */
    assert_int_equal(folder_count(folder), 2);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    write_text("other", "another file");
    assert_int_equal(folder_count(folder), 3);
    write_text("model", "mine again");
    assert_int_equal(folder_count(folder), 2);
    expect_text("model", "mine again");
}

static void nothing_else_is_swept(void **state)
{
    (void)state;
    static const char *const names[] = {"a.attend-tmp-1234567", "a.attend-tmp-12345", "b.attend-tmp-123456", "a.123456",
                                        "aa.attend-tmp-123456"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        int fd = open(in_folder(names[i]), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        assert_true(fd >= 0);
        close(fd);
    }
    assert_int_equal(symlink("b.attend-tmp-123456", in_folder("a.attend-tmp-linked")), 0);
    assert_int_equal(mkfifo(in_folder("a.attend-tmp-mypipe"), 0600), 0);
    assert_int_equal(mkdir(in_folder("a.attend-tmp-folder"), 0700), 0);
    write_text("a", "text");
    assert_int_equal(folder_count(folder), (int)LENGTH(names) + 4);
}

/* Nor the program that writes the file, such as ffmpeg, which might make it anew. */
static void where_memory_is_out_nothing_is_left(void **state)
{
    (void)state;
    int status, from[2], to[2];
    pid_t writer;
    write_text("a", "old");
    assert_int_equal(pipe(from), 0);
    assert_int_equal(pipe(to), 0);
    pid_t child = fork();
    if (child == 0) {
        Temporary temporary;
        signal(SIGABRT, SIG_DFL); /* cmocka has a handler */
        dup2(to[1], STDERR_FILENO);
        if (!file_temporary(in_folder("a"), &temporary, NULL) || folder_count(folder) != 2)
            _exit(1);
        temporary.writer = fork();
        if (temporary.writer == 0)
            pause();
        if (!file_write_all(from[1], &temporary.writer, sizeof temporary.writer))
            _exit(2);
        heap_exhausted();
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_int_equal(read(from[0], &writer, sizeof writer), sizeof writer);
    assert_int_equal(kill(writer, 0), -1);
    expect_text("a", "old");
    assert_int_equal(folder_count(folder), 1);
    for (int i = 0; i < 2; i++)
        close(from[i]), close(to[i]);
}

static void the_folder_is_synced_where_it_can_be(void **state)
{
    (void)state;
    Error error = {0};
    write_text("a", "1");
    assert_int_equal(synced_folders, 1);
    sync_fails = EINVAL;
    write_text("a", "2");
    assert_int_equal(synced_folders, 2);
    sync_fails = EIO;
    assert_false(file_write(in_folder("a"), "3", 1, &error));
    expect_error(&error, "a: cannot be written: Input/output error");
    assert_int_equal(folder_count(folder), 1);
}

/* ---- two files, or none ---- */

static bool write_two(const char *first, const char *second, const char *text, Error *error)
{
    FileContent files[] = {{.path = in_folder(first)}, {.path = in_folder(second)}};
    for (int i = 0; i < 2; i++)
        bytes_add_text(&files[i].bytes, text);
    *error = (Error){0};
    bool ok = file_write_each(files, 2, error);
    for (int i = 0; i < 2; i++)
        bytes_finish(&files[i].bytes);
    return ok;
}

static void two_files_are_written_together(void **state)
{
    (void)state;
    Error error;
    expect_ok(write_two("a", "b", "new", &error), &error);
    expect_text("a", "new");
    expect_text("b", "new");
    expect_ok(write_two("a", "b", "newer", &error), &error);
    expect_text("a", "newer");
    expect_text("b", "newer");
    assert_int_equal(folder_count(folder), 2);
}

static void where_the_second_cannot_be_written_the_first_is_not(void **state)
{
    (void)state;
    Error error;
    assert_int_equal(mkdir(in_folder("b"), 0700), 0);
    assert_false(write_two("a", "b", "new", &error));
    expect_error(&error, "b: is a folder");
    assert_false(file_exists(in_folder("a")));
    write_text("a", "old");
    assert_false(write_two("a", "b", "new", &error));
    expect_text("a", "old");
    assert_int_equal(folder_count(folder), 2);
}

/* Also where the last name cannot be given any more. */
static void what_has_been_put_in_place_is_taken_back(void **state)
{
    (void)state;
    Error error;
    renames_left = 1;
    assert_false(write_two("a", "b", "new", &error));
    expect_error(&error, "b: cannot be written: Input/output error");
    assert_int_equal(folder_count(folder), 0);
    write_text("a", "old");
    renames_left = 1;
    assert_false(write_two("a", "b", "new", &error));
    expect_text("a", "old");
    assert_int_equal(folder_count(folder), 1);
    sync_fails = EIO;
    assert_false(write_two("a", "b", "new", &error));
    expect_error(&error, "a: cannot be written: Input/output error");
    expect_text("a", "old");
    assert_int_equal(folder_count(folder), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_pipe_without_a_reader_is_not_written, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_the_old_file, setup, teardown),
        cmocka_unit_test_setup_teardown(new_files_follow_the_mask, setup, teardown),
        cmocka_unit_test_setup_teardown(a_replaced_file_keeps_its_permissions, setup, teardown),
        cmocka_unit_test_setup_teardown(a_read_only_file_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(links_are_followed, setup, teardown),
        cmocka_unit_test_setup_teardown(an_open_file_is_written_in_place, setup, teardown),
        cmocka_unit_test_setup_teardown(what_a_killed_program_left_is_swept, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_else_is_swept, setup, teardown),
        cmocka_unit_test_setup_teardown(where_memory_is_out_nothing_is_left, setup, teardown),
        cmocka_unit_test_setup_teardown(the_folder_is_synced_where_it_can_be, setup, teardown),
        cmocka_unit_test_setup_teardown(two_files_are_written_together, setup, teardown),
        cmocka_unit_test_setup_teardown(where_the_second_cannot_be_written_the_first_is_not, setup, teardown),
        cmocka_unit_test_setup_teardown(what_has_been_put_in_place_is_taken_back, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
