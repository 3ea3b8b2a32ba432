/* What every part of the app asks of it, and nothing more. */
#include "app/app_state.h"
#include "app/later.h"
#include "scene/window/class_page.h"

#include <stdarg.h>

static void show_message(App *app, bool bad, const char *format, va_list arguments)
{
    utf8_vprint(app->message.text, sizeof app->message.text, format, arguments);
    app->view.message = app->message.text;
    app->view.message_bad = bad;
    app->message.until = 0;
    app->dirty = true;
}

void app_say(App *app, Word word, ...)
{
    va_list arguments;
    va_start(arguments, word);
    show_message(app, false, said(app->view.language, word), arguments);
    va_end(arguments);
}

void app_warn(App *app, Word word, ...)
{
    va_list arguments;
    va_start(arguments, word);
    show_message(app, true, said(app->view.language, word), arguments);
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
    if (!later_wait(app, error, LATER_NOTHING))
        app_tell(app, true, "%s", error_text(error));
}

void app_wake(void *window)
{
    window_wake(window);
}

void app_lay_out(App *app)
{
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
    return quiz >= 0 && quiz < app_card(app)->quiz_count ? &app->view.quizzes[quiz] : NULL;
}

void app_first_answer(App *app)
{
    bool of_card = scene_mask(&app->view).gate >= 0; /* else it is Predict's */
    app->view.card_open = app->view.card_open || of_card;
    app_say(app, W_FIRST_ANSWER_THE_QUESTION);
}

bool app_may_answer(App *app)
{
    bool may = app->later.kind != LATER_CARD;
    if (!may)
        app_say(app, W_THE_MODEL_IS_STILL_LOADING);
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

bool app_may_touch(App *app, TouchKind kind)
{
    if (scene_may_touch(&app->view, kind))
        return true;
    if (!app_may_decode(app))
        return false;
    Word name = kind == TOUCH_WORD ? W_THE_WORDS_STAY : kind == TOUCH_STATE ? W_THE_STATES_STAY : W_THE_SENTENCE_STAYS;
    app_say(app, W_ON_THIS_CARD_IT_STAYS, said(app->view.language, name));
    return false;
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
    return app->view.overlay == OVERLAY_WORDS;
}
