/* Where the view, or its look, is another one, the old picture becomes the new one: drawlist_between. */
#include "app/app_state.h"
#include "base/hash.h"

#include <string.h>

static bool is_opening(const View *view)
{
    return view->opening.stage != OPENING_NONE;
}

/* A page over all views comes at once, and so does everything for a person who wants that. */
static bool may_move(const View *view)
{
    bool page = view->overlay == OVERLAY_COURSE || view->overlay == OVERLAY_CLASS;
    return view->trace && !page && !view->window.blank && !view->window.reduced_motion;
}

/* 0: there are none. */
static uint64_t words_of(const Trace *trace)
{
    uint64_t words = 0;
    for (int j = 0; trace && j < trace->n; j++)
        words = hash_bytes(words, trace->source[j], strlen(trace->source[j]) + 1);
    return words;
}

void passage_begin(App *app)
{
    ViewPassage *passage = &app->passage;
    const View *now = &app->view, *before = &passage->shown;
    bool opened = is_opening(before) && !is_opening(now); /* what it shows goes over into the first lesson */
    bool other =
        opened || now->kind != before->kind || now->look != before->look || now->heat.arcs != before->heat.arcs;
    bool may = may_move(now) && may_move(before) && !is_opening(now) && now->width == before->width
               && now->height == before->height;
    DrawList *last = !passage->on                                     ? &app->list
                     : window_shown(app->window) == &passage->between ? &passage->between
                                                                      : &passage->from;
    if (may && other) {
        DrawList from = *last;
        *last = passage->from;
        passage->from = from;
        passage->since = 0;
        bool others = opened ? words_of(now->trace) != passage->words : now->trace != before->trace;
        for (int i = 0; others && i < from.count; i++) /* its numbers are others */
            if (from.commands[i].kind == DRAW_PIECE)
                from.commands[i].piece = 0;
    }
    passage->on = may && (passage->on || other);
    passage->shown = app->view;
    passage->words = words_of(app->view.trace);
}

const DrawList *passage_list(App *app)
{
    ViewPassage *passage = &app->passage;
    if (passage->since == 0) /* the first frame looks as the last one did, but its marks are the new ones */
        passage->since = app->now - BETWEEN_SECONDS / 10000;
    float t = (float)((app->now - passage->since) / BETWEEN_SECONDS);
    passage->on = passage->on && drawlist_between(&passage->between, &passage->from, &app->list, t);
    return passage->on ? &passage->between : &app->list;
}

void passage_end(App *app)
{
    app->passage.on = false;
    if (!is_opening(&app->passage.shown)) /* its picture has nothing of the lesson's in it */
        app->passage.shown.trace = NULL;
}
