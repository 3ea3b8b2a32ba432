/* The page for the teacher: what a class has answered in an exam. */
#ifndef SITE_RESULTS_PAGE_H
#define SITE_RESULTS_PAGE_H

#include "base/utf8.h"
#include "lesson/exam_results.h"
#include "words/words.h"

/* "17 of 23 right · Read again 9.3, 10.1.": of a question. The arena's. */
const char *results_told(const ExamResults *all, int card, Language language, Arena *arena);

/* Asks no server for anything, and can be printed. `all` has at least one paper. */
void results_page(Bytes *out, ExamResults *all, Language language);

#endif
