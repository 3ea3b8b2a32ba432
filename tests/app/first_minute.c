/* The film of the first minute, docs/first-minute.gif: the whole program without a screen, a pointer that is drawn, and
 * a hand that drags as a person would.   usage: first_minute FILM */
#define FRAME_SECONDS (1.0 / FPS)
enum { FPS = 10 };

#include "fixture.h"

#include "draw/ease.h"
#include "export/film.h"
#include "scene/view/opening_script.h"

#define WIDTH  1024
#define HEIGHT 640
#define PIXELS 800.0f /* of the film's width */

typedef struct Shot {
    Film *film;
    bool samples; /* of its colours: a second is one picture */
    int taken;
    Point hand;
    bool pressed;
} Shot;

static void draw_hand(DrawList *list, Point at, bool pressed)
{
    const Point arrow[] = {{0, 0}, {0, 20}, {4.7f, 15.8f}, {8, 23}, {11.4f, 21.5f}, {8.2f, 14.5f}, {14.5f, 14.2f}};
    if (pressed)
        drawlist_box(list, (Box){at.x - 16, at.y - 16, 32, 32}, 16, paint_fill((Color){31, 36, 48, 40}));
    for (size_t i = 0; i < sizeof arrow / sizeof *arrow; i++)
        (i ? drawlist_line : drawlist_move)(list, at.x + arrow[i].x, at.y + arrow[i].y);
    drawlist_close(list);
    drawlist_path_end(list, paint_fill_stroke((Color){31, 36, 48, 255}, (Color){255, 255, 255, 255}, 1.6f));
}

/* One frame, with the hand over it. */
static void take(Shot *shot)
{
    Error error = {0};
    app->dirty = true;
    frame();
    DrawList *list = app->passage.on ? &app->passage.between : &app->list;
    draw_hand(list, shot->hand, shot->pressed);
    if (!shot->samples)
        expect_ok(film_frame(shot->film, list, &error), &error);
    else if (shot->taken++ % FPS == 0)
        film_sample(shot->film, list);
}

static void rest(Shot *shot, double seconds)
{
    for (int i = 0; i < (int)(seconds * FPS); i++)
        take(shot);
}

/* On a straight way, eased at both ends. */
static void go(Shot *shot, Point to, double seconds)
{
    Point from = shot->hand;
    int count = (int)(seconds * FPS);
    for (int i = 1; i <= count; i++) {
        float t = ease_in_out((float)i / (float)count);
        shot->hand = (Point){lerp(from.x, to.x, t), lerp(from.y, to.y, t)};
        mouse(EVENT_MOUSE_MOVE, shot->hand);
        take(shot);
    }
}

static void press(Shot *shot, bool down)
{
    shot->pressed = down;
    mouse(down ? EVENT_MOUSE_DOWN : EVENT_MOUSE_UP, shot->hand);
    take(shot);
}

static void play(Shot *shot)
{
    Target on = {TARGET_OPENING, OPENING_ON, 0, 0};
    float width = app->list.width, height = app->list.height;
    shot->hand = (Point){width * 0.62f, height * 0.86f};
    rest(shot, 1.5);
    go(shot, middle_of(on), 0.8);
    press(shot, true);
    press(shot, false);
    go(shot, (Point){width * 0.8f, height * 0.8f}, 0.6);
    while (app->view.opening.stage == OPENING_PLAYS)
        take(shot);
    rest(shot, 1.5);
    const Opening *opening = &app->view.opening;
    Box bars = app->layout.stage.bars;
    Box handle = box_of(target_at(TARGET_WEIGHT, opening->step, opening->bar, 0));
    float x = handle.x + handle.w / 2;
    go(shot, (Point){x, handle.y + handle.h / 2}, 0.9);
    press(shot, true);
    const float shares[] = {0.56f, 0.42f, 0.58f}; /* over where the word flips, back, and over it again */
    for (int i = 0; i < 3; i++) {
        go(shot, (Point){x, bars.y + bars.h * (1 - shares[i])}, i ? 1.4 : 3);
        rest(shot, 0.7);
    }
    press(shot, false);
    rest(shot, 3.2);
    go(shot, middle_of(on), 0.9);
    press(shot, true);
    press(shot, false);
    rest(shot, 2.5);
}

/* As somebody sees it who has never been here; the film is begun if it is NULL. */
static Film *shoot(Film *film, const char *path, bool samples)
{
    Error error = {0};
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "01-sequences-in-and-out");
    options.opening = true;
    options.language = LANGUAGE_ENGLISH;
    options.theme = THEME_LIGHT;
    options.width = WIDTH;
    options.height = HEIGHT;
    start(&options);
    frame();
    FilmOptions look = {.scale = PIXELS / app->list.width, .fps = FPS};
    film = film ? film : film_create(path, app->list.width, app->list.height, &look, &error);
    expect_ok(film != NULL, &error);
    play(&(Shot){.film = film, .samples = samples});
    void *nothing = NULL;
    home_remove(&nothing);
    return film;
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    Error error = {0};
    Film *film = shoot(NULL, arguments[1], true);
    film = shoot(film, arguments[1], false);
    expect_ok(film_end(film, &error), &error);
    return 0;
}
