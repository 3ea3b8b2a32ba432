/* The mouse. */
#include "app/class_room.h"
#include "app/course_input.h"
#include "app/cursor.h"
#include "app/input.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "scene/view/window_layout.h"

#include <math.h>

#define LINE 40.0f /* px of a line of the wheel */

bool can_be_pressed(Target target)
{
    bool ground = target.kind == TARGET_STAGE || target.kind == TARGET_PANEL || target.kind == TARGET_CARET
                  || target.kind == TARGET_PICTURE || (target.kind == TARGET_CONTROL && target.a == PAIR_PANEL);
    return target.kind != TARGET_NONE && !ground;
}

void app_update_hover(App *app)
{
    Target hover = drawlist_hit(&app->list, app->view.pointer);
    if (!target_equal(hover, app->view.hover)) {
        app->view.hover = hover;
        app->view.stage.dragged = (Target){0};
        app->dirty = true;
    }
    bool text = hover.kind == TARGET_FIELD || hover.kind == TARGET_NUMBER || hover.kind == TARGET_PAIRS;
    window_cursor(app->window, text ? CURSOR_TEXT : can_be_pressed(hover) ? CURSOR_HAND : CURSOR_ARROW);
}

static void move(App *app, Point point)
{
    app->view.pointer = point;
    if (app->hand.selecting)
        (class_is_open(app) ? class_point : field_point)(app, point, true);
    if (app->hand.held.kind == TARGET_MOMENT) {
        app_scrub(app, point.x);
        return;
    }
    const ViewInput *input = app_input(app);
    if (input->grips && input->grips(app, app->hand.held)) {
        input->drag(app, app->hand.held, point);
        return;
    }
    app_update_hover(app);
}

/* A card that lies over the stage closes where one presses beside it. */
static void leave_card(App *app, Target target)
{
    Box card = window_layout(&app->view).card;
    bool beside = !box_contains(card, app->view.pointer) && app->view.overlay == OVERLAY_NONE;
    if (!window_card_floats(&app->view) || !beside || target.kind == TARGET_TAB)
        return;
    app->view.panel.open = false;
}

static void press(App *app, const Event *event)
{
    app->view.pointer = (Point){event->mouse.x, event->mouse.y};
    app_update_hover(app);
    Target target = app->view.hover;
    leave_card(app, target);
    if (app->view.window.blank) {
        app->view.window.blank = false;
        return;
    }
    if (target.kind != TARGET_NUMBER && target.kind != TARGET_NUMBER_GO)
        quiz_enter(app, -1);
    if (target.kind == TARGET_FIELD) {
        field_enter(app, true);
        field_point(app, app->view.pointer, event->modifiers.shift);
        app->hand.selecting = true;
        return;
    }
    field_enter(app, false);
    class_enter(app, target.kind == TARGET_PAIRS);
    if (target.kind == TARGET_PAIRS) {
        class_point(app, app->view.pointer, event->modifiers.shift);
        app->hand.selecting = true;
        return;
    }
    app->hand.held = target;
    app->hand.scrub_from = app->view.pointer;
    if (target.kind != TARGET_NONE)
        app_press(app, target);
}

static void release(App *app)
{
    Target held = app->hand.held;
    app->hand.held = (Target){0};
    app->hand.selecting = false;
    if (app->view.stage.scrubbed) {
        app->view.stage.scrubbed = 0;
    }
    if (held.kind != TARGET_NONE && app_input(app)->release)
        app_input(app)->release(app, held);
}

void app_scroll(App *app, float lines)
{
    if (words_are_open(app)) {
        words_wheel(app, lines);
        return;
    }
    if (class_is_open(app)) {
        class_wheel(app, lines);
        return;
    }
    if (course_is_open(app)) {
        course_wheel(app, lines);
        return;
    }
    if (app_input(app)->wheel && app_input(app)->wheel(app, lines)) {
        return;
    }
    const SceneLayout *layout = app_layout(app);
    if (app->view.hover.kind == TARGET_STAGE || app->view.hover.kind <= TARGET_LAST_VALUE) {
        float most = layout->stage_scroll;
        app->view.stage.scroll = fminf(fmaxf(app->view.stage.scroll - lines * LINE, -most), most);
    } else
        app->view.panel.scroll = fminf(fmaxf(app->view.panel.scroll - lines * LINE, 0), layout->card_scroll);
}

void pan_to(App *app, Point at)
{
    const SceneLayout *layout = app_layout(app);
    Point most = layout->pan_most, from = layout->pan_from;
    app->view.stage.pan = (Point){fminf(fmaxf(at.x, 0), most.x) - from.x, fminf(fmaxf(at.y, 0), most.y) - from.y};
}

bool app_pan(App *app, Point by)
{
    const SceneLayout *layout = app_layout(app);
    View *view = &app->view;
    bool covered = view->overlay == OVERLAY_NONE && window_card_floats(view)
                   && box_contains(window_layout(view).card, view->pointer);
    bool across = fabsf(by.x) > fabsf(by.y) && layout->pan_most.x <= 0 && layout->stage_scroll > 0; /* of columns */
    if (covered || across || !box_contains(layout->panned, view->pointer))
        return false;
    pan_to(app, (Point){layout->pan_from.x + view->stage.pan.x - by.x, layout->pan_from.y + view->stage.pan.y - by.y});
    return true;
}

/* A wheel that turns one way alone moves what goes one way alone. */
static void turn(App *app, Point lines)
{
    bool across = app_layout(app)->pan_most.y <= 0 && lines.x == 0;
    Point by = across ? (Point){lines.y * LINE, 0} : (Point){-lines.x * LINE, lines.y * LINE};
    if (!app_pan(app, by))
        app_scroll(app, lines.y != 0 ? lines.y : -lines.x);
}

bool app_scrolls(App *app)
{
    const View *view = &app->view;
    const SceneLayout *layout = app_layout(app);
    bool own = !view_has(view->kind, HAS_STAGE) && app_input(app)->wheel, list = scene_origin_open(view);
    return view->overlay != OVERLAY_NONE || own || list || layout->stage_scroll > 0 || layout->panned.w > 0
           || (window_card_floats(view) && layout->card_scroll > 0);
}

void app_leave_pointer(App *app)
{
    app->view.pointer = (Point){-1, -1};
    app->view.hover = (Target){0};
}

void app_pointer(App *app, const Event *event)
{
    switch (event->kind) {
    case EVENT_MOUSE_MOVE:
        move(app, (Point){event->mouse.x, event->mouse.y});
        break;
    case EVENT_MOUSE_DOWN:
        if (event->mouse.button == BUTTON_LEFT)
            press(app, event);
        break;
    case EVENT_MOUSE_UP:
        release(app);
        break;
    case EVENT_WHEEL:
        turn(app, (Point){event->wheel.dx, event->wheel.dy});
        break;
    default:
        break;
    }
}
