/* The window: one App, fed with events, drawn from a View. No SDL here: window.h hides it.
 *
 *   AppOptions options = {.lesson = "lessons/05-cat-chase-mouse", .assets = "assets/fonts"};
 *   int code = app_run(&options);
 *
 * Another host calls app_create, then app_frame once a frame until it returns false, then app_destroy. */
#ifndef APP_APP_H
#define APP_APP_H

#include "base/error.h"

#include <stdbool.h>

typedef struct AppOptions {
    const char *fonts;   /* folder */
    const char *lessons; /* folder of the course */
    const char *lesson;  /* folder of the lesson to open */
    const char *model;   /* NAME of LESSON:NAME, NULL: the lesson's first */
    const char *exports; /* folder where Ctrl+E writes; NULL: the working folder */
    bool dark, chinese, reduced_motion;
    int width, height; /* 0: chosen for the screen */
} AppOptions;

typedef struct App App;

App *app_create(const AppOptions *options, Error *error); /* NULL on failure */
bool app_frame(App *app);                                 /* false: the person has quit */
void app_destroy(App *app);

/* Runs until the person quits; 0, or 1 after a message on standard error. */
int app_run(const AppOptions *options);

#endif
