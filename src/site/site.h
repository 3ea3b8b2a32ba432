/* The course as a folder of pages that any server, or none, shows: an index, a page a lesson with its figures and its
 * handout, in both languages, readable without JavaScript.
 *
 *   Lesson *lessons[] = {lesson_load("lessons/05-cat-chase-mouse", &error)};
 *   Site site = {.folder = "out/site", .lessons = lessons, .count = 1, .type = type};
 *   if (!site_lesson(&site, 0, &(Handout){lessons[0], &view, LANGUAGE_ENGLISH}, &error)) return false;
 *   return site_index(&site, LANGUAGE_ENGLISH, &error) && site_style(&site, "assets/site/site.css", &error);
 *
 *  folder/index.html, folder/NAME/index.html      English; NAME as the lesson's folder is called
 *  folder/zh/index.html, folder/zh/NAME/...      Chinese
 *  folder/terms/index.html, folder/zh/terms/...  the terms, where the course has them
 *  folder/site.css
 */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include "lesson/terms.h"
#include "scene/figures/handout.h"

#define SITE_TERMS "terms" /* the folder of that page */

typedef struct Site {
    const char *folder; /* which is made where it is not there */
    bool has_terms;     /* the page of the terms is written, too */
    const char *app;    /* address of the page that opens the program, as the index sees it; NULL: there is none */
    Lesson *const *lessons;
    int count;
    const Type *type;
} Site;

/* The page of lesson `index` in the handout's language: its text and figures, and the picture for the index.
 * It leads to the handout, which it does not write. */
MUST_USE bool site_lesson(const Site *site, int index, const Handout *handout, Error *error);
const char *site_handout(const Site *site, const Handout *handout, Arena *arena); /* the path of the handout's PDF */
MUST_USE bool site_index(const Site *site, Language language, Error *error);      /* what is listed is the lessons */
/* The page of the terms; cards of lessons that the site has are linked. The index leads to it. */
MUST_USE bool site_terms(const Site *site, const Terms *terms, Language language, Error *error);
/* the file `sheet`, and the theme's colours */
MUST_USE bool site_style(const Site *site, const char *sheet, Error *error);

#endif
