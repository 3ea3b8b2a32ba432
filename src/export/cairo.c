/* PNG and PDF painted by cairo: made in memory, then written in one go. */
#include "export/carry.h"
#include "export/export.h"

#include "base/file.h"
#include "export/cairo_paint.h"

#include <cairo-pdf.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MOST 20000 /* pixels; cairo ends at 32767 */
#define AREA_MOST 2.0e8 /* pixels: 800 MB */

/* Nothing is written where a font or cairo has failed. */
static bool is_sound(const Type *type, cairo_status_t status, const char *path, Error *error)
{
    return type_sound(type, error)
           && (status == CAIRO_STATUS_SUCCESS
               || error_at(error, ERROR_SYSTEM, path, 0, "is not written: %s", cairo_status_to_string(status)));
}

static bool write_file(const Bytes *bytes, const Type *type, cairo_status_t status, const char *path, Error *error)
{
    return is_sound(type, status, path, error) && file_write(path, bytes->data, bytes->length, error);
}

static cairo_status_t paint(cairo_t *cairo, const DrawList *list, TextMode mode)
{
    if (cairo_paint_list(cairo, list, mode))
        return CAIRO_STATUS_SUCCESS;
    cairo_status_t status = cairo_status(cairo);
    return status == CAIRO_STATUS_SUCCESS ? CAIRO_STATUS_NO_MEMORY : status;
}

/* ---- PNG ---- */

/* libpng ends the program where there is no memory: then in our words. */
static void *allocate(png_structp png, size_t size)
{
    (void)png;
    return heap_alloc(size, 1);
}

static void release(png_structp png, void *memory)
{
    (void)png;
    free(memory);
}

static void add_bytes(png_structp png, unsigned char *data, size_t length)
{
    bytes_add(png_get_io_ptr(png), data, length);
}

/* A row of cairo's pixels, 32 bits in the machine's order and premultiplied, as PNG has them: RGB, or RGBA. */
static void convert_row(const unsigned char *from, int width, bool alpha, unsigned char *to)
{
    for (int x = 0; x < width; x++) {
        uint32_t argb;
        memcpy(&argb, from + 4 * (ptrdiff_t)x, sizeof argb);
        uint32_t a = alpha ? argb >> 24 : 255;
        for (int shift = 16; shift >= 0; shift -= 8) {
            uint32_t value = a ? ((argb >> shift & 0xFF) * 255 + a / 2) / a : 0;
            *to++ = (unsigned char)(value > 255 ? 255 : value);
        }
        if (alpha)
            *to++ = (unsigned char)a;
    }
}

static void add_state(png_structp png, png_infop info, const char *state)
{
    char name[] = CARRY_NAME, none[] = "", *copy = heap_copy(state); /* libpng takes texts that may be written to */
    png_text text = {.compression = PNG_ITXT_COMPRESSION_NONE,
                     .key = name,
                     .text = copy,
                     .itxt_length = strlen(state),
                     .lang = none,
                     .lang_key = none};
    png_set_text(png, info, &text, 1);
    free(copy);
}

/* cairo's own writer takes twice as long, and says nothing about the scale. */
static void encode_png(cairo_surface_t *surface, double scale, const char *state, Bytes *out)
{
    int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
    bool alpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
    png_uint_32 density = (png_uint_32)lround(96 / 0.0254 * scale); /* a metre */
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL, NULL, allocate, release);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, out, add_bytes, NULL);
    png_set_compression_level(png, 3);       /* for our pictures 6 takes half as long again and saves a tenth */
    png_set_filter(png, 0, PNG_FILTER_NONE); /* words and flat areas come out smaller so than as differences */
    png_set_compression_buffer_size(png, 1 << 20);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8,
                 alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
    if (state)
        add_state(png, info, state);
    png_write_info(png, info);
    unsigned char *row = heap_alloc((size_t)width, 4);
    for (int y = 0; y < height; y++) {
        convert_row(cairo_image_surface_get_data(surface) + (ptrdiff_t)y * cairo_image_surface_get_stride(surface),
                    width, alpha, row);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    free(row);
    png_destroy_write_struct(&png, &info);
}

/* Paints at `scale`, and leaves the encoded image in `out`. */
static cairo_status_t paint_png(const DrawList *list, int width, int height, double scale, const char *state,
                                Bytes *out)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(list->ground.a == 0xFF ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    cairo_status_t status = paint(cairo, list, TEXT_OUTLINES);
    cairo_surface_flush(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        encode_png(surface, scale, state, out);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return status;
}

bool export_png(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    double factor = options->scale > 0 ? options->scale : 1, width = ceil(list->width * factor - 0.5),
           height = ceil(list->height * factor - 0.5);
    if (!(width >= 1 && height >= 1 && width <= SIDE_MOST && height <= SIDE_MOST && width * height <= AREA_MOST))
        return error_at(error, ERROR_USAGE, path, 0,
                        "would have %.0f x %.0f pixels, which is too large or too small: choose another scale", width,
                        height);
    Bytes png = {0};
    cairo_status_t status = paint_png(list, (int)width, (int)height, factor, options->state, &png);
    bool ok = write_file(&png, list->type, status, path, error);
    bytes_finish(&png);
    return ok;
}

/* ---- PDF ---- */

/* With one set of fonts for all of them. */
static cairo_status_t paint_pages(cairo_surface_t *surface, const DrawList *pages, int count)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, POINTS_PER_PX, POINTS_PER_PX);
    CairoPainter *painter = cairo_painter_open(cairo, pages, count, TEXT_LIVE);
    bool ok = painter != NULL;
    for (int i = 0; ok && i < count; i++) {
        cairo_pdf_surface_set_size(surface, pages[i].width * POINTS_PER_PX, pages[i].height * POINTS_PER_PX);
        ok = cairo_painter_paint(painter, &pages[i]);
        cairo_show_page(cairo);
    }
    cairo_painter_close(painter);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    return ok || status != CAIRO_STATUS_SUCCESS ? status : CAIRO_STATUS_NO_MEMORY;
}

static void set_title(cairo_surface_t *surface, const char *title)
{
    Bytes shown = {0};
    bytes_add_text(&shown, "");
    for (Slice rest = slice_of(title); rest.length;)
        bytes_add_letter(&shown, utf8_shown(utf8_next(&rest)));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, shown.data);
    bytes_finish(&shown);
}

static cairo_status_t make_pages(const DrawList *pages, int count, const ExportOptions *options, Bytes *pdf)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        cairo_write_bytes, pdf, pages[0].width * POINTS_PER_PX, pages[0].height * POINTS_PER_PX);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "attend " ATTEND_VERSION);
    /* cairo would put the time here, and no two exports would be the same */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    if (options->title)
        set_title(surface, options->title);
    cairo_status_t status = paint_pages(surface, pages, count);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (options->state && status == CAIRO_STATUS_SUCCESS)
        carry_attach(pdf, options->state);
    return status;
}

static bool write_pages(const DrawList *pages, int count, const ExportOptions *options, const char *path, Error *error)
{
    Bytes pdf = {0};
    cairo_status_t status = make_pages(pages, count, options, &pdf);
    bool ok = write_file(&pdf, pages[0].type, status, path, error);
    bytes_finish(&pdf);
    return ok;
}

bool export_pdf(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    return write_pages(list, 1, options, path, error);
}

bool export_pdf_pages(const DrawList *pages, int count, const char *title, const char *path, Bytes *out, Error *error)
{
    cairo_status_t status = make_pages(pages, count, &(ExportOptions){.title = title}, out);
    return is_sound(pages[0].type, status, path, error);
}
