#include "scene/stage/scores_visit.h"

#include "draw/ease.h"
#include "scene/kit/kit.h"

#include <math.h>

#define ARRIVE 0.2f  /* of a word's share of the time: the way there */
#define MET    0.85f /* of it: all its cells have been added up */
#define AWAY   0.93f /* of the whole: from here on what belongs to the visit fades */
#define LONGER 5.0f  /* times the share of a word that is only passed */

int visit_groups(const Trace *trace)
{
    int size = trace->config.attention_size;
    return size < CELLS_CHOSEN ? size : CELLS_CHOSEN;
}

int visit_group(const Trace *trace, int group)
{
    return part_first(group, visit_groups(trace), trace->config.attention_size);
}

static const float *scores_of(const Scope *scope)
{
    return scope->step >= 0 && scope->step < scope->trace->step_count ? scope->trace->steps[scope->step].step.scores
                                                                      : NULL;
}

bool visit_full(const Scope *scope, int j)
{
    const float *scores = scores_of(scope);
    int n = scope->trace->n, larger = 0;
    for (int i = 0; i < n && scores && n > VISIT_ALL; i++)
        larger += scores[i] > scores[j] || (scores[i] == scores[j] && i < j);
    return larger < VISIT_FEW;
}

/* Which word's share of the time it is, and how much of that is over. */
static int word_at(const Scope *scope, float time, float *within)
{
    int n = scope->trace->n;
    float whole = 0, before = 0;
    for (int j = 0; j < n; j++)
        whole += visit_full(scope, j) ? LONGER : 1;
    for (int j = 0;; j++) {
        float share = (visit_full(scope, j) ? LONGER : 1) / whole;
        if (time < before + share || j == n - 1) {
            *within = fminf((time - before) / share, 1);
            return j;
        }
        before += share;
    }
}

Visit visit_at(const Scope *scope)
{
    Visit visit = {.word = -1};
    float asked = scope_beat(scope, BEAT_ASK), met = scope_beat(scope, BEAT_MEET), within;
    if (!scores_of(scope) || asked <= 0 || met >= 1)
        return visit;
    visit.asked = asked;
    visit.here = ease_phase(asked, 0, 0.15f) * (1 - ease_phase(met, AWAY, 1));
    if (met <= 0)
        return visit;
    visit.word = word_at(scope, met / AWAY, &within);
    visit.come = ease_phase(within, 0, ARRIVE);
    int groups = visit_groups(scope->trace);
    float added = (within - ARRIVE) / (MET - ARRIVE);
    visit.groups = added < 0 ? 0 : added >= 1 ? groups : 1 + (int)(added * (float)groups);
    visit.groups = visit.groups > groups ? groups : visit.groups;
    visit.hold = ease_phase(within, MET, 1);
    return visit;
}

int visit_met(const Scope *scope, const Visit *visit, int j)
{
    int all = visit_groups(scope->trace);
    if (visit->asked <= 0)
        return scope->shown[MOMENT_SCORES] > 0 ? all : 0;
    return j < visit->word ? all : j == visit->word ? visit->groups : 0;
}

float visit_column(const Scope *scope, const Visit *visit, float rest)
{
    if (visit->asked <= 0)
        return rest;
    float to = (float)(visit->word < 0 ? 0 : visit->word), from = fmaxf(to - 1, 0);
    float back = ease_phase(scope_beat(scope, BEAT_MEET), AWAY, 1);
    return lerp(rest, lerp(lerp(from, to, visit->come), rest, back), ease_in_out(visit->asked));
}
