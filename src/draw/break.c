/* Paragraphs broken into lines: a small part of Unicode's UAX 14, for English and Chinese. */
#include "draw/glyph.h"

bool text_closes(uint32_t c)
{
    return utf8_is_one_of(c, ",.;:!?)]}%’”…—、。，．：；！？）］｝》」』】〉〕〗～·ー々％");
}

bool text_opens(uint32_t c)
{
    return utf8_is_one_of(c, "([{“‘（［｛《「『【〈〔〖￥");
}

static bool is_glue(uint32_t c) /* space that keeps its neighbours together */
{
    return c == 0xA0 || c == 0x202F || c == 0x2007;
}

static bool is_gap(uint32_t c)
{
    return (utf8_is_space(c) && !is_glue(c)) || c == 0x200B;
}

static bool is_word(uint32_t c)
{
    return c >= 0x80 ? !is_gap(c) && !text_closes(c) : (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool text_may_break(uint32_t last, uint32_t before, uint32_t after)
{
    if (text_closes(after) || text_opens(before) || is_glue(before) || is_glue(after))
        return false;
    if (utf8_is_cjk(before) || utf8_is_cjk(after))
        return true;
    bool hyphen = before == '-' || before == 0x2013 || before == 0x2014;
    return hyphen && is_word(last) && is_word(after);
}

typedef struct BrokenLine {
    size_t end, next; /* bytes: the end of what is shown, the start of the line behind */
} BrokenLine;

/* The line at the front of `rest`, which does not begin with a space; false: it does not end in it. */
static bool find_line(const Type *type, TextStyle style, Slice rest, float width, BrokenLine *out)
{
    float x = 0;
    uint32_t last = 0, before = 0;
    size_t ink_end = 0;    /* behind the last glyph that is no space */
    BrokenLine best = {0}; /* the last place where a line may end; next = 0: none yet */
    bool after_gap = false;
    Walk walk = walk_start(type, style, rest);
    for (LetterStep step;;) {
        size_t at = (size_t)(walk.rest.text - rest.text);
        after_gap |= utf8_first(walk.rest) == 0x200B; /* without a shape it is left out, but a line may end there */
        if (!walk_next(&walk, &step)) {
            *out = (BrokenLine){ink_end, rest.length};
            return false;
        }
        size_t end = (size_t)(walk.rest.text - rest.text);
        if (walk.before == '\n') {
            *out = (BrokenLine){ink_end, end};
            return true;
        }
        x += (step.space + step.glyph.advance) * style.size;
        if (step.codepoint == 0) /* the letter before goes on */
            continue;
        if (is_gap(step.codepoint)) {
            after_gap = true;
            continue;
        }
        bool mark = step.glyph.advance == 0 && ink_end > 0;
        if (at > 0 && !mark && (after_gap || text_may_break(last, before, step.codepoint)))
            best = (BrokenLine){ink_end, at};
        if (x > width + 0.01f && !mark && at > 0) {
            *out = best.next ? best : (BrokenLine){ink_end, at};
            return true;
        }
        ink_end = end;
        after_gap = false;
        last = before;
        before = step.codepoint;
    }
}

/* A paragraph may have thousands of lines: no more of it is looked at than holds one, and what the last letters of that
 * would be if they were not the last. */
static BrokenLine take_line(const Type *type, TextStyle style, Slice rest, float width)
{
    enum { FIRST = 512, BEHIND = 64 }; /* bytes */
    BrokenLine line;
    for (size_t part = FIRST; part < rest.length; part *= 2) {
        Slice front = {rest.text, utf8_whole((Slice){rest.text, part})};
        if (find_line(type, style, front, width, &line) && line.next + BEHIND <= front.length)
            return line;
    }
    find_line(type, style, rest, width, &line);
    return line;
}

/* Without the spaces that a line does not begin with; a line feed stays, it is an empty line. */
static Slice skip_gaps(Slice rest)
{
    for (Slice after = rest; rest.length; rest = after) {
        uint32_t c = utf8_next(&after);
        if (!is_gap(c) || c == '\n')
            break;
    }
    return rest;
}

TextLines text_break(Arena *arena, const Type *type, TextStyle style, Slice text, float width)
{
    TextLines out = {0};
    Slice rest = skip_gaps(text);
    while (rest.length) {
        BrokenLine line = take_line(type, style, rest, width);
        out.lines = arena_room(arena, out.lines, out.count, sizeof *out.lines);
        out.lines[out.count++] = (Slice){rest.text, line.end};
        rest = skip_gaps((Slice){rest.text + line.next, rest.length - line.next});
    }
    return out;
}
