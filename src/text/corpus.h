/* Sentence pairs from a file: source TAB target [TAB gold alignment or anything else]; the same as CSV where its
 * name ends so.
 *
 *   Corpus corpus;
 *   CorpusOptions options = {TOKENS_SPACE, TOKENS_SPACE, 0};
 *   if (!corpus_read("data.tsv", options, &corpus, &error)) return false;
 *   corpus_finish(&corpus);
 *
 * Both our lesson data (third column "0-0 1-2", counted from 0) and Anki/Tatoeba downloads (third column an
 * attribution, ignored) are read; a third column that starts with a digit must be a legal alignment. In a CSV file (RFC
 * 4180, or with semicolons as some spreadsheets write) every row has as many fields as the first; where that names
 * columns source and target, in any order, these are taken, and one named alignment. Links count the words between
 * white space, sure ones and possible ones; where `word` or `char` cuts a sentence into another number of tokens its
 * links are left out. */
#ifndef TEXT_CORPUS_H
#define TEXT_CORPUS_H

#include "base/file.h"
#include "text/links.h"
#include "text/tokens.h"
#include "text/vocab.h"

typedef struct Pair { /* belongs to the corpus */
    TokenList source, target;
    int *source_ids, *target_ids; /* filled by corpus_encode; no <s>, no </s> */
    Link *links;                  /* by target word, then source word */
    int link_count;
    const char *credit; /* what stands behind the links, or in their place: an attribution; "": nothing */
    int line;           /* in the file, from 1 */
    int number;         /* the same, and in a table its row below the names: what gold links of another file call it */
} Pair;

typedef struct CorpusOptions {
    TokenKind source_tokens, target_tokens;
    int max_length;       /* pairs with a longer side are left out and counted; 0: no limit */
    FileKind kind;        /* FILE_INPUT for a file that a person names */
    LinkFormat links;     /* of those that stand behind the pairs: one of Pharaoh's */
    const LinkFile *gold; /* those of another file, in place of these; NULL: none */
    bool look;            /* how sentences are cut best is still to be found out: no word is too long yet */
} CorpusOptions;

typedef struct Corpus {
    Arena arena;
    Pair *pairs;
    int count;
    bool gold;      /* every pair has links */
    bool pieces[2]; /* source and target have been cut into pieces of words, by corpus_encode */
    int left_out;   /* longer than max_length */
    int empty;      /* lines with an empty side, left out */
    char sha256[65];
    char name[256]; /* of the file, without its folder */
} Corpus;

/* A file without a single usable pair is an error, as is ill-formed UTF-8 or a link out of range: file, line, reason.
 * corpus_parse is for bytes that were read already; `path` names them. */
MUST_USE bool corpus_read(const char *path, CorpusOptions options, Corpus *out, Error *error);
MUST_USE bool corpus_parse(Slice bytes, const char *path, CorpusOptions options, Corpus *out, Error *error);

bool table_named(const char *path); /* does its name end as a CSV file's? */

/* Which columns of a table are source, target and alignment: those that its first row names, else in order. Returns
 * whether it does. */
bool corpus_columns(const Slice *fields, int count, int columns[3]);

/* For sentences from anywhere: [2] how source and target are cut best, found by a first look. */
MUST_USE bool corpus_kinds(Slice bytes, const char *path, LinkFormat links, TokenKind out[2], Error *error);
/* And read so, in one call. */
MUST_USE bool corpus_parse_wild(Slice bytes, const char *path, TokenKind kinds[2], Corpus *out, Error *error);

typedef struct VocabOptions {
    bool lowercase; /* folds the source side */
    int least;      /* words rarer than this are left out */
    int merges[2];  /* of source and target, where they are cut into pieces (pieces.h); 0: words stay whole */
} VocabOptions;

/* Vocabularies of the corpus in order of falling count, then of first appearance; of pieces as pieces_learn has it. */
void corpus_vocabs(const Corpus *corpus, VocabOptions options, Vocab *source, Vocab *target);

/* Fills the ids of every pair. Where a vocabulary is one of pieces, words are cut into these first, and links of a
 * sentence that then has another number of tokens are left out. */
void corpus_encode(Corpus *corpus, const Vocab *source, const Vocab *target, bool lowercase);

/* Leaves the first of identical pairs (token for token) and returns how many others there were. One source with
 * several translations stays. */
int corpus_unique(Corpus *corpus);

/* Moves about `share` of the pairs to `heldout`; which ones follows from their source and the seed alone, so sentences
 * with the same source (in whatever case) stay together. The tokens of `heldout` remain the corpus's, which must
 * outlive it; finish both. */
void corpus_split(Corpus *corpus, double share, uint64_t seed, Corpus *heldout);

/* What a side is best cut into, for a corpus read with `space`: `space` where there are gold alignments, which count
 * words between spaces; `char` where most letters are CJK; else `word`. */
TokenKind corpus_token_kind(const Corpus *corpus, bool target);

void corpus_finish(Corpus *corpus);

#endif
