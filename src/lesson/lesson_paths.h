/* What a lesson may name: files of its own folder, and pages of the web. */
#ifndef LESSON_LESSON_PATHS_H
#define LESSON_LESSON_PATHS_H

#include "base/error.h"
#include "base/utf8.h"

/* "data.tsv", "pictures/a.png": relative, without "..", a scheme, backslashes or control characters. */
bool path_is_inside(Slice path);

/* http:// or https://, or a path inside the folder. */
bool path_is_link(Slice link);

/* A file of the folder, if it exists, really lies in it: no symbolic link leads out. */
MUST_USE bool path_check(const char *folder, const char *path, Error *error);

#endif
