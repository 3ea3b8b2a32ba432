#include "lesson/spans.h"

#include "lesson/live.h"
#include "lesson/tex.h"

#include <stdlib.h>

int prose_line(const Prose *prose)
{
    int line = prose->line;
    for (const char *c = prose->text.text; c < prose->at; c++)
        line += *c == '\n';
    return line;
}

static Span *add_span(Prose *prose)
{
    TextBlock *block = prose->block;
    block->spans = arena_room(prose->reader->arena, block->spans, block->span_count, sizeof *block->spans);
    Span *span = &block->spans[block->span_count++];
    *span = (Span){0};
    return span;
}

void spans_flush(Prose *prose)
{
    if (prose->run.length && prose->block) {
        Span *span = add_span(prose);
        span->style = prose->run_style;
        span->link = prose->run_link;
        span->text = arena_copy(prose->reader->arena, prose->run.data, prose->run.length);
    }
    prose->run.length = 0;
}

static int style(const Prose *prose)
{
    return (prose->bold ? SPAN_BOLD : 0) | (prose->italic ? SPAN_ITALIC : 0) | (prose->code ? SPAN_CODE : 0)
           | (prose->link ? SPAN_LINK : 0);
}

/* The letter in front of what comes next: of the run, else of the span before it. */
static uint32_t letter_before(const Prose *prose)
{
    if (prose->run.length)
        return utf8_last(bytes_slice(&prose->run));
    if (!prose->block || prose->block->span_count == 0)
        return 0;
    return utf8_last(slice_of(prose->block->spans[prose->block->span_count - 1].text));
}

/* A new line of the file is a space, but not between two Chinese characters, nor beside Chinese punctuation. Of the two
 * styles it takes the plainer. */
static void settle_soft(Prose *prose, uint32_t next)
{
    if (!prose->soft)
        return;
    prose->soft = false;
    uint32_t before = letter_before(prose);
    if ((utf8_is_cjk(before) && utf8_is_cjk(next)) || utf8_is_cjk_mark(before) || utf8_is_cjk_mark(next))
        return;
    if (prose->run.length && (prose->run_style & ~style(prose)) == 0)
        bytes_add_text(&prose->run, " ");
    else if (prose->run.length || prose->block->span_count)
        spans_add(prose, slice_of(" "));
}

void spans_add(Prose *prose, Slice text)
{
    if (text.length == 0)
        return;
    settle_soft(prose, utf8_first(text));
    if (style(prose) != prose->run_style || prose->link != prose->run_link)
        spans_flush(prose);
    prose->run_style = style(prose);
    prose->run_link = prose->link;
    bytes_add(&prose->run, text.text, text.length);
}

/* md4c gives the letter behind a backslash as a text of its own; that backslash must not itself be such a letter. */
static bool is_escape(const Prose *prose, Slice text)
{
    return prose->inside && text.length == 1 && text.text > prose->text.text && text.text[-1] == '\\'
           && prose->escape != text.text - 1;
}

int spans_add_normal(Prose *prose, Slice text)
{
    if (is_escape(prose, text)) {
        prose->escape = text.text;
        spans_add(prose, text);
        return 0;
    }
    for (size_t i = 0; i + 1 < text.length; i++)
        if (text.text[i] == '*' && text.text[i + 1] == '*')
            return STOP(prose, "`**` is not closed here: put punctuation outside, as in **word**. (or write \\*\\*)");
    Slice plain, name;
    while (live_take(&text, &plain, &name)) {
        Live live;
        if (plain.length) {
            spans_add(prose, plain);
            continue;
        }
        if (!live_parse(prose->reader, prose_line(prose), name, &live)) {
            prose->failed = true;
            return -1;
        }
        if (prose->block->span_count > SPAN_LIMIT)
            return STOP(prose, "a paragraph has more than %d changes of style", SPAN_LIMIT);
        settle_soft(prose, '0');
        spans_flush(prose);
        Span *span = add_span(prose);
        *span = (Span){.style = style(prose) | SPAN_LIVE, .link = prose->link, .live = live, .line = prose_line(prose)};
        span->text = arena_copy(prose->reader->arena, name.text, name.length);
    }
    return 0;
}

int spans_add_tex(Prose *prose)
{
    const char *markup;
    Slice tex = bytes_slice(&prose->tex), trimmed = slice_trim(tex);
    if (tex.length != trimmed.length) { /* "5$ or $6" is about money */
        spans_add(prose, slice_of(arena_printf(prose->reader->arena, "$%.*s$", (int)tex.length, tex.text)));
        prose->tex.length = 0;
        return 0;
    }
    if (!tex_markup(prose->reader, prose_line(prose), tex, &markup)) {
        prose->failed = true;
        return -1;
    }
    settle_soft(prose, 'x');
    spans_flush(prose);
    Span *span = add_span(prose);
    *span = (Span){.style = style(prose) | SPAN_MATH, .text = markup, .link = prose->link};
    prose->tex.length = 0;
    return 0;
}

/* The few named characters that people write, and numbers; others stay as they are written. */
int spans_add_entity(Prose *prose, Slice text)
{
    static const struct {
        const char *name, *text;
    } known[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\u00A0"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_is(text, known[i].name)) {
            spans_add(prose, slice_of(known[i].text));
            return 0;
        }
    if (text.length > 3 && text.text[1] == '#') {
        bool hex = text.text[2] == 'x' || text.text[2] == 'X';
        unsigned long c = strtoul(text.text + (hex ? 3 : 2), NULL, hex ? 16 : 10);
        char letter[4];
        bool shown = c > 0 && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
        if (shown && utf8_is_control((uint32_t)c) && c != '\t' && c != '\n') {
            reader_refuse_control(prose->reader, prose_line(prose), (uint32_t)c);
            prose->failed = true;
            return -1;
        }
        spans_add(prose, (Slice){letter, utf8_put(letter, shown ? (uint32_t)c : 0xFFFD)});
        return 0;
    }
    spans_add(prose, text);
    return 0;
}
