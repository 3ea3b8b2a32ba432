/* Going from view to view. */
#include "app/views.h"

const ViewHands HANDS[VIEW_KINDS] = {
    [VIEW_DECODE] = {0},
};

void app_show_view(App *app, ViewKind kind)
{
    if (!scene_has_view(kind) || kind == app->view.kind)
        return;
    if (HANDS[app->view.kind].leave)
        HANDS[app->view.kind].leave(app);
    app->view.kind = kind;
    app->view.hover = app->view.focus = app->held = (Target){0};
    app->extent_known = false;
    app->dirty = true;
    field_enter(app, false);
    if (HANDS[kind].enter)
        HANDS[kind].enter(app);
}
