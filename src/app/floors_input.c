/* The stage's floors: which one is opened by hand, and how those that jump go over to their new sizes. */
#include "app/decode_input.h"
#include "scene/stage/stage.h"
#include "words/keys_words.h"

#include <math.h>

#define LEAP 0.6f /* of a size: what changes so much from picture to picture has not moved there by itself */

static bool leaps(const Floors *from, const Floors *to)
{
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        if (fabsf(from->hero[floor] - to->hero[floor]) > LEAP || fabsf(from->near[floor] - to->near[floor]) > LEAP)
            return true;
    return false;
}

void floors_update(App *app)
{
    FloorsRun *run = &app->floors;
    FloorLook *look = &app->view.stage.floors;
    View still = app->view;
    still.stage.floors.jumps = false;
    Floors asked = floors_of_view(&still, app->open.trace, app->view.cursor);
    if (run->known && leaps(&run->asked, &asked) && !app->view.window.reduced_motion) {
        look->jumps = true;
        run->since = app->now;
        for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
            look->hero[floor] = run->shown.hero[floor];
            look->near[floor] = run->shown.near[floor];
            look->kept[floor] = run->shown.kept[floor];
        }
        app->dirty = true;
    }
    if (look->jumps) {
        look->seconds = app->now - run->since;
        look->jumps = look->seconds < FLOORS_SECONDS;
        app->dirty = true;
    }
    run->known = true;
    run->asked = asked;
    run->shown = floors_of_view(&app->view, app->open.trace, app->view.cursor);
}

bool floors_moving(const App *app)
{
    return app->view.stage.floors.jumps;
}

void floors_open(App *app, Floor floor)
{
    if (floor_of_model(app->open.trace, floor))
        app->view.stage.floors.opened = (int)floor + 1;
}

static bool open_made(App *app)
{
    const View *view = &app->view;
    Maths maths = view_maths(view, &app->scratch);
    Scope scope = scope_at(view->trace, view->cursor);
    Value made = stage_made(&maths, &scope);
    if (made.kind != VALUE_NONE)
        origin_begin(app, made);
    return true;
}

bool floors_press(App *app, Target target)
{
    if (target.kind == TARGET_CONTROL && target.a == DECODE_MADE)
        return open_made(app);
    if (target.kind != TARGET_CONTROL || target.a != DECODE_FLOOR)
        return false;
    FloorLook *look = &app->view.stage.floors;
    bool again = look->opened == target.b + 1;
    pair_close(app);
    look->even = false;
    look->opened = 0;
    if (!again)
        floors_open(app, (Floor)target.b);
    return true;
}

static bool is_open(const App *app)
{
    return app->view.stage.floors.opened > 0 || app->view.stage.floors.even;
}

static void let_go(App *app, int by)
{
    (void)by;
    app->view.stage.floors.opened = 0;
    app->view.stage.floors.even = false;
}

static void make_even(App *app, int by)
{
    (void)by;
    bool even = !app->view.stage.floors.even;
    let_go(app, 0);
    app->view.stage.floors.even = even;
}

const KeyRow floors_keys[] = {
    {KEY_H, 0, make_even, 0, W_KEY_ALL_FLOORS},
    {KEY_ESCAPE, 0, let_go, 0, 0, is_open},
    {0},
};
