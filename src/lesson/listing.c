#include "lesson/listing.h"

#include "base/names.h"
#include "base/system.h"

#include <string.h>

const char *const LISTING_FILES[LISTING_KINDS] = {"model.py", "model_tf.py"};

enum { LINES_MOST = 200, LINE_MOST = 100, INDENT = 4 }; /* LINE_MOST: bytes */

/* In the order of ListingValue. */
static const char *const VALUES[] = {"x", "h", "k", "q", "e", "alpha", "c", "y", "s", "p", NULL};

static bool find(const Reader *reader, int line, const char *const *names, Slice name, int *out)
{
    const char *text = arena_copy(reader->arena, name.text, name.length);
    *out = names_find(names, text);
    return *out >= 0
           || reader_fail(reader, line, "unknown name %s; expected one of: %s", reader_quote(reader, name),
                          names_list(names, reader->arena));
}

static bool read_remark(const Reader *reader, int line, Slice remark, ListingLine *out)
{
    const char *arrow = memmem(remark.text, remark.length, "->", 2);
    Slice moments = remark, name;
    int found;
    if (arrow) {
        moments.length = (size_t)(arrow - remark.text);
        Slice value = slice_trim((Slice){arrow + 2, remark.length - moments.length - 2});
        if (!find(reader, line, VALUES, value, &found))
            return false;
        out->value = (ListingValue)found;
    }
    while (slice_cut(&moments, ',', &name)) {
        if (!find(reader, line, MOMENT_NAMES, slice_trim(name), &found))
            return false;
        out->moments |= 1u << found;
    }
    return true;
}

static bool read_line(const Reader *reader, int number, Slice line, ListingLine *out)
{
    static const char sign[] = "# moment:";
    *out = (ListingLine){.value = LISTING_NONE};
    const char *remark = memmem(line.text, line.length, sign, strlen(sign));
    if (remark) {
        const char *from = remark + strlen(sign);
        if (!read_remark(reader, number, (Slice){from, (size_t)(line.text + line.length - from)}, out))
            return false;
        line.length = (size_t)(remark - line.text);
    }
    size_t spaces = 0;
    while (spaces < line.length && line.text[spaces] == ' ')
        spaces++;
    out->indent = (int)spaces / INDENT;
    Slice text = slice_trim(line);
    for (const char *c = line.text + spaces; c < text.text + text.length; c++)
        if (*c < ' ' || *c > '~')
            return reader_fail(reader, number, "the line has a character that is not ASCII, or a tab");
    if (text.length > LINE_MOST)
        return reader_fail(reader, number, "the line has %zu characters; expected at most %d", text.length, LINE_MOST);
    out->text = arena_copy(reader->arena, text.text, text.length);
    return true;
}

bool listing_read(const Reader *reader, Slice text, Listing *out)
{
    *out = (Listing){ARENA_ARRAY(reader->arena, ListingLine, LINES_MOST), 0};
    while (text.length > 0 && text.text[text.length - 1] == '\n')
        text.length--;
    Slice line;
    while (slice_cut(&text, '\n', &line)) {
        if (out->count == LINES_MOST)
            return reader_fail(reader, 0, "has more than %d lines", LINES_MOST);
        if (!read_line(reader, out->count + 1, line, &out->lines[out->count]))
            return false;
        out->count++;
    }
    return true;
}
