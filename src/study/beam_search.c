#include "study/beam_search.h"

int beam_steps(const Beam *beam)
{
    int steps = 0;
    for (int i = 0; i < beam->count; i++)
        if (beam->nodes[i].step >= steps)
            steps = beam->nodes[i].step + 1;
    return steps;
}

int beam_leader(const Beam *beam, int steps)
{
    int best = -1;
    for (int i = 0; i < beam->count; i++) {
        const BeamNode *node = &beam->nodes[i];
        bool ended = node->id == VOCAB_END;
        bool there = ended ? node->step < steps : node->step == steps - 1;
        if (there && (best < 0 || node->score > beam->nodes[best].score))
            best = i;
    }
    return steps >= beam_steps(beam) ? beam->best : best;
}

bool beam_descends(const Beam *beam, int node, int ancestor)
{
    while (node > ancestor)
        node = beam->nodes[node].parent;
    return node == ancestor;
}
