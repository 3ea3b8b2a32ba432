#include "draw/glyph.h"

/* The private code point under which the math italic has a letter with a combining mark ready made; 0: it has not. */
static uint32_t ready_made(uint32_t letter, uint32_t mark)
{
    bool latin = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    uint32_t base = mark == 0x303   ? 0xE100
                    : mark == 0x302 ? 0xE200
                    : mark == 0x304 ? 0xE300
                    : mark == 0x307 ? 0xE400
                                    : 0;
    return latin && base ? base + letter : 0;
}

static bool is_shapeless(uint32_t c)
{
    return c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064)
           || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0020 && c <= 0xE007F)
           || (c >= 0xE0100 && c <= 0xE01EF);
}

static bool may_be_wide(uint32_t c)
{
    return c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D || c == 0x2026;
}

/* Quotation marks and ellipses are full-width in Chinese and narrow in Latin: wide between hanzi. (Not so the dash:
 * only the sans face's joins its neighbour.) At the edges of a line they are narrow, so that no line grows when it is
 * cut out of its paragraph; so are quotation marks beside punctuation, which brings the room between them. */
static bool is_wide(const Items *items, uint32_t c, uint32_t next)
{
    if (!may_be_wide(c))
        return false;
    bool before = items->wide || utf8_is_cjk(items->before);
    if (c != 0x2026 && (utf8_is_cjk_mark(items->before) || utf8_is_cjk_mark(next)))
        return false;
    return before && (c == 0x2026 || utf8_is_cjk(next) || may_be_wide(next) || next == 0x2014);
}

/* The mark behind a letter whose glyph has it already: a blank without width, there for those who copy the text. */
static void take_mark(Items *items, LetterStep *step)
{
    utf8_next(&items->rest);
    Glyph blank = glyph_find(items->type, items->face, ' ');
    blank.advance = 0;
    blank.codepoint = 0;
    *step = (LetterStep){.glyph = blank, .codepoint = items->mark, .read = items->before};
    items->mark = 0;
}

/* The face in which a code point is looked for first. A space stays with the run it stands in. */
static Face face_for(const Items *items, uint32_t shown, bool wide)
{
    bool bold = type_font(items->type, items->face)->weight > 500;
    if (wide)
        return bold ? FACE_CJK_BOLD : FACE_CJK;
    return shown == ' ' && items->before ? items->last : items->face;
}

/* What makes one emoji of several, or says which of its forms is meant: joiner, selectors, the letters of a flag. */
static bool joins_emoji(uint32_t c)
{
    return c == 0x200D || c == 0xFE0E || c == 0xFE0F || (c >= 0xE0020 && c <= 0xE007F);
}

/* It has no shape, but the letters beside it have others where it stands: they are told of it. */
static bool is_joiner(const Items *items, uint32_t c)
{
    return ((c == 0x200C || c == 0x200D) && script_joins(script_of(items->before)))
           || (joins_emoji(c) && script_is_sign(items->before));
}

static void take_joiner(const Items *items, uint32_t c, LetterStep *step)
{
    Glyph blank = glyph_find(items->type, items->last, ' ');
    blank.advance = 0;
    blank.codepoint = c;
    *step = (LetterStep){.glyph = blank, .codepoint = c, .read = c};
}

bool items_next(Items *items, LetterStep *step)
{
    if (items->mark) {
        take_mark(items, step);
        return true;
    }
    uint32_t c = 0;
    do {
        if (items->rest.length == 0)
            return false;
        c = utf8_next(&items->rest);
    } while (is_shapeless(c) && !is_joiner(items, c));
    if (is_shapeless(c)) {
        take_joiner(items, c, step);
        return true;
    }
    uint32_t next = utf8_first(items->rest), shown = utf8_shown(c);
    bool wide = is_wide(items, c, next);
    Glyph glyph = glyph_find(items->type, face_for(items, shown, wide), shown);
    uint32_t ready = items->face == FACE_MATH_ITALIC ? ready_made(c, next) : 0;
    if (ready) {
        Glyph both = glyph_find(items->type, items->face, ready);
        if (both.face == items->face) {
            glyph = both;
            items->mark = next;
        }
    }
    if (glyph.missing)
        glyph_miss(items->type, shown);
    *step = (LetterStep){.glyph = glyph, .codepoint = shown, .read = c};
    items->before = c;
    items->wide = wide;
    items->last = glyph.face;
    return true;
}
