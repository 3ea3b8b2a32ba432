#define SDL_MAIN_HANDLED
#include "sdl/window.h"

#include "base/names.h"
#include "base/system.h"
#include "raster/raster.h"
#include "sdl/events.h"
#include "sdl/screen.h"
#include "sdl/typeset.h"

#include <SDL.h>

#include <stdlib.h>
#include <string.h>

#define ICON_SIZE 64

struct Window {
    SDL_Window *sdl;
    Screen *screen;
    Raster *raster; /* made for `type` when the first list comes, as is the typesetter */
    Typesetter *typesetter;
    const Type *type;
    SDL_Cursor *cursors[CURSOR_COUNT]; /* made when first needed */
    CursorKind cursor;
    float zoom;           /* ATTEND_SCALE, 1 without */
    float list_width;     /* of the last list shown, 0: none yet */
    const DrawList *list; /* the last one shown */
    bool stale;           /* the window system has lost what we sent */
    bool fullscreen;
    char *dropped; /* SDL's: what the last EVENT_DROP or EVENT_PLACE says */
    Uint32 wake;
    SDL_atomic_t waking; /* a wake is in the queue */
};

double window_time(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

/* ---- open and close ---- */

static void set_hints(void)
{
    SDL_SetHint(SDL_HINT_APP_NAME, "attend");
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* else each frame goes through OpenGL: 17 ms instead of 1 */
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_WINDOWS_DPI_SCALING, "1"); /* else Windows blows up a small picture */
}

static float zoom_wanted(void)
{
    const char *text = getenv("ATTEND_SCALE");
    double zoom = text ? strtod(text, NULL) : 1;
    return zoom >= 0.5 && zoom <= 8 ? (float)zoom : 1;
}

/* As asked for, but no larger than the screen. */
static SDL_Window *open_window(const char *title, int width, int height)
{
    SDL_Rect screen;
    if (SDL_GetDisplayUsableBounds(0, &screen) == 0) {
        width = width > screen.w ? screen.w : width;
        height = height > screen.h ? screen.h : height;
    }
    return SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width > 1 ? width : 1,
                            height > 1 ? height : 1, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
}

/* Without a display SDL takes a driver that shows nothing: that is for those who ask for it by SDL_VIDEODRIVER. */
static bool open_display(Error *error)
{
    const char *asked = SDL_GetHint(SDL_HINT_VIDEODRIVER), *problem = "there is no display";
#ifdef __linux__
    if (!SDL_getenv("XDG_RUNTIME_DIR")) /* where Wayland would be; libwayland prints a line of its own about it */
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,KMSDRM");
#endif
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        problem = asked ? SDL_GetError() : problem;
    } else {
        const char *driver = SDL_GetCurrentVideoDriver();
        if ((asked && *asked) || (strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0))
            return true;
        SDL_Quit();
    }
    return error_set(error, ERROR_DISPLAY, "no window can be opened here: %s", problem);
}

Window *window_create(const char *title, int width, int height, Error *error)
{
    set_hints();
    SDL_SetMainReady();
    if (!open_display(error))
        return NULL;
    Window *window = heap_alloc(1, sizeof *window);
    window->zoom = zoom_wanted();
    window->sdl = open_window(title, (int)((float)width * window->zoom), (int)((float)height * window->zoom));
    window->screen = window->sdl ? screen_create(window->sdl) : NULL;
    if (!window->screen) {
        error_set(error, ERROR_SYSTEM, "the window cannot be opened: %s", SDL_GetError());
        window_destroy(window);
        return NULL;
    }
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    SDL_EventState(SDL_DROPTEXT, SDL_DISABLE); /* no place but a page's comes from outside */
    SDL_StopTextInput();                       /* SDL begins with it on: an input method would take single keys */
    window->wake = SDL_RegisterEvents(1);
    return window;
}

static void drop_raster(Window *window)
{
    raster_destroy(window->raster);
    typesetter_destroy(window->typesetter);
}

void window_destroy(Window *window)
{
    if (!window)
        return;
    drop_raster(window);
    SDL_free(window->dropped);
    screen_destroy(window->screen);
    for (int i = 0; i < CURSOR_COUNT; i++)
        if (window->cursors[i])
            SDL_FreeCursor(window->cursors[i]);
    if (window->sdl) {
        /* SDL wakes itself by X events on a second connection: none may be on its way to a window that is gone */
        SDL_HideWindow(window->sdl);
        SDL_Delay(5);
        SDL_PumpEvents();
        SDL_DestroyWindow(window->sdl);
    }
    SDL_Quit();
    free(window);
}

/* ---- the picture ---- */

void window_size(const Window *window, int *width, int *height)
{
    SDL_GetWindowSizeInPixels(window->sdl, width, height);
}

void window_units(const Window *window, int *width, int *height)
{
    SDL_GetWindowSize(window->sdl, width, height);
}

static void prepare_raster(Window *window, const Type *type)
{
    if (window->raster && window->type == type)
        return;
    drop_raster(window);
    window->typesetter = typesetter_create(type);
    window->raster = raster_create(typesetter_source(window->typesetter));
    window->type = type;
}

void window_present(Window *window, const DrawList *list)
{
    Canvas canvas;
    bool fresh;
    if (!(list->width > 0) || !screen_canvas(window->screen, &canvas, &fresh))
        return;
    prepare_raster(window, list->type);
    if (fresh)
        raster_forget(window->raster);
    window->list_width = list->width;
    window->list = list;
    PixelRect damaged[SCREEN_DAMAGE];
    int count = raster_paint(window->raster, list, (float)canvas.width / list->width, canvas, damaged, SCREEN_DAMAGE);
    if (window->stale) {
        damaged[0] = (PixelRect){0, 0, canvas.width, canvas.height};
        count = 1;
        window->stale = false;
    }
    if (count > 0)
        screen_show(window->screen, damaged, count);
}

const DrawList *window_shown(const Window *window)
{
    return window->list;
}

/* ---- events ---- */

static EventFrame frame_of(Window *window)
{
    int width, height, across = 1, down = 1;
    window_size(window, &width, &height);
    window_units(window, &across, &down);
    float list_width = window->list_width > 0 ? window->list_width : (float)width;
    float scale = across > 0 ? list_width / (float)across : 1;
    return (EventFrame){window->wake, scale, list_width, scale * (float)down};
}

/* Of mouse moves in a row only the last matters. */
static void take_last_move(SDL_Event *event)
{
    SDL_Event next;
    while (event->type == SDL_MOUSEMOTION && SDL_PeepEvents(&next, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) == 1
           && next.type == SDL_MOUSEMOTION)
        SDL_PeepEvents(event, 1, SDL_GETEVENT, SDL_MOUSEMOTION, SDL_MOUSEMOTION);
}

static void note(Window *window, const SDL_Event *from, const Event *event)
{
    if (event->kind == EVENT_WAKE)
        SDL_AtomicSet(&window->waking, 0);
    if (from->type == SDL_WINDOWEVENT && event->kind != EVENT_NONE)
        window->stale |= event->kind == EVENT_EXPOSE || event->kind == EVENT_RESIZE;
    if (from->type == SDL_DROPFILE || from->type == SDL_DROPTEXT) {
        SDL_free(window->dropped);
        window->dropped = from->drop.file;
    }
    if (event->kind == EVENT_RESIZE && window->raster)
        raster_forget(window->raster); /* the new pixels may lie where the old ones did */
}

bool window_poll(Window *window, Event *event)
{
    for (SDL_Event from; SDL_PollEvent(&from) == 1;) {
        take_last_move(&from);
        EventFrame frame = frame_of(window);
        bool ours = event_of_sdl(&from, &frame, event);
        note(window, &from, event);
        if (ours)
            return true;
    }
    return false;
}

void window_wake_here(Window *window)
{
    if (!SDL_AtomicCAS(&window->waking, 0, 1))
        return;
    SDL_Event event = {.type = window->wake};
    if (SDL_PushEvent(&event) != 1)
        SDL_AtomicSet(&window->waking, 0);
}

void window_push(Window *window, const Event *event)
{
    Event *copy = heap_alloc(1, sizeof *copy);
    *copy = *event;
    SDL_Event pushed = {.user = {.type = window->wake, .data1 = copy}};
    if (SDL_PushEvent(&pushed) != 1)
        free(copy);
}

/* ---- the rest of the desktop ---- */

int window_language(const char *const *names)
{
    SDL_Locale *locales = SDL_GetPreferredLocales(); /* the first is preferred most; ends in zeros */
    int found = -1;
    for (int i = 0; locales && locales[i].language && found < 0; i++)
        found = names_find(names, locales[i].language);
    SDL_free(locales);
    return found;
}

Box window_place(Window *window, Box box)
{
    float scale = frame_of(window).scale;
    return (Box){box.x / scale, box.y / scale, box.w / scale, box.h / scale};
}

void window_cursor(Window *window, CursorKind kind)
{
    static const SDL_SystemCursor shapes[CURSOR_COUNT] = {[CURSOR_ARROW] = SDL_SYSTEM_CURSOR_ARROW,
                                                          [CURSOR_HAND] = SDL_SYSTEM_CURSOR_HAND,
                                                          [CURSOR_TEXT] = SDL_SYSTEM_CURSOR_IBEAM};
    if (kind == window->cursor)
        return;
    window->cursor = kind;
    if (!window->cursors[kind])
        window->cursors[kind] = SDL_CreateSystemCursor(shapes[kind]);
    if (window->cursors[kind])
        SDL_SetCursor(window->cursors[kind]);
}

void window_title(Window *window, const char *title)
{
    SDL_SetWindowTitle(window->sdl, title);
}

void window_icon(Window *window, const DrawList *list)
{
    SDL_Surface *icon = SDL_CreateRGBSurfaceWithFormat(0, ICON_SIZE, ICON_SIZE, 32, SDL_PIXELFORMAT_RGB888);
    if (!icon || !(list->width > 0))
        return;
    Typesetter *typesetter = typesetter_create(list->type);
    Raster *raster = raster_create(typesetter_source(typesetter));
    PixelRect damaged;
    Canvas canvas = {icon->pixels, ICON_SIZE, ICON_SIZE, icon->pitch / (int)sizeof(uint32_t)};
    raster_paint(raster, list, ICON_SIZE / list->width, canvas, &damaged, 1);
    SDL_SetWindowIcon(window->sdl, icon);
    raster_destroy(raster);
    typesetter_destroy(typesetter);
    SDL_FreeSurface(icon);
}

void window_resize(Window *window, int width, int height)
{
    SDL_SetWindowSize(window->sdl, width, height);
}

void window_fullscreen(Window *window, bool on)
{
    if (on != window->fullscreen && SDL_SetWindowFullscreen(window->sdl, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0)
        window->fullscreen = on;
}

bool window_is_fullscreen(const Window *window)
{
    return window->fullscreen;
}

char *window_clipboard_get(Window *window, Arena *arena)
{
    (void)window;
    char *text = SDL_GetClipboardText();
    char *copy = arena_string(arena, text ? text : "");
    SDL_free(text);
    return copy;
}

bool window_open_address(const char *address, Error *error)
{
#ifdef __linux__
    if (!system_finds("xdg-open")) /* SDL starts it and does not always notice that it is not there */
        return error_set(error, ERROR_SYSTEM, "xdg-open is not installed");
#endif
    return SDL_OpenURL(address) == 0 || error_set(error, ERROR_SYSTEM, "%s", SDL_GetError());
}
