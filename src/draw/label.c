/* Text into the draw list: runs of one face, each with its glyphs' places. */
#include "draw/command.h"
#include "draw/glyph.h"

#include <cglm/struct/vec2.h>
#include <math.h>
#include <string.h>

static const Slice ELLIPSIS = {"\xE2\x80\xA6", 3};

/* The run's ink, turned about its origin. */
static Box run_bounds(Point origin, float angle, Point low, Point high)
{
    Point corners[4] = {low, {high.x, low.y}, {low.x, high.y}, high};
    for (int i = 0; i < 4; i++)
        corners[i] = glms_vec2_add(origin, glms_vec2_rotate(corners[i], angle));
    return box_inset(points_box(corners, 4), -TEXT_EDGE, -TEXT_EDGE);
}

/* Where letters are collected until their face changes. */
typedef struct LabelRun {
    Letter *letters; /* room for the whole text */
    int count;
    Face face;
    int number;
    bool whole, left;
    float start, end; /* px from the text's origin */
    Point low, high;  /* ink, px from the run's origin */
} LabelRun;

static void run_add(LabelRun *run, const LetterStep *step, float x, float size)
{
    const Glyph *glyph = &step->glyph;
    float at = x + glyph->x * size - run->start, down = glyph->y * size;
    run->letters[run->count++] = (Letter){glyph->id, step->codepoint, glyph->codepoint, at, down};
    run->end = fmaxf(x + glyph->advance * size, run->left ? run->end : -INFINITY);
    if (glyph->right <= glyph->left)
        return;
    run->low = glms_vec2_minv(run->low, (Point){at + glyph->left * size, glyph->top * size + down});
    run->high = glms_vec2_maxv(run->high, (Point){at + glyph->right * size, glyph->bottom * size + down});
}

static void run_end(DrawList *list, const LabelRun *run, TextStyle style, Point origin, float angle)
{
    if (run->count == 0 || run->high.x < run->low.x)
        return; /* spaces alone paint nothing */
    Point at = {origin.x + run->start * cosf(angle), origin.y + run->start * sinf(angle)};
    DrawCommand *command = drawlist_add(list, DRAW_TEXT, run_bounds(at, angle, run->low, run->high));
    command->text.face = run->face;
    command->text.size = style.size;
    command->text.color = style.color;
    command->text.origin = at;
    command->text.angle = angle;
    command->text.tracked = style.tracking != 0 && !run->whole;
    command->text.letters = run->letters;
    command->text.count = run->count;
    command->text.width = run->end - run->start;
    command->text.whole = run->whole;
    command->text.left = run->left;
    command->text.limit = list->limit;
    if (list->readable > 0)
        text_be_readable(list);
}

/* Where the step's run begins, its first one standing `x` px from the text's left end. */
static LabelRun run_begin(const LabelRun *before, const LetterStep *step, float x, float size, bool turns)
{
    float start = turns ? step->left * size : x;
    return (LabelRun){.letters = before->letters + before->count,
                      .face = step->glyph.face,
                      .number = step->run,
                      .whole = step->whole,
                      .left = step->level % 2,
                      .start = start,
                      .end = start,
                      .low = {INFINITY, INFINITY},
                      .high = {-INFINITY, -INFINITY}};
}

/* Adds the runs of `text`, as they are read; its left end is at `origin`. Returns the width. */
static float add_runs(DrawList *list, TextStyle style, Point origin, float angle, Slice text)
{
    float x = 0;
    Walk walk = walk_start(list->type, style, text);
    bool turns = walk.shaped->turns;
    LabelRun run = {.letters = ARENA_ARRAY(&list->arena, Letter, (size_t)walk.shaped->count)};
    for (LetterStep step; walk_next(&walk, &step);) {
        x += step.space * style.size;
        float at = turns ? step.at * style.size : x;
        if (run.count == 0 || step.run != run.number) {
            run_end(list, &run, style, origin, angle);
            run = run_begin(&run, &step, at, style.size, turns);
        }
        run_add(&run, &step, at, style.size);
        x += step.glyph.advance * style.size;
    }
    run_end(list, &run, style, origin, angle);
    return x;
}

/* A text of one command since `first`, or of one on its plate, knows how it was placed; of several the first one knows
 * it of all. */
static void note_align(DrawList *list, int first, Align align)
{
    DrawCommand *head = NULL, *end = list->commands + list->count;
    for (DrawCommand *command = list->commands + first; command < end; command++)
        if (command->kind == DRAW_TEXT) {
            head = head ? head : command;
            head->text.parts++;
        }
    if (!head)
        return;
    head->text.whole_align = align;
    if (head->text.parts == 1)
        head->text.align = align;
}

float drawlist_text_turned(DrawList *list, TextStyle style, Point origin, float angle, Align align, Slice text)
{
    if (style.color.a == 0 || align != ALIGN_LEFT) {
        float wide = text_width(list->type, style, text);
        if (style.color.a == 0)
            return wide;
        float back = align == ALIGN_CENTER ? wide / 2 : wide;
        origin.x -= back * cosf(angle);
        origin.y -= back * sinf(angle);
    }
    int first = list->count;
    float width = add_runs(list, style, origin, angle, text);
    note_align(list, first, align);
    return width;
}

float drawlist_text_at(DrawList *list, TextStyle style, Point origin, Align align, Slice text)
{
    return drawlist_text_turned(list, style, origin, 0, align, text);
}

Slice drawlist_shorten(DrawList *list, TextStyle style, Slice text, float width)
{
    if (text_width(list->type, style, text) <= width + 0.01f)
        return text;
    list->cut++;
    float dots = text_width(list->type, style, ELLIPSIS) + style.tracking;
    Slice front = slice_trim((Slice){text.text, text_fit(list->type, style, text, width - dots)});
    char *shown = arena_alloc(&list->arena, front.length + ELLIPSIS.length, 1);
    memcpy(shown, front.text, front.length);
    for (;;) { /* a letter may be wider where it is the last one */
        memcpy(shown + front.length, ELLIPSIS.text, ELLIPSIS.length);
        Slice whole = {shown, front.length + ELLIPSIS.length};
        if (text_width(list->type, style, whole) <= width + 0.01f)
            return whole;
        if (front.length == 0)
            return front;
        front.length = utf8_whole((Slice){front.text, front.length - 1});
    }
}

float drawlist_text(DrawList *list, TextStyle style, Box box, Align align, Slice text)
{
    text = drawlist_shorten(list, style, text, box.w);
    float width = text_width(list->type, style, text);
    float free = box.w - width;
    float left = box.x + (align == ALIGN_CENTER ? free / 2 : align == ALIGN_RIGHT ? free : 0);
    float cap = type_cap_height(list->type, style.face) * style.size;
    list->limit = box;
    int first = list->count;
    drawlist_text_at(list, style, (Point){left, box.y + (box.h + cap) / 2}, ALIGN_LEFT, text);
    note_align(list, first, align);
    list->limit = (Box){0};
    return width;
}
