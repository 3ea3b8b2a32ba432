#include "app/app_place.h"
#include "app/awaited.h"
#include "app/card_progress.h"
#include "app/class_room.h"
#include "app/course_input.h"
#include "app/cursor.h"
#include "app/curves_input.h"
#include "app/exam_input.h"
#include "app/exports.h"
#include "app/input.h"
#include "app/open.h"
#include "app/opening.h"
#include "app/timer_input.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "app/watch.h"
#include "app/weights_input.h"
#include "base/beside.h"
#include "base/thread.h"
#include "derive/explain.h"
#include "trace/beats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAME_SECONDS   (1.0 / 60)
#define WORK_SECONDS    0.012 /* of a frame, for drawing and for the work beside it where there are no threads, */
#define LEAST_SECONDS   0.002 /* which has that much at least */
#define BLINK_SECONDS   0.53
#define MESSAGE_SECONDS 7.0

App *app_create(const AppOptions *options, Error *error)
{
    App *app = heap_alloc(1, sizeof *app);
    app->options = *options;
    app->inputs = VIEW_INPUTS;
    app->zoom = 1;
    app->view = view_default(theme_with(THEME_LIGHT, options->high_contrast), 1440, 900);
    app->view.gloss = GLOSS_USUAL;
    app->view.window.reduced_motion = options->reduced_motion;
    app->view.window.embedded = options->embedded;
    app->view.panel.asking = !options->embedded; /* there is no card to answer on */
    app->type = type_open(options->fonts, error);
    bool ok = app->type != NULL;
    if (ok)
        ok = (app->window = window_create("attend", options->width > 0 ? options->width : 1440,
                                          options->height > 0 ? options->height : 900, error));
    app->view.window.in_page = window_in_page(app->window);
    app->view.window.by_finger = window_by_finger(app->window);
    if (ok) { /* the first time nobody has said which */
        app->view.language = window_language(LANGUAGE_NAMES) == LANGUAGE_CHINESE ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        ok = options->opened && options->opened->path ? app_open_file(app, options->opened, options->model, error)
                                                      : app_open_lesson(app, options->lesson, options->model, error);
    }
    if (ok)
        app_resume(app, options->last, !options->resume);
    if (ok && !options->resume)
        app->view.language = lesson_language(app->open.lesson, app->view.language);
    if (ok && options->theme >= 0)
        app->view.theme = theme_with((ThemeKind)options->theme, options->high_contrast);
    if (ok && options->language >= 0)
        app->view.language = (Language)options->language;
    if (ok && options->beside && !options->at)
        app_show_view(app, VIEW_COMPARE);
    if (ok && options->at)
        ok = app_go_to(app, options->at, error);
    if (ok)
        app_check_model(app, options->made_by);
    if (!ok) {
        app->options.forgetful = true;
        app_destroy(app);
        return NULL;
    }
    app_check_home(app);
    opening_offer(app);
    exports_offer(app);
    app_set_title(app);
    if (options->weights_count > 0)
        weights_show(app);
    if (options->log && !curves_open(app, options->log, false, error)) {
        app_destroy(app);
        return NULL;
    }
    scene_icon(app->view.theme, app->type, &app->list);
    window_icon(app->window, &app->list);
    app->dirty = true;
    return app;
}

void app_destroy(App *app)
{
    if (!app)
        return;
    words_close(app); /* what it only tries is none of what is kept */
    app_remember(app);
    app_close_course(app);
    exam_close(app);
    class_finish(app);
    words_forget(app);
    free(app->said);
    edit_forget(&app->typing.history);
    app_close_lesson(app);
    weights_close(app);
    curves_close(app);
    progress_finish(&app->progress.all);
    window_destroy(app->window);
    type_close(app->type);
    drawlist_finish(&app->list);
    drawlist_finish(&app->passage.from);
    drawlist_finish(&app->passage.between);
    arena_finish(&app->scratch);
    arena_finish(&app->kept);
    arena_finish(&app->caption.arena);
    free(app);
}

/* Seconds until something changes by itself; INFINITY: never. */
static double next_change(const App *app)
{
    double wait = fmin(fmin(watch_wait(app), touch_wait(app)), timer_wait(app));
    wait = fmin(wait, curves_wait(app));
    const ViewInput *input = app_input(app);
    if (app_moving(app) || app->passage.on || opening_moves(app) || (input->moving && input->moving(app)))
        return FRAME_SECONDS;
    if (app_types(app)) {
        double passed = fmod(app->now - app->typing.caret_since, BLINK_SECONDS);
        wait = fmin(wait, BLINK_SECONDS - passed);
    }
    if (app->view.message.text) {
        double left = fmax(0.01, app->message.until - app->now);
        wait = fmin(wait, left);
    }
    return wait;
}

static void update_clock(App *app)
{
    Target awaited = awaited_update(app);
    if (awaited.kind != TARGET_NONE)
        app_press(app, awaited);
    if (type_has_more(app->type))
        app->dirty = true;
    course_update(app);
    app_advance(app);
    touch_update(app);
    words_look(app);
    if (app_input(app)->update && !app->view.awaited.on) /* behind which nothing moves */
        app_input(app)->update(app);
    opening_update(app);
    class_update(app);
    timer_update(app);
    if (app->view.opening.stage == OPENING_NONE && !app->view.awaited.on) {
        progress_look(app);
        reload_look(app);
    }
    bool on = fmod(app->now - app->typing.caret_since, 2 * BLINK_SECONDS) < BLINK_SECONDS;
    if (app_types(app) && on != app->view.field.caret_on) {
        app->view.field.caret_on = on;
        app->dirty = true;
    }
    if (app->message.until == 0)
        app->message.until = app->now + MESSAGE_SECONDS;
    if (app->view.message.text && app->now >= app->message.until) {
        app->view.message.text = NULL;
        app->dirty = true;
    }
}

static void compose(App *app, const char *text)
{
    snprintf(app->typing.composition, sizeof app->typing.composition, "%s", text);
    app->view.field.composition = app->typing.composition[0] ? app->typing.composition : NULL;
    if (class_types(app))
        class_compose(app, app->view.field.composition);
}

static void take_text(App *app, const char *text)
{
    compose(app, "");
    if (class_types(app))
        class_type(app, text);
    else if (words_are_open(app))
        words_type(app, text);
    else if (app->view.field.active)
        field_type(app, text);
    else if (app->view.panel.typing)
        quiz_typed(app, text);
}

/* Whatever an event changes is seen in the next picture; what changes without one (time, news of a training, a file
 * that has come) says so itself. */
void app_update(App *app, const Event *event)
{
    if (event->kind == EVENT_KEY)
        app_settle_focus(app); /* several keys can come between two frames */
    app->dirty = true;
    if (opening_event(app, event))
        return;
    switch (event->kind) {
    case EVENT_QUIT:
        app->quit = true;
        break;
    case EVENT_KEY:
        app_key(app, event);
        break;
    case EVENT_TEXT:
        take_text(app, event->text.text);
        break;
    case EVENT_TEXT_EDIT:
        if (app->view.field.active || class_types(app))
            compose(app, event->text.text);
        break;
    case EVENT_PRESS:
        app_press_beside(app, (Target){event->press.kind, event->press.a, event->press.b, event->press.c});
        break;
    case EVENT_PRINT:
        app_print(app);
        break;
    case EVENT_SELECT:
        typing_select(app, event->select.anchor, event->select.caret, event->select.erase);
        break;
    case EVENT_MOUSE_MOVE:
    case EVENT_MOUSE_DOWN:
    case EVENT_MOUSE_UP:
    case EVENT_WHEEL:
        app_pointer(app, event);
        break;
    case EVENT_TOUCH_DOWN:
    case EVENT_TOUCH_MOVE:
    case EVENT_TOUCH_UP:
        app_touch(app, event);
        break;
    case EVENT_MOUSE_LEAVE:
        app_leave_pointer(app);
        break;
    case EVENT_DROP:
        app_take_file(app, event->drop.path);
        break;
    case EVENT_BLUR:
        if (app->view.window.embedded) /* who comes back by Tab begins at the first control, or the last */
            app_focus_on(app, (Target){0});
        break;
    case EVENT_PLACE:
        app_visit(app, event->place.text);
        break;
    case EVENT_CONTRAST:
        app->view.theme = theme_with(app->view.theme->kind, event->contrast.high);
        break;
    case EVENT_HIDE:
        app_remember(app);
        break;
    default:
        break;
    }
}

/* A page around the window follows it. The first minute is no place, nor is one that is left when
 * something has come. */
static void tell_page(App *app)
{
    if (!app->view.window.in_page || app->view.opening.stage != OPENING_NONE || app->view.awaited.on)
        return;
    bool alone = app->view.window.embedded;
    PageNews news = {app_here(app, &app->scratch), alone && app_focus_ends(app, -1), alone && app_focus_ends(app, 1),
                     alone && app_scrolls(app)};
    window_tell(app->window, &news);
}

/* The caption is put into words once for every moment, and for every beat on the way to it. Without captions a page
 * still says the moment that one has come to. */
static void tell(App *app)
{
    double cursor = app->view.cursor;
    if (app_input(app)->caption) {
        arena_reset(&app->caption.arena);
        app->view.window.caption = app_input(app)->caption(&app->view, &app->caption.arena);
        return;
    }
    if (!app->view.window.captions && cursor != app->cursor.target)
        cursor = floor(cursor);
    int gate = scene_gate(&app->view); /* what is asked is not told */
    if (gate >= 0)
        cursor = fmin(cursor, gate - 1);
    int moment = moment_of_stop(cursor);
    BeatKind beat = cursor < moment ? beat_at(app->open.trace, cursor) : BEAT_WHOLE;
    bool plays = app->view.play.on && app->view.window.captions,
         reads = plays && explain_reads(app->open.trace, cursor);
    if (beat == BEAT_WHOLE)
        moment = reads ? -1 : (int)floor(cursor + 0.5);
    bool same = app->view.window.caption && app->caption.trace == app->open.trace && app->caption.moment == moment
                && app->caption.beat == beat && app->caption.language == app->view.language;
    if (!(app->view.window.captions || app->view.window.in_page) || (same && gate < 0 && !app->view.predict.on))
        return;
    arena_reset(&app->caption.arena);
    const Trace *seen = scene_seen_trace(&app->view, &app->caption.arena);
    Maths maths = {seen, app->view.model, app->view.language, &app->caption.arena};
    app->view.window.caption = (plays ? explain_playing : explain_beat)(&maths, cursor);
    app->caption.trace = app->open.trace;
    app->caption.moment = moment;
    app->caption.beat = beat;
    app->caption.language = app->view.language;
}

/* A picture with letters missing is still of use, but it says why. */
static void tell_fonts(App *app)
{
    Error error = {0};
    if (app->message.fonts_told || type_sound(app->type, &error))
        return;
    app->message.fonts_told = true;
    app_fail(app, &error);
}

static void draw(App *app)
{
    app_measure(app);
    tell(app);
    app_lay_out(app);
    app->dirty = false;
    if (app->view.panel.scroll > app->layout.card_scroll && !app->view.window.blank
        && app->view.overlay != OVERLAY_COURSE && app->view.overlay != OVERLAY_CLASS) {
        app->view.panel.scroll = app->layout.card_scroll;
        app->dirty = true;
    }
    if (app->view.cursor == app->cursor.target && !app->view.window.blank)
        app_forget_gone(app, &app->list);
    if (app->view.pointer.x >= 0) /* what lies under a resting pointer may have changed */
        app_update_hover(app);
    if (app->dirty)
        app_lay_out(app);
    window_present(app->window, passage_list(app));
    typing_show(app);
    screen_reader_update(app);
    app->dirty = false;
    tell_fonts(app);
    tell_page(app);
}

bool app_draw(App *app, double now)
{
    app->now = now;
    update_clock(app);
    if (app->quit)
        return false;
    if (app->dirty)
        draw(app);
    else if (app->passage.on)
        window_present(app->window, passage_list(app));
    return true;
}

bool app_frame(App *app, double *sleep)
{
    Event event;
    app->now = window_time();
    arena_reset(&app->scratch);
    while (!app->quit && window_poll(app->window, &event))
        app_update(app, &event);
    if (!app_draw(app, app->now))
        return false;
    double drawn = window_time() - app->now;
    bool worked = beside_turn(clock_seconds() + fmax(LEAST_SECONDS, WORK_SECONDS - drawn));
    touch_missed(app, window_time() - app->now);
    double wait = worked || app->dirty ? 0 : next_change(app);
    *sleep = isinf(wait) ? -1 : fmax(0, wait - (window_time() - app->now));
    return true;
}

static bool frame(void *app, double *sleep)
{
    return app_frame(app, sleep);
}

bool app_run(const AppOptions *options, Error *error)
{
    App *app = app_create(options, error);
    if (!app)
        return false;
    window_loop(app->window, frame, app);
    app_destroy(app);
    return true;
}
