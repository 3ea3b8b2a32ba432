#include "export/carry.h"

#include <stdlib.h>
#include <string.h>

#define PDF_FILE "/Type /EmbeddedFile /Subtype /application#2Fjson /Length "
#define SVG_OPEN "<metadata id=\"" CARRY_NAME "\">"

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

static bool is_svg(Slice file)
{
    enum { HEAD = 1024 };
    Slice head = {file.text, file.length < HEAD ? file.length : HEAD};
    return find(head, 0, "<svg") < head.length;
}

bool carry_is_picture(Slice file)
{
    return is_png(file) || is_pdf(file) || is_svg(file);
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

static bool read_pdf(Slice file, Bytes *out)
{
    size_t at = find(file, 0, PDF_FILE), length = 0, stream = find(file, at, "stream\n");
    if (stream == file.length)
        return false;
    for (const char *digit = file.text + at + strlen(PDF_FILE); *digit >= '0' && *digit <= '9' && length < file.length;
         digit++)
        length = 10 * length + (size_t)(*digit - '0');
    stream += strlen("stream\n");
    if (length > file.length - stream)
        return false;
    bytes_add(out, file.text + stream, length);
    return true;
}

bool carry_read(Slice file, const char *path, Bytes *out, Error *error)
{
    bool found = is_png(file) ? read_png(file, out) : is_pdf(file) ? read_pdf(file, out) : read_svg(file, out);
    return found
           || error_at(error, ERROR_FORMAT, path, 0,
                       "carries nothing that could be opened: only figures that attend exported do, while no other "
                       "program has written them anew");
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
