/* attend film --from F: weights of any program. */
#include "cli/film_shoot.h"
#include "cli/heatmap.h"

#include "draw/ease.h"
#include "scene/figures/weights_film.h"

#include <math.h>

#define COMES_SECONDS 0.5  /* a row, until it is there, */
#define ROW_SECONDS   1.4  /* and until the next one comes */
#define ALL_SECONDS   40.0 /* of very many rows */

typedef struct WeightsShoot {
    WeightsFilm film;
    DrawList list;
    double row; /* seconds that one takes */
} WeightsShoot;

static const DrawList *draw_after(void *context, double seconds)
{
    WeightsShoot *shoot = context;
    double rows = shoot->film.stack->rows, at = seconds / shoot->row, whole = floor(at);
    double there = (at - whole) * ROW_SECONDS / COMES_SECONDS;
    weights_film_frame(&shoot->film, fmin(rows, whole + fmin(0.999, (double)ease_in_out((float)there))), &shoot->list);
    return &shoot->list;
}

static void take_samples(void *context, Film *film)
{
    WeightsShoot *shoot = context;
    for (double row = 0; row <= shoot->film.stack->rows; row += 0.5) {
        weights_film_frame(&shoot->film, row, &shoot->list);
        film_sample(film, &shoot->list);
    }
}

static bool check(const Call *call, Error *error)
{
    const Request *request = &call->request;
    if (!request->from && call->count == 0)
        return error_set(error, ERROR_USAGE, "attend film needs LESSON, or --from F with weights of any program");
    if (call->count > 1 || (request->from && call->count))
        return error_at(error, ERROR_USAGE, call->arguments[0], 0, "has weights alone: no sentence and no passage");
    if (request->to || request->step || request->word || request->head || request->view || request->captions)
        return error_set(error, ERROR_USAGE, "weights of a file have rows alone: no moments, views or captions");
    return film_check_name(request->output, error);
}

bool film_of_weights(const Call *call, OpenFile *file, Error *error)
{
    const Error *lacks = &file->wrong;
    Call weights = *call; /* what attend heatmap would be asked */
    HeatmapData data = {0};
    const Request *request = &call->request;
    if (lacks->code == ERROR_FILE) /* it was never read */
        *error = *lacks;
    if (lacks->code == ERROR_FILE || !check(call, error))
        return false;
    if (call->count > 0)
        weights.request.from = file->path;
    weights.count = 0;
    weights.request.least_color = weights.request.most_color = NAN;
    WeightsShoot shoot = {.film = {.stack = &data.stack,
                                   .theme = theme_get((ThemeKind)request->theme),
                                   .width = (float)(request->width ? request->width : 960),
                                   .height = (float)(request->height ? request->height : 720)}};
    bool ok =
        heatmap_open(&weights, file, &data, error) && (data.picture.type = picture_fonts(call->arena, error)) != NULL;
    if (!ok && lacks->code && error->code == ERROR_FORMAT)
        *error = *lacks; /* which says where */
    if (ok && lacks->code)
        output_note("%s; its weights alone are filmed", error_text(lacks));
    if (ok) {
        shoot.film.map = heatmap_map(request, &data.stack);
        bool around_zero = shoot.film.map == MAP_DIVERGING;
        stack_range(&data.stack, !around_zero, &shoot.film.least, &shoot.film.most);
        if (around_zero) {
            shoot.film.most = fmaxf(-shoot.film.least, shoot.film.most);
            shoot.film.least = -shoot.film.most;
        }
        shoot.film.language = data.language;
        shoot.film.turned = data.turned;
        shoot.film.caption = data.caption.length ? data.caption.data : NULL;
        shoot.row = fmin(ROW_SECONDS, ALL_SECONDS / data.stack.rows) / request->speed;
        FilmPlan plan = {shoot.film.width, shoot.film.height, film_fps(request), shoot.row * data.stack.rows,
                         &shoot,           draw_after,        take_samples};
        ok = weights_film_open(&shoot.film, data.picture.type, error) && film_shoot(request, &plan, error);
    }
    weights_film_close(&shoot.film);
    drawlist_finish(&shoot.list);
    heatmap_close(&data);
    return ok;
}
