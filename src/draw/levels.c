/* Which way the letters of a line run: Unicode's bidirectional algorithm (UAX 9), by FriBidi.
 *
 * A line runs to the left where all its letters do. One that has others too is a sentence of the interface, or a
 * formula, with foreign words in it, and runs to the right, as signs of mathematics do: between two Hebrew words an
 * arrow points on. Figures and marks between words run to the right there as well. By the algorithm alone they would
 * join the words around them, and of "A 0.1, B 0.2" each number would stand beside the other word. */
#include "base/arena.h"
#include "draw/glyph.h"

#include <fribidi.h>
#include <hb.h>

/* Code points of scripts that run from right to left, and the blocks reserved for more of them. */
static bool may_run_left(uint32_t c)
{
    return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFF)
           || (c >= 0x10800 && c <= 0x10FFF) || (c >= 0x1E800 && c <= 0x1EFFF);
}

static bool any_runs_left(const LetterStep *steps, int count)
{
    for (int i = 0; i < count; i++)
        if (may_run_left(steps[i].codepoint))
            return true;
    return false;
}

static bool is_sign(uint32_t c)
{
    return (c >= 0x2190 && c <= 0x21FF) /* arrows */
           || hb_unicode_general_category(hb_unicode_funcs_get_default(), c) == HB_UNICODE_GENERAL_CATEGORY_MATH_SYMBOL;
}

static bool runs_left(FriBidiCharType type)
{
    return type == FRIBIDI_TYPE_RTL || type == FRIBIDI_TYPE_AL;
}

/* True unless it is a letter that runs to the left or belongs to such letters: marks, spaces, signs within a word. */
static bool parts_words(const FriBidiCharType *types, int i, int count)
{
    FriBidiCharType type = types[i];
    bool goes_along = runs_left(type) || type == FRIBIDI_TYPE_AN || type == FRIBIDI_TYPE_NSM || type == FRIBIDI_TYPE_BN
                      || type == FRIBIDI_TYPE_WS;
    return !goes_along && !(i > 0 && i + 1 < count && runs_left(types[i - 1]) && runs_left(types[i + 1]));
}

/* The way of the line; what runs to the right with it becomes a letter that does. */
static FriBidiParType settle(const FriBidiChar *letters, int count, FriBidiCharType *types)
{
    bool right = false;
    for (int i = 0; i < count; i++) {
        if (is_sign(letters[i]))
            types[i] = FRIBIDI_TYPE_LTR;
        right = right || types[i] == FRIBIDI_TYPE_LTR;
    }
    for (int i = 0; right && i < count; i++)
        if (parts_words(types, i, count))
            types[i] = FRIBIDI_TYPE_LTR;
    return right ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
}

bool steps_level(LetterStep *steps, int count)
{
    if (!any_runs_left(steps, count))
        return false;
    Arena arena = {0};
    FriBidiChar *letters = ARENA_ARRAY(&arena, FriBidiChar, (size_t)count);
    FriBidiCharType *types = ARENA_ARRAY(&arena, FriBidiCharType, (size_t)count);
    FriBidiBracketType *brackets = ARENA_ARRAY(&arena, FriBidiBracketType, (size_t)count);
    FriBidiLevel *levels = ARENA_ARRAY(&arena, FriBidiLevel, (size_t)count);
    for (int i = 0; i < count; i++)
        letters[i] = steps[i].codepoint;
    fribidi_get_bidi_types(letters, count, types);
    fribidi_get_bracket_types(letters, count, types, brackets);
    FriBidiParType way = settle(letters, count, types);
    if (!fribidi_get_par_embedding_levels_ex(types, brackets, count, &way, levels))
        heap_exhausted();
    for (int i = 0; i < count; i++)
        steps[i].level = (uint8_t)levels[i];
    arena_finish(&arena);
    return true;
}
