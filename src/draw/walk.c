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
           || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0100 && c <= 0xE01EF);
}

static uint32_t peek(Slice rest)
{
    return rest.length ? utf8_next(&rest) : 0;
}

static bool may_be_wide(uint32_t c)
{
    return c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D || c == 0x2026;
}

/* Quotation marks and ellipses are full-width in Chinese and narrow in Latin: wide between hanzi. (Not so the dash: only
 * the sans face's joins its neighbour.) At the edges of a line they are narrow, so that no line grows when it is cut out
 * of its paragraph. */
static bool is_wide(const Walk *walk, uint32_t c, uint32_t next)
{
    if (!may_be_wide(c))
        return false;
    bool before = walk->wide || utf8_is_cjk(walk->before);
    return before && (c == 0x2026 || utf8_is_cjk(next) || may_be_wide(next) || next == 0x2014);
}

Walk walk_start(const Type *type, TextStyle style, Slice text)
{
    return (Walk){
        .type = type, .face = style.face, .tracking = style.size > 0 ? style.tracking / style.size : 0, .rest = text};
}

/* The mark behind a letter whose glyph has it already: a blank without width, there for those who copy the text. */
static void take_mark(Walk *walk, Step *step)
{
    utf8_next(&walk->rest);
    Glyph blank = glyph_find(walk->type, walk->face, ' ');
    blank.advance = 0;
    blank.codepoint = 0;
    *step = (Step){blank, walk->mark, 0};
    walk->mark = 0;
}

bool walk_next(Walk *walk, Step *step)
{
    if (walk->mark) {
        take_mark(walk, step);
        return true;
    }
    uint32_t c = 0;
    do {
        if (walk->rest.length == 0)
            return false;
        c = utf8_next(&walk->rest);
    } while (is_shapeless(c));
    uint32_t next = peek(walk->rest), shown = utf8_shown(c);
    bool wide = is_wide(walk, c, next);
    bool bold = walk->face == FACE_SANS_BOLD || walk->face == FACE_MATH_BOLD;
    Glyph glyph = glyph_find(walk->type, wide ? (bold ? FACE_CJK_BOLD : FACE_CJK) : walk->face, shown);
    uint32_t ready = walk->face == FACE_MATH_ITALIC ? ready_made(c, next) : 0;
    if (ready) {
        Glyph both = glyph_find(walk->type, walk->face, ready);
        if (both.face == walk->face) {
            glyph = both;
            walk->mark = next;
        }
    }
    if (glyph.missing)
        glyph_miss(walk->type, shown);
    *step = (Step){glyph, shown, walk->before && glyph.advance > 0 ? walk->tracking : 0};
    walk->before = c;
    walk->wide = wide;
    return true;
}
