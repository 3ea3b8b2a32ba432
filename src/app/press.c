/* What pressing a target does, whether by the mouse, by Enter or by its key. */
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
