/* What a class has answered in an exam, from the files that its students have saved.
 *
 *   ExamResults all = {0};
 *   if (!results_add(&all, "results/ann.json", "lessons", &error)) return false;
 *   printf("%d of %d\n", results_right(&all, 0), all.count); // the first question
 *   results_finish(&all);
 */
#ifndef LESSON_EXAM_RESULTS_H
#define LESSON_EXAM_RESULTS_H

#include "lesson/exam.h"

#define RESULTS_MOST 2000 /* files */

typedef struct ExamPaper {
    const char *name;     /* of its file, without the ending */
    const Lesson *lesson; /* the exam, in its draw */
    Exam exam;
} ExamPaper;

typedef struct ExamResults { /* zeroed: none yet */
    Arena arena;
    ExamPaper *papers;
    int count;
    Lesson **lessons; /* each draw once, by its number */
    int lesson_count;
} ExamResults;

/* Every *.json of a folder, by name; of a file itself. What is no result, or of another exam or another text of it than
 * the one in the course's folder `lessons`, is an error that names the file, and leaves the others as they are. */
MUST_USE bool results_add(ExamResults *all, const char *path, const char *lessons, Error *error);
int results_files(const char *folder, Arena *arena, char ***out, Error *error); /* their paths; -1: it cannot be read */
void results_finish(ExamResults *all);

int results_right(const ExamResults *all, int card);
/* Of those with this draw: how many have taken the choice; EXAM_OPEN: none. */
int results_chosen(const ExamResults *all, const Lesson *lesson, int card, int choice);
/* The cards with questions, the one with the fewest right answers first; returns how many. The arena's. */
int results_order(ExamResults *all, int **out);

#endif
