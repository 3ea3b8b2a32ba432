#include "app/weights_run.h"

#include "app/stops.h"
#include "app/weights_export.h"
#include "app/weights_steps.h"
#include "base/event.h"
#include "scene/figures/weights_row.h"
#include "scene/view/view.h"
#include "sdl/window.h"
#include "words/course_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGE_SECONDS 6
#define LINE            48 /* px of a notch of the wheel */

struct WeightsRun {
    const AppOptions *options;
    const WeightsFile *files;
    int count; /* of them */
    Arena arena;
    MatrixStack difference; /* of the open pair, where it was asked for */
    Window *window;
    Type *type;
    DrawList figures[2], list;
    WeightsWindow view, drawn; /* drawn: what `figures` are of */
    char message[512];
    double message_until; /* 0: there is none */
    float scrolls;        /* px that it can */
    Pace pace;            /* of playing word by word */
    bool dirty, quit;
};

static int matrices(const MatrixStack *stack)
{
    return stack->layers * stack->heads;
}

static void show(WeightsRun *run, int matrix)
{
    run->view.matrix = matrix;
    run->view.hover = run->view.focus = (Target){0};
}

/* The colours of both files. */
static void set_range(WeightsWindow *view)
{
    const StackPair *pair = &view->tabs[view->tab];
    view->least = INFINITY, view->most = -INFINITY;
    for (int i = 0; i < 2; i++) {
        Error no_shares = {0};
        float least = INFINITY, most = -INFINITY;
        if (pair->of[i])
            stack_range(pair->of[i], stack_check(pair->of[i], true, &no_shares), &least, &most);
        view->least = fminf(view->least, least);
        view->most = fmaxf(view->most, most);
    }
}

/* Instead of both, or both again. */
static void show_difference(WeightsRun *run, bool on)
{
    WeightsWindow *view = &run->view;
    view->hover = (Target){0};
    view->difference = NULL;
    if (!on || !weights_window_compares(view))
        return;
    stack_finish(&run->difference);
    stack_difference(&view->tabs[view->tab], &run->difference);
    float least, most;
    stack_range(&run->difference, false, &least, &most);
    view->differs = fmaxf(fabsf(least), fabsf(most));
    view->difference = &run->difference;
    view->arcs = false;
}

/* The same head of it alone, where it has that, and of the same words the one that is chosen. */
static void open_array(WeightsRun *run, int array)
{
    WeightsWindow *view = &run->view;
    if (array < 0 || array >= view->tab_count)
        return;
    const MatrixStack *old = view->stack, *stack = stack_lead(&view->tabs[array]);
    bool chosen = old && matrices(old) > 1 && view->matrix >= 0;
    int layer = chosen ? view->matrix / old->heads : stack->layers;
    int head = chosen ? view->matrix % old->heads : stack->heads;
    view->stack = stack;
    view->tab = array;
    view->scroll = 0;
    if (!old || !stack_same_rows(old, stack))
        weights_choose(view, &run->pace, 0);
    view->difference = NULL;
    set_range(view);
    show(run, matrices(stack) == 1                           ? 0
              : layer < stack->layers && head < stack->heads ? layer * stack->heads + head
                                                             : -1);
}

static void tell(WeightsRun *run, const char *text)
{
    snprintf(run->message, sizeof run->message, "%s", text);
    run->view.message = run->message;
    run->message_until = window_time() + MESSAGE_SECONDS;
}

static void tell_export(WeightsRun *run)
{
    Arena arena = {0};
    tell(run, weights_export(&run->view, run->options->exports, run->type, &arena));
    arena_finish(&arena);
}

/* ---- hands ---- */

static void go(WeightsRun *run, Move move)
{
    weights_go(&run->view, &run->pace, move, window_time());
}

/* A cell is of its row; the word that is chosen gives all rows back. Of arcs a source word is of no row. */
static void press_row(WeightsRun *run, Target target)
{
    bool word = target.kind == TARGET_WORD || target.b < 0, back = word && run->view.row == target.a + 1;
    if (target.a < 0)
        return;
    weights_choose(&run->view, &run->pace, back ? 0 : target.a + 1);
}

static void press(WeightsRun *run, Target target)
{
    WeightsWindow *view = &run->view;
    if (target.kind == TARGET_HEAT && view->matrix < 0)
        show(run, weights_window_matrix(view, target));
    else if (target.kind == TARGET_HEAT || target.kind == TARGET_WORD)
        press_row(run, target);
    if (target.kind != TARGET_CONTROL)
        return;
    switch ((WeightsButton)target.a) {
    case WEIGHTS_ALL:
        show(run, -1);
        break;
    case WEIGHTS_ARCS:
        view->arcs = !view->arcs && view->matrix >= 0;
        show_difference(run, false);
        break;
    case WEIGHTS_EXPORT:
        tell_export(run);
        break;
    case WEIGHTS_LANGUAGE:
        view->language = view->language == LANGUAGE_ENGLISH ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        break;
    case WEIGHTS_THEME:
        view->theme = theme_with(view->theme->kind == THEME_DARK ? THEME_LIGHT : THEME_DARK, view->theme->strong);
        break;
    case WEIGHTS_BACK:
        run->quit = true;
        break;
    case WEIGHTS_ARRAY:
        open_array(run, target.b);
        break;
    case WEIGHTS_WORD_BACK:
        go(run, MOVE_BACK);
        break;
    case WEIGHTS_PLAY:
        go(run, MOVE_PLAY);
        break;
    case WEIGHTS_WORD_ON:
        go(run, MOVE_ON);
        break;
    case WEIGHTS_ALL_ROWS:
        weights_choose(view, &run->pace, 0);
        break;
    case WEIGHTS_DIFFERENCE:
        show_difference(run, !view->difference);
        break;
    case WEIGHTS_BUTTONS:
        break;
    }
}

static void press_button(WeightsRun *run, WeightsButton button)
{
    press(run, (Target){TARGET_CONTROL, (int16_t)button, 0, 0});
}

static void move_focus(WeightsRun *run, bool back)
{
    Arena arena = {0};
    Stops stops = stops_find(&run->list, false, run->view.focus, &arena);
    run->view.focus = stops_next(&stops, back ? -1 : 1);
    arena_finish(&arena);
}

/* To the next head or layer, not around. */
static void step(WeightsRun *run, int layers, int heads)
{
    const MatrixStack *stack = run->view.stack;
    int layer = run->view.matrix / stack->heads + layers, head = run->view.matrix % stack->heads + heads;
    if (run->view.matrix >= 0 && layer >= 0 && layer < stack->layers && head >= 0 && head < stack->heads)
        show(run, layer * stack->heads + head);
}

static void scroll(WeightsRun *run, float by)
{
    run->view.scroll = fminf(fmaxf(0, run->view.scroll + by), run->scrolls);
}

/* Ctrl+Tab: the next array, around. */
static void next_array(WeightsRun *run, int by)
{
    open_array(run, (run->view.tab + by + run->view.tab_count) % run->view.tab_count);
}

static void key(WeightsRun *run, const Event *event)
{
    if (event->key.key >= KEY_1 && event->key.key <= KEY_9)
        open_array(run, (int)event->key.key - KEY_1);
    bool control = event->modifiers.control;
    switch (event->key.key) {
    case KEY_LEFT:
    case KEY_RIGHT:
        step(run, 0, event->key.key == KEY_LEFT ? -1 : 1);
        break;
    case KEY_UP:
    case KEY_DOWN:
        step(run, event->key.key == KEY_UP ? -1 : 1, 0);
        if (run->view.matrix < 0)
            scroll(run, event->key.key == KEY_UP ? -LINE : LINE);
        break;
    case KEY_TAB:
        if (control)
            next_array(run, event->modifiers.shift ? -1 : 1);
        else
            move_focus(run, event->modifiers.shift);
        break;
    case KEY_ENTER:
        press(run, run->view.focus);
        break;
    case KEY_PAGE_DOWN:
    case KEY_PAGE_UP:
        go(run, event->key.key == KEY_PAGE_DOWN ? MOVE_ON : MOVE_BACK);
        break;
    case KEY_HOME:
    case KEY_END:
        go(run, event->key.key == KEY_HOME ? MOVE_START : MOVE_END);
        break;
    case KEY_SPACE:
        go(run, MOVE_PLAY);
        break;
    case KEY_ESCAPE:
        if (weights_row(&run->view) > 0)
            press_button(run, WEIGHTS_ALL_ROWS);
        else if (matrices(run->view.stack) > 1 && run->view.matrix >= 0)
            press_button(run, WEIGHTS_ALL);
        else if (run->view.over)
            press_button(run, WEIGHTS_BACK);
        break;
    case KEY_O:
        press_button(run, WEIGHTS_ARCS);
        break;
    case KEY_D:
        press_button(run, WEIGHTS_DIFFERENCE);
        break;
    case KEY_L:
        press_button(run, WEIGHTS_LANGUAGE);
        break;
    case KEY_T:
        press_button(run, WEIGHTS_THEME);
        break;
    case KEY_E:
        if (control)
            press_button(run, WEIGHTS_EXPORT);
        break;
    case KEY_Q:
        run->quit = control;
        break;
    default:
        break;
    }
}

void weights_event(WeightsRun *run, const Event *event)
{
    Point at = {event->mouse.x, event->mouse.y};
    bool dirty = run->dirty;
    run->dirty = true;
    switch (event->kind) {
    case EVENT_QUIT:
        run->quit = true;
        break;
    case EVENT_KEY:
        key(run, event);
        break;
    case EVENT_MOUSE_MOVE:
        run->view.hover = drawlist_hit(&run->list, at);
        break;
    case EVENT_MOUSE_LEAVE:
        run->view.hover = (Target){0};
        break;
    case EVENT_MOUSE_DOWN:
        press(run, drawlist_hit(&run->list, at));
        break;
    case EVENT_TOUCH_DOWN:
        at = (Point){event->touch.x, event->touch.y};
        run->view.hover = drawlist_hit(&run->list, at);
        press(run, run->view.hover);
        break;
    case EVENT_WHEEL:
        scroll(run, -event->wheel.dy * LINE);
        break;
    case EVENT_RESIZE:
    case EVENT_EXPOSE:
        break;
    default:
        run->dirty = dirty;
        break;
    }
}

/* ---- frames ---- */

/* For who listens to a page: the row that is new, or of another head. */
static void read_row(const WeightsRun *run)
{
    const WeightsWindow *old = &run->drawn, *now = &run->view;
    bool same = old->row == now->row && old->matrix == now->matrix && old->stack == now->stack;
    Arena arena = {0};
    if (weights_row(now) > 0 && !same)
        window_read(run->window, READ_MESSAGE, LANGUAGE_NAMES[now->language], weights_row_told(now, &arena));
    arena_finish(&arena);
}

static void draw(WeightsRun *run)
{
    int width, height;
    window_units(run->window, &width, &height);
    run->view.width = fmaxf(360, (float)width);
    run->view.height = run->view.width * (float)height / (float)(width > 0 ? width : 1);
    const WeightsWindow *old = &run->drawn, *now = &run->view;
    run->view.laid = old->stack == now->stack && old->difference == now->difference && old->matrix == now->matrix
                     && old->arcs == now->arcs && old->row == now->row && old->theme == now->theme
                     && old->language == now->language && old->width == now->width && old->height == now->height;
    read_row(run);
    run->drawn = run->view;
    run->scrolls = weights_window(&run->view, run->type, run->figures, &run->list);
    window_present(run->window, &run->list);
    /* all that is marked can be pressed */
    window_cursor(run->window, run->view.hover.kind ? CURSOR_HAND : CURSOR_ARROW);
    run->dirty = false;
}

double weights_draw(WeightsRun *run)
{
    double left = run->message_until > 0 ? run->message_until - window_time() : -1;
    if (run->message_until > 0 && left <= 0) {
        run->message_until = 0;
        run->view.message = NULL;
        run->dirty = true;
    }
    int row = run->view.row;
    double word = weights_advance(&run->view, &run->pace, window_time()), message = fmax(0.01, left);
    run->dirty |= run->view.row != row || run->view.playing != run->drawn.playing;
    if (run->dirty && !run->quit)
        draw(run);
    return run->message_until <= 0 ? word : word < 0 ? message : fmin(word, message);
}

static bool frame(void *context, double *sleep)
{
    WeightsRun *run = context;
    Event event;
    while (!run->quit && window_poll(run->window, &event))
        weights_event(run, &event);
    *sleep = weights_draw(run);
    return !run->quit;
}

bool weights_left(const WeightsRun *run)
{
    return run->quit;
}

void weights_close(WeightsRun *run)
{
    if (!run)
        return;
    if (!run->view.over) {
        window_destroy(run->window);
        type_close(run->type);
    }
    for (int i = 0; i < 2; i++)
        drawlist_finish(&run->figures[i]);
    drawlist_finish(&run->list);
    stack_finish(&run->difference);
    arena_finish(&run->arena);
    free(run);
}

/* By their last names, where these tell them apart. */
static void name_files(WeightsRun *run)
{
    for (int i = 0; i < run->count; i++)
        run->view.names[i] = path_name(run->files[i].name);
    if (run->count > 1 && strcmp(run->view.names[0], run->view.names[1]) == 0)
        for (int i = 0; i < run->count; i++)
            run->view.names[i] = run->files[i].name;
}

static WeightsRun *begin(const AppOptions *options, const WeightsFile *files, int count)
{
    WeightsRun *run = heap_alloc(1, sizeof *run);
    const StackSet *set = &files[0].set;
    StackPair *tabs;
    run->options = options;
    run->files = files;
    run->count = count;
    run->dirty = true;
    run->view = (WeightsWindow){.matrix = -1};
    run->view.tab_count = stack_pairs(set, count > 1 ? &files[1].set : NULL, &run->arena, &tabs);
    run->view.tabs = tabs;
    run->view.theme = theme_with(options->theme >= 0 ? (ThemeKind)options->theme : THEME_LIGHT, options->high_contrast);
    name_files(run);
    open_array(run, set->asked);
    return run;
}

static void set_window(WeightsRun *run, Window *window)
{
    Arena arena = {0};
    int given = run->options->language;
    bool chinese = given >= 0 ? given == LANGUAGE_CHINESE : window_language(LANGUAGE_NAMES) == LANGUAGE_CHINESE;
    run->window = window;
    run->view.language = chinese ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    window_title(window, arena_printf(&arena, "attend: %s%s%s", run->view.names[0], run->count > 1 ? ", " : "",
                                      run->count > 1 ? run->view.names[1] : ""));
    arena_finish(&arena);
}

/* What a file lacks for more, else what is wrong with those of its arrays that are not here. */
static void tell_why(WeightsRun *run)
{
    Arena arena = {0};
    Language language = run->view.language;
    for (int i = run->count - 1; i >= 0; i--) {
        const WeightsFile *file = &run->files[i];
        if (file->why)
            tell(run, arena_printf(&arena, said(language, W_OF_THIS_TRACE_THE_WEIGHTS_ALONE), run->view.names[i],
                                   file->why));
        else if (file->set.left_out)
            tell(run, arena_printf(&arena, said(language, W_WEIGHTS_LEFT_OUT), file->set.lacks.message));
    }
    arena_finish(&arena);
}

WeightsRun *weights_open(const AppOptions *options, Window *window, Type *type, const WeightsFile *files, int count)
{
    WeightsRun *run = begin(options, files, count);
    run->view.over = true;
    run->type = type;
    set_window(run, window);
    tell_why(run);
    return run;
}

bool weights_run(const AppOptions *options, const WeightsFile *files, int count, Error *error)
{
    WeightsRun *run = begin(options, files, count);
    run->type = type_open(options->fonts, error);
    Window *window = run->type ? window_create("attend", options->width > 0 ? options->width : 1440,
                                               options->height > 0 ? options->height : 900, error)
                               : NULL;
    if (window) {
        set_window(run, window);
        tell_why(run);
        window_loop(window, frame, run);
    }
    weights_close(run);
    return window != NULL;
}
