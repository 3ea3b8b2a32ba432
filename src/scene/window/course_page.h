/* The course page: the paths through the course, then every lesson of it and the person's own, each with a picture, how
 * far the person is, and how long it takes. */
#ifndef SCENE_COURSE_PAGE_H
#define SCENE_COURSE_PAGE_H

#include "scene/window/panels.h"

#define COURSE_NOTHING (-1.0f)

typedef struct CourseEntry {
    const char *folder;
    const char *title[2]; /* by Language */
    int order, minutes, cards, done;
    GroupKind group;
    bool current; /* the lesson that is open */
    bool broken;  /* it cannot be read; `title` is the folder's name */
    /* Its picture: weights of its first sentence where the model has some, else the encoder's states. Of weights of
     * several heads a column of COURSE_NOTHING stands between two. */
    const float *values; /* [rows, cols]; NULL: the model is not there yet */
    int rows, cols;
    bool weights;
} CourseEntry;

typedef struct Course {
    const CourseEntry *entries;
    int count, shipped;         /* the first ones are the course's; those behind them are the person's own */
    const CoursePath *paths;    /* [PATH_KINDS]; NULL: there are none */
    int paths_done[PATH_KINDS]; /* how many of their cards */
} Course;

void course_draw(const Painter *painter);

/* The lesson beside `at`, or in the row above or below it; `at` itself where there is none. */
int course_neighbour(const Course *course, int columns, int at, int across, int down);

#endif
