/* An exam: a lesson with `exam: true`. Each question has one try; what was right is told when the exam is over. What a
 * person has chosen is a small object of JSON, which progress keeps and a file hands to the teacher:
 *
 * {"attend_exam":1,"lesson":"exam","draw":7,"of":"c0ffee12c0ffee12","over":true,"chosen":[1,0,-1]}
 *
 *   Exam exam = exam_begin();
 *   exam.chosen[0] = 2;
 *   exam_print(lesson, &exam, &bytes);
 */
#ifndef LESSON_EXAM_H
#define LESSON_EXAM_H

#include "base/json.h"
#include "lesson/lesson.h"

enum { EXAM_CARDS = 100, EXAM_OPEN = -1, EXAM_HASH = 16 };

#define EXAM_BEGINS "{\"attend_exam\":" /* the first bytes of a file */

typedef struct Exam {
    int chosen[EXAM_CARDS]; /* by card: the choice that was taken, as it is shown; EXAM_OPEN: none, or no question */
    bool over;              /* the answers are told */
} Exam;

/* Whose exam an object is, before the lesson is known. */
typedef struct ExamFile {
    char lesson[256]; /* its slug */
    int draw;
    char hash[EXAM_HASH + 1]; /* of all questions and choices: another text is another exam */
    int count;                /* cards */
    Exam exam;
} ExamFile;

Exam exam_begin(void); /* nothing is chosen yet */
int exam_questions(const Lesson *lesson);
int exam_answered(const Lesson *lesson, const Exam *exam);
int exam_right(const Lesson *lesson, const Exam *exam); /* how many */
bool exam_card_right(const Lesson *lesson, const Exam *exam, int card);

/* "exam#7": by what it is kept. The arena's. */
const char *exam_key(const Lesson *lesson, Arena *arena);

void exam_print(const Lesson *lesson, const Exam *exam, Bytes *out);

/* `where` is for the error: a file, or a key of one. */
MUST_USE bool exam_parse(const cJSON *object, const char *where, ExamFile *out, Error *error);

/* Is it of this lesson, as its text and its draw are now? */
bool exam_fits(const ExamFile *file, const Lesson *lesson);

#endif
