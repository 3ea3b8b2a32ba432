/* attend figure in parts: command_figure.c draws the moments of a decode, figure_view.c the other views and what cards
 * show; figure_moment.c finds the moment, figure_page.c says how large it is and writes it, figure_training.c trains
 * for the view train, figure_log.c draws the log of a training. */
#ifndef CLI_FIGURE_H
#define CLI_FIGURE_H

#include "cli/pictures.h"
#include "study/training.h"

/* What it is laid out for, and how wide it is on its page. */
typedef struct FigurePage {
    int width, height; /* px that the view is laid out for */
    float page, room;  /* px of the page across, 0: as it is laid out; down, as far as a figure may go */
    double scale;      /* pixels of a PNG for a px of the page */
    Color ground;      /* alpha 0: what is behind the figure is seen */
} FigurePage;

MUST_USE bool figure_page(const Request *request, FigurePage *out, Error *error);

/* The view, as large as what it shows where that is more: columns and trees go on to the right, a program down. */
void figure_draw(View *view, const Type *type, DrawList *list);

/* Brings the list, a picture of the view, to its page, says what had to be cut, and writes it. */
MUST_USE bool figure_write(const Call *call, const FigurePage *page, const View *view, DrawList *list,
                           const char *state, Error *error);

bool figure_is_sheet(const Request *request); /* of all moments */

/* Whose self-attention is asked for: is it there, and does the rest go with it? */
MUST_USE bool figure_check_side(const Request *request, const Trace *trace, Error *error);

/* The cursor of what is asked for: without --moment `usual`, without --step the first step, or the end where --moment
 * is not given either. */
MUST_USE bool figure_moment(const Request *request, const Trace *trace, MomentKind usual, double *cursor, Error *error);

/* What the place of a figure says of its cursor. */
void figure_note_moment(const Trace *trace, double cursor, Place *place);

/* False, with the views that there are, where there is no tab for this one: of `lesson`, or of a trace with its model,
 * both NULL of a lesson. */
MUST_USE bool figure_check_view(const Lesson *lesson, const Model *model, const Trace *trace, ViewKind kind,
                                const char *given, Error *error);

/* The curves of a training's log. */
MUST_USE bool figure_of_log(const Call *call, OpenFile *file, Error *error);

/* --card N, and --view NAME of all views whose moments command_figure.c does not draw. */
MUST_USE bool figure_of_view(const Call *call, Error *error);

/* A training of the lesson's model from its beginning to its end, for a picture; of `trace`'s sentence. Takes as long
 * as it takes; Ctrl+C ends it with ERROR_STOPPED. figure_untrain takes it away, after a failure too. */
typedef struct FigureTraining {
    Training training;
    struct Learner *learner;
} FigureTraining;
MUST_USE bool figure_train(const Call *call, const Lesson *lesson, int model, const Trace *trace, FigureTraining *out,
                           Error *error);
void figure_untrain(FigureTraining *training);

#endif
