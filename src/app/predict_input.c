/* Predict, then reveal: the cursor waits before each answer. */
#include "app/predict_input.h"

#include "app/origin_input.h"

void predict_off(App *app)
{
    app->view.predict.on = app->view.predict.telling = false;
    app->resume = false;
    app->view.caption = NULL;
    app->extent_known = false;
    app->dirty = true;
}

/* What is seen now is not asked any more; where nothing is left, all of it again from the start. */
static void begin(App *app)
{
    Question question;
    origin_close(app);
    app->view.predict = (Predict){.on = true, .open = app->target};
    if (!scene_question(&app->view, &question)) {
        app->view.predict.open = -1;
        app_jump(app, 0);
    }
    app->resume = app->view.playing;
    app->view.focus = (Target){0};
    app->view.caption = NULL;
    app->extent_known = false;
    app->dirty = true;
}

static void answer(App *app, int choice)
{
    Predict *predict = &app->view.predict;
    Question question;
    if (predict->telling || !scene_asks(&app->view, &question) || choice < 0 || choice >= question.count)
        return;
    predict->asked++;
    predict->right += predict_right(app->trace, &question, choice);
    predict->telling = true;
    predict->answered = predict->open = question.gate;
    predict->choice = choice;
    app->view.focus = (Target){TARGET_CONTROL, PREDICT_ON, 0, 0};
    app->view.caption = NULL;
    bool resume = app->resume || app->view.playing;
    app->view.playing = false;
    app_go(app, question.reveal);
    app->resume = resume;
}

static void go_on(App *app)
{
    app->view.predict.telling = false;
    app->view.focus = (Target){0};
    if (app->resume)
        app_play(app, true);
    else
        app_go(app, app->target + 1);
}

bool predict_press(App *app, Target target)
{
    if (target.kind != TARGET_CONTROL)
        return false;
    switch (target.a) {
    case PREDICT_SWITCH:
        if (app->view.predict.on)
            predict_off(app);
        else
            begin(app);
        return true;
    case PREDICT_CHOICE:
        answer(app, target.b);
        return true;
    case PREDICT_ON:
        if (app->view.predict.telling)
            go_on(app);
        return true;
    default:
        return false;
    }
}

bool predict_key(App *app, const Event *event)
{
    Key key = event->key.key;
    Question question;
    if (key == KEY_Q) {
        predict_press(app, (Target){TARGET_CONTROL, PREDICT_SWITCH, 0, 0});
        return true;
    }
    if (!app->view.predict.on)
        return false;
    if (app->view.predict.telling) {
        if (key == KEY_RIGHT || key == KEY_SPACE) {
            go_on(app);
            return true;
        }
        if (key == KEY_LEFT || key == KEY_UP || key == KEY_DOWN || key == KEY_HOME || key == KEY_END)
            app->view.predict.telling = false;
        return false;
    }
    if (!scene_asks(&app->view, &question))
        return false;
    if (key == KEY_SPACE) { /* it plays on when the answer is there */
        app->resume = !app->resume;
        return true;
    }
    if (key < KEY_1 || key > KEY_9)
        return false;
    answer(app, (int)(key - KEY_1));
    return true;
}

/* Playing stops where a question stands. */
void predict_update(App *app)
{
    Question question;
    if (!app->view.predict.on || !app->view.playing || !scene_asks(&app->view, &question))
        return;
    app->view.playing = false;
    app->target = question.gate - 1;
    app->view.cursor = app->target;
    app->resume = true;
    app->dirty = true;
}
