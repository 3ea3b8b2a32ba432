/* Who takes what is typed: the sentence field, the number of a question, or nobody. */
#include "app/typing.h"
#include "app/card_progress.h"
#include "scene/view/window_layout.h"

#include <assert.h>
#include <string.h>

bool app_types(const App *app)
{
    return app->view.field.active || app->view.panel.typing || class_types(app)
           || (words_are_open(app) && app->view.words.search.active);
}

void typing_end(App *app)
{
    field_enter(app, false);
    quiz_enter(app, -1);
}

int text_place(const char *text, int at)
{
    int length = (int)strlen(text);
    at = at < 0 ? 0 : at > length ? length : at;
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    return at;
}

void caret_show(App *app)
{
    app->typing.caret_since = app->now;
}

static int before(const char *text, int at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80);
    return at < 0 ? 0 : at;
}

static int behind(const char *text, int at)
{
    if (text[at])
        do
            at++;
        while (((unsigned char)text[at] & 0xC0) == 0x80);
    return at;
}

/* Over spaces, then over a word. */
static int word_end(const char *text, int at, int way)
{
    int next = at;
    bool inside = false;
    for (;;) {
        int step = way < 0 ? before(text, next) : behind(text, next);
        if (step == next)
            return next;
        char passed = text[way < 0 ? step : next];
        if (passed != ' ')
            inside = true;
        else if (inside)
            return next;
        next = step;
    }
}

int caret_after(const char *text, int caret, Key key, bool word)
{
    switch (key) {
    case KEY_HOME:
        return 0;
    case KEY_END:
        return (int)strlen(text);
    case KEY_LEFT:
    case KEY_BACKSPACE:
        return word ? word_end(text, caret, -1) : before(text, caret);
    case KEY_RIGHT:
    case KEY_DELETE:
        return word ? word_end(text, caret, 1) : behind(text, caret);
    default:
        return -1;
    }
}

int caret_beside(const Type *type, const char *text, int caret, Key key, bool word)
{
    TextStyle style = {FACE_SANS, TYPE_BODY, {0, 0, 0, 255}, 0};
    Slice all = slice_of(text);
    if ((key != KEY_LEFT && key != KEY_RIGHT) || !text_goes_left(type, style, all))
        return caret_after(text, caret, key, word);
    if (!word)
        return (int)text_beside(type, style, all, (size_t)caret, key == KEY_LEFT ? -1 : 1);
    bool line_goes_left = text_caret(type, style, all, all.length) < text_caret(type, style, all, 0);
    return word_end(text, caret, (key == KEY_LEFT) == line_goes_left ? 1 : -1);
}

void field_set(App *app, const char *text)
{
    size_t length = strlen(text);
    assert(length < sizeof app->typing.sentence);
    memcpy(app->typing.sentence, text, length + 1);
    edit_forget(&app->typing.history);
    Field *field = &app->view.field;
    field->text = app->typing.sentence;
    field->caret = field->anchor = (int)length;
    caret_show(app);
}

void field_copy(App *app, const Field *field)
{
    Slice selected = edit_selected(field);
    if (selected.length)
        window_clipboard_set(app->window, arena_copy(&app->scratch, selected.text, selected.length));
}

void field_enter(App *app, bool active)
{
    if (app->view.field.active == active || (active && !app_may_decode(app)))
        return;
    if (active)
        quiz_enter(app, -1);
    else
        app_tried_sentence(app);
    app->view.field.active = active;
    if (!app->view.window.present || window_card_floats(&app->view)) /* else it stays beside the stage */
        app->view.panel.open =
            app->view.panel.open && !active; /* a long sentence can fold it: nothing lies over the stage */
    app->typing.composition[0] = '\0';
    app->view.field.composition = NULL;
    caret_show(app);
}

/* ---- the number of a question ---- */

void quiz_enter(App *app, int quiz)
{
    QuizAnswer *answer = app_answer(app, quiz);
    int typing = answer && app_card(app)->quizzes[quiz].kind == QUIZ_NUMBER ? quiz + 1 : 0;
    if (typing == app->view.panel.typing)
        return;
    if (typing)
        field_enter(app, false);
    app->view.panel.typing = typing;
    caret_show(app);
    if (typing) {
        answer->caret = (int)strlen(answer->typed);
        app->view.focus = (Target){TARGET_NUMBER, (int16_t)quiz, 0, 0};
    }
}
