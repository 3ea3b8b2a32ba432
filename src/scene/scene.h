/* The pictures: pure functions from a trace, a cursor and what a person has open to a draw list. Nothing here remembers
 * the last frame, so playing, scrubbing back, exporting and testing are the same call.
 *
 *   View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
 *   view.trace = trace;
 *   view.cursor = 3.4;                    // 40 % of the way from moment 3 to moment 4
 *   scene_window(&view, type, &list);
 */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "scene/view/view.h"

/* What can be dragged on the stage: the bars stand in y .. y + h of `bars` (weight 1 .. 0), the knob of the temperature
 * runs along `slider` (w = 0: there is none). */
typedef struct StageHandles {
    Box bars, slider;
    float spacing, scroll, followed; /* of the columns: where they are, and what the cursor alone would make of it */
} StageHandles;

/* The map of the heatmap view on the picture: where it is in sight, and how large a cell is. */
typedef struct HeatPlace {
    Box sight;    /* of the cells */
    Point corner; /* of the whole map's first cell; outside of `sight` where it is panned */
    Point cell;   /* its width and height */
} HeatPlace;

/* Where things are on a picture beyond its marks: laid out once, as it is drawn, for pointer, wheel, drag and keys. */
typedef struct SceneLayout {
    float card_scroll, stage_scroll; /* how far they can scroll, 0 where all is visible */
    StageHandles stage;              /* of the decode view */
    HeatPlace map;                   /* of the heatmap view */
    int rows, rows_shown;            /* of the list in the panel of view->origin, or of view->words */
    int pair_groups;                 /* of cells, in the panel of view->pair */
    int columns;                     /* lessons beside one another on the course page, words in their list */
    Box course;                      /* of that page: what scrolls, */
    float course_scroll;             /* and how far it can */
    Box typed;                       /* of the class page: its lines, as far as they are to the right */
    Box panned;                      /* what kit/pan.h shows of a picture, */
    Point pan_from, pan_most; /* how far that stands to the left and up by itself, and can; 0: all of it has room */
    unsigned listed;          /* a bit of each ViewKind that has no tab in the bar for want of room */
    Box timeline;             /* where its knob is taken; w = 0: there is none */
    const float *moments;     /* x of each on it; the list's arena */
} SceneLayout;

/* Along the timeline: where a cursor stands in px, and which cursor stands there. */
float timeline_x(const float *moments, int count, double cursor);
double timeline_cursor(const float *moments, int count, float x);

/* The whole window. */
SceneLayout scene_window(const View *view, const Type *type, DrawList *list);

bool scene_shows(const DrawList *list, Target target); /* is it marked on the picture, or another cell of its vector? */

double slider_temperature(Box slider, float x); /* 0.1 .. 10, even steps of its logarithm */

/* The program's sign, 64 x 64. */
void scene_icon(const Theme *theme, const Type *type, DrawList *list);

/* The stage of the open view alone, for figures: view->width x view->height, on paper, without what can be
 * pressed. Returns how many px larger it would have to be, along the way in which its view scrolls, for all to be
 * seen; 0: all is. */
float scene_stage_figure(const View *view, const Type *type, DrawList *list);

/* The alignment of a trace that weighs, alone, as `attend heatmap` draws it: as large as it needs to be (list->width x
 * list->height). view->heat says whether as arcs, and of the heatmap view what else stands on the map. */
void scene_alignment_figure(const View *view, const Type *type, DrawList *list);

/* A frame of a film of the alignment: `view->width` x `view->height`, the rows as far as the cursor has come. */
void scene_heatmap_frame(const View *view, const Type *type, DrawList *list);

/* A suggestion for a file name: "attend-cat-chase-mouse-step3-softmax"; the arena's. */
char *scene_file_name(const View *view, bool heatmap, Arena *arena);

/* What a press on a TARGET_VALUE asks for: a head or row to look at, a word and its moment; -1: nothing. `value`: which
 * number it is, VALUE_NONE where the view does not tell where its numbers come from. */
typedef struct SceneCell {
    int pick, word, moment;
    Value value;
} SceneCell;
SceneCell scene_cell(const View *view, Target target);

/* The view as it is drawn: while an answer is asked for, its trace hides it, and the cursor does not come to it. */
View scene_seen(const View *view, Arena *arena);

/* Whose stage is seen: the view's own, or of self-attention the decode step that one word's look is. The arena's. */
const View *scene_stage_view(const View *view, Arena *arena);

/* What a target stands for, in one line with its number ("alpha 3,2 = 0.93: ..."): hover, screen
 * readers. NULL: nothing. */
char *scene_describe(const View *view, Target target, Arena *arena);

#endif
