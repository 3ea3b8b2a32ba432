/* Answering a card's quizzes: choosing, typing a number, asking for the hint. */
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/exam_input.h"
#include "app/typing.h"
#include "words/app_words.h"

#define ANSWERS_MOST 64    /* of a card that the keys reach */
#define REVEAL_SPACE 18.0f /* px, to the edge of what is in sight */

static bool of_card(Target target)
{
    return target.kind == TARGET_CHOICE || target.kind == TARGET_NUMBER || target.kind == TARGET_NUMBER_GO
           || target.kind == TARGET_HINT || target.kind == TARGET_LINK || target.kind == TARGET_LIVE
           || target.kind == TARGET_PANEL;
}

void card_reveal(App *app, Target target)
{
    if (!of_card(target))
        return;
    app_lay_out(app);
    const DrawCommand *panel = drawlist_marked(&app->list, (Target){TARGET_PANEL, 0, 0, 0});
    const DrawCommand *mark = drawlist_marked(&app->list, target);
    if (!panel || !mark)
        return;
    float above = panel->bounds.y + REVEAL_SPACE - mark->bounds.y;
    float below = mark->bounds.y + mark->bounds.h + REVEAL_SPACE - panel->bounds.y - panel->bounds.h;
    float scroll = app->view.panel.scroll + (below > 0 ? below : above > 0 ? -above : 0);
    app->view.panel.scroll = scroll > 0 ? scroll : 0;
}

/* Shows for good what the question hid, and moves the stage there. */
static void uncover(App *app, int quiz)
{
    const Card *card = app_card(app);
    int reveals = quiz_reveals(&card->quizzes[quiz], &card->stage, app->open.trace);
    if (app->view.panel.quizzes[quiz].shown)
        return;
    app->view.panel.quizzes[quiz].shown = true;
    if (reveals < 0)
        return;
    app->view.play.on = false;
    app_go(app, reveals);
}

/* Whether it was right decides the trace on the stage; a right answer can complete the card. */
static void graded(App *app, int quiz)
{
    if (!app->view.panel.exam
        && quiz_answered_right(&app_card(app)->quizzes[quiz], &app->view.panel.quizzes[quiz], app->open.trace)) {
        uncover(app, quiz);
        app_answered_right(app);
    }
    card_reveal(app, (Target){TARGET_PANEL, (int16_t)(quiz + 1), 0, 0});
}

void quiz_choose(App *app, Target target)
{
    QuizAnswer *answer = app_answer(app, target.a);
    if (!answer || app_card(app)->quizzes[target.a].kind == QUIZ_NUMBER || !app_may_answer(app))
        return;
    if (app->view.panel.exam && !exam_choose(app, target.b))
        return;
    answer->answered = true;
    answer->choice = target.b;
    graded(app, target.a);
}

void quiz_hint(App *app, Target target)
{
    QuizAnswer *answer = app_answer(app, target.a);
    if (!answer || app->view.panel.exam || (target.b && !app_may_answer(app))) /* an exam has none */
        return;
    if (target.b)
        uncover(app, target.a);
    else
        answer->hint = true;
    app->view.focus = (Target){0}; /* its control is gone, or another one */
    card_reveal(app, (Target){TARGET_PANEL, (int16_t)(target.a + 1), 0, 0});
}

/* The places of the card's questions that take the focus, in their order; returns how many of `most`. */
static int find_answers(const App *app, Target *out, int most)
{
    int count = 0;
    for (const DrawCommand *mark = NULL; count < most && (mark = drawlist_next_mark(&app->list, mark));)
        if (mark->mark.target.kind == TARGET_CHOICE || mark->mark.target.kind == TARGET_NUMBER)
            out[count++] = mark->mark.target;
    return count;
}

static void focus_answer(App *app, Target target)
{
    app_focus_on(app, target);
    if (target.kind == TARGET_NUMBER)
        quiz_enter(app, target.a);
    card_reveal(app, target);
}

void quiz_focus(App *app, int by)
{
    (void)by;
    app->view.panel.open = true;
    app_lay_out(app);
    Target places[ANSWERS_MOST];
    int count = find_answers(app, places, ANSWERS_MOST), next = 0;
    bool on_choice = app->view.focus.kind == TARGET_CHOICE;
    for (int i = 0; on_choice && i < count; i++) /* the first place of the next question */
        if (target_equal(places[i], app->view.focus))
            for (next = i; next < count && places[next].a == places[i].a;)
                next++;
    if (count > 0)
        focus_answer(app, places[next % count]);
    else
        app_say(app, W_NO_QUESTION_HERE);
}

bool quiz_has_focus(const App *app)
{
    return app->view.overlay == OVERLAY_NONE && app->view.focus.kind == TARGET_CHOICE;
}

void quiz_move(App *app, int by)
{
    Target places[ANSWERS_MOST];
    int count = find_answers(app, places, ANSWERS_MOST);
    for (int i = 0; i < count; i++)
        if (target_equal(places[i], app->view.focus) && i + by >= 0 && i + by < count
            && places[i + by].a == places[i].a) {
            focus_answer(app, places[i + by]);
            break;
        }
}

/* ---- the number ---- */

static void changed(App *app)
{
    caret_show(app);
}

static void grade_number(App *app, int quiz)
{
    QuizAnswer *answer = app_answer(app, quiz);
    if (!answer || !app_may_answer(app))
        return;
    quiz_grade(answer);
    changed(app);
    if (answer->answered)
        graded(app, quiz);
    else
        app_say(app, W_TYPE_A_NUMBER_FIRST);
    if (quiz_answered_right(&app_card(app)->quizzes[quiz], answer, app->open.trace))
        quiz_enter(app, -1);
    else
        quiz_enter(app, quiz);
}

void quiz_press_number(App *app, Target target)
{
    if (target.kind == TARGET_NUMBER)
        quiz_enter(app, target.a);
    else
        grade_number(app, target.a);
}

void quiz_typed(App *app, const char *text)
{
    QuizAnswer *answer = app_answer(app, app->view.panel.typing - 1);
    if (!answer)
        return;
    if (!quiz_type(answer, text))
        app_warn(app, W_ROOM_FOR_DIGITS, QUIZ_DIGITS - 1);
    changed(app);
}

void quiz_select(App *app, int anchor, int caret, bool erase)
{
    QuizAnswer *answer = app_answer(app, app->view.panel.typing - 1);
    if (!answer)
        return;
    anchor = text_place(answer->typed, anchor);
    answer->caret = text_place(answer->typed, caret);
    for (; erase && answer->caret < anchor; anchor--)
        quiz_erase(answer, 1);
    while (erase && answer->caret > anchor)
        quiz_erase(answer, -1);
    changed(app);
}

/* Keys that neither type nor edit are left to others: Tab moves on, function keys keep their meaning. */
bool quiz_key(App *app, const Event *event)
{
    int quiz = app->view.panel.typing - 1;
    QuizAnswer *answer = app_answer(app, quiz);
    if (!answer)
        return false;
    Key key = event->key.key;
    if (event->modifiers.control) {
        if (key == KEY_V)
            quiz_typed(app, window_clipboard_get(app->window, &app->scratch));
        else if (key == KEY_C)
            window_clipboard_set(app->window, answer->typed);
        return key == KEY_V || key == KEY_C;
    }
    int to = caret_after(answer->typed, answer->caret, key, false);
    if (key == KEY_BACKSPACE || key == KEY_DELETE)
        quiz_erase(answer, key == KEY_BACKSPACE ? -1 : 1);
    else if (to >= 0)
        answer->caret = to;
    if (to >= 0)
        changed(app);
    else if (key == KEY_ENTER)
        grade_number(app, quiz);
    else if (key == KEY_ESCAPE)
        quiz_enter(app, -1);
    else
        return key != KEY_TAB && !(key >= KEY_F1 && key <= KEY_F12);
    return true;
}
