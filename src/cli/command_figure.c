/* attend figure: the stage at one moment, for a paper or a slide. */
#include "cli/pictures.h"

/* ---- which moment ---- */

static bool parse_moment(const char *name, MomentKind *kind, Error *error)
{
    bool known;
    char shown[EXCERPT_SIZE];
    *kind = moment_kind(name, &known);
    return known
           || options_unknown(error, name, "", MOMENT_NAMES, "there is no moment '%s'",
                              slice_excerpt(slice_of(name), shown));
}

/* Without --moment a step is shown when its word is written, without --step the first or, if nothing was said, the end. */
static bool find_moment(const Request *request, const Trace *trace, int *moment, Error *error)
{
    MomentKind kind = MOMENT_WORD;
    if (request->moment && !parse_moment(request->moment, &kind, error))
        return false;
    int step = request->step ? request->step : request->moment ? 1 : trace->step_count;
    int word = request->word ? request->word : 1;
    if (kind > MOMENT_BRIDGE && step > trace->step_count)
        return error_set(error, ERROR_USAGE, "--step %d is beyond the end: the sentence is decoded in %d steps", step,
                         trace->step_count);
    if (kind <= MOMENT_BRIDGE && word > trace->n)
        return error_set(error, ERROR_USAGE, "--word %d is beyond the end: the sentence has %d words", word, trace->n);
    *moment = moment_find(trace, kind, step - 1, word - 1);
    return *moment >= 0 || error_set(error, ERROR_USAGE, "this model has no moment '%s'", MOMENT_NAMES[kind]);
}

/* ---- the figure ---- */

static bool dump(const DrawList *list, Error *error)
{
    Bytes text = {0};
    drawlist_print(list, &text);
    return output_write(&text, error);
}

bool figure_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    Picture picture;
    View *view = &picture.view;
    int moment = 0;
    bool ok = picture_open(call, request->sentence, "--sentence S", &picture, error)
              && find_moment(request, picture.trace, &moment, error)
              && picture_begin(call, &picture, request->width, request->height, error);
    if (ok) {
        ExportOptions options = {(float)request->scale, request->embed_fonts, view->field.text};
        view->cursor = moment;
        scene_stage_figure(view, picture.type, &picture.list);
        ok = export_picture(&picture.list, request->output, &options, error)
             && (!request->dump || dump(&picture.list, error));
    }
    picture_close(&picture);
    return ok;
}
