/* The two halves of lesson.md that are data: the front matter, and the blocks of the cards. */
#ifndef LESSON_PARTS_H
#define LESSON_PARTS_H

#include "lesson/lesson.h"
#include "lesson/split.h"

/* The front matter of lesson.md: everything in Lesson but the cards. `lesson->folder` must be set. */
MUST_USE bool front_read(const Reader *reader, const FileText *file, Lesson *lesson);
/* Its place in the course alone, for listing many lessons; last: it is of the group `end`, behind all others. */
MUST_USE bool front_order(const Reader *reader, const FileText *file, int *order, bool *last);
/* Of lesson.zh.md: the title. */
MUST_USE bool front_read_translated(const Reader *reader, const FileText *file, Lesson *lesson);

/* The cards of lesson.md, then what lesson.zh.md adds to them. */
MUST_USE bool cards_read(const Reader *reader, const FileText *file, Lesson *lesson);
MUST_USE bool cards_read_translated(const Reader *reader, const FileText *file, Lesson *lesson);

/* Blocks of one card. */
MUST_USE bool stage_read(const Reader *reader, const CardPiece *piece, const Lesson *lesson, StageSetting *out);
MUST_USE bool quiz_read(const Reader *reader, const CardPiece *piece, Quiz *out);
MUST_USE bool quiz_read_translated(const Reader *reader, const CardPiece *piece, Quiz *out);
/* The choices of every question get an order that tells nothing and is the same every time: lesson, card and question
 * alone decide it. Both languages share it; whatever is asked of a quiz afterwards follows. */
void quizzes_shuffle(Lesson *lesson);

struct Node;
/* `gates` of the front matter, behind its models. */
MUST_USE bool gates_read(const Reader *reader, const struct Node *front, Lesson *lesson);
/* Those that stand on a card, behind the front matter's. */
MUST_USE bool gates_read_card(const Reader *reader, const CardPiece *piece, Lesson *lesson);

/* Is `mute` of a card or a gate a list of states? */
MUST_USE bool mute_check(const Reader *reader, const struct Node *map, const DecodeSetting *setting);

/* The lesson's model that `key` names; `out` stays as it is where the key is not there. */
MUST_USE bool model_read(const Reader *reader, const struct Node *map, const char *key, const Lesson *lesson, int *out);

#define VIEW_UNKNOWN "%s is not a view of this version" /* for VIEW_NAMES */

#endif
