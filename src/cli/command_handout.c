/* attend handout: a lesson on paper, for a class. */
#include "cli/pictures.h"

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"

#include <stdlib.h>

static bool write_pages(const Handout *handout, const Request *request, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    if (!type)
        return false;
    int count = handout_pages(handout, type);
    DrawList *pages = heap_alloc((size_t)count, sizeof *pages);
    for (int i = 0; i < count; i++)
        handout_draw(handout, i, type, &pages[i]);
    bool ok = export_pdf_pages(pages, count, handout->lesson->title[handout->language], request->output, error);
    for (int i = 0; i < count; i++)
        drawlist_finish(&pages[i]);
    free(pages);
    picture_fonts_close(type);
    return ok;
}

static bool make(const Lesson *lesson, const Request *request, Arena *arena, Error *error)
{
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    View *views = heap_alloc((size_t)lesson->card_count, sizeof *views);
    ShownCard *cards = heap_alloc((size_t)lesson->card_count, sizeof *cards);
    int made = 0, loaded = source_models(lesson, models, error);
    bool ok = loaded == lesson->model_count && lesson_check_cards(lesson, models, error);
    ShownLesson *shown = shown_open(lesson, models, train_default().threads);
    for (; ok && made < lesson->card_count; made += ok) {
        views[made] = view_default(theme_get(THEME_LIGHT), 0, 0);
        views[made].lesson_number = lesson->order;
        ok = shown_card(shown, made, &views[made], &cards[made], error);
    }
    Handout handout = {lesson, views, picture_language(request, lesson)};
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

bool handout_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    Lesson *lesson;
    int model;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    bool ok = make(lesson, request, call->arena, error);
    lesson_destroy(lesson);
    return ok;
}
