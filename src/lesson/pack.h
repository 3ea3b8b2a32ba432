/* A lesson as one file to hand out: a tar archive of its folder. Whoever opens it gets the folder back, among
 * their own lessons.
 *
 *   char *folder = NULL;
 *   bool ok = pack_write("lessons/05-cat-chase-mouse", "cat.attend", NULL, &error)
 *             && (folder = pack_unpack("cat.attend", &arena, &error)) != NULL;
 *
 * A pack comes from anywhere: its files have relative names without "..", nothing hidden, no links, and are neither
 * many nor large; the lesson in it must be one that can be read, or nothing of it is kept. */
#ifndef LESSON_PACK_H
#define LESSON_PACK_H

#include "base/file.h"

#define PACK_ENDING ".attend"
#define PACK_BYTES  ((size_t)64 << 20) /* of all files together */
#define PACK_FILES  200
#define PACK_DEPTH  4 /* folders within one another */

const char *pack_name(const char *folder, Arena *arena); /* the lesson's, also where the folder is given as "." */

/* Every file of the folder that a lesson may name goes in, byte by byte, and what the lesson takes from others; hidden
 * ones, links out of it and what a stopped training left stay. `count`: how many there are, may be NULL. A model that
 * is not trained yet is an error. */
MUST_USE bool pack_write(const char *folder, const char *file, int *count, Error *error);

/* Into lesson_own_folder, under the lesson's name: NAME-2 and so on where another lesson has it; where the very same
 * one is there already nothing is written. The folder, the arena's; NULL on failure. */
char *pack_unpack(const char *file, Arena *arena, Error *error);

/* The same checks, and nothing is written: the name of the lesson's folder, the arena's. `path` is for errors. */
char *pack_check(Slice bytes, const char *path, Arena *arena, Error *error);

#endif
