/* The way from the scores to the weights: what must be true of its picture at the ends of its beats and between them,
 * for several models and temperatures. Columns are found by their colour and their place. */
#include "ink.h"
#include "moving.h"

#include "derive/shares.h"
#include "trace/beats.h"

#include <math.h>

#define BOXES_MOST 400

static Moving moving, local; /* lesson 5; a window of local_p */
static const float SIZES[][2] = {{1440, 900}, {1138, 711}, {1600, 900}, {896, 700}, PHONES};

typedef struct Boxes {
    Box items[BOXES_MOST];
    int count;
} Boxes;

typedef struct Still { /* a view and what it is of */
    const Moving *of;
    View view;
    SceneLayout layout;
    int step, softmax;
} Still;

static int set_up(void **state)
{
    (void)state;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    moving_open(&local, "lessons/10-luong/local_p.safetensors");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    moving_close(&local);
    moving_close(&moving);
    return 0;
}

static Still still_of(Moving *of, const Trace *trace, int step)
{
    Still still = {.of = of, .view = moving_view(of, SENTENCE_SHORT, 1440, 900), .step = step};
    still.view.trace = trace;
    still.softmax = moment_find(trace, MOMENT_SOFTMAX, step, -1);
    return still;
}

static void draw_at(Still *still, double cursor)
{
    still->view.cursor = cursor;
    still->layout = scene_window(&still->view, still->of->type, &moving.list);
}

/* The end of a beat, or a part of the way through it. */
static void draw_beat(Still *still, BeatKind wanted, double part)
{
    BeatKind beats[BEATS_MOST];
    int count = beats_of(still->view.trace, still->softmax, beats);
    for (int i = 0; i < count; i++)
        if (beats[i] == wanted) {
            double end = beat_end(still->view.trace, still->softmax, i + 1);
            draw_at(still, end - (1 - part) / count);
            return;
        }
    fail();
}

static bool same_color(Color a, Color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* Those of one colour that lie inside, in the order in which they are painted. */
static Boxes boxes_of(Box inside, Color fill)
{
    Boxes boxes = {0};
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind != DRAW_BOX || !same_color(command->box.paint.fill, fill))
            continue;
        Box box = command->box.box, both = box_intersect(box, inside);
        if (both.w < box.w - 0.1f || both.h < box.h - 0.1f)
            continue;
        assert_true(boxes.count < BOXES_MOST);
        boxes.items[boxes.count++] = box;
    }
    return boxes;
}

static Box wells(const Still *still)
{
    return box_inset(still->layout.stage.bars, -1, -1);
}

/* What stands over the column of word j; NULL: nothing. */
static const Box *box_over(const Still *still, const Boxes *boxes, int j)
{
    const StageHandles *stage = &still->layout.stage;
    float x = stage->bars.x + stage->spacing * ((float)j + 0.5f);
    for (int i = 0; i < boxes->count; i++)
        if (fabsf(boxes->items[i].x + boxes->items[i].w / 2 - x) < 1)
            return &boxes->items[i];
    return NULL;
}

static Color orange(void)
{
    return theme_get(THEME_LIGHT)->fill[ROLE_CONTEXT];
}

/* All texts of the picture, one behind the other: formulas stand together. */
static const char *texts(void)
{
    static Bytes text;
    text.length = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind != DRAW_TEXT || command->text.color.a == 0)
            continue;
        for (int k = 0; k < command->text.count; k++) {
            char letter[4];
            bytes_add(&text, letter, utf8_put(letter, command->text.letters[k].codepoint));
        }
    }
    bytes_add(&text, "", 1);
    return (const char *)text.data;
}

static void expect_text(const char *wanted)
{
    if (!strstr(texts(), wanted))
        fail_msg("\"%s\" does not stand in the picture: %s", wanted, texts());
}

/* ---- the wells and the stack ---- */

/* Right of the wells, as high as they are. */
static Box beside_wells(const Still *still)
{
    const StageHandles *stage = &still->layout.stage;
    float left = stage->bars.x + stage->spacing * ((float)still->view.trace->n - 0.5f) + 0.3f * stage->spacing + 2;
    return (Box){left, stage->bars.y - 1, 200, stage->bars.h + 2};
}

/* Each well is filled as high as its weight: all attention together is one whole well. While the context is the hero
 * they have less ink. */
static void expect_dealt(Still *still)
{
    const TraceStep *step = &still->view.trace->steps[still->step];
    Boxes filled = boxes_of(wells(still), orange());
    Box bars = still->layout.stage.bars;
    if (filled.count == 0)
        filled = boxes_of(wells(still), color_fade(orange(), 0.6f));
    for (int j = 0; j < still->view.trace->n; j++) {
        const Box *well = box_over(still, &filled, j);
        float height = fmaxf(1.5f, bars.h * step->step.weights[j]);
        assert_true(well && fabsf(well->h - height) < 0.01f);
        assert_true(fabsf(well->y + well->h - bars.y - bars.h) < 0.01f);
    }
    assert_int_equal(filled.count, still->view.trace->n);
}

/* Its powers stay on one bar beside the wells, in the order of the words from the top, without a gap; paler than a
 * word's bar, so that nobody takes it for one. */
static void expect_stack(Still *still)
{
    const TraceStep *step = &still->view.trace->steps[still->step];
    assert_int_equal(boxes_of(beside_wells(still), orange()).count, 0);
    Boxes parts = boxes_of(beside_wells(still), color_fade(orange(), 0.28f));
    Box bars = still->layout.stage.bars;
    float y = bars.y;
    assert_int_equal(parts.count, still->view.trace->n);
    for (int j = 0; j < parts.count; j++) {
        assert_true(fabsf(parts.items[j].y - y) < 0.02f && parts.items[j].x == parts.items[0].x);
        assert_true(fabsf(parts.items[j].h - bars.h * step->step.weights[j]) < 0.01f);
        y += parts.items[j].h;
    }
    assert_true(fabsf(y - bars.y - bars.h) < 0.05f);
}

static void all_attention_is_cut_into_the_weights(void **state)
{
    (void)state;
    Moving *all[] = {&moving, &local};
    for (size_t k = 0; k < LENGTH(all); k++)
        for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_MIDDLE; sentence++) {
            const Trace *trace = all[k]->traces[sentence];
            for (int t = 0; t < trace->step_count; t++) {
                Still still = still_of(all[k], trace, t);
                draw_at(&still, still.softmax - 1);
                assert_int_equal(boxes_of(wells(&still), orange()).count, 0);
                draw_beat(&still, BEAT_SUM, 1);
                assert_int_equal(boxes_of(wells(&still), orange()).count, 0);
                draw_at(&still, still.softmax);
                expect_dealt(&still);
                if (k == 0)
                    expect_stack(&still);
                draw_at(&still, still.softmax + 1); /* the wells keep them, the stack goes */
                expect_dealt(&still);
                assert_int_equal(boxes_of(beside_wells(&still), orange()).count, 0);
            }
        }
}

/* local_p gives less than 1 away, and the picture says so. */
static void a_window_leaves_a_part_of_it(void **state)
{
    (void)state;
    const Trace *trace = local.traces[SENTENCE_SHORT];
    int found = 0;
    for (int t = 0; t < trace->step_count; t++) {
        double given = 0;
        for (int j = 0; j < trace->n; j++)
            given += (double)trace->steps[t].step.weights[j];
        if (given > 0.99)
            continue;
        Still still = still_of(&local, trace, t);
        draw_at(&still, still.softmax);
        expect_text(arena_printf(&moving.list.arena, "%s of 1 is given", share_text(&moving.list.arena, given, 2)));
        found++;
    }
    assert_true(found > 0);
}

/* ---- the beats ---- */

static void no_end_of_a_column_moves_with_the_zero_line(void **state)
{
    (void)state;
    Moving *all[] = {&moving, &local};
    int checked = 0;
    for (size_t k = 0; k < LENGTH(all); k++) {
        const Trace *trace = all[k]->traces[SENTENCE_SHORT];
        const Theme *theme = theme_get(THEME_LIGHT);
        Color pale = color_mix(theme->paper, theme->fill[ROLE_QUERY], 0.5f);
        for (int t = 0; t < trace->step_count; t++) {
            Still still = still_of(all[k], trace, t);
            draw_beat(&still, BEAT_SHIFT, 0.45);
            Boxes before = boxes_of(wells(&still), pale);
            draw_beat(&still, BEAT_SHIFT, 1);
            Boxes after = boxes_of(wells(&still), pale);
            for (int j = 0; j < trace->n; j++) {
                const Box *from = box_over(&still, &before, j), *to = box_over(&still, &after, j);
                if (!from)
                    continue;
                assert_non_null(to); /* it hangs now */
                float end = trace->steps[t].step.scores[j] > 0 ? from->y : from->y + from->h;
                assert_true(fabsf(end - to->y - to->h) < 1.6f);
                checked++;
            }
        }
    }
    assert_true(checked > 8);
}

/* In the columns, on the bar and in the wells: dividing by the sum changes no height, and the bar is as high
 * as a well. */
static void shares_keep_their_height(void **state)
{
    (void)state;
    const Trace *trace = moving.traces[SENTENCE_SHORT];
    for (int t = 0; t < trace->step_count; t++) {
        Still still = still_of(&moving, trace, t);
        draw_beat(&still, BEAT_EXP, 1);
        Boxes columns = boxes_of(wells(&still), orange());
        draw_beat(&still, BEAT_SUM, 1);
        Box bars = still.layout.stage.bars, beside = {bars.x, bars.y - 1, bars.w + 100, bars.h + 2};
        Boxes bar = boxes_of(beside, orange());
        draw_at(&still, still.softmax);
        Boxes filled = boxes_of(wells(&still), orange());
        assert_int_equal(bar.count, trace->n);
        float y = bars.y;
        for (int j = 0; j < trace->n; j++) {
            Box part = bar.items[j];
            const Box *column = box_over(&still, &columns, j), *well = box_over(&still, &filled, j);
            assert_true(column && well);
            float height = bars.h * trace->steps[t].step.weights[j];
            assert_true(fabsf(part.h - height) < 0.01f && fabsf(part.y - y) < 0.02f);
            assert_true(fabsf(column->h - fmaxf(height, 1.5f)) < 0.01f && fabsf(well->h - column->h) < 0.01f);
            assert_true(fabsf(column->y + column->h - bars.y - bars.h) < 0.01f);
            y += part.h;
        }
        assert_true(fabsf(y - bars.y - bars.h) < 0.05f);
        for (double part = 0.05; part < 0.7; part += 0.05) { /* also on the way */
            draw_beat(&still, BEAT_SHARE, part);
            Boxes moved = boxes_of(beside, orange());
            for (int j = 0; j < trace->n; j++) {
                bool found = false;
                for (int i = 0; i < moved.count; i++)
                    found = found || fabsf(moved.items[i].h - fmaxf(bar.items[j].h, 1.5f)) < 1.6f;
                assert_true(found);
            }
        }
    }
}

static void numbers_stand_at_the_columns(void **state)
{
    (void)state;
    static const double temperatures[] = {0, 2, 0.37};
    for (size_t k = 0; k < LENGTH(temperatures); k++) {
        Error error = {0};
        Trace *trace = trace_decode(&moving.model, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]),
                                    &(DecodeOptions){.temperature = temperatures[k]}, &error);
        expect_ok(trace != NULL, &error);
        for (int t = 0; t < trace->step_count; t++) {
            Still still = still_of(&moving, trace, t);
            Arena arena = {0};
            Maths maths = {trace, &moving.model, LANGUAGE_ENGLISH, &arena};
            Shares shares = shares_of(&maths, t, NULL);
            for (int j = 0; j < trace->n; j++) {
                double less = shares_less(&shares, j);
                const char *printed = number_text(&arena, less, less == 0 ? 0 : shares.decimals.less, false);
                draw_beat(&still, BEAT_SHIFT, 1);
                expect_text(printed);
                expect_text(number_text(&arena, (double)shares.scores[j], 2, true));
                draw_beat(&still, BEAT_EXP, 1);
                expect_text(arena_printf(&arena, "exp(%s)", printed));
                expect_text(shares_power_text(&shares, j, &arena));
                if (trace->config.temperature != 1) {
                    draw_beat(&still, BEAT_TEMPER, 1);
                    expect_text(number_text(&arena, shares_tempered(&shares, j), 2, true));
                }
            }
            draw_beat(&still, BEAT_SUM, 1);
            const char *sum = number_text(&arena, shares.sum, shares.decimals.power, false);
            const char *whole = arena_printf(&arena, " %s %s", shares.sum_closes ? "=" : "≈", sum);
            expect_text("Σ");
            expect_text(whole);
            expect_text(arena_printf(&arena, " / %s", sum));
            draw_at(&still, still.softmax); /* they stay, with what is divided by the sum */
            expect_text(whole);
            expect_text(arena_printf(&arena, " / %s", sum));
            draw_at(&still, still.softmax + 1);
            assert_null(strstr(texts(), "Σ"));
            arena_finish(&arena);
        }
        trace_destroy(trace);
    }
}

/* The largest powers have their numbers beside the bar, a line apart. */
static void expect_addends(Still *still)
{
    const Trace *trace = still->view.trace;
    const float *weights = trace->steps[still->step].step.weights;
    const float whole = weights[values_largest(weights, trace->n)];
    Box lane = beside_wells(still);
    float above = -INFINITY;
    double least = 1;
    int shown = 0, larger = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        char text[SAID_BYTES];
        const char *number = command->kind == DRAW_TEXT ? strrchr(command_text(command, text), ' ') : NULL;
        bool inside = command->bounds.x > lane.x && command->text.origin.y > lane.y + 2
                      && command->text.origin.y < lane.y + lane.h - 2;
        if (!number || !inside || !strchr("<01", number[1]))
            continue;
        if (command->text.origin.y - above < 16)
            fail_msg("\"%s\" stands %.1f px under the number before it", text,
                     (double)(command->text.origin.y - above));
        above = command->text.origin.y;
        least = fmin(least, number[1] == '<' ? 0 : strtod(number + 1, NULL));
        shown++;
    }
    for (int j = 0; j < trace->n; j++)
        larger += (double)(weights[j] / whole) > least + 0.001;
    if (shown == 0 || larger > shown)
        fail_msg("%d numbers stand beside the bar, the least %.3f, and %d are larger", shown, least, larger);
}

static void the_largest_have_numbers_beside_the_bar(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_MIDDLE; sentence++)
        for (int t = 0; t < moving.traces[sentence]->step_count; t++) {
            Still still = still_of(&moving, moving.traces[sentence], t);
            draw_beat(&still, BEAT_SUM, 1);
            expect_addends(&still);
        }
}

/* They come to the wells without any exp. */
static void weights_set_by_hand_are_not_made_of_scores(void **state)
{
    (void)state;
    Error error = {0};
    StepWeights given = {1, (const float[]){1, 2, 1}, 3};
    Trace *trace = trace_decode(&moving.model, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]),
                                &(DecodeOptions){.weights = &given, .weights_count = 1}, &error);
    expect_ok(trace != NULL, &error);
    Still still = still_of(&moving, trace, 1);
    for (double part = 0; part < 1; part += 0.1) {
        draw_at(&still, still.softmax - 1 + part);
        assert_null(strstr(texts(), "exp(0)"));
        assert_null(strstr(texts(), "Σ ="));
    }
    draw_at(&still, still.softmax);
    expect_dealt(&still);
    assert_int_equal(boxes_of(beside_wells(&still), orange()).count, 0);
    trace_destroy(trace);
}

static void texts_have_room(void **state)
{
    (void)state;
    Moving *all[] = {&moving, &local};
    ink_findings = 0;
    for (size_t k = 0; k < LENGTH(all); k++)
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
            for (size_t s = 0; s < LENGTH(SIZES); s++)
                for (int mode = 0; mode < 4; mode++) {
                    View view = moving_view(all[k], sentence, SIZES[s][0], SIZES[s][1]);
                    Error error = {0};
                    Trace *warm = trace_decode(&all[k]->model, slice_of(SENTENCE_TEXTS[sentence]),
                                               &(DecodeOptions){.temperature = 0.37}, &error);
                    expect_ok(warm != NULL, &error);
                    view.trace = mode == 3 ? warm : view.trace;
                    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.window.present = mode == 2;
                    for (int t = 0; t < view.trace->step_count; t += 1 + view.trace->step_count / 3) {
                        int softmax = moment_find(view.trace, MOMENT_SOFTMAX, t, -1);
                        BeatKind beats[BEATS_MOST];
                        int count = beats_of(view.trace, softmax, beats);
                        for (int beat = 1; beat <= count; beat++) {
                            view.cursor = beat_end(view.trace, softmax, beat);
                            scene_window(&view, all[k]->type, &moving.list);
                            ink_check_list(&view, &moving.list);
                        }
                    }
                    trace_destroy(warm);
                }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_attention_is_cut_into_the_weights),
        cmocka_unit_test(a_window_leaves_a_part_of_it),
        cmocka_unit_test(no_end_of_a_column_moves_with_the_zero_line),
        cmocka_unit_test(shares_keep_their_height),
        cmocka_unit_test(numbers_stand_at_the_columns),
        cmocka_unit_test(the_largest_have_numbers_beside_the_bar),
        cmocka_unit_test(weights_set_by_hand_are_not_made_of_scores),
        cmocka_unit_test(texts_have_room),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
