#include "cli/papers.h"

#include "export/export.h"
#include "scene/figures/slides.h"
#include "scene/figures/teacher_page.h"

#include <stdlib.h>

bool cards_open(const Lesson *lesson, const Model *models, LessonCards *out, Error *error)
{
    size_t count = (size_t)lesson->card_count;
    *out = (LessonCards){shown_open(lesson, models, train_default().threads), heap_alloc(count, sizeof(View)),
                         heap_alloc(count, sizeof(ShownCard)), 0};
    bool ok = lesson_check_cards(lesson, models, error);
    for (; ok && out->made < lesson->card_count; out->made += ok) {
        View *view = &out->views[out->made];
        *view = view_default(theme_get(THEME_LIGHT), 0, 0);
        view->gloss = GLOSS_USUAL;
        view->course.number = lesson->order;
        ok = shown_card(out->shown, out->made, view, &out->cards[out->made], error);
    }
    return ok;
}

void cards_close(LessonCards *cards)
{
    for (int i = 0; i < cards->made; i++)
        shown_card_finish(&cards->cards[i]);
    shown_close(cards->shown);
    free(cards->cards);
    free(cards->views);
}

static int pages_of_handout(const void *paper, const Type *type)
{
    (void)type;
    return handout_pages(paper);
}

static void draw_handout(const void *paper, int page, const Type *type, DrawList *list)
{
    handout_draw(paper, page, type, list);
}

static int pages_of_answers(const void *paper, const Type *type)
{
    return answers_pages(paper, type);
}

static void draw_answers(const void *paper, int page, const Type *type, DrawList *list)
{
    answers_draw(paper, page, type, list);
}

static int pages_of_teacher(const void *paper, const Type *type)
{
    return teacher_pages(paper, type);
}

static void draw_teacher(const void *paper, int page, const Type *type, DrawList *list)
{
    teacher_draw(paper, page, type, list);
}

static int pages_of_slides(const void *paper, const Type *type)
{
    return slides_count(paper, type);
}

static void draw_slides(const void *paper, int page, const Type *type, DrawList *list)
{
    slides_draw(paper, page, type, list);
}

Paper paper_handout(const Handout *handout)
{
    return (Paper){{pages_of_handout, draw_handout},
                   {pages_of_answers, draw_answers},
                   handout,
                   handout->lesson->title[handout->language]};
}

Paper paper_teacher(const Handout *handout)
{
    return (Paper){{pages_of_teacher, draw_teacher}, {0}, handout, handout->lesson->title[handout->language]};
}

Paper paper_slides(const Handout *handout)
{
    return (Paper){{pages_of_slides, draw_slides}, {0}, handout, handout->lesson->title[handout->language]};
}

/* "lesson5-answers.pdf" beside "lesson5.pdf"; NULL: standard output, which has no other beside it. */
static const char *answers_path(const char *path, Arena *arena)
{
    const char *ending = path_ending(path);
    bool alone = path[0] == '-' && path + 1 == ending;
    return alone ? NULL : arena_printf(arena, "%.*s-answers%s", (int)(ending - path), path, ending);
}

static bool print_sheets(const Paper *paper, const Sheets *sheets, const Type *type, FileContent *out, Error *error)
{
    int count = sheets->pages(paper->paper, type);
    if (count == 0)
        return true;
    DrawList *pages = heap_alloc((size_t)count, sizeof *pages);
    for (int i = 0; i < count; i++)
        sheets->draw(paper->paper, i, type, &pages[i]);
    bool ok = export_pdf_pages(pages, count, paper->title, out->path, &out->bytes, error);
    for (int i = 0; i < count; i++)
        drawlist_finish(&pages[i]);
    free(pages);
    return ok;
}

bool paper_write(const Paper *paper, const Type *type, const char *path, Error *error)
{
    Arena arena = {0};
    FileContent files[] = {{.path = path}, {.path = answers_path(path, &arena)}};
    bool answers = files[1].path && paper->answers.pages;
    bool ok = print_sheets(paper, &paper->sheets, type, &files[0], error)
              && (!answers || print_sheets(paper, &paper->answers, type, &files[1], error))
              && file_write_each(files, files[1].bytes.length > 0 ? 2 : 1, error);
    bytes_finish(&files[0].bytes);
    bytes_finish(&files[1].bytes);
    arena_finish(&arena);
    return ok;
}
