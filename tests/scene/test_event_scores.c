/* The query meets the states: at every instant of it, for every kind of score, sum and bar are those of the cells that
 * have met, as is the printed number, and at the moment itself nothing of the movement is left. A frozen pair adds up.
 */
#include "ink.h"
#include "moving_lesson.h"

#include "derive/addends.h"
#include "scene/stage/scores_visit.h"
#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>
#include <stdlib.h>

enum { INSTANTS = 60 };

static const char *const MODELS[][2] = {
    {"lessons/05-cat-chase-mouse/model.safetensors", "cat chase mouse"},
    {"lessons/08-five-scores/model.safetensors", "Tom bought a book yesterday"},
    {"lessons/08-five-scores/scaled_dot.safetensors", "Tom bought a book yesterday"},
    {"lessons/08-five-scores/cosine.safetensors", "Tom bought a book yesterday"},
    {"lessons/08-five-scores/bilinear.safetensors", "Tom bought a book yesterday"},
    {"lessons/10-luong/local_p.safetensors", "small dog chase black cat"},
    {"lessons/28-beyond-translation/pictures.safetensors", "red white white blue"},
};

/* What a number says that is bold, or larger than those in cells: "−1.31". NAN: it is none. */
static double number_of(const DrawCommand *command)
{
    bool large = command->kind == DRAW_TEXT
                 && (command->text.face == FACE_SANS_BOLD
                     || (command->text.face == FACE_SANS && command->text.size > TYPE_SMALL));
    if (!large || command->text.color.a < 0x40)
        return NAN;
    char said[SAID_BYTES], text[32] = "";
    command_text(command, said);
    bool minus = strncmp(said, "−", strlen("−")) == 0;
    if (!minus && said[0] != '+' && strcmp(said, "0.00") != 0)
        return NAN;
    snprintf(text, sizeof text, "%s%.20s", minus ? "-" : "", said + (minus ? strlen("−") : 0));
    return strtod(text, NULL);
}

/* The first one whose middle lies there. */
static double number_in(const DrawList *list, Box box)
{
    for (int i = 0; i < list->count; i++) {
        double number = number_of(&list->commands[i]);
        if (!isnan(number) && box_contains(box, box_middle(list->commands[i].bounds)))
            return number;
    }
    return NAN;
}

static StageLayout layout_of(const View *view)
{
    Scope scope = scope_at(view->trace, view->cursor);
    return stage_layout(view, moving.type, &scope, window_layout(view).stage);
}

/* Of the growing sum of word j, above its terms and cells: beside its end or over it, drawn in the order of the words.
 */
static double number_of_sum(const StageLayout *layout, int j)
{
    Box sum = stage_sum(layout, j), floor = layout->floor[FLOOR_SCORES];
    Box all = {floor.x, floor.y + layout->head, floor.w, sum.y + sum.h - floor.y - layout->head};
    int before = layout->sums_each ? j : 0;
    for (int i = 0; i < moving.list.count; i++) {
        double number = number_of(&moving.list.commands[i]);
        if (!isnan(number) && box_contains(all, box_middle(moving.list.commands[i].bounds)) && before-- == 0)
            return number;
    }
    return NAN;
}

static bool has_bar(Box wanted)
{
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Box box = command->box.box;
        if (command->kind == DRAW_BOX && command->box.paint.fill.a > 0 && fabsf(box.x - wanted.x) < 0.05f
            && fabsf(box.y - wanted.y) < 0.05f && fabsf(box.w - wanted.w) < 0.05f && fabsf(box.h - wanted.h) < 0.05f)
            return true;
    }
    return false;
}

static double sum_of(const Model *model, const Trace *trace, int step, int j, int groups, double *least)
{
    Arena arena = {0};
    Maths maths = {trace, model, LANGUAGE_ENGLISH, &arena};
    Addends all;
    assert_true(addends_of(&maths, (Value){VALUE_SCORE, .place = step, .index = j}, &all));
    double sum = addends_sum(&all, 0, visit_group(trace, groups));
    *least = addends_sum(&all, 0, all.count);
    arena_finish(&arena);
    return sum;
}

static int sums_told, bars_told;

/* The number at the end of the sum that grows, where word j has one now. */
static void check_sum(const View *view, const StageLayout *layout, int step, int j, double sum, bool begun)
{
    double printed = number_of_sum(layout, j);
    if (isnan(printed) == begun || (begun && fabs(printed - sum) > 0.00501))
        fail_msg("the sum of word %d of step %d at %.3f says %.2f, not %.4f", j + 1, step + 1, view->cursor, printed,
                 sum);
    sums_told += begun;
}

/* The bar under the sums, and its number where it has one; that of the sum over it stands there alone. */
static void check_bar(const View *view, const StageLayout *layout, int step, int j, double sum, bool there, bool only)
{
    Box bar = stage_score_bar(layout, j, sum);
    if (there && fabs(sum) > 1e-4 && !has_bar(bar))
        fail_msg("word %d of step %d has no bar of %.2f at %.3f", j + 1, step + 1, sum, view->cursor);
    float x = stage_column_x(layout, j);
    double printed = number_in(&moving.list, (Box){x - 3, layout->score_number_y - 14, 6, 16});
    if (!isnan(printed) && (!there || fabs(printed - sum) > 0.00501))
        fail_msg("%.2f stands over the bar of %.4f, word %d of step %d at %.3f", printed, sum, j + 1, step + 1,
                 view->cursor);
    if (only && layout->floors.hero[FLOOR_SCORES] == 1 && !isnan(printed))
        fail_msg("%.2f stands at its sum and over its bar, word %d of step %d at %.3f", printed, j + 1, step + 1,
                 view->cursor);
    bars_told += !isnan(printed);
}

/* With room for a sum of each word these stand alone; else there is one, of the word that is met or scores most, and
 * bars of all. */
static void check_word(const View *view, int step, int j)
{
    const Trace *trace = view->trace;
    StageLayout layout = layout_of(view);
    Scope scope = scope_at(trace, view->cursor);
    Visit visit = visit_at(&scope);
    int met = visit_met(&scope, &visit, j), all = visit_groups(trace);
    bool going = visit.word == j && visit.come >= 1;
    double end, sum = sum_of(view->model, trace, step, j, met, &end), score = (double)trace->steps[step].step.scores[j];
    assert_true(fabs(end - score) < 1e-5 * (1 + fabs(score)));
    sum = met == all ? score : sum;
    int only = visit.word >= 0  ? visit.word
               : visit.here > 0 ? 0
                                : values_largest(trace->steps[step].step.scores, trace->n);
    if (layout.sums_each || only == j)
        check_sum(view, &layout, step, j, sum, met > 0);
    if (!layout.sums_each)
        check_bar(view, &layout, step, j, sum, met > 0 || going, only == j);
}

static void walk(const Model *model, const char *sentence, float width, float height)
{
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, &error);
    expect_ok(trace != NULL, &error);
    View view = moving_view(&moving, SENTENCE_SHORT, width, height);
    view.trace = trace;
    view.model = model;
    view.lesson = NULL;
    for (int step = 0; step < trace->step_count; step += 2) {
        int index = moment_find(trace, MOMENT_SCORES, step, -1);
        for (int i = 1; i <= INSTANTS; i++) {
            view.cursor = index - 1 + (double)i / INSTANTS;
            moving_draw(&moving, &view);
            for (int j = 0; j < trace->n; j++)
                check_word(&view, step, j);
        }
    }
    trace_destroy(trace);
}

static void the_bar_is_the_sum_of_what_has_met(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(MODELS); i++) {
        Model model;
        Error error = {0};
        expect_ok(model_load(path_join(&moving.arena, getenv("ATTEND_DATA"), MODELS[i][0]), &model, &error), &error);
        walk(&model, MODELS[i][1], 1440, 900);
        walk(&model, MODELS[i][1], 870, 600); /* one sum for all */
        model_finish(&model);
    }
    assert_true(sums_told > 500 && bars_told > 100);
}

/* Every state is visited, in order, and all the cells of those that are met in full, one group after the other. */
static void every_state_is_visited(void **state)
{
    (void)state;
    const Trace *trace = moving.traces[SENTENCE_LONG];
    int index = moment_find(trace, MOMENT_SCORES, 2, -1), last = -1, groups = 0, full = 0;
    for (int i = 0; i <= 4000; i++) {
        Scope scope = scope_at(trace, index - 0.5 + 0.5 * i / 4000.0);
        Visit visit = visit_at(&scope);
        if (visit.word < 0)
            continue;
        assert_in_range(visit.word - last, 0, 1);
        if (visit.word > last) {
            full += visit_full(&scope, visit.word);
            last = visit.word;
            groups = 0;
        }
        assert_in_range(visit.groups - groups, 0, visit_full(&scope, visit.word) ? 1 : visit_groups(trace));
        groups = visit.groups;
    }
    assert_int_equal(last, trace->n - 1);
    assert_int_equal(full, VISIT_FEW);
}

/* The sums are those of the trace; before the query is with the first state nothing is told. */
static void nothing_of_it_stays(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    int index = moment_find(view.trace, MOMENT_SCORES, 2, -1);
    view.cursor = index;
    Scope scope = scope_at(view.trace, view.cursor);
    Visit visit = visit_at(&scope);
    assert_true(visit.here == 0 && visit.word < 0);
    moving_draw(&moving, &view);
    for (int j = 0; j < view.trace->n; j++)
        check_word(&view, 2, j);
    view.cursor = index - 0.5;
    StageLayout layout = layout_of(&view);
    moving_draw(&moving, &view);
    for (int j = 0; j < view.trace->n; j++)
        assert_true(isnan(number_of_sum(&layout, j)));
}

/* Where one can stop, and wherever the query is with a state. */
static void nothing_lies_over_a_text(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {2560, 1440}, {870, 560}, PHONES};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
                View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
                view.language = language;
                view.window.present = s == 0 && sentence == SENTENCE_MIDDLE;
                int index = moment_find(view.trace, MOMENT_SCORES, 0, -1);
                for (double at = 0.5; at <= 0.96; at += 0.023) {
                    view.cursor = index - 1 + at;
                    Scope scope = scope_at(view.trace, view.cursor);
                    Visit visit = visit_at(&scope);
                    if (visit.word < 0 || visit.come >= 1)
                        ink_check(&moving, &view);
                }
            }
    assert_int_equal(ink_findings, 0);
}

/* ---- the frozen pair ---- */

enum { TEXTS_MOST = 8 };

/* The numbers of one column of the panel from top to bottom: of the terms, of the stairs last. */
static int numbers_in(const DrawList *list, Box column, double out[TEXTS_MOST])
{
    float heights[TEXTS_MOST];
    int count = 0;
    const DrawCommand *panel = drawlist_marked(list, (Target){TARGET_CONTROL, PAIR_PANEL, 0, 0});
    for (const DrawCommand *command = panel; command < list->commands + list->count; command++) {
        if (command->kind != DRAW_TEXT || command->text.size > TYPE_TINY || command->text.face > FACE_SANS_BOLD
            || !box_contains(column, box_middle(command->bounds)))
            continue;
        char text[32];
        int length = 0, at = count;
        for (int k = 0; k < command->text.count && k < 31; k++)
            text[length++] =
                command->text.letters[k].codepoint == 0x2212 ? '-' : (char)command->text.letters[k].codepoint;
        text[length] = '\0';
        assert_true(count < TEXTS_MOST);
        for (; at > 0 && heights[at - 1] > command->text.origin.y; at--)
            heights[at] = heights[at - 1], out[at] = out[at - 1];
        heights[at] = command->text.origin.y;
        out[at] = strtod(text, NULL);
        count++;
    }
    return count;
}

/* Each printed sum is the one before and the printed term, to the last digit; the last is the score. */
static void check_panel(const View *view)
{
    const Trace *trace = view->trace;
    int size = trace->config.attention_size, columns = 0;
    double sum = 0, numbers[TEXTS_MOST];
    for (int a = 0; a < size; a++) {
        const DrawCommand *mark = drawlist_marked(&moving.list, target_at(TARGET_CONTROL, PAIR_CELL, a, 0));
        if (!mark)
            continue;
        int count = numbers_in(&moving.list, mark->bounds, numbers);
        assert_in_range(count, 2, 6);
        sum += numbers[count - 2];
        assert_true(fabs(sum - numbers[count - 1]) < 1e-9);
        columns++;
    }
    assert_in_range(columns, 2, 16);
    assert_true(fabs(sum - (double)trace->steps[view->pair.step].step.scores[view->pair.word]) <= 0.00501);
}

static void the_panel_adds_up(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {2560, 1440}};
    for (size_t i = 0; i < LENGTH(MODELS); i++) {
        Model model;
        Error error = {0};
        expect_ok(model_load(path_join(&moving.arena, getenv("ATTEND_DATA"), MODELS[i][0]), &model, &error), &error);
        Trace *trace = trace_decode(&model, slice_of(MODELS[i][1]), NULL, &error);
        expect_ok(trace != NULL, &error);
        View view = moving_view(&moving, SENTENCE_SHORT, 0, 0);
        view.trace = trace, view.model = &model, view.lesson = NULL;
        for (size_t s = 0; s < LENGTH(sizes); s++)
            for (int step = 0; step < trace->step_count; step++)
                for (int j = 0; j < trace->n; j++) {
                    view.width = sizes[s][0], view.height = sizes[s][1];
                    view.cursor = moment_find(trace, MOMENT_SCORES, step, -1);
                    view.pair = (FrozenPair){.open = true, .step = step, .word = j, .cell = (7 * j + step) % 16};
                    moving_draw(&moving, &view);
                    check_panel(&view);
                }
        trace_destroy(trace);
        model_finish(&model);
    }
}

static void nothing_lies_over_the_panel(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1138, 711}, {2560, 1440}, {870, 560}, PHONES};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                for (int cell = 0; cell < 64; cell += 13) {
                    View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
                    view.language = language;
                    view.cursor = moment_find(view.trace, MOMENT_SOFTMAX, 0, -1);
                    view.pair = (FrozenPair){true, 0, view.trace->n - 1, cell, cell % 2 == 1};
                    ink_check(&moving, &view);
                }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_is_the_sum_of_what_has_met),
        cmocka_unit_test(every_state_is_visited),
        cmocka_unit_test(nothing_of_it_stays),
        cmocka_unit_test(nothing_lies_over_a_text),
        cmocka_unit_test(the_panel_adds_up),
        cmocka_unit_test(nothing_lies_over_the_panel),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
