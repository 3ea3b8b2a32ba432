#include "lesson/tex.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

enum { DEPTH_LIMIT = 8, NAME_LENGTH = 16 };

typedef struct Sign { /* a command, and what stands for it; a relation has a space on both sides */
    const char *name, *text;
} Sign;

static const Sign SIGNS[] = {
    {"alpha", "α"},   {"beta", "β"},    {"gamma", "γ"}, {"delta", "δ"},         {"epsilon", "ε"}, {"zeta", "ζ"},
    {"eta", "η"},     {"theta", "θ"},   {"kappa", "κ"}, {"lambda", "λ"},        {"mu", "μ"},      {"nu", "ν"},
    {"xi", "ξ"},      {"pi", "π"},      {"rho", "ρ"},   {"sigma", "σ"},         {"tau", "τ"},     {"phi", "φ"},
    {"chi", "χ"},     {"psi", "ψ"},     {"omega", "ω"}, {"Gamma", "Γ"},         {"Delta", "Δ"},   {"Theta", "Θ"},
    {"Lambda", "Λ"},  {"Pi", "Π"},      {"Sigma", "Σ"}, {"Phi", "Φ"},           {"Omega", "Ω"},   {"sum", "Σ"},
    {"prod", "Π"},    {"tanh", "tanh"}, {"exp", "exp"}, {"log", "log"},         {"max", "max"},   {"min", "min"},
    {"arg", "arg"},   {"cos", "cos"},   {"sin", "sin"}, {"softmax", "softmax"}, {"top", "⊤"},     {"infty", "∞"},
    {"partial", "∂"}, {"ldots", "…"},   {"dots", "…"},  {"cdots", "…"},         {"cdot", " · "},  {"times", " × "},
    {"odot", " ⊙ "},  {"oplus", " ⊕ "}, {"pm", " ± "},  {"le", " ≤ "},          {"leq", " ≤ "},   {"ge", " ≥ "},
    {"geq", " ≥ "},   {"ne", " ≠ "},    {"neq", " ≠ "}, {"approx", " ≈ "},      {"in", " ∈ "},    {"to", " → "},
    {"mid", " | "},   {"quad", "  "},   {"left", ""},   {"right", ""},          {NULL, NULL},
};

typedef struct Tex {
    const Reader *reader;
    int line, depth;
    bool small; /* inside what stands below or above: nothing is spaced */
    Bytes out;
} Tex;

static bool set_list(Tex *tex, Slice rest);

/* Writes a sign with the spaces that the table has around it, but without spaces at the start and in small type. */
static void put(Tex *tex, const char *text)
{
    bool spaced = tex->out.length > 0 && tex->out.data[tex->out.length - 1] != ' ';
    Slice plain = tex->small ? slice_trim(slice_of(text)) : slice_of(text);
    if (text[0] == ' ' && !spaced && !tex->small)
        plain = slice_of(text + 1);
    bytes_add(&tex->out, plain.text, plain.length);
}

/* Two letters in a row are two things, not a word as in "tanh": nothing below the first parts them; a
 * word stands apart. */
static void put_letter(Tex *tex, Slice letter)
{
    size_t length = tex->out.length;
    const char *last = length ? tex->out.data + length : "";
    bool letters = isalpha((unsigned char)letter.text[0]), behind = length > 0 && isalpha((unsigned char)last[-1]);
    bool word = letter.length > 1 || (behind && length > 1 && isalpha((unsigned char)last[-2]));
    if (letters && word && length > 0 && (behind || last[-1] == '}' || (last[-1] & 0x80)))
        bytes_add_text(&tex->out, " ");
    else if (letters && behind)
        bytes_add_text(&tex->out, "_{}");
    bytes_add(&tex->out, letter.text, letter.length);
}

/* What a command or a script is about: a group in braces, a command, or one character. */
static bool take_argument(Tex *tex, Slice *rest, Slice *out)
{
    *rest = slice_trim(*rest);
    if (rest->length == 0)
        return reader_fail(tex->reader, tex->line, "mathematics ends where something should still stand");
    size_t length = 1;
    if (rest->text[0] == '{') {
        int depth = 1;
        for (; length < rest->length && depth > 0; length++)
            depth += rest->text[length - 1] == '\\' ? 0 : (rest->text[length] == '{') - (rest->text[length] == '}');
        if (depth > 0)
            return reader_fail(tex->reader, tex->line, "a { of mathematics is never closed");
        *out = (Slice){rest->text + 1, length - 2};
    } else {
        if (rest->text[0] == '\\')
            while (length < rest->length && isalpha((unsigned char)rest->text[length]))
                length++;
        Slice ahead = *rest;
        if (length == 1)
            utf8_next(&ahead);
        length = length == 1 ? rest->length - ahead.length : length;
        *out = (Slice){rest->text, length};
    }
    *rest = (Slice){rest->text + length, rest->length - length};
    return true;
}

/* An argument between two texts. */
static bool put_argument(Tex *tex, Slice *rest, const char *before, const char *behind)
{
    Slice argument;
    if (!take_argument(tex, rest, &argument))
        return false;
    bytes_add_text(&tex->out, before);
    bool ok = set_list(tex, argument);
    bytes_add_text(&tex->out, behind);
    return ok;
}

/* In a fraction or below a root: more than one thing is put into brackets. */
static bool put_factor(Tex *tex, Slice *rest)
{
    Slice argument;
    if (!take_argument(tex, rest, &argument))
        return false;
    bool alone =
        argument.length <= 1 || !strpbrk(arena_copy(tex->reader->arena, argument.text, argument.length), "+-= ");
    bytes_add_text(&tex->out, alone ? "" : "(");
    bool ok = set_list(tex, argument);
    bytes_add_text(&tex->out, alone ? "" : ")");
    return ok;
}

static bool put_script(Tex *tex, Slice *rest, const char *mark)
{
    bool small = tex->small;
    tex->small = true;
    bytes_add_text(&tex->out, mark);
    bool ok = put_argument(tex, rest, "{", "}");
    tex->small = small;
    return ok;
}

/* A letter with a hat or a tilde, as far as the fonts have it. */
static bool put_accent(Tex *tex, Slice *rest, bool hat)
{
    Slice letter;
    if (!take_argument(tex, rest, &letter))
        return false;
    if (hat ? !slice_is(letter, "y") : !slice_is(letter, "h"))
        return reader_fail(tex->reader, tex->line, "%s goes with %s alone, as in %s", hat ? "\\hat" : "\\tilde",
                           hat ? "y" : "h", hat ? "\\hat{y}" : "\\tilde{h}");
    bytes_add_text(&tex->out, hat ? "ŷ" : "@h");
    return true;
}

/* As they stand: a word in the type of the text, or an upright name such as softmax. */
static bool put_words(Tex *tex, Slice *rest, bool quoted)
{
    Slice words;
    if (!take_argument(tex, rest, &words))
        return false;
    for (size_t i = 0; i < words.length; i++)
        if (strchr("\"\\{}_^@$", words.text[i]))
            return reader_fail(tex->reader, tex->line, "a word of mathematics holds %c; expected letters",
                               words.text[i]);
    bytes_add_text(&tex->out, quoted ? "\"" : "");
    bytes_add(&tex->out, words.text, words.length);
    bytes_add_text(&tex->out, quoted ? "\"" : "");
    return true;
}

static bool unknown(const Tex *tex, const char *name)
{
    const char *all = "";
    for (const Sign *sign = SIGNS; sign->name; sign++)
        all = arena_printf(tex->reader->arena, "%s%s%s", all, *all ? " " : "", sign->name);
    return reader_fail(
        tex->reader, tex->line,
        "\\%s is no mathematics that attend knows; expected frac sqrt hat tilde mathbf text mathrm or %s", name, all);
}

/* Behind a backslash. */
static bool set_command(Tex *tex, Slice *rest)
{
    size_t length = 0;
    char name[NAME_LENGTH + 1] = "";
    while (length < rest->length && isalpha((unsigned char)rest->text[length]))
        length++;
    if (length == 0) { /* \{ and \}, and spaces */
        Slice sign = *rest;
        if (rest->length)
            utf8_next(rest);
        sign.length -= rest->length;
        char c = sign.length == 1 ? sign.text[0] : '\0';
        if (!c || !strchr("{},;:! ", c))
            return unknown(tex, arena_copy(tex->reader->arena, sign.length ? sign.text : "", sign.length));
        put(tex, c == '{' ? "{" : c == '}' ? "}" : c == '!' ? "" : " ");
        return true;
    }
    memcpy(name, rest->text, length < NAME_LENGTH ? length : NAME_LENGTH);
    *rest = (Slice){rest->text + length, rest->length - length};
    if (strcmp(name, "frac") == 0) {
        if (!put_factor(tex, rest))
            return false;
        bytes_add_text(&tex->out, "/");
        return put_factor(tex, rest);
    }
    if (strcmp(name, "sqrt") == 0) {
        bytes_add_text(&tex->out, "√");
        return put_factor(tex, rest);
    }
    if (strcmp(name, "hat") == 0 || strcmp(name, "tilde") == 0)
        return put_accent(tex, rest, name[0] == 'h');
    if (strcmp(name, "mathbf") == 0)
        return put_argument(tex, rest, "@B{", "}");
    if (strcmp(name, "text") == 0 || strcmp(name, "mathrm") == 0)
        return put_words(tex, rest, name[0] == 't');
    for (const Sign *sign = SIGNS; sign->name; sign++)
        if (strcmp(sign->name, name) == 0) {
            if (isalpha((unsigned char)sign->text[0])) /* a word such as tanh */
                put_letter(tex, slice_of(sign->text));
            else
                put(tex, sign->text);
            return true;
        }
    return unknown(tex, name);
}

static bool set_character(Tex *tex, Slice *rest)
{
    static const Sign spaced[] = {{"=", " = "}, {"+", " + "}, {"-", " − "}, {"<", " < "},
                                  {">", " > "}, {",", ", "},  {"'", "′"},   {NULL, NULL}};
    Slice letter = *rest;
    uint32_t c = utf8_next(rest);
    letter.length -= rest->length;
    if (c < 0x80 && strchr("@\"#%&~$}", (int)c))
        return reader_fail(tex->reader, tex->line, "%c cannot stand in mathematics", (int)c);
    for (const Sign *sign = spaced; sign->name; sign++)
        if (slice_is(letter, sign->name)) {
            put(tex, sign->text);
            return true;
        }
    put_letter(tex, letter);
    return true;
}

static bool set_list(Tex *tex, Slice rest)
{
    if (++tex->depth > DEPTH_LIMIT)
        return reader_fail(tex->reader, tex->line, "mathematics is nested more than %d deep", DEPTH_LIMIT);
    bool ok = true;
    while (ok && rest.length) {
        char c = rest.text[0];
        Slice behind = {rest.text + 1, rest.length - 1};
        if (c == ' ' || c == '\t' || c == '\n') {
            rest = behind;
        } else if (c == '_' || c == '^') {
            rest = behind;
            ok = put_script(tex, &rest, c == '_' ? "_" : "^");
        } else if (c == '{') {
            ok = put_argument(tex, &rest, "", "");
        } else if (c == '\\') {
            rest = behind;
            ok = set_command(tex, &rest);
        } else {
            ok = set_character(tex, &rest);
        }
    }
    tex->depth--;
    return ok;
}

bool tex_markup(const Reader *reader, int line, Slice text, const char **out)
{
    Tex tex = {.reader = reader, .line = line};
    bool ok = set_list(&tex, text);
    if (ok && tex.out.length == 0)
        ok = reader_fail(reader, line, "there is no mathematics between two $");
    if (ok)
        *out = arena_copy(reader->arena, tex.out.data, tex.out.length);
    bytes_finish(&tex.out);
    return ok;
}
