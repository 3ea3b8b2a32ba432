/* The sentences of a worksheet, which students can guess maps of: the lesson's own, or for other versions other ones.
 *
 *   SheetSentences chosen;
 *   if (!sheet_sentences(lesson, &model, 2, &chosen, &error)) return false;
 *   sheet_finish(&chosen);
 */
#ifndef CLI_SHEET_SENTENCES_H
#define CLI_SHEET_SENTENCES_H

#include "lesson/lesson.h"
#include "scene/figures/worksheet.h"

typedef struct SheetSentences {
    int model, count; /* which of the lesson's made them; 1 .. WORKSHEET_MAPS */
    Trace *traces[WORKSHEET_MAPS];
} SheetSentences;

/* Versions 0 and 1 have the lesson's sentence, decoded by the first model that scores and knows it, and a suggestion
 * that this model knows, too. Those behind have what is left of the suggestions, then sentences that were held out, are
 * no longer than these, and that the model translates as the data do; none stands in two versions. ERROR_USAGE where
 * there are too few. `models` [model_count] must outlive it. */
MUST_USE bool sheet_sentences(const Lesson *lesson, const Model *models, int version, SheetSentences *out,
                              Error *error);
void sheet_finish(SheetSentences *sentences);

#endif
