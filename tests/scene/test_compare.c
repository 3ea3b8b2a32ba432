/* The compare view: both models come to every beat together, words are marked where they differ, and in the picture
 * nothing lies over a text in any window, language or moment. */
#include "ink.h"
#include "moving_lesson.h"
#include "pairs.h"
#include "scene/view/window_layout.h"

#include <math.h>

/* ---- lockstep ---- */

static void check_lockstep(const Lockstep *lockstep, const Trace *const traces[2])
{
    for (int side = 0; side < 2; side++) {
        const Trace *trace = traces[side];
        int before = 0;
        assert_int_equal(lockstep->beats[0].moments[side], 0);
        for (int i = 0; i < lockstep->count; i++) { /* every moment has its turn, none twice as long as a beat */
            int moment = lockstep->beats[i].moments[side];
            assert_in_range(moment - before, 0, 1);
            before = moment;
            Moment at = moment_at(trace, moment);
            assert_true(at.step <= lockstep->beats[i].step);
            assert_true(at.step == lockstep->beats[i].step || lockstep->beats[i].step >= trace->step_count
                        || lockstep->beats[i].slot != SLOT_WORD);
        }
        assert_int_equal(before, moment_count(trace) - 1);
    }
}

static void both_come_to_every_moment(void **state)
{
    (void)state;
    for (int kind = ATTENTION_NONE; kind <= ATTENTION_KINDS + 1; kind++) {
        Pairs pairs;
        bool self = kind == ATTENTION_KINDS, layers = kind > ATTENTION_KINDS; /* last, other kinds of encoders */
        AttentionKind attention = self || layers ? ATTENTION_BAHDANAU : (AttentionKind)kind;
        pairs_open(&pairs, &moving, attention, self ? CELL_SELF : CELL_LSTM, layers ? 2 : 1);
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++) {
            pairs_compare(&pairs, &moving, sentence, PAIR_MODELS);
            const Trace *traces[2] = {pairs.comparison.sides[0].trace, pairs.comparison.sides[1].trace};
            const Trace *turned[2] = {traces[1], traces[0]};
            check_lockstep(&pairs.comparison.lockstep, traces);
            Lockstep other = lockstep_make(turned, &pairs.arena);
            check_lockstep(&other, turned);
            assert_int_equal(other.count, pairs.comparison.lockstep.count);
        }
        pairs_close(&pairs);
    }
}

/* Bahdanau's state waits behind the context for Luong's to be combined with it. */
static void moments_correspond(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    const Lockstep *lockstep = &pairs.comparison.lockstep;
    static const struct {
        Slot slot;
        MomentKind left, right;
    } expected[] = {
        {SLOT_PREVIOUS, MOMENT_PREVIOUS, MOMENT_PREVIOUS},
        {SLOT_FIRST_STATE, MOMENT_PREVIOUS, MOMENT_STATE},
        {SLOT_QUERY, MOMENT_QUERY, MOMENT_QUERY},
        {SLOT_SOFTMAX, MOMENT_SOFTMAX, MOMENT_SOFTMAX},
        {SLOT_CONTEXT, MOMENT_CONTEXT, MOMENT_CONTEXT},
        {SLOT_STATE, MOMENT_STATE, MOMENT_COMBINE},
        {SLOT_WORD, MOMENT_WORD, MOMENT_WORD},
    };
    for (size_t i = 0; i < LENGTH(expected); i++) {
        const Beat *beat = &lockstep->beats[lockstep_find(lockstep, 1, expected[i].slot)];
        assert_int_equal(beat->step, 1);
        assert_int_equal(moment_at(pairs.comparison.sides[0].trace, beat->moments[0]).kind, expected[i].left);
        assert_int_equal(moment_at(pairs.comparison.sides[1].trace, beat->moments[1]).kind, expected[i].right);
        int back = lockstep_beat(lockstep, 1, beat->moments[1]);
        assert_true(&lockstep->beats[back] == beat);
    }
    assert_int_equal(lockstep->beats[lockstep_find(lockstep, -1, SLOT_WORD)].step, -1);
    assert_int_equal(lockstep->beats[lockstep_find(lockstep, -1, SLOT_WORD) + 1].step, 0);
    double half = lockstep_find(lockstep, 1, SLOT_QUERY) - 0.5;
    double left = lockstep_cursor(lockstep, 0, half), right = lockstep_cursor(lockstep, 1, half);
    assert_true(left == floor(left) + 0.5 && right == floor(right) + 0.5);
    pairs_close(&pairs);
}

/* ---- words ---- */

static void words_are_marked(void **state)
{
    (void)state;
    static const struct {
        const char *words[8], *others[8], *marks, *gaps;
        int missing;
    } cases[] = {
        {{"a", "b", "c"}, {"a", "b", "c"}, "...", "0000", 0},
        {{"a", "x", "c"}, {"a", "b", "c"}, ".x.", "0000", 0},
        {{"a", "x", "d"}, {"a", "b", "c", "d"}, ".x.", "0010", 1},
        {{"a", "c"}, {"a", "b", "c"}, "..", "010", 1},
        {{"a", "b", "b", "c"}, {"a", "b", "c"}, "..x.", "00000", 0},
        {{"x", "y"}, {"a"}, "xx", "000", 0},
        {{"b", "a"}, {"a", "b"}, ".x", "100", 1},
        {{"a"}, {NULL}, "x", "00", 0},
        {{NULL}, {"a", "b"}, "", "2", 2},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        bool marked[8];
        int count = 0, others = 0, gaps[9];
        while (cases[i].words[count])
            count++;
        while (cases[i].others[others])
            others++;
        assert_int_equal(words_differ(cases[i].words, count, cases[i].others, others, marked, gaps), cases[i].missing);
        for (int k = 0; k <= count; k++)
            assert_int_equal(gaps[k], cases[i].gaps[k] - '0');
        int wrong = 0;
        for (int k = 0; k < count; k++)
            wrong += marked[k];
        int expected = 0;
        for (const char *c = cases[i].marks; *c; c++)
            expected += *c == 'x';
        assert_int_equal(wrong, expected);
    }
}

/* ---- the picture ---- */

static View compare_view(const Pairs *pairs, Sentence sentence, float width, float height)
{
    View view = moving_view(&moving, sentence, width, height);
    view.kind = VIEW_COMPARE;
    view.compare = &pairs->comparison;
    return view;
}

static const float SIZES[][2] = {{1440, 900}, {870, 560}, {1024, 640}, {1600, 900}, {1252, 783}, {870, 622}, PHONES};

static void every_window(Pairs *pairs, Sentence sentence, PairKind kind)
{
    pairs_compare(pairs, &moving, sentence, kind);
    for (int side = 0; side < 2; side++)
        pairs->comparison.sides[side].caption =
            "The context is the sum of the encoder states by their weights, and it is almost the state of one word.";
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (int mode = 0; mode < 4; mode++) {
            View view = compare_view(pairs, sentence, SIZES[s][0], SIZES[s][1]);
            view.window.present = mode == 1;
            moving_captions(&view, mode == 2);
            view.language = mode == 3 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
            int last = pairs->comparison.lockstep.count - 1;
            for (int i = 0; i < 3; i++) {
                pairs->comparison.beat = last * i / 2.0;
                view.heat.arcs = false;
                ink_check(&moving, &view);
                view.heat.arcs = true;
                ink_check(&moving, &view);
            }
        }
}

static void every_pair_and_sentence(void **state)
{
    (void)state;
    ink_findings = 0;
    for (AttentionKind attention = ATTENTION_NONE; attention < ATTENTION_KINDS; attention++) {
        Pairs pairs;
        pairs_open(&pairs, &moving, attention, CELL_GRU, 1);
        for (int kind = 0; kind < PAIRS; kind++)
            for (Sentence sentence = 0; sentence < SENTENCES; sentence++) {
                bool once = kind != PAIR_MODELS && (attention != ATTENTION_LUONG || sentence == SENTENCE_MIDDLE);
                if (!once)
                    every_window(&pairs, sentence, (PairKind)kind);
            }
        pairs_close(&pairs);
    }
    assert_int_equal(ink_findings, 0);
}

static void self_attention_too(void **state)
{
    (void)state;
    ink_findings = 0;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_SELF, 1);
    every_window(&pairs, SENTENCE_MIDDLE, PAIR_MODELS);
    pairs_close(&pairs);
    assert_int_equal(ink_findings, 0);
}

static void every_beat(void **state)
{
    (void)state;
    ink_findings = 0;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_MIDDLE, PAIR_REFERENCE);
    for (size_t s = 0; s < 2; s++) {
        View view = compare_view(&pairs, SENTENCE_MIDDLE, SIZES[s][0], SIZES[s][1]);
        for (pairs.comparison.beat = 0; pairs.comparison.beat <= pairs.comparison.lockstep.count - 1;
             pairs.comparison.beat += 0.5)
            ink_check(&moving, &view);
    }
    pairs_close(&pairs);
    assert_int_equal(ink_findings, 0);
}

/* Once the list has its memory, drawing the same again asks for none. */
static void a_steady_frame_takes_nothing(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_LONG, PAIR_REFERENCE);
    pairs.comparison.beat = pairs.comparison.lockstep.count / 2 + 0.5;
    View view = compare_view(&pairs, SENTENCE_LONG, 1440, 900);
    moving_draw(&moving, &view);
    moving_draw(&moving, &view);
    long before = heap_count();
    moving_draw(&moving, &view);
    assert_int_equal(heap_count(), before);
    pairs_close(&pairs);
}

/* What is pointed at belongs to the model under the pointer. */
static void notes_are_of_their_own_side(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_FIXED, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    View view = compare_view(&pairs, SENTENCE_SHORT, 1440, 900);
    pairs.comparison.beat = pairs.comparison.lockstep.count - 1;
    Arena arena = {0};
    char *left = scene_describe(&view, (Target){TARGET_WORD, 0, 0, 0}, &arena);
    char *right = scene_describe(&view, (Target){TARGET_WORD, 0, 0, 1}, &arena);
    assert_non_null(strstr(left, pairs.comparison.sides[0].words[0]));
    assert_non_null(strstr(right, pairs.comparison.sides[1].words[0]));
    char *point = scene_describe(&view, (Target){TARGET_CONTROL, COMPARE_POINT, 0, 3}, &arena);
    assert_non_null(strstr(point, "40 of 40"));
    moving_draw(&moving, &view);
    int stops = 0;
    for (int i = 0; i < moving.list.count; i++)
        stops += moving.list.commands[i].kind == DRAW_MARK && moving.list.commands[i].mark.focusable
                 && moving.list.commands[i].mark.target.kind == TARGET_CONTROL
                 && moving.list.commands[i].mark.target.a == COMPARE_NAME;
    assert_int_equal(stops, 2);
    arena_finish(&arena);
    pairs_close(&pairs);
}

/* Where a text begins that starts with these words; -1: there is none. */
static float text_x(const char *start)
{
    char said[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_TEXT
            && strncmp(command_text(&moving.list.commands[i], said), start, strlen(start)) == 0)
            return moving.list.commands[i].text.origin.x;
    return -1;
}

/* A word that one of the two models does not know is named on its own side, in every window. */
static void unknown_words_are_named_on_their_side(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_NONE, CELL_GRU, 1);
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (int side = 0; side < 3; side++) { /* 2: neither */
            pairs_compare(&pairs, &moving, SENTENCE_SHORT, side ? PAIR_MODELS : PAIR_REFERENCE);
            Trace *traces[2] = {moving.traces[SENTENCE_SHORT], pairs.right};
            if (side < 2)
                traces[side]->unknown[1] = true;
            View view = compare_view(&pairs, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
            moving_draw(&moving, &view);
            Box stage = window_layout(&view).stage;
            const char *note = window_upright(&view) ? "not in the vocabulary" : /* and a second line */
                                   "not in the vocabulary, read as <unk>: chase";
            float x = text_x(note), middle = stage.x + stage.w / 2;
            bool beside = !window_upright(&view); /* there they stand one below the other */
            if (side == 2 ? x >= 0 : x < 0 || (beside && (x > middle) != (side == 1)))
                fail_msg("side %d, %.0f px wide: the unknown word is named at %.0f", side, (double)view.width,
                         (double)x);
            assert_true((text_x("Reference") >= 0) == (side == 0)); /* which it does not hide */
            if (side < 2)
                traces[side]->unknown[1] = false;
        }
    pairs_close(&pairs);
}

/* A model of another lesson has no curve, and the chart says why; what a model without a context lacks
 * is said whole. */
static void what_is_missing_is_said(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_NONE, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    for (size_t s = 0; s < LENGTH(SIZES); s++) {
        View view = compare_view(&pairs, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
        bool said[2] = {false, false};
        for (int guest = 0; guest < 2; guest++) {
            char text[SAID_BYTES];
            pairs.comparison.guest = guest ? 4 : 0;
            moving_draw(&moving, &view);
            for (int i = 0; i < moving.list.count; i++)
                said[guest] = said[guest]
                              || strstr(command_text(&moving.list.commands[i], text),
                                        "no curve for the right: lesson 4 taught it other sentences");
        }
        assert_false(said[0]);
        if (!said[1])
            fail_msg("%.0f px wide: nothing says why there is one curve", (double)view.width);
        bool whole = text_x("no context: nothing else comes in") >= 0
                     || (text_x("no context: nothing") >= 0 && text_x("else comes in") >= 0);
        if (!whole)
            fail_msg("%.0f px wide: what a model without a context lacks is cut", (double)view.width);
    }
    pairs_close(&pairs);
}

/* Between the two models stands a line, which the words of a long sentence keep clear of, a long first one too. */
static void words_stay_on_their_side(void **state)
{
    (void)state;
    static const float sizes[][2] = {{870, 560}, {1024, 640}, {1440, 900}};
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_FIXED, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_LONG, PAIR_MODELS);
    const char *first = pairs.right->source[0];
    pairs.right->source[0] = "yesterday";
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = compare_view(&pairs, SENTENCE_LONG, sizes[s][0], sizes[s][1]);
        moving_draw(&moving, &view);
        Box stage = window_layout(&view).stage;
        float middle = stage.x + stage.w / 2;
        int turned = 0;
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            if (command->kind != DRAW_TEXT || command->text.angle == 0)
                continue;
            char text[SAID_BYTES];
            turned++;
            if (command->bounds.x < middle && command->bounds.x + command->bounds.w > middle)
                fail_msg("\"%s\" lies over the line at %.0f px", command_text(command, text), (double)view.width);
        }
        assert_true(turned > view.trace->n / 2); /* of both sides, every second where they are close */
    }
    pairs.right->source[0] = first;
    pairs_close(&pairs);
}

/* On a narrow page what the context is has no room, and its name stands alone. */
static void nothing_is_too_small(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    for (int language = 0; language < 2; language++) {
        View view = compare_view(&pairs, SENTENCE_SHORT, 480, 720);
        view.language = (Language)language;
        scene_stage_figure(&view, moving.type, &moving.list);
        int words = 0;
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            if (command->kind != DRAW_TEXT || command->text.face != FACE_SANS)
                continue;
            words++;
            assert_true(command->text.size >= 9);
        }
        assert_true(words > 20);
    }
    pairs_close(&pairs);
}

/* A share of few sentences is told from the others. */
static void few_sentences_are_said(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    View view = compare_view(&pairs, SENTENCE_SHORT, 1440, 900);
    for (int few = 0; few < 2; few++) {
        for (int side = 0; side < 2; side++) {
            Accuracy *accuracy = &pairs.comparison.sides[side].accuracy;
            accuracy->held[5] = accuracy->measured[5] = accuracy->exact[5] = few ? 9 : 10;
        }
        moving_draw(&moving, &view);
        bool said = false;
        for (int i = 0; i < moving.list.count; i++) {
            char text[SAID_BYTES];
            said = said
                   || (moving.list.commands[i].kind == DRAW_TEXT
                       && strstr(command_text(&moving.list.commands[i], text), "fewer than 10"));
        }
        assert_int_equal(said, few);
    }
    pairs_close(&pairs);
}

static float chart_top(void)
{
    char said[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++)
        if (strstr(command_text(&moving.list.commands[i], said), "MATCH BY SENTENCE LENGTH"))
            return moving.list.commands[i].text.origin.y;
    return -1;
}

static void curves_that_are_level_leave_the_stages_their_room(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    View view = compare_view(&pairs, SENTENCE_SHORT, 1440, 900);
    moving_draw(&moving, &view);
    float apart = chart_top();
    CompareSide *sides = pairs.comparison.sides;
    sides[1].accuracy = sides[0].accuracy;
    moving_draw(&moving, &view);
    assert_true(chart_top() > apart + 60);
    sides[1].accuracy.exact[6] -= 1; /* of 40 */
    moving_draw(&moving, &view);
    assert_true(chart_top() == apart);
    sides[1].accuracy = sides[0].accuracy;
    sides[1].accuracy.done--; /* nobody knows yet */
    moving_draw(&moving, &view);
    assert_true(chart_top() == apart);
    pairs_close(&pairs);
}

static int points_drawn(void)
{
    int points = 0;
    for (int i = 0; i < moving.list.count; i++)
        points += moving.list.commands[i].kind == DRAW_MARK
                  && moving.list.commands[i].mark.target.kind == TARGET_CONTROL
                  && moving.list.commands[i].mark.target.a == COMPARE_POINT;
    return points;
}

/* A card that asks what the curves of the held-out sentences tell shows the sentence without them. */
static void a_sentence_without_curves(void **state)
{
    (void)state;
    ink_findings = 0;
    Pairs pairs;
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_GRU, 1);
    pairs_compare(&pairs, &moving, SENTENCE_MIDDLE, PAIR_MODELS);
    for (size_t s = 0; s < LENGTH(SIZES); s++) {
        View view = compare_view(&pairs, SENTENCE_MIDDLE, SIZES[s][0], SIZES[s][1]);
        pairs.comparison.beat = pairs.comparison.lockstep.count - 1;
        moving_draw(&moving, &view);
        assert_true(points_drawn() > 0 || s > 0);
        view.look = LOOK_SENTENCE;
        moving_draw(&moving, &view);
        assert_int_equal(points_drawn(), 0);
        ink_check(&moving, &view);
    }
    pairs_close(&pairs);
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_come_to_every_moment),
        cmocka_unit_test(moments_correspond),
        cmocka_unit_test(nothing_is_too_small),
        cmocka_unit_test(words_are_marked),
        cmocka_unit_test(every_pair_and_sentence),
        cmocka_unit_test(self_attention_too),
        cmocka_unit_test(every_beat),
        cmocka_unit_test(a_steady_frame_takes_nothing),
        cmocka_unit_test(notes_are_of_their_own_side),
        cmocka_unit_test(unknown_words_are_named_on_their_side),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(words_stay_on_their_side),
        cmocka_unit_test(few_sentences_are_said),
        cmocka_unit_test(curves_that_are_level_leave_the_stages_their_room),
        cmocka_unit_test(a_sentence_without_curves),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
