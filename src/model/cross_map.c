#include "model/cross_map.h"

#include <string.h>

/* The mean of the heads and, where there are several, the heads. */
static int maps_of_layer(const Config *config)
{
    int heads = config->cross_heads < CROSS_HEADS_MOST ? config->cross_heads : CROSS_HEADS_MOST;
    return heads > 1 ? 1 + heads : 1;
}

int cross_map_count(const Config *config)
{
    return config_is_transformer(config) ? config->layers * maps_of_layer(config) : 1;
}

CrossMap cross_map(const Config *config, int map)
{
    int each = maps_of_layer(config);
    return (CrossMap){config->layers - 1 - map / each, map % each};
}

int cross_map_find(const Config *config, CrossMap wanted)
{
    for (int map = 0; map < cross_map_count(config); map++) {
        CrossMap found = cross_map(config, map);
        if (found.layer == wanted.layer && found.head == wanted.head)
            return map;
    }
    return -1;
}

const Real *cross_map_row(const Config *config, const Step *step, int n, int map, Real *room)
{
    if (map == 0)
        return step->weights;
    CrossMap of = cross_map(config, map);
    const Real *heads = step->layers[of.layer].cross_weights;
    if (!heads)
        return NULL;
    if (of.head > 0 || config->cross_heads == 1)
        return heads + (size_t)(of.head > 0 ? of.head - 1 : 0) * (size_t)n;
    memset(room, 0, sizeof *room * (size_t)n);
    for (int head = 0; head < config->cross_heads; head++)
        for (int j = 0; j < n; j++)
            room[j] += heads[head * n + j];
    for (int j = 0; j < n; j++)
        room[j] /= (Real)config->cross_heads;
    return room;
}
