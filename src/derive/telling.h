/* What is told of one instant: what its sentences are filled with, lists of words with their numbers, the text so far.
 * The sentences stand in words/, with names in braces. Internal to explain.c and explain_beat.c; shares.c asks how many
 * words of a sentence are told.
 *
 *   Telling telling = telling_of(&maths, 3);
 *   telling_put(&telling, "p", "0.93");                            // {p}
 *   telling_say(&telling, W_SAY_WORD);
 *   char *text = bytes_take(&telling.text, maths.arena);
 *
 * A list names every word of a short sentence in its order, and of a long one those with the largest values. n source
 * words; t the step, j the source word, from 0. */
#ifndef DERIVE_TELLING_H
#define DERIVE_TELLING_H

#include "derive/value.h"

#include "base/file.h"

enum {
    LIST_ALL = 6,     /* up to so many items are all named */
    LIST_LARGEST = 3, /* of more, these are */
    FILLS_LIMIT = 40
};

typedef struct Telling {
    const Maths *maths;
    const Trace *trace;
    Arena *arena;
    Moment at;
    const Step *step; /* NULL while the encoder reads */
    Value made;       /* by this moment */
    int best;         /* the word of the highest score or weight */
    struct {
        const char *name, *text;
    } fills[FILLS_LIMIT];
    int count;
    Bytes text;    /* the sentences that are said */
    bool in_short; /* what the beats have just told is not told again */
} Telling;

char *telling_moment(const Maths *maths, int moment, bool in_short); /* explain.c: all of it, or what its beats leave */
Telling telling_of(const Maths *maths, int moment);                  /* with what all sentences of it may name */

void telling_put(Telling *telling, const char *name, const char *text);
void telling_put_count(Telling *telling, const char *name, int count);
void telling_put_numbers(Telling *telling, const char *name, int count);  /* "64 numbers" */
void telling_put_symbol(Telling *telling, const char *name, Value value); /* "c₂" */
void telling_say(Telling *telling, Word sentence);
void telling_say_where(Telling *telling, bool holds, Word sentence);

const char *telling_piece(const Telling *telling, Word word);
const char *telling_counted(const Telling *telling, Word word, int count); /* "2 words" */
const char *telling_number(const Telling *telling, double number);         /* two decimals */
const char *telling_share(const Telling *telling, float number);

/* The word at place j, or, where states are made, the one that state j has just read. */
const char *telling_word_read(const Telling *telling, int j);

/* Beside each word of a list, before or behind it, or alone. */
typedef enum Item { ITEM_SCORE, ITEM_WORD_SCORE, ITEM_WORD_WEIGHT, ITEM_WEIGHT_WORD } Item;
const char *telling_item(const Telling *telling, Item item, int j, float value);
void telling_add_item(const Telling *telling, Bytes *list, const char *item);
/* A list of `values` [n] with their words; `between`: NULL for a comma. */
char *telling_list(const Telling *telling, const float *values, Item item, const char *between);
char *telling_window(const Telling *telling); /* the words that may have weights; NULL: all may */
/* A list of texts [n]; NULL: that word has none. `values` say which are the largest. */
char *telling_texts(const Telling *telling, const char *const *texts, const float *values, const char *between);

#endif
