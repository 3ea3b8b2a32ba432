/* What Predict asks. */
#include "scene/view/view.h"

bool scene_question(const View *view, Question *out)
{
    return view->predict.on && view_has(view->kind, HAS_STAGE)
           && predict_next(view_whole(view), view->predict.open, out);
}

bool scene_asks(const View *view, Question *out)
{
    return scene_question(view, out) && view->cursor >= out->gate - 1 - 1e-6;
}

/* The question whose answer is told now. */
bool scene_answered(const View *view, Question *out)
{
    const Predict *predict = &view->predict;
    return predict->on && predict->telling && view_has(view->kind, HAS_STAGE)
           && predict_next(view_whole(view), predict->answered - 1, out) && out->gate == predict->answered;
}
