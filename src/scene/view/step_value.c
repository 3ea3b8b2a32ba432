/* Which values the numbers of one training step are. */
#include "derive/sent_back.h"
#include "scene/view/view.h"
#include "study/one_step.h"

bool scene_steps(const View *view)
{
    return view->kind == VIEW_TRAIN && view->look == LOOK_STEP && view->step;
}

Maths origin_maths(const View *view, Arena *arena)
{
    const OneStep *step = view->step;
    if (!scene_steps(view))
        return view_maths(view, arena);
    return (Maths){.trace = step->fed,
                   .model = step->model,
                   .language = view->language,
                   .arena = arena,
                   .gradient = step->gradient};
}

/* What a read of the cell's matrix multiplies: the error of its row, or the input of its column. */
static bool factor_at(const View *view, bool error, int read, Value *out)
{
    const StepCell *cell = &view->step->cell;
    Maths maths = origin_maths(view, NULL);
    Value weight = {VALUE_PARAM, .place = cell->row, .index = cell->column, .part = cell->param}, row, column;
    if (read < 0 || read >= cell->reads.count)
        return false;
    bool named = sent_factors(&maths, weight, read, cell->reads.list[read].place, &row, &column);
    *out = error ? row : column;
    return named || error;
}

bool scene_step_value(const View *view, Target target, Value *out)
{
    const OneStep *step = view->step;
    if (!scene_steps(view) || target.kind != TARGET_CONTROL || target.a != STEP_NUMBER || target.b <= VALUE_NONE
        || target.b >= VALUE_KINDS)
        return false;
    ValueKind kind = (ValueKind)target.b;
    Maths maths = origin_maths(view, NULL);
    if (kind == VALUE_ROW_ERROR || kind == VALUE_ROW_INPUT)
        return factor_at(view, kind == VALUE_ROW_ERROR, target.c, out) && value_valid(&maths, *out);
    if (kind == VALUE_PARAM || kind == VALUE_D_PARAM)
        *out = (Value){kind, .place = step->cell.row, .index = step->cell.column, .part = step->cell.param};
    else
        *out = (Value){kind, .place = step->step, .index = target.c};
    if (value_is_pair(kind) && step->heads > 1)
        out->run = step->head + 1;
    return value_valid(&maths, *out);
}
