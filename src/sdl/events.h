/* SDL's events as ours. */
#ifndef SDL_EVENTS_H
#define SDL_EVENTS_H

#include "base/event.h"

#include <SDL.h>

/* What the translation must know about the window. */
typedef struct EventFrame {
    Uint32 window_id, wake; /* the window's number, and the type of the events that window_wake pushes */
    float scale_x, scale_y; /* px of the picture per unit of the window system */
    int width, height;      /* of the window in pixels */
    char **dropped;         /* the path of the last file dropped: SDL's memory, freed with the next */
} EventFrame;

/* False where the event is of no interest to us; `event` is then an EVENT_NONE. Its time is left to the window. */
bool event_of_sdl(const SDL_Event *from, const EventFrame *frame, Event *event);

#endif
