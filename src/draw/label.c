/* Text into the draw list: runs of one face, each with its glyphs' places. */
#include "draw/command.h"
#include "draw/glyph.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const Slice ELLIPSIS = {"\xE2\x80\xA6", 3};

void drawlist_limit(DrawList *list, Box limit)
{
    list->limit = limit;
}

/* The run's ink, turned about its origin. */
static Box run_bounds(Point origin, float angle, float left, float top, float right, float bottom)
{
    float c = cosf(angle), s = sinf(angle);
    float xs[4] = {left, right, left, right}, ys[4] = {top, top, bottom, bottom};
    float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < 4; i++) {
        float x = origin.x + xs[i] * c - ys[i] * s, y = origin.y + xs[i] * s + ys[i] * c;
        x0 = fminf(x0, x), x1 = fmaxf(x1, x);
        y0 = fminf(y0, y), y1 = fmaxf(y1, y);
    }
    return box_inset((Box){x0, y0, x1 - x0, y1 - y0}, -TEXT_EDGE, -TEXT_EDGE);
}

/* Where glyphs are collected until their face changes; the arrays have room for the whole text. */
typedef struct Run {
    uint32_t *glyphs, *codepoints, *shown;
    float *xs, *ys;
    int count;
    bool level; /* all ys are 0 */
    Face face;
    float start, end;               /* px from the text's origin */
    float left, top, right, bottom; /* ink, px from the run's origin */
} Run;

static void run_start(Run *run, Face face, float at)
{
    run->glyphs += run->count;
    run->codepoints += run->count;
    run->shown += run->count;
    run->xs += run->count;
    run->ys += run->count;
    run->level = true;
    run->count = 0;
    run->face = face;
    run->start = run->end = at;
    run->left = run->top = INFINITY;
    run->right = run->bottom = -INFINITY;
}

static void run_add(Run *run, const Step *step, float x, float size)
{
    const Glyph *glyph = &step->glyph;
    float at = x + glyph->x * size - run->start, down = glyph->y * size;
    run->glyphs[run->count] = glyph->id;
    run->codepoints[run->count] = step->codepoint;
    run->shown[run->count] = glyph->codepoint;
    run->level = run->level && down == 0;
    run->ys[run->count] = down;
    run->xs[run->count++] = at;
    run->end = x + glyph->advance * size;
    if (glyph->right <= glyph->left)
        return;
    run->left = fminf(run->left, at + glyph->left * size);
    run->right = fmaxf(run->right, at + glyph->right * size);
    run->top = fminf(run->top, glyph->top * size + down);
    run->bottom = fmaxf(run->bottom, glyph->bottom * size + down);
}

static void run_end(DrawList *list, const Run *run, TextStyle style, Point origin, float angle)
{
    if (run->count == 0 || run->right < run->left)
        return; /* spaces alone paint nothing */
    Point at = {origin.x + run->start * cosf(angle), origin.y + run->start * sinf(angle)};
    Box bounds = run_bounds(at, angle, run->left, run->top, run->right, run->bottom);
    DrawCommand *command = drawlist_add(list, DRAW_TEXT, bounds);
    command->text.face = run->face;
    command->text.size = style.size;
    command->text.color = style.color;
    command->text.origin = at;
    command->text.angle = angle;
    command->text.tracked = style.tracking != 0;
    command->text.glyphs = run->glyphs;
    command->text.xs = run->xs;
    command->text.ys = run->level ? NULL : run->ys;
    command->text.codepoints = run->codepoints;
    command->text.shown = run->shown;
    command->text.count = run->count;
    command->text.width = run->end - run->start;
    command->text.limit = list->limit;
}

/* Adds the runs of `text`; its first glyph stands at `origin`. Returns the width. */
static float add_runs(DrawList *list, TextStyle style, Point origin, float angle, Slice text)
{
    size_t most = text.length; /* a glyph a byte at most */
    Run run = {.glyphs = ARENA_ARRAY(&list->arena, uint32_t, most),
               .codepoints = ARENA_ARRAY(&list->arena, uint32_t, most),
               .shown = ARENA_ARRAY(&list->arena, uint32_t, most),
               .xs = ARENA_ARRAY(&list->arena, float, most),
               .ys = ARENA_ARRAY(&list->arena, float, most)};
    float x = 0;
    Walk walk = walk_start(list->type, style, text);
    for (Step step; walk_next(&walk, &step);) {
        x += step.space * style.size;
        if (run.count == 0 || step.glyph.face != run.face) {
            run_end(list, &run, style, origin, angle);
            run_start(&run, step.glyph.face, x);
        }
        run_add(&run, &step, x, style.size);
        x += step.glyph.advance * style.size;
    }
    run_end(list, &run, style, origin, angle);
    return x;
}

float drawlist_text_turned(DrawList *list, TextStyle style, Point origin, float angle, Align align, Slice text)
{
    if (style.color.a == 0 || align != ALIGN_LEFT) {
        float width = text_width(list->type, style, text);
        if (style.color.a == 0)
            return width;
        float back = align == ALIGN_CENTER ? width / 2 : width;
        origin.x -= back * cosf(angle);
        origin.y -= back * sinf(angle);
    }
    return add_runs(list, style, origin, angle, text);
}

float drawlist_text_at(DrawList *list, TextStyle style, Point origin, Align align, Slice text)
{
    return drawlist_text_turned(list, style, origin, 0, align, text);
}

float drawlist_printf(DrawList *list, TextStyle style, Point origin, Align align, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < (int)sizeof text)
        return drawlist_text_at(list, style, origin, align, slice_of(text));
    char *all = arena_alloc(&list->arena, (size_t)length + 1, 1);
    va_start(arguments, format);
    vsnprintf(all, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return drawlist_text_at(list, style, origin, align, slice_of(all));
}

Slice drawlist_shorten(DrawList *list, TextStyle style, Slice text, float width)
{
    if (text_width(list->type, style, text) <= width + 0.01f)
        return text;
    float dots = text_width(list->type, style, ELLIPSIS) + style.tracking;
    Slice front = slice_trim((Slice){text.text, text_fit(list->type, style, text, width - dots)});
    char *shown = arena_alloc(&list->arena, front.length + ELLIPSIS.length, 1);
    memcpy(shown, front.text, front.length);
    memcpy(shown + front.length, ELLIPSIS.text, ELLIPSIS.length);
    Slice whole = {shown, front.length + ELLIPSIS.length};
    return text_width(list->type, style, whole) <= width + 0.01f ? whole : (Slice){"", 0};
}

float drawlist_text(DrawList *list, TextStyle style, Box box, Align align, Slice text)
{
    text = drawlist_shorten(list, style, text, box.w);
    float width = text_width(list->type, style, text);
    float free = box.w - width;
    float left = box.x + (align == ALIGN_CENTER ? free / 2 : align == ALIGN_RIGHT ? free : 0);
    float cap = type_metrics(list->type, style.face).cap_height * style.size;
    Box limit = list->limit;
    if (!(limit.w > 0))
        list->limit = box;
    drawlist_text_at(list, style, (Point){left, box.y + (box.h + cap) / 2}, ALIGN_LEFT, text);
    list->limit = limit;
    return width;
}
