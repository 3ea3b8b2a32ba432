/* The keys of docs/design.md#input, and what pressing a target does. */
#include "app/view_input.h"

#include <math.h>

static void toggle_theme(App *app)
{
    ThemeKind other = app->view.theme->kind == THEME_DARK ? THEME_LIGHT : THEME_DARK;
    app->view.theme = theme_get(other);
}

static void toggle_language(App *app)
{
    app->view.language = app->view.language == LANGUAGE_CHINESE ? LANGUAGE_ENGLISH : LANGUAGE_CHINESE;
    app->view.card_scroll = 0;
    app_set_title(app);
}

static void toggle_present(App *app)
{
    app->view.present = !app->view.present;
    app->view.focus = (Target){0};
    window_fullscreen(app->window, app->view.present);
}

static void set_zoom(App *app, float zoom)
{
    app->zoom = fminf(fmaxf(zoom, 0.5f), 3);
}

static void cycle_speed(App *app)
{
    float speed = app->view.speed;
    app->view.speed = speed >= 4 ? 0.5f : speed * 2;
}

static void open_overlay(App *app, Overlay overlay)
{
    app->view.overlay = app->view.overlay == overlay ? OVERLAY_NONE : overlay;
    app->view.focus = (Target){0};
    field_enter(app, false);
    quiz_enter(app, -1);
}

static void suggest(App *app, int index)
{
    if (index < 0 || index >= app->lesson->suggestion_count || !app_may_touch(app, TOUCH_SENTENCE))
        return;
    field_set(app, app->lesson->suggestions[index]);
    if (!app_decode(app, app->field))
        return;
    app_jump(app, moment_count(app->trace) - 1);
    app_tried_sentence(app);
}

/* Behind the last card of a lesson lies the next lesson; behind the last of all, its first card. */
static void next_card(App *app)
{
    app_left_card(app);
    if (app->view.card + 1 < app->lesson->card_count)
        app_show_card(app, app->view.card + 1);
    else if (!app_next_lesson(app))
        app_show_card(app, 0);
}

/* A value that is pressed keeps the focus; a place on the map goes to its step. */
static void press_value(App *app, Target target)
{
    app->view.focus = target_equal(app->view.focus, target) ? (Target){0} : target;
    if (target.kind == TARGET_HEAT || target.kind == TARGET_WORD) {
        MomentKind kind = target.kind == TARGET_WORD ? MOMENT_WORD : MOMENT_SOFTMAX;
        int moment = moment_find(app->trace, kind, target.a, -1);
        app->view.playing = false;
        app_jump(app, moment >= 0 ? moment : moment_find(app->trace, MOMENT_CONTEXT, target.a, -1));
    }
}

void app_press(App *app, Target target)
{
    app->dirty = true;
    if (app_input(app)->press && app_input(app)->press(app, target))
        return;
    if (target.kind != TARGET_NONE && target.kind <= TARGET_LAST_VALUE) {
        press_value(app, target);
        return;
    }
    switch (target.kind) {
    case TARGET_MOMENT:
        app->view.playing = false;
        app_jump(app, target.a);
        break;
    case TARGET_PLAY:
        app_play(app, !app->view.playing);
        break;
    case TARGET_STEP_BACK:
        app_step_words(app, -1);
        break;
    case TARGET_STEP_ON:
        app_step_words(app, 1);
        break;
    case TARGET_SPEED:
        cycle_speed(app);
        break;
    case TARGET_FIELD:
        field_enter(app, true);
        break;
    case TARGET_FIELD_GO:
        field_go(app);
        break;
    case TARGET_SUGGESTION:
        suggest(app, target.a);
        break;
    case TARGET_CARD_BACK:
        app_show_card(app, app->view.card - 1);
        break;
    case TARGET_CARD_NEXT:
        next_card(app);
        break;
    case TARGET_CARD:
        app_show_card(app, target.a);
        break;
    case TARGET_CHOICE:
        quiz_choose(app, target.a, target.b);
        break;
    case TARGET_NUMBER:
        quiz_enter(app, target.a);
        break;
    case TARGET_NUMBER_GO:
        quiz_number(app, target.a);
        break;
    case TARGET_LINK:
        app_open_link(app, target.a, target.b);
        break;
    case TARGET_HINT:
        quiz_hint(app, target.a);
        break;
    case TARGET_COURSE:
        app_open_course(app);
        break;
    case TARGET_LESSON:
        app_press_lesson(app, target.a);
        break;
    case TARGET_VIEW:
        app_show_view(app, (ViewKind)target.a);
        break;
    case TARGET_LANGUAGE:
        toggle_language(app);
        break;
    case TARGET_THEME:
        toggle_theme(app);
        break;
    case TARGET_PRESENT:
        toggle_present(app);
        break;
    case TARGET_HELP:
        open_overlay(app, OVERLAY_HELP);
        break;
    case TARGET_EXPORT:
        open_overlay(app, OVERLAY_EXPORT);
        break;
    case TARGET_FORMAT:
        app_export(app, (ExportChoice)target.a);
        break;
    case TARGET_CLOSE:
        app->view.overlay = OVERLAY_NONE;
        break;
    default:
        break;
    }
}

static void escape(App *app)
{
    if (app->view.blank)
        app->view.blank = false;
    else if (app->view.overlay != OVERLAY_NONE)
        app->view.overlay = OVERLAY_NONE;
    else if (app->view.focus.kind != TARGET_NONE)
        app->view.focus = (Target){0};
    else if (app->view.present)
        toggle_present(app);
    app->view.message = NULL;
}

static bool control_key(App *app, const Event *event)
{
    switch (event->key.key) {
    case KEY_Q:
        app->quit = true;
        return true;
    case KEY_L:
        app_share(app);
        return true;
    case KEY_E:
        open_overlay(app, OVERLAY_EXPORT);
        return true;
    case KEY_Z:
    case KEY_Y:
        if (app->view.field.active || app->view.typing)
            return false;
        app_undo(app, event->key.key == KEY_Y || event->modifiers.shift);
        return true;
    default:
        return false;
    }
}

/* Keys that move the cursor; true if `key` is one. */
static bool cursor_key(App *app, Key key)
{
    switch (key) {
    case KEY_RIGHT:
        app_step_moments(app, 1);
        return true;
    case KEY_LEFT:
        app_step_moments(app, -1);
        return true;
    case KEY_DOWN:
    case KEY_PAGE_DOWN:
        app_step_words(app, 1);
        return true;
    case KEY_UP:
    case KEY_PAGE_UP:
        app_step_words(app, -1);
        return true;
    case KEY_HOME:
        app->view.playing = false;
        app_jump(app, 0);
        return true;
    case KEY_END:
        app->view.playing = false;
        app_jump(app, moment_count(app->trace) - 1);
        return true;
    case KEY_SPACE:
        app_play(app, !app->view.playing);
        return true;
    default:
        return false;
    }
}

static void plain_key(App *app, const Event *event)
{
    switch (event->key.key) {
    case KEY_N:
        if (event->modifiers.shift)
            app_show_card(app, app->view.card - 1);
        else
            next_card(app);
        break;
    case KEY_M:
        if (app->view.overlay == OVERLAY_COURSE)
            app->view.overlay = OVERLAY_NONE;
        else
            app_open_course(app);
        break;
    case KEY_A:
        quiz_focus(app);
        break;
    case KEY_TAB:
        app_focus(app, event->modifiers.shift ? -1 : 1);
        break;
    case KEY_ENTER:
        app_press(app, app->view.focus);
        break;
    case KEY_ESCAPE:
        escape(app);
        break;
    case KEY_L:
        toggle_language(app);
        break;
    case KEY_T:
        toggle_theme(app);
        break;
    case KEY_B:
        app->view.blank = true;
        break;
    case KEY_C:
        app->view.captions = !app->view.captions;
        break;
    case KEY_P:
    case KEY_F11:
        toggle_present(app);
        break;
    case KEY_QUESTION:
    case KEY_F1:
        open_overlay(app, OVERLAY_HELP);
        break;
    case KEY_PLUS:
        set_zoom(app, app->zoom * 1.1f);
        break;
    case KEY_MINUS:
        set_zoom(app, app->zoom / 1.1f);
        break;
    case KEY_0:
        set_zoom(app, 1);
        break;
    default:
        if (event->key.key >= KEY_1 && event->key.key <= KEY_5 && app->view.overlay == OVERLAY_NONE)
            app_show_view(app, (ViewKind)(event->key.key - KEY_1));
    }
}

void app_key(App *app, const Event *event)
{
    app_settle_focus(app); /* several keys can come between two frames */
    app->dirty = true;
    app->extent_known = false;
    if (event->modifiers.control && control_key(app, event))
        return;
    if (app->view.blank) { /* any key lights the screen again */
        app->view.blank = false;
        return;
    }
    if (app->view.field.active && field_key(app, event))
        return;
    if (app->view.typing && quiz_key(app, event))
        return;
    if (event->modifiers.control || event->modifiers.alt)
        return;
    if (app->view.field.active && event->key.key != KEY_TAB)
        return;
    if (event->key.key == KEY_TAB) {
        field_enter(app, false);
        quiz_enter(app, -1);
    }
    if (app->view.overlay == OVERLAY_COURSE && app_course_key(app, event->key.key))
        return;
    if (app->view.overlay == OVERLAY_NONE && quiz_move(app, event->key.key))
        return;
    const ViewInput *input = app_input(app);
    if (app->view.overlay == OVERLAY_NONE && input->key && input->key(app, event))
        return;
    if (app->view.overlay == OVERLAY_NONE && cursor_key(app, event->key.key))
        return;
    plain_key(app, event);
}

/* The next focusable mark, in the order of drawing; within an open overlay only its own. */
void app_focus(App *app, int by)
{
    const DrawList *list = &app->list;
    int count = 0, at = -1;
    const DrawCommand **marks = ARENA_ARRAY(&app->scratch, const DrawCommand *, list->count);
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind != DRAW_MARK)
            continue;
        if (app->view.overlay != OVERLAY_NONE && command->mark.target.kind == TARGET_CLOSE && !command->mark.focusable)
            count = 0, at = -1; /* the veil: what was marked before lies under it */
        if (!command->mark.focusable)
            continue;
        bool again = false; /* a number that a card names twice is one stop */
        for (int k = 0; k < count; k++)
            again = again || target_equal(marks[k]->mark.target, command->mark.target);
        if (again)
            continue;
        if (target_equal(command->mark.target, app->view.focus))
            at = count;
        marks[count++] = command;
    }
    if (count == 0)
        return;
    int next = at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
    app->view.focus = marks[next]->mark.target;
    app->view.hover = (Target){0};
    app->view.pointer = (Point){-1, -1};
    card_reveal(app, app->view.focus);
}
