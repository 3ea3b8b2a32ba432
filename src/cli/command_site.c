/* attend site: the course as pages for the web. */
#include "cli/papers.h"
#include "cli/pictures.h"

#include "base/resource.h"
#include "site/site.h"

#include <stdlib.h>

static bool write_language(const Site *site, int index, const LessonCards *cards, Language language, Arena *arena,
                           Error *error)
{
    Handout handout = {site->lessons[index], cards->views, language};
    Paper paper = paper_handout(&handout);
    return site_lesson(site, index, &handout, error)
           && paper_write(&paper, site->type, site_handout(site, &handout, arena), error);
}

static bool write_lesson(const Site *site, int index, Arena *arena, Error *error)
{
    const Lesson *lesson = site->lessons[index];
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    LessonCards cards = {0};
    int loaded = source_models(lesson, models, error);
    bool ok = loaded == lesson->model_count && cards_open(lesson, models, &cards, error);
    for (int language = 0; ok && language < LESSON_LANGUAGES; language++)
        ok = write_language(site, index, &cards, (Language)language, arena, error);
    cards_close(&cards);
    for (int i = 0; i < loaded; i++)
        model_finish(&models[i]);
    free(models);
    return ok;
}

/* Those of the course stand on its site alone. */
static bool write_terms(const Site *site, const Terms *terms, Error *error)
{
    bool ok = true;
    for (int language = 0; ok && site->has_terms && language < LESSON_LANGUAGES; language++)
        ok = site_terms(site, terms, (Language)language, error);
    return ok;
}

static bool write_site(const Site *site, const Terms *terms, Arena *arena, Error *error)
{
    const char *sheet = resource_need("assets/site", arena, error);
    bool ok = sheet && folder_make(site->folder, 0777, error);
    for (int i = 0; ok && i < site->count; i++)
        ok = write_lesson(site, i, arena, error);
    for (int language = 0; ok && language < LESSON_LANGUAGES; language++)
        ok = site_index(site, (Language)language, error);
    ok = ok && write_terms(site, terms, error);
    ok = ok && site_style(site, path_join(arena, sheet, "site.css"), error);
    return ok && output_print(error, "%s/index.html: %d lesson(s)\n", site->folder, site->count);
}

/* The lessons that were named, or the course. */
static char **choose(const Call *call, int *count, Error *error)
{
    Arena *arena = call->arena;
    if (call->count == 0) {
        const char *lessons = resource_need("lessons", arena, error);
        LessonList list = lessons ? lesson_list(lessons, arena, error) : (LessonList){0};
        *count = list.count;
        return list.folders;
    }
    char **folders = ARENA_ARRAY(arena, char *, (size_t)call->count);
    for (*count = 0; *count < call->count; ++*count) {
        SourceName source;
        const char *name = call->arguments[*count];
        if (!source_name(name, arena, &source, error))
            return NULL;
        if (!source.folder)
            return error_at(error, ERROR_USAGE, name, 0, "is a model file; expected a lesson"), NULL;
        folders[*count] = arena_string(arena, source.folder);
    }
    return folders;
}

bool site_run(const Call *call, Error *error)
{
    int count = 0, read = 0;
    char **folders = choose(call, &count, error);
    Lesson **lessons = heap_alloc((size_t)count + 1, sizeof *lessons);
    while (folders && read < count && (lessons[read] = lesson_load(folders[read], error)))
        read++;
    Type *type = folders && read == count ? picture_fonts(call->arena, error) : NULL;
    Terms terms = {0};
    bool course = call->count == 0;
    Site site = {call->request.output, course, call->request.app, lessons, count, type};
    bool ok =
        type && (!course || terms_open(call->arena, &terms, error)) && write_site(&site, &terms, call->arena, error);
    picture_fonts_close(type);
    for (int i = 0; i < read; i++)
        lesson_destroy(lessons[i]);
    free(lessons);
    return ok;
}
