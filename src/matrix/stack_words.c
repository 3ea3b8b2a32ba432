/* Words and links that stand on the command line, in a file, or on a line of one. */
#include "matrix/stack_parts.h"
#include "text/tokens.h"

#include <stdlib.h>
#include <string.h>

enum { LINK_MOST = 100000 }; /* its number; a sentence has fewer words */

/* ---- lines ---- */

bool split_line(const char *given, Arena *arena, const char **path, int *line)
{
    const char *colon = strrchr(given, ':');
    if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")] || strlen(colon) > 9 || file_exists(given))
        return false;
    const char *file = arena_copy(arena, given, (size_t)(colon - given));
    if (!file_exists(file) || file_is_folder(file))
        return false;
    *path = file;
    *line = (int)strtol(colon + 1, NULL, 10);
    return true;
}

bool stack_is_sentence(const char *given)
{
    Arena arena = {0};
    const char *path;
    int line;
    bool is = split_line(given, &arena, &path, &line);
    arena_finish(&arena);
    return is;
}

bool take_line(Slice text, int line, const char *name, Slice *out, Error *error)
{
    int count = 0;
    while (text.length && slice_cut(&text, '\n', out))
        if (++count == line) {
            *out = slice_trim(*out);
            return true;
        }
    return error_at(error, ERROR_FORMAT, name, 0, "has lines 1 to %d; expected one of them, not line %d", count, line);
}

/* What is given itself, or the file or the line that it names. `more`: the file has several lines. */
static bool resolve(const char *given, Arena *arena, Slice *out, bool *lines, Error *error)
{
    const char *path = given;
    int line = 0;
    bool named = split_line(given, arena, &path, &line);
    *out = slice_of(given);
    *lines = false;
    if (!named && (!file_exists(given) || file_is_folder(given)))
        return true;
    Bytes bytes;
    if (!file_read_kind(path, FILE_INPUT, FILE_LIMIT_TEXT, &bytes, error))
        return false;
    *out = (Slice){arena_copy(arena, bytes.data ? bytes.data : "", bytes.length), bytes.length};
    bytes_finish(&bytes);
    if (!utf8_valid(*out) || memchr(out->text, '\0', out->length))
        return error_at(error, ERROR_FORMAT, path, bad_line(*out), "is not text in UTF-8; expected words");
    *out = slice_unmarked(*out);
    if (named)
        return take_line(*out, line, path, out, error);
    *out = slice_trim(*out);
    *lines = memchr(out->text, '\n', out->length) != NULL;
    return true;
}

/* ---- words ---- */

static const char **take_lines(Slice text, Arena *arena, int *count)
{
    const char **words = NULL;
    Slice line;
    for (*count = 0; slice_cut(&text, '\n', &line); (*count)++) {
        line = slice_trim(line);
        words = arena_room(arena, words, *count, sizeof *words);
        words[*count] = arena_copy(arena, line.text, line.length);
    }
    return words;
}

bool stack_words(const char *given, Arena *arena, const char ***words, int *count, Error *error)
{
    Slice text;
    bool lines;
    if (!resolve(given, arena, &text, &lines, error))
        return false;
    if (lines) {
        *words = take_lines(text, arena, count);
    } else {
        TokenList list = text_tokens(arena, text, TOKENS_SPACE);
        *words = text_words(arena, &list);
        *count = list.count;
    }
    for (int i = 0; i < *count; i++)
        if (strlen((*words)[i]) > WORD_BYTES_MOST)
            return error_at(error, ERROR_FORMAT, text.text == given ? NULL : given, 0,
                            "word %d has %zu bytes; expected at most %d", i + 1, strlen((*words)[i]), WORD_BYTES_MOST);
    return true;
}

/* Links are as many as the words ask for: the matrix grows. */
static bool grow(MatrixStack *stack, int rows, int columns)
{
    if (!stack->linked || rows < stack->rows || columns < stack->columns
        || (size_t)rows > STACK_VALUES / (size_t)columns)
        return false;
    float *values = ARENA_ARRAY(&stack->arena, float, (size_t)rows *(size_t)columns);
    for (int t = 0; t < stack->rows; t++)
        memcpy(values + (size_t)t * (size_t)columns, stack->values + (size_t)t * (size_t)stack->columns,
               (size_t)stack->columns * sizeof *values);
    stack->values = values;
    stack->rows = rows;
    stack->columns = columns;
    return true;
}

/* The end mark behind the words, where the matrix has a place for it and they have none. */
static void add_end(const MatrixStack *stack, Arena *arena, const char ***words, int *count, int there)
{
    if (!*words || !stack->ended || *count != there - 1)
        return;
    const char **more = ARENA_ARRAY(arena, const char *, (size_t)there);
    memcpy(more, *words, (size_t)*count * sizeof *more);
    more[(*count)++] = "</s>";
    *words = more;
}

static bool fits(const MatrixStack *stack, const char *option, const char *what, int words, int there, Error *error)
{
    return words == there
           || stack_fail(stack, error, "has %d %s, and %s names %d word(s); expected as many", there, what, option,
                         words);
}

bool stack_name(MatrixStack *stack, const char *source, const char *target, Error *error)
{
    const char **columns = NULL, **rows = NULL;
    int column_count = stack->columns, row_count = stack->rows;
    if ((source && !stack_words(source, &stack->arena, &columns, &column_count, error))
        || (target && !stack_words(target, &stack->arena, &rows, &row_count, error)))
        return false;
    add_end(stack, &stack->arena, &columns, &column_count, stack->columns);
    add_end(stack, &stack->arena, &rows, &row_count, stack->rows);
    if ((row_count != stack->rows || column_count != stack->columns) && !grow(stack, row_count, column_count)
        && !(fits(stack, "--source", "columns", column_count, stack->columns, error)
             && fits(stack, "--target", "rows", row_count, stack->rows, error)))
        return false;
    stack->source = columns ? columns : stack->source;
    stack->target = rows ? rows : stack->target;
    return true;
}

/* ---- links ---- */

static bool take_link(Slice word, LinkFormat format, StackLink *out)
{
    Link link;
    if (!link_parse(word, format, &link))
        return false;
    *out = (StackLink){link.source, link.target, link.possible};
    return true;
}

bool links_are(Slice text)
{
    Slice word;
    StackLink link;
    return links_next(&text, &word) && take_link(word, LINKS_PHARAOH, &link);
}

bool links_read(Slice text, LinkFormat format, const char *name, Arena *arena, StackLink **links, int *count,
                Error *error)
{
    Slice word;
    char shown[EXCERPT_SIZE];
    *links = NULL;
    for (*count = 0; links_next(&text, &word); (*count)++) {
        *links = arena_room(arena, *links, *count, sizeof **links);
        StackLink *link = *links + *count;
        if (!take_link(word, format, link) || link->column > LINK_MOST || link->row > LINK_MOST)
            return error_at(
                error, ERROR_FORMAT, name, 0,
                "has '%s' among its links; expected two numbers from %d such as 1-2, a source word and a target word",
                slice_excerpt(word, shown), links_first(format));
    }
    return true;
}

/* Those of one sentence: "FILE:3" means the third. */
static bool naacl_links(const char *given, Arena *arena, StackLink **links, int *count, Error *error)
{
    const char *path = given;
    int sentence = 0;
    bool file = split_line(given, arena, &path, &sentence) || (file_exists(given) && !file_is_folder(given));
    Bytes bytes = {0};
    LinkFile found;
    if (file && !file_read_kind(path, FILE_INPUT, FILE_LIMIT_DATA, &bytes, error))
        return false;
    bool ok = links_parse(file ? bytes_slice(&bytes) : slice_of(given), file ? path : "--gold", LINKS_NAACL, arena,
                          &found, error);
    bytes_finish(&bytes);
    if (ok && !sentence && found.links[0].sentence != found.links[found.count - 1].sentence)
        return error_at(error, ERROR_FORMAT, path, 0, "has the links of several sentences; expected one of them: %s:%d",
                        path, found.links[0].sentence);
    *links = NULL;
    *count = 0;
    for (int i = 0; ok && i < found.count; i++) {
        const Link *link = &found.links[i].link;
        if (sentence && found.links[i].sentence != sentence)
            continue;
        *links = arena_room(arena, *links, *count, sizeof **links);
        (*links)[(*count)++] = (StackLink){link->source, link->target, link->possible};
    }
    if (ok && *count == 0)
        return error_at(error, ERROR_FORMAT, path, 0, "has no links of sentence %d", sentence);
    return ok;
}

bool stack_links(const char *given, LinkFormat format, Arena *arena, StackLink **links, int *count, Error *error)
{
    if (format == LINKS_NAACL)
        return naacl_links(given, arena, links, count, error);
    Slice text;
    bool lines;
    if (!resolve(given, arena, &text, &lines, error))
        return false;
    if (lines)
        return error_at(error, ERROR_FORMAT, given, 0,
                        "has the links of several sentences; expected one line of it: %s:1", given);
    return links_read(text, format, text.text == given ? "--gold" : given, arena, links, count, error);
}
