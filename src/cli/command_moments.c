/* attend moments: the whole decode as pictures, one a moment, and the heatmap: what there is to look at where there is
 * no display. */
#include "cli/pictures.h"

/* "012-step1-softmax.png", "003-word1-forward.png", "001-start.png": in the order of a listing. */
static char *file_name(const Moment *moment, int layer, int index, Arena *arena)
{
    char place[48] = "";
    if (moment->step >= 0)
        snprintf(place, sizeof place, "step%d-", moment->step + 1);
    else if (layer > 0)
        snprintf(place, sizeof place, "layer%d-word%d-", layer, moment->position + 1);
    else if (moment->position >= 0)
        snprintf(place, sizeof place, "word%d-", moment->position + 1);
    return arena_printf(arena, "%03d-%s%s.png", index + 1, place, MOMENT_NAMES[moment->kind]);
}

static bool draw_moment(const Call *call, SentencePicture *picture, int index, Error *error)
{
    const Request *request = &call->request;
    Moment moment = moment_at(picture->trace, index);
    char *name = file_name(&moment, moment_layer_told(picture->trace, moment), index, call->arena);
    const char *path = path_join(call->arena, request->output, name);
    picture->view.cursor = index;
    if (request->stage)
        scene_stage_figure(&picture->view, picture->type, &picture->list);
    else
        scene_window(&picture->view, picture->type, &picture->list);
    return export_png(&picture->list, &(ExportOptions){.scale = (float)request->scale}, path, error);
}

static bool draw_heatmap(const Call *call, SentencePicture *picture, Error *error)
{
    if (!config_weighs(&picture->trace->config))
        return true;
    scene_alignment_figure(&picture->view, picture->type, &picture->list);
    return export_png(&picture->list, &(ExportOptions){.scale = 2 * (float)call->request.scale},
                      path_join(call->arena, call->request.output, "heatmap.png"), error);
}

bool moments_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    SentencePicture picture = {0};
    bool ok = picture_open(call, request->sentence, "--sentence S", &picture, error)
              && folder_make(request->output, 0777, error)
              && picture_begin(call, &picture, request->width, request->height, error);
    int count = ok ? moment_count(picture.trace) : 0;
    for (int i = 0; ok && i < count; i++)
        ok = draw_moment(call, &picture, i, error);
    ok = ok && draw_heatmap(call, &picture, error)
         && output_print(error, "%s: %d moment(s)%s\n", request->output, count,
                         config_weighs(&picture.trace->config) ? " and heatmap.png" : "");
    picture_close(&picture);
    return ok;
}
