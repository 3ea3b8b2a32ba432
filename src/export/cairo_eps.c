/* Encapsulated PostScript painted by cairo, for journals that ask for it. */
#include "export/export.h"

#include "base/system.h"
#include "export/cairo_paint.h"
#include "export/carry.h"

#include <cairo.h>

#include <string.h>

#ifdef CAIRO_HAS_PS_SURFACE
#include <cairo-ps.h>

/* cairo writes the time, and no two exports would be the same. */
static void drop_date(Bytes *eps)
{
    static const char DATE[] = "%%CreationDate:";
    char *line = memmem(eps->data, eps->length, DATE, strlen(DATE)), *end = line ? strchr(line, '\n') : NULL;
    if (!end)
        return;
    memmove(line, end + 1, (size_t)(eps->data + eps->length - end - 1));
    eps->length -= (size_t)(end + 1 - line);
}

/* In front of the line that ends it. */
static void add_state(Bytes *eps, const char *state)
{
    static const char END[] = "%%EOF\n";
    if (eps->length < strlen(END) || memcmp(eps->data + eps->length - strlen(END), END, strlen(END)) != 0)
        return;
    eps->length -= strlen(END);
    carry_comment(state, eps);
    bytes_add_text(eps, END);
}

/* Without the title: what its comments say has to be ASCII. */
bool export_eps(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    Bytes eps = {0};
    cairo_surface_t *surface = cairo_ps_surface_create_for_stream(cairo_write_bytes, &eps, list->width * POINTS_PER_PX,
                                                                  list->height * POINTS_PER_PX);
    cairo_ps_surface_set_eps(surface, 1);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, POINTS_PER_PX, POINTS_PER_PX);
    bool ok = cairo_paint_list(cairo, list, TEXT_LIVE);
    cairo_show_page(cairo);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    drop_date(&eps);
    if (options->state)
        add_state(&eps, options->state);
    ok = type_sound(list->type, error)
         && ((ok && status == CAIRO_STATUS_SUCCESS)
             || error_at(error, ERROR_SYSTEM, path, 0, "is not written: %s", cairo_status_to_string(status)))
         && file_write(path, eps.data, eps.length, error);
    bytes_finish(&eps);
    return ok;
}

#else

bool export_eps(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    (void)list, (void)options;
    return error_at(error, ERROR_USAGE, path, 0,
                    "is not written: this build writes no EPS; .pdf and .svg are as sharp");
}

#endif
