/* The views unrolled and self-attention: which of their pictures is shown, which head or row is looked at. */
#include "app/views.h"

static int picks(const App *app)
{
    const Config *config = &app->trace->config;
    if (app->view.kind == VIEW_SELF_ATTENTION)
        return config->heads;
    return app->view.look == LOOK_ONE_STEP ? config->hidden : 1;
}

static void choose(App *app, int pick)
{
    int count = picks(app);
    app->view.pick = (pick % count + count) % count;
    app->dirty = true;
}

static void show(App *app, LookKind look)
{
    app->view.look = look;
    app->view.stage_scroll = 0;
    app->extent_known = false;
    choose(app, app->view.pick);
}

static void enter(App *app)
{
    bool unrolled = app->view.kind == VIEW_UNROLLED;
    bool own =
        unrolled ? app->view.look <= LOOK_ONE_STEP : app->view.look == LOOK_WHOLE || app->view.look == LOOK_HEADS;
    show(app, own ? app->view.look : LOOK_WHOLE);
}

static bool key(App *app, const Event *event)
{
    bool unrolled = app->view.kind == VIEW_UNROLLED;
    switch (event->key.key) {
    case KEY_U:
        if (unrolled)
            show(app, LOOK_WHOLE);
        return unrolled;
    case KEY_F:
        if (unrolled)
            show(app, LOOK_FOLDED);
        return unrolled;
    case KEY_S:
        if (unrolled)
            show(app, LOOK_ONE_STEP);
        return unrolled;
    case KEY_M:
        if (!unrolled)
            show(app, LOOK_WHOLE);
        return !unrolled;
    case KEY_H:
        if (!unrolled)
            show(app, LOOK_HEADS);
        return !unrolled;
    case KEY_LEFT_BRACKET:
        choose(app, app->view.pick - 1);
        return true;
    case KEY_RIGHT_BRACKET:
        choose(app, app->view.pick + 1);
        return true;
    default:
        return false;
    }
}

static bool press(App *app, Target target)
{
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_LOOK) {
        show(app, (LookKind)target.b);
        return true;
    }
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_HEAD) {
        choose(app, target.b);
        return true;
    }
    if (target.kind != TARGET_VALUE)
        return false;
    SceneCell cell = scene_cell(&app->view, target);
    if (cell.pick >= 0)
        choose(app, cell.pick);
    if (cell.moment >= 0) {
        app->view.playing = false;
        app_jump(app, cell.moment);
    }
    app->view.focus = target;
    return true;
}

const ViewHands LOOK_HANDS = {.enter = enter, .key = key, .press = press};
