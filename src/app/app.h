/* The window: one App, fed with events, drawn from a View. No SDL here: window.h hides it.
 *
 *   AppOptions options = {.lesson = "lessons/05-cat-chase-mouse", .fonts = "assets/fonts"};
 *   bool ok = app_run(&options, &error);
 *
 * Another host calls app_create, then app_frame again and again until it returns false, then app_destroy. */
#ifndef APP_APP_H
#define APP_APP_H

#include "base/arena.h"
#include "base/error.h"
#include "export/open_file.h"

#include <stdbool.h>

typedef struct WeightsFile {
    const char *name;
    StackSet set;
    const char *why; /* what it lacks for more than its weights, said at first; NULL: nothing */
} WeightsFile;

typedef struct AppOptions {
    const char *fonts;   /* folder */
    const char *lessons; /* folder of the course */
    const char *lesson;  /* folder of the lesson to open, or a model file alone */
    const char *beside;  /* a trace to compare with, where `lesson` is one; NULL: none */
    OpenFile *opened;    /* [2] instead of both: what is in them is taken; NULL, or empty: they are opened */
    const char *model;   /* NAME of LESSON:NAME, NULL: the lesson's first */
    const char *at;      /* a place (lesson/place.h) to begin at; NULL: the lesson's first card */
    const char *made_by; /* checksum of the model that made the figure of `at`; NULL: it is of none */
    /* [weights_count] shown over the lesson, one or two side by side; they outlive the app */
    const WeightsFile *weights;
    int weights_count;
    const char *log;     /* of a training, shown over the lesson; NULL: none */
    const char *exports; /* folder where Ctrl+E writes; NULL: the working folder */
    const char *last;    /* the place of the last run; NULL: none */
    bool resume;         /* go to `last`; else only its theme and language are taken */
    int language, theme; /* Language, ThemeKind; -1: not said, so as in the last run, else as the system has it */
    bool reduced_motion, high_contrast;
    bool opening;      /* nothing was asked for: the first time of all the opening plays */
    bool embedded;     /* in a frame of another page */
    bool forgetful;    /* writes nothing down for the next run */
    int width, height; /* 0: chosen for the screen */
} AppOptions;

typedef struct App App;
typedef struct Event Event;

/* Where the last run ended, the arena's; NULL: nobody knows. */
char *app_last_place(Arena *arena);

App *app_create(const AppOptions *options, Error *error); /* NULL on failure */

/* One frame: takes the events that are there, moves what moves, draws and presents; it never waits. Where there are no
 * threads a slice of a training or a measurement follows. `sleep` is how many seconds it need not be called unless an
 * event comes; < 0: for ever. False: the person has quit. */
bool app_frame(App *app, double *sleep);

/* What app_frame does with every event, and at its end at the time `now` in seconds. */
void app_update(App *app, const Event *event);
bool app_draw(App *app, double now); /* false: the person has quit */

void app_destroy(App *app);

/* Runs until the person quits. ERROR_DISPLAY: there is no window to be had. */
MUST_USE bool app_run(const AppOptions *options, Error *error);

#endif
