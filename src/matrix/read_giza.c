/* GIZA++'s A3 files, three lines a sentence: a title, the target, and each source word with its target words' numbers.
 */
#include "matrix/stack_parts.h"

#define TITLE "# Sentence pair"

static bool is_giza(const StackFile *file)
{
    return slice_starts(slice_trim(file->text), TITLE);
}

static bool next_pair(Slice *rest, Slice *pair, int *number)
{
    Slice line;
    (void)number;
    *rest = slice_trim(*rest);
    const char *from = rest->text;
    int lines = 0;
    while (lines < 3 && cut_line(rest, &line))
        lines++;
    *pair = (Slice){from, lines ? (size_t)(line.text + line.length - from) : 0};
    return lines > 0;
}

/* "({ 1 2 })" behind a source word: a link to each. */
static bool take_numbers(MatrixStack *stack, Slice *rest, int column, StackLink **links, int *count, Error *error)
{
    Slice word;
    char shown[EXCERPT_SIZE];
    bool open = links_next(rest, &word) && slice_is(word, "({");
    while (open && links_next(rest, &word) && !slice_is(word, "})")) {
        int number = 0;
        for (size_t i = 0; i < word.length && number >= 0; i++)
            number =
                word.text[i] >= '0' && word.text[i] <= '9' && number < 100000 ? 10 * number + word.text[i] - '0' : -1;
        if (number < 1)
            return stack_fail(stack, error, "has '%s' among the numbers of a source word; expected numbers from 1",
                              slice_excerpt(word, shown));
        if (column < 0)
            continue;
        *links = arena_room(&stack->arena, *links, *count, sizeof **links);
        (*links)[(*count)++] = (StackLink){.column = column, .row = number - 1};
    }
    return (open && slice_is(word, "})"))
           || stack_fail(stack, error, "has a source word without its numbers; expected such as le ({ 1 })");
}

/* The words of the source, without NULL, which is linked to what nothing else is. */
static bool read_source(MatrixStack *stack, Slice line, Slice target, Error *error)
{
    StackLink *links = NULL;
    Slice word;
    int count = 0, columns = 0, rows = count_cuts(target, links_next);
    const char **words = NULL;
    for (bool first = true; links_next(&line, &word); first = false) {
        bool none = first && slice_is(word, "NULL");
        if (!none) {
            words = arena_room(&stack->arena, words, columns, sizeof *words);
            words[columns++] = seen_word(&stack->arena, word);
        }
        if (!take_numbers(stack, &line, none ? -1 : columns - 1, &links, &count, error))
            return false;
    }
    for (int k = 0; k < count; k++)
        if (links[k].row >= rows)
            return stack_fail(stack, error, "links a source word to target word %d of %d", links[k].row + 1, rows);
    stack->source = words;
    return place_links(stack, links, count, rows, columns, error) && line_words(stack, target, true, error);
}

static bool read_giza(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice rest = file->text, title, target, source;
    (void)i;
    if (!cut_line(&rest, &title) || !slice_starts(title, TITLE) || !cut_line(&rest, &target)
        || !cut_line(&rest, &source))
        return stack_fail(stack, error,
                          "has a sentence that is not three lines; expected \"" TITLE
                          " (1) ...\", the target, and the source with its numbers");
    return read_source(stack, source, target, error);
}

const StackFormat GIZA_FORMAT = {.is = is_giza, .next = next_pair, .read = read_giza};
