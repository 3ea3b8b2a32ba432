/* Inside draw/ only: a font's file in memory, and whether it is what its maker wrote. */
#ifndef DRAW_FONT_FILE_H
#define DRAW_FONT_FILE_H

#include "base/error.h"
#include "base/utf8.h"

/* Maps an OpenType or TrueType file, or a collection of them; undo with font_unmap, also where it fails. */
MUST_USE bool font_map(const char *path, Slice *out, Error *error);
void font_unmap(Slice file);

/* Every table of the directory lies inside the file and has its checksum. Reads all of the file. Not for
 * collections. */
bool font_is_whole(Slice file);
/* They lie inside, whatever their sums are: many fonts were changed by a program that left the sums as they were. Of a
 * collection nothing is looked at. */
bool font_is_inside(Slice file);

#endif
