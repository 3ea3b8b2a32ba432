/* What a frame costs: processor time of raster_paint on a picture like the moving stage and on a 60 x 60 heatmap.
 *
 *   frame_bench [frames]
 *
 * "moving": every stroke, bar, number and ribbon changes in each frame. "one part": a single bar does. "still": nothing
 * does. The heap does not grow in the second half of the frames (but for what SDL2_ttf does in its own caches): that is
 * checked, not timed. */
#include "base/resource.h"
#include "raster/raster.h"
#include "sdl/typeset.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP = 20, FRAMES = 200, RECTS = 128 };

typedef void Picture(DrawList *list, const Type *type, float width, float height, int frame);

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static const char *const WORDS[] = {"cat", "chase", "mouse", "老鼠", "捉", "yesterday", "苹果", "Jerry"};

static float wave(int frame, int i)
{
    return 0.5f + 0.5f * sinf(0.11f * (float)frame + 1.7f * (float)i);
}

/* A column of the stage: the word, its states, score, bar and ribbon to the context. */
static void draw_column(DrawList *list, const Theme *theme, Box box, int i, int frame)
{
    TextStyle word = {FACE_SANS_BOLD, TYPE_BODY, theme->text[ROLE_INK], 0};
    TextStyle number = {FACE_SANS, TYPE_TINY, theme->text[ROLE_MUTED], 0};
    float value = wave(frame, i), middle = box.x + box.w / 2;
    Box foot = {box.x + 2, box.y + box.h - 34, box.w - 4, 30};
    drawlist_box(list, foot, 8, paint_fill_stroke(theme->panel, theme->hairline, 1.5f));
    drawlist_text(list, word, foot, ALIGN_CENTER, slice_of(WORDS[i % 8]));
    Box states = {middle - 10, box.y + box.h - 200, 20, 130};
    drawlist_box(list, box_inset(states, -4, -4), 5, paint_fill_stroke(theme->panel, theme->fill[ROLE_ENCODER], 1.5f));
    for (int k = 0; k < 8; k++)
        drawlist_box(list, (Box){states.x, states.y + 16.25f * (float)k, states.w, 15}, 2,
                     paint_fill(color_signed(theme, 2 * wave(frame, i + 3 * k) - 1, 1)));
    for (int k = 0; k < 14; k++)
        drawlist_text_at(list, number, (Point){middle - 14, box.y + 340 + 11 * (float)k}, ALIGN_LEFT,
                         slice_of(arena_printf(&list->arena, "%.3f", (double)wave(frame, i + k))));
    Box track = {box.x + 6, box.y + 160, box.w - 12, 90}, bar = track;
    bar.y += bar.h * (1 - value);
    bar.h *= value;
    drawlist_box(list, track, 4, paint_fill(theme->faint));
    drawlist_box(list, bar, 4, paint_fill(theme->fill[ROLE_CONTEXT]));
    drawlist_arrow(list, (Point){middle, states.y - 8}, (Point){middle, track.y + 100}, 5, theme->fill[ROLE_QUERY],
                   1.5f);
    Point ribbon[4] = {{middle, track.y}, {middle, box.y + 100}, {box.x * 0.3f + 300, box.y + 120}, {520, box.y + 40}};
    drawlist_ribbon(list, ribbon, 14 * value + 1, color_fade(theme->fill[ROLE_CONTEXT], 0.5f));
    Point back[4] = {{middle, foot.y}, {middle + 30, foot.y - 60}, {900, box.y + 380}, {1000, box.y + 300 * value}};
    drawlist_arrow_cubic(list, back, 6, theme->fill[ROLE_MUTED], 1.5f, i % 2 ? 5 : 0, 4);
}

static void draw_stage(DrawList *list, const Type *type, float width, float height, int frame)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    drawlist_reset(list, type, width, height, theme->paper);
    drawlist_box(list, (Box){0, 0, width, 52}, 0, paint_fill(theme->panel));
    drawlist_box(list, (Box){0, 52, 300, height - 52}, 0, paint_fill(theme->panel));
    drawlist_box(list, (Box){300, 772, width - 300, height - 772}, 0, paint_fill(theme->panel));
    TextStyle prose = {FACE_SANS, TYPE_BODY, theme->text[ROLE_INK], 0};
    for (int i = 0; i < 16; i++)
        drawlist_text_at(list, prose, (Point){28, 180 + 23 * (float)i}, ALIGN_LEFT,
                         slice_of("Each answer is a score. Softmax turns"));
    float step = (width - 760) / 25;
    for (int i = 0; i < 25; i++)
        draw_column(list, theme, (Box){320 + step * (float)i, 60, step, 690}, i, frame);
    TextStyle math = {FACE_MATH, TYPE_LARGE, theme->text[ROLE_INK], 0};
    drawlist_text_at(list, math, (Point){328, 800}, ALIGN_LEFT,
                     slice_of(arena_printf(&list->arena, "= softmax(e)₃ = exp(2.52) / (exp(−1.31) + exp(%.2f)) = %.3f",
                                           (double)wave(frame, 1), (double)wave(frame, 2))));
    for (int i = 0; i < 40; i++)
        drawlist_box(list, (Box){470 + 18 * (float)i, 848, 14, 6}, 3,
                     paint_fill(i * 5 < frame % 200 ? theme->fill[ROLE_DECODER] : theme->hairline));
    for (int i = 0; i < 120; i++)
        drawlist_text_at(list, (TextStyle){FACE_SANS, TYPE_SMALL, theme->text[ROLE_INK], 0},
                         (Point){width - 400 + 40 * (float)(i % 10), 120 + 30 * (float)(i / 10)}, ALIGN_LEFT,
                         slice_of(arena_printf(&list->arena, "%.2f", (double)wave(frame, i))));
}

static void draw_one_part(DrawList *list, const Type *type, float width, float height, int frame)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    draw_stage(list, type, width, height, 0);
    drawlist_box(list, (Box){500, 240, 40, 90 * wave(frame, 0)}, 4, paint_fill(theme->fill[ROLE_OUTPUT]));
}

static void draw_still(DrawList *list, const Type *type, float width, float height, int frame)
{
    (void)frame;
    draw_stage(list, type, width, height, 0);
}

static void draw_heatmap(DrawList *list, const Type *type, float width, float height, int frame)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    drawlist_reset(list, type, width, height, theme->panel);
    float w = (width - 100) / 60, h = (height - 100) / 60;
    for (int row = 0; row < 60; row++)
        for (int column = 0; column < 60; column++) {
            float value = wave(frame, row * 7 + column);
            Color color = color_weight(theme, MAP_PAPER, value);
            Box cell = {80 + w * (float)column, 80 + h * (float)row, w - 1, h - 1};
            drawlist_box(list, cell, 2, paint_fill(color));
            drawlist_text_at(list, (TextStyle){FACE_SANS, 8, color_on(color), 0},
                             (Point){cell.x + w / 2, cell.y + h - 4}, ALIGN_CENTER,
                             slice_of(arena_printf(&list->arena, "%.2f", (double)value)));
        }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void count(const DrawList *list, int counts[3])
{
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind <= DRAW_TEXT)
            counts[list->commands[i].kind]++;
}

static size_t heap_held(void)
{
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

static void measure(const Type *type, const char *name, Picture *picture, int width, int height, int frames)
{
    DrawList list = {0};
    Typesetter *typesetter = typesetter_create(type);
    Raster *raster = raster_create(typesetter_source(typesetter));
    Canvas canvas = {heap_alloc((size_t)width * (size_t)height, sizeof(uint32_t)), width, height, width};
    PixelRect damaged[RECTS];
    double *times = heap_alloc((size_t)frames, sizeof *times), building = 0;
    int counts[3] = {0};
    size_t held = 0;
    for (int i = -WARM_UP; i < frames; i++) {
        double before = milliseconds();
        picture(&list, type, (float)width, (float)height, i);
        double start = milliseconds();
        raster_paint(raster, &list, 1, canvas, damaged, RECTS);
        double end = milliseconds();
        if (i == frames / 2)
            held = heap_held();
        if (i >= 0) {
            times[i] = end - start;
            building += start - before;
        }
    }
    size_t now = heap_held();
    count(&list, counts);
    qsort(times, (size_t)frames, sizeof *times, by_size);
    printf(
        "%-9s %4d x %-4d  median %6.2f  p99 %6.2f ms   (building the list %.2f ms; %d boxes, %d paths, %d texts)%s\n",
        name, width, height, times[frames / 2], times[(frames - 1) * 99 / 100], building / frames, counts[0], counts[1],
        counts[2], now > held + held / 50 ? "   HEAP GREW" : "");
    free(times);
    free(canvas.pixels);
    raster_destroy(raster);
    typesetter_destroy(typesetter);
    drawlist_finish(&list);
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : FRAMES;
    Arena arena = {0};
    Error error = {0};
    char *fonts = resource_folder("assets/fonts", &arena);
    Type *type = fonts ? type_open(fonts, &error) : NULL;
    if (!type || frames < 1) {
        fprintf(stderr, "frame_bench: %s\n",
                type    ? "frames must be at least 1"
                : fonts ? error_text(&error)
                        : "assets/fonts was not found");
        return 1;
    }
    static const struct {
        const char *name;
        Picture *picture;
    } pictures[] = {
        {"moving", draw_stage}, {"one part", draw_one_part}, {"still", draw_still}, {"heatmap", draw_heatmap}};
    static const int sizes[][2] = {{1440, 900}, {1920, 1080}};
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        for (int k = 0; k < 2; k++)
            measure(type, pictures[i].name, pictures[i].picture, sizes[k][0], sizes[k][1], frames);
    type_close(type);
    arena_finish(&arena);
    return 0;
}
