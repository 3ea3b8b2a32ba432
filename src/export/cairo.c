/* PNG and PDF painted by cairo: made in memory, then written in one go. */
#include "export/export.h"

#include "base/file.h"
#include "export/cairo_paint.h"
#include "export/png.h"

#include <cairo-pdf.h>
#include <math.h>

#define SIDE_MOST     20000 /* pixels; cairo ends at 32767 */
#define AREA_MOST     2.0e8 /* pixels: 800 MB */
#define POINTS_PER_PX 0.75  /* 96 px to the inch */

/* Nothing is written where a font or cairo has failed. */
static bool write_file(const Bytes *bytes, const Type *type, cairo_status_t status, const char *path, Error *error)
{
    if (!type_sound(type, error))
        return false;
    return status == CAIRO_STATUS_SUCCESS
               ? file_write(path, bytes->data, bytes->length, error)
               : error_at(error, ERROR_SYSTEM, path, 0, "is not written: %s", cairo_status_to_string(status));
}

static cairo_status_t paint(cairo_t *cairo, const DrawList *list, TextMode mode)
{
    if (cairo_paint_list(cairo, list, mode))
        return CAIRO_STATUS_SUCCESS;
    cairo_status_t status = cairo_status(cairo);
    return status == CAIRO_STATUS_SUCCESS ? CAIRO_STATUS_NO_MEMORY : status;
}

/* Paints at `scale`, and leaves the encoded image in `out`. */
static cairo_status_t encode_png(const DrawList *list, int width, int height, double scale, Bytes *out)
{
    cairo_format_t format = list->ground.a == 0xFF ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32;
    cairo_surface_t *surface = cairo_image_surface_create(format, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    cairo_status_t status = paint(cairo, list, TEXT_OUTLINES);
    cairo_surface_flush(surface);
    Pixels pixels = {cairo_image_surface_get_data(surface),
                     (size_t)cairo_image_surface_get_stride(surface),
                     (uint32_t)width,
                     (uint32_t)height,
                     format == CAIRO_FORMAT_ARGB32,
                     (float)scale};
    if (status == CAIRO_STATUS_SUCCESS)
        png_encode(&pixels, out);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return status;
}

bool export_png(const DrawList *list, float scale, const char *path, Error *error)
{
    double factor = scale > 0 ? scale : 1, width = ceil(list->width * factor - 1e-3),
           height = ceil(list->height * factor - 1e-3);
    if (!(width >= 1 && height >= 1 && width <= SIDE_MOST && height <= SIDE_MOST && width * height <= AREA_MOST))
        return error_at(error, ERROR_USAGE, path, 0,
                        "would have %.0f x %.0f pixels, which is too large or too small: choose another scale", width,
                        height);
    Bytes png = {0};
    cairo_status_t status = encode_png(list, (int)width, (int)height, factor, &png);
    bool ok = write_file(&png, list->type, status, path, error);
    bytes_finish(&png);
    return ok;
}

bool export_pdf(const DrawList *list, const char *title, const char *path, Error *error)
{
    return export_pdf_pages(list, 1, title, path, error);
}

/* With one set of fonts for all of them. */
static cairo_status_t paint_pages(cairo_surface_t *surface, const DrawList *pages, int count)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, POINTS_PER_PX, POINTS_PER_PX);
    CairoPainter *painter = cairo_painter_open(cairo, pages[0].type, TEXT_LIVE);
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
    char utf8[4];
    bytes_add_text(&shown, "");
    for (Slice rest = slice_of(title); rest.length;)
        bytes_add(&shown, utf8, utf8_put(utf8, utf8_shown(utf8_next(&rest))));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, shown.data);
    bytes_finish(&shown);
}

bool export_pdf_pages(const DrawList *pages, int count, const char *title, const char *path, Error *error)
{
    Bytes pdf = {0};
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        cairo_write_bytes, &pdf, pages[0].width * POINTS_PER_PX, pages[0].height * POINTS_PER_PX);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "attend " ATTEND_VERSION);
    /* cairo would put the time here, and no two exports would be the same */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    if (title)
        set_title(surface, title);
    cairo_status_t status = paint_pages(surface, pages, count);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    bool ok = write_file(&pdf, pages[0].type, status, path, error);
    bytes_finish(&pdf);
    return ok;
}
