/* Films: draw lists in a row into a GIF (by giflib) or, through the program ffmpeg, into an mp4 or a webm. The ending
 * of the name says which. The file is there when it is complete; a film that is abandoned leaves nothing.
 *
 *   FilmOptions options = {.scale = 1, .fps = 20};
 *   Film *film = film_create("decode.gif", 960, 720, &options, &error);
 *   film_sample(film, &list);                            // a few typical pictures, before the first frame
 *   if (!film_frame(film, &list, &error)) return false;  // a list for every frame
 *   bool ok = film_end(film, &error);                    // or film_abandon(film)
 *
 * A picture that looks like the one before costs nearly nothing. The same pictures give the same bytes of a GIF. */
#ifndef EXPORT_FILM_H
#define EXPORT_FILM_H

#include "base/error.h"
#include "draw/drawlist.h"

#define FILM_FPS_MOST     60
#define FILM_FPS_MOST_GIF 50 /* a GIF counts hundredths of a second, and viewers take 1 for 10 */

typedef struct FilmOptions {
    float scale; /* pixels per px of the lists; 0 means 1 */
    int fps;     /* frames a second */
} FilmOptions;

typedef struct Film Film;

extern const char *const FILM_ENDINGS[]; /* ".gif" and so on, NULL behind the last */

/* Does a name end like a film's, and can this machine make one like that? Said before anything is computed. */
MUST_USE bool film_check_name(const char *path, Error *error);
bool film_is_gif(const char *path);

/* `width` x `height` px, as all the lists. Videos have an even number of pixels, one more where need be. */
Film *film_create(const char *path, float width, float height, const FilmOptions *options, Error *error);

/* The colours of a GIF are chosen from the samples: 255 for the whole film, so that what does not change stays the same
 * number. Without one the first frame is the sample. For videos nothing. */
void film_sample(Film *film, const DrawList *list);

MUST_USE bool film_frame(Film *film, const DrawList *list, Error *error);
MUST_USE bool film_end(Film *film, Error *error); /* false: nothing was written. `film` is gone in any case */
void film_abandon(Film *film);                    /* NULL allowed */

#endif
