/* What can be pressed, moved or typed into. A widget is one call: it is drawn, found by the pointer in its box, reached by
 * Tab with a ring around it, and has a name; its hint is scene_describe's of its target.
 *
 *   kit_button(painter, (Box){20, 20, 90, 32}, kit_said(painter, W_NEXT), (Target){TARGET_CARD_NEXT, 0, 0, 0}, true);
 *   kit_toggle(painter, (Box){120, 20, 90, 30}, &(Toggle){"path", target_at(TARGET_CONTROL, HEAT_PATH, 0, 0), true});
 *
 * What looks like nothing else is drawn by its view, with kit_press (strokes.h) as the last call. */
#ifndef SCENE_WIDGET_H
#define SCENE_WIDGET_H

#include "scene/kit/strokes.h"

/* A push button in the pictures' two kinds: dark and plain. */
void kit_button(const Painter *painter, Box box, const char *text, Target target, bool dark);
Color kit_button_fill(const Painter *painter, Target target); /* of a dark one, for those with a sign of their own */

/* What is on or off, in a row of others. */
typedef struct Toggle {
    const char *text;
    Target target;
    bool on;
} Toggle;
float kit_toggle_width(const Painter *painter, const char *text);
void kit_toggle(const Painter *painter, Box box, const Toggle *toggle);

/* Words alone, in ink where they are pointed at. `around`: how far the place that is found reaches from where the text
 * begins on its baseline (x, y, both negative), and how much larger it is (w: than the text; h: all of it). Returns the
 * width of the text. */
typedef struct LinkLook {
    TextStyle style;
    Role rest;
    Box around;
    float inset, radius; /* of the ring of the focus */
} LinkLook;
float kit_link(const Painter *painter, const LinkLook *look, Point at, Align align, const char *text, Target target);

void kit_cross(const Painter *painter, Box box, Target target); /* closes something */

/* A frame with a line that is typed into: where it is, no ring is drawn around it. */
typedef struct FieldLook {
    const char *name, *prompt; /* prompt: while it is empty */
    float size, edge;          /* px; edge: how far ink may reach beyond the text's ends */
    float left, right, radius; /* px inside the frame that are not the text's; of the frame */
    Color fill, outline;
    Target go; /* the return key's sign at its end; TARGET_NONE: it has none */
    const char *go_name;
} FieldLook;
void kit_field(const Painter *painter, Box box, const FieldLook *look, const Field *field, Target target);

/* The note beside `at`, inside the picture. */
void kit_tooltip(const Painter *painter, Point at, const char *text);

#endif
