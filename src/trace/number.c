/* Numbers as people read them. */
#include "trace/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\u2212"

/* Has it a digit other than 0, after rounding? */
static bool shows_nothing(const char *digits)
{
    return strspn(digits, "0.") == strlen(digits);
}

char *number_text(Arena *arena, double value, int decimals, bool plus)
{
    if (isnan(value))
        return arena_printf(arena, "NaN");
    const char *sign = value < 0 ? MINUS : plus ? "+" : "";
    if (isinf(value))
        return arena_printf(arena, "%s\u221E", sign);
    char *digits = arena_printf(arena, "%.*f", decimals < 0 ? 2 : decimals, fabs(value));
    if (shows_nothing(digits))
        sign = "";
    return arena_printf(arena, "%s%s", sign, digits);
}

char *share_text(Arena *arena, double share, int decimals)
{
    double least = pow(10, -decimals);
    char *text = number_text(arena, share, decimals, false);
    if (share > 0 && shows_nothing(text))
        return arena_printf(arena, "<%.*f", decimals, least);
    if (share < 1 && text[0] == '1')
        return arena_printf(arena, ">%.*f", decimals, 1 - least);
    return text;
}

char *percent_text(Arena *arena, double share)
{
    const char *text = share_text(arena, share, 2);
    bool bound = text[0] == '<' || text[0] == '>';
    return arena_printf(arena, "%.*s%.0f %%", bound, text, 100 * strtod(text + bound, NULL));
}

char *share_equals(Arena *arena, double share, int decimals)
{
    const char *text = share_text(arena, share, decimals);
    bool bound = text[0] == '<' || text[0] == '>';
    return arena_printf(arena, "%c %s", bound ? text[0] : '=', text + bound);
}
