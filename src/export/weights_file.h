/* The weights of any file: of those that stack_parse reads, or of a figure that attend made, which carries its own.
 *
 *   MatrixStack stack;
 *   if (!weights_file_read("figure.svg", NULL, LINKS_PHARAOH, &arena, &stack, &error)) return false;
 *   stack_finish(&stack);
 */
#ifndef EXPORT_WEIGHTS_FILE_H
#define EXPORT_WEIGHTS_FILE_H

#include "matrix/stack_set.h"

/* `array` and `links` as in stack_parse; the names are the arena's. stack_finish takes it away, after a failure too. */
MUST_USE bool weights_file_read(const char *path, const char *array, LinkFormat links, Arena *arena, MatrixStack *stack,
                                Error *error);

/* Every array of the file; `array` as in stack_set_parse. stack_set_finish takes it away, after a failure too. */
MUST_USE bool weights_file_open(const char *path, const char *array, Arena *arena, StackSet *set, Error *error);

/* Files of weights by their ending; .safetensors files are models first. */
extern const char *const WEIGHTS_ENDINGS[];
extern const char *const TABLE_ENDINGS[]; /* those of them that may hold sentence pairs as well */

#endif
