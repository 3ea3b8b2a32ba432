/* The views unrolled and self-attention: which of their pictures is shown, which head or row is looked at. */
#include "app/view_input.h"

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

/* The row of the next or the previous word, among those that have looked already. */
static void choose_word(App *app, int by)
{
    View *view = &app->view;
    int n = app->trace->n, before = view->row_at == app->target ? view->row : by > 0 ? -1 : n;
    for (int word = before + by; word >= 0 && word < n; word += by) {
        int moment = moment_find(app->trace, MOMENT_SELF, -1, word);
        if (moment < 0 || moment > app->target)
            continue;
        view->row = word;
        view->row_at = app->target;
        break;
    }
    app->dirty = true;
}

static bool key(App *app, const Event *event)
{
    bool unrolled = app->view.kind == VIEW_UNROLLED;
    bool vertical = event->key.key == KEY_UP || event->key.key == KEY_DOWN;
    if (!unrolled && vertical && event->modifiers.shift) {
        choose_word(app, event->key.key == KEY_DOWN ? 1 : -1);
        return true;
    }
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
    case KEY_X:
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

/* Cells are found while a picture is drawn: a pointer that has come since then is on another one than the mark says. */
static Target under_pointer(App *app, Target target)
{
    if (app->view.pointer.x < 0)
        return target;
    scene_window(&app->view, app->type, &app->list);
    Target now = drawlist_hit(&app->list, app->view.pointer);
    return now.kind == target.kind && now.a == target.a && now.c == target.c ? now : target;
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
    target = under_pointer(app, target);
    SceneCell cell = scene_cell(&app->view, target);
    if (cell.pick >= 0)
        choose(app, cell.pick);
    if (cell.moment > app->target) { /* that word has not looked yet */
        app->view.playing = false;
        app_jump(app, cell.moment);
    } else if (cell.moment >= 0) {
        app->view.row = cell.word;
        app->view.row_at = app->target;
    }
    app->view.focus = target;
    return true;
}

const ViewInput variant_input = {.enter = enter, .key = key, .press = press};
