/* The lesson is read again when one of its files is saved: who writes a lesson sees it grow, on the card and at the
 * moment that are open. What cannot be read is told until it is mended; the old lesson stays usable meanwhile. */
#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "app/watch.h"
#include "lesson/draw.h"
#include "words/app_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading again ---- */

/* What the card asks of the stage, as text. If the author has changed it, the stage shows the change. */
static char *setting_text(const App *app, int card, Arena *arena)
{
    const Card *is = lesson_card(app->open.lesson, card);
    const StageSetting *stage = &is->stage;
    return arena_printf(arena, "%d %d %d %d %d %d %d %d %g|%s|%s|%s", stage->present, stage->view, stage->look,
                        stage->step, stage->moment, stage->model, stage->against, stage->beam,
                        stage->decode.temperature, stage->decode.force ? stage->decode.force : "",
                        stage->decode.mute ? stage->decode.mute : "", card_sentence(app->open.lesson, is));
}

/* The card of that title, the nearest one if there are several; else the one in its place. */
static int find_card(const Lesson *lesson, const char *title, int place)
{
    int found = -1;
    for (int i = 0; i < lesson->card_count; i++)
        if (strcmp(lesson->cards[i].title[LANGUAGE_ENGLISH], title) == 0
            && (found < 0 || abs(i - place) < abs(found - place)))
            found = i;
    int last = lesson->card_count > 0 ? lesson->card_count - 1 : 0;
    return found >= 0 ? found : place < last ? place : last;
}

typedef struct Kept {
    View view;
    Typing typing;
    Changes changes;
    char decoded[SENTENCE_BYTES];
    double target; /* of the cursor */
    int quiz_count;
    const char *title, *setting;
} Kept;

static Kept *keep(App *app, Arena *arena)
{
    words_close(app); /* what it only tries is none of what is kept */
    Kept *kept = ARENA_NEW(arena, Kept);
    const char *title = app_card(app)->title[LANGUAGE_ENGLISH];
    *kept = (Kept){.view = app->view,
                   .typing = app->typing,
                   .changes = app->open.changes,
                   .target = app->cursor.target,
                   .quiz_count = app_card(app)->quiz_count,
                   .title = arena_string(arena, title),
                   .setting = setting_text(app, app->view.card, arena)};
    memcpy(kept->decoded, app->open.decoded, sizeof kept->decoded);
    app->open.changes = (Changes){0};
    return kept;
}

/* The stage as the person had it, with the model as it is now. */
static void restore_stage(App *app, Kept *kept)
{
    const StageSetting *stage = &app_card(app)->stage;
    Error error = {0};
    changes_finish(&app->open.changes);
    app->open.changes = kept->changes;
    kept->changes = (Changes){0};
    app->open.changes.given.force = stage->decode.force;
    app->open.changes.given.mute = stage->decode.mute;
    memcpy(app->open.decoded, kept->decoded, sizeof app->open.decoded);
    if (!app_decode_changed(app, &error)) { /* a word by hand that the model no longer knows */
        changes_reset(&app->open.changes, &stage->decode);
        (void)app_decode_changed(app, &error);
    }
    field_set(app, kept->typing.sentence);
    app->view.field.caret = kept->view.field.caret;
    app->view.field.anchor = kept->view.field.anchor;
    app_show_view(app, kept->view.kind);
    app_jump(app, kept->target);
}

static void restore(App *app, Kept *kept, Arena *arena)
{
    int card = find_card(app->open.lesson, kept->title, kept->view.card);
    bool same = strcmp(setting_text(app, card, arena), kept->setting) == 0;
    if (!same)
        app_show_card(app, card);
    app->view.card = card;
    if (lesson_card(app->open.lesson, card)->quiz_count == kept->quiz_count) {
        memcpy(app->view.panel.quizzes, kept->view.panel.quizzes, sizeof app->view.panel.quizzes);
        app->view.panel.typing = kept->view.panel.typing;
    }
    app->view.panel.scroll = kept->view.panel.scroll;
    if (same)
        restore_stage(app, kept);
    if (app->view.field.active != kept->view.field.active)
        field_enter(app, kept->view.field.active);
    changes_finish(&kept->changes);
    app->dirty = true;
}

static bool read_again(App *app, Error *error)
{
    Arena arena = {0};
    char *folder = draw_name(app->open.lesson->folder, app->open.lesson->draw, &arena);
    const char *name = app->open.lesson->models[app->open.model].name;
    char *model = arena_string(&arena, name);
    const char *beside = app->open.beside ? arena_string(&arena, app->open.lesson->models[1].path) : NULL;
    OpenLesson fresh;
    Error other = {0}; /* the model may have another name by now */
    bool ok = open_begin(&fresh, folder, model, beside, error) || open_begin(&fresh, folder, NULL, beside, &other);
    if (ok) {
        Kept *kept = keep(app, &arena);
        struct LiveTraining *live = training_take(app, fresh.lesson);
        app_replace_lesson(app, &fresh);
        training_give(app, live);
        restore(app, kept, &arena);
    }
    arena_finish(&arena);
    return ok;
}

/* Told once; the panel stays until the file is mended. */
static void tell(App *app, const Error *error)
{
    struct Watching *watching = app->watching;
    bool told = watching->problem.code != ERROR_NONE && strcmp(watching->problem.message, error->message) == 0
                && watching->problem.line == error->line;
    watching->problem = *error;
    app->view.panel.problem = &watching->problem;
    if (told)
        return;
    app->dirty = true;
    if (!drawlist_marked(&app->list, (Target){TARGET_PANEL, 0, 0, 0})) /* the card is folded away */
        app_fail(app, error);
}

void reload_look(App *app)
{
    struct Watching *watching = app->watching;
    if (!watch_due(app))
        return;
    if (!watch_changed(app)
        && watching->problem.code == ERROR_NONE) /* a broken lesson may name files that are not watched yet */
        return;
    Error error = {0};
    if (!read_again(app, &error))
        tell(app, &error);
    else
        app_say(app, W_LESSON_READ_AGAIN);
}
