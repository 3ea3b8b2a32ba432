/* attend figure F.csv: the curves of a training's log. */
#include "cli/figure.h"

#include "scene/views/curves/view_curves.h"

/* Nothing of a sentence, a model or a view goes with it. */
static bool check_options(const Request *request, Error *error)
{
    bool other = request->step || request->moment || request->sentence || request->word || request->beat
                 || request->card || request->head || request->look >= 0 || request->against || request->beam
                 || request->gloss
                 || (request->view != VIEW_DECODE && request->view != VIEW_TRAIN && request->view != VIEW_CURVES);
    return !other
           || error_set(error, ERROR_USAGE,
                        "the log of a training has curves alone, without sentences, moments and other views");
}

bool figure_of_log(const Call *call, OpenFile *file, Error *error)
{
    const Request *request = &call->request;
    FigurePage page;
    CurvesPage curves = {.name = path_name(file->path)};
    if (!check_options(request, error) || !figure_page(request, &page, error) || !opened_log(file, &curves.log, error))
        return false;
    if (curves.log.count == 0)
        return error_at(error, ERROR_FORMAT, file->path, 0, "is the log of a training that has ended no epoch yet");
    Type *type = picture_fonts(call->arena, error);
    View view = view_default(theme_get((ThemeKind)request->theme), (float)page.width, (float)page.height);
    DrawList list = {0};
    view.kind = VIEW_CURVES;
    view.curves = &curves;
    view.language = picture_language(request, NULL);
    view.field.text = arena_string(call->arena, curves.name);
    if (type)
        curves_figure(&view, type, &list);
    bool ok = type && figure_write(call, &page, &view, &list, NULL, error);
    drawlist_finish(&list);
    picture_fonts_close(type);
    return ok;
}
