/* From lesson to lesson in one window: every view open at the moment of going, things changed by hand, and lessons that
 * cannot be opened. */
#include "fixture.h"

#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/errands.h"
#include "app/hands.h"
#include "app/open.h"
#include "app/typing.h"

#include <math.h>

static LessonList lessons;

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    Error error = {0};
    lessons = lesson_list(options.lessons, &arena, &error);
    assert_true(lessons.count > 1);
    options.lesson = lessons.folders[0];
    options.width = 1024;
    options.height = 640;
    start(&options);
    return 0;
}

static void change_to(const char *folder)
{
    Error error = {0};
    expect_ok(app_open_lesson(app, folder, NULL, &error), &error);
    assert_string_equal(path_name(app->open.lesson->folder), path_name(folder));
    assert_int_equal(app->view.card, 0);
    assert_ptr_equal(app->view.model, &app->open.models[app->open.model]);
    frame();
}

static void every_lesson_and_every_card(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            app_show_card(app, card);
            frame();
            key(KEY_DOWN);
            key(KEY_L);
        }
    }
}

/* A view is open, with its own traces, threads and marks, when its lesson goes. */
static void out_of_every_view(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++)
        for (Key view = KEY_1; view <= KEY_5; view++) {
            key(view);
            key(KEY_RIGHT);
            key(KEY_SPACE);
            change_to(lessons.folders[(i + (int)(view - KEY_1)) % lessons.count]);
        }
}

static void with_changes_by_hand(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        app->view.captions = true;
        changes_begin(&app->open.changes);
        changes_word(&app->open.changes, 0, "</s>");
        Error error = {0};
        expect_ok(app_decode_changed(app, &error), &error);
        frame();
        change_to(lessons.folders[(i + 1) % lessons.count]);
        assert_false(changes_any(&app->open.changes));
        app_undo(app, false);
        frame();
    }
}

static void a_lesson_that_cannot_be_opened(void **state)
{
    (void)state;
    change_to(lessons.folders[1]);
    app_show_card(app, 1);
    const Lesson *before = app->open.lesson;
    const Trace *trace = app->open.trace;
    Error error = {0};
    assert_false(app_open_lesson(app, home, NULL, &error));
    expect_error(&error, "lesson.md");
    assert_ptr_equal(app->open.lesson, before);
    assert_ptr_equal(app->open.trace, trace);
    assert_int_equal(app->view.card, 1);
    key(KEY_RIGHT);
}

/* ---- the lesson is saved while it is open ---- */

static char copy[128];

static char *read_text(const char *name)
{
    Error error = {0};
    Bytes bytes;
    expect_ok(file_read(path_join(&arena, copy, name), FILE_LIMIT_TEXT, &bytes, &error), &error);
    char *text = arena_copy(&arena, bytes.data, bytes.length);
    bytes_finish(&bytes);
    return text;
}

static void write_text(const char *name, const char *text)
{
    Error error = {0};
    expect_ok(file_write(path_join(&arena, copy, name), text, strlen(text), &error), &error);
}

static char *replaced(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    assert_non_null(at);
    return arena_printf(&arena, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
}

static void open_copy_of(const char *lesson)
{
    snprintf(copy, sizeof copy, "%s/05-copy", home);
    const char *from = path_join(&arena, app->options.lessons, lesson);
    assert_int_equal(system(arena_printf(&arena, "rm -rf '%s' && cp -r '%s' '%s'", copy, from, copy)), 0);
    change_to(copy);
}

static void open_copy(void)
{
    open_copy_of("05-cat-chase-mouse");
}

static void second(void)
{
    now += 1.1;
    frame();
}

static void copy_picture(const char *from)
{
    Error error = {0};
    Bytes bytes;
    expect_ok(file_read(path_join(&arena, path_join(&arena, app->options.lessons, "../docs"), from), FILE_LIMIT_TEXT,
                        &bytes, &error),
              &error);
    expect_ok(file_write(path_join(&arena, copy, "cells.png"), bytes.data, bytes.length, &error), &error);
    bytes_finish(&bytes);
}

static bool shows_picture(const Image *image)
{
    bool shown = false;
    for (int i = 0; i < app->list.count; i++)
        shown = shown || (app->list.commands[i].kind == DRAW_IMAGE && app->list.commands[i].image.image == image);
    return shown;
}

static const TextBlock *first_picture(void)
{
    const Card *card = &app->open.lesson->cards[0];
    for (int i = 0; i < card->block_count[0]; i++)
        if (card->blocks[0][i].kind == BLOCK_PICTURE)
            return &card->blocks[0][i];
    return NULL;
}

/* A picture of a card is drawn, is called what its words say, and is read again when it is saved. */
static void a_saved_picture_is_read_again(void **state)
{
    (void)state;
    open_copy();
    app->view.language = LANGUAGE_ENGLISH; /* that of lesson.md, which gets the picture */
    copy_picture("card.png");
    char *text = read_text("lesson.md");
    char *title = arena_printf(&arena, "# %s\n", app->open.lesson->cards[0].title[LANGUAGE_ENGLISH]);
    write_text("lesson.md", replaced(text, title, arena_printf(&arena, "%s\n![Two cells](cells.png)\n\n", title)));
    second();
    app_show_card(app, 0);
    app->dirty = true;
    frame();
    const TextBlock *picture = first_picture();
    assert_non_null(picture);
    assert_true(shows_picture(picture->image));
    Target target = {TARGET_PICTURE, (int16_t)(picture - app->open.lesson->cards[0].blocks[0]), 0, 0};
    assert_string_equal(drawlist_marked(&app->list, target)->mark.name, "Two cells");
    uint64_t before = picture->image->hash;
    copy_picture("heatmap.png");
    second();
    assert_true(first_picture()->image->hash != before);
}

/* A drawing is paths and words of the picture, inside its mark, on white where the window is dark; a broken one is told, and
 * the card stays as it was. */
static void a_drawing_is_paths_and_words(void **state)
{
    (void)state;
    open_copy();
    app->view.language = LANGUAGE_ENGLISH;
    app->view.theme = theme_get(THEME_DARK);
    write_text("gate.svg", "<svg viewBox='0 0 90 40'><rect width='90' height='40' fill='#ffd700'/>"
                           "<text x='45' y='20' text-anchor='middle'>sluice</text></svg>");
    char *text = read_text("lesson.md");
    char *title = arena_printf(&arena, "# %s\n", app->open.lesson->cards[0].title[LANGUAGE_ENGLISH]);
    write_text("lesson.md", replaced(text, title, arena_printf(&arena, "%s\n![A gate](gate.svg)\n\n", title)));
    second();
    app_show_card(app, 0);
    const TextBlock *picture = first_picture();
    assert_non_null(picture);
    Box box = box_of((Target){TARGET_PICTURE, (int16_t)(picture - app->open.lesson->cards[0].blocks[0]), 0, 0});
    int areas = 0, words = 0;
    for (int i = 0; i < app->list.count; i++) {
        const DrawCommand *command = &app->list.commands[i];
        bool inside = command->bounds.x >= box.x - 2 && command->bounds.x + command->bounds.w <= box.x + box.w + 2
                      && command->bounds.y >= box.y - 2 && command->bounds.y + command->bounds.h <= box.y + box.h + 2;
        areas += inside && command->kind == DRAW_PATH && command->path.paint.fill.r == 0xFF;
        if (inside && command->kind == DRAW_TEXT && command->text.letters[0].codepoint == 's') {
            float middle = command->text.origin.x + command->text.width / 2;
            assert_true(fabsf(middle - (box.x + box.w / 2)) < 1);
            words++;
        }
        if (inside && command->kind == DRAW_BOX && words == 0 && areas == 0)
            assert_int_equal(command->box.paint.fill.b, 0xFF); /* the paper */
    }
    assert_true(areas == 1 && words == 1);
    write_text("gate.svg", "<svg viewBox='0 0 90 40'>\n<image/></svg>");
    second();
    assert_non_null(app->view.problem);
    assert_non_null(strstr(app->view.problem->message, "the picture \"gate.svg\" in its line 2 has <image>"));
    assert_non_null(first_picture());
}

static void a_saved_lesson_is_read_again(void **state)
{
    (void)state;
    open_copy();
    app_show_card(app, 1);
    field_set(app, "mouse chase cat");
    assert_true(app_decode(app, "mouse chase cat"));
    app_jump(app, 9);
    app->view.quizzes[0] = (QuizAnswer){.answered = true, .choice = 1};
    const Lesson *before = app->open.lesson;
    second();
    assert_ptr_equal(app->open.lesson, before); /* nothing was saved */
    char *text = read_text("lesson.md");
    char *title = arena_printf(&arena, "# %s\n", app->open.lesson->cards[1].title[LANGUAGE_ENGLISH]);
    write_text("lesson.md", replaced(text, title, "# Another title\n"));
    second();
    assert_string_equal(app->open.lesson->cards[1].title[LANGUAGE_ENGLISH], "Another title");
    assert_int_equal(app->view.card, 1);
    assert_string_equal(app->view.field.text, "mouse chase cat");
    assert_string_equal(app->open.trace->source[0], "mouse");
    assert_int_equal(app->cursor.target, 9);
    assert_true(app->view.quizzes[0].answered);
    assert_null(app->view.problem);
    key(KEY_RIGHT);
}

static void what_was_changed_by_hand_stays(void **state)
{
    (void)state;
    open_copy();
    changes_begin(&app->open.changes);
    assert_true(changes_weight(&app->open.changes, app->view.model, app->open.trace, 0, 1, 0.75f));
    Error error = {0};
    expect_ok(app_decode_changed(app, &error), &error);
    char *text = read_text("lesson.zh.md");
    write_text("lesson.zh.md", arena_printf(&arena, "%s\n又一句。\n", text));
    second();
    assert_true(changes_any(&app->open.changes));
    assert_true(app->open.trace->steps[0].step.weights[1] == 0.75f);
    app_undo(app, false);
    assert_false(changes_any(&app->open.changes));
}

static void a_new_setting_is_shown(void **state)
{
    (void)state;
    open_copy();
    app_show_card(app, 0);
    field_set(app, "mouse chase cat");
    assert_true(app_decode(app, "mouse chase cat"));
    char *text = read_text("lesson.md");
    write_text("lesson.md", replaced(text, "```attend\n", "```attend\nsentence: dog chase cat\n"));
    second();
    assert_null(app->view.problem);
    assert_string_equal(app->view.field.text, "dog chase cat");
    assert_string_equal(app->open.trace->source[0], "dog");
}

static void a_new_look_is_shown(void **state)
{
    (void)state;
    open_copy_of("15-many-heads");
    int card = 0;
    while (app->open.lesson->cards[card].stage.look != LOOK_HEADS)
        card++;
    app_show_card(app, card);
    write_text("lesson.md", replaced(read_text("lesson.md"), "look: heads", "look: whole"));
    second();
    assert_null(app->view.problem);
    assert_int_equal(app->view.card, card);
    assert_int_equal(app->view.look, LOOK_WHOLE);
}

static void an_error_is_shown_until_it_is_mended(void **state)
{
    (void)state;
    open_copy();
    app_show_card(app, 2);
    char *text = read_text("lesson.md");
    const Lesson *before = app->open.lesson;
    write_text("lesson.md", replaced(text, "```attend\n", "```attend\nstpe: 3\n"));
    second();
    assert_ptr_equal(app->open.lesson, before);
    assert_non_null(app->view.problem);
    expect_error(app->view.problem, "stpe");
    assert_true(app->view.problem->line > 1);
    key(KEY_RIGHT); /* the old one is usable */
    key(KEY_N);
    second();
    assert_non_null(app->view.problem);
    int card = app->view.card;
    write_text("lesson.md", text);
    second();
    assert_null(app->view.problem);
    assert_int_equal(app->view.card, card);
    char *model = path_join(&arena, copy, "model.safetensors"), *aside = path_join(&arena, copy, "aside");
    assert_int_equal(rename(model, aside), 0);
    second();
    assert_non_null(app->view.problem);
    expect_error(app->view.problem, "model.safetensors");
    assert_int_equal(rename(aside, model), 0);
    second();
    assert_null(app->view.problem);
}

/* Fewer cards than before, out of every view. */
static void a_lesson_that_shrinks(void **state)
{
    (void)state;
    for (Key view = KEY_1; view <= KEY_5; view++) {
        open_copy();
        key(view);
        app_show_card(app, app->open.lesson->card_count - 1);
        frame();
        static const char *const names[] = {"lesson.md", "lesson.zh.md"};
        for (int i = 0; i < 2; i++) {
            char *text = read_text(names[i]), *front = strstr(text + 4, "\n---\n");
            char *first = strstr(front, "\n# "), *next = strstr(first + 4, "\n# ");
            assert_non_null(next);
            next[1] = '\0';
            write_text(names[i], text);
        }
        second();
        assert_null(app->view.problem);
        assert_int_equal(app->open.lesson->card_count, 1);
        assert_int_equal(app->view.card, 0);
        key(KEY_RIGHT);
    }
}

/* Without lesson.zh.md the language of the interface changes, and the text does not. */
static void a_lesson_in_one_language(void **state)
{
    (void)state;
    open_copy();
    assert_int_equal(unlink(path_join(&arena, copy, "lesson.zh.md")), 0);
    second();
    assert_null(app->view.problem);
    change_to(copy);
    for (int i = 0; i < 2; i++) {
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const Card *is = &app->open.lesson->cards[card];
            app_show_card(app, card);
            frame();
            assert_string_equal(is->title[LANGUAGE_CHINESE], is->title[LANGUAGE_ENGLISH]);
            assert_ptr_equal(is->blocks[LANGUAGE_CHINESE], is->blocks[LANGUAGE_ENGLISH]);
            for (int q = 0; q < is->quiz_count; q++) {
                quiz_hint(app, (Target){TARGET_HINT, (int16_t)q, 0, 0});
                quiz_choose(app, (Target){TARGET_CHOICE, (int16_t)q, 0, 0});
                assert_string_equal(is->quizzes[q].question[LANGUAGE_CHINESE],
                                    is->quizzes[q].question[LANGUAGE_ENGLISH]);
            }
            frame();
        }
        key(KEY_M);
        key(KEY_M);
        key(KEY_L);
    }
}

/* ---- a number is typed ---- */

static void type(const char *text)
{
    Event typed = {.kind = EVENT_TEXT};
    snprintf(typed.text.text, sizeof typed.text.text, "%s", text);
    app_update(app, &typed);
    frame();
}

static void a_number_is_typed(void **state)
{
    (void)state;
    int lesson = 0;
    while (!strstr(lessons.folders[lesson], "07-"))
        lesson++;
    change_to(lessons.folders[lesson]);
    app_show_card(app, 1);
    app->progress.completed[1] = false;
    assert_int_equal(app->open.lesson->cards[1].quizzes[0].kind, QUIZ_NUMBER);
    frame();
    for (int i = 0; i < 300 && app->view.focus.kind != TARGET_NUMBER; i++)
        key(KEY_TAB);
    assert_int_equal(app->view.focus.kind, TARGET_NUMBER);
    const QuizAnswer *answer = &app->view.quizzes[0];
    Language language = app->view.language;
    type("1"); /* not yet: it is only in focus */
    key(KEY_ENTER);
    assert_int_equal(app->view.typing, 1);
    type("5");
    key(KEY_5); /* as the keyboard sends it beside the text: no other view */
    key(KEY_L);
    key(KEY_SPACE);
    assert_int_equal(app->view.kind, VIEW_DECODE);
    assert_int_equal(app->view.language, language);
    assert_string_equal(answer->typed, "5");
    assert_false(answer->answered);
    key(KEY_ENTER);
    assert_true(answer->answered);
    assert_false(app->progress.completed[1]);
    assert_int_equal(app->view.typing, 1); /* to mend it */
    key(KEY_ESCAPE);
    assert_int_equal(app->view.typing, 0);
    key(KEY_L);
    assert_int_not_equal(app->view.language, language);
    app_update(app, &(Event){.kind = EVENT_RESIZE});
    frame();
    assert_string_equal(answer->typed, "5");
    assert_true(answer->answered);
    key(KEY_ENTER);
    key(KEY_BACKSPACE);
    assert_false(answer->answered);
    type("7,39");
    key(KEY_ENTER);
    assert_true(answer->answered && answer->number == 7.39);
    assert_int_equal(app->view.typing, 0);
    assert_true(app->progress.completed[1]);
    app_show_card(app, 2);
    assert_string_equal(answer->typed, "");
    key(KEY_L);
}

static void a_hint_is_asked_for(void **state)
{
    (void)state;
    change_to(lessons.folders[0]);
    int card = 0;
    while (app->open.lesson->cards[card].quiz_count == 0 || !app->open.lesson->cards[card].quizzes[0].hint[0])
        card++;
    app_show_card(app, card);
    frame();
    Target hint = {TARGET_HINT, 0, 0, 0}, told = {TARGET_PANEL, 1, 0, 0};
    assert_null(drawlist_marked(&app->list, told));
    for (int i = 0; i < 300 && app->view.focus.kind != TARGET_HINT; i++)
        key(KEY_TAB);
    key(KEY_ENTER);
    assert_true(app->view.quizzes[0].hint);
    assert_false(app->view.quizzes[0].answered);
    assert_null(drawlist_marked(&app->list, hint));
    assert_non_null(drawlist_marked(&app->list, told));
}

/* A program of that name in front of all others writes down what it is given. */
static void a_link_is_opened_without_a_shell(void **state)
{
    (void)state;
    open_copy();
    char *text = read_text("lesson.md"), *first = strstr(text, "\n# "), *line = strchr(first + 1, '\n');
    const char *links = "\n\n[one](https://example.org/a?b=$(touch%20x)&c;d) and [two](data.tsv)\n";
    write_text("lesson.md", arena_printf(&arena, "%.*s%s%s", (int)(line - text), text, links, line));
    second();
    assert_null(app->view.problem);
    char *browser = path_join(&arena, home, "xdg-open"), *got = path_join(&arena, home, "got");
    Error error = {0};
    const char *script =
        arena_printf(&arena, "#!/bin/sh\nprintf '%%s' \"$*\" >'%s.new'\nmv '%s.new' '%s'\n", got, got, got);
    expect_ok(file_write(browser, script, strlen(script), &error), &error);
    assert_int_equal(system(arena_printf(&arena, "chmod +x '%s'", browser)), 0);
    char *path = arena_printf(&arena, "%s", getenv("PATH"));
    setenv("PATH", arena_printf(&arena, "%s:%s", home, path), 1);
    app->view.language = LANGUAGE_ENGLISH;
    app_open_link(app, (Target){TARGET_LINK, 0, 0, 0});
    for (int i = 0; i < 2000 && !file_exists(got); i++)
        usleep(5000);
    Bytes bytes;
    expect_ok(file_read(got, 1000, &bytes, &error), &error);
    assert_string_equal(bytes.data, "https://example.org/a?b=$(touch%20x)&c;d");
    bytes_finish(&bytes);
    unlink(got);
    app_open_link(app, (Target){TARGET_LINK, 0, 2, 0}); /* a file: only named */
    assert_non_null(strstr(app->message.text, "data.tsv"));
    app_open_link(app, (Target){TARGET_LINK, 0, 1, 0}); /* no link */
    app_open_link(app, (Target){TARGET_LINK, 99, 0, 0});
    app_open_link(app, (Target){TARGET_LINK, 0, -1, 0});
    setenv("PATH", "/nowhere", 1);
    app_open_link(app, (Target){TARGET_LINK, 0, 0, 0});
    assert_non_null(strstr(app->message.text, "xdg-open"));
    setenv("PATH", path, 1);
    assert_false(file_exists(got));
}

/* ---- progress ---- */

static void press(Target target)
{
    frame();
    app_press(app, target);
    frame();
}

static bool kept(const char *lesson, int card)
{
    Error error = {0};
    Bytes bytes;
    Progress progress;
    char *path = path_join(&arena, home, ".local/share/attend/progress.json");
    if (!file_exists(path))
        return false;
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &bytes, &error), &error);
    expect_ok(progress_parse(bytes_slice(&bytes), path, &progress, &error), &error);
    bool done = progress_done(&progress, lesson, card, app->open.lesson->cards[card].title[LANGUAGE_ENGLISH]);
    progress_finish(&progress);
    bytes_finish(&bytes);
    return done;
}

/* A brings the focus to the question of every card, the arrows go through its choices, Enter takes one. */
static void questions_by_keys(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const Quiz *quiz = app->open.lesson->cards[card].quizzes;
            const char **choices;
            app_show_card(app, card);
            frame();
            if (app->open.lesson->cards[card].quiz_count == 0)
                continue;
            int target = app->cursor.target,
                count = quiz_choices(quiz, app->open.trace, LANGUAGE_ENGLISH, &arena, &choices);
            key(KEY_A);
            if (quiz->kind == QUIZ_NUMBER) {
                assert_int_equal(app->view.typing, 1);
                key(KEY_ESCAPE);
                continue;
            }
            assert_true(target_equal(app->view.focus, (Target){TARGET_CHOICE, 0, 0, 0}));
            key(KEY_UP); /* there is none above */
            for (int k = 0; k < count; k++)
                key(k % 2 ? KEY_DOWN : KEY_RIGHT); /* once more than there are */
            assert_true(target_equal(app->view.focus, (Target){TARGET_CHOICE, 0, (int16_t)(count - 1), 0}));
            key(KEY_ENTER);
            assert_true(app->view.quizzes[0].answered);
            assert_int_equal(app->view.quizzes[0].choice, count - 1);
            bool goes_on = app->view.quizzes[0].shown && app->cursor.target > target; /* to what it hid */
            assert_true(goes_on || app->cursor.target == target);
            key(KEY_A); /* the only question there is */
            assert_true(target_equal(app->view.focus, (Target){TARGET_CHOICE, 0, 0, 0}));
        }
    }
}

/* A card may ask for one word of self-attention, beat by beat; the cards beside it have the picture that they ask for. */
static void a_look_comes_with_its_card(void **state)
{
    (void)state;
    int found = 0;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const StageSetting *stage = &app->open.lesson->cards[card].stage;
            app_show_card(app, card);
            frame();
            if (stage->present && stage->view == VIEW_SELF_ATTENTION) {
                assert_int_equal(app->view.look, stage->look);
                assert_int_equal(app->open.trace->head_told, stage->look == LOOK_ONE_WORD);
                found += stage->look == LOOK_ONE_WORD;
            }
        }
    }
    assert_true(found > 0);
}

/* No key and no press on the timeline comes to what an open question asks; given up, the stage goes there by itself. */
static void a_question_holds_the_cursor(void **state)
{
    (void)state;
    int held = 0;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            app_show_card(app, card);
            frame();
            QuizMask mask = scene_mask(&app->view);
            if (mask.gate < 0 || app->view.kind != VIEW_DECODE)
                continue;
            key(KEY_END);
            press((Target){TARGET_MOMENT, (int16_t)(moment_count(app->open.trace) - 1), 0, 0});
            assert_int_equal(app->cursor.target, mask.gate - 1);
            app->view.message = NULL;
            key(KEY_RIGHT);
            assert_non_null(app->view.message);
            key(KEY_SPACE);
            assert_int_equal(app->cursor.target, mask.gate - 1);
            key(KEY_LEFT);
            assert_true(app->cursor.target < mask.gate - 1);
            press((Target){TARGET_HINT, 0, 0, 0});
            assert_int_equal(scene_gate(&app->view), mask.gate);
            press((Target){TARGET_HINT, 0, 1, 0});
            assert_int_equal(scene_gate(&app->view), -1);
            assert_true(app->cursor.target >= mask.gate);
            press((Target){TARGET_CHOICE, 0, 99, 0}); /* a wrong answer hides nothing again */
            assert_int_equal(scene_gate(&app->view), -1);
            assert_false(card_answered_right(app_card(app), app->view.quizzes, app->open.trace));
            held++;
        }
    }
    assert_true(held >= 8);
}

/* Every card of the course is completed by what its goal says, and by nothing less; it is on the disk at once. */
static void goals_complete_cards(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        const char *name = path_name(app->open.lesson->folder);
        for (int card = 0; card < app->open.lesson->card_count; card++) {
            const Card *is = &app->open.lesson->cards[card];
            app_show_card(app, card);
            frame();
            if (app->progress.completed[card]) /* by going on from the one before */
                continue;
            GoalKind goal = card_goal(is);
            if (goal == GOAL_ANSWER) {
                for (int q = 0; q < is->quiz_count; q++) {
                    const Quiz *quiz = &is->quizzes[q];
                    int right = 0;
                    while (quiz->kind != QUIZ_NUMBER && !quiz_right(quiz, app->open.trace, right, 0))
                        right++;
                    assert_true(right < 100);
                    press((Target){TARGET_CHOICE, (int16_t)q, (int16_t)(right ? 0 : 1), 0});
                    if (app->progress.completed[card])
                        print_error("%s, card %d, quiz %d\n", name, card + 1, q + 1);
                    assert_false(app->progress.completed[card]);
                    double number = quiz->number;
                    for (int t = 0; quiz->live.kind != LIVE_NONE && t <= 20000; t++)
                        if (quiz_right(quiz, app->open.trace, 0, number = t * 0.005 - 50))
                            break;
                    press((Target){TARGET_NUMBER, (int16_t)q, 0, 0});
                    if (quiz->kind == QUIZ_NUMBER) {
                        Event typed = {.kind = EVENT_TEXT};
                        snprintf(typed.text.text, sizeof typed.text.text, "%.3f", number);
                        app_update(app, &typed);
                        key(KEY_ENTER);
                        assert_int_equal(app->view.typing, 0);
                    } else
                        press((Target){TARGET_CHOICE, (int16_t)q, (int16_t)right, 0});
                }
            } else if (goal == GOAL_NONE)
                app_left_card(app);
            else
                app_reached(app, goal);
            if (!app->progress.completed[card])
                print_error("%s, card %d: goal %s\n", name, card + 1, GOAL_NAMES[goal]);
            assert_true(app->progress.completed[card]);
            assert_true(kept(name, card));
        }
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->open.lesson->card_count; card++)
            assert_true(app->progress.completed[card]);
    }
}

/* By what a person does, not by our saying so. */
static void goals_are_reached(void **state)
{
    (void)state;
    open_copy();
    Card *card = &app->open.lesson->cards[0];
    app_show_card(app, 0);
    card->stage.goal = GOAL_PLAY;
    app->progress.completed[0] = false;
    app_jump(app, 0);
    frame();
    assert_false(app->progress.completed[0]);
    key(KEY_END);
    assert_true(app->progress.completed[0]);

    card->stage.goal = GOAL_SENTENCE;
    card->stage.touch = 0;
    app->progress.completed[0] = false;
    press((Target){TARGET_FIELD, 0, 0, 0});
    key(KEY_ENTER); /* the card's own */
    assert_false(app->progress.completed[0]);
    press((Target){TARGET_SUGGESTION, 0, 0, 0});
    assert_true(app->progress.completed[0]);

    app_show_view(app, VIEW_DECODE);
    card->stage.goal = GOAL_WEIGHTS;
    app->progress.completed[0] = false;
    app_jump(app, moment_find(app->open.trace, MOMENT_SOFTMAX, 0, -1));
    app->view.focus = (Target){TARGET_WEIGHT, 0, 1, 0};
    key(KEY_UP);
    assert_true(app->progress.completed[0]);

    card->stage.goal = GOAL_TEMPERATURE;
    app->progress.completed[0] = false;
    app->view.focus = (Target){TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0};
    key(KEY_UP);
    assert_true(app->progress.completed[0]);

    card->stage.goal = GOAL_WORD;
    app->progress.completed[0] = false;
    const TraceStep *step = &app->open.trace->steps[0];
    int other = 0;
    while (step->top[other].id == step->id || (step->top[other].id < VOCAB_SPECIAL && step->top[other].id != VOCAB_END))
        other++;
    press((Target){TARGET_OUTPUT, 0, (int16_t)other, 0});
    assert_true(app->progress.completed[0]);
}

static void a_broken_file_is_put_aside(void **state)
{
    (void)state;
    change_to(lessons.folders[0]);
    char *path = path_join(&arena, home, ".local/share/attend/progress.json");
    Error error = {0};
    expect_ok(file_write(path, "{\"version\":", 11, &error), &error);
    app->progress.completed[0] = false;
    progress_finish(&app->progress.all);
    app_reached(app, card_goal(&app->open.lesson->cards[0]));
    app_left_card(app);
    assert_true(app->progress.completed[0]);
    assert_true(kept(path_name(lessons.folders[0]), 0));
    assert_true(file_exists(arena_printf(&arena, "%s.broken-1", path)));
    assert_non_null(strstr(app->message.text, "broken-1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_and_every_card),
        cmocka_unit_test(out_of_every_view),
        cmocka_unit_test(with_changes_by_hand),
        cmocka_unit_test(a_lesson_that_cannot_be_opened),
        cmocka_unit_test(a_saved_picture_is_read_again),
        cmocka_unit_test(a_drawing_is_paths_and_words),
        cmocka_unit_test(a_saved_lesson_is_read_again),
        cmocka_unit_test(what_was_changed_by_hand_stays),
        cmocka_unit_test(a_new_setting_is_shown),
        cmocka_unit_test(a_new_look_is_shown),
        cmocka_unit_test(an_error_is_shown_until_it_is_mended),
        cmocka_unit_test(a_lesson_that_shrinks),
        cmocka_unit_test(a_lesson_in_one_language),
        cmocka_unit_test(a_number_is_typed),
        cmocka_unit_test(questions_by_keys),
        cmocka_unit_test(a_look_comes_with_its_card),
        cmocka_unit_test(a_question_holds_the_cursor),
        cmocka_unit_test(a_hint_is_asked_for),
        cmocka_unit_test(a_link_is_opened_without_a_shell),
        cmocka_unit_test(goals_complete_cards),
        cmocka_unit_test(goals_are_reached),
        cmocka_unit_test(a_broken_file_is_put_aside),
    };
    return cmocka_run_group_tests_name("app lessons", tests, set_up, home_remove);
}
