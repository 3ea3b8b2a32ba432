/* What is read where the picture is not seen, by a screen reader, a search or a translation: the open card and the
 * controls beside it, and in a line each what has the focus, what the moment is, what just happened, what is loading,
 * and whether an answer was right. Nothing is made anew where nothing of it has changed. */
#include "app/input.h"

#include "base/hash.h"
#include "scene/card/card_told.h"
#include "scene/views/curves/view_curves.h"
#include "scene/views/weights/view_weights.h"
#include "scene/window/panels.h"
#include "site/stage_table.h"
#include "site/window_html.h"
#include "words/course_words.h"
#include "words/window_words.h"

#include <string.h>

struct Said {
    uint64_t place; /* the lesson's card, in its language */
    uint64_t card, stage, controls, told[QUIZ_MOST], lines[READ_PAPER];
};

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? hash_bytes(hash_mix(hash, 1), text, strlen(text)) : hash_mix(hash, 0);
}

static void read_out(App *app, Reading what, const char *text)
{
    window_read(app->window, what, LANGUAGE_NAMES[app->view.language], text);
}

/* A line is said where it is another one. */
static void say_line(App *app, Reading what, const char *text)
{
    uint64_t hash = hash_text((uint64_t)app->view.language, text);
    if (hash != app->said->lines[what])
        read_out(app, what, text ? text : "");
    app->said->lines[what] = hash;
}

/* ---- the card ---- */

static uint64_t hash_place(const App *app)
{
    const View *view = &app->view;
    uint64_t hash = hash_text((uint64_t)view->card, app->open.lesson->path);
    hash = hash_mix(hash, (uint64_t)view->language);
    hash = hash_mix(hash, view->course.path ? (uint64_t)view->course.path->kind : PATH_NONE);
    if (!view_is_of_lesson(view->kind))
        hash = hash_mix(hash, view->kind == VIEW_WEIGHTS ? (uint64_t)(uintptr_t)view->weights->stack
                                                         : (uint64_t)view->curves->log.count);
    return hash_mix(hash, 2 * (uint64_t)window_shows_card(view) + (view->overlay == OVERLAY_HELP));
}

/* Of all that its text is made of: the numbers of the trace stand in it. */
static uint64_t hash_card(const App *app, uint64_t hash)
{
    const View *view = &app->view;
    const Trace *trace = app->open.trace;
    hash = hash_mix(hash_text(hash, app->open.decoded), (uint64_t)view->gloss);
    hash = hash_mix(hash, (uint64_t)scene_gate(view) + 1);
    hash = hash_bytes(hash, view->panel.quizzes, sizeof view->panel.quizzes);
    hash = hash_mix(hash, view->panel.exam && view->panel.exam->over);
    for (int t = 0; t < trace->step_count; t++)
        hash = hash_bytes(hash_text(hash, trace->steps[t].token), &trace->steps[t].p, sizeof trace->steps[t].p);
    return hash;
}

/* The verdict on an answer that was just given. */
static void tell_answers(App *app, const View *seen, bool same)
{
    const Card *card = app_card(app);
    for (int i = 0; i < card->quiz_count; i++) {
        const char *told = card_told(seen, i, false, &app->scratch);
        uint64_t hash = hash_text(0, told);
        if (same && told && hash != app->said->told[i])
            say_line(app, READ_ANSWER, told);
        app->said->told[i] = hash;
    }
}

static void read_card(App *app)
{
    struct Said *kept = app->said;
    uint64_t place = hash_place(app), card = hash_card(app, place);
    if (card == kept->card)
        return;
    Bytes out = {0};
    View seen = scene_seen(&app->view, &app->scratch);
    window_html(&out, &seen, &app->scratch);
    read_out(app, READ_CARD, out.data);
    bytes_finish(&out);
    if (window_shows_card(&app->view))
        tell_answers(app, &seen, place == kept->place);
    kept->place = place;
    kept->card = card;
}

/* ---- the stage ---- */

/* What its numbers are at this moment; while it moves, those of the moment before stay. */
static void read_stage(App *app)
{
    const View *view = &app->view;
    if (view->play.on && window_shows_stage(view))
        return;
    View seen = scene_seen(view, &app->scratch);
    bool shown = window_shows_stage(view) && view_has(view->kind, HAS_STAGE);
    uint64_t hash = hash_mix((uint64_t)view->language, shown);
    hash = shown ? stage_table_hash(&seen, &app->list, hash) : hash;
    if (hash == app->said->stage)
        return;
    Bytes out = {0};
    if (shown)
        stage_table(&out, &seen, &app->list, &app->scratch);
    read_out(app, READ_STAGE, out.data ? out.data : "");
    app->said->stage = hash;
    bytes_finish(&out);
}

/* ---- the controls ---- */

/* Numbers are found on the stage; what the card has stands with its text. */
static bool stands_beside(const App *app, const DrawCommand *mark)
{
    TargetKind kind = (TargetKind)mark->mark.target.kind;
    bool of_card = kind == TARGET_CARD_BACK || kind == TARGET_CARD_NEXT || kind == TARGET_CHOICE
                   || kind == TARGET_NUMBER || kind == TARGET_NUMBER_GO || kind == TARGET_HINT || kind == TARGET_LINK
                   || kind == TARGET_LIVE || kind == TARGET_TAB || kind == TARGET_EXAM;
    return mark->mark.focusable && mark->mark.name && kind > TARGET_LAST_VALUE && kind != TARGET_MOMENT
           && !(of_card && window_shows_card(&app->view));
}

/* The first mark of what can be pressed: behind the veil of an overlay, if there is one. */
static const DrawCommand *first_mark(const App *app)
{
    const DrawCommand *first = drawlist_next_mark(&app->list, NULL);
    for (const DrawCommand *mark = first; app->view.overlay != OVERLAY_NONE && mark;
         mark = drawlist_next_mark(&app->list, mark))
        if (mark->mark.target.kind == TARGET_CLOSE && !mark->mark.focusable)
            first = mark;
    return first;
}

static void read_controls(App *app)
{
    uint64_t hash = (uint64_t)app->view.language;
    const DrawCommand *first = first_mark(app);
    for (const DrawCommand *mark = first; mark; mark = drawlist_next_mark(&app->list, mark))
        if (stands_beside(app, mark))
            hash = hash_text(hash_bytes(hash, &mark->mark.target, sizeof mark->mark.target), mark->mark.name);
    if (hash == app->said->controls)
        return;
    Bytes out = {0};
    for (const DrawCommand *mark = first; mark; mark = drawlist_next_mark(&app->list, mark))
        if (stands_beside(app, mark))
            html_press(&out, mark->mark.target, "", mark->mark.name);
    read_out(app, READ_CONTROLS, out.data ? out.data : "");
    app->said->controls = hash;
    bytes_finish(&out);
}

/* ---- lines ---- */

static Word role_of(TargetKind kind)
{
    if (kind <= TARGET_LAST_VALUE)
        return W_ROLE_VALUE;
    switch (kind) {
    case TARGET_FIELD:
    case TARGET_SEARCH:
    case TARGET_NUMBER:
    case TARGET_PAIRS:
        return W_ROLE_FIELD;
    case TARGET_CHOICE:
        return W_ROLE_CHOICE;
    case TARGET_LINK:
        return W_ROLE_LINK;
    case TARGET_VIEW:
        return W_ROLE_TAB;
    default:
        return W_ROLE_BUTTON;
    }
}

/* Its name, what it is, and what the note beside the pointer would say of it; NULL: nothing has the focus. */
static const char *focus_line(App *app)
{
    Arena *arena = &app->scratch;
    Target focus = app->view.focus;
    const DrawCommand *mark = focus.kind == TARGET_NONE ? NULL : drawlist_marked(&app->list, focus);
    if (!mark)
        return NULL;
    View seen = scene_seen(&app->view, arena);
    const char *name = mark->mark.name, *note = scene_describe(&seen, focus, arena);
    if (!name || (note && strcmp(name, note) == 0)) {
        name = note;
        note = NULL;
    }
    if (!name)
        return NULL;
    const char *role = said(app->view.language, role_of((TargetKind)focus.kind));
    return arena_printf(arena, note ? "%s, %s. %s" : "%s, %s", name, role, note);
}

/* What is loading, or did not come; the buttons for it are among the controls. */
static const char *waiting_line(App *app)
{
    if (app->view.awaited.on)
        return awaited_told(&app->view, &app->scratch);
    return app->awaited.came ? said(app->view.language, W_IT_IS_LOADED) : NULL;
}

/* On the stage the hero's question stands before what is told of the moment, with its numbers. */
static const char *caption_line(App *app)
{
    const View *view = &app->view;
    const char *caption = view_glossed(view, view->window.caption, &app->scratch);
    if (!window_shows_stage(view) || !caption || !view_has(view->kind, HAS_STAGE))
        return window_shows_stage(view) ? caption : NULL;
    Floors floors = floors_of_view(view, app->open.trace, view->cursor);
    Moment moment = moment_near(app->open.trace, moment_of_stop(view->cursor));
    Floor hero = floors_asked(&floors, moment);
    const char *question = floors.hero[hero] > 0 ? floor_question(view, app->open.trace, moment, hero) : NULL;
    return question ? arena_printf(&app->scratch, "%s %s", question, caption) : caption;
}

void screen_reader_update(App *app)
{
    if (!window_in_page(app->window))
        return;
    if (!app->said)
        app->said = heap_alloc(1, sizeof *app->said);
    read_card(app);
    read_stage(app);
    read_controls(app);
    say_line(app, READ_FOCUS, focus_line(app));
    say_line(app, READ_CAPTION, caption_line(app));
    say_line(app, READ_MESSAGE, app->view.message.text);
    say_line(app, READ_WAITING, waiting_line(app));
}
