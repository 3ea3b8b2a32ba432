#include "export/film.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/names.h"
#include "export/cairo_paint.h"
#include "export/film_parts.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

#define AREA_MOST 3.4e7 /* pixels of a frame: 8K */

struct Film {
    char *path;
    int width, height; /* pixels */
    double scale;
    cairo_surface_t *surface;
    uint64_t painted; /* a hash of what is on the surface; 0: nothing */
    bool begun;       /* a frame was given */
    GifMaker *gif;    /* one of the two */
    VideoPipe *video;
};

const char *const FILM_ENDINGS[] = {".gif", ".mp4", ".webm", NULL};

bool film_is_gif(const char *path)
{
    return strcasecmp(path_ending(path), FILM_ENDINGS[0]) == 0;
}

bool film_check_name(const char *path, Error *error)
{
    if (!path_check_ending(path, FILM_ENDINGS, error))
        return false;
    return film_is_gif(path) || pipe_available()
           || error_at(error, ERROR_SYSTEM, path, 0,
                       "needs the program ffmpeg, which is not installed here; a .gif needs nothing");
}

/* ---- painting ---- */

static uint64_t hash_of(const DrawList *list)
{
    uint64_t hash = hash_mix(list->ground.b, (uint64_t)list->ground.r << 8 | list->ground.g);
    for (int i = 0; i < list->count; i++)
        hash = hash_mix(hash, drawlist_hash(&list->commands[i]));
    return hash ? hash : 1;
}

/* True: the surface has changed. */
static bool paint(Film *film, const DrawList *list, bool *ok)
{
    uint64_t hash = hash_of(list);
    *ok = true;
    if (hash == film->painted)
        return false;
    cairo_t *cairo = cairo_create(film->surface);
    cairo_set_source_rgb(cairo, list->ground.r / 255.0, list->ground.g / 255.0, list->ground.b / 255.0);
    cairo_paint(cairo); /* also where an odd size was rounded up */
    cairo_scale(cairo, film->scale, film->scale);
    *ok = cairo_paint_list(cairo, list, TEXT_OUTLINES) && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_flush(film->surface);
    film->painted = hash;
    return true;
}

static const uint32_t *pixels_of(const Film *film)
{
    return (const uint32_t *)(const void *)cairo_image_surface_get_data(film->surface);
}

/* ---- the film ---- */

static bool open_maker(Film *film, int fps, Error *error)
{
    if (film_is_gif(film->path))
        film->gif = gif_create(film->width, film->height, fps);
    else
        film->video = pipe_create(film->path, film->width, film->height, fps, error);
    return film->gif || film->video;
}

Film *film_create(const char *path, float width, float height, const FilmOptions *options, Error *error)
{
    double scale = options->scale > 0 ? options->scale : 1;
    double across = ceil(width * scale - 1e-3), down = ceil(height * scale - 1e-3);
    int most = film_is_gif(path) ? FILM_FPS_MOST_GIF : FILM_FPS_MOST;
    if (!film_check_name(path, error))
        return NULL;
    if (!(across >= 16 && down >= 16 && across <= 16384 && down <= 16384 && across * down <= AREA_MOST)) {
        error_at(error, ERROR_USAGE, path, 0, "would have %.0f x %.0f pixels, which is too large or too small", across,
                 down);
        return NULL;
    }
    if (options->fps < 1 || options->fps > most) {
        error_at(error, ERROR_USAGE, path, 0, "can have 1 to %d frames a second, not %d", most, options->fps);
        return NULL;
    }
    Film *film = heap_alloc(1, sizeof *film);
    film->path = heap_copy(path);
    film->scale = scale;
    film->width = (int)across;
    film->height = (int)down;
    if (!film_is_gif(path)) { /* half of the colours' resolution wants pairs */
        film->width += film->width % 2;
        film->height += film->height % 2;
    }
    film->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, film->width, film->height);
    bool ok = cairo_surface_status(film->surface) == CAIRO_STATUS_SUCCESS
              || error_at(error, ERROR_SYSTEM, path, 0, "is not written: there is no memory for its frames");
    if (ok && open_maker(film, options->fps, error))
        return film;
    film_abandon(film);
    return NULL;
}

void film_sample(Film *film, const DrawList *list)
{
    bool ok;
    if (film->gif && paint(film, list, &ok))
        gif_sample(film->gif, pixels_of(film));
}

bool film_frame(Film *film, const DrawList *list, Error *error)
{
    bool ok, changed = paint(film, list, &ok);
    if (!type_sound(list->type, error))
        return false;
    if (!ok)
        return error_at(error, ERROR_SYSTEM, film->path, 0, "is not written: its pictures cannot be painted");
    if (film->video)
        return pipe_frame(film->video, pixels_of(film), error);
    bool first = !film->begun;
    film->begun = true;
    return gif_frame(film->gif, changed || first ? pixels_of(film) : NULL)
           || error_at(error, ERROR_SYSTEM, film->path, 0, "is not written: giflib failed");
}

static bool end_gif(Film *film, Error *error)
{
    Bytes bytes = {0};
    bool ok =
        gif_end(film->gif, &bytes) || error_at(error, ERROR_SYSTEM, film->path, 0, "is not written: giflib failed");
    ok = ok && file_write(film->path, bytes.data, bytes.length, error);
    bytes_finish(&bytes);
    return ok;
}

bool film_end(Film *film, Error *error)
{
    bool ok = film->gif ? end_gif(film, error) : pipe_end(film->video, error);
    film_abandon(film);
    return ok;
}

void film_abandon(Film *film)
{
    if (!film)
        return;
    gif_destroy(film->gif);
    pipe_abandon(film->video);
    if (film->surface)
        cairo_surface_destroy(film->surface);
    free(film->path);
    free(film);
}
