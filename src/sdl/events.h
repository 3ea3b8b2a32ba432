/* SDL's events as ours. */
#ifndef SDL_EVENTS_H
#define SDL_EVENTS_H

#include "base/event.h"

#include <SDL.h>

/* What the translation must know about the window. */
typedef struct EventFrame {
    Uint32 wake;         /* the type of the events that window_wake and window_push push; data1: the latter's */
    float scale;         /* px of the picture per unit of the window system */
    float width, height; /* px of the picture */
} EventFrame;

/* False where the event is of no interest to us; `event` is then an EVENT_NONE. */
bool event_of_sdl(const SDL_Event *from, const EventFrame *frame, Event *event);

#endif
