/* Lists of names: arrays of strings with a NULL behind the last.
 *
 *   static const char *const NAMES[] = {"light", "dark", NULL};
 *   int dark = names_find(NAMES, "dark");             // 1; -1 where there is no such name
 *   char *all = names_list(NAMES, &arena);            // "light, dark" */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/file.h"

int names_find(const char *const *names, const char *name);
char *names_list(const char *const *names, Arena *arena);

/* "--a, --b or --c": `before` is "--" here, and `last` " or ". */
void names_add(Bytes *bytes, const char *const *names, const char *before, const char *last);

/* Has the path one of these endings? Upper case is as good. Else an ERROR_USAGE that lists them. */
MUST_USE bool path_check_ending(const char *path, const char *const *endings, Error *error);

#endif
