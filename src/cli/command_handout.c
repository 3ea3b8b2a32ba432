/* attend handout: a lesson on paper, for a class. */
#include "cli/pictures.h"

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"

#include <stdlib.h>

typedef struct Request {
    const char *output;
    int language;
} Request;

static const Request DEFAULTS = {.language = LANGUAGE_ENGLISH};

static const char *const ENDINGS[] = {".pdf", NULL};

static const Option OPTIONS[] = {
    {"output", 'o', OPTION_OUTPUT, offsetof(Request, output), "F", "the file", .names = ENDINGS},
    {"language", 0, OPTION_NAME, offsetof(Request, language), NULL, "of the text", .names = LANGUAGE_NAMES},
};

static bool write_pages(const Handout *handout, const Request *request, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    if (!type)
        return false;
    int count = handout_pages(handout, type);
    DrawList *pages = heap_alloc((size_t)count, sizeof *pages);
    for (int i = 0; i < count; i++)
        handout_draw(handout, i, type, &pages[i]);
    bool ok = export_pdf_pages(pages, count, handout->lesson->title[request->language], request->output, error);
    for (int i = 0; i < count; i++)
        drawlist_finish(&pages[i]);
    free(pages);
    picture_fonts_close(type);
    return ok;
}

static bool load_models(const Lesson *lesson, Model *models, int *loaded, Error *error)
{
    for (*loaded = 0; *loaded < lesson->model_count; (*loaded)++) {
        const char *path = lesson->models[*loaded].path;
        if (!file_exists(path))
            return error_at(error, ERROR_FILE, path, 0, "is not there yet; 'attend train %s' makes it", lesson->folder);
        if (!model_load(path, &models[*loaded], error))
            return false;
    }
    return true;
}

static bool make(const Lesson *lesson, const Request *request, Arena *arena, Error *error)
{
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    View *views = heap_alloc((size_t)lesson->card_count, sizeof *views);
    ShownCard *cards = heap_alloc((size_t)lesson->card_count, sizeof *cards);
    int loaded = 0, made = 0;
    bool ok = load_models(lesson, models, &loaded, error) && lesson_check_cards(lesson, models, error);
    ShownLesson *shown = shown_open(lesson, models, train_default().threads);
    for (; ok && made < lesson->card_count; made += ok) {
        views[made] = view_default(theme_get(THEME_LIGHT), 0, 0);
        views[made].lesson_number = lesson->order;
        ok = shown_card(shown, made, &views[made], &cards[made], error);
    }
    Handout handout = {lesson, views, (Language)request->language};
    ok = ok && write_pages(&handout, request, arena, error);
    for (int i = 0; i < made; i++)
        shown_card_finish(&cards[i]);
    shown_close(shown);
    for (int i = 0; i < loaded; i++)
        model_finish(&models[i]);
    free(cards);
    free(views);
    free(models);
    return ok;
}

static bool run(const Call *call, Error *error)
{
    const Request *request = call->request;
    Lesson *lesson;
    int model;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    bool ok = make(lesson, request, call->arena, error);
    lesson_destroy(lesson);
    return ok;
}

const Command command_handout = {
    .name = "handout",
    .arguments = "LESSON",
    .summary = "Write a lesson as a PDF for a class: cards, figures, questions, answers",
    .least = 1,
    .most = 1,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
