/* Going from view to view. */
#include "app/view_input.h"

const ViewHands *const HANDS[VIEW_KINDS] = {
    [VIEW_DECODE] = &DECODE_HANDS, [VIEW_COMPARE] = &COMPARE_HANDS, [VIEW_BEAM] = &BEAM_HANDS,
    [VIEW_TRAIN] = &TRAIN_HANDS,   [VIEW_HEATMAP] = &HEAT_HANDS,    [VIEW_SELF_ATTENTION] = &LOOK_HANDS,
    [VIEW_UNROLLED] = &LOOK_HANDS, [VIEW_PATCHES] = &PATCHES_HANDS,
};

const ViewHands *app_hands(const App *app)
{
    static const ViewHands none;
    return HANDS[app->view.kind] ? HANDS[app->view.kind] : &none;
}

void app_show_view(App *app, ViewKind kind)
{
    if (!scene_has_view(kind) || kind == app->view.kind)
        return;
    if (app_hands(app)->leave)
        app_hands(app)->leave(app);
    app->view.kind = kind;
    app->view.hover = app->view.focus = app->held = (Target){0};
    app->extent_known = false;
    app->dirty = true;
    field_enter(app, false);
    quiz_enter(app, -1);
    if (app_hands(app)->enter)
        app_hands(app)->enter(app);
}
