/* What the person, the window system or another thread did, as plain data: the window writes events, the application
 * reads them, and a test or another host can make them up.
 *
 *   Event event = {.kind = EVENT_KEY, .key = {.key = KEY_RIGHT}, .modifiers = {.shift = true}};
 *
 * Positions are in px of the picture (DrawList), y down. */
#ifndef BASE_EVENT_H
#define BASE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

/* Keys by what is printed on them, so that they follow the keyboard's layout; the keypad's count as the others. Digits
 * and letters are in order: KEY_0 + n, KEY_A + n. */
/* clang-format off */
typedef enum Key {
    KEY_NONE,
    KEY_0, KEY_1, KEY_2, KEY_3, KEY_4, KEY_5, KEY_6, KEY_7, KEY_8, KEY_9,
    KEY_A, KEY_B, KEY_C, KEY_D, KEY_E, KEY_F, KEY_G, KEY_H, KEY_I, KEY_J, KEY_K, KEY_L, KEY_M,
    KEY_N, KEY_O, KEY_P, KEY_Q, KEY_R, KEY_S, KEY_T, KEY_U, KEY_V, KEY_W, KEY_X, KEY_Y, KEY_Z,
    KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN,
    KEY_HOME, KEY_END, KEY_PAGE_UP, KEY_PAGE_DOWN,
    KEY_SPACE, KEY_ENTER, KEY_ESCAPE, KEY_TAB, KEY_BACKSPACE, KEY_DELETE, KEY_INSERT,
    KEY_PLUS, KEY_MINUS, KEY_EQUALS, KEY_QUESTION, KEY_COMMA, KEY_PERIOD, KEY_SLASH,
    KEY_LEFT_BRACKET, KEY_RIGHT_BRACKET,
    KEY_F1, KEY_F2, KEY_F3, KEY_F4, KEY_F5, KEY_F6, KEY_F7, KEY_F8, KEY_F9, KEY_F10, KEY_F11, KEY_F12,
    KEY_COUNT
} Key;
/* clang-format on */

typedef struct Modifiers {
    bool shift, control, alt; /* control: Command on a Mac */
} Modifiers;

typedef enum Button { BUTTON_LEFT = 1, BUTTON_MIDDLE, BUTTON_RIGHT } Button; /* as SDL counts */

typedef enum EventKind {
    EVENT_NONE,
    EVENT_KEY,       /* pressed, or held down until it repeats */
    EVENT_TEXT,      /* typed, while text input is on: may be several characters from an input method */
    EVENT_TEXT_EDIT, /* what an input method is composing and has not yet given; empty: nothing any more */
    EVENT_MOUSE_MOVE,
    EVENT_MOUSE_DOWN,
    EVENT_MOUSE_UP,
    EVENT_MOUSE_LEAVE, /* the pointer is no longer over the window */
    EVENT_WHEEL,
    EVENT_TOUCH_DOWN, /* a finger on a screen that feels it: no mouse event comes of it too */
    EVENT_TOUCH_MOVE,
    EVENT_TOUCH_UP,
    EVENT_RESIZE,
    EVENT_EXPOSE,   /* the window must be presented again, though nothing changed */
    EVENT_HIDE,     /* nobody sees the window any more: what is to be kept is written down */
    EVENT_WAKE,     /* another thread called window_wake */
    EVENT_DROP,     /* a file was dropped onto the window */
    EVENT_PRESS,    /* a control of a page beside the picture, which does what the picture's does */
    EVENT_PRINT,    /* that page is about to be printed */
    EVENT_SELECT,   /* of the text that is typed: what lies there is selected, or goes away */
    EVENT_BLUR,     /* what is typed goes elsewhere from now on */
    EVENT_PLACE,    /* in a page: its address says another place */
    EVENT_CONTRAST, /* the browser wishes high contrast, or no longer */
    EVENT_QUIT,
} EventKind;

typedef struct Event {
    EventKind kind;
    Modifiers modifiers;
    union {
        struct {
            Key key;
        } key;
        struct {
            char text[64]; /* UTF-8, NUL at the end */
        } text;
        struct {
            uint16_t kind; /* of a Target */
            int16_t a, b, c;
        } press;
        struct {
            int anchor, caret; /* bytes of it */
            bool erase;
        } select;
        struct {
            const char *path; /* the window's, until the next event */
        } drop;
        struct {
            const char *text; /* of lesson/place.h; the window's, until the next event */
        } place;
        struct {
            bool high;
        } contrast;
        struct {
            float x, y;
            Button button; /* DOWN and UP */
        } mouse;
        struct {
            float x, y;
            int64_t finger; /* which, while it is down */
        } touch;
        struct {
            float dx, dy; /* notches, fractions on a touch pad; dy > 0: away from the person, dx > 0: to the right */
        } wheel;
    };
} Event;

#endif
