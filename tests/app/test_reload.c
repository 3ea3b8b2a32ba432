/* A lesson is edited and saved while it is open: what is shown of it, what stays as it was, and what is
 * said of mistakes. */
#include "course.h"

#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/input.h"
#include "app/typing.h"

#include <math.h>

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

static void a_saved_lesson_is_read_again(void **state)
{
    (void)state;
    open_copy();
    app_show_card(app, 1);
    field_set(app, "mouse chase cat");
    assert_true(app_decode(app, "mouse chase cat"));
    app_jump(app, 9);
    app->view.panel.quizzes[0] = (QuizAnswer){.answered = true, .choice = 1};
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
    assert_true(app->view.panel.quizzes[0].answered);
    assert_null(app->view.panel.problem);
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
    assert_null(app->view.panel.problem);
    assert_string_equal(app->view.field.text, "dog chase cat");
    assert_string_equal(app->open.trace->source[0], "dog");
}

static void a_new_look_is_shown(void **state)
{
    (void)state;
    open_copy_of("21-many-heads");
    int card = 0;
    while (app->open.lesson->cards[card].stage.look != LOOK_HEADS)
        card++;
    app_show_card(app, card);
    write_text("lesson.md", replaced(read_text("lesson.md"), "look: heads", "look: whole"));
    second();
    assert_null(app->view.panel.problem);
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
    assert_non_null(app->view.panel.problem);
    expect_error(app->view.panel.problem, "stpe");
    assert_true(app->view.panel.problem->line > 1);
    key(KEY_RIGHT); /* the old one is usable */
    key(KEY_N);
    second();
    assert_non_null(app->view.panel.problem);
    int card = app->view.card;
    write_text("lesson.md", text);
    second();
    assert_null(app->view.panel.problem);
    assert_int_equal(app->view.card, card);
    char *model = path_join(&arena, copy, "model.safetensors"), *aside = path_join(&arena, copy, "aside");
    assert_int_equal(rename(model, aside), 0);
    second();
    assert_non_null(app->view.panel.problem);
    expect_error(app->view.panel.problem, "model.safetensors");
    assert_int_equal(rename(aside, model), 0);
    second();
    assert_null(app->view.panel.problem);
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
        assert_null(app->view.panel.problem);
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
    assert_null(app->view.panel.problem);
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

/* A program of that name in front of all others writes down what it is given. */
static void a_link_is_opened_without_a_shell(void **state)
{
    (void)state;
    open_copy();
    char *text = read_text("lesson.md"), *first = strstr(text, "\n# "), *line = strchr(first + 1, '\n');
    const char *links = "\n\n[one](https://example.org/a?b=$(touch%20x)&c;d) and [two](data.tsv)\n";
    write_text("lesson.md", arena_printf(&arena, "%.*s%s%s", (int)(line - text), text, links, line));
    second();
    assert_null(app->view.panel.problem);
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
    FRAMES_UNTIL(file_exists(got))
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_picture_is_read_again),
        cmocka_unit_test(a_saved_lesson_is_read_again),
        cmocka_unit_test(what_was_changed_by_hand_stays),
        cmocka_unit_test(a_new_setting_is_shown),
        cmocka_unit_test(a_new_look_is_shown),
        cmocka_unit_test(an_error_is_shown_until_it_is_mended),
        cmocka_unit_test(a_lesson_that_shrinks),
        cmocka_unit_test(a_lesson_in_one_language),
        cmocka_unit_test(a_link_is_opened_without_a_shell),
    };
    return cmocka_run_group_tests_name("app reload", tests, course_set_up, home_remove);
}
