/* Cuts a lesson file by its lines: front matter, cards, and each card into prose and fenced blocks. What is inside the
 * pieces is left to tree.h (YAML) and prose.h (Markdown).
 *
 *   FileText file;
 *   if (!split_file(&reader, text, &file)) return false;
 *   for (int i = 0; i < file.card_count; i++) puts(file.cards[i].title);
 */
#ifndef LESSON_SPLIT_H
#define LESSON_SPLIT_H

#include "lesson/reader.h"

#define LESSON_LIMIT_TEXT ((size_t)1 << 20) /* bytes of lesson.md */

typedef enum PieceKind { PIECE_PROSE, PIECE_ATTEND, PIECE_QUIZ, PIECE_GATES, PIECE_DRAW } PieceKind;

typedef struct CardPiece {
    PieceKind kind;
    Slice text; /* of a block: what stands between its fences */
    int line;   /* of the first line of `text` */
} CardPiece;

typedef struct CardText {
    const char *title;
    int line;
    CardPiece *pieces;
    int piece_count;
} CardText;

typedef struct FileText {
    Slice front;
    int front_line;
    CardText *cards;
    int card_count;
    int lines;
} FileText;

/* Everything given out is the arena's: a copy with LF line ends and without a byte order mark. */
MUST_USE bool split_file(const Reader *reader, Slice bytes, FileText *out);

#endif
