/* The draw list as text. */
#include "base/json.h"
#include "draw/drawlist.h"

#include <math.h>

static const char *const FACE_NAMES[FACE_SYSTEM] = {"sans",      "sans-bold", "math",     "math-italic",
                                                    "math-bold", "cjk",       "cjk-bold", "fallback"};

/* To 1/100, never -0. */
static double cents(float value)
{
    double rounded = round((double)value * 100) / 100;
    return rounded == 0 ? 0 : rounded;
}

static void put_box(Bytes *out, Box box)
{
    bytes_printf(out, " %.2f %.2f %.2f %.2f", cents(box.x), cents(box.y), cents(box.w), cents(box.h));
}

static void put_color(Bytes *out, const char *name, Color color)
{
    bytes_printf(out, " %s#%02x%02x%02x", name, color.r, color.g, color.b);
    if (color.a != 0xFF)
        bytes_printf(out, "%02x", color.a);
}

static void put_paint(Bytes *out, Paint paint)
{
    if (paint.fill.a)
        put_color(out, "fill ", paint.fill);
    if (paint.stroke.a && paint.width > 0) {
        put_color(out, "stroke ", paint.stroke);
        bytes_printf(out, " %.2f", cents(paint.width));
        if (paint.dash > 0)
            bytes_printf(out, " dash %.2f %.2f", cents(paint.dash), cents(paint.gap));
    }
}

static void put_path(Bytes *out, const DrawCommand *command)
{
    const Point *point = command->path.points;
    bytes_add_text(out, "path");
    for (int i = 0; i < command->path.verb_count; i++) {
        PathVerb verb = command->path.verbs[i];
        bytes_printf(out, " %c", "MLCZ"[verb]);
        for (int j = 0; j < PATH_POINTS[verb]; j++, point++)
            bytes_printf(out, " %.2f %.2f", cents(point->x), cents(point->y));
    }
    put_paint(out, command->path.paint);
}

static void put_text(Bytes *out, const DrawCommand *command)
{
    bytes_printf(out, "text %s", command->text.face < FACE_SYSTEM ? FACE_NAMES[command->text.face] : "system");
    bytes_printf(out, " %.2f", cents(command->text.size));
    put_color(out, "", command->text.color);
    bytes_printf(out, " at %.2f %.2f", cents(command->text.origin.x), cents(command->text.origin.y));
    if (command->text.angle != 0)
        bytes_printf(out, " angle %.2f", cents(command->text.angle));
    bytes_printf(out, " width %.2f ", cents(command->text.width));
    Bytes text = {0};
    for (int i = 0; i < command->text.count; i++)
        bytes_add_letter(&text, command->text.letters[i].codepoint);
    json_print_string(out, bytes_slice(&text));
    bytes_finish(&text);
}

static void put_mark(Bytes *out, const DrawCommand *command)
{
    Target target = command->mark.target;
    bytes_printf(out, "mark %d %d %d %d at", target.kind, target.a, target.b, target.c);
    put_box(out, command->bounds);
    if (command->mark.focusable)
        bytes_add_text(out, " focusable");
    if (command->mark.name) {
        bytes_add_text(out, " ");
        json_print_string(out, slice_of(command->mark.name));
    }
}

static void put_command(Bytes *out, const DrawCommand *command)
{
    switch (command->kind) {
    case DRAW_BOX:
        bytes_add_text(out, "box");
        put_box(out, command->box.box);
        if (command->box.radius > 0)
            bytes_printf(out, " round %.2f", cents(command->box.radius));
        put_paint(out, command->box.paint);
        break;
    case DRAW_PATH:
        put_path(out, command);
        break;
    case DRAW_TEXT:
        put_text(out, command);
        break;
    case DRAW_CLIP:
        bytes_add_text(out, "clip");
        put_box(out, command->bounds);
        break;
    case DRAW_UNCLIP:
        bytes_add_text(out, "unclip");
        break;
    case DRAW_MARK:
        put_mark(out, command);
        break;
    }
    bytes_add_text(out, "\n");
}

void drawlist_print(const DrawList *list, Bytes *out)
{
    bytes_printf(out, "picture %.2f %.2f", cents(list->width), cents(list->height));
    put_color(out, "", list->ground);
    bytes_add_text(out, "\n");
    for (int i = 0; i < list->count; i++)
        put_command(out, &list->commands[i]);
}
