/* Where the program finds what comes with it: lessons and fonts. Nothing of the machine that built it is remembered, so
 * a build folder, an installation and a copy on a stick work alike.
 *
 *   char *lessons = resource_need("lessons", &arena, &error);
 *   if (!lessons) return false;
 *
 * $ATTEND_DATA, where it is set, is the only place looked at. Otherwise it is share/attend beside the program or beside
 * its folder, then the folders above the program (a build inside the source tree), then the current folder.
 */
#ifndef BASE_RESOURCE_H
#define BASE_RESOURCE_H

#include "base/arena.h"
#include "base/error.h"

/* "lessons", "assets/fonts": the path of the folder, the arena's; NULL where there is none. */
char *resource_folder(const char *name, Arena *arena);

/* The same, with a sentence where there is none. */
char *resource_need(const char *name, Arena *arena, Error *error);

/* The folder of this program among the person's own files, whether it is there or not: $VARIABLE/attend, or
 * ~/FALLBACK/attend where the variable is not set (the XDG base directories). NULL: no HOME is set either. */
char *resource_user(const char *variable, const char *fallback, Arena *arena);

/* One of the person's folders on the desktop, as user-dirs.dirs names it: "PICTURES", "DOCUMENTS" ..., else ~/FALLBACK.
 * NULL: there is no such folder. */
char *resource_desktop(const char *name, const char *fallback, Arena *arena);

#endif
