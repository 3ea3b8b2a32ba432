/* A packed lesson. Its checksums are set right first, or no mutation would get behind the header. What is let through
 * has names that stay inside, and can be packed again. */
#include "fuzz.h"

#include "base/tar.h"
#include "lesson/lesson_paths.h"
#include "lesson/pack.h"

#include <stdlib.h>
#include <string.h>

enum { SUM = 148, SUM_BYTES = 8, MAGIC = 257 };

/* Wherever a header may stand. */
static void mend(char *bytes, size_t size)
{
    for (size_t at = 0; at + TAR_BLOCK <= size; at += TAR_BLOCK) {
        unsigned sum = 0;
        if (memcmp(bytes + at + MAGIC, "ustar", 5) != 0)
            continue;
        memset(bytes + at + SUM, ' ', SUM_BYTES);
        for (int i = 0; i < TAR_BLOCK; i++)
            sum += (unsigned char)bytes[at + (size_t)i];
        char text[SUM_BYTES];
        memcpy(bytes + at + SUM, text, (size_t)snprintf(text, sizeof text, "%06o", sum) + 1);
    }
}

static void check_files(Slice bytes, const char *top)
{
    TarFile file;
    Error error = {0};
    Bytes again = {0};
    int count = 0;
    for (Slice rest = bytes; tar_next(&rest, "fuzz", &file, &error); count++) {
        size_t length = strlen(top);
        assert(strncmp(file.name, top, length) == 0 && file.name[length] == '/');
        assert(path_is_inside(slice_of(file.name + length + 1)) && !strstr(file.name, "/."));
        assert(file.data.length <= bytes.length);
        assert(tar_add(&again, file.name, file.data, &error));
    }
    tar_end(&again);
    assert(error.code == ERROR_NONE && count > 0 && count <= PACK_FILES);
    for (Slice rest = bytes_slice(&again); tar_next(&rest, "fuzz", &file, &error);)
        count--;
    assert(count == 0 && error.code == ERROR_NONE);
    bytes_finish(&again);
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Error error = {0};
    char *bytes = malloc(size ? size : 1);
    assert(bytes);
    if (size)
        memcpy(bytes, data, size);
    mend(bytes, size);
    const char *top = pack_check((Slice){bytes, size}, "fuzz", &arena, &error);
    if (top)
        check_files((Slice){bytes, size}, top);
    else
        assert(error.code == ERROR_FORMAT && error.message[0] && utf8_valid(slice_of(error.message)));
    arena_finish(&arena);
    free(bytes);
    return 0;
}
