#include "app/file_export.h"

#include "base/file.h"

static bool is_taken(const char *stem, Arena *arena)
{
    return file_exists(arena_printf(arena, "%s.png", stem)) || file_exists(arena_printf(arena, "%s.pdf", stem));
}

const char *file_export(const DrawList *figure, const char *folder, const char *name, const ExportOptions *options,
                        Arena *arena)
{
    Error error = {0};
    char *first = path_join(arena, folder, name), *stem = first;
    for (int i = 2; is_taken(stem, arena); i++)
        stem = arena_printf(arena, "%s-%d", first, i);
    bool ok = export_picture(figure, arena_printf(arena, "%s.png", stem), options, &error)
              && export_picture(figure, arena_printf(arena, "%s.pdf", stem), options, &error);
    return ok ? arena_printf(arena, "%s.png, %s.pdf", stem, path_name(stem)) : arena_string(arena, error_text(&error));
}
