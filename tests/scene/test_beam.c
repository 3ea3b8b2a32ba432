/* The beam view: the leader is the hypothesis with the best score, and in the picture nothing lies over a text in any
 * window, language or step. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/view/window_layout.h"

static BeamSearch search_of(Sentence sentence, int size)
{
    DecodeOptions options = {.beam = size};
    Error error = {0};
    Trace *trace = trace_decode(&moving.model, slice_of(SENTENCE_TEXTS[sentence]), &options, &error);
    expect_ok(trace != NULL, &error);
    return (BeamSearch){.trace = trace, .node = -1, .chosen = -1, .steps = beam_steps(trace->beam), .shown = trace};
}

static void the_leader_has_the_best_score(void **state)
{
    (void)state;
    BeamSearch search = search_of(SENTENCE_MIDDLE, 4);
    const Beam *beam = search.trace->beam;
    assert_int_equal(beam_leader(beam, 0), -1);
    assert_int_equal(beam_leader(beam, search.steps), beam->best);
    for (int done = 1; done < search.steps; done++) {
        int leader = beam_leader(beam, done);
        for (int i = 0; i < beam->count; i++) {
            bool ended = beam->nodes[i].id == VOCAB_END && beam->nodes[i].step < done;
            if (ended || beam->nodes[i].step == done - 1)
                assert_true(beam->nodes[i].score <= beam->nodes[leader].score);
        }
        assert_true(beam->nodes[leader].step < done);
    }
    assert_true(beam_descends(beam, beam->best, beam->nodes[beam->best].parent));
    assert_true(beam_descends(beam, beam->best, beam->best));
    assert_false(beam_descends(beam, beam->nodes[beam->best].parent, beam->best));
    trace_destroy((Trace *)search.trace);
}

static View beam_view(const BeamSearch *search, Sentence sentence, float width, float height)
{
    View view = moving_view(&moving, sentence, width, height);
    view.kind = VIEW_BEAM;
    view.search = search;
    return view;
}

static const float SIZES[][2] = {{1440, 900}, {870, 560}, {1024, 640}, {1600, 900}, {870, 622}, PHONES};

static void look_at(BeamSearch *search, int node, Trace **shown)
{
    trace_destroy(*shown);
    *shown = node < 0 ? NULL : trace_of_hypothesis(search->trace, node);
    search->node = node;
    search->shown = *shown ? *shown : search->trace;
}

static void every_size_and_step(void **state)
{
    (void)state;
    ink_findings = 0;
    for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
        for (int size = 1; size <= BEAM_SIZES; size += sentence == SENTENCE_LONG ? 7 : 3) {
            BeamSearch search = search_of(sentence, size);
            Trace *shown = NULL;
            double stride = search.steps > 12 ? 5.5 : 1.5;
            for (search.step = 0; search.step <= search.steps; search.step += stride) {
                look_at(&search, beam_leader(search.trace->beam, (int)search.step), &shown);
                for (size_t s = 0; s < LENGTH(SIZES); s++)
                    for (int mode = 0; mode < 4; mode++) {
                        View view = beam_view(&search, sentence, SIZES[s][0], SIZES[s][1]);
                        view.window.present = mode == 1;
                        moving_captions(&view, mode == 2);
                        view.language = mode == 3 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                        ink_check(&moving, &view);
                    }
            }
            trace_destroy(shown);
            trace_destroy((Trace *)search.trace);
        }
    assert_int_equal(ink_findings, 0);
}

/* Every chip of the current step can be reached with the keyboard, and says its numbers. */
static void chips_are_stops(void **state)
{
    (void)state;
    BeamSearch search = search_of(SENTENCE_LONG, 8);
    const Beam *beam = search.trace->beam;
    Arena arena = {0};
    for (int done = 1; done <= search.steps; done++) {
        search.step = done;
        View view = beam_view(&search, SENTENCE_LONG, 1440, 900);
        moving_draw(&moving, &view);
        for (int i = 0; i < beam->count; i++) {
            if (beam->nodes[i].step != done - 1)
                continue;
            Target target = {TARGET_CONTROL, BEAM_NODE, (int16_t)i, 0};
            const DrawCommand *mark = drawlist_marked(&moving.list, target);
            assert_non_null(mark);
            assert_true(mark->mark.focusable);
            assert_non_null(strstr(scene_describe(&view, target, &arena), "log p"));
        }
    }
    arena_finish(&arena);
    trace_destroy((Trace *)search.trace);
}

/* Where the finished tree does not fit, its columns go under the root, which stays, and a "…" says that
 * there are more. */
static void the_root_stays_in_sight(void **state)
{
    (void)state;
    int whole = 0, cut = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++)
        for (size_t s = 0; s < LENGTH(SIZES); s++) {
            BeamSearch search = search_of(sentence, 4);
            search.step = search.steps;
            View view = beam_view(&search, sentence, SIZES[s][0], SIZES[s][1]);
            moving_draw(&moving, &view);
            Box stage = window_layout(&view).stage;
            int roots = 0, chips = 0, more = 0;
            for (int i = 0; i < moving.list.count; i++) {
                const DrawCommand *command = &moving.list.commands[i];
                bool inside = box_contains(stage, (Point){command->bounds.x, command->bounds.y + 8});
                roots += inside && command_says(command, "<s>");
                more += inside && command_says(command, "…");
                chips += command->kind == DRAW_MARK && command->mark.target.kind == TARGET_CONTROL
                         && command->mark.target.a == BEAM_NODE && command->mark.focusable;
            }
            assert_int_equal(roots, 1);
            assert_int_equal(more, chips < search.trace->beam->count);
            whole += !more, cut += more;
            trace_destroy((Trace *)search.trace);
        }
    assert_true(whole > 0 && cut > 0);
}

static void a_steady_frame_takes_nothing(void **state)
{
    (void)state;
    BeamSearch search = search_of(SENTENCE_LONG, 8);
    search.step = search.steps / 2 + 0.5;
    View view = beam_view(&search, SENTENCE_LONG, 1440, 900);
    moving_draw(&moving, &view);
    moving_draw(&moving, &view);
    long before = heap_count();
    moving_draw(&moving, &view);
    assert_int_equal(heap_count(), before);
    trace_destroy((Trace *)search.trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_leader_has_the_best_score),
        cmocka_unit_test(every_size_and_step),
        cmocka_unit_test(chips_are_stops),
        cmocka_unit_test(the_root_stays_in_sight),
        cmocka_unit_test(a_steady_frame_takes_nothing),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
