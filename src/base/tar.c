#include "base/tar.h"

#include <string.h>

/* A header is a block of text fields; numbers are octal. */
enum { NAME = 0, MODE = 100, OWNER = 108, GROUP = 116, SIZE = 124, TIME = 136, SUM = 148, KIND = 156 };
enum { MAGIC = 257, VERSION = 263, PREFIX = 345 };
enum { NAME_BYTES = 100, SIZE_BYTES = 12, SUM_BYTES = 8, PREFIX_BYTES = 155 };

/* The sum of the header's bytes, with spaces in the place of the sum itself. */
static unsigned checksum(const char *header)
{
    unsigned sum = 0;
    for (int i = 0; i < TAR_BLOCK; i++)
        sum += i >= SUM && i < SUM + SUM_BYTES ? ' ' : (unsigned char)header[i];
    return sum;
}

/* Octal digits, then NUL, a space or the field's end; false where anything else stands there. */
static bool read_number(const char *field, int bytes, size_t *out)
{
    int i = 0;
    *out = 0;
    while (i < bytes && field[i] == ' ')
        i++;
    int first = i;
    for (; i < bytes && field[i] >= '0' && field[i] <= '7'; i++)
        *out = *out * 8 + (size_t)(field[i] - '0');
    return i > first && (i == bytes || field[i] == '\0' || field[i] == ' ');
}

static bool is_header(const char *header)
{
    size_t sum;
    return memcmp(header + MAGIC, "ustar", 5) == 0 && read_number(header + SUM, SUM_BYTES, &sum)
           && sum == checksum(header);
}

bool tar_is(Slice bytes)
{
    return bytes.length >= TAR_BLOCK && is_header(bytes.text);
}

/* ---- writing ---- */

/* A name of more than 100 bytes is parted at a slash: false where there is none to part it at. */
static bool put_name(char *header, const char *name)
{
    size_t length = strlen(name), before = 0;
    for (size_t i = 1; length - before > NAME_BYTES && i < length && i <= PREFIX_BYTES; i++)
        if (name[i] == '/' && length - i - 1 <= NAME_BYTES)
            before = i + 1;
    if (length == 0 || length - before > NAME_BYTES)
        return false;
    memcpy(header + NAME, name + before, length - before);
    if (before > 0)
        memcpy(header + PREFIX, name, before - 1);
    return true;
}

bool tar_add(Bytes *out, const char *name, Slice data, Error *error)
{
    char header[TAR_BLOCK] = {0};
    static const char zeros[TAR_BLOCK] = {0};
    if (!put_name(header, name))
        return error_at(error, ERROR_USAGE, name, 0, "has too long a name to be packed");
    memcpy(header + MODE, "0000644", 7);
    memcpy(header + OWNER, "0000000", 7);
    memcpy(header + GROUP, "0000000", 7);
    snprintf(header + SIZE, SIZE_BYTES, "%011zo", data.length);
    memcpy(header + TIME, "00000000000", 11);
    header[KIND] = '0';
    memcpy(header + MAGIC, "ustar", 5);
    memcpy(header + VERSION, "00", 2);
    snprintf(header + SUM, SUM_BYTES, "%06o", checksum(header));
    header[SUM + SUM_BYTES - 1] = ' ';
    bytes_add(out, header, TAR_BLOCK);
    bytes_add(out, data.text, data.length);
    bytes_add(out, zeros, (TAR_BLOCK - data.length % TAR_BLOCK) % TAR_BLOCK);
    return true;
}

void tar_end(Bytes *out)
{
    static const char zeros[2 * TAR_BLOCK] = {0};
    bytes_add(out, zeros, sizeof zeros);
}

/* ---- reading ---- */

static void read_name(const char *header, char out[TAR_NAME])
{
    size_t before = strnlen(header + PREFIX, PREFIX_BYTES), length = strnlen(header + NAME, NAME_BYTES);
    bool prefixed =
        before > 0 && memcmp(header + MAGIC, "ustar\0", 6) == 0; /* GNU's old headers have other things there */
    if (!prefixed)
        before = 0;
    memcpy(out, header + PREFIX, before);
    if (prefixed)
        out[before++] = '/';
    memcpy(out + before, header + NAME, length);
    out[before + length] = '\0';
}

static bool is_end(Slice rest)
{
    for (size_t i = 0; i < rest.length && i < TAR_BLOCK; i++)
        if (rest.text[i])
            return false;
    return true;
}

bool tar_next(Slice *rest, const char *path, TarFile *out, Error *error)
{
    *error = (Error){0};
    while (!is_end(*rest)) {
        size_t size;
        char excerpt[EXCERPT_SIZE];
        const char *header = rest->text;
        if (!tar_is(*rest) || !read_number(header + SIZE, SIZE_BYTES, &size))
            return error_at(error, ERROR_FORMAT, path, 0, "is damaged: a file's name and size were expected");
        read_name(header, out->name);
        *rest = (Slice){rest->text + TAR_BLOCK, rest->length - TAR_BLOCK};
        if (size > rest->length)
            return error_at(error, ERROR_FORMAT, path, 0, "is cut off: %s should have %zu bytes",
                            slice_excerpt(slice_of(out->name), excerpt), size);
        out->data = (Slice){rest->text, size};
        size_t blocks = size + (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
        size_t whole = blocks < rest->length ? blocks : rest->length;
        *rest = (Slice){rest->text + whole, rest->length - whole};
        char kind = header[KIND];
        if (kind == '0' || kind == '\0')
            return true;
        if (kind != '5')
            return error_at(error, ERROR_FORMAT, path, 0, "holds %s, which is no plain file",
                            slice_excerpt(slice_of(out->name), excerpt));
    }
    return false;
}
