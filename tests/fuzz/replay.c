/* replay SEEDS FOUND COUNT: every file of the folder SEEDS and of the archive FOUND as it is, then COUNT mutations, the
 * same ones each time; or as many as fit in COUNT seconds ("60s"), others each time. An input that takes more than 20 s
 * of the processor or 2 GB, or breaks something, is written to ./broken-input. */
#include "fuzz.h"

#include "base/file.h"
#include "base/random.h"
#include "base/tar.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SEED_LIMIT = 1024, INPUT_LIMIT = 1 << 16, SECONDS = 20, MEGABYTES = 2048 };

typedef struct Seeds {
    char names[SEED_LIMIT][256];
    Bytes texts[SEED_LIMIT];
    int count;
} Seeds;

/* ---- bounds ---- */

static struct {
    const char *seed;
    const uint8_t *data;
    size_t size;
    int mutation; /* 0: the seed as it is */
} input;          /* that is played */

#if defined __SANITIZE_ADDRESS__
#define SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

const char *__asan_default_options(void);

/* A sanitizer needs all addresses: there what is held counts. */
const char *__asan_default_options(void)
{
    return "hard_rss_limit_mb=2048:abort_on_error=1";
}

/* The program ends as it would without this. */
static void tell_input(int number)
{
    int fd = open("broken-input", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool kept = fd >= 0 && file_write_all(fd, input.data, input.size) && close(fd) == 0;
    dprintf(STDERR_FILENO, "%s: mutation %d of the seed %s%s\n",
            number == SIGPROF ? "More than 20 s" : strsignal(number), input.mutation, input.seed,
            kept ? ", which is in ./broken-input" : "");
    signal(number, SIG_DFL);
    raise(number);
}

static void bound(void)
{
#ifndef SANITIZED
    rlim_t most = (rlim_t)MEGABYTES << 20;
    assert(setrlimit(RLIMIT_AS, &(struct rlimit){most, most}) == 0);
    signal(SIGSEGV, tell_input);
#endif
    signal(SIGABRT, tell_input);
    signal(SIGPROF, tell_input);
}

/* ---- seeds ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool add_found(const char *path, Seeds *out, Error *error)
{
    Bytes archive;
    if (!file_read(path, FILE_LIMIT_TEXT, &archive, error))
        return false;
    TarFile file;
    for (Slice rest = bytes_slice(&archive); out->count < SEED_LIMIT && tar_next(&rest, path, &file, error);) {
        bytes_add(&out->texts[out->count], file.data.text, file.data.length);
        snprintf(out->names[out->count++], sizeof out->names[0], "%.255s", file.name);
    }
    bytes_finish(&archive);
    return error->code == ERROR_NONE;
}

static bool read_seeds(const char *path, Seeds *out, Error *error)
{
    DIR *folder = opendir(path);
    if (!folder)
        return error_at(error, ERROR_FILE, path, 0, "cannot be opened");
    for (struct dirent *entry; out->count < SEED_LIMIT && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            snprintf(out->names[out->count++], sizeof out->names[0], "%.255s", entry->d_name);
    closedir(folder);
    qsort(out->names, (size_t)out->count, sizeof out->names[0], compare_names);
    bool ok = out->count > 0 || error_at(error, ERROR_FILE, path, 0, "holds no seeds");
    Arena arena = {0};
    for (int i = 0; ok && i < out->count; i++)
        ok = file_read(path_join(&arena, path, out->names[i]), INPUT_LIMIT, &out->texts[i], error);
    arena_finish(&arena);
    return ok;
}

/* ---- mutations ---- */

/* clang-format off */
static const char *const PIECES[] = {
    "{", "}", "[", "]", "\"", "\\", ",", ":", "\t", "\n", "\r\n", " ", "0", "-1", "0-0", "1-2", "99999999999", "1e999",
    "NaN", "null", "true", "\\u0000", "\\ud800", "\xEF\xBB\xBF", "\xE7\x8C\xAB", "\xC3", "\xFF", "<pad>", "</s>",
    "[[[[[", "64",
};
/* clang-format on */

static size_t somewhere(Random *random, size_t length)
{
    return random_below(random, (uint32_t)length + 1);
}

static void replace(Bytes *text, size_t at, size_t removed, const void *with, size_t length)
{
    Bytes result = {0};
    bytes_add(&result, text->data, at);
    bytes_add(&result, with, length);
    bytes_add(&result, text->data + at + removed, text->length - at - removed);
    bytes_finish(text);
    *text = result;
}

static void mutate(Random *random, Bytes *text, const Bytes *other)
{
    size_t at = somewhere(random, text->length), left = text->length - at;
    size_t some = left < 16 ? left : 1 + random_below(random, 15);
    const char *piece = PIECES[random_below(random, sizeof PIECES / sizeof *PIECES)];
    switch (random_below(random, 8)) {
    case 0:
        if (left)
            text->data[at] ^= (char)(1 << random_below(random, 8));
        break;
    case 1:
        if (left)
            text->data[at] = (char)random_below(random, 256);
        break;
    case 2:
        replace(text, at, some, NULL, 0);
        break;
    case 3:
        replace(text, at, 0, piece, strlen(piece));
        break;
    case 4: /* over what is there: lengths stay */
        if (left >= strlen(piece))
            memcpy(text->data + at, piece, strlen(piece));
        break;
    case 5: /* once more */ {
        char again[16];
        memcpy(again, text->data + at, some);
        replace(text, at, 0, again, some);
        break;
    }
    case 6:
        if (random_below(random, 4) == 0)
            replace(text, at, left, NULL, 0);
        break;
    case 7: {
        size_t from = somewhere(random, other->length), rest = other->length - from;
        replace(text, at, some, other->data + from, rest < 64 ? rest : 64);
        break;
    }
    }
}

/* In a block of its own size, so that a sanitizer sees a byte too many. */
static void play(const Bytes *text, const char *seed, int mutation)
{
    uint8_t *exact = malloc(text->length ? text->length : 1);
    assert(exact);
    if (text->length)
        memcpy(exact, text->data, text->length);
    input.seed = seed, input.mutation = mutation, input.data = exact, input.size = text->length;
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SECONDS}, NULL);
    fuzz_one(exact, text->length);
    free(exact);
}

/* "1000" of them, or what fits in "60s". */
static int play_mutations(const Seeds *seeds, const char *asked)
{
    char *unit;
    long count = strtol(asked, &unit, 10);
    time_t begun = time(NULL);
    Random random = random_seeded(*unit ? (uint64_t)begun : 20);
    int played = 0;
    while (*unit ? time(NULL) - begun < count : played < count) {
        int number = played++ % seeds->count;
        const Bytes *seed = &seeds->texts[number];
        Bytes text = {0};
        bytes_add(&text, seed->data, seed->length);
        for (uint32_t left = 1 + random_below(&random, 6); left > 0 && text.length < INPUT_LIMIT; left--)
            mutate(&random, &text, &seeds->texts[random_below(&random, (uint32_t)seeds->count)]);
        play(&text, seeds->names[number], played);
        bytes_finish(&text);
    }
    return played;
}

int main(int count, char **arguments)
{
    static Seeds seeds;
    Error error = {0};
    if (count != 4) {
        fputs("usage: replay SEEDS FOUND COUNT\n", stderr);
        return 2;
    }
    if (!read_seeds(arguments[1], &seeds, &error) || !add_found(arguments[2], &seeds, &error)) {
        fprintf(stderr, "%s\n", error_text(&error));
        return 1;
    }
    bound();
    for (int i = 0; i < seeds.count; i++)
        play(&seeds.texts[i], seeds.names[i], 0);
    printf("%d seeds and %d mutations of them\n", seeds.count, play_mutations(&seeds, arguments[3]));
    for (int i = 0; i < seeds.count; i++)
        bytes_finish(&seeds.texts[i]);
    return 0;
}
