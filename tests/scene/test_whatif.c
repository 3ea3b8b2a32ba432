/* Changed decodes, the panel that says where a number comes from, and the questions: nothing overlaps, all of it can be
 * reached, nothing is taken from the heap; and while a question stands, nothing on the picture depends
 * on its answer. */
#include "derive/explain.h"
#include "ink.h"
#include "moving_lesson.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1024, 640}, {870, 560}};

static const Value VALUES[] = {
    {VALUE_PROBABILITY, .place = 1, .index = 7},
    {VALUE_LOGIT, .place = 1, .index = 7},
    {VALUE_CONTEXT, .place = 1, .index = 101},
    {VALUE_WEIGHT, .place = 1, .index = 0},
    {VALUE_SCORE, .place = 1, .index = 0},
    {VALUE_QUERY, .place = 1, .index = 60},
    {VALUE_KEY, .place = 0, .index = 60},
    {VALUE_STATE, RUN_DECODER, .place = 1, .index = 11},
    {VALUE_STATE, RUN_DECODER, .place = -1, .index = 11},
    {VALUE_STATE, .run = 1, .place = 0, .index = 11},
    {VALUE_GATE, RUN_DECODER, .place = 1, .index = 11, .part = 0},
    {VALUE_GATE, RUN_DECODER, .place = 1, .index = 11, .part = 2},
    {VALUE_FROM_INPUT, RUN_DECODER, .place = 1, .index = 11},
    {VALUE_FROM_STATE, .run = 0, .place = 0, .index = 11},
    {VALUE_EMBEDDING, .place = 0, .index = 5},
    {VALUE_PREVIOUS, .place = 1, .index = 5},
    {VALUE_PARAM, .place = 70, .index = 3, .part = 2},
};

static View at_word(Sentence sentence, float width, float height)
{
    View view = moving_view(&moving, sentence, width, height);
    view.card = 3; /* everything may be touched */
    view.cursor = moment_find(view.trace, MOMENT_WORD, 1, -1);
    if (view.cursor < 0)
        view.cursor = moment_count(view.trace) - 1;
    return view;
}

/* The last of the trail, with others before it. */
static void open_panel(View *view, size_t which, int before)
{
    view->origin.depth = 0;
    for (int i = before; i > 0; i--)
        view->origin.trail[view->origin.depth++] = VALUES[(which + (size_t)i) % LENGTH(VALUES)];
    view->origin.trail[view->origin.depth++] = VALUES[which];
}

static void the_panel_overlaps_nothing(void **state)
{
    (void)state;
    ink_findings = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence += 2)
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                for (size_t v = 0; v < LENGTH(VALUES); v++) {
                    View view = at_word(sentence, SIZES[s][0], SIZES[s][1]);
                    view.language = language;
                    view.window.captions = v % 4 == 1 && SIZES[s][1] > 600;
                    open_panel(&view, v, (int)(v % 4) * 3);
                    view.origin.first = v % 3 == 0 ? 1000 : 0;
                    assert_true(scene_origin_open(&view));
                    ink_check(&moving, &view);
                }
    assert_int_equal(ink_findings, 0);
}

/* Every number that is printed leads where it says. */
static void printed_numbers_lead_deeper(void **state)
{
    (void)state;
    for (size_t v = 0; v < LENGTH(VALUES); v++) {
        View view = at_word(SENTENCE_SHORT, 1440, 900);
        open_panel(&view, v, 2);
        moving_draw(&moving, &view);
        int numbers = 0, backs = 0;
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            if (command->kind != DRAW_MARK || command->mark.target.kind != TARGET_CONTROL)
                continue;
            backs += command->mark.target.a == ORIGIN_TRAIL;
            if (command->mark.target.a != ORIGIN_NUMBER)
                continue;
            Value value;
            assert_true(command->mark.focusable);
            assert_true(scene_origin_value(&view, command->mark.target, &moving.arena, &value));
            Point middle = {command->bounds.x + command->bounds.w / 2, command->bounds.y + command->bounds.h / 2};
            assert_true(target_equal(drawlist_hit(&moving.list, middle), command->mark.target));
            numbers++;
        }
        Maths maths = {view.trace, view.model, LANGUAGE_ENGLISH, &moving.arena};
        assert_true(numbers > 0 || !term_operand(value_derive(&maths, VALUES[v]).term, NULL, 0));
        assert_int_equal(backs, 2);
    }
}

static void pressing_the_stage_opens_values(void **state)
{
    (void)state;
    View view = at_word(SENTENCE_SHORT, 1440, 900);
    static const struct {
        Target target;
        Value value;
    } pairs[] = {
        {{TARGET_CONTEXT, 1, 9, 0}, {VALUE_CONTEXT, .place = 1, .index = 9}},
        {{TARGET_QUERY, 1, 2, 0}, {VALUE_STATE, RUN_DECODER, .place = 0, .index = 2}},
        {{TARGET_QUERY, 0, -1, 0}, {VALUE_STATE, RUN_DECODER, .place = -1}},
        {{TARGET_ANNOTATION, 2, 65, 0}, {VALUE_STATE, .run = 1, .place = 2, .index = 1}},
        {{TARGET_SCORE, 1, 2, 0}, {VALUE_SCORE, .place = 1, .index = 2}},
        {{TARGET_WEIGHT, 1, 2, 0}, {VALUE_WEIGHT, .place = 1, .index = 2}},
        {{TARGET_CELL, 1, 0, 0}, {VALUE_STATE, RUN_DECODER, .place = 1}},
        {{TARGET_PREVIOUS, 1, 4, 0}, {VALUE_PREVIOUS, .place = 1, .index = 4}},
        {{TARGET_EMBEDDING, 1, 4, 0}, {VALUE_EMBEDDING, .place = 1, .index = 4}},
    };
    Value value;
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        assert_true(scene_value_at(&view, pairs[i].target, &value));
        assert_true(value_equal(value, pairs[i].value));
    }
    assert_true(scene_value_at(&view, (Target){TARGET_PROBABILITY, 1, 0, 0}, &value));
    assert_int_equal(value.index, view.trace->steps[1].top[0].id);
    assert_false(scene_value_at(&view, (Target){TARGET_ATTENTIONAL, 1, 0, 0}, &value)); /* none in this model */
    assert_false(scene_value_at(&view, (Target){TARGET_SCORE, 99, 0, 0}, &value));
    assert_false(scene_value_at(&view, (Target){TARGET_PLAY, 0, 0, 0}, &value));
}

/* ---- changed by hand ---- */

static Trace *changed_trace(const char *sentence, int step, double temperature)
{
    Trace *own = trace_decode(&moving.model, slice_of(sentence), NULL, NULL);
    assert_non_null(own);
    float weights[TRACE_LIMIT_WORDS] = {0};
    weights[0] = 0.7f;
    weights[own->n - 1] = 0.3f;
    StepWeights replaced = {step, weights, own->n};
    StepToken token = {1, slice_of(own->steps[1].top[1].token)};
    DecodeOptions options = {.weights = &replaced,
                             .weights_count = 1,
                             .tokens = &token,
                             .tokens_count = own->steps[1].top[1].id >= VOCAB_SPECIAL,
                             .temperature = temperature};
    Error error = {0};
    Trace *trace = trace_decode(&moving.model, slice_of(sentence), &options, &error);
    expect_ok(trace != NULL, &error);
    trace_destroy(own);
    return trace;
}

static void changed_steps_overlap_nothing(void **state)
{
    (void)state;
    ink_findings = 0;
    static const double temperatures[] = {0.1, 1, 10};
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence += 2)
        for (size_t k = 0; k < LENGTH(temperatures); k++) {
            Trace *trace = changed_trace(SENTENCE_TEXTS[sentence], 0, temperatures[k]);
            for (size_t s = 0; s < LENGTH(SIZES); s++)
                for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                    for (int moment = 0; moment < moment_count(trace); moment += sentence == SENTENCE_LONG ? 13 : 2) {
                        View view = moving_view(&moving, sentence, SIZES[s][0], SIZES[s][1]);
                        view.trace = trace;
                        view.language = language;
                        view.cursor = moment;
                        ink_check(&moving, &view);
                    }
            trace_destroy(trace);
        }
    assert_int_equal(ink_findings, 0);
}

/* A changed step looks otherwise than one whose numbers are the same by themselves. */
static void changes_are_marked(void **state)
{
    (void)state;
    View view = at_word(SENTENCE_SHORT, 1440, 900);
    const Trace *own = view.trace;
    StepWeights same = {0, own->steps[0].step.weights, own->n};
    DecodeOptions options = {.weights = &same, .weights_count = 1};
    Trace *changed = trace_decode(&moving.model, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]), &options, NULL);
    scene_alignment_figure(&view, moving.type, &moving.list);
    int plain = moving.list.count;
    view.trace = changed;
    scene_alignment_figure(&view, moving.type, &moving.list);
    assert_int_equal(moving.list.count, plain + 1);
    view.trace = own;
    view.cursor = moment_find(own, MOMENT_SOFTMAX, 0, -1);
    Bytes before = moving_text(&moving, &view);
    view.trace = changed;
    Bytes after = moving_text(&moving, &view);
    assert_string_not_equal(before.data, after.data);
    bytes_finish(&before);
    bytes_finish(&after);
    trace_destroy(changed);
}

static void the_slider_is_logarithmic(void **state)
{
    (void)state;
    View view = at_word(SENTENCE_SHORT, 1024, 640);
    view.cursor = moment_find(view.trace, MOMENT_SOFTMAX, 1, -1); /* their floor is the hero */
    view.card = 1;                                                /* which leaves everything free */
    StageHandles handles = scene_window(&view, moving.type, &moving.list).stage;
    Box slider = handles.slider;
    assert_true(slider.w > 20 && handles.bars.h > 20);
    assert_true(fabs(slider_temperature(slider, slider.x - 50) - 0.1) < 1e-6);
    assert_true(fabs(slider_temperature(slider, slider.x + slider.w + 50) - 10) < 1e-6);
    assert_true(slider_temperature(slider, slider.x + slider.w / 2) == 1);
    assert_true(fabs(slider_temperature(slider, slider.x + slider.w / 4) - sqrt(0.1)) < 1e-3);
    moving_draw(&moving, &view);
    Target target = {TARGET_CONTROL, DECODE_TEMPERATURE, 0, 0};
    assert_non_null(drawlist_marked(&moving.list, target));
    assert_true(target_equal(drawlist_hit(&moving.list, (Point){slider.x + 3, slider.y}), target));
    for (int j = 0; j < view.trace->n; j++) { /* down to their feet, where small ones are */
        Target bar = {TARGET_WEIGHT, 1, (int16_t)j, 0};
        const DrawCommand *mark = drawlist_marked(&moving.list, bar);
        assert_non_null(mark);
        assert_true(mark->bounds.y <= handles.bars.y
                    && mark->bounds.y + mark->bounds.h >= handles.bars.y + handles.bars.h);
    }
}

/* ---- questions ---- */

static void questions_come_in_order(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
        const Trace *trace = moving.traces[sentence];
        Question question;
        int open = -1, count = 0;
        while (predict_next(trace, open, &question)) {
            assert_true(question.gate > open && question.reveal >= question.gate);
            assert_true(question.count >= 2 && question.count <= PREDICT_CHOICES);
            assert_true(predict_right(trace, &question, question.right));
            const TraceStep *step = &trace->steps[question.step];
            bool weight = question.kind == QUESTION_WEIGHT;
            assert_int_equal(moment_at(trace, question.gate).kind, weight ? MOMENT_SCORES : MOMENT_OUTPUT);
            if (!weight)
                assert_int_equal(question.choices[question.right], step->id);
            for (int j = 0; weight && j < trace->n; j++)
                assert_true(step->step.weights[question.choices[question.right]] >= step->step.weights[j]);
            for (int i = 0; i < question.count; i++) {
                if (i > 0)
                    assert_true(question.choices[i] > question.choices[i - 1]);
                for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                    assert_true(
                        strlen(predict_explain(&(Maths){trace, &moving.model, language, &moving.arena}, &question, i))
                        > 10);
            }
            open = question.gate;
            count++;
        }
        assert_int_equal(count, trace->step_count * (trace->n > 1 ? 2 : 1));
    }
}

/* The picture before an answer, in words: without the choices, which are asked anyway. */
static Bytes asked_picture(const Trace *trace, const Question *question, double cursor, Language language)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.trace = trace;
    view.language = language;
    view.card = 5; /* with live values of step 3 */
    view.predict = (Predict){.on = true, .open = question->gate - 1};
    view.cursor = cursor;
    return moving_text(&moving, &view);
}

/* Two traces that differ in the answer alone, and in what comes of it, give the same picture to the byte. */
static void expect_no_leak(const Trace *a, const Trace *b, const Question *question)
{
    for (int i = 0; i < 2 * question->gate - 1; i++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            Bytes one = asked_picture(a, question, i / 2.0, language),
                  other = asked_picture(b, question, i / 2.0, language);
            if (strcmp(one.data, other.data) != 0)
                fail_msg("at %.1f the picture tells the answer behind moment %d", i / 2.0, question->gate);
            bytes_finish(&one);
            bytes_finish(&other);
        }
}

/* Captions are made of the trace that hides it. */
static void expect_silence(const Trace *a, const Trace *b, const Question *question)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.predict = (Predict){.on = true, .open = question->gate - 1};
    view.trace = a;
    const Trace *one = scene_seen_trace(&view, &moving.arena);
    view.trace = b;
    const Trace *other = scene_seen_trace(&view, &moving.arena);
    for (int i = 0; i < question->gate; i++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            assert_string_equal(explain_moment(&(Maths){one, &moving.model, language, &moving.arena}, i),
                                explain_moment(&(Maths){other, &moving.model, language, &moving.arena}, i));
}

static void nothing_tells_the_answer(void **state)
{
    (void)state;
    const char *sentence = SENTENCE_TEXTS[SENTENCE_SHORT];
    const Trace *own = moving.traces[SENTENCE_SHORT];
    for (int t = 0; t < own->step_count; t++) {
        float weights[3] = {0.2f, 0.2f, 0.2f};
        int heaviest = 0;
        for (int j = 1; j < 3; j++)
            heaviest = own->steps[t].step.weights[j] > own->steps[t].step.weights[heaviest] ? j : heaviest;
        weights[(heaviest + 1) % 3] = 0.6f;
        StepWeights replaced = {t, weights, 3};
        DecodeOptions options = {.weights = &replaced, .weights_count = 1};
        Trace *other = trace_decode(&moving.model, slice_of(sentence), &options, NULL);
        Question question, same;
        int open = t ? moment_find(own, MOMENT_WORD, t - 1, -1) : 0;
        assert_true(predict_next(own, open, &question) && predict_next(other, open, &same));
        assert_int_equal(question.kind, QUESTION_WEIGHT);
        assert_int_not_equal(question.right, same.right);
        expect_no_leak(own, other, &question);
        expect_silence(own, other, &question);
        trace_destroy(other);

        StepToken token = {t, slice_of(own->steps[t].top[2].token)};
        options = (DecodeOptions){.tokens = &token, .tokens_count = 1};
        Error error = {0};
        other = trace_decode(&moving.model, slice_of(sentence), &options, &error);
        expect_ok(other != NULL, &error);
        assert_true(predict_next(own, question.gate, &question) && predict_next(other, question.gate - 1, &same));
        assert_int_equal(question.kind, QUESTION_WORD);
        assert_int_not_equal(question.right, same.right);
        expect_no_leak(own, other, &question);
        expect_silence(own, other, &question);
        trace_destroy(other);
    }
}

/* With the question answered the values are there, and the verdict stands in the foot. */
static void the_answer_is_shown(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Question question;
    assert_true(predict_next(view.trace, -1, &question));
    view.predict = (Predict){.on = true, .open = -1};
    view.cursor = question.gate - 1;
    assert_true(scene_asks(&view, &question));
    moving_draw(&moving, &view);
    for (int i = 0; i < question.count; i++)
        assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_CONTROL, PREDICT_CHOICE, (int16_t)i, 0}));
    assert_null(drawlist_marked(&moving.list, (Target){TARGET_PLAY, 0, 0, 0}));
    view.predict = (Predict){.on = true, .open = question.gate, .asked = 1, .telling = true, .answered = question.gate};
    view.cursor = question.reveal;
    Question told;
    assert_true(scene_answered(&view, &told) && told.gate == question.gate);
    moving_draw(&moving, &view);
    assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_CONTROL, PREDICT_ON, 0, 0}));
    assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_WEIGHT, 0, 0, 0}));
    view.predict.telling = false;
    moving_draw(&moving, &view);
    assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_PLAY, 0, 0, 0}));
}

static void questions_overlap_nothing(void **state)
{
    (void)state;
    ink_findings = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++)
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
                View view = moving_view(&moving, sentence, SIZES[s][0], SIZES[s][1]);
                view.language = language;
                Question question;
                for (int open = -1, i = 0; i < 6 && predict_next(view.trace, open, &question);
                     open = question.gate, i++) {
                    view.predict = (Predict){.on = true, .open = open, .asked = 12, .right = 10};
                    view.cursor = question.gate - 1;
                    ink_check(&moving, &view);
                    view.predict.open = view.predict.answered = question.gate;
                    view.predict.telling = true;
                    view.predict.choice = i % question.count;
                    view.cursor = question.reveal;
                    ink_check(&moving, &view);
                }
            }
    assert_int_equal(ink_findings, 0);
}

static void drawing_again_takes_no_heap(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) { /* the first two warm up */
        long before = heap_count();
        for (size_t v = 0; v < LENGTH(VALUES); v++) {
            View view = at_word(SENTENCE_LONG, 1440, 900);
            open_panel(&view, v, 3);
            moving_draw(&moving, &view);
            view.origin.depth = 0;
            view.predict = (Predict){.on = true, .open = -1};
            Question question;
            assert_true(scene_question(&view, &question));
            view.cursor = question.gate - 1;
            moving_draw(&moving, &view);
        }
        if (round == 2)
            assert_int_equal(heap_count() - before, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_overlaps_nothing),
        cmocka_unit_test(printed_numbers_lead_deeper),
        cmocka_unit_test(pressing_the_stage_opens_values),
        cmocka_unit_test(changed_steps_overlap_nothing),
        cmocka_unit_test(changes_are_marked),
        cmocka_unit_test(the_slider_is_logarithmic),
        cmocka_unit_test(questions_come_in_order),
        cmocka_unit_test(nothing_tells_the_answer),
        cmocka_unit_test(the_answer_is_shown),
        cmocka_unit_test(questions_overlap_nothing),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
