/* Which two models are compared, and what they make of the sentence. */
#include "app/compare_input.h"
#include "app/open.h"

/* ---- the pair ---- */

void compare_choose(App *app, Comparing *self)
{
    const StageSetting *stage = &app_card(app)->stage;
    int count = app->open.lesson->model_count, right = self->models[1];
    bool asked = stage->present && stage->against >= 0 && self->card != app->view.card;
    if (asked)
        right = stage->against;
    else if (right < 0 || right == app->open.model)
        right = self->forced && right == app->open.model ? right : (app->open.model + 1) % count;
    self->models[0] = app->open.model;
    self->models[1] = right;
    self->forced = right == app->open.model;
    self->card = app->view.card;
}

/* Left: the next model; where that is the right one's, they change places. Right: all other models, then the left one
 * with the reference's words. */
void compare_next(App *app, Comparing *self, int side)
{
    int count = app->open.lesson->model_count;
    if (count < 2)
        return;
    if (side == 1) {
        self->models[1] = (self->models[1] + 1) % count;
        self->forced = self->models[1] == self->models[0];
        compare_build(app, self);
        return;
    }
    int old = app->open.model, left = (old + 1) % count;
    if (self->forced)
        self->models[1] = left;
    else if (left == self->models[1])
        self->models[1] = old;
    if (app_choose_model(app, left)) {
        (void)app_decode(app, app->open.decoded);
    }
}

/* ---- the sentence ---- */

static const Model *right_model(App *app, Comparing *self)
{
    Error error = {0};
    const Model *model = self->forced ? app->view.model : opened_model(&app->open, self->models[1], &error);
    if (model)
        return model;
    app_fail(app, &error);
    self->models[1] = self->models[0];
    self->forced = true;
    return app->view.model;
}

static Trace *compare(App *app, Comparing *self, Comparison *out, const Model *right, Sentences *sentences)
{
    const LessonModel *models[2] = {&app->open.lesson->models[self->models[0]],
                                    &app->open.lesson->models[self->models[1]]};
    const Model *loaded[2] = {app->view.model, right};
    const Trace *left = self->plain ? self->plain : app->open.trace;
    return compare_models(out, models, loaded, left, app->open.decoded, sentences, &self->arena, NULL);
}

void compare_build(App *app, Comparing *self)
{
    Comparison before = self->comparison;
    arena_reset(&self->arena);
    arena_reset(&self->captions);
    self->told[0] = self->told[1] = -1;
    const Model *right = right_model(app, self);
    trace_destroy(self->plain);
    self->plain =
        changes_any(&app->open.changes) ? trace_decode(app->view.model, slice_of(app->open.decoded), NULL, NULL) : NULL;
    trace_destroy(self->right);
    self->right = compare(app, self, &self->comparison, right, &app->open.sentences);
    if (!self->right) { /* the reference has words that this model does not know, or it cannot read the sentence */
        self->models[1] = self->models[0];
        self->forced = true;
        self->right = compare(app, self, &self->comparison, app->view.model, NULL);
    }
    self->left = app->open.trace;
    self->comparison.beat = before.beat;
    self->comparison.playing = before.playing;
    self->comparison.problem = before.problem;
    for (int side = 0; side < 2; side++) {
        self->comparison.sides[side].more = app->open.lesson->model_count > 1;
        self->comparison.sides[side].accuracy = self->known[self->models[side]];
    }
    self->pace.last = self->comparison.lockstep.count - 1;
}
