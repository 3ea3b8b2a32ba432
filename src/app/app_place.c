/* Where the person is, as a line of text: shared with Ctrl+L, given with --at, kept between runs. */
#include "app/app_place.h"
#include "app/awaited.h"
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/open.h"
#include "app/path_input.h"
#include "app/typing.h"
#include "app/view_input.h"

#include "base/resource.h"
#include "base/shell.h"
#include "base/system.h"
#include "lesson/draw.h"
#include "lesson/place.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"
#include "words/app_words.h"
#include "words/common_words.h"
#include "words/course_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATE_BYTES 262144

/* `path`: a lesson that is none of the course's is told by where it lies. */
static Place place_of(App *app, bool path)
{
    const View *view = &app->view;
    int index = app_moment(app);
    Moment moment = moment_at(app->open.trace, index);
    Place place = {
        .view = (int)app_lesson_view(app), .look = -1, .moment = (int)moment.kind, .language = (int)view->language};
    char *whole = app->view.course.count > 0 || !path ? NULL : system_whole_path(app->open.lesson->folder);
    place.lesson =
        draw_name(whole ? whole : path_name(app->open.lesson->folder), app->open.lesson->draw, &app->scratch);
    free(whole);
    place.model = app->open.lesson->model_count > 1 ? app->open.lesson->models[app->open.model].name : NULL;
    if (view_has(view->kind, CHOOSES_LOOK))
        place.look = (int)view->look;
    if (view->kind == VIEW_SELF_ATTENTION && app->open.trace->config.heads > 1)
        place.head = view->pick + 1;
    if (view->kind == VIEW_SELF_ATTENTION)
        place.array = view_written(view);
    place.card = app->open.lesson->card_count > 0 ? view->card + 1 : 0;
    place.path = view->course.path ? (int)view->course.path->kind : PATH_NONE;
    place.sentence = app->typing.sentence[0] ? app->typing.sentence : NULL;
    place.mute = muted_text(app->open.trace->muted, app->open.trace->n, &app->scratch);
    place.weights = changes_text(&app->open.changes, CHANGED_WEIGHTS, &app->scratch);
    place.token = changes_text(&app->open.changes, CHANGED_WORD, &app->scratch);
    place.temperature = changes_text(&app->open.changes, CHANGED_TEMPERATURE, &app->scratch);
    place.step = moment.step + 1;
    place.position = moment.position + 1;
    place.layer = moment_layer_told(app->open.trace, moment);
    place.beat = beat_number(app->open.trace, app->cursor.target);
    place.pair = scene_pair_open(view) ? view->pair.word + 1 : 0;
    place.norm = norm_place(app);
    place.dark = view->theme->kind == THEME_DARK;
    place.gloss = (int)view->gloss - GLOSS_USUAL;
    return place;
}

char *app_here(App *app, Arena *arena)
{
    Place place = place_of(app, true);
    return place_print(&place, arena);
}

char *app_here_for_others(App *app, Arena *arena)
{
    Place place = place_of(app, false);
    return place_print(&place, arena);
}

void app_share(App *app, int what)
{
    char *line = app_here(app, &app->scratch);
    if (app->view.window.in_page) {
        if (window_share(app->window, line, what == SHARE_FRAME))
            app_say(app, what == SHARE_FRAME ? W_FRAME_COPIED : W_LINK_COPIED);
        return;
    }
    char *command = arena_printf(&app->scratch, "attend --at %s", shell_quote(line, &app->scratch));
    window_clipboard_set(app->window, command);
    utf8_make_printable(command, strlen(command), false);
    printf("%s\n", command);
    fflush(stdout);
    app_tell(app, false, "%s: %s", said(app->view.language, W_COPIED), line);
}

/* The look is set before anything is drawn; the lesson was opened by its folder already. */
static void set_look(App *app, const Place *place)
{
    if (place->language >= 0)
        app->view.language = (Language)place->language;
    app->view.gloss = (GlossLook)(GLOSS_USUAL + place->gloss);
    if (place->dark >= 0)
        app->view.theme = theme_with(place->dark ? THEME_DARK : THEME_LIGHT, app->view.theme->strong);
}

/* For a model that the card, or the view, opens with: without it nothing of the place fits. */
static bool waits(const App *app, Error *error)
{
    return app->view.awaited.on && !error_at(error, ERROR_LATER, app->awaited.file, 0, "is still to come");
}

static bool set_card(App *app, const Place *place, Error *error)
{
    const Lesson *lesson = app->open.lesson;
    int model = lesson_model(lesson, place->model);
    if (place->model && model < 0)
        return error_at(error, ERROR_USAGE, lesson->path, 0, "has no model named %s", place->model);
    if (place->card > lesson->card_count)
        return error_at(error, ERROR_USAGE, lesson->path, 0, "has %d card(s), not %d", lesson->card_count, place->card);
    if (model < 0 && app->options.model) /* named beside the place */
        model = app->open.model;
    int card = place->card > 0 ? place->card - 1 : app->view.card;
    const StageSetting *stage = &lesson_card(lesson, card)->stage;
    if (model == stage->against && (place->view < 0 ? stage->view : (ViewKind)place->view) == VIEW_COMPARE)
        model = -1; /* whichever of its two is named, each stands on the side that the card says */
    QuizAnswer answered[QUIZ_MOST];
    bool same = card == app->view.card, shut = same && !app->view.panel.open; /* what was answered on it stays */
    memcpy(answered, app->view.panel.quizzes, sizeof answered);
    app_show_card_with(app, card, model);
    if (same)
        memcpy(app->view.panel.quizzes, answered, sizeof answered);
    app_measure(app); /* on a telephone its card alone says what one looks at; elsewhere one came for the place */
    if (!app->view.window.present) /* there K shows and hides it */
        app->view.panel.open &= !shut && place->card > 0 && (window_upright(&app->view) || window_lying(&app->view));
    return !waits(app, error);
}

static bool is_among(const DecodeOptions *wanted, int count, int j)
{
    for (int i = 0; i < count; i++)
        if (wanted->muted[i] == j)
            return true;
    return false;
}

/* The states that the place names are muted and no others, whatever the card mutes. */
static bool set_muted(App *app, const Place *place, Error *error)
{
    const Trace *trace = app->open.trace;
    Changes *changes = &app->open.changes;
    DecodeOptions wanted;
    if (!place->mute)
        return true;
    if (!trace_mute(&wanted, place->mute, &app->scratch, error))
        return false;
    for (int j = 0; j < trace->n; j++)
        if (trace_muted(trace, j) && !is_among(&wanted, wanted.muted_count, j))
            changes_mute(changes, j);
    for (int i = 0; i < wanted.muted_count; i++) {
        int j = wanted.muted[i];
        if (!is_among(&wanted, i, j) && (j >= trace->n || !trace_muted(trace, j)))
            changes_mute(changes, j);
    }
    return true;
}

/* Applies the place's changes by hand as one step of undo. */
static bool set_changes(App *app, const Place *place, Error *error)
{
    Changes *changes = &app->open.changes;
    const Model *model = app->view.model;
    if (!place->mute && !place->weights && !place->token && !place->temperature)
        return true;
    if (!view_decodes(&app->view))
        return error_set(error, ERROR_USAGE, "a trace has no model: nothing in it can be changed");
    changes_begin(changes);
    if (set_muted(app, place, error) && changes_read(changes, model, CHANGED_WEIGHTS, place->weights, error)
        && changes_read(changes, model, CHANGED_WORD, place->token, error)
        && changes_read(changes, model, CHANGED_TEMPERATURE, place->temperature, error)
        && app_decode_changed(app, error))
        return true;
    changes_undo(changes); /* something does not fit */
    return false;
}

static bool set_view(App *app, const Place *place, Error *error)
{
    if (place->view >= 0)
        app_show_view(app, (ViewKind)place->view);
    if (waits(app, error))
        return false;
    if (place->head > 0)
        app->view.pick = place->head - 1;
    if (place->look >= 0)
        app->view.look = (LookKind)place->look;
    if (place->view == VIEW_SELF_ATTENTION || place->array > 0)
        app->view.self.written = place->array > 0;
    if (place->look >= 0 || place->head > 0 || place->array > 0)
        app_enter_view(app); /* which takes what it has */
    return true;
}

static bool set_moment(App *app, const Place *place, Error *error)
{
    if (place->moment < 0 && place->step == 0)
        return true;
    MomentKind kind = place->moment >= 0 ? (MomentKind)place->moment : MOMENT_WORD;
    int position = place->position - 1;
    if (position < 0
        && (kind == MOMENT_EMBED || kind == MOMENT_FORWARD || kind == MOMENT_BACKWARD || kind == MOMENT_SELF))
        position = 0;
    int found = moment_named(app->open.trace, kind, place->step - 1, position, place->layer);
    if (found < 0)
        return error_set(error, ERROR_USAGE, "this sentence has no moment %s%s", MOMENT_NAMES[kind],
                         place->step ? arena_printf(&app->scratch, " of step %d", place->step) : "");
    BeatKind beats[BEATS_MOST];
    int count = beats_of(app->open.trace, found, beats);
    if (place->beat > count)
        return error_set(error, ERROR_USAGE, "the moment %s has %d beat(s) here, not %d", MOMENT_NAMES[kind], count,
                         place->beat);
    app_jump(app, place->beat > 0 ? beat_end(app->open.trace, found, place->beat) : found);
    bool row = app->open.trace->head_told > 0;
    if (place->pair > 0 && (row || view_has(app->view.kind, HAS_STAGE))
        && !pair_open(app, target_at(TARGET_SCORE, row ? 0 : place->step - 1, place->pair - 1, 0)))
        return error_set(error, ERROR_USAGE, "this place has no score of word %d to freeze", place->pair);
    return place->norm == 0 || norm_open_here(app, place->norm)
           || error_set(error, ERROR_USAGE, "at this place there is no sum %d that is normalized", place->norm);
}

/* Goes as far as the place fits; `error` names the first part that does not. */
static bool go_to(App *app, const Place *place, Error *error)
{
    awaited_end(app);
    set_look(app, place);
    if (!path_take(app, (PathKind)place->path, error) || !set_card(app, place, error))
        return false;
    if (place->sentence && strcmp(place->sentence, app->typing.sentence) != 0) {
        if (!app_decode(app, place->sentence))
            return error_set(error, ERROR_USAGE, "in the place, the sentence has no words");
        field_set(app, place->sentence);
    }
    return set_view(app, place, error) && set_changes(app, place, error) && set_moment(app, place, error);
}

/* If a file is still to come, the whole place is tried again later. */
static bool go_to_or_wait(App *app, const Place *place, const char *text, Error *error)
{
    return go_to(app, place, error) || awaited_place(app, error, text);
}

bool app_go_to(App *app, const char *text, Error *error)
{
    Place place;
    return place_parse(text, &app->scratch, &place, error)
           && place_begin_path(&place, app->options.lessons, &app->scratch, error)
           && go_to_or_wait(app, &place, text, error);
}

void app_check_model(App *app, const char *checksum)
{
    char own[65];
    if (!view_decodes(&app->view))
        return;
    model_checksum(app->view.model, own);
    if (checksum && strcmp(own, checksum) != 0)
        app_say(app, W_FIGURE_OF_ANOTHER_MODEL);
}

/* The place says nothing but theme and language, so nobody moves. */
static bool is_look(const Place *place, Arena *arena)
{
    Place rest = *place;
    rest.dark = rest.language = -1;
    return *place_print(&rest, arena) == '\0';
}

static bool open_lesson_of(App *app, const Place *place, Error *error)
{
    const char *name = place->lesson, *folder = name;
    if (name && !file_exists(name)) /* else a path, of a model alone too */
        folder = lesson_find(app->options.lessons, name, &app->scratch, error);
    int draw;
    const char *files = folder ? draw_cut(folder, &app->scratch, &draw) : NULL;
    bool same = !name || (files && file_same(files, app->open.lesson->folder) && draw == app->open.lesson->draw);
    return same || (folder && app_open_lesson(app, folder, NULL, error));
}

bool app_visit(App *app, const char *text)
{
    Place place;
    Error error = {0};
    bool ok = place_parse(arena_string(&app->scratch, text), &app->scratch, &place, &error);
    if (ok && is_look(&place, &app->scratch)) {
        set_look(app, &place);
        app_set_title(app);
        return true;
    }
    words_close(app);
    typing_end(app);
    app->view.overlay = OVERLAY_NONE;
    app->view.opening = (Opening){0};
    ok = ok && place_begin_path(&place, app->options.lessons, &app->scratch, &error);
    bool open = ok && open_lesson_of(app, &place, &error);
    ok = open && go_to_or_wait(app, &place, text, &error);
    if (!ok && !awaited_lesson(app, &error, AWAITED_PLACE, text))
        app_fail(app, &error);
    return ok && !app->view.awaited.on;
}

/* ---- between runs ---- */

/* NULL: the person has no folder to keep it in. */
static char *state_path(Arena *arena)
{
    char *folder = resource_user("XDG_STATE_HOME", ".local/state", arena);
    return folder ? path_join(arena, folder, "last") : NULL;
}

static bool can_keep(const char *path, Arena *arena, Error *error)
{
    if (!path)
        return error_set(error, ERROR_FILE, "HOME names no folder");
    const char *folder = arena_copy(arena, path, (size_t)(path_name(path) - path - 1));
    return folder_make(folder, 0700, error) && file_check_writable(path, error);
}

void app_check_home(App *app)
{
    Error error = {0};
    if (app->options.forgetful
        || (can_keep(state_path(&app->scratch), &app->scratch, &error)
            && can_keep(progress_path(&app->scratch), &app->scratch, &error)))
        return;
    app->options.forgetful = true;
    app_warn(app, W_NEITHER_YOUR_PLACE_NOR_YOUR, error_text(&error));
}

void app_remember(App *app)
{
    bool came_for_file = (app->options.weights || app->options.log) && !view_is_of_lesson(app->view.kind);
    if (app->options.forgetful || !app->open.lesson || !app->open.trace || app->view.opening.stage != OPENING_NONE
        || came_for_file)
        return;
    char *line = arena_printf(&app->scratch, "%s\n", app_here(app, &app->scratch));
    char *path = state_path(&app->scratch);
    Error error = {0};
    if (path && !file_write(path, line, strlen(line), &error))
        fprintf(stderr, "attend: %s\n", error_text(&error));
}

/* A place that no longer fits (another version of the lesson) is left, not told: the lesson opens at its beginning. */
char *app_last_place(Arena *arena)
{
    char *path = state_path(arena);
    Bytes bytes;
    Place place;
    Error error = {0};
    if (!path || !file_exists(path) || !file_read(path, STATE_BYTES, &bytes, &error))
        return NULL;
    char *line = arena_copy(arena, bytes.data, strcspn(bytes.data, "\n"));
    bytes_finish(&bytes);
    return place_parse(line, arena, &place, &error) ? line : NULL;
}

void app_resume(App *app, const char *text, bool look_only)
{
    Place place;
    Error error = {0};
    if (!text || !place_parse(text, &app->scratch, &place, &error))
        return;
    if (look_only)
        set_look(app, &place);
    else if (go_to_or_wait(app, &place, text, &error))
        app->view.panel.open = false;
    else {
        app_show_card(app, 0);
        set_look(app, &place);
    }
}
