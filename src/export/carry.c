#include "export/carry.h"

#include "base/system.h"

#include <stdlib.h>
#include <string.h>

#define PDF_FILE "/Type /EmbeddedFile /Subtype /application#2Fjson /Length "
#define SVG_OPEN "<metadata id=\"" CARRY_NAME "\">"
#define COMMENT  "\n%" CARRY_NAME ": " /* with the length of the text that the lines of comment below it have */

#define PNG_SIGNATURE "\x89PNG\r\n\x1A\n"

/* Where `text` is in the file, from `from` on, or the file's length. */
static size_t find(Slice file, size_t from, const char *text)
{
    const char *at = from < file.length ? memmem(file.text + from, file.length - from, text, strlen(text)) : NULL;
    return at ? (size_t)(at - file.text) : file.length;
}

static bool is_png(Slice file)
{
    return slice_starts(file, PNG_SIGNATURE);
}

static bool is_pdf(Slice file)
{
    return slice_starts(file, "%PDF-");
}

bool carry_is_picture(Slice file)
{
    enum { HEAD = 1024 };
    Slice head = {file.text, file.length < HEAD ? file.length : HEAD};
    return is_png(file) || is_pdf(file) || slice_starts(file, "%!PS") || find(head, 0, "<svg") < head.length
           || find(head, 0, "\\begin{tikzpicture}") < head.length;
}

/* ---- reading ---- */

static uint32_t big_endian(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* An iTXt chunk: the keyword and a NUL, two bytes about compression, two empty texts with their NULs, the text. */
static bool read_png(Slice file, Bytes *out)
{
    static const char KEY[] = CARRY_NAME "\0\0\0\0"; /* with the NUL that the compiler adds: not compressed */
    size_t at = strlen(PNG_SIGNATURE);
    while (file.length - at >= 12) {
        size_t length = big_endian(file.text + at);
        const char *data = file.text + at + 8;
        if (length > file.length - at - 12)
            return false;
        if (memcmp(data - 4, "iTXt", 4) == 0 && length >= sizeof KEY && memcmp(data, KEY, sizeof KEY) == 0) {
            bytes_add(out, data + sizeof KEY, length - sizeof KEY);
            return true;
        }
        at += 12 + length;
    }
    return false;
}

/* Back from what a text is in XML. */
static void add_unescaped(Bytes *out, Slice text)
{
    static const char *const NAMES[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (size_t i = 0; i < text.length;) {
        size_t name = 0, left = text.length - i;
        while (name < 4 && (left < strlen(NAMES[name]) || memcmp(text.text + i, NAMES[name], strlen(NAMES[name])) != 0))
            name++;
        bytes_add(out, name < 4 ? &"&<>\""[name] : text.text + i, 1);
        i += name < 4 ? strlen(NAMES[name]) : 1;
    }
}

static bool read_svg(Slice file, Bytes *out)
{
    size_t from = find(file, 0, SVG_OPEN), to = find(file, from, "</metadata>");
    if (to == file.length)
        return false;
    from += strlen(SVG_OPEN);
    add_unescaped(out, (Slice){file.text + from, to - from});
    return true;
}

/* The number from `at` on, which is below ten times the file's length and 9. */
static size_t read_size(Slice file, size_t at)
{
    size_t size = 0;
    for (; at < file.length && file.text[at] >= '0' && file.text[at] <= '9' && size < file.length; at++)
        size = 10 * size + (size_t)(file.text[at] - '0');
    return size;
}

static bool read_pdf(Slice file, Bytes *out)
{
    size_t at = find(file, 0, PDF_FILE), stream = find(file, at, "stream\n");
    if (stream == file.length)
        return false;
    size_t length = read_size(file, at + strlen(PDF_FILE));
    stream += strlen("stream\n");
    if (length > file.length - stream)
        return false;
    bytes_add(out, file.text + stream, length);
    return true;
}

/* The lines of comment below the one that has their length; an editor may have changed how lines end. */
static bool read_comments(Slice file, Bytes *out)
{
    size_t at = find(file, 0, COMMENT), length = read_size(file, at + strlen(COMMENT));
    if (at == file.length)
        return false;
    Slice rest = {file.text + at + 1, file.length - at - 1}, line;
    Bytes text = {0};
    slice_cut(&rest, '\n', &line);
    while (text.length < length && slice_cut(&rest, '\n', &line) && slice_starts(line, "%"))
        bytes_add(&text, line.text + 1, line.length - 1 - (line.text[line.length - 1] == '\r'));
    bool whole = length > 0 && text.length == length;
    if (whole)
        bytes_add(out, text.data, text.length);
    bytes_finish(&text);
    return whole;
}

bool carry_read(Slice file, const char *path, Bytes *out, Error *error)
{
    bool found = is_png(file)   ? read_png(file, out)
                 : is_pdf(file) ? read_pdf(file, out)
                                : read_comments(file, out) || read_svg(file, out);
    return found
           || error_at(error, ERROR_FORMAT, path, 0,
                       "carries no figure of attend: only a picture that attend exported does, while no other program "
                       "has written it anew");
}

/* ---- comments in EPS and TeX ---- */

/* JSON in ASCII, on one line. */
static void add_plain(Bytes *out, Slice json)
{
    while (json.length) {
        uint32_t c = utf8_next(&json);
        if (c > 0xFFFF)
            bytes_printf(out, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (c >> 10)), (unsigned)(0xDC00 + (c & 0x3FF)));
        else if (c > '~')
            bytes_printf(out, "\\u%04x", (unsigned)c);
        else if (c >= ' ')
            bytes_add_letter(out, c);
    }
}

void carry_comment(const char *json, Bytes *out)
{
    enum { LINE = 200 }; /* of an EPS at most 255 */
    Bytes plain = {0};
    add_plain(&plain, slice_of(json));
    bytes_add_text(out, &COMMENT[1]);
    bytes_printf(out, "%zu\n%%", plain.length);
    for (size_t i = 0, line = 0; i < plain.length; i++, line++) {
        if (line >= LINE && plain.data[i - 1] != ' ') { /* at the end of a line an editor may take spaces away */
            bytes_add_text(out, "\n%");
            line = 0;
        }
        bytes_add(out, plain.data + i, 1);
    }
    bytes_add_text(out, "\n");
    bytes_finish(&plain);
}

/* ---- attaching to a PDF ---- */

/* The number behind the last `name` of the trailer; 0: there is none. */
static int trailer_number(Slice trailer, const char *name)
{
    size_t at = find(trailer, 0, name);
    return at < trailer.length ? (int)strtol(trailer.text + at + strlen(name), NULL, 10) : 0;
}

static size_t find_last(Slice file, const char *text)
{
    size_t last = file.length;
    for (size_t at = find(file, 0, text); at < file.length; at = find(file, at + 1, text))
        last = at;
    return last;
}

/* The dictionary of the catalog without its brackets. */
static Slice catalog_of(Slice file, int root, Arena *arena)
{
    size_t at = find_last(file, arena_printf(arena, "\n%d 0 obj\n", root));
    size_t from = find(file, at, "<<") + 2, to = find(file, from, "endobj");
    while (to > from && file.text[to - 1] != '>')
        to--;
    return to < file.length && to >= from + 2 ? (Slice){file.text + from, to - from - 2} : (Slice){0};
}

void carry_attach(Bytes *pdf, const char *text)
{
    Arena arena = {0};
    Slice file = bytes_slice(pdf);
    size_t at = find_last(file, "trailer");
    Slice trailer = {file.text + at, file.length - at};
    int root = trailer_number(trailer, "/Root "), size = trailer_number(trailer, "/Size "),
        info = trailer_number(trailer, "/Info "), before = trailer_number(trailer, "startxref\n");
    Slice catalog = root ? catalog_of(file, root, &arena) : (Slice){0};
    if (!catalog.length || !before) { /* not as cairo writes it: then it goes without */
        arena_finish(&arena);
        return;
    }
    size_t length = strlen(text), places[3];
    char *entries = arena_printf(&arena, "%.*s", (int)catalog.length, catalog.text);
    places[0] = pdf->length;
    bytes_printf(pdf, "%d 0 obj\n<< " PDF_FILE "%zu >>\nstream\n%s\nendstream\nendobj\n", size, length, text);
    places[1] = pdf->length;
    bytes_printf(pdf,
                 "%d 0 obj\n<< /Type /Filespec /F (attend.json) /UF (attend.json) /EF << /F %d 0 R >> >>\nendobj\n",
                 size + 1, size);
    places[2] = pdf->length;
    bytes_printf(pdf, "%d 0 obj\n<<%s   /Names << /EmbeddedFiles << /Names [(attend.json) %d 0 R] >> >>\n>>\nendobj\n",
                 root, entries, size + 1);
    size_t table = pdf->length;
    bytes_printf(pdf, "xref\n%d 1\n%010zu 00000 n \n%d 2\n%010zu 00000 n \n%010zu 00000 n \n", root, places[2], size,
                 places[0], places[1]);
    bytes_printf(pdf, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /Prev %d >>\nstartxref\n%zu\n%%%%EOF\n", size + 2,
                 root, info, before, table);
    arena_finish(&arena);
}
