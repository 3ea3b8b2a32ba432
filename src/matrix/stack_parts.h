/* Inside src/matrix: what the readers of the formats share. Each fills a MatrixStack whose name is set, or fails with
 * one sentence. */
#ifndef MATRIX_STACK_PARTS_H
#define MATRIX_STACK_PARTS_H

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
/* Numbers of a file become floats. `owner`, where not NULL, are the bytes that hold them: they are kept where no number
 * has to be changed. */
MUST_USE bool stack_take(MatrixStack *stack, const RawArray *array, Bytes *owner, Error *error);

MUST_USE bool npy_read(MatrixStack *stack, Slice file, Bytes *owner, Error *error);
/* An array of `expected` texts, the stack's; NULL with an error. `name`: "source" or "target". */
const char **npy_words(MatrixStack *stack, Slice file, const char *name, int expected, Error *error);
MUST_USE bool npz_read(MatrixStack *stack, Slice file, const char *array, Error *error);
/* Every array of a file that may have several goes into the set; of another file, or a damaged one, none. */
void stack_each(StackSet *set, Slice file);
void npz_each(StackSet *set, Slice file);
void nested_each(StackSet *set, Slice text);
/* What was read becomes the set's, or with an error, which is `wrong`, is left out. */
void stack_set_take(StackSet *set, MatrixStack *stack, bool read, const Error *wrong);
/* Is there room for one more array, after those of so many bytes? Where not, the set says so. */
bool stack_set_has_room(StackSet *set, size_t bytes);
/* By what the array is called: "cross", or "cross_attentions" as the library transformers has it. */
StackKind stack_kind(Slice array);
MUST_USE bool tensors_read(MatrixStack *stack, Slice file, const char *array, Bytes *owner, Error *error);
MUST_USE bool nested_read(MatrixStack *stack, Slice text, const char *array, Error *error);
/* Where ill-formed bytes begin: the line; 0 where there are others that no text has, or none. */
int bad_line(Slice text);
MUST_USE bool sheet_read(MatrixStack *stack, Slice text, Error *error);

/* A word as it is seen: another program may have written anything. The arena's. */
char *seen_word(Arena *arena, Slice text);

bool links_are(Slice text); /* is it "0-0 1-2"? */
MUST_USE bool links_read(Slice text, LinkFormat format, const char *name, Arena *arena, StackLink **links, int *count,
                         Error *error);

/* "FILE:3": `path` becomes the file and `line` 3, where there is no file of the whole name. */
bool split_line(const char *given, Arena *arena, const char **path, int *line);
/* The line of a text, from 1; an error where there are fewer. */
MUST_USE bool take_line(Slice text, int line, const char *name, Slice *out, Error *error);

#endif
