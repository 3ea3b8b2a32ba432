/* Pieces of words become words. How a tokenizer marks them shows in the pieces. */
#include "matrix/stack_parts.h"

#include <math.h>
#include <string.h>

typedef struct Mark {
    const char *text;
    bool behind; /* at the end of the piece, else in front */
    bool begins; /* it says that a word begins; else that one goes on */
} Mark;

/* SentencePiece, GPT-2's bytes, WordPiece, subword-nmt. */
static const Mark MARKS[] = {{"▁", false, true}, {"Ġ", false, true}, {"##", false, false}, {"@@", true, false}};

static bool has_mark(const char *piece, const Mark *mark)
{
    size_t length = strlen(piece), size = strlen(mark->text);
    return length >= size && memcmp(piece + (mark->behind ? length - size : 0), mark->text, size) == 0;
}

static const Mark *find_mark(const char **pieces, int count)
{
    for (size_t m = 0; m < sizeof MARKS / sizeof *MARKS; m++)
        for (int i = 0; i < count; i++)
            if (has_mark(pieces[i], &MARKS[m]))
                return &MARKS[m];
    return NULL;
}

static bool is_special(const char *piece) /* "</s>", "[CLS]" */
{
    size_t length = strlen(piece);
    return length > 2
           && ((piece[0] == '<' && piece[length - 1] == '>') || (piece[0] == '[' && piece[length - 1] == ']'));
}

/* Does piece i belong to the word of the one before it? */
static bool goes_on(const char **pieces, int i, const Mark *mark)
{
    if (i == 0 || is_special(pieces[i]) || is_special(pieces[i - 1]))
        return false;
    if (mark->behind)
        return has_mark(pieces[i - 1], mark);
    return has_mark(pieces[i], mark) != mark->begins;
}

/* Of each piece its word, the words' texts without marks; returns how many words there are. */
static int find_words(Arena *arena, const char **pieces, int count, int *word_of, const char **words)
{
    const Mark *mark = pieces ? find_mark(pieces, count) : NULL;
    int found = 0;
    for (int i = 0; i < count; i++) {
        bool on = mark && goes_on(pieces, i, mark), marked = mark && has_mark(pieces[i], mark);
        word_of[i] = on ? found - 1 : found++;
        if (!pieces)
            continue;
        size_t length = strlen(pieces[i]), size = marked ? strlen(mark->text) : 0;
        const char *text = arena_copy(arena, pieces[i] + (marked && !mark->behind ? size : 0), length - size);
        words[word_of[i]] = on ? arena_printf(arena, "%s%s", words[word_of[i]], text) : text;
    }
    return found;
}

/* A word is blank where all of its pieces are. */
static void merge(const float *from, const int *row_of, const int *column_of, const MatrixStack *stack, int columns,
                  float *to)
{
    for (int t = 0, last = 0; t < stack->rows; t = last) {
        for (last = t; last < stack->rows && row_of[last] == row_of[t];)
            last++;
        float *row = to + (size_t)row_of[t] * (size_t)columns;
        for (int j = 0; j < columns; j++)
            row[j] = NAN;
        for (int piece = t; piece < last; piece++)
            for (int j = 0; j < stack->columns; j++) {
                float value = from[(size_t)piece * (size_t)stack->columns + (size_t)j], *sum = &row[column_of[j]];
                if (!isnan(value))
                    *sum = (isnan(*sum) ? 0 : *sum) + value / (float)(last - t);
            }
    }
}

bool stack_merge_pieces(MatrixStack *stack)
{
    Arena *arena = &stack->arena;
    int *row_of = ARENA_ARRAY(arena, int, (size_t)stack->rows),
        *column_of = ARENA_ARRAY(arena, int, (size_t)stack->columns);
    const char **target = ARENA_ARRAY(arena, const char *, (size_t)stack->rows);
    const char **source = ARENA_ARRAY(arena, const char *, (size_t)stack->columns);
    int rows = find_words(arena, stack->target, stack->rows, row_of, target);
    int columns = find_words(arena, stack->source, stack->columns, column_of, source);
    bool merged = rows < stack->rows || columns < stack->columns;
    size_t cells = (size_t)rows * (size_t)columns;
    float *values = ARENA_ARRAY(arena, float, cells *(size_t)stack->layers *(size_t)stack->heads);
    for (int l = 0; l < stack->layers; l++)
        for (int h = 0; h < stack->heads; h++)
            merge(stack_matrix(stack, l, h), row_of, column_of, stack, columns,
                  values + ((size_t)l * (size_t)stack->heads + (size_t)h) * cells);
    stack->values = values;
    stack->rows = rows;
    stack->columns = columns;
    stack->source = stack->source ? source : NULL;
    stack->target = stack->target ? target : NULL;
    return merged;
}
