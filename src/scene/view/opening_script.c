#include "scene/view/opening_script.h"

int opening_script(const Trace *trace, OpeningScene out[OPENING_SCENES])
{
    int count = 0, last = trace->word_count - 1;
    if (!config_scores(&trace->config) || trace->n < 2 || last < 0 || last + 4 > OPENING_SCENES)
        return 0;
    int begun = moment_find(trace, MOMENT_PREVIOUS, 0, -1);
    out[count++] = (OpeningScene){OPENING_READS, 0, begun - 1};
    out[count++] = (OpeningScene){OPENING_ASKS, 0, moment_find(trace, MOMENT_SCORES, 0, -1)};
    out[count++] = (OpeningScene){OPENING_SHARES, 0, moment_find(trace, MOMENT_SOFTMAX, 0, -1)};
    for (int t = 0; t <= last; t++)
        out[count++] = (OpeningScene){OPENING_WRITES, t, moment_find(trace, MOMENT_WORD, t, -1)};
    return count;
}
