/* Which moment a figure shows. */
#include "cli/figure.h"

#include "trace/beats.h"

#include <string.h>

static bool parse_moment(const char *name, MomentKind *kind, Error *error)
{
    bool known;
    char shown[EXCERPT_SIZE];
    *kind = moment_kind(name, &known);
    return known
           || options_unknown(error, name, "", MOMENT_NAMES, "there is no moment '%s'",
                              slice_excerpt(slice_of(name), shown));
}

bool figure_is_sheet(const Request *request)
{
    return request->moment && strcmp(request->moment, "all") == 0;
}

bool figure_check_side(const Request *request, const Trace *trace, Error *error)
{
    if (request->side < 0)
        return true;
    if (request->view != VIEW_SELF_ATTENTION || request->card)
        return error_set(error, ERROR_USAGE, "--array goes with --view self-attention");
    if (!request->side)
        return true;
    if (!config_is_transformer(&trace->config))
        return error_set(error, ERROR_FORMAT, "--array decoder: this model's decoder has no self-attention");
    return !request->word
           || error_set(error, ERROR_USAGE, "of the decoder --step N says which word asks, not --word %d",
                        request->word);
}

bool figure_moment(const Request *request, const Trace *trace, MomentKind usual, double *cursor, Error *error)
{
    MomentKind kind = usual;
    if (request->moment && !figure_is_sheet(request) && !parse_moment(request->moment, &kind, error))
        return false;
    int step = request->step ? request->step : request->moment ? 1 : trace->step_count;
    int word = request->word ? request->word : 1;
    bool written = kind == MOMENT_SELF && (request->step || request->side > 0); /* of a Transformer's step */
    bool encodes = kind <= MOMENT_BRIDGE && !written;
    if (!encodes && step > trace->step_count)
        return error_set(error, ERROR_USAGE, "--step %d is beyond the end: the sentence is decoded in %d step(s)", step,
                         trace->step_count);
    if ((encodes || kind == MOMENT_SCORES) && word > trace->n)
        return error_set(error, ERROR_USAGE, "--word %d is beyond the end: the sentence has %d word(s)", word,
                         trace->n);
    int moment = moment_named(trace, kind, encodes ? -1 : step - 1, word - 1, request->layer);
    if (moment < 0 && request->layer > 0)
        return error_set(error, ERROR_USAGE, "this model has no moment '%s' of layer %d", MOMENT_NAMES[kind],
                         request->layer);
    if (moment < 0)
        return error_set(error, ERROR_USAGE, "this model has no moment '%s'", MOMENT_NAMES[kind]);
    BeatKind beats[BEATS_MOST];
    int count = beats_of(trace, moment, beats);
    if (request->beat > count)
        return error_set(error, ERROR_USAGE, "--beat %d: the moment %s has %d here", request->beat, MOMENT_NAMES[kind],
                         count);
    *cursor = request->beat ? beat_end(trace, moment, request->beat) : moment;
    return true;
}

void figure_note_moment(const Trace *trace, double cursor, Place *place)
{
    Moment moment = moment_at(trace, moment_of_stop(cursor));
    place->step = moment.step + 1;
    place->moment = (int)moment.kind;
    place->beat = beat_number(trace, cursor);
    place->position = moment.position + 1;
    place->layer = moment_layer_told(trace, moment);
}
