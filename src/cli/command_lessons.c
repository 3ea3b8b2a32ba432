/* attend lessons: the course, one lesson a line. */
#include "cli/cli.h"

typedef struct Request {
    int language;
} Request;

static const Request DEFAULTS = {LANGUAGE_ENGLISH};

static const Option OPTIONS[] = {
    {"language", 0, OPTION_NAME, offsetof(Request, language), NULL, "of the titles", .names = LANGUAGE_NAMES},
};

static bool run(const Call *call, Error *error)
{
    const Request *request = call->request;
    const char *lessons = source_lessons(call->arena, error);
    if (!lessons)
        return false;
    Error reading = {0};
    LessonList list = lesson_list(lessons, call->arena, &reading);
    if (reading.code != ERROR_NONE) {
        *error = reading;
        return false;
    }
    Bytes text = {0};
    int broken = 0;
    for (int i = 0; i < list.count; i++) {
        Error mistake = {0};
        Lesson *lesson = lesson_load(list.folders[i], &mistake);
        if (lesson)
            output_line(&text, "%3d  %-32s  %s", lesson->order, path_name(lesson->folder),
                        lesson->title[request->language]);
        else
            output_note("%s", error_text(&mistake));
        broken += !lesson;
        lesson_destroy(lesson);
    }
    bool ok = output_write(&text, error);
    bytes_finish(&text);
    if (ok && broken)
        return error_set(error, ERROR_FORMAT, "%d of %d lessons cannot be read", broken, list.count);
    return ok;
}

const Command command_lessons = {
    .name = "lessons",
    .arguments = "",
    .summary = "List the lessons: number, name and title",
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
