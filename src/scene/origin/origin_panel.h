/* What the files of the panel that says where a number comes from share; for this folder alone. */
#ifndef SCENE_ORIGIN_PANEL_H
#define SCENE_ORIGIN_PANEL_H

#include "scene/scene.h"

enum { PIECES_MOST = 160 };

/* origin_value.c */
Maths origin_maths(const View *view, Arena *arena);
const Value *origin_shown(const View *view); /* NULL: the panel is closed */
Role value_role(Value value);                /* its colour */

/* origin_pieces.c */
typedef struct Piece {
    const char *markup;
    const Term *operand; /* a number that can be pressed; NULL: a sign or a constant */
} Piece;

typedef struct Pieces {
    Piece items[PIECES_MOST];
    int count;
    Arena *arena;
    const Maths *maths;
    const Term *total; /* a sum that stands there as one number */
    int decimals;
} Pieces;

void pieces_put(Pieces *pieces, const char *markup, const Term *operand);
void pieces_put_term(Pieces *pieces, const Term *term,
                     bool inside); /* `inside` a product or a quotient sums stand in brackets */
const char *number_markup(Arena *arena, double number, int decimals);

#endif
