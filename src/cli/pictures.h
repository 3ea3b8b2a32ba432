/* What the commands that draw share: fonts, themes, the file. */
#ifndef CLI_PICTURES_H
#define CLI_PICTURES_H

#include "cli/cli.h"
#include "export/export.h"
#include "scene/scene.h"

extern const char *const THEME_NAMES[]; /* "light", "dark", NULL: indexed by ThemeKind */

/* The fonts that come with the program; NULL with a sentence. */
Type *picture_fonts(Arena *arena, Error *error);

/* Says which characters no font has, in one line. NULL allowed. */
void picture_fonts_close(Type *type);

/* The trace of a sentence with the numbers of an alignment in it; false where the model has no weights. */
MUST_USE bool picture_alignment(const Trace *trace, Arena *arena, ExportMatrix *out, Error *error);

/* A view of the trace when everything has happened, the sentence in its field. */
View picture_view(const ModelSource *source, const Trace *trace, Arena *arena, ThemeKind theme, int width, int height);

/* The sentence as the model read it: what a person typed may hold bytes that no file can. The arena's. */
char *picture_title(const Trace *trace, Arena *arena);

#endif
