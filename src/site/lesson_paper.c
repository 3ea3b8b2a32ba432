#include "export/export.h"

#include "scene/figures/handout.h"
#include "site/card_html.h"
#include "site/window_html.h"
#include "words/figures_words.h"

#include <stdlib.h>

typedef struct PaperPage {
    ShownLesson *shown;
    const Lesson *lesson;
    Language language;
    const Type *type;
    Arena *arena;
} PaperPage;

static bool draw_figure(const PaperPage *paper, const View *shown, Bytes *drawing, CardFigure *out, Error *error)
{
    DrawList list = {0};
    handout_figure(shown, FIGURE_W, FIGURE_H, paper->type, &list);
    const char *title = lesson_card(shown->lesson, shown->card)->title[shown->language];
    bool ok = export_svg_text(&list, &(ExportOptions){.title = title}, drawing, error);
    drawlist_finish(&list);
    *out = (CardFigure){.drawing = drawing->data, .caption = handout_caption(shown, paper->arena)};
    return ok;
}

static bool put_card(const PaperPage *paper, View *views, int card, Bytes *out, Bytes *answers, Error *error)
{
    const Lesson *lesson = paper->lesson;
    Handout handout = {lesson, views, paper->language};
    ShownCard computed;
    Bytes figure = {0}, complete = {0};
    views[card] = view_default(theme_get(THEME_LIGHT), 0, 0);
    views[card].gloss = GLOSS_USUAL;
    views[card].course.number = lesson->order;
    if (!shown_card(paper->shown, card, &views[card], &computed, error))
        return false;
    View asked = handout_view(&handout, card, false, paper->arena), answered = handout_view(&handout, card, true, NULL);
    CardPage page = {.view = &asked, .arena = paper->arena, .asks = CARD_PRINTS};
    bool ok = draw_figure(paper, &asked, &figure, &page.figure, error);
    if (ok && handout_reveals(&handout, card, paper->type))
        ok = draw_figure(paper, &answered, &complete, &page.complete, error);
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
    html_within(out, "<section class=\"answers\">\n<h2>", said(language, W_ANSWERS), "</h2>\n");
    bytes_add(out, answers->data, answers->length);
    bytes_add_text(out, "</section>\n");
}

bool paper_html(Bytes *out, ShownLesson *shown, const Lesson *lesson, Language language, const Type *type, Arena *arena,
                Error *error)
{
    const PaperPage paper = {shown, lesson, language, type, arena};
    View *views = heap_alloc((size_t)lesson->card_count + 1, sizeof *views);
    Bytes answers = {0};
    bool ok = true;
    html_element(out, "h1", lesson->title[language]);
    for (int card = 0; ok && card < lesson->card_count; card++)
        ok = put_card(&paper, views, card, out, &answers, error);
    put_answers(language, &answers, out);
    bytes_finish(&answers);
    free(views);
    return ok;
}
