/* attend handout: a lesson on paper, for a class. */
#include "cli/papers.h"
#include "cli/pictures.h"
#include "cli/sheet_sentences.h"

#include "scene/figures/ticket_page.h"
#include "scene/figures/worksheet.h"
#include "words/figures_words.h"

#include <stdlib.h>

static bool write_pages(Paper paper, const Request *request, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    bool ok = type && paper_write(&paper, type, request->output, error);
    picture_fonts_close(type);
    return ok;
}

static Paper paper_of(const Handout *handout, const Request *request)
{
    return request->teacher ? paper_teacher(handout) : request->slides ? paper_slides(handout) : paper_handout(handout);
}

/* The whole lesson, its slides, or its teacher's page. */
static bool make_handout(const Lesson *lesson, const Model *models, const Request *request, Arena *arena, Error *error)
{
    LessonCards cards;
    bool ok = cards_open(lesson, models, &cards, error);
    Handout handout = {lesson, cards.views, picture_language(request, lesson), request->variant + 1};
    ok = ok && write_pages(paper_of(&handout, request), request, arena, error);
    cards_close(&cards);
    return ok;
}

/* ---- the worksheet ---- */

static int one_page(const void *paper, const Type *type)
{
    (void)paper;
    (void)type;
    return 1;
}

static int pages_of_worksheet(const void *paper, const Type *type)
{
    (void)type;
    return worksheet_pages(paper);
}

static void draw_worksheet(const void *paper, int page, const Type *type, DrawList *list)
{
    worksheet_draw(paper, page, type, list);
}

static void draw_answers(const void *paper, int page, const Type *type, DrawList *list)
{
    (void)page;
    worksheet_answers_draw(paper, type, list);
}

/* The sheet's sentences, all of one model. */
static bool make_worksheet(const Lesson *lesson, const Model *models, const Request *request, Arena *arena,
                           Error *error)
{
    SheetSentences chosen;
    if (!sheet_sentences(lesson, models, request->variant + 1, &chosen, error))
        return false;
    View views[WORKSHEET_MAPS];
    for (int i = 0; i < chosen.count; i++) {
        View *view = &views[i];
        *view = view_default(theme_get(THEME_LIGHT), 0, 0);
        view->gloss = GLOSS_USUAL;
        view->lesson = lesson;
        view->model = &models[chosen.model];
        view->language = picture_language(request, lesson);
        view->trace = chosen.traces[i];
    }
    Worksheet sheet = {views, chosen.count, request->variant + 1};
    Paper paper = {
        {pages_of_worksheet, draw_worksheet}, {one_page, draw_answers}, &sheet, lesson->title[views[0].language]};
    bool ok = write_pages(paper, request, arena, error);
    sheet_finish(&chosen);
    return ok;
}

static bool make(const Lesson *lesson, const Request *request, Arena *arena, Error *error)
{
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    int loaded = source_models(lesson, models, error);
    bool ok = loaded == lesson->model_count
              && (request->worksheet ? make_worksheet : make_handout)(lesson, models, request, arena, error);
    for (int i = 0; i < loaded; i++)
        model_finish(&models[i]);
    free(models);
    return ok;
}

/* ---- the exit ticket ---- */

static void draw_ticket(const void *paper, int page, const Type *type, DrawList *list)
{
    (void)page;
    ticket_draw(paper, type, list);
}

static void draw_ticket_answers(const void *paper, int page, const Type *type, DrawList *list)
{
    (void)page;
    ticket_answers_draw(paper, type, list);
}

static bool make_ticket(const Request *request, Arena *arena, Error *error)
{
    TicketPage page = {.language = request->language > 0 ? (Language)request->language : LANGUAGE_ENGLISH};
    Paper paper = {
        {one_page, draw_ticket}, {one_page, draw_ticket_answers}, &page, said(page.language, W_TICKET_TITLE)};
    return tickets_open(request->tickets, arena, &page.tickets, error) && write_pages(paper, request, arena, error);
}

/* ---- which paper ---- */

static bool check_request(const Call *call, Error *error)
{
    const Request *request = &call->request;
    bool ticket = request->tickets != NULL;
    if (ticket && call->count > 0)
        return error_set(error, ERROR_USAGE, "--tickets PATH takes the place of LESSON");
    if (!ticket && call->count == 0)
        return error_set(error, ERROR_USAGE,
                         "attend handout needs LESSON or --tickets PATH; 'attend handout --help' says more");
    if (request->worksheet + request->teacher + request->slides + ticket > 1)
        return error_set(error, ERROR_USAGE,
                         "--slides, --worksheet, --teacher and --tickets are different papers; expected one of them");
    if (request->variant >= 0 && (request->teacher || request->slides || ticket))
        return error_set(error, ERROR_USAGE,
                         "--variant is for papers with versions for neighbours: the handout and --worksheet");
    return true;
}

bool handout_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    if (!check_request(call, error))
        return false;
    if (request->tickets)
        return make_ticket(request, call->arena, error);
    Lesson *lesson;
    int model;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    bool ok = make(lesson, request, call->arena, error);
    lesson_destroy(lesson);
    return ok;
}
