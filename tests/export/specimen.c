/* Draws the sample into the files named: specimen [dark] FILE... */
#include "sample.h"

#include "export/export.h"

#include <string.h>

int main(int count, char **arguments)
{
    Error error = {0};
    Type *type = type_open(FONTS, &error);
    if (!type) {
        fprintf(stderr, "specimen: %s\n", error_text(&error));
        return 1;
    }
    DrawList list = {0};
    ThemeKind kind = THEME_LIGHT;
    ExportOptions options = {.scale = 1.5f, .embed_fonts = true, .title = "Specimen"};
    int failed = 0;
    for (int i = 1; i < count && !failed; i++) {
        if (strcmp(arguments[i], "dark") == 0) {
            kind = THEME_DARK;
            continue;
        }
        sample_draw(&list, type, kind);
        failed = !export_picture(&list, arguments[i], &options, &error);
    }
    if (failed)
        fprintf(stderr, "specimen: %s\n", error_text(&error));
    drawlist_finish(&list);
    type_close(type);
    return failed;
}
