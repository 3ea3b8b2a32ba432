#include "derive/printed.h"

#include "base/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\u2212"
#define PLUS  " + "

/* ---- numbers ---- */

static int scaled_decimals(double size, int decimals)
{
    int fewer = decimals - (size >= 100 ? 3 : size >= 10 ? 2 : 0), least = decimals < 1 ? decimals : 1;
    return fewer > least ? fewer : least;
}

/* The power of ten that is written out, 0: none. */
static int written_power(double size, int decimals)
{
    if (!(size >= 10000 || (size > 0 && size < pow(10, -decimals) * 5 && decimals > 3)))
        return 0;
    int power = (int)floor(log10(size));
    return power + (size / pow(10, power) >= 9.95); /* it would be written 10.0 */
}

const char *number_markup(Arena *arena, double number, int decimals)
{
    int power = written_power(fabs(number), decimals);
    if (power)
        return arena_printf(arena, "%s·10^{%s%d}", number_text(arena, number / pow(10, power), 1, false),
                            power < 0 ? "−" : "", power < 0 ? -power : power);
    return number_text(arena, number, scaled_decimals(fabs(number), decimals), false);
}

static bool is_below_zero(const char *text)
{
    return strncmp(text, MINUS, strlen(MINUS)) == 0;
}

static double rounded(double number, int decimals)
{
    char text[400];
    snprintf(text, sizeof text, "%.*f", decimals, number);
    return strtod(text, NULL);
}

double number_rounded(double number, int decimals, bool scaled)
{
    if (!scaled)
        return rounded(number, decimals);
    int power = written_power(fabs(number), decimals);
    return power ? rounded(number / pow(10, power), 1) * pow(10, power)
                 : rounded(number, scaled_decimals(fabs(number), decimals));
}

bool numbers_agree(double a, double b, int decimals, bool scaled)
{
    return number_rounded(a, decimals, scaled) == number_rounded(b, decimals, scaled);
}

/* ---- terms ---- */

void pieces_add(PrintedPieces *pieces, const char *markup, const Term *operand)
{
    if (pieces->count < PIECES_MOST)
        pieces->items[pieces->count++] = (PrintedPiece){markup, operand};
}

/* Does it stand there as one number, whatever it is made of? */
static bool is_whole(const Printing *printing, const Term *term, bool exponent)
{
    bool slope = term->kind == TERM_LESS && term->parts[0]->kind == TERM_NUMBER && printing->whole_slopes;
    return slope || term->kind == TERM_VALUE || term == printing->total || (exponent && printing->whole_exponents)
           || (term->kind == TERM_EXP && printing->whole_powers);
}

static const char *number_of(const Printing *printing, const Term *term)
{
    Arena *arena = printing->maths->arena;
    double number = term_number(printing->maths, term);
    if (term->kind == TERM_VALUE && value_is_share(term->value.kind)) {
        const char *text = share_text(arena, number, printing->decimals);
        if (text[0] == '>')
            return text;
    }
    return printing->scaled ? number_markup(arena, number, printing->decimals)
                            : number_text(arena, number, printing->decimals, false);
}

static const char *constant_text(const Printing *printing, double number)
{
    Arena *arena = printing->maths->arena;
    return number == floor(number) ? number_text(arena, number, 0, false) : number_markup(arena, number, 5);
}

/* Behind a sign a number below 0 stands in brackets. */
static void put_number(PrintedPieces *pieces, const char *markup, bool below, const Term *operand)
{
    static const char *const signs[] = {PLUS, " − ", " · ", " / ", NULL};
    bool brackets = below && pieces->count && names_find(signs, pieces->items[pieces->count - 1].markup) >= 0;
    if (brackets)
        pieces_add(pieces, "(", NULL);
    pieces_add(pieces, markup, operand);
    if (brackets)
        pieces_add(pieces, ")", NULL);
}

static void put(const Printing *printing, PrintedPieces *pieces, const Term *term, bool inside, bool exponent);

static void put_parts(const Printing *printing, PrintedPieces *pieces, const Term *term, const char *sign, bool inside)
{
    for (int i = 0; i < term->count; i++) {
        if (i > 0)
            pieces_add(pieces, sign, NULL);
        put(printing, pieces, term->parts[i], inside, false);
    }
}

static void put_function(const Printing *printing, PrintedPieces *pieces, const Term *term)
{
    static const char *const names[] = {
        [TERM_TANH] = "tanh(", [TERM_SIGMOID] = "σ(", [TERM_RELU] = "ReLU(", [TERM_EXP] = "exp(", [TERM_LOG] = "ln("};
    pieces_add(pieces, names[term->kind], NULL);
    put(printing, pieces, term->parts[0], false, term->kind == TERM_EXP);
    pieces_add(pieces, ")", NULL);
}

static void put_divisor(const Printing *printing, PrintedPieces *pieces, const Term *term)
{
    bool product = term->kind == TERM_PRODUCT && !is_whole(printing, term, false);
    if (product)
        pieces_add(pieces, "(", NULL);
    put(printing, pieces, term, true, false);
    if (product)
        pieces_add(pieces, ")", NULL);
}

static void put_root(const Printing *printing, PrintedPieces *pieces, const Term *term)
{
    bool number = term->kind == TERM_NUMBER || is_whole(printing, term, false);
    pieces_add(pieces, number ? "√" : "√(", NULL);
    put(printing, pieces, term, false, false);
    if (!number)
        pieces_add(pieces, ")", NULL);
}

/* A number below 0 stands in brackets, and so does all but a function. */
static void put_square(const Printing *printing, PrintedPieces *pieces, const Term *term)
{
    bool number = term->kind == TERM_NUMBER || is_whole(printing, term, false);
    bool brackets = number ? term_number(printing->maths, term) < 0 : term->kind < TERM_TANH;
    if (brackets)
        pieces_add(pieces, "(", NULL);
    put(printing, pieces, term, false, false);
    if (brackets)
        pieces_add(pieces, ")", NULL);
    pieces_add(pieces, "^{2}", NULL);
}

/* `inside` a product or a quotient sums stand in brackets. */
static void put(const Printing *printing, PrintedPieces *pieces, const Term *term, bool inside, bool exponent)
{
    const char *number;
    if (is_whole(printing, term, exponent)) {
        number = number_of(printing, term);
        bool total = term == printing->total;
        put_number(pieces, total ? arena_printf(printing->maths->arena, "@B{%s}", number) : number,
                   is_below_zero(number), term->kind == TERM_VALUE ? term : NULL);
        return;
    }
    bool brackets = inside && (term->kind == TERM_SUM || term->kind == TERM_LESS || term->kind == TERM_QUOTIENT);
    if (brackets)
        pieces_add(pieces, "(", NULL);
    switch (term->kind) {
    case TERM_NUMBER:
        number = constant_text(printing, term->number);
        put_number(pieces, number, is_below_zero(number), NULL);
        break;
    case TERM_SUM:
        put_parts(printing, pieces, term, PLUS, false);
        break;
    case TERM_PRODUCT:
        put_parts(printing, pieces, term, " · ", true);
        break;
    case TERM_QUOTIENT:
        put(printing, pieces, term->parts[0], true, false);
        pieces_add(pieces, " / ", NULL);
        put_divisor(printing, pieces, term->parts[1]);
        break;
    case TERM_LESS:
        put_parts(printing, pieces, term, " − ", true);
        break;
    case TERM_TANH:
    case TERM_SIGMOID:
    case TERM_RELU:
    case TERM_EXP:
    case TERM_LOG:
        put_function(printing, pieces, term);
        break;
    case TERM_ROOT:
        put_root(printing, pieces, term->parts[0]);
        break;
    case TERM_SQUARE:
        put_square(printing, pieces, term->parts[0]);
        break;
    case TERM_VALUE:
        break;
    }
    if (brackets)
        pieces_add(pieces, ")", NULL);
}

void printed_put(const Printing *printing, PrintedPieces *pieces, const Term *term)
{
    put(printing, pieces, term, false, false);
}

/* Do these four add a number below 0: " + ", "(", "−0.31", ")"? */
static bool adds_below_zero(const PrintedPiece *pieces)
{
    return strcmp(pieces[0].markup, PLUS) == 0 && strcmp(pieces[1].markup, "(") == 0 && is_below_zero(pieces[2].markup);
}

const char *printed_text(const Printing *printing, const Term *term)
{
    PrintedPieces *pieces = ARENA_NEW(printing->maths->arena, PrintedPieces);
    printed_put(printing, pieces, term);
    const char *text = "", *next;
    for (int i = 0; i < pieces->count; i++) {
        const PrintedPiece *piece = &pieces->items[i];
        next = piece->markup;
        if (i + 3 < pieces->count && adds_below_zero(piece)) { /* what is added below 0 is taken off */
            next = arena_printf(printing->maths->arena, " − %s", piece[2].markup + strlen(MINUS));
            i += 3;
        }
        text = arena_printf(printing->maths->arena, "%s%s", text, next);
    }
    return text;
}

/* ---- what the printed numbers give ---- */

static double give(const Printing *printing, const Term *term, bool exponent)
{
    if (is_whole(printing, term, exponent))
        return number_rounded(term_number(printing->maths, term), printing->decimals, printing->scaled);
    if (term->kind == TERM_NUMBER)
        return term->number == floor(term->number) ? term->number : number_rounded(term->number, 5, true);
    double parts[2] = {0},
           *numbers = term->count > 2 ? ARENA_ARRAY(printing->maths->arena, double, term->count) : parts;
    for (int i = 0; i < term->count; i++)
        numbers[i] = give(printing, term->parts[i], term->kind == TERM_EXP);
    return term_apply(term, numbers);
}

double printed_number(const Printing *printing, const Term *term)
{
    return give(printing, term, false);
}

bool printed_close(Printing *printing, const Term *term, double number, int decimals, int most)
{
    Printing tried = *printing;
    for (; tried.decimals <= most; tried.decimals++)
        if (numbers_agree(printed_number(&tried, term), number, decimals, printing->scaled)) {
            *printing = tried;
            return true;
        }
    return false;
}

const char *printed_equals(const Maths *maths, Value value, double number, int decimals, bool closes)
{
    Arena *arena = maths->arena;
    bool score = value.kind == VALUE_SCORE || value.kind == VALUE_SELF_SCORE;
    const char *text = value_is_share(value.kind) ? share_text(arena, number, decimals) : "";
    bool bound = text[0] == '>' || (text[0] == '<' && decimals <= 3); /* more decimals have a power of ten */
    const char *sign = bound ? arena_printf(arena, "%c", text[0]) : closes ? "=" : "≈";
    if (!bound)
        text = decimals > 3 ? number_markup(arena, number, decimals) : number_text(arena, number, decimals, score);
    return arena_printf(arena, "%s @B{%s}", sign, text + bound);
}
