#include "export/export.h"

#include "base/file.h"
#include "base/names.h"

#include <strings.h>

const char *const EXPORT_ENDINGS[] = {
    [EXPORT_PNG] = ".png",   [EXPORT_SVG] = ".svg",  [EXPORT_PDF] = ".pdf", [EXPORT_EPS] = ".eps",
    [EXPORT_HTML] = ".html", [EXPORT_TIKZ] = ".tex", [EXPORT_CSV] = ".csv", [EXPORT_JSON] = ".json",
    [EXPORT_NPY] = ".npy",   [EXPORT_OTHER] = NULL,
};
const char *const PICTURE_ENDINGS[] = {".png", ".svg", ".pdf", ".eps", ".html", ".tex", NULL};

ExportFormat export_format(const char *path)
{
    int format = 0;
    while (format < EXPORT_OTHER && strcasecmp(path_ending(path), EXPORT_ENDINGS[format]) != 0)
        format++;
    return (ExportFormat)format;
}

bool export_is_numbers(ExportFormat format)
{
    return format == EXPORT_CSV || format == EXPORT_JSON || format == EXPORT_NPY;
}

bool export_picture(const DrawList *list, const char *path, const ExportOptions *options, Error *error)
{
    ExportOptions none = {0};
    if (!options)
        options = &none;
    switch (export_format(path)) {
    case EXPORT_PNG:
        return export_png(list, options, path, error);
    case EXPORT_SVG:
        return export_svg(list, options, path, error);
    case EXPORT_PDF:
        return export_pdf(list, options, path, error);
    case EXPORT_EPS:
        return export_eps(list, options, path, error);
    case EXPORT_HTML:
        return export_html(list, 1, NULL, options, path, error);
    case EXPORT_TIKZ:
        return export_tikz(list, options, path, error);
    default:
        return path_check_ending(path, PICTURE_ENDINGS, error);
    }
}
