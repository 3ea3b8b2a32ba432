/* The views that lessons bring: unrolled, patches, code (and self-attention: test_self_view.c). Texts have room in
 * every picture of every lesson, forward and back give the same picture, cells are found where they are drawn, and
 * drawing again takes no memory. */
#include "one_lesson.h"

#include "derive/explain.h"
#include "scene/view/window_layout.h"
#include "scene/views/code/view_code.h"
#include "scene/views/patches/patches.h"
#include "scene/views/unrolled/view_unrolled.h"
#include "trace/before.h"

/* What the title says of the chain is so too while its last step is asked for. */
static void the_title_counts_words(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/01-sequences-in-and-out");
    course_add_cards(&course);
    Arena *arena = &course.moving.arena;
    for (int s = 0; s < course.count; s++) {
        View view = course_view(&course, s, VIEW_UNROLLED, LOOK_WHOLE, 1440, 900);
        const Trace *whole = view.trace;
        const char *shape = unrolled_shape(&view), *counts = unrolled_counts(&view, arena);
        view.whole = whole;
        view.trace = trace_before(whole, moment_find(whole, MOMENT_OUTPUT, whole->step_count - 1, -1), arena);
        assert_string_equal(unrolled_shape(&view), shape);
        if (whole->word_count < whole->step_count)
            assert_string_equal(unrolled_counts(&view, arena), counts);
    }
    course_close(&course);
}

static void check_unrolled(const char *lesson, const LookKind *looks, int count)
{
    Course course;
    course_open(&course, lesson);
    course_add_cards(&course);
    course_add(&course, 0, LONG_WORDS);
    course_check_texts(&course, VIEW_UNROLLED, looks, count);
    course_close(&course);
}

static void unrolled_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_FOLDED, LOOK_ONE_STEP};
    static const char *const lessons[] = {"lessons/01-sequences-in-and-out", "lessons/02-one-recurrent-step",
                                          "lessons/05-cat-chase-mouse"};
    for (size_t i = 0; i < LENGTH(lessons); i++)
        check_unrolled(lessons[i], looks, LENGTH(looks));
}

/* RNN, GRU and LSTM, one direction and two, 8 rows and 64. */
static void the_inside_of_a_cell_has_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_CELL};
    static const char *const lessons[] = {"lessons/02-one-recurrent-step", "lessons/05-cat-chase-mouse",
                                          "lessons/12-reading-alignments"};
    for (size_t i = 0; i < LENGTH(lessons); i++)
        check_unrolled(lessons[i], looks, LENGTH(looks));
}

/* A model that scores and one that does not, wanted words by the dozen, a step taken. */
static void one_step_has_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_STEP};
    static const char *const lessons[] = {"lessons/15-one-training-step", "lessons/04-the-bottleneck"};
    for (size_t i = 0; i < LENGTH(lessons); i++) {
        Course course;
        course_open(&course, lessons[i]);
        course_add_cards(&course);
        course_check_texts(&course, VIEW_TRAIN, looks, LENGTH(looks));
        course_close(&course);
    }
}

static bool says_part(const Course *course, const char *wanted)
{
    char text[SAID_BYTES];
    for (int i = 0; i < course->moving.list.count; i++)
        if (strstr(command_text(&course->moving.list.commands[i], text), wanted))
            return true;
    return false;
}

/* A chain that answers at once has no attention, whatever its file is called: it is shown before attention is told,
 * without a word of it. */
static void a_chain_in_step_has_no_attention(void **state)
{
    (void)state;
    static const char *const names[] = {"Luong", "dot", "softmax", "α", "h\u0303", "\u0303"};
    Course course;
    course_open(&course, "lessons/01-sequences-in-and-out");
    course_add_cards(&course);
    int shown = 0;
    for (int s = 0; s < course.count; s++) {
        View view = course_view(&course, s, VIEW_UNROLLED, LOOK_WHOLE, 1440, 900);
        if (!config_in_step(&view.trace->config))
            continue;
        shown++;
        for (int at = 0; at < moment_count(view.trace); at++) {
            Maths maths = {view.trace, view.model, LANGUAGE_ENGLISH, &course.moving.arena};
            view.cursor = at;
            view.window.captions = at % 2;
            view.window.caption = explain_moment(&maths, at);
            moving_draw(&course.moving, &view);
            assert_true(says_part(&course, "step t sees word t"));
            for (size_t i = 0; i < LENGTH(names); i++)
                if (says_part(&course, names[i]))
                    fail_msg("\"%s\" at moment %d", names[i], at);
        }
        const char *said = scene_describe(&view, target_at(TARGET_ATTENTIONAL, 1, -1, 0), &course.moving.arena);
        assert_null(strstr(said, "\u0303"));
    }
    assert_int_equal(shown, 1);
    course_close(&course);
}

static void patches_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE};
    Course course;
    course_open(&course, "lessons/28-beyond-translation");
    course_add_cards(&course);
    course_check_texts(&course, VIEW_PATCHES, looks, 1);
    course_close(&course);
}

static void code_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_TENSORFLOW};
    Course course;
    course_open(&course, "lessons/18-in-code");
    course_add_cards(&course);
    course_add(&course, 0, "the dog that Mary likes chased the cat in the garden");
    course_check_texts(&course, VIEW_CODE, looks, 2);
    course_close(&course);
}

/* Is it drawn there, with a fill, where the line is? */
static bool line_is_lit(const DrawList *list, const ListingLine *line, int index)
{
    const DrawCommand *mark = drawlist_marked(list, target_at(TARGET_CONTROL, CONTROL_LINE, index, 0));
    assert_non_null(mark);
    assert_string_equal(mark->mark.name, line->text);
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_BOX && command->box.box.y == mark->bounds.y && command->box.box.w == mark->bounds.w
            && command->box.paint.fill.a > 0)
            return true;
    }
    return false;
}

/* At each moment its lines are lit and no other, and a press on one goes there; shapes stand there when
 * they are made. */
static void lines_of_code_are_lit_at_their_moment(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/18-in-code");
    course_add(&course, 0, "Tom drank tea today");
    View view = course_view(&course, 0, VIEW_CODE, LOOK_WHOLE, 1440, 2000);
    for (int look = 0; look < 2; look++) {
        view.look = look ? LOOK_TENSORFLOW : LOOK_WHOLE;
        const Listing *listing = code_listing(&view);
        assert_non_null(listing);
        unsigned seen = 0;
        for (int m = 0; m < moment_count(view.trace); m++) {
            Moment moment = moment_at(view.trace, m);
            view.cursor = m;
            moving_draw(&course.moving, &view);
            for (int i = 0; i < listing->count; i++) {
                const ListingLine *line = &listing->lines[i];
                if (!line->moments)
                    continue;
                bool of_it = line->moments & 1u << moment.kind;
                assert_int_equal(line_is_lit(&course.moving.list, line, i), of_it);
                seen |= of_it ? 1u << moment.kind : 0;
                if (of_it && moment.step >= 0)
                    assert_int_equal(code_moment(&view, i), m);
            }
        }
        for (int m = 1; m < moment_count(view.trace); m++) /* all but the start */
            assert_true(seen & 1u << moment_at(view.trace, m).kind);
        view.cursor = moment_find(view.trace, MOMENT_SCORES, 1, -1);
        Bytes at = moving_text(&course.moving, &view);
        assert_non_null(strstr(at.data, "[4, 32]")); /* keys */
        assert_non_null(strstr(at.data, "[4]"));     /* scores */
        assert_null(strstr(at.data, "[49]"));        /* probabilities are not there yet */
        bytes_finish(&at);
    }
    course_close(&course);
}

static Bytes drawn_at(Course *course, View *view, double cursor)
{
    view->cursor = cursor;
    return moving_text(&course->moving, view);
}

/* Playing on and going back give the same picture at the same place. */
static void pictures_remember_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *lesson;
        ViewKind kind;
        LookKind look;
    } cases[] = {{"lessons/01-sequences-in-and-out", VIEW_UNROLLED, LOOK_WHOLE},
                 {"lessons/01-sequences-in-and-out", VIEW_UNROLLED, LOOK_FOLDED},
                 {"lessons/02-one-recurrent-step", VIEW_UNROLLED, LOOK_ONE_STEP},
                 {"lessons/12-reading-alignments", VIEW_UNROLLED, LOOK_CELL},
                 {"lessons/20-self-attention", VIEW_SELF_ATTENTION, LOOK_WHOLE},
                 {"lessons/21-many-heads", VIEW_SELF_ATTENTION, LOOK_HEADS},
                 {"lessons/20-self-attention", VIEW_SELF_ATTENTION, LOOK_ONE_WORD},
                 {"lessons/28-beyond-translation", VIEW_PATCHES, LOOK_WHOLE},
                 {"lessons/18-in-code", VIEW_CODE, LOOK_WHOLE}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Course course;
        course_open(&course, cases[i].lesson);
        course_add_cards(&course);
        View view = course_view(&course, course.count - 1, cases[i].kind, cases[i].look, 1440, 900);
        double middle = (moment_count(view.trace) - 1) * 0.55 + 0.3;
        Bytes first = drawn_at(&course, &view, middle), other = drawn_at(&course, &view, 0.4);
        Bytes again = drawn_at(&course, &view, middle);
        assert_int_equal(first.length, again.length);
        assert_memory_equal(first.data, again.data, first.length);
        assert_false(first.length == other.length && memcmp(first.data, other.data, first.length) == 0);
        bytes_finish(&first);
        bytes_finish(&other);
        bytes_finish(&again);
        long before = 0;
        for (int round = 0; round < 3; round++) {
            before = heap_count();
            for (double cursor = 0; cursor < moment_count(view.trace) - 1; cursor += 0.37) {
                view.cursor = cursor;
                moving_draw(&course.moving, &view);
            }
        }
        assert_int_equal(heap_count() - before, 0);
        course_close(&course);
    }
}

/* The row that is picked follows the press; the note of a weight is the model's own. */
static void a_row_of_a_step_is_picked(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/02-one-recurrent-step");
    course_add(&course, 0, "the soup was not good");
    View view = course_view(&course, 0, VIEW_UNROLLED, LOOK_ONE_STEP, 1440, 900);
    view.cursor = moment_find(view.trace, MOMENT_FORWARD, -1, 3);
    const Real *weights = model_param(view.model, "encoder.weight_hh_l0");
    for (int cell = 0; cell < 64; cell++) {
        Target target = {TARGET_VALUE, 1, (int16_t)cell, 0};
        assert_int_equal(scene_cell(&view, target).pick, cell / 8);
        Arena arena = {0};
        assert_non_null(strstr(scene_describe(&view, target, &arena), number_text(&arena, weights[cell], 3, false)));
        arena_finish(&arena);
    }
    course_close(&course);
}

static void a_picture_is_a_grid_of_known_colours(void **state)
{
    (void)state;
    Course course;
    int rows, columns;
    course_open(&course, "lessons/28-beyond-translation");
    course_add(&course, 2, "red red white white red red white white white white white white white white blue white");
    course_add(&course, 2, "red red white white");
    course_add(&course, 2, "red red white white red red white white white white white white white white blue mauve");
    View view = course_view(&course, 0, VIEW_PATCHES, LOOK_WHOLE, 1440, 900);
    assert_true(patches_is_picture(&view, &rows, &columns));
    assert_int_equal(rows, 4);
    assert_int_equal(columns, 4);
    view.trace = course.traces[1];
    assert_false(patches_is_picture(&view, &rows, &columns));
    view.trace = course.traces[2];
    assert_false(patches_is_picture(&view, &rows, &columns));
    assert_true(patches_known(&course.models[2], patches_find("blue")));
    assert_false(patches_known(&course.models[2], patches_find("purple")));
    course_close(&course);
}

static int count_numbers(Course *course, const View *view)
{
    moving_draw(&course->moving, view);
    Box stage = window_layout(view).stage;
    int count = 0;
    for (int i = 0; i < course->moving.list.count; i++) {
        const DrawCommand *command = &course->moving.list.commands[i];
        char said[SAID_BYTES];
        if (command->kind != DRAW_TEXT || !box_contains(stage, box_middle(command->bounds)))
            continue;
        command_text(command, said);
        count += strncmp(said, "−", strlen("−")) == 0 || (*said >= '0' && *said <= '9');
    }
    return count;
}

/* Presented, matrices have all the numbers that they have in the window. */
static void presenting_loses_no_number(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/02-one-recurrent-step");
    course_add_cards(&course);
    int blocks = 0;
    for (int s = 0; s < course.count; s++) {
        View view = course_view(&course, s, VIEW_UNROLLED, LOOK_ONE_STEP, 1440, 900);
        view.cursor = moment_find(view.trace, MOMENT_FORWARD, -1, view.trace->n - 1);
        int window = count_numbers(&course, &view);
        view.window.present = true;
        view.width /= 1.35f;
        view.height /= 1.35f;
        assert_true(window > 0);
        assert_int_equal(count_numbers(&course, &view), window);
        blocks += view.trace->config.cell == CELL_GRU;
    }
    assert_true(blocks > 0);
    course_close(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_title_counts_words),
        cmocka_unit_test(unrolled_texts_have_room),
        cmocka_unit_test(the_inside_of_a_cell_has_room),
        cmocka_unit_test(one_step_has_room),
        cmocka_unit_test(a_chain_in_step_has_no_attention),
        cmocka_unit_test(patches_texts_have_room),
        cmocka_unit_test(code_texts_have_room),
        cmocka_unit_test(lines_of_code_are_lit_at_their_moment),
        cmocka_unit_test(pictures_remember_nothing),
        cmocka_unit_test(a_row_of_a_step_is_picked),
        cmocka_unit_test(a_picture_is_a_grid_of_known_colours),
        cmocka_unit_test(presenting_loses_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
