/* One step of training (study/one_step.h), the look `step` of the train view, in four panels: view_train_step.c lays
 * them out and draws the words and their errors, view_train_pull.c what is sent back to the source words and to one
 * weight, view_train_rate.c the loss behind the step. */
#ifndef SCENE_VIEW_TRAIN_STEP_H
#define SCENE_VIEW_TRAIN_STEP_H

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

static inline const char *step_rate_text(const Painter *painter, double rate) /* "0.05" */
{
    return arena_printf(&painter->list->arena, "%.3g", rate);
}

static inline const char *step_wanted_word(const OneStep *step, int t)
{
    return vocab_word(&step->model->target, step->wanted[t]);
}

#endif
