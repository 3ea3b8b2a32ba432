/* attend results: what a class has answered in an exam, from the files that its students have saved. */
#include "cli/cli.h"

#include "base/names.h"
#include "base/resource.h"
#include "site/results_page.h"

/* A file that was named must be a result; in a folder others are told and passed over. */
static bool add(ExamResults *all, const char *path, const char *lessons, Arena *arena, Error *error)
{
    char **files;
    if (!file_is_folder(path))
        return results_add(all, path, lessons, error);
    int count = results_files(path, arena, &files, error);
    for (int i = 0; i < count; i++) {
        Error inner = {0};
        if (!results_add(all, files[i], lessons, &inner))
            output_note("%s", error_text(&inner));
    }
    return count >= 0;
}

static void print_draw(Bytes *text, const ExamResults *all, const Lesson *lesson, int card)
{
    const Quiz *quiz = &lesson->cards[card].quizzes[0];
    output_line(text, "      #%d  %s", lesson->draw, quiz->question[LANGUAGE_ENGLISH]);
    for (int k = 0; k < quiz->choice_count; k++)
        output_line(text, "      %3d  %s %s", results_chosen(all, lesson, card, k), k == quiz->answer ? "✓" : " ",
                    quiz->choices[LANGUAGE_ENGLISH][k]);
    int none = results_chosen(all, lesson, card, EXAM_OPEN);
    if (none)
        output_line(text, "      %3d    no answer", none);
}

static void print_all(Bytes *text, ExamResults *all)
{
    const Lesson *lesson = all->papers[0].lesson;
    int *order, count = results_order(all, &order);
    output_line(text, "%s: %d result(s); the question with the fewest right answers first", lesson->title[0],
                all->count);
    for (int i = 0; i < count; i++) {
        int card = order[i];
        const Quiz *quiz = &lesson->cards[card].quizzes[0];
        Bytes again = {0};
        for (int k = 0; k < quiz->again_count; k++)
            bytes_printf(&again, "%s%s", k ? ", " : "; read again ", quiz->again[k]);
        output_line(text, "%3d/%d  %d. %s%s", results_right(all, card), all->count, card + 1,
                    lesson->cards[card].title[0], again.length ? again.data : "");
        bytes_finish(&again);
        for (int k = 0; k < all->lesson_count; k++)
            print_draw(text, all, all->lessons[k], card);
    }
    output_line(text, "Right, of %d:", count);
    for (int i = 0; i < all->count; i++)
        output_line(text, "%6d  %s (#%d)", exam_right(all->papers[i].lesson, &all->papers[i].exam), all->papers[i].name,
                    all->papers[i].lesson->draw);
}

static bool write_all(ExamResults *all, const Request *request, Error *error)
{
    Bytes out = {0};
    if (!request->output) {
        print_all(&out, all);
        return output_write(&out, error);
    }
    results_page(&out, all, (Language)request->language);
    bool ok = file_write(request->output, out.data, out.length, error);
    bytes_finish(&out);
    return ok && output_print(error, "%s: %d result(s)\n", request->output, all->count);
}

bool results_run(const Call *call, Error *error)
{
    static const char *const endings[] = {".html", NULL};
    const char *lessons = resource_need("lessons", call->arena, error);
    ExamResults all = {0};
    bool ok = lessons != NULL;
    if (call->request.output && !path_check_ending(call->request.output, endings, error))
        return false;
    for (int i = 0; ok && i < call->count; i++)
        ok = add(&all, call->arguments[i], lessons, call->arena, error);
    if (ok && !all.count)
        ok = error_set(error, ERROR_USAGE, "there is no result of an exam in %s; the exam's last card saves one",
                       call->arguments[0]);
    ok = ok && write_all(&all, &call->request, error);
    results_finish(&all);
    return ok;
}
