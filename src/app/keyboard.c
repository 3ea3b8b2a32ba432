/* The keys of docs/design.md#input. */
#include "app/view_input.h"

#include <math.h>

static void set_zoom(App *app, float zoom)
{
    app->zoom = fminf(fmaxf(zoom, 0.5f), 3);
}

static void escape(App *app)
{
    if (app->view.blank)
        app->view.blank = false;
    else if (app->view.overlay != OVERLAY_NONE)
        app->view.overlay = OVERLAY_NONE;
    else if (app->view.focus.kind != TARGET_NONE)
        app->view.focus = (Target){0};
    else if (app->view.present)
        app_press(app, (Target){TARGET_PRESENT, 0, 0, 0});
    app->view.message = NULL;
}

static bool control_key(App *app, const Event *event)
{
    switch (event->key.key) {
    case KEY_Q:
        app->quit = true;
        return true;
    case KEY_L:
        app_share(app);
        return true;
    case KEY_E:
        app_press(app, (Target){TARGET_EXPORT, 0, 0, 0});
        return true;
    case KEY_Z:
    case KEY_Y:
        if (app->view.field.active || app->view.typing)
            return false;
        app_undo(app, event->key.key == KEY_Y || event->modifiers.shift);
        return true;
    default:
        return false;
    }
}

/* Keys that move the cursor; true if `key` is one. */
static bool cursor_key(App *app, Key key)
{
    switch (key) {
    case KEY_RIGHT:
        app_step_moments(app, 1);
        return true;
    case KEY_LEFT:
        app_step_moments(app, -1);
        return true;
    case KEY_DOWN:
    case KEY_PAGE_DOWN:
        app_step_words(app, 1);
        return true;
    case KEY_UP:
    case KEY_PAGE_UP:
        app_step_words(app, -1);
        return true;
    case KEY_HOME:
        app->view.playing = false;
        app_jump(app, 0);
        return true;
    case KEY_END:
        app->view.playing = false;
        app_jump(app, moment_count(app->trace) - 1);
        return true;
    case KEY_SPACE:
        app_play(app, !app->view.playing);
        return true;
    default:
        return false;
    }
}

static void plain_key(App *app, const Event *event)
{
    switch (event->key.key) {
    case KEY_N:
        if (event->modifiers.shift)
            app_show_card(app, app->view.card - 1);
        else
            app_press(app, (Target){TARGET_CARD_NEXT, 0, 0, 0});
        break;
    case KEY_M:
        if (app->view.overlay == OVERLAY_COURSE)
            app->view.overlay = OVERLAY_NONE;
        else
            app_open_course(app);
        break;
    case KEY_A:
        quiz_focus(app);
        break;
    case KEY_TAB:
        app_focus(app, event->modifiers.shift ? -1 : 1);
        break;
    case KEY_ENTER:
        app_press(app, app->view.focus);
        break;
    case KEY_ESCAPE:
        escape(app);
        break;
    case KEY_L:
        app_press(app, (Target){TARGET_LANGUAGE, 0, 0, 0});
        break;
    case KEY_T:
        app_press(app, (Target){TARGET_THEME, 0, 0, 0});
        break;
    case KEY_B:
        app->view.blank = true;
        break;
    case KEY_C:
        app->view.captions = !app->view.captions;
        break;
    case KEY_P:
    case KEY_F11:
        app_press(app, (Target){TARGET_PRESENT, 0, 0, 0});
        break;
    case KEY_QUESTION:
    case KEY_F1:
        app_press(app, (Target){TARGET_HELP, 0, 0, 0});
        break;
    case KEY_F12: /* for who works on the pictures: docs/debugging.md */
        app->view.outlines = !app->view.outlines;
        break;
    case KEY_PLUS:
        set_zoom(app, app->zoom * 1.1f);
        break;
    case KEY_MINUS:
        set_zoom(app, app->zoom / 1.1f);
        break;
    case KEY_0:
        set_zoom(app, 1);
        break;
    default:
        if (event->key.key >= KEY_1 && event->key.key <= KEY_5 && app->view.overlay == OVERLAY_NONE)
            app_show_view(app, (ViewKind)(event->key.key - KEY_1));
    }
}

void app_key(App *app, const Event *event)
{
    app_settle_focus(app); /* several keys can come between two frames */
    app->dirty = true;
    app->extent_known = false;
    if (event->modifiers.control && control_key(app, event))
        return;
    if (app->view.blank) { /* any key lights the screen again */
        app->view.blank = false;
        return;
    }
    if (app->view.field.active && field_key(app, event))
        return;
    if (app->view.typing && quiz_key(app, event))
        return;
    if (event->modifiers.control || event->modifiers.alt)
        return;
    if (app->view.field.active && event->key.key != KEY_TAB)
        return;
    if (event->key.key == KEY_TAB) {
        field_enter(app, false);
        quiz_enter(app, -1);
    }
    if (app->view.overlay == OVERLAY_COURSE && app_course_key(app, event->key.key))
        return;
    if (app->view.overlay == OVERLAY_NONE && quiz_move(app, event->key.key))
        return;
    const ViewInput *input = app_input(app);
    if (app->view.overlay == OVERLAY_NONE && input->key && input->key(app, event))
        return;
    if (app->view.overlay == OVERLAY_NONE && cursor_key(app, event->key.key))
        return;
    plain_key(app, event);
}
