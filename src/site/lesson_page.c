/* The page of a lesson. */
#include "export/export.h"
#include "lesson/place.h"
#include "site/card_html.h"
#include "site/page_html.h"
#include "words/course_words.h"

#include <string.h>

static const char HANDOUT[] = "handout.pdf", ANSWERS[] = "handout-answers.pdf"; /* as paper_write names them */

typedef struct LessonPage {
    const Site *site;
    const Handout *handout;
    PageHead head;
    const char *folder; /* where its files go */
    Arena *arena;
} LessonPage;

static bool write_picture(const LessonPage *page, DrawList *list, const char *name, Error *error)
{
    ExportOptions options = {.embed_fonts = true, .title = page->head.title};
    bool ok = export_svg(list, &options, path_join(page->arena, page->folder, name), error);
    drawlist_finish(list);
    return ok;
}

/* For the index: the alignment of the lesson's sentence, or the figure of its first card. */
static bool write_cover(const LessonPage *page, Error *error)
{
    DrawList list = {0};
    View view = page->handout->views[0];
    view.kind = VIEW_HEATMAP;
    view.heat.plain = true;
    if (config_weighs(&view.trace->config))
        scene_alignment_figure(&view, page->site->type, &list);
    else {
        view = handout_view(page->handout, 0, false, page->arena);
        handout_figure(&view, FIGURE_W, FIGURE_H, page->site->type, &list);
    }
    return write_picture(page, &list, "cover.svg", error);
}

/* A picture that the card brings lies beside the page, under the name it has in the lesson. */
static bool copy_pictures(const LessonPage *page, const Card *card, Error *error)
{
    for (int i = 0; i < card->block_count[page->head.language]; i++) {
        const TextBlock *block = &card->blocks[page->head.language][i];
        if (block->kind != BLOCK_PICTURE)
            continue;
        Bytes bytes = {0};
        bool ok = file_read(path_join(page->arena, page->handout->lesson->folder, block->file), FILE_LIMIT_DATA, &bytes,
                            error)
                  && file_write(path_join(page->arena, page->folder, path_name(block->file)), bytes.data, bytes.length,
                                error);
        bytes_finish(&bytes);
        if (!ok)
            return false;
    }
    return true;
}

/* "app/index.html#at=lesson=5;card=3" as this page sees it, or the same for a frame in it; NULL: there is no app. */
static const char *live_address(const LessonPage *page, int card, bool frame)
{
    const char *app = page->site->app;
    if (!app)
        return NULL;
    Place place = {.lesson = page->head.name,
                   .card = card + 1,
                   .view = -1,
                   .look = -1,
                   .moment = -1,
                   .language = (int)page->head.language,
                   .dark = -1};
    const char *query = !frame ? "" : strchr(app, '?') ? "&embed=1" : "?embed=1";
    return arena_printf(page->arena, "%s%s%s#at=%s", page_to_app(&page->head, app), app, query,
                        place_print(&place, page->arena));
}

/* The figure of that view, as a file beside the page. */
static bool write_figure(const LessonPage *page, const View *shown, const char *name, CardFigure *out, Error *error)
{
    DrawList list = {0};
    *out = (CardFigure){.file = name, .caption = handout_caption(shown, page->arena)};
    handout_figure(shown, FIGURE_W, FIGURE_H, page->site->type, &list);
    return write_picture(page, &list, name, error);
}

static bool put_card(const LessonPage *page, int card, Bytes *out, Error *error)
{
    Arena *arena = page->arena;
    View asked = handout_view(page->handout, card, false, arena),
         answered = handout_view(page->handout, card, true, NULL);
    const Card *about = &page->handout->lesson->cards[card];
    CardPage written = {.view = &asked,
                        .arena = arena,
                        .live = live_address(page, card, false),
                        .frame = live_address(page, card, true)};
    const char *name = arena_printf(arena, "card-%d.svg", card + 1),
               *complete = arena_printf(arena, "card-%d-answer.svg", card + 1);
    bool ok = write_figure(page, &asked, name, &written.figure, error);
    if (ok && handout_reveals(page->handout, card, page->site->type))
        ok = write_figure(page, &answered, complete, &written.complete, error);
    bytes_printf(out, "<section id=\"card-%d\">\n<h2>%d. ", card + 1, card + 1);
    html_text(out, about->title[page->head.language]);
    bytes_add_text(out, "</h2>\n");
    card_html(out, &written);
    bytes_add_text(out, "</section>\n");
    return ok && copy_pictures(page, about, error);
}

/* Links to the lessons before and after it. */
static void put_ways(const LessonPage *page, int index, Bytes *out)
{
    const Site *site = page->site;
    bytes_add_text(out, "<nav class=\"ways\">\n");
    for (int i = index - 1; i <= index + 1; i += 2)
        if (i >= 0 && i < site->count) {
            bytes_printf(out, "<a rel=\"%s\" href=\"../%s/index.html\">%s", i < index ? "prev" : "next",
                         path_name(site->lessons[i]->folder), i < index ? "← " : "");
            html_text(out, site->lessons[i]->title[page->head.language]);
            bytes_printf(out, "%s</a>\n", i < index ? "" : " →");
        }
    bytes_add_text(out, "</nav>\n");
}

static PageHead head_of(const Handout *handout, const char *title, const char *aim)
{
    return (PageHead){title, aim, path_name(handout->lesson->folder), handout->language, NULL};
}

const char *site_handout(const Site *site, const Handout *handout, Arena *arena)
{
    PageHead head = head_of(handout, NULL, NULL);
    return path_join(arena, path_join(arena, site->folder, page_folder(&head, arena)), HANDOUT);
}

static void put_paper(Bytes *out, const char *file, const char *name)
{
    bytes_printf(out, " · <a href=\"%s\">", file);
    html_text(out, name);
    bytes_add_text(out, "</a>");
}

bool site_lesson(const Site *site, int index, const Handout *handout, Error *error)
{
    Arena arena = {0};
    const Lesson *lesson = handout->lesson;
    LessonPage page = {.site = site, .handout = handout, .arena = &arena};
    Language language = handout->language;
    const char *title = arena_printf(&arena, "%d · %s", lesson->order, lesson->title[language]);
    const char *aim = lesson->aim[language] ? lesson->aim[language] : title;
    page.head = head_of(handout, title, aim);
    page.head.frames = site->app;
    page.folder = path_join(&arena, site->folder, page_folder(&page.head, &arena));
    Bytes out = {0};
    page_begin(&out, &page.head, &arena);
    bytes_add_text(&out, "<p class=\"aim\">");
    html_text(&out, aim);
    put_paper(&out, HANDOUT, said(language, W_SITE_HANDOUT));
    for (int card = 0, asked = 0; card < lesson->card_count && !asked; card++)
        if ((asked = lesson->cards[card].quiz_count))
            put_paper(&out, ANSWERS, said(language, W_SITE_ANSWERS));
    bytes_add_text(&out, "</p>\n");
    bool ok = folder_make(page.folder, 0777, error) && write_cover(&page, error);
    for (int card = 0; ok && card < lesson->card_count; card++)
        ok = put_card(&page, card, &out, error);
    put_ways(&page, index, &out);
    ok = ok && page_write(&out, site, &page.head, &arena, error);
    bytes_finish(&out);
    arena_finish(&arena);
    return ok;
}
