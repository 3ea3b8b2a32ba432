#include "text/corpus_pair.h"

#include <stdlib.h>
#include <string.h>

#define PAIR_LIMIT 4000000 /* a file of nothing but tiny pairs must not eat the memory */

static int compare_links(const void *a, const void *b)
{
    const Link *x = a, *y = b;
    int by_target = (x->target > y->target) - (x->target < y->target);
    return by_target ? by_target : (x->source > y->source) - (x->source < y->source);
}

/* Links count the words between white space, `sources` and `targets` of them. */
static bool read_links(PairReader *reader, Slice column, int sources, int targets, Pair *pair)
{
    TokenList words = text_tokens(&reader->corpus->arena, column, TOKENS_SPACE);
    int first = links_first(reader->options.links);
    pair->links = ARENA_ARRAY(&reader->corpus->arena, Link, (size_t)words.count);
    for (int i = 0; i < words.count; i++) {
        Link *link = &pair->links[i];
        char excerpt[EXCERPT_SIZE];
        if (!link_parse(words.tokens[i], reader->options.links, link))
            return error_at(
                reader->error, ERROR_FORMAT, reader->path, reader->line,
                "\"%s\" is not an alignment link: source-target counted from %d, such as %d-%d, was expected",
                slice_excerpt(words.tokens[i], excerpt), first, first, first);
        if (link->source >= sources || link->target >= targets)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "the link %d-%d leads past the sentence: at most %d-%d was expected", link->source + first,
                            link->target + first, sources - 1 + first, targets - 1 + first);
    }
    qsort(pair->links, (size_t)words.count, sizeof(Link), compare_links);
    for (int i = 1; i < words.count; i++)
        if (compare_links(&pair->links[i - 1], &pair->links[i]) == 0)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "the link %d-%d stands there twice", pair->links[i].source + first,
                            pair->links[i].target + first);
    pair->link_count = words.count;
    return true;
}

static int word_count(PairReader *reader, Slice text, TokenKind kind, TokenList tokens)
{
    return kind == TOKENS_SPACE ? tokens.count : text_tokens(&reader->corpus->arena, text, TOKENS_SPACE).count;
}

static bool read_alignment(PairReader *reader, Slice source, Slice target, Slice column, Pair *pair)
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

/* The first link of a sentence, or where it would stand. */
static int first_of(const LinkFile *gold, int sentence)
{
    int low = 0, high = gold->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (gold->links[middle].sentence < sentence)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Takes the pair's gold links from another file. */
static bool take_gold(PairReader *reader, const PairColumns *columns, Pair *pair)
{
    const LinkFile *gold = reader->options.gold;
    int sources = word_count(reader, columns->source, reader->options.source_tokens, pair->source);
    int targets = word_count(reader, columns->target, reader->options.target_tokens, pair->target);
    int from = first_of(gold, pair->number), count = first_of(gold, pair->number + 1) - from;
    pair->links = ARENA_ARRAY(&reader->corpus->arena, Link, (size_t)count);
    for (int i = 0; i < count; i++) {
        const SentenceLink *link = &gold->links[from + i];
        if (link->link.source >= sources || link->link.target >= targets)
            return error_at(reader->error, ERROR_FORMAT, gold->path, link->line,
                            "the link leads past sentence %d, which has %d source word(s) and %d target word(s)",
                            pair->number, sources, targets);
        pair->links[i] = link->link;
    }
    bool cut = sources != pair->source.count || targets != pair->target.count;
    pair->link_count = cut ? 0 : count;
    return true;
}

/* The credit stands behind the links or an empty field for them; without such a field it is all that follows the
 * target. */
static const char *credit_of(PairReader *reader, Slice column, Slice behind, Slice all)
{
    Slice links = slice_trim(column);
    bool linked = links.length == 0 || (links.text[0] >= '0' && links.text[0] <= '9');
    Slice credit = slice_trim(linked ? behind : all);
    return credit.length > 0 ? arena_copy(&reader->corpus->arena, credit.text, credit.length) : "";
}

static void keep(PairReader *reader, const Pair *pair)
{
    Corpus *corpus = reader->corpus;
    corpus->pairs = heap_room(corpus->pairs, corpus->count, &reader->capacity, sizeof *corpus->pairs);
    corpus->pairs[corpus->count++] = *pair;
    corpus->gold = corpus->gold && pair->link_count > 0;
}

bool reader_check(const PairReader *reader, Slice text, bool returns)
{
    const char *problem = NULL;
    if (text.length && memchr(text.text, '\0', text.length))
        problem = "a NUL byte; plain text was expected (UTF-16 has to be saved as UTF-8 first)";
    else if (!utf8_valid(text))
        problem = "text that is not UTF-8; if the file is Latin-1 or GBK, save it as UTF-8 first";
    else if (!returns && text.length && memchr(text.text, '\r', text.length))
        problem = "a carriage return inside a line; lines that end in LF or CR LF were expected";
    if (problem)
        return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line, "there is %s", problem);
    return true;
}

static bool check_words(const PairReader *reader, const char *side, const TokenList *words)
{
    for (int i = 0; i < words->count && !reader->options.look; i++)
        if (words->tokens[i].length > WORD_BYTES_MOST)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "word %d of the %s has %zu bytes; expected at most %d", i + 1, side,
                            words->tokens[i].length, WORD_BYTES_MOST);
    return true;
}

bool reader_take(PairReader *reader, const PairColumns *columns)
{
    Arena *arena = &reader->corpus->arena;
    Pair pair = {.line = reader->line,
                 .number = reader->number,
                 .credit = credit_of(reader, columns->third, columns->behind, columns->more)};
    pair.source = text_tokens(arena, columns->source, reader->options.source_tokens);
    pair.target = text_tokens(arena, columns->target, reader->options.target_tokens);
    if (pair.source.count == 0 || pair.target.count == 0) {
        reader->corpus->empty++;
        return true;
    }
    if (!check_words(reader, "source", &pair.source) || !check_words(reader, "target", &pair.target))
        return false;
    if (!(reader->options.gold ? take_gold(reader, columns, &pair)
                               : read_alignment(reader, columns->source, columns->target, columns->third, &pair)))
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
