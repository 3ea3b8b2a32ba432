/* The picture is a pure function of the trace, the cursor and the view: forward and back are the same to the byte,
 * whatever was drawn in between; no number in it is broken; and drawing it again takes nothing from the heap. */
#include "moving_lesson.h"

#include <math.h>

/* Something quite different, so that what would be remembered is overwritten. */
static void draw_something_else(void)
{
    View view = moving_view(&moving, SENTENCE_LONG, 1024, 640);
    view.theme = theme_get(THEME_DARK);
    view.language = LANGUAGE_CHINESE;
    view.card = 6;
    view.cursor = 40.5;
    view.window.captions = true;
    view.overlay = OVERLAY_HELP;
    moving_draw(&moving, &view);
}

static void back_is_the_way_forward(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_MIDDLE; sentence++) {
        View view = moving_view(&moving, sentence, 1440, 900);
        view.window.captions = sentence == SENTENCE_MIDDLE;
        int count = 4 * (moment_count(view.trace) - 1) + 1;
        Bytes *forward = test_calloc((size_t)count, sizeof *forward);
        for (int i = 0; i < count; i++) {
            view.cursor = i / 4.0;
            forward[i] = moving_text(&moving, &view);
        }
        for (int i = count; i-- > 0;) {
            if (i % 7 == 0)
                draw_something_else();
            view.cursor = i / 4.0;
            Bytes back = moving_text(&moving, &view);
            assert_int_equal(back.length, forward[i].length);
            assert_memory_equal(back.data, forward[i].data, back.length);
            bytes_finish(&back);
        }
        for (int i = 0; i < count; i++)
            bytes_finish(&forward[i]);
        test_free(forward);
    }
}

static void the_picture_moves(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Bytes last = {0};
    for (int i = 0; i < moment_count(view.trace); i++) {
        view.cursor = i;
        Bytes now = moving_text(&moving, &view);
        if (last.data && strcmp(last.data, now.data) == 0)
            fail_msg("moment %d looks like the one before", i);
        bytes_finish(&last);
        last = now;
    }
    bytes_finish(&last);
}

static bool sound(float value)
{
    return isfinite(value) && fabsf(value) < 1e6f;
}

static bool sound_box(Box box)
{
    return sound(box.x) && sound(box.y) && sound(box.w) && sound(box.h);
}

static bool sound_command(const DrawCommand *command)
{
    if (!sound_box(command->bounds))
        return false;
    bool ok = true;
    switch (command->kind) {
    case DRAW_BOX:
        return sound_box(command->box.box) && sound(command->box.radius) && sound(command->box.paint.width)
               && command->box.box.w >= 0 && command->box.box.h >= 0;
    case DRAW_PATH:
        for (int i = 0; i < command->path.point_count; i++)
            ok = ok && sound(command->path.points[i].x) && sound(command->path.points[i].y);
        return ok && sound(command->path.paint.width);
    case DRAW_TEXT:
        for (int i = 0; i < command->text.count; i++)
            ok = ok && sound(command->text.letters[i].x);
        return ok && sound(command->text.origin.x) && sound(command->text.origin.y) && sound(command->text.size)
               && command->text.size > 0 && sound(command->text.angle);
    default:
        return true;
    }
}

static void check_numbers(const View *view)
{
    moving_draw(&moving, view);
    assert_true(moving.list.count > 50);
    for (int i = 0; i < moving.list.count; i++)
        if (!sound_command(&moving.list.commands[i])) {
            Bytes text = {0};
            drawlist_print(&moving.list, &text);
            fail_msg("%s, %.0fx%.0f, cursor %g: command %d has a number that is none or less than nothing",
                     view->field.text, view->width, view->height, view->cursor, i);
        }
}

static void all_numbers_are_numbers(void **state)
{
    (void)state;
    static const float sizes[][2] = {{640, 400},  {711, 444},   {760, 480},   {1000, 600}, {1138, 711},
                                     {1440, 900}, {1920, 1080}, {3840, 2160}, {900, 2000}, {2400, 410}};
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
            for (int mode = 0; mode < 4; mode++) {
                View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
                view.window.present = mode & 1;
                view.window.captions = mode & 2;
                view.window.reduced_motion = mode == 3;
                double last = moment_count(view.trace) - 1, step = sentence == SENTENCE_LONG ? 3.35 : 0.85;
                for (view.cursor = 0; view.cursor < last; view.cursor += step)
                    check_numbers(&view);
                view.cursor = last;
                check_numbers(&view);
            }
}

static void scrolling_is_bounded(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_LONG, 870, 560);
    SceneLayout layout = scene_window(&view, moving.type, &moving.list);
    assert_true(sound(layout.card_scroll) && layout.card_scroll >= 0);
    assert_true(sound(layout.stage_scroll) && layout.stage_scroll > 0); /* 27 words do not fit */
    assert_non_null(drawlist_marked(&moving.list, (Target){TARGET_FIELD, 0, 0, 0}));
    view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    layout = scene_window(&view, moving.type, &moving.list);
    assert_true(layout.stage_scroll == 0);
    assert_true(layout.card_scroll == 0);
}

static void drawing_again_takes_no_heap(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_MIDDLE, 1440, 900);
    view.window.captions = true;
    double last = moment_count(view.trace) - 1;
    for (int round = 0; round < 3; round++) { /* the first two warm up */
        long before = heap_count();
        for (view.cursor = 0; view.cursor <= last; view.cursor += 0.25)
            moving_draw(&moving, &view);
        if (round == 2)
            assert_int_equal(heap_count() - before, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(back_is_the_way_forward),     cmocka_unit_test(the_picture_moves),
        cmocka_unit_test(all_numbers_are_numbers),     cmocka_unit_test(scrolling_is_bounded),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
