/* Pointing at a thing finds it, and everything that can be pressed lies on the screen. */
#include "moving_lesson.h"

#include "words/app_words.h"

#include <math.h>

static View at_moment(MomentKind kind, int step)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    bool of_word = kind >= MOMENT_EMBED && kind <= MOMENT_SELF;
    int moment = moment_find(view.trace, kind, step, of_word ? 0 : -1);
    view.cursor = moment < 0 ? 0 : moment;
    return view;
}

/* What a finger on the middle of the target's mark finds; cells of vectors (b) are found by the pointer itself. */
static void expect_target(View *view, Target wanted)
{
    view->pointer = (Point){-1, -1};
    view->hover = (Target){0};
    moving_draw(&moving, view);
    Box box = {0};
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Target target = command->kind == DRAW_MARK ? command->mark.target : (Target){0};
        if (target.kind == wanted.kind && target.a == wanted.a && (target.b == wanted.b || target.b < 0)
            && target.c == wanted.c)
            box = command->bounds;
    }
    if (box.w <= 0 || box.h <= 0)
        fail_msg("nothing on the picture is target %d %d %d %d", wanted.kind, wanted.a, wanted.b, wanted.c);
    view->pointer = (Point){box.x + box.w / 2, box.y + box.h / 2};
    moving_draw(&moving, view);
    Target found = drawlist_hit(&moving.list, view->pointer);
    if (found.kind != wanted.kind || found.a != wanted.a)
        fail_msg("at %.1f, %.1f lies %d %d %d %d, not %d %d", view->pointer.x, view->pointer.y, found.kind, found.a,
                 found.b, found.c, wanted.kind, wanted.a);
    if (wanted.kind > TARGET_LAST_VALUE)
        return;
    char *said = scene_describe(view, found, &moving.arena);
    assert_non_null(said);
    assert_true(strlen(said) > 8);
    view->hover = found; /* its note and its lit links are drawn */
    int plain = moving.list.count;
    moving_draw(&moving, view);
    assert_true(moving.list.count > plain);
}

/* A weight is there before the word that it is given for. */
static void a_note_names_no_word_before_it_is_written(void **state)
{
    (void)state;
    static const Target of[] = {{TARGET_WEIGHT, 2, 1, 0}, {TARGET_HEAT, 2, 1, 0}};
    for (int language = 0; language < 2; language++)
        for (size_t k = 0; k < LENGTH(of); k++) {
            View view = at_moment(MOMENT_OUTPUT, 2);
            view.language = (Language)language;
            const char *word = view.trace->steps[2].token;
            const char *before = scene_describe(&view, of[k], &moving.arena);
            assert_true(strstr(before, language ? "第 3 步" : "in step 3") && !strstr(before, word));
            view.cursor = moment_find(view.trace, MOMENT_WORD, 2, -1);
            const char *written = arena_printf(&moving.arena, language ? "写“%s”时" : "while “%s” is written", word);
            assert_non_null(strstr(scene_describe(&view, of[k], &moving.arena), written));
        }
}

/* Before its moment a value has no number, under the pointer either. */
static void what_is_not_made_has_no_number(void **state)
{
    (void)state;
    static const struct {
        Target target;
        MomentKind before, made;
    } cases[] = {{{TARGET_CONTEXT, 2, 5, 0}, MOMENT_SOFTMAX, MOMENT_CONTEXT},
                 {{TARGET_STATE, 2, 5, 0}, MOMENT_CONTEXT, MOMENT_STATE},
                 {{TARGET_OUTPUT, 2, 0, 0}, MOMENT_STATE, MOMENT_OUTPUT},
                 {{TARGET_WEIGHT, 2, 0, 0}, MOMENT_SCORES, MOMENT_SOFTMAX},
                 {{TARGET_HEAT, 2, 1, 0}, MOMENT_SCORES, MOMENT_SOFTMAX},
                 {{TARGET_SCORE, 2, 1, 0}, MOMENT_QUERY, MOMENT_SCORES},
                 {{TARGET_CELL, 2, 0, 0}, MOMENT_CONTEXT, MOMENT_STATE}};
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (int made = 0; made < 2; made++) {
            View view = at_moment(made ? cases[i].made : cases[i].before, 2);
            view.hover = cases[i].target;
            view.pointer = (Point){700, 300};
            moving_draw(&moving, &view);
            if (moving_says(&moving, said(LANGUAGE_ENGLISH, W_NOT_MADE_YET)) == made)
                fail_msg("case %zu, %s", i, made ? "made" : "not made");
        }
}

static void pointing_finds_values(void **state)
{
    (void)state;
    static const struct { /* on the floor that is large enough for it then */
        MomentKind kind;
        Target target;
    } wanted[] = {
        {MOMENT_WORD, {TARGET_SOURCE, 1, 0, 0}},     {MOMENT_BACKWARD, {TARGET_EMBEDDING, 2, 0, 0}},
        {MOMENT_WORD, {TARGET_ANNOTATION, 0, 0, 0}}, {MOMENT_BACKWARD, {TARGET_ANNOTATION, 0, 0, 0}},
        {MOMENT_WORD, {TARGET_SCORE, 2, 1, 0}},      {MOMENT_SCORES, {TARGET_SCORE, 2, 1, 0}},
        {MOMENT_WORD, {TARGET_WEIGHT, 2, 0, 0}},     {MOMENT_SOFTMAX, {TARGET_WEIGHT, 2, 2, 0}},
        {MOMENT_WORD, {TARGET_CONTEXT, 2, 0, 0}},    {MOMENT_CONTEXT, {TARGET_CONTEXT, 2, 0, 0}},
        {MOMENT_WORD, {TARGET_QUERY, 2, 0, 0}},      {MOMENT_SCORES, {TARGET_QUERY, 2, 0, 0}},
        {MOMENT_WORD, {TARGET_PREVIOUS, 2, 0, 0}},   {MOMENT_PREVIOUS, {TARGET_PREVIOUS, 2, 0, 0}},
        {MOMENT_WORD, {TARGET_CELL, 2, 0, 0}},       {MOMENT_WORD, {TARGET_STATE, 2, 0, 0}},
        {MOMENT_WORD, {TARGET_OUTPUT, 2, 0, 0}},     {MOMENT_WORD, {TARGET_HEAT, 0, 1, 0}},
        {MOMENT_WORD, {TARGET_HEAT, 2, 2, 0}},       {MOMENT_WORD, {TARGET_WORD, 0, 0, 0}},
        {MOMENT_SOFTMAX, {TARGET_WORD, 0, 0, 0}},
    };
    for (size_t i = 0; i < LENGTH(wanted); i++) {
        bool encodes = wanted[i].kind < MOMENT_PREVIOUS;
        View view = at_moment(wanted[i].kind, encodes ? -1 : 2);
        expect_target(&view, wanted[i].target);
    }
}

/* Each floor's name opens it: it is found by the pointer, wherever the cursor is, and by Tab. */
static void pointing_finds_floors(void **state)
{
    (void)state;
    static const MomentKind kinds[] = {MOMENT_START,   MOMENT_BACKWARD, MOMENT_SCORES,
                                       MOMENT_SOFTMAX, MOMENT_CONTEXT,  MOMENT_WORD};
    for (size_t i = 0; i < LENGTH(kinds); i++)
        for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
            Target name = target_at(TARGET_CONTROL, DECODE_FLOOR, floor, 0);
            View view = at_moment(kinds[i], kinds[i] < MOMENT_PREVIOUS ? -1 : 2);
            expect_target(&view, name);
            assert_true(drawlist_marked(&moving.list, name)->mark.focusable);
        }
}

static void pointing_finds_controls(void **state)
{
    (void)state;
    static const TargetKind kinds[] = {TARGET_PLAY,      TARGET_STEP_BACK, TARGET_STEP_ON,    TARGET_SPEED,
                                       TARGET_FIELD,     TARGET_FIELD_GO,  TARGET_SUGGESTION, TARGET_CARD_BACK,
                                       TARGET_CARD_NEXT, TARGET_CHOICE,    TARGET_THEME,      TARGET_PRESENT,
                                       TARGET_HELP,      TARGET_EXPORT};
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        View view = at_moment(MOMENT_SOFTMAX, 2);
        view.card = 3;
        expect_target(&view, (Target){kinds[i], 0, 0, 0});
    }
    for (int choice = EXPORT_STAGE_PNG; choice < EXPORT_CHOICES; choice++) {
        View view = at_moment(MOMENT_SOFTMAX, 2);
        view.overlay = OVERLAY_EXPORT;
        expect_target(&view, (Target){TARGET_FORMAT, (int16_t)choice, 0, 0});
    }
}

static void every_moment_is_on_the_timeline(void **state)
{
    (void)state;
    View view = at_moment(MOMENT_START, -1);
    for (int i = 0; i < moment_count(view.trace); i++)
        expect_target(&view, (Target){TARGET_MOMENT, (int16_t)i, 0, 0});
}

/* The last mark wins: two things at one place would make one of them out of reach. */
static void everything_focusable_is_in_reach(void **state)
{
    (void)state;
    for (Overlay overlay = OVERLAY_NONE; overlay <= OVERLAY_VIEWS; overlay++) {
        View view = at_moment(MOMENT_WORD, 2);
        view.overlay = overlay;
        moving_draw(&moving, &view);
        int focusable = 0;
        bool above = overlay == OVERLAY_NONE; /* under an open overlay nothing is in reach */
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            if (command->kind != DRAW_MARK)
                continue;
            if (command->mark.target.kind == TARGET_CLOSE)
                above = true;
            if (!command->mark.focusable || !above)
                continue;
            focusable++;
            Box box = command->bounds;
            assert_true(box.w > 0 && box.h > 0);
            assert_true(box.x >= 0 && box.y >= 0 && box.x + box.w <= view.width && box.y + box.h <= view.height);
            Target hit = drawlist_hit(&moving.list, (Point){box.x + box.w / 2, box.y + box.h / 2});
            if (hit.kind != command->mark.target.kind || hit.a != command->mark.target.a)
                fail_msg("target %d %d (%s) lies under target %d %d", command->mark.target.kind, command->mark.target.a,
                         command->mark.name ? command->mark.name : "", hit.kind, hit.a);
        }
        assert_true(focusable >= (overlay == OVERLAY_NONE ? 30 : overlay == OVERLAY_EXPORT ? EXPORT_CHOICES : 0));
    }
}

/* What has the focus shows it. */
static void the_focus_is_visible(void **state)
{
    (void)state;
    View view = at_moment(MOMENT_WORD, 2);
    moving_draw(&moving, &view);
    Target *targets = test_calloc((size_t)moving.list.count, sizeof *targets);
    int count = 0;
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_MARK && moving.list.commands[i].mark.focusable)
            targets[count++] = moving.list.commands[i].mark.target;
    Bytes plain = moving_text(&moving, &view);
    for (int i = 0; i < count; i++) {
        view.focus = targets[i];
        Bytes focused = moving_text(&moving, &view);
        if (strcmp(plain.data, focused.data) == 0)
            fail_msg("the focus on target %d %d %d %d is not seen", targets[i].kind, targets[i].a, targets[i].b,
                     targets[i].c);
        bytes_finish(&focused);
    }
    bytes_finish(&plain);
    test_free(targets);
}

static void file_names_say_what_is_seen(void **state)
{
    (void)state;
    View view = at_moment(MOMENT_SOFTMAX, 2);
    assert_string_equal(scene_file_name(&view, false, &moving.arena), "attend-cat-chase-mouse-step3-softmax");
    assert_string_equal(scene_file_name(&view, true, &moving.arena), "attend-cat-chase-mouse");
    view.cursor = 0;
    assert_string_equal(scene_file_name(&view, false, &moving.arena), "attend-cat-chase-mouse-start");
    view.trace = moving.traces[SENTENCE_LONG];
    assert_true(strlen(scene_file_name(&view, false, &moving.arena)) < 100);
}

/* F12: every text and every mark has its frame, and what lies under the pointer stays the same. */
static void outlines_frame_what_is_there(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    moving_draw(&moving, &view);
    int plain = moving.list.count, frames = 0;
    for (int i = 0; i < plain; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        frames += command->kind == DRAW_MARK || command->kind == DRAW_TEXT;
        frames += command->kind == DRAW_TEXT && command->text.limit.w > 0;
    }
    Target under = drawlist_hit(&moving.list, (Point){720, 450});
    view.window.outlines = true;
    moving_draw(&moving, &view);
    assert_true(frames > 50);
    assert_int_equal(moving.list.count, plain + frames);
    assert_true(target_equal(drawlist_hit(&moving.list, (Point){720, 450}), under));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_frame_what_is_there),
        cmocka_unit_test(a_note_names_no_word_before_it_is_written),
        cmocka_unit_test(what_is_not_made_has_no_number),
        cmocka_unit_test(pointing_finds_values),
        cmocka_unit_test(pointing_finds_floors),
        cmocka_unit_test(pointing_finds_controls),
        cmocka_unit_test(every_moment_is_on_the_timeline),
        cmocka_unit_test(everything_focusable_is_in_reach),
        cmocka_unit_test(the_focus_is_visible),
        cmocka_unit_test(file_names_say_what_is_seen),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
