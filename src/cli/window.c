/* attend [LESSON]: the window. A build without one says so. */
#include "cli/pictures.h"

#include "base/resource.h"

#ifdef ATTEND_GUI
#include "app/app.h"
#endif

typedef struct Request {
    int language, theme, width, height;
    bool reduced_motion;
    const char *exports;
} Request;

static const Request DEFAULTS = {0};

static const Option OPTIONS[] = {
    {"language", 0, OPTION_NAME, offsetof(Request, language), "en|zh", "of the interface (L changes it)",
     .names = LANGUAGE_NAMES},
    {"theme", 0, OPTION_NAME, offsetof(Request, theme), "light|dark", "the colours (T changes them)",
     .names = THEME_NAMES},
    {"reduced-motion", 0, OPTION_FLAG, offsetof(Request, reduced_motion), NULL, "jump from moment to moment"},
    {"exports", 0, OPTION_TEXT, offsetof(Request, exports), "DIR",
     "where Ctrl+E writes; the current folder if not given"},
    {"width", 0, OPTION_WHOLE, offsetof(Request, width), "PX", "of the window", .least = 320, .most = 16384},
    {"height", 0, OPTION_WHOLE, offsetof(Request, height), "PX", "of the window", .least = 200, .most = 16384},
};

#ifdef ATTEND_GUI

/* The lesson that was asked for, or the first of the course. */
static bool find_lesson(const Call *call, AppOptions *options, Error *error)
{
    Lesson *lesson;
    int model;
    if (call->count == 0) {
        LessonList list = lesson_list(options->lessons, call->arena, error);
        options->lesson = list.count > 0 ? list.folders[0] : NULL;
        if (!options->lesson && error->code == ERROR_NONE)
            error_at(error, ERROR_FILE, options->lessons, 0, "holds no lesson");
        return options->lesson != NULL;
    }
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    options->lesson = arena_printf(call->arena, "%s", lesson->folder);
    if (model >= 0)
        options->model = arena_printf(call->arena, "%s", lesson->models[model].name);
    lesson_destroy(lesson);
    return true;
}

static bool run(const Call *call, Error *error)
{
    const Request *request = call->request;
    AppOptions options = {
        .fonts = resource_folder("assets/fonts", call->arena),
        .lessons = source_lessons(call->arena, error),
        .exports = request->exports,
        .dark = request->theme == THEME_DARK,
        .chinese = request->language == LANGUAGE_CHINESE,
        .reduced_motion = request->reduced_motion,
        .width = request->width,
        .height = request->height,
    };
    if (!options.lessons || !find_lesson(call, &options, error))
        return false;
    if (!options.fonts)
        return error_set(error, ERROR_FILE,
                         "the folder 'assets/fonts' was not found; ATTEND_DATA can name the folder it lies in");
    return app_run(&options) == 0; /* it has told what went wrong */
}

#else

static bool run(const Call *call, Error *error)
{
    (void)call;
    Bytes names = {0};
    for (int i = 0; COMMANDS[i]; i++)
        bytes_printf(&names, "%s%s", i ? ", " : "", COMMANDS[i]->name);
    error_set(error, ERROR_SYSTEM, "this build has no window; its commands are %s", names.data);
    bytes_finish(&names);
    return false;
}

#endif

const Command COMMAND_WINDOW = {
    .name = "",
    .arguments = "[LESSON]",
    .summary = "Open the window, at the first lesson or the one named",
    .least = 0,
    .most = 1,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
