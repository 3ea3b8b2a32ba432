/* Runs the command line as people do, from cases in a text file:
 *
 *     [an unknown option names the nearest]
 *     run: attend train tiny.tsv -o m.safetensors --epoch 3
 *     exit: 2
 *     stderr: has no option '--epoch'; the nearest is --epochs
 *
 * `run` is a line for sh; lines that begin with spaces go on with it. `exit` is 0 where it is not said. `stdout` and
 * `stderr` are parts that must be there (repeatable), `no stdout` and `no stderr` parts that must not, `silent: stdout`
 * says that there is nothing at all. `makes: FILE` says which files are new afterwards, `changes: FILE` which of the
 * old ones differ; any other change of the folder is a failure, so nothing half-written goes unseen. `terminal: yes`
 * makes standard error a terminal. `needs: COMMAND` skips the case where that fails. `before` is a line for sh that
 * prepares the folder. `around` is a line for sh that runs the case's as `sh -c "$RUN"`.
 *
 * Many commands in many environments, a line each: `command NAME: LINE` in front of the cases of a file gives names to
 * lines, and a case that says `NAME: STATUS SENTENCE` runs them all, each as a case of its own. What they write goes to
 * out/, which is empty again where one fails, unless the case has `makes: out/`.
 *
 * A failed run (exit 1, 2 or 130) must say so in one last line "attend: ..." and must not crash.
 *
 * Every case has a fresh folder with what tests/data holds (models, pairs), and in data/ a course of one lesson and the
 * fonts. Environment: ATTEND (the program), TESTS_DATA, SOURCE_ROOT. Arguments: case files. */
#include "base/file.h"

#include <fcntl.h>
#include <ftw.h>
#include <pty.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PARTS 32 /* entries of a list, with the NULL behind them */

typedef struct Case {
    char *name, *run;
    int line, exit;
    bool terminal;
    const char *needs, *before, *around, *says; /* says: on either stream */
    const char *statuses[PARTS];                /* "STATUS SENTENCE" of the named commands */
    const char *stdout_parts[PARTS], *stderr_parts[PARTS], *no_stdout[PARTS], *no_stderr[PARTS], *silent[PARTS],
        *makes[PARTS], *changes[PARTS];
} Case;

typedef struct Outcome {
    int exit; /* -1: ended by a signal */
    Bytes out, err;
} Outcome;

static const char *command_names[PARTS], *command_lines[PARTS]; /* of the file */

static int failures;
static const char *current_file;
static const Case *current_case;

static void fail(const char *format, ...) PRINTF_LIKE(1, 2);

static void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: [%s] ", path_name(current_file), current_case->line, current_case->name);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    failures++;
}

static void give_up(const char *what)
{
    perror(what);
    exit(99);
}

/* ---- the folder ---- */

static char *fill_command(Arena *arena, const char *folder)
{
    return arena_printf(arena,
                        "cd '%s' && cp '%s'/tiny* . && mkdir -p out bin data/lessons/01-tiny && ln -s '%s' bin/attend"
                        " && ln -s '%s/assets' data/assets && cd data/lessons/01-tiny && cp '%s'/lesson/* ."
                        " && cp ../../../tiny.tsv data.tsv && cp ../../../tiny-heldout.tsv heldout.tsv"
                        " && cp ../../../tiny.safetensors model.safetensors"
                        " && cp ../../../tiny-uniform.safetensors uniform.safetensors",
                        folder, getenv("TESTS_DATA"), getenv("ATTEND"), getenv("SOURCE_ROOT"), getenv("TESTS_DATA"));
}

static char *make_folder(const Case *test, Arena *arena)
{
    char *folder = arena_printf(arena, "/tmp/attend-cli.XXXXXX");
    if (!mkdtemp(folder))
        give_up("mkdtemp");
    const char *prepare = test->before ? arena_printf(arena, "cd '%s' && %s", folder, test->before) : "true";
    if (system(fill_command(arena, folder)) != 0 || system(prepare) != 0)
        give_up("the folder of the case cannot be filled");
    return folder;
}

/* What lies in a folder, a line "path sha256" for each file. */
static Bytes listing;
static size_t listing_prefix;

static int list_file(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    (void)about;
    (void)walk;
    char sha256[65] = "link";
    Bytes bytes = {0};
    if (kind == FTW_F && file_read(path, FILE_LIMIT_DATA, &bytes, NULL))
        sha256_hex(bytes.data, bytes.length, sha256);
    bytes_finish(&bytes);
    if (kind != FTW_D)
        bytes_printf(&listing, "%s %s\n", path + listing_prefix, sha256);
    return 0;
}

static char *list_folder(Arena *arena, const char *folder)
{
    listing_prefix = strlen(folder) + 1;
    bytes_add_text(&listing, "");
    nftw(folder, list_file, 16, FTW_PHYS);
    char *text = arena_copy(arena, listing.data, listing.length);
    bytes_finish(&listing);
    return text;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    (void)about;
    (void)kind;
    (void)walk;
    return remove(path);
}

/* ---- one run ---- */

static void set_environment(const char *folder, Arena *arena)
{
    setenv("PATH", arena_printf(arena, "%s/bin:%s", folder, getenv("PATH")), 1);
    setenv("ATTEND_DATA", arena_printf(arena, "%s/data", folder), 1);
    setenv("XDG_DATA_HOME", arena_printf(arena, "%s/home", folder), 1);
    unsetenv("ATTEND_LESSONS");
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("SDL_VIDEODRIVER");
    setenv("LSAN_OPTIONS",
           arena_printf(arena, "suppressions=%s/tests/cli/lsan.supp:print_suppressions=0", getenv("SOURCE_ROOT")), 1);
    if (chdir(folder) != 0)
        give_up(folder);
}

static void child(const Case *test, const char *folder, int out, int err)
{
    Arena arena = {0};
    set_environment(folder, &arena);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        give_up("dup2");
    for (int fd = 3; fd < 64; fd++)
        close(fd);
    setenv("RUN", test->run, 1);
    execl("/bin/sh", "sh", "-c", test->around ? test->around : test->run, (char *)NULL);
    _exit(127);
}

/* What a terminal was sent, read until its other side is closed. */
static void drain(int fd, Bytes *out)
{
    char buffer[4096];
    for (ssize_t got; (got = read(fd, buffer, sizeof buffer)) > 0;)
        bytes_add(out, buffer, (size_t)got);
    close(fd);
}

static Outcome run_case(const Case *test, const char *folder, Arena *arena)
{
    Outcome outcome = {0};
    char *out_path = arena_printf(arena, "%s.out", folder), *err_path = arena_printf(arena, "%s.err", folder);
    int out = open(out_path, O_RDWR | O_CREAT | O_TRUNC, 0600), err = open(err_path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    int terminal = -1, other = -1, status;
    struct winsize size = {.ws_row = 24, .ws_col = 100};
    if (out < 0 || err < 0 || (test->terminal && openpty(&terminal, &other, NULL, NULL, &size) != 0))
        give_up(out_path);
    pid_t pid = fork();
    if (pid == 0)
        child(test, folder, out, test->terminal ? other : err);
    if (other >= 0)
        close(other);
    if (terminal >= 0)
        drain(terminal, &outcome.err);
    waitpid(pid, &status, 0);
    close(out);
    close(err);
    outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    bool read = file_read(out_path, FILE_LIMIT_DATA, &outcome.out, NULL);
    if (!test->terminal)
        read = read && file_read(err_path, FILE_LIMIT_DATA, &outcome.err, NULL);
    if (!read)
        give_up(out_path);
    bytes_add_text(&outcome.err, "");
    unlink(out_path);
    unlink(err_path);
    return outcome;
}

/* ---- what must hold ---- */

static void check_parts(const char *what, const char *text, const char *const *parts, bool wanted)
{
    for (int i = 0; parts[i]; i++)
        if ((strstr(text, parts[i]) != NULL) != wanted)
            fail("%s %s \"%s\":\n%s", what, wanted ? "does not hold" : "holds", parts[i], text);
}

/* A run that fails says so in one last line. */
static void check_error_line(const Outcome *outcome)
{
    const char *text = outcome->err.data;
    size_t length = outcome->err.length;
    if (outcome->exit != 1 && outcome->exit != 2 && outcome->exit != 130)
        return;
    size_t last = length ? length - 1 : 0;
    while (last > 0 && text[last - 1] != '\n')
        last--;
    if (length == 0 || text[length - 1] != '\n' || strncmp(text + last, "attend: ", 8) != 0)
        fail("the last line on standard error is not \"attend: ...\":\n%s", text);
    else if (text[length - 2] == '.')
        fail("an error ends without a full stop:\n%s", text);
}

static void add_part(const char **parts, const char *text)
{
    int count = 0;
    while (parts[count])
        count++;
    if (count + 1 < PARTS)
        parts[count] = text;
}

/* A name that ends with a slash stands for all files of its folder. */
static bool is_one_of(const char *line, const char *const *names)
{
    size_t length = strcspn(line, " ");
    for (int i = 0; names[i]; i++) {
        size_t wanted = strlen(names[i]);
        bool folder = wanted && names[i][wanted - 1] == '/';
        if ((folder ? wanted < length : wanted == length) && strncmp(names[i], line, wanted) == 0)
            return true;
    }
    return false;
}

/* Is there a line that begins with these bytes? */
static bool has_line(const char *list, const char *start, size_t length)
{
    for (const char *at = list; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, start, length) == 0)
            return true;
    return false;
}

/* Every line (or only its name) of `from` must stand in `in` as well, but for the names excused. */
static void check_lines(const char *from, const char *in, bool whole, const char *const *excused, const char *message)
{
    for (const char *at = from; *at; at += strcspn(at, "\n") + 1) {
        size_t length = whole ? strcspn(at, "\n") + 1 : strcspn(at, " ") + 1;
        if (!has_line(in, at, length) && !is_one_of(at, excused))
            fail("%s: %.*s", message, (int)strcspn(at, " "), at);
    }
}

static void check_folder(const Case *test, const char *before, const char *after, Arena *arena)
{
    const char *excused[PARTS] = {0}, *none[] = {NULL};
    for (int i = 0; test->makes[i]; i++)
        add_part(excused, test->makes[i]);
    for (int i = 0; test->changes[i]; i++)
        add_part(excused, test->changes[i]);
    check_lines(before, after, false, none, "a file is gone");
    check_lines(after, before, false, test->makes, "a file was left behind");
    check_lines(after, before, true, excused, "a file has changed");
    for (int i = 0; test->makes[i]; i++)
        if (*path_name(test->makes[i])
            && !has_line(after, arena_printf(arena, "%s ", test->makes[i]), strlen(test->makes[i]) + 1))
            fail("was not made: %s", test->makes[i]);
    for (int i = 0; test->changes[i]; i++)
        if (strstr(before, test->changes[i]) && strcmp(before, after) == 0)
            fail("has not changed: %s", test->changes[i]);
}

static void check_outcome(const Case *test, const Outcome *outcome)
{
    if (outcome->exit != test->exit)
        fail("exit code %d instead of %d\n%s%s", outcome->exit, test->exit, outcome->out.data, outcome->err.data);
    check_parts("stdout", outcome->out.data, test->stdout_parts, true);
    check_parts("stderr", outcome->err.data, test->stderr_parts, true);
    check_parts("stdout", outcome->out.data, test->no_stdout, false);
    check_parts("stderr", outcome->err.data, test->no_stderr, false);
    for (int i = 0; test->silent[i]; i++) {
        const Bytes *stream = strcmp(test->silent[i], "stdout") == 0 ? &outcome->out : &outcome->err;
        if (stream->length)
            fail("%s should be empty:\n%s", test->silent[i], stream->data);
    }
    if (strstr(outcome->err.data, "Sanitizer") || strstr(outcome->err.data, "runtime error"))
        fail("a sanitizer speaks:\n%s", outcome->err.data);
    if (test->says && !strstr(outcome->err.data, test->says) && !strstr(outcome->out.data, test->says))
        fail("does not say \"%s\":\n%s%s", test->says, outcome->out.data, outcome->err.data);
    if (!is_one_of("stderr", test->silent))
        check_error_line(outcome);
}

static bool fails(const char *needed)
{
    char command[256];
    snprintf(command, sizeof command, "(%s) >/dev/null 2>&1", needed);
    return system(command) != 0;
}

static void try_case(const Case *test)
{
    Arena arena = {0};
    current_case = test;
    if (test->needs && fails(test->needs)) {
        printf("skipped without %s: [%s]\n", test->needs, test->name);
        return;
    }
    char *folder = make_folder(test, &arena);
    char *before = list_folder(&arena, folder);
    Outcome outcome = run_case(test, folder, &arena);
    char *after = list_folder(&arena, folder);
    check_outcome(test, &outcome);
    check_folder(test, before, after, &arena);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    bytes_finish(&outcome.out);
    bytes_finish(&outcome.err);
    arena_finish(&arena);
}

/* ---- many commands in one environment ---- */

static int find_command(const char *name)
{
    for (int i = 0; command_names[i]; i++)
        if (strcmp(command_names[i], name) == 0)
            return i;
    return -1;
}

/* The program's own list: a new command wants a name and a line in every environment. */
static void check_commands(void)
{
    char line[256], name[64];
    FILE *help = popen("\"$ATTEND\" --help", "r");
    while (help && fgets(line, sizeof line, help))
        if (strncmp(line, "  attend ", 9) == 0 && sscanf(line + 9, "%63[a-z-]", name) == 1 && name[0] != '-'
            && find_command(name) < 0)
            fail("the command '%s' is not tried", name);
    if (help)
        pclose(help);
}

static void try_commands(const Case *all, Arena *arena)
{
    current_case = all;
    check_commands();
    for (int i = 0; command_names[i]; i++) {
        Case test = *all;
        if (!all->statuses[i]) {
            fail("says nothing of '%s'", command_names[i]);
            continue;
        }
        test.name = arena_printf(arena, "%s: %s", all->name, command_names[i]);
        test.run = arena_printf(arena, "%s", command_lines[i]);
        char *sentence;
        test.exit = (int)strtol(all->statuses[i], &sentence, 10);
        test.says = sentence + strspn(sentence, " ");
        if (test.exit == 0)
            add_part(test.makes, "out/");
        try_case(&test);
    }
}

/* ---- the case file ---- */

static bool set_key(Case *test, const char *key, char *value, Arena *arena)
{
    const struct {
        const char *name;
        const char **parts;
    } lists[] = {{"stdout", test->stdout_parts}, {"stderr", test->stderr_parts}, {"no stdout", test->no_stdout},
                 {"no stderr", test->no_stderr}, {"silent", test->silent},       {"makes", test->makes},
                 {"changes", test->changes}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, key) == 0) {
            add_part(lists[i].parts, value);
            return true;
        }
    if (strcmp(key, "run") == 0)
        test->run = test->run ? arena_printf(arena, "%s\n%s", test->run, value) : value;
    else if (strcmp(key, "exit") == 0)
        test->exit = atoi(value);
    else if (strcmp(key, "terminal") == 0)
        test->terminal = true;
    else if (strcmp(key, "needs") == 0)
        test->needs = value;
    else if (strcmp(key, "before") == 0)
        test->before = value;
    else if (strcmp(key, "around") == 0)
        test->around = value;
    else if (find_command(key) >= 0)
        test->statuses[find_command(key)] = value;
    else
        return false;
    return true;
}

static int bad_line(const char *path, int line)
{
    printf("%s:%d: this line is no case\n", path, line);
    return 99;
}

static void finish_case(Case *test, int *count, Arena *arena)
{
    bool many = false;
    for (int i = 0; i < PARTS; i++)
        many = many || test->statuses[i];
    if (many)
        try_commands(test, arena);
    else if (test->name)
        try_case(test);
    *count += test->name != NULL;
    *test = (Case){0};
}

static int run_file(const char *path, int *count)
{
    Arena arena = {0};
    Bytes bytes;
    Error error = {0};
    Case test = {0};
    if (!file_read(path, FILE_LIMIT_TEXT, &bytes, &error))
        give_up(path);
    Slice rest = bytes_slice(&bytes), slice;
    current_file = path;
    for (int number = 1; slice_cut(&rest, '\n', &slice); number++) {
        char *line = arena_copy(&arena, slice.text, slice.length), *colon = strstr(line, ":");
        if (!*line || *line == '#')
            continue;
        if (*line == '[') {
            finish_case(&test, count, &arena);
            test.name = line + 1;
            test.name[strcspn(test.name, "]")] = '\0';
            test.line = number;
        } else if (*line == ' ' && test.run) {
            test.run = arena_printf(&arena, "%s %s", test.run, line);
        } else if (!test.name && colon && strncmp(line, "command ", 8) == 0) {
            *colon = '\0';
            add_part(command_names, line + 8);
            add_part(command_lines, colon + 1 + strspn(colon + 1, " "));
        } else if (test.name && colon) {
            *colon = '\0';
            if (!set_key(&test, line, colon + 1 + strspn(colon + 1, " "), &arena))
                return bad_line(path, number);
        } else {
            return bad_line(path, number);
        }
    }
    finish_case(&test, count, &arena);
    bytes_finish(&bytes);
    arena_finish(&arena);
    return 0;
}

int main(int argc, char **argv)
{
    int count = 0;
    if (!getenv("ATTEND") || !getenv("TESTS_DATA") || !getenv("SOURCE_ROOT")) {
        fputs("run_cases needs ATTEND, TESTS_DATA and SOURCE_ROOT\n", stderr);
        return 99;
    }
    for (int i = 1; i < argc; i++) {
        int code = run_file(argv[i], &count);
        if (code)
            return code;
    }
    printf("%d cases, %d failures\n", count, failures);
    return failures ? 1 : 0;
}
