/* The keys of docs/design.md#input that all views share; a view's own are in its ViewInput. */
#include "app/app_place.h"
#include "app/class_room.h"
#include "app/course_input.h"
#include "app/decode_input.h"
#include "app/input.h"
#include "app/open.h"
#include "app/path_input.h"
#include "app/timer_input.h"
#include "app/typing.h"
#include "scene/view/window_layout.h"
#include "words/keys_words.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

bool keys_press(App *app, const KeyRow *rows, const Event *event)
{
    Key key = event->key.key;
    for (; rows && rows->act; rows++) {
        bool control = rows->with & WITH_CONTROL, shift = rows->with & WITH_SHIFT;
        if (key < rows->key || (int)key > (int)rows->key + rows->more || control != event->modifiers.control
            || (shift && !event->modifiers.shift) || (rows->when && !rows->when(app)))
            continue;
        rows->act(app, rows->by + (int)(key - rows->key));
        if (!(rows->with & AND_ON))
            return true;
    }
    return false;
}

/* ---- what the keys do ---- */

static bool is_free(const App *app)
{
    return app->view.overlay == OVERLAY_NONE;
}

/* Weights of another program hide it. */
static bool shows_lesson(const App *app)
{
    return view_is_of_lesson(app->view.kind);
}

static bool on_stage(const App *app)
{
    return is_free(app) && !app_types(app) && shows_lesson(app);
}

static bool has_arcs(const App *app)
{
    return view_has(app->view.kind, HAS_ARCS) && is_free(app);
}

static bool card_is_folded(const App *app)
{
    return window_card_folds(&app->view);
}

static bool presents(const App *app)
{
    return app->view.window.present;
}

static bool plays(const App *app)
{
    return is_free(app) && view_plays(&app->view);
}

static void press(App *app, int kind)
{
    app_press(app, kind == TARGET_NONE ? app->view.focus : (Target){(TargetKind)kind, 0, 0, 0});
}

static void change_contrast(App *app, int by)
{
    (void)by;
    app->view.theme = theme_with(app->view.theme->kind, !app->view.theme->strong);
}

static void quit(App *app, int by)
{
    (void)by;
    app->quit = true;
}

static void open_view(App *app, int digit)
{
    app_show_view(app, view_of_key(digit));
}

static void escape(App *app, int by)
{
    (void)by;
    app->view.message.text = NULL;
    if (app->view.overlay != OVERLAY_NONE)
        app->view.overlay = OVERLAY_NONE;
    else if (app->view.focus.kind != TARGET_NONE)
        app->view.focus = (Target){0};
    else if (window_card_floats(&app->view))
        app->view.panel.open = false;
    else if (timer_end(app))
        return;
    else if (app->view.window.present)
        press(app, TARGET_PRESENT);
    else
        path_leave(app, true);
}

/* Selects the sentence, so that typing replaces it. */
static void type_sentence(App *app, int by)
{
    press(app, TARGET_FIELD + by);
    app->view.field.anchor = 0;
    app->view.field.caret = (int)strlen(app->typing.sentence);
}

static void flip(App *app, int offset)
{
    bool *flag = (bool *)((char *)&app->view + offset);
    *flag = !*flag;
}

void app_zoom(App *app, float factor)
{
    app->zoom = factor > 0 ? fminf(fmaxf(app->zoom * factor, 0.5f), 3) : 1;
}

static void zoom(App *app, int by)
{
    app_zoom(app, by > 0 ? 1.1f : by < 0 ? 1 / 1.1f : 0);
}

/* ---- the tables ---- */

static const KeyRow SHORTCUTS[] = {
    /* wherever one is, in a text field too */
    {KEY_Q, WITH_CONTROL, quit, 0, W_KEY_QUIT},
    {KEY_L, WITH_CONTROL, app_share, SHARE_LINK, W_KEY_COPY_THIS_PLACE_FOR},
    {KEY_E, WITH_CONTROL, press, TARGET_EXPORT, W_KEY_EXPORT_WHAT_IS_IN_VIEW},
    {KEY_Z, WITH_CONTROL | WITH_SHIFT, app_undo, true, W_KEY_UNDO_REDO_WHAT_WAS_CHANGED, on_stage},
    {KEY_Z, WITH_CONTROL, app_undo, false, W_KEY_UNDO_REDO_WHAT_WAS_CHANGED, on_stage},
    {KEY_Y, WITH_CONTROL, app_undo, true, 0, on_stage},
    {0},
};

static const KeyRow CHOICES[] = {
    /* before the view: lessons of the course page, choices of a question */
    {KEY_LEFT, 0, course_move, KEY_LEFT, 0, course_is_open, 3}, /* and right, up, down */
    {KEY_R, 0, app_return, 0, 0, plays},
    {KEY_UP, 0, quiz_move, -1, W_KEY_THE_CARD_QUESTION_ITS_CHOICES, quiz_has_focus},
    {KEY_DOWN, 0, quiz_move, 1, W_KEY_THE_CARD_QUESTION_ITS_CHOICES, quiz_has_focus},
    {KEY_LEFT, 0, quiz_move, -1, 0, quiz_has_focus},
    {KEY_RIGHT, 0, quiz_move, 1, 0, quiz_has_focus},
    {0},
};

static const KeyRow KEYS[] = {
    {KEY_RIGHT, 0, app_move, MOVE_ON, W_KEY_NEXT_PREVIOUS_MOMENT, is_free},
    {KEY_LEFT, 0, app_move, MOVE_BACK, W_KEY_NEXT_PREVIOUS_MOMENT, is_free},
    {KEY_DOWN, 0, app_move, MOVE_STEP_ON, W_KEY_NEXT_PREVIOUS_DECODE_STEP, is_free},
    {KEY_UP, 0, app_move, MOVE_STEP_BACK, W_KEY_NEXT_PREVIOUS_DECODE_STEP, is_free},
    {KEY_PAGE_DOWN, 0, app_move, MOVE_STEP_ON, 0, is_free},
    {KEY_PAGE_UP, 0, app_move, MOVE_STEP_BACK, 0, is_free},
    {KEY_HOME, 0, app_move, MOVE_START, W_KEY_FIRST_LAST_MOMENT, is_free},
    {KEY_END, 0, app_move, MOVE_END, W_KEY_FIRST_LAST_MOMENT, is_free},
    {KEY_SPACE, 0, app_move, MOVE_PLAY, W_KEY_PLAY_PAUSE, is_free},
    {KEY_1, 0, open_view, 1, W_KEY_THE_VIEWS, is_free, 8},
    {KEY_N, WITH_SHIFT, press, TARGET_CARD_BACK, W_KEY_NEXT_PREVIOUS_CARD, shows_lesson},
    {KEY_N, 0, press, TARGET_CARD_NEXT, W_KEY_NEXT_PREVIOUS_CARD, shows_lesson},
    {KEY_K, 0, press, TARGET_TAB, W_KEY_A_FOLDED_CARD, card_is_folded},
    {KEY_M, 0, press, TARGET_CLOSE, W_KEY_THE_COURSE_ALL_LESSONS, course_is_open},
    {KEY_M, 0, press, TARGET_COURSE, W_KEY_THE_COURSE_ALL_LESSONS},
    {KEY_SLASH, 0, type_sentence, 0, W_KEY_THE_SENTENCE, shows_lesson},
    {KEY_D, 0, words_open, 0, W_KEY_WORDS},
    {KEY_A, 0, quiz_focus, 0, W_KEY_THE_CARD_QUESTION_ITS_CHOICES, shows_lesson},
    {KEY_TAB, WITH_SHIFT, app_focus, -1},
    {KEY_TAB, 0, app_focus, 1, W_KEY_MOVE_THE_FOCUS_PRESS_IT},
    {KEY_ENTER, 0, press, TARGET_NONE, W_KEY_MOVE_THE_FOCUS_PRESS_IT},
    {KEY_ESCAPE, 0, escape, 0, W_KEY_LEAVE_THE_FIELD_CLOSE_WHAT},
    {KEY_L, 0, press, TARGET_LANGUAGE, W_KEY_ENGLISH_CHINESE},
    {KEY_T, WITH_SHIFT, change_contrast, 0, W_KEY_LIGHT_DARK},
    {KEY_T, 0, press, TARGET_THEME, W_KEY_LIGHT_DARK},
    {KEY_V, 0, press, TARGET_CELLS, W_KEY_ALL_CELLS},
    {KEY_O, 0, press, TARGET_ARCS, W_KEY_ARCS, has_arcs},
    {KEY_G, 0, press, TARGET_GLOSS, W_KEY_GLOSSES, shows_lesson},
    {KEY_F, 0, press, TARGET_FINE, W_KEY_FINE_STEPS},
    {KEY_C, 0, flip, offsetof(View, window.captions), W_KEY_CAPTIONS},
    {KEY_B, 0, flip, offsetof(View, window.blank), W_KEY_BLANK_SCREEN},
    {KEY_P, 0, press, TARGET_PRESENT, W_KEY_PRESENT_PANELS_AWAY_LARGER},
    {KEY_J, WITH_SHIFT, timer_press, true, W_KEY_TIMER, presents},
    {KEY_J, 0, timer_press, false, W_KEY_TIMER, presents},
    {KEY_F11, 0, press, TARGET_PRESENT, W_KEY_PRESENT_PANELS_AWAY_LARGER},
    {KEY_PLUS, 0, zoom, 1, W_KEY_INTERFACE_SIZE},
    {KEY_MINUS, 0, zoom, -1, W_KEY_INTERFACE_SIZE},
    {KEY_0, 0, zoom, 0, W_KEY_INTERFACE_SIZE},
    {KEY_QUESTION, 0, press, TARGET_HELP, W_KEY_THIS_PAGE},
    {KEY_F1, 0, press, TARGET_HELP, W_KEY_THIS_PAGE},
    {KEY_F12, 0, flip, offsetof(View, window.outlines)}, /* for who works on the pictures: docs/debugging.md */
    {0},
};

const KeyRow *const WINDOW_KEYS[3] = {SHORTCUTS, CHOICES, KEYS};

/* Enter in the list of words. */
static bool takes_word(const App *app, const Event *event)
{
    TargetKind focus = (TargetKind)app->view.focus.kind;
    bool in_list = words_are_open(app) && (focus == TARGET_NONE || focus == TARGET_SEARCH);
    return in_list && event->key.key == KEY_ENTER;
}

void app_key(App *app, const Event *event)
{
    if (event->modifiers.control && keys_press(app, SHORTCUTS, event))
        return;
    if (app->view.window.blank) { /* any key lights the screen again */
        app->view.window.blank = false;
        return;
    }
    if (words_are_open(app) && words_key(app, event))
        return;
    if (takes_word(app, event)) {
        if (app->view.words.at >= 0)
            app_press(app, word_target(app->view.words.at));
        return;
    }
    if (class_key(app, event))
        return;
    if (app->view.field.active && event->key.key == KEY_DOWN) {
        words_open(app, 0);
        return;
    }
    if (app->view.field.active && field_key(app, event))
        return;
    if (app->view.panel.typing && quiz_key(app, event))
        return;
    if (event->modifiers.alt)
        return;
    if (app->view.field.active && event->key.key != KEY_TAB)
        return;
    if (event->key.key == KEY_TAB)
        typing_end(app);
    if (keys_press(app, CHOICES, event))
        return;
    const ViewInput *input = app_input(app);
    for (int i = 0; app->view.overlay == OVERLAY_NONE && i < VIEW_KEY_TABLES; i++)
        if (keys_press(app, input->keys[i], event))
            return;
    keys_press(app, KEYS, event);
}
