/* The list of known words with two thousand of them, some long: only those in sight are drawn, at every place of the
 * list and in every window; nothing overlaps, and drawing again takes no memory. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/window/panels.h"

enum { WORDS = 2000 };

static Model many;
static int found[WORDS];

static int set_up(void **state)
{
    moving_set_up(state);
    many = moving.model;
    many.source = (Vocab){0};
    for (int i = 0; i < VOCAB_SPECIAL; i++)
        vocab_add(&many.source, slice_of(vocab_word(&moving.model.source, i)));
    for (int i = 0; i < WORDS; i++) {
        static const char *const formats[] = {"word%d", "词%d", "averyveryverylongwordthatnocellcanhold%d"};
        char word[64];
        snprintf(word, sizeof word, formats[i % 3], i);
        found[i] = vocab_add(&many.source, slice_of(word));
    }
    return 0;
}

static int tear_down(void **state)
{
    arena_finish(&many.source.arena);
    return moving_tear_down(state);
}

static View listing(float width, float height, int count, int first)
{
    View view = moving_view(&moving, SENTENCE_SHORT, width, height);
    view.model = &many;
    view.overlay = OVERLAY_WORDS;
    view.words =
        (WordList){.search = {.text = "w", .active = true, .caret = 1, .anchor = 1}, .found = found, .count = count};
    view.words.all = WORDS;
    view.words.at = count > 0 ? 0 : -1;
    view.words.first = first;
    return view;
}

static int marked_words(void)
{
    int count = 0;
    for (int i = 0; i < moving.list.count; i++)
        count += moving.list.commands[i].kind == DRAW_MARK && moving.list.commands[i].mark.target.kind == TARGET_KNOWN;
    return count;
}

static void only_what_is_in_sight(void **state)
{
    (void)state;
    View view = listing(1440, 900, WORDS, 0);
    SceneLayout layout = scene_window(&view, moving.type, &moving.list);
    assert_int_equal(marked_words(), layout.columns * layout.rows_shown);
    assert_int_equal(layout.rows, (WORDS + layout.columns - 1) / layout.columns);
    view.words.first = 1 << 20; /* beyond the end: the last rows */
    moving_draw(&moving, &view);
    assert_non_null(drawlist_marked(&moving.list, word_target(WORDS - 1)));
    const DrawCommand *mark = drawlist_marked(&moving.list, word_target(WORDS - 2));
    assert_string_equal(mark->mark.name, vocab_word(&many.source, found[WORDS - 2]));
}

static void nothing_overlaps(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {870, 560}, {2560, 1440}, PHONES};
    static const int counts[] = {0, 1, 7, WORDS};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (size_t c = 0; c < LENGTH(counts); c++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
                View view = listing(sizes[s][0], sizes[s][1], counts[c], counts[c] / 9);
                view.language = language;
                view.theme = theme_get(c % 2 ? THEME_DARK : THEME_LIGHT);
                moving_draw(&moving, &view);
                DrawList above = ink_above_veil(&moving.list);
                ink_check_list(&view, &above);
            }
    assert_int_equal(ink_findings, 0);
}

static void drawing_again_takes_no_heap(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) { /* the first two warm up */
        long before = heap_count();
        for (int first = 0; first < 400; first += 57) {
            View view = listing(1440, 900, WORDS, first);
            moving_draw(&moving, &view);
        }
        if (round == 2)
            assert_int_equal(heap_count(), before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_in_sight),
        cmocka_unit_test(nothing_overlaps),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests_name("scene word list", tests, set_up, tear_down);
}
