#include "cli/pictures.h"

#include "base/resource.h"
#include "export/figure_state.h"
#include "trace/cause_map.h"
#include "trace/head_row.h"

const char *const THEME_NAMES[] = {[THEME_LIGHT] = "light", [THEME_DARK] = "dark", NULL};

Type *picture_fonts(Arena *arena, Error *error)
{
    const char *folder = resource_need("assets/fonts", arena, error);
    return folder ? type_open(folder, error) : NULL;
}

void picture_name_letters(const uint32_t *codepoints, int count, Bytes *out)
{
    enum { NAMED_MOST = 8 };
    for (int i = 0; i < count && i < NAMED_MOST; i++) {
        bytes_add_text(out, i ? ", " : "");
        bytes_add_letter(out, codepoints[i]);
        bytes_printf(out, " (U+%04X)", (unsigned)codepoints[i]);
    }
    if (count > NAMED_MOST)
        bytes_printf(out, " and %d more", count - NAMED_MOST);
}

void picture_fonts_close(Type *type)
{
    const uint32_t *missing;
    int count = type ? type_missing(type, &missing) : 0;
    Bytes names = {0};
    if (count)
        picture_name_letters(missing, count, &names);
    if (count)
        output_note("no font here has %s: boxes stand in the picture", names.data);
    bytes_finish(&names);
    type_close(type);
}

Language picture_language(const Request *request, const Lesson *lesson)
{
    return request->language >= 0 ? (Language)request->language : lesson_language(lesson, LANGUAGE_ENGLISH);
}

bool picture_weighs(const Trace *trace, Error *error)
{
    return cause_asks(NULL, trace, CAUSE_ATTENTION, error);
}

/* The place of the lesson among those of the course, which its own folder may not belong to. */
static void set_place(View *view, const Lesson *lesson)
{
    Arena arena = {0};
    const char *lessons = resource_folder("lessons", &arena);
    LessonList list = lessons ? lesson_list(lessons, &arena, NULL) : (LessonList){0};
    for (int i = 0; i < list.count; i++)
        if (file_same(list.folders[i], lesson->folder)) {
            view->course.number = list.orders[i];
            view->course.count = list.count;
            view->course.more = i + 1 < list.count;
        }
    arena_finish(&arena);
}

bool picture_open(const Call *call, const char *sentence, const char *needed, SentencePicture *out, Error *error)
{
    const char *given = call->arguments[0];
    bool trace = source_is_trace(given);
    if (trace && sentence)
        return error_at(error, ERROR_USAGE, given, 0, "is a trace: it has a sentence, and no model for another one");
    if (!(trace ? source_read : source_open)(given, call->arena, &out->source, error))
        return false;
    out->trace = out->source.trace;
    out->source.trace = NULL;
    if (trace)
        return true;
    if (!sentence && out->source.lesson)
        sentence = out->source.lesson->sentence;
    if (!sentence)
        return error_set(error, ERROR_USAGE, "a model file needs %s; only a lesson has one of its own", needed);
    out->trace = trace_decode(&out->source.model, slice_of(sentence), NULL, error);
    return out->trace != NULL;
}

bool picture_tell_head(SentencePicture *picture, int head, Error *error)
{
    picture->trace->head_told = head ? head : 1;
    return trace_has_head(picture->trace, picture->trace->head_told, error);
}

bool picture_gloss(View *view, const char *given, Error *error)
{
    view->gloss = GLOSS_SHOWN;
    return view_glosses(view) == GLOSSES_SHOWN
           || error_at(error, ERROR_USAGE, given, 0, "has no glossary that --gloss could print");
}

bool picture_begin(const Call *call, SentencePicture *picture, int width, int height, Error *error)
{
    const Request *request = &call->request;
    picture->type = picture_fonts(call->arena, error);
    if (!picture->type)
        return false;
    View *view = &picture->view;
    *view = view_default(theme_get((ThemeKind)request->theme), (float)width, (float)height);
    view->language = picture_language(request, picture->source.lesson);
    view->map = (ColorMap)request->map;
    view->trace = picture->trace;
    view->model = &picture->source.model;
    view->lesson = picture->source.lesson;
    if (request->gloss && !picture_gloss(view, call->arguments[0], error))
        return false;
    view->cursor = moment_count(picture->trace) - 1;
    if (picture->trace->head_told > 0) {
        view->kind = VIEW_SELF_ATTENTION;
        view->look = LOOK_ONE_WORD;
        view->pick = picture->trace->head_told - 1;
        view->self.written = picture->trace->written_told;
    }
    /* as the model read it: what a person typed may hold bytes that no file can */
    view->field.text =
        text_join(call->arena, picture->trace->source, picture->trace->n, picture->trace->config.source_tokens);
    if (view->lesson)
        set_place(view, view->lesson);
    return true;
}

void picture_close(SentencePicture *picture)
{
    drawlist_finish(&picture->list);
    picture_fonts_close(picture->type);
    trace_destroy(picture->trace);
    opened_finish(&picture->source);
}

char *picture_carries(const View *view, const Place *place, Arena *arena)
{
    char checksum[65];
    Bytes text = {0};
    bool whole = view_decodes(view);
    if (whole)
        model_checksum(view->model, checksum);
    figure_state_print(place_print(place, arena), whole ? checksum : NULL, view->trace, &text);
    return bytes_take(&text, arena);
}

/* Names, not paths: a figure goes to others. */
char *picture_state(const SentencePicture *picture, Place place, Arena *arena)
{
    const OpenFile *source = &picture->source;
    const Lesson *lesson = source->lesson;
    place.lesson = path_name(lesson ? lesson->folder : source->path);
    place.model = lesson && lesson->model_count > 1 ? source->chosen->name : NULL;
    place.sentence = picture->view.field.text;
    place.language = (int)picture->view.language;
    place.dark = picture->view.theme->kind == THEME_DARK;
    return picture_carries(&picture->view, &place, arena);
}
