#include "text/corpus_pair.h"
#include "text/pieces.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- reading ---- */

static bool read_line(PairReader *reader, Slice line)
{
    while (line.length && line.text[line.length - 1] == '\r')
        line.length--;
    if (!reader_check(reader, line, false))
        return false;
    PairColumns columns = {0};
    columns.behind = line;
    slice_cut(&columns.behind, '\t', &columns.source);
    if (!slice_cut(&columns.behind, '\t', &columns.target)) {
        if (slice_trim(line).length == 0)
            return true;
        return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                        "there is no TAB; source TAB target was expected");
    }
    columns.more = columns.behind;
    slice_cut(&columns.behind, '\t', &columns.third);
    return reader_take(reader, &columns);
}

static bool tab_lines(PairReader *reader, Slice text)
{
    for (Slice line; slice_cut(&text, '\n', &line);) {
        reader->line++;
        reader->number = line.length || text.length ? reader->line : reader->number;
        if (!read_line(reader, line))
            return false;
    }
    return true;
}

static bool read_lines(PairReader *reader, Slice text)
{
    text = slice_unmarked(text);
    if (!(table_named(reader->path) ? table_lines(reader, text) : tab_lines(reader, text)))
        return false;
    const LinkFile *gold = reader->options.gold;
    const SentenceLink *last = gold && gold->count ? &gold->links[gold->count - 1] : NULL;
    if (last && last->sentence > reader->number)
        return error_at(reader->error, ERROR_FORMAT, gold->path, last->line, "speaks of sentence %d, and %s has %d",
                        last->sentence, reader->path, reader->number);
    if (reader->corpus->count > 0)
        return true;
    return error_at(reader->error, ERROR_FORMAT, reader->path, 0,
                    "holds no usable sentence pair (%d with an empty side, %d too long); "
                    "%s were expected",
                    reader->corpus->empty, reader->corpus->left_out,
                    table_named(reader->path) ? "rows of source, target" : "lines of source TAB target");
}

bool corpus_parse(Slice bytes, const char *path, CorpusOptions options, Corpus *out, Error *error)
{
    *out = (Corpus){.gold = true};
    snprintf(out->name, sizeof out->name, "%s", path_name(path));
    sha256_hex(bytes.text, bytes.length, out->sha256);
    PairReader reader = {.path = path, .options = options, .corpus = out, .error = error};
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

bool corpus_kinds(Slice bytes, const char *path, LinkFormat links, TokenKind out[2], Error *error)
{
    Corpus corpus;
    if (!corpus_parse(bytes, path, (CorpusOptions){.links = links, .look = true}, &corpus, error))
        return false;
    out[0] = corpus_token_kind(&corpus, false);
    out[1] = corpus_token_kind(&corpus, true);
    corpus_finish(&corpus);
    return true;
}

bool corpus_parse_wild(Slice bytes, const char *path, TokenKind kinds[2], Corpus *out, Error *error)
{
    return corpus_kinds(bytes, path, LINKS_PHARAOH, kinds, error)
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

/* The counted words give a vocabulary of pieces. */
static void census_learn(Census *census, int merges, int least, Vocab *out)
{
    int count = census->count > VOCAB_SPECIAL ? census->count - VOCAB_SPECIAL : 0;
    int *times = heap_alloc((size_t)count, sizeof *times);
    for (int i = 0; i < count; i++)
        times[i] = census->counts[VOCAB_SPECIAL + i].count;
    *out = (Vocab){0};
    pieces_learn(census->words.words + (count ? VOCAB_SPECIAL : 0), times, count, merges, least, out);
    free(times);
    vocab_finish(&census->words);
    free(census->counts);
}

static void census_end(Census *census, int merges, int least, Vocab *out)
{
    if (merges > 0)
        census_learn(census, merges, least, out);
    else
        census_finish(census, least, out);
}

void corpus_vocabs(const Corpus *corpus, VocabOptions options, Vocab *source, Vocab *target)
{
    Census sources = {0}, targets = {0};
    Bytes scratch = {0};
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        for (int j = 0; j < pair->source.count; j++) {
            Slice word = pair->source.tokens[j];
            census_add(&sources, options.lowercase ? folded(&scratch, word) : word);
        }
        for (int t = 0; t < pair->target.count; t++)
            census_add(&targets, pair->target.tokens[t]);
    }
    bytes_finish(&scratch);
    census_end(&sources, options.merges[0], options.least, source);
    census_end(&targets, options.merges[1], options.least, target);
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

/* A side that is in pieces of another vocabulary is cut anew. */
static void cut(Corpus *corpus, bool target, const Vocab *vocab, bool lowercase)
{
    bool before = corpus->pieces[target];
    corpus->pieces[target] = vocab->pieces;
    for (int i = 0; i < corpus->count && (before || vocab->pieces); i++) {
        Pair *pair = &corpus->pairs[i];
        TokenList *side = target ? &pair->target : &pair->source;
        TokenList words = before ? pieces_words(&corpus->arena, side) : *side;
        *side = pieces_cut(&corpus->arena, vocab, words, lowercase);
        if (side->count != words.count && pair->link_count) { /* they do not speak of these tokens */
            pair->link_count = 0;
            corpus->gold = false;
        }
    }
}

void corpus_encode(Corpus *corpus, const Vocab *source, const Vocab *target, bool lowercase)
{
    cut(corpus, false, source, lowercase);
    cut(corpus, true, target, false);
    for (int i = 0; i < corpus->count; i++) {
        Pair *pair = &corpus->pairs[i];
        pair->source_ids = encode(&corpus->arena, pair->source, source, lowercase);
        pair->target_ids = encode(&corpus->arena, pair->target, target, false);
    }
}
