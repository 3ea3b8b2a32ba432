#include "scene/view/opening_script.h"

int opening_script(const Trace *trace, OpeningScene out[OPENING_SCENES])
{
    int count = 0, last = trace->word_count - 1;
    if (!config_scores(&trace->config) || trace->n < 2 || last < 0 || last >= OPENING_SCENES)
        return 0;
    for (int t = 0; t <= last; t++)
        out[count++] = (OpeningScene){t, moment_find(trace, MOMENT_WORD, t, -1)};
    return count;
}
