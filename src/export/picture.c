#include "export/export.h"

#include "base/file.h"

#include <strings.h>

ExportFormat export_format(const char *path)
{
    static const char *const endings[] = {
        [EXPORT_PNG] = ".png", [EXPORT_SVG] = ".svg",   [EXPORT_PDF] = ".pdf",
        [EXPORT_CSV] = ".csv", [EXPORT_JSON] = ".json",
    };
    const char *ending = path_ending(path);
    for (int format = EXPORT_PNG; format <= EXPORT_JSON; format++)
        if (strcasecmp(ending, endings[format]) == 0)
            return (ExportFormat)format;
    return EXPORT_OTHER;
}

bool export_picture(const DrawList *list, const char *path, const ExportOptions *options, Error *error)
{
    ExportOptions none = {0};
    if (!options)
        options = &none;
    switch (export_format(path)) {
    case EXPORT_PNG:
        return export_png(list, options->scale, path, error);
    case EXPORT_SVG:
        return export_svg(list, options, path, error);
    case EXPORT_PDF:
        return export_pdf(list, options->title, path, error);
    default:
        return error_at(error, ERROR_USAGE, path, 0, "the name of a picture ends with .png, .svg or .pdf");
    }
}
