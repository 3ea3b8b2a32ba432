#include "app/path_input.h"
#include "words/app_words.h"

const CoursePath *app_paths(App *app, Error *error)
{
    if (!app->paths.known)
        app->paths.known = paths_open(app->options.lessons, &app->kept, app->paths.all, error);
    return app->paths.known ? app->paths.all : NULL;
}

bool path_take(App *app, PathKind kind, Error *error)
{
    const CoursePath *paths = kind == PATH_NONE ? NULL : app_paths(app, error);
    bool there = paths && paths[kind].count > 0;
    app->view.course.path = there ? &paths[kind] : NULL;
    return there || kind == PATH_NONE || error->code != ERROR_NONE
           || error_set(error, ERROR_USAGE, "there is no path \"%s\" in %s", PATH_NAMES[kind], app->options.lessons);
}

void path_leave(App *app, bool told)
{
    if (told && app->view.course.path)
        app_say(app, W_PATH_LEFT);
    app->view.course.path = NULL;
}
