#include "derive/remainder.h"

#include <math.h>
#include <stdlib.h>

enum { DECIMALS = 2, DECIMALS_MOST = 6 };

/* What printed shares can add up to, in units of their last digit: "<0.01" is 0 to 1 hundredths, ">0.99" 99 to 100. */
typedef struct PrintedSum {
    long from, to;
} PrintedSum;

static PrintedSum span_of(const char *text, double scale)
{
    long number = lrint(strtod(text + (text[0] == '<' || text[0] == '>'), NULL) * scale);
    return (PrintedSum){text[0] == '<' ? 0 : number, text[0] == '>' ? lrint(scale) : number};
}

static PrintedSum printed_sum(const float *shares, int count, int decimals, Arena *arena)
{
    double scale = pow(10, decimals);
    PrintedSum sum = {0, 0};
    for (int i = 0; i < count; i++) {
        PrintedSum one = span_of(share_text(arena, (double)shares[i], decimals), scale);
        sum.from += one.from;
        sum.to += one.to;
    }
    return sum;
}

double shares_total(const float *shares, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += (double)shares[i];
    return total;
}

bool shares_add_up(const float *shares, int count, Arena *arena)
{
    PrintedSum sum = printed_sum(shares, count, DECIMALS, arena);
    long total = lrint(shares_total(shares, count) * pow(10, DECIMALS));
    return sum.from <= total && total <= sum.to;
}

Remainder remainder_of(const float *shares, int count, Arena *arena)
{
    Remainder others = {DECIMALS, ""};
    double left = fmax(1 - shares_total(shares, count), 0);
    for (;; others.decimals++) {
        double scale = pow(10, others.decimals);
        long whole = lrint(scale);
        PrintedSum sum = printed_sum(shares, count, others.decimals, arena);
        others.text = share_text(arena, left, others.decimals);
        PrintedSum own = span_of(others.text, scale);
        if (sum.from + own.from <= whole && whole <= sum.to + own.to)
            return others;
        long wanted = sum.from + own.from > whole ? whole - sum.from : whole - sum.to;
        if (wanted >= 0 || others.decimals == DECIMALS_MOST) {
            others.text = number_text(arena, fmax((double)wanted, 0) / scale, others.decimals, false);
            return others;
        }
    }
}
