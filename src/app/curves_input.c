#include "app/curves_input.h"

#include "app/file_view.h"
#include "app/view_input.h"
#include "app/watch.h"
#include "scene/views/curves/view_curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_SECONDS 1.0

static const Point FIGURE = {960, 720}; /* px of an exported one */

struct Curves {
    Arena arena;
    OpenFile file; /* whose arena the rows are in */
    CurvesPage page;
    Stamp stamp; /* of the file when it was read */
    double looked_at;
    bool dropped;
};

/* ---- the file ---- */

static void finish(struct Curves *self)
{
    opened_finish(&self->file);
    arena_finish(&self->arena);
    free(self);
}

/* What is there already stays where it cannot be read. */
static bool read_log(struct Curves *self, Error *error)
{
    OpenFile file = {.kind = OPEN_LOG, .path = self->file.path};
    EpochRows rows;
    Stamp stamp = watch_stamp(file.path);
    if (!opened_log(&file, &rows, error)) {
        opened_finish(&file);
        return false;
    }
    opened_finish(&self->file);
    self->file = file;
    self->page.log = rows;
    self->stamp = stamp;
    return true;
}

bool curves_open(App *app, const char *path, bool dropped, Error *error)
{
    struct Curves *self = heap_alloc(1, sizeof *self);
    self->file.path = arena_string(&self->arena, path);
    if (!read_log(self, error)) {
        finish(self);
        return false;
    }
    curves_close(app);
    self->dropped = dropped;
    self->looked_at = app->now;
    self->page.name = path_name(self->file.path);
    app->curves = self;
    app->view.curves = &self->page;
    file_view_show(app, VIEW_CURVES);
    return true;
}

void curves_close(App *app)
{
    if (!app->curves)
        return;
    passage_end(app);
    finish(app->curves);
    app->curves = NULL;
    app->view.curves = NULL;
}

double curves_wait(const App *app)
{
    return app->view.kind == VIEW_CURVES ? fmax(0, app->curves->looked_at + LOOK_SECONDS - app->now) : INFINITY;
}

/* A log that is written anew may be broken for a moment: the next look reads it again. */
static void update(App *app)
{
    struct Curves *self = app->curves;
    Error broken = {0};
    if (app->now < self->looked_at + LOOK_SECONDS)
        return;
    self->looked_at = app->now;
    Stamp now = watch_stamp(self->file.path);
    if (!now.there || memcmp(&now, &self->stamp, sizeof now) == 0)
        return;
    passage_end(app); /* names in the old picture */
    app->dirty |= read_log(self, &broken);
}

/* ---- hands ---- */

static void choose_row(App *app, int row)
{
    struct Curves *self = app->curves;
    int last = self->page.log.count;
    self->page.row = row > last ? last : row < 0 ? 0 : row;
    app->dirty = true;
}

/* Playing is a step, from the end to the first. */
static void go(App *app, Move move)
{
    const CurvesPage *page = &app->curves->page;
    int last = page->log.count, row = curves_row(page);
    Move step = move != MOVE_PLAY ? move : row == last ? MOVE_START : MOVE_ON;
    choose_row(app, file_view_row(step, row, last));
}

/* First the row, then the lesson that the file was dropped onto. */
static void go_back(App *app, int by)
{
    (void)by;
    if (curves_row(&app->curves->page) > 0)
        choose_row(app, 0);
    else if (app->curves->dropped)
        app_show_view(app, app_lesson_view(app));
}

static const KeyRow KEYS[] = {
    {KEY_ESCAPE, 0, go_back, 0, 0, file_view_can_go_back},
    {0},
};

static void export(App *app)
{
    const CurvesPage *page = &app->curves->page;
    Arena *arena = &app->scratch;
    View alone = app->view;
    DrawList figure = {0};
    alone.width = FIGURE.x, alone.height = FIGURE.y;
    curves_figure(&alone, app->type, &figure);
    const char *name = arena_printf(arena, "attend-%.*s", (int)(path_ending(page->name) - page->name), page->name);
    ExportOptions options = {.scale = 2, .title = page->name};
    app_tell(app, false, "%s",
             file_export(&figure, app->view.exports.folders[app->view.exports.at], name, &options, arena));
    drawlist_finish(&figure);
}

static bool press(App *app, Target target)
{
    if (target.kind == TARGET_EXPORT && app->curves->page.log.count > 0)
        export(app);
    else if (target.kind == TARGET_CONTROL && target.a == CURVES_ROW)
        choose_row(app, app->curves->page.row == target.b + 1 ? 0 : target.b + 1);
    else
        return target.kind != TARGET_NONE && target.kind <= TARGET_LAST_VALUE;
    return true;
}

static void enter(App *app)
{
    file_view_enter(app, app->curves->page.name);
}

/* For who hears it. */
static const char *caption(const View *view, Arena *arena)
{
    int row = curves_row(view->curves);
    return row > 0 ? curves_row_told(view, row, arena)
                   : arena_printf(arena, "%s: %s", view->curves->name, curves_size(view, arena));
}

const ViewInput curves_input = {
    .enter = enter,
    .leave = file_view_leave,
    .keys = {KEYS},
    .move = go,
    .press = press,
    .update = update,
    .caption = caption,
};
