/* Of a strong theme: each text is as readable as the theme says, on whatever boxes lie under it. drawlist.c
 * has its lines. */
#include "draw/command.h"

#include <math.h>

enum {
    LOOK_BACK = 256, /* commands: what a text stands on was drawn shortly before it */
    SAMPLES = 5,     /* along the text */
};
#define MIDDLE 0.35f /* of a letter over its baseline, em */
#define OPAQUE 240   /* of 255: nothing under it counts */
#define WAY    0.02f /* between two colours that are tried */

void drawlist_be_readable(DrawList *list, const Theme *theme)
{
    list->readable = theme->strong ? theme_readable(theme) : 0;
}

static Color over(Color ground, Color paint)
{
    float alpha = (float)paint.a / 255;
    paint.a = 255;
    return color_mix(ground, paint, alpha);
}

/* What the commands before `text` have painted at the point. */
static Color ground_at(const DrawList *list, int text, Point at)
{
    Color ground = list->ground;
    int least = text > LOOK_BACK ? text - LOOK_BACK : 0, from = text;
    for (bool found = false; from > least && !found;) {
        const DrawCommand *command = &list->commands[--from];
        found = command->kind == DRAW_BOX && command->box.paint.fill.a > OPAQUE && box_contains(command->box.box, at);
    }
    for (int i = from; i < text; i++)
        if (list->commands[i].kind == DRAW_BOX && box_contains(list->commands[i].box.box, at))
            ground = over(ground, list->commands[i].box.paint.fill);
    return ground;
}

/* The ground on which the text is hardest to read. */
static Color hardest_ground(const DrawList *list, int place)
{
    const DrawCommand *text = &list->commands[place];
    float turn = text->text.angle, up = -MIDDLE * text->text.size, least = INFINITY;
    Color hardest = list->ground;
    for (int i = 0; i < SAMPLES; i++) {
        float along = text->text.width * ((float)i + 0.5f) / SAMPLES;
        Point at = {text->text.origin.x + cosf(turn) * along - sinf(turn) * up,
                    text->text.origin.y + sinf(turn) * along + cosf(turn) * up};
        Color ground = ground_at(list, place, at);
        float contrast = color_contrast(over(ground, text->text.color), ground);
        if (contrast < least) {
            least = contrast;
            hardest = ground;
        }
    }
    return hardest;
}

/* Under the last command, as wide as its ink. */
static void put_plate(DrawList *list, Color color)
{
    DrawCommand text = list->commands[--list->count];
    drawlist_box(list, box_inset(text.bounds, TEXT_EDGE - 2, TEXT_EDGE - 2), 3, paint_fill(color));
    *drawlist_add(list, DRAW_TEXT, text.bounds) = text;
}

/* How far the ground has to go towards `end` until the text is readable on it: 0 .. 1. */
static float way_to(Color ground, Color end, Color text, float readable)
{
    for (float way = 0; way < 1; way += WAY)
        if (color_contrast(text, color_mix(ground, end, way)) >= readable)
            return way;
    return 1;
}

/* Black or white, whichever needs less of a change under it: the plate is the ground's own colour,
 * darker or lighter. */
void text_be_readable(DrawList *list)
{
    Color black = color_hex(0), white = color_hex(0xffffff), *color = &list->commands[list->count - 1].text.color;
    if (color->a < HALF_FADED)
        return;
    color->a = 255;
    Color ground = hardest_ground(list, list->count - 1);
    if (color_contrast(*color, ground) >= list->readable)
        return;
    float lighter = way_to(ground, white, black, list->readable), darker = way_to(ground, black, white, list->readable);
    bool dark = lighter <= darker;
    float way = dark ? lighter : darker;
    *color = dark ? black : white;
    if (way > 0)
        put_plate(list, color_mix(ground, dark ? white : black, way));
}
