/* The pairs of the page become a lesson of their own, whose model learns in the thread of study/learner.h. */
#include "app/class_room.h"

#include "app/course_input.h"
#include "app/open.h"
#include "app/train_input.h"
#include "base/resource.h"
#include "base/system.h"
#include "lesson/draft.h"
#include "lesson/lesson_list.h"
#include "words/window_words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES_MOST 999 /* lessons of one name */

void class_stop(struct ClassRoom *room)
{
    learner_destroy(room->learner);
    room->learner = NULL;
    training_finish(&room->training);
    room->training = (Training){0};
    free(room->folder);
    room->folder = NULL;
}

/* ---- the lesson that learns ---- */

static bool write_lesson(const LessonDraft *draft, const char *folder, Arena *arena, Error *error)
{
    const char *templates = resource_need("assets/class-lesson", arena, error);
    if (!templates || !draft_write(draft, templates, folder, arena, error))
        return false;
    system_remove(path_join(arena, folder, "model.safetensors")); /* of the pairs before */
    return true;
}

/* Among the person's data; where nothing can be written there, in a folder that nobody keeps. NULL on failure. */
static char *place_lesson(App *app, const LessonDraft *draft, Error *error)
{
    struct ClassRoom *room = app->class_room;
    char *folder = class_file("lesson", &app->scratch);
    room->page.unkept = app->options.forgetful || !folder || !write_lesson(draft, folder, &app->scratch, error);
    if (!room->page.unkept)
        return folder;
    *error = (Error){0};
    folder = path_join(&app->scratch, system_temporary_folder(), "attend-class-XXXXXX");
    if (!system_make_own_folder(folder)) {
        error_at(error, ERROR_FILE, folder, 0, "cannot be written: %s", strerror(errno));
        return NULL;
    }
    return write_lesson(draft, folder, &app->scratch, error) ? folder : NULL;
}

static bool begin(App *app, const char *folder, Error *error)
{
    struct ClassRoom *room = app->class_room;
    Lesson *lesson = lesson_load(folder, error);
    if (!lesson)
        return false;
    const LessonModel *model = &lesson->models[0];
    LearnerSetup setup = {.data = model->data,
                          .heldout = model->heldout,
                          .config = model->config,
                          .training = model->train,
                          .probe = lesson->sentence,
                          .wake = app_wake,
                          .context = app->window};
    room->learner = learner_create(&setup);
    room->folder = heap_copy(folder);
    learner_read(room->learner, &room->training);
    learner_run(room->learner, true);
    lesson_destroy(lesson);
    return true;
}

void class_train(App *app)
{
    struct ClassRoom *room = app->class_room;
    Error error = {0};
    Bytes tsv = {0};
    Arena *arena = &app->scratch;
    Slice title = room->lines.title;
    LessonDraft draft = {.order = 100};
    draft.title =
        title.length > 0 ? arena_copy(arena, title.text, title.length) : said(app->view.language, W_CLASS_NAME);
    class_stop(room);
    pair_lines_print(slice_of(room->text), &tsv);
    const char *folder = NULL;
    bool ok = draft_take_pairs(&draft, bytes_slice(&tsv), said(app->view.language, W_CLASS_PAIRS), arena, &error)
              && (folder = place_lesson(app, &draft, &error)) && begin(app, folder, &error);
    if (ok) {
        room->page.stage = CLASS_LEARN;
        room->page.learned = draft.pairs;
        room->page.held = draft.held;
        room->page.guess = -1;
        app->view.focus = (Target){0};
        train_say_rounding(app);
    } else
        app_fail(app, &error);
    draft_finish(&draft);
    bytes_finish(&tsv);
}

/* ---- it is kept ---- */

/* "Our class" -> "our-class": letters of any language, digits, and dashes for the rest. */
static char *folder_name(const char *title, Arena *arena)
{
    Bytes out = {0};
    for (Slice rest = slice_of(title); rest.length;) {
        uint32_t c = utf8_lower(utf8_next(&rest));
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 0x80 && !utf8_is_space(c));
        if (letter && out.length < 60)
            bytes_add_letter(&out, c);
        else if (out.length > 0 && out.data[out.length - 1] != '-')
            bytes_add_text(&out, "-");
    }
    while (out.length > 0 && out.data[out.length - 1] == '-')
        out.data[--out.length] = '\0';
    char *name = arena_string(arena, out.length > 0 ? out.data : "our-class");
    bytes_finish(&out);
    return name;
}

/* A place of its own among the person's lessons: NAME, NAME-2 and so on. NULL on failure. */
static char *move_lesson(App *app, const char *folder, const char *title, Error *error)
{
    Arena *arena = &app->scratch;
    const char *lessons = lesson_own_folder(arena), *name = folder_name(title, arena);
    if (!lessons || !folder_make(lessons, 0700, error))
        return NULL;
    for (int i = 1; i <= PLACES_MOST; i++) {
        char *to = path_join(arena, lessons, i == 1 ? name : arena_printf(arena, "%s-%d", name, i));
        if (file_exists(to))
            continue;
        if (system_rename(folder, to))
            return to;
        error_at(error, ERROR_FILE, to, 0, "cannot be written: %s", strerror(errno));
        return NULL;
    }
    error_at(error, ERROR_FILE, lessons, 0, "has too many lessons of the name %s", name);
    return NULL;
}

/* Keeps the lesson with its model. The page is empty afterwards: the lesson has all that was typed. */
void class_keep(App *app)
{
    struct ClassRoom *room = app->class_room;
    Arena *arena = &app->scratch;
    Error error = {0};
    const char *folder = room->folder ? arena_string(arena, room->folder) : NULL;
    bool unkept = room->page.unkept;
    if (!folder || !learner_save(room->learner, path_join(arena, folder, "model.safetensors"), &error)) {
        app_fail(app, &error);
        return;
    }
    Slice title = room->lines.title;
    if (!unkept)
        folder = move_lesson(app, folder, title.length > 0 ? arena_copy(arena, title.text, title.length) : "", &error);
    if (!folder || !app_open_lesson(app, folder, NULL, &error)) {
        app_fail(app, &error);
        return;
    }
    class_stop(room);
    room->page.stage = CLASS_WRITE;
    if (!unkept)
        class_set_text(app, "");
    app_close_course(app); /* which has a lesson more by now */
    app->view.overlay = OVERLAY_NONE;
    app->view.focus = (Target){0};
    if (unkept)
        app_warn(app, W_CLASS_UNKEPT);
    else
        app_say(app, W_KEPT_AMONG_YOUR_OWN, app->open.lesson->title[app->view.language]);
}
