/* One step of training (study/one_step.h), the look `step` of the train view, in four panels: view_train_step.c lays
 * them out and draws the words and their errors, view_train_pull.c what is sent back to the source words,
 * view_train_weight.c to one weight, view_train_rate.c the loss behind the step. */
#ifndef SCENE_VIEW_TRAIN_STEP_H
#define SCENE_VIEW_TRAIN_STEP_H

#include "scene/kit/strokes.h"
#include "scene/views/picture.h"
#include "study/one_step.h"

#include <math.h>

void step_draw(const Painter *painter, Box stage);
void step_foot_draw(const Painter *painter, Box box);
const char *step_caption(const Painter *painter);
char *step_describe(const View *view, Target target, Arena *arena); /* NULL: it is none of this picture's */

void step_pulls_draw(const Painter *painter, const OneStep *step, Box box);
void step_weight_draw(const Painter *painter, const OneStep *step, Box box);
void step_rates_draw(const Painter *painter, const OneStep *step, Box box);

/* So many that three digits count, of the largest of the numbers that stand together. */
static inline int step_decimals(double largest)
{
    int decimals = largest > 0 ? 2 - (int)floor(log10(largest)) : 2;
    return decimals < 2 ? 2 : decimals > 7 ? 7 : decimals;
}

static inline const char *step_number(const Painter *painter, double value, int decimals, bool plus)
{
    return kit_number(painter->list, value, decimals, plus);
}

/* Under a number that is drawn next: pressed, it opens the panel of where it comes from. `at`: of control.h,
 * STEP_NUMBER. */
static inline void step_opens(const Painter *painter, Box box, ValueKind kind, int at)
{
    Target target = target_at(TARGET_CONTROL, STEP_NUMBER, (int)kind, at);
    Value value;
    if (!scene_step_value(painter->view, target, &value))
        return;
    if (kit_pointed(painter, target))
        drawlist_box(painter->list, box, 4, paint_fill(painter->theme->faint));
    kit_press_ring(painter, box, box, 4, target, true, NULL);
}

/* What goes to the one before, -1, or the next, 1. */
static inline void step_turn(const Painter *painter, Box box, Target target, int way, Word name)
{
    kit_chevron(painter, box_middle(box), (float)way, 0, kit_ink(painter, target));
    kit_press_ring(painter, box, box_inset(box, 2, 2), 4, target, true, kit_said(painter, name));
}

static inline const char *step_rate_text(const Painter *painter, double rate) /* "0.05" */
{
    return arena_printf(&painter->list->arena, "%.3g", rate);
}

static inline const char *step_wanted_word(const OneStep *step, int t)
{
    return vocab_word(&step->model->target, step->wanted[t]);
}

#endif
