/* attend lessons: the course, one lesson a line. */
#include "cli/cli.h"

#include "base/resource.h"

bool lessons_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    const char *lessons = resource_need("lessons", call->arena, error);
    LessonList list = lessons ? lesson_list(lessons, call->arena, error) : (LessonList){0};
    if (!list.folders)
        return false;
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
    return output_write(&text, error)
           && (!broken || error_set(error, ERROR_FORMAT, "%d of %d lessons cannot be read", broken, list.count));
}
