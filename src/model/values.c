#include "model/model.h"

#include <string.h>

int values_top(const Real *values, int count, int most, int *places)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        int place = found;
        while (place > 0 && values[i] > values[places[place - 1]])
            place--;
        if (place == most)
            continue;
        found += found < most;
        memmove(&places[place + 1], &places[place], (size_t)(found - 1 - place) * sizeof *places);
        places[place] = i;
    }
    return found;
}

int values_largest(const Real *values, int count)
{
    int largest = 0;
    values_top(values, count, 1, &largest);
    return largest;
}
