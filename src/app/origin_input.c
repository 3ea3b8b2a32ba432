/* The panel that says where a number comes from: going deeper, back, and along. */
#include "app/decode_input.h"
#include "app/typing.h"
#include "words/keys_words.h"

#include <string.h>

void origin_close(App *app)
{
    if (app->view.origin.depth == 0)
        return;
    app->view.origin.depth = 0;
    app->view.focus = (Target){0};
}

/* The first number that leads further down; where there is none, the way back. */
static void focus_first(App *app)
{
    Value behind;
    app->view.origin.first = 0;
    app_lay_out(app);
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
        if (scene_origin_value(&app->view, mark->mark.target, &app->scratch, &behind)) {
            app->view.focus = mark->mark.target;
            return;
        }
    int depth = app->view.origin.depth;
    app->view.focus = depth > 1 ? (Target){TARGET_CONTROL, ORIGIN_TRAIL, (int16_t)(depth - 1), 0}
                                : (Target){TARGET_CONTROL, ORIGIN_CLOSE, 0, 0};
}

static void go_down(App *app, Value value)
{
    Origin *origin = &app->view.origin;
    if (origin->depth == ORIGIN_DEPTH) { /* the way back is as long as that, and no longer */
        memmove(origin->trail, origin->trail + 1, sizeof *origin->trail * (ORIGIN_DEPTH - 1));
        origin->depth--;
    }
    origin->trail[origin->depth++] = value;
    focus_first(app);
}

static void go_back(App *app, int depth)
{
    if (depth <= 0) {
        origin_close(app);
        return;
    }
    app->view.origin.depth = depth;
    focus_first(app);
}

static void go_back_by(App *app, int by)
{
    go_back(app, app->view.origin.depth - by);
}

void origin_begin(App *app, Value value)
{
    app->view.origin.depth = 0;
    field_enter(app, false);
    go_down(app, value);
}

bool origin_open(App *app, Target target)
{
    Value value;
    if (!scene_value_at(&app->view, target, &value))
        return false;
    origin_begin(app, value);
    return true;
}

static void next_entry(App *app, int by)
{
    Origin *origin = &app->view.origin;
    Value *value = &origin->trail[origin->depth - 1];
    int entries = scene_value_entries(&app->view, *value);
    value->index = (value->index + by + entries) % entries;
    Value behind; /* the focus stays where it is while there is something there */
    if (app->view.focus.a == ORIGIN_NUMBER && !scene_origin_value(&app->view, app->view.focus, &app->scratch, &behind))
        focus_first(app);
}

static void turn_rows(App *app, int rows)
{
    const SceneLayout *layout = app_layout(app);
    int last = layout->rows - layout->rows_shown;
    int first = app->view.origin.first + rows;
    app->view.origin.first = first > last ? last : first < 0 ? 0 : first;
}

static void turn_page(App *app, int pages)
{
    turn_rows(app, pages * app_layout(app)->rows_shown);
}

static bool inside(Target focus)
{
    return focus.kind == TARGET_CONTROL && focus.a >= ORIGIN_NUMBER && focus.a <= ORIGIN_CLOSE;
}

bool origin_press(App *app, Target target)
{
    if (target.kind != TARGET_CONTROL || !scene_origin_open(&app->view))
        return false;
    Value value;
    if (target.a == ORIGIN_TRAIL)
        go_back(app, target.b < app->view.origin.depth ? target.b : app->view.origin.depth);
    else if (target.a == ORIGIN_PAGE)
        turn_page(app, target.b);
    else if (target.a == ORIGIN_NEXT)
        next_entry(app, target.b);
    else if (target.a == ORIGIN_CLOSE)
        origin_close(app);
    else if (target.a == ORIGIN_NUMBER && scene_origin_value(&app->view, target, &app->scratch, &value))
        go_down(app, value);
    return inside(target);
}

static bool is_open(const App *app)
{
    return scene_origin_open(&app->view);
}

static bool has_focus(const App *app)
{
    return is_open(app) && inside(app->view.focus);
}

const KeyRow origin_keys[] = {
    {KEY_ESCAPE, 0, go_back_by, 1, 0, is_open},
    {KEY_BACKSPACE, 0, go_back_by, 1, W_KEY_WHERE_A_NUMBER_COMES_FROM_BACK, is_open},
    {KEY_PAGE_UP, 0, turn_page, -1, 0, is_open},
    {KEY_PAGE_DOWN, 0, turn_page, 1, 0, is_open},
    {KEY_LEFT, 0, next_entry, -1, 0, has_focus},
    {KEY_RIGHT, 0, next_entry, 1, 0, has_focus},
    {0},
};

bool origin_wheel(App *app, float lines)
{
    Target over = app->view.hover;
    if (!scene_origin_open(&app->view) || !inside(over))
        return false;
    turn_rows(app, lines > 0 ? -2 : 2);
    return true;
}
