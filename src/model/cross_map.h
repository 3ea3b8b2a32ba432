/* The attention to the source of a Transformer's layers and heads, which are several maps of one decode: of each layer,
 * from the top one down, the mean of its heads, and behind it, where there are several, its heads. Map 0 is what
 * Step.weights has.
 *
 *   for (int map = 0; map < cross_map_count(&config); map++)
 *       printf("layer %d, head %d\n", cross_map(&config, map).layer + 1, cross_map(&config, map).head);
 */
#ifndef MODEL_CROSS_MAP_H
#define MODEL_CROSS_MAP_H

#include "model/model.h"

enum { CROSS_HEADS_MOST = 8, CROSS_MAPS_MOST = MODEL_LAYERS * (1 + CROSS_HEADS_MOST) }; /* further heads have no map */

typedef struct CrossMap {
    int layer; /* from 0 */
    int head;  /* from 1; 0: the mean of all */
} CrossMap;

int cross_map_count(const Config *config); /* 1 where there is nothing to choose from */
CrossMap cross_map(const Config *config, int map);
/* -1: there is no such map */
int cross_map_find(const Config *config, CrossMap wanted);

/* [n] its weights in a step, NULL where the step does not have them yet; `room` [n] is where a mean is put. */
const Real *cross_map_row(const Config *config, const Step *step, int n, int map, Real *room);

#endif
