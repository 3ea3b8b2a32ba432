/* An equation is written as "v · tanh(q + k)":
 *   sum      product { ( "+" | "−" ) product }
 *   product  factor { ( "·" | "/" ) factor }
 *   factor   "−" factor | "√" factor | "|" letter "|" | "tanh(" sum ")" | "exp(" sum ")" | "(" sum ")" | "1" | letter
 * A letter is a number or a vector. The · of two vectors is the sum of their products; all else is done entry by entry. */
#include "derive/equation.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

typedef struct Part {
    Term *number;
    Term **entries; /* [size] of a vector, which has no number */
} Part;

typedef struct Reader {
    const Maths *maths;
    const Equation *equation;
    const char *rest;
    int size;  /* of its vectors */
    Term *sum; /* the last · of two vectors */
} Reader;

static Part read_sum(Reader *reader);

static bool take(Reader *reader, const char *text)
{
    reader->rest += strspn(reader->rest, " ~");
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

static Part number_part(Term *term)
{
    return (Part){.number = term};
}

static const EquationLetter *letter_of(const Equation *equation, char letter)
{
    for (int i = 0; i < equation->count; i++)
        if (equation->letters[i].letter == letter)
            return &equation->letters[i];
    return NULL;
}

static Part read_letter(Reader *reader)
{
    const EquationLetter *letter = letter_of(reader->equation, *reader->rest++);
    assert(letter);
    if (!letter->entries)
        return number_part(term_constant(reader->maths, letter->constant));
    if (letter->count == 1)
        return number_part(term_value(reader->maths, letter->entries[0]));
    Part made = {.entries = ARENA_ARRAY(reader->maths->arena, Term *, (size_t)letter->count)};
    for (int a = 0; a < letter->count; a++)
        made.entries[a] = term_value(reader->maths, letter->entries[a]);
    reader->size = letter->count;
    return made;
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
    if (take(reader, "|")) {
        const EquationLetter *letter = letter_of(reader->equation, *reader->rest++);
        bool closed = letter && take(reader, "|");
        assert(closed);
        (void)closed;
        return number_part(term_value(maths, letter->length));
    }
    if (take(reader, "1"))
        return number_part(term_constant(maths, 1));
    if (take(reader, "tanh("))
        return combine(reader, TERM_TANH, read_inside(reader), NULL);
    if (take(reader, "exp("))
        return combine(reader, TERM_EXP, read_inside(reader), NULL);
    if (take(reader, "("))
        return read_inside(reader);
    return read_letter(reader);
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

Term *equation_term(const Maths *maths, const Equation *equation, Term **sum)
{
    Reader reader = {.maths = maths, .equation = equation, .rest = equation->text};
    Part made = read_sum(&reader);
    assert(made.number && !*reader.rest);
    *sum = reader.sum;
    return made.number;
}

const char *equation_text(const Maths *maths, const Equation *equation)
{
    const char *text = "", *from = equation->text;
    for (const char *at = from; *at; at = from) {
        size_t word = 0;
        while (isalpha((unsigned char)at[word]))
            word++;
        from = at + (word ? word : 1);
        const EquationLetter *letter = word == 1 ? letter_of(equation, *at) : NULL;
        text = arena_printf(maths->arena, "%s%.*s", text, letter ? (int)strlen(letter->name) : (int)(from - at),
                            letter ? letter->name : at);
    }
    return text;
}
