#include "sdl/events.h"

#include "base/system.h"
#include "base/utf8.h"
#include "sdl/keys.h"

#include <stdlib.h>

_Static_assert(BUTTON_LEFT == SDL_BUTTON_LEFT && BUTTON_RIGHT == SDL_BUTTON_RIGHT, "the same numbers");

static EventKind kind_of_window_event(Uint8 event)
{
    bool exposed = event == SDL_WINDOWEVENT_EXPOSED || event == SDL_WINDOWEVENT_RESTORED;
    bool hidden = event == SDL_WINDOWEVENT_HIDDEN || event == SDL_WINDOWEVENT_MINIMIZED;
    return event == SDL_WINDOWEVENT_SIZE_CHANGED ? EVENT_RESIZE
           : exposed                             ? EVENT_EXPOSE
           : hidden                              ? EVENT_HIDE
           : event == SDL_WINDOWEVENT_LEAVE      ? EVENT_MOUSE_LEAVE
           : event == SDL_WINDOWEVENT_FOCUS_LOST ? EVENT_BLUR
                                                 : EVENT_NONE;
}

static void set_mouse(Event *event, EventKind kind, int x, int y, float scale)
{
    event->kind = kind;
    event->mouse.x = (float)x * scale;
    event->mouse.y = (float)y * scale;
}

static bool set_touch(Event *event, EventKind kind, const SDL_TouchFingerEvent *from, const EventFrame *frame)
{
    event->kind = kind;
    event->touch.x = from->x * frame->width;
    event->touch.y = from->y * frame->height;
    event->touch.finger = from->fingerId;
    return true;
}

static Event take_pushed(Event *pushed)
{
    Event event = *pushed;
    free(pushed);
    return event;
}

static bool translate(const SDL_Event *from, const EventFrame *frame, Event *event)
{
    switch (from->type) {
    case SDL_QUIT:
        event->kind = EVENT_QUIT;
        return true;
    case SDL_WINDOWEVENT:
        event->kind = kind_of_window_event(from->window.event);
        return event->kind != EVENT_NONE;
    case SDL_KEYDOWN:
        event->kind = EVENT_KEY;
        event->modifiers = modifiers_of(from->key.keysym.mod);
        event->key.key = key_of_keysym(from->key.keysym);
        return event->key.key != KEY_NONE;
    case SDL_TEXTINPUT:
        event->kind = EVENT_TEXT;
        utf8_print(event->text.text, sizeof event->text.text, "%s", from->text.text);
        return event->text.text[0] != '\0';
    case SDL_TEXTEDITING:
        event->kind = EVENT_TEXT_EDIT;
        utf8_print(event->text.text, sizeof event->text.text, "%s", from->edit.text);
        return true;
    case SDL_MOUSEMOTION:
        set_mouse(event, EVENT_MOUSE_MOVE, from->motion.x, from->motion.y, frame->scale);
        return from->motion.which != SDL_TOUCH_MOUSEID;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        set_mouse(event, from->type == SDL_MOUSEBUTTONDOWN ? EVENT_MOUSE_DOWN : EVENT_MOUSE_UP, from->button.x,
                  from->button.y, frame->scale);
        event->mouse.button = (Button)from->button.button;
        return event->mouse.button <= BUTTON_RIGHT && from->button.which != SDL_TOUCH_MOUSEID;
    case SDL_FINGERDOWN:
        return set_touch(event, EVENT_TOUCH_DOWN, &from->tfinger, frame);
    case SDL_FINGERMOTION:
        return set_touch(event, EVENT_TOUCH_MOVE, &from->tfinger, frame);
    case SDL_FINGERUP:
        return set_touch(event, EVENT_TOUCH_UP, &from->tfinger, frame);
    case SDL_MOUSEWHEEL: {
        float sign = from->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f;
        event->kind = EVENT_WHEEL;
        event->wheel.dx = sign * from->wheel.preciseX;
        event->wheel.dy = sign * from->wheel.preciseY;
        return true;
    }
    case SDL_DROPFILE:
        event->kind = EVENT_DROP;
        event->drop.path = from->drop.file ? system_path(from->drop.file) : NULL;
        return from->drop.file != NULL;
    case SDL_DROPTEXT:
        event->kind = EVENT_PLACE;
        event->place.text = from->drop.file;
        return from->drop.file != NULL;
    default:
        if (from->type == frame->wake && from->user.data1)
            *event = take_pushed(from->user.data1);
        else
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
