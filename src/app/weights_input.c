#include "app/weights_input.h"

#include "app/file_view.h"
#include "app/view_input.h"
#include "base/names.h"
#include "words/course_words.h"
#include "words/keys_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 48 }; /* px of a line of the wheel */

typedef struct Weighing {
    Arena arena;
    WeightsFile own; /* the file that was dropped */
    const WeightsFile *files;
    int count;
    MatrixStack difference; /* of the open pair, where it was asked for */
    WeightsFigures figures;
    WeightsPage page;
    Pace pace; /* of playing word by word */
} Weighing;

/* ---- what is shown ---- */

static void show(App *app, int matrix)
{
    app->weighing->page.matrix = matrix;
    app->view.hover = app->view.focus = (Target){0};
    app->view.stage.scroll = 0;
}

static void choose_row(App *app, int row)
{
    Weighing *self = app->weighing;
    self->pace.last = self->page.stack->rows - 1;
    pace_jump(&self->pace, row - 1);
    self->page.row = row > 0 ? self->pace.target + 1 : 0;
    self->page.playing = false;
}

static void widen(WeightsPage *page, const MatrixStack *stack)
{
    Error no_shares = {0};
    float least, most;
    stack_range(stack, stack_check(stack, true, &no_shares), &least, &most);
    page->least = fminf(page->least, least);
    page->most = fmaxf(page->most, most);
    page->is_signed |= stack->is_signed;
}

/* The colours: of the difference, or of both files. */
static void set_range(WeightsPage *page)
{
    const StackPair *pair = &page->tabs[page->tab];
    page->least = INFINITY, page->most = -INFINITY;
    page->is_signed = false;
    for (int i = 0; i < 2; i++)
        if (page->difference || pair->of[i])
            widen(page, page->difference ? page->difference : pair->of[i]);
    if (page->is_signed) {
        page->most = fmaxf(fabsf(page->least), fabsf(page->most));
        page->least = -page->most;
        page->arcs = false;
    }
}

/* Instead of both, or both again. */
static void show_difference(App *app, bool on)
{
    Weighing *self = app->weighing;
    WeightsPage *page = &self->page;
    page->difference = NULL;
    if (on && weights_compare(page)) {
        stack_finish(&self->difference);
        stack_difference(&page->tabs[page->tab], &self->difference);
        page->difference = &self->difference;
    }
    set_range(page);
}

/* The same head of it alone, where it has that, and of the same words the one that is chosen. */
static void open_array(App *app, int array)
{
    WeightsPage *page = &app->weighing->page;
    if (array < 0 || array >= page->tab_count)
        return;
    const MatrixStack *old = page->stack, *stack = stack_lead(&page->tabs[array]);
    bool chosen = old && stack_matrices(old) > 1 && page->matrix >= 0;
    int layer = chosen ? page->matrix / old->heads : stack->layers;
    int head = chosen ? page->matrix % old->heads : stack->heads;
    page->stack = stack;
    page->tab = array;
    if (!old || !stack_same_rows(old, stack))
        choose_row(app, 0);
    page->difference = NULL;
    set_range(page);
    show(app, stack_matrices(stack) == 1                     ? 0
              : layer < stack->layers && head < stack->heads ? layer * stack->heads + head
                                                             : -1);
}

/* ---- files ---- */

/* By their last names, where these tell them apart. */
static void name_files(Weighing *self)
{
    for (int i = 0; i < self->count; i++)
        self->page.names[i] = path_name(self->files[i].name);
    if (self->count > 1 && strcmp(self->page.names[0], self->page.names[1]) == 0)
        for (int i = 0; i < self->count; i++)
            self->page.names[i] = self->files[i].name;
}

/* What a file lacks for more, else what is wrong with those of its arrays that are not here. */
static void tell_why(App *app)
{
    const Weighing *self = app->weighing;
    for (int i = self->count - 1; i >= 0; i--) {
        const WeightsFile *file = &self->files[i];
        if (file->why)
            app_say(app, W_OF_THIS_TRACE_THE_WEIGHTS_ALONE, self->page.names[i], file->why);
        else if (file->set.left_out)
            app_say(app, W_WEIGHTS_LEFT_OUT, file->set.lacks.message);
    }
}

static void begin(App *app, Weighing *self, const WeightsFile *files, int count)
{
    StackPair *tabs;
    weights_close(app);
    self->files = files;
    self->count = count;
    self->page.tab_count = stack_pairs(&files[0].set, count > 1 ? &files[1].set : NULL, &self->arena, &tabs);
    self->page.tabs = tabs;
    self->page.figures = &self->figures;
    self->page.matrix = -1;
    name_files(self);
    app->weighing = self;
    app->view.weights = &self->page;
    open_array(app, files[0].set.asked);
    file_view_show(app, VIEW_WEIGHTS);
    tell_why(app);
}

void weights_show(App *app)
{
    begin(app, heap_alloc(1, sizeof(Weighing)), app->options.weights, app->options.weights_count);
}

static void finish(Weighing *self)
{
    stack_set_finish(&self->own.set);
    stack_finish(&self->difference);
    weights_figures_finish(&self->figures);
    arena_finish(&self->arena);
    free(self);
}

/* Two columns of numbers could have been sentence pairs. */
static const char *taken_for_weights(const App *app, const char *path, const MatrixStack *stack)
{
    bool two = stack_matrices(stack) == 1 && stack->columns + (stack->target != NULL) == 2;
    return two && path_check_ending(path, TABLE_ENDINGS, NULL) ? said(app->view.language, W_TWO_COLUMNS_OF_NUMBERS)
                                                               : NULL;
}

bool weights_open(App *app, OpenFile *file, Error *error)
{
    Weighing *self = heap_alloc(1, sizeof *self);
    WeightsFile *own = &self->own;
    const char *lacks = opened_lacks(file);
    if (!opened_set(file, NULL, LINKS_PHARAOH, &own->set, error)) {
        finish(self);
        return false;
    }
    own->name = own->set.name = arena_string(&self->arena, file->path);
    own->why =
        lacks ? arena_string(&self->arena, lacks) : taken_for_weights(app, own->name, &own->set.stacks[own->set.asked]);
    begin(app, self, own, 1);
    return true;
}

void weights_close(App *app)
{
    if (!app->weighing)
        return;
    passage_end(app);
    finish(app->weighing);
    app->weighing = NULL;
    app->view.weights = NULL;
}

/* ---- hands ---- */

static void go(App *app, Move move)
{
    Weighing *self = app->weighing;
    WeightsPage *page = &self->page;
    if (move != MOVE_PLAY) {
        choose_row(app, file_view_row(move, page->row, page->stack->rows));
        return;
    }
    bool plays = !page->playing;
    choose_row(app, page->row > 0 ? page->row : 1);
    pace_play(&self->pace, plays, app->now);
    page->playing = self->pace.playing;
    page->row = (int)floor(self->pace.at) + 1;
}

static void scroll(App *app, int lines)
{
    float to = app->view.stage.scroll - (float)(lines * LINE);
    app->view.stage.scroll = fminf(fmaxf(0, to), app_layout(app)->stage_scroll);
}

static bool one_is_open(const App *app)
{
    return app->weighing->page.matrix >= 0;
}

static bool all_are_open(const App *app)
{
    return !one_is_open(app);
}

/* To the next head or layer, not around. */
static void step_head(App *app, int by)
{
    const MatrixStack *stack = app->weighing->page.stack;
    int head = app->weighing->page.matrix % stack->heads + by;
    if (head >= 0 && head < stack->heads)
        show(app, app->weighing->page.matrix + by);
}

static void step_layer(App *app, int by)
{
    const MatrixStack *stack = app->weighing->page.stack;
    int matrix = app->weighing->page.matrix + by * stack->heads;
    if (matrix >= 0 && matrix < stack_matrices(stack))
        show(app, matrix);
}

static bool has_arrays(const App *app)
{
    return app->weighing->page.tab_count > 1;
}

/* Around. */
static void next_array(App *app, int by)
{
    const WeightsPage *page = &app->weighing->page;
    open_array(app, (page->tab + by + page->tab_count) % page->tab_count);
}

static void toggle(App *app, int control)
{
    WeightsPage *page = &app->weighing->page;
    if (control == WEIGHTS_DIFFERENCE)
        show_difference(app, !page->difference);
    else {
        page->arcs = !page->arcs && page->matrix >= 0;
        page->difference = NULL;
        set_range(page);
    }
}

/* First the rows, then the heads, then the lesson that the file was dropped onto. */
static void go_back(App *app, int by)
{
    (void)by;
    const Weighing *self = app->weighing;
    if (weights_row(&self->page) > 0)
        choose_row(app, 0);
    else if (one_is_open(app) && stack_matrices(self->page.stack) > 1)
        show(app, -1);
    else if (self->files == &self->own)
        app_show_view(app, app_lesson_view(app));
}

static const KeyRow KEYS[] = {
    {KEY_LEFT, 0, step_head, -1, 0, one_is_open},
    {KEY_RIGHT, 0, step_head, 1, 0, one_is_open},
    {KEY_UP, 0, step_layer, -1, 0, one_is_open},
    {KEY_DOWN, 0, step_layer, 1, 0, one_is_open},
    {KEY_UP, 0, scroll, 1, 0, all_are_open},
    {KEY_DOWN, 0, scroll, -1, 0, all_are_open},
    {KEY_1, 0, open_array, 0, 0, has_arrays, 8},
    {KEY_TAB, WITH_CONTROL | WITH_SHIFT, next_array, -1},
    {KEY_TAB, WITH_CONTROL, next_array, 1},
    {KEY_LEFT_BRACKET, 0, next_array, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_RIGHT_BRACKET, 0, next_array, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_O, 0, toggle, WEIGHTS_ARCS, W_KEY_ARCS},
    {KEY_D, 0, toggle, WEIGHTS_DIFFERENCE},
    {KEY_ESCAPE, 0, go_back, 0, 0, file_view_can_go_back},
    {0},
};

/* A cell is of its row; the word that is chosen gives all rows back. Of arcs a source word is of no row. */
static void press_row(App *app, Target target)
{
    bool word = target.kind == TARGET_WORD || target.b < 0, back = word && app->weighing->page.row == target.a + 1;
    if (target.a >= 0)
        choose_row(app, back ? 0 : target.a + 1);
}

static bool press_control(App *app, Target target)
{
    if (target.a == WEIGHTS_ALL)
        show(app, -1);
    else if (target.a == WEIGHTS_ARRAY)
        open_array(app, target.b);
    else if (target.a == WEIGHTS_ROW)
        choose_row(app, app->weighing->page.row == target.b + 1 ? 0 : target.b + 1);
    else
        toggle(app, target.a);
    return true;
}

static bool press(App *app, Target target)
{
    if (target.kind == TARGET_EXPORT)
        app_tell(app, false, "%s",
                 weights_export(&app->view, app->view.exports.folders[app->view.exports.at], app->type, &app->scratch));
    else if (target.kind == TARGET_CONTROL)
        return press_control(app, target);
    else if (target.kind == TARGET_HEAT && all_are_open(app))
        show(app, weights_matrix(&app->view, target));
    else if (target.kind == TARGET_HEAT || target.kind == TARGET_WORD)
        press_row(app, target);
    else
        return target.kind != TARGET_NONE && target.kind <= TARGET_LAST_VALUE;
    return true;
}

static void enter(App *app)
{
    file_view_enter(app, weights_title(&app->view, &app->scratch));
}

static void leave(App *app)
{
    choose_row(app, app->weighing->page.row); /* it plays no more */
    app->view.stage.scroll = 0;
    file_view_leave(app);
}

static void update(App *app)
{
    Weighing *self = app->weighing;
    app->view.stage.scroll = fmaxf(0, app->view.stage.scroll);
    if (!self->page.playing || !pace_advance(&self->pace, app->now, PACE_STEP / (double)app->view.play.speed, true))
        return;
    self->page.row = (int)floor(self->pace.at) + 1;
    self->page.playing = self->pace.playing;
    app->dirty = true;
}

static bool moving(const App *app)
{
    return app->weighing->page.playing;
}

/* For who hears it: of the row that is chosen, or of the files. */
static const char *caption(const View *view, Arena *arena)
{
    const char *text = weights_row_told(view, STACK_LARGEST, arena);
    return text ? text : arena_printf(arena, "%s: %s", weights_title(view, arena), weights_size(view, arena));
}

const ViewInput weights_input = {
    .enter = enter,
    .leave = leave,
    .keys = {KEYS},
    .move = go,
    .press = press,
    .update = update,
    .moving = moving,
    .caption = caption,
};
