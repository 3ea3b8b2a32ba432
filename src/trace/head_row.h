/* One word's look at all words, in one head of self-attention, as a trace of one decode step: its queries are
 * compared with keys, its weights add up values, as a decoder's. So whatever shows or tells a step of attention shows
 * and tells this too.
 *
 *   Trace *row = trace_of_row(trace, 0, 2, &arena);                // head 1, the third word
 *   double cursor = trace_row_cursor(trace, row, 7.35);            // the same instant in it
 *   Trace *map = trace_of_head(trace, 0, &arena);                  // of all words: its alignment
 *   Trace *low = trace_of_cross(trace, 1, &arena);                 // a Transformer's lower layer
 */
#ifndef TRACE_HEAD_ROW_H
#define TRACE_HEAD_ROW_H

#include "model/cross_map.h"
#include "trace/trace.h"

struct HeadRow { /* of a Trace that is one */
    int head, heads, word;
    bool written; /* of a Transformer's decoder: its words are those that are written so far */
};

/* The self-attention of a Transformer's decoder in the form of an encoder's: its words are what the steps read, <s>
 * first, a word looks at none behind it, and what it becomes, in the place of annotations, is what asks the source.
 * `words` of them are there by now. Steps and configuration are those of `trace`, so its written values are this one's
 * too; its moments are not. Borrows from `trace`; the arena's. */
Trace *trace_of_written(const Trace *trace, int words, Arena *arena);

MUST_USE bool trace_has_head(const Trace *trace, int head, Error *error); /* from 1 */

/* The annotations of it are the head's values, its embeddings and its keys the head's keys, each [n,d], d = E / heads;
 * step 0 has the scores, the weights and, as its context, what comes of them. Of a trace_of_written the words behind
 * `word` are not there. Borrows from `trace`; the arena's. */
Trace *trace_of_row(const Trace *trace, int head, int word, Arena *arena);

/* The moment at which a word looks; `written`: at those so far. -1: there is none. */
int trace_looks(const Trace *trace, bool written, int word);

/* The row that a moment of self-attention goes through where trace->head_told asks for its beats. */
Trace *trace_of_told(const Trace *trace, Moment moment, Arena *arena);

/* Where `row` stands when `trace` is at `cursor`: before the word looks, on its way, or when it is over. */
double trace_row_cursor(const Trace *trace, const Trace *row, double cursor);

/* What every word of a head looks at, as the alignment of a decode that writes the sentence's own words: its step t has
 * the weights of word t. Borrows likewise. And where it stands: a word is written when it has looked. */
Trace *trace_of_head(const Trace *trace, int head, Arena *arena);
double trace_head_cursor(const Trace *trace, const Trace *map, double cursor);

/* The same decode, in which each step has the weights of that map of model/cross_map.h. Borrows likewise. */
Trace *trace_of_cross(const Trace *trace, int map, Arena *arena);

#endif
