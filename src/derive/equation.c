/* A score's equation as a derivation. It is written as nn/score.h has it, "v · tanh(q + k)":
 *   sum      product { ( "+" | "−" ) product }
 *   product  factor { ( "·" | "/" ) factor }
 *   factor   "−" factor | "√" factor | "|q|" | "|k|" | "tanh(" sum ")" | "exp(" sum ")" | "(" sum ")" | "q" | "k" | "v" | "A"
 * q, k and v are vectors of A numbers. The · of two vectors is the sum of their products; all else is done entry by
 * entry. */
#include "derive/equation.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

typedef struct Part {
    Term *number;
    Term **entries; /* [A] of a vector, which has no number */
} Part;

typedef struct Reader {
    const Maths *maths;
    const char *rest;
    int step, word, size;
    Term *sum; /* the last · of two vectors */
} Reader;

static Part read_sum(Reader *reader);

static bool take(Reader *reader, const char *text)
{
    reader->rest += strspn(reader->rest, " ");
    size_t length = strlen(text);
    if (strncmp(reader->rest, text, length) != 0)
        return false;
    reader->rest += length;
    return true;
}

static Term *entry_of(Part part, int a)
{
    return part.entries ? part.entries[a] : part.number;
}

/* Of one part (b NULL) or two. */
static Part combine(const Reader *reader, TermKind kind, Part a, const Part *b)
{
    const Maths *maths = reader->maths;
    if (!a.entries && !(b && b->entries))
        return (Part){.number = term_make(maths, kind, a.number, b ? b->number : NULL)};
    Part made = {.entries = ARENA_ARRAY(maths->arena, Term *, (size_t)reader->size)};
    for (int i = 0; i < reader->size; i++)
        made.entries[i] = term_make(maths, kind, entry_of(a, i), b ? entry_of(*b, i) : NULL);
    return made;
}

static Part read_vector(const Reader *reader, char letter)
{
    const Maths *maths = reader->maths;
    Part made = {.entries = ARENA_ARRAY(maths->arena, Term *, (size_t)reader->size)};
    for (int a = 0; a < reader->size; a++)
        made.entries[a] = term_value(maths, letter == 'q'   ? query_value(maths, reader->step, a)
                                            : letter == 'k' ? key_value(maths, reader->word, a)
                                                            : param_value(maths, "attention.energy", a, 0));
    return made;
}

static Part number_part(Term *term)
{
    return (Part){.number = term};
}

static Part read_inside(Reader *reader)
{
    Part made = read_sum(reader);
    bool closed = take(reader, ")");
    assert(closed);
    (void)closed;
    return made;
}

static Part read_factor(Reader *reader)
{
    const Maths *maths = reader->maths;
    if (take(reader, "−")) {
        Part minus = number_part(term_constant(maths, -1)), of = read_factor(reader);
        return combine(reader, TERM_PRODUCT, minus, &of);
    }
    if (take(reader, "√"))
        return combine(reader, TERM_ROOT, read_factor(reader), NULL);
    if (take(reader, "|q|"))
        return number_part(term_value(maths, (Value){VALUE_LENGTH, .place = reader->step}));
    if (take(reader, "|k|"))
        return number_part(term_value(maths, (Value){VALUE_LENGTH, .place = reader->word, .part = 1}));
    if (take(reader, "tanh("))
        return combine(reader, TERM_TANH, read_inside(reader), NULL);
    if (take(reader, "exp("))
        return combine(reader, TERM_EXP, read_inside(reader), NULL);
    if (take(reader, "("))
        return read_inside(reader);
    if (take(reader, "A"))
        return number_part(term_constant(maths, reader->size));
    char letter = *reader->rest++;
    assert(letter == 'q' || letter == 'k' || letter == 'v');
    return read_vector(reader, letter);
}

static Part read_product(Reader *reader)
{
    Part made = read_factor(reader);
    for (;;) {
        bool times = take(reader, "·");
        if (!times && !take(reader, "/"))
            return made;
        Part next = read_factor(reader);
        bool sums = times && made.entries && next.entries;
        made = combine(reader, times ? TERM_PRODUCT : TERM_QUOTIENT, made, &next);
        if (!sums)
            continue;
        reader->sum = term_sum(reader->maths, reader->size);
        for (int a = 0; a < reader->size; a++)
            sum_add(reader->sum, made.entries[a]);
        made = number_part(reader->sum);
    }
}

static Part read_sum(Reader *reader)
{
    Part made = read_product(reader);
    for (;;) {
        bool plus = take(reader, "+");
        if (!plus && !take(reader, "−"))
            return made;
        Part next = read_product(reader);
        made = combine(reader, plus ? TERM_SUM : TERM_LESS, made, &next);
    }
}

Term *equation_term(const Maths *maths, int step, int j, Term **sum)
{
    const Config *config = &maths->trace->config;
    Reader reader = {maths, score_of_kind(config->score)->equation, step, j, config->attention_size, NULL};
    Part made = read_sum(&reader);
    assert(made.number && !*reader.rest);
    *sum = reader.sum;
    return made.number;
}

const char *equation_text(const Maths *maths, const char *query, const char *key)
{
    const Config *config = &maths->trace->config;
    const char *text = "", *from = score_of_kind(config->score)->equation;
    for (const char *at = from; *at; at = from) {
        size_t word = 0;
        while (isalpha((unsigned char)at[word]))
            word++;
        from = at + (word ? word : 1);
        char letter = word == 1 ? *at : '\0';
        const char *written = letter == 'q'   ? query
                              : letter == 'k' ? key
                              : letter == 'A' ? arena_printf(maths->arena, "%d", config->attention_size)
                                              : arena_printf(maths->arena, "%.*s", (int)(from - at), at);
        text = arena_printf(maths->arena, "%s%s", text, written);
    }
    return text;
}
