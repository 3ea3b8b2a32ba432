/* SVG of our own: text stays text. */
#include "export/export.h"

#include "export/carry.h"
#include "export/svg_fonts.h"
#include "export/svg_write.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* At most two decimals, no zeros behind, the same in every locale. */
static void put_number(Bytes *out, double value)
{
    bytes_add_cents(out, value);
    while (out->data[out->length - 1] == '0')
        out->length--;
    out->length -= out->data[out->length - 1] == '.';
}

void svg_put(SvgWriter *writer, const char *format, ...)
{
    va_list numbers;
    va_start(numbers, format);
    while (*format) {
        size_t plain = strcspn(format, "@");
        bytes_add(&writer->out, format, plain);
        format += plain;
        if (*format && format++)
            put_number(&writer->out, va_arg(numbers, double));
    }
    va_end(numbers);
}

static void put_color(SvgWriter *writer, const char *name, Color color)
{
    bytes_printf(&writer->out, " %s=\"#%02x%02x%02x\"", name, color.r, color.g, color.b);
    if (color.a != 0xFF)
        bytes_printf(&writer->out, " %s-opacity=\"0.%03d\"", name, color.a * 1000 / 255);
}

/* One character of text, as it is seen. */
static void put_character(SvgWriter *writer, uint32_t c)
{
    c = utf8_shown(c);
    const char *name = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : NULL;
    if (name)
        bytes_add_text(&writer->out, name);
    else
        bytes_add_letter(&writer->out, c);
}

static void put_paint(SvgWriter *writer, Paint paint, bool round)
{
    if (paint.fill.a)
        put_color(writer, "fill", paint.fill);
    else
        svg_put(writer, " fill=\"none\"");
    if (!paint.stroke.a || !(paint.width > 0))
        return;
    put_color(writer, "stroke", paint.stroke);
    svg_put(writer, " stroke-width=\"@\"", paint.width);
    if (round)
        svg_put(writer, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if (paint.dash > 0)
        svg_put(writer, " stroke-dasharray=\"@ @\"", paint.dash, paint.gap);
}

static void put_rectangle(SvgWriter *writer, Box box)
{
    svg_put(writer, "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\"", box.x, box.y, box.w, box.h);
}

static void put_box(SvgWriter *writer, const DrawCommand *command)
{
    put_rectangle(writer, command->box.box);
    if (command->box.radius > 0)
        svg_put(writer, " rx=\"@\"", command->box.radius);
    put_paint(writer, command->box.paint, command->box.paint.dash > 0);
    svg_put(writer, "/>\n");
}

static void put_path(SvgWriter *writer, const DrawCommand *command)
{
    const Point *p = command->path.points;
    svg_put(writer, "<path d=\"");
    for (int i = 0; i < command->path.verb_count; i++) {
        PathVerb verb = command->path.verbs[i];
        if (verb == PATH_CLOSE)
            svg_put(writer, "Z");
        else if (verb == PATH_CUBIC)
            svg_put(writer, "C@ @ @ @ @ @", p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
        else
            svg_put(writer, verb == PATH_MOVE ? "M@ @" : "L@ @", p->x, p->y);
        p += PATH_POINTS[verb];
    }
    svg_put(writer, "\"");
    put_paint(writer, command->path.paint, true);
    svg_put(writer, "/>\n");
}

/* SVG drops spaces at the edges and doubled ones unless it is told. */
static bool has_loose_spaces(const DrawCommand *command)
{
    const Letter *letters = command->text.letters;
    int count = command->text.count;
    bool loose = letters[0].codepoint == ' ' || letters[count - 1].codepoint == ' ';
    for (int i = 1; i < count; i++)
        loose |= letters[i].codepoint == ' ' && letters[i - 1].codepoint == ' ';
    return loose;
}

/* Each letter where it stands; of those that take their shapes from each other, the point that was placed: a browser
 * shapes them in its own font, where it has no other. */
static void put_places(SvgWriter *writer, const DrawCommand *command)
{
    static const char *const anchors[2][3] = {
        {[ALIGN_LEFT] = "start", [ALIGN_CENTER] = "middle", [ALIGN_RIGHT] = "end"},
        {[ALIGN_LEFT] = "end", [ALIGN_CENTER] = "middle", [ALIGN_RIGHT] = "start"}};
    Point origin = command->text.origin;
    Align align = command->text.align;
    if (command->text.whole) {
        if (command->text.left)
            svg_put(writer, " direction=\"rtl\" unicode-bidi=\"bidi-override\"");
        if (align != ALIGN_LEFT || command->text.left)
            bytes_printf(&writer->out, " text-anchor=\"%s\"", anchors[command->text.left][align]);
        float share = align == ALIGN_LEFT ? 0 : align == ALIGN_CENTER ? 0.5f : 1;
        svg_put(writer, " x=\"@", origin.x + share * command->text.width);
    } else {
        for (int i = 0; i < command->text.count; i++)
            svg_put(writer, i ? " @" : " x=\"@", origin.x + command->text.letters[i].x);
    }
    svg_put(writer, "\" y=\"@\">", origin.y);
}

static void put_text(SvgWriter *writer, const DrawCommand *command)
{
    const FontFile *font = type_font(writer->type, command->text.face);
    Point origin = command->text.origin;
    bytes_printf(&writer->out, "<text font-family=\"%s\"", font->family);
    if (font->weight != 400)
        bytes_printf(&writer->out, " font-weight=\"%d\"", font->weight);
    if (font->italic)
        svg_put(writer, " font-style=\"italic\"");
    svg_put(writer, " font-size=\"@\"", command->text.size);
    put_color(writer, "fill", command->text.color);
    if (has_loose_spaces(command))
        svg_put(writer, " xml:space=\"preserve\"");
    if (command->text.angle != 0)
        svg_put(writer, " transform=\"rotate(@ @ @)\"", (double)command->text.angle * 180 / 3.14159265358979323846,
                origin.x, origin.y);
    put_places(writer, command);
    for (int i = 0; i < command->text.count; i++)
        if (command->text.letters[i].codepoint)
            put_character(writer, command->text.letters[i].codepoint);
    svg_put(writer, "</text>\n");
}

static void put_image(SvgWriter *writer, const DrawCommand *command)
{
    Box box = command->image.box;
    Slice png = command->image.image->png;
    svg_put(
        writer,
        "<image x=\"@\" y=\"@\" width=\"@\" height=\"@\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,",
        box.x, box.y, box.w, box.h);
    svg_base64(&writer->out, (const unsigned char *)png.text, png.length);
    svg_put(writer, "\"/>\n");
}

static void put_clip(SvgWriter *writer, const DrawCommand *command)
{
    int name = ++writer->clips;
    writer->depth++;
    bytes_printf(&writer->out, "<clipPath id=\"clip-%d\">", name);
    put_rectangle(writer, command->bounds);
    bytes_printf(&writer->out, "/></clipPath>\n<g clip-path=\"url(#clip-%d)\">\n", name);
}

static void put_command(SvgWriter *writer, const DrawCommand *command)
{
    switch (command->kind) {
    case DRAW_BOX:
        put_box(writer, command);
        break;
    case DRAW_PATH:
        put_path(writer, command);
        break;
    case DRAW_TEXT:
        put_text(writer, command);
        break;
    case DRAW_IMAGE:
        put_image(writer, command);
        break;
    case DRAW_CLIP:
        put_clip(writer, command);
        break;
    case DRAW_UNCLIP:
        writer->depth--;
        svg_put(writer, "</g>\n");
        break;
    case DRAW_MARK:
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        break;
    }
}

void svg_put_text(SvgWriter *writer, const char *text)
{
    for (Slice rest = slice_of(text); rest.length;)
        put_character(writer, utf8_next(&rest));
}

/* An element with a text; NULL: none. */
static void put_element(SvgWriter *writer, const char *tag, const char *text)
{
    if (!text)
        return;
    bytes_printf(&writer->out, "<%s>", tag);
    svg_put_text(writer, text);
    bytes_printf(&writer->out, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

static void put_head(SvgWriter *writer, const DrawList *list, const ExportOptions *options)
{
    svg_put(writer,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"@\" "
            "height=\"@\" viewBox=\"0 0 @ @\">\n",
            list->width, list->height, list->width, list->height);
    put_element(writer, "title", options->title);
    put_element(writer, "metadata id=\"" CARRY_NAME "\"", options->state);
}

bool svg_put_picture(SvgWriter *writer, const DrawList *list, const ExportOptions *options, Error *error)
{
    put_head(writer, list, options);
    bool ok = true;
    if (options->embed_fonts) {
        svg_put(writer, "<style>\n");
        ok = svg_embed_fonts(list, 1, &writer->out, error);
        svg_put(writer, "</style>\n");
    }
    if (list->ground.a) {
        put_rectangle(writer, (Box){0, 0, list->width, list->height});
        put_paint(writer, paint_fill(list->ground), false);
        svg_put(writer, "/>\n");
    }
    for (int i = 0; i < list->count; i++)
        put_command(writer, &list->commands[i]);
    for (; writer->depth > 0; writer->depth--)
        svg_put(writer, "</g>\n");
    return ok;
}

bool export_svg_text(const DrawList *list, const ExportOptions *options, Bytes *out, Error *error)
{
    SvgWriter writer = {.type = list->type};
    svg_put(&writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    bool ok = svg_put_picture(&writer, list, options, error);
    svg_put(&writer, "</svg>\n");
    *out = writer.out;
    return ok && type_sound(list->type, error);
}

bool export_svg(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    Bytes out = {0};
    bool ok = export_svg_text(list, options, &out, error) && file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}
