/* What the window shows, as HTML for who hears it: the card, the page of keys, weights of other programs. */
#ifndef SITE_WINDOW_HTML_H
#define SITE_WINDOW_HTML_H

#include "scene/card/card_show.h"
#include "site/html.h"

bool window_shows_stage(const View *view); /* nothing lies over all of it */
bool window_shows_card(const View *view);

/* `seen`: as scene_seen gives it. Buttons in it press the window's. */
void window_html(Bytes *out, const View *seen, Arena *arena);

/* lesson_paper.c: a lesson for paper: all its cards as they are opened, each with its figure, its text and its
 * questions; the answers come at the end, with what was hidden till then. */
MUST_USE bool paper_html(Bytes *out, ShownLesson *shown, const Lesson *lesson, Language language, const Type *type,
                         Arena *arena, Error *error);

#endif
