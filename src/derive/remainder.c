#include "derive/remainder.h"

#include <math.h>
#include <stdlib.h>

enum { DECIMALS = 2, DECIMALS_MOST = 6 };

/* What a printed share can stand for, in units of its last digit. */
typedef struct Span {
    long from, to;
} Span;

static Span span_of(const char *text, double scale)
{
    long number = lrint(strtod(text + (text[0] == '<' || text[0] == '>'), NULL) * scale);
    return (Span){text[0] == '<' ? 0 : number, text[0] == '>' ? lrint(scale) : number};
}

Remainder remainder_of(const float *shares, int count, Arena *arena)
{
    Remainder others = {DECIMALS, ""};
    double left = 1;
    for (int i = 0; i < count; i++)
        left -= (double)shares[i];
    left = fmax(left, 0);
    for (;; others.decimals++) {
        double scale = pow(10, others.decimals);
        long whole = lrint(scale);
        Span sum = {0, 0};
        for (int i = 0; i < count; i++) {
            Span one = span_of(share_text(arena, (double)shares[i], others.decimals), scale);
            sum.from += one.from;
            sum.to += one.to;
        }
        others.text = share_text(arena, left, others.decimals);
        Span own = span_of(others.text, scale);
        if (sum.from + own.from <= whole && whole <= sum.to + own.to)
            return others;
        long wanted = sum.from + own.from > whole ? whole - sum.from : whole - sum.to;
        if (wanted >= 0 || others.decimals == DECIMALS_MOST) {
            others.text = number_text(arena, fmax((double)wanted, 0) / scale, others.decimals, false);
            return others;
        }
    }
}
