/* Inside src/text: lines with tabs (corpus.c) and rows of a table (corpus_table.c) give their pairs here. */
#ifndef TEXT_CORPUS_PAIR_H
#define TEXT_CORPUS_PAIR_H

#include "text/corpus.h"

typedef struct PairReader {
    const char *path;
    CorpusOptions options;
    Corpus *corpus;
    int capacity;     /* of corpus->pairs */
    int line, number; /* from 1: of the file, and what gold links call the pair */
    Error *error;
} PairReader;

typedef struct PairColumns {
    Slice source, target;
    Slice third;  /* the alignment, or anything else */
    Slice behind; /* what follows that, */
    Slice more;   /* and both as they stand */
} PairColumns;

/* A line of the corpus; what is wrong with it goes into the reader's error. */
MUST_USE bool reader_take(PairReader *reader, const PairColumns *columns);
/* NUL and ill-formed bytes are none of a text; `returns`: a carriage return may be in it. */
MUST_USE bool reader_check(const PairReader *reader, Slice text, bool returns);

MUST_USE bool table_lines(PairReader *reader, Slice text);

#endif
