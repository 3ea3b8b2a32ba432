/* The window: shows draw lists and tells what the person does. SDL stays behind this header.
 *
 *   Window *window = window_create("attend", 1440, 900, &error);
 *   window_present(window, &list);           // paints only what differs from the list before
 *   bool frame(void *list, double *sleep);   // takes what window_poll has, presents, says how long nothing will change
 *   window_loop(window, frame, &list);
 *   window_destroy(window);
 *
 * One window a program, used by the thread that made it; window_wake alone may be called from any. The picture is
 * painted by raster.h into the window's own pixels and shared with the window system: no GPU is asked for. */
#ifndef SDL_WINDOW_H
#define SDL_WINDOW_H

#include "base/arena.h"
#include "base/error.h"
#include "base/event.h"
#include "draw/drawlist.h"

typedef struct Window Window;

typedef enum CursorKind { CURSOR_ARROW, CURSOR_HAND, CURSOR_TEXT, CURSOR_COUNT } CursorKind;

/* Opens a window of about that size (times ATTEND_SCALE, and no larger than the screen). NULL with no display. */
Window *window_create(const char *title, int width, int height, Error *error);
void window_destroy(Window *window); /* NULL allowed */

void window_size(const Window *window, int *width, int *height); /* pixels to paint */
/* as the window system counts, however dense the pixels are */
void window_units(const Window *window, int *width, int *height);

/* Shows the list: as wide as the window, `list->width` px to its width. Mouse positions are from then on in px of this
 * list. Nothing is sent to the window system where nothing changed. */
void window_present(Window *window, const DrawList *list);

/* The list that was shown last, while it is there; NULL: none yet. */
const DrawList *window_shown(const Window *window);

/* The next event, without waiting. False: there is none. Mouse moves that queue up become one. */
bool window_poll(Window *window, Event *event);

/* Until an event comes, at most `seconds` (< 0: for ever); the event is then window_poll's. */
void window_sleep(Window *window, double seconds);

/* Calls `frame` again and again, until it returns false. It takes the events that are there, never waits, and says in
 * `sleep` how long it need not be called unless an event comes: 0: now, < 0: for ever. */
void window_loop(Window *window, bool (*frame)(void *context, double *sleep), void *context);

/* Gives an EVENT_WAKE, in any thread; several at once may become one. */
void window_wake(Window *window);
void window_wake_here(Window *window); /* the same where SDL is: in a page by the window's thread alone */

/* Which of `names` ("en", "zh", NULL) the person's system prefers; -1: none of them. */
int window_language(const char *const *names);

double window_time(void); /* seconds, never going back */

/* What is typed into: all of its text, for a browser's own field under the caret, where input methods change it. */
typedef struct TypedText {
    const char *text;
    int anchor, caret;          /* bytes */
    Box place;                  /* of the caret; px of the list */
    const char *name;           /* may be NULL */
    bool number, lines, listed; /* digits alone; several lines; arrows go through a list beside it */
} TypedText;

/* Typing: while there is such a text, keys also give EVENT_TEXT through the person's input method, whose choices appear
 * beside the caret. Call it again when something of it changes; NULL: nobody types. */
void window_text_input(Window *window, const TypedText *typed);

/* What is read where the picture is not seen: the open card, the stage's numbers and the controls beside it, as HTML,
 * and lines that are said. Nobody takes it but a page. */
typedef enum Reading {
    READ_CARD,
    READ_STAGE,
    READ_CONTROLS,
    READ_FOCUS,
    READ_CAPTION,
    READ_MESSAGE,
    READ_WAITING,
    READ_ANSWER,
    READ_PAPER
} Reading;
void window_read(Window *window, Reading what, const char *language, const char *text);

/* A place of the list in the window, as the window system counts. */
Box window_place(Window *window, Box box);

/* An event of another maker than SDL; window_poll hands it over in its turn. */
void window_push(Window *window, const Event *event);

void window_cursor(Window *window, CursorKind kind);
void window_title(Window *window, const char *title);
void window_icon(Window *window, const DrawList *list);    /* a square picture */
void window_resize(Window *window, int width, int height); /* pixels; the window system may refuse */
void window_fullscreen(Window *window, bool on);
bool window_is_fullscreen(const Window *window);

/* Shows a web address in the person's own browser. `address` must be one: it is given to another program. */
MUST_USE bool window_open_address(const char *address, Error *error);

/* In a browser: what the page around the window wants to know of each new picture. Elsewhere nobody hears it. */
typedef struct PageNews {
    const char *place; /* of lesson/place.h: the page's address follows it */
    bool first, last;  /* Tab has nowhere to go, back or on */
    bool scrolls;      /* the wheel moves something */
} PageNews;
bool window_in_page(const Window *window);
bool window_by_finger(const Window *window); /* nothing but fingers is sure to be there: no mouse, no keys */
void window_tell(Window *window, const PageNews *news);

/* The page copies a link to the place, or a frame with it for another page. False: it gave the link away otherwise. */
bool window_share(Window *window, const char *place, bool frame);

/* What was copied, the arena's; "" if nothing. */
char *window_clipboard_get(Window *window, Arena *arena);
void window_clipboard_set(Window *window, const char *text);

#endif
