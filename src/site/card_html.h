/* A card of a lesson as HTML: its figure, its text, its questions.
 *
 *   CardPage card = {.view = &view, .arena = &arena, .figure = {.file = "card-1.svg"}};
 *   card_html(&bytes, &card);
 */
#ifndef SITE_CARD_HTML_H
#define SITE_CARD_HTML_H

#include "scene/scene.h"
#include "site/html.h"

/* How a question stands there. */
typedef enum CardAsks {
    CARD_FOLDS,   /* its answer is folded away with what waits for it, in the text too: one predicts before one sees */
    CARD_PRESSES, /* choices are buttons that press the window's; what waits for an answer is not there */
    CARD_PRINTS   /* on paper: what waits is not there, card_answers_html has it */
} CardAsks;

typedef struct CardFigure {
    const char *file;    /* of FIGURE_W x FIGURE_H px, or NULL: */
    const char *drawing; /* the picture itself, as SVG; both NULL: there is none */
    const char *caption; /* NULL: it has none beside the card's title */
} CardFigure;

typedef struct CardPage {
    const View *view; /* while its questions are open (handout_view), or of CARD_PRESSES as it is seen */
    Arena *arena;
    CardFigure figure;
    CardFigure complete; /* another one with the last answer; empty: there is none */
    const char *live;    /* address that opens the program at this card; NULL: there is none */
    const char *frame;   /* the same for a frame in this page, which hides nothing */
    CardAsks asks;
} CardPage;

#define FIGURE_W 960
#define FIGURE_H 540

void card_html(Bytes *out, const CardPage *page);
/* Under the card's title the complete figure, its questions with their answers and what waited for them; nothing where
 * it asks nothing. */
void card_answers_html(Bytes *out, const CardPage *page);

#endif
