#include "text/pair_lines.h"

#include "base/hash.h"
#include "text/corpus.h"

#include <string.h>

/* ---- one line ---- */

/* White space of Unicode at both ends; no-break and full-width spaces are pasted too. */
static Slice trim(Slice text)
{
    Slice end = text;
    size_t length = 0, first = 0;
    bool begun = false;
    while (end.length) {
        size_t at = text.length - end.length;
        bool space = utf8_is_space(utf8_next(&end));
        if (!space && !begun)
            first = at, begun = true;
        if (!space)
            length = text.length - end.length;
    }
    return begun ? (Slice){text.text + first, length - first} : (Slice){text.text, 0};
}

static const char *find(Slice line, const char *sign)
{
    size_t length = strlen(sign);
    for (size_t i = 0; i + length <= line.length; i++)
        if (memcmp(line.text + i, sign, length) == 0)
            return line.text + i;
    return NULL;
}

/* What parts a line, the surest first: a sign with spaces around it is meant, one within a word may not be. */
static bool part(Slice line, PairLine *out)
{
    static const char *const signs[] = {"\t", " = ", " | ", " → ", " -> ", "＝", "｜", "→", "|", "="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *at = find(line, signs[i]);
        if (!at)
            continue;
        const char *behind = at + strlen(signs[i]);
        out->source = (Slice){line.text, (size_t)(at - line.text)};
        out->target = (Slice){behind, (size_t)(line.text + line.length - behind)};
        const char *tab = i == 0 ? find(out->target, "\t") : NULL;
        if (tab) {
            out->more = trim((Slice){tab + 1, (size_t)(line.text + line.length - tab - 1)});
            out->target.length = (size_t)(tab - behind);
        }
        return true;
    }
    return false;
}

/* "# Our class", not Anki's "#separator:tab". */
static Slice title_of(Slice line)
{
    bool spaced = line.length > 2 && line.text[1] == ' ';
    return spaced ? trim((Slice){line.text + 1, line.length - 1}) : (Slice){0};
}

bool pair_line_next(Slice *rest, PairLine *out, Slice *title)
{
    Slice line;
    *out = (PairLine){0};
    if (!slice_cut(rest, '\n', &line))
        return false;
    line = slice_unmarked(line);
    Slice whole = trim(line);
    if (whole.length == 0 || whole.text[0] == '#') {
        if (whole.length > 0 && title->length == 0)
            *title = title_of(whole);
        return true;
    }
    if (!part(line, out)) {
        out->source = whole;
        out->fault = PAIR_ALONE;
        return true;
    }
    out->source = trim(out->source);
    out->target = trim(out->target);
    out->fault = out->source.length == 0                                                        ? PAIR_NO_SOURCE
                 : out->target.length == 0                                                      ? PAIR_NO_TARGET
                 : out->source.length > PAIR_SIDE_BYTES || out->target.length > PAIR_SIDE_BYTES ? PAIR_LONG
                                                                                                : PAIR_FINE;
    return true;
}

/* ---- all of them ---- */

static bool same(const PairLine *a, const PairLine *b)
{
    return slice_equal(a->source, b->source) && slice_equal(a->target, b->target);
}

/* Which lines say what a line above has said: an open table of those that are fine. */
typedef struct Seen {
    PairLine *slots;
    size_t count; /* a power of two, at least twice the lines */
} Seen;

static Seen seen_of(Slice text, Arena *arena)
{
    size_t lines = 1, count = 16;
    for (size_t i = 0; i < text.length; i++)
        lines += text.text[i] == '\n';
    while (count < 2 * lines)
        count *= 2;
    return (Seen){ARENA_ARRAY(arena, PairLine, count), count};
}

static bool seen_before(Seen *seen, const PairLine *line)
{
    uint64_t hash =
        hash_bytes(hash_bytes(0, line->source.text, line->source.length), line->target.text, line->target.length);
    for (size_t i = (size_t)hash & (seen->count - 1);; i = (i + 1) & (seen->count - 1)) {
        if (!seen->slots[i].source.text) {
            seen->slots[i] = *line;
            return false;
        }
        if (same(&seen->slots[i], line))
            return true;
    }
}

/* The next line with its fault, of those above too. */
static bool next_line(Slice *rest, Seen *seen, PairLine *out, Slice *title)
{
    if (!pair_line_next(rest, out, title))
        return false;
    if (out->source.text && out->fault == PAIR_FINE && seen_before(seen, out))
        out->fault = PAIR_REPEATED;
    return true;
}

static void count_words(Slice text, PairLines *out)
{
    Bytes tsv = {0};
    Corpus corpus;
    Vocab source, target;
    TokenKind kinds[2] = {TOKENS_SPACE, TOKENS_SPACE};
    pair_lines_print(text, &tsv);
    if (tsv.length > 0 && corpus_parse_wild(bytes_slice(&tsv), "", kinds, &corpus, NULL)) {
        corpus_vocabs(&corpus, (VocabOptions){true, 1}, &source, &target);
        out->source_words = source.count - VOCAB_SPECIAL;
        out->target_words = target.count - VOCAB_SPECIAL;
        vocab_finish(&source);
        vocab_finish(&target);
        corpus_finish(&corpus);
    }
    bytes_finish(&tsv);
}

void pair_lines_read(Slice text, Arena *arena, PairLines *out)
{
    PairLine line;
    Seen seen = seen_of(text, arena);
    *out = (PairLines){0};
    for (Slice rest = text; next_line(&rest, &seen, &line, &out->title); out->lines++) {
        if (!line.source.text)
            continue;
        out->pairs += line.fault == PAIR_FINE;
        if (line.fault == PAIR_FINE)
            continue;
        out->faults = arena_room(arena, out->faults, out->fault_count, sizeof *out->faults);
        out->faults[out->fault_count++] = (LineFault){out->lines + 1, line.fault};
    }
    count_words(text, out);
}

/* A third column that begins with a digit is read as links. Any other text has to stand in the fourth column. */
static bool is_links(Slice column)
{
    Slice word;
    Link link;
    for (Slice rest = column; slice_cut(&rest, ' ', &word);)
        if (!link_parse(word, LINKS_PHARAOH, &link))
            return false;
    return true;
}

void pair_lines_print(Slice text, Bytes *out)
{
    Arena arena = {0};
    PairLine line;
    Slice title = {0};
    Seen seen = seen_of(text, &arena);
    for (Slice rest = text; next_line(&rest, &seen, &line, &title);) {
        if (!line.source.text || line.fault != PAIR_FINE)
            continue;
        bool digit = line.more.length > 0 && line.more.text[0] >= '0' && line.more.text[0] <= '9';
        bytes_printf(out, "%.*s\t%.*s", (int)line.source.length, line.source.text, (int)line.target.length,
                     line.target.text);
        if (line.more.length > 0)
            bytes_printf(out, "%s%.*s", digit && !is_links(line.more) ? "\t\t" : "\t", (int)line.more.length,
                         line.more.text);
        bytes_add_text(out, "\n");
    }
    arena_finish(&arena);
}
