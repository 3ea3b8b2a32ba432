/* The open lesson on paper, where a page is printed: all its cards as they are opened, each with its figure, its text and its
 * questions; the answers come at the end. */
#include "app/errands.h"
#include "app/open.h"

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"
#include "site/card_html.h"

#include <stdlib.h>

static bool read_models(App *app, Error *error)
{
    for (int i = 0; i < app->open.lesson->model_count; i++)
        if (!opened_model(&app->open, i, error))
            return false;
    return true;
}

static bool put_figure(const App *app, const Handout *handout, int card, Bytes *out, Error *error)
{
    DrawList list = {0};
    handout_figure(handout, card, FIGURE_W, FIGURE_H, app->type, &list);
    bool ok = export_svg_text(&list, &(ExportOptions){.title = handout->lesson->cards[card].title[handout->language]},
                              out, error);
    drawlist_finish(&list);
    return ok;
}

static bool put_card(App *app, ShownLesson *shown, View *views, int card, Bytes *out, Bytes *answers, Error *error)
{
    const Lesson *lesson = app->open.lesson;
    Language language = app->view.language;
    Handout handout = {lesson, views, language};
    ShownCard computed;
    Bytes figure = {0};
    views[card] = view_default(theme_get(THEME_LIGHT), 0, 0);
    views[card].lesson_number = lesson->order;
    views[card].language = language;
    if (!shown_card(shown, card, &views[card], &computed, error))
        return false;
    bool ok = put_figure(app, &handout, card, &figure, error);
    bytes_printf(out, "<section>\n<h2>%d. ", card + 1);
    html_text(out, lesson->cards[card].title[language]);
    bytes_add_text(out, "</h2>\n");
    CardPage page = {.view = &views[card],
                     .language = language,
                     .arena = &app->scratch,
                     .caption = handout_caption(&handout, card, &app->scratch),
                     .asks = CARD_PRINTS,
                     .drawing = figure.data};
    if (ok) {
        card_html(out, &page);
        card_answers_html(answers, &page);
    }
    bytes_add_text(out, "</section>\n");
    bytes_finish(&figure);
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
