#include "cli/pictures.h"

#include "base/resource.h"

#include <string.h>

const char *const THEME_NAMES[] = {[THEME_LIGHT] = "light", [THEME_DARK] = "dark", NULL};

Type *picture_fonts(Arena *arena, Error *error)
{
    const char *folder = resource_folder("assets/fonts", arena);
    if (folder)
        return type_open(folder, error);
    error_set(error, ERROR_FILE, "the folder 'assets/fonts' was not found; ATTEND_DATA can name the folder it lies in");
    return NULL;
}

void picture_fonts_close(Type *type)
{
    enum { NAMED_MOST = 8 };
    const uint32_t *missing;
    int count = type ? type_missing(type, &missing) : 0;
    Bytes names = {0};
    for (int i = 0; i < count && i < NAMED_MOST; i++) {
        char utf8[4];
        bytes_add_text(&names, i ? ", " : "");
        bytes_add(&names, utf8, utf8_put(utf8, missing[i]));
        bytes_printf(&names, " (U+%04X)", (unsigned)missing[i]);
    }
    if (count > NAMED_MOST)
        bytes_printf(&names, " and %d more", count - NAMED_MOST);
    if (count)
        output_note("no font here has %s: boxes stand in the picture", names.data);
    bytes_finish(&names);
    type_close(type);
}

bool picture_alignment(const Trace *trace, Arena *arena, ExportMatrix *out, Error *error)
{
    if (!config_weighs(&trace->config))
        return error_set(error, ERROR_FORMAT, "a model with attention %s has no weights to show",
                         ATTENTION_NAMES[trace->config.attention]);
    size_t m = (size_t)trace->step_count, n = (size_t)trace->n;
    const char **target = ARENA_ARRAY(arena, const char *, m);
    float *weights = ARENA_ARRAY(arena, float, m *n);
    for (size_t t = 0; t < m; t++) {
        target[t] = trace->steps[t].token;
        memcpy(weights + t * n, trace->steps[t].step.weights, n * sizeof *weights);
    }
    *out = (ExportMatrix){trace->source, trace->n, target, trace->step_count, weights};
    return true;
}

/* The place of the lesson among those of the course, which its own folder may not belong to. */
static void set_place(View *view, const Lesson *lesson)
{
    Arena arena = {0};
    const char *lessons = resource_folder("lessons", &arena);
    LessonList list = lessons ? lesson_list(lessons, &arena, NULL) : (LessonList){0};
    for (int i = 0; i < list.count; i++)
        if (strcmp(path_name(list.folders[i]), path_name(lesson->folder)) == 0) {
            view->lesson_number = i + 1;
            view->lesson_count = list.count;
        }
    arena_finish(&arena);
}

char *picture_title(const Trace *trace, Arena *arena)
{
    return text_join(arena, trace->source, trace->n, trace->config.source_tokens);
}

View picture_view(const ModelSource *source, const Trace *trace, Arena *arena, ThemeKind theme, int width, int height)
{
    View view = view_default(theme_get(theme), (float)width, (float)height);
    view.trace = trace;
    view.model = &source->model;
    view.lesson = source->lesson;
    view.cursor = moment_count(trace) - 1;
    view.field.text = picture_title(trace, arena);
    if (source->lesson)
        set_place(&view, source->lesson);
    return view;
}
