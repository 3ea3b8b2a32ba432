/* What is pointed at lights what belongs to it and nothing else: a name in a card, a cell of the map, a number of the
 * panel light the very value on the stage; words, arcs, rows and steps light together, in every view. */
#include "every_view.h"

#include "scene/card/card_show.h"
#include "scene/stage/stage.h"
#include "scene/view/brush.h"
#include "scene/view/window_layout.h"
#include "scene/views/self/view_self.h"

/* ---- pictures ---- */

/* Without notes beside the pointer: those are another test's. */
static void draw(const View *view, Target hover)
{
    View pointing = *view;
    pointing.hover = hover;
    pointing.stage.dragged = hover;
    moving_draw(&every.moving, &pointing);
}

/* What of the picture is drawn inside a box, as one number; `apart`: what is left out. */
static uint64_t ink_of(Box box, Box apart)
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < every.moving.list.count; i++) {
        const DrawCommand *command = &every.moving.list.commands[i];
        Box bounds = command->bounds, inside = box_intersect(bounds, box);
        bool whole = inside.w >= bounds.w - 0.01f && inside.h >= bounds.h - 0.01f;
        if (!whole)
            continue;
        Box aside = box_intersect(bounds, apart);
        if (command->kind < DRAW_CLIP && (aside.w <= 0 || aside.h <= 0))
            hash = (hash ^ drawlist_hash(command)) * 1099511628211u;
    }
    return hash;
}

typedef struct Marks {
    Target targets[1024];
    Box boxes[1024];
    int count;
} Marks;

static Marks marks;

static void list_marks(const View *view)
{
    draw(view, (Target){0});
    marks.count = 0;
    for (int i = 0; i < every.moving.list.count && marks.count < 1024; i++) {
        const DrawCommand *command = &every.moving.list.commands[i];
        if (command->kind != DRAW_MARK)
            continue;
        marks.targets[marks.count] = command->mark.target;
        marks.boxes[marks.count++] = box_inset(command->bounds, -5, -5);
    }
}

static bool changed[1024]; /* what is drawn at a mark */

/* At which marks pointing at it changes what is drawn, compared with pointing at what is nowhere. (What the card wants
 * lit is not while something is pointed at.) */
static void find_changes(const View *view, Target hover)
{
    static uint64_t plain[1024];
    draw(view, target_at(TARGET_CONTEXT, 999, -1, 0));
    for (int m = 0; m < marks.count; m++)
        if (marks.targets[m].kind <= TARGET_LAST_VALUE)
            plain[m] = ink_of(marks.boxes[m], (Box){0});
    draw(view, hover);
    for (int m = 0; m < marks.count; m++)
        if (marks.targets[m].kind <= TARGET_LAST_VALUE)
            changed[m] = ink_of(marks.boxes[m], (Box){0}) != plain[m];
}

/* ---- which value ---- */

static Target value_of_live(Target live)
{
    static const TargetKind kinds[] = {
        [LIVE_ANNOTATION] = TARGET_ANNOTATION, [LIVE_SCORE] = TARGET_SCORE, [LIVE_WEIGHT] = TARGET_WEIGHT,
        [LIVE_CONTEXT] = TARGET_CONTEXT,       [LIVE_STATE] = TARGET_STATE, [LIVE_WORD] = TARGET_WORD,
        [LIVE_SOURCE] = TARGET_SOURCE};
    int t = live.b - 1, j = live.c - 1;
    bool word = live.a == LIVE_ANNOTATION || live.a == LIVE_SOURCE,
         both = live.a == LIVE_SCORE || live.a == LIVE_WEIGHT;
    if (live.a == LIVE_STATE) /* s_0 is the first step's query */
        return t < 0 ? target_at(TARGET_QUERY, 0, -1, 0) : target_at(TARGET_STATE, t, -1, 0);
    return target_at(kinds[live.a], word ? j : t, both ? j : word && live.a == LIVE_ANNOTATION ? -1 : 0, 0);
}

/* The bars of other words and steps stay as they are; of the value itself, where it is on the stage, something
 * lights. */
static void expect_only(const View *view, Target hover, Target value)
{
    bool score = value.kind == TARGET_SCORE, weight = value.kind == TARGET_WEIGHT;
    find_changes(view, hover);
    for (int m = 0; m < marks.count; m++) {
        Target mark = marks.targets[m];
        bool own = mark.kind == value.kind && mark.a == value.a && mark.b == value.b;
        if (own && (score || weight || value.kind == TARGET_ANNOTATION) && !changed[m])
            fail_msg("card %d: %d %d %d %d does not light %d %d %d", view->card + 1, hover.kind, hover.a, hover.b,
                     hover.c, mark.kind, mark.a, mark.b);
        if (mark.kind == TARGET_WEIGHT && (score || weight) && (mark.a != value.a || mark.b != value.b) && changed[m])
            fail_msg("card %d: %d %d %d %d lights the weight %d %d", view->card + 1, hover.kind, hover.a, hover.b,
                     hover.c, mark.a, mark.b);
        if (mark.kind == TARGET_SCORE && (score || weight) && mark.a != value.a && changed[m])
            fail_msg("card %d: %d %d %d %d lights the score %d %d", view->card + 1, hover.kind, hover.a, hover.b,
                     hover.c, mark.a, mark.b);
    }
}

/* Pointing at the name and pointing at the value are one picture, but for where the name stands. */
static void expect_same(const View *view, Target hover, Target value, Box apart)
{
    Box all = {-1000, -1000, view->width + 2000, view->height + 2000};
    draw(view, hover);
    uint64_t named = ink_of(all, apart);
    draw(view, value);
    if (named != ink_of(all, apart))
        fail_msg("card %d: %d %d %d %d does not light what %d %d %d is", view->card + 1, hover.kind, hover.a, hover.b,
                 hover.c, value.kind, value.a, value.b);
}

/* ---- names in cards, cells of the map ---- */

static int links;

static void check_links(const View *view)
{
    WindowLayout layout = window_layout(view);
    list_marks(view);
    for (int m = 0; m < marks.count; m++) {
        Target link = marks.targets[m], value;
        bool again = false;
        for (int k = 0; k < m; k++)
            again = again || target_equal(marks.targets[k], link);
        if (again || (link.kind != TARGET_LIVE && link.kind != TARGET_HEAT))
            continue;
        value = link.kind == TARGET_LIVE ? value_of_live(link) : target_at(TARGET_WEIGHT, link.a, link.b, 0);
        expect_same(view, link, value, layout.card);
        expect_only(view, link, value);
        links++;
    }
}

/* In the panel: of a score, a weight, an entry of the context. */
static void check_panel(View view, int step)
{
    static const ValueKind kinds[] = {VALUE_SCORE, VALUE_WEIGHT, VALUE_CONTEXT};
    WindowLayout layout = window_layout(&view);
    for (size_t k = 0; k < LENGTH(kinds) && layout.side.w > 0; k++) {
        Maths maths = {view.trace, view.model, LANGUAGE_ENGLISH, &every.moving.arena};
        view.origin.trail[0] = (Value){kinds[k], .place = step, .index = 1};
        view.origin.depth = 1;
        if (!value_valid(&maths, view.origin.trail[0]))
            continue;
        list_marks(&view);
        for (int m = 0; m < marks.count; m++) {
            Value behind;
            if (!scene_origin_value(&view, marks.targets[m], &every.moving.arena, &behind))
                continue;
            bool pair = behind.kind == VALUE_SCORE || behind.kind == VALUE_WEIGHT;
            bool state = behind.kind == VALUE_STATE && behind.run >= 0;
            if (!pair && !state)
                continue;
            Target value = pair ? target_at(behind.kind == VALUE_SCORE ? TARGET_SCORE : TARGET_WEIGHT, behind.place,
                                            behind.index, 0)
                                : target_at(TARGET_ANNOTATION, behind.place, -1, 0);
            expect_same(&view, marks.targets[m], value, layout.side);
            if (pair)
                expect_only(&view, marks.targets[m], value);
            links++;
        }
    }
}

static bool in_head(const StageLayout *stage, Point at)
{
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        Box head = stage->floor[floor];
        head.h = stage->head;
        if (stage->floors.hero[floor] == 1 && box_contains(head, at))
            return true;
    }
    return false;
}

/* The question in a hero's head opens the value that the moment makes, of its largest weight. */
static void check_question(const View *view)
{
    Moment moment = moment_at(view->trace, (int)view->cursor);
    static const ValueKind made[MOMENT_KINDS] = {
        [MOMENT_EMBED] = VALUE_EMBEDDING, [MOMENT_FORWARD] = VALUE_STATE,       [MOMENT_BACKWARD] = VALUE_STATE,
        [MOMENT_SCORES] = VALUE_SCORE,    [MOMENT_SOFTMAX] = VALUE_WEIGHT,      [MOMENT_CONTEXT] = VALUE_CONTEXT,
        [MOMENT_STATE] = VALUE_STATE,     [MOMENT_COMBINE] = VALUE_ATTENTIONAL, [MOMENT_OUTPUT] = VALUE_PROBABILITY,
        [MOMENT_WORD] = VALUE_PROBABILITY};
    if (made[moment.kind] == VALUE_NONE)
        return;
    Scope scope = scope_at(view->trace, view->cursor);
    StageLayout stage = stage_layout(view, every.moving.type, &scope, window_layout(view).stage);
    Maths maths = view_maths(view, &every.moving.arena);
    list_marks(view);
    for (int m = 0; m < marks.count; m++)
        if (target_equal(marks.targets[m], (Target){TARGET_CONTROL, DECODE_MADE, 0, 0})
            && in_head(&stage, box_middle(marks.boxes[m]))) {
            Value value = stage_made(&maths, &scope);
            const TraceStep *step = moment.step < 0 ? NULL : &view->trace->steps[moment.step];
            assert_int_equal(value.kind, made[moment.kind]);
            assert_int_equal(value.place, moment.step < 0 ? moment.position : moment.step);
            if (value.kind == VALUE_SCORE || value.kind == VALUE_WEIGHT)
                assert_int_equal(value.index, values_largest(step->step.weights, view->trace->n));
            if (value.kind == VALUE_PROBABILITY)
                assert_int_equal(value.index, step->id);
            links++;
            return;
        }
    fail_msg("the question of moment %d opens nothing", moment.kind);
}

static void check_cards(const char *folder)
{
    Error error = {0};
    Lesson *lesson = lesson_load(path_join(&every.moving.arena, getenv("ATTEND_DATA"), folder), &error);
    expect_ok(lesson != NULL, &error);
    Model models[8];
    assert_true(lesson->model_count <= 8);
    for (int i = 0; i < lesson->model_count; i++)
        expect_ok(model_load(lesson->models[i].path, &models[i], &error), &error);
    ShownLesson *shown = shown_open(lesson, models, 0);
    for (int i = 0; i < lesson->card_count; i++) {
        View view = moving_view(&every.moving, SENTENCE_SHORT, 1440, 900);
        ShownCard card;
        expect_ok(shown_card(shown, i, &view, &card, &error), &error);
        for (int t = 0; view.kind == VIEW_DECODE && t < view.trace->step_count; t += 2) {
            view.cursor = moment_find(view.trace, MOMENT_WORD, t, -1);
            check_links(&view);
            check_panel(view, t);
        }
        for (int moment = 0; view.kind == VIEW_DECODE && moment < moment_count(view.trace); moment++) {
            view.cursor = moment;
            check_question(&view);
        }
        shown_card_finish(&card);
    }
    shown_close(shown);
    for (int i = 0; i < lesson->model_count; i++)
        model_finish(&models[i]);
    lesson_destroy(lesson);
}

static void a_name_lights_its_value(void **state)
{
    (void)state;
    static const char *const lessons[] = {"lessons/03-one-context", "lessons/05-cat-chase-mouse",
                                          "lessons/08-five-scores", "lessons/10-luong"};
    links = 0;
    for (size_t i = 0; i < LENGTH(lessons); i++)
        check_cards(lessons[i]);
    assert_true(links > 200);
}

/* ---- the panel ---- */

static View at_step(int step)
{
    View view = moving_view(&every.moving, SENTENCE_SHORT, 1440, 900);
    view.cursor = moment_find(view.trace, MOMENT_WORD, step, -1);
    return view;
}

/* Its value is marked on the stage, and no other bar; a number of it that is pointed at means the value behind it. */
static void the_panel_marks_its_value(void **state)
{
    (void)state;
    static const ValueKind kinds[] = {VALUE_SCORE, VALUE_WEIGHT};
    for (int shown = 0; shown < 3; shown++)
        for (int t = 0; t < 3; t++)
            for (size_t k = 0; k < LENGTH(kinds); k++)
                for (int j = 0; j < 3; j++) {
                    View view = at_step(shown), open = view;
                    open.origin.trail[0] = (Value){kinds[k], .place = t, .index = j};
                    open.origin.depth = 1;
                    list_marks(&view);
                    for (int m = 0; m < marks.count; m++) {
                        Target mark = marks.targets[m];
                        if (mark.kind != TARGET_SCORE && mark.kind != TARGET_WEIGHT)
                            continue;
                        draw(&view, (Target){0});
                        uint64_t plain = ink_of(marks.boxes[m], (Box){0});
                        draw(&open, (Target){0});
                        bool lit = ink_of(marks.boxes[m], (Box){0}) != plain;
                        bool own = mark.kind == (k ? TARGET_WEIGHT : TARGET_SCORE) && mark.a == t && mark.b == j;
                        bool beside = mark.a == t && (mark.b == j || mark.kind == TARGET_SCORE);
                        if (own ? !lit : lit && !beside)
                            fail_msg("with %s %d,%d the bar %d %d,%d is%s lit", k ? "weight" : "score", t + 1, j + 1,
                                     mark.kind, mark.a + 1, mark.b + 1, lit ? "" : " not");
                    }
                }
}

static void a_number_of_the_panel_means_its_value(void **state)
{
    (void)state;
    View view = at_step(2);
    static const Value values[] = {{VALUE_WEIGHT, .place = 2, .index = 1}, {VALUE_CONTEXT, .place = 2, .index = 7}};
    int found = 0;
    for (size_t v = 0; v < LENGTH(values); v++) {
        view.origin.trail[0] = values[v];
        view.origin.depth = 1;
        list_marks(&view);
        WindowLayout layout = window_layout(&view);
        for (int m = 0; m < marks.count; m++) {
            Value value;
            if (!scene_origin_value(&view, marks.targets[m], &every.moving.arena, &value))
                continue;
            Target at = value_target(&view, value);
            Brush brush = brush_at(&view, marks.targets[m], &every.moving.arena);
            if (value.kind == VALUE_SCORE || value.kind == VALUE_WEIGHT) {
                assert_int_equal(at.kind, value.kind == VALUE_SCORE ? TARGET_SCORE : TARGET_WEIGHT);
                assert_true(brush.step == value.place && brush.position == value.index);
            } else if (value.kind == VALUE_STATE && value.run >= 0)
                assert_true(at.kind == TARGET_ANNOTATION && brush.position == value.place && brush.step < 0);
            else
                continue;
            expect_same(&view, marks.targets[m], at, layout.side);
            found++;
        }
    }
    assert_true(found >= 6);
}

/* ---- what the moment makes ---- */

/* Of the states the one that is made is framed, on the card that wants all of them lit too. */
static void the_state_that_is_made_is_lit(void **state)
{
    (void)state;
    View view = at_step(0);
    for (int card = 0; card < 2; card++)
        for (int j = 0; j < view.trace->n; j++)
            for (int k = 0; k < view.trace->n; k++) {
                view.card = card;
                list_marks(&view);
                float widths[3] = {0};
                view.cursor = moment_find(view.trace, MOMENT_FORWARD, -1, j);
                draw(&view, (Target){0});
                for (int i = 0; i < every.moving.list.count; i++) {
                    const DrawCommand *command = &every.moving.list.commands[i];
                    if (command->kind == DRAW_MARK && command->mark.target.kind == TARGET_ANNOTATION)
                        for (int f = i - 1; f >= 0 && widths[command->mark.target.a] == 0; f--)
                            if (every.moving.list.commands[f].kind == DRAW_BOX
                                && every.moving.list.commands[f].box.box.h == command->bounds.h)
                                widths[command->mark.target.a] = every.moving.list.commands[f].box.paint.width;
                }
                if (k != j)
                    assert_true(widths[j] > widths[k] + 0.5f);
            }
}

/* ---- what belongs together ---- */

typedef struct Together {
    ViewKind kind;
    Target hover;
    Target lit[6], unlit[3]; /* TARGET_NONE ends them */
} Together;

/* In the third step of "cat chase mouse"; of the beam the views' own search. */
static const Together TOGETHER[] = {
    {VIEW_DECODE, /* a source word: its column */
     {TARGET_SOURCE, 1, 0, 0},
     {{TARGET_ANNOTATION, 1, -1, 0}, {TARGET_SCORE, 2, 1, 0}, {TARGET_WEIGHT, 2, 1, 0}},
     {{TARGET_WEIGHT, 2, 0, 0}, {TARGET_ANNOTATION, 2, -1, 0}, {TARGET_WORD, 1, 0, 0}}},
    {VIEW_DECODE, /* a weight of another step: its row and its word, nothing of this step */
     {TARGET_HEAT, 1, 0, 0},
     {{TARGET_HEAT, 1, 0, 0}, {TARGET_SOURCE, 0, 0, 0}, {TARGET_ANNOTATION, 0, -1, 0}, {TARGET_WORD, 1, 0, 0}},
     {{TARGET_WEIGHT, 2, 0, 0}, {TARGET_SCORE, 2, 0, 0}, {TARGET_HEAT, 2, 0, 0}}},
    {VIEW_DECODE, /* a translated word: its row and its step on the timeline */
     {TARGET_WORD, 0, 0, 0},
     {{TARGET_WORD, 0, 0, 0}},
     {{TARGET_WEIGHT, 2, 0, 0}, {TARGET_ANNOTATION, 0, -1, 0}, {TARGET_WORD, 1, 0, 0}}},
    {VIEW_HEATMAP,
     {TARGET_HEAT, 1, 2, 0},
     {{TARGET_HEAT, 1, 2, 0}, {TARGET_SOURCE, 2, 0, 0}, {TARGET_WORD, 1, 0, 0}},
     {{TARGET_HEAT, 0, 1, 0}, {TARGET_SOURCE, 1, 0, 0}}},
    {VIEW_UNROLLED,
     {TARGET_SOURCE, 1, 0, 0},
     {{TARGET_EMBEDDING, 1, -1, 0}, {TARGET_ANNOTATION, 1, -1, 0}},
     {{TARGET_ANNOTATION, 0, -1, 0}}},
    {VIEW_COMPARE, /* on both sides */
     {TARGET_SOURCE, 1, 0, 0},
     {{TARGET_ANNOTATION, 1, -1, 0}, {TARGET_ANNOTATION, 1, -1, 1}, {TARGET_SOURCE, 1, 0, 1}},
     {{TARGET_ANNOTATION, 0, -1, 1}, {TARGET_ANNOTATION, 2, -1, 0}}},
    {VIEW_SELF_ATTENTION, /* both matrices */
     {TARGET_VALUE, SELF_WEIGHTS, 5, 0},
     {{TARGET_VALUE, SELF_SCORES, -1, 0}, {TARGET_VALUE, SELF_WEIGHTS, -1, 0}},
     {{0}}},
};

static int mark_of(Target target)
{
    for (int m = 0; m < marks.count; m++)
        if (target_equal_but_cell(marks.targets[m], target))
            return m;
    fail_msg("no mark of %d %d %d %d", target.kind, target.a, target.b, target.c);
    return -1;
}

static void belonging_things_light_together(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TOGETHER); i++) {
        const Together *one = &TOGETHER[i];
        View view = every_view(one->kind);
        if (one->kind == VIEW_DECODE || one->kind == VIEW_HEATMAP || one->kind == VIEW_UNROLLED) {
            view = at_step(2);
            view.kind = one->kind;
        }
        list_marks(&view);
        find_changes(&view, one->hover);
        for (const Target *lit = one->lit; lit->kind != TARGET_NONE; lit++)
            if (!changed[mark_of(*lit)])
                fail_msg("case %zu: %d %d %d %d is not lit", i, lit->kind, lit->a, lit->b, lit->c);
        for (int k = 0; k < 3 && one->unlit[k].kind != TARGET_NONE; k++)
            if (changed[mark_of(one->unlit[k])])
                fail_msg("case %zu: %d %d %d %d is lit", i, one->unlit[k].kind, one->unlit[k].a, one->unlit[k].b,
                         one->unlit[k].c);
    }
}

static uint64_t foot_of(const View *view, Target hover)
{
    draw(view, hover);
    return ink_of(window_layout(view).foot, (Box){0});
}

/* The step of what is pointed at is framed on the timeline; a word that asks in self-attention is no step. */
static void the_timeline_lights_steps_alone(void **state)
{
    (void)state;
    View view = at_step(2), self = every_view(VIEW_SELF_ATTENTION);
    assert_true(foot_of(&view, target_at(TARGET_WORD, 0, 0, 0)) != foot_of(&view, (Target){0}));
    assert_true(foot_of(&view, target_at(TARGET_SOURCE, 0, 0, 0)) == foot_of(&view, (Target){0}));
    assert_true(foot_of(&self, target_at(TARGET_VALUE, SELF_WEIGHTS, 1, 0)) == foot_of(&self, (Target){0}));
}

/* The focus does what the pointer does. */
static void the_focus_lights_as_the_pointer_does(void **state)
{
    (void)state;
    View view = at_step(2);
    static const Target targets[] = {{TARGET_WORD, 0, 0, 0}, {TARGET_SOURCE, 2, 0, 0}, {TARGET_WEIGHT, 2, 1, 0}};
    for (size_t i = 0; i < LENGTH(targets); i++) {
        Brush hovered, focused;
        view.hover = targets[i], view.focus = (Target){0};
        hovered = brush_find(&view, NULL, &every.moving.arena);
        view.hover = target_at(TARGET_STAGE, 0, 0, 0), view.focus = targets[i];
        focused = brush_find(&view, NULL, &every.moving.arena);
        assert_true(target_equal(hovered.at, focused.at));
        assert_true(hovered.step == focused.step && hovered.position == focused.position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_lights_its_value),
        cmocka_unit_test(the_panel_marks_its_value),
        cmocka_unit_test(a_number_of_the_panel_means_its_value),
        cmocka_unit_test(the_state_that_is_made_is_lit),
        cmocka_unit_test(belonging_things_light_together),
        cmocka_unit_test(the_timeline_lights_steps_alone),
        cmocka_unit_test(the_focus_lights_as_the_pointer_does),
    };
    return cmocka_run_group_tests_name("scene brush", tests, every_view_set_up, every_view_tear_down);
}
