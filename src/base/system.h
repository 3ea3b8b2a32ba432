/* What systems do differently: files by their names, other programs, the terminal. A system is one file, as
 * system_posix.c. Names and texts are UTF-8, and '/' stands between folders. What fails returns false, -1 or NULL, and
 * errno says why.
 *
 *   int fd = system_open("lesson.md", OPEN_READ);
 *   if (fd < 0) return error_at(&error, ERROR_FILE, "lesson.md", 0, "cannot be opened: error %d", errno);
 *   close(fd);
 */
#ifndef BASE_SYSTEM_H
#define BASE_SYSTEM_H

#include "base/arena.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

#define SYSTEM_NAME_SIZE 4096

/* Before anything else: standard streams and signals are as the program expects them. Returns the arguments, `*count`
 * of them, as UTF-8. */
char **system_begin(int *count, char **arguments);

/* ---- files: programs that are started later inherit no descriptor ---- */

typedef enum OpenMode {
    OPEN_READ,
    OPEN_READ_NOW, /* a pipe opens at once, too */
    OPEN_NEW,      /* to read and write; it may not be there yet */
    OPEN_OLD,      /* to read and write what is there, but no link */
    OPEN_ADD,      /* to write at its end; made where it is not there */
    OPEN_IN_PLACE, /* to write what is there; a pipe without a reader is refused */
} OpenMode;

typedef struct FileAbout {
    enum { ABOUT_REGULAR, ABOUT_FOLDER, ABOUT_PIPE, ABOUT_DEVICE } kind;
    bool mine;     /* this person's */
    bool named;    /* its name is not gone */
    unsigned mode; /* permissions, where there are such */
    long long size, seconds, nanoseconds;
    unsigned long long device, node; /* the same for one file by whatever name */
} FileAbout;

int system_open(const char *path, OpenMode mode);
int system_open_output(void); /* standard output once more */
bool system_about(const char *path, FileAbout *out);
bool system_about_open(int fd, FileAbout *out);
bool system_may_write(const char *path);
bool system_lock(int fd, bool wait); /* against other programs, until it is closed */
int system_hold(const char *file);   /* the right to replace it, until it is closed; EWOULDBLOCK: another has it */
bool system_set_mode(const char *path, unsigned mode);
bool system_flush(int fd); /* to the disk */
bool system_flush_folder(const char *file);
bool system_map(int fd, size_t size, void **out); /* the file's bytes, to be read */
void system_unmap(void *bytes, size_t size);
void system_forget(void *bytes, size_t size); /* they are read again when they are wanted */

bool system_rename(const char *from, const char *to); /* a file that is there is replaced */
bool system_link(const char *from, const char *to);
bool system_remove(const char *path);
bool system_make_folder(const char *path, unsigned mode);
bool system_make_own_folder(char *path); /* six X at its end become letters that nobody uses */
bool system_remove_folder(const char *path);
ssize_t system_read_link(const char *path, char *out, size_t size);
char *system_whole_path(const char *path); /* without links; free() it. NULL: it is not there */
bool system_is_whole(const char *path);
char *system_path(char *path); /* given by others: now with '/' between folders, the same */

/* The names in a folder without "." and "..", in the order of their bytes; both are the arena's. -1: it cannot be read.
 */
int system_folder(const char *path, Arena *arena, char ***out);

/* ---- the person, the machine ---- */

const char *system_variable(const char *name); /* of the environment, also HOME and XDG's where a system has others */
char system_between_folders(void);             /* in PATH and its like */
const char *system_temporary_folder(void);
bool system_program_path(char *out, size_t size);
bool system_finds(const char *program); /* would a shell find one of that name? */
int system_processors(void);
int system_terminal_width(void);              /* of standard error; 0: it is no terminal */
void system_on_stop(void (*act)(int number)); /* when a person stops the program, the first time */
int system_thread(pthread_t *thread, void *(*work)(void *), void *context); /* signals are the first one's; errno */

/* ---- other programs ---- */

typedef struct Program {
    pid_t id;     /* 0: none */
    int to, from; /* its standard input and error; -1: closed */
} Program;

bool program_start(const char *const *arguments, Program *out); /* NULL at their end; 127 is the code if it cannot */
int program_wait(Program *program);                             /* its code; 128: it was killed */
void program_kill(pid_t id);                                    /* and waits */

/* ---- what not every C library has ---- */

#ifdef _WIN32
/* free() takes nothing else back. The kernels need no line of the cache: they are only faster with it. */
#define aligned_alloc(line, size) malloc(size)
void *memmem(const void *all, size_t length, const void *part, size_t part_length);
#endif

#endif
