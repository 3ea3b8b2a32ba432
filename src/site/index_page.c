/* The page that lists the lessons, and the style of all pages. */
#include "site/page_html.h"

#include "words/app_words.h"
#include "words/course_words.h"

static void put_lesson(const Lesson *lesson, Language language, Bytes *out)
{
    const char *name = path_name(lesson->folder);
    bytes_printf(out, "<li><a href=\"%s/index.html\"><img src=\"%s/cover.svg\" alt=\"\" loading=\"lazy\"><b>%d · ",
                 name, name, lesson->order);
    html_text(out, lesson->title[language]);
    html_within(out, "</b></a><span>", lesson->aim[language], "</span><small>");
    Bytes size = {0};
    bytes_printf(&size, said(language, W_SITE_CARDS_AND_MINUTES), lesson->card_count, lesson->minutes);
    html_text(out, size.data);
    bytes_finish(&size);
    bytes_add_text(out, "</small></li>\n");
}

/* A group may come again further on in the course: here it stands once, where its first lesson is. */
static bool first_of_group(const Site *site, int index)
{
    for (int i = 0; i < index; i++)
        if (site->lessons[i]->group == site->lessons[index]->group)
            return false;
    return true;
}

static void put_group(const Site *site, GroupKind group, Language language, Bytes *out)
{
    if (group != GROUP_NONE)
        html_element(out, "h2", said(language, (Word)(W_GROUP_BEFORE + group - GROUP_BEFORE)));
    bytes_add_text(out, "<ul class=\"lessons\">\n");
    for (int i = 0; i < site->count; i++)
        if (site->lessons[i]->group == group)
            put_lesson(site->lessons[i], language, out);
    bytes_add_text(out, "</ul>\n");
}

bool site_index(const Site *site, Language language, Error *error)
{
    Arena arena = {0};
    Bytes out = {0};
    PageHead head = {said(language, W_SITE_TITLE), said(language, W_SITE_ABOUT), NULL, language, NULL};
    page_begin(&out, &head, &arena);
    html_within(&out, "<p class=\"aim\">", head.description, "</p>\n");
    if (site->app) {
        bytes_printf(&out, "<p><a class=\"button\" href=\"%s", page_to_app(&head, site->app));
        html_text(&out, site->app);
        html_within(&out, "\">", said(language, W_SITE_OPEN), "</a></p>\n");
    }
    for (int i = 0; i < site->count; i++)
        if (first_of_group(site, i))
            put_group(site, site->lessons[i]->group, language, &out);
    if (site->has_terms) {
        html_within(&out, "<p><a href=\"" SITE_TERMS "/index.html\">", said(language, W_TERMS), "</a></p>\n");
    }
    bool ok = page_write(&out, site, &head, &arena, error);
    arena_finish(&arena);
    return ok;
}

static void put_color(Bytes *out, const char *name, Color color)
{
    bytes_printf(out, "--%s:#%02x%02x%02x;", name, color.r, color.g, color.b);
}

static void put_colors(Bytes *out, const Theme *theme)
{
    bytes_add_text(out, ":root{");
    put_color(out, "paper", theme->paper);
    put_color(out, "panel", theme->panel);
    put_color(out, "hairline", theme->hairline);
    for (int role = 0; role < ROLE_COUNT; role++)
        put_color(out, HTML_ROLES[role], theme->text[role]);
    put_color(out, "tint", theme->tint[ROLE_CONTEXT]);
    bytes_add_text(out, "}\n");
}

bool site_style(const Site *site, const char *sheet, Error *error)
{
    Arena arena = {0};
    Bytes out = {0}, rest = {0};
    put_colors(&out, theme_get(THEME_LIGHT));
    bytes_add_text(&out, "@media (prefers-color-scheme: dark){\n");
    put_colors(&out, theme_get(THEME_DARK));
    bytes_add_text(&out, "}\n@media (prefers-contrast: more){\n");
    put_colors(&out, theme_with(THEME_LIGHT, true));
    bytes_add_text(&out, "@media (prefers-color-scheme: dark){\n");
    put_colors(&out, theme_with(THEME_DARK, true));
    bytes_add_text(&out, "}}\n");
    for (int role = ROLE_MUTED; role < ROLE_COUNT; role++)
        bytes_printf(&out, ".%s{color:var(--%s)}\n", HTML_ROLES[role], HTML_ROLES[role]);
    bool ok = file_read(sheet, FILE_LIMIT_TEXT, &rest, error);
    if (ok)
        bytes_add(&out, rest.data, rest.length);
    ok = ok && file_write(path_join(&arena, site->folder, "site.css"), out.data, out.length, error);
    bytes_finish(&rest);
    bytes_finish(&out);
    arena_finish(&arena);
    return ok;
}
