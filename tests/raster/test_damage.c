/* Painting only what changed: as little as it should be, and to the byte what painting everything gives. */
#include "picture.h"

#include "base/random.h"

#include <math.h>

enum { WIDTH = 300, HEIGHT = 220, ITEMS = 40, STEPS = 60 };

static void nothing_new_paints_nothing(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, WIDTH, HEIGHT);
    drawlist_box(list, (Box){10, 10, 200, 100}, 8, paint_fill_stroke(WHITE, BLACK, 2));
    drawlist_text_at(list, (TextStyle){FACE_SANS, 14.5f, BLACK, 0}, (Point){20, 60}, ALIGN_LEFT,
                     slice_of("cat chase mouse"));
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 1);
    PixelRect all = picture->damaged[0];
    assert_true(all.x0 == 0 && all.y0 == 0 && all.x1 == WIDTH && all.y1 == HEIGHT);
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 0);
    drawlist_mark(list, (Box){0, 0, 50, 50}, (Target){1, 0, 0, 0}, true, "marks are not painted");
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 0);
    raster_forget(picture->raster);
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 1);
    picture_paint(picture, 1.5f); /* another scale */
    assert_int_equal(picture->count, 1);
}

static void moving_a_box_damages_only_around_it(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, 640, 640);
    for (int step = 0; step < 2; step++) {
        drawlist_reset(list, picture->type, 640, 640, WHITE);
        drawlist_box(list, (Box){0, 0, 640, 640}, 0, paint_fill((Color){250, 250, 240, 255}));
        drawlist_box(list, (Box){200 + 10 * (float)step, 300, 20, 20}, 4, paint_fill(BLACK));
        drawlist_box(list, (Box){500, 500, 100, 100}, 4, paint_fill(BLACK));
        picture_paint(picture, 1);
    }
    assert_true(picture->count >= 1);
    for (int i = 0; i < picture->count; i++) {
        PixelRect rect = picture->damaged[i];
        assert_true(rect.x0 >= 128 && rect.x1 <= 320 && rect.y0 >= 236 && rect.y1 <= 384);
        assert_true(rect.x0 < rect.x1 && rect.y0 < rect.y1);
    }
}

static void what_is_hidden_does_not_count(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, WIDTH, HEIGHT);
    for (int step = 0; step < 2; step++) {
        drawlist_reset(list, picture->type, WIDTH, HEIGHT, WHITE);
        drawlist_box(list, (Box){70 + 9 * (float)step, 70, 20, 20}, 4, paint_fill(BLACK));
        drawlist_box(list, (Box){-20, -20, WIDTH + 40, HEIGHT + 40}, 8, paint_fill((Color){9, 9, 90, 255}));
        picture_paint(picture, 1);
    }
    assert_int_equal(picture->count, 0);
    assert_int_equal(pixel(picture, 75, 75), 0xff09095a);
}

static void few_rectangles_hold_all(void **state)
{
    Picture *picture = *state;
    picture_begin(picture, 640, 640);
    PixelRect rects[2];
    for (int step = 0; step < 2; step++) {
        drawlist_reset(&picture->list, picture->type, 640, 640, WHITE);
        for (int i = 0; i < 10 * step; i++)
            drawlist_box(&picture->list, (Box){64 * (float)i + 20, 64 * (float)i + 20, 20, 20}, 0, paint_fill(BLACK));
        int count = raster_paint(picture->raster, &picture->list, 1, picture->canvas, rects, 2);
        assert_int_equal(count, step + 1);
    }
    for (int i = 0; i < 10; i++) {
        int at = 64 * i + 30;
        bool held = false;
        for (int k = 0; k < 2; k++)
            held |= at >= rects[k].x0 && at < rects[k].x1 && at >= rects[k].y0 && at < rects[k].y1;
        assert_true(held);
        assert_int_equal(ink(picture, at, at), 255);
    }
}

/* ---- random pictures ---- */

static float between(Random *random, float low, float high)
{
    return low + (high - low) * (float)random_unit(random);
}

static Color any_color(Random *random)
{
    uint64_t bits = random_bits(random);
    uint8_t alpha = bits >> 32 & 1 ? 255 : (uint8_t)(bits >> 24);
    return (Color){(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16), alpha};
}

static Paint any_paint(Random *random)
{
    Paint paint = {.width = between(random, 0.3f, 6)};
    uint32_t kind = random_below(random, 4);
    if (kind != 0)
        paint.fill = any_color(random);
    if (kind != 1)
        paint.stroke = any_color(random);
    if (random_below(random, 4) == 0) {
        paint.dash = between(random, 0, 9);
        paint.gap = between(random, 0, 9);
    }
    return paint;
}

static Point any_point(Random *random)
{
    return (Point){between(random, -60, WIDTH + 60), between(random, -60, HEIGHT + 60)};
}

static void draw_path(DrawList *list, Random *random)
{
    Point at = any_point(random);
    drawlist_move(list, at.x, at.y);
    for (uint32_t i = random_below(random, 6); i-- > 0;) {
        Point a = any_point(random), b = any_point(random), c = any_point(random);
        switch (random_below(random, 4)) {
        case 0:
            drawlist_line(list, a.x, a.y);
            break;
        case 1:
            drawlist_close(list);
            break;
        case 2:
            drawlist_move(list, a.x, a.y);
            break;
        default:
            drawlist_cubic(list, a.x, a.y, b.x, b.y, c.x, c.y);
            break;
        }
    }
    drawlist_path_end(list, any_paint(random));
}

static void draw_text(DrawList *list, Random *random)
{
    static const char *const words[] = {"cat", "老鼠", "0.93", "α₃ = softmax(e)", "chase mouse", "−1.31"};
    TextStyle style = {(Face)random_below(random, 4), between(random, 4, 40), any_color(random), between(random, 0, 2)};
    float angle = random_below(random, 4) == 0 ? between(random, -4, 4) : 0;
    drawlist_text_turned(list, style, any_point(random), angle, (Align)random_below(random, 3),
                         slice_of(words[random_below(random, 6)]));
}

/* One item is a pure function of its seed. */
static void draw_item(DrawList *list, uint64_t seed)
{
    Random random = random_seeded(seed);
    Point a = any_point(&random), b = any_point(&random);
    Box box = {a.x, a.y, between(&random, 0, 150), between(&random, 0, 150)};
    switch (random_below(&random, 8)) {
    case 0:
    case 1:
        drawlist_box(list, box, between(&random, -1, 40), any_paint(&random));
        break;
    case 2:
        draw_path(list, &random);
        break;
    case 3:
    case 4:
        draw_text(list, &random);
        break;
    case 5:
        drawlist_arrow(list, a, b, 6, any_color(&random), between(&random, 0.5f, 4));
        break;
    case 6:
        drawlist_clip(list, box);
        break;
    default:
        drawlist_unclip(list);
        break;
    }
}

static void draw_items(DrawList *list, const Type *type, const uint64_t *seeds, int count)
{
    drawlist_reset(list, type, WIDTH, HEIGHT, WHITE);
    for (int i = 0; i < count; i++)
        draw_item(list, seeds[i]);
}

static void expect_as_from_nothing(Picture *picture, float scale)
{
    size_t bytes = (size_t)picture->canvas.width * (size_t)picture->canvas.height * sizeof(uint32_t);
    uint32_t *pixels = heap_alloc(bytes, 1);
    Typesetter *typesetter = typesetter_create(picture->type);
    Raster *fresh = raster_create(typesetter_source(typesetter));
    PixelRect damaged[1];
    Canvas canvas = {pixels, picture->canvas.width, picture->canvas.height, picture->canvas.width};
    raster_paint(fresh, &picture->list, scale, canvas, damaged, 1);
    assert_memory_equal(pixels, picture->canvas.pixels, bytes);
    raster_destroy(fresh);
    typesetter_destroy(typesetter);
    free(pixels);
}

static void bit_by_bit_equals_from_nothing(void **state)
{
    Picture *picture = *state;
    static const float scales[] = {1, 1.5f, 2, 0.8f};
    for (size_t k = 0; k < LENGTH(scales); k++) {
        float scale = scales[k];
        Random random = random_seeded(2024 + k);
        picture_begin(picture, (int)(WIDTH * scale), (int)(HEIGHT * scale));
        uint64_t seeds[ITEMS];
        for (int i = 0; i < ITEMS; i++)
            seeds[i] = random_bits(&random);
        for (int step = 0; step < STEPS; step++) {
            for (uint32_t changes = random_below(&random, 4); changes > 0; changes--)
                seeds[random_below(&random, ITEMS)] = random_bits(&random);
            draw_items(&picture->list, picture->type, seeds, (int)random_below(&random, 8) == 0 ? ITEMS / 2 : ITEMS);
            picture_paint(picture, scale);
            expect_as_from_nothing(picture, scale);
        }
    }
}

/* ---- nonsense ---- */

static float nonsense(Random *random)
{
    static const float values[] = {NAN,   INFINITY, -INFINITY, 1e30f, -1e30f, 3e38f, 1e9f,
                                   -1e9f, 1e5f,     -7,        0,     -0.0f,  1e-30f};
    return values[random_below(random, LENGTH(values))];
}

static void spoil(Random *random, float *value)
{
    if (random_below(random, 4) == 0)
        *value = nonsense(random);
}

static void spoil_paint(Random *random, Paint *paint)
{
    spoil(random, &paint->width);
    spoil(random, &paint->dash);
    spoil(random, &paint->gap);
}

/* Puts nonsense where the functions of drawlist.h would not let it through. */
static void spoil_command(Random *random, DrawCommand *command)
{
    float *bounds[] = {&command->bounds.x, &command->bounds.y, &command->bounds.w, &command->bounds.h};
    for (size_t i = 0; i < LENGTH(bounds); i++)
        if (random_below(random, 4) == 0)
            spoil(random, bounds[i]);
    if (command->kind == DRAW_BOX) {
        float *box[] = {&command->box.box.x, &command->box.box.y, &command->box.box.w, &command->box.box.h,
                        &command->box.radius};
        for (size_t i = 0; i < LENGTH(box); i++)
            spoil(random, box[i]);
        spoil_paint(random, &command->box.paint);
    } else if (command->kind == DRAW_PATH) {
        Point *points = (Point *)command->path.points;
        for (int i = 0; i < command->path.point_count; i++)
            if (random_below(random, 3) == 0)
                spoil(random, random_below(random, 2) ? &points[i].x : &points[i].y);
        spoil_paint(random, &command->path.paint);
    } else if (command->kind == DRAW_TEXT) {
        spoil(random, &command->text.size);
        spoil(random, &command->text.origin.x);
        spoil(random, &command->text.origin.y);
        spoil(random, &command->text.angle);
        spoil(random, &((Letter *)command->text.letters)->x);
        if (random_below(random, 4) == 0)
            ((Letter *)command->text.letters)->shown = UINT32_MAX;
    }
}

static void nonsense_does_no_harm(void **state)
{
    Picture *picture = *state;
    Random random = random_seeded(7);
    picture_begin(picture, WIDTH, HEIGHT);
    for (int round = 0; round < 300; round++) {
        uint64_t seeds[ITEMS];
        for (int i = 0; i < ITEMS; i++)
            seeds[i] = random_bits(&random);
        draw_items(&picture->list, picture->type, seeds, ITEMS);
        for (int i = 0; i < picture->list.count; i++)
            spoil_command(&random, picture->list.commands + i);
        picture_paint(picture, 1);
        if (round % 10 == 0)
            expect_as_from_nothing(picture, 1);
    }
    static const float scales[] = {0, -1, NAN, INFINITY, 1e-20f, 1e20f};
    for (size_t i = 0; i < LENGTH(scales); i++)
        picture_paint(picture, scales[i]);
    picture->canvas.width = 0;
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 0);
}

static void thousands_of_commands(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, WIDTH, HEIGHT);
    Random random = random_seeded(11);
    for (int i = 0; i < 20000; i++)
        draw_item(list, random_bits(&random));
    for (int i = 0; i < 3000; i++)
        drawlist_clip(list, (Box){0, 0, WIDTH, HEIGHT});
    draw_item(list, 1);
    picture_paint(picture, 1);
    assert_true(picture->count >= 1);
}

/* More glyphs than the cache holds. */
static void the_glyph_cache_begins_anew(void **state)
{
    Picture *picture = *state;
    picture_begin(picture, WIDTH, HEIGHT);
    for (int round = 0; round < 6; round++) {
        drawlist_reset(&picture->list, picture->type, WIDTH, HEIGHT, WHITE);
        for (int i = 0; i < 60; i++)
            drawlist_text_at(&picture->list, (TextStyle){FACE_SANS, 200 + (float)round + (float)i * 0.25f, BLACK, 0},
                             (Point){-20, 150}, ALIGN_LEFT, slice_of("mouse"));
        picture_paint(picture, 1);
    }
    expect_as_from_nothing(picture, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_new_paints_nothing),     cmocka_unit_test(moving_a_box_damages_only_around_it),
        cmocka_unit_test(what_is_hidden_does_not_count),  cmocka_unit_test(few_rectangles_hold_all),
        cmocka_unit_test(bit_by_bit_equals_from_nothing), cmocka_unit_test(nonsense_does_no_harm),
        cmocka_unit_test(thousands_of_commands),          cmocka_unit_test(the_glyph_cache_begins_anew),
    };
    return cmocka_run_group_tests(tests, picture_setup, picture_teardown);
}
