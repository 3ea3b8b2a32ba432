/* Which sentence tells two models apart.
 *
 *   const Model *models[2] = {&model, &model};
 *   int number = difference_find(models, &corpus, 200);    // from 1; 0: among so many none does
 */
#ifndef STUDY_DIFFERENCE_H
#define STUDY_DIFFERENCE_H

#include "model/model.h"
#include "text/corpus.h"

/* The first of the first `most` pairs, all of whose words both models know, that one of them translates word for word
 * and the other does not. Its number from 1; 0: there is none. A decode ends at its first other word. */
int difference_find(const Model *const models[2], const Corpus *corpus, int most);

#endif
