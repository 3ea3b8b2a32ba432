#include "drawing/look.h"

#include "drawing/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define RULES_MOST 1000

bool reading_fail(const Reading *reading, const XmlNode *node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_vat(reading->error, ERROR_FORMAT, reading->path, node->line, format, arguments);
    va_end(arguments);
    return false;
}

/* A copy that can stand in a message. */
static const char *shown(const Reading *reading, const char *value)
{
    char *excerpt = arena_alloc(reading->arena, EXCERPT_SIZE, 1);
    return slice_excerpt(slice_of(value), excerpt);
}

static bool refuse(const Reading *reading, const XmlNode *node, const char *name, const char *value,
                   const char *expected)
{
    return reading_fail(reading, node, "has %s=\"%s\"; expected %s", name, shown(reading, value), expected);
}

/* ---- lengths ---- */

static bool read_length(const char *text, float whole, float em, float *out)
{
    static const struct {
        const char *unit;
        float px;
    } UNITS[] = {{"", 1},   {"px", 1}, {"pt", 96 / 72.0f}, {"pc", 16}, {"mm", 96 / 25.4f}, {"cm", 96 / 2.54f},
                 {"in", 96}};
    if (!number_read(&text, out))
        return false;
    size_t length = strcspn(text, " \t\r\n");
    if (text[length + strspn(text + length, " \t\r\n")] != '\0')
        return false;
    Slice unit = {text, length};
    if (slice_is(unit, "%") || slice_is(unit, "em")) {
        *out *= length == 1 ? whole / 100 : em;
        return true;
    }
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        if (slice_is(unit, UNITS[i].unit)) {
            *out *= UNITS[i].px;
            return true;
        }
    return false;
}

bool length_read(const Reading *reading, const XmlNode *node, const char *name, float whole, float otherwise,
                 float *out)
{
    const char *value = xml_attribute(node, name);
    *out = otherwise;
    return !value || strcmp(value, "auto") == 0 || read_length(value, whole, 16, out)
           || refuse(reading, node, name, value, "a length such as 12, 3mm or 50%");
}

bool view_box_read(const Reading *reading, const XmlNode *node, float n[4])
{
    const char *at = xml_attribute(node, "viewBox");
    for (int i = 0; i < 4; i++)
        if (!number_read(&at, &n[i]) || (i > 1 && !(n[i] > 0)))
            return reading_fail(reading, node, "has a viewBox that is not x, y, width and height");
    return true;
}

/* ---- colours ---- */

static const struct {
    const char *name;
    uint32_t rgb;
} COLORS[] = {
#define COLOR(name, rgb) {#name, rgb},
#include "drawing/colors.def"
#undef COLOR
};

static bool read_hex(const char *text, uint32_t *rgb)
{
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    uint32_t value = (uint32_t)strtoul(text, NULL, 16);
    if (text[digits] != '\0' || (digits != 3 && digits != 6))
        return false;
    *rgb = digits == 6 ? value : (value >> 8) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11;
    return true;
}

/* "rgb(1, 20%, 3)", and with an opacity "rgba(...)" */
static bool read_rgb(const char *text, Ink *ink)
{
    text += strncasecmp(text, "rgba", 4) == 0 ? 4 : 3;
    if (*text++ != '(')
        return false;
    ink->rgb = 0;
    for (int i = 0; i < 3; i++) {
        float part;
        if (!number_read(&text, &part))
            return false;
        if (*text == '%') {
            part *= 2.55f;
            text++;
        }
        ink->rgb = ink->rgb << 8 | (uint32_t)lrintf(fminf(fmaxf(part, 0), 255));
    }
    float opacity;
    if (number_read(&text, &opacity))
        ink->opacity = fminf(fmaxf(opacity, 0), 1);
    return text[strspn(text, " ")] == ')';
}

static bool read_ink(const char *value, uint32_t current, Ink *ink)
{
    ink->none = strcasecmp(value, "none") == 0 || strcasecmp(value, "transparent") == 0;
    if (ink->none)
        return true;
    if (*value == '#')
        return read_hex(value + 1, &ink->rgb);
    if (strncasecmp(value, "rgb", 3) == 0)
        return read_rgb(value, ink);
    if (strcasecmp(value, "currentColor") == 0 || strncmp(value, "context-", 8) == 0) {
        ink->rgb = current;
        return true;
    }
    for (size_t i = 0; i < sizeof COLORS / sizeof *COLORS; i++)
        if (strcasecmp(value, COLORS[i].name) == 0) {
            ink->rgb = COLORS[i].rgb;
            return true;
        }
    return false;
}

uint32_t ink_argb(const Look *look, Ink ink)
{
    long alpha = ink.none ? 0 : lrintf(255 * ink.opacity * look->opacity);
    return alpha ? (uint32_t)alpha << 24 | ink.rgb : 0;
}

/* ---- properties ---- */

static bool set_ink(const Reading *reading, const XmlNode *node, const char *name, const char *value, Look *look)
{
    Ink *ink = *name == 'f' ? &look->fill : &look->stroke;
    return read_ink(value, look->color, ink)
           || refuse(reading, node, name, value,
                     "none, a colour's name, #rrggbb or rgb(): attend draws no gradients and no patterns");
}

static bool set_number(const Reading *reading, const XmlNode *node, const char *name, const char *value, float most,
                       float *out)
{
    const char *at = value;
    if (!number_read(&at, out))
        return refuse(reading, node, name, value, "a number");
    *out *= *at == '%' ? 0.01f : 1;
    *out = fminf(fmaxf(*out, 0), most);
    return true;
}

/* The first dash and the first gap. */
static bool set_dashes(const Reading *reading, const XmlNode *node, const char *value, Look *look)
{
    float dash, gap;
    look->dash = look->gap = 0;
    if (strcmp(value, "none") == 0)
        return true;
    if (!number_read(&value, &dash))
        return refuse(reading, node, "stroke-dasharray", value, "none or lengths");
    value += strspn(value, "px");
    gap = number_read(&value, &gap) ? gap : dash;
    if (dash > 0 && gap > 0) {
        look->dash = dash;
        look->gap = gap;
    }
    return true;
}

static bool set_size(const Reading *reading, const XmlNode *node, const char *name, const char *value, float whole,
                     float em, float *out)
{
    return read_length(value, whole, em, out) || refuse(reading, node, name, value, "a length such as 12 or 3mm");
}

static bool is_bold(const char *value)
{
    return strncmp(value, "bold", 4) == 0 || strtol(value, NULL, 10) >= 600;
}

/* Others are left out: they say what attend does in its own way, or what cannot be seen. */
static bool set_property(const Reading *reading, const XmlNode *node, const char *name, const char *value, Look *look)
{
    if (strcmp(value, "inherit") == 0)
        return true;
    if (strcmp(name, "fill") == 0 || strcmp(name, "stroke") == 0)
        return set_ink(reading, node, name, value, look);
    if (strcmp(name, "fill-opacity") == 0)
        return set_number(reading, node, name, value, 1, &look->fill.opacity);
    if (strcmp(name, "stroke-opacity") == 0)
        return set_number(reading, node, name, value, 1, &look->stroke.opacity);
    if (strcmp(name, "stroke-width") == 0)
        return set_size(reading, node, name, value, reading->width, look->font, &look->width);
    if (strcmp(name, "stroke-dasharray") == 0)
        return set_dashes(reading, node, value, look);
    if (strcmp(name, "font-size") == 0 && strcmp(value, "medium") != 0)
        return set_size(reading, node, name, value, look->font, look->font, &look->font);
    if (strcmp(name, "font-weight") == 0)
        look->bold = is_bold(value);
    else if (strcmp(name, "font-style") == 0)
        look->italic = strcmp(value, "italic") == 0 || strcmp(value, "oblique") == 0;
    else if (strcmp(name, "text-anchor") == 0)
        look->anchor = strcmp(value, "middle") == 0 ? DRAWING_MIDDLE
                       : strcmp(value, "end") == 0  ? DRAWING_END
                                                    : DRAWING_START;
    else if (strcmp(name, "fill-rule") == 0)
        look->even_odd = strcmp(value, "evenodd") == 0;
    else if (strcmp(name, "visibility") == 0)
        look->hidden = strcmp(value, "visible") != 0;
    else if (strcmp(name, "display") == 0)
        look->gone = strcmp(value, "none") == 0;
    else if (strcmp(name, "opacity") == 0)
        return set_number(reading, node, name, value, 1, &look->own_opacity);
    else if (strcmp(name, "clip-path") == 0)
        look->clip = strcmp(value, "none") == 0 ? NULL : value;
    else if (strcmp(name, "marker-start") == 0 || strcmp(name, "marker-end") == 0)
        look->marker[name[7] == 'e'] = strcmp(value, "none") == 0 ? NULL : value;
    else if ((strcmp(name, "filter") == 0 || strcmp(name, "mask") == 0 || strcmp(name, "marker-mid") == 0)
             && strcmp(value, "none") != 0)
        return refuse(reading, node, name, value, "none: attend draws no filters, no masks and no such markers");
    return true;
}

/* ---- style ---- */

static char *trimmed(Arena *arena, Slice text)
{
    text = slice_trim(text);
    return arena_copy(arena, text.text, text.length);
}

/* "fill: red; stroke: none" */
static bool set_all(const Reading *reading, const XmlNode *node, const char *declarations, Look *look)
{
    Slice rest = slice_of(declarations), one, name;
    while (slice_cut(&rest, ';', &one)) {
        Slice value = one;
        if (!slice_cut(&value, ':', &name) || !value.text)
            continue;
        char *text = trimmed(reading->arena, value), *end = strchr(text, '!'); /* !important */
        if (end)
            text = trimmed(reading->arena, (Slice){text, (size_t)(end - text)});
        if (!set_property(reading, node, trimmed(reading->arena, name), text, look))
            return false;
    }
    return true;
}

static bool has_class(const XmlNode *node, const char *name)
{
    const char *classes = xml_attribute(node, "class");
    Slice rest = slice_of(classes ? classes : ""), one;
    while (slice_cut(&rest, ' ', &one))
        if (slice_is(one, name))
            return true;
    return false;
}

static bool matches(const XmlNode *node, const char *selector)
{
    const char *dot = strchr(selector, '.'), *id = xml_attribute(node, "id");
    if (*selector == '#')
        return id && strcmp(id, selector + 1) == 0;
    size_t tag = dot ? (size_t)(dot - selector) : strlen(selector);
    bool named = tag == 0 || (tag == 1 && *selector == '*') || slice_is((Slice){selector, tag}, node->name);
    return named && (!dot || has_class(node, dot + 1));
}

Look look_first(void)
{
    return (Look){.fill = {.opacity = 1}, .stroke = {.none = true, .opacity = 1}, .opacity = 1, .width = 1, .font = 16};
}

bool look_read(const Reading *reading, const XmlNode *node, Look *look)
{
    bool gone = look->gone;
    const char *color = xml_attribute(node, "color"), *style = xml_attribute(node, "style");
    Ink own = {0};
    look->own_opacity = 1;
    look->clip = NULL;
    if (color && read_ink(color, look->color, &own))
        look->color = own.rgb;
    for (const char **at = node->attributes; *at; at += 2)
        if (!set_property(reading, node, at[0], at[1], look))
            return false;
    for (int weight = 0; weight <= 3; weight++)
        for (int i = 0; i < reading->rules.count; i++)
            if (reading->rules.items[i].weight == weight && matches(node, reading->rules.items[i].selector)
                && !set_all(reading, node, reading->rules.items[i].declarations, look))
                return false;
    if (style && !set_all(reading, node, style, look))
        return false;
    look->gone |= gone;
    look->opacity *= look->own_opacity;
    return true;
}

/* ---- style rules ---- */

static void without_comments(char *css)
{
    for (char *from; (from = strstr(css, "/*"));) {
        char *end = strstr(from + 2, "*/");
        memset(from, ' ', end ? (size_t)(end + 2 - from) : strlen(from));
    }
}

static bool add_rule(Reading *reading, const XmlNode *node, Slice one, const char *declarations)
{
    Rules *rules = &reading->rules;
    const char *selector = trimmed(reading->arena, one);
    const char *name = selector + (*selector == '.' || *selector == '#');
    size_t dots = 0;
    for (const char *c = selector; *c; c++)
        dots += *c == '.';
    if (!*name || strcspn(name, " >+~:[]()\"#\t\r\n") != strlen(name) || dots > 1 || rules->count == RULES_MOST)
        return reading_fail(reading, node,
                            "has a style rule for \"%s\"; expected at most %d rules, for a name, a .class or an #id",
                            shown(reading, selector), RULES_MOST);
    rules->items = arena_room(reading->arena, rules->items, rules->count, sizeof *rules->items);
    rules->items[rules->count++] = (Rule){selector, declarations, *selector == '#' ? 3 : dots ? 2 : *selector != '*'};
    return true;
}

/* Behind an @-rule: other media, fonts and the like are not ours. */
static char *behind_rule(char *at)
{
    at += strcspn(at, "{;");
    for (int open = 0; *at; at++) {
        open += (*at == '{') - (*at == '}');
        if (open == 0)
            return at + 1;
    }
    return at;
}

static bool read_css(Reading *reading, const XmlNode *node, char *css)
{
    without_comments(css);
    for (char *at = css + strspn(css, " \t\r\n"); *at; at += strspn(at, " \t\r\n")) {
        if (*at == '@') {
            at = behind_rule(at);
            continue;
        }
        char *open = strchr(at, '{'), *end = open ? strchr(open, '}') : NULL;
        if (!end)
            return reading_fail(reading, node,
                                "has a style sheet with \"%s\"; expected rules such as .name { fill: red }",
                                shown(reading, at));
        const char *declarations = arena_copy(reading->arena, open + 1, (size_t)(end - open - 1));
        Slice selectors = {at, (size_t)(open - at)}, one;
        while (slice_cut(&selectors, ',', &one))
            if (!add_rule(reading, node, one, declarations))
                return false;
        at = end + 1;
    }
    return true;
}

bool rules_read(Reading *reading, const XmlNode *node)
{
    bool style = node->name && strcmp(node->name, "style") == 0;
    Bytes css = {0};
    bool ok = true;
    for (const XmlNode *child = node->first; child && ok; child = child->next)
        if (child->text && style)
            bytes_add_text(&css, child->text);
        else if (child->name)
            ok = rules_read(reading, child);
    if (css.length && ok)
        ok = read_css(reading, node, css.data);
    bytes_finish(&css);
    return ok;
}
