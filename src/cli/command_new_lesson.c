/* attend new-lesson: a folder with a lesson that works once its model is trained, for a teacher to write in; `--data`
 * puts other sentence pairs in the place of the example's. */
#include "cli/cli.h"

#include "base/resource.h"
#include "lesson/draft.h"

#include <ctype.h>
#include <string.h>

/* "03-my-first-lesson" -> "My first lesson" */
static const char *title_of(const char *folder, Arena *arena)
{
    const char *name = path_name(folder);
    name += strspn(name, "0123456789");
    name += strspn(name, "-_ ");
    char *title = arena_copy(arena, *name ? name : "Lesson", strlen(*name ? name : "Lesson"));
    for (char *c = title; *c; c++)
        if (*c == '-' || *c == '_')
            *c = ' ';
    title[0] = (char)toupper((unsigned char)title[0]);
    return title;
}

static bool take_file(const char *path, LessonDraft *draft, Arena *arena, Error *error)
{
    Bytes bytes;
    if (!file_read_kind(path, FILE_INPUT, FILE_LIMIT_DATA, &bytes, error))
        return false;
    bool ok = draft_take_pairs(draft, bytes_slice(&bytes), path, arena, error);
    if (draft->repeated || draft->one_sided)
        output_note("%d repeated pair(s) and %d line(s) with an empty side were left out", draft->repeated,
                    draft->one_sided);
    bytes_finish(&bytes);
    return ok;
}

bool new_lesson_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    bool own = request->data;
    const char *folder = call->arguments[0], *templates = resource_need("assets/new-lesson", call->arena, error);
    if (!templates)
        return false;
    if (file_exists(folder))
        return error_at(error, ERROR_USAGE, folder, 0, "is there already; expected the name of a new folder");
    LessonDraft draft = {.order = request->order};
    draft.title = request->title ? request->title : title_of(folder, call->arena);
    bool ok = (own ? take_file(request->data, &draft, call->arena, error)
                   : draft_take_example(&draft, templates, call->arena, error))
              && draft_write(&draft, templates, folder, call->arena, error);
    draft_finish(&draft);
    static const char told[] =
        "%s: lesson.md, lesson.zh.md, data.tsv, heldout.tsv%s. Each line of lesson.md says what it is "
        "for. Next:\n  attend train %s\n  attend check %s\n  attend %s\n";
    return ok && output_print(error, told, folder, own ? "" : ", glossary.tsv", folder, folder, folder);
}
