/* The weighted sum: what is thick and high is the weight; what is printed closes; at rest nothing of it moves. */
#include "ink.h"
#include "moving_lesson.h"
#include "random_model.h"

#include "derive/context_sum.h"
#include "derive/plain.h"
#include "model/cross_map.h"
#include "scene/kit/kit.h"
#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>
#include <stdlib.h>

#define WORDS "the cat that chased mice"

static Trace *random_trace(Model *model, AttentionKind attention, LocalKind local)
{
    Config config = config_default();
    config.hidden = config.embed = 8;
    config.attention = attention;
    config.local = local;
    config.window = 1;
    *model = random_model(config, WORDS, "猫", 5);
    return decode_text(model, WORDS, NULL);
}

enum { KINDS = 3 };

typedef struct Case {
    View view;
    Model model;
    Trace *trace;
} Case;

/* The lesson's model, one whose windows leave some of the attention, one that weighs all words the same. */
static void open_case(Case *one, int kind)
{
    *one = (Case){.view = moving_view(&moving, SENTENCE_SHORT, 1440, 900)};
    if (kind == 0)
        return;
    one->trace =
        random_trace(&one->model, kind == 1 ? ATTENTION_LUONG : ATTENTION_UNIFORM, kind == 1 ? LOCAL_P : LOCAL_NONE);
    one->view.trace = one->trace;
    one->view.model = &one->model;
    one->view.field.text = WORDS;
    one->view.field.caret = one->view.field.anchor = 0;
}

static void close_case(Case *one)
{
    trace_destroy(one->trace);
    if (one->trace)
        model_finish(&one->model);
}

/* Where the beat ends: 1 lifted, 2 weighed, 3 stacked, 4 the context. */
static double at_beat(const View *view, int step, int beat)
{
    return beat_end(view->trace, moment_find(view->trace, MOMENT_CONTEXT, step, -1), beat);
}

static StageLayout layout_of(const View *view)
{
    Scope scope = scope_at(view->trace, view->cursor);
    return stage_layout(view, moving.type, &scope, window_layout(view).stage);
}

/* The box of a cell: as high, at that place; NULL: there is none. */
static const DrawCommand *find_box(float x, float y, float h)
{
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Box box = command->box.box;
        if (command->kind == DRAW_BOX && command->box.paint.fill.a > 0 && command->box.paint.width == 0
            && fabsf(box.y - y) < 0.02f && fabsf(box.h - h) < 0.02f && fabsf(box.x - x) < 2)
            return command;
    }
    return NULL;
}

/* At the foot of the floor each copy is as thick as its weight, and stays so; in the tray each layer is as high. Both
 * scales are the same, no layer is shown paler than another (all of them step back when the context is made), and all
 * of it has room on the floor. */
static void weights_are_thickness_and_height(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        Case one;
        open_case(&one, kind);
        View *view = &one.view;
        for (int step = 0; step < view->trace->step_count && step < 3; step++) {
            const float *weights = view->trace->steps[step].step.weights;
            for (int beat = 2; beat <= 4; beat++) {
                view->cursor = at_beat(view, step, beat);
                StageLayout layout = layout_of(view);
                Box floor = layout.floor[FLOOR_CONTEXT];
                moving_draw(&moving, view);
                float whole = 0;
                int alpha = 0;
                for (int j = 0; j < view->trace->n; j++) {
                    float h = weights[j] * layout.strip_t, left = stage_column_x(&layout, j) - layout.strip_w / 2;
                    const DrawCommand *cell = find_box(left, layout.copies_y - h, h);
                    assert_true(
                        weights[j] < 0.01f
                        || (cell && (beat < 4 ? cell->box.paint.fill.a == 255 : cell->box.paint.fill.a >= 128)));
                    whole += weights[j];
                }
                assert_true(layout.copies_y - layout.strip_t > layout.tray.y + layout.tray.h);
                assert_true(layout.tray.y > layout.context.y + layout.context.h && layout.tray.h == layout.strip_t);
                assert_true(layout.context.y > floor.y && layout.copies_y < floor.y + floor.h);
                float y = layout.tray.y + layout.tray.h * fmaxf(0, 1 - whole);
                for (int j = 0; j < view->trace->n && beat >= 3; j++) {
                    float h = weights[j] * layout.tray.h;
                    const DrawCommand *cell = find_box(layout.tray.x + 3, y, h);
                    assert_true(weights[j] < 0.01f || cell);
                    y += h;
                    if (!cell)
                        continue;
                    int there = cell->box.paint.fill.a;
                    assert_true(beat < 4 ? there == 255 : there >= 128 && there < 255 && (!alpha || there == alpha));
                    alpha = there;
                }
                assert_true(beat < 3 || fabsf(y - layout.tray.y - layout.tray.h) < 0.05f);
            }
        }
        close_case(&one);
    }
}

/* ---- the sum of one cell, beside ---- */

enum { LINES_MOST = 8 };

typedef struct Line { /* a number that ends at the right of the lane */
    float y;
    double number;
    bool bold, nearly; /* nearly: behind a sign that it is not quite that */
} Line;

static int by_height(const void *a, const void *b)
{
    float first = ((const Line *)a)->y, second = ((const Line *)b)->y;
    return first < second ? -1 : first > second;
}

static double number_said(const char *text)
{
    bool minus = strncmp(text, "−", strlen("−")) == 0;
    double number = strtod(text + (minus ? strlen("−") : *text == '+'), NULL);
    return minus ? -number : number;
}

static int factors_told;

/* "0.16 × −0.98 =" stands before the addend that was drawn last. */
static void expect_product(const DrawList *list, int at, const char *factors)
{
    char addend[SAID_BYTES];
    while (list->commands[--at].kind != DRAW_TEXT)
        continue;
    const char *whole = command_text(&list->commands[at], addend);
    double product = number_said(factors) * number_said(strstr(factors, "× ") + strlen("× "));
    double apart = fabs(product - number_said(whole)), least = strlen(strchr(whole, '.')) > 3 ? 0.000501 : 0.00501;
    if (apart > least)
        fail_msg("%s %s", factors, whole);
    factors_told++;
}

/* The numbers with a sign right of tray and context, from top to bottom. */
static int lines_beside(const StageLayout *layout, Line out[LINES_MOST])
{
    int count = 0;
    Box floor = layout->floor[FLOOR_CONTEXT];
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        char said[SAID_BYTES], *text = said;
        if (command->kind != DRAW_TEXT || command->text.color.a == 0
            || command->text.origin.x < layout->tray.x + layout->tray.w
            || !box_contains(floor, box_middle(command->bounds)))
            continue;
        command_text(command, said);
        if (strstr(said, "×")) { /* the factors before it: the printed weight times the printed state */
            expect_product(&moving.list, i, said);
            continue;
        }
        bool nearly = strncmp(text, "≈ ", strlen("≈ ")) == 0;
        text += nearly ? strlen("≈ ") : 0;
        if (*text != '+' && strncmp(text, "−", strlen("−")) != 0 && strncmp(text, "0.0", 3) != 0)
            continue;
        assert_true(count < LINES_MOST);
        bool minus = *text != '+' && *text != '0';
        double number = strtod(text + (minus ? strlen("−") : *text == '+'), NULL);
        out[count++] =
            (Line){command->text.origin.y, minus ? -number : number, command->text.face == FACE_SANS_BOLD, nearly};
    }
    qsort(out, (size_t)count, sizeof *out, by_height);
    return count;
}

static double addend_of(const View *view, int step, int cell, int j)
{
    const Trace *trace = view->trace;
    int D = config_annotation(&trace->config);
    return (double)trace->steps[step].step.weights[j] * (double)trace->encoding.annotations[j * D + cell];
}

/* When the context is there, the cell that is marked is worked out: the largest addends in the order of the sentence,
 * as the layers of the tray are, what all others add, and under them its number; as they are printed they give the
 * number, or it says that they nearly do. */
static void the_sum_beside_closes(void **state)
{
    (void)state;
    int sums = 0, exact = 0;
    for (int kind = 0; kind < KINDS + 2; kind++) {
        Case one;
        open_case(&one, kind < KINDS ? kind : 0);
        if (kind >= KINDS)
            one.view = moving_view(&moving, kind == KINDS ? SENTENCE_MIDDLE : SENTENCE_LONG, 1600, 900);
        View *view = &one.view;
        int D = config_annotation(&view->trace->config);
        for (int step = 0; step < view->trace->step_count && step < 6; step++)
            for (int cell = 0; cell < D; cell += 3) {
                view->cursor = at_beat(view, step, 4);
                view->focus = target_at(TARGET_CONTEXT, step, cell, 0);
                StageLayout layout = layout_of(view);
                Line lines[LINES_MOST];
                moving_draw(&moving, view);
                int count = lines_beside(&layout, lines), weighing = 0;
                for (int j = 0; j < view->trace->n; j++)
                    weighing += view->trace->steps[step].step.weights[j] > 0;
                assert_int_equal(count, 1 + (weighing > 4 ? 4 : weighing));
                double sum = 0;
                for (int i = 0, j = 0; i < count - 1; i++, j++) {
                    assert_false(lines[i].bold);
                    while (j < view->trace->n && fabs(addend_of(view, step, cell, j) - lines[i].number) > 0.00501)
                        j++;
                    assert_true(j < view->trace->n || (i == 3 && weighing > 4)); /* the rest is no word's */
                    sum += lines[i].number;
                }
                double value = (double)view->trace->steps[step].step.context[cell];
                Line whole = lines[count - 1];
                assert_true(whole.bold && fabs(whole.number - value) <= 0.00501);
                if (!whole.nearly && fabs(sum - whole.number) > 1e-9)
                    fail_msg("the addends of cell %d of step %d are %.4f in all, not %.4f", cell + 1, step + 1, sum,
                             whole.number);
                assert_true(fabs(sum - whole.number) < 0.021);
                sums++, exact += !whole.nearly;
            }
        close_case(&one);
    }
    assert_true(sums > 200 && exact > 0.9 * sums);
    assert_true(factors_told > 20);
}

/* Before the stack is pressed nothing is worked out. */
static void the_sum_comes_with_the_context(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    for (int step = 0; step < view.trace->step_count; step++)
        for (int beat = 1; beat <= 4; beat++) {
            Line lines[LINES_MOST];
            view.cursor = at_beat(&view, step, beat);
            StageLayout layout = layout_of(&view);
            moving_draw(&moving, &view);
            assert_int_equal(lines_beside(&layout, lines) > 0, beat == 4);
        }
}

/* No number stands on the floor of the scores while copies pass over it: it is a stub. */
static void nothing_is_written_where_copies_pass(void **state)
{
    (void)state;
    int looked = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        Case one;
        open_case(&one, kind);
        View *view = &one.view;
        double start = at_beat(view, 0, 4) - 1, end = at_beat(view, 0, 1);
        const Step *step = &view->trace->steps[0].step;
        for (double at = start + 0.2 * (end - start); at <= end; at += 0.1 * (end - start)) {
            view->cursor = at;
            StageLayout layout = layout_of(view);
            bool settled = layout.floors.near[FLOOR_SCORES] == 0;
            Box passed = layout.floor[FLOOR_SCORES];
            passed.x = layout.columns.x, passed.w = layout.columns.w;
            moving_draw(&moving, view);
            for (int i = 0; i < moving.list.count && step->scores && settled; i++) {
                const DrawCommand *command = &moving.list.commands[i];
                bool seen = command->kind == DRAW_TEXT && command->text.color.a > 0;
                assert_false(seen && box_contains(passed, box_middle(command->bounds)));
                looked++;
            }
        }
        close_case(&one);
    }
    assert_true(looked > 0);
}

static double read_number(char **text)
{
    while (**text == ' ' || **text == '(' || **text == '+')
        (*text)++;
    bool negative = strncmp(*text, "−", strlen("−")) == 0;
    double number = strtod(*text + (negative ? strlen("−") : 0), text);
    return negative ? -number : number;
}

static long in_units(double number, double unit)
{
    return lround(number / unit);
}

/* Every product gives its number, the numbers give their sum, and that the printed context. */
static void check_sum(const View *view, int step, int cell)
{
    Maths maths = view_maths(view, &moving.arena);
    Value value = {VALUE_CONTEXT, .place = step, .index = cell};
    ContextSum sum;
    assert_true(context_sum(&maths, value, &sum));
    char *products = markup_plain(sum.products, &moving.arena), *numbers = markup_plain(sum.numbers, &moving.arena);
    if (strstr(products, "≈"))
        return; /* it says that it does not */
    char *product = products, *number = numbers;
    long total = 0;
    for (int i = 0; i < sum.count; i++) {
        double weight = read_number(&product);
        product = strstr(product, "·") + strlen("·");
        double state = read_number(&product), addend = read_number(&number);
        product += *product == ')';
        assert_true(fabs(weight * state - addend) <= 0.50001e-4);
        total += in_units(addend, 1e-4);
    }
    if (strchr(products, '=') != strrchr(products, '='))
        total += in_units(read_number(&number), 1e-4); /* the rest of many words */
    number = strchr(number, '=') + 1;
    product = strrchr(product, '=') + 1;
    double whole = read_number(&number), result = read_number(&product);
    assert_int_equal(in_units(whole, 1e-4), total);
    assert_true(fabs(whole - result) <= 0.5001e-2);
    assert_true(fabs(result - value_number(&maths, value)) <= 0.5001e-2);
}

static void addends_close(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        Case one;
        open_case(&one, kind);
        int D = config_annotation(&one.view.trace->config);
        for (int step = 0; step < one.view.trace->step_count && step < 4; step++)
            for (int cell = 0; cell < D; cell++)
                check_sum(&one.view, step, cell);
        close_case(&one);
    }
    View view = moving_view(&moving, SENTENCE_LONG, 1440, 900);
    for (int cell = 0; cell < 128; cell++)
        check_sum(&view, 3, cell);
}

/* Boxes that are drawn as lines alone around something inside `place`. */
static int frames_in(Box place)
{
    int count = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        count += command->kind == DRAW_BOX && command->box.paint.fill.a == 0 && command->box.paint.width > 0
                 && command->box.box.w < place.w / 4 && box_contains(place, box_middle(command->box.box));
    }
    return count;
}

/* A cell of the context under the pointer, or the one that tells most: it is marked in every copy and through context
 * and tray, and its addends are told. */
static void a_cell_is_followed_to_every_state(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.cursor = at_beat(&view, 2, 4);
    for (int pointed = 0; pointed < 2; pointed++) {
        StageLayout layout = layout_of(&view);
        Box context = layout.context;
        if (pointed) {
            view.pointer = (Point){context.x + context.w / 2 + 4, context.y + context.h / 2};
            moving_draw(&moving, &view);
            view.hover = drawlist_hit(&moving.list, view.pointer);
            assert_int_equal(view.hover.kind, TARGET_CONTEXT);
        }
        moving_draw(&moving, &view);
        int marked = 0;
        for (int j = 0; j < view.trace->n; j++) {
            float h = fmaxf(1, view.trace->steps[2].step.weights[j] * layout.strip_t);
            Box copy = {stage_column_x(&layout, j) - layout.strip_w / 2, layout.copies_y - h - 1, layout.strip_w,
                        h + 2};
            marked += frames_in(copy) > 0;
        }
        assert_int_equal(marked, view.trace->n);
        Box tray = {layout.tray.x, context.y, layout.tray.w, layout.tray.y + layout.tray.h - context.y};
        assert_int_equal(frames_in(tray), 1 + view.trace->n + pointed); /* through both, and in each layer */
        Line lines[LINES_MOST];
        if (pointed) { /* over which a note lies: the focus has none */
            view.focus = view.hover;
            view.hover = (Target){0};
            view.pointer = (Point){-1, -1};
            moving_draw(&moving, &view);
        }
        assert_int_equal(lines_beside(&layout, lines), view.trace->n + 1);
        if (pointed)
            assert_true(fabs(lines[view.trace->n].number - (double)view.trace->steps[2].step.context[view.focus.b])
                        < 0.00501);
    }
}

static void every_still_can_be_read(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1252, 783}, {1440, 900}, {2560, 1440}};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
            for (int mode = 0; mode < 3; mode++)
                for (int beat = 1; beat <= 4; beat++) {
                    View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
                    view.language = mode == 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.window.present = mode == 2;
                    view.cursor = at_beat(&view, view.trace->step_count / 2, beat);
                    ink_check(&moving, &view);
                }
    assert_int_equal(ink_findings, 0);
}

/* Of several heads each has a row of its own weights, under a context whose parts are named by heads. */
static void heads_have_their_rows(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Config config = random_transformer(1, 3);
    Model model = random_model(config, WORDS, "猫", 5);
    Trace *trace = decode_text(&model, WORDS, NULL);
    int n = trace->n, map = cross_map_find(&trace->config, (CrossMap){0, 2}), titles[] = {0, 0, 0, 0};
    view.trace = trace;
    view.model = &model;
    view.field.text = WORDS;
    view.field.caret = view.field.anchor = 0;
    view.cursor = at_beat(&view, 0, 4);
    moving_draw(&moving, &view);
    assert_true(map > 0);
    const float *weights = cross_map_row(&trace->config, &trace->steps[0].step, n, map, NULL);
    for (int j = 0; j < n; j++)
        assert_true(moving_says(&moving, kit_share(&moving.list, (double)weights[j])));
    for (int i = 0; i < moving.list.count; i++)
        for (int head = 1; head <= 3; head++) {
            char title[16];
            snprintf(title, sizeof title, "HEAD %d", head);
            titles[head] += command_says(&moving.list.commands[i], title);
        }
    for (int head = 1; head <= 3; head++)
        assert_int_equal(titles[head], 2);
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_thickness_and_height),
        cmocka_unit_test(the_sum_beside_closes),
        cmocka_unit_test(the_sum_comes_with_the_context),
        cmocka_unit_test(nothing_is_written_where_copies_pass),
        cmocka_unit_test(addends_close),
        cmocka_unit_test(a_cell_is_followed_to_every_state),
        cmocka_unit_test(every_still_can_be_read),
        cmocka_unit_test(heads_have_their_rows),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
