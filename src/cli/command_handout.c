/* attend handout: a lesson on paper, for a class. */
#include "cli/papers.h"
#include "cli/pictures.h"

#include "scene/figures/worksheet.h"

#include <stdlib.h>

static bool write_pages(Paper paper, const Request *request, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    bool ok = type && paper_write(&paper, type, request->output, error);
    picture_fonts_close(type);
    return ok;
}

/* The whole lesson, or its teacher's page. */
static bool make_handout(const Lesson *lesson, const Model *models, const Request *request, Arena *arena, Error *error)
{
    LessonCards cards;
    bool ok = cards_open(lesson, models, &cards, error);
    Handout handout = {lesson, cards.views, picture_language(request, lesson)};
    ok = ok && write_pages(request->teacher ? paper_teacher(&handout) : paper_handout(&handout), request, arena, error);
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

/* A sentence of which the model knows every word; NULL: it does not. */
static Trace *decode_known(const Model *model, const char *sentence)
{
    Trace *trace = card_decode(model, sentence, &(DecodeSetting){0}, NULL, NULL);
    bool known = trace != NULL;
    for (int i = 0; known && i < trace->words; i++)
        known = !trace->unknown[i];
    if (known)
        return trace;
    trace_destroy(trace);
    return NULL;
}

/* The first model that scores and knows the lesson's sentence, which it decodes; the first of all where none does. */
static Trace *decode_sentence(const Lesson *lesson, const Model *models, int *model, Error *error)
{
    for (*model = 0; *model < lesson->model_count; ++*model) {
        bool scores = config_scores(&models[*model].config);
        Trace *trace = scores ? decode_known(&models[*model], lesson->sentence) : NULL;
        if (trace)
            return trace;
    }
    *model = 0;
    return card_decode(&models[0], lesson->sentence, &(DecodeSetting){0}, NULL, error);
}

/* The lesson's sentence, and the suggestions that the same model knows. */
static bool make_worksheet(const Lesson *lesson, const Model *models, const Request *request, Arena *arena,
                           Error *error)
{
    int model, count = 0;
    Trace *traces[WORKSHEET_MAPS] = {decode_sentence(lesson, models, &model, error)};
    View views[WORKSHEET_MAPS];
    if (!traces[0])
        return false;
    for (int i = -1; i < lesson->suggestion_count && count < WORKSHEET_MAPS; i++) {
        if (i >= 0 && !(traces[count] = decode_known(&models[model], lesson->suggestions[i])))
            continue;
        View *view = &views[count];
        *view = view_default(theme_get(THEME_LIGHT), 0, 0);
        view->gloss = GLOSS_USUAL;
        view->lesson = lesson;
        view->model = &models[model];
        view->language = picture_language(request, lesson);
        view->trace = traces[count++];
    }
    Worksheet sheet = {views, count};
    Paper paper = {{pages_of_worksheet, draw_worksheet},
                   {pages_of_answers, draw_answers},
                   &sheet,
                   lesson->title[views[0].language]};
    bool ok = write_pages(paper, request, arena, error);
    for (int i = 0; i < count; i++)
        trace_destroy(traces[i]);
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
    if (request->worksheet && request->teacher)
        return error_set(error, ERROR_USAGE, "--worksheet and --teacher are two papers; expected one of them");
    Lesson *lesson;
    int model;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    bool ok = make(lesson, request, call->arena, error);
    lesson_destroy(lesson);
    return ok;
}
