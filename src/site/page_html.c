#include "site/page_html.h"

#include "words/course_words.h"
#include "words/window_words.h"

#include <string.h>

const char *page_folder(const PageHead *head, Arena *arena)
{
    const char *language = head->language == LANGUAGE_ENGLISH ? "" : LANGUAGE_NAMES[head->language];
    return head->name && *language ? path_join(arena, language, head->name) : head->name ? head->name : language;
}

/* Ends in a slash or is empty. */
static const char *to_top(const PageHead *head)
{
    static const char *const up[] = {"", "../", "../../"};
    return up[(head->name != NULL) + (head->language != LANGUAGE_ENGLISH)];
}

const char *page_to_app(const PageHead *head, const char *app)
{
    return *app == '/' || strstr(app, "://") ? "" : to_top(head);
}

static void put_to(Bytes *out, const PageHead *from, const PageHead *to, Word label, Arena *arena)
{
    const char *folder = page_folder(to, arena);
    bytes_printf(out, "<a lang=\"%s\" href=\"%s%s%sindex.html\">", LANGUAGE_NAMES[to->language], to_top(from), folder,
                 *folder ? "/" : "");
    html_text(out, said(to->language, label));
    bytes_add_text(out, "</a>\n");
}

/* Nothing is asked of another machine, and no script runs. */
static const char POLICY[] = "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src data:";

/* But frames of the one page that is embedded: its machine, where it is another. */
static void put_policy(Bytes *out, const char *frames)
{
    bytes_add_text(out, POLICY);
    const char *host = frames ? strstr(frames, "://") : NULL;
    if (!frames)
        return;
    bytes_add_text(out, "; frame-src ");
    if (host)
        html_slice(out, (Slice){frames, (size_t)(host + 3 - frames) + strcspn(host + 3, "/?#;, '")});
    else
        bytes_add_text(out, "'self'");
}

void page_begin(Bytes *out, const PageHead *head, Arena *arena)
{
    PageHead other = *head, index = {.language = head->language};
    other.language = head->language == LANGUAGE_ENGLISH ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    bytes_printf(out,
                 "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"",
                 LANGUAGE_NAMES[head->language]);
    put_policy(out, head->frames);
    html_within(out, "\">\n<title>", head->title, "</title>\n<meta name=\"description\" content=\"");
    html_text(out, head->description);
    bytes_printf(out, "\">\n<link rel=\"stylesheet\" href=\"%ssite.css\">\n</head>\n<body>\n<nav>\n", to_top(head));
    put_to(out, head, &index, W_THE_COURSE, arena);
    put_to(out, head, &other, W_SITE_THIS_LANGUAGE, arena);
    html_within(out, "</nav>\n<main>\n<h1>", head->title, "</h1>\n");
}

bool page_write(Bytes *out, const Site *site, const PageHead *head, Arena *arena, Error *error)
{
    bytes_add_text(out, "</main>\n</body>\n</html>\n");
    const char *folder = path_join(arena, site->folder, page_folder(head, arena));
    bool ok = file_write(path_join(arena, folder, "index.html"), out->data, out->length, error);
    bytes_finish(out);
    *out = (Bytes){0};
    return ok;
}
