/* Predict, then reveal: the cursor waits before each answer. */
#include "app/cursor.h"
#include "app/decode_input.h"
#include "scene/view/window_layout.h"
#include "words/keys_words.h"

void predict_off(App *app)
{
    app->view.predict.on = app->view.predict.telling = false;
    app->cursor.resume = false;
    app->view.window.caption = NULL;
}

/* Asks only about what is not on the picture yet. If nothing is left to ask, it starts again from the beginning. */
static void begin(App *app)
{
    Question question;
    origin_close(app);
    app->view.predict = (Predict){.on = true, .open = app_moment(app)};
    if (!scene_question(&app->view, &question)) {
        app->view.predict.open = -1;
        app_jump(app, 0);
    }
    app->cursor.resume = app->view.play.on;
    app->view.focus = (Target){0};
    app->view.window.caption = NULL;
}

static void tell(App *app, const Question *question, int choice)
{
    Predict *predict = &app->view.predict;
    predict->telling = true;
    predict->shown = false;
    predict->answered = predict->open = question->gate;
    predict->choice = choice;
    app->view.focus = (Target){TARGET_CONTROL, PREDICT_ON, 0, 0};
    app->view.window.caption = NULL;
    bool resume = app->cursor.resume || app->view.play.on;
    app->view.play.on = false;
    app_go(app, question->reveal);
    app->cursor.resume = resume;
}

static void answer(App *app, int choice)
{
    Predict *predict = &app->view.predict;
    Question question;
    if (predict->telling || !scene_asks(&app->view, &question) || choice < 0 || choice >= question.count)
        return;
    predict->asked++;
    predict->right += predict_right(app->open.trace, &question, choice);
    tell(app, &question, choice);
}

/* Nobody's answer: the class has raised its hands. */
static void reveal(App *app, int by)
{
    Question question;
    (void)by;
    if (!scene_asks(&app->view, &question))
        return;
    tell(app, &question, question.right);
    app->view.predict.shown = true;
}

static void go_on(App *app, int by)
{
    (void)by;
    app->view.predict.telling = false;
    app->view.focus = (Target){0};
    if (app->cursor.resume)
        app_play(app, true);
    else
        app_go(app, app_moment(app) + 1);
}

static void toggle(App *app, int by)
{
    (void)by;
    if (app->view.predict.on)
        predict_off(app);
    else if (app_may_decode(app))
        begin(app);
}

static bool tells(const App *app)
{
    return app->view.predict.on && app->view.predict.telling;
}

static bool asks(const App *app)
{
    Question question;
    return app->view.predict.on && !app->view.predict.telling && scene_asks(&app->view, &question);
}

/* In front of a class no other key answers. */
static bool asks_class(const App *app)
{
    return asks(app) && window_asks_class(&app->view);
}

static bool may_reveal(const App *app)
{
    return asks_class(app) && app->view.focus.kind == TARGET_NONE;
}

static void tell_no_more(App *app, int by)
{
    (void)by;
    app->view.predict.telling = false;
}

/* It plays on when the answer is there. */
static void toggle_resume(App *app, int by)
{
    (void)by;
    app->cursor.resume = !app->cursor.resume;
}

const KeyRow predict_keys[] = {
    {KEY_Q, 0, toggle, 0, W_KEY_PREDICT_WHAT_COMES_ANSWER},
    {KEY_RIGHT, 0, go_on, 0, 0, tells},
    {KEY_SPACE, 0, go_on, 0, 0, tells},
    {KEY_LEFT, AND_ON, tell_no_more, 0, 0, tells, 3}, /* and up, down */
    {KEY_HOME, AND_ON, tell_no_more, 0, 0, tells, 1}, /* and end */
    {KEY_SPACE, 0, toggle_resume, 0, 0, asks},
    {KEY_1, 0, answer, 0, W_KEY_PREDICT_WHAT_COMES_ANSWER, asks, 8},
    {KEY_A, 0, answer, 0, W_KEY_PREDICT_WHAT_COMES_ANSWER, asks_class, PREDICT_CHOICES - 1},
    {KEY_ENTER, 0, reveal, 0, 0, may_reveal},
    {0},
};

bool predict_press(App *app, Target target)
{
    if (target.kind != TARGET_CONTROL || target.a < PREDICT_SWITCH || target.a > PREDICT_ON)
        return false;
    if (target.a == PREDICT_SWITCH)
        toggle(app, 0);
    else if (target.a == PREDICT_CHOICE)
        answer(app, target.b);
    else if (app->view.predict.telling)
        go_on(app, 0);
    return true;
}

/* Playing stops where a question stands. */
void predict_update(App *app)
{
    Question question;
    if (!app->view.predict.on || !app->view.play.on || !scene_asks(&app->view, &question))
        return;
    app->view.play.on = false;
    app->cursor.target = question.gate - 1;
    app->view.cursor = app->cursor.target;
    app->cursor.resume = true;
    app->dirty = true;
}
