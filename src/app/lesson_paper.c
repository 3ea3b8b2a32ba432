/* The open lesson on paper, where a page is printed: all its cards as they are opened, each with its figure, its text
 * and its questions; the answers come at the end, with what was hidden till then. */
#include "app/exports.h"
#include "app/open.h"
#include "export/export.h"

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"
#include "site/card_html.h"
#include "words/figures_words.h"

#include <stdlib.h>

static bool read_models(App *app, Error *error)
{
    for (int i = 0; i < app->open.lesson->model_count; i++)
        if (!opened_model(&app->open, i, error))
            return false;
    return true;
}

static bool draw_figure(App *app, const View *shown, Bytes *drawing, CardFigure *out, Error *error)
{
    DrawList list = {0};
    handout_figure(shown, FIGURE_W, FIGURE_H, app->type, &list);
    const char *title = lesson_card(shown->lesson, shown->card)->title[shown->language];
    bool ok = export_svg_text(&list, &(ExportOptions){.title = title}, drawing, error);
    drawlist_finish(&list);
    *out = (CardFigure){.drawing = drawing->data, .caption = handout_caption(shown, &app->scratch)};
    return ok;
}

static bool put_card(App *app, ShownLesson *shown, View *views, int card, Bytes *out, Bytes *answers, Error *error)
{
    const Lesson *lesson = app->open.lesson;
    Handout handout = {lesson, views, app->view.language};
    ShownCard computed;
    Bytes figure = {0}, complete = {0};
    views[card] = view_default(theme_get(THEME_LIGHT), 0, 0);
    views[card].lesson_number = lesson->order;
    if (!shown_card(shown, card, &views[card], &computed, error))
        return false;
    View asked = handout_view(&handout, card, false, &app->scratch),
         answered = handout_view(&handout, card, true, NULL);
    CardPage page = {.view = &asked, .arena = &app->scratch, .asks = CARD_PRINTS};
    bool ok = draw_figure(app, &asked, &figure, &page.figure, error);
    if (ok && handout_reveals(&handout, card, app->type))
        ok = draw_figure(app, &answered, &complete, &page.complete, error);
    bytes_printf(out, "<section>\n<h2>%d. ", card + 1);
    html_text(out, lesson->cards[card].title[handout.language]);
    bytes_add_text(out, "</h2>\n");
    if (ok) {
        card_html(out, &page);
        card_answers_html(answers, &page);
    }
    bytes_add_text(out, "</section>\n");
    bytes_finish(&figure);
    bytes_finish(&complete);
    shown_card_finish(&computed);
    return ok;
}

static void put_answers(Language language, const Bytes *answers, Bytes *out)
{
    if (answers->length == 0)
        return;
    bytes_add_text(out, "<section class=\"answers\">\n<h2>");
    html_text(out, said(language, W_ANSWERS));
    bytes_add_text(out, "</h2>\n");
    bytes_add(out, answers->data, answers->length);
    bytes_add_text(out, "</section>\n");
}

void app_print(App *app)
{
    const Lesson *lesson = app->open.lesson;
    Error error = {0};
    Bytes out = {0}, answers = {0};
    if (!window_in_page(app->window))
        return;
    View *views = heap_alloc((size_t)lesson->card_count + 1, sizeof *views);
    bool ok = read_models(app, &error);
    ShownLesson *shown = ok ? shown_open(lesson, app->open.models, 0) : NULL;
    bytes_add_text(&out, "<h1>");
    html_text(&out, lesson->title[app->view.language]);
    bytes_add_text(&out, "</h1>\n");
    for (int card = 0; ok && card < lesson->card_count; card++)
        ok = put_card(app, shown, views, card, &out, &answers, &error);
    put_answers(app->view.language, &answers, &out);
    if (!ok)
        app_fail(app, &error);
    window_read(app->window, READ_PAPER, LANGUAGE_NAMES[app->view.language], out.data);
    shown_close(shown);
    free(views);
    bytes_finish(&answers);
    bytes_finish(&out);
}
