/* What a change by hand did, beside what the model does by itself: words, probabilities and weights of both,
 * at every size. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "study/changes.h"
#include "study/own_run.h"
#include "words/stage_words.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1024, 640}, {870, 560}, {2560, 1440}, PHONES};

/* The sentence with weight j of a step set by hand; the caller's. */
static Trace *steered(Sentence sentence, int step, int j, float weight)
{
    Changes changes = {0};
    Error error = {0};
    assert_true(changes_weight(&changes, &moving.model, moving.traces[sentence], step, j, weight));
    Trace *trace = changes_decode(&changes, &moving.model, SENTENCE_TEXTS[sentence], &error);
    expect_ok(trace != NULL, &error);
    changes_finish(&changes);
    return trace;
}

static View view_of(Sentence sentence, const Trace *trace, float width, float height)
{
    View view = moving_view(&moving, sentence, width, height);
    view.own = view.trace;
    view.trace = trace;
    return view;
}

static View at(Sentence sentence, const Trace *trace, MomentKind kind, int step)
{
    View view = view_of(sentence, trace, 1440, 900);
    view.cursor = moment_find(trace, kind, step, -1);
    return view;
}

static const char *share(float p)
{
    return share_text(&moving.arena, (double)p, 2);
}

static void both_words_stand_with_their_probabilities(void **state)
{
    (void)state;
    const Trace *own = moving.traces[SENTENCE_SHORT];
    const float drags[] = {0.3f, 0.95f};
    for (size_t i = 0; i < LENGTH(drags); i++) {
        Trace *trace = steered(SENTENCE_SHORT, 2, 0, drags[i]);
        bool flips = trace->steps[2].id != own->steps[2].id;
        assert_int_equal(flips, i == 1); /* what the test is about */
        View view = at(SENTENCE_SHORT, trace, MOMENT_WORD, 2);
        moving_draw(&moving, &view);
        assert_true(moving_says(&moving, "was") && moving_says(&moving, "now"));
        assert_true(moving_says(&moving, share(own->steps[2].p)) && moving_says(&moving, share(trace->steps[2].p)));
        assert_true(moving_says(&moving, trace->steps[2].token));
        assert_true(!flips || moving_says(&moving, own->steps[2].token));
        view.cursor = moment_find(trace, MOMENT_WORD, 0, -1); /* nothing has changed there */
        moving_draw(&moving, &view);
        assert_false(moving_says(&moving, "was") || moving_says(&moving, "now"));
        trace_destroy(trace);
    }
}

static void the_models_own_weights_stay(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_SHORT, 2, 0, 0.6f);
    const float *own = moving.traces[SENTENCE_SHORT]->steps[2].step.weights;
    View view = at(SENTENCE_SHORT, trace, MOMENT_SOFTMAX, 2);
    moving_draw(&moving, &view);
    for (int j = 0; j < 3; j++)
        assert_true(moving_says(&moving, arena_printf(&moving.arena, "own %s", share(own[j]))));
    assert_true(moving_says(&moving, "the model's own") && moving_says(&moving, "set by hand"));
    view.cursor = moment_find(trace, MOMENT_SCORES, 2, -1); /* they are not there yet */
    moving_draw(&moving, &view);
    assert_false(moving_says(&moving, arena_printf(&moving.arena, "own %s", share(own[0]))));
    trace_destroy(trace);
}

/* The chip is there while something is set by hand, and says whether that is of this step. */
static void what_puts_it_back(void **state)
{
    (void)state;
    static const Target here = {TARGET_CONTROL, DECODE_RESET, 0, 0}, all = {TARGET_CONTROL, DECODE_RESET, 1, 0};
    Trace *trace = steered(SENTENCE_SHORT, 1, 0, 0.6f);
    for (int step = 0; step < 3; step++) {
        View view = at(SENTENCE_SHORT, trace, MOMENT_WORD, step);
        moving_draw(&moving, &view);
        assert_int_equal(drawlist_marked(&moving.list, here) != NULL, step == 1);
        assert_int_equal(drawlist_marked(&moving.list, all) != NULL, step != 1);
        view.trace = view.own;
        view.own = NULL;
        moving_draw(&moving, &view);
        assert_true(!drawlist_marked(&moving.list, here) && !drawlist_marked(&moving.list, all));
    }
    trace_destroy(trace);
}

/* The weight at which the word changes stands at its height in the well, with both words; the word that holds
 * is in ink. */
static void where_the_word_flips(void **state)
{
    (void)state;
    for (int past = 0; past < 2; past++) {
        Trace *trace = steered(SENTENCE_SHORT, 2, 0, past ? 0.9f : 0.2f);
        View view = at(SENTENCE_SHORT, trace, MOMENT_WORD, 2);
        tippings_find(&view.stage.tippings, &moving.model, trace, 2, 0);
        assert_int_equal(view.stage.tippings.count, 1);
        Tipping mark = view.stage.tippings.marks[0];
        StageHandles handles = scene_window(&view, moving.type, &moving.list).stage;
        float height = handles.bars.y + handles.bars.h * (1 - mark.weight);
        bool number = false, inked[2] = {false};
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            if (command->kind != DRAW_TEXT || command->text.origin.x > handles.bars.x + handles.spacing
                || fabsf(command->text.origin.y - height) > 30)
                continue;
            number =
                number
                || (command_says(command, share(mark.weight)) && fabsf(command->text.origin.y - 4.5f - height) < 1);
            for (int above = 0; above < 2; above++)
                inked[above] =
                    inked[above]
                    || (command_says(command, vocab_word(&moving.model.target, above ? mark.above : mark.below))
                        && color_contrast(command->text.color, view.theme->text[ROLE_INK]) < 1.01f);
        }
        assert_true(number && inked[past] && !inked[!past]);
        assert_true(moving_says(&moving, "here the word flips"));
        view.cursor = moment_find(trace, MOMENT_SCORES, 2, -1);
        moving_draw(&moving, &view);
        assert_false(moving_says(&moving, "here the word flips"));
        trace_destroy(trace);
    }
}

/* While a weight is set the stage shows on to the word; the timeline keeps its moment, other steps show
 * nothing of it. */
static void the_chain_runs_through(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_SHORT, 2, 0, 0.9f);
    View view = at(SENTENCE_SHORT, trace, MOMENT_SOFTMAX, 2);
    static const Target output = {TARGET_OUTPUT, 2, 0, 0};
    moving_draw(&moving, &view);
    assert_false(moving_says(&moving, "now"));
    view.stage.steered = 3;
    moving_draw(&moving, &view);
    assert_true(moving_says(&moving, "now") && moving_says(&moving, share(trace->steps[2].p))
                && drawlist_marked(&moving.list, output));
    assert_true(moving_says(&moving, "softmax · 4/8"));
    assert_true(scene_cursor(&view) == moment_find(trace, MOMENT_WORD, 2, -1));
    view.stage.steered = 2;
    assert_true(scene_cursor(&view) == view.cursor);
    view.stage.steered = 3;
    view.predict = (Predict){.on = true, .open = moment_find(trace, MOMENT_SCORES, 2, -1)};
    Question question; /* its answer is the word */
    assert_true(scene_question(&view, &question) && question.step == 2 && question.kind == QUESTION_WORD);
    assert_true(scene_cursor(&view) == view.cursor);
    trace_destroy(trace);
}

/* Corners of cells whose weight is another now; a diamond beside a row that was set, a hollow one beside
 * those that follow. */
static void the_map_marks_what_follows(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_SHORT, 1, 0, 0.9f);
    const Trace *own = moving.traces[SENTENCE_SHORT];
    View view = at(SENTENCE_SHORT, trace, MOMENT_WORD, trace->step_count - 1);
    int corners = 0, rows = 0;
    for (int t = 0; t < trace->step_count; t++) {
        bool row = own_word_differs(own, trace, t) || own_weights_differ(own, trace, t);
        rows += row;
        assert_int_equal(row, t >= 1); /* the future, not the past */
        for (int j = 0; j < trace->n; j++)
            corners += own_weight_differs(own, trace, t, j);
    }
    assert_true(corners > 3);
    view.kind = VIEW_HEATMAP;
    moving_draw(&moving, &view);
    int with = moving.list.count;
    view.own = trace; /* nothing differs, but the step that was set stays marked */
    moving_draw(&moving, &view);
    assert_int_equal(with - moving.list.count, corners + rows - 1);
    trace_destroy(trace);
}

/* What the model's own weights are is said at every step whose temperature is another; from which step, too. */
static void a_temperature_says_from_where(void **state)
{
    (void)state;
    ink_findings = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence += 2) {
        Changes changes = {0};
        Error error = {0};
        changes_temperature(&changes, &moving.model, 1, 0.3);
        Trace *trace = changes_decode(&changes, &moving.model, SENTENCE_TEXTS[sentence], &error);
        expect_ok(trace != NULL, &error);
        for (int step = 0; step < 3; step++) {
            View view = at(sentence, trace, MOMENT_WORD, step);
            moving_draw(&moving, &view);
            assert_int_equal(moving_says(&moving, "T from step 2"), step >= 1);
            for (size_t s = 0; s < 2 * LENGTH(SIZES); s++) {
                view.width = SIZES[s / 2][0], view.height = SIZES[s / 2][1];
                view.language = (Language)(s % 2);
                ink_check(&moving, &view);
            }
        }
        trace_destroy(trace);
        changes_finish(&changes);
    }
    assert_int_equal(ink_findings, 0);
}

/* The printed probabilities of a step, all others too, add up to 1. */
static void the_output_adds_up(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++)
        for (int t = 0; t < moving.traces[sentence]->step_count; t++) {
            View view = moving_view(&moving, sentence, 1440, 900);
            view.cursor = moment_find(view.trace, MOMENT_WORD, t, -1);
            moving_draw(&moving, &view);
            float y[2] = {INFINITY, 0}, x = 0;
            long from = 0, to = 0;
            for (int k = 0; k < TRACE_TOP; k++) {
                const DrawCommand *mark = drawlist_marked(&moving.list, target_at(TARGET_PROBABILITY, t, k, 0));
                if (mark)
                    y[0] = fminf(y[0], mark->bounds.y), y[1] = mark->bounds.y + 2 * mark->bounds.h, x = mark->bounds.x;
            }
            int numbers = 0;
            for (int i = 0; i < moving.list.count; i++) {
                const DrawCommand *command = &moving.list.commands[i];
                char text[SAID_BYTES];
                if (command->kind != DRAW_TEXT || command->text.origin.x < x || command->text.origin.x > x + 12
                    || command->text.origin.y < y[0] || command->text.origin.y > y[1])
                    continue;
                command_text(command, text);
                long number = lrint(strtod(text + (text[0] == '<' || text[0] == '>'), NULL) * 1e4);
                from += text[0] == '<' ? 0 : number;
                to += text[0] == '>' ? 10000 : number;
                numbers++;
            }
            assert_int_equal(numbers, 5);
            assert_true(from <= 10000 && to >= 10000);
        }
}

/* A word that the model does not know has nothing of the output's colour. */
static void unknown_words_are_not_pink(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_UNKNOWN, 1440, 900);
    moving_draw(&moving, &view);
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Color pinks[] = {view.theme->fill[ROLE_OUTPUT], view.theme->text[ROLE_OUTPUT]};
        for (size_t k = 0; k < LENGTH(pinks); k++) {
            assert_false(command->kind == DRAW_TEXT && memcmp(&command->text.color, &pinks[k], sizeof pinks[k]) == 0);
            assert_false(command->kind == DRAW_BOX
                         && memcmp(&command->box.paint.stroke, &pinks[k], sizeof pinks[k]) == 0);
        }
    }
}

/* The last text on that baseline that says `wanted`: the context's formula ends before the words. */
static const DrawCommand *said_at(const DrawList *list, float baseline, const char *wanted)
{
    const DrawCommand *last = NULL;
    for (int i = 0; i < list->count; i++)
        if (command_says(&list->commands[i], wanted) && fabsf(list->commands[i].text.origin.y - baseline) < 0.5f)
            last = &list->commands[i];
    return last;
}

/* "was" and "now", or an arrow from the one number to the other. Returns whether it is an arrow. */
static bool expect_before_and_after(const View *view, int step)
{
    Scope scope = scope_at(view->trace, view->cursor);
    float y = stage_layout(view, moving.type, &scope, window_layout(view).stage).formula_y;
    const TraceStep *own = &view->own->steps[step], *set = &view->trace->steps[step];
    if (own->id == set->id && fabsf(own->p - set->p) < OWN_LEAST)
        return false;
    const DrawCommand *was = said_at(&moving.list, y, share(own->p)), *now = said_at(&moving.list, y, share(set->p));
    if (!was || !now)
        fail_msg("%s and %s are not both there at %.0f", share(own->p), share(set->p), (double)view->width);
    bool named = said_at(&moving.list, y, "was") && said_at(&moving.list, y, "now"), led = false;
    for (const DrawCommand *path = was; path < moving.list.commands + moving.list.count; path++) {
        Box box = path->bounds;
        led = led
              || (path->kind == DRAW_PATH && fabsf(box_middle(box).y - (y - 5)) < 2 && box.x > was->text.origin.x
                  && box.x + box.w < now->text.origin.x);
    }
    if (!named && !led)
        fail_msg("from %s to %s at %.0f without a sign", share(own->p), share(set->p), (double)view->width);
    return !named;
}

/* What outlines and triangles are is said wherever there are any, as narrow as columns may be. */
static void signs_are_told(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {1456, 819}, {1000, 778}, {889, 667}};
    int nameless = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++)
        for (int drag = 0; drag < 6; drag++) {
            int step = drag / 2;
            Trace *trace = steered(sentence, step, 0, drag % 2 ? 0.95f : 0.3f);
            Tippings tippings = {0};
            tippings_find(&tippings, &moving.model, trace, step, 0);
            for (size_t s = 0; s < LENGTH(sizes); s++) {
                View view = view_of(sentence, trace, sizes[s][0], sizes[s][1]);
                view.cursor = moment_find(trace, MOMENT_WORD, step, -1);
                view.stage.tippings = tippings;
                moving_draw(&moving, &view);
                assert_true(moving_says(&moving, "the model's own"));
                bool tip = moving_says(&moving, said(LANGUAGE_ENGLISH, W_THE_WORD_FLIPS));
                for (int i = 0; i < moving.list.count && !tip; i++) {
                    char text[SAID_BYTES];
                    tip = strstr(command_text(&moving.list.commands[i], text), ": ")
                          && moving.list.commands[i].text.size == TYPE_TINY;
                }
                assert_true(tip || tippings.count == 0);
                nameless += expect_before_and_after(&view, step);
            }
            trace_destroy(trace);
        }
    assert_true(nameless > 0);
}

static void nothing_overlaps(void **state)
{
    (void)state;
    ink_findings = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++)
        for (int drag = 0; drag < 3; drag++) {
            int j = drag == 1 ? moving.traces[sentence]->n - 1 : 0, step = drag == 2 ? 1 : 0;
            Trace *trace = steered(sentence, step, j, drag == 0 ? 0.45f : 0.95f);
            Tippings tippings = {0};
            tippings_find(&tippings, &moving.model, trace, step, j);
            for (size_t s = 0; s < LENGTH(SIZES); s++)
                for (int look = 0; look < 4; look++)
                    for (int moment = 0; moment < moment_count(trace); moment += sentence == SENTENCE_LONG ? 7 : 2) {
                        View view = view_of(sentence, trace, SIZES[s][0], SIZES[s][1]);
                        view.language = (Language)(look % 2);
                        view.theme = theme_get(look < 2 ? THEME_LIGHT : THEME_DARK);
                        view.window.present = look == 3;
                        view.cursor = moment;
                        view.stage.tippings = tippings;
                        view.stage.steered = moment % 4 == 2 ? step + 1 : 0;
                        ink_check(&moving, &view);
                    }
            trace_destroy(trace);
        }
    assert_int_equal(ink_findings, 0);
}

static void drawing_again_takes_no_heap(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_LONG, 1, 0, 0.6f);
    for (int round = 0; round < 3; round++) { /* the first two warm up */
        long before = heap_count();
        for (int moment = 0; moment < moment_count(trace); moment += 5) {
            View view = view_of(SENTENCE_LONG, trace, 1440, 900);
            view.cursor = moment;
            moving_draw(&moving, &view);
        }
        if (round == 2)
            assert_int_equal(heap_count() - before, 0);
    }
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_words_stand_with_their_probabilities),
        cmocka_unit_test(the_models_own_weights_stay),
        cmocka_unit_test(what_puts_it_back),
        cmocka_unit_test(where_the_word_flips),
        cmocka_unit_test(the_chain_runs_through),
        cmocka_unit_test(the_map_marks_what_follows),
        cmocka_unit_test(a_temperature_says_from_where),
        cmocka_unit_test(the_output_adds_up),
        cmocka_unit_test(unknown_words_are_not_pink),
        cmocka_unit_test(signs_are_told),
        cmocka_unit_test(nothing_overlaps),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
