/* The frames of a film, whatever it shows. */
#ifndef CLI_FILM_SHOOT_H
#define CLI_FILM_SHOOT_H

#include "cli/options.h"
#include "export/film.h"
#include "export/open_file.h"

#define FPS_GIF   20
#define FPS_VIDEO 30

typedef struct FilmPlan {
    float width, height; /* px of all pictures */
    int fps;
    double seconds;                                         /* until everything has happened; --hold comes behind it */
    void *context;                                          /* of both: */
    const DrawList *(*draw)(void *context, double seconds); /* good until the next one */
    void (*sample)(void *context, Film *film); /* film_sample of pictures with all the colours that matter */
} FilmPlan;

int film_fps(const Request *request);

/* Makes it, with progress on a terminal; Ctrl+C leaves nothing (ERROR_STOPPED). */
MUST_USE bool film_shoot(const Request *request, const FilmPlan *plan, Error *error);

/* attend film --from F, in film_weights.c: weights of any program, row by row. So is a `file` in the place of LESSON,
 * which is no decode: of a trace standard error says what it lacks. */
MUST_USE bool film_of_weights(const Call *call, OpenFile *file, Error *error);

#endif
