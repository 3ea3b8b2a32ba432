/* The exhibit view: what the five probes do, and the figures of held-out sentences. */
#include "app/exhibit_input.h"
#include "app/card_progress.h"
#include "app/open.h"
#include "app/weight_input.h"
#include "words/app_words.h"
#include "words/keys_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is shown ---- */

static int sound_model(const App *app, int model)
{
    return exhibit_sound(app->open.lesson, &app_card(app)->stage, model);
}

static bool waits(App *app, int model, Error *error)
{
    int sound = sound_model(app, model);
    return sound >= 0 && !opened_model(&app->open, sound, error) && error->code == ERROR_LATER;
}

static Trace *compare(App *app, Exhibiting *self, int right, Sentences *sentences)
{
    const Lesson *lesson = app->open.lesson;
    Error error = {0};
    const Model *other = right < 0 ? app->view.model : opened_model(&app->open, right, &error);
    const LessonModel *models[2] = {&lesson->models[app->open.model],
                                    &lesson->models[right < 0 ? app->open.model : right]};
    const Model *loaded[2] = {app->view.model, other};
    return other ? compare_models(&self->exhibit.pair, models, loaded, app->open.trace, app->open.decoded, sentences,
                                  &self->arena, NULL)
                 : NULL;
}

static int clamp(int value, int count)
{
    return value >= count ? count - 1 : value < 0 ? 0 : value;
}

static void build(App *app, Exhibiting *self)
{
    Exhibit *exhibit = &self->exhibit;
    int right = sound_model(app, app->open.model);
    arena_reset(&self->arena);
    trace_destroy(self->sound);
    self->sound = compare(app, self, right, &app->open.sentences);
    exhibit->sound = self->sound && right >= 0;
    if (!self->sound) /* it cannot read the sentence */
        self->sound = compare(app, self, -1, NULL);
    self->of = app->open.trace;
    self->models[0] = app->open.model;
    self->models[1] = exhibit->sound ? right : app->open.model;
    measuring_tell(app, self->models, &exhibit->pair);
    exhibit->own = app->view.own ? app->view.own : app->open.trace;
    exhibit->step = clamp(exhibit->step, app->open.trace->step_count);
    exhibit->place = clamp(exhibit->place, app->open.trace->n);
    exhibit->swap = &self->swap;
    exhibit->notes = &self->notes;
    app->view.exhibit = exhibit;
}

/* Another card, model or sentence: nothing is found of it yet. */
static bool is_another(const App *app, const Exhibiting *self)
{
    return self->card != app->view.card || self->models[0] != app->open.model
           || strcmp(self->decoded, app->open.decoded) != 0;
}

static void begin(App *app, Exhibiting *self)
{
    self->card = app->view.card;
    memcpy(self->decoded, app->open.decoded, sizeof self->decoded);
    swap_finish(&self->swap);
    notes_finish(&self->notes);
    self->exhibit.probe = PROBE_READ;
    self->exhibit.step = self->exhibit.place = 0;
    self->exhibit.again = false;
}

static void enter(App *app)
{
    if (!app->exhibiting) {
        app->exhibiting = heap_alloc(1, sizeof *app->exhibiting);
        app->exhibiting->card = -1;
    }
    if (is_another(app, app->exhibiting))
        begin(app, app->exhibiting);
    build(app, app->exhibiting);
}

/* ---- the probes ---- */

static bool decode_again(App *app)
{
    Error error = {0};
    if (app_decode_changed(app, &error)) /* which builds the pair again */
        return true;
    app_fail(app, &error);
    return false;
}

/* The word that is `by` places further in the list of those that may stand there. */
static void swap_at(App *app, int place, int by)
{
    Exhibiting *self = app->exhibiting;
    const Trace *own = self->exhibit.own;
    if (place >= own->words || !app_may_decode(app))
        return;
    if (!self->swap.trace || self->swap.place != place) {
        arena_reset(&self->choices);
        self->offered = offered_find(app->view.model, own, place, &app->open.sentences,
                                     &app->open.lesson->models[app->open.model], &self->choices);
        self->word = by < 0 ? 0 : -1;
    }
    int count = self->offered.count;
    if (count == 0)
        return;
    self->word = (self->word + by + count) % count;
    const char *word = vocab_word(&app->view.model->source, self->offered.ids[self->word]);
    Error error = {0};
    if (!swap_make(&self->swap, app->view.model, own, place, word, &error)) {
        app_fail(app, &error);
        return;
    }
    self->exhibit.place = place;
    exhibit_note_swap(app);
}

static void mute_at(App *app, int place)
{
    if (!config_weighs(&app->view.model->config)) {
        app_say(app, W_NO_STATE_TO_MUTE);
        return;
    }
    if (!app_may_decode(app))
        return;
    changes_begin(&app->open.changes);
    changes_mute(&app->open.changes, place);
    app->exhibiting->exhibit.place = place;
    if (!decode_again(app) || !trace_muted(app->open.trace, place))
        return;
    exhibit_note_mute(app, place);
    app_reached(app, GOAL_MUTE);
}

/* Each probe begins with the model as it is. */
static void choose_probe(App *app, ExhibitProbe probe)
{
    Exhibit *exhibit = &app->exhibiting->exhibit;
    if (exhibit->probe != probe && changes_restore_all(&app->open.changes))
        decode_again(app);
    exhibit->probe = probe;
    if (probe == PROBE_COMPARE)
        exhibit_note_compare(app);
}

/* What the probe does with a source word. */
static void probe_at(App *app, int place)
{
    Exhibit *exhibit = &app->exhibiting->exhibit;
    exhibit->place = clamp(place, app->open.trace->n);
    if (exhibit->probe == PROBE_SWAP)
        swap_at(app, exhibit->place, 1);
    else if (exhibit->probe == PROBE_MUTE)
        mute_at(app, exhibit->place);
    else if (exhibit->probe == PROBE_READ)
        exhibit_note_read(app);
}

/* ---- dragging ---- */

/* A drag is one note, when it ends; so is a key. */
static bool change(App *app, Target bar, double weight)
{
    Exhibit *exhibit = &app->exhibiting->exhibit;
    exhibit->step = bar.a;
    exhibit->place = bar.b;
    if (!changes_weight(&app->open.changes, app->view.model, app->open.trace, bar.a, bar.b, (float)weight))
        return false;
    app_reached(app, GOAL_WEIGHTS);
    bool shown = decode_again(app);
    if (shown && !app->hand.pull.moving)
        exhibit_note_drag(app);
    return shown;
}

static void release(App *app, Target held)
{
    if (weight_release(app, held))
        exhibit_note_drag(app);
}

/* ---- keys and presses ---- */

static void next_probe(App *app, int by)
{
    choose_probe(app, (ExhibitProbe)(((int)app->exhibiting->exhibit.probe + by + PROBES) % PROBES));
}

static void next_word(App *app, int by)
{
    choose_probe(app, PROBE_SWAP);
    swap_at(app, app->exhibiting->exhibit.place, by);
}

static void mute_meant(App *app, int by)
{
    (void)by;
    choose_probe(app, PROBE_MUTE);
    mute_at(app, app->exhibiting->exhibit.place);
}

static void restore(App *app, int by)
{
    (void)by;
    if (changes_restore_all(&app->open.changes))
        decode_again(app);
    else
        app_say(app, W_NOTHING_IS_CHANGED);
}

static void move(App *app, Move move)
{
    Exhibit *exhibit = &app->exhibiting->exhibit;
    bool ends = move == MOVE_START || move == MOVE_END;
    int by = move == MOVE_ON || move == MOVE_STEP_ON ? 1 : -1;
    if (move == MOVE_PLAY)
        probe_at(app, exhibit->place);
    else if (ends)
        exhibit->place = move == MOVE_END ? app->open.trace->n - 1 : 0;
    else if (move == MOVE_STEP_ON || move == MOVE_STEP_BACK)
        exhibit->step = clamp(exhibit->step + by, app->open.trace->step_count);
    else
        exhibit->place = clamp(exhibit->place + by, app->open.trace->n);
}

static const KeyRow KEYS[] = {
    {KEY_LEFT_BRACKET, 0, next_probe, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_RIGHT_BRACKET, 0, next_probe, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_X, WITH_SHIFT, next_word, -1, W_KEY_SWAP},
    {KEY_X, 0, next_word, 1, W_KEY_SWAP},
    {KEY_Z, 0, mute_meant, 0, W_KEY_MUTE},
    {KEY_R, 0, restore, 0, W_KEY_RESTORE_THIS_STEP_ALL_OF_THEM},
    {0},
};

static bool press_control(App *app, Target target)
{
    Exhibit *exhibit = &app->exhibiting->exhibit;
    if (target.a == EXHIBIT_PROBE)
        choose_probe(app, (ExhibitProbe)target.b);
    else if (target.a == EXHIBIT_STATE)
        probe_at(app, target.b);
    else if (target.a == EXHIBIT_WORD)
        next_word(app, target.b);
    else if (target.a == EXHIBIT_AGAIN)
        exhibit->again = !exhibit->again;
    return true;
}

static bool press(App *app, Target target)
{
    Exhibit *exhibit = &app->exhibiting->exhibit;
    switch (target.kind) {
    case TARGET_CONTROL:
        return press_control(app, target);
    case TARGET_SOURCE:
    case TARGET_ANNOTATION:
        probe_at(app, target.a);
        return true;
    case TARGET_WORD:
        exhibit->step = clamp(target.a, app->open.trace->step_count);
        return true;
    case TARGET_HEAT:
        if (target.c == 1) /* the sound model's */
            return true;
        exhibit->step = clamp(target.a, app->open.trace->step_count);
        exhibit->place = clamp(target.b, app->open.trace->n);
        if (exhibit->probe == PROBE_READ)
            exhibit_note_read(app);
        return true;
    case TARGET_WEIGHT:
        app->view.focus = target;
        exhibit->place = clamp(target.b, app->open.trace->n);
        if (app->hand.held.kind != TARGET_NONE)
            weight_take(app, target);
        return true;
    default:
        return false;
    }
}

/* ---- figures of held-out sentences ---- */

/* Once the sound one is looked at. */
static void measure(App *app)
{
    Exhibiting *self = app->exhibiting;
    measuring_turn(app, self->models, &self->exhibit.pair);
    bool asked = self->exhibit.sound && self->exhibit.probe == PROBE_COMPARE;
    for (int side = 0; asked && side < 2; side++)
        measuring_ask(app, self->models[side], &app->open.lesson->models[self->models[side]]);
}

/* ---- opening, closing ---- */

static void update(App *app)
{
    Exhibiting *self = app->exhibiting;
    weight_follow(app, app->hand.held);
    if (self->of != app->open.trace || self->card != app->view.card)
        enter(app);
    measure(app);
}

static void leave(App *app)
{
    measuring_stop(app);
    app->hand.pull = (StageDrag){0};
    app->view.stage.dragged = (Target){0};
}

static void finish(App *app)
{
    Exhibiting *self = app->exhibiting;
    if (!self)
        return;
    trace_destroy(self->sound);
    swap_finish(&self->swap);
    notes_finish(&self->notes);
    arena_finish(&self->choices);
    arena_finish(&self->arena);
    free(self);
    app->exhibiting = NULL;
    app->view.exhibit = NULL;
}

const ViewInput exhibit_input = {
    .enter = enter,
    .leave = leave,
    .waits = waits,
    .keys = {weight_keys, KEYS},
    .move = move,
    .press = press,
    .grips = weight_grips,
    .drag = weight_drag,
    .release = release,
    .change = change,
    .update = update,
    .finish = finish,
};
