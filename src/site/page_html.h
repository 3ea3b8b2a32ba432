/* What all pages of the site have: head, the way to the other pages and the other language, foot. */
#ifndef SITE_PAGE_HTML_H
#define SITE_PAGE_HTML_H

#include "site/html.h"
#include "site/site.h"

typedef struct PageHead {
    const char *title, *description;
    const char *name; /* of the lesson's folder; NULL: the index */
    Language language;
    const char *frames; /* address of the page that is embedded; NULL: none is */
} PageHead;

/* The folder of a page inside the site, and what stands there before the address of the app: the way back to the top,
 * nothing before a whole address. */
const char *page_folder(const PageHead *head, Arena *arena);
const char *page_to_app(const PageHead *head, const char *app);

void page_begin(Bytes *out, const PageHead *head, Arena *arena);
/* `out` is empty then */
MUST_USE bool page_write(Bytes *out, const Site *site, const PageHead *head, Arena *arena, Error *error);

#endif
