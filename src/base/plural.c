#include "base/plural.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { FORMAT_MOST = 1024 };

typedef struct PluralChoice { /* "(one|many)" within a format */
    char *begin, *one, *many, *end;
} PluralChoice;

static char *skip_letters(char *text)
{
    while (islower((unsigned char)*text))
        text++;
    return text;
}

static bool find_choice(char *format, PluralChoice *out)
{
    for (char *open = format; (open = strchr(open, '(')); open++) {
        char *bar = skip_letters(open + 1), *close = *bar == '|' ? skip_letters(bar + 1) : bar;
        bool some = bar != close && *close == ')', s = close == open + 2 && strncmp(open, "(s)", 3) == 0;
        *out = (PluralChoice){open, open + 1, s ? open + 1 : bar + 1, close + 1};
        if (s)
            out->one = close; /* nothing */
        if (some || s)
            return true;
    }
    return false;
}

/* Is the last whole number that is printed before `end` 1? */
static bool is_one(const char *format, const char *end, va_list arguments)
{
    bool one = false;
    va_list rest;
    va_copy(rest, arguments);
    for (const char *at = format; (at = memchr(at, '%', (size_t)(end - at))); at++) {
        for (at++; *at && strchr("-+ #0123456789.*", *at); at++)
            if (*at == '*')
                (void)va_arg(rest, int);
        bool size = *at == 'z', wide = *at == 'l';
        at += size || wide;
        if (*at && strchr("diu", *at))
            one = size ? va_arg(rest, size_t) == 1 : wide ? va_arg(rest, long) == 1 : va_arg(rest, int) == 1;
        else if (*at && strchr("feg", *at))
            (void)va_arg(rest, double); /* NOLINT(bugprone-branch-clone): each takes another type */
        else if (*at == 'c')
            (void)va_arg(rest, int);
        else if (*at != '%')
            (void)va_arg(rest, void *); /* %s */
    }
    va_end(rest);
    return one;
}

static void put_choice(char *format, const PluralChoice *choice, va_list arguments)
{
    const char *from = is_one(format, choice->begin, arguments) ? choice->one : choice->many;
    size_t length = strcspn(from, "|)");
    memmove(choice->begin, from, length);
    memmove(choice->begin + length, choice->end, strlen(choice->end) + 1);
}

int plural_vprint(char *to, size_t size, const char *format, va_list arguments)
{
    PluralChoice choice;
    char *open = strchr(format, '(');
    if (!open || !find_choice(open, &choice)) /* nearly always */
        return vsnprintf(to, size, format, arguments);
    char resolved[FORMAT_MOST];
    assert(strlen(format) < sizeof resolved);
    snprintf(resolved, sizeof resolved, "%s", format);
    while (find_choice(resolved, &choice))
        put_choice(resolved, &choice, arguments);
    return vsnprintf(to, size, resolved, arguments);
}
