#include "app/app_state.h"

void measuring_stop(App *app)
{
    Measuring *self = &app->measuring;
    measure_stop(self->measure);
    self->measure = NULL;
    if (!self->is_known[self->model])
        self->known[self->model] = (Accuracy){0};
}

static void read_news(App *app)
{
    Measuring *self = &app->measuring;
    Accuracy before = self->known[self->model], *known = &self->known[self->model];
    bool over = measure_read(self->measure, known);
    app->dirty = app->dirty || over || known->done != before.done || known->of != before.of;
    if (!over)
        return;
    const char *problem = measure_problem(self->measure);
    utf8_print(self->problem, sizeof self->problem, "%s", problem ? problem : "");
    self->is_known[self->model] = true;
    measuring_stop(app);
}

void measuring_tell(const App *app, const int models[2], Comparison *pair)
{
    const Measuring *self = &app->measuring;
    pair->problem = *self->problem ? self->problem : NULL;
    for (int side = 0; side < 2; side++)
        pair->sides[side].accuracy = self->known[models[side]];
}

void measuring_turn(App *app, const int models[2], Comparison *pair)
{
    Measuring *self = &app->measuring;
    if (self->measure && self->model != models[0] && self->model != models[1])
        measuring_stop(app);
    if (self->measure)
        read_news(app);
    measuring_tell(app, models, pair);
}

void measuring_ask(App *app, int model, const LessonModel *shown)
{
    Measuring *self = &app->measuring;
    if (self->measure || self->is_known[model] || *self->problem || !shown->heldout)
        return;
    CorpusOptions options = {shown->config.source_tokens, shown->config.target_tokens, 0};
    self->model = model;
    self->measure = measure_start(shown->path, shown->heldout, options, app_wake, app->window);
}
