/* The list of known words with two thousand of them, some long: only those in sight are drawn, at every place of the
 * list and in every window; nothing overlaps, and drawing again takes no memory. */
#include "ink.h"
#include "moving_lesson.h"

#include "lesson/terms.h"
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
    view.words = (WordList){.search = {.text = "w", .active = true, .caret = 1, .anchor = 1},
                            .vocab = &many.source,
                            .found = found,
                            .count = count};
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

/* The field's terms, each with all its names and its sentence, whole at every size but for names that have no room. */
static void terms_have_room(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {870, 560}, {2560, 1440}, PHONES};
    static int every[WORDS];
    Arena arena = {0};
    Error error = {0};
    Terms terms;
    expect_ok(terms_open(&arena, &terms, &error), &error);
    ink_findings = 0;
    for (int i = 0; i < terms.count; i++)
        every[i] = i;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (int first = 0; first < terms.count; first += 3) {
            View view = listing(sizes[s][0], sizes[s][1], terms.count, first);
            view.words.terms = terms.items;
            view.words.found = every;
            view.words.all = terms.count;
            view.language = (Language)(first % 2);
            moving_draw(&moving, &view);
            DrawList above = ink_above_veil(&moving.list);
            for (int i = 0; i < above.count; i++) {
                const DrawCommand *command = &above.commands[i];
                char said[SAID_BYTES];
                if (command->kind == DRAW_TEXT && command->text.face != FACE_SANS_BOLD
                    && command->text.size >= TYPE_BODY && strstr(command_text(command, said), "…"))
                    fail_msg("\"%s\" is cut at %.0f x %.0f", said, (double)view.width, (double)view.height);
            }
            ink_check_list(&view, &above);
        }
    assert_int_equal(ink_findings, 0);
    arena_finish(&arena);
}

/* ---- on the floor of the source ---- */

static OfferedLine lines[WORDS + 16];

/* In place of a word of the sentence, some lines decoded and some still to come. */
static View offering(Sentence sentence, float width, float height, int count, int place)
{
    static const Offered offered = {.by = OFFERED_BEFORE, .word = "cat", .beside = "chase"};
    static bool other[TRACE_LIMIT_WORDS];
    static const char *words[TRACE_LIMIT_WORDS];
    View view = listing(width, height, count, count / 9);
    const Trace *trace = view.trace = moving.traces[sentence];
    view.overlay = OVERLAY_NONE;
    view.cursor = moment_find(trace, MOMENT_WORD, 0, -1);
    view.stage.floors.opened = FLOOR_SOURCE + 1;
    for (int t = 0; t < trace->word_count; t++) {
        words[t] = trace->steps[t].token;
        other[t] = t % 3 == 1;
    }
    for (int i = 0; i < many.source.count; i++)
        lines[i] = i % 4 == 3 ? (OfferedLine){0} : (OfferedLine){"", words, other, trace->word_count};
    view.words.place = place + 1;
    view.words.offered = &offered;
    view.words.lines = lines;
    return view;
}

/* Over the sentence's own words, which can be pressed as before; each row is as high as a finger. */
static void words_are_offered_on_the_stage(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {870, 560}, {2560, 1440}, PHONES};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++)
            for (int look = 0; look < 4; look++) {
                View view = offering(sentence, sizes[s][0], sizes[s][1], look == 3 ? 0 : 13, look);
                view.words.place = 1 + look % moving.traces[sentence]->n;
                view.language = (Language)(look % 2);
                view.theme = theme_get(look < 2 ? THEME_LIGHT : THEME_DARK);
                view.gloss = look == 1 ? GLOSS_SHOWN : GLOSS_USUAL;
                SceneLayout layout = scene_window(&view, moving.type, &moving.list);
                int most = layout.columns * layout.rows_shown;
                assert_int_equal(marked_words(), view.words.count < most ? view.words.count : most);
                const DrawCommand *row = drawlist_marked(&moving.list, word_target(layout.columns * view.words.first));
                assert_true(!row || row->bounds.h >= 39); /* with the gap 44 */
                assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_SEARCH, 0, 0, 0}));
                if (sentence == SENTENCE_SHORT)
                    assert_non_null(drawlist_marked(&moving.list, target_at(TARGET_SOURCE, 0, 0, 0)));
                ink_check(&moving, &view);
            }
    assert_int_equal(ink_findings, 0);
    View view = offering(SENTENCE_SHORT, 1440, 900, 13, 0);
    for (int round = 0; round < 3; round++) {
        long before = heap_count();
        moving_draw(&moving, &view);
        assert_true(round < 2 || heap_count() == before);
    }
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
        cmocka_unit_test(terms_have_room),
        cmocka_unit_test(words_are_offered_on_the_stage),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests_name("scene word list", tests, set_up, tear_down);
}
