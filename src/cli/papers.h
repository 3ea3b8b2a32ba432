/* What is printed of a lesson: the cards as they are opened, and papers of several pages. */
#ifndef CLI_PAPERS_H
#define CLI_PAPERS_H

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"

/* All cards of a lesson, computed. */
typedef struct LessonCards {
    ShownLesson *shown;
    View *views;      /* [card_count] */
    ShownCard *cards; /* what they point to, the first `made` of them */
    int made;
} LessonCards;

/* Checks the cards first. `models` [model_count], which must outlive it. cards_close takes it away, after
 * a failure too. */
MUST_USE bool cards_open(const Lesson *lesson, const Model *models, LessonCards *out, Error *error);
void cards_close(LessonCards *cards);

/* How many pages there are, and one of them. */
typedef struct Sheets {
    int (*pages)(const void *paper, const Type *type);
    void (*draw)(const void *paper, int page, const Type *type, DrawList *list);
} Sheets;

/* Any of the papers. */
typedef struct Paper {
    Sheets sheets, answers; /* answers.pages NULL: it has none */
    const void *paper;
    const char *title;
} Paper;

Paper paper_handout(const Handout *handout);
Paper paper_teacher(const Handout *handout);
Paper paper_slides(const Handout *handout); /* its answers are slides among the others */

/* A PDF, and one of its answers where there are any: both are written, or none is. */
MUST_USE bool paper_write(const Paper *paper, const Type *type, const char *path, Error *error);

#endif
