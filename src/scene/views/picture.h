/* What a view draws between the bar and the card. Each view is a folder here with one Picture, view_NAME, and a row in
 * lesson/views.def. */
#ifndef SCENE_PICTURE_H
#define SCENE_PICTURE_H

#include "scene/window/panels.h"

typedef struct Picture {
    /* Draws stage and side; returns how far the stage can scroll. */
    float (*draw)(const Painter *painter, const Scope *scope, const WindowLayout *layout);
    /* Draws foot and caption, of the window alone; NULL: as in decode. */
    void (*foot)(const Painter *painter, const Scope *scope, const WindowLayout *layout);
    /* scene_describe in this view; NULL: as in decode. */
    char *(*describe)(const View *view, Target target, Arena *arena);
    /* scene_cell of a TARGET_VALUE in this view; NULL: a press asks for nothing. */
    SceneCell (*cell)(const View *view, Target target);
    /* Where a target of this view's own belongs; NULL: nowhere. */
    Brush (*brush)(const View *view, Target target);
    /* scene_stage_view where it shows the stage of another; NULL, also as a result: it does not. */
    const View *(*step)(const View *view, Arena *arena);
    Point least; /* px that stage and side need in a lying window; with less they are dragged (kit/pan.h) */
} Picture;

#define VIEW(identifier, prefix, ...) extern const Picture view_##prefix;
#include "lesson/views.def"
#undef VIEW
extern const Picture *const PICTURES[]; /* a row for each ViewKind: view_table.c */

#endif
