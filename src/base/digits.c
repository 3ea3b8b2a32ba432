#include "base/digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *digits_print(char to[DIGITS_SIZE], double value, int digits)
{
    double size = fabs(value);
    if (!(size < 1e15) || (size > 0 && size < 1e-9)) {
        snprintf(to, DIGITS_SIZE, "%.*g", digits, value);
        return to;
    }
    int decimals = size > 0 ? digits - 1 - (int)floor(log10(size)) : 0;
    snprintf(to, DIGITS_SIZE, "%.*f", decimals > 0 ? decimals : 0, value);
    if (strchr(to, '.')) {
        size_t length = strlen(to);
        while (to[length - 1] == '0')
            length--;
        to[length - (to[length - 1] == '.')] = '\0';
    }
    return to;
}

bool digits_read(Slice text, double *out)
{
    char copy[64], *end;
    text = slice_trim(text);
    if (text.length == 0 || text.length >= sizeof copy)
        return false;
    memcpy(copy, text.text, text.length);
    copy[text.length] = '\0';
    *out = strtod(copy, &end);
    return !*end;
}
