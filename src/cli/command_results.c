/* attend results: what a class has answered in an exam, from the files that its students have saved. */
#include "cli/cli.h"

#include "base/names.h"
#include "base/resource.h"
#include "site/results_page.h"
#include "words/course_words.h"

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

static void print_draw(Bytes *text, const ExamResults *all, const Lesson *lesson, int card, Language language)
{
    const Quiz *quiz = &lesson->cards[card].quizzes[0];
    output_line(text, "      #%d  %s", lesson->draw, quiz->question[language]);
    for (int k = 0; k < quiz->choice_count; k++)
        output_line(text, "      %3d  %s %s", results_chosen(all, lesson, card, k), k == quiz->answer ? "✓" : " ",
                    quiz->choices[language][k]);
    int none = results_chosen(all, lesson, card, EXAM_OPEN);
    if (none)
        output_line(text, "      %3d    %s", none, said(language, W_RESULTS_NO_ANSWER));
}

static void print_all(Bytes *text, ExamResults *all, Language language)
{
    const Lesson *lesson = all->papers[0].lesson;
    Arena *arena = &all->arena;
    int *order, count = results_order(all, &order);
    output_line(text, "%s", lesson->title[language]);
    output_line(text, said(language, W_RESULTS_COUNT), all->count);
    for (int i = 0; i < count; i++) {
        output_line(text, "%d. %s: %s", order[i] + 1, lesson->cards[order[i]].title[language],
                    results_told(all, order[i], language, arena));
        for (int k = 0; k < all->lesson_count; k++)
            print_draw(text, all, all->lessons[k], order[i], language);
    }
    output_line(text, "%s", said(language, W_RESULTS_STUDENTS));
    for (int i = 0; i < all->count; i++)
        output_line(text, "%6d  %s (#%d)", exam_right(all->papers[i].lesson, &all->papers[i].exam), all->papers[i].name,
                    all->papers[i].lesson->draw);
}

static bool write_all(ExamResults *all, const Request *request, Error *error)
{
    Bytes out = {0};
    if (!request->output) {
        print_all(&out, all, (Language)request->language);
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
