#include "draw/font_file.h"

#include "base/file.h"
#include "base/system.h"

#include <errno.h>
#include <string.h>

#define HEAD_LENGTH  12u /* bytes in front of the directory */
#define ENTRY_LENGTH 16u /* of a table: its name, checksum, place, length */

bool font_map(const char *path, Slice *out, Error *error)
{
    int fd = file_open(path, FILE_REGULAR, error);
    if (fd < 0)
        return false;
    FileAbout about;
    void *bytes;
    bool usable = system_about_open(fd, &about) && about.size >= (long long)HEAD_LENGTH;
    bool mapped = usable && system_map(fd, (size_t)about.size, &bytes);
    if (usable && !mapped && errno == ENOMEM)
        heap_exhausted();
    close(fd);
    if (!mapped)
        return error_at(error, ERROR_FORMAT, path, 0, "is not a font");
    *out = (Slice){bytes, (size_t)about.size};
    return memcmp(bytes, "OTTO", 4) == 0 || memcmp(bytes, "\0\1\0\0", 4) == 0 || memcmp(bytes, "ttcf", 4) == 0
           || error_at(error, ERROR_FORMAT, path, 0, "is not a font");
}

void font_unmap(Slice file)
{
    if (file.text)
        system_unmap((void *)(uintptr_t)file.text, file.length);
}

static uint32_t read_32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The sum of its big-endian words, with zeros behind the last. */
static uint32_t sum_of(const unsigned char *table, uint32_t length)
{
    uint32_t sum = 0, i = 0;
    for (; i + 4 <= length; i += 4)
        sum += read_32(table + i);
    unsigned char last[4] = {0};
    memcpy(last, table + i, length - i);
    return sum + read_32(last);
}

static bool tables_are_inside(Slice file, bool summed)
{
    const unsigned char *bytes = (const unsigned char *)file.text;
    size_t tables = (size_t)bytes[4] << 8 | bytes[5];
    if (tables == 0 || HEAD_LENGTH + tables * ENTRY_LENGTH > file.length)
        return false;
    for (size_t i = 0; i < tables; i++) {
        const unsigned char *entry = bytes + HEAD_LENGTH + i * ENTRY_LENGTH;
        uint32_t place = read_32(entry + 8), length = read_32(entry + 12);
        if (place > file.length || length > file.length - place)
            return false;
        if (!summed)
            continue;
        uint32_t sum = sum_of(bytes + place, length);
        if (memcmp(entry, "head", 4) == 0
            && length >= 12) /* it holds a sum of the whole file, taken with a zero there */
            sum -= read_32(bytes + place + 8);
        if (sum != read_32(entry + 4))
            return false;
    }
    return true;
}

bool font_is_whole(Slice file)
{
    bool whole = tables_are_inside(file, true);
    system_forget((void *)(uintptr_t)file.text, file.length); /* of 8 MB of Chinese little is needed again */
    return whole;
}

bool font_is_inside(Slice file)
{
    return memcmp(file.text, "ttcf", 4) == 0 || tables_are_inside(file, false);
}
