/* Several windows of one person: what each completes is kept, whoever writes at once and whenever one is killed. */
#include "begin.h"

#include "app/card_progress.h"
#include "lesson/lesson_list.h"

#include <signal.h>

enum { WINDOWS = 3, CARDS = 40, ROUNDS = 10 };

static int calls_left; /* of those that write a file, before one kills the program; 0: none does */

static void count_call(void)
{
    if (calls_left > 0 && --calls_left == 0)
        kill(getpid(), SIGKILL);
}

ssize_t __real_write(int fd, const void *from, size_t length);
ssize_t __wrap_write(int fd, const void *from, size_t length);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

ssize_t __wrap_write(int fd, const void *from, size_t length)
{
    count_call();
    return __real_write(fd, from, length);
}

int __wrap_fsync(int fd)
{
    count_call();
    return __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    count_call();
    return __real_rename(from, to);
}

static const char *lesson_of(int window)
{
    return arena_printf(&arena, "lesson-%d", window);
}

/* As a card is completed. */
static void complete(int window, int card)
{
    assert_true(progress_complete(&app->progress.all, lesson_of(window), card, "title"));
    progress_keep(app);
}

static Progress kept(void)
{
    Error error = {0};
    Bytes bytes;
    Progress progress;
    expect_ok(file_read(progress_path(&arena), FILE_LIMIT_TEXT, &bytes, &error), &error);
    expect_ok(progress_parse(bytes_slice(&bytes), "progress.json", &progress, &error), &error);
    bytes_finish(&bytes);
    return progress;
}

static void expect_kept(int window, int cards)
{
    Progress progress = kept();
    for (int i = 0; i < cards; i++)
        if (!progress_done(&progress, lesson_of(window), i, "title"))
            fail_msg("window %d: card %d of %d is lost", window, i, cards);
    progress_finish(&progress);
}

/* The file of progress alone, and no temporary one. */
static void expect_nothing_beside(void)
{
    assert_int_equal(folder_count(path_join(&arena, home, ".local/share/attend")), 1);
}

static void wait_for(const pid_t *children, int count)
{
    for (int i = 0; i < count; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
}

static void cards_completed_at_once_are_all_kept(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) { /* it is the last card of a window that nobody writes again */
        pid_t children[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            if ((children[i] = fork()) > 0)
                continue;
            for (int card = 0; card < CARDS / ROUNDS; card++)
                complete(WINDOWS * round + i, card);
            _exit(0);
        }
        wait_for(children, WINDOWS);
    }
    for (int window = 0; window < WINDOWS * ROUNDS; window++)
        expect_kept(window, CARDS / ROUNDS);
    expect_nothing_beside();
}

/* At every call that writes. What was there stays, the next card is kept, and what lay beside is swept. */
static void killed_at_any_call_the_file_is_whole(void **state)
{
    (void)state;
    int status, killed = 0;
    complete(0, 0);
    for (int call = 1; call == killed + 1; call++) {
        pid_t child = fork();
        if (child == 0) {
            calls_left = call;
            complete(1, call);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        expect_kept(0, call);
        complete(0, call);
        expect_kept(0, call + 1);
        expect_nothing_beside();
    }
    assert_true(killed >= 4); /* the file written and synced, renamed, its folder synced */
}

/* Two windows, one of which is killed at any instant: what it has kept stays, and the other one loses nothing. */
static void killed_beside_another_none_is_lost(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        int done[2], status, card, last = -1, wanted = round * CARDS / (2 * ROUNDS);
        assert_int_equal(pipe(done), 0);
        pid_t killed = fork();
        if (killed == 0)
            for (int i = 0;; i++) {
                complete(2 * round, i);
                assert_int_equal(__real_write(done[1], &i, sizeof i), sizeof i);
            }
        close(done[1]);
        pid_t other = fork();
        if (other == 0) {
            for (int i = 0; i < CARDS; i++)
                complete(2 * round + 1, i);
            _exit(0);
        }
        while (last < wanted && read(done[0], &card, sizeof card) == sizeof card)
            last = card;
        usleep((useconds_t)(137 * round)); /* into the next card */
        assert_int_equal(kill(killed, SIGKILL), 0);
        assert_int_equal(waitpid(killed, &status, 0), killed);
        while (read(done[0], &card, sizeof card) == sizeof card)
            last = card;
        close(done[0]);
        wait_for(&other, 1);
        assert_true(last >= wanted);
        expect_kept(2 * round, last + 1);
        expect_kept(2 * round + 1, CARDS);
        complete(2 * ROUNDS, round);
        expect_nothing_beside();
    }
}

static void a_window_that_stands_still_is_not_waited_for(void **state)
{
    (void)state;
    complete(0, 0);
    int lock = file_lock(progress_path(&arena));
    assert_true(lock >= 0);
    complete(0, 1);
    file_unlock(lock);
    expect_kept(0, 2);
}

static void folders_added_at_once_are_all_kept(void **state)
{
    (void)state;
    enum { FOLDERS = 12 };
    pid_t children[FOLDERS];
    for (int i = 0; i < FOLDERS; i++) {
        char *folder = arena_printf(&arena, "%s/%d", home, i);
        assert_int_equal(mkdir(folder, 0700), 0);
        put(arena_printf(&arena, "%d/lesson.md", i), "---\ntitle: A\n---\n");
        if ((children[i] = fork()) == 0)
            _exit(!lesson_folder_add(folder, &arena, NULL));
    }
    wait_for(children, FOLDERS);
    assert_int_equal(lesson_list_own(&arena).count, FOLDERS);
}

static int set_up(void **state)
{
    begin_set_up(state);
    begin();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cards_completed_at_once_are_all_kept, set_up, home_remove),
        cmocka_unit_test_setup_teardown(killed_at_any_call_the_file_is_whole, set_up, home_remove),
        cmocka_unit_test_setup_teardown(killed_beside_another_none_is_lost, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_window_that_stands_still_is_not_waited_for, set_up, home_remove),
        cmocka_unit_test_setup_teardown(folders_added_at_once_are_all_kept, set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app two_windows", tests, NULL, NULL);
}
