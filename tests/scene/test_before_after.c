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

enum { PLAIN_CARD = 3 }; /* of lesson 5: it asks for no change */

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

static StageLayout layout_of(const View *view)
{
    Scope scope = scope_at(view->trace, scene_cursor(view));
    return stage_layout(view, moving.type, &scope, window_layout(view).stage);
}

/* What stands in the head of the hero: its texts in order, "|" between them. */
static const char *head_says(const View *view)
{
    StageLayout stage = layout_of(view);
    Box head = stage.floor[floors_hero(&stage.floors)];
    head.h = stage.head;
    Bytes all = {0};
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        char text[SAID_BYTES];
        if (command->kind == DRAW_TEXT && command->text.color.a > 0 && box_contains(head, box_middle(command->bounds)))
            bytes_add_text(&all, arena_printf(&moving.arena, "|%s", command_text(command, text)));
    }
    bytes_add_text(&all, "|");
    char *copy = arena_copy(&moving.arena, all.data, all.length);
    bytes_finish(&all);
    return copy;
}

static bool head_has(const View *view, const char *text)
{
    return strstr(head_says(view), arena_printf(&moving.arena, "|%s|", text)) != NULL;
}

/* The word and its probability now, and the word that the model had by itself with what that one has now: where the
 * word is the same one, "was" and what it had. */
static void expect_note(const View *view, int step)
{
    const TraceStep *own = &view->own->steps[step], *now = &view->trace->steps[step];
    bool flips = own->id != now->id;
    float other = flips ? now->step.probabilities[own->id] : own->p;
    if (!head_has(view, share(other)) || !head_has(view, share(now->p)) || !head_has(view, now->token)
        || !head_has(view, flips ? own->token : said(view->language, W_WAS)))
        fail_msg("at %.0f x %.0f the head says \"%s\", not what became of %s %s", (double)view->width,
                 (double)view->height, head_says(view), own->token, share(other));
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
        expect_note(&view, 2);
        assert_int_equal(head_has(&view, "was"), !flips);
        view.cursor = moment_find(trace, MOMENT_WORD, 0, -1); /* nothing has changed there */
        moving_draw(&moving, &view);
        assert_false(head_has(&view, "was") || head_has(&view, share(trace->steps[0].p)));
        trace_destroy(trace);
    }
}

/* What outlines are stands beside the wells, in lines as they fit. */
static bool outlines_are_told(void)
{
    char text[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++)
        if (strncmp(command_text(&moving.list.commands[i], text), "the model's", strlen("the model's")) == 0)
            return true;
    return false;
}

/* In words, or as the weight with both words: "0.62: 猫 → 老鼠". */
static bool triangle_is_told(const Tippings *tippings)
{
    char text[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++) {
        command_text(&moving.list.commands[i], text);
        bool told = strncmp(text, "here the", strlen("here the")) == 0;
        for (int k = 0; k < tippings->count; k++) {
            const char *lead = arena_printf(&moving.arena, "%s:", share(tippings->marks[k].weight));
            told = told || strncmp(text, lead, strlen(lead)) == 0;
        }
        if (told)
            return true;
    }
    return false;
}

/* The dashed outline in the well of word j: its height; 0: there is none. */
static float outlined(const StageLayout *stage, int j)
{
    Box well = stage_well(stage, j);
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Box box = command->box.box;
        if (command->kind == DRAW_BOX && command->box.paint.dash > 0 && box.x >= well.x - 1
            && box.x + box.w <= well.x + well.w + 1 && fabsf(box.y + box.h - well.y - well.h) < 0.1f)
            return box.h;
    }
    return 0;
}

static void the_models_own_weights_stay(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_SHORT, 2, 0, 0.6f);
    const float *own = moving.traces[SENTENCE_SHORT]->steps[2].step.weights;
    View view = at(SENTENCE_SHORT, trace, MOMENT_SOFTMAX, 2);
    StageLayout stage = layout_of(&view);
    moving_draw(&moving, &view);
    for (int j = 0; j < 3; j++)
        assert_true(fabsf(outlined(&stage, j) - fmaxf(2, stage.bar_h * own[j])) < 0.1f);
    assert_true(outlines_are_told());
    assert_true(head_has(&view, said(LANGUAGE_ENGLISH, W_ASK_BY_HAND)));
    view.cursor = moment_find(trace, MOMENT_SCORES, 2, -1); /* they are not there yet */
    stage = layout_of(&view);
    moving_draw(&moving, &view);
    for (int j = 0; j < 3; j++)
        assert_true(outlined(&stage, j) == 0);
    assert_false(outlines_are_told());
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
        View view = at(SENTENCE_SHORT, trace, MOMENT_SOFTMAX, 2);
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
        view.cursor = moment_find(trace, MOMENT_SCORES, 2, -1); /* nothing is weighed yet */
        moving_draw(&moving, &view);
        assert_false(moving_says(&moving, share(mark.weight)));
        trace_destroy(trace);
    }
}

/* While a weight is set the head says what becomes of the word; the timeline keeps its moment and the floors their
 * heights, other steps show nothing of it. */
static void the_chain_runs_through(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_SHORT, 2, 0, 0.9f);
    View view = at(SENTENCE_SHORT, trace, MOMENT_SOFTMAX, 2);
    moving_draw(&moving, &view);
    assert_false(head_has(&view, share(trace->steps[2].p)));
    StageLayout before = layout_of(&view);
    view.stage.steered = 3;
    StageLayout held = layout_of(&view);
    assert_memory_equal(before.floor, held.floor, sizeof held.floor);
    moving_draw(&moving, &view);
    expect_note(&view, 2);
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

/* The number in a row of the output, at its bar. False: there is none. */
static bool number_in(Box row, long *from, long *to)
{
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        char text[SAID_BYTES];
        if (command->kind != DRAW_TEXT || command->text.color.a == 0 || !box_contains(row, box_middle(command->bounds)))
            continue;
        command_text(command, text);
        bool below = text[0] == '<', above = text[0] == '>';
        if (!below && !above && (text[0] < '0' || text[0] > '9'))
            continue;
        long number = lrint(strtod(text + (below || above), NULL) * 1e4);
        *from += below ? 0 : number;
        *to += above ? 10000 : number;
        return true;
    }
    return false;
}

/* The printed probabilities of a step, all others too, add up to 1. */
static void the_output_adds_up(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1024, 640}, {2560, 1440}};
    for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++)
        for (int t = 0; t < moving.traces[sentence]->step_count; t++)
            for (size_t s = 0; s < LENGTH(sizes); s++) {
                View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
                view.cursor = moment_find(view.trace, MOMENT_WORD, t, -1);
                StageLayout stage = layout_of(&view);
                moving_draw(&moving, &view);
                long from = 0, to = 0;
                assert_true(stage.output_rows >= 2);
                for (int k = 0; k <= stage.output_rows; k++) {
                    Box row = stage_output_name(&stage, k);
                    row.x = stage.output_x, row.w = stage.output_w + 60;
                    if (!number_in(row, &from, &to))
                        fail_msg("row %d of step %d has no number at %.0f", k + 1, t + 1, (double)view.width);
                }
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

/* A triangle at the right of well j, in the output's colour. */
static bool has_triangle(const View *view, const StageLayout *stage, int j)
{
    Box well = stage_well(stage, j), beside = {well.x + well.w, well.y - 8, 10, well.h + 16};
    Color pink = view->theme->fill[ROLE_OUTPUT];
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *path = &moving.list.commands[i];
        if (path->kind == DRAW_PATH && memcmp(&path->path.paint.fill, &pink, sizeof pink) == 0
            && box_contains(beside, box_middle(path->bounds)))
            return true;
    }
    return false;
}

/* What outlines and triangles are is said wherever there are any, as narrow as columns may be; what a change did to the
 * word stands in the head, while the weights are the hero and when the word is written. */
static void signs_are_told(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {1456, 819}, {1000, 778}, {889, 667}};
    int triangles = 0, outlines = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++)
        for (int drag = 0; drag < 6; drag++) {
            int step = drag / 2;
            Trace *trace = steered(sentence, step, 0, drag % 2 ? 0.95f : 0.3f);
            Tippings tippings = {0};
            tippings_find(&tippings, &moving.model, trace, step, 0);
            for (size_t s = 0; s < LENGTH(sizes); s++) {
                View view = view_of(sentence, trace, sizes[s][0], sizes[s][1]);
                view.cursor = moment_find(trace, MOMENT_SOFTMAX, step, -1);
                view.stage.tippings = tippings;
                view.stage.steered = step + 1;
                StageLayout stage = layout_of(&view);
                moving_draw(&moving, &view);
                bool any = false;
                for (int j = 0; j < trace->n; j++)
                    any = any || outlined(&stage, j) > 0;
                assert_true(any);
                outlines++;
                bool room = stage.bar_h >= 150 && stage.labels;
                if (room && !outlines_are_told())
                    fail_msg("outlines at %.0f x %.0f, \"%.20s\", have no name", (double)view.width,
                             (double)view.height, SENTENCE_TEXTS[sentence]);
                if (has_triangle(&view, &stage, 0)) {
                    bool words = false; /* of the mark that is nearest to the hand */
                    for (const Tipping *mark = tippings.marks; mark < tippings.marks + tippings.count; mark++)
                        words = words
                                || (moving_says(&moving, share(mark->weight))
                                    && moving_says(&moving, vocab_word(&moving.model.target, mark->above))
                                    && moving_says(&moving, vocab_word(&moving.model.target, mark->below)));
                    triangles++;
                    if (!words && room && !triangle_is_told(&tippings))
                        fail_msg("a triangle at %.0f x %.0f, \"%.20s\", has no name", (double)view.width,
                                 (double)view.height, SENTENCE_TEXTS[sentence]);
                } else
                    assert_int_equal(tippings.count, 0);
                const TraceStep *own = &view.own->steps[step], *now = &trace->steps[step];
                bool changed = own->id != now->id || fabsf(own->p - now->p) >= OWN_LEAST;
                if (changed)
                    expect_note(&view, step);
                view.stage.steered = 0;
                view.cursor = moment_find(trace, MOMENT_WORD, step, -1);
                moving_draw(&moving, &view);
                if (changed)
                    expect_note(&view, step);
            }
            trace_destroy(trace);
        }
    assert_true(triangles > 0 && outlines > 0);
}

/* On a card that asked for no change a line over the stage says where the lesson waits, and the card is about the model
 * by itself. Nothing lies over the stage: it has the height that is left. */
static void the_lesson_waits(void **state)
{
    (void)state;
    Trace *trace = steered(SENTENCE_SHORT, 2, 0, 0.95f);
    for (size_t s = 0; s < LENGTH(SIZES); s++) {
        View view = view_of(SENTENCE_SHORT, trace, SIZES[s][0], SIZES[s][1]);
        view.stage.waits = moment_find(trace, MOMENT_SOFTMAX, 2, -1);
        view.cursor = moment_find(trace, MOMENT_WORD, 2, -1);
        WindowLayout asked = window_layout(&view);
        assert_false(view_plays(&view));
        assert_true(asked.strip.h == 0);
        view.card = PLAIN_CARD;
        WindowLayout layout = window_layout(&view);
        bool low = window_lying(&view); /* there the stage keeps its height */
        Box before = low ? asked.side : asked.stage, after = low ? layout.side : layout.stage;
        assert_true(view_plays(&view) && layout.strip.h == WINDOW_STRIP_H && layout.strip.w == after.w);
        assert_true(layout.strip.y == before.y && after.y == layout.strip.y + layout.strip.h);
        assert_true(after.y + after.h == before.y + before.h && (!low || layout.stage.h == asked.stage.h));
        moving_draw(&moving, &view);
        assert_true(moving_says(&moving, "The lesson waits at “softmax”."));
        assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_RETURN, 0, 0, 0}));
        assert_null(drawlist_marked(&moving.list, target_at(TARGET_CONTROL, DECODE_RESET, 0, 0)));
        bool card = layout.card.w > 0;
        assert_int_equal(card, moving_says(&moving, "Back to the lesson"));
        assert_int_equal(card, moving_says(&moving, share(view.own->steps[2].step.weights[2])));
        assert_null(drawlist_marked(&moving.list, (Target){TARGET_CARD_NEXT, 0, 0, 0}));
    }
    trace_destroy(trace);
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
                        view.card = moment % 3 ? 0 : PLAIN_CARD;
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
        cmocka_unit_test(the_lesson_waits),
        cmocka_unit_test(nothing_overlaps),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
