/* Going from view to view, and what the open one does with a move. */
#include "app/view_input.h"
#include "app/awaited.h"
#include "app/cursor.h"
#include "app/typing.h"

const ViewInput *app_input(const App *app)
{
    return app->inputs[app->view.kind];
}

const StageSetting *app_own_stage(const App *app)
{
    const StageSetting *stage = &app_card(app)->stage;
    return stage->present && stage->view == app->view.kind ? stage : NULL;
}

void app_enter_view(App *app)
{
    app->view.stage.pan = (Point){0, 0};
    if (app_input(app)->enter)
        app_input(app)->enter(app);
}

void app_move(App *app, int move)
{
    if (app_input(app)->move)
        app_input(app)->move(app, (Move)move);
    else
        cursor_move(app, (Move)move);
}

bool view_waits(App *app, ViewKind kind, int model, Error *error)
{
    return kind < VIEW_KINDS && app->inputs[kind]->waits && app->inputs[kind]->waits(app, model, error);
}

ViewKind app_lesson_view(const App *app)
{
    return view_is_of_lesson(app->view.kind) ? app->view.kind : app->behind;
}

void app_show_view(App *app, ViewKind kind)
{
    Error error = {0};
    if (kind >= VIEW_KINDS)
        return;
    awaited_end(app);
    if (kind == app->view.kind
        || (!view_offers(&app->view, kind) && (!view_is_of_lesson(kind) || !app_may_decode(app))))
        return;
    if (view_waits(app, kind, app->open.model, &error)) {
        awaited_view(app, &error, kind);
        return;
    }
    if (app_input(app)->leave)
        app_input(app)->leave(app);
    app->behind = app_lesson_view(app);
    app->view.kind = kind;
    app->view.hover = app->view.focus = app->hand.held = (Target){0};
    typing_end(app);
    app_enter_view(app);
}
