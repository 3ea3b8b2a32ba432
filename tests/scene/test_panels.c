/* An open panel, at every moment of a step: nothing lies over it, and it is the same at each of them. */
#include "ink.h"
#include "one_lesson.h"

#include "scene/view/window_layout.h"
#include "trace/beats.h"

static const char *const LESSONS[][2] = {{"lessons/05-cat-chase-mouse", "cat chase mouse"},
                                         {"lessons/10-luong", "small dog chase black cat"},
                                         {"lessons/20-self-attention", "the old man wears this old coat"}};
static const float SIZES[][2] = {{1440, 900}, {1024, 640}, PHONES};

/* What is drawn in the box from that mark on, but the marks themselves: as one number. */
static uint64_t drawn_over(const DrawList *list, Target from, Box box)
{
    const DrawCommand *mark = drawlist_marked(list, from);
    assert_non_null(mark);
    uint64_t all = 0;
    Box clips[16] = {{-1e5f, -1e5f, 2e5f, 2e5f}};
    int depth = 0;
    for (const DrawCommand *command = list->commands; command < list->commands + list->count; command++) {
        if (command->kind == DRAW_CLIP) {
            clips[depth + 1] = box_intersect(clips[depth], command->bounds);
            depth++;
        } else if (command->kind == DRAW_UNCLIP)
            depth--;
        Box seen = box_intersect(box_intersect(command->bounds, clips[depth]), box);
        bool drawn = command->kind != DRAW_CLIP && command->kind != DRAW_UNCLIP && command->kind != DRAW_MARK;
        if (command > mark && drawn && seen.w > 0 && seen.h > 0)
            all = all * 31 + drawlist_hash(command);
    }
    return all;
}

typedef struct Look { /* a view at a step, with what is open of it */
    Course course;
    View view;
    int step;
    bool still; /* nothing moves */
} Look;

/* The stops of the step's beats from the scores on, and a place on the way to each. */
static void at_every_moment(Look *look, void check(Look *look))
{
    const Trace *trace = look->view.trace;
    int from = moment_find(trace, MOMENT_SCORES, look->step, -1), to = moment_find(trace, MOMENT_WORD, look->step, -1);
    for (double at = from; at <= to; at = stop_beside(trace, at, 1, true)) {
        look->view.cursor = at;
        look->still = true;
        check(look);
        if (at >= to)
            break;
        look->view.cursor = at + 0.6 * (stop_beside(trace, at, 1, true) - at);
        look->still = false;
        check(look);
    }
}

/* Every step of the lessons' sentences, in every size. */
static void at_every_step(void check(Look *look))
{
    ink_findings = 0;
    for (size_t lesson = 0; lesson < LENGTH(LESSONS); lesson++)
        for (size_t size = 0; size < LENGTH(SIZES); size++) {
            Look look = {0};
            course_open(&look.course, LESSONS[lesson][0]);
            course_add(&look.course, 0, LESSONS[lesson][1]);
            look.view = course_view(&look.course, 0, VIEW_DECODE, LOOK_WHOLE, SIZES[size][0], SIZES[size][1]);
            for (look.step = 0; look.step < look.view.trace->step_count; look.step++)
                check(&look);
            course_close(&look.course);
        }
    assert_int_equal(ink_findings, 0);
}

static uint64_t first_seen; /* of the panel that is open; 0: nothing yet */

static void check_same(const Look *look, Target panel)
{
    const View *view = &look->view;
    const DrawList *list = &look->course.moving.list;
    Box box = box_inset(drawlist_marked(list, panel)->bounds, 2, 2);
    float head = panel.a == PAIR_PANEL ? 40 : 0; /* which says at what moment one still is */
    uint64_t seen = drawn_over(list, panel, (Box){box.x, box.y + head, box.w, box.h - head});
    if (first_seen && seen != first_seen)
        fail_msg("the panel looks different at %.2f of step %d, %.0f x %.0f", view->cursor, look->step + 1, view->width,
                 view->height);
    first_seen = seen;
}

static void pair_is_uncovered(Look *look)
{
    const View *view = &look->view;
    if (!scene_pair_open(view))
        fail_msg("no pair at %.2f of step %d", view->cursor, look->step + 1);
    Moving *moving = &look->course.moving;
    bool sheet = scene_origin_open(view) && (window_upright(view) || window_lying(view));
    if (sheet)
        return; /* which lies over it, and over all else */
    moving_draw(moving, view);
    if (look->still)
        ink_check_list(view, &moving->list);
    check_same(look, (Target){TARGET_CONTROL, PAIR_PANEL, 0, 0});
}

static void check_pairs(Look *look)
{
    const Trace *trace = look->view.trace;
    for (int j = 0; j < trace->n; j += every_case() || trace->n <= 3 ? 1 : trace->n - 1)
        for (int origin = 0; origin < 2; origin++) {
            look->view.pair = (FrozenPair){.open = true, .step = look->step, .word = j, .cell = j};
            look->view.origin.trail[0] = (Value){VALUE_SCORE, .place = look->step, .index = j};
            look->view.origin.depth = origin;
            first_seen = 0;
            at_every_moment(look, pair_is_uncovered);
        }
}

static void nothing_lies_over_a_pair(void **state)
{
    (void)state;
    at_every_step(check_pairs);
}

static void panel_is_uncovered(Look *look)
{
    const View *view = &look->view;
    Moving *moving = &look->course.moving;
    if (!scene_origin_open(view))
        return; /* it is not there to be seen */
    moving_draw(moving, view);
    if (look->still && !window_upright(view) && !window_lying(view)) /* where it lies over all else */
        ink_check_list(view, &moving->list);
    check_same(look, (Target){TARGET_CONTROL, ORIGIN_PAGE, 0, 0});
}

static void check_panels(Look *look)
{
    const Trace *trace = look->view.trace;
    Maths maths = {trace, look->view.model, LANGUAGE_ENGLISH, &look->course.moving.arena};
    look->view.origin.depth = 1;
    for (ValueKind kind = VALUE_NONE + 1; kind < VALUE_KINDS; kind++) {
        char places = VALUE_INFO[kind].places;
        Value value = {kind, .run = places == 'r' ? RUN_DECODER : 0, .place = look->step};
        value.place = places == '1' ? 0 : places == 'j' ? look->step % trace->n : look->step;
        bool asked = every_case() || ((int)kind + look->step) % 2 == 0;
        if (!asked || kind == VALUE_PARAM || !value_valid(&maths, value))
            continue;
        look->view.origin.trail[0] = value;
        first_seen = 0;
        at_every_moment(look, panel_is_uncovered);
    }
}

static void nothing_lies_over_a_panel(void **state)
{
    (void)state;
    at_every_step(check_panels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_lies_over_a_pair),
        cmocka_unit_test(nothing_lies_over_a_panel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
