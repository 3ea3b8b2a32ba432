#include "app/input.h"
#include "app/view_input.h"

#include <cglm/struct/vec2.h>
#include <math.h>

#define REST_SECONDS 0.5
#define MISSED_LEAST 0.1   /* s that a frame takes on a machine which falls behind */
#define REST_MOST    10.0f /* px that a finger may wander while it rests or taps */
#define LINE_H       40.0f /* px of a finger's way that count as a line */
#define FINGER_H     44.0f /* units of the screen that a finger covers: what is smaller is found beside it too */

static void point_at(App *app, EventKind kind, Point at)
{
    app_pointer(app, &(Event){.kind = kind, .mouse = {at.x, at.y, BUTTON_LEFT}});
}

static bool is_gripped(const App *app, Target target)
{
    const ViewInput *input = app_input(app);
    return target.kind == TARGET_MOMENT || (input->grips && input->grips(app, target));
}

/* ---- what a finger means ---- */

/* px from the point to the box; INFINITY: it is not on what a finger makes of the box. */
static float distance(Box box, Point at, float finger, Point *nearest)
{
    Point half = {box.w / 2, box.h / 2}, by = glms_vec2_sub(at, box_middle(box));
    if (fabsf(by.x) > fmaxf(half.x, finger / 2) || fabsf(by.y) > fmaxf(half.y, finger / 2))
        return INFINITY;
    Point in = {fmaxf(half.x - 0.5f, 0), fmaxf(half.y - 0.5f, 0)}; /* the right and bottom edges are outside */
    Point kept = {fminf(fmaxf(by.x, -in.x), in.x), fminf(fmaxf(by.y, -in.y), in.y)};
    *nearest = glms_vec2_add(box_middle(box), kept);
    return glms_vec2_distance(at, *nearest);
}

/* Where the finger hits nothing that can be pressed, the nearest point of what it covers of that. */
static Point aim(const App *app, Point at)
{
    if (can_be_pressed(drawlist_hit(&app->list, at)))
        return at;
    int across, down;
    window_units(app->window, &across, &down);
    float finger = FINGER_H * app->list.width / (float)across, least = INFINITY;
    Point found = at, near;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));) {
        Target target = mark->mark.target;
        float far = can_be_pressed(target) ? distance(mark->bounds, at, finger, &near) : INFINITY;
        if (far < least && target_equal(drawlist_hit(&app->list, near), target)) { /* nothing lies over it */
            least = far;
            found = near;
        }
    }
    return found;
}

/* ---- one finger ---- */

static void grip(App *app, Point at)
{
    app->fingers.stage = TOUCH_DRAGS;
    point_at(app, EVENT_MOUSE_DOWN, at);
}

/* The finger has gone too far for a tap: it drags what it began on, or scrolls. */
static void set_out(App *app)
{
    Fingers *fingers = &app->fingers;
    fingers->stage = TOUCH_SCROLLS;
    if (!is_gripped(app, drawlist_hit(&app->list, fingers->from)))
        return;
    fingers->beside = (Point){0, 0};
    grip(app, fingers->from);
}

static void begin(App *app, Point at)
{
    Fingers *fingers = &app->fingers;
    fingers->from = at;
    fingers->since = app->now;
    Point meant = aim(app, at);
    Target target = drawlist_hit(&app->list, meant);
    fingers->beside = glms_vec2_sub(meant, at);
    bool hit = meant.x == at.x && meant.y == at.y,
         knob = target.kind > TARGET_LAST_VALUE; /* what is beside a bar scrolls */
    if ((hit || knob) && is_gripped(app, target))
        grip(app, meant);
    else
        fingers->stage = TOUCH_WAITS;
}

static void begin_pinch(App *app)
{
    if (app->fingers.stage == TOUCH_DRAGS)
        point_at(app, EVENT_MOUSE_UP, glms_vec2_add(app->fingers.at[0], app->fingers.beside));
    app->fingers.stage = TOUCH_PINCHES;
}

/* Zooms what lies between the fingers: a map in its window, or the whole picture. */
static void pinch(App *app, const Point before[2])
{
    const Point *at = app->fingers.at;
    float was = glms_vec2_distance(before[0], before[1]), is = glms_vec2_distance(at[0], at[1]);
    if (was < 1 || is < 1)
        return;
    app->view.pointer = glms_vec2_scale(glms_vec2_add(at[0], at[1]), 0.5f);
    app_update_hover(app);
    const ViewInput *input = app_input(app);
    if (!input->wheel || !input->wheel(app, logf(is / was) / logf(1.2f)))
        app_zoom(app, is / was);
}

static void move(App *app, int finger, Point to)
{
    Fingers *fingers = &app->fingers;
    Point before[2] = {fingers->at[0], fingers->at[1]};
    fingers->at[finger] = to;
    if (fingers->stage == TOUCH_WAITS && glms_vec2_distance(to, fingers->from) > REST_MOST)
        set_out(app);
    Point by = glms_vec2_sub(to, before[finger]);
    switch (fingers->stage) {
    case TOUCH_RESTS:
        point_at(app, EVENT_MOUSE_MOVE, to);
        break;
    case TOUCH_DRAGS:
        point_at(app, EVENT_MOUSE_MOVE, glms_vec2_add(to, fingers->beside));
        break;
    case TOUCH_SCROLLS:
        app->view.pointer = fingers->from; /* what it has begun on */
        app_update_hover(app);
        if (!app_pan(app, by))
            app_scroll(app, (fabsf(by.x) > fabsf(by.y) ? by.x : by.y) / LINE_H);
        break;
    case TOUCH_PINCHES:
        if (fingers->count == 2)
            pinch(app, before);
        break;
    default:
        break;
    }
}

/* The note of a finger that rested stays until the next touch. */
static void end(App *app, Point at)
{
    TouchStage stage = app->fingers.stage;
    app->fingers.stage = TOUCH_NONE;
    at = glms_vec2_add(at, app->fingers.beside);
    if (stage == TOUCH_WAITS)
        point_at(app, EVENT_MOUSE_DOWN, at);
    if (stage == TOUCH_WAITS || stage == TOUCH_DRAGS)
        point_at(app, EVENT_MOUSE_UP, at);
    if (stage != TOUCH_RESTS)
        app_leave_pointer(app); /* that of a mouse is somewhere; a finger that has gone is nowhere */
}

static int find(const Fingers *fingers, int64_t id)
{
    for (int i = 0; i < fingers->count; i++)
        if (fingers->ids[i] == id)
            return i;
    return -1;
}

void app_touch(App *app, const Event *event)
{
    Fingers *fingers = &app->fingers;
    Point at = {event->touch.x, event->touch.y};
    int finger = find(fingers, event->touch.finger);
    if (event->kind == EVENT_TOUCH_DOWN && finger < 0 && fingers->count < 2) {
        fingers->ids[fingers->count] = event->touch.finger;
        fingers->at[fingers->count++] = at;
        if (fingers->count == 1)
            begin(app, at);
        else
            begin_pinch(app);
    } else if (event->kind == EVENT_TOUCH_MOVE && finger >= 0)
        move(app, finger, at);
    else if (event->kind == EVENT_TOUCH_UP && finger >= 0) {
        if (finger == 0 && fingers->count == 2) {
            fingers->ids[0] = fingers->ids[1];
            fingers->at[0] = fingers->at[1];
        }
        if (--fingers->count == 0)
            end(app, at);
    }
}

void touch_update(App *app)
{
    if (touch_wait(app) > 0)
        return;
    app->fingers.stage = TOUCH_RESTS;
    point_at(app, EVENT_MOUSE_MOVE, app->fingers.at[0]);
}

void touch_missed(App *app, double seconds)
{
    if (seconds > MISSED_LEAST)
        app->fingers.since += seconds;
}

double touch_wait(const App *app)
{
    return app->fingers.stage == TOUCH_WAITS ? fmax(0, app->fingers.since + REST_SECONDS - app->now) : INFINITY;
}
