/* Files of tests/fuzz/seeds/weights, as SEEDS names their folder.
 *
 *   MatrixStack stack;
 *   if (seed_read("fairseq.out:0", NULL, &stack, &error)) stack_finish(&stack);
 */
#ifndef TEST_SEEDS_H
#define TEST_SEEDS_H

#include "support.h"

#include "matrix/stack_set.h"

static inline StackInput seed_load(const char *name, Arena *arena)
{
    StackInput input;
    Error error = {0};
    expect_ok(stack_load(path_join(arena, getenv("SEEDS"), name), arena, &input, &error), &error);
    return input;
}

static inline bool seed_read(const char *name, const char *array, MatrixStack *out, Error *error)
{
    Arena arena = {0};
    StackInput input = seed_load(name, &arena);
    bool ok = stack_parse(&input, array, LINKS_PHARAOH, out, error);
    arena_finish(&arena);
    return ok;
}

#endif
