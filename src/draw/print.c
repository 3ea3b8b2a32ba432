/* The draw list as text. */
#include "base/json.h"
#include "draw/drawlist.h"

static const char *const FACE_NAMES[FACE_SYSTEM] = {"sans", "sans-bold", "math", "math-italic", "math-bold",
                                                    "mono", "mono-bold", "cjk",  "cjk-bold",    "fallback"};

static void put_number(Bytes *out, float value)
{
    bytes_add(out, " ", 1);
    bytes_add_cents(out, (double)value);
}

static void put_box(Bytes *out, Box box)
{
    put_number(out, box.x);
    put_number(out, box.y);
    put_number(out, box.w);
    put_number(out, box.h);
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
        put_number(out, paint.width);
        if (paint.dash > 0) {
            bytes_add_text(out, " dash");
            put_number(out, paint.dash);
            put_number(out, paint.gap);
        }
    }
}

static void put_path(Bytes *out, const DrawCommand *command)
{
    const Point *point = command->path.points;
    bytes_add_text(out, "path");
    for (int i = 0; i < command->path.verb_count; i++) {
        PathVerb verb = command->path.verbs[i];
        bytes_printf(out, " %c", "MLCZ"[verb]);
        for (int j = 0; j < PATH_POINTS[verb]; j++, point++) {
            put_number(out, point->x);
            put_number(out, point->y);
        }
    }
    put_paint(out, command->path.paint);
}

static void put_text(Bytes *out, const DrawCommand *command)
{
    bytes_printf(out, "text %s", command->text.face < FACE_SYSTEM ? FACE_NAMES[command->text.face] : "system");
    put_number(out, command->text.size);
    put_color(out, "", command->text.color);
    bytes_add_text(out, " at");
    put_number(out, command->text.origin.x);
    put_number(out, command->text.origin.y);
    if (command->text.angle != 0) {
        bytes_add_text(out, " angle");
        put_number(out, command->text.angle);
    }
    bytes_add_text(out, " width");
    put_number(out, command->text.width);
    bytes_add_text(out, command->text.left ? " to the left " : " ");
    Bytes text = {0};
    for (int i = 0; i < command->text.count; i++)
        if (command->text.letters[i].codepoint)
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
        if (command->box.radius > 0) {
            bytes_add_text(out, " round");
            put_number(out, command->box.radius);
        }
        put_paint(out, command->box.paint);
        break;
    case DRAW_PATH:
        put_path(out, command);
        break;
    case DRAW_TEXT:
        put_text(out, command);
        break;
    case DRAW_IMAGE:
        bytes_printf(out, "image %dx%d", command->image.image->width, command->image.image->height);
        put_box(out, command->image.box);
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
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        return;
    }
    bytes_add_text(out, "\n");
}

void drawlist_print(const DrawList *list, Bytes *out)
{
    bytes_add_text(out, "picture");
    put_number(out, list->width);
    put_number(out, list->height);
    put_color(out, "", list->ground);
    bytes_add_text(out, "\n");
    for (int i = 0; i < list->count; i++)
        put_command(out, &list->commands[i]);
}
