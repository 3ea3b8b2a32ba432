#include "draw/drawlist.h"
#include "draw/ease.h"

#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Type *type;
static DrawList list;
static const Color ink = {0x1f, 0x24, 0x30, 0xff}, orange = {0xd8, 0x79, 0x08, 0x80}, paper = {0xfb, 0xfa, 0xf7, 0xff};

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    type = type_open(FONTS, &error);
    return type ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    drawlist_finish(&list);
    type_close(type);
    return 0;
}

static TextStyle style_of(Face face, float size)
{
    return (TextStyle){face, size, ink, 0};
}

static void draw_small(void)
{
    drawlist_reset(&list, type, 200, 100, paper);
    drawlist_box(&list, (Box){10, 10, 80, 32}, 99, paint_fill_stroke(paper, ink, 1.5f));
    drawlist_clip(&list, (Box){0, 0, 50.125f, 50});
    drawlist_segment(&list, (Point){-0.001f, 5}, (Point){10, 5},
                     (Paint){.stroke = orange, .width = 2, .dash = 4, .gap = 3});
    drawlist_text(&list, style_of(FACE_SANS_BOLD, 20), (Box){10, 10, 80, 32}, ALIGN_LEFT, slice_of("a \"老鼠\""));
    drawlist_unclip(&list);
    drawlist_move(&list, 1, 2);
    drawlist_cubic(&list, 3, 4, 5, 6, 7, 8);
    drawlist_close(&list);
    drawlist_path_end(&list, paint_fill(orange));
    drawlist_text_turned(&list, style_of(FACE_MATH_ITALIC, 16), (Point){50, 60}, -1.5f, ALIGN_LEFT,
                         slice_of("h\xCC\x83"));
    drawlist_mark(&list, (Box){10, 10, 80, 32}, (Target){1, -2, 3, 4}, true, "a \"mouse\"");
    drawlist_mark(&list, (Box){0, 0, 5, 5}, (Target){2, 0, 0, 0}, false, NULL);
}

static void test_print(void **state)
{
    (void)state;
    draw_small();
    Bytes out = {0};
    drawlist_print(&list, &out);
    assert_string_equal(out.data, "picture 200.00 100.00 #fbfaf7\n"
                                  "box 10.00 10.00 80.00 32.00 round 16.00 fill #fbfaf7 stroke #1f2430 1.50\n"
                                  "clip 0.00 0.00 50.13 50.00\n"
                                  "path M 0.00 5.00 L 10.00 5.00 stroke #d8790880 2.00 dash 4.00 3.00\n"
                                  "text sans-bold 20.00 #1f2430 at 10.00 33.27 width 24.38 \"a \\\"\"\n"
                                  "text cjk-bold 20.00 #1f2430 at 34.38 33.27 width 40.00 \"老鼠\"\n"
                                  "text sans-bold 20.00 #1f2430 at 74.38 33.27 width 7.92 \"\\\"\"\n"
                                  "unclip\n"
                                  "path M 1.00 2.00 C 3.00 4.00 5.00 6.00 7.00 8.00 Z fill #d8790880\n"
                                  "text math-italic 16.00 #1f2430 at 50.00 60.00 angle -1.50 width 9.22 \"h\xCC\x83\"\n"
                                  "mark 1 -2 3 4 at 10.00 10.00 80.00 32.00 focusable \"a \\\"mouse\\\"\"\n"
                                  "mark 2 0 0 0 at 0.00 0.00 5.00 5.00\n");
    bytes_finish(&out);
}

static void test_hits(void **state)
{
    (void)state;
    Target under = {1, 0, 0, 0}, over = {2, 0, 0, 0}, inner = {3, 0, 0, 0}, none = {0};
    drawlist_reset(&list, type, 100, 100, paper);
    drawlist_mark(&list, (Box){0, 0, 100, 100}, under, false, NULL);
    drawlist_clip(&list, (Box){10, 10, 50, 50});
    drawlist_mark(&list, (Box){0, 0, 30, 30}, over, false, "over");
    drawlist_clip(&list, (Box){40, 0, 100, 100});
    drawlist_mark(&list, (Box){0, 0, 100, 100}, inner, true, "inner");
    drawlist_unclip(&list);
    drawlist_unclip(&list);
    static const struct {
        float x, y;
        int kind;
    } cases[] = {
        {5, 5, 1},   {10, 10, 2}, {29.9f, 29.9f, 2}, {30, 20, 1}, {40, 20, 3},
        {59, 59, 3}, {60, 20, 1}, {40, 9, 1},        {0, 0, 1},   {99.9f, 99.9f, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(drawlist_hit(&list, (Point){cases[i].x, cases[i].y}).kind, cases[i].kind);
    assert_true(target_equal(drawlist_hit(&list, (Point){100, 50}), none));
    assert_true(target_equal(drawlist_hit(&list, (Point){-1, 50}), none));
    assert_string_equal(drawlist_marked(&list, inner)->mark.name, "inner");
    assert_null(drawlist_marked(&list, (Target){3, 1, 0, 0}));
}

/* Same content, same hash; any change of what is painted changes it. */
static void test_hashes(void **state)
{
    (void)state;
    uint64_t before[64];
    draw_small();
    int count = list.count;
    for (int i = 0; i < count; i++)
        before[i] = drawlist_hash(&list.commands[i]);
    draw_small();
    for (int i = 0; i < count; i++) {
        DrawCommand *command = &list.commands[i];
        assert_true(drawlist_hash(command) == before[i]);
        for (int j = 0; j < i; j++)
            assert_true(command->kind == DRAW_MARK || before[j] != before[i]);
        if (command->kind == DRAW_BOX)
            command->box.paint.stroke.a--;
        else if (command->kind == DRAW_PATH)
            command->path.paint.dash += 0.5f;
        else if (command->kind == DRAW_TEXT)
            command->text.origin.x += 0.01f;
        else if (command->kind == DRAW_CLIP)
            command->bounds.h += 1;
        else
            continue;
        assert_true(drawlist_hash(command) != before[i]);
    }
    assert_true(before[count - 1] == 0);
}

/* Cut with an ellipsis, never wider than the box. */
static void test_cut(void **state)
{
    (void)state;
    TextStyle style = style_of(FACE_SANS, 14.5f);
    Slice text = slice_of("yesterday 昨天 evening");
    float whole = text_width(type, style, text);
    for (float width = 0; width < whole + 3; width += 1.7f) {
        drawlist_reset(&list, type, 200, 100, paper);
        float took = drawlist_text(&list, style, (Box){10, 10, width, 20}, ALIGN_CENTER, text);
        assert_true(took <= width + 0.02f);
        assert_true(width < whole || fabsf(took - whole) < 1e-3f);
        if (list.count == 0)
            continue;
        const DrawCommand *last = &list.commands[list.count - 1];
        uint32_t end = last->text.letters[last->text.count - 1].codepoint;
        assert_int_equal(end, width >= whole ? 'g' : 0x2026);
        assert_true(last->text.limit.x == 10 && last->text.limit.w == width);
    }
}

/* Both ends of the text stand where `align` says. */
static void test_align(void **state)
{
    (void)state;
    TextStyle style = style_of(FACE_SANS, 20);
    float width = text_width(type, style, slice_of("mouse"));
    static const Align aligns[] = {ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT};
    for (int i = 0; i < 3; i++) {
        drawlist_reset(&list, type, 200, 100, paper);
        drawlist_text_at(&list, style, (Point){100, 50}, aligns[i], slice_of("mouse"));
        drawlist_text_turned(&list, style, (Point){100, 50}, -(float)M_PI / 2, aligns[i], slice_of("mouse"));
        drawlist_text_at(&list, style, (Point){100, 50}, aligns[i],
                         slice_of(arena_printf(&list.arena, "%s%c", "mous", 'e')));
        float back = width * (float)i / 2;
        assert_true(fabsf(list.commands[0].text.origin.x - (100 - back)) < 1e-3f);
        assert_true(fabsf(list.commands[1].text.origin.x - 100) < 1e-3f);
        assert_true(fabsf(list.commands[1].text.origin.y - (50 + back)) < 1e-3f);
        assert_true(drawlist_hash(&list.commands[2]) == drawlist_hash(&list.commands[0]));
        Box bounds = list.commands[0].bounds;
        assert_true(bounds.x < 100 - back + 2 && bounds.x + bounds.w > 100 - back + width - 2 && bounds.h > 10
                    && bounds.h < 20);
    }
}

/* What cannot be seen is not there: no commands, and the caller learns the width all the same. */
static void test_unseen(void **state)
{
    (void)state;
    drawlist_reset(&list, type, 200, 100, paper);
    drawlist_box(&list, (Box){0, 0, 10, 10}, 0, (Paint){0});
    drawlist_box(&list, (Box){0, 0, 0, 10}, 0, paint_fill(ink));
    drawlist_segment(&list, (Point){0, 0}, (Point){9, 9}, paint_stroke(ink, 0));
    TextStyle clear = style_of(FACE_SANS, 20);
    clear.color.a = 0;
    assert_true(drawlist_text_at(&list, clear, (Point){0, 0}, ALIGN_LEFT, slice_of("mouse")) > 40);
    assert_true(drawlist_text_at(&list, style_of(FACE_SANS, 20), (Point){0, 0}, ALIGN_LEFT, slice_of("  ")) > 5);
    assert_int_equal(list.count, 0);
}

/* Once everything has been seen, a frame takes nothing from the heap. */
static void test_no_allocation(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        draw_small();
#ifdef __GLIBC__
    size_t before = mallinfo2().uordblks, held = arena_held(&list.arena);
    for (int i = 0; i < 50; i++)
        draw_small();
    assert_int_equal(mallinfo2().uordblks, before);
    assert_int_equal(arena_held(&list.arena), held);
#endif
}

static void test_shapes(void **state)
{
    (void)state;
    Point curve[4] = {{0, 0}, {0, 50}, {100, 50}, {100, 100}};
    drawlist_reset(&list, type, 200, 100, paper);
    drawlist_ribbon(&list, curve, 20, orange);
    Box bounds = list.commands[0].bounds;
    assert_true(fabsf(bounds.x - (-10 - 1)) < 0.1f && fabsf(bounds.x + bounds.w - (110 + 1)) < 0.1f);
    drawlist_arrow_cubic(&list, curve, 8, ink, 2, 4, 4);
    assert_int_equal(list.count, 3); /* the dashed line, and a head that is not */
    assert_true(list.commands[2].path.paint.dash == 0);
    drawlist_arrow_cubic(&list, curve, 8, ink, 2, 0, 0);
    assert_int_equal(list.count, 4);
    drawlist_arrow(&list, (Point){5, 5}, (Point){5, 5}, 8, ink, 2); /* no length: no NaN */
    for (int i = 0; i < list.count; i++)
        for (int j = 0; j < list.commands[i].path.point_count; j++)
            assert_true(isfinite(list.commands[i].path.points[j].x) && isfinite(list.commands[i].path.points[j].y));
    Point still[4] = {{5, 5}, {5, 5}, {5, 5}, {5, 5}};
    drawlist_ribbon(&list, still, 3, orange);
    assert_true(isfinite(list.commands[list.count - 1].bounds.w));
}

static void test_ease(void **state)
{
    (void)state;
    assert_true(ease_in_out(-1) == 0 && ease_in_out(0) == 0 && ease_in_out(1) == 1 && ease_in_out(2) == 1);
    assert_true(fabsf(ease_in_out(0.5f) - 0.5f) < 1e-6f && fabsf(ease_in_out(0.25f) - 0.0625f) < 1e-6f);
    assert_true(ease_phase(0.2f, 0.2f, 0.6f) == 0 && ease_phase(0.6f, 0.2f, 0.6f) == 1);
    assert_true(ease_phase(0.1f, 0.5f, 0.5f) == 0 && ease_phase(0.5f, 0.5f, 0.5f) == 1);
    Point curve[4] = {{0, 0}, {10, 0}, {20, 30}, {40, 30}}, first[4];
    cubic_split(curve, 0.3f, first);
    for (float t = 0; t <= 1; t += 0.125f) {
        Point a = cubic_point(curve, 0.3f * t), b = cubic_point(first, t);
        assert_true(fabsf(a.x - b.x) < 1e-4f && fabsf(a.y - b.y) < 1e-4f);
    }
}

static void test_boxes(void **state)
{
    (void)state;
    Box box = {10, 20, 30, 40};
    assert_true(box_contains(box, (Point){10, 20}) && !box_contains(box, (Point){40, 20})
                && !box_contains(box, (Point){10, 60}));
    assert_true(box_touches(box, (Box){39, 59, 5, 5}) && !box_touches(box, (Box){40, 20, 5, 5}));
    Box apart = box_intersect(box, (Box){100, 0, 5, 5});
    assert_true(apart.w == 0 && apart.h == 0);
    Box inset = box_inset(box, 1, 2);
    assert_true(inset.x == 11 && inset.y == 22 && inset.w == 28 && inset.h == 36);
}

static void test_crop(void **state)
{
    (void)state;
    drawlist_reset(&list, type, 100, 100, theme_get(THEME_LIGHT)->paper);
    drawlist_box(&list, (Box){10, 10, 20, 20}, 0, paint_fill(color_hex(0)));
    drawlist_clip(&list, (Box){0, 200, 50, 50});
    drawlist_box(&list, (Box){10, 210, 20, 20}, 0, paint_fill(color_hex(0)));
    drawlist_unclip(&list);
    drawlist_box(&list, (Box){90, 90, 20, 20}, 0, paint_fill(color_hex(0)));
    drawlist_crop(&list);
    assert_int_equal(list.count, 4); /* the box below is gone, its clips still match */
    assert_int_equal(list.commands[1].kind, DRAW_CLIP);
    assert_int_equal(list.commands[2].kind, DRAW_UNCLIP);
    assert_true(list.commands[3].bounds.x > 80);
}

static void test_painted(void **state)
{
    (void)state;
    drawlist_reset(&list, type, 100, 100, theme_get(THEME_LIGHT)->paper);
    Box none = drawlist_painted(&list);
    assert_true(none.w == 0 && none.h == 0);
    drawlist_box(&list, (Box){0, 0, 100, 100}, 0, paint_fill((Color){0}));
    drawlist_mark(&list, (Box){0, 0, 100, 100}, (Target){.kind = 1}, true, NULL);
    drawlist_box(&list, (Box){30, 40, 10, 5}, 0, paint_fill(color_hex(0)));
    drawlist_clip(&list, (Box){0, 50, 20, 30});
    drawlist_box(&list, (Box){10, 10, 50, 80}, 0, paint_fill(color_hex(0)));
    drawlist_unclip(&list);
    Box seen =
        drawlist_painted(&list); /* from the first box to the end of the clip; soft edges may reach 1 px further */
    assert_true(seen.x <= 10 && seen.x >= 8 && seen.y <= 40 && seen.y >= 38);
    assert_true(seen.x + seen.w >= 40 && seen.x + seen.w <= 42 && seen.y + seen.h >= 80 && seen.y + seen.h <= 82);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_print),         cmocka_unit_test(test_hits),   cmocka_unit_test(test_hashes),
        cmocka_unit_test(test_cut),           cmocka_unit_test(test_align),  cmocka_unit_test(test_unseen),
        cmocka_unit_test(test_no_allocation), cmocka_unit_test(test_shapes), cmocka_unit_test(test_ease),
        cmocka_unit_test(test_boxes),         cmocka_unit_test(test_crop),   cmocka_unit_test(test_painted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
