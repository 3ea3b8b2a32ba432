/* What --explain, captions and screen readers say, in every language: sentences with names in braces, filled with the
 * words and numbers of a trace. Inside derive/ only.
 *
 *   Fills fills = {.arena = &arena};
 *   fills_add(&fills, "word", "mouse");
 *   char *text = sentence_fill(SAY_WORD, LANGUAGE_ENGLISH, &fills);
 */
#ifndef DERIVE_SENTENCES_H
#define DERIVE_SENTENCES_H

#include "trace/trace.h"

typedef enum Sentence {
    SAY_START,
    SAY_UNKNOWN_WORDS,
    SAY_EMBED,
    SAY_EMBED_UNKNOWN,
    SAY_FORWARD_FIRST,
    SAY_FORWARD,
    SAY_FORWARD_GATED,
    SAY_BACKWARD_FIRST,
    SAY_BACKWARD,
    SAY_BACKWARD_GATED,
    SAY_ANNOTATION,
    SAY_SELF, /* one head */
    SAY_SELF_HEADS,
    SAY_SELF_ANNOTATION,
    SAY_BRIDGE,
    SAY_BRIDGE_COPY,
    SAY_BRIDGE_NONE,
    SAY_PREVIOUS_FIRST,
    SAY_PREVIOUS,
    SAY_PREVIOUS_FORCED,
    SAY_QUERY_FIRST,
    SAY_QUERY,
    SAY_QUERY_NEW, /* Luong: the state just made */
    SAY_SCORES,
    SAY_SCORES_BEST,
    SAY_SOFTMAX,
    SAY_SOFTMAX_LONG,
    SAY_SOFTMAX_ONE,
    SAY_SOFTMAX_TEMPERATURE,
    SAY_SOFTMAX_CHANGED,
    SAY_CONTEXT,
    SAY_CONTEXT_PEAK,
    SAY_CONTEXT_UNIFORM,
    SAY_CONTEXT_FIXED,
    SAY_STATE,
    SAY_STATE_GATED,
    SAY_STATE_ALONE,
    SAY_STATE_ALONE_GATED,
    SAY_STATE_FIRST, /* Luong: before the sentence is looked at */
    SAY_STATE_FIRST_GATED,
    SAY_COMBINE,
    SAY_OUTPUT,
    SAY_WORD,
    SAY_WORD_FORCED,
    SAY_WORD_FORCED_SAME,
    SAY_WORD_BEAM,
    SAY_WORD_BEAM_OTHER,
    SAY_WORD_SAMPLED,
    SAY_WORD_SAMPLED_OTHER,
    SAY_WORD_END,
    SAY_WORD_END_EMPTY,
    SAY_WORD_LIMIT,
    SAY_WORD_GIVEN_END,
    SAY_COUNT
} Sentence;

/* Small pieces that lists are made of. */
typedef enum Piece {
    PIECE_BETWEEN, /* two items of a list */
    PIECE_OTHERS,  /* behind the three largest, "%d" is how many are left */
    PIECE_GAP,     /* two sentences */
    PIECE_WORD,    /* "%d": one word */
    PIECE_WORDS,   /* "%d": several */
    PIECE_FINAL,   /* what h_final is */
    PIECE_FINAL_MEAN,
    PIECE_HEAD,  /* "%d": which head, before the word it looks at most */
    PIECE_HEADS, /* behind the first heads, "%d" is how many are left */
    PIECE_COUNT
} Piece;

extern const char *const SENTENCES[SAY_COUNT][2]; /* indexed by Language */
extern const char *const PIECES[PIECE_COUNT][2];

#define FILLS_LIMIT 12

typedef struct Fills { /* start with {.arena = arena} */
    Arena *arena;
    struct {
        const char *name, *text;
    } items[FILLS_LIMIT];
    int count;
} Fills;

void fills_add(Fills *fills, const char *name, const char *text);

/* The sentence with every name replaced; a name that was not added is our mistake. Texts are put in as they are: what
 * a person typed may hold braces. The arena's. */
char *sentence_fill(Sentence sentence, Language language, const Fills *fills);

#endif
