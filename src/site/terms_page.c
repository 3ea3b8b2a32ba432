/* The page of the field's terms: every name in both languages, what it is, and the card that shows it. */
#include "site/page_html.h"

#include "lesson/terms.h"
#include "words/course_words.h"

/* The lesson of that number; -1: the site has none, or none with so many cards. */
static int lesson_of(const Site *site, const FieldTerm *term)
{
    for (int i = 0; i < site->count; i++)
        if (site->lessons[i]->order == term->lesson && term->card <= site->lessons[i]->card_count)
            return i;
    return -1;
}

static void put_cell(Bytes *out, Language language, const char *text)
{
    bytes_printf(out, "<td lang=\"%s\">", LANGUAGE_NAMES[language]);
    html_text(out, text);
    bytes_add_text(out, "</td>");
}

/* Names of the page's language come first. */
static void put_term(const Site *site, const FieldTerm *term, Language language, Bytes *out)
{
    Language other = language == LANGUAGE_ENGLISH ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    bytes_printf(out, "<tr><th scope=\"row\" lang=\"%s\">", LANGUAGE_NAMES[language]);
    html_text(out, term->name[language]);
    bytes_add_text(out, "</th>");
    put_cell(out, language, term->also[language]);
    put_cell(out, other, term->name[other]);
    put_cell(out, other, term->also[other]);
    put_cell(out, language, term->told[language]);
    int lesson = lesson_of(site, term);
    bytes_add_text(out, "<td>");
    if (lesson >= 0)
        bytes_printf(out, "<a href=\"../%s/index.html#card-%d\">%d.%d</a>", path_name(site->lessons[lesson]->folder),
                     term->card, term->lesson, term->card);
    else
        bytes_printf(out, "%d.%d", term->lesson, term->card);
    bytes_add_text(out, "</td></tr>\n");
}

bool site_terms(const Site *site, const Terms *terms, Language language, Error *error)
{
    static const Word heads[] = {W_TERM, W_TERM_ALSO, W_TERM_OTHER_LANGUAGE, W_TERM_ALSO, W_TERM_TOLD, W_TERM_CARD};
    Arena arena = {0};
    Bytes out = {0};
    PageHead head = {said(language, W_TERMS), said(language, W_TERMS_ABOUT), SITE_TERMS, language, NULL};
    page_begin(&out, &head, &arena);
    html_within(&out, "<p class=\"aim\">", head.description, "</p>\n<table class=\"terms\">\n<tr>");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        html_within(&out, "<th scope=\"col\">", said(language, heads[i]), "</th>");
    }
    bytes_add_text(&out, "</tr>\n");
    for (int i = 0; i < terms->count; i++)
        put_term(site, &terms->items[i], language, &out);
    bytes_add_text(&out, "</table>\n");
    bool ok = folder_make(path_join(&arena, site->folder, page_folder(&head, &arena)), 0777, error)
              && page_write(&out, site, &head, &arena, error);
    bytes_finish(&out);
    arena_finish(&arena);
    return ok;
}
