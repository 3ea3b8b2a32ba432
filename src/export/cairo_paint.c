#include "export/cairo_paint.h"

#include "base/file.h"
#include "export/font_cut.h"

#include <cairo-ft.h>
#include <hb.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/* ---- fonts ---- */

/* FreeType faces live as long as cairo's font faces, which cairo may keep after we have let them go: so their library
 * stays, once it is started. */
static FT_Library library;

struct CairoPainter {
    cairo_t *cairo;
    const DrawList *pages;
    int page_count;
    TextMode mode;
    cairo_font_face_t *faces[FACE_COUNT]; /* NULL: not wanted yet */
    Bytes text;                           /* of the run at hand, for live text */
    Arena arena;
};

/* A face of FreeType's, with the font that was made for it. */
typedef struct OwnFace {
    FT_Face ft;
    hb_blob_t *cut; /* NULL: the font is the Type's */
} OwnFace;

static void own_face_gone(void *own)
{
    OwnFace *face = own;
    if (face->ft)
        FT_Done_Face(face->ft);
    hb_blob_destroy(face->cut);
    free(face);
}

/* cairo 1.16 embeds a CFF font without some of the subroutines that its outlines call, and then the glyph is blank: it
 * is given outlines that call none. A font that cannot be cut is taken as it is. */
static int open_face(const CairoPainter *painter, Face face, OwnFace *own)
{
    const FontFile *file = type_font(painter->pages[0].type, face);
    Slice bytes = file->bytes;
    if (painter->mode == TEXT_LIVE && font_is_cff(file))
        own->cut = font_cut(painter->pages, painter->page_count, face, CUT_GLYPHS);
    if (own->cut) {
        unsigned length;
        bytes.text = hb_blob_get_data(own->cut, &length);
        bytes.length = length;
    }
    return FT_New_Memory_Face(library, (const FT_Byte *)bytes.text, (FT_Long)bytes.length, own->cut ? 0 : file->index,
                              &own->ft);
}

static bool use_face(CairoPainter *painter, Face face)
{
    static const cairo_user_data_key_t key;
    if (painter->faces[face]) {
        cairo_set_font_face(painter->cairo, painter->faces[face]);
        return true;
    }
    OwnFace *own = heap_alloc(1, sizeof *own);
    int code = open_face(painter, face, own);
    if (code) {
        type_blame(painter->pages[0].type, face, code == FT_Err_Out_Of_Memory);
        own->ft = NULL;
        own_face_gone(own);
        return false;
    }
    cairo_font_face_t *made = cairo_ft_font_face_create_for_ft_face(own->ft, FT_LOAD_NO_HINTING | FT_LOAD_NO_AUTOHINT);
    if (cairo_font_face_set_user_data(made, &key, own, own_face_gone) != CAIRO_STATUS_SUCCESS)
        heap_exhausted();
    painter->faces[face] = made;
    cairo_set_font_face(painter->cairo, made);
    return true;
}

/* ---- commands ---- */

static void set_color(cairo_t *cairo, Color color)
{
    cairo_set_source_rgba(cairo, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
}

/* Fills and strokes the current path, and takes it away. */
static void paint_path(cairo_t *cairo, Paint paint, cairo_line_join_t join)
{
    if (paint.fill.a) {
        set_color(cairo, paint.fill);
        cairo_fill_preserve(cairo);
    }
    if (paint.stroke.a && paint.width > 0) {
        double dashes[2] = {paint.dash, paint.gap};
        cairo_set_dash(cairo, dashes, paint.dash > 0 ? 2 : 0, 0);
        cairo_set_line_width(cairo, paint.width);
        cairo_set_line_join(cairo, join);
        set_color(cairo, paint.stroke);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

static void paint_box(cairo_t *cairo, const DrawCommand *command)
{
    Box box = command->box.box;
    double r = command->box.radius, left = box.x, top = box.y, right = left + box.w, bottom = top + box.h;
    if (r <= 0) {
        cairo_rectangle(cairo, left, top, box.w, box.h);
    } else {
        cairo_arc(cairo, right - r, top + r, r, -PI / 2, 0);
        cairo_arc(cairo, right - r, bottom - r, r, 0, PI / 2);
        cairo_arc(cairo, left + r, bottom - r, r, PI / 2, PI);
        cairo_arc(cairo, left + r, top + r, r, PI, 3 * PI / 2);
        cairo_close_path(cairo);
    }
    paint_path(cairo, command->box.paint, r > 0 ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
}

static void paint_curves(cairo_t *cairo, const DrawCommand *command)
{
    const Point *p = command->path.points;
    for (int i = 0; i < command->path.verb_count; i++) {
        PathVerb verb = command->path.verbs[i];
        if (verb == PATH_CLOSE)
            cairo_close_path(cairo);
        else if (verb == PATH_CUBIC)
            cairo_curve_to(cairo, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
        else
            (verb == PATH_MOVE ? cairo_move_to : cairo_line_to)(cairo, p->x, p->y);
        p += PATH_POINTS[verb];
    }
    paint_path(cairo, command->path.paint, CAIRO_LINE_JOIN_ROUND);
}

/* A run as cairo wants it: its code points are painter->text. */
typedef struct GlyphText {
    cairo_glyph_t *glyphs;
    cairo_text_cluster_t *clusters;
    int count, cluster_count;
} GlyphText;

/* Readers of a PDF put words together that run level or upright. Of one that is slanted they have the letters alone,
 * unless the file says what the word is. */
static bool is_slanted(float angle)
{
    return fabsf(remainderf(angle, 1.57079633f)) > 0.01f;
}

/* Whether readers shall have letter i with the one before it: a mark, all of a slanted word, and of a script such as
 * Devanagari's, whose letters do not stand in order. Those that run to the left they put in order themselves. */
static bool joins(const DrawCommand *command, int i)
{
    const Letter *letter = &command->text.letters[i];
    uint32_t c = letter->codepoint;
    bool word = is_slanted(command->text.angle) || (command->text.whole && !command->text.left);
    return c == 0 || (c >= 0x300 && c <= 0x36F) || (word && c != ' ' && letter[-1].codepoint != ' ');
}

/* Letters [first, end), which the reader gets together, with their glyphs. */
static void add_cluster(CairoPainter *painter, const DrawCommand *command, int first, int end, GlyphText *out)
{
    size_t before = painter->text.length;
    for (int i = first; i < end; i++) {
        const Letter *letter = &command->text.letters[i];
        if (letter->codepoint)
            bytes_add_letter(&painter->text, letter->codepoint);
        out->glyphs[out->count++] = (cairo_glyph_t){letter->glyph, letter->x, letter->y};
    }
    out->clusters[out->cluster_count++] = (cairo_text_cluster_t){(int)(painter->text.length - before), end - first};
}

/* Sorted from left to right: readers of a PDF take text that goes back and forth for many words. */
static GlyphText make_glyphs(CairoPainter *painter, const DrawCommand *command)
{
    int count = command->text.count;
    GlyphText text = {.glyphs = ARENA_ARRAY(&painter->arena, cairo_glyph_t, (size_t)count),
                      .clusters = ARENA_ARRAY(&painter->arena, cairo_text_cluster_t, (size_t)count)};
    painter->text.length = 0;
    if (command->text.left)
        for (int end = count, first; end > 0; end = first) {
            for (first = end - 1; first > 0 && joins(command, first);)
                first--;
            add_cluster(painter, command, first, end, &text);
        }
    else
        for (int first = 0, end; first < count; first = end) {
            for (end = first + 1; end < count && joins(command, end);)
                end++;
            add_cluster(painter, command, first, end, &text);
        }
    return text;
}

static void paint_text(CairoPainter *painter, const DrawCommand *command)
{
    cairo_t *cairo = painter->cairo;
    if (!use_face(painter, command->text.face))
        return;
    GlyphText text = make_glyphs(painter, command);
    cairo_save(cairo);
    cairo_translate(cairo, command->text.origin.x, command->text.origin.y);
    cairo_rotate(cairo, command->text.angle);
    cairo_set_font_size(cairo, command->text.size);
    set_color(cairo, command->text.color);
    if (painter->mode == TEXT_OUTLINES) {
        cairo_glyph_path(cairo, text.glyphs, text.count);
        cairo_fill(cairo);
    } else {
        cairo_show_text_glyphs(cairo, painter->text.data, (int)painter->text.length, text.glyphs, text.count,
                               text.clusters, text.cluster_count, 0);
    }
    cairo_restore(cairo);
    arena_reset(&painter->arena);
}

static void paint_image(cairo_t *cairo, const DrawCommand *command)
{
    const Image *image = command->image.image;
    Box box = command->image.box;
    cairo_surface_t *pixels = cairo_image_surface_create_for_data((unsigned char *)image->pixels, CAIRO_FORMAT_ARGB32,
                                                                  image->width, image->height, 4 * image->width);
    cairo_save(cairo);
    cairo_translate(cairo, box.x, box.y);
    cairo_scale(cairo, (double)box.w / image->width, (double)box.h / image->height);
    cairo_set_source_surface(cairo, pixels, 0, 0);
    cairo_rectangle(cairo, 0, 0, image->width, image->height);
    cairo_fill(cairo);
    cairo_restore(cairo);
    cairo_surface_destroy(pixels);
}

static void paint_command(CairoPainter *painter, const DrawCommand *command)
{
    cairo_t *cairo = painter->cairo;
    switch (command->kind) {
    case DRAW_BOX:
        paint_box(cairo, command);
        break;
    case DRAW_PATH:
        paint_curves(cairo, command);
        break;
    case DRAW_TEXT:
        paint_text(painter, command);
        break;
    case DRAW_IMAGE:
        paint_image(cairo, command);
        break;
    case DRAW_CLIP:
        cairo_save(cairo);
        cairo_rectangle(cairo, command->bounds.x, command->bounds.y, command->bounds.w, command->bounds.h);
        cairo_clip(cairo);
        break;
    case DRAW_UNCLIP:
        cairo_restore(cairo);
        break;
    case DRAW_MARK:
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        break;
    }
}

CairoPainter *cairo_painter_open(cairo_t *cairo, const DrawList *pages, int count, TextMode mode)
{
    if (!library && FT_Init_FreeType(&library))
        return NULL;
    CairoPainter *painter = heap_alloc(1, sizeof *painter);
    *painter = (CairoPainter){.cairo = cairo, .pages = pages, .page_count = count, .mode = mode};
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    return painter;
}

bool cairo_painter_paint(CairoPainter *painter, const DrawList *list)
{
    if (list->ground.a) {
        set_color(painter->cairo, list->ground);
        cairo_paint(painter->cairo);
    }
    for (int i = 0; i < list->count; i++)
        paint_command(painter, &list->commands[i]);
    return cairo_status(painter->cairo) == CAIRO_STATUS_SUCCESS;
}

void cairo_painter_close(CairoPainter *painter)
{
    if (!painter)
        return;
    for (int face = 0; face < FACE_COUNT; face++)
        if (painter->faces[face])
            cairo_font_face_destroy(painter->faces[face]);
    bytes_finish(&painter->text);
    arena_finish(&painter->arena);
    free(painter);
}

bool cairo_paint_list(cairo_t *cairo, const DrawList *list, TextMode mode)
{
    CairoPainter *painter = cairo_painter_open(cairo, list, 1, mode);
    bool ok = painter && cairo_painter_paint(painter, list);
    cairo_painter_close(painter);
    return ok;
}

cairo_status_t cairo_write_bytes(void *closure, const unsigned char *data, unsigned length)
{
    bytes_add(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}
