/* replay SEEDS COUNT: every file of the folder SEEDS as it is, then COUNT mutations, the same ones each time. */
#include "fuzz.h"

#include "base/file.h"
#include "base/random.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_LIMIT = 64, INPUT_LIMIT = 1 << 16 };

typedef struct Seeds {
    char names[SEED_LIMIT][256];
    Bytes texts[SEED_LIMIT];
    int count;
} Seeds;

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
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
static void play(const Bytes *text)
{
    uint8_t *exact = malloc(text->length ? text->length : 1);
    assert(exact);
    if (text->length)
        memcpy(exact, text->data, text->length);
    fuzz_one(exact, text->length);
    free(exact);
}

static void play_mutations(const Seeds *seeds, int count)
{
    Random random = random_seeded(20);
    for (int i = 0; i < count; i++) {
        const Bytes *seed = &seeds->texts[i % seeds->count];
        Bytes text = {0};
        bytes_add(&text, seed->data, seed->length);
        for (uint32_t left = 1 + random_below(&random, 6); left > 0 && text.length < INPUT_LIMIT; left--)
            mutate(&random, &text, &seeds->texts[random_below(&random, (uint32_t)seeds->count)]);
        play(&text);
        bytes_finish(&text);
    }
}

int main(int count, char **arguments)
{
    static Seeds seeds;
    Error error = {0};
    if (count != 3) {
        fputs("usage: replay SEEDS COUNT\n", stderr);
        return 2;
    }
    if (!read_seeds(arguments[1], &seeds, &error)) {
        fprintf(stderr, "%s\n", error_text(&error));
        return 1;
    }
    for (int i = 0; i < seeds.count; i++)
        play(&seeds.texts[i]);
    play_mutations(&seeds, atoi(arguments[2]));
    printf("%d seeds and %s mutations of them\n", seeds.count, arguments[2]);
    for (int i = 0; i < seeds.count; i++)
        bytes_finish(&seeds.texts[i]);
    return 0;
}
