/* What a cursor means: which decode step is on the stage, how much of each value is there already, what is lit. */
#ifndef SCENE_SCOPE_H
#define SCENE_SCOPE_H

#include "scene/kit/strokes.h"
#include "trace/beats.h"

typedef enum Part {
    PART_SOURCE,
    PART_EMBEDDING,
    PART_ENCODER,
    PART_PREVIOUS,
    PART_QUERY,
    PART_QUESTION, /* that the query asks every state */
    PART_SCORES,
    PART_WEIGHTS,
    PART_CONTEXT,
    PART_CELL,
    PART_STATE,
    PART_OUTPUT,
    PART_COUNT
} Part;

typedef struct Scope {
    const Trace *trace;
    double cursor;
    Moment moment;             /* the one the cursor is nearest to */
    int step;                  /* whose values are on the stage; -1 while encoding */
    float alpha;               /* of those values: they fade out before the next step's come in */
    float shown[MOMENT_KINDS]; /* of the step's values, 0 .. 1 */
    float lower;               /* the same of the lower one of two states */
    float lit[PART_COUNT];     /* 1: what the moment is about; 0: dimmed */
    Moment ends[2];            /* the moments that the cursor is between, */
    float mix;                 /* and how much of the second one's light there is */
    unsigned pointed;          /* parts that are lit by what is pointed at, */
    int word;                  /* of that word alone; -1: of all */
    bool faint[PART_COUNT];    /* the card wants it in the background */
} Scope;

Scope scope_at(const Trace *trace, double cursor);

/* Lights both ends of the links of what is pointed at, as far as it is of the step on the stage. */
void scope_point(Scope *scope, const Brush *brush);

/* How much of a beat of the step on the stage is done, 0 .. 1: even in time; and eased, as what moves wants it. */
float scope_beat(const Scope *scope, BeatKind beat);
float scope_eased(const Scope *scope, BeatKind beat);

/* How much of an encoder value of word j is there: MOMENT_EMBED, MOMENT_FORWARD, MOMENT_BACKWARD; j ignored for
 * MOMENT_BRIDGE. */
float scope_encoded(const Scope *scope, MomentKind kind, int j);
/* The same of the state of a layer and a direction: run 2 layer, one more backward. */
float scope_read(const Scope *scope, int run, int j);

/* How much of a decode step's value is there: of the steps before all, of those to come nothing. */
float scope_written(const Scope *scope, int step, MomentKind kind);
/* The same of the state of the decoder's first layer, which is the only one but where there are two. */
float scope_first_state(const Scope *scope, int step);
/* Is the value there yet, or on its way? What is no value of a decode always is. */
bool scope_made(const Scope *scope, Target target);
/* The moment at which the state of a word comes: of a head its value, with the word. */
MomentKind scope_encoding(const Scope *scope);

/* Opacity that dims what is not lit: scope_emphasis of fills and lines, scope_ink of text, which keeps a contrast of
 * 3:1. Text in a muted colour (4.5:1) is not dimmed further. */
float scope_emphasis(const Scope *scope, Part part);
float scope_ink(const Scope *scope, Part part);

/* How much of the step's weights is there: from the end of the softmax on, without scores from the start
 * of the context. */
float scope_weighed(const Scope *scope);

/* Rows of the alignment whose words are in the translation: of 2.4 the third has come 40 % of its way. And how much of
 * the weights of the row to come is there before its word: all of them from the softmax on. */
float scope_rows(const Trace *trace, double cursor);
float scope_given(const Trace *trace, double cursor);

/* The card's `dim`: the parts of the step on the stage that it names. */
void scope_dim(Scope *scope, const Painter *painter);
/* The same of source word j alone: what the card dims of it, what is pointed at, what the moment makes. */
Scope scope_of_word(const Scope *scope, const Painter *painter, int j);
/* Does the card want it lit? Not while something is pointed at: then that alone is. */
bool scope_highlighted(const Painter *painter, LiveKind kind, int step, int j);
/* The same of a word of the translation: the card's `output` is the one of this step. */
bool scope_word_highlighted(const Scope *scope, const Painter *painter, int t);
/* Is word j's embedding (layer 0) or its state of that layer, from 0, what the moment makes, 0 .. 1? */
float scope_makes(const Scope *scope, MomentKind kind, int layer, int j);
/* Some word's value is being made: its own frame tells it from the others, whatever the card wants. */
bool scope_reads(const Scope *scope);

#endif
