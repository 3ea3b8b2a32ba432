#include "text/corpus.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIR_LIMIT 4000000 /* a file of nothing but tiny pairs must not eat the memory */

/* ---- reading ---- */

typedef struct Reader {
    const char *path;
    CorpusOptions options;
    Corpus *corpus;
    int capacity; /* of corpus->pairs */
    int line;
    Error *error;
} Reader;

/* Digits at the front of `text`, at most `limit`; -1 if there are none or the number is larger. */
static int take_number(Slice *text, int limit)
{
    int64_t value = -1;
    while (text->length && text->text[0] >= '0' && text->text[0] <= '9') {
        value = (value < 0 ? 0 : value * 10) + (text->text[0] - '0');
        if (value > limit)
            return -1;
        text->text++;
        text->length--;
    }
    return (int)value;
}

static bool parse_link(Slice text, Link *out)
{
    out->source = take_number(&text, INT32_MAX);
    if (out->source < 0 || text.length == 0 || text.text[0] != '-')
        return false;
    text = (Slice){text.text + 1, text.length - 1};
    out->target = take_number(&text, INT32_MAX);
    return out->target >= 0 && text.length == 0;
}

static int compare_links(const void *a, const void *b)
{
    const Link *x = a, *y = b;
    int by_target = (x->target > y->target) - (x->target < y->target);
    return by_target ? by_target : (x->source > y->source) - (x->source < y->source);
}

/* Links count the words between white space, `sources` and `targets` of them. */
static bool read_links(Reader *reader, Slice column, int sources, int targets, Pair *pair)
{
    TokenList words = text_tokens(&reader->corpus->arena, column, TOKENS_SPACE);
    pair->links = ARENA_ARRAY(&reader->corpus->arena, Link, (size_t)words.count);
    for (int i = 0; i < words.count; i++) {
        Link *link = &pair->links[i];
        char excerpt[EXCERPT_SIZE];
        if (!parse_link(words.tokens[i], link))
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "\"%s\" is not an alignment link: source-target counted from 0, such as 0-0, was expected",
                            slice_excerpt(words.tokens[i], excerpt));
        if (link->source >= sources || link->target >= targets)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "the link %d-%d leads past the sentence: at most %d-%d was expected", link->source,
                            link->target, sources - 1, targets - 1);
    }
    qsort(pair->links, (size_t)words.count, sizeof(Link), compare_links);
    for (int i = 1; i < words.count; i++)
        if (compare_links(&pair->links[i - 1], &pair->links[i]) == 0)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "the link %d-%d stands there twice", pair->links[i].source, pair->links[i].target);
    pair->link_count = words.count;
    return true;
}

static int word_count(Reader *reader, Slice text, TokenKind kind, TokenList tokens)
{
    return kind == TOKENS_SPACE ? tokens.count : text_tokens(&reader->corpus->arena, text, TOKENS_SPACE).count;
}

static bool read_alignment(Reader *reader, Slice source, Slice target, Slice column, Pair *pair)
{
    column = slice_trim(column);
    if (column.length == 0 || column.text[0] < '0' || column.text[0] > '9')
        return true; /* an attribution, as in Anki's files */
    int sources = word_count(reader, source, reader->options.source_tokens, pair->source);
    int targets = word_count(reader, target, reader->options.target_tokens, pair->target);
    if (!read_links(reader, column, sources, targets, pair))
        return false;
    if (sources != pair->source.count || targets != pair->target.count)
        pair->link_count = 0; /* the sentence was cut otherwise: the links do not speak of these tokens */
    return true;
}

/* Behind the links, or behind an empty place for them; else all that follows the target. */
static const char *credit_of(Reader *reader, Slice column, Slice behind, Slice all)
{
    Slice links = slice_trim(column);
    bool linked = links.length == 0 || (links.text[0] >= '0' && links.text[0] <= '9');
    Slice credit = slice_trim(linked ? behind : all);
    return credit.length > 0 ? arena_copy(&reader->corpus->arena, credit.text, credit.length) : "";
}

static void keep(Reader *reader, const Pair *pair)
{
    Corpus *corpus = reader->corpus;
    corpus->pairs = heap_room(corpus->pairs, corpus->count, &reader->capacity, sizeof *corpus->pairs);
    corpus->pairs[corpus->count++] = *pair;
    corpus->gold = corpus->gold && pair->link_count > 0;
}

static bool check_line(const Reader *reader, Slice line)
{
    const char *problem = NULL;
    if (line.length && memchr(line.text, '\0', line.length))
        problem = "a NUL byte; plain text was expected (UTF-16 has to be saved as UTF-8 first)";
    else if (!utf8_valid(line))
        problem = "text that is not UTF-8; if the file is Latin-1 or GBK, save it as UTF-8 first";
    else if (line.length && memchr(line.text, '\r', line.length))
        problem = "a carriage return inside a line; lines that end in LF or CR LF were expected";
    if (problem)
        return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line, "there is %s", problem);
    return true;
}

static bool read_line(Reader *reader, Slice line)
{
    while (line.length && line.text[line.length - 1] == '\r')
        line.length--;
    if (!check_line(reader, line))
        return false;
    Slice source, target = {0}, column = {0}, rest = line;
    slice_cut(&rest, '\t', &source);
    if (!slice_cut(&rest, '\t', &target)) {
        if (slice_trim(line).length == 0)
            return true;
        return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                        "there is no TAB; source TAB target was expected");
    }
    Slice more = rest;
    slice_cut(&rest, '\t', &column);
    Arena *arena = &reader->corpus->arena;
    Pair pair = {.line = reader->line, .credit = credit_of(reader, column, rest, more)};
    pair.source = text_tokens(arena, source, reader->options.source_tokens);
    pair.target = text_tokens(arena, target, reader->options.target_tokens);
    if (pair.source.count == 0 || pair.target.count == 0) {
        reader->corpus->empty++;
        return true;
    }
    if (!read_alignment(reader, source, target, column, &pair))
        return false;
    int most = reader->options.max_length;
    if (most > 0 && (pair.source.count > most || pair.target.count > most)) {
        reader->corpus->left_out++;
        return true;
    }
    if (reader->corpus->count == PAIR_LIMIT)
        return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                        "there are more than the %d sentence pairs that are read at most", PAIR_LIMIT);
    keep(reader, &pair);
    return true;
}

static bool read_lines(Reader *reader, Slice text)
{
    if (text.length >= 3 && memcmp(text.text, "\xEF\xBB\xBF", 3) == 0)
        text = (Slice){text.text + 3, text.length - 3};
    for (Slice line; slice_cut(&text, '\n', &line);) {
        reader->line++;
        if (!read_line(reader, line))
            return false;
    }
    if (reader->corpus->count > 0)
        return true;
    return error_at(reader->error, ERROR_FORMAT, reader->path, 0,
                    "holds no usable sentence pair (%d with an empty side, %d too long); "
                    "lines of source TAB target were expected",
                    reader->corpus->empty, reader->corpus->left_out);
}

bool corpus_parse(Slice bytes, const char *path, CorpusOptions options, Corpus *out, Error *error)
{
    *out = (Corpus){.gold = true};
    snprintf(out->name, sizeof out->name, "%s", path_name(path));
    sha256_hex(bytes.text, bytes.length, out->sha256);
    Reader reader = {.path = path, .options = options, .corpus = out, .error = error};
    bool ok = read_lines(&reader, bytes);
    if (!ok)
        corpus_finish(out);
    return ok;
}

bool corpus_read(const char *path, CorpusOptions options, Corpus *out, Error *error)
{
    *out = (Corpus){0};
    Bytes bytes;
    if (!file_read_kind(path, options.kind, FILE_LIMIT_DATA, &bytes, error))
        return false;
    bool ok = corpus_parse(bytes_slice(&bytes), path, options, out, error);
    bytes_finish(&bytes);
    return ok;
}

bool corpus_kinds(Slice bytes, const char *path, TokenKind out[2], Error *error)
{
    Corpus corpus;
    if (!corpus_parse(bytes, path, (CorpusOptions){0}, &corpus, error))
        return false;
    out[0] = corpus_token_kind(&corpus, false);
    out[1] = corpus_token_kind(&corpus, true);
    corpus_finish(&corpus);
    return true;
}

bool corpus_parse_wild(Slice bytes, const char *path, TokenKind kinds[2], Corpus *out, Error *error)
{
    return corpus_kinds(bytes, path, kinds, error)
           && corpus_parse(bytes, path, (CorpusOptions){kinds[0], kinds[1], 0}, out, error);
}

void corpus_finish(Corpus *corpus)
{
    arena_finish(&corpus->arena);
    free(corpus->pairs);
    *corpus = (Corpus){0};
}

/* ---- vocabularies and ids ---- */

typedef struct Count {
    int id, count;
} Count;

typedef struct Census { /* of one side */
    Vocab words;        /* in order of appearance */
    Count *counts;      /* by id */
    int count, capacity;
} Census;

static void census_add(Census *census, Slice word)
{
    int id = vocab_add(&census->words, word);
    for (; census->count <= id; census->count++) {
        census->counts = heap_room(census->counts, census->count, &census->capacity, sizeof *census->counts);
        census->counts[census->count] = (Count){.id = census->count};
    }
    census->counts[id].count++;
}

static Slice folded(Bytes *scratch, Slice word)
{
    scratch->length = 0;
    while (word.length)
        bytes_add_letter(scratch, utf8_lower(utf8_next(&word)));
    return bytes_slice(scratch);
}

static int compare_counts(const void *a, const void *b)
{
    const Count *x = a, *y = b;
    int by_count = (y->count > x->count) - (y->count < x->count);
    return by_count ? by_count : (x->id > y->id) - (x->id < y->id);
}

static void census_finish(Census *census, int least, Vocab *out)
{
    *out = (Vocab){0};
    vocab_add(out, slice_of("<pad>")); /* the special words are there even where no other is */
    int ordinary = census->words.count - VOCAB_SPECIAL;
    if (ordinary > 0)
        qsort(census->counts + VOCAB_SPECIAL, (size_t)ordinary, sizeof(Count), compare_counts);
    for (int i = VOCAB_SPECIAL; i < census->words.count && census->counts[i].count >= least; i++)
        vocab_add(out, slice_of(vocab_word(&census->words, census->counts[i].id)));
    vocab_finish(&census->words);
    free(census->counts);
}

void corpus_vocabs(const Corpus *corpus, bool lowercase, int least, Vocab *source, Vocab *target)
{
    Census sources = {0}, targets = {0};
    Bytes scratch = {0};
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        for (int j = 0; j < pair->source.count; j++) {
            Slice word = pair->source.tokens[j];
            census_add(&sources, lowercase ? folded(&scratch, word) : word);
        }
        for (int t = 0; t < pair->target.count; t++)
            census_add(&targets, pair->target.tokens[t]);
    }
    bytes_finish(&scratch);
    census_finish(&sources, least, source);
    census_finish(&targets, least, target);
}

/* Text that happens to read "</s>" is an unknown word, not the end of the sentence. */
static int *encode(Arena *arena, TokenList list, const Vocab *vocab, bool lowercase)
{
    int *ids = ARENA_ARRAY(arena, int, (size_t)list.count);
    for (int i = 0; i < list.count; i++) {
        int id = vocab_find(vocab, list.tokens[i], lowercase);
        ids[i] = id < VOCAB_SPECIAL ? VOCAB_UNKNOWN : id;
    }
    return ids;
}

void corpus_encode(Corpus *corpus, const Vocab *source, const Vocab *target, bool lowercase)
{
    for (int i = 0; i < corpus->count; i++) {
        Pair *pair = &corpus->pairs[i];
        pair->source_ids = encode(&corpus->arena, pair->source, source, lowercase);
        pair->target_ids = encode(&corpus->arena, pair->target, target, false);
    }
}
