/* SVG of our own: text stays text. */
#include "export/export.h"

#include "export/svg_fonts.h"

#include <math.h>

typedef struct Writer {
    Bytes out;
    const Type *type;
    int clips; /* names given so far */
    int depth; /* groups that are open */
} Writer;

/* At most two decimals, no zeros behind, the same in every locale. */
static void put_number(Writer *writer, double value)
{
    long long hundredths = llround(value * 100);
    if (hundredths < 0) {
        bytes_add_text(&writer->out, "-");
        hundredths = -hundredths;
    }
    int rest = (int)(hundredths % 100);
    bytes_printf(&writer->out, "%lld", hundredths / 100);
    if (rest % 10)
        bytes_printf(&writer->out, ".%02d", rest);
    else if (rest)
        bytes_printf(&writer->out, ".%d", rest / 10);
}

static void put_attribute(Writer *writer, const char *name, double value)
{
    bytes_printf(&writer->out, " %s=\"", name);
    put_number(writer, value);
    bytes_add_text(&writer->out, "\"");
}

static void put_color(Writer *writer, const char *name, Color color)
{
    bytes_printf(&writer->out, " %s=\"#%02x%02x%02x\"", name, color.r, color.g, color.b);
    if (color.a != 0xFF) {
        bytes_printf(&writer->out, " %s-opacity=\"0.%03d\"", name, color.a * 1000 / 255);
    }
}

/* One character of text, as it is seen. */
static void put_character(Writer *writer, uint32_t c)
{
    char utf8[4];
    c = utf8_shown(c);
    switch (c) {
    case '&':
        bytes_add_text(&writer->out, "&amp;");
        break;
    case '<':
        bytes_add_text(&writer->out, "&lt;");
        break;
    case '>':
        bytes_add_text(&writer->out, "&gt;");
        break;
    case '"':
        bytes_add_text(&writer->out, "&quot;");
        break;
    default:
        bytes_add(&writer->out, utf8, utf8_put(utf8, c));
    }
}

static void put_paint(Writer *writer, Paint paint, bool round)
{
    if (paint.fill.a)
        put_color(writer, "fill", paint.fill);
    else
        bytes_add_text(&writer->out, " fill=\"none\"");
    if (!paint.stroke.a || !(paint.width > 0))
        return;
    put_color(writer, "stroke", paint.stroke);
    put_attribute(writer, "stroke-width", paint.width);
    if (round)
        bytes_add_text(&writer->out, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if (paint.dash > 0) {
        bytes_add_text(&writer->out, " stroke-dasharray=\"");
        put_number(writer, paint.dash);
        bytes_add_text(&writer->out, " ");
        put_number(writer, paint.gap);
        bytes_add_text(&writer->out, "\"");
    }
}

static void put_rectangle(Writer *writer, Box box)
{
    bytes_add_text(&writer->out, "<rect");
    put_attribute(writer, "x", box.x);
    put_attribute(writer, "y", box.y);
    put_attribute(writer, "width", box.w);
    put_attribute(writer, "height", box.h);
}

static void put_box(Writer *writer, const DrawCommand *command)
{
    put_rectangle(writer, command->box.box);
    if (command->box.radius > 0)
        put_attribute(writer, "rx", command->box.radius);
    put_paint(writer, command->box.paint, command->box.paint.dash > 0);
    bytes_add_text(&writer->out, "/>\n");
}

static void put_path(Writer *writer, const DrawCommand *command)
{
    static const char letters[] = {'M', 'L', 'C', 'Z'};
    static const int counts[] = {1, 1, 3, 0};
    const Point *point = command->path.points;
    bytes_add_text(&writer->out, "<path d=\"");
    for (int i = 0; i < command->path.verb_count; i++) {
        PathVerb verb = command->path.verbs[i];
        bytes_add(&writer->out, &letters[verb], 1);
        for (int j = 0; j < counts[verb]; j++, point++) {
            if (j)
                bytes_add_text(&writer->out, " ");
            put_number(writer, point->x);
            bytes_add_text(&writer->out, " ");
            put_number(writer, point->y);
        }
    }
    bytes_add_text(&writer->out, "\"");
    put_paint(writer, command->path.paint, true);
    bytes_add_text(&writer->out, "/>\n");
}

/* SVG drops spaces at the edges and doubled ones unless it is told. */
static bool has_loose_spaces(const DrawCommand *command)
{
    const uint32_t *c = command->text.codepoints;
    int count = command->text.count;
    bool loose = c[0] == ' ' || c[count - 1] == ' ';
    for (int i = 1; i < count; i++)
        loose |= c[i] == ' ' && c[i - 1] == ' ';
    return loose;
}

static void put_text(Writer *writer, const DrawCommand *command)
{
    const FontFile *font = type_font(writer->type, command->text.face);
    Point origin = command->text.origin;
    bytes_printf(&writer->out, "<text font-family=\"%s\"", font->family);
    if (font->weight != 400)
        bytes_printf(&writer->out, " font-weight=\"%d\"", font->weight);
    if (font->italic)
        bytes_add_text(&writer->out, " font-style=\"italic\"");
    put_attribute(writer, "font-size", command->text.size);
    put_color(writer, "fill", command->text.color);
    if (has_loose_spaces(command))
        bytes_add_text(&writer->out, " xml:space=\"preserve\"");
    if (command->text.angle != 0) {
        bytes_add_text(&writer->out, " transform=\"rotate(");
        put_number(writer, (double)command->text.angle * 180 / 3.14159265358979323846);
        bytes_add_text(&writer->out, " ");
        put_number(writer, origin.x);
        bytes_add_text(&writer->out, " ");
        put_number(writer, origin.y);
        bytes_add_text(&writer->out, ")\"");
    }
    bytes_add_text(&writer->out, " x=\"");
    for (int i = 0; i < command->text.count; i++) {
        if (i)
            bytes_add_text(&writer->out, " ");
        put_number(writer, origin.x + command->text.xs[i]);
    }
    bytes_add_text(&writer->out, "\"");
    put_attribute(writer, "y", origin.y);
    bytes_add_text(&writer->out, ">");
    for (int i = 0; i < command->text.count; i++)
        put_character(writer, command->text.codepoints[i]);
    bytes_add_text(&writer->out, "</text>\n");
}

static void put_clip(Writer *writer, const DrawCommand *command)
{
    int name = ++writer->clips;
    writer->depth++;
    bytes_printf(&writer->out, "<clipPath id=\"clip-%d\">", name);
    put_rectangle(writer, command->bounds);
    bytes_printf(&writer->out, "/></clipPath>\n<g clip-path=\"url(#clip-%d)\">\n", name);
}

static void put_command(Writer *writer, const DrawCommand *command)
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
    case DRAW_CLIP:
        put_clip(writer, command);
        break;
    case DRAW_UNCLIP:
        writer->depth--;
        bytes_add_text(&writer->out, "</g>\n");
        break;
    case DRAW_MARK:
        break;
    }
}

static void put_head(Writer *writer, const DrawList *list, const char *title)
{
    bytes_add_text(&writer->out,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(writer, "width", list->width);
    put_attribute(writer, "height", list->height);
    bytes_add_text(&writer->out, " viewBox=\"0 0 ");
    put_number(writer, list->width);
    bytes_add_text(&writer->out, " ");
    put_number(writer, list->height);
    bytes_add_text(&writer->out, "\">\n");
    if (!title)
        return;
    bytes_add_text(&writer->out, "<title>");
    for (Slice rest = slice_of(title); rest.length;)
        put_character(writer, utf8_next(&rest));
    bytes_add_text(&writer->out, "</title>\n");
}

bool export_svg(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    Writer writer = {.type = list->type};
    put_head(&writer, list, options->title);
    bool ok = true;
    if (options->embed_fonts) {
        bytes_add_text(&writer.out, "<style>\n");
        ok = svg_embed_fonts(list, &writer.out, error);
        bytes_add_text(&writer.out, "</style>\n");
    }
    if (list->ground.a) {
        put_rectangle(&writer, (Box){0, 0, list->width, list->height});
        put_paint(&writer, paint_fill(list->ground), false);
        bytes_add_text(&writer.out, "/>\n");
    }
    for (int i = 0; i < list->count; i++)
        put_command(&writer, &list->commands[i]);
    for (; writer.depth > 0; writer.depth--)
        bytes_add_text(&writer.out, "</g>\n");
    bytes_add_text(&writer.out, "</svg>\n");
    ok = ok && type_sound(list->type, error) && file_write(path, writer.out.data, writer.out.length, error);
    bytes_finish(&writer.out);
    return ok;
}
