/* A place in the program as one line of text, to share and to come back to:
 *
 *   Place place;
 *   if (!place_parse("lesson=5;step=3;moment=softmax", &arena, &place, &error)) return false;
 *   puts(place_print(&place, &arena));
 *
 * All keys: path=45;lesson=5;card=3;sentence=cat chase
 * mouse;mute=2;step=3;moment=softmax;beat=2;pair=3;norm=1;view=decode;theme=dark; language=zh;gloss=on, and of
 * self-attention array=decoder;look=one-word;head=2;position=3; of what was changed by hand weights=3:0.1,0,0.9
 * 4:1,0,0;token=2:mouse;temperature=2:0.5, each with its step. Every key may be left out. Steps, cards and positions
 * count from 1. In a value `;`, `%`, a tab and a line feed are written %3B, %25, %09 and %0A; any other byte may be,
 * too. */
#ifndef LESSON_PLACE_H
#define LESSON_PLACE_H

#include "lesson/course_path.h"
#include "lesson/lesson.h"

typedef struct Place {
    int path;           /* PathKind, through the course; PATH_NONE: none */
    const char *lesson; /* number or folder name; NULL: not said, as with all texts here */
    const char *model;  /* name of one of its models */
    const char *sentence;
    const char *mute;                          /* encoder states, as trace_mute reads them */
    const char *weights, *token, *temperature; /* of single steps, as changes_read has them */
    int card;                                  /* 0: not said */
    int view;                                  /* ViewKind; -1: not said */
    int look;                                  /* LookKind; -1: not said */
    int step;                                  /* 0: not said */
    int moment;                                /* MomentKind; -1: not said */
    int beat;           /* of that moment, at whose end one stands; 0: not said, or the moment itself */
    int pair;           /* the source word whose score of that step is frozen; 0: none is */
    int norm;           /* which sum of that moment is evened out on the stage, from its last one; 0: none */
    int position;       /* of the source word, for moments that have one; 0: not said */
    int layer;          /* whose state it is, of several; 0: not said, the top one */
    int head;           /* of self-attention; 0: not said */
    int array;          /* whose self-attention: 0: the encoder's, 1: the decoder's own */
    int language, dark; /* Language, 0 or 1; -1: not said */
    int gloss;          /* what words mean is told: 0: as the language wants it, 1: it is, 2: it is not */
} Place;

extern const char *const SELF_NAMES[]; /* of Place.array */

/* Texts are the arena's. Unknown keys and values that do not fit are errors (ERROR_USAGE) that say what was
 * expected. */
MUST_USE bool place_parse(const char *text, Arena *arena, Place *out, Error *error);
char *place_print(const Place *place, Arena *arena); /* what was said, in the order above */

/* A place on a path that names no lesson is the path's first card; any other stays as it is. `lessons`: the course's
 * folder. An ERROR_USAGE where the course has no such path. */
MUST_USE bool place_begin_path(Place *place, const char *lessons, Arena *arena, Error *error);

#endif
