/* kit/pan.h: what has no room is drawn whole behind a window, seen and found there alone, and goes no further
 * than its ends. */
#include "moving_lesson.h"

#include "scene/kit/pan.h"

static const Box WINDOW = {100, 50, 300, 200};
static const Target NEAR = {TARGET_CONTROL, 1, 0, 0}, FAR = {TARGET_CONTROL, 2, 0, 0};

/* Two marks: at the upper left corner of the whole, and at its lower right. */
static Pan draw(const View *view, SceneLayout *layout, Point least, Point from, bool passive)
{
    *layout = (SceneLayout){0};
    drawlist_reset(&moving.list, moving.type, view->width, view->height, view->theme->paper);
    Painter painter = {view, view->theme, &moving.list, passive, layout};
    Pan pan = pan_begin(&painter, WINDOW, least, from);
    Box all = pan.whole;
    drawlist_mark(&moving.list, (Box){all.x, all.y, 20, 20}, NEAR, false, NULL);
    drawlist_mark(&moving.list, (Box){all.x + all.w - 20, all.y + all.h - 20, 20, 20}, FAR, false, NULL);
    pan_end(&painter, &pan);
    return pan;
}

static bool is_found(Target target)
{
    return target_equal(drawlist_hit(&moving.list, box_middle(drawlist_marked(&moving.list, target)->bounds)), target);
}

static void with_room_it_stays(void **state)
{
    (void)state;
    SceneLayout layout;
    View view = moving_view(&moving, SENTENCE_SHORT, 500, 300);
    view.stage.pan = (Point){30, 30}; /* of another picture */
    Pan pan = draw(&view, &layout, (Point){300, 150}, (Point){50, 50}, false);
    assert_memory_equal(&pan.whole, &WINDOW, sizeof WINDOW);
    assert_true(layout.panned.w == 0 && is_found(NEAR) && is_found(FAR));
    int commands = moving.list.count;
    pan = draw(&view, &layout, (Point){900, 900}, (Point){50, 50}, true); /* a figure is never dragged */
    assert_memory_equal(&pan.whole, &WINDOW, sizeof WINDOW);
    assert_true(layout.panned.w == 0 && moving.list.count == commands);
    assert_true(layout.pan_most.x == 600 && layout.pan_most.y == 700); /* it is made smaller by who draws it */
}

static void it_goes_to_its_ends(void **state)
{
    (void)state;
    SceneLayout layout;
    View view = moving_view(&moving, SENTENCE_SHORT, 500, 300);
    static const struct {
        Point by, at;
    } drags[] = {{{0, 0}, {0, 25}}, {{40, 10}, {40, 35}}, {{-90, -90}, {0, 0}}, {{900, 900}, {120, 80}}};
    for (size_t i = 0; i < LENGTH(drags); i++) {
        view.stage.pan = drags[i].by;
        Pan pan = draw(&view, &layout, (Point){420, 280}, (Point){0, 25}, false);
        Box whole = {WINDOW.x - drags[i].at.x, WINDOW.y - drags[i].at.y, 420, 280};
        assert_memory_equal(&pan.whole, &whole, sizeof whole);
        assert_true(layout.pan_most.x == 120 && layout.pan_most.y == 80 && layout.pan_from.y == 25);
        assert_memory_equal(&layout.panned, &WINDOW, sizeof WINDOW);
        bool first = drags[i].at.x == 0 && drags[i].at.y == 0, last = drags[i].at.x == 120 && drags[i].at.y == 80;
        assert_true(is_found(NEAR) == first && is_found(FAR) == last);
    }
    view.stage.pan = (Point){0, 0};
    draw(&view, &layout, (Point){420, 280}, (Point){999, 999}, false); /* where it stands by itself has ends too */
    assert_true(layout.pan_from.x == 120 && layout.pan_from.y == 80 && is_found(FAR));
}

/* A bar for each way it goes on. */
static void it_says_that_it_goes_on(void **state)
{
    (void)state;
    SceneLayout layout;
    View view = moving_view(&moving, SENTENCE_SHORT, 500, 300);
    int bars[3];
    const Point least[] = {{300, 200}, {420, 200}, {420, 280}};
    for (int i = 0; i < 3; i++) {
        draw(&view, &layout, least[i], (Point){0, 0}, false);
        bars[i] = 0;
        for (int k = 0; k < moving.list.count; k++)
            bars[i] += moving.list.commands[k].kind == DRAW_BOX;
    }
    assert_true(bars[0] == 0 && bars[1] > 0 && bars[2] == 2 * bars[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_room_it_stays),
        cmocka_unit_test(it_goes_to_its_ends),
        cmocka_unit_test(it_says_that_it_goes_on),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
