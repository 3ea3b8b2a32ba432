#include "lesson/exam_results.h"

#include "base/system.h"
#include "lesson/draw.h"
#include "lesson/lesson_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES = 64 << 10, FILE_VALUES = 1000 };
static const char ENDING[] = ".json";

/* ---- reading ---- */

int results_files(const char *folder, Arena *arena, char ***out, Error *error)
{
    char **names;
    int all = system_folder(folder, arena, &names), count = 0;
    *out = NULL;
    if (all < 0) {
        error_at(error, ERROR_FILE, folder, 0, "cannot be opened as a folder of results: %s", strerror(errno));
        return -1;
    }
    for (int i = 0; i < all && count < RESULTS_MOST; i++)
        if (names[i][0] != '.' && strcmp(path_ending(names[i]), ENDING) == 0) {
            *out = arena_room(arena, *out, count, sizeof **out);
            (*out)[count++] = path_join(arena, folder, names[i]);
        }
    return count;
}

static bool read_file(const char *path, ExamFile *out, Error *error)
{
    Bytes text = {0};
    Error problem = {0};
    if (!file_read(path, FILE_BYTES, &text, error))
        return false;
    cJSON *root = json_parse(bytes_slice(&text), FILE_VALUES, &problem);
    bool ok = root ? exam_parse(root, path, out, error)
                   : error_at(error, ERROR_FORMAT, path, problem.line, "%s", problem.message);
    cJSON_Delete(root);
    bytes_finish(&text);
    return ok;
}

/* The exam as the file wants it, read once. NULL: it is not there. */
static Lesson *exam_of(ExamResults *all, const ExamFile *file, const char *path, const char *lessons, Error *error)
{
    for (int i = 0; i < all->lesson_count; i++)
        if (all->lessons[i]->draw == file->draw
            && strcmp(lesson_slug(path_name(all->lessons[i]->folder)), file->lesson) == 0)
            return all->lessons[i];
    Error inner = {0};
    const char *folder = lesson_find(lessons, draw_name(file->lesson, file->draw, &all->arena), &all->arena, &inner);
    Lesson *lesson = folder ? lesson_load(folder, &inner) : NULL;
    if (!lesson) {
        error_at(error, ERROR_FORMAT, path, 0, "its exam cannot be read: %s", error_text(&inner));
        return NULL;
    }
    all->lessons = arena_room(&all->arena, all->lessons, all->lesson_count, sizeof *all->lessons);
    int at = all->lesson_count++;
    for (; at > 0 && all->lessons[at - 1]->draw > lesson->draw; at--)
        all->lessons[at] = all->lessons[at - 1];
    return all->lessons[at] = lesson;
}

bool results_add(ExamResults *all, const char *path, const char *lessons, Error *error)
{
    ExamFile file;
    if (all->count >= RESULTS_MOST)
        return error_at(error, ERROR_USAGE, path, 0, "is one too many: expected at most %d results", RESULTS_MOST);
    if (!read_file(path, &file, error))
        return false;
    const Lesson *lesson = exam_of(all, &file, path, lessons, error);
    if (!lesson)
        return false;
    if (!exam_fits(&file, lesson))
        return error_at(error, ERROR_FORMAT, path, 0, "is of another text of the exam than %s", lesson->path);
    if (all->count && strcmp(all->papers[0].lesson->folder, lesson->folder) != 0)
        return error_at(error, ERROR_FORMAT, path, 0, "is of another exam than %s", all->papers[0].name);
    const char *name = path_name(path);
    all->papers = arena_room(&all->arena, all->papers, all->count, sizeof *all->papers);
    all->papers[all->count++] =
        (ExamPaper){arena_copy(&all->arena, name, strlen(name) - strlen(path_ending(name))), lesson, file.exam};
    return true;
}

void results_finish(ExamResults *all)
{
    for (int i = 0; i < all->lesson_count; i++)
        lesson_destroy(all->lessons[i]);
    arena_finish(&all->arena);
    *all = (ExamResults){0};
}

/* ---- counting ---- */

int results_right(const ExamResults *all, int card)
{
    int right = 0;
    for (int i = 0; i < all->count; i++)
        right += exam_card_right(all->papers[i].lesson, &all->papers[i].exam, card);
    return right;
}

int results_chosen(const ExamResults *all, const Lesson *lesson, int card, int choice)
{
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += all->papers[i].lesson == lesson && all->papers[i].exam.chosen[card] == choice;
    return count;
}

int results_order(ExamResults *all, int **out)
{
    const Lesson *lesson = all->papers[0].lesson;
    int count = 0;
    *out = ARENA_ARRAY(&all->arena, int, (size_t)lesson->card_count);
    for (int card = 0; card < lesson->card_count; card++) {
        if (!lesson->cards[card].quiz_count)
            continue;
        int at = count++, right = results_right(all, card);
        for (; at > 0 && results_right(all, (*out)[at - 1]) > right; at--)
            (*out)[at] = (*out)[at - 1];
        (*out)[at] = card;
    }
    return count;
}
