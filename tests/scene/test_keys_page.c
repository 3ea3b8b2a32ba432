/* The page of keys: every line is there, whole, and nothing overlaps, in every window and language. */
#include "ink.h"
#include "moving_lesson.h"

#include "words/keys_words.h"

static const float SIZES[][2] = {{1440, 900}, {1138, 711}, {870, 560}, {1024, 640}, {2560, 1440}, PHONES};

static View page(float width, float height, Language language)
{
    View view = moving_view(&moving, SENTENCE_SHORT, width, height);
    view.overlay = OVERLAY_HELP;
    view.language = language;
    return view;
}

static int keys_drawn(const DrawList *list)
{
    int caps = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && command->text.count > 0)
            assert_int_not_equal(command->text.letters[command->text.count - 1].codepoint, 0x2026); /* an ellipsis */
        caps += command->kind == DRAW_BOX && command->bounds.h > 24 && command->bounds.h < 28;
    }
    return caps;
}

static void every_line_is_whole(void **state)
{
    (void)state;
    int lines = 0;
    for (Word word = W_KEYS_OF_TIME; word <= W_KEY_QUIT; word++)
        lines += strchr(said(LANGUAGE_ENGLISH, word), '\t') != NULL;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            View view = page(SIZES[s][0], SIZES[s][1], language);
            moving_draw(&moving, &view);
            DrawList above = ink_above_veil(&moving.list);
            assert_int_equal(keys_drawn(&above), lines);
            ink_check_list(&view, &above);
        }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_line_is_whole)};
    return cmocka_run_group_tests_name("scene keys page", tests, moving_set_up, moving_tear_down);
}
