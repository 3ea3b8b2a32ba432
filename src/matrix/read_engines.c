/* What translation engines print of a sentence: Marian, fairseq, Nematus and Sockeye, OpenNMT. */
#include "base/digits.h"
#include "base/system.h"
#include "matrix/stack_parts.h"

#include <ctype.h>
#include <string.h>

/* ---- Marian: the translation, three bars and its alignment; in a list of several a number in front ---- */

enum { BARS_MOST = 8 }; /* fields of a line */

static int cut_bars(Slice line, Slice fields[BARS_MOST])
{
    int count = 0;
    while (count < BARS_MOST) {
        const char *bars = line.length ? memmem(line.text, line.length, "|||", 3) : NULL;
        size_t length = bars ? (size_t)(bars - line.text) : line.length;
        fields[count++] = slice_trim((Slice){line.text, length});
        if (!bars)
            break;
        line.text += length + 3, line.length -= length + 3;
    }
    return count;
}

/* Which field is the alignment: the last that looks like one; -1: none does. */
static int alignment_field(const Slice *fields, int count)
{
    while (--count >= 0 && !links_are(fields[count]) && !shares_are(fields[count])) {
    }
    return count;
}

/* One of the first lines has bars and an alignment: of a sentence it may be empty. */
static bool is_bars(const StackFile *file)
{
    Slice rest = slice_trim(file->text), line, fields[BARS_MOST];
    for (int i = 0; i < 8 && cut_line(&rest, &line); i++) {
        int count = cut_bars(line, fields);
        if (count > 1 && alignment_field(fields, count) >= 0)
            return true;
    }
    return false;
}

static bool is_number(Slice text)
{
    double value;
    return digits_read(text, &value);
}

static bool read_bars(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice fields[BARS_MOST], words = {0};
    int count = cut_bars(file->text, fields), at = alignment_field(fields, count);
    (void)i;
    for (int k = count - 1; at < 0 && k > 0; k--) /* of an empty translation it is empty */
        at = fields[k].length ? -1 : k;
    if (at < 0)
        return stack_fail(stack, error, "has no alignment behind three bars; expected what --alignment prints");
    if (at > 0 && fields[at - 1].length && !is_number(fields[at - 1]))
        words = fields[at - 1];
    return line_alignment(stack, fields[at], file->links, (Slice){0}, words, error);
}

const StackFormat BARS_FORMAT = {.is = is_bars, .next = next_line, .read = read_bars};

/* ---- Nematus, and Sockeye's matrices: "0 ||| target ||| score ||| source ||| 4 ||| 3", then a row a line ---- */

enum { NEMATUS_FIELDS = 6 };

static bool is_title(Slice line, Slice fields[BARS_MOST])
{
    return cut_bars(line, fields) == NEMATUS_FIELDS && is_number(fields[0]) && is_number(fields[4])
           && is_number(fields[5]);
}

static bool is_nematus(const StackFile *file)
{
    Slice rest = slice_trim(file->text), line, fields[BARS_MOST];
    return cut_line(&rest, &line) && is_title(line, fields);
}

static bool next_block(Slice *rest, Slice *block, int *number)
{
    Slice line, after = *rest = slice_trim(*rest);
    (void)number;
    if (!rest->length)
        return false;
    while (after.length && cut_line(&after, &line) && slice_trim(line).length)
        *block = (Slice){rest->text, (size_t)(line.text + line.length - rest->text)};
    *rest = after;
    return true;
}

static bool read_nematus(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice rest = file->text, line, fields[BARS_MOST];
    (void)i;
    if (!cut_line(&rest, &line) || !is_title(line, fields))
        return stack_fail(stack, error, "has no title in this sentence; expected six fields with ||| between them");
    return line_rows(stack, rest, cut_line, links_next, error) && line_words(stack, fields[3], false, error)
           && line_words(stack, fields[1], true, error);
}

const StackFormat NEMATUS_FORMAT = {.is = is_nematus, .next = next_block, .read = read_nematus};

/* ---- fairseq: lines such as "S-12 TAB words", which may stand among others; 12 is the sentence's number ---- */

/* What a line is of: S, T, H or A; 0: another one. */
static char tag_of(Slice line, int *id, Slice *text)
{
    int64_t number = 0;
    size_t at = 2;
    for (; at < line.length && isdigit((unsigned char)line.text[at]) && number < INT32_MAX; at++)
        number = 10 * number + line.text[at] - '0';
    bool tagged = at > 2 && at < line.length && line.text[at] == '\t' && line.text[1] == '-' && number <= INT32_MAX
                  && strchr("STHA", line.text[0]);
    if (!tagged)
        return 0;
    *id = (int)number;
    *text = slice_trim((Slice){line.text + at + 1, line.length - at - 1});
    return line.text[0];
}

static bool is_fairseq(const StackFile *file)
{
    Slice rest = file->text, line, text;
    int id;
    while (cut_line(&rest, &line))
        if (tag_of(line, &id, &text))
            return true;
    return false;
}

/* Up to the first line of another sentence. */
static bool next_tagged(Slice *rest, Slice *sentence, int *number)
{
    Slice after = *rest, line, text;
    bool found = false;
    for (int id; cut_line(&after, &line); *rest = after) {
        bool tagged = tag_of(line, &id, &text);
        if (tagged && found && id != *number)
            break;
        if (!tagged)
            continue;
        *sentence = found ? (Slice){sentence->text, (size_t)(line.text + line.length - sentence->text)} : line;
        *number = id;
        found = true;
    }
    return found;
}

/* Of several hypotheses the first. */
static bool read_fairseq(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice rest = file->text, line, text, source = {0}, target = {0}, alignment = {0}, score;
    int id = 0;
    (void)i;
    for (char tag; !alignment.text && cut_line(&rest, &line);) {
        tag = tag_of(line, &id, &text);
        if (tag == 'S')
            source = text;
        else if (tag == 'A')
            alignment = text;
        else if ((tag == 'H' && slice_cut(&text, '\t', &score)) || (tag == 'T' && !target.text))
            target = text;
    }
    if (!alignment.text)
        return stack_fail(stack, error,
                          "has no line A-%d; expected what fairseq-generate --print-alignment hard or soft prints", id);
    return line_alignment(stack, alignment, file->links, source, target, error);
}

const StackFormat FAIRSEQ_FORMAT = {.is = is_fairseq, .next = next_tagged, .read = read_fairseq, .from_zero = true};

/* ---- OpenNMT's -attn_debug: source words over columns of numbers, of which the largest has a star ---- */

static Slice unstarred(Slice word)
{
    while (word.length && *word.text == '*')
        word.text++, word.length--;
    return word;
}

static bool next_unstarred(Slice *rest, Slice *number)
{
    bool there = links_next(rest, number);
    *number = unstarred(*number);
    return there;
}

/* A target word and so many numbers, one of them with a star. */
static bool is_debug_row(Slice line, int columns)
{
    Slice word;
    bool star = false;
    if (!links_next(&line, &word))
        return false;
    for (int j = 0; j < columns; j++) {
        if (!links_next(&line, &word) || !is_number(unstarred(word)))
            return false;
        star |= *word.text == '*';
    }
    return star && !links_next(&line, &word);
}

/* The words and the rows below them. */
static bool next_table(Slice *rest, Slice *table, int *number)
{
    Slice head, line, after;
    (void)number;
    while (cut_line(rest, &head)) {
        int columns = count_cuts(head, links_next);
        *table = (Slice){0};
        for (after = *rest; columns && cut_line(&after, &line) && is_debug_row(line, columns); *rest = after)
            *table = (Slice){head.text, (size_t)(line.text + line.length - head.text)};
        if (table->text)
            return true;
    }
    return false;
}

static bool is_debug(const StackFile *file)
{
    Slice rest = file->text, table;
    int number;
    return memmem(file->text.text, file->text.length, " *", 2) && next_table(&rest, &table, &number);
}

/* The numbers of a row, behind its word. */
static bool cut_debug_row(Slice *rest, Slice *row)
{
    Slice word;
    return cut_line(rest, row) && links_next(row, &word);
}

static bool read_debug(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice rest = file->text, head, line, word;
    (void)i;
    if (!cut_line(&rest, &head) || !line_rows(stack, rest, cut_debug_row, next_unstarred, error)
        || !line_words(stack, head, false, error))
        return false;
    stack->target = ARENA_ARRAY(&stack->arena, const char *, (size_t)stack->rows);
    for (int t = 0; t < stack->rows && cut_line(&rest, &line) && links_next(&line, &word); t++)
        stack->target[t] = seen_word(&stack->arena, word);
    return true;
}

const StackFormat DEBUG_FORMAT = {.is = is_debug, .next = next_table, .read = read_debug};
