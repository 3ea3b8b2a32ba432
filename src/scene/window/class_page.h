/* Your class's model: a page to type or paste sentence pairs, and to watch a model learn them. */
#ifndef SCENE_CLASS_PAGE_H
#define SCENE_CLASS_PAGE_H

#include "scene/window/panels.h"
#include "text/pair_lines.h"

#define CLASS_ROW_H 22.0f /* of a line that is typed */
#define CLASS_LEAST 3     /* pairs that can be learned from at all */

typedef enum ClassStage {
    CLASS_WRITE, /* the pairs are written */
    CLASS_LEARN, /* a model learns them, or has learned them */
} ClassStage;

/* TARGET_CLASS, a: */
typedef enum ClassPress {
    CLASS_OPEN, /* the page itself, from the course page */
    CLASS_TRAIN,
    CLASS_CLEAR,
    CLASS_EXAMPLE, /* pairs to start from */
    CLASS_RESTORE, /* what was cleared */
    CLASS_BACK,    /* to the pairs */
    CLASS_KEEP,    /* as a lesson of one's own, and opens it */
    CLASS_GUESS    /* b: the row that becomes sharp first */
} ClassPress;

typedef struct ClassPage {
    ClassStage stage;
    Field field;              /* all lines; a line feed ends each */
    const PairLines *lines;   /* what is understood of them */
    int first;                /* the line on top */
    bool cleared;             /* there are lines that can be brought back */
    bool unkept;              /* nothing of it outlives the window: there is no place to write to */
    const Training *training; /* of CLASS_LEARN */
    int learned, held;        /* pairs of it */
    int guess;                /* CLASS_GUESS; -1: not yet */
} ClassPage;

void class_draw(const Painter *painter);

/* What is shown of a line: its tabs as arrows. */
const char *class_shown(Slice line, Arena *arena);

#endif
