/* The stage is a tower of floors in the order of the data, from the ground up. At each moment one floor is the hero:
 * what the moment is about. Its neighbours, which feed it, stay readable; of the others a name and a mark are left.
 *
 *   Floors floors = floors_at(&view.stage.floors, trace, 31.5);
 *   Box boxes[FLOOR_COUNT];
 *   floors_place(&floors, (Box){0, 0, 785, 716}, 0, boxes);
 *   boxes[FLOOR_WEIGHTS].h;                                  // 330 px at the moment of the softmax
 */
#ifndef SCENE_FLOORS_H
#define SCENE_FLOORS_H

#include "scene/view/view.h"

typedef struct Floors {
    bool has[FLOOR_COUNT];   /* does the model have it? What it lacks has no floor */
    float hero[FLOOR_COUNT]; /* 1: the hero, 0: it is none; on the way between two moments what lies between */
    float near[FLOOR_COUNT]; /* the same of what feeds the hero; the others are stubs */
    float kept[FLOOR_COUNT]; /* of the neighbour that stays where there is room for one alone */
} Floors;

bool floor_of_model(const Trace *trace, Floor floor);

/* At a cursor: as the moment wants it, or as `look` does: a floor that a person opened, all of them even, a jump that
 * is still on its way. */
Floors floors_at(const FloorLook *look, const Trace *trace, double cursor);
/* Of a view: a score that is held still opens its floor, and while weights are steered all stay as they are. */
Floors floors_of_view(const View *view, const Trace *trace, double cursor);
#define FLOORS_SECONDS 0.3 /* that a floor takes to become another's size */

/* Where each stands in the area: heights add up to the area's to the pixel. `lean`: px that leaning words take from the
 * heroes for the source. */
void floors_place(const Floors *floors, Box area, float lean, Box out[FLOOR_COUNT]);

Floor floors_hero(const Floors *floors); /* the one that is the most a hero, the lower of two */
/* A moment asks one question, in the head of one hero: of decoder and words the one that the moment is about. */
bool floor_asks(const Floors *floors, Moment moment, Floor floor);
Floor floors_asked(const Floors *floors, Moment moment);
bool floors_layered(const Trace *trace); /* do the states of several layers stand there as rows? */
/* NULL: none. */
const char *floor_question(const View *view, const Trace *trace, Moment moment, Floor floor);

#endif
