#include "base/file.h"

#include "base/arrival.h"
#include "base/plural.h"
#include "base/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(Bytes *bytes, size_t more)
{
    if (bytes->capacity - bytes->length > more)
        return;
    size_t wanted = bytes->length + more + 1;
    size_t doubled = bytes->capacity * 2;
    bytes->capacity = wanted > doubled ? wanted : doubled;
    if (bytes->capacity < 64)
        bytes->capacity = 64;
    bytes->data = heap_resize(bytes->data, bytes->capacity, 1);
}

void bytes_add(Bytes *bytes, const void *data, size_t length)
{
    reserve(bytes, length);
    if (length)
        memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
    bytes->data[bytes->length] = '\0';
}

void bytes_add_text(Bytes *bytes, const char *text)
{
    bytes_add(bytes, text, strlen(text));
}

void bytes_add_letter(Bytes *bytes, uint32_t codepoint)
{
    char utf8[4];
    bytes_add(bytes, utf8, utf8_put(utf8, codepoint));
}

void bytes_vprintf(Bytes *bytes, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    reserve(bytes, 63); /* most are short */
    size_t room = bytes->capacity - bytes->length;
    size_t length = (size_t)plural_vprint(bytes->data + bytes->length, room, format, arguments);
    if (length >= room) {
        reserve(bytes, length);
        plural_vprint(bytes->data + bytes->length, length + 1, format, again);
    }
    bytes->length += length;
    va_end(again);
}

void bytes_printf(Bytes *bytes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bytes_vprintf(bytes, format, arguments);
    va_end(arguments);
}

void bytes_add_cents(Bytes *bytes, double value)
{
    if (!(value > -1e12 && value < 1e12)) {
        bytes_printf(bytes, "%.2f", value);
        return;
    }
    long long cents = (long long)(value * 100 + (value < 0 ? -0.5 : 0.5));
    char text[24], *end = text + sizeof text, *at = end;
    long long rest = cents < 0 ? -cents : cents;
    for (int i = 0; i < 3 || rest > 0; i++, rest /= 10) {
        if (i == 2)
            *--at = '.';
        *--at = (char)('0' + rest % 10);
    }
    if (cents < 0)
        *--at = '-';
    bytes_add(bytes, at, (size_t)(end - at));
}

Slice bytes_slice(const Bytes *bytes)
{
    return (Slice){bytes->data ? bytes->data : "", bytes->length};
}

void bytes_finish(Bytes *bytes)
{
    free(bytes->data);
    *bytes = (Bytes){0};
}

char *bytes_take(Bytes *bytes, Arena *arena)
{
    char *text = arena_copy(arena, bytes->data, bytes->length);
    bytes_finish(bytes);
    return text;
}

int file_open(const char *path, FileKind kind, Error *error)
{
    FileAbout about;
    if (file_arrival(path) != FILE_IS_THERE) {
        file_ask(path);
        error_at(error, ERROR_LATER, path, 0, "is still to come");
        return -1;
    }
    int fd = system_open(path, kind == FILE_REGULAR ? OPEN_READ_NOW : OPEN_READ);
    if (fd < 0 || !system_about_open(fd, &about)) {
        error_at(error, ERROR_FILE, path, 0, "cannot be opened: %s", strerror(errno));
    } else if (about.kind == ABOUT_REGULAR || (kind == FILE_INPUT && about.kind != ABOUT_FOLDER)) {
        return fd;
    } else {
        const char *is = about.kind == ABOUT_FOLDER ? "folder" : about.kind == ABOUT_PIPE ? "pipe" : "device";
        error_at(error, ERROR_FILE, path, 0, "is a %s, a file was expected", is);
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

bool file_read_more(int fd, const char *path, size_t most, Bytes *out, Error *error)
{
    enum { PIECE = 4096 };
    FileAbout about;
    size_t end = out->length + most, size = system_about_open(fd, &about) && about.size > 0 ? (size_t)about.size : 0;
    reserve(out, (size < most ? size : most) + PIECE);
    for (ssize_t got = 1; got != 0 && out->length < end; out->length += (size_t)got) {
        reserve(out, PIECE);
        size_t room = out->capacity - out->length - 1, left = end - out->length;
        do
            got = read(fd, out->data + out->length, room < left ? room : left);
        while (got < 0 && errno == EINTR);
        if (got < 0)
            return error_at(error, ERROR_FILE, path, 0, "cannot be read: %s", strerror(errno));
    }
    out->data[out->length] = '\0';
    return true;
}

bool file_fits(const char *path, size_t length, size_t limit, Error *error)
{
    return length <= limit
           || error_at(error, ERROR_FORMAT, path, 0, "is larger than the %zu bytes that are read at most", limit);
}

bool file_read_kind(const char *path, FileKind kind, size_t limit, Bytes *out, Error *error)
{
    *out = (Bytes){0};
    int fd = file_open(path, kind, error);
    if (fd < 0)
        return false;
    bool ok = file_read_more(fd, path, limit + 1, out, error) && file_fits(path, out->length, limit, error);
    close(fd);
    if (!ok)
        bytes_finish(out);
    return ok;
}

bool file_read(const char *path, size_t limit, Bytes *out, Error *error)
{
    return file_read_kind(path, FILE_REGULAR, limit, out, error);
}

bool file_exists(const char *path)
{
    FileAbout about;
    return system_about(path, &about);
}

bool file_is_read_only(const char *path)
{
    FileAbout about;
    return system_about(path, &about) && (!(about.mode & 0222) || !system_may_write(path));
}

bool file_is_folder(const char *path)
{
    FileAbout about;
    return system_about(path, &about) && about.kind == ABOUT_FOLDER;
}

bool file_same(const char *a, const char *b)
{
    FileAbout one, other;
    return system_about(a, &one) && system_about(b, &other) && one.device == other.device && one.node == other.node;
}

bool folder_make(const char *path, unsigned mode, Error *error)
{
    Arena arena = {0};
    char *part = arena_string(&arena, path);
    int why = 0;
    for (char *end = part + 1; why == 0 && end[-1]; end++) { /* those above it first */
        char kept = *end;
        if (kept && kept != '/')
            continue;
        *end = '\0';
        if (!file_is_folder(part) && !system_make_folder(part, mode))
            why = errno == EEXIST ? ENOTDIR : errno;
        *end = kept;
    }
    arena_finish(&arena);
    return file_is_folder(path)
           || error_at(error, ERROR_FILE, path, 0, "cannot be made a folder: %s", strerror(why ? why : ENOENT));
}

void folder_drop(const char *path)
{
    system_remove_folder(path);
}

char *path_join(Arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    bool slash = length == 0 || folder[length - 1] == '/';
    return arena_printf(arena, slash ? "%s%s" : "%s/%s", folder, name);
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_ending(const char *path)
{
    const char *dot = strrchr(path_name(path), '.');
    return dot ? dot : "";
}
