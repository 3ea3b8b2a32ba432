/* Functions that every part of the app uses. */
#include "app/app_state.h"
#include "app/awaited.h"
#include "scene/view/window_layout.h"
#include "scene/window/class_page.h"
#include "words/app_words.h"
#include "words/course_words.h"
#include "words/stage_words.h"
#include "words/window_words.h"

#include <math.h>
#include <stdarg.h>

#define PRESENT_SCALE 1.35f /* read from the back row */

static void show_message(App *app, bool bad, const char *format, va_list arguments)
{
    utf8_vprint(app->message.text, sizeof app->message.text, format, arguments);
    app->view.message.text = app->message.text;
    app->view.message.bad = bad;
    app->message.until = 0;
    app->dirty = true;
}

void app_say(App *app, Word word, ...)
{
    va_list arguments;
    va_start(arguments, word);
    show_message(app, false, view_said(&app->view, word), arguments);
    va_end(arguments);
}

void app_warn(App *app, Word word, ...)
{
    va_list arguments;
    va_start(arguments, word);
    show_message(app, true, view_said(&app->view, word), arguments);
    va_end(arguments);
}

void app_tell(App *app, bool bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    show_message(app, bad, format, arguments);
    va_end(arguments);
}

void app_fail(App *app, const Error *error)
{
    if (!awaited_wait(app, error, AWAITED_NOTHING))
        app_tell(app, true, "%s", error_text(error));
}

void app_wake(void *window)
{
    window_wake(window);
}

/* The picture is laid out for 1440 x 900 and grows with the window. Below 0.9 type gets small, so there the panels
 * give way first. What a person zooms comes on top; the stage always stays whole. */
void app_measure(App *app)
{
    int across, down;
    window_units(app->window, &across, &down);
    Point window = {(float)across, (float)down};
    float automatic = fminf(fmaxf(fminf(window.x / 1440, window.y / 900), 0.9f), 4);
    float scale = automatic * app->zoom * (app->view.window.present ? PRESENT_SCALE : 1);
    Point picture = window_picture(window, scale, app->view.window.captions);
    app->view.width = picture.x, app->view.height = picture.y;
}

void app_lay_out(App *app)
{
    passage_begin(app);
    app->layout = scene_window(&app->view, app->type, &app->list);
}

const SceneLayout *app_layout(App *app)
{
    if (app->dirty)
        app_lay_out(app);
    return &app->layout;
}

void app_focus_on(App *app, Target target)
{
    app->view.focus = target;
    app->view.hover = (Target){0};
    app->view.pointer = (Point){-1, -1};
}

const Card *app_card(const App *app)
{
    return lesson_card(app->open.lesson, app->view.card);
}

QuizAnswer *app_answer(App *app, int quiz)
{
    return quiz >= 0 && quiz < app_card(app)->quiz_count ? &app->view.panel.quizzes[quiz] : NULL;
}

void app_first_answer(App *app)
{
    bool of_card = scene_mask(&app->view).gate >= 0; /* else it is Predict's */
    app->view.panel.open = app->view.panel.open || of_card;
    app_say(app, W_FIRST_ANSWER_THE_QUESTION);
}

bool app_may_answer(App *app)
{
    bool may = app->awaited.kind != AWAITED_CARD;
    if (!may)
        app_say(app, W_THE_MODEL_IS_STILL_LOADING);
    if (may && view_plays(&app->view)) {
        app_say(app, W_NOT_WHILE_PLAYING);
        return false;
    }
    return may;
}

bool app_may_give(App *app)
{
    bool may = scene_gate(&app->view) < 0;
    if (!may)
        app_first_answer(app);
    return may;
}

bool app_may_decode(App *app)
{
    bool may = view_decodes(&app->view);
    if (!may)
        app_say(app, W_A_TRACE_HAS_NO_MODEL);
    return may;
}

bool class_is_open(const App *app)
{
    return app->view.overlay == OVERLAY_CLASS;
}

bool class_types(const App *app)
{
    return class_is_open(app) && app->view.class_page->field.active;
}

bool words_are_open(const App *app)
{
    return app->view.overlay == OVERLAY_WORDS || app->view.words.place > 0;
}
