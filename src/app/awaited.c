#include "app/awaited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool awaited_wait(App *app, const Error *error, AwaitedKind kind)
{
    if (error->code != ERROR_LATER)
        return false;
    app->awaited = (Awaited){.kind = kind};
    snprintf(app->awaited.file, sizeof app->awaited.file, "%s", error->file);
    app->view.awaited = (AwaitedState){.on = true, .file = path_name(app->awaited.file)};
    app->view.play.on = false;
    app->dirty = true;
    return true;
}

bool awaited_view(App *app, const Error *error, ViewKind view)
{
    bool waits = awaited_wait(app, error, AWAITED_VIEW);
    app->awaited.view = app->view.awaited.kind = view;
    app->view.awaited.changes = waits;
    return waits;
}

bool awaited_target(App *app, const Error *error, Target target)
{
    bool waits = awaited_wait(app, error, AWAITED_PRESS);
    app->awaited.target = target;
    return waits;
}

bool awaited_card(App *app, const Error *error, int model)
{
    bool waits = awaited_wait(app, error, AWAITED_CARD);
    app->awaited.model = model;
    return waits;
}

/* The number of the lesson that the file is in, where that is not the one that is open: the course's folders
 * begin with it. */
static int number_of(const App *app)
{
    const char *folder = app->open.lesson->folder, *name = app->view.awaited.file;
    size_t length = strlen(folder);
    if (strncmp(app->awaited.file, folder, length) == 0 && app->awaited.file[length] == '/')
        return 0;
    for (name -= name > app->awaited.file; name > app->awaited.file && name[-1] != '/'; name--)
        ;
    return (int)strtol(name, NULL, 10);
}

static bool wait_where(App *app, const Error *error, AwaitedKind kind, const char *where)
{
    bool waits = awaited_wait(app, error, kind);
    if (waits)
        snprintf(app->awaited.where, sizeof app->awaited.where, "%s", where);
    return waits;
}

bool awaited_place(App *app, const Error *error, const char *place)
{
    return wait_where(app, error, AWAITED_PLACE, place);
}

bool awaited_lesson(App *app, const Error *error, AwaitedKind kind, const char *where)
{
    bool waits = wait_where(app, error, kind, where);
    if (waits)
        app->view.awaited.lesson = number_of(app);
    return waits;
}

bool awaited_opening(App *app, const Error *error, bool again)
{
    bool waits = awaited_wait(app, error, AWAITED_OPENING);
    app->awaited.again = again;
    return waits;
}

void awaited_end(App *app)
{
    app->awaited.kind = AWAITED_NOTHING;
    app->awaited.came = false;
    app->view.awaited = (AwaitedState){0};
}
