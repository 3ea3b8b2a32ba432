/* attend handout: a lesson on paper, for a class. */
#include "cli/papers.h"
#include "cli/pictures.h"
#include "cli/sheet_sentences.h"

#include "scene/figures/worksheet.h"

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

static int pages_of_worksheet(const void *paper, const Type *type)
{
    (void)type;
    return worksheet_pages(paper);
}

static void draw_worksheet(const void *paper, int page, const Type *type, DrawList *list)
{
    worksheet_draw(paper, page, type, list);
}

static int pages_of_answers(const void *paper, const Type *type)
{
    (void)paper;
    (void)type;
    return 1;
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
    Paper paper = {{pages_of_worksheet, draw_worksheet},
                   {pages_of_answers, draw_answers},
                   &sheet,
                   lesson->title[views[0].language]};
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

bool handout_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    if (request->worksheet + request->teacher + request->slides > 1)
        return error_set(error, ERROR_USAGE,
                         "--slides, --worksheet and --teacher are different papers; expected one of them");
    if (request->variant >= 0 && (request->teacher || request->slides))
        return error_set(error, ERROR_USAGE,
                         "--variant is for papers that neighbours write on: the handout and --worksheet");
    Lesson *lesson;
    int model;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    bool ok = make(lesson, request, call->arena, error);
    lesson_destroy(lesson);
    return ok;
}
