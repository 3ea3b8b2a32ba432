/* Inside src/matrix: what the readers of the formats share. Each fills a MatrixStack whose name is set, or fails with
 * one sentence. */
#ifndef MATRIX_STACK_PARTS_H
#define MATRIX_STACK_PARTS_H

#include "base/json.h"
#include "matrix/stack_set.h"

typedef struct NumberType { /* of the numbers of a file */
    char kind;              /* 'f', 'i', 'u', 'b'ool, or 'B': bfloat16 */
    int size;               /* bytes */
    bool big;               /* the most significant byte comes first */
} NumberType;

typedef struct RawArray {
    NumberType type;
    size_t shape[8];
    int dimensions;
    bool fortran; /* the first index runs fastest */
    Slice data;
} RawArray;

bool stack_fail(const MatrixStack *stack, Error *error, const char *format, ...) PRINTF_LIKE(3, 4);

/* Room for the values of a shape of 1 to 4 dimensions (more where some are 1); numbers its layers and heads. */
MUST_USE bool stack_shape(MatrixStack *stack, const size_t *shape, int dimensions, Error *error);
/* Which of the sizes counts the sentences of a batch: the second of five, [layer][sentence][head][row][column], where
 * one of them is asked for, or there are several; the first of fewer, where one is asked for. -1: none. */
MUST_USE bool batch_size(const MatrixStack *stack, const size_t *shape, int dimensions, int *which, Error *error);
/* Numbers of a file become floats. `owner`, where not NULL, are the bytes that hold them: they are kept where no number
 * has to be changed. */
MUST_USE bool stack_take(MatrixStack *stack, const RawArray *array, Bytes *owner, Error *error);

/* A file while its arrays are read. */
typedef struct StackFile {
    const char *name;  /* for errors */
    const char *array; /* the one that is asked for; NULL: the only one */
    LinkFormat links;
    bool masked;         /* as in StackInput */
    bool picks;          /* one of several sentences is asked for: */
    int sentence, batch; /* its number; the same where it is of a batch of arrays, else 0 */
    Slice bytes, whole;  /* the file; as a text, NULL: it is none */
    Slice text;          /* the same, or of several sentences the one that is read */
    Bytes *owner;        /* of the bytes: who keeps them leaves it empty */
    bool all;            /* its arrays are read one after the other, else the one that is asked for */
    Arena arena;
    cJSON *json; /* of it, or of its header */
    void *found; /* what its format finds in it besides */
    Slice rest;
    int count, chosen; /* arrays, and the one that is asked for; -1: there is none, */
    Error wrong;       /* and why */
} StackFile;

/* What a file may be. A format of one array needs `is` and `read` alone. */
typedef struct StackFormat {
    bool (*is)(const StackFile *file);
    /* Takes a sentence off the front of a text. `number` counts them from 1; a file that numbers them itself changes
     * it. NULL: a file has one. */
    bool (*next)(Slice *rest, Slice *sentence, int *number);
    void (*find)(StackFile *file);
    /* Is it among all of them? Adds its size. NULL: none is. */
    bool (*shown)(const StackFile *file, int i, size_t *bytes);
    /* The stack has its name. */
    bool (*read)(const StackFile *file, int i, MatrixStack *stack, Error *error);
    bool batches;   /* its arrays may be of several sentences */
    bool from_zero; /* it numbers its sentences itself, from 0 */
} StackFormat;

extern const StackFormat NPY_FORMAT, NPZ_FORMAT, TENSORS_FORMAT, NESTED_FORMAT, SHEET_FORMAT;
/* What engines and aligners print. */
extern const StackFormat BARS_FORMAT, NEMATUS_FORMAT, FAIRSEQ_FORMAT, DEBUG_FORMAT, GIZA_FORMAT, LINKS_FORMAT;

/* Chooses by the names of all arrays (NULL: it is none), of `what`, which stand in front of so many bytes of an ending;
 * `none` is what is wrong with a file without any. */
void choose_array(StackFile *file, const char *what, const Slice *names, size_t ending, const char *none);
#define NPY_MAGIC "\x93NUMPY"
/* The array of .npy bytes; `owner` as for stack_take. */
MUST_USE bool npy_take(MatrixStack *stack, Slice npy, Bytes *owner, Error *error);
/* An array of `expected` texts, the stack's; NULL with an error. `name`: "source" or "target". */
const char **npy_words(MatrixStack *stack, Slice file, const char *name, int expected, Error *error);
/* Of a sentence over itself: is every number 0 where a word would look at one behind it? */
bool looks_back(const MatrixStack *stack);
/* By what the array is called: "cross", or "cross_attentions" as the library transformers has it. */
StackKind stack_kind(Slice array);
/* Where ill-formed bytes begin: the line; 0 where there are others that no text has, or none. */
int bad_line(Slice text);

/* A word as it is seen: another program may have written anything. The arena's. */
char *seen_word(Arena *arena, Slice text);

/* ---- lines of an engine ---- */

bool next_line(Slice *rest, Slice *line, int *number); /* a sentence a line */
/* The words of a side, split at white space. An engine's matrices have one row or column more, for the end mark. */
MUST_USE bool line_words(MatrixStack *stack, Slice text, bool target, Error *error);
/* Links become a matrix of at least so many rows and columns. */
MUST_USE bool place_links(MatrixStack *stack, const StackLink *links, int count, int rows, int columns, Error *error);
/* Numbers become one: what takes rows, and numbers of a row, off the front of a text. */
typedef bool Cut(Slice *rest, Slice *piece);
bool cut_line(Slice *rest, Slice *line);
int count_cuts(Slice text, Cut *cut);
MUST_USE bool line_rows(MatrixStack *stack, Slice text, Cut *next_row, Cut *next_number, Error *error);
/* Is it a row of shares for each target word, such as "0.9,0.1 0.2,0.8"? */
bool shares_are(Slice text);
/* Such shares, or links, of the sentences that stand beside them; without a text nobody knows those. */
MUST_USE bool line_alignment(MatrixStack *stack, Slice text, LinkFormat format, Slice source, Slice target,
                             Error *error);

bool links_are(Slice text); /* is it "0-0 1-2"? */
MUST_USE bool links_read(Slice text, LinkFormat format, const char *name, Arena *arena, StackLink **links, int *count,
                         Error *error);

/* "FILE:3": `path` becomes the file and `line` 3, where there is no file of the whole name. */
bool split_line(const char *given, Arena *arena, const char **path, int *line);
/* The line of a text, from 1; an error where there are fewer. */
MUST_USE bool take_line(Slice text, int line, const char *name, Slice *out, Error *error);

#endif
