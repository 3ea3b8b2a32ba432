/* A training for a figure of the view train. */
#include "cli/figure.h"
#include "cli/training_progress.h"

#include "base/beside.h"
#include "base/thread.h"
#include "study/learner.h"

#include <time.h>

/* The model, or instead of one that stays at its random numbers the first that is made like it and learns. */
static const LessonModel *find_learned(const Lesson *lesson, int model)
{
    const LessonModel *wanted = &lesson->models[model];
    for (int i = 0; wanted->train.epochs == 0 && i < lesson->model_count; i++)
        if (lesson->models[i].train.epochs > 0 && config_equal(&lesson->models[i].config, &wanted->config))
            return &lesson->models[i];
    return wanted;
}

static void rest(void)
{
    static const struct timespec moment = {0, 20000000};
    if (!beside_turn(clock_seconds() + 0.1))
        nanosleep(&moment, NULL);
}

/* Until it is done. */
static bool follow(FigureTraining *out, const char *title, const char *path, Error *error)
{
    Training *training = &out->training;
    TrainingProgress progress;
    bool goes_on = true;
    stop_watch();
    progress_start(&progress, title);
    for (; goes_on && training->state < TRAINING_DONE; rest()) {
        learner_read(out->learner, training);
        goes_on =
            progress_part(&progress, "epoch", training->count > training->early ? training->count - training->early : 0,
                          training->epochs);
    }
    progress_end(&progress);
    if (!goes_on)
        return error_at(error, ERROR_STOPPED, path, 0, "was stopped in the making, and nothing was written");
    return training->state == TRAINING_DONE || error_set(error, ERROR_FORMAT, "%s", training->error);
}

bool figure_train(const Call *call, const Lesson *lesson, int model, const Trace *trace, FigureTraining *out,
                  Error *error)
{
    const LessonModel *learns = find_learned(lesson, model);
    const char **words = ARENA_ARRAY(call->arena, const char *, (size_t)trace->word_count + 1);
    for (int t = 0; t < trace->word_count; t++)
        words[t] = trace->steps[t].token;
    LearnerSetup setup = {.data = learns->data,
                          .heldout = learns->heldout,
                          .model = learns->path,
                          .config = learns->config,
                          .training = learns->train,
                          .probe = text_join(call->arena, trace->source, trace->words, trace->config.source_tokens),
                          .translation = text_join(call->arena, words, trace->word_count, trace->config.target_tokens)};
    *out = (FigureTraining){.training = {.menu = -1, .follow = true, .kept = -1}};
    out->learner = learner_create(&setup);
    learner_run(out->learner, true);
    if (!follow(out, learns->name, call->request.output, error))
        return false;
    out->training.shown = out->training.count - 1;
    return true;
}

void figure_untrain(FigureTraining *training)
{
    learner_destroy(training->learner);
    training_finish(&training->training);
    *training = (FigureTraining){0};
}
