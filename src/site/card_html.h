/* A card of a lesson as HTML: its figure, its text, its questions.
 *
 *   CardPage card = {&view, LANGUAGE_ENGLISH, &arena, "card-1.svg", "what the figure shows", NULL};
 *   card_html(&bytes, &card);
 */
#ifndef SITE_CARD_HTML_H
#define SITE_CARD_HTML_H

#include "scene/scene.h"
#include "site/html.h"

/* How a question stands there. */
typedef enum CardAsks {
    CARD_FOLDS, /* its answer is folded away; where the card asks first, all the rest with it: one predicts before one sees */
    CARD_PRESSES, /* as the view has it: choices are buttons that press the window's, and what waits for an answer is not there */
    CARD_PRINTS /* without an answer, on paper */
} CardAsks;

typedef struct CardPage {
    const View *view; /* as shown_card makes it: which card, and its trace */
    Language language;
    Arena *arena;
    const char *figure;  /* file of its picture, FIGURE_W x FIGURE_H px; NULL: there is none */
    const char *caption; /* NULL: it has none beside the card's title */
    const char *live;    /* address that opens the program at this card; NULL: there is none */
    const char *frame;   /* the same for a frame in this page */
    CardAsks asks;
    const char *drawing; /* CARD_PRINTS: its picture itself, as SVG; else NULL */
} CardPage;

#define FIGURE_W 960
#define FIGURE_H 540

void card_html(Bytes *out, const CardPage *page);
void card_answers_html(Bytes *out, const CardPage *page); /* under the card's title; nothing where it asks nothing */

#endif
