/* What a frame of the real window costs: processor time of the scene and of the raster together, while the film of a
 * lesson sentence plays at 60 frames a second.
 *
 *   scene_bench ROOT        ROOT: the source tree (lessons/, assets/) */
#include "scene/scene.h"
#include "sdl/raster.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FRAMES_LIMIT = 4000 };

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void play(const char *name, View view, const Type *type, float scale)
{
    int w = (int)(view.width * scale), h = (int)(view.height * scale), frames = 0;
    Canvas canvas = {malloc((size_t)w * (size_t)h * 4), w, h, w};
    Raster *raster = raster_create(type);
    DrawList list = {0};
    PixelRect damaged[64];
    static double scene[FRAMES_LIMIT], whole[FRAMES_LIMIT];
    double last = moment_count(view.trace) - 1;
    for (view.cursor = 0; view.cursor < last && frames < FRAMES_LIMIT; view.cursor += 1 / (0.9 * 60), frames++) {
        double start = milliseconds();
        scene_window(&view, type, &list);
        scene[frames] = milliseconds() - start;
        raster_paint(raster, &list, scale, canvas, damaged, 64);
        whole[frames] = milliseconds() - start;
    }
    qsort(scene, (size_t)frames, sizeof *scene, ascending);
    qsort(whole, (size_t)frames, sizeof *whole, ascending);
    printf("%-28s %5dx%-5d %5d frames  median %6.2f ms  99 %% %6.2f ms  (scene alone %5.2f ms)\n", name, w, h, frames,
           whole[frames / 2], whole[frames * 99 / 100], scene[frames / 2]);
    drawlist_finish(&list);
    raster_destroy(raster);
    free(canvas.pixels);
}

int main(int argc, char **argv)
{
    Error error = {0};
    Arena arena = {0};
    const char *root = argc > 1 ? argv[1] : ".";
    Type *type = type_open(path_join(&arena, root, "assets/fonts"), &error);
    Lesson *lesson = type ? lesson_load(path_join(&arena, root, "lessons/05-cat-chase-mouse"), &error) : NULL;
    Model model;
    if (!lesson || !model_load(lesson->models[0].path, &model, &error)) {
        fprintf(stderr, "scene_bench: %s\n", error_text(&error));
        return 1;
    }
    static const struct {
        const char *name, *sentence;
    } cases[] = {
        {"3 words", "cat chase mouse"},
        {"25 words", "the small cat that chased the big mouse in the garden yesterday saw the black dog and the "
                     "teacher that drew two books "
                     "on the table today"},
    };
    static const struct {
        float w, h, scale;
    } sizes[] = {{1440, 900, 1}, {1440, 810, 1920.0f / 1440}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Trace *trace = trace_decode(&model, slice_of(cases[i].sentence), NULL, &error);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            View view = view_default(theme_get(THEME_LIGHT), sizes[k].w, sizes[k].h);
            view.trace = trace;
            view.model = &model;
            view.lesson = lesson;
            view.lesson_number = view.lesson_count = lesson->order;
            view.field.text = cases[i].sentence;
            play(cases[i].name, view, type, sizes[k].scale);
        }
        trace_destroy(trace);
    }
    model_finish(&model);
    lesson_destroy(lesson);
    type_close(type);
    arena_finish(&arena);
    return 0;
}
