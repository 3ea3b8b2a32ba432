#include "site/html.h"

#include "scene/kit/markup.h"

const char *const HTML_ROLES[ROLE_COUNT] = {"ink", "muted", "encoder", "decoder", "context", "query", "output"};

void html_slice(Bytes *out, Slice text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c == '&')
            bytes_add_text(out, "&amp;");
        else if (c == '<')
            bytes_add_text(out, "&lt;");
        else if (c == '>')
            bytes_add_text(out, "&gt;");
        else if (c == '"')
            bytes_add_text(out, "&quot;");
        else
            bytes_add(out, &c, 1);
    }
}

void html_text(Bytes *out, const char *text)
{
    html_slice(out, slice_of(text));
}

void html_within(Bytes *out, const char *before, const char *text, const char *after)
{
    bytes_add_text(out, before);
    html_text(out, text);
    bytes_add_text(out, after);
}

void html_element(Bytes *out, const char *name, const char *text)
{
    bytes_printf(out, "<%s>", name);
    html_text(out, text);
    bytes_printf(out, "</%s>\n", name);
}

void html_press(Bytes *out, Target target, const char *more, const char *name)
{
    bytes_printf(out, "<button type=\"button\" data-press=\"%d %d %d %d\"%s>", target.kind, target.a, target.b,
                 target.c, more);
    html_text(out, name);
    bytes_add_text(out, "</button>\n");
}

static void put_parts(Bytes *out, Slice rest)
{
    static const char *const tags[] = {[MARKUP_BELOW] = "sub", [MARKUP_ABOVE] = "sup", [MARKUP_BOLD] = "b"};
    MarkupPart part;
    while (markup_take(&rest, &part))
        switch (part.kind) {
        case MARKUP_RUN:
        case MARKUP_TILDE: {
            bool italic = part.face == FACE_MATH_ITALIC;
            bytes_add_text(out, italic ? "<i>" : "");
            html_slice(out, part.text);
            bytes_add_text(out, part.kind == MARKUP_TILDE ? "&#x303;" : "");
            bytes_add_text(out, italic ? "</i>" : "");
            break;
        }
        case MARKUP_ROLE:
            bytes_printf(out, "<span class=\"%s\">", HTML_ROLES[part.role]);
            put_parts(out, part.text);
            bytes_add_text(out, "</span>");
            break;
        default:
            bytes_printf(out, "<%s>", tags[part.kind]);
            put_parts(out, part.text);
            bytes_printf(out, "</%s>", tags[part.kind]);
        }
}

void html_math(Bytes *out, const char *markup)
{
    bytes_add_text(out, "<span class=\"math\">");
    put_parts(out, slice_of(markup));
    bytes_add_text(out, "</span>");
}
