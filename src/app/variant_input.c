/* The views unrolled and self-attention: which of their pictures is shown, which head or row is looked at. */
#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/input.h"
#include "trace/head_row.h"
#include "words/keys_words.h"

static int picks(const App *app)
{
    const Config *config = &app->open.trace->config;
    if (view_has(app->view.kind, HAS_HEADS))
        return config->heads;
    return app->view.look == LOOK_ONE_STEP || app->view.look == LOOK_CELL ? config->hidden : 1;
}

/* Tells states by the instants of their cell. */
static void tell_cell(App *app, bool told)
{
    Trace *trace = app->open.trace;
    int moment = app_moment(app);
    if (told != trace->cell_told && app->cursor.target < moment)
        app_jump(app, moment);
    if (told != trace->cell_told)
        app->view.window.caption = NULL;
    trace->cell_told = told;
}

/* Tells one word's row of the chosen head beat by beat; movements under way come to their end. */
static void tell_head(App *app, bool open)
{
    const View *view = &app->view;
    Trace *trace = app->open.trace;
    tell_cell(app, open && look_tells_cell(view->kind, view->look));
    bool told = open && look_tells_head(view->look, &trace->config);
    bool written = told && view_written(view);
    int head = told ? view->pick + 1 : 0, moment = app_moment(app);
    if (((head > 0) != (trace->head_told > 0) || written != trace->written_told) && app->cursor.target < moment)
        app_jump(app, moment);
    if (head != trace->head_told || written != trace->written_told)
        app->view.window.caption = NULL;
    trace->head_told = head;
    trace->written_told = written;
}

static void choose(App *app, int pick)
{
    int count = picks(app);
    app->view.pick = (pick % count + count) % count;
    tell_head(app, true);
}

/* A number that is pointed at may be none of the picture to come. */
static void let_go_of_number(Target *target)
{
    if (target->kind == TARGET_VALUE)
        *target = (Target){0};
}

static void show(App *app, int look)
{
    let_go_of_number(&app->view.hover);
    let_go_of_number(&app->view.focus);
    bool inside = app->view.kind == VIEW_UNROLLED && app->open.trace->config.cell == CELL_SELF; /* all there is */
    app->view.look = inside ? LOOK_CELL : (LookKind)look;
    app->view.stage.scroll = 0;
    choose(app, app->view.pick);
}

/* By hand; the word whose moment it is asks from the beginning. */
static void choose_look(App *app, int look)
{
    bool opens = look == LOOK_ONE_WORD && app->view.look != LOOK_ONE_WORD;
    show(app, look);
    const Trace *trace = app->open.trace;
    int moment = app_moment(app);
    if (opens && trace->head_told > 0 && moment_at(trace, moment).kind == MOMENT_SELF)
        app_stop_at(app, beat_end(trace, moment, 1));
}

/* The decoder's own self-attention, or the encoder's: where the model has both. */
static void choose_side(App *app, bool written)
{
    app->view.self.written = written;
    app->view.self.at = -1;
    origin_close(app);
    show(app, (int)app->view.look);
}

static void turn_side(App *app, int arg)
{
    (void)arg;
    if (config_is_transformer(&app->open.trace->config))
        choose_side(app, !app->view.self.written);
}

static void enter(App *app)
{
    pair_close(app);
    norm_close(app);
    show(app, view_has_look(app->view.kind, app->view.look) ? app->view.look : LOOK_WHOLE);
    origin_close(app);
}

static void leave(App *app)
{
    tell_head(app, false);
    pair_close(app);
    norm_close(app);
    origin_close(app);
}

/* The row of the next or the previous word, among those that have looked already. */
static void choose_word(App *app, int by)
{
    View *view = &app->view;
    bool written = view_written(view);
    int n = written ? app->open.trace->step_count : app->open.trace->n, before = view->self.at == app_moment(app)
                                                                                     ? view->self.row
                                                                                 : by > 0 ? -1
                                                                                          : n;
    for (int word = before + by; word >= 0 && word < n; word += by) {
        int moment = trace_looks(app->open.trace, written, word);
        if (moment < 0 || moment > app_moment(app))
            continue;
        view->self.row = word;
        view->self.at = app_moment(app);
        break;
    }
}

static void choose_next(App *app, int by)
{
    choose(app, app->view.pick + by);
    if (app->view.look == LOOK_CELL) /* its rows are turned over to the one that is picked */
        app->view.stage.pan.y = 0;
}

/* By a press on it: what is in sight stays there. */
static void choose_pressed(App *app, int pick)
{
    const SceneLayout *layout = app_layout(app);
    Point at = {layout->pan_from.x + app->view.stage.pan.x, layout->pan_from.y + app->view.stage.pan.y};
    bool dragged = layout->panned.w > 0;
    choose(app, pick);
    if (!dragged)
        return;
    app_lay_out(app);
    pan_to(app, at);
}

static const KeyRow SELF_KEYS[] = {
    {KEY_UP, WITH_SHIFT, choose_word, -1},
    {KEY_DOWN, WITH_SHIFT, choose_word, 1},
    {KEY_X, 0, choose_look, LOOK_WHOLE, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_H, 0, choose_look, LOOK_HEADS, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_W, 0, choose_look, LOOK_ONE_WORD, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_Y, 0, turn_side, 0, W_KEY_SIDE},
    {0},
};

static const KeyRow UNROLLED_KEYS[] = {
    {KEY_U, 0, choose_look, LOOK_WHOLE, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_F, 0, choose_look, LOOK_FOLDED, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_S, 0, choose_look, LOOK_ONE_STEP, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_I, 0, choose_look, LOOK_CELL, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {0},
};

static const KeyRow PICK_KEYS[] = {
    {KEY_LEFT_BRACKET, 0, choose_next, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_RIGHT_BRACKET, 0, choose_next, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {0},
};

/* Cells are found while a picture is drawn: a pointer that has come since then is on another one than the mark says. */
static Target under_pointer(App *app, Target target)
{
    if (app->view.pointer.x < 0)
        return target;
    app_lay_out(app);
    Target now = drawlist_hit(&app->list, app->view.pointer);
    return now.kind == target.kind && now.a == target.a && now.c == target.c ? now : target;
}

/* One of the pictures, or a head. */
static bool press_choice(App *app, Target target)
{
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_LOOK) {
        choose_look(app, target.b);
        return true;
    }
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_SIDE) {
        choose_side(app, target.b);
        return true;
    }
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_HEAD) {
        choose(app, target.b);
        return true;
    }
    return false;
}

static bool press_value(App *app, Target target)
{
    SceneCell cell = scene_cell(&app->view, target);
    if (cell.pick >= 0)
        choose_pressed(app, cell.pick);
    if (cell.moment > app_moment(app)) { /* that word has not looked yet */
        app_stop_at(app, cell.moment);
    } else if (cell.moment >= 0) {
        app->view.self.row = cell.word;
        app->view.self.at = app_moment(app);
    }
    app->view.focus = target;
    if (cell.value.kind != VALUE_NONE)
        origin_begin(app, cell.value);
    return true;
}

static bool press_self(App *app, Target target)
{
    if (norm_press(app, target) || press_choice(app, target)
        || (app->open.trace->head_told > 0 && pair_press(app, target)) || origin_press(app, target))
        return true;
    if (target.kind == TARGET_SOURCE && app->open.trace->head_told > 0) { /* that word asks */
        int looks = trace_looks(app->open.trace, view_written(&app->view), target.a);
        app_stop_at(app, beat_end(app->open.trace, looks, 1));
        return true;
    }
    return target.kind == TARGET_VALUE && press_value(app, under_pointer(app, target));
}

static bool press_unrolled(App *app, Target target)
{
    if (press_choice(app, target) || origin_press(app, target))
        return true;
    bool value = target.kind == TARGET_VALUE;
    return (value ? press_value : origin_open)(app, under_pointer(app, target));
}

static void update_self(App *app)
{
    pair_update(app);
    norm_update(app);
}

const ViewInput self_input = {
    .enter = enter,
    .leave = leave,
    .keys = {norm_keys, pair_keys, SELF_KEYS, PICK_KEYS, origin_keys},
    .press = press_self,
    .wheel = origin_wheel,
    .update = update_self,
    .moving = norm_moving,
};

const ViewInput unrolled_input = {
    .enter = enter,
    .leave = leave,
    .keys = {UNROLLED_KEYS, PICK_KEYS, origin_keys},
    .press = press_unrolled,
    .wheel = origin_wheel,
};
