/* Which lessons there are: those of a folder such as the course, and a person's own beside it.
 *
 *   LessonList own = lesson_list_own(&arena);
 *   for (int i = 0; i < own.count; i++)
 *       puts(own.folders[i]);
 *   return own.count > 0;
 */
#ifndef LESSON_LESSON_LIST_H
#define LESSON_LESSON_LIST_H

#include "lesson/lesson.h"

#define LESSON_UNORDERED 1000 /* the place of a lesson that has no number */

bool lesson_is(const char *folder, Arena *arena); /* has it a lesson.md? */
int lesson_number(const char *name);              /* "05-cat" -> 5; without a number LESSON_UNORDERED */

/* "05-cat" -> "cat": what a lesson is called by links and progress, which still know it when its number has changed. A
 * part of `name`; all of it, where it has no number or nothing else. */
const char *lesson_slug(const char *name);

/* A person's own: in lesson_own_folder, in the folders that were added, and in those that ATTEND_LESSONS names, with
 * colons between; each a folder of lessons, or a lesson itself. What cannot be read is left out. */
LessonList lesson_list_own(Arena *arena);

/* Where new ones are kept, whether it is there or not: attend/lessons among the person's data. NULL: HOME
 * is not set. */
char *lesson_own_folder(Arena *arena);

/* Remembers a folder of lessons for all later runs; forgets it. */
MUST_USE bool lesson_folder_add(const char *folder, Arena *arena, Error *error);
MUST_USE bool lesson_folder_forget(const char *folder, Arena *arena, Error *error);

#endif
