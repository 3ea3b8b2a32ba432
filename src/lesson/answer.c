/* Answering a quiz: the number that is typed, and whether the answer was right. */
#include "lesson/lesson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The character in ASCII; 0 if it cannot stand in a number. */
static char digit_of(uint32_t c)
{
    if (c >= 0xFF0B && c <= 0xFF19) /* full width, in the order of ASCII from `+` on */
        c -= 0xFF0B - '+';
    if (c == ',' || c == 0x3002)
        return '.';
    if (c == 0x2212 || c == 0x2013)
        return '-';
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' ? (char)c : 0;
}

/* At most one sign, in front, and one point. */
static bool fits(const QuizAnswer *answer, char c)
{
    bool sign = c == '-' || c == '+', signed_already = answer->typed[0] == '-' || answer->typed[0] == '+';
    if (sign)
        return answer->caret == 0 && !signed_already;
    if (answer->caret == 0 && signed_already)
        return false;
    return c != '.' || !strchr(answer->typed, '.');
}

bool quiz_type(QuizAnswer *answer, const char *text)
{
    bool room = true;
    for (Slice rest = slice_of(text); rest.length;) {
        char c = digit_of(utf8_next(&rest));
        size_t length = strlen(answer->typed);
        if (!c || !fits(answer, c))
            continue;
        if (length + 1 >= QUIZ_DIGITS) {
            room = false;
            continue;
        }
        memmove(answer->typed + answer->caret + 1, answer->typed + answer->caret, length + 1 - (size_t)answer->caret);
        answer->typed[answer->caret++] = c;
        answer->answered = false;
    }
    return room;
}

void quiz_erase(QuizAnswer *answer, int by)
{
    int at = by < 0 ? answer->caret - 1 : answer->caret;
    if (at < 0 || !answer->typed[at])
        return;
    memmove(answer->typed + at, answer->typed + at + 1, strlen(answer->typed + at));
    answer->caret = at;
    answer->answered = false;
}

void quiz_grade(QuizAnswer *answer)
{
    char *end;
    double number = strtod(answer->typed, &end);
    answer->answered = end != answer->typed && !*end && isfinite(number);
    answer->number = answer->answered ? number : 0;
}

bool quiz_answered_right(const Quiz *quiz, const QuizAnswer *answer, const Trace *trace)
{
    return answer->answered && quiz_right(quiz, trace, answer->choice, answer->number);
}
