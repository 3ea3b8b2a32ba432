/* A trace that was written as JSON and opened again, without its model, is drawn as the decode itself: the same draw
 * lists at every moment and on the way to it, for the models of all lessons. */
#include "moving_course.h"
#include "random_model.h"

#include "lesson/lesson.h"

#include <math.h>

enum { INSTANTS = 3 }; /* between two moments: on the way, and at the second */

static Card still = {.title = {"", ""}, .stage = {.present = true, .against = -1}};
static Lesson alone = {.title = {"trace", "trace"}, .cards = &still, .card_count = 1, .sentence = ""};

static char *picture_text(const View *view)
{
    Bytes text = {0};
    scene_stage_figure(view, moving.type, &moving.list);
    drawlist_print(&moving.list, &text);
    return bytes_take(&text, &moving.arena);
}

static void expect_same_pictures(const View *decoded, const View *read, const char *name)
{
    View views[2] = {*decoded, *read};
    int last = moment_count(decoded->trace) - 1, every = last > 40 ? 3 : 1;
    for (int moment = 0; moment <= last; moment += every)
        for (int k = 1; k <= INSTANTS; k++) {
            views[0].cursor = views[1].cursor = moment - 1 + (double)k / INSTANTS;
            if (views[0].cursor < 0)
                continue;
            char *wanted = picture_text(&views[0]), *got = picture_text(&views[1]);
            if (strcmp(wanted, got) != 0) {
                size_t at = 0;
                while (wanted[at] == got[at])
                    at++;
                at = at > 200 ? at - 200 : 0;
                fail_msg("%s, cursor %.2f:\n%.400s\nand of the trace alone\n%.400s", name, views[0].cursor, wanted + at,
                         got + at);
            }
        }
}

/* The tree at every step, and what stands at its side and is said of each word, of the whole window and
 * of the figure. */
static void expect_same_beams(View *views, const char *name)
{
    BeamSearch searches[2];
    const Beam *beam = views[0].trace->beam;
    for (int node = 0; node < beam->count; node++) {
        char *pictures[2], *texts[2];
        for (int i = 0; i < 2; i++) {
            Trace *shown = trace_of_hypothesis(views[i].trace, node);
            searches[i] = (BeamSearch){.trace = views[i].trace, .shown = shown, .node = node, .chosen = node};
            searches[i].steps = beam_steps(beam);
            searches[i].step = fmin(searches[i].steps, 1 + node * 0.4);
            views[i].search = &searches[i];
            pictures[i] = picture_text(&views[i]);
            texts[i] = scene_describe(&views[i], target_at(TARGET_CONTROL, BEAM_NODE, node, 0), &moving.arena);
            for (int t = 0; t < shown->step_count; t++) {
                char *word = scene_describe(&views[i], target_at(TARGET_WORD, t, 0, 0), &moving.arena);
                texts[i] = arena_printf(&moving.arena, "%s\n%s", texts[i], word);
                for (int j = 0; j < shown->n; j++) {
                    char *cell = scene_describe(&views[i], target_at(TARGET_HEAT, t, j, 0), &moving.arena);
                    assert_true(cell || !config_weighs(&shown->config));
                    texts[i] = arena_printf(&moving.arena, "%s\n%s", texts[i], cell ? cell : "");
                }
            }
            trace_destroy(shown);
        }
        if (strcmp(pictures[0], pictures[1]) != 0)
            fail_msg("%s: node %d is drawn in another way", name, node);
        assert_string_equal(texts[0], texts[1]);
    }
}

/* A decode and its trace read back, each with the model that it has. */
typedef struct Twins {
    Trace *traces[2];
    Model told;
    View views[2];
} Twins;

static void twins_make(const Model *model, const char *sentence, int beam, const char *name, Twins *twins)
{
    Error error = {0};
    Bytes json = {0};
    twins->traces[0] = trace_decode(model, slice_of(sentence), &(DecodeOptions){.beam = beam}, &error);
    expect_ok(twins->traces[0] != NULL, &error);
    trace_print_json(twins->traces[0], model, &json);
    twins->traces[1] = trace_parse(bytes_slice(&json), name, NULL, &twins->told, &error);
    expect_ok(twins->traces[1] != NULL, &error);
    for (int i = 0; i < 2; i++) {
        View *view = &twins->views[i];
        *view = view_default(theme_get(THEME_LIGHT), 1440, 900);
        view->lesson = &alone;
        view->trace = twins->traces[i];
        view->model = i ? &twins->told : model;
        view->field.text = sentence;
    }
    bytes_finish(&json);
}

static void twins_finish(Twins *twins)
{
    trace_destroy(twins->traces[0]);
    trace_destroy(twins->traces[1]);
    model_finish(&twins->told);
}

static void check_beam(const Model *model, const char *sentence, const char *name)
{
    Twins twins;
    twins_make(model, sentence, 4, name, &twins);
    twins.views[0].kind = twins.views[1].kind = VIEW_BEAM;
    assert_true(view_offers(&twins.views[1], VIEW_BEAM));
    expect_same_beams(twins.views, name);
    twins_finish(&twins);
}

static void check_model(const Model *model, const char *sentence, const char *name)
{
    Twins twins;
    twins_make(model, sentence, 0, name, &twins);
    for (ViewKind kind = VIEW_DECODE; kind < VIEW_KINDS; kind++) {
        twins.views[0].kind = twins.views[1].kind = kind;
        /* a trace has no learned matrices, which stand among those of self-attention */
        twins.views[0].model = kind == VIEW_SELF_ATTENTION ? &twins.told : model;
        if (view_offers(&twins.views[1], kind))
            expect_same_pictures(&twins.views[0], &twins.views[1], name);
    }
    twins_finish(&twins);
}

static void every_lesson_is_drawn_from_its_trace(void **state)
{
    (void)state;
    int checked = 0;
    for (int i = 0; i < lessons.count; i++) {
        Error error = {0};
        Lesson *lesson = lesson_load(lessons.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        for (int m = 0; m < lesson->model_count; m++) {
            Model model;
            expect_ok(model_load(lesson->models[m].path, &model, &error), &error);
            check_model(&model, lesson->sentence, lesson->models[m].path);
            check_beam(&model, lesson->sentence, lesson->models[m].path);
            model_finish(&model);
            checked++;
        }
        lesson_destroy(lesson);
    }
    assert_true(checked > 8);
}

/* No lesson's decoder has two layers. */
static void a_decoder_of_two_layers(void **state)
{
    (void)state;
    static const CellKind cells[] = {CELL_GRU, CELL_LSTM};
    for (int i = 0; i < 2; i++) {
        Config config = config_default();
        config.cell = cells[i];
        config.embed = config.hidden = 12;
        config.attention_size = 0;
        config.decoder_layers = 2;
        config.limit_factor = 0;
        Model model = random_model(config, "cat chase mouse", "猫 捉 老鼠", 5);
        check_model(&model, "cat chase mouse", "two layers");
        check_beam(&model, "cat chase mouse", "two layers");
        model_finish(&model);
    }
}

/* What a trace cannot do it does not offer. */
static void nothing_is_offered_that_needs_a_model(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Bytes json = {0};
    Error error = {0};
    Model told;
    trace_print_json(view.trace, view.model, &json);
    Trace *read = trace_parse(bytes_slice(&json), "t.json", NULL, &told, &error);
    expect_ok(read != NULL, &error);
    view.lesson = &alone;
    assert_true(view_offers(&view, VIEW_COMPARE) && view_decodes(&view));
    view.trace = read;
    view.model = &told;
    assert_false(view_decodes(&view));
    assert_true(view_offers(&view, VIEW_DECODE) && view_offers(&view, VIEW_HEATMAP));
    assert_false(view_offers(&view, VIEW_COMPARE) || view_offers(&view, VIEW_TRAIN) || view_offers(&view, VIEW_BEAM));
    assert_false(view_offers(&view, VIEW_SELF_ATTENTION));
    view.lesson = NULL;
    assert_false(view_changes(&view));
    trace_destroy(read);
    model_finish(&told);
    bytes_finish(&json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_is_drawn_from_its_trace),
        cmocka_unit_test(a_decoder_of_two_layers),
        cmocka_unit_test(nothing_is_offered_that_needs_a_model),
    };
    return cmocka_run_group_tests(tests, course_set_up, moving_tear_down);
}
