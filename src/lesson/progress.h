/* Which cards a person has completed, by the lesson's slug (the name of its folder without the number) and the number
 * of the card. With each stands a hash of its title: where a lesson was changed, another card of that number does not
 * count as done.
 *
 *   Progress progress = {0};
 *   if (!progress_parse(text, "progress.json", &progress, &error)) return false;
 *   progress_complete(&progress, "05-cat-chase-mouse", 0, card->title[LANGUAGE_ENGLISH]);
 *   progress_print(&progress, &bytes);
 *   progress_finish(&progress);
 *
 * {"version":1,"lessons":{"cat-chase-mouse":{"1":"c0ffee12c0ffee12"}}}: cards count from 1 in the file, from 0 here.
 * Behind the lessons, where there are any: "records":{"fool-the-heatmap:trap":0.91}, of the game of
 * fooling a map, and "exams":{"exam#7":{...}}, of lesson/exam.h. */
#ifndef LESSON_PROGRESS_H
#define LESSON_PROGRESS_H

#include "base/json.h"
#include "lesson/exam.h"

#define PROGRESS_LESSONS 2000 /* a file has no more */
#define PROGRESS_CARDS   999  /* of a lesson */
#define PROGRESS_NAME    255  /* bytes of a lesson's name */

typedef struct Progress { /* zeroed: nothing is done yet */
    cJSON *lessons;       /* as in the file: each lesson's cards by their number, with the hash; NULL: none */
    cJSON *records;       /* likewise: how far the map of LESSON:MODEL was moved; NULL: none */
    cJSON *exams;         /* likewise: by exam_key, as exam_print writes them; NULL: none */
} Progress;

/* Exactly what progress_print writes, in any order, also with a number before the names ("05-cat-chase-mouse");
 * `file` is for the error. On failure `out` is empty. */
MUST_USE bool progress_parse(Slice text, const char *file, Progress *out, Error *error);
void progress_print(const Progress *progress, Bytes *out);
void progress_finish(Progress *progress);

bool progress_empty(const Progress *progress);
bool progress_done(const Progress *progress, const char *lesson, int card, const char *title);
/* True: it was not, and is now. False too where a limit is reached. */
bool progress_complete(Progress *progress, const char *lesson, int card, const char *title);

double progress_record(const Progress *progress, const char *lesson, const char *model); /* 0: none */
/* True: it is a new record, and kept. */
bool progress_break(Progress *progress, const char *lesson, const char *model, double moved);

bool progress_exam(const Progress *progress, const Lesson *lesson, Exam *out); /* false: none, or of another text */
void progress_keep_exam(Progress *progress, const Lesson *lesson, const Exam *exam);

/* Adds what the other one has; where both know a card, `progress` keeps its own; of records the better one; of an exam
 * also the answers to questions that are open here. */
void progress_merge(Progress *progress, const Progress *other);

/* ---- what completes a card ---- */

/* The goal that stands for the card: its own; else an answer, where it has a quiz; GOAL_NONE: leaving it with Next. */
GoalKind card_goal(const Card *card);
/* Does it ask for a change by hand: by its goal, by what it sets, by a note that says drag, mute or pink? On any other
 * card the lesson waits while a person plays. */
bool card_asks_change(const Card *card);
/* every one of its quizzes */
bool card_answered_right(const Card *card, const QuizAnswer *answers, const Trace *trace);

#endif
