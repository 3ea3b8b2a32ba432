#include "app/watch.h"

#include "base/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_SECONDS 1.0

Stamp watch_stamp(const char *path)
{
    FileAbout about;
    if (!path || !system_about(path, &about))
        return (Stamp){0};
    return (Stamp){true, about.seconds, about.nanoseconds, about.size, (long long)about.node};
}

static void join_stamp(Stamp *all, Stamp one)
{
    unsigned char *to = (unsigned char *)all, *from = (unsigned char *)&one;
    for (size_t i = 0; i < sizeof one; i++)
        to[i] = (unsigned char)(to[i] * 31 + from[i]);
}

/* Of all pictures together. */
static Stamp stamp_of_pictures(const Lesson *lesson, Arena *arena)
{
    Stamp all = {0};
    for (int i = 0; i < lesson->card_count; i++)
        for (int language = 0; language < LESSON_LANGUAGES; language++)
            for (int k = 0; k < lesson->cards[i].block_count[language]; k++) {
                const char *file = lesson->cards[i].blocks[language][k].file;
                if (file)
                    join_stamp(&all, watch_stamp(path_join(arena, lesson->folder, file)));
            }
    return all;
}

/* `out` is zeroed. */
static void take_stamps(const App *app, Stamp out[WATCHED])
{
    const Lesson *lesson = app->open.lesson;
    Arena arena = {0};
    int count = 0;
    out[count++] = watch_stamp(lesson->path);
    out[count++] = watch_stamp(path_join(&arena, lesson->folder, "lesson.zh.md"));
    out[count++] = watch_stamp(lesson->data);
    out[count++] = watch_stamp(lesson->heldout);
    out[count++] = stamp_of_pictures(lesson, &arena);
    for (int i = 0; i < LISTING_KINDS; i++)
        out[count++] = watch_stamp(path_join(&arena, lesson->folder, LISTING_FILES[i]));
    for (int i = 0; i < lesson->model_count; i++)
        out[count++] = watch_stamp(lesson->models[i].path);
    arena_finish(&arena);
}

void watch_begin(App *app)
{
    if (!app->watching)
        app->watching = heap_alloc(1, sizeof *app->watching);
    *app->watching = (struct Watching){.looked_at = app->now, .fixed = file_is_read_only(app->open.lesson->path)};
    take_stamps(app, app->watching->stamps);
    app->view.panel.problem = NULL;
}

void watch_end(App *app)
{
    free(app->watching);
    app->watching = NULL;
    app->view.panel.problem = NULL;
}

bool watch_due(const App *app)
{
    return app->now >= app->watching->looked_at + LOOK_SECONDS;
}

double watch_wait(const App *app)
{
    return app->watching->fixed ? INFINITY : fmax(0, app->watching->looked_at + LOOK_SECONDS - app->now);
}

bool watch_changed(App *app)
{
    struct Watching *watching = app->watching;
    watching->looked_at = app->now;
    Stamp now[WATCHED] = {0};
    take_stamps(app, now);
    bool same = memcmp(now, watching->stamps, sizeof now) == 0;
    memcpy(watching->stamps, now, sizeof now);
    return !same;
}
