/* The beam search of a trace as JSON: its tree, with the weights of every step that a word was chosen at. K hypotheses, n source
 * words. */
#include "trace/trace_reader.h"

#include <math.h>

enum { NODES_MOST = INT16_MAX }; /* that can be pointed at */

static bool read_double(const TraceReader *reader, const cJSON *object, const char *key, double *out)
{
    const cJSON *item = told_member(object, key);
    *out = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    return isfinite(*out) || told_fail(reader, "\"%s\" must be a number", key);
}

/* A place in the tree: behind its parent, in the step after it, and the steps in order. */
static bool read_place(const TraceReader *reader, const cJSON *object, const Beam *beam, BeamNode *node)
{
    int id, last = beam->count > 0 ? node[-1].step : 0;
    const cJSON *parent = told_member(object, "parent"), *died = told_member(object, "died");
    node->parent = node->died = -1;
    if (!told_whole(reader, told_member(object, "id"), "id", beam->count, beam->count, &id)
        || !told_whole(reader, told_member(object, "step"), "step", last, beam->count > 0 ? last + 1 : 0, &node->step)
        || (parent && !told_whole(reader, parent, "parent", 0, beam->count - 1, &node->parent))
        || (died && !told_whole(reader, died, "died", node->step + 1, beam->limit, &node->died)))
        return false;
    const BeamNode *before = node->parent < 0 ? NULL : &beam->nodes[node->parent];
    if (before && before->id == VOCAB_END)
        return told_fail(reader, "its \"parent\" has ended");
    return (before ? before->step + 1 : 0) == node->step
           || told_fail(reader, "its \"parent\" is not of the step before");
}

static bool read_word(const TraceReader *reader, const cJSON *object, BeamNode *node)
{
    const Vocab *words = &reader->model->target;
    double p;
    node->token = told_word(reader, told_member(object, "token"), "token", 0);
    if (!node->token || !read_double(reader, object, "p", &p)
        || !read_double(reader, object, "logp", &node->log_probability)
        || !read_double(reader, object, "score", &node->score)
        || !told_how(reader, told_member(object, "how"), "how", &node->how))
        return false;
    node->p = (float)p;
    node->id = vocab_find(words, slice_of(node->token), false);
    if (node->id == VOCAB_UNKNOWN)
        return told_fail(reader, "\"token\" is '%s', which is no word of \"vocabulary\"", node->token);
    node->token = vocab_word(words, node->id);
    return told_shares(reader, "p", &node->p, 1);
}

/* The steps of the trace are those of one hypothesis: the node of its last word; -1: of none. */
static int find_hypothesis(const Trace *trace, const Beam *beam)
{
    int at = -1, t = 0;
    for (int i = 0; i < beam->count && t < trace->step_count; i++)
        if (beam->nodes[i].parent == at && beam->nodes[i].step == t && beam->nodes[i].id == trace->steps[t].id)
            at = i, t++;
    return t == trace->step_count ? at : -1;
}

/* Of the step that a word was chosen at the trace has all numbers, where it is one of its own, else the weights. */
static bool read_made(const TraceReader *reader, const cJSON *object, BeamNode *node)
{
    int n = reader->trace->n;
    TraceStep *made = ARENA_NEW(&reader->trace->arena, TraceStep);
    bool weighs = config_weighs(&reader->trace->config);
    made->step.count = n;
    made->step.weights = weighs ? told_row(reader, object, "weights", n) : NULL;
    node->made = made;
    return !weighs || (made->step.weights && told_shares(reader, "weights", made->step.weights, n));
}

/* Its own are the words of its hypothesis, and their brothers. */
static void share_steps(const Trace *trace, Beam *beam)
{
    for (int at = trace->hypothesis; at >= 0; at = beam->nodes[at].parent) {
        const BeamNode *own = &beam->nodes[at];
        for (int i = 0; i < beam->count; i++)
            if (beam->nodes[i].step == own->step && beam->nodes[i].parent == own->parent)
                beam->nodes[i].made = &trace->steps[own->step];
    }
}

static bool read_nodes(TraceReader *reader, const cJSON *nodes, Beam *beam)
{
    for (const cJSON *item = nodes->child; item; item = item->next, beam->count++) {
        BeamNode *node = &beam->nodes[beam->count];
        char where[48];
        snprintf(where, sizeof where, "beam, node %d: ", beam->count);
        reader->where = where;
        if (!read_place(reader, item, beam, node) || !read_word(reader, item, node) || !read_made(reader, item, node))
            return false;
        reader->where = "";
    }
    return true;
}

/* No beam where there was none, where the tree has no weights (traces of before), and where it is larger than the view. */
bool told_beam(TraceReader *reader, const cJSON *object)
{
    Trace *trace = reader->trace;
    const cJSON *nodes = told_member(object, "nodes");
    int count = cJSON_IsArray(nodes) ? cJSON_GetArraySize(nodes) : 0;
    if (!object || count > NODES_MOST || (count > 0 && !told_member(nodes->child, "p")))
        return true;
    Beam *beam = ARENA_NEW(&trace->arena, Beam);
    if (!told_whole(reader, told_member(object, "size"), "beam.size", 1, TRACE_BEAM_LIMIT, &beam->size)
        || !told_whole(reader, told_member(object, "limit"), "beam.limit", 1, STEPS_MOST, &beam->limit))
        return false;
    int most = 2 * beam->size * beam->limit;
    if (count < 1 || count > most)
        return told_fail(reader, "\"beam.nodes\" has %d of them; expected 1 to %d", count, most);
    beam->nodes = ARENA_ARRAY(&trace->arena, BeamNode, (size_t)count);
    if (!read_nodes(reader, nodes, beam)
        || !told_whole(reader, told_member(object, "best"), "beam.best", 0, count - 1, &beam->best))
        return false;
    trace->hypothesis = find_hypothesis(trace, beam);
    if (trace->hypothesis < 0)
        return told_fail(reader, "\"beam\" has no hypothesis with the words of \"steps\"");
    beam->forced_only = trace->forced_cut = trace->forced_cut && trace->step_count == beam->limit;
    trace->beam = beam;
    share_steps(trace, beam);
    return true;
}
