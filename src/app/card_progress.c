/* Completing cards, and keeping what was completed from run to run. */
#include "app/card_progress.h"
#include "base/resource.h"
#include "base/system.h"
#include "trace/dragged.h"
#include "words/app_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_LIMIT_PROGRESS ((size_t)8 << 20)
#define ASIDE_MOST          100 /* broken files kept */

char *progress_path(Arena *arena)
{
    char *folder = resource_user("XDG_DATA_HOME", ".local/share", arena);
    return folder ? path_join(arena, folder, "progress.json") : NULL;
}

/* ---- reading ---- */

/* "progress.json.broken-1" and on: nothing that was there is lost. NULL: it cannot be renamed. */
static char *put_aside(const char *path, Arena *arena)
{
    for (int i = 1; i <= ASIDE_MOST; i++) {
        char *aside = arena_printf(arena, "%s.broken-%d", path, i);
        if (!file_exists(aside))
            return system_rename(path, aside) ? aside : NULL;
    }
    return NULL;
}

/* The file as it is now, empty where there is none. False: it is there and can be neither read nor put aside. */
static bool read_progress(App *app, const char *path, Progress *out)
{
    *out = (Progress){0};
    Bytes bytes = {0};
    Error error = {0};
    if (!file_exists(path))
        return true;
    bool read = file_read(path, FILE_LIMIT_PROGRESS, &bytes, &error);
    bool fine = read && progress_parse(bytes_slice(&bytes), path, out, &error);
    bytes_finish(&bytes);
    if (fine)
        return true;
    char *aside = put_aside(path, &app->scratch);
    if (aside)
        app_warn(app, W_PROGRESS_PUT_ASIDE, error_text(&error), path_name(aside));
    else
        app_warn(app, W_PROGRESS_NOT_READ, error_text(&error));
    return aside != NULL;
}

void progress_open(App *app)
{
    if (!app->progress.known) {
        char *path = progress_path(&app->scratch);
        app->progress.known = true;
        app->progress.kept = !path || read_progress(app, path, &app->progress.all);
    }
    const Lesson *lesson = app->open.lesson;
    free(app->progress.completed);
    app->progress.completed = heap_alloc((size_t)lesson->card_count, sizeof *app->progress.completed);
    for (int i = 0; i < lesson->card_count; i++)
        app->progress.completed[i] =
            progress_done(&app->progress.all, path_name(lesson->folder), i, lesson->cards[i].title[LANGUAGE_ENGLISH]);
    app->view.panel.completed = app->progress.completed;
    for (int i = 0; i < lesson->model_count; i++)
        app->view.panel.records[i] =
            progress_record(&app->progress.all, path_name(lesson->folder), lesson->models[i].name);
}

void progress_close(App *app)
{
    free(app->progress.completed);
    app->progress.completed = NULL;
    app->view.panel.completed = NULL;
}

/* ---- writing ---- */

static void write_progress(App *app, const char *path)
{
    Bytes bytes = {0};
    Error error = {0};
    progress_print(&app->progress.all, &bytes);
    bool kept = file_write(path, bytes.data, bytes.length, &error);
    if (!kept && !app->progress.lost) /* said once, and tried again with the next card */
        app_warn(app, W_PROGRESS_NOT_KEPT, error_text(&error));
    app->progress.lost = !kept;
    bytes_finish(&bytes);
}

/* Another window may have written meanwhile, or be about to: what it knows stays. */
void progress_keep(App *app)
{
    char *path = app->options.forgetful || !app->progress.kept ? NULL : progress_path(&app->scratch);
    Progress there;
    if (!path)
        return;
    int lock = file_lock(path);
    app->progress.kept = read_progress(app, path, &there);
    progress_merge(&app->progress.all, &there);
    if (app->progress.kept)
        write_progress(app, path);
    progress_finish(&there);
    file_unlock(lock);
}

void progress_card_done(App *app)
{
    int card = app->view.card;
    if (card >= app->open.lesson->card_count || app->progress.completed[card])
        return;
    app->progress.completed[card] = true;
    app->dirty = true;
    if (progress_complete(&app->progress.all, path_name(app->open.lesson->folder), card,
                          app->open.lesson->cards[card].title[LANGUAGE_ENGLISH]))
        progress_keep(app);
}

/* ---- the opening ---- */

#define OPENING "opening" /* it stands among the lessons of the file, as one of a single card */

bool progress_none(const App *app)
{
    return app->progress.kept && progress_empty(&app->progress.all);
}

void progress_opened(App *app)
{
    if (progress_complete(&app->progress.all, OPENING, 0, OPENING))
        progress_keep(app);
}

/* ---- reaching goals ---- */

void app_reached(App *app, GoalKind goal)
{
    bool played = (goal == GOAL_PLAY || goal == GOAL_ANSWER) && view_plays(&app->view); /* not the lesson's own */
    if (goal != GOAL_NONE && !played && card_goal(app_card(app)) == goal)
        progress_card_done(app);
}

void app_answered_right(App *app)
{
    if (card_answered_right(app_card(app), app->view.panel.quizzes, app->open.trace))
        app_reached(app, GOAL_ANSWER);
}

void app_fooled(App *app)
{
    const Trace *own = app->open.own;
    if (!own || card_goal(app_card(app)) != GOAL_FOOL || !map_words_hold(own, app->open.trace))
        return;
    const char *model = app->open.lesson->models[app->open.model].name;
    double moved = map_distance(own, app->open.trace);
    if (progress_break(&app->progress.all, path_name(app->open.lesson->folder), model, moved)) {
        app->view.panel.records[app->open.model] = moved;
        app->progress.unkept = true;
    }
    if (moved >= FOOL_GOAL)
        app_reached(app, GOAL_FOOL);
}

void app_left_card(App *app)
{
    if (card_goal(app_card(app)) == GOAL_NONE && !app->view.panel.exam)
        progress_card_done(app);
}

void app_tried_sentence(App *app)
{
    if (strcmp(app->open.decoded, card_sentence(app->open.lesson, app_card(app))) != 0)
        app_reached(app, GOAL_SENTENCE);
}

/* A card may begin at the last moment: it is reached by who comes from an earlier one. */
void progress_look(App *app)
{
    bool last = app->view.cursor >= moment_count(app->open.trace) - 1;
    bool same = app->progress.played_trace == app->open.trace && app->progress.played_card == app->view.card;
    if (last && same && app->progress.before_last)
        app_reached(app, GOAL_PLAY);
    app->progress.before_last = !last;
    app->progress.played_trace = app->open.trace;
    app->progress.played_card = app->view.card;
    if (app->progress.unkept && !app->hand.pull.moving) {
        app->progress.unkept = false;
        progress_keep(app);
    }
    bool trained = app->view.training && app->view.training->state == TRAINING_DONE;
    if (trained && !app->progress.trained)
        app_reached(app, GOAL_TRAIN);
    app->progress.trained = trained;
}
