/* TikZ: every shape where it is, every word as text that the paper sets in its own font. */
#include "export/carry.h"
#include "export/export.h"

#include <hb.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Adds the format, each @ in it a number (a double) with at most two decimals. */
static void put(Bytes *out, const char *format, ...)
{
    va_list numbers;
    va_start(numbers, format);
    for (; *format; format++)
        if (*format == '@')
            bytes_add_cents(out, va_arg(numbers, double));
        else
            bytes_add(out, format, 1);
    va_end(numbers);
}

/* Characters that have a meaning in TeX. */
static const struct {
    uint32_t letter;
    const char *name;
} SPECIAL[] = {{'\\', "\\textbackslash{}"},
               {'^', "\\textasciicircum{}"},
               {'~', "\\textasciitilde{}"},
               {'<', "\\textless{}"},
               {'>', "\\textgreater{}"},
               {'|', "\\textbar{}"},
               {'{', "\\{"},
               {'}', "\\}"},
               {'$', "\\$"},
               {'&', "\\&"},
               {'#', "\\#"},
               {'_', "\\_"},
               {'%', "\\%"},
               {0x2212, "$-$"}};

static void put_letter(Bytes *out, uint32_t c)
{
    c = utf8_shown(c);
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
        if (SPECIAL[i].letter == c) {
            bytes_add_text(out, SPECIAL[i].name);
            return;
        }
    bytes_add_letter(out, c);
}

static void put_color(Bytes *out, const char *key, Color color)
{
    bytes_printf(out, "%s={rgb,255:red,%d;green,%d;blue,%d}", key, color.r, color.g, color.b);
    if (color.a != 0xFF)
        put(out, strcmp(key, "fill") == 0 ? ",fill opacity=@" : ",draw opacity=@", color.a / 255.0);
}

/* "\path[fill=...,draw=...]" */
static void put_paint(Bytes *out, Paint paint)
{
    bool filled = paint.fill.a > 0, drawn = paint.stroke.a > 0 && paint.width > 0;
    put(out, "\\path[");
    if (filled)
        put_color(out, "fill", paint.fill);
    if (drawn) {
        put(out, filled ? "," : "");
        put_color(out, "draw", paint.stroke);
        put(out, ",line width=@bp,line cap=round,line join=round", (double)paint.width * 0.75);
        if (paint.dash > 0)
            put(out, ",dash pattern=on @bp off @bp", (double)paint.dash * 0.75, (double)paint.gap * 0.75);
    }
    put(out, "] ");
}

static void put_box(Bytes *out, const DrawCommand *command)
{
    Box box = command->box.box;
    put_paint(out, command->box.paint);
    if (command->box.radius > 0)
        put(out, "[rounded corners=@bp] ", (double)command->box.radius * 0.75);
    put(out, "(@,@) rectangle ++(@,@);\n", box.x, box.y, box.w, box.h);
}

static void put_path(Bytes *out, const DrawCommand *command)
{
    const Point *p = command->path.points;
    put_paint(out, command->path.paint);
    for (int i = 0; i < command->path.verb_count; i++) {
        PathVerb verb = command->path.verbs[i];
        if (verb == PATH_CLOSE)
            put(out, " -- cycle");
        else if (verb == PATH_CUBIC)
            put(out, " .. controls (@,@) and (@,@) .. (@,@)", p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
        else
            put(out, verb == PATH_MOVE ? " (@,@)" : " -- (@,@)", p->x, p->y);
        p += PATH_POINTS[verb];
    }
    put(out, ";\n");
}

/* TeX turns brackets about beside letters that run to the left, and these stand in a node of their own. */
static void put_letters(Bytes *out, const DrawCommand *command)
{
    Bytes text = {0};
    char script[5];
    for (int i = 0; i < command->text.count; i++)
        if (command->text.letters[i].codepoint)
            bytes_add_letter(&text, command->text.letters[i].codepoint);
    text_script(bytes_slice(&text), script);
    bool turned = command->text.left && strcmp(script, "Zyyy") == 0;
    for (Slice rest = bytes_slice(&text); rest.length;) {
        uint32_t c = utf8_next(&rest);
        put_letter(out, turned ? hb_unicode_mirroring(hb_unicode_funcs_get_default(), c) : c);
    }
    bytes_finish(&text);
}

/* Anchored at the point that was placed, because another font is wider or narrower. */
static void put_text(Bytes *out, const DrawList *list, const DrawCommand *command)
{
    static const char *const ANCHORS[] = {
        [ALIGN_LEFT] = "base west", [ALIGN_CENTER] = "base", [ALIGN_RIGHT] = "base east"};
    const FontFile *font = type_font(list->type, command->text.face);
    Align align = command->text.align;
    double share = align == ALIGN_LEFT     ? 0
                   : align == ALIGN_CENTER ? 0.5
                                           : 1,
           angle = (double)command->text.angle, along = (double)command->text.width * share,
           size = (double)command->text.size * 0.75;
    put(out, "\\node[");
    bytes_printf(out, "anchor=%s,inner sep=0,", ANCHORS[align]);
    if (angle != 0)
        put(out, "rotate=@,", -angle * 180 / 3.14159265358979323846);
    put_color(out, "text", (Color){command->text.color.r, command->text.color.g, command->text.color.b, 0xFF});
    put(out, ",font=\\fontsize{@}{@}\\selectfont", size, size * 1.2);
    if (command->text.face == FACE_MONO || command->text.face == FACE_MONO_BOLD)
        bytes_add_text(out, "\\ttfamily");
    bytes_add_text(out, font->weight >= 600 ? "\\bfseries] at " : font->italic ? "\\itshape] at " : "] at ");
    put(out, "(@,@) {", (double)command->text.origin.x + along * cos(angle),
        (double)command->text.origin.y + along * sin(angle));
    put_letters(out, command);
    put(out, "};\n");
}

static void put_command(Bytes *out, const DrawList *list, const DrawCommand *command)
{
    Box box = command->bounds;
    switch (command->kind) {
    case DRAW_BOX:
        put_box(out, command);
        break;
    case DRAW_PATH:
        put_path(out, command);
        break;
    case DRAW_TEXT:
        put_text(out, list, command);
        break;
    case DRAW_CLIP:
        put(out, "\\begin{scope}\\clip (@,@) rectangle ++(@,@);\n", box.x, box.y, box.w, box.h);
        break;
    case DRAW_UNCLIP:
        put(out, "\\end{scope}\n");
        break;
    case DRAW_IMAGE:
    case DRAW_MARK:
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        break;
    }
}

static bool any_runs_left(const DrawList *list)
{
    bool any = false;
    for (int i = 0; i < list->count; i++)
        any = any || (list->commands[i].kind == DRAW_TEXT && list->commands[i].text.left);
    return any;
}

bool export_tikz(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    Bytes out = {0};
    int open = 0;
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_IMAGE)
            return error_at(error, ERROR_USAGE, path, 0,
                            "is not written: the picture has pixels, which TikZ does not; .pdf has them");
    bytes_add_text(&out,
                   "% \\usepackage{tikz}, and for words in Chinese XeLaTeX or LuaLaTeX with a font that has them\n");
    if (any_runs_left(list))
        bytes_add_text(&out, "% and for words from right to left LuaLaTeX with \\usepackage[bidi=basic]{babel}\n");
    if (options->title)
        put(&out, "% ");
    for (Slice rest = slice_of(options->title ? options->title : ""); rest.length;)
        bytes_add_letter(&out, utf8_shown(utf8_next(&rest)));
    put(&out, options->title ? "\n" : "");
    put(&out, "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp]\n\\path[use as bounding box] (0,0) rectangle (@,@);\n",
        list->width, list->height);
    if (list->ground.a) {
        put_paint(&out, paint_fill(list->ground));
        put(&out, "(0,0) rectangle (@,@);\n", list->width, list->height);
    }
    for (int i = 0; i < list->count; i++) {
        open += (list->commands[i].kind == DRAW_CLIP) - (list->commands[i].kind == DRAW_UNCLIP);
        put_command(&out, list, &list->commands[i]);
    }
    for (; open > 0; open--)
        put(&out, "\\end{scope}\n");
    put(&out, "\\end{tikzpicture}\n");
    if (options->state)
        carry_comment(options->state, &out);
    bool ok = type_sound(list->type, error) && file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}
