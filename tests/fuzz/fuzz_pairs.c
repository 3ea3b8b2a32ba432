/* Pairs as people paste them, cleaned of what cannot be typed: every line is a pair, a note or a fault, and what is
 * printed is a file that the corpus takes, with as many pairs. */
#include "fuzz.h"

#include "text/corpus.h"
#include "text/pair_lines.h"

#include <stdlib.h>

static Slice clean(const uint8_t *data, size_t size, char *out)
{
    Slice rest = {(const char *)data, size};
    size_t length = 0;
    while (rest.length) {
        uint32_t c = utf8_next(&rest);
        if (c == '\n' || c == '\t' || !utf8_is_control(c))
            length += utf8_put(out + length, c);
    }
    return (Slice){out, length};
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    char *room = malloc(3 * size + 1);
    assert(room);
    Slice text = clean(data, size, room), title = {0};
    PairLines lines;
    pair_lines_read(text, &arena, &lines);
    PairLine line;
    int count = 0, told = 0;
    for (Slice rest = text; pair_line_next(&rest, &line, &title); count++)
        told += line.source.text != NULL;
    assert(count == lines.lines && told == lines.pairs + lines.fault_count);
    for (int i = 0; i < lines.fault_count; i++) {
        assert(lines.faults[i].fault > PAIR_FINE && lines.faults[i].fault < PAIR_FAULTS);
        assert(lines.faults[i].line > (i ? lines.faults[i - 1].line : 0) && lines.faults[i].line <= lines.lines);
    }
    Bytes tsv = {0};
    Corpus corpus;
    Error error = {0};
    TokenKind kinds[2];
    pair_lines_print(text, &tsv);
    if (lines.pairs > 0 && corpus_parse_wild(bytes_slice(&tsv), "tsv", kinds, &corpus, &error)) {
        assert(corpus.count + corpus.empty <= lines.pairs);
        corpus_finish(&corpus);
    } else
        assert(lines.pairs == 0 || error.message[0]); /* sides of nothing visible, or links that lead too far */
    bytes_finish(&tsv);
    arena_finish(&arena);
    free(room);
    return 0;
}
