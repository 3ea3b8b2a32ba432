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

/* Marks that TeX puts on any letter, and those that it puts under it. */
#define UNDER "bcdk"
static const struct {
    uint32_t mark;
    char name;
} ACCENTS[] = {{0x300, '`'}, {0x301, '\''}, {0x302, '^'}, {0x303, '~'}, {0x304, '='},
               {0x306, 'u'}, {0x307, '.'},  {0x308, '"'}, {0x30A, 'r'}, {0x30B, 'H'},
               {0x30C, 'v'}, {0x323, 'd'},  {0x327, 'c'}, {0x328, 'k'}, {0x331, 'b'}};

static char accent_of(uint32_t mark)
{
    for (size_t i = 0; i < sizeof ACCENTS / sizeof *ACCENTS; i++)
        if (ACCENTS[i].mark == mark)
            return ACCENTS[i].name;
    return '\0';
}

static void wrap(Bytes *letter, char accent)
{
    Bytes whole = {0};
    bytes_printf(&whole, "\\%c{%.*s}", accent, (int)letter->length, letter->data);
    bytes_finish(letter);
    *letter = whole;
}

/* A letter and its marks: one letter, where Unicode has it, else TeX's accents on it, the one under it around the
 * others. */
static void put_words(Bytes *out, Slice text)
{
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    for (uint32_t c = 0, next; c || text.length; c = next) {
        Bytes letter = {0};
        char under = '\0', accent;
        c = c ? c : utf8_next(&text);
        put_letter(&letter, c);
        for (next = 0; text.length; next = 0) {
            uint32_t both;
            next = utf8_next(&text);
            if (c && hb_unicode_compose(unicode, c, next, &both)) {
                letter.length = 0;
                put_letter(&letter, c = both);
            } else if (!(accent = accent_of(next)) || (under && strchr(UNDER, accent)))
                break;
            else if (strchr(UNDER, accent))
                under = accent;
            else {
                wrap(&letter, accent);
                c = 0;
            }
        }
        if (under)
            wrap(&letter, under);
        bytes_add(out, letter.data, letter.length);
        bytes_finish(&letter);
    }
}

/* TeX turns brackets about beside letters that run to the left, and these stand in a node of their own. */
static void add_run(Bytes *text, const DrawCommand *run)
{
    Bytes own = {0};
    char script[5];
    for (int i = 0; i < run->text.count; i++)
        if (run->text.letters[i].codepoint)
            bytes_add_letter(&own, run->text.letters[i].codepoint);
    text_script(bytes_slice(&own), script);
    bool turned = run->text.left && strcmp(script, "Zyyy") == 0;
    for (Slice rest = bytes_slice(&own); rest.length;) {
        uint32_t c = utf8_next(&rest);
        bytes_add_letter(text, turned ? hb_unicode_mirroring(hb_unicode_funcs_get_default(), c) : c);
    }
    bytes_finish(&own);
}

/* Of a face that stands in for another one the style is no wish. */
static bool stands_in(Face face)
{
    return face >= FACE_CJK;
}

static const char *style_of(const DrawList *list, Face face)
{
    const FontFile *font = type_font(list->type, face);
    bool mono = face == FACE_MONO || face == FACE_MONO_BOLD;
    return font->weight >= 600 ? (mono ? "\\ttfamily\\bfseries" : "\\bfseries")
           : font->italic      ? "\\itshape"
                               : (mono ? "\\ttfamily" : "");
}

/* `next` is one more part of the text of `run`, and goes on where that ends: TeX sets both in one. */
static bool goes_on(const DrawCommand *run, const DrawCommand *next)
{
    const float near = 0.05f;
    if (next->kind != DRAW_TEXT || next->text.parts > 0 || run->text.left || next->text.left
        || run->text.angle != next->text.angle)
        return false;
    float x = run->text.origin.x + run->text.width * cosf(run->text.angle),
          y = run->text.origin.y + run->text.width * sinf(run->text.angle);
    return fabsf(x - next->text.origin.x) < near && fabsf(y - next->text.origin.y) < near;
}

/* Collects the words of a text from its run `first` on, their style and their width. Returns the run behind it. */
static int take_text(const DrawList *list, int first, Bytes *text, const char **style, float *width)
{
    int i = first;
    bool wished = false;
    *style = style_of(list, list->commands[first].text.face);
    do {
        Face face = list->commands[i].text.face;
        const char *own = style_of(list, face);
        if (!stands_in(face) && wished && strcmp(own, *style) != 0)
            break;
        if (!stands_in(face)) {
            *style = own;
            wished = true;
        }
        *width += list->commands[i].text.width;
        add_run(text, &list->commands[i++]);
    } while (i < list->count && goes_on(&list->commands[i - 1], &list->commands[i]));
    return i;
}

/* Anchored at the point that was placed, because another font is wider or narrower. Returns the command behind it. */
static int put_text(Bytes *out, const DrawList *list, int first)
{
    static const char *const ANCHORS[] = {
        [ALIGN_LEFT] = "base west", [ALIGN_CENTER] = "base", [ALIGN_RIGHT] = "base east"};
    const DrawCommand *command = &list->commands[first];
    Bytes text = {0};
    const char *style;
    float width = 0;
    int end = take_text(list, first, &text, &style, &width);
    Align align = end - first == command->text.parts ? command->text.whole_align : command->text.align;
    double share = align == ALIGN_LEFT     ? 0
                   : align == ALIGN_CENTER ? 0.5
                                           : 1,
           angle = (double)command->text.angle, along = (double)width * share, size = (double)command->text.size * 0.75;
    put(out, "\\node[");
    bytes_printf(out, "anchor=%s,inner sep=0,", ANCHORS[align]);
    if (angle != 0)
        put(out, "rotate=@,", -angle * 180 / 3.14159265358979323846);
    put_color(out, "text", (Color){command->text.color.r, command->text.color.g, command->text.color.b, 0xFF});
    put(out, ",font=\\fontsize{@}{@}\\selectfont", size, size * 1.2);
    bytes_printf(out, "%s] at ", style);
    put(out, "(@,@) {", (double)command->text.origin.x + along * cos(angle),
        (double)command->text.origin.y + along * sin(angle));
    put_words(out, bytes_slice(&text));
    put(out, "};\n");
    bytes_finish(&text);
    return end;
}

static void put_command(Bytes *out, const DrawCommand *command)
{
    Box box = command->bounds;
    switch (command->kind) {
    case DRAW_BOX:
        put_box(out, command);
        break;
    case DRAW_PATH:
        put_path(out, command);
        break;
    case DRAW_CLIP:
        put(out, "\\begin{scope}\\clip (@,@) rectangle ++(@,@);\n", box.x, box.y, box.w, box.h);
        break;
    case DRAW_UNCLIP:
        put(out, "\\end{scope}\n");
        break;
    case DRAW_TEXT:
    case DRAW_IMAGE:
    case DRAW_MARK:
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        break;
    }
}

/* What the paper has to load. */
static void put_needs(Bytes *out, const DrawList *list)
{
    bool left = false, emoji = false;
    for (const DrawCommand *command = list->commands; command < list->commands + list->count; command++) {
        if (command->kind != DRAW_TEXT)
            continue;
        left = left || command->text.left;
        for (int i = 0; i < command->text.count; i++)
            emoji = emoji || command->text.letters[i].codepoint >> 12 == 0x1F;
    }
    bytes_add_text(out,
                   "% \\usepackage{tikz}, and for words in Chinese XeLaTeX or LuaLaTeX with a font that has them\n");
    if (left)
        bytes_add_text(out, "% and for words from right to left LuaLaTeX with \\usepackage[bidi=basic]{babel}\n");
    if (emoji)
        bytes_add_text(out, "% and for emoji LuaLaTeX with \\usepackage{fontspec} and a font that has them, for one\n"
                            "% \\directlua{luaotfload.add_fallback(\"emoji\", {\"Noto Color Emoji:mode=harf\"})}\n"
                            "% \\setmainfont{Latin Modern Roman}[RawFeature={fallback=emoji}]\n");
}

bool export_tikz(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    Bytes out = {0};
    int open = 0;
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_IMAGE)
            return error_at(error, ERROR_USAGE, path, 0,
                            "is not written: the picture has pixels, which TikZ does not; .pdf has them");
    put_needs(&out, list);
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
    for (int i = 0; i < list->count;) {
        const DrawCommand *command = &list->commands[i];
        open += (command->kind == DRAW_CLIP) - (command->kind == DRAW_UNCLIP);
        if (command->kind == DRAW_TEXT) {
            i = put_text(&out, list, i);
            continue;
        }
        put_command(&out, command);
        i++;
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
