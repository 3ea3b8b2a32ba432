/* What can be pointed at in any picture, as the Target of its mark.
 *
 *   drawlist_mark(&list, (Box){20, 30, 60, 40}, target_at(TARGET_WEIGHT, 2, 0, 0), true, "weight of cat");
 */
#ifndef SCENE_VIEW_TARGET_H
#define SCENE_VIEW_TARGET_H

#include "draw/drawlist.h"

/* What a Transformer's decoder makes of the newest word, in its order. */
typedef enum WrittenPart {
    WRITTEN_INPUT,  /* embedding and place */
    WRITTEN_OUTPUT, /* what the words so far give */
    WRITTEN_ASKED,  /* both, normalized */
    WRITTEN_CROSS,  /* what the source gives */
    WRITTEN_MIDDLE, /* both, normalized */
    WRITTEN_INNER,  /* inside the feed-forward block */
    WRITTEN_OUTER,  /* what the block gives */
    WRITTEN_SUM,    /* with norm pre: its own vector and what attention adds */
    WRITTEN_WEIGHT, /* of head 1; the other heads' behind it */
} WrittenPart;

/* `c` of a state, old or new, and of a cell: of the lower of the decoder's two layers. */
enum { LAYER_LOWER = 1 };

/* Everything that can be pointed at. `a` and `b` say which one; cells of vectors are found by the pointer itself. */
typedef enum TargetKind {
    TARGET_NONE,
    /* values on the stage; a: source position or step, b: cell of the vector or -1 */
    TARGET_SOURCE,      /* a: j */
    TARGET_EMBEDDING,   /* a: j, b: cell */
    TARGET_ANNOTATION,  /* a: j, b: cell */
    TARGET_READER,      /* a: j, b: cell, c: run: a state of a layer below the top one */
    TARGET_SCORE,       /* a: step, b: j */
    TARGET_WEIGHT,      /* a: step, b: j */
    TARGET_CONTEXT,     /* a: step, b: cell */
    TARGET_QUERY,       /* a: step, b: cell: s_{t-1} */
    TARGET_PREVIOUS,    /* a: step, b: cell: embedding of y_{t-1} */
    TARGET_CELL,        /* a: step: the decoder's cell and its gates */
    TARGET_STATE,       /* a: step, b: cell */
    TARGET_ATTENTIONAL, /* a: step, b: cell: Luong's h~_t */
    TARGET_WRITTEN,     /* a: step, b: cell, of a weight the step that is looked at; c: WrittenPart: of a Transformer */
    TARGET_OUTPUT,      /* a: step, b: rank: the word and its bar */
    TARGET_PROBABILITY, /* a: step, b: rank: the number beside it */
    TARGET_HEAT,        /* a: step, b: j */
    TARGET_WORD,        /* a: step: a word of the translation */
    TARGET_VALUE,       /* of the view that is open; a, c: its own, b: cell */
    TARGET_LAST_VALUE = TARGET_VALUE,
    /* controls */
    TARGET_MOMENT, /* a: index; b = 1: the knob on its way there */
    TARGET_PLAY,
    TARGET_STEP_BACK,
    TARGET_STEP_ON,
    TARGET_SPEED,
    TARGET_PAUSE, /* between moments */
    TARGET_FINE,  /* steps go from beat to beat */
    TARGET_CELLS, /* all cells of the vectors */
    TARGET_FIELD,
    TARGET_FIELD_GO,
    TARGET_WORDS,      /* the list of the words that the model knows; a = 1: of the field's terms */
    TARGET_SEARCH,     /* what is typed to find some of them */
    TARGET_KNOWN,      /* one of those found: word_target */
    TARGET_SUGGESTION, /* a */
    TARGET_CARD_BACK,
    TARGET_CARD_NEXT,
    TARGET_CARD,   /* a: number from 0 */
    TARGET_CHOICE, /* a: quiz, b: choice */
    TARGET_NUMBER, /* a: quiz: where its number is typed */
    TARGET_NUMBER_GO,
    TARGET_HINT,     /* a: quiz; b = 1: it is given up */
    TARGET_LINK,     /* a: block of the card, b: span */
    TARGET_LIVE,     /* a: LiveKind, b: t, c: j */
    TARGET_LANGUAGE, /* a: 1 + which; 0: the other one */
    TARGET_THEME,
    TARGET_PRESENT,
    TARGET_HELP,
    TARGET_EXPORT,
    TARGET_FORMAT, /* a: ExportChoice */
    TARGET_FOLDER, /* a: of view->exports */
    TARGET_SHARE,  /* a: ShareKind */
    TARGET_CLOSE,
    TARGET_COURSE,  /* the course page */
    TARGET_LESSON,  /* a: index on it */
    TARGET_CLASS,   /* your class's model; a: ClassPress, b: its own */
    TARGET_PAIRS,   /* the lines that are typed there */
    TARGET_VIEW,    /* a: ViewKind: its tab */
    TARGET_CONTROL, /* a: Control: of the view that is open; b, c: its own */
    TARGET_STAGE,   /* the stage itself: wheel scrolls */
    TARGET_PANEL,   /* the card's panel: wheel scrolls */
    TARGET_OPENING, /* a: OpeningPress */
    TARGET_TAB,     /* of a folded card: opens and closes it */
    TARGET_ARCS,    /* the alignment as arcs, or as a map */
    TARGET_PICTURE, /* of a card; a: block */
    TARGET_CARET,   /* of the text that is typed: a place without width, for input methods */
    TARGET_AWAITED, /* a: AwaitedPress */
    TARGET_VIEWS,   /* the list of the views that have no tab in the bar */
    TARGET_GLOSS,   /* written words say what they mean, or no longer */
    TARGET_RETURN,  /* to the lesson, which waits while a person plays */
    TARGET_PATH,    /* a: PathKind, b: which of its cards, from 0 */
    TARGET_TIMER,   /* a = 1: a minute more */
    TARGET_EXAM,    /* a: ExamPress; EXAM_AGAIN: b: card, c: which of those to read again */
} TargetKind;

static inline Target target_at(TargetKind kind, int a, int b, int c)
{
    return (Target){(uint16_t)kind, (int16_t)a, (int16_t)b, (int16_t)c};
}

/* One of view->words.found, which may be more than an int16_t counts; and which of them a target is. */
static inline Target word_target(int index)
{
    return target_at(TARGET_KNOWN, index & 0x3FFF, index >> 14, 0);
}

static inline int word_of_target(Target target)
{
    return target.a + (target.b << 14);
}

#endif
