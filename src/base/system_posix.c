/* Linux and its like, and a page, which has a part of it. */
#include "base/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>

/* What is opened later must not get the number of a standard stream that is closed, or what is printed would go there.
 * A folder opened as a mere place can be neither read nor written. */
static void reserve_standard_streams(void)
{
    int fd;
    do
        fd = open("/", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

char **system_begin(int *count, char **arguments)
{
    (void)count;
    reserve_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe and too large a file are errors like a full disk */
    signal(SIGXFSZ, SIG_IGN);
    return arguments;
}

/* ---- files ---- */

int system_open(const char *path, OpenMode mode)
{
    static const int flags[] = {
        [OPEN_READ] = O_RDONLY | O_NOCTTY,          [OPEN_READ_NOW] = O_RDONLY | O_NOCTTY | O_NONBLOCK,
        [OPEN_NEW] = O_RDWR | O_CREAT | O_EXCL,     [OPEN_OLD] = O_RDWR | O_NOFOLLOW | O_NONBLOCK,
        [OPEN_ADD] = O_WRONLY | O_CREAT | O_APPEND, [OPEN_IN_PLACE] = O_WRONLY | O_NOCTTY | O_NONBLOCK,
    };
    int fd = open(path, flags[mode] | O_CLOEXEC, 0666);
    if (fd >= 0 && mode == OPEN_IN_PLACE)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

int system_open_output(void)
{
    return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
}

static void describe(const struct stat *about, FileAbout *out)
{
    *out = (FileAbout){
        .kind = S_ISREG(about->st_mode)    ? ABOUT_REGULAR
                : S_ISDIR(about->st_mode)  ? ABOUT_FOLDER
                : S_ISFIFO(about->st_mode) ? ABOUT_PIPE
                                           : ABOUT_DEVICE,
        .mine = about->st_uid == geteuid(),
        .named = about->st_nlink > 0,
        .mode = about->st_mode & 0777,
        .size = about->st_size,
        .seconds = about->st_mtim.tv_sec,
        .nanoseconds = about->st_mtim.tv_nsec,
        .device = about->st_dev,
        .node = about->st_ino,
    };
}

bool system_about(const char *path, FileAbout *out)
{
    struct stat about;
    bool ok = stat(path, &about) == 0;
    if (ok)
        describe(&about, out);
    return ok;
}

bool system_about_open(int fd, FileAbout *out)
{
    struct stat about;
    bool ok = fstat(fd, &about) == 0;
    if (ok)
        describe(&about, out);
    return ok;
}

bool system_may_write(const char *path)
{
    return access(path, W_OK) == 0;
}

bool system_lock(int fd, bool wait)
{
    return flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB)) == 0;
}

static int open_folder(const char *file)
{
    char folder[SYSTEM_NAME_SIZE];
    const char *slash = strrchr(file, '/');
    snprintf(folder, sizeof folder, "%.*s.", slash ? (int)(slash + 1 - file) : 0, file);
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* The folder's lock: one on the file would go with it when it is replaced. */
int system_hold(const char *file)
{
    int folder = open_folder(file);
    if (folder < 0 || system_lock(folder, false))
        return folder;
    int why = errno;
    close(folder);
    errno = why;
    return -1;
}

bool system_set_mode(const char *path, unsigned mode)
{
    return chmod(path, mode) == 0;
}

bool system_flush(int fd)
{
    return fsync(fd) == 0;
}

/* Some file systems cannot be asked for that. */
bool system_flush_folder(const char *file)
{
    int fd = open_folder(file);
    bool ok = fd < 0 || fsync(fd) == 0 || errno == EINVAL;
    if (fd >= 0)
        close(fd);
    return ok;
}

bool system_map(int fd, size_t size, void **out)
{
    *out = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    return *out != MAP_FAILED;
}

void system_unmap(void *bytes, size_t size)
{
    munmap(bytes, size);
}

void system_forget(void *bytes, size_t size)
{
    madvise(bytes, size, MADV_DONTNEED);
}

bool system_rename(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool system_link(const char *from, const char *to)
{
    return link(from, to) == 0;
}

bool system_remove(const char *path)
{
    return unlink(path) == 0;
}

bool system_make_folder(const char *path, unsigned mode)
{
    return mkdir(path, mode) == 0;
}

bool system_make_own_folder(char *path)
{
    return mkdtemp(path) != NULL;
}

bool system_remove_folder(const char *path)
{
    return rmdir(path) == 0;
}

ssize_t system_read_link(const char *path, char *out, size_t size)
{
    return readlink(path, out, size);
}

char *system_whole_path(const char *path)
{
    return realpath(path, NULL);
}

bool system_is_whole(const char *path)
{
    return path[0] == '/';
}

char *system_path(char *path)
{
    return path;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int system_folder(const char *path, Arena *arena, char ***out)
{
    DIR *folder = opendir(path);
    int count = 0;
    *out = NULL;
    if (!folder)
        return -1;
    for (const struct dirent *item; (item = readdir(folder));) {
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0)
            continue;
        *out = arena_room(arena, *out, count, sizeof **out);
        (*out)[count++] = arena_string(arena, item->d_name);
    }
    closedir(folder);
    if (count > 0)
        qsort(*out, (size_t)count, sizeof **out, by_bytes);
    return count;
}

/* ---- the person, the machine ---- */

const char *system_variable(const char *name)
{
    return getenv(name);
}

char system_between_folders(void)
{
    return ':';
}

const char *system_temporary_folder(void)
{
    return "/tmp";
}

bool system_program_path(char *out, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", out, size - 1);
    out[length > 0 ? length : 0] = '\0';
    return length > 0;
}

bool system_finds(const char *program)
{
    const char *at = getenv("PATH");
    char path[SYSTEM_NAME_SIZE];
    struct stat about;
    for (; at && *at; at += strcspn(at, ":"), at += *at == ':') {
        int length = (int)strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", length, at, program);
        if (length > 0 && access(path, X_OK) == 0 && stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
            return true;
    }
    return false;
}

int system_processors(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int system_terminal_width(void)
{
    struct winsize size = {0};
    if (!isatty(STDERR_FILENO))
        return 0;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void system_on_stop(void (*act)(int number))
{
    struct sigaction action = {.sa_handler = act, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler != SIG_IGN) /* started in the background, it is not what Ctrl+C is for */
        sigaction(SIGINT, &action, NULL);
}

int system_thread(pthread_t *thread, void *(*work)(void *), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* a thread begins with the mask of its maker */
    int problem = pthread_create(thread, NULL, work, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return problem;
}

/* ---- other programs ---- */

/* Closed on exec, and never 0 to 2: where those are closed, a pipe that landed there would be closed for
 * the child too. */
static bool make_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (ends[i] <= STDERR_FILENO) {
            int low = ends[i];
            ends[i] = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
            close(low);
        }
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    int why = errno;
    close(ends[0]), close(ends[1]); /* the one that is -1 does no harm */
    errno = why;
    return false;
}

/* One that outlives us would make the file anew that a later run has swept. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(127);
}

/* In the child. In a group of its own, so that Ctrl+C is ours to deal with. */
static void run(const char *const *arguments, int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDERR_FILENO);
    int quiet = open("/dev/null", O_WRONLY);
    if (quiet >= 0)
        dup2(quiet, STDOUT_FILENO);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(127);
}

bool program_start(const char *const *arguments, Program *out)
{
    int to[2], from[2];
    *out = (Program){.to = -1, .from = -1};
    if (!make_pipe(to))
        return false;
    if (!make_pipe(from)) {
        close(to[0]), close(to[1]);
        return false;
    }
    pid_t self = getpid(), id = fork();
    if (id == 0) {
        end_with(self);
        run(arguments, to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    *out = (Program){.id = id > 0 ? id : 0, .to = to[1], .from = from[0]};
    return id > 0;
}

int program_wait(Program *program)
{
    int status = 0;
    while (waitpid(program->id, &status, 0) < 0 && errno == EINTR)
        ;
    program->id = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void program_kill(pid_t id)
{
    if (kill(id, SIGKILL) == 0)
        waitpid(id, NULL, 0);
}
