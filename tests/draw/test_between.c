#include "draw/drawlist.h"

#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static Type *type;
static DrawList from, to, list;
static const Color ink = {0x1f, 0x24, 0x30, 0xff}, orange = {0xd8, 0x79, 0x08, 0xff}, paper = {0xfb, 0xfa, 0xf7, 0xff};

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
    drawlist_finish(&from);
    drawlist_finish(&to);
    drawlist_finish(&list);
    type_close(type);
    return 0;
}

static void begin(void)
{
    drawlist_reset(&from, type, 400, 300, paper);
    drawlist_reset(&to, type, 400, 300, paper);
}

static void put_text(DrawList *into, float size, Point at, const char *text)
{
    drawlist_text_at(into, (TextStyle){FACE_SANS, size, ink, 0}, at, ALIGN_LEFT, slice_of(text));
}

static void put_bar(DrawList *into, uint64_t name, Box box, Color color)
{
    drawlist_piece(into, name);
    drawlist_box(into, box, 4, paint_fill(color));
    drawlist_piece_end(into);
}

static void expect_same(const DrawList *a, const DrawList *b)
{
    Bytes one = {0}, other = {0};
    drawlist_print(a, &one);
    drawlist_print(b, &other);
    assert_string_equal(one.data, other.data);
    bytes_finish(&one);
    bytes_finish(&other);
}

/* How many commands of a kind; `last`: of them. */
static int count(DrawKind kind, const DrawCommand **last)
{
    int found = 0;
    for (int i = 0; i < list.count; i++)
        if (list.commands[i].kind == kind) {
            found++;
            *last = &list.commands[i];
        }
    return found;
}

/* A bar with its number becomes a cell: both pictures have a panel, each something of its own. */
static void draw_pair(void)
{
    begin();
    for (int i = 0; i < 2; i++)
        drawlist_box(i ? &to : &from, (Box){0, 0, 400, 20}, 0, paint_fill(orange));
    put_bar(&from, 7, (Box){10, 100, 40, 80}, orange);
    drawlist_piece(&from, 8);
    put_text(&from, 20, (Point){12, 90}, "0.86");
    drawlist_piece_end(&from);
    put_text(&from, 12, (Point){200, 200}, "left");
    drawlist_mark(&from, (Box){0, 0, 9, 9}, (Target){1, 0, 0, 0}, false, NULL);
    put_bar(&to, 7, (Box){210, 200, 60, 40}, ink);
    drawlist_piece(&to, 8);
    put_text(&to, 12, (Point){220, 225}, "0.86");
    drawlist_piece_end(&to);
    put_text(&to, 12, (Point){300, 80}, "new");
    drawlist_mark(&to, (Box){0, 0, 9, 9}, (Target){2, 0, 0, 0}, false, NULL);
}

static void the_ends_are_the_pictures(void **state)
{
    (void)state;
    draw_pair();
    assert_true(drawlist_between(&list, &from, &to, 0));
    expect_same(&list, &from);
    assert_false(drawlist_between(&list, &from, &to, 1));
    expect_same(&list, &to);
    assert_true(drawlist_between(&list, &from, &to, -1));
    expect_same(&list, &from);
    assert_false(drawlist_between(&list, &from, &to, 2));
    expect_same(&list, &to);
}

static void a_piece_moves(void **state)
{
    (void)state;
    draw_pair();
    const DrawCommand *found = NULL;
    float before = 10;
    for (int i = 1; i < 20; i++) {
        assert_true(drawlist_between(&list, &from, &to, (float)i / 20));
        assert_int_equal(count(DRAW_BOX, &found), 2); /* the panel stays, and stays whole */
        assert_int_equal(list.commands[0].box.paint.fill.a, 255);
        assert_true(found->box.box.x >= before && found->box.box.x <= 210);
        assert_true(found->box.box.w >= 40 && found->box.box.w <= 60 && found->box.box.h >= 40);
        before = found->box.box.x;
        assert_int_equal(count(DRAW_PIECE, &found), 2); /* so that it can go over to a third picture */
        assert_int_equal(count(DRAW_MARK, &found), 1);
        assert_int_equal(found->mark.target.kind, 2);
    }
    assert_true(drawlist_between(&list, &from, &to, 0.475f)); /* half of the way */
    count(DRAW_BOX, &found);
    assert_float_equal(found->box.box.x, 110, 0.5);
    assert_true(found->box.paint.fill.r < orange.r && found->box.paint.fill.r > ink.r);
    count(DRAW_TEXT, &found);
    assert_true(found->text.color.a < 20);
    assert_float_equal(found->text.size, 16, 0.1);
}

/* First the old alone fades, then the new alone comes. */
static void the_rest_fades(void **state)
{
    (void)state;
    draw_pair();
    static const struct {
        float t;
        int texts, alpha; /* of the one that is not named: the first */
    } cases[] = {{0.1f, 2, 198}, {0.4f, 2, 28}, {0.5f, 1, 0}, {0.62f, 2, 13}, {0.9f, 2, 191}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        drawlist_between(&list, &from, &to, cases[i].t);
        const DrawCommand *found = NULL;
        assert_int_equal(count(DRAW_TEXT, &found), cases[i].texts);
        for (int k = 0; cases[i].texts > 1; k++)
            if (list.commands[k].kind == DRAW_TEXT) {
                assert_in_range(list.commands[k].text.color.a, cases[i].alpha - 2, cases[i].alpha + 2);
                break;
            }
    }
}

static void without_names_it_takes_half_the_time(void **state)
{
    (void)state;
    begin();
    const DrawCommand *found = NULL;
    put_text(&from, 12, (Point){200, 200}, "left");
    put_text(&to, 12, (Point){200, 100}, "new");
    for (int half = 0; half < 2; half++) {
        assert_true(drawlist_between(&list, &from, &to, half ? 0.375f : 0.125f));
        assert_int_equal(count(DRAW_TEXT, &found), 1);
        assert_in_range(found->text.color.a, 126, 129);
        assert_true(found->text.origin.y == (half ? 100 : 200));
    }
    assert_false(drawlist_between(&list, &from, &to, 0.5f));
    expect_same(&list, &to);
}

/* In the same place it is no piece that moves: what lies over it stays there. */
static void what_rests_stays_under_what_is_on_it(void **state)
{
    (void)state;
    const DrawCommand *found = NULL;
    begin();
    for (int i = 0; i < 2; i++) {
        put_bar(i ? &to : &from, 7, (Box){10, 10, 20, 20}, orange);
        drawlist_box(i ? &to : &from, (Box){12, 12, 4, 4}, 0, paint_fill(ink));
    }
    put_text(&to, 12, (Point){200, 100}, "new");
    assert_true(drawlist_between(&list, &from, &to, 0.4f));
    assert_int_equal(count(DRAW_PIECE, &found), 0);
    assert_int_equal(count(DRAW_BOX, &found), 2);
    assert_true(found->box.box.w == 4 && found->box.paint.fill.a == 255);
}

/* Other kinds of commands: the old ones are fitted into the box on its way and fade. */
static void a_cell_becomes_an_arc(void **state)
{
    (void)state;
    begin();
    put_bar(&from, 7, (Box){10, 10, 20, 20}, orange);
    drawlist_piece(&to, 7);
    drawlist_segment(&to, (Point){100, 100}, (Point){180, 260}, paint_stroke(ink, 4));
    drawlist_piece_end(&to);
    const DrawCommand *box = NULL, *path = NULL;
    assert_true(drawlist_between(&list, &from, &to, 0.475f));
    assert_int_equal(count(DRAW_BOX, &box), 1);
    assert_int_equal(count(DRAW_PATH, &path), 1);
    assert_in_range(box->box.paint.fill.a, 62, 66); /* each half gone */
    assert_in_range(path->path.paint.stroke.a, 62, 66);
    assert_float_equal(box->bounds.x, path->bounds.x, 0.01);
    assert_float_equal(box->bounds.h, path->bounds.h, 0.01);
}

/* What is cut by a clip, or lies under a panel, does not fly; nor does nothing. */
static void what_is_hidden_has_no_name(void **state)
{
    (void)state;
    const DrawCommand *found = NULL;
    for (int hidden = 0; hidden < 4; hidden++) {
        begin();
        if (hidden == 1)
            drawlist_clip(&from, (Box){0, 0, 400, 120});
        put_bar(&from, 7, (Box){10, 100, hidden == 3 ? 0 : 40, 80}, orange);
        if (hidden == 1)
            drawlist_unclip(&from);
        if (hidden == 2)
            drawlist_box(&from, (Box){0, 50, 200, 200}, 0, paint_fill(paper));
        drawlist_clip(&to, (Box){0, 0, 400, 300});
        put_bar(&to, 7, (Box){210, 200, 60, 40}, ink);
        drawlist_unclip(&to);
        drawlist_between(&list, &from, &to, 0.3f);
        assert_int_equal(count(DRAW_PIECE, &found), hidden ? 0 : 1);
        assert_int_equal(count(DRAW_CLIP, &found), hidden ? 1 : 0);
        assert_int_equal(count(DRAW_UNCLIP, &found), hidden ? 1 : 0);
    }
}

/* A picture is the same with and without pieces, cropped too. */
static void pieces_paint_nothing(void **state)
{
    (void)state;
    begin();
    put_bar(&from, 7, (Box){10, 10, 20, 20}, orange);
    put_bar(&from, 8, (Box){900, 10, 20, 20}, orange);
    drawlist_box(&to, (Box){10, 10, 20, 20}, 4, paint_fill(orange));
    drawlist_crop(&from);
    expect_same(&from, &to);
    assert_int_equal(from.count, 5);
    assert_true(drawlist_hash(&from.commands[0]) == 0 && drawlist_hash(&from.commands[2]) == 0);
    drawlist_reset(&list, type, 400, 300, paper);
    drawlist_append_scaled(&list, &from, (Point){0, 0}, 2);
    assert_true(list.commands[0].piece == 7);
}

/* Twice as large it has the bounds of a text of twice the size: the edge around the ink does not grow. */
static void a_scaled_text_keeps_its_edge(void **state)
{
    (void)state;
    begin();
    put_text(&from, 20, (Point){50, 60}, "0.86");
    drawlist_reset(&list, type, 400, 300, paper);
    drawlist_append_scaled(&list, &from, (Point){0, 0}, 2);
    drawlist_reset(&to, type, 400, 300, paper);
    put_text(&to, 40, (Point){100, 120}, "0.86");
    Box scaled = list.commands[0].bounds, direct = to.commands[0].bounds;
    assert_true(fabsf(scaled.x - direct.x) < 0.1f && fabsf(scaled.y - direct.y) < 0.1f);
    assert_true(fabsf(scaled.w - direct.w) < 0.1f && fabsf(scaled.h - direct.h) < 0.1f);
}

/* ---- any two pictures ---- */

static Random rng;

static float any(float most)
{
    return (float)random_unit(&rng) * most;
}

static Box any_box(void)
{
    return (Box){any(400) - 20, any(300) - 20, any(200), any(150)};
}

static void put_any(DrawList *into)
{
    Paint paint = {{1, 2, 3, (uint8_t)any(255)}, {4, 5, 6, (uint8_t)any(255)}, any(3), any(4), 3};
    int kind = (int)any(4);
    if (kind == 0)
        drawlist_box(into, any_box(), any(20), paint);
    else if (kind == 1)
        put_text(into, 8 + any(20), (Point){any(400), any(300)}, any(2) < 1 ? "0.86" : "老鼠 a");
    else if (kind == 2)
        drawlist_arrow(into, (Point){any(400), any(300)}, (Point){any(400), any(300)}, 6, paint.fill, paint.width);
    else
        drawlist_box(into, (Box){10, 10, 50, 50}, 0, paint_fill(orange)); /* what other pictures have too */
}

static void draw_any(DrawList *into)
{
    int names = 1, open = 0;
    for (int i = (int)any(30); i > 0; i--) {
        int what = (int)any(6);
        if (what == 0 && open < 8) {
            drawlist_clip(into, any_box());
            open++;
        } else if (what == 1 && open > 0) {
            drawlist_unclip(into);
            open--;
        } else if (what == 2) {
            drawlist_piece(into, (uint64_t)names++);
            for (int k = (int)any(3); k > 0; k--)
                put_any(into);
            drawlist_piece_end(into);
        } else
            put_any(into);
    }
    while (open-- > 0)
        drawlist_unclip(into);
}

/* Every command has its bounds, every clip its end; a picture on its way goes over to a third one. */
static void any_two_pictures(void **state)
{
    (void)state;
    rng = random_seeded(73);
    DrawList third = {0};
    for (int round = 0; round < 300; round++) {
        begin();
        draw_any(&from);
        draw_any(&to);
        for (int i = 0; i <= 10; i++) {
            drawlist_between(&list, &from, &to, (float)i / 10);
            int depth = 0;
            for (int k = 0; k < list.count; k++) {
                const DrawCommand *command = &list.commands[k];
                depth += (command->kind == DRAW_CLIP) - (command->kind == DRAW_UNCLIP);
                assert_true(depth >= 0);
                Box box = command->kind == DRAW_BOX ? command->box.box : command->bounds;
                Box seen = box_intersect(box_inset(command->bounds, -0.01f, -0.01f), box);
                assert_true(seen.w >= box.w - 0.02f && seen.h >= box.h - 0.02f);
            }
            assert_int_equal(depth, 0);
        }
        drawlist_between(&list, &from, &to, any(1));
        drawlist_between(&third, &list, &from, any(1));
    }
    drawlist_finish(&third);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ends_are_the_pictures),
        cmocka_unit_test(a_piece_moves),
        cmocka_unit_test(the_rest_fades),
        cmocka_unit_test(without_names_it_takes_half_the_time),
        cmocka_unit_test(what_rests_stays_under_what_is_on_it),
        cmocka_unit_test(a_cell_becomes_an_arc),
        cmocka_unit_test(what_is_hidden_has_no_name),
        cmocka_unit_test(pieces_paint_nothing),
        cmocka_unit_test(a_scaled_text_keeps_its_edge),
        cmocka_unit_test(any_two_pictures),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
