/* What values are, in words: "decoder state of step 2". For notes beside the pointer and the panel.
 *
 *   value_meaning(&maths, value);                                  // "the states h, added up by their weights"
 *   source_meaning(&maths, 1);                                     // "number 7 of the vocabulary"
 */
#ifndef DERIVE_MEANING_H
#define DERIVE_MEANING_H

#include "derive/value.h"

/* Of the value and of the vector it is an entry of; plain text in the language of `maths`. */
const char *value_meaning(const Maths *maths, Value value);
const char *source_meaning(const Maths *maths, int j); /* of a source word */

/* "layer 2 of 2 (whose input has read both ways)": that a run belongs to; NULL: there is only one. */
const char *layer_meaning(const Maths *maths, int run);

/* "words 2 to 4", "word 3": of the sentence, from `first` on. */
const char *places_meaning(Language language, int first, int count, Arena *arena);

/* "“chase”", or what the model reads in its place: "<unk> for “zzz”". */
const char *source_word(const Maths *maths, int j);

#endif
