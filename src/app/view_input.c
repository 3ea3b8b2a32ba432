/* Going from view to view. */
#include "app/view_input.h"

const ViewInput *app_input(const App *app)
{
    return app->inputs[app->view.kind];
}

void app_show_view(App *app, ViewKind kind)
{
    if (kind >= VIEW_KINDS || kind == app->view.kind)
        return;
    if (app_input(app)->leave)
        app_input(app)->leave(app);
    app->view.kind = kind;
    app->view.hover = app->view.focus = app->held = (Target){0};
    app->extent_known = false;
    app->dirty = true;
    field_enter(app, false);
    quiz_enter(app, -1);
    if (app_input(app)->enter)
        app_input(app)->enter(app);
}
