/* An equation is written as "v · tanh(q + k)":
 *   sum      product { ( "+" | "−" ) product }
 *   product  factor { ( "·" | "/" | "" ) factor }
 *   factor   "−" factor | "√" factor | "|" letter "|" | function sum ")" | "(" sum ")" | "1" | letter
 *   function "tanh(" | "exp(" | "σ(" | "ReLU("
 * A letter is a number or a vector. The · of two vectors is the sum of their products, as is "W x" of a matrix's row;
 * all else is done entry by entry. What is added to such a sum is a term of it. */
#include "derive/equation.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

typedef struct EquationPart {
    Term *number;
    Term **entries; /* [size] of a vector, which has no number */
} EquationPart;

typedef struct EquationReader {
    const Maths *maths;
    const Equation *equation;
    const char *rest;
    int size;  /* of its vectors */
    Term *sum; /* the last · of two vectors */
} EquationReader;

static EquationPart read_sum(EquationReader *reader);

static bool take(EquationReader *reader, const char *text)
{
    reader->rest += strspn(reader->rest, " ~");
    size_t length = strlen(text);
    if (strncmp(reader->rest, text, length) != 0)
        return false;
    reader->rest += length;
    return true;
}

static Term *entry_of(EquationPart part, int a)
{
    return part.entries ? part.entries[a] : part.number;
}

/* Of one part (b NULL) or two. */
static EquationPart combine(const EquationReader *reader, TermKind kind, EquationPart a, const EquationPart *b)
{
    const Maths *maths = reader->maths;
    if (!a.entries && !(b && b->entries))
        return (EquationPart){.number = term_make(maths, kind, a.number, b ? b->number : NULL)};
    EquationPart made = {.entries = ARENA_ARRAY(maths->arena, Term *, (size_t)reader->size)};
    for (int i = 0; i < reader->size; i++)
        made.entries[i] = term_make(maths, kind, entry_of(a, i), b ? entry_of(*b, i) : NULL);
    return made;
}

static EquationPart number_part(Term *term)
{
    return (EquationPart){.number = term};
}

static EquationPart read_letter(EquationReader *reader)
{
    const EquationLetter *letter = equation_letter(reader->equation, *reader->rest++);
    assert(letter);
    if (!letter->entries)
        return number_part(term_constant(reader->maths, letter->constant));
    if (!letter->vector)
        return number_part(term_value(reader->maths, letter->entries[0]));
    EquationPart made = {.entries = ARENA_ARRAY(reader->maths->arena, Term *, (size_t)letter->count)};
    for (int a = 0; a < letter->count; a++)
        made.entries[a] = term_value(reader->maths, letter->entries[a]);
    reader->size = letter->count;
    return made;
}

static EquationPart read_inside(EquationReader *reader)
{
    EquationPart made = read_sum(reader);
    bool closed = take(reader, ")");
    assert(closed);
    (void)closed;
    return made;
}

static EquationPart read_factor(EquationReader *reader)
{
    const Maths *maths = reader->maths;
    if (take(reader, "−")) {
        EquationPart minus = number_part(term_constant(maths, -1)), of = read_factor(reader);
        return combine(reader, TERM_PRODUCT, minus, &of);
    }
    if (take(reader, "√"))
        return combine(reader, TERM_ROOT, read_factor(reader), NULL);
    if (take(reader, "|")) {
        const EquationLetter *letter = equation_letter(reader->equation, *reader->rest++);
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
    if (take(reader, "ReLU("))
        return combine(reader, TERM_RELU, read_inside(reader), NULL);
    if (take(reader, "σ("))
        return combine(reader, TERM_SIGMOID, read_inside(reader), NULL);
    if (take(reader, "("))
        return read_inside(reader);
    return read_letter(reader);
}

/* A product without a sign: a letter or a function begins. */
static bool stands_beside(EquationReader *reader)
{
    reader->rest += strspn(reader->rest, " ~");
    return isalpha((unsigned char)*reader->rest) || strncmp(reader->rest, "σ", strlen("σ")) == 0;
}

static EquationPart read_product(EquationReader *reader)
{
    EquationPart made = read_factor(reader);
    for (;;) {
        bool times = take(reader, "·") || stands_beside(reader);
        if (!times && !take(reader, "/"))
            return made;
        EquationPart next = read_factor(reader);
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

/* The terms of `sum` and then `next`, or its terms. */
static Term *longer_sum(const EquationReader *reader, const Term *sum, Term *next)
{
    bool several = next->kind == TERM_SUM;
    Term *made = term_sum(reader->maths, sum->count + (several ? next->count : 1));
    for (int i = 0; i < sum->count; i++)
        sum_add(made, sum->parts[i]);
    for (int i = 0; i < (several ? next->count : 1); i++)
        sum_add(made, several ? next->parts[i] : next);
    return made;
}

static EquationPart read_sum(EquationReader *reader)
{
    EquationPart made = read_product(reader);
    for (;;) {
        bool plus = take(reader, "+");
        if (!plus && !take(reader, "−"))
            return made;
        EquationPart next = read_product(reader);
        if (plus && made.number && made.number->kind == TERM_SUM && next.number)
            made.number = reader->sum = longer_sum(reader, made.number, next.number);
        else
            made = combine(reader, plus ? TERM_SUM : TERM_LESS, made, &next);
    }
}

/* ---- letters ---- */

const EquationLetter *equation_letter(const Equation *equation, char letter)
{
    for (int i = 0; i < equation->count; i++)
        if (equation->letters[i].letter == letter)
            return &equation->letters[i];
    return NULL;
}

static EquationLetter *add(Equation *equation, char letter, const char *name)
{
    assert(equation->count < EQUATION_LETTERS);
    equation->letters[equation->count] = (EquationLetter){.letter = letter, .name = name, .whole = name};
    return &equation->letters[equation->count++];
}

EquationLetter *equation_constant(Equation *equation, char letter, int number)
{
    EquationLetter *added = add(equation, letter, arena_printf(equation->maths->arena, "%d", number));
    added->constant = number;
    return added;
}

/* Makes room for `count` more entries, behind those that the letter may have already. */
static EquationLetter *grow(Equation *equation, char letter, const char *name, int count)
{
    Arena *arena = equation->maths->arena;
    const char *shape = arena_printf(arena, "%s @m{\"[%d]\"}", name, count);
    EquationLetter *grown = (EquationLetter *)equation_letter(equation, letter);
    if (grown) {
        grown->name = grown->whole = arena_printf(arena, "[%s; %s]", grown->name, name);
        grown->shapes = arena_printf(arena, "%s~   %s", grown->shapes, shape);
    } else {
        grown = add(equation, letter, name);
        grown->shapes = shape;
    }
    Value *entries = ARENA_ARRAY(arena, Value, (size_t)(grown->count + count));
    for (int i = 0; i < grown->count; i++)
        entries[i] = grown->entries[i];
    grown->entries = entries;
    grown->count += count;
    grown->vector = true;
    return grown;
}

EquationLetter *equation_number(Equation *equation, char letter, Value value)
{
    EquationLetter *added = grow(equation, letter, value_name(equation->maths, value), 1);
    added->whole = vector_name(equation->maths, value);
    added->entries[0] = value;
    added->vector = false;
    added->shapes = NULL;
    return added;
}

EquationLetter *equation_vector(Equation *equation, char letter, Value first, int count)
{
    const Maths *maths = equation->maths;
    const Param *param = first.kind == VALUE_PARAM ? &maths->model->table.items[first.part] : NULL;
    EquationLetter *grown = grow(equation, letter, vector_name(maths, first), count);
    if (param)
        grown->shapes = param_shape(maths, param->name);
    if (param && param->cols)
        grown->name = arena_printf(maths->arena, "%s[%d] ·", grown->whole, first.place + 1);
    for (int i = grown->count - count; i < grown->count; i++) {
        grown->entries[i] = first;
        ++*(param && !param->cols ? &first.place : &first.index);
    }
    return grown;
}

EquationLetter *equation_entries(Equation *equation, char letter, const char *name, EntryOf entry, int place, int count)
{
    EquationLetter *added = grow(equation, letter, name, count);
    for (int i = 0; i < count; i++)
        added->entries[i] = entry(equation->maths, place, i);
    return added;
}

/* ---- what it gives ---- */

/* Takes a piece off the text: the letter that it is, or NULL where it stands for itself. */
static const EquationLetter *take_piece(const Equation *equation, const char **from, Slice *piece)
{
    size_t word = 0;
    while (isalpha((unsigned char)(*from)[word]))
        word++;
    *piece = (Slice){*from, word ? word : 1};
    *from += piece->length;
    return word == 1 ? equation_letter(equation, *piece->text) : NULL;
}

const char *equation_text(const Equation *equation, bool whole)
{
    const char *text = "";
    Slice piece;
    for (const char *from = equation->text; *from;) {
        const EquationLetter *letter = take_piece(equation, &from, &piece);
        if (letter)
            piece = slice_of(whole ? letter->whole : letter->name);
        if (!whole || !slice_is(piece, "~"))
            text = arena_printf(equation->maths->arena, "%s%.*s", text, (int)piece.length, piece.text);
    }
    return text;
}

const char *equation_shapes(const Equation *equation)
{
    const char *text = "";
    Slice piece;
    for (const char *from = equation->text; *from;) {
        const EquationLetter *letter = take_piece(equation, &from, &piece);
        if (letter && letter->shapes && !strstr(text, letter->shapes))
            text = arena_printf(equation->maths->arena, "%s%s%s", text, text[0] ? "~   " : "", letter->shapes);
    }
    return text;
}

void equation_tell(const Equation *equation, Value value, Derivation *out)
{
    const Maths *maths = equation->maths;
    EquationReader reader = {.maths = maths, .equation = equation, .rest = equation->text};
    EquationPart made = read_sum(&reader);
    assert(made.number && !*reader.rest);
    const char *name = value_name(maths, value), *vector = value_is_pair(value.kind) ? name : vector_name(maths, value);
    out->term = made.number;
    out->sum = reader.sum;
    out->symbols = arena_printf(maths->arena, "%s =~ %s", name, equation_text(equation, false));
    out->vectors = arena_printf(maths->arena, "%s = %s", vector, equation_text(equation, true));
    out->shapes = equation_shapes(equation);
}
