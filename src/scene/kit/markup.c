#include "scene/kit/markup.h"

#include <math.h>
#include <string.h>

/* ---- the markup's parts ---- */

static bool is_letter(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_greek(uint32_t c)
{
    return c >= 0x391 && c <= 0x3C9;
}

/* Takes what belongs to _ or ^: a group in braces, or one character. */
static Slice take_group(Slice *rest)
{
    if (rest->length && rest->text[0] == '{') {
        int depth = 0;
        for (size_t i = 0; i < rest->length; i++) {
            depth += rest->text[i] == '{';
            depth -= rest->text[i] == '}';
            if (depth == 0) {
                Slice group = {rest->text + 1, i - 1};
                *rest = (Slice){rest->text + i + 1, rest->length - i - 1};
                return group;
            }
        }
    }
    Slice group = *rest;
    if (rest->length)
        utf8_next(rest);
    group.length -= rest->length;
    return group;
}

/* ROLE_INK where the letter is none of a role. */
static Role role_of(char letter)
{
    static const char letters[] = {'m', 'g', 'p', 'o', 'b', 'k'};
    static const Role roles[] = {ROLE_MUTED, ROLE_ENCODER, ROLE_DECODER, ROLE_CONTEXT, ROLE_QUERY, ROLE_OUTPUT};
    for (size_t i = 0; i < sizeof letters; i++)
        if (letters[i] == letter)
            return roles[i];
    return ROLE_INK;
}

Role markup_role(const char *markup)
{
    const char *colored = strchr(markup, '@');
    return colored ? role_of(colored[1]) : ROLE_INK;
}

/* The run of letters, or of anything else that is not markup, at the front of `rest`. */
static Slice take_run(Slice *rest, Face *face)
{
    Slice run = *rest, ahead = *rest;
    uint32_t first = utf8_next(&ahead);
    bool letters = is_letter(first);
    int count = 1;
    while (ahead.length) {
        Slice before = ahead;
        uint32_t c = utf8_next(&ahead);
        bool special = c == '_' || c == '^' || c == '@' || c == '"' || c == '{' || c == '}';
        if (special || is_greek(c) || is_greek(first) || is_letter(c) != letters) {
            ahead = before;
            break;
        }
        count++;
    }
    run.length -= ahead.length;
    *rest = ahead;
    *face = (letters && count == 1) || is_greek(first) ? FACE_MATH_ITALIC : FACE_MATH;
    return run;
}

/* @g{...}, @B{...} and @h: `rest` begins behind the @. */
static void take_special(Slice *rest, MarkupPart *out)
{
    if (rest->length == 0) { /* an @ like any sign */
        out->text = slice_of("@");
        out->face = FACE_MATH;
        return;
    }
    char letter = rest->text[0];
    *rest = (Slice){rest->text + 1, rest->length - 1};
    if (letter == 'h') {
        *out = (MarkupPart){MARKUP_TILDE, slice_of("h"), FACE_MATH_ITALIC, ROLE_INK};
        return;
    }
    out->kind = letter == 'B' ? MARKUP_BOLD : MARKUP_ROLE;
    out->role = role_of(letter);
    out->text = take_group(rest);
}

bool markup_take(Slice *rest, MarkupPart *out)
{
    if (rest->length == 0)
        return false;
    char c = rest->text[0];
    Slice behind = {rest->text + 1, rest->length - 1};
    *out = (MarkupPart){.kind = MARKUP_RUN};
    if (c == '_' || c == '^') {
        *rest = behind;
        out->kind = c == '_' ? MARKUP_BELOW : MARKUP_ABOVE;
        out->text = take_group(rest);
    } else if (c == '@') {
        *rest = behind;
        take_special(rest, out);
    } else if (c == '"') {
        slice_cut(&behind, '"', &out->text);
        out->face = FACE_SANS;
        *rest = behind.text ? behind : (Slice){"", 0};
    } else
        out->text = take_run(rest, &out->face);
    return true;
}

/* ---- set into a line ---- */

/* What the text is set with at one place of the markup. */
typedef struct MarkupSetting {
    float size, rise; /* px; rise: above the line's baseline */
    Color color;
    bool bold;
} MarkupSetting;

typedef struct Setter {
    DrawList *list; /* NULL: only measure */
    const Type *type;
    const Theme *theme;
    float x, y;
} Setter;

static void put(Setter *setter, const MarkupSetting *setting, Face face, Slice text)
{
    bool sans = face == FACE_SANS || face == FACE_SANS_BOLD;
    TextStyle style = {face, sans ? setting->size * 0.86f : setting->size, setting->color, 0};
    if (setter->list)
        setter->x +=
            drawlist_text_at(setter->list, style, (Point){setter->x, setter->y - setting->rise}, ALIGN_LEFT, text);
    else
        setter->x += text_width(setter->type, style, text);
}

static void set_tilde(Setter *setter, const MarkupSetting *setting, Slice letter)
{
    float start = setter->x;
    put(setter, setting, FACE_MATH_ITALIC, letter);
    if (setter->list) {
        TextStyle tilde = {FACE_MATH, setting->size * 0.8f, setting->color, 0};
        Point above = {(start + setter->x) / 2, setter->y - setting->rise - setting->size * 0.66f};
        drawlist_text_at(setter->list, tilde, above, ALIGN_CENTER, slice_of("~"));
    }
}

static void set_markup(Setter *setter, const MarkupSetting *setting, Slice rest)
{
    MarkupPart part;
    while (markup_take(&rest, &part)) {
        MarkupSetting inner = *setting;
        switch (part.kind) {
        case MARKUP_RUN:
            put(setter, setting, setting->bold ? FACE_SANS_BOLD : part.face, part.text);
            break;
        case MARKUP_TILDE:
            set_tilde(setter, setting, part.text);
            break;
        case MARKUP_BELOW:
        case MARKUP_ABOVE:
            inner.size *= 0.72f;
            inner.rise += part.kind == MARKUP_BELOW ? -setting->size * 0.2f : setting->size * 0.36f;
            set_markup(setter, &inner, part.text);
            setter->x += setting->size * 0.05f;
            break;
        case MARKUP_ROLE:
        case MARKUP_BOLD:
            inner.color = color_fade(setter->theme->text[part.role], (float)setting->color.a / 255);
            inner.bold = setting->bold || part.kind == MARKUP_BOLD;
            set_markup(setter, &inner, part.text);
            break;
        }
    }
}

float math_width(const Type *type, MathStyle style, const char *markup)
{
    Setter setter = {.type = type, .theme = style.theme};
    MarkupSetting setting = {style.size, 0, style.color, false};
    set_markup(&setter, &setting, slice_of(markup));
    return setter.x;
}

float math_draw(DrawList *list, MathStyle style, Point origin, Align align, const char *markup)
{
    float width = align == ALIGN_LEFT ? 0 : math_width(list->type, style, markup);
    float start = origin.x - (align == ALIGN_CENTER ? width / 2 : align == ALIGN_RIGHT ? width : 0);
    Setter setter = {list, list->type, style.theme, start, origin.y};
    MarkupSetting setting = {style.size, 0, style.color, false};
    set_markup(&setter, &setting, slice_of(markup));
    return setter.x - start;
}

/* ---- what is too long is said in fewer words ---- */

/* The first place behind byte `from` where `mark` stands outside of brackets and quotes; the text's length: nowhere. */
static size_t find_outside(Slice text, size_t from, const char *mark)
{
    size_t length = strlen(mark);
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        quoted ^= c == '"';
        if (!quoted && depth <= 0 && i >= from && text.length - i >= length && memcmp(text.text + i, mark, length) == 0)
            return i;
        depth += !quoted && (c == '(' || c == '[' || c == '{');
        depth -= !quoted && (c == ')' || c == ']' || c == '}');
    }
    return text.length;
}

/* The last such place in front of byte `end`; `end`: nowhere. */
static size_t find_last(Slice text, size_t end, const char *mark)
{
    size_t last = end;
    for (size_t at = find_outside(text, 0, mark); at < end; at = find_outside(text, at + 1, mark))
        last = at;
    return last;
}

static const char DOTS[] = "…";

/* "a + b + c" to "a + b + …", that to "a + …", that to "…": an item of a list or of a sum less. */
static const char *shorten_list(Arena *arena, Slice list)
{
    if (slice_is(list, DOTS))
        return NULL;
    if (list.length > 2 && list.text[0] == '[' && list.text[list.length - 1] == ']') {
        const char *inner = shorten_list(arena, (Slice){list.text + 1, list.length - 2});
        return inner ? arena_printf(arena, "[%s]", inner) : DOTS;
    }
    const char *joint = find_outside(list, 0, " + ") < list.length ? " + " : ", ";
    size_t dots = strlen(joint) + sizeof DOTS - 1, end = list.length;
    if (end > dots && memcmp(list.text + end - dots, joint, strlen(joint)) == 0
        && memcmp(list.text + end - (sizeof DOTS - 1), DOTS, sizeof DOTS - 1) == 0)
        end -= dots;
    size_t cut = find_last(list, end, joint);
    return cut < end ? arena_printf(arena, "%.*s%s%s", (int)cut, list.text, joint, DOTS) : DOTS;
}

/* "a = b = c = d" to "a = b = … = d", that to "a = … = d", that to "a = d": all of them hold. Then the list behind the
 * sign is shortened. A remark behind three spaces goes first. NULL: nothing can go. */
static const char *shorten(Arena *arena, const char *markup)
{
    Slice all = slice_of(markup);
    size_t remark = find_last(all, all.length, "   ");
    if (remark < all.length) {
        while (remark > 0 && (all.text[remark - 1] == ' ' || all.text[remark - 1] == ','))
            remark--;
        return arena_printf(arena, "%.*s", (int)remark, markup);
    }
    size_t last = find_last(all, all.length, " = ");
    if (last == all.length)
        return NULL;
    size_t before = find_last(all, last, " = "), end = last;
    if (before == last) {
        const char *list = shorten_list(arena, (Slice){markup + last + 3, all.length - last - 3});
        return list ? arena_printf(arena, "%.*s = %s", (int)last, markup, list) : NULL;
    }
    if (slice_is((Slice){markup + before + 3, last - before - 3}, DOTS)) {
        end = before;
        before = find_last(all, end, " = ");
        if (before == end)
            return arena_printf(arena, "%.*s%s", (int)end, markup, markup + last);
    }
    return arena_printf(arena, "%.*s = %s%s", (int)before, markup, DOTS, markup + last);
}

void math_fit(DrawList *list, MathStyle style, Point origin, float width, float least, const char *markup)
{
    float natural = math_width(list->type, style, markup);
    for (const char *less; natural * least > width && (less = shorten(&list->arena, markup)); markup = less)
        natural = math_width(list->type, style, less);
    if (natural > width)
        style.size *= fmaxf(0, width) / natural;
    math_draw(list, style, origin, ALIGN_LEFT, markup);
}

bool math_break(DrawList *list, MathStyle style, const char *markup, const char *lines[2])
{
    static const char *const joints[] = {" = ", " ≈ ", "   "};
    Slice all = slice_of(markup);
    float shortest = INFINITY;
    for (size_t joint = 0; joint < sizeof joints / sizeof *joints; joint++)
        for (size_t at = find_outside(all, 1, joints[joint]); at < all.length;
             at = find_outside(all, at + 1, joints[joint])) {
            size_t behind = at + strspn(markup + at, " ");
            const char *first = arena_printf(&list->arena, "%.*s", (int)at, markup), *second = markup + behind;
            float longer = fmaxf(math_width(list->type, style, first), math_width(list->type, style, second));
            if (!*second || longer >= shortest)
                continue;
            shortest = longer;
            lines[0] = first;
            lines[1] = second;
        }
    return shortest < INFINITY;
}
