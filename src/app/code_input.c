/* The view code: which listing is shown; a press on a line goes to its moment. */
#include "app/cursor.h"
#include "app/view_input.h"

#include "scene/views/code/view_code.h"
#include "words/keys_words.h"

static void choose(App *app, int look)
{
    app->view.look = (LookKind)look;
    app->view.stage.scroll = 0;
}

static void enter(App *app)
{
    if (app->view.look != LOOK_TENSORFLOW)
        choose(app, LOOK_WHOLE);
}

static void choose_other(App *app, int by)
{
    (void)by;
    choose(app, app->view.look == LOOK_TENSORFLOW ? LOOK_WHOLE : LOOK_TENSORFLOW);
}

static const KeyRow KEYS[] = {
    {KEY_LEFT_BRACKET, 0, choose_other, 0, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_RIGHT_BRACKET, 0, choose_other, 0, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {0},
};

static bool press(App *app, Target target)
{
    if (target.kind != TARGET_CONTROL || (target.a != CONTROL_LOOK && target.a != CONTROL_LINE))
        return false;
    int moment = target.a == CONTROL_LINE ? code_moment(&app->view, target.b) : -1;
    if (target.a == CONTROL_LOOK)
        choose(app, target.b);
    else if (moment >= 0)
        app_stop_at(app, moment);
    return true;
}

const ViewInput code_input = {.enter = enter, .keys = {KEYS}, .press = press};
