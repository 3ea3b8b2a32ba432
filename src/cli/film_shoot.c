#include "cli/film_shoot.h"

#include "cli/training_progress.h"

#include <math.h>

int film_fps(const Request *request)
{
    return request->fps ? request->fps : film_is_gif(request->output) ? FPS_GIF : FPS_VIDEO;
}

static bool take_frames(const Request *request, const FilmPlan *plan, Film *film, TrainingProgress *progress,
                        Error *error)
{
    long all = (long)ceil(plan->seconds * plan->fps - 1e-6) + 1 + (long)floor(request->hold * plan->fps);
    for (long i = 0; i < all; i++) {
        if (!film_frame(film, plan->draw(plan->context, (double)i / plan->fps), error))
            return false;
        if (!progress_part(progress, "frame", i + 1, all))
            return error_at(error, ERROR_STOPPED, request->output, 0,
                            "was stopped in the making, and nothing was written");
    }
    return true;
}

bool film_shoot(const Request *request, const FilmPlan *plan, Error *error)
{
    FilmOptions options = {(float)request->scale, plan->fps};
    Film *film = film_create(request->output, plan->width, plan->height, &options, error);
    if (!film)
        return false;
    TrainingProgress progress;
    stop_watch();
    progress_start(&progress, path_name(request->output));
    if (film_is_gif(request->output))
        plan->sample(plan->context, film);
    bool ok = take_frames(request, plan, film, &progress, error);
    progress_end(&progress);
    if (!ok) {
        film_abandon(film);
        return false;
    }
    return film_end(film, error);
}
