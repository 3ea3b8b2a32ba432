/* The train view: a learner beside the window, the handle, the settings. The training goes on while other views are
 * open and ends when another model's training is opened, or the program. */
#include "app/train_input.h"

#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/open.h"
#include "app/typing.h"
#include "nn/kernels.h"
#include "words/window_words.h"

#include <stdlib.h>
#include <string.h>

static struct LiveTraining *live_of(App *app)
{
    if (!app->live) {
        app->live = heap_alloc(1, sizeof *app->live);
        app->live->step_look = -1;
    }
    return app->live;
}

/* ---- a training begins ---- */

/* The open model; instead of one that stays at its random numbers the first that is made like it and learns. */
static int learned_like(const App *app, int model)
{
    const Lesson *lesson = app->open.lesson;
    const LessonModel *like = &lesson->models[model];
    for (int i = 0; like->train.epochs == 0 && i < lesson->model_count; i++)
        if (lesson->models[i].train.epochs > 0 && config_equal(&lesson->models[i].config, &like->config))
            return i;
    return model;
}

static int find_learned(const App *app)
{
    return learned_like(app, app->open.model);
}

static bool waits(App *app, int model, Error *error)
{
    return !opened_model(&app->open, learned_like(app, model), error) && error->code == ERROR_LATER;
}

/* The model's own: what a person has changed on the stage is not in it. */
static char *translate(App *app, const char *sentence)
{
    Error error = {0};
    const Model *model = opened_model(&app->open, find_learned(app), &error);
    Trace *trace = trace_decode(model ? model : app->view.model, slice_of(sentence), NULL, NULL);
    if (!trace)
        return NULL;
    Arena arena = {0};
    const char **words = ARENA_ARRAY(&arena, const char *, (size_t)trace->word_count + 1);
    for (int t = 0; t < trace->word_count; t++)
        words[t] = trace->steps[t].token;
    char *text = heap_copy(text_join(&arena, words, trace->word_count, trace->config.target_tokens));
    arena_finish(&arena);
    trace_destroy(trace);
    return text;
}

static void set_probe(App *app)
{
    struct LiveTraining *live = app->live;
    const Trace *trace = app->open.trace;
    int words = trace->words;
    const char *sentence = text_join(&app->scratch, trace->source, words, trace->config.source_tokens);
    if (live->probe && strcmp(live->probe, sentence) == 0)
        return;
    free(live->probe);
    free(live->translation);
    live->probe = heap_copy(sentence);
    live->translation = translate(app, sentence);
    if (live->learner)
        learner_probe(live->learner, sentence, live->translation);
}

/* The lesson's config and options with what the person has chosen in them. */
static bool apply_settings(App *app, LearnerSetup *setup)
{
    const struct LiveTraining *live = app->live;
    const double *settings = live->training.settings;
    Config *config = &setup->config;
    bool follows = config->attention_size == config->hidden;
    config->score = (ScoreKind)settings[TRAINING_SCORE];
    config->hidden = (int)settings[TRAINING_HIDDEN];
    if (follows)
        config->attention_size = config->hidden;
    if (config_is_transformer(config)) /* which has one size throughout */
        config->embed = config->hidden;
    setup->training.learning_rate = settings[TRAINING_RATE];
    setup->training.seed = (uint64_t)settings[TRAINING_SEED];
    Error error = {0};
    if (config_check(config, &error))
        return true;
    app_fail(app, &error);
    return false;
}

static void end_training(struct LiveTraining *live)
{
    if (live->step_look >= 0) /* its vocabularies are the learner's */
        step_finish(live);
    learner_destroy(live->learner);
    live->learner = NULL;
    training_finish(&live->training);
}

void train_say_rounding(App *app)
{
    const Kernels *k = kernels_to_train();
    if (k->twice)
        app_say(app, W_TRAINING_ROUNDS_TWICE);
    else if (!k->fused)
        app_say(app, W_TRAINING_SLOW);
}

/* Starts from random numbers. False: no such model is possible, and nothing has changed. */
static bool begin_training(App *app, bool run)
{
    struct LiveTraining *live = app->live;
    Training *training = &live->training;
    const LessonModel *model = &app->open.lesson->models[find_learned(app)];
    LearnerSetup setup = {.data = model->data,
                          .heldout = model->heldout,
                          .config = live->config,
                          .training = live->options,
                          .probe = live->probe,
                          .translation = live->translation,
                          .wake = app_wake,
                          .context = app->window};
    if (!apply_settings(app, &setup))
        return false;
    bool known = app->open.lesson->card_count > 0; /* how a model alone was trained is not in its file */
    setup.model = known && training_as_lesson(training) ? live->model : NULL;
    end_training(live);
    if (app->view.step)
        step_enter(app);
    live->learner = learner_create(&setup);
    training->follow = true;
    training->shown = 0;
    training->back = 0;
    training->replays = false;
    training->menu = -1;
    learner_read(live->learner, training);
    learner_run(live->learner, run);
    app->dirty = true;
    return true;
}

static void choose_model(App *app)
{
    struct LiveTraining *live = app->live;
    const LessonModel *model = &app->open.lesson->models[find_learned(app)];
    Training *training = &live->training;
    free(live->model);
    live->model = heap_copy(model->path);
    live->learned = find_learned(app);
    live->config = model->config;
    live->options = model->train;
    training->lessons[TRAINING_SCORE] = model->config.score;
    training->lessons[TRAINING_HIDDEN] = model->config.hidden;
    training->lessons[TRAINING_RATE] = model->train.learning_rate;
    training->lessons[TRAINING_SEED] = (double)model->train.seed;
    memcpy(training->settings, training->lessons, sizeof training->settings);
    training->scores = config_scores(&model->config) && !config_is_transformer(&model->config);
}

static void enter_training(App *app)
{
    struct LiveTraining *live = live_of(app);
    app->view.training = &live->training;
    set_probe(app);
    if (live->learner && strcmp(live->model, app->open.lesson->models[find_learned(app)].path) == 0)
        return;
    choose_model(app);
    begin_training(app, false);
}

static void enter(App *app)
{
    enter_training(app);
    step_enter(app);
}

static void leave(App *app)
{
    step_leave(app);
    Training *training = &app->live->training;
    training->menu = -1;
    training->replays = app->live->motion.held = false;
    training->back = 0;
}

static void read_news(App *app)
{
    struct LiveTraining *live = app->live;
    Training *training = &live->training;
    if (!live->learner || !learner_read(live->learner, training))
        return;
    if (training->follow || training->shown >= training->count)
        train_show(app, training->count - 1);
    app->dirty = true;
}

static void update(App *app)
{
    if (app->view.play.on)
        app_play(app, false); /* nothing plays here */
    step_update(app);
    read_news(app);
    if (train_moves(app))
        train_move(app);
}

static void finish(App *app)
{
    if (!app->live)
        return;
    end_training(app->live);
    step_finish(app->live);
    free(app->live->model);
    free(app->live->probe);
    free(app->live->translation);
    free(app->live);
    app->live = NULL;
    app->view.training = NULL;
}

/* ---- the lesson is read again ---- */

static bool fits(const struct LiveTraining *live, const Lesson *lesson)
{
    for (int i = 0; live->model && i < lesson->model_count; i++) {
        const LessonModel *model = &lesson->models[i];
        if (strcmp(model->path, live->model) == 0)
            return config_equal(&model->config, &live->config) && train_equal(&model->train, &live->options);
    }
    return false;
}

struct LiveTraining *training_take(App *app, const Lesson *next)
{
    struct LiveTraining *live = app->live;
    if (!live || !fits(live, next))
        return NULL;
    app_show_view(app, VIEW_DECODE);
    app->live = NULL;
    app->view.training = NULL;
    return live;
}

void training_give(App *app, struct LiveTraining *live)
{
    if (!live)
        return;
    app->live = live;
    app->view.training = &live->training;
    app->progress.trained = live->training.state == TRAINING_DONE;
}

/* ---- settings ---- */

static void open_menu(App *app, int setting)
{
    Training *training = &app->live->training;
    training->menu = training->menu == setting ? -1 : setting;
    if (training->menu < 0)
        return;
    double choices[TRAINING_CHOICES];
    int count = training_choices(training, (TrainingSetting)setting, choices), at = 0;
    for (int i = 0; i < count; i++)
        at = choices[i] <= training->settings[setting] * (1 + 1e-9) ? i : at;
    app->view.focus = (Target){TARGET_CONTROL, TRAIN_CHOICE, (int16_t)setting, (int16_t)at};
}

static void close_menu(App *app, int by)
{
    (void)by;
    Training *training = &app->live->training;
    if (training->menu >= 0)
        app->view.focus = (Target){TARGET_CONTROL, TRAIN_SETTING, (int16_t)training->menu, 0};
    training->menu = -1;
}

/* A training that has not begun stays so: one can look at other random numbers. */
static void change_setting(App *app, int setting, double value)
{
    Training *training = &app->live->training;
    double before = training->settings[setting];
    close_menu(app, 0);
    if (before == value)
        return;
    training->settings[setting] = value;
    bool begun = training->state != TRAINING_READY && training->state != TRAINING_LOADING;
    if (!begin_training(app, begun))
        training->settings[setting] = before;
}

static void choose(App *app, int setting, int index)
{
    double choices[TRAINING_CHOICES];
    int count = training_choices(&app->live->training, (TrainingSetting)setting, choices);
    if (index >= 0 && index < count)
        change_setting(app, setting, choices[index]);
}

static void step_choice(App *app, int by)
{
    Target *focus = &app->view.focus;
    double choices[TRAINING_CHOICES];
    int menu = app->live->training.menu;
    int count = training_choices(&app->live->training, (TrainingSetting)menu, choices);
    bool on = focus->kind == TARGET_CONTROL && focus->a == TRAIN_CHOICE;
    int at = on ? focus->c + by : 0;
    *focus = (Target){TARGET_CONTROL, TRAIN_CHOICE, (int16_t)menu, (int16_t)((at + count) % count)};
}

static bool menu_is_open(const App *app)
{
    return app->live->training.menu >= 0;
}

static const KeyRow KEYS[] = {
    {KEY_UP, 0, step_choice, -1, 0, menu_is_open},
    {KEY_DOWN, 0, step_choice, 1, 0, menu_is_open},
    {KEY_ESCAPE, 0, close_menu, 0, 0, menu_is_open},
    {0},
};

/* ---- keys and the mouse ---- */

static void run_or_pause(App *app)
{
    Training *training = &app->live->training;
    bool over = training->state == TRAINING_DONE || training->state == TRAINING_FAILED;
    if (over)
        begin_training(app, true);
    else if (app->live->learner)
        learner_run(app->live->learner, training->state != TRAINING_RUNNING);
    if (app->live->learner && training->state <= TRAINING_READY)
        train_say_rounding(app);
}

static void move(App *app, Move move)
{
    const Training *training = &app->live->training;
    if (step_move(app, move))
        return;
    switch (move) {
    case MOVE_PLAY:
        if (training->state == TRAINING_DONE || training->state == TRAINING_FAILED)
            train_replay(app);
        else
            run_or_pause(app);
        break;
    case MOVE_STEP_ON:
    case MOVE_STEP_BACK:
        train_show_frame(app, move == MOVE_STEP_ON ? 1 : -1);
        break;
    case MOVE_START:
    case MOVE_END:
        train_show(app, move == MOVE_START ? 0 : training->count - 1);
        break;
    default:
        train_show(app, training->shown + (move == MOVE_ON ? 1 : -1));
    }
}

static bool press_control(App *app, Target target)
{
    Training *training = &app->live->training;
    if (target.a == TRAIN_PLAY)
        run_or_pause(app);
    else if (target.a == TRAIN_RESTART)
        begin_training(app, true);
    else if (target.a == TRAIN_RESEED)
        change_setting(app, TRAINING_SEED, training->settings[TRAINING_SEED] + 1);
    else if (target.a == TRAIN_PLOT)
        train_press_plot(app);
    else if (target.a == TRAIN_FRAME || target.a == TRAIN_NEWEST)
        train_show(app, target.a == TRAIN_FRAME ? target.b : training->count - 1);
    else if (target.a == TRAIN_REPLAY)
        train_replay(app);
    else if (target.a == TRAIN_ROWS)
        training->own_words = target.b;
    else if (target.a == TRAIN_SETTING)
        open_menu(app, target.b);
    else if (target.a == TRAIN_CHOICE)
        choose(app, target.b, target.c);
    else
        return false;
    return true;
}

static bool press(App *app, Target target)
{
    bool control = target.kind == TARGET_CONTROL;
    if (step_press(app, target))
        return true;
    if (!control || (target.a != TRAIN_SETTING && target.a != TRAIN_CHOICE && target.a != TRAIN_RESEED))
        app->live->training.menu = -1;
    if (target.kind == TARGET_FIELD_GO)
        field_enter(app, false);
    if (target.kind == TARGET_FIELD_GO || target.kind == TARGET_HEAT)
        return true; /* nothing plays and no moment is gone to */
    return control && press_control(app, target);
}

static bool grips(const App *app, Target target)
{
    (void)app;
    return target.kind == TARGET_CONTROL && (target.a == TRAIN_PLOT || target.a == STEP_RATE);
}

static void drag(App *app, Target held, Point at)
{
    if (!step_drag(app, held, at))
        train_drag(app, at);
}

const ViewInput train_input = {
    .enter = enter,
    .waits = waits,
    .leave = leave,
    .keys = {KEYS, STEP_KEYS, origin_keys},
    .move = move,
    .press = press,
    .grips = grips,
    .drag = drag,
    .release = train_release,
    .wheel = origin_wheel,
    .update = update,
    .moving = train_moves,
    .finish = finish,
};
