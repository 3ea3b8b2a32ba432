/* What a command is given first: a lesson, one of its models, or a file. */
#include "cli/cli.h"

#include "base/names.h"
#include "base/resource.h"
#include "export/export.h"
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
bool source_is_file(const char *name)
{
    static const char *const others[] = {".safetensors", PACK_ENDING, NULL};
    if (file_exists(name))
        return !file_is_folder(name) && strcmp(path_name(name), "lesson.md") != 0;
    return stack_is_sentence(name) || path_check_ending(name, others, NULL)
           || path_check_ending(name, WEIGHTS_ENDINGS, NULL) || path_check_ending(name, PICTURE_ENDINGS, NULL);
}

bool source_name(const char *given, Arena *arena, SourceName *out, Error *error)
{
    *out = (SourceName){0};
    if (source_is_file(given)) {
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
    return source_is_file(name) && path_check_ending(name, TRACE_ENDINGS, NULL);
}

bool source_is_log(const char *name)
{
    OpenFile file = {0};
    bool may = source_is_file(name) && path_check_ending(name, EPOCH_LOG_ENDINGS, NULL);
    if (may)
        open_file(name, &file);
    bool is = may && file.kind == OPEN_LOG;
    opened_finish(&file);
    return is;
}

bool source_find(const char *name, Arena *arena, OpenFile *out, Error *error)
{
    int model;
    if (source_is_file(name)) {
        open_file(name, out);
        return true;
    }
    *out = (OpenFile){.kind = OPEN_LESSON, .path = name};
    if (!source_lesson(name, arena, &out->lesson, &model, error))
        return false;
    out->chosen = model < 0 ? NULL : &out->lesson->models[model];
    return true;
}

static bool need_trace(OpenFile *file, Error *error)
{
    MatrixStack stack;
    Error none = {0};
    bool ok = opened_need_trace(file, error);
    if (!ok && error->code == ERROR_FORMAT) {
        Error lacks = *error;
        if (opened_stack(file, NULL, LINKS_PHARAOH, &stack, &none) && stack_check(&stack, false, &none))
            error_at(error, lacks.code, file->path, lacks.line, "%s; 'attend heatmap --from F' draws weights alone",
                     lacks.message);
        stack_finish(&stack);
    }
    stack_unload(&file->weights);
    return ok;
}

static bool need_model(const OpenFile *file, Error *error)
{
    static const char *const others[] = {
        [OPEN_PACK] = "is a packed lesson; 'attend FILE' opens it, and has it among your own",
        [OPEN_WEIGHTS] =
            "is no model of attend; weights are drawn by 'attend heatmap --from F' and opened by 'attend F'",
        [OPEN_PAIRS] = "holds sentence pairs and no model; 'attend train F -o model.safetensors' learns one from them",
        [OPEN_LOG] =
            "is the log of a training and no model; 'attend F' shows it, and 'attend figure F -o F.svg' draws it",
        [OPEN_FIGURE] = "is a figure and no model; 'attend F' opens it, and 'attend heatmap --from F' draws it",
        [OPEN_RESULT] = "is the result of an exam; 'attend results F' tells of it"};
    if (file->kind != OPEN_MODEL)
        return error_at(error, file->kind == OPEN_PACK ? ERROR_USAGE : ERROR_FORMAT, file->path, 0, "%s",
                        others[file->kind]);
    return opened_well(file, error);
}

bool source_read(const char *name, Arena *arena, OpenFile *out, Error *error)
{
    bool ok = (out->path || source_find(name, arena, out, error))
              && (out->lesson || (source_is_trace(name) ? need_trace(out, error) : need_model(out, error)));
    if (!ok)
        opened_finish(out);
    return ok;
}

static bool read_model(const char *name, OpenFile *file, Error *error)
{
    const Lesson *lesson = file->lesson;
    if (!lesson)
        return true;
    if (lesson->model_count == 0)
        return error_at(error, ERROR_FORMAT, lesson->path, 0, "names no model");
    file->chosen = file->chosen ? file->chosen : lesson->models;
    file->path = file->chosen->path;
    return load_model(file->chosen, name, &file->model, error);
}

bool source_open(const char *name, Arena *arena, OpenFile *out, Error *error)
{
    if (source_is_trace(name))
        return error_at(error, ERROR_USAGE, name, 0,
                        "is no model; a trace is shown by 'attend FILE', 'attend film FILE' and 'attend figure FILE'");
    bool ok = source_read(name, arena, out, error) && read_model(name, out, error);
    FaultKind fault = out->model.config.fault;
    if (ok && fault)
        note_fault(out->path, fault_of(fault));
    if (!ok)
        opened_finish(out);
    return ok;
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
