/* What pressing a target does, whether by the mouse, by Enter or by its key. */
#include "app/app_place.h"
#include "app/awaited.h"
#include "app/card_order.h"
#include "app/card_progress.h"
#include "app/class_room.h"
#include "app/course_input.h"
#include "app/cursor.h"
#include "app/exam_input.h"
#include "app/exports.h"
#include "app/input.h"
#include "app/open.h"
#include "app/opening.h"
#include "app/timer_input.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "lesson/terms.h"

#include "words/app_words.h"

static void press_moment(App *app, Target target)
{
    app_stop_at(app, target.b ? app->view.cursor : target.a);
}

static void press_move(App *app, Target target)
{
    app_move(app, target.kind == TARGET_PLAY      ? MOVE_PLAY
                  : target.kind == TARGET_STEP_ON ? MOVE_STEP_ON
                                                  : MOVE_STEP_BACK);
}

static void toggle_theme(App *app, Target target)
{
    (void)target;
    const Theme *theme = app->view.theme;
    app->view.theme = theme_with(theme->kind == THEME_DARK ? THEME_LIGHT : THEME_DARK, theme->strong);
}

static void press_language(App *app, Target target)
{
    Language other = app->view.language == LANGUAGE_CHINESE ? LANGUAGE_ENGLISH : LANGUAGE_CHINESE;
    app->view.language = target.a > 0 ? (Language)(target.a - 1) : other;
    app->view.panel.scroll = 0;
    app_set_title(app);
}

static void toggle_present(App *app, Target target)
{
    (void)target;
    app->view.window.present = !app->view.window.present;
    app->view.panel.open = !app->view.window.present && !app->view.window.embedded; /* K brings it */
    app->view.focus = (Target){0};
    window_fullscreen(app->window, app->view.window.present);
}

static void cycle_speed(App *app, Target target)
{
    (void)target;
    app->view.play.speed = app->view.play.speed >= 4 ? 0.25f : app->view.play.speed * 2;
}

static void cycle_pause(App *app, Target target)
{
    (void)target;
    static const float PAUSES[] = {0, 0.5f, 1, 2, 4};
    int now = 0, count = (int)(sizeof PAUSES / sizeof *PAUSES);
    while (now + 1 < count && PAUSES[now] < app->view.play.pause)
        now++;
    app->view.play.pause = PAUSES[(now + 1) % count];
}

static void toggle_fine(App *app, Target target)
{
    (void)target;
    app->view.play.fine = !app->view.play.fine;
}

static void toggle_cells(App *app, Target target)
{
    (void)target;
    app->view.all_cells = !app->view.all_cells;
}

static void toggle_gloss(App *app, Target target)
{
    (void)target;
    GlossState now = view_glosses(&app->view);
    app->view.gloss = now == GLOSSES_SHOWN ? GLOSS_HIDDEN : GLOSS_SHOWN;
    if (now == GLOSSES_MISSING)
        app_say(app, W_NO_GLOSSES);
}

static void toggle_arcs(App *app, Target target)
{
    (void)target;
    app->view.heat.arcs = !app->view.heat.arcs;
}

static void toggle_overlay(App *app, Target target)
{
    Overlay overlay = target.kind == TARGET_HELP    ? OVERLAY_HELP
                      : target.kind == TARGET_VIEWS ? OVERLAY_VIEWS
                                                    : OVERLAY_EXPORT;
    app->view.overlay = app->view.overlay == overlay ? OVERLAY_NONE : overlay;
    app->view.focus = (Target){0};
    app->view.stage.pan = (Point){0, 0};
    typing_end(app);
    app_play(app, false);
}

static void press_share(App *app, Target target)
{
    app->view.overlay = OVERLAY_NONE;
    app_share(app, target.a);
}

static void close_overlay(App *app, Target target)
{
    (void)target;
    words_close(app);
    app->view.overlay = OVERLAY_NONE;
}

static void visit_term(App *app, int index)
{
    const WordList *words = &app->view.words;
    const FieldTerm *term = index >= 0 && index < words->count ? &words->terms[words->found[index]] : NULL;
    if (term)
        (void)app_visit(app, arena_printf(&app->scratch, "lesson=%d;card=%d", term->lesson, term->card));
}

static void press_words(App *app, Target target)
{
    if (target.kind == TARGET_KNOWN && app->view.words.terms)
        visit_term(app, word_of_target(target));
    else if (target.kind == TARGET_KNOWN)
        words_take(app, word_of_target(target));
    else if (target.kind == TARGET_SEARCH)
        app->view.words.search.active = true;
    else if (target.a == 1)
        terms_list_open(app);
    else
        words_open(app, 0);
}

static void press_field(App *app, Target target)
{
    if (target.kind == TARGET_FIELD)
        field_enter(app, true);
    else
        field_go(app);
}

static void suggest(App *app, Target target)
{
    int index = target.a;
    if (index < 0 || index >= app->open.lesson->suggestion_count || !app_may_decode(app))
        return;
    field_set(app, app->open.lesson->suggestions[index]);
    if (!app_decode(app, app->typing.sentence))
        return;
    app_jump(app, moment_count(app->open.trace) - 1);
    app_tried_sentence(app);
}

static void press_beside(App *app, Target target)
{
    app_card_beside(app, target.kind == TARGET_CARD_NEXT ? 1 : -1);
}

static void press_card(App *app, Target target)
{
    app_show_card(app, target.a);
}

static void toggle_card(App *app, Target target)
{
    (void)target;
    app->view.panel.open = !app->view.panel.open;
}

static void press_timer(App *app, Target target)
{
    timer_press(app, target.a);
}

static void press_return(App *app, Target target)
{
    app_return(app, target.a);
}

static void press_view(App *app, Target target)
{
    if (app->view.overlay == OVERLAY_VIEWS)
        app->view.overlay = OVERLAY_NONE;
    app_show_view(app, (ViewKind)target.a);
}

/* A value that is pressed keeps the focus; a place on the map goes to its step. */
static void press_value(App *app, Target target)
{
    app->view.focus = target_equal(app->view.focus, target) ? (Target){0} : target;
    if (target.kind == TARGET_HEAT || target.kind == TARGET_WORD) {
        bool inside = view_has(app->view.kind, HAS_MAP) && config_looks_inside(&app->open.trace->config);
        MomentKind kind = inside ? MOMENT_SELF : target.kind == TARGET_WORD ? MOMENT_WORD : MOMENT_SOFTMAX;
        int moment = moment_find(app->open.trace, kind, inside ? -1 : target.a, inside ? target.a : -1);
        app_stop_at(app, moment >= 0 ? moment : moment_find(app->open.trace, MOMENT_CONTEXT, target.a, -1));
    }
}

static void press_awaited(App *app, Target target)
{
    if (target.a == AWAITED_STAY)
        awaited_end(app);
    else if (app->view.awaited.on) {
        Target again = awaited_again(app);
        if (again.kind != TARGET_NONE)
            app_press(app, again);
    }
}

static void (*const PRESSES[])(App *app, Target target) = {
    [TARGET_MOMENT] = press_moment,
    [TARGET_PLAY] = press_move,
    [TARGET_STEP_BACK] = press_move,
    [TARGET_STEP_ON] = press_move,
    [TARGET_SPEED] = cycle_speed,
    [TARGET_PAUSE] = cycle_pause,
    [TARGET_FINE] = toggle_fine,
    [TARGET_CELLS] = toggle_cells,
    [TARGET_GLOSS] = toggle_gloss,
    [TARGET_FIELD] = press_field,
    [TARGET_FIELD_GO] = press_field,
    [TARGET_WORDS] = press_words,
    [TARGET_KNOWN] = press_words,
    [TARGET_SEARCH] = press_words,
    [TARGET_SUGGESTION] = suggest,
    [TARGET_CARD_BACK] = press_beside,
    [TARGET_CARD_NEXT] = press_beside,
    [TARGET_CARD] = press_card,
    [TARGET_TAB] = toggle_card,
    [TARGET_CHOICE] = quiz_choose,
    [TARGET_NUMBER] = quiz_press_number,
    [TARGET_NUMBER_GO] = quiz_press_number,
    [TARGET_HINT] = quiz_hint,
    [TARGET_LINK] = app_open_link,
    [TARGET_LANGUAGE] = press_language,
    [TARGET_THEME] = toggle_theme,
    [TARGET_PRESENT] = toggle_present,
    [TARGET_HELP] = toggle_overlay,
    [TARGET_EXPORT] = toggle_overlay,
    [TARGET_FORMAT] = app_export,
    [TARGET_FOLDER] = exports_choose,
    [TARGET_SHARE] = press_share,
    [TARGET_CLOSE] = close_overlay,
    [TARGET_TIMER] = press_timer,
    [TARGET_CLASS] = class_press,
    [TARGET_PAIRS] = class_press,
    [TARGET_COURSE] = course_press,
    [TARGET_LESSON] = course_press,
    [TARGET_PATH] = path_press,
    [TARGET_VIEW] = press_view,
    [TARGET_PANEL] = NULL,
    [TARGET_OPENING] = opening_press,
    [TARGET_ARCS] = toggle_arcs,
    [TARGET_EXAM] = exam_press,
    [TARGET_RETURN] = press_return,
    [TARGET_PICTURE] = NULL,
    [TARGET_AWAITED] = press_awaited,
    [TARGET_VIEWS] = toggle_overlay,
};

void app_press(App *app, Target target)
{
    if (app_input(app)->press && app_input(app)->press(app, target))
        return;
    if (target.kind != TARGET_NONE && target.kind <= TARGET_LAST_VALUE)
        press_value(app, target);
    else if (PRESSES[target.kind])
        PRESSES[target.kind](app, target);
}

/* The target is on the picture, or belongs to the card, which may be folded away. */
static bool is_there(const App *app, Target target)
{
    bool of_card = target.kind == TARGET_CARD_BACK || target.kind == TARGET_CARD_NEXT || target.kind == TARGET_CHOICE
                   || target.kind == TARGET_EXAM || target.kind == TARGET_NUMBER || target.kind == TARGET_NUMBER_GO
                   || target.kind == TARGET_HINT;
    return of_card || drawlist_marked(&app->list, target);
}

void app_press_beside(App *app, Target target)
{
    if (target.kind <= TARGET_LAST_VALUE || target.kind >= sizeof PRESSES / sizeof *PRESSES || !is_there(app, target))
        return;
    if (target.kind != TARGET_NUMBER_GO)
        typing_end(app);
    class_enter(app, target.kind == TARGET_PAIRS);
    app->view.window.blank = false;
    app_press(app, target);
}
