/* Words to put in place of a source word: those that stand in the same place beside the same word in the sentences
 * that the model was trained on, the most frequent first.
 *
 *   Sentences sentences = {0};
 *   Offered offered = offered_find(&model, trace, 0, &sentences, &lesson->models[0], &arena);
 *   printf("%s\n", vocab_word(&model.source, offered.ids[0]));     // before "chase": boy
 *   sentences_finish(&sentences);
 */
#ifndef STUDY_OFFERED_H
#define STUDY_OFFERED_H

#include "study/compare_models.h"

/* What the words have in common with the one in whose place they come. */
typedef enum OfferedBy {
    OFFERED_BEFORE, /* its place, and the word behind it */
    OFFERED_AFTER,  /* of the last word: its place, and the word before it */
    OFFERED_BESIDE, /* there are fewer than OFFERED_LEAST of them: behind them words with a neighbour in common */
    OFFERED_ANY     /* nothing: there are no such sentences, and these are all words that the model knows */
} OfferedBy;

#define OFFERED_LEAST 4

typedef struct Offered {
    const int *ids; /* [count], of the source vocabulary */
    int count;
    OfferedBy by;
    const char *word, *beside; /* that stands there; behind it, or before it: NULL: it stands alone */
} Offered;

/* place < trace->words. The word that stands there is none of them. All of it is the arena's. */
Offered offered_find(const Model *model, const Trace *trace, int place, Sentences *sentences, const LessonModel *from,
                     Arena *arena);

/* The sentence of the trace with another word in that place; the arena's. */
const char *offered_sentence(const Trace *trace, int place, const char *word, Arena *arena);

#endif
