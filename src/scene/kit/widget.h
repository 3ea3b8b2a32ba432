/* What can be pressed, moved or typed into. A widget is one call: it is drawn, found by the pointer in its box, reached
 * by Tab with a ring around it, and has a name; its hint is scene_describe's of its target.
 *
 *   kit_button(painter, (Box){20, 20, 90, 32}, kit_said(painter, W_NEXT), (Target){TARGET_CARD_NEXT, 0, 0, 0}, true);
 *   MenuOption path = {"path", target_at(TARGET_CONTROL, HEAT_PATH, 0, 0), true};
 *   kit_choice(painter, (Box){120, 20, 300, 30}, &(Choice){CHOICE_FRAMES, 6, &path, 1});
 *
 * What looks like nothing else is drawn by its view, with kit_press (strokes.h) as the last call. */
#ifndef SCENE_WIDGET_H
#define SCENE_WIDGET_H

#include "scene/kit/strokes.h"

/* A push button in the pictures' two kinds: dark and plain. */
void kit_button(const Painter *painter, Box box, const char *text, Target target, bool dark);
Color kit_button_fill(const Painter *painter, Target target); /* of a dark one, for those with a sign of their own */

/* One of those that can be chosen, or what is on or off by itself. */
typedef struct MenuOption {
    const char *text;
    Target target;
    bool on;
    const char *note; /* of a row in a list, at its right; NULL: none */
    bool off;         /* it cannot be had here: its hint says why */
} MenuOption;

typedef enum ChoiceLook {
    CHOICE_FRAMES, /* each in a frame, in lines as wide as the box */
    CHOICE_TABS,   /* as high as the box, with a line at the foot of the one that is on */
    CHOICE_WORDS,  /* words alone */
    CHOICE_LIST    /* rows as wide as the box */
} ChoiceLook;

typedef struct Choice {
    ChoiceLook look;
    float gap; /* px between two of them, and between lines */
    const MenuOption *options;
    int count;
    float size; /* px of the type; 0: as the look has it */
} Choice;
float kit_choice_width(const Painter *painter, const Choice *choice);               /* of all side by side */
float kit_choice_height(const Painter *painter, float width, const Choice *choice); /* in a box of that width */
/* From the upper left corner of the box on. Returns the height. */
float kit_choice(const Painter *painter, Box box, const Choice *choice);

/* What stands behind an answer to a question, and the sign that tells whether it was right, at its right end. */
typedef enum Verdict { VERDICT_OPEN, VERDICT_RIGHT, VERDICT_WRONG } Verdict;
Role verdict_role(Verdict verdict);
Paint kit_answer_paint(const Painter *painter, Target target, Verdict verdict);
void kit_answer_sign(const Painter *painter, Box answer, Verdict verdict);

/* A knob that is pulled along a track, which its picture draws. */
typedef struct Slider {
    Point at;
    float radius, line; /* px: of the knob, which grows under the pointer; of its outline */
    Color color;
    Box place, ring; /* where it can be pulled; what the ring of the focus goes around */
    float corner;    /* of the ring */
    const char *name;
} Slider;
void kit_slider(const Painter *painter, const Slider *slider, Target target); /* TARGET_NONE: it shows and stays */

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
void kit_caret(const Painter *painter, Point at, float height, bool on); /* on: it shows */
void kit_field(const Painter *painter, Box box, const FieldLook *look, const Field *field, Target target);

/* The note at `x` under what it is about, or over it where there is no room. */
void kit_tooltip(const Painter *painter, float x, Box about, const char *text);

/* A panel in the middle of the window, as large as there is room for, with a cross that closes it; it swallows
 * clicks. */
Box kit_sheet(const Painter *painter, float width, float height, const char *title);

#endif
