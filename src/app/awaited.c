#include "app/awaited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool later_wait(App *app, const Error *error, LaterKind kind)
{
    if (error->code != ERROR_LATER)
        return false;
    app->later = (Later){.kind = kind};
    snprintf(app->later.file, sizeof app->later.file, "%s", error->file);
    app->view.waiting = (Waiting){.on = true, .file = path_name(app->later.file)};
    app->view.play.on = false;
    app->dirty = true;
    return true;
}

bool later_view(App *app, const Error *error, ViewKind view)
{
    bool waits = later_wait(app, error, LATER_VIEW);
    app->later.view = app->view.waiting.kind = view;
    app->view.waiting.changes = waits;
    return waits;
}

bool later_target(App *app, const Error *error, Target target)
{
    bool waits = later_wait(app, error, LATER_PRESS);
    app->later.target = target;
    return waits;
}

bool later_card(App *app, const Error *error, int model)
{
    bool waits = later_wait(app, error, LATER_CARD);
    app->later.model = model;
    return waits;
}

/* The number of the lesson that the file is in, where that is not the one that is open: the course's folders
 * begin with it. */
static int number_of(const App *app)
{
    const char *folder = app->open.lesson->folder, *name = app->view.waiting.file;
    size_t length = strlen(folder);
    if (strncmp(app->later.file, folder, length) == 0 && app->later.file[length] == '/')
        return 0;
    for (name -= name > app->later.file; name > app->later.file && name[-1] != '/'; name--)
        ;
    return (int)strtol(name, NULL, 10);
}

static bool wait_where(App *app, const Error *error, LaterKind kind, const char *where)
{
    bool waits = later_wait(app, error, kind);
    if (waits)
        snprintf(app->later.where, sizeof app->later.where, "%s", where);
    return waits;
}

bool later_place(App *app, const Error *error, const char *place)
{
    return wait_where(app, error, LATER_PLACE, place);
}

bool later_lesson(App *app, const Error *error, LaterKind kind, const char *where)
{
    bool waits = wait_where(app, error, kind, where);
    if (waits)
        app->view.waiting.lesson = number_of(app);
    return waits;
}

bool later_opening(App *app, const Error *error, bool again)
{
    bool waits = later_wait(app, error, LATER_OPENING);
    app->later.again = again;
    return waits;
}

void later_end(App *app)
{
    app->later.kind = LATER_NOTHING;
    app->later.came = false;
    app->view.waiting = (Waiting){0};
}
