/* Nothing lies over a text and no text lies over another: every card, language, size and moment of short, long and odd
 * sentences. */
#include "ink.h"
#include "moving_lesson.h"
#include "random_model.h"

#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"
#include "words/common_words.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1138, 711}, {1600, 900}, {1024, 640}, {1252, 783}, PHONES};

static void every_card(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (int card = 0; card < moving.lesson->card_count; card++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                for (int answered = -1; answered < 2; answered++) {
                    View view = moving_view(&moving, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
                    const StageSetting *stage = &moving.lesson->cards[card].stage;
                    Trace *trace = NULL;
                    if (stage->sentence) {
                        view.trace = trace = trace_decode(&moving.model, slice_of(stage->sentence), NULL, NULL);
                        view.field.text = stage->sentence;
                    }
                    view.card = card;
                    view.language = language;
                    view.panel.quizzes[0] = (QuizAnswer){.answered = answered >= 0, .choice = answered};
                    int moment = stage_moment(stage, view.trace);
                    view.cursor = moment < 0 ? 0 : moment;
                    ink_check(&moving, &view);
                    trace_destroy(trace);
                }
    assert_int_equal(ink_findings, 0);
}

static void every_moment(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int mode = 0; mode < 4; mode++) {
                View view = moving_view(&moving, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
                view.language = language;
                view.window.present = mode == 1;
                view.window.embedded = mode == 3;
                view.panel.open = view.panel.open && !view.window.present && !view.window.embedded;
                moving_captions(&view, mode == 2);
                for (int i = 0; i < moment_count(view.trace); i++) {
                    view.cursor = i;
                    ink_check(&moving, &view);
                }
            }
    assert_int_equal(ink_findings, 0);
}

/* A handful of moments of sentences that are long, odd or very short. */
static void every_sentence(void **state)
{
    (void)state;
    static const MomentKind kinds[] = {MOMENT_QUERY,   MOMENT_SCORES, MOMENT_SOFTMAX,
                                       MOMENT_CONTEXT, MOMENT_STATE,  MOMENT_WORD};
    ink_findings = 0;
    for (Sentence sentence = SENTENCE_MIDDLE; sentence < SENTENCES; sentence++)
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                for (int mode = 0; mode < 3; mode++) {
                    View view = moving_view(&moving, sentence, SIZES[s][0], SIZES[s][1]);
                    view.language = language;
                    view.window.present = mode == 1;
                    view.panel.open = view.panel.open && !view.window.present;
                    moving_captions(&view, mode == 2);
                    view.card = (int)s % moving.lesson->card_count;
                    int steps[] = {0, view.trace->step_count / 2, view.trace->step_count - 1};
                    view.cursor = 0;
                    ink_check(&moving, &view);
                    for (size_t t = 0; t < LENGTH(steps); t++)
                        for (size_t k = 0; k < LENGTH(kinds); k++) {
                            view.cursor = moment_find(view.trace, kinds[k], steps[t], -1);
                            view.heat.arcs = false;
                            ink_check(&moving, &view);
                            view.heat.arcs = kinds[k] == MOMENT_WORD; /* beside the stage, in place of the map */
                            if (view.heat.arcs)
                                ink_check(&moving, &view);
                        }
                }
    assert_int_equal(ink_findings, 0);
}

/* What goes from place to place passes over what stands there: it is readable where it starts and where it arrives. */
static bool carries(const Trace *trace, double cursor)
{
    BeatKind beat = beat_at(trace, cursor);
    return cursor != floor(cursor) && (beat == BEAT_SLIDE || beat == BEAT_RETURN);
}

/* The moving picture in between, and windows so small that panels fold away. */
static void small_windows_and_half_moments(void **state)
{
    (void)state;
    static const float sizes[][2] = {{870, 560}, {896, 700}, {1000, 562}, {1440, 900}}; /* never less in the window */
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
            View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
            double last = moment_count(view.trace) - 1, step = sentence == SENTENCE_SHORT ? 0.5 : 4.5;
            for (view.cursor = 0; view.cursor <= last; view.cursor += step)
                if (!carries(view.trace, view.cursor))
                    ink_check(&moving, &view);
        }
    assert_int_equal(ink_findings, 0);
}

/* However small the window: the names of the rows, and as many words as a sentence has, of a long one 7 at least. */
static void the_stage_keeps_its_columns(void **state)
{
    (void)state;
    static const struct {
        float w, h;
        int words;
    } sizes[] = {{870, 560, 7}, {889, 667, 7}, {1000, 778, 11}, {1138, 711, 12}, {1252, 783, 12}, {1440, 900, 12}};
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
            View view = moving_view(&moving, sentence, sizes[s].w, sizes[s].h);
            WindowLayout window = window_layout(&view);
            Scope scope = scope_at(view.trace, 0);
            StageLayout stage = stage_layout(&view, moving.type, &scope, window.stage);
            int seen = (int)(stage.columns.w / stage.spacing + 0.01f);
            assert_true(stage.labels && seen >= (view.trace->n < sizes[s].words ? view.trace->n : sizes[s].words));
            float right = stage.columns.x + stage.columns.w, edge = window.stage.x + window.stage.w;
            assert_true(stage.rail > right + 24 && stage.rail < edge - 12); /* the query's way down is beside them */
            float foot = stage.word_y + 8 + stage.word_most * sinf(-stage.word_turn); /* of the longest word */
            assert_true(!stage.turned || (stage.word_most >= 42 && foot < window.stage.y + window.stage.h - 5));
            float left = window.stage.x;
            view.panel.open = true; /* which moves nothing */
            assert_true(window_layout(&view).stage.x == left && window_layout(&view).card.w > 260);
            assert_true(window_card_floats(&view) == (window.tab.w > 0));
            view.panel.open = false;
            ink_check(&moving, &view);
        }
    assert_int_equal(ink_findings, 0);
}

/* In windows of 1024x640, 1440x900, 1920x1080 and 2560x1440: the card stands beside the tower, which has all the rest.
 */
static void presented_the_card_stands_beside_the_stage(void **state)
{
    (void)state;
    static const float sizes[][2] = {{896, 560}, {1067, 667}, {1185, 667}, {1185, 667}};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
            View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
            view.cursor = moment_count(view.trace) - 1;
            Scope scope = scope_at(view.trace, view.cursor);
            StageLayout before = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
            view.window.present = true;
            for (int open = 0; open < 2; open++) {
                view.panel.open = open;
                WindowLayout window = window_layout(&view);
                assert_true(window.side.w == 0 && window.tab.w == 0 && window_card_folds(&view));
                assert_true(open ? window.card.w >= 288 : window.card.w == 0);
                assert_true(window.stage.x == window.card.w && window.stage.w == view.width - window.card.w);
                assert_true(window.foot.x == window.stage.x && !window_card_floats(&view));
                StageLayout stage = stage_layout(&view, moving.type, &scope, window.stage);
                assert_true(open || stage.bar_w >= before.bar_w * (sentence == SENTENCE_SHORT ? 1.3f : 1));
                ink_check(&moving, &view);
            }
        }
    assert_int_equal(ink_findings, 0);
}

/* Fresh numbers of one kind; every word is unknown to it. */
static Trace *open_other(Model *model, AttentionKind attention, bool bidirectional, const char *sentence)
{
    Config config = config_default();
    config.attention = attention;
    config.bidirectional = bidirectional;
    config.hidden = config.embed = 24;
    *model = random_model(config, "cat", "猫", 3);
    return decode_text(model, sentence, NULL);
}

/* Where nothing is weighed there are fewer floors and the others have their room; what is carried stands over the
 * states. */
static void expect_more_room(const View *view, const StageLayout *stage)
{
    View weighed = *view;
    Sentence sentence = view->trace->n > 3 ? SENTENCE_LONG : SENTENCE_SHORT;
    weighed.trace = moving.traces[sentence];
    Scope scope = scope_at(weighed.trace, 0);
    StageLayout other = stage_layout(&weighed, moving.type, &scope, window_layout(&weighed).stage);
    bool carried = view->trace->config.attention == ATTENTION_FIXED;
    assert_true(stage->floor[FLOOR_SCORES].h == 0 && stage->floor[FLOOR_WEIGHTS].h == 0);
    assert_int_equal(stage->floor[FLOOR_CONTEXT].h > 0, carried);
    assert_true(!carried || stage->context.y + stage->context.h < stage->floor[FLOOR_STATES].y);
    for (Floor floor = FLOOR_STATES; floor < FLOOR_COUNT; floor++) /* below them is the hero */
        if (stage->floor[floor].h > 0 && stage->floor[floor].h < other.floor[floor].h - 1)
            fail_msg("floor %d has %.0f px without weights, %.0f with them, at %.0f x %.0f", floor,
                     (double)stage->floor[floor].h, (double)other.floor[floor].h, (double)view->width,
                     (double)view->height);
    assert_true(stage->floor[FLOOR_DECODER].h > other.floor[FLOOR_DECODER].h + 1);
}

static void without_weights(void **state)
{
    (void)state;
    ink_findings = 0;
    for (int kind = 0; kind < 8; kind++) {
        Model model = {0};
        Sentence sentence = kind & 1 ? SENTENCE_LONG : SENTENCE_SHORT;
        Trace *trace =
            open_other(&model, kind & 2 ? ATTENTION_NONE : ATTENTION_FIXED, kind & 4, SENTENCE_TEXTS[sentence]);
        for (size_t s = 0; s < LENGTH(SIZES); s++) {
            View view = moving_view(&moving, sentence, SIZES[s][0], SIZES[s][1]);
            view.trace = trace;
            view.model = &model;
            view.language = s & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
            Scope scope = scope_at(trace, 0);
            StageLayout stage = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
            expect_more_room(&view, &stage);
            int last = moment_count(trace) - 1, by = last > 40 ? 7 : 1;
            for (int i = 0; i <= last; i += by) {
                view.cursor = i;
                ink_check(&moving, &view);
                for (int j = 0; j < trace->n; j++) {
                    assert_null(drawlist_marked(&moving.list, target_at(TARGET_WEIGHT, 0, j, 0)));
                    assert_null(drawlist_marked(&moving.list, target_at(TARGET_SCORE, 0, j, 0)));
                }
            }
        }
        trace_destroy(trace);
        model_finish(&model);
    }
    assert_int_equal(ink_findings, 0);
}

static void the_bar_names_the_model(void **state)
{
    (void)state;
    static const char *const names[][2] = {/* hanzi stand in another face: a text by themselves */
                                           [LANGUAGE_ENGLISH] = {"\"BiGRU · additive · Bahdanau\"", "additive"},
                                           [LANGUAGE_CHINESE] = {"· Bahdanau\"", "\"加性"}};
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
        view.language = language;
        Bytes text = moving_text(&moving, &view);
        assert_non_null(strstr(text.data, names[language][0]));
        assert_non_null(strstr(text.data, names[language][1]));
        bytes_finish(&text);
    }
}

/* Of the texts in the side panel, above the translation. */
static void measure_words(const View *view, float *least, float *most, int *turned)
{
    moving_draw(&moving, view);
    Box side = window_layout(view).side;
    *least = 99, *most = 0, *turned = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind != DRAW_TEXT || !box_contains(side, box_middle(command->bounds)))
            continue;
        *least = fminf(*least, command_type(command));
        *most = fmaxf(*most, command->text.angle != 0 ? command->text.size : 0);
        *turned += command->text.angle != 0;
    }
}

/* No word of map or arcs is smaller than the smallest type, no number in a narrow cell by more than a tenth; of many
 * the one that is pointed at is large; words that do not fit level over the map are all turned. */
static void words_of_the_side_can_be_read(void **state)
{
    (void)state;
    float least, most;
    int turned;
    for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (int arcs = 0; arcs < 2; arcs++) {
                View view = moving_view(&moving, sentence, SIZES[s][0], SIZES[s][1]);
                view.heat.arcs = arcs;
                view.cursor = moment_count(view.trace) - 1;
                measure_words(&view, &least, &most, &turned);
                if (least < TYPE_TINY)
                    fail_msg("a text of %.1f px beside \"%s\" at %.0f x %.0f", (double)least, SENTENCE_TEXTS[sentence],
                             (double)view.width, (double)view.height);
                if (!arcs && sentence == SENTENCE_UNKNOWN && view.width >= 1440)
                    assert_int_equal(turned, view.trace->n);
                if (sentence != SENTENCE_LONG || window_layout(&view).side.w <= 0 || window_upright(&view)
                    || window_lying(&view))
                    continue;
                assert_true(turned >= 8);
                view.hover = target_at(TARGET_SOURCE, 11, 0, 0);
                measure_words(&view, &least, &most, &turned);
                if (most < TYPE_BODY || least < TYPE_TINY)
                    fail_msg("from %.1f to %.1f px at %.0f, arcs %d", (double)least, (double)most, (double)view.width,
                             arcs);
            }
}

/* px from the name of the encoder's moments to the first word on its line. */
static float behind_the_encoder(const DrawList *list, const char *encoder)
{
    const DrawCommand *name = NULL, *end = list->commands + list->count;
    float nearest = INFINITY;
    for (const DrawCommand *at = list->commands; at < end; at++)
        name = command_says(at, encoder) ? at : name;
    for (const DrawCommand *at = list->commands; at < end && name; at++) /* which has no room in some */
        if (at->kind == DRAW_TEXT && at->text.origin.y == name->text.origin.y
            && at->text.origin.x > name->text.origin.x)
            nearest = fminf(nearest, at->text.origin.x - name->text.origin.x - name->text.width);
    return nearest;
}

/* It is no word of the translation, and does not run into the first one. */
static void the_encoder_has_its_name_apart(void **state)
{
    (void)state;
    Slice whole = slice_of("the small cat that saw the black dog slept in the garden yesterday");
    for (size_t words = 20; words <= whole.length; words += 6) {
        Error error = {0};
        Trace *trace = trace_decode(&moving.model, (Slice){whole.text, words}, NULL, &error);
        expect_ok(trace != NULL, &error);
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
                View view = moving_view(&moving, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
                view.trace = trace;
                view.language = language;
                view.cursor = moment_count(trace) - 1;
                if (window_upright(&view) || window_lying(&view))
                    continue; /* their timeline has no names */
                moving_draw(&moving, &view);
                float apart = behind_the_encoder(&moving.list, said(language, W_ENCODE));
                if (apart < 8)
                    fail_msg("%.0fx%.0f, \"%.*s\": a word stands %.1f px behind the encoder's name",
                             (double)SIZES[s][0], (double)SIZES[s][1], (int)words, whole.text, (double)apart);
            }
        trace_destroy(trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card),
        cmocka_unit_test(every_moment),
        cmocka_unit_test(every_sentence),
        cmocka_unit_test(small_windows_and_half_moments),
        cmocka_unit_test(the_stage_keeps_its_columns),
        cmocka_unit_test(presented_the_card_stands_beside_the_stage),
        cmocka_unit_test(without_weights),
        cmocka_unit_test(the_bar_names_the_model),
        cmocka_unit_test(words_of_the_side_can_be_read),
        cmocka_unit_test(the_encoder_has_its_name_apart),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
