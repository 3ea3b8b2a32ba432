/* The inside of a recurrent cell at one moment: whose state is made, of what, and how far it has come.
 *
 *   CellPlace place;
 *   if (cell_place(&view, scope, &arena, &place)) puts(cell_word(&view, place.state.run, place.state.place));
 */
#ifndef SCENE_CELL_PLACE_H
#define SCENE_CELL_PLACE_H

#include "scene/views/unrolled/view_unrolled.h"

enum { CELL_SLOTS = 8 }; /* columns: the same in every cell, what it lacks is absent */

typedef enum CellPart {
    CELL_NOTHING,
    CELL_GATE,     /* of `gate` */
    CELL_REST,     /* 1 less that gate */
    CELL_OLD,      /* memory, or where the cell has none the state, of the step before */
    CELL_MADE,     /* and the new one */
    CELL_SQUEEZED, /* tanh of the memory */
    CELL_SHOWN,    /* what of it is the state */
    CELL_INPUT,    /* what the word brings, where the cell has a name for it */
    CELL_PAST      /* and what the state before brings */
} CellPart;

typedef struct CellColumn {
    CellPart part;
    int gate;         /* PyTorch's order */
    const char *sign; /* before it */
    int cut;          /* the column, from 1, whose gate leaves so much of it; 0: none does */
    int instant;      /* from 0: in which it comes; what cuts it does so in the instant `cuts` */
    int cuts;
} CellColumn;
extern const CellColumn CELL_COLUMNS[][CELL_SLOTS]; /* a row for each recurrent CellKind */

typedef struct CellPlace {
    Value state; /* that is made now, was made last, or is to be the first; its index is the picked row */
    CellMath math;
    int before;       /* the place of the state before it, */
    bool begins;      /* where there is none: zeros, or of the decoder what the encoder hands over */
    float read, done; /* 0 .. 1: of the word; of the state, even in time */
} CellPlace;

/* False where none is in the trace. */
bool cell_place(const View *view, const Scope *scope, Arena *arena, CellPlace *out);
int cell_instants(CellKind cell);
float cell_instant(const CellPlace *place, int instant); /* how much of it is done, 0 .. 1 */

/* What its cell remembers: the memory, or where it has none the state. Of `state`'s run at a place, the first entry. */
Value cell_kept(const CellPlace *place, int at);
bool cell_seen(const Trace *trace, int step); /* is the state of a decode step there? Not while a question hides it */
int cell_places(const View *view, int run);   /* and how many there are */
int cell_moment(const Trace *trace, Value state);            /* at which it is made */
const char *cell_word(const View *view, int run, int at);    /* that was read there */
float cell_extent(const View *view, const CellPlace *place); /* of the memory: rounded up from the largest |m| */

/* The number that a column's row shows; VALUE_NONE: it has no name of its own. */
Value column_value(const CellPlace *place, const CellColumn *column, int row);

/* [H] of a column, the arena's where they are made; NULL: it has none. */
const float *column_numbers(const CellPlace *place, const CellColumn *column, Arena *arena);
/* Of CELL_SQUEEZED on its way from the memory, 0, to tanh of it, 1. */
const float *column_squeezed(const CellPlace *place, float squeezing, Arena *arena);

#endif
