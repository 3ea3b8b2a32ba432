/* What a command is given first: a lesson, one of its models, or a file. */
#include "cli/cli.h"

#include "base/names.h"
#include "base/resource.h"
#include "export/open_as.h"
#include "export/weights_file.h"
#include "lesson/pack.h"

#include <string.h>

static int find_model(const Lesson *lesson, const char *name, Arena *arena, Error *error)
{
    const char *names = "";
    for (int i = 0; i < lesson->model_count; i++) {
        if (strcmp(lesson->models[i].name, name) == 0)
            return i;
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", lesson->models[i].name);
    }
    error_set(error, ERROR_USAGE, "%s has no model '%s'; it has %s", lesson->folder, name, names);
    return -1;
}

/* A file that exists is taken as it is, even with a colon in its name. The ending tells whether a missing name was
 * meant as a file. */
static bool is_file(const char *name)
{
    static const char *const endings[] = {".safetensors", ".tsv", ".txt", ".png",  ".svg", ".pdf",      ".eps",
                                          ".html",        ".npy", ".npz", ".json", ".csv", PACK_ENDING, NULL};
    if (file_exists(name))
        return !file_is_folder(name) && strcmp(path_name(name), "lesson.md") != 0;
    return path_check_ending(name, endings, NULL);
}

bool source_name(const char *given, Arena *arena, SourceName *out, Error *error)
{
    *out = (SourceName){0};
    if (is_file(given)) {
        out->file = given;
        return true;
    }
    const char *colon = file_exists(given) ? NULL : strrchr(given, ':'), *lesson = given;
    if (colon) {
        lesson = arena_copy(arena, given, (size_t)(colon - given));
        out->model = colon + 1;
    }
    const char *lessons = resource_folder("lessons", arena);
    out->folder = lesson_find(lessons ? lessons : ".", lesson, arena, error);
    if (!out->folder && !lessons)
        (void)resource_need("lessons", arena, error); /* says what is missing */
    return out->folder != NULL;
}

bool source_lesson(const char *given, Arena *arena, Lesson **out, int *model, Error *error)
{
    SourceName name;
    *model = -1;
    if (!source_name(given, arena, &name, error))
        return false;
    if (name.file)
        return error_at(error, ERROR_USAGE, given, 0, "is a file; expected a lesson: its number, name or folder");
    *out = lesson_load(name.folder, error);
    if (*out && name.model)
        *model = find_model(*out, name.model, arena, error);
    if (*out && (!name.model || *model >= 0))
        return true;
    lesson_destroy(*out);
    *out = NULL;
    return false;
}

/* `lesson` is what the person calls it. */
static bool load_model(const LessonModel *model, const char *lesson, Model *out, Error *error)
{
    if (!file_exists(model->path))
        return error_at(error, ERROR_FILE, model->path, 0, "is not there yet; 'attend train %s' makes it", lesson);
    return model_load(model->path, out, error);
}

bool source_model(const Lesson *lesson, int index, Model *out, Error *error)
{
    return load_model(&lesson->models[index], lesson->folder, out, error);
}

int source_models(const Lesson *lesson, Model *models, Error *error)
{
    int loaded = 0;
    while (loaded < lesson->model_count && source_model(lesson, loaded, &models[loaded], error))
        loaded++;
    return loaded;
}

static bool open_lesson_model(const char *name, Arena *arena, ModelSource *out, Error *error)
{
    int model;
    if (!source_lesson(name, arena, &out->lesson, &model, error))
        return false;
    if (out->lesson->model_count == 0)
        return error_at(error, ERROR_FORMAT, out->lesson->path, 0, "names no model");
    out->chosen = &out->lesson->models[model < 0 ? 0 : model];
    out->path = out->chosen->path;
    return load_model(out->chosen, name, &out->model, error);
}

static const char *without_indent(const char *line)
{
    return line + strspn(line, " ");
}

static void note_fault(const char *path, const Fault *fault)
{
    output_note("%s: the model is wrong on purpose: fault %s; its line `%s` should be `%s`", path, fault->name,
                without_indent(fault->wrong), without_indent(fault->right));
}

bool source_is_trace(const char *name)
{
    return is_file(name) && path_check_ending(name, TRACE_ENDINGS, NULL);
}

static bool has_weights(const char *path)
{
    Arena arena = {0};
    MatrixStack stack;
    Error none = {0};
    bool has = weights_file_read(path, NULL, LINKS_PHARAOH, &arena, &stack, &none) && stack_check(&stack, false, &none);
    stack_finish(&stack);
    arena_finish(&arena);
    return has;
}

Trace *source_trace(const char *name, Model *model, Error *error)
{
    Trace *trace = trace_need(name, model, error);
    if (!trace && error->code == ERROR_FORMAT && has_weights(name)) {
        Error lacks = *error;
        error_at(error, lacks.code, name, lacks.line, "%s; 'attend heatmap --from F' draws weights alone",
                 lacks.message);
    }
    return trace;
}

/* If it is no model, the error says what it is. */
static bool is_model(const char *name, Error *error)
{
    Error lacks = {0};
    if (source_is_trace(name))
        return error_at(error, ERROR_USAGE, name, 0,
                        "is no model; a trace is shown by 'attend FILE', 'attend film FILE' and 'attend figure FILE'");
    switch (is_file(name) && file_exists(name) ? open_as(name, &lacks) : OPEN_MODEL) {
    case OPEN_LESSON:
        return error_at(error, ERROR_USAGE, name, 0,
                        "is a packed lesson; 'attend FILE' opens it, and has it among your own");
    case OPEN_WEIGHTS:
        return error_at(
            error, ERROR_FORMAT, name, 0,
            "is no model of attend; weights are drawn by 'attend heatmap --from F' and opened by 'attend F'");
    case OPEN_PAIRS:
        return error_at(
            error, ERROR_FORMAT, name, 0,
            "holds sentence pairs and no model; 'attend train F -o model.safetensors' learns one from them");
    case OPEN_FIGURE:
        return error_at(error, ERROR_FORMAT, name, 0,
                        "is a figure and no model; 'attend F' opens it where attend made it");
    case OPEN_MODEL:
    case OPEN_TRACE:
        break;
    }
    return true;
}

bool source_open(const char *name, Arena *arena, ModelSource *out, Error *error)
{
    *out = (ModelSource){0};
    out->path = name;
    if (!is_model(name, error))
        return false;
    if (is_file(name) ? model_load(name, &out->model, error) : open_lesson_model(name, arena, out, error)) {
        FaultKind fault = out->model.config.fault;
        if (fault)
            note_fault(out->path, fault_of(fault));
        return true;
    }
    lesson_destroy(out->lesson);
    *out = (ModelSource){0};
    return false;
}

void source_finish(ModelSource *source)
{
    if (!source->path)
        return;
    model_finish(&source->model);
    lesson_destroy(source->lesson);
    *source = (ModelSource){0};
}

bool source_corpus(const char *path, FileKind kind, LinkFormat links, const LinkFile *gold, const Model *model,
                   Corpus *out, Error *error)
{
    CorpusOptions options = {model->config.source_tokens, model->config.target_tokens, 0, kind, links, gold};
    if (!corpus_read(path, options, out, error))
        return false;
    corpus_encode(out, &model->source, &model->target, model->config.lowercase);
    return true;
}
