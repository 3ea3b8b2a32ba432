/* The patches view: a colour is chosen, and a press on a patch paints it. Every change is decoded at once. */
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"

#include "scene/views/patches/patches.h"
#include "words/keys_words.h"

#include <stdio.h>
#include <string.h>

static void enter(App *app)
{
    int brush = app->view.brush;
    for (int tried = 0; tried < PATCH_COLOR_COUNT && !patches_known(app->view.model, brush); tried++)
        brush = (brush + 1) % PATCH_COLOR_COUNT;
    app->view.brush = brush;
}

static void paint(App *app, int j)
{
    int rows, columns;
    const Trace *trace = app->open.trace;
    if (j < 0 || j >= trace->n || !patches_is_picture(&app->view, &rows, &columns) || !app_may_decode(app))
        return;
    char text[SENTENCE_BYTES];
    size_t length = 0;
    for (int i = 0; i < trace->n; i++) {
        const char *name = i == j ? said(LANGUAGE_ENGLISH, PATCH_COLORS[app->view.brush].name) : trace->source[i];
        if (length + strlen(name) + 2 > sizeof text)
            return;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? " " : "", name);
    }
    Moment here = moment_at(trace, app_moment(app));
    if (!app_decode(app, text))
        return;
    field_set(app, text);
    int there =
        moment_find(app->open.trace, here.kind, here.step, here.position); /* the same word, where there is one */
    app_stop_at(app, there >= 0 ? there : moment_count(app->open.trace) - 1);
    app_tried_sentence(app);
    app->view.focus = (Target){TARGET_VALUE, 0, -1, (int16_t)j};
}

static void choose(App *app, int by)
{
    int brush = app->view.brush;
    do
        brush = (brush + by + PATCH_COLOR_COUNT) % PATCH_COLOR_COUNT;
    while (brush != app->view.brush && !patches_known(app->view.model, brush));
    app->view.brush = brush;
}

static const KeyRow KEYS[] = {
    {KEY_LEFT_BRACKET, 0, choose, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {KEY_RIGHT_BRACKET, 0, choose, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR},
    {0},
};

static bool press(App *app, Target target)
{
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_BRUSH) {
        app->view.brush = target.b;
        return true;
    }
    if (target.kind != TARGET_VALUE)
        return false;
    paint(app, target.c);
    return true;
}

const ViewInput patches_input = {.enter = enter, .keys = {KEYS}, .press = press};
