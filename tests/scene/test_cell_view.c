/* The inside of a cell: what is printed is the trace's and adds up, the picked row is in sight, a press finds what it
 * points at. Of the models of every lesson. */
#include "one_lesson.h"

#include "derive/line.h"
#include "scene/views/unrolled/cell_place.h"
#include "scene/views/unrolled/view_unrolled_cell.h"
#include "trace/before.h"

#include <math.h>
#include <stdlib.h>

/* The number that stands in a cell; false: none does. */
static bool printed_in(const DrawList *list, Target target, double *out)
{
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *mark = &list->commands[i];
        if (mark->kind != DRAW_MARK || !target_equal(mark->mark.target, target))
            continue;
        for (int k = 0; k < i; k++) {
            const DrawCommand *text = &list->commands[k];
            char said[SAID_BYTES];
            if (text->kind != DRAW_TEXT || !box_contains(mark->bounds, box_middle(text->bounds)))
                continue;
            command_text(text, said);
            bool less = strncmp(said, "−", strlen("−")) == 0;
            *out = strtod(said + (less ? strlen("−") : 0), NULL) * (less ? -1 : 1);
            return true;
        }
    }
    return false;
}

/* What stands in the columns of a row, NAN where nothing does. */
static void row_printed(const DrawList *list, int row, double out[CELL_SLOTS])
{
    for (int slot = 0; slot < CELL_SLOTS; slot++)
        if (!printed_in(list, target_at(TARGET_VALUE, slot, row, 0), &out[slot]))
            out[slot] = NAN;
}

/* How far a product may be off, of two numbers with two decimals. */
static double off(double a, double b)
{
    return 0.005 * (fabs(a) + fabs(b)) + 0.006;
}

static void expect_near(double made, double printed, double by, const char *what)
{
    if (!(fabs(made - printed) <= by))
        fail_msg("%s: %g, printed is %g", what, made, printed);
}

static void expect_arithmetic(CellKind cell, const double *p)
{
    if (cell == CELL_RNN) {
        expect_near(tanh(p[1] + p[3]), p[4], 0.016, "tanh(word + past)");
        return;
    }
    expect_near(p[0] * p[1] + p[2] * p[3], p[4], off(p[0], p[1]) + off(p[2], p[3]), "old + new");
    if (cell == CELL_GRU)
        expect_near(tanh(p[5] + p[6] * p[7]), p[3], off(p[6], p[7]) + 0.01, "tanh(a + r b)");
    else {
        expect_near(tanh(p[4]), p[5], 0.011, "tanh(m)");
        expect_near(p[6] * p[5], p[7], off(p[6], p[5]), "o tanh(m)");
    }
}

/* Each number is that of the trace, as far as that keeps it. */
static void expect_row(const View *view, const CellPlace *place, int row, const double *printed)
{
    Arena arena = {0};
    Maths maths = view_maths(view, &arena);
    for (int slot = 0; slot < CELL_SLOTS; slot++) {
        const CellColumn *column = &CELL_COLUMNS[place->math.cell][slot];
        if (column->part == CELL_NOTHING)
            continue;
        Value value = column_value(place, column, row);
        if (value.kind == VALUE_NONE || !value_valid(&maths, value))
            continue;
        double number = value_number(&maths, value);
        expect_near(number, printed[slot], fabs(number) < 9.995 ? 0.00501 : 0.0501,
                    VALUE_INFO[value.kind].letter ? VALUE_INFO[value.kind].letter : "a value");
    }
    expect_arithmetic(place->math.cell, printed);
    arena_finish(&arena);
}

/* Returns how many rows were read. */
static int check_moment(Moving *moving, View *view, int moment)
{
    Arena arena = {0};
    CellPlace place;
    int rows = 0;
    view->cursor = moment;
    moving_draw(moving, view);
    Scope scope = scope_at(view->trace, view->cursor);
    bool there = cell_place(view, &scope, &arena, &place);
    assert_int_equal(there, !config_is_transformer(&view->trace->config)); /* whose state no cell makes */
    if (!there)
        return 0;
    double printed[CELL_SLOTS];
    for (int row = 0; row < place.math.hidden; row++) {
        row_printed(&moving->list, row, printed);
        if (isnan(printed[4]))
            continue;
        expect_row(view, &place, row, printed);
        rows++;
    }
    arena_finish(&arena);
    return rows;
}

static void check_model(Moving *moving, const Model *model, const char *sentence)
{
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, &error);
    expect_ok(trace != NULL, &error);
    View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
    view.kind = VIEW_UNROLLED;
    view.look = LOOK_CELL;
    view.trace = trace;
    view.model = model;
    view.window.told = true;
    int last = trace->n - 1,
        moments[] = {moment_find(trace, MOMENT_FORWARD, -1, 0), moment_find(trace, MOMENT_FORWARD, -1, last),
                     moment_find(trace, MOMENT_BACKWARD, -1, 0), moment_find(trace, MOMENT_STATE, 0, -1),
                     moment_find(trace, MOMENT_STATE, trace->step_count - 1, -1)};
    for (size_t i = 0; i < LENGTH(moments); i++)
        if (moments[i] >= 0)
            assert_true(check_moment(moving, &view, moments[i]) >= (config_is_transformer(&trace->config) ? 0
                                                                    : trace->config.hidden < 12 ? trace->config.hidden
                                                                                                : 12));
    trace_destroy(trace);
}

static void numbers_are_the_traces_and_add_up(void **state)
{
    (void)state;
    Error error = {0};
    Moving moving;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    LessonList list = lesson_list(path_join(&moving.arena, getenv("ATTEND_DATA"), "lessons"), &moving.arena, &error);
    int seen[CELL_KINDS] = {0};
    for (int i = 0; i < list.count; i++) {
        Lesson *lesson = lesson_load(list.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        for (int k = 0; k < lesson->model_count; k++) {
            Model model;
            expect_ok(model_load(lesson->models[k].path, &model, &error), &error);
            check_model(&moving, &model, lesson->sentence);
            seen[model.config.cell]++;
            model_finish(&model);
        }
        lesson_destroy(lesson);
    }
    assert_true(seen[CELL_RNN] > 0 && seen[CELL_GRU] > 0 && seen[CELL_LSTM] > 0 && seen[CELL_SELF] > 0);
    moving_close(&moving);
}

/* While a question hides a step the cell of the one before is seen, or the encoder's; nothing that is hidden. */
static void a_question_hides_the_cell(void **state)
{
    (void)state;
    Moving moving;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    Arena arena = {0};
    const Trace *whole = moving.traces[SENTENCE_SHORT];
    int steps = 0, words = 0;
    for (int gate = moment_find(whole, MOMENT_PREVIOUS, 0, -1); gate < moment_count(whole); gate++) {
        View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
        view.kind = VIEW_UNROLLED;
        view.look = LOOK_CELL;
        view.trace = trace_before(whole, gate, &arena);
        view.cursor = gate - 1;
        moving_draw(&moving, &view);
        Scope scope = scope_at(view.trace, view.cursor);
        CellPlace place;
        assert_true(cell_place(&view, &scope, &arena, &place));
        assert_non_null(place.math.after);
        steps += place.state.run == RUN_DECODER;
        words += place.state.run != RUN_DECODER;
        assert_true(place.state.run != RUN_DECODER || view.trace->steps[place.state.place].step.state);
        view.look = LOOK_ONE_STEP; /* its picture reads the same numbers */
        moving_draw(&moving, &view);
        arena_reset(&arena);
    }
    assert_true(steps > 0 && words > 0);
    arena_finish(&arena);
    moving_close(&moving);
}

/* What the line says is so with the numbers that it prints: behind =, not behind ≈. */
static void the_line_closes(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/12-reading-alignments");
    course_add(&course, 1, course.moving.lesson->sentence);
    View view = course_view(&course, 0, VIEW_UNROLLED, LOOK_CELL, 1920, 1080);
    assert_int_equal(view.trace->config.cell, CELL_LSTM);
    view.cursor = moment_find(view.trace, MOMENT_STATE, 2, -1);
    int closed = 0;
    for (view.pick = 0; view.pick < view.trace->config.hidden; view.pick++) {
        moving_draw(&course.moving, &view);
        Maths maths = view_maths(&view, &course.moving.arena);
        Value memory = {VALUE_CELL, RUN_DECODER, 2, view.pick, 0};
        EquationLine line = line_of_value(&maths, memory);
        double f, m, i, g, result;
        char *text = arena_printf(&course.moving.arena, "%s %s", line.numbers, line.result), *to = text;
        for (const char *from = text; *from; from++) { /* "−" as "-", without brackets and colours */
            if (strncmp(from, "−", strlen("−")) == 0)
                *to++ = '-', from += strlen("−") - 1;
            else if (strncmp(from, "·", strlen("·")) == 0)
                *to++ = '*', from += strlen("·") - 1;
            else if (!strchr("()@B{} ", *from))
                *to++ = *from;
        }
        *to = '\0';
        if (sscanf(text, "=%lf*%lf+%lf*%lf=%lf", &f, &m, &i, &g, &result) != 5)
            continue; /* ≈ */
        expect_near(f * m + i * g, result, 0.00501, text);
        closed++;
    }
    assert_true(closed > 60);
    course_close(&course);
}

/* In every size, from each page of rows: the picked row is there, and whole, with its number. */
static void the_picked_row_is_in_sight(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}, PHONES};
    Course course;
    course_open(&course, "lessons/12-reading-alignments");
    course_add(&course, 1, course.moving.lesson->sentence);
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = course_view(&course, 0, VIEW_UNROLLED, LOOK_CELL, sizes[s][0], sizes[s][1]);
        view.window.told = true;
        view.cursor = moment_find(view.trace, MOMENT_STATE, 1, -1);
        for (view.pick = 0; view.pick < view.trace->config.hidden; view.pick += 7) {
            double number;
            moving_draw(&course.moving, &view);
            if (!printed_in(&course.moving.list, target_at(TARGET_VALUE, 1, view.pick, 0), &number))
                fail_msg("row %d at %gx%g is out of sight", view.pick + 1, (double)sizes[s][0], (double)sizes[s][1]);
        }
    }
    course_close(&course);
}

/* A cell of a column says its own number and opens it; a word of the table goes to its moment. */
static void what_is_pressed_is_what_is_there(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/12-reading-alignments");
    course_add(&course, 1, course.moving.lesson->sentence);
    View view = course_view(&course, 0, VIEW_UNROLLED, LOOK_CELL, 1440, 900);
    view.cursor = moment_find(view.trace, MOMENT_STATE, 2, -1);
    moving_draw(&course.moving, &view);
    Arena *arena = &course.moving.arena;
    const ValueKind kinds[CELL_SLOTS] = {VALUE_GATE, VALUE_CELL,  VALUE_GATE, VALUE_GATE,
                                         VALUE_CELL, VALUE_STATE, VALUE_GATE, VALUE_STATE};
    for (int slot = 0; slot < CELL_SLOTS; slot++) {
        SceneCell cell = scene_cell(&view, target_at(TARGET_VALUE, slot, 5, 0));
        assert_int_equal(cell.pick, 5);
        assert_int_equal(cell.value.kind, kinds[slot]);
        assert_int_equal(cell.value.index, 5);
        const char *said = scene_describe(&view, target_at(TARGET_VALUE, slot, 5, 0), arena);
        if (slot != 5) {
            Maths maths = view_maths(&view, arena);
            assert_non_null(strstr(said, number_text(arena, value_number(&maths, cell.value), 3, false)));
        } else
            assert_memory_equal(said, "tanh(", 5);
    }
    int words = 0, shown = 0;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&course.moving.list, mark));) {
        Moment moment =
            mark->mark.target.kind == TARGET_MOMENT ? moment_at(view.trace, mark->mark.target.a) : (Moment){0};
        words += moment.kind == MOMENT_STATE && mark->bounds.y < 400;
        shown = mark->mark.target.kind == TARGET_VALUE && mark->mark.target.a > CELL_HISTORY
                    ? mark->mark.target.a - CELL_HISTORY
                    : shown;
    }
    assert_int_equal(words, view.trace->step_count);
    assert_int_equal(shown, 3); /* the words to come have none */
    SceneCell cell = scene_cell(&view, target_at(TARGET_VALUE, CELL_HISTORY + shown, 4 * shown + 1, 0));
    assert_int_equal(cell.pick, 4);
    assert_int_equal(cell.value.kind, VALUE_CELL);
    assert_int_equal(cell.value.place, 1);
    view.window.told = true; /* and its numbers are those of its rows and words, whichever row is picked */
    for (view.pick = 0; view.pick < 8; view.pick += 5) {
        moving_draw(&course.moving, &view);
        for (int row = 0; row < 8; row++)
            for (int word = 0; word < shown; word++) {
                double printed;
                Target target = target_at(TARGET_VALUE, CELL_HISTORY + shown, row * shown + word, 0);
                assert_true(printed_in(&course.moving.list, target, &printed));
                expect_near((double)view.trace->steps[word].step.cell[row], printed, 0.00501, "the memory of a word");
            }
    }
    course_close(&course);
}

/* Beside the columns or under them, with 25 words: no word of the table stands beyond the window's edge. */
static void the_table_has_room(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {1000, 800}, {1024, 768}, {1280, 1024}};
    Course course;
    course_open(&course, "lessons/12-reading-alignments");
    course_add(&course, 1, SENTENCE_TEXTS[SENTENCE_LONG]);
    int seen = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = course_view(&course, 0, VIEW_UNROLLED, LOOK_CELL, sizes[s][0], sizes[s][1]);
        for (int j = 0; j < view.trace->n; j += 6) {
            view.cursor = moment_find(view.trace, MOMENT_FORWARD, -1, j);
            moving_draw(&course.moving, &view);
            for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&course.moving.list, mark));) {
                bool table = mark->mark.target.kind == TARGET_VALUE && mark->mark.target.a > CELL_HISTORY;
                seen += table;
                if (table && mark->bounds.x + mark->bounds.w > sizes[s][0] - 6)
                    fail_msg("word %d at %gx%g: the table ends at %g", j + 1, (double)sizes[s][0], (double)sizes[s][1],
                             (double)(mark->bounds.x + mark->bounds.w));
            }
        }
    }
    assert_true(seen > 10);
    course_close(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_traces_and_add_up),
        cmocka_unit_test(a_question_hides_the_cell),
        cmocka_unit_test(the_line_closes),
        cmocka_unit_test(the_picked_row_is_in_sight),
        cmocka_unit_test(what_is_pressed_is_what_is_there),
        cmocka_unit_test(the_table_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
