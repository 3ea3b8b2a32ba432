#include "lesson/split.h"

#include <string.h>

enum { CARD_LIMIT = 100, PIECE_LIMIT = 64, FRONT_BYTES = 64 << 10, BLOCK_BYTES = 16 << 10, PROSE_BYTES = 32 << 10 };

/* A walk over the lines of a file. */
typedef struct Lines {
    Slice rest, line;
    int number; /* of `line`, from 1 */
} Lines;

static bool lines_next(Lines *lines)
{
    if (lines->rest.length == 0 || !slice_cut(&lines->rest, '\n', &lines->line))
        return false;
    lines->number++;
    return true;
}

static int line_at(Slice text, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset; i++)
        line += text.text[i] == '\n';
    return line;
}

/* The file with LF line ends, checked to be text that can be shown. */
static bool clean(const Reader *reader, Slice bytes, Slice *out)
{
    if (bytes.length > LESSON_LIMIT_TEXT)
        return reader_fail(reader, 0, "is larger than 1 MB: a lesson is a few pages of text");
    bytes = slice_unmarked(bytes);
    char *copy = arena_copy(reader->arena, bytes.text, bytes.length);
    size_t length = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        char c = bytes.text[i];
        if (c == '\r' && i + 1 < bytes.length && bytes.text[i + 1] == '\n')
            continue;
        copy[length++] = c == '\r' ? '\n' : c;
    }
    copy[length] = '\0';
    *out = (Slice){copy, length};
    uint32_t control;
    size_t at = 0;
    for (Slice rest = *out; rest.length; at = out->length - rest.length)
        if (!utf8_take(&rest, &control))
            return reader_fail(reader, line_at(*out, at), "is not UTF-8 here");
    return !utf8_find_control(*out, &control, &at) || reader_refuse_control(reader, line_at(*out, at), control);
}

static bool is_blank(Slice line)
{
    return slice_trim(line).length == 0;
}

/* How many `c` the line has at its start behind at most three spaces; `behind` is what follows them. */
static size_t run_of(Slice line, char c, Slice *behind)
{
    size_t indent = 0, count = 0;
    while (indent < line.length && indent < 4 && line.text[indent] == ' ')
        indent++;
    if (indent == 4)
        return 0;
    while (indent + count < line.length && line.text[indent + count] == c)
        count++;
    *behind = (Slice){line.text + indent + count, line.length - indent - count};
    return count;
}

typedef struct Fence {
    char mark; /* 0: not inside a fence */
    size_t length;
    int line;
    Slice word; /* the first word behind the opening marks */
} Fence;

static bool fence_opens(Slice line, Fence *fence)
{
    static const char marks[] = {'`', '~'};
    for (size_t i = 0; i < sizeof marks; i++) {
        Slice info;
        size_t length = run_of(line, marks[i], &info);
        if (length < 3 || (marks[i] == '`' && info.length && memchr(info.text, '`', info.length)))
            continue;
        Slice word = slice_trim(info);
        size_t end = 0;
        while (end < word.length && word.text[end] != ' ' && word.text[end] != '\t')
            end++;
        *fence = (Fence){.mark = marks[i], .length = length, .word = {word.text, end}};
        return true;
    }
    return false;
}

static bool fence_closes(Slice line, const Fence *fence)
{
    Slice behind;
    return run_of(line, fence->mark, &behind) >= fence->length && is_blank(behind);
}

/* "- ```": a fence that begins inside a list item, which a walk over lines cannot follow. */
static bool fence_in_item(Slice line)
{
    Slice text = slice_trim(line);
    size_t digits = 0;
    while (digits < text.length && text.text[digits] >= '0' && text.text[digits] <= '9')
        digits++;
    if (digits >= text.length || !memchr(digits ? ".)" : "-*+", text.text[digits], digits ? 2 : 3))
        return false;
    text = slice_trim((Slice){text.text + digits + 1, text.length - digits - 1});
    return slice_starts(text, "```") || slice_starts(text, "~~~");
}

/* "# Title", perhaps with closing marks: the title. */
static bool is_heading(Slice line, Slice *title)
{
    Slice behind;
    if (run_of(line, '#', &behind) != 1 || (behind.length && behind.text[0] != ' ' && behind.text[0] != '\t'))
        return false;
    *title = slice_trim(behind);
    size_t marks = 0;
    while (marks < title->length && title->text[title->length - 1 - marks] == '#')
        marks++;
    if (marks == title->length || (marks && title->text[title->length - 1 - marks] == ' '))
        *title = slice_trim((Slice){title->text, title->length - marks});
    return true;
}

static bool split_front(const Reader *reader, Lines *lines, FileText *out)
{
    if (!lines_next(lines) || !slice_is(slice_trim(lines->line), "---"))
        return reader_fail(reader, 1, "expected `---`: a lesson begins with its front matter between two such lines");
    out->front = (Slice){lines->rest.text, 0};
    out->front_line = 2;
    while (lines_next(lines)) {
        if (lines->line.length && slice_is(slice_trim(lines->line), "---") && lines->line.text[0] == '-') {
            out->front.length = (size_t)(lines->line.text - out->front.text);
            return out->front.length <= FRONT_BYTES
                   || reader_fail(reader, 2, "the front matter is longer than %d KB", FRONT_BYTES >> 10);
        }
    }
    return reader_fail(reader, 1, "the front matter that begins here never ends: expected a second line `---`");
}

/* What has been read of the cards so far. */
typedef struct Splitting {
    const Reader *reader;
    Lines *lines;
    FileText *out;
    const char *from; /* where the piece began that is being gathered */
    int from_line;
} Splitting;

/* What has been gathered, up to `to`, is a piece of the last card. The next one begins behind the line. */
static bool end_piece(Splitting *splitting, PieceKind kind, const char *to)
{
    const Reader *reader = splitting->reader;
    FileText *out = splitting->out;
    CardText *card = out->card_count ? &out->cards[out->card_count - 1] : NULL;
    Slice text = {splitting->from, to > splitting->from ? (size_t)(to - splitting->from) : 0};
    int line = splitting->from_line;
    splitting->from = splitting->lines->line.text + splitting->lines->line.length + 1;
    splitting->from_line = splitting->lines->number + 1;
    if (!card || (kind == PIECE_PROSE && is_blank(text)))
        return true;
    size_t limit = kind == PIECE_PROSE ? PROSE_BYTES : BLOCK_BYTES;
    if (text.length > limit)
        return reader_fail(reader, line, "%s here is longer than %zu KB",
                           kind == PIECE_PROSE ? "the text that begins" : "the block", limit >> 10);
    if (card->piece_count >= PIECE_LIMIT)
        return reader_fail(reader, line, "the card of line %d has more than %d blocks", card->line, PIECE_LIMIT);
    card->pieces = arena_room(reader->arena, card->pieces, card->piece_count, sizeof *card->pieces);
    card->pieces[card->piece_count++] = (CardPiece){kind, text, line};
    return true;
}

static bool add_card(const Reader *reader, FileText *out, Slice title, int line)
{
    if (title.length == 0)
        return reader_fail(reader, line, "a card needs a title behind its `#`");
    if (out->card_count >= CARD_LIMIT)
        return reader_fail(reader, line, "a lesson has at most %d cards", CARD_LIMIT);
    out->cards = arena_room(reader->arena, out->cards, out->card_count, sizeof *out->cards);
    out->cards[out->card_count++] =
        (CardText){.title = arena_copy(reader->arena, title.text, title.length), .line = line};
    return true;
}

static PieceKind piece_kind(const Fence *fence)
{
    static const char *const words[] = {
        [PIECE_ATTEND] = "attend", [PIECE_QUIZ] = "quiz", [PIECE_GATES] = "gates", [PIECE_DRAW] = "draw"};
    for (int kind = PIECE_ATTEND; kind <= PIECE_DRAW; kind++)
        if (slice_is(fence->word, words[kind]))
            return (PieceKind)kind;
    return PIECE_PROSE;
}

static bool split_cards(const Reader *reader, Lines *lines, FileText *out)
{
    Splitting splitting = {reader, lines, out, lines->rest.text, lines->number + 1};
    Fence fence = {0};
    while (lines_next(lines)) {
        Slice line = lines->line, title;
        if (fence.mark) {
            PieceKind kind = piece_kind(&fence);
            if (!fence_closes(line, &fence))
                continue;
            fence.mark = 0;
            if (kind != PIECE_PROSE && !end_piece(&splitting, kind, line.text))
                return false;
        } else if (is_heading(line, &title)) {
            if (!end_piece(&splitting, PIECE_PROSE, line.text) || !add_card(reader, out, title, lines->number))
                return false;
        } else if (out->card_count == 0) {
            if (!is_blank(line))
                return reader_fail(reader, lines->number, "expected the first card, a line `# Title`, before any text");
        } else if (fence_in_item(line)) {
            return reader_fail(reader, lines->number,
                               "a fence cannot begin inside a list item: begin it on its own line");
        } else if (fence_opens(line, &fence)) {
            fence.line = lines->number;
            if (piece_kind(&fence) != PIECE_PROSE && !end_piece(&splitting, PIECE_PROSE, line.text))
                return false;
        }
    }
    if (fence.mark)
        return reader_fail(reader, fence.line, "the fence that opens here is never closed");
    if (out->card_count == 0)
        return reader_fail(reader, lines->number, "has no card: expected at least one line `# Title`");
    return end_piece(&splitting, PIECE_PROSE, lines->line.text + lines->line.length);
}

bool split_file(const Reader *reader, Slice bytes, FileText *out)
{
    *out = (FileText){0};
    Lines lines = {0};
    if (!clean(reader, bytes, &lines.rest) || !split_front(reader, &lines, out) || !split_cards(reader, &lines, out))
        return false;
    out->lines = lines.number;
    return true;
}
