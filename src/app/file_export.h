/* What a view of a file shows, as files. Internal to app/. */
#ifndef APP_FILE_EXPORT_H
#define APP_FILE_EXPORT_H

#include "export/export.h"

/* A PNG and a PDF of that name that did not exist before, in `folder`. Returns what is told of it: their names, or what
 * went wrong; the arena's. */
const char *file_export(const DrawList *figure, const char *folder, const char *name, const ExportOptions *options,
                        Arena *arena);

#endif
