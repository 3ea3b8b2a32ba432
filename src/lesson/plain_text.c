#include "lesson/plain_text.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Up to a comment: a # at the start or behind a space. */
static Slice without_comment(Slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] == '#' && (i == 0 || is_gap(text.text[i - 1])))
            text.length = i;
    while (text.length && is_gap(text.text[text.length - 1]))
        text.length--;
    return text;
}

/* Is it empty, or a comment alone? */
static bool says_nothing(Slice text)
{
    return without_comment(slice_trim(text)).length == 0;
}

/* Where the quoted text ends that begins here: behind its second mark; the length where there is none. */
static size_t quoted_end(Slice text)
{
    char mark = text.text[0];
    for (size_t i = 1; i < text.length; i++) {
        bool escaped = text.text[i] == '\\' && mark == '"';
        bool doubled = text.text[i] == mark && mark == '\'' && i + 1 < text.length && text.text[i + 1] == mark;
        if (escaped || doubled)
            i++;
        else if (text.text[i] == mark)
            return i + 1;
    }
    return text.length;
}

/* A colon that YAML takes for the end of a key. */
static bool has_colon(Slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] == ':' && (i + 1 == text.length || is_gap(text.text[i + 1])))
            return true;
    return false;
}

/* Does what begins like a list, a map or a quoted text go on behind its end, as in `"a" or "b"?` */
static bool goes_on(Slice text)
{
    static const char opening[] = "[{", closing[] = "]}";
    char first = text.text[0];
    if (first == '"' || first == '\'') {
        size_t end = quoted_end(text);
        return !says_nothing((Slice){text.text + end, text.length - end});
    }
    const char *pair = strchr(opening, first);
    char close = pair ? closing[pair - opening] : '\0';
    Slice all = slice_trim(text), plain = without_comment(text);
    return pair && memchr(all.text, close, all.length) && all.text[all.length - 1] != close
           && plain.text[plain.length - 1] != close;
}

static bool is_plain(Slice text)
{
    return !strchr("\"'[{|>&*!%@`#", text.text[0]);
}

/* What has been copied of the YAML so far. */
typedef struct Quoting {
    const char *done;
    Bytes out;
} Quoting;

static void copy_up_to(Quoting *quoting, const char *end)
{
    bytes_add(&quoting->out, quoting->done, (size_t)(end - quoting->done));
    quoting->done = end;
}

static void put_in_quotes(Quoting *quoting, Slice text)
{
    copy_up_to(quoting, text.text);
    bytes_add_text(&quoting->out, "'");
    for (size_t i = 0; i < text.length; i++)
        bytes_add(&quoting->out, text.text[i] == '\'' ? "''" : &text.text[i], text.text[i] == '\'' ? 2 : 1);
    bytes_add_text(&quoting->out, "'");
    quoting->done = text.text + text.length;
}

/* `[a: b, c]` of texts: each entry by itself. */
static void mend_list(Quoting *quoting, Slice value)
{
    for (size_t at = 1; at < value.length; at++) {
        while (at < value.length && is_gap(value.text[at]))
            at++;
        size_t end = at;
        if (end < value.length && (value.text[end] == '"' || value.text[end] == '\''))
            end += quoted_end((Slice){value.text + end, value.length - end});
        while (end < value.length && value.text[end] != ',' && value.text[end] != ']')
            end++;
        Slice entry = slice_trim((Slice){value.text + at, end - at});
        if (entry.length && is_plain(entry) && has_colon(entry))
            put_in_quotes(quoting, entry);
        if (end == value.length || value.text[end] == ']')
            return;
        at = end;
    }
}

static size_t spaces_of(Slice line)
{
    size_t count = 0;
    while (count < line.length && line.text[count] == ' ')
        count++;
    return count;
}

/* Bytes of "key:" with the spaces behind it, 0 where the line begins otherwise. */
static size_t key_length(Slice line)
{
    size_t length = 0;
    while (length < line.length && (isalnum((unsigned char)line.text[length]) || strchr("_-", line.text[length])))
        length++;
    if (length == 0 || length == line.length || line.text[length] != ':')
        return 0;
    length++;
    if (length < line.length && !is_gap(line.text[length]))
        return 0;
    while (length < line.length && line.text[length] == ' ')
        length++;
    return length;
}

/* A line behind the first that begins like a key stands too far in: that is a mistake to be told, no sentence. */
static bool hides_key(Slice text)
{
    Slice line;
    bool hidden = false;
    for (bool first = true; slice_cut(&text, '\n', &line); first = false)
        hidden = hidden || (!first && key_length(slice_trim(line)) > 0);
    return hidden;
}

static void mend_text(Quoting *quoting, Slice value)
{
    Slice text = is_plain(value) ? without_comment(value) : slice_trim(value);
    if ((is_plain(text) ? has_colon(text) : goes_on(text)) && !hides_key(text))
        put_in_quotes(quoting, text);
}

/* What stands in front of a value: spaces, the dashes of lists, a key. `indent`: what lines of the same value
 * exceed. */
static size_t lead_length(Slice line, YamlKind kind, size_t *indent, bool *text)
{
    size_t at = spaces_of(line);
    *indent = at;
    *text = false;
    while (at + 1 < line.length && line.text[at] == '-' && line.text[at + 1] == ' ') {
        *indent = at;
        *text = kind == TEXTS_ALONE;
        at += 1 + spaces_of((Slice){line.text + at + 1, line.length - at - 1});
    }
    if (*text)
        return at;
    size_t key = key_length((Slice){line.text + at, line.length - at});
    *indent = key ? at : *indent;
    *text = key > 0;
    return at + key;
}

/* The end of the value that begins here: behind the lines that go on with it, which are empty or stand further in. */
static const char *value_end(Slice rest, size_t indent)
{
    Slice line;
    const char *end = rest.text;
    for (bool first = true; slice_cut(&rest, '\n', &line); first = false) {
        if (!first && slice_trim(line).length && spaces_of(line) <= indent)
            break;
        end = line.text + line.length;
    }
    return end;
}

Slice plain_text_quote(Arena *arena, Slice yaml, YamlKind kind)
{
    if (yaml.length == 0)
        return yaml;
    Quoting quoting = {.done = yaml.text};
    const char *end = yaml.text + yaml.length;
    for (Slice rest = yaml, line; slice_cut(&rest, '\n', &line);) {
        size_t indent;
        bool text;
        size_t lead = lead_length(line, kind, &indent, &text);
        Slice value = {line.text + lead, line.length - lead};
        if (!text || says_nothing(value))
            continue;
        value.length = (size_t)(value_end((Slice){value.text, (size_t)(end - value.text)}, indent) - value.text);
        if (kind == TEXTS_ALONE && value.text[0] == '[' && !goes_on(value))
            mend_list(&quoting, value);
        else
            mend_text(&quoting, value);
        const char *behind = value.text + value.length;
        rest = behind < end ? (Slice){behind + 1, (size_t)(end - behind - 1)} : (Slice){0};
    }
    copy_up_to(&quoting, end);
    size_t length = quoting.out.length;
    return (Slice){bytes_take(&quoting.out, arena), length};
}
