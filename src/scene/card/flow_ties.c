/* Which pieces stay on one line: of code, of a formula, of a Chinese word. */
#include "scene/card/flow.h"

#include <ctype.h>

enum { WORD_MOST = 5 }; /* characters of a Chinese word; what is longer is a sentence */

static bool is_sign(const FlowPiece *piece)
{
    Slice rest = piece->text;
    return !piece->math && rest.length && utf8_is_one_of(utf8_next(&rest), "=·+−×/@|<>≈≤≥∈") && rest.length == 0;
}

/* Signs that stand before what they are of. */
static bool is_prefix(const FlowPiece *piece)
{
    return !piece->math && (slice_is(piece->text, "log") || slice_is(piece->text, "Σ"));
}

/* How many brackets are open behind the piece that follow a letter at once, as those of p(y | x) do. */
static int count_open(const FlowPiece *piece, int open)
{
    for (size_t i = 0; i < piece->text.length && !piece->math; i++) {
        char c = piece->text.text[i];
        bool called = i > 0 && isalnum((unsigned char)piece->text.text[i - 1]);
        if (c == '(' && (open > 0 || called))
            open++;
        else if (c == ')' && open > 0)
            open--;
    }
    return open;
}

static bool holds(Slice text, const char *sign)
{
    while (text.length)
        if (utf8_is_one_of(utf8_next(&text), sign))
            return true;
    return false;
}

static bool is_hanzi(const FlowPiece *piece)
{
    Slice rest = piece->text;
    return !piece->math && rest.length && utf8_is_cjk(utf8_next(&rest));
}

/* Where the Chinese word ends that begins with piece i. */
static int word_end(const FlowPieces *pieces, int i)
{
    int end = i + 1;
    while (end < pieces->count && pieces->items[end].space == 0 && !pieces->items[end].breaks
           && is_hanzi(&pieces->items[end]) && !holds(pieces->items[end].text, "“")
           && !holds(pieces->items[end - 1].text, "”，。！？、：；"))
        end++;
    return end;
}

/* In English text every Chinese word, in Chinese text those in quotation marks. */
static void tie_words(FlowPieces *pieces, bool all)
{
    bool quoted = false;
    for (int i = 0, end; i < pieces->count; i = end) {
        end = word_end(pieces, i);
        quoted = quoted || holds(pieces->items[i].text, "“");
        for (int k = i + 1; k < end && (all || quoted) && end - i <= WORD_MOST; k++)
            pieces->items[k].tie = TIE_OPERAND;
        quoted = quoted && !holds(pieces->items[end - 1].text, "”");
    }
}

void flow_tie(FlowPieces *pieces, bool words)
{
    tie_words(pieces, words);
    for (int i = 1, open = 0; i < pieces->count; i++) {
        const FlowPiece *before = &pieces->items[i - 1];
        FlowPiece *piece = &pieces->items[i];
        open = count_open(before, open);
        if (open > 0 || is_sign(before) || is_prefix(before))
            piece->tie = TIE_OPERAND;
        else if (is_sign(piece) || (piece->code && piece->code == before->code))
            piece->tie = TIE_FORMULA;
    }
}

/* Where the run ends that begins with piece i. */
static int run_end(const FlowPieces *pieces, int i)
{
    int end = i + 1;
    while (end < pieces->count && (pieces->items[end].glued || pieces->items[end].tie))
        end++;
    return end;
}

float flow_run(const FlowPieces *pieces, int i)
{
    float width = pieces->items[i].width;
    for (int k = i + 1, end = run_end(pieces, i); k < end; k++)
        width += pieces->items[k].space + pieces->items[k].width;
    return width;
}

void flow_loosen(FlowPieces *pieces, int i, float width)
{
    for (Tie tie = TIE_FORMULA; tie <= TIE_OPERAND && flow_run(pieces, i) > width; tie++)
        for (int k = i + 1, end = run_end(pieces, i); k < end; k++)
            if (pieces->items[k].tie == tie)
                pieces->items[k].tie = TIE_NONE;
}
