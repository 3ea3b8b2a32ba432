/* Weights of any program, from any file: matrices of one shape, [layer][head][row][column], with the words along both
 * sides where they are known. What a file is shows in its first bytes, never in its name.
 *
 *   MatrixStack stack;
 *   if (!stack_load("heads.npz", &arena, &input, &error)) return false;
 *   if (!stack_parse(&input, "weights", LINKS_PHARAOH, &stack, &error)) return false;
 *   printf("%d heads of %d x %d\n", stack.heads, stack.rows, stack.columns);
 *   stack_finish(&stack);
 *
 * Everything wrong is one sentence that names the file and what was expected; nothing of a file is ever run. */
#ifndef MATRIX_MATRIX_STACK_H
#define MATRIX_MATRIX_STACK_H

#include "base/file.h"
#include "text/links.h"

#define STACK_VALUES ((size_t)1 << 27) /* numbers, at most */

typedef struct StackLink { /* a cell, from 0 */
    int column, row;
    bool possible; /* else it is sure */
} StackLink;

typedef enum StackKind { STACK_OTHER, STACK_CROSS, STACK_ENCODER, STACK_DECODER } StackKind;
extern const char *const STACK_KINDS[]; /* in a trace, by kind; "" of others */

typedef struct MatrixStack {
    Arena arena;
    const char *name;  /* of the file, for errors */
    const char *array; /* of several in the file; NULL: it has no name there */
    StackKind kind;    /* of the decoder over the source, or of a sentence over itself, where the file says so */
    int layers, heads, rows, columns;
    bool layered, headed;          /* the file speaks of layers, of heads */
    bool linked;                   /* it was made of links: as large as the words ask for */
    bool ended;                    /* its last row and column are of the end mark, which may have no word */
    bool is_signed;                /* numbers for and against: some are below 0 */
    bool masked;                   /* NaN are blank cells: no numbers, in no sum and no range */
    bool causal;                   /* of a sentence over itself: no word looks at those behind it, whose cells are 0 */
    int batch;                     /* which sentence of a batch is read, from 1; 0: it has one */
    int *layer_names, *head_names; /* [layers], [heads]: their numbers in the file, from 0; what is combined is -1 */
    float *values;                 /* [layers, heads, rows, columns] */
    const char **source, **target; /* [columns], [rows]; NULL: nobody said */
    Bytes bytes;                   /* the file, where the values lie in it */
} MatrixStack;

/* A file of weights, as it lies there. */
typedef struct StackInput {
    const char *name; /* what errors call it: the caller's */
    Bytes bytes;
    bool picks;         /* it is about one of several sentences: */
    int sentence;       /* its number, from 1 or as the file numbers them */
    struct cJSON *json; /* of the bytes, where they are parsed already */
    bool masked;        /* NaN, −inf and empty fields are blank cells; else no numbers */
} StackInput;

/* The name is the arena's. "-" is standard input; "FILE:3" the third sentence of a file of several. */
MUST_USE bool stack_load(const char *path, Arena *arena, StackInput *out, Error *error);
void stack_unload(StackInput *input);
/* What is in them: JSON ({"source":[],"target":[],"weights":[[]]}, nested arrays alone, or a trace that attend
 * printed), .npy, .npz, safetensors, CSV and TSV with or without words, numbers with spaces, Pharaoh links "0-0
 * 1-2", or what Marian, fairseq, Nematus, Sockeye, OpenNMT and GIZA++ print. `array`: which of several in .npz and
 * safetensors, or of a trace's attentions (cross, encoder, decoder); NULL: the only one, of a trace the first. `links`:
 * how Pharaoh's count.
 * It is unloaded, also after a failure. */
MUST_USE bool stack_parse(StackInput *input, const char *array, LinkFormat links, MatrixStack *out, Error *error);
/* Each sentence of a file of alignments or weights, with its number from 1; the stack is the caller's to read. False
 * from `visit` ends it. */
typedef bool StackVisit(void *owner, int number, MatrixStack *stack, Error *error);
MUST_USE bool stack_each_sentence(StackInput *input, LinkFormat links, StackVisit *visit, void *owner, Error *error);
/* Is it the beginning of what an engine or aligner prints, or of links? */
bool stack_is_printed(Slice front);
bool stack_is_sentence(const char *given); /* "FILE:3", of a file that is there */
/* Are these the first bytes of arrays as NumPy and PyTorch write them? Those that could run programs are refused when
 * they are read. */
bool stack_begins(Slice front);
/* Safetensors begin with 8 bytes that say how long their header is, a JSON object. */
bool tensors_are(Slice file, uint64_t *header);
/* Does a text, or its beginning, hold sentence pairs in place of weights? Its fields are words then, its first row
 * names source and target, or in its two columns stand whole numbers that are no shares: under words, or in three
 * rows and more. */
bool stack_is_pairs(Slice text);
/* One matrix with copies of its words: values [rows, columns]. */
void stack_of(const char *const *source, int columns, const char *const *target, int rows, const float *values,
              MatrixStack *out);
void stack_finish(MatrixStack *stack);

/* The word of a row (`target`) or a column; its number from 1 where nobody named it: the arena's. */
const char *stack_word(const MatrixStack *stack, bool target, int i, Arena *arena);

static inline int stack_matrices(const MatrixStack *stack)
{
    return stack->layers * stack->heads;
}

static inline size_t stack_count(const MatrixStack *stack) /* of all numbers */
{
    return (size_t)stack->layers * (size_t)stack->heads * (size_t)stack->rows * (size_t)stack->columns;
}

static inline float *stack_matrix(const MatrixStack *stack, int layer, int head)
{
    size_t matrix = (size_t)layer * (size_t)stack->heads + (size_t)head;
    return stack->values + matrix * (size_t)stack->rows * (size_t)stack->columns;
}

bool stack_has_blanks(const MatrixStack *stack);
/* Is the cell behind a causal mask? Its number is none that was computed. */
static inline bool stack_hides(const MatrixStack *stack, int row, int column)
{
    return stack->causal && column > row;
}

bool stack_same_rows(const MatrixStack *a, const MatrixStack *b); /* as many, with the same words */

/* ---- words and links from the command line ---- */

/* Words with spaces between them; a file that has them on one line, or one on each; "FILE:3": its third line. */
MUST_USE bool stack_words(const char *given, Arena *arena, const char ***words, int *count, Error *error);
/* Gives the sides their words; NULL: they stay as they are. Their number must be the matrix's. */
MUST_USE bool stack_name(MatrixStack *stack, const char *source, const char *target, Error *error);
/* "0-0 1-2": source words by target words; or such a file, or a line of one. Of NAACL's "FILE:3" are the links of the
 * third sentence. */
MUST_USE bool stack_links(const char *given, LinkFormat format, Arena *arena, StackLink **links, int *count,
                          Error *error);

/* ---- what is wrong with it ---- */

/* Shares: all numbers are from 0 to 1; else they are finite. Cells may be blank where the stack is masked. The words
 * too are looked at. */
MUST_USE bool stack_check(const MatrixStack *stack, bool shares, Error *error);
MUST_USE bool stack_check_words(const MatrixStack *stack, Error *error);
/* Rows that do not add up to 1, and the first of them; 0: all do. */
int stack_uneven(const MatrixStack *stack, int *row, double *sum);

/* A row in numbers. */
#define STACK_LARGEST 5
typedef struct StackRow {
    double sum, entropy;        /* entropy: bits; NAN where the row is no shares of 1 */
    int largest[STACK_LARGEST]; /* [count] columns, the largest number (without its sign) first */
    int count;
} StackRow;
void stack_row(const float *row, int columns, StackRow *out);

/* From where to where colours go: the smallest and the largest number; of shares from 0 to 1, or to the largest where
 * none is larger than a quarter. */
void stack_range(const MatrixStack *stack, bool shares, float *low, float *high);

/* ---- which of them, and how ---- */

typedef enum StackSide { STACK_LAYERS, STACK_HEADS, STACK_ROWS, STACK_COLUMNS } StackSide;
/* "0,3" or "0-2" of what is there, in the order given: layers and heads numbered as they are, rows and columns from 1.
 * NULL: all of it. */
MUST_USE bool stack_choose(MatrixStack *stack, StackSide side, const char *list, Error *error);
/* Takes the rows and columns of the end mark away. */
MUST_USE bool stack_drop_end(MatrixStack *stack, Error *error);
bool stack_is_end(const char *word);

typedef enum Reduction { REDUCE_NOTHING, REDUCE_MEAN, REDUCE_MAX, REDUCE_ROLLOUT } Reduction;
extern const char *const REDUCTION_NAMES[]; /* "none", "mean", "max", "rollout", NULL */

/* All matrices become one. Rollout (Abnar and Zuidema, 2020): of each layer the mean of its heads, half of it the word
 * itself, multiplied from the first layer on; for self-attention alone. */
MUST_USE bool stack_reduce(MatrixStack *stack, Reduction how, Error *error);

/* Rows become columns, with their words. */
void stack_transpose(MatrixStack *stack);
/* Each number as a share of its column's sum, or of its row's; where that is 0 all stay. */
void stack_share_columns(MatrixStack *stack);
void stack_share_rows(MatrixStack *stack);

/* Pieces of words (with "▁" or "Ġ" in front of a word, "##" in front of what goes on, "@@" behind it) become words: the
 * sum over the pieces of a source word, the mean over those of a target word. Returns whether any were merged. */
bool stack_merge_pieces(MatrixStack *stack);

/* Words whose letters stand for bytes ("cafÃ©", "Ġcat") become text, a space in front "▁". Pieces are merged before:
 * one may end inside a letter, and stays as it is. */
void stack_show_bytes(MatrixStack *stack);

#endif
