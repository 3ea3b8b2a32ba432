#include "sdl/events.h"

#include "sdl/keys.h"

#include <string.h>

/* As much of the text as fits, whole characters. */
static void copy_text(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length >= size)
        for (length = size - 1; length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80;)
            length--;
    memcpy(to, from, length);
    to[length] = '\0';
}

/* Where the n-th character of the text begins, in bytes. */
static int byte_of_character(const char *text, int n)
{
    const char *at = text;
    for (; *at && n > 0; n--)
        do
            at++;
        while (((unsigned char)*at & 0xc0) == 0x80);
    return (int)(at - text);
}

static bool window_event(const SDL_WindowEvent *from, const EventFrame *frame, Event *event)
{
    switch (from->event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        event->kind = EVENT_RESIZE;
        event->resize.width = frame->width;
        event->resize.height = frame->height;
        return true;
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_RESTORED:
        event->kind = EVENT_EXPOSE;
        return true;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        event->kind = EVENT_FOCUS_IN;
        return true;
    case SDL_WINDOWEVENT_FOCUS_LOST:
        event->kind = EVENT_FOCUS_OUT;
        return true;
    case SDL_WINDOWEVENT_LEAVE:
        event->kind = EVENT_MOUSE_LEAVE;
        return true;
    default:
        return false;
    }
}

static int button_of(Uint32 pressed)
{
    return pressed & SDL_BUTTON_LMASK   ? BUTTON_LEFT
           : pressed & SDL_BUTTON_MMASK ? BUTTON_MIDDLE
           : pressed & SDL_BUTTON_RMASK ? BUTTON_RIGHT
                                        : 0;
}

static bool mouse_button(const SDL_MouseButtonEvent *from, const EventFrame *frame, Event *event)
{
    event->kind = from->type == SDL_MOUSEBUTTONDOWN ? EVENT_MOUSE_DOWN : EVENT_MOUSE_UP;
    event->mouse.x = (float)from->x * frame->scale_x;
    event->mouse.y = (float)from->y * frame->scale_y;
    event->mouse.button = button_of((Uint32)SDL_BUTTON(from->button));
    event->mouse.clicks = from->clicks;
    return event->mouse.button != 0;
}

static bool mouse_move(const SDL_MouseMotionEvent *from, const EventFrame *frame, Event *event)
{
    event->kind = EVENT_MOUSE_MOVE;
    event->mouse.x = (float)from->x * frame->scale_x;
    event->mouse.y = (float)from->y * frame->scale_y;
    event->mouse.button = button_of(from->state);
    return true;
}

static bool wheel(const SDL_MouseWheelEvent *from, const EventFrame *frame, Event *event)
{
    float sign = from->direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f;
    event->kind = EVENT_WHEEL;
    event->wheel.x = (float)from->mouseX * frame->scale_x;
    event->wheel.y = (float)from->mouseY * frame->scale_y;
    event->wheel.dx = sign * from->preciseX;
    event->wheel.dy = sign * from->preciseY;
    return true;
}

static bool dropped_file(const SDL_DropEvent *from, const EventFrame *frame, Event *event)
{
    SDL_free(*frame->dropped);
    *frame->dropped = from->file;
    event->kind = EVENT_DROP_FILE;
    event->drop.path = from->file;
    return from->file != NULL;
}

static bool translate(const SDL_Event *from, const EventFrame *frame, Event *event)
{
    switch (from->type) {
    case SDL_QUIT:
        event->kind = EVENT_QUIT;
        return true;
    case SDL_WINDOWEVENT:
        return window_event(&from->window, frame, event);
    case SDL_KEYDOWN:
        event->kind = EVENT_KEY;
        event->modifiers = modifiers_of(from->key.keysym.mod);
        event->key.key = key_of_keysym(from->key.keysym);
        event->key.repeat = from->key.repeat != 0;
        return event->key.key != KEY_NONE;
    case SDL_TEXTINPUT:
        event->kind = EVENT_TEXT;
        copy_text(event->text.text, sizeof event->text.text, from->text.text);
        return event->text.text[0] != '\0';
    case SDL_TEXTEDITING:
        event->kind = EVENT_TEXT_EDIT;
        copy_text(event->text.text, sizeof event->text.text, from->edit.text);
        event->text.caret = byte_of_character(event->text.text, from->edit.start);
        return true;
    case SDL_MOUSEMOTION:
        return mouse_move(&from->motion, frame, event);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return mouse_button(&from->button, frame, event);
    case SDL_MOUSEWHEEL:
        return wheel(&from->wheel, frame, event);
    case SDL_DROPFILE:
        return dropped_file(&from->drop, frame, event);
    default:
        event->kind = EVENT_WAKE;
        return from->type == frame->wake;
    }
}

bool event_of_sdl(const SDL_Event *from, const EventFrame *frame, Event *event)
{
    *event = (Event){.modifiers = modifiers_of((Uint16)SDL_GetModState())};
    if (translate(from, frame, event))
        return true;
    event->kind = EVENT_NONE;
    return false;
}
