#include "sdl/keys.h"

Modifiers modifiers_of(Uint16 state)
{
    return (Modifiers){(state & KMOD_SHIFT) != 0, (state & (KMOD_CTRL | KMOD_GUI)) != 0, (state & KMOD_ALT) != 0};
}

/* clang-format off */
static const struct {
    SDL_Keycode code;
    Key key;
} KEYS[] = {
    {SDLK_LEFT, KEY_LEFT}, {SDLK_RIGHT, KEY_RIGHT}, {SDLK_UP, KEY_UP}, {SDLK_DOWN, KEY_DOWN},
    {SDLK_HOME, KEY_HOME}, {SDLK_END, KEY_END}, {SDLK_PAGEUP, KEY_PAGE_UP}, {SDLK_PAGEDOWN, KEY_PAGE_DOWN},
    {SDLK_SPACE, KEY_SPACE}, {SDLK_RETURN, KEY_ENTER}, {SDLK_RETURN2, KEY_ENTER}, {SDLK_KP_ENTER, KEY_ENTER},
    {SDLK_ESCAPE, KEY_ESCAPE}, {SDLK_TAB, KEY_TAB}, {SDLK_BACKSPACE, KEY_BACKSPACE}, {SDLK_DELETE, KEY_DELETE},
    {SDLK_INSERT, KEY_INSERT}, {SDLK_PLUS, KEY_PLUS}, {SDLK_KP_PLUS, KEY_PLUS}, {SDLK_MINUS, KEY_MINUS},
    {SDLK_KP_MINUS, KEY_MINUS}, {SDLK_EQUALS, KEY_EQUALS}, {SDLK_KP_EQUALS, KEY_EQUALS},
    {SDLK_QUESTION, KEY_QUESTION}, {SDLK_COMMA, KEY_COMMA}, {SDLK_PERIOD, KEY_PERIOD}, {SDLK_SLASH, KEY_SLASH},
    {SDLK_KP_DIVIDE, KEY_SLASH}, {SDLK_LEFTBRACKET, KEY_LEFT_BRACKET}, {SDLK_RIGHTBRACKET, KEY_RIGHT_BRACKET},
};

/* With the number lock off the keypad moves. */
static const struct {
    SDL_Keycode code;
    Key locked, unlocked;
} KEYPAD[] = {
    {SDLK_KP_0, KEY_0, KEY_INSERT}, {SDLK_KP_1, KEY_1, KEY_END}, {SDLK_KP_2, KEY_2, KEY_DOWN},
    {SDLK_KP_3, KEY_3, KEY_PAGE_DOWN}, {SDLK_KP_4, KEY_4, KEY_LEFT}, {SDLK_KP_5, KEY_5, KEY_NONE},
    {SDLK_KP_6, KEY_6, KEY_RIGHT}, {SDLK_KP_7, KEY_7, KEY_HOME}, {SDLK_KP_8, KEY_8, KEY_UP},
    {SDLK_KP_9, KEY_9, KEY_PAGE_UP}, {SDLK_KP_PERIOD, KEY_PERIOD, KEY_DELETE},
};
/* clang-format on */

/* SDL tells what a key gives without shift; what it gives with shift depends on the layout. '?' is Shift and '/' where
 * '/' lies as in the United States. Elsewhere it mostly lies on the key behind 0, and in France on the one behind N. */
static Key shifted(SDL_Keysym keysym)
{
    SDL_Keycode code = keysym.sym;
    if (code == SDLK_EQUALS)
        return KEY_PLUS;
    if (SDL_GetKeyFromScancode(SDL_SCANCODE_SLASH) == SDLK_SLASH)
        return code == SDLK_SLASH ? KEY_QUESTION : KEY_NONE;
    bool german = code == 0xdf, romance = code == SDLK_QUOTE, nordic = code == SDLK_PLUS;
    if (keysym.scancode == SDL_SCANCODE_MINUS && (german || romance || nordic))
        return KEY_QUESTION;
    return keysym.scancode == SDL_SCANCODE_M && code == SDLK_COMMA ? KEY_QUESTION : KEY_NONE;
}

static Key plain(SDL_Keycode code)
{
    if (code >= SDLK_a && code <= SDLK_z)
        return (Key)(KEY_A + (code - SDLK_a));
    if (code >= SDLK_0 && code <= SDLK_9)
        return (Key)(KEY_0 + (code - SDLK_0));
    if (code >= SDLK_F1 && code <= SDLK_F12)
        return (Key)(KEY_F1 + (code - SDLK_F1));
    for (size_t i = 0; i < SDL_arraysize(KEYS); i++)
        if (KEYS[i].code == code)
            return KEYS[i].key;
    return KEY_NONE;
}

/* Letters by their place, for layouts without Latin letters; digits by their place, for those that want shift. */
static Key placed(SDL_Scancode scancode)
{
    if (scancode >= SDL_SCANCODE_A && scancode <= SDL_SCANCODE_Z)
        return (Key)(KEY_A + (scancode - SDL_SCANCODE_A));
    if (scancode >= SDL_SCANCODE_1 && scancode <= SDL_SCANCODE_9)
        return (Key)(KEY_1 + (scancode - SDL_SCANCODE_1));
    return scancode == SDL_SCANCODE_0 ? KEY_0 : KEY_NONE;
}

Key key_of_keysym(SDL_Keysym keysym)
{
    for (size_t i = 0; i < SDL_arraysize(KEYPAD); i++)
        if (KEYPAD[i].code == keysym.sym)
            return keysym.mod & KMOD_NUM ? KEYPAD[i].locked : KEYPAD[i].unlocked;
    Key key = keysym.mod & KMOD_SHIFT ? shifted(keysym) : KEY_NONE;
    if (key == KEY_NONE)
        key = plain(keysym.sym);
    if (key == KEY_NONE)
        key = placed(keysym.scancode);
    return key;
}
