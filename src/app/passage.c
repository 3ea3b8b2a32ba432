#include "app/passage.h"

/* A page over all views comes at once, and so does everything for a person who wants that. */
static bool may_move(const View *view)
{
    bool page =
        view->opening.stage != OPENING_NONE || view->overlay == OVERLAY_COURSE || view->overlay == OVERLAY_CLASS;
    return view->trace && !page && !view->window.blank && !view->window.reduced_motion;
}

static void swap(DrawList *a, DrawList *b)
{
    DrawList kept = *a;
    *a = *b;
    *b = kept;
}

void passage_begin(App *app)
{
    Passage *passage = &app->passage;
    const View *now = &app->view, *before = &passage->shown;
    bool may = may_move(now) && may_move(before) && now->width == before->width && now->height == before->height;
    bool other = now->kind != before->kind || now->look != before->look || now->heat.arcs != before->heat.arcs;
    bool same_trace = now->trace == before->trace;
    passage->shown = app->view;
    if (may && other && passage->on && window_shown(app->window) == &passage->between)
        swap(&passage->from, &passage->between); /* from where things are */
    else if (may && other && !passage->on)
        swap(&passage->from, &app->list);
    passage->on = may && (passage->on || other);
    if (may && other)
        passage->since = 0;
    for (int i = 0; may && other && !same_trace && i < passage->from.count; i++) /* its numbers are others */
        if (passage->from.commands[i].kind == DRAW_PIECE)
            passage->from.commands[i].piece = 0;
}

const DrawList *passage_list(App *app)
{
    Passage *passage = &app->passage;
    if (passage->since == 0) /* the first frame is on its way: its marks are the new ones */
        passage->since = app->now - BETWEEN_SECONDS / 40;
    float t = (float)((app->now - passage->since) / BETWEEN_SECONDS);
    passage->on = passage->on && drawlist_between(&passage->between, &passage->from, &app->list, t);
    return passage->on ? &passage->between : &app->list;
}

void passage_end(App *app)
{
    app->passage.on = false;
    app->passage.shown.trace = NULL;
}
