/* A tar archive in memory (POSIX ustar), as `tar` writes and reads it: plain files by their names, nothing else.
 *
 *   Bytes archive = {0};
 *   bool ok = tar_add(&archive, "lesson/lesson.md", slice_of("# One"), &error);
 *   tar_end(&archive);
 *   TarFile file;
 *   for (Slice rest = bytes_slice(&archive); ok && tar_next(&rest, "one.attend", &file, &error);)
 *       puts(file.name);
 *   bytes_finish(&archive);
 *
 * Owners, modes and times are not kept, so that the same files always give the same bytes. */
#ifndef BASE_TAR_H
#define BASE_TAR_H

#include "base/file.h"

#define TAR_BLOCK 512
#define TAR_NAME  257 /* bytes of a name at most, with its NUL */

typedef struct TarFile {
    char name[TAR_NAME]; /* as it stands there: whoever writes a file of that name checks it first */
    Slice data;          /* of the archive */
} TarFile;

bool tar_is(Slice bytes); /* does an archive begin so? Its first block is enough */

/* False where the name is too long for one. */
MUST_USE bool tar_add(Bytes *out, const char *name, Slice data, Error *error);
void tar_end(Bytes *out);

/* Takes the next file off the front; folders are passed over. False at the end, and with an error (which is cleared
 * first) where the archive is cut off or damaged, or holds a link or a device. `path` names the archive. */
bool tar_next(Slice *rest, const char *path, TarFile *out, Error *error);

#endif
