/* SDL's keys as ours. */
#ifndef SDL_KEYS_H
#define SDL_KEYS_H

#include "base/event.h"

#include <SDL.h>

/* KEY_NONE for keys that we have no use for. */
Key key_of_keysym(SDL_Keysym keysym);
Modifiers modifiers_of(Uint16 state);

#endif
