/* A card of a lesson as HTML: its figure, its text, its questions with their answers folded away. A card that asks first
 * folds away all the rest with the answer, so that one predicts before one sees.
 *
 *   CardPage card = {&view, LANGUAGE_ENGLISH, &arena, "card-1.svg", "what the figure shows", NULL};
 *   card_html(&bytes, &card);
 */
#ifndef SITE_CARD_HTML_H
#define SITE_CARD_HTML_H

#include "scene/scene.h"
#include "site/html.h"

typedef struct CardPage {
    const View *view; /* as shown_card makes it: which card, and its trace */
    Language language;
    Arena *arena;
    const char *figure;  /* file of its picture, FIGURE_W x FIGURE_H px */
    const char *caption; /* NULL: it has none beside the card's title */
    const char *live;    /* address that opens the program at this card; NULL: there is none */
} CardPage;

#define FIGURE_W 960
#define FIGURE_H 540

void card_html(Bytes *out, const CardPage *card);

#endif
