/* The first byte chooses how sentences are cut, the rest is a file of sentence pairs. */
#include "fuzz.h"

#include "text/corpus.h"

#include <string.h>

static void check_side(TokenList list, const int *ids, int words)
{
    assert(list.count > 0);
    for (int i = 0; i < list.count; i++) {
        assert(list.tokens[i].length > 0 && utf8_valid(list.tokens[i]));
        assert(!memchr(list.tokens[i].text, '\0', list.tokens[i].length));
        assert(ids[i] >= VOCAB_UNKNOWN && ids[i] < words);
    }
}

static void check_pair(const Pair *pair, const Vocab *source, const Vocab *target, bool gold)
{
    check_side(pair->source, pair->source_ids, source->count);
    check_side(pair->target, pair->target_ids, target->count);
    assert(!gold || pair->link_count > 0);
    for (int i = 0; i < pair->link_count; i++) {
        const Link *link = &pair->links[i];
        assert(link->source >= 0 && link->source < pair->source.count);
        assert(link->target >= 0 && link->target < pair->target.count);
    }
}

int fuzz_one(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    CorpusOptions options = {(TokenKind)(data[0] % 3), (TokenKind)(data[0] / 3 % 3), data[0] & 0x80 ? 5 : 0,
                             .links = (LinkFormat)(data[0] / 9 % 2)};
    Slice text = {(const char *)data + 1, size - 1};
    Error error = {0};
    Corpus corpus;
    if (!corpus_parse(text, data[0] & 0x20 ? "fuzz.csv" : "fuzz.tsv", options, &corpus, &error)) {
        assert(error.code == ERROR_FORMAT && error.message[0] && utf8_valid(slice_of(error.message)));
        return 0;
    }
    assert(corpus.count > 0);
    Vocab source, target;
    bool lowercase = data[0] & 0x40;
    corpus_vocabs(&corpus, (VocabOptions){lowercase, 1}, &source, &target);
    corpus_encode(&corpus, &source, &target, lowercase);
    for (int i = 0; i < corpus.count; i++)
        check_pair(&corpus.pairs[i], &source, &target, corpus.gold);
    vocab_finish(&source);
    vocab_finish(&target);
    corpus_finish(&corpus);
    return 0;
}
