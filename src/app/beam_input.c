/* The beam view: the search of this sentence, its cursor, and the hypothesis that is looked at. */
#include "app/cursor.h"
#include "app/view_input.h"
#include "words/keys_words.h"

#include <math.h>
#include <stdlib.h>

typedef struct Beaming {
    BeamSearch search;
    const Trace *trace; /* with its beam */
    Trace *own;         /* the same, where it was searched here; NULL: it is the app's, of a file */
    Trace **hypotheses; /* [nodes]; made when they are first looked at */
    const Trace *of;    /* the app's trace, whose sentence this is */
    const Model *model;
    int size, card;
    Pace pace;
} Beaming;

/* ---- the search ---- */

static void forget(Beaming *self)
{
    for (int i = 0; self->trace && i < self->trace->beam->count; i++)
        trace_destroy(self->hypotheses[i]);
    free(self->hypotheses);
    trace_destroy(self->own);
    self->hypotheses = NULL;
    self->trace = self->own = NULL;
}

static void show_step(App *app)
{
    Beaming *self = app->beaming;
    self->search.step = self->pace.at;
    self->search.playing = self->pace.playing;
    app->dirty = true;
}

/* Where the search fails, the old one stays, and the message says why. */
static bool search(App *app, int size)
{
    Beaming *self = app->beaming;
    Error error = {0};
    DecodeOptions options = {.beam = size};
    bool decodes = view_decodes(&app->view);
    Trace *own = decodes ? trace_decode(app->view.model, slice_of(app->open.decoded), &options, &error) : NULL;
    const Trace *found = decodes ? own : app->open.trace;
    self->of = app->open.trace;
    if (!found) {
        app_fail(app, &error);
        return false;
    }
    forget(self);
    self->trace = found;
    self->own = own;
    self->size = found->beam->size;
    self->model = app->view.model;
    self->hypotheses = heap_alloc((size_t)found->beam->count, sizeof *self->hypotheses);
    self->search = (BeamSearch){.trace = found, .shown = found, .node = -1, .chosen = -1};
    self->search.steps = self->pace.last = beam_steps(found->beam);
    app->view.search = &self->search;
    app->view.focus = (Target){0};
    return true;
}

/* ---- what is looked at ---- */

static int node_of(const Beaming *self, Target target)
{
    bool node = target.kind == TARGET_CONTROL && target.a == BEAM_NODE && target.b < self->trace->beam->count;
    return node ? target.b : -1;
}

static int wanted_node(const App *app)
{
    const Beaming *self = app->beaming;
    const BeamNode *nodes = self->trace->beam->nodes;
    int done = (int)floor(self->pace.at + 0.5);
    int tries[3] = {node_of(self, app->view.hover), node_of(self, app->view.focus), self->search.chosen};
    for (int i = 0; i < 3; i++)
        if (tries[i] >= 0 && tries[i] < self->trace->beam->count && nodes[tries[i]].step < done)
            return tries[i];
    return beam_leader(self->trace->beam, done);
}

static void look(App *app)
{
    Beaming *self = app->beaming;
    int node = wanted_node(app);
    if (node == self->search.node)
        return;
    if (node >= 0 && !self->hypotheses[node])
        self->hypotheses[node] = trace_of_hypothesis(self->trace, node);
    self->search.node = node;
    self->search.shown = node < 0 ? self->trace : self->hypotheses[node];
}

/* ---- input ---- */

static void jump(App *app, int step)
{
    app->view.stage.scroll = 0;
    pace_jump(&app->beaming->pace, step);
    show_step(app);
}

static void move(App *app, Move move)
{
    app->view.stage.scroll = 0;
    pace_move(&app->beaming->pace, move, app->now, app->view.window.reduced_motion);
    show_step(app);
}

static void resize(App *app, int size)
{
    int step = app->beaming->pace.target;
    bool whole = step == app->beaming->pace.last;
    if (size < 1 || size > BEAM_SIZES || size == app->beaming->size || !app_may_decode(app) || !search(app, size))
        return;
    jump(app, whole ? app->beaming->pace.last : step);
}

static void resize_by(App *app, int by)
{
    resize(app, app->beaming->size + by);
}

/* What the card names: the size of the beam, and the search after that step. */
static void show_card(App *app)
{
    Beaming *self = app->beaming;
    const StageSetting *stage = app_own_stage(app);
    self->card = app->view.card;
    if (!stage)
        return;
    if (stage->beam)
        resize(app, stage->beam);
    jump(app, stage->step > 0 ? stage->step : self->pace.last); /* a card that names no step shows the whole search */
}

static void enter(App *app)
{
    if (!app->beaming) {
        app->beaming = heap_alloc(1, sizeof *app->beaming);
        *app->beaming = (Beaming){.size = BEAM_USUAL, .card = -1};
    }
    Beaming *self = app->beaming;
    self->of = app->open.trace;
    if (search(app, self->size))
        jump(app, self->pace.last); /* complete at first sight */
    else if (!self->trace)
        app_show_view(app, VIEW_DECODE); /* and the message says why */
}

static void leave(App *app)
{
    if (app->beaming->trace)
        jump(app, app->beaming->pace.target);
}

static void finish(App *app)
{
    if (!app->beaming)
        return;
    forget(app->beaming);
    free(app->beaming);
    app->beaming = NULL;
    app->view.search = NULL;
}

/* From the chip that has the focus to the one above or below it, in the order of the picture. */
static bool node_has_focus(const App *app)
{
    return node_of(app->beaming, app->view.focus) >= 0 && drawlist_marked(&app->list, app->view.focus);
}

static void focus_neighbour(App *app, int way)
{
    Beaming *self = app->beaming;
    const BeamNode *nodes = self->trace->beam->nodes;
    int from = node_of(self, app->view.focus), best = -1;
    const DrawCommand *here = drawlist_marked(&app->list, app->view.focus);
    float least = 0;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));) {
        int node = node_of(self, mark->mark.target);
        float away = (mark->bounds.y - here->bounds.y) * (float)way;
        if (node < 0 || nodes[node].step != nodes[from].step || away <= 0 || (best >= 0 && away >= least))
            continue;
        best = node;
        least = away;
    }
    if (best >= 0)
        app->view.focus.b = (int16_t)best;
}

static bool has_choice(const App *app)
{
    return app->beaming->search.chosen >= 0 && app->view.focus.kind == TARGET_NONE;
}

static void let_go(App *app, int by)
{
    (void)by;
    app->beaming->search.chosen = -1;
}

static const KeyRow KEYS[] = {
    {KEY_ESCAPE, 0, let_go, 0, 0, has_choice},
    {KEY_UP, 0, focus_neighbour, -1, 0, node_has_focus},
    {KEY_DOWN, 0, focus_neighbour, 1, 0, node_has_focus},
    {KEY_LEFT_BRACKET, 0, resize_by, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_RIGHT_BRACKET, 0, resize_by, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {0},
};

static bool press(App *app, Target target)
{
    Beaming *self = app->beaming;
    if (target.kind != TARGET_CONTROL) /* cells of the small map say their number; there is no step to go to */
        return target.kind != TARGET_NONE && target.kind <= TARGET_LAST_VALUE;
    if (target.a == BEAM_SIZE)
        resize(app, target.b);
    else if (target.a == BEAM_NODE && node_of(self, target) >= 0)
        self->search.chosen = self->search.chosen == target.b ? -1 : target.b;
    else if (target.a == BEAM_STEP)
        jump(app, target.b);
    return true;
}

static void update(App *app)
{
    Beaming *self = app->beaming;
    if (self->of != app->open.trace || self->model != app->view.model)
        enter(app);
    if (self->card != app->view.card)
        show_card(app);
    if (app->view.play.on) { /* Enter in the sentence field */
        app_stop_at(app, moment_count(app->open.trace) - 1);
        jump(app, 0);
        move(app, MOVE_PLAY);
    }
    if (pace_advance(&self->pace, app->now, PACE_STEP / (double)app->view.play.speed, app->view.window.reduced_motion))
        show_step(app);
    look(app);
}

static bool moving(const App *app)
{
    return pace_moving(&app->beaming->pace) || wanted_node(app) != app->beaming->search.node;
}

/* The hypothesis that is looked at. */
static const Trace *shown(const App *app)
{
    return app->view.search->shown;
}

const ViewInput beam_input = {
    .enter = enter,
    .leave = leave,
    .keys = {KEYS},
    .move = move,
    .press = press,
    .update = update,
    .moving = moving,
    .finish = finish,
    .trace = shown,
};
