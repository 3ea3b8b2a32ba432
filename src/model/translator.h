/* The fast way from a sentence to its translation: greedy, one sentence at a time, nothing recorded. For evaluation and
 * for other code that needs only the words; a trace has the numbers.
 *
 *   Translator *translator = translator_create(&model, 50, 1);    // for sentences of at most 50 words
 *   int count = translator_run(translator, 0, ids, n, words);
 *   translator_destroy(translator);
 *
 * All that depends on the model alone is made at the start: what every word of both vocabularies gives the cells, and the
 * weights in the order they are read in. Afterwards nothing is allocated. The attention's keys and what each annotation
 * will give the decoder's cell are made once a sentence.
 *
 * The words are those of trace_decode and model_step: sums run in another order here, which may change the last digits,
 * so where the best two words are close (closer than that could move them), where a word is not a matter of the logits
 * alone, and for models with local attention or a self-attention encoder the sentence is given to model_encode and
 * model_step instead. Those work in arenas that are kept, warmed up at the start.
 *
 * What it is worth, in sentences a second of one thread (tests/bench/decode_bench, two busy cores with AVX-512), beside the
 * passes of training with 32 sentences at a time, their weights packed anew for each batch and their loss computed:
 *   H 64,  100 words    21,400 here, 20,000 in batches, 7,400 as a trace does it
 *   H 128, 1,000 words   2,900        3,300              1,300
 *   H 256, 10,000 words    210          390                 40
 * So batches could do the evaluation's work as fast with no second forward pass. What is left for them to do: choose each
 * word with the same margin and the same slow way, and translate a single sentence for study/measure.c. */
#ifndef MODEL_TRANSLATOR_H
#define MODEL_TRANSLATOR_H

#include "model/model.h"

typedef struct Translator Translator;

/* For sentences of up to `longest` words; `rooms` threads may use it at the same time, each with a number of its own.
 * The model must outlive it and may not change. */
Translator *translator_create(const Model *model, int longest, int rooms);
void translator_destroy(Translator *translator);

/* ids [n], 1 <= n <= longest, within the source vocabulary, </s> included where the model wants it. words: room for
 * model_limit(n). Gives back how many words were written; the last one is VOCAB_END unless the limit came first. */
int translator_run(Translator *translator, int room, const int *ids, int n, int *words);

/* How many sentences of this room went the slow way. For tests and benchmarks. */
long translator_slow(const Translator *translator, int room);

#endif
