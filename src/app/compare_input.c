/* The compare view: keys, presses, both cursors in lockstep, and what is measured beside. The app's own cursor follows
 * the left trace, so that captions, cards and the way back to other views go on working; where somebody else moves it,
 * the pair goes there. */
#include "app/compare_input.h"
#include "app/awaited.h"
#include "app/cursor.h"
#include "app/open.h"

#include "app/typing.h"
#include "derive/explain.h"
#include "study/difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BEAT_SECONDS 0.9 /* at 1x: a moment */

/* ---- the pair ---- */

/* The lesson's, and behind them the guest. */
static int count_models(const App *app, const Comparing *self)
{
    return app->open.lesson->model_count + self->guest.there;
}

static bool is_guest(const App *app, const Comparing *self, int model)
{
    return self->guest.there && model == app->open.lesson->model_count;
}

static const LessonModel *shown_model(const App *app, const Comparing *self, int model)
{
    return is_guest(app, self, model) ? &self->guest.shown : &app->open.lesson->models[model];
}

/* The model on the right of `left`: the one that the card asks for, the one that was there, or the first
 * that makes sense. */
static int beside(const App *app, const Comparing *self, int left)
{
    const StageSetting *stage = &app_card(app)->stage;
    int right = self->models[1];
    if (stage->present && stage->against >= 0 && self->card != app->view.card)
        return stage->against;
    if (right < 0 || (right == left && !self->forced))
        return (left + 1) % count_models(app, self);
    return right;
}

static void choose(App *app, Comparing *self)
{
    self->models[1] = beside(app, self, app->open.model);
    self->models[0] = app->open.model;
    self->forced = self->models[0] == self->models[1];
    self->card = app->view.card;
}

static bool is_to_come(App *app, const Comparing *self, int model, Error *error)
{
    return !is_guest(app, self, model) && !opened_model(&app->open, model, error) && error->code == ERROR_LATER;
}

static Comparing *comparing_of(App *app)
{
    if (!app->comparing) {
        app->comparing = heap_alloc(1, sizeof *app->comparing);
        app->comparing->card = app->comparing->placed = app->comparing->models[1] = -1;
    }
    return app->comparing;
}

static bool waits(App *app, int model, Error *error)
{
    Comparing *self = comparing_of(app);
    return !guest_seek(app, &self->guest, error) || is_to_come(app, self, beside(app, self, model), error);
}

/* ---- the sentence ---- */

static const Model *right_model(App *app, Comparing *self)
{
    Error error = {0};
    if (is_guest(app, self, self->models[1]))
        return &self->guest.model;
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
    const LessonModel *models[2] = {shown_model(app, self, self->models[0]), shown_model(app, self, self->models[1])};
    const Model *loaded[2] = {app->view.model, right};
    const Trace *left = self->plain ? self->plain : app->open.trace;
    return compare_models(out, models, loaded, left, app->open.decoded, sentences, &self->arena, NULL);
}

/* Traces of models that are not there. */
static void compare_told(App *app, Comparing *self)
{
    const OpenLesson *open = &app->open;
    const LessonModel *of = open->lesson->models;
    compare_traces(&self->comparison, (const char *const[2]){of[0].name, of[1].name},
                   (const Model *const[2]){&open->models[0], &open->models[1]},
                   (const Trace *const[2]){open->trace, open->beside}, &self->arena);
}

static void compare_decoded(App *app, Comparing *self)
{
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
}

/* Traces, words, marks and lockstep of the pair. */
static void build(App *app, Comparing *self)
{
    arena_reset(&self->arena);
    arena_reset(&self->captions);
    self->told[0] = self->told[1] = -1;
    if (app->open.beside)
        compare_told(app, self);
    else
        compare_decoded(app, self);
    self->left = app->open.trace;
    self->comparison.chosen = strcmp(app->open.decoded, self->chosen) == 0 ? self->number : 0;
    self->comparison.guest = is_guest(app, self, self->models[1]) ? self->guest.lesson->order : 0;
    for (int side = 0; side < 2; side++)
        self->comparison.sides[side].more =
            !app->open.beside && (side ? count_models(app, self) > 1 : app->open.lesson->model_count > 1);
    measuring_tell(app, self->models, &self->comparison);
    self->pace.last = self->comparison.lockstep.count - 1;
}

/* Left: the next model; where that is the right one's, they change places. Right: all other models, then the left one
 * with the reference's words. */
static void next_model(App *app, Comparing *self, Target name)
{
    int side = name.b, count = side ? count_models(app, self) : app->open.lesson->model_count;
    int old = self->models[side], next = (old + 1) % count;
    Error error = {0};
    if (count < 2 || app->open.beside)
        return;
    if (is_to_come(app, self, next, &error)) {
        awaited_target(app, &error, name);
        return;
    }
    if (side == 1) {
        self->models[1] = next;
        self->forced = next == self->models[0];
        build(app, self);
        return;
    }
    if (self->forced)
        self->models[1] = next;
    else if (next == self->models[1])
        self->models[1] = old;
    if (app_choose_model(app, next))
        (void)app_decode(app, app->open.decoded);
}

/* ---- the cursor: self->pace, which alone says where the pair is ---- */

static const Beat *beat_at_pace(const Comparing *self)
{
    return &self->comparison.lockstep.beats[(int)floor(self->pace.at + 0.5)];
}

/* Of the left trace: where the app's cursor is put. */
static int moment_at_pace(const App *app)
{
    int moment = beat_at_pace(app->comparing)->moments[0];
    int last = moment_count(app->open.trace) - 1; /* a translation changed by hand may be shorter */
    return moment < last ? moment : last;
}

/* What the scene and the app's cursor are told of it; after every change of the pace or the pair. */
static void show_beat(App *app)
{
    Comparing *self = app->comparing;
    self->comparison.beat = self->pace.at;
    self->comparison.playing = self->pace.playing;
    app->view.cursor = app->cursor.target = moment_at_pace(app);
    app->dirty = true;
}

static void go(App *app, int beat)
{
    pace_go(&app->comparing->pace, beat, app->now, app->view.window.reduced_motion);
    show_beat(app);
}

static void jump(App *app, int beat)
{
    pace_jump(&app->comparing->pace, beat);
    show_beat(app);
}

/* To the same place of the next or the previous step. */
static void step(App *app, int by)
{
    const Lockstep *lockstep = &app->comparing->comparison.lockstep;
    Beat here = lockstep->beats[app->comparing->pace.target];
    int to = here.step + by;
    if (to >= lockstep->steps)
        go(app, lockstep->count - 1);
    else if (to < 0)
        go(app, to < -1 || here.step < 0 ? 0 : lockstep_find(lockstep, -1, SLOT_WORD));
    else
        go(app, lockstep_find(lockstep, to, here.step < 0 ? SLOT_PREVIOUS : here.slot));
}

/* Where the app's cursor stands by now. */
static void adopt(App *app)
{
    Comparing *self = app->comparing;
    const Lockstep *lockstep = &self->comparison.lockstep;
    int last = moment_count(app->open.trace) - 1, moment = app_moment(app) < last ? app_moment(app) : last;
    jump(app, moment == last ? lockstep->count - 1 : lockstep_beat(lockstep, 0, moment));
}

/* ---- measuring ---- */

static void measure(App *app)
{
    Comparing *self = app->comparing;
    measuring_turn(app, self->models, &self->comparison);
    for (int side = 0; side < 2; side++)
        measuring_ask(app, self->models[side], shown_model(app, self, self->models[side]));
}

/* ---- opening, closing ---- */

/* The card's own sentence, as the models translate it by themselves: nobody asked for just this one here. */
static bool is_unasked(const App *app)
{
    return !app_own_stage(app) && !changes_any(&app->open.changes)
           && strcmp(app->open.decoded, card_sentence(app->open.lesson, app_card(app))) == 0;
}

static bool same_words(const Comparison *comparison)
{
    const Trace *left = comparison->sides[0].trace, *right = comparison->sides[1].trace;
    bool same = left->step_count == right->step_count;
    for (int t = 0; same && t < left->step_count; t++)
        same = strcmp(left->steps[t].token, right->steps[t].token) == 0;
    return same;
}

/* Where both write the same, the first held-out sentence that one of them alone gets right stands in its place. */
static void choose_sentence(App *app, Comparing *self)
{
    const Comparison *comparison = &self->comparison;
    if (self->forced || !is_unasked(app) || !same_words(comparison))
        return;
    const LessonModel *own = &app->open.lesson->models[self->models[0]];
    const Corpus *heldout = sentences_read(&app->open.sentences, own, NULL, SENTENCES_HELDOUT);
    const Model *models[2] = {comparison->sides[0].model, comparison->sides[1].model};
    int number = heldout ? difference_find(models, heldout, SENTENCES_TRIED) : 0;
    if (number == 0)
        return;
    const TokenList *source = &heldout->pairs[number - 1].source;
    const char *sentence =
        text_join(&app->scratch, text_words(&app->scratch, source), source->count, own->config.source_tokens);
    if (strlen(sentence) >= sizeof self->chosen)
        return;
    self->number = number;
    self->before_at = app->cursor.target;
    memcpy(self->before, app->open.decoded, sizeof self->before);
    memcpy(self->chosen, sentence, strlen(sentence) + 1);
    field_set(app, sentence);
    if (app_decode(app, sentence)) /* which comes back here */
        jump(app, self->comparison.lockstep.count - 1);
}

/* The other views go on with the sentence that they had. */
static void give_back_sentence(App *app, Comparing *self)
{
    bool chosen = self->number > 0 && strcmp(app->open.decoded, self->chosen) == 0;
    self->number = 0;
    self->chosen[0] = '\0';
    if (!chosen)
        return;
    field_set(app, self->before);
    if (app_decode_leaving(app, self->before))
        app_jump(app, self->before_at);
}

static void enter(App *app)
{
    Comparing *self = comparing_of(app);
    Beat place = {-1, SLOT_ENCODE, {0, 0}};
    bool again = self->open;
    if (again)
        place = self->comparison.lockstep.beats[self->pace.target];
    choose(app, self);
    build(app, self);
    app->view.compare = &self->comparison;
    self->open = true;
    const Lockstep *lockstep = &self->comparison.lockstep;
    if (!again)
        adopt(app);
    else if (place.step >= lockstep->steps)
        jump(app, lockstep->count - 1);
    else
        jump(app, lockstep_find(lockstep, place.step, place.slot));
    if (!again)
        choose_sentence(app, self);
}

static void leave(App *app)
{
    Comparing *self = app->comparing;
    measuring_stop(app);
    pace_jump(&self->pace, self->pace.target);
    show_beat(app);
    self->open = false;
    give_back_sentence(app, self);
}

static void finish(App *app)
{
    Comparing *self = app->comparing;
    if (!self)
        return;
    trace_destroy(self->right);
    trace_destroy(self->plain);
    guest_finish(&self->guest);
    arena_finish(&self->arena);
    arena_finish(&self->captions);
    free(self);
    app->comparing = NULL;
    app->view.compare = NULL;
}

/* ---- input ---- */

static void move(App *app, Move move)
{
    if (move == MOVE_STEP_ON || move == MOVE_STEP_BACK) {
        step(app, move == MOVE_STEP_ON ? 1 : -1);
        return;
    }
    pace_move(&app->comparing->pace, move, app->now, app->view.window.reduced_motion);
    show_beat(app);
}

/* A value that is pressed keeps the focus; a word goes to its step. */
static void press_value(App *app, Target target)
{
    bool word = target.kind == TARGET_WORD;
    app->view.focus = target_equal(app->view.focus, target) && !word ? (Target){0} : target;
    if (word)
        jump(app, lockstep_find(&app->comparing->comparison.lockstep, target.a, SLOT_WORD));
}

static bool press(App *app, Target target)
{
    Comparing *self = app->comparing;
    if (target.kind != TARGET_CONTROL) {
        if (target.kind == TARGET_NONE || target.kind > TARGET_LAST_VALUE)
            return false;
        press_value(app, target);
    } else if (target.a == COMPARE_NAME) {
        Target focus = app->view.focus;
        next_model(app, self, target);
        jump(app, self->pace.target);
        app->view.focus = focus; /* Enter again: the next model */
    } else if (target.a == COMPARE_STEP)
        jump(app, lockstep_find(&self->comparison.lockstep, target.b, SLOT_WORD));
    return true;
}

/* Both captions, put into words once for every moment. */
static void tell(App *app)
{
    Comparing *self = app->comparing;
    const Beat *beat = beat_at_pace(self);
    bool same = self->told[0] == beat->moments[0] && self->told[1] == beat->moments[1]
                && self->told_language == app->view.language;
    if (!app->view.window.captions || same)
        return;
    arena_reset(&self->captions);
    for (int side = 0; side < 2; side++) {
        CompareSide *own = &self->comparison.sides[side];
        own->caption =
            explain_moment(&(Maths){own->trace, own->model, app->view.language, &self->captions}, beat->moments[side]);
        self->told[side] = beat->moments[side];
    }
    self->told_language = app->view.language;
}

/* What the card asks for; it may name a moment that only the right model has. */
static void show_card(App *app)
{
    Comparing *self = app->comparing;
    const StageSetting *stage = app_own_stage(app);
    if (self->card != app->view.card) {
        choose(app, self);
        build(app, self);
        adopt(app);
    }
    self->placed = app->view.card;
    if (!stage || stage_moment(stage, self->comparison.sides[0].trace) >= 0)
        return;
    int right = stage_moment(stage, self->comparison.sides[1].trace);
    if (right >= 0)
        jump(app, lockstep_beat(&self->comparison.lockstep, 1, right));
}

static void update(App *app)
{
    Comparing *self = app->comparing;
    if (self->left != app->open.trace || self->comparison.sides[0].model != app->view.model)
        enter(app);
    int moment = moment_at_pace(app);
    if (app->cursor.target != moment || app->view.cursor != moment) /* somebody else moved it */
        adopt(app);
    if (self->placed != app->view.card)
        show_card(app);
    if (app->view.play.on) {
        app->view.play.on = false;
        pace_play(&self->pace, true, app->now);
        show_beat(app);
    }
    if (pace_advance(&self->pace, app->now, BEAT_SECONDS / (double)app->view.play.speed,
                     app->view.window.reduced_motion))
        show_beat(app);
    measure(app);
    tell(app);
}

static bool moving(const App *app)
{
    return pace_moving(&app->comparing->pace);
}

const ViewInput compare_input = {
    .enter = enter,
    .leave = leave,
    .waits = waits,
    .move = move,
    .press = press,
    .update = update,
    .moving = moving,
    .finish = finish,
};
