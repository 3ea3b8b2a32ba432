/* The opening: texts have room in every size, language and theme; captions name the word with the largest real weight;
 * the picture follows from the view alone. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/view/opening_script.h"
#include "scene/window/opening_bars.h"

#include <math.h>

static View opening_view(OpeningStage stage, float width, float height)
{
    View view = moving_view(&moving, SENTENCE_SHORT, width, height);
    OpeningScene scenes[OPENING_SCENES];
    int count = opening_script(view.trace, scenes);
    assert_int_equal(count, view.trace->word_count);
    int step = scenes[count - 1].step;
    view.opening = (Opening){.stage = stage, .scene = count - 1, .step = step, .pulse = 0.4f};
    view.opening.bar = 0;
    view.opening.wrote = view.trace->steps[step].token;
    view.cursor = scenes[count - 1].end;
    return view;
}

static void texts_have_room(void **state)
{
    (void)state;
    static const float sizes[][2] = {{870, 560}, {1024, 640}, {1138, 711}, {1440, 900}, {2560, 1440},
                                     PHONES,     {429, 510},  {352, 281}}; /* of the last two the promise */
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (OpeningStage stage = OPENING_PROMISE; stage <= OPENING_STEERED; stage++)
            for (int mode = 0; mode < 4; mode++) {
                View view = opening_view(stage, sizes[s][0], sizes[s][1]);
                view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                view.opening.again = mode == 3;
                view.opening.pulse = stage == OPENING_DRAG ? -1 : 0.4f; /* the call lies over the stage */
                moving_draw(&moving, &view);
                if (stage > OPENING_PROMISE && s + 2 < LENGTH(sizes))
                    ink_check_list(&view, &moving.list);
                for (int i = 0; i < moving.list.count; i++) {
                    Box box = moving.list.commands[i].bounds;
                    bool inside = box.x >= 0 && box.x + box.w <= view.width;
                    assert_true(stage > OPENING_PROMISE || inside);
                }
            }
    assert_int_equal(ink_findings, 0);
}

/* What stands in the button of the promise, sign and word, is as far from its left edge as from its right one. */
static void the_button_is_centred(void **state)
{
    (void)state;
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        View view = opening_view(OPENING_PROMISE, 1440, 900);
        view.language = language;
        moving_draw(&moving, &view);
        Box button = drawlist_marked(&moving.list, (Target){TARGET_OPENING, OPENING_ON, 0, 0})->bounds;
        float left = INFINITY, right = -INFINITY;
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            Box ink = command->kind == DRAW_TEXT ? box_inset(command->bounds, TEXT_EDGE, 0) : command->bounds;
            bool inside = ink.y >= button.y && ink.y + ink.h <= button.y + button.h && ink.w < button.w - 20;
            if ((command->kind == DRAW_TEXT || command->kind == DRAW_PATH) && inside) {
                left = fminf(left, ink.x - button.x);
                right = fmaxf(right, ink.x + ink.w - button.x);
            }
        }
        assert_float_equal(left, button.w - right, 2.5f);
    }
}

/* Does a text of the picture say this? */
static bool says(const char *wanted)
{
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->bounds.y > 900 - 92 && command_says(command, wanted))
            return true;
    }
    return false;
}

/* The trace's own weights say which word it is, whatever the sentence. */
static void captions_name_the_largest_weight(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_MIDDLE; sentence++) {
        View view = opening_view(OPENING_PLAYS, 1440, 900);
        view.trace = moving.traces[sentence];
        OpeningScene scenes[OPENING_SCENES];
        int count = opening_script(view.trace, scenes);
        assert_true(count > 2);
        for (view.opening.scene = 0; view.opening.scene < count; view.opening.scene++) {
            const TraceStep *step = &view.trace->steps[scenes[view.opening.scene].step];
            view.cursor = scenes[view.opening.scene].end;
            moving_draw(&moving, &view);
            assert_true(says(view.trace->source[values_largest(step->step.weights, view.trace->n)]));
            assert_true(says(step->token));
        }
    }
}

/* The numbers on the bars: every instant's add up to 100, on the way from word to word too. */
static void percents_close(void **state)
{
    (void)state;
    View view = opening_view(OPENING_PLAYS, 1440, 900);
    OpeningScene scenes[OPENING_SCENES];
    int count = opening_script(view.trace, scenes), seen = 0;
    for (double cursor = 0; cursor <= scenes[count - 1].end; cursor += 0.1) {
        view.cursor = cursor;
        moving_draw(&moving, &view);
        int sum = 0, numbers = 0;
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            char text[SAID_BYTES];
            int percent, end = 0;
            if (command->kind == DRAW_TEXT && command->text.color.a > 250
                && sscanf(command_text(command, text), "%d %%%n", &percent, &end) == 1 && end > 0 && !text[end])
                sum += percent, numbers++;
        }
        assert_true(numbers == 0 || (numbers == view.trace->n && sum == 100));
        seen += numbers > 0;
    }
    assert_true(seen > 50);
    int out[4];
    opening_percents((const float[]){0.333f, 0.333f, 0.334f}, 3, out);
    assert_true(out[0] == 33 && out[1] == 33 && out[2] == 34);
    opening_percents((const float[]){0.125f, 0.125f, 0.125f, 0.125f}, 4, out); /* of a window: half of it is given */
    assert_int_equal(out[0] + out[1] + out[2] + out[3], 50);
}

/* All bars of the step and the button can be had; while it plays it can be skipped; else nothing is there. */
static void only_bars_can_be_touched(void **state)
{
    (void)state;
    View view = opening_view(OPENING_PLAYS, 1440, 900);
    moving_draw(&moving, &view);
    for (int i = 0; i < moving.list.count; i++)
        assert_true(moving.list.commands[i].kind != DRAW_MARK
                    || target_equal(moving.list.commands[i].mark.target, (Target){TARGET_OPENING, OPENING_SKIP, 0, 0}));
    view = opening_view(OPENING_PROMISE, 1440, 900);
    moving_draw(&moving, &view);
    for (int language = 1; language <= 2; language++)
        assert_non_null(drawlist_marked(&moving.list, target_at(TARGET_LANGUAGE, language, 0, 0)));
    view = opening_view(OPENING_DRAG, 1440, 900);
    Bytes first = moving_text(&moving, &view), again = moving_text(&moving, &view);
    assert_string_equal(first.data, again.data);
    bytes_finish(&first);
    bytes_finish(&again);
    int bars = 0;
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_MARK) {
            Target target = moving.list.commands[i].mark.target;
            assert_true(target.kind == TARGET_WEIGHT || target.kind == TARGET_OPENING);
            bars += target.kind == TARGET_WEIGHT;
        }
    assert_int_equal(bars, view.trace->n);
}

/* While the bars go over to the next weights the line is still about those before; at first there is none. */
static void the_line_waits_for_the_bars(void **state)
{
    (void)state;
    View view = opening_view(OPENING_PLAYS, 1440, 900);
    OpeningScene scenes[OPENING_SCENES];
    int count = opening_script(view.trace, scenes);
    view.gloss = GLOSS_HIDDEN;
    view.cursor = 0;
    moving_draw(&moving, &view);
    assert_false(moving_says(&moving, "The network looks mostly at "));
    for (int i = 0; i < count; i++) {
        assert_int_equal(opening_step_shown(view.trace, scenes[i].end), scenes[i].step);
        assert_int_equal(opening_step_shown(view.trace, scenes[i].end + 0.01), scenes[i].step);
        view.cursor = scenes[i].end;
        moving_draw(&moving, &view);
        assert_true(moving_says(&moving, "The network looks mostly at "));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_room),
        cmocka_unit_test(the_button_is_centred),
        cmocka_unit_test(captions_name_the_largest_weight),
        cmocka_unit_test(the_line_waits_for_the_bars),
        cmocka_unit_test(percents_close),
        cmocka_unit_test(only_bars_can_be_touched),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
