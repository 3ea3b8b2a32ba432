/* attend lessons: the course, one lesson a line. */
#include "cli/cli.h"

#include "base/resource.h"

bool lessons_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    const char *lessons = resource_need("lessons", call->arena, error);
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
