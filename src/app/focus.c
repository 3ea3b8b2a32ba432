/* The focus, which only a mark on the picture can have. */
#include "app/course_input.h"
#include "app/input.h"
#include "app/typing.h"

/* A mark that has left the picture loses the focus and is no longer dragged. */
void app_forget_gone(App *app, const DrawList *list)
{
    if (app->view.focus.kind != TARGET_NONE && !scene_shows(list, app->view.focus)) {
        app->view.focus = (Target){0};
        app->dirty = true;
    }
    if (app->hand.pull.moving && !scene_shows(list, app->hand.held)) {
        app->hand.held = (Target){0};
        app->hand.pull = (StageDrag){0};
        app->view.stage.dragged = (Target){0};
        app->dirty = true;
    }
}

void app_settle_focus(App *app)
{
    if (!app->dirty || app->view.window.blank || app->view.focus.kind == TARGET_NONE)
        return;
    View rest = app->view;
    DrawList list = {0};
    rest.cursor = app->cursor.target;
    scene_window(&rest, app->type, &list);
    app_forget_gone(app, &list);
    drawlist_finish(&list);
}

/* A picture that is dragged shows what Tab comes to. */
static void pan_reveal(App *app, Target target)
{
    const SceneLayout *layout = app_layout(app);
    const DrawCommand *mark = drawlist_marked(&app->list, target);
    Box window = layout->panned;
    Point pan = {layout->pan_from.x + app->view.stage.pan.x, layout->pan_from.y + app->view.stage.pan.y};
    Box whole = {window.x - pan.x, window.y - pan.y, window.w + layout->pan_most.x, window.h + layout->pan_most.y};
    Point middle = box_middle(window), at = mark ? box_middle(mark->bounds) : middle;
    if (window.w > 0 && box_contains(whole, at) && !target_equal(drawlist_hit(&app->list, at), target))
        pan_to(app, (Point){pan.x + at.x - middle.x, pan.y + at.y - middle.y});
}

/* What Tab stops at: the focusable marks of the picture, in the order of drawing. */
typedef struct Stops {
    const DrawCommand **marks;
    int count, at; /* at: which has the focus, -1: none */
} Stops;

static bool is_among(const Stops *stops, Target target)
{
    for (int i = 0; i < stops->count; i++)
        if (target_equal(stops->marks[i]->mark.target, target))
            return true;
    return false;
}

static Stops find_stops(App *app)
{
    Stops stops = {ARENA_ARRAY(&app->scratch, const DrawCommand *, app->list.count), 0, -1};
    for (const DrawCommand *command = NULL; (command = drawlist_next_mark(&app->list, command));) {
        bool veil = command->mark.target.kind == TARGET_CLOSE && !command->mark.focusable;
        if (veil && app->view.overlay != OVERLAY_NONE)
            stops.count = 0, stops.at = -1; /* what was marked before lies under it */
        if (!command->mark.focusable || is_among(&stops, command->mark.target)) /* what is named twice is one stop */
            continue;
        if (target_equal(command->mark.target, app->view.focus))
            stops.at = stops.count;
        stops.marks[stops.count++] = command;
    }
    return stops;
}

void app_focus(App *app, int by)
{
    Stops stops = find_stops(app);
    if (stops.count == 0)
        return;
    int next = stops.at >= 0 ? stops.at + by + stops.count : by > 0 ? 0 : stops.count - 1; /* around */
    app_focus_on(app, stops.marks[next % stops.count]->mark.target);
    card_reveal(app, app->view.focus);
    pan_reveal(app, app->view.focus);
    if (course_is_open(app))
        course_reveal(app);
}

bool app_focus_ends(App *app, int by)
{
    Stops stops = find_stops(app);
    return stops.count == 0 || stops.at == (by > 0 ? stops.count - 1 : 0);
}
