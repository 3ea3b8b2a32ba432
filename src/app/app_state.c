/* What every part of the app asks of it, and nothing more. */
#include "app/app_state.h"

#include <stdarg.h>

void app_say(App *app, bool bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    app->view.message = app->message;
    app->view.message_bad = bad;
    app->message_until = 0;
    app->dirty = true;
}

const Card *app_card(const App *app)
{
    return lesson_card(app->lesson, app->view.card);
}

QuizAnswer *app_answer(App *app, int quiz)
{
    return quiz >= 0 && quiz < app_card(app)->quiz_count ? &app->view.quizzes[quiz] : NULL;
}

static const char *touch_name(TouchKind kind, Language language)
{
    return kind == TOUCH_WEIGHTS       ? said(language, W_THE_WEIGHTS_STAY)
           : kind == TOUCH_TEMPERATURE ? said(language, W_THE_TEMPERATURE_STAYS)
           : kind == TOUCH_WORD        ? said(language, W_THE_WORDS_STAY)
                                       : said(language, W_THE_SENTENCE_STAYS);
}

bool app_may_touch(App *app, TouchKind kind)
{
    if (scene_may_touch(&app->view, kind))
        return true;
    Language language = app->view.language;
    const char *name = touch_name(kind, language);
    app_say(app, false, said(language, W_ON_THIS_CARD_IT_STAYS), name);
    return false;
}

void predict_begin_again(App *app)
{
    app->view.predict.open = -1;
    app->view.predict.telling = false;
    app->resume = false;
}

void origin_close(App *app)
{
    if (app->view.origin.depth == 0)
        return;
    app->view.origin.depth = 0;
    app->view.focus = (Target){0};
    app->extent_known = false;
    app->dirty = true;
}
