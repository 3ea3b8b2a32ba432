/* The weighted sum: what is thick, high and opaque is the weight; what is printed closes; at rest nothing
 * of it moves. */
#include "ink.h"
#include "moving_lesson.h"
#include "random_model.h"

#include "derive/context_sum.h"
#include "derive/plain.h"
#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>

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

static void weights_are_thickness_opacity_and_height(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        Case one;
        open_case(&one, kind);
        View *view = &one.view;
        for (int step = 0; step < view->trace->step_count && step < 3; step++) {
            const float *weights = view->trace->steps[step].step.weights;
            view->cursor = at_beat(view, step, 2);
            StageLayout layout = layout_of(view);
            moving_draw(&moving, view);
            float whole = 0;
            for (int j = 0; j < view->trace->n; j++) {
                float h = weights[j] * layout.strip_t, left = stage_column_x(&layout, j) - layout.strip_w / 2;
                const DrawCommand *cell = find_box(left, layout.strip.y - 8 - h, h);
                assert_true(weights[j] < 0.01f || cell);
                assert_true(!cell || fabsf((float)cell->box.paint.fill.a - 255 * weights[j]) < 1.5f);
                whole += weights[j];
            }
            view->cursor = at_beat(view, step, 3);
            moving_draw(&moving, view);
            float y = layout.tray.y + layout.tray.h * fmaxf(0, 1 - whole);
            for (int j = 0; j < view->trace->n; j++) {
                float h = weights[j] * layout.tray.h;
                const DrawCommand *cell = find_box(layout.tray.x + 3, y, h);
                assert_true(weights[j] < 0.01f || (cell && cell->box.paint.fill.a == 255));
                y += h;
            }
            assert_true(fabsf(y - layout.tray.y - layout.tray.h) < 0.05f);
        }
        close_case(&one);
    }
}

static bool text_with(const char *part)
{
    Bytes text = {0};
    drawlist_print(&moving.list, &text);
    bool found = strstr(text.data, part) != NULL;
    bytes_finish(&text);
    return found;
}

static void shares_are_printed_on_the_way_alone(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    for (int step = 0; step < view.trace->step_count; step++)
        for (int beat = 1; beat <= 4; beat++) {
            view.cursor = at_beat(&view, step, beat);
            moving_draw(&moving, &view);
            assert_int_equal(text_with(" %\""), beat == 2 || beat == 3);
            assert_int_equal(text_with("100 %"), beat == 3);
            for (int j = 0; j < view.trace->n && beat == 2; j++) {
                float weight = view.trace->steps[step].step.weights[j];
                assert_true(weight < 0.005f || text_with(percent_text(&moving.arena, (double)weight)));
            }
        }
}

/* Does a text that can be seen lie where a copy is on its way? */
static void nothing_is_written_where_copies_pass(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        Case one;
        open_case(&one, kind);
        View *view = &one.view;
        double start = at_beat(view, 0, 4) - 1, end = at_beat(view, 0, 1);
        const Step *step = &view->trace->steps[0].step;
        for (double at = start + 0.2 * (end - start); at <= end; at += 0.1 * (end - start)) {
            view->cursor = at;
            StageLayout layout = layout_of(view);
            moving_draw(&moving, view);
            for (int i = 0; i < moving.list.count && step->scores; i++) {
                const DrawCommand *command = &moving.list.commands[i];
                bool seen = command->kind == DRAW_TEXT && command->text.color.a > 0;
                bool row = seen && fabsf(command->text.origin.y - layout.score_number_y) < 1;
                assert_false(row && command->text.origin.x > layout.columns.x);
            }
        }
        close_case(&one);
    }
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

/* A cell of the context under the pointer: it is lit in every state, and its addends are told. */
static void a_cell_is_followed_to_every_state(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.cursor = at_beat(&view, 2, 4);
    StageLayout layout = layout_of(&view);
    view.pointer = (Point){layout.context.x + layout.context.w / 2 + 4, layout.context.y + layout.context.h / 2};
    moving_draw(&moving, &view);
    int quiet = moving.list.count;
    view.hover = drawlist_hit(&moving.list, view.pointer);
    assert_int_equal(view.hover.kind, TARGET_CONTEXT);
    moving_draw(&moving, &view);
    assert_true(moving.list.count > quiet + 128); /* all cells are shown */
    int lit = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        lit += command->kind == DRAW_BOX && command->box.paint.width == 2 && command->box.box.y > layout.state_y
               && command->box.box.y < layout.state_y + layout.state_h;
    }
    assert_int_equal(lit, view.trace->n);
    ContextSum sum;
    Maths maths = view_maths(&view, &moving.arena);
    assert_true(context_sum(&maths, (Value){VALUE_CONTEXT, .place = 2, .index = view.hover.b}, &sum));
    Value first = annotation_value(&maths, 0, view.hover.b);
    assert_true(text_with(number_text(&moving.arena, value_number(&maths, first), sum.decimals, false)));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_thickness_opacity_and_height),
        cmocka_unit_test(shares_are_printed_on_the_way_alone),
        cmocka_unit_test(nothing_is_written_where_copies_pass),
        cmocka_unit_test(addends_close),
        cmocka_unit_test(a_cell_is_followed_to_every_state),
        cmocka_unit_test(every_still_can_be_read),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
