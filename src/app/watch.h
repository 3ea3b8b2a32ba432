/* The files of the open lesson: have they been saved since they were read? Internal to app/. */
#ifndef APP_WATCH_H
#define APP_WATCH_H

#include "app/app_state.h"

#define WATCHED (5 + LISTING_KINDS + LESSON_MODELS) /* both texts, data, held-out data, pictures, programs, models */

typedef struct Stamp {                                 /* numbers of one size: compared as bytes */
    long long there, seconds, nanoseconds, size, node; /* a file that is written anew and renamed is another node */
} Stamp;

struct Watching {
    Stamp stamps[WATCHED];
    double looked_at;
    bool fixed; /* nobody here can save them: they are looked at when there is a frame anyway, and none is asked for */
    Error problem; /* of the last reading; ERROR_NONE: all is well */
};

Stamp watch_stamp(const char *path); /* zeros: it is not there */

void watch_begin(App *app); /* the lesson's files are as they are on the disk now */
void watch_end(App *app);
bool watch_due(const App *app);    /* is it time for the next look? */
double watch_wait(const App *app); /* seconds until a frame is to come for it; INFINITY: never */
bool watch_changed(App *app);      /* looks; what has changed is told once */

#endif
