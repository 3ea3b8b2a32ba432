#include "text/links.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const LINK_FORMATS[] = {"pharaoh", "pharaoh1", "naacl", NULL};

int links_first(LinkFormat format)
{
    return format != LINKS_PHARAOH;
}

LinkFormat links_of_weights(LinkFormat format)
{
    return format == LINKS_PHARAOH1 ? LINKS_PHARAOH1 : LINKS_PHARAOH;
}

/* Digits at the front; -1 where there are none, or their number is too large. */
static int take_number(Slice *text)
{
    int64_t value = -1;
    for (; text->length && *text->text >= '0' && *text->text <= '9'; text->text++, text->length--) {
        value = (value < 0 ? 0 : value * 10) + (*text->text - '0');
        if (value > INT32_MAX)
            return -1;
    }
    return (int)value;
}

bool link_parse(Slice text, LinkFormat format, Link *out)
{
    int first = links_first(format);
    out->source = take_number(&text) - first;
    if (!text.length || !memchr("-?p", *text.text, 3))
        return false;
    out->possible = *text.text != '-';
    text.text++, text.length--;
    out->target = take_number(&text) - first;
    return out->source >= 0 && out->target >= 0 && text.length == 0;
}

/* ---- of many sentences ---- */

typedef struct LinkReader {
    const char *path;
    LinkFormat format;
    Arena *arena;
    LinkFile *out;
    int line;
    Error *error;
} LinkReader;

bool links_next(Slice *text, Slice *word)
{
    *text = slice_trim(*text);
    size_t length = 0;
    while (length < text->length && !isspace((unsigned char)text->text[length]))
        length++;
    *word = (Slice){text->text, length};
    if (length == 0)
        return false;
    text->text += length, text->length -= length;
    return true;
}

static void keep(LinkReader *reader, int sentence, Link link)
{
    LinkFile *out = reader->out;
    out->links = arena_room(reader->arena, out->links, out->count, sizeof *out->links);
    out->links[out->count++] = (SentenceLink){sentence, link, reader->line};
}

static bool whole(Slice word, int *out)
{
    *out = take_number(&word);
    return *out >= 0 && word.length == 0;
}

static bool is_one_of(Slice word, const char *letters)
{
    return word.length == 1 && strchr(letters, *word.text);
}

/* "3 1 2 S", or without the S; a number behind it is how sure somebody was. */
static bool take_naacl(LinkReader *reader, Slice line)
{
    Slice words[6], rest = line;
    int count = 0, numbers[3];
    char shown[EXCERPT_SIZE];
    while (count < 6 && links_next(&rest, &words[count]))
        count++;
    bool ok = count >= 3 && count <= 5;
    for (int i = 0; ok && i < 3; i++)
        ok = whole(words[i], &numbers[i]);
    if (!ok || numbers[0] < 1 || (count > 3 && !is_one_of(words[3], "SPsp")))
        return error_at(
            reader->error, ERROR_FORMAT, reader->path, reader->line,
            "'%s' is no link; a sentence's number, a source word and a target word, each from 1, and S or P "
            "were expected, such as 1 2 2 S",
            slice_excerpt(line, shown));
    if (numbers[1] > 0 && numbers[2] > 0)
        keep(reader, numbers[0], (Link){numbers[1] - 1, numbers[2] - 1, count > 3 && is_one_of(words[3], "Pp")});
    return true;
}

static bool take_pharaoh(LinkReader *reader, Slice line)
{
    Slice word;
    char shown[EXCERPT_SIZE];
    int first = links_first(reader->format);
    while (links_next(&line, &word)) {
        Link link;
        if (!link_parse(word, reader->format, &link))
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "'%s' is no link; a source word and a target word from %d were expected, such as %d-%d",
                            slice_excerpt(word, shown), first, first, first);
        keep(reader, reader->line, link);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const SentenceLink *x = a, *y = b;
    const int order[] = {x->sentence - y->sentence, x->link.target - y->link.target, x->link.source - y->link.source};
    return order[0] ? order[0] : order[1] ? order[1] : order[2];
}

static bool check_twice(const LinkReader *reader)
{
    const LinkFile *out = reader->out;
    for (int i = 1; i < out->count; i++) {
        const SentenceLink *a = &out->links[i - 1], *b = &out->links[i];
        if (compare(a, b) == 0)
            return error_at(reader->error, ERROR_FORMAT, reader->path, a->line > b->line ? a->line : b->line,
                            "the link from source word %d to target word %d of sentence %d stands there twice",
                            a->link.source + links_first(reader->format), a->link.target + links_first(reader->format),
                            a->sentence);
    }
    return true;
}

bool links_parse(Slice text, const char *path, LinkFormat format, Arena *arena, LinkFile *out, Error *error)
{
    *out = (LinkFile){.path = path};
    LinkReader reader = {path, format, arena, out, 0, error};
    if (!utf8_valid(text) || (text.length && memchr(text.text, '\0', text.length)))
        return error_at(error, ERROR_FORMAT, path, 0, "is not text in UTF-8; expected gold links");
    for (Slice line; slice_cut(&text, '\n', &line);) {
        reader.line++;
        line = slice_trim(line);
        if (line.length && !(format == LINKS_NAACL ? take_naacl(&reader, line) : take_pharaoh(&reader, line)))
            return false;
    }
    if (out->count == 0)
        return error_at(error, ERROR_FORMAT, path, 0, "holds no gold link");
    qsort(out->links, (size_t)out->count, sizeof *out->links, compare);
    return check_twice(&reader);
}
