/* Decoding sentences, and what a card puts on the stage. */
#include "app/awaited.h"
#include "app/cursor.h"
#include "app/exam_input.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "base/arrival.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The run that changes by hand are held against: decoded once, with the first of them. */
static void take_own(App *app)
{
    OpenLesson *open = &app->open;
    bool changed = changes_any(&open->changes);
    if (changed && open->own)
        return;
    trace_destroy(open->own);
    if (changed)
        app->view.stage.waits = app->cursor.target;
    open->own = changed ? changes_decode_own(&open->changes, app->view.model, open->decoded, NULL) : NULL;
    app->view.own = open->own;
    if (!changed)
        app->view.stage.steered = 0;
}

/* On the stage instead of the old one; now the app's. */
static void app_take_trace(App *app, Trace *trace)
{
    trace_destroy(app->open.trace);
    app->open.trace = trace;
    app->open.taken++;
    take_own(app);
    app->view.window.caption = NULL;
    app->view.trace = trace;
    double last = moment_count(trace) - 1; /* it may have fewer moments */
    app->cursor.target = fmin(app->cursor.target, last);
    app->view.cursor = fmin(app->view.cursor, last);
    app->dirty = true;
}

/* `own`: it is the card's sentence, to which alone its prefix and its muted states belong. */
static bool decode(App *app, const char *sentence, bool own)
{
    Changes fresh = {.given = app_card(app)->stage.decode};
    Error error = {0};
    if (!app_may_decode(app))
        return false;
    if (!own)
        fresh.given.force = fresh.given.mute = NULL;
    Trace *trace = changes_decode(&fresh, app->view.model, sentence, &error);
    if (!trace && own) {
        app_fail(app, &error);
        fresh.given.force = fresh.given.mute = NULL;
        trace = changes_decode(&fresh, app->view.model, sentence, NULL);
    }
    if (!trace)
        return false;
    changes_reset(&app->open.changes, &fresh.given);
    if (sentence != app->open.decoded)
        snprintf(app->open.decoded, sizeof app->open.decoded, "%s", sentence);
    app_take_trace(app, trace);
    app->view.hover = app->view.focus = (Target){0};
    return true;
}

static bool show(App *app, const char *sentence, bool own)
{
    bool decoded = decode(app, sentence, own);
    if (decoded)
        app_enter_view(app);
    return decoded;
}

bool app_decode(App *app, const char *sentence)
{
    return show(app, sentence, false);
}

bool app_decode_leaving(App *app, const char *sentence)
{
    return decode(app, sentence, false);
}

static bool same_source(const Trace *a, const Trace *b)
{
    for (int j = 0; j < a->n && a->n == b->n; j++)
        if (strcmp(a->source[j], b->source[j]) != 0)
            return false;
    return a->n == b->n;
}

bool app_decode_changed(App *app, Error *error)
{
    if (!view_decodes(&app->view))
        return error_set(error, ERROR_USAGE, "a trace has no model to decode with");
    Trace *trace = changes_decode(&app->open.changes, app->view.model, app->open.decoded, error);
    if (!trace)
        return false;
    const char *replaced = app->open.changes.now.sentence;
    bool same = same_source(app->open.trace, trace);
    app_take_trace(app, trace);
    if (!same) /* a word was replaced, or put back */
        field_set(app, replaced ? replaced : app->open.decoded);
    if (!view_has(app->view.kind, HAS_STAGE)) /* decode made the change itself */
        app_enter_view(app);
    return true;
}

/* Another word may be the heaviest now, but the hand is here. */
bool app_show_changed(App *app)
{
    Error error = {0};
    float scroll = app->layout.stage.scroll;
    if (!app_decode_changed(app, &error)) {
        app_fail(app, &error);
        return false;
    }
    app_lay_out(app);
    app->view.stage.scroll = scroll - app->layout.stage.followed;
    return true;
}

/* Its sentences too: who reads them later finds them there. What is missing is asked for together. */
static bool has_come(const LessonModel *model, Error *error)
{
    const char *files[] = {model->path, model->data, model->heldout}, *missing = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && file_arrival(files[i]) != FILE_IS_THERE) {
            file_ask(files[i]);
            missing = missing ? missing : files[i];
        }
    return !missing || error_at(error, ERROR_LATER, missing, 0, "is still to come");
}

const Model *opened_model(OpenLesson *open, int index, Error *error)
{
    const LessonModel *model = &open->lesson->models[index];
    if (!open->loaded[index])
        open->loaded[index] = has_come(model, error) && model_load(model->path, &open->models[index], error);
    return open->loaded[index] ? &open->models[index] : NULL;
}

bool app_choose_model(App *app, int index)
{
    Error error = {0};
    if (!app_may_decode(app)) /* each trace goes with its own */
        return false;
    if (!opened_model(&app->open, index, &error)) {
        app_fail(app, &error);
        return false;
    }
    if (strcmp(app->open.lesson->models[index].data, app->open.lesson->models[app->open.model].data) != 0)
        gold_forget(app); /* its sentences are others */
    app->open.model = index;
    app->view.model = &app->open.models[index];
    return true;
}

/* Does the decode on the stage differ from what the card sets? */
static bool is_changed(const App *app, const StageSetting *stage)
{
    const Changes *changes = &app->open.changes;
    return changes_any(changes) || !setting_equal(&changes->given, &stage->decode);
}

/* A card without a block leaves the sentence and the place as they are. */
static void undo_changes(App *app)
{
    if (!is_changed(app, &app_card(app)->stage))
        return;
    changes_reset(&app->open.changes, NULL);
    app_decode_changed(app, NULL);
    app->view.hover = app->view.focus = (Target){0};
}

void app_return(App *app, int by)
{
    (void)by;
    changes_restore_all(&app->open.changes);
    app_decode_changed(app, NULL);
    app->view.focus = (Target){0};
    app_stop_at(app, app->view.stage.waits);
}

/* Is all there that the card's view opens with, with that model? Else nothing is begun, and it is waited for, or
 * said why not. */
static bool may_set(App *app, int model)
{
    const StageSetting *stage = &app_card(app)->stage;
    ViewKind view = stage->present ? stage->view : app->view.kind;
    Error error = {0};
    if (opened_model(&app->open, model, &error) && !view_waits(app, view, model, &error))
        return true;
    if (!awaited_card(app, &error, model))
        app_fail(app, &error);
    return false;
}

/* The moment that a card asks for, and what it changes in the decode. */
void app_show_setting(App *app, int model)
{
    const Card *card = app_card(app);
    const StageSetting *stage = &card->stage;
    const char *sentence = card_sentence(app->open.lesson, card);
    if (model < 0)
        model = stage->present ? stage->model : app->open.model;
    bool other = app->open.model != model;
    if (!may_set(app, model) || (other && !app_choose_model(app, model)))
        return;
    if (!stage->present) {
        if (other)
            show(app, app->open.decoded, false);
        else
            undo_changes(app);
        return;
    }
    bool fresh = other || strcmp(sentence, app->typing.sentence) != 0 || is_changed(app, stage);
    if (fresh && show(app, sentence, true))
        field_set(app, sentence);
    bool other_look = app->view.look != stage->look;
    app->view.look = stage->look;
    app->view.pick = 0;
    app->view.self = (SelfState){.at = -1};
    app_show_view(app, stage->view);
    if (other_look)
        app_enter_view(app); /* which was open before, with another picture */
    double cursor = stage_cursor(stage, app->open.trace);
    app_stop_at(app, cursor);
    scene_norm_show(&app->view, &app->scratch, stage->instant);
    if (cursor <= 0)
        app_begin(app);
}

void app_show_card_with(App *app, int card, int model)
{
    if (card < 0 || card >= app->open.lesson->card_count)
        return;
    app->view.card = card;
    app->view.panel.scroll = 0;
    if (!app->view.window.present) /* there K shows and hides it */
        app->view.panel.open = !app->view.window.embedded;
    quiz_enter(app, -1);
    memset(app->view.panel.quizzes, 0, sizeof app->view.panel.quizzes);
    exam_show(app);
    app->dirty = true;
    awaited_end(app);
    app_show_setting(app, model);
}

void app_show_card(App *app, int card)
{
    app_show_card_with(app, card, -1);
}
