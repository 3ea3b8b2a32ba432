/* Terms as pieces of a line: signs, and numbers that can be pressed. */
#include "scene/origin/origin_panel.h"

#include <math.h>

void pieces_put(Pieces *pieces, const char *markup, const Term *operand)
{
    if (pieces->count < PIECES_MOST)
        pieces->items[pieces->count++] = (Piece){markup, operand};
}

/* As long as it is not tiny: "−0.0312"; else "3.1·10^−5". */
const char *number_markup(Arena *arena, double number, int decimals)
{
    double size = fabs(number), least = pow(10, -decimals) * 5;
    if (size >= 10000 || (size > 0 && size < least && decimals > 3)) {
        int power = (int)floor(log10(size));
        power += size / pow(10, power) >= 9.95; /* it would be written 10.0 */
        return arena_printf(arena, "%s·10^{%s%d}", number_text(arena, number / pow(10, power), 1, false),
                            power < 0 ? "−" : "", power < 0 ? -power : power);
    }
    return number_text(arena, number, size >= 100 ? 1 : size >= 10 ? 2 : decimals, false);
}

static void put_parts(Pieces *pieces, const Term *term, const char *sign, bool inside)
{
    for (int i = 0; i < term->count; i++) {
        if (i > 0)
            pieces_put(pieces, sign, NULL);
        pieces_put_term(pieces, term->parts[i], inside);
    }
}

static void put_function(Pieces *pieces, const char *name, const Term *term)
{
    pieces_put(pieces, name, NULL);
    pieces_put_term(pieces, term->parts[0], false);
    pieces_put(pieces, ")", NULL);
}

/* `inside` a product or a quotient sums stand in brackets. */
void pieces_put_term(Pieces *pieces, const Term *term, bool inside)
{
    if (term == pieces->total) {
        pieces_put(
            pieces,
            arena_printf(pieces->arena, "@B{%s}", number_markup(pieces->arena, term_number(pieces->maths, term), 4)),
            NULL);
        return;
    }
    bool brackets = inside && (term->kind == TERM_SUM || term->kind == TERM_LESS || term->kind == TERM_QUOTIENT);
    if (brackets)
        pieces_put(pieces, "(", NULL);
    switch (term->kind) {
    case TERM_VALUE:
        pieces_put(pieces, number_markup(pieces->arena, value_number(pieces->maths, term->value), pieces->decimals),
                   term);
        break;
    case TERM_NUMBER: {
        bool whole = term->number == floor(term->number);
        pieces_put(pieces,
                   whole ? number_text(pieces->arena, term->number, 0, false)
                         : number_markup(pieces->arena, term->number, 5),
                   NULL);
        break;
    }
    case TERM_SUM:
        put_parts(pieces, term, " + ", false);
        break;
    case TERM_PRODUCT:
        put_parts(pieces, term, " · ", true);
        break;
    case TERM_QUOTIENT:
        put_parts(pieces, term, " / ", true);
        break;
    case TERM_LESS:
        put_parts(pieces, term, " − ", true);
        break;
    case TERM_TANH:
        put_function(pieces, "tanh(", term);
        break;
    case TERM_SIGMOID:
        put_function(pieces, "σ(", term);
        break;
    case TERM_EXP:
        put_function(pieces, "exp(", term);
        break;
    case TERM_ROOT:
        put_function(pieces, "√(", term);
        break;
    }
    if (brackets)
        pieces_put(pieces, ")", NULL);
}
