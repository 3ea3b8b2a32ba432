#include "site/results_page.h"

#include "site/html.h"
#include "words/common_words.h"
#include "words/course_words.h"

static const char STYLE[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1d1d1b}"
    "h2{font-size:1.05rem;margin:1.6rem 0 .2rem;break-after:avoid}p{margin:.2rem "
    "0}table{border-collapse:collapse;margin:.3rem 0}"
    "td,th{padding:.1rem .8rem .1rem "
    "0;text-align:left;vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}"
    "tr.right td{font-weight:600}meter{width:10rem;vertical-align:middle}";

const char *results_told(const ExamResults *all, int card, Language language, Arena *arena)
{
    const char *told = arena_printf(arena, said(language, W_RESULTS_RIGHT), results_right(all, card), all->count);
    const char *again = quiz_again(&all->papers[0].lesson->cards[card].quizzes[0], arena);
    return again ? arena_printf(arena, "%s · %s", told, arena_printf(arena, said(language, W_READ_AGAIN), again))
                 : told;
}

static void put_row(Bytes *out, int count, const char *text, bool right)
{
    bytes_printf(out, "<tr%s><td class=\"n\">%d</td><td>%s", right ? " class=\"right\"" : "", count, right ? "✓ " : "");
    html_text(out, text);
    bytes_add_text(out, "</td></tr>\n");
}

/* Of one draw: the question, and how many have taken each choice. */
static void put_draw(Bytes *out, const ExamResults *all, const Lesson *lesson, int card, Language language)
{
    const Quiz *quiz = &lesson->cards[card].quizzes[0];
    Arena arena = {0};
    html_element(out, "p",
                 arena_printf(&arena, said(language, W_RESULTS_DRAW), lesson->draw, quiz->question[language]));
    bytes_add_text(out, "<table>\n");
    for (int k = 0; k < quiz->choice_count; k++)
        put_row(out, results_chosen(all, lesson, card, k), quiz->choices[language][k], k == quiz->answer);
    int none = results_chosen(all, lesson, card, EXAM_OPEN);
    if (none)
        put_row(out, none, said(language, W_RESULTS_NO_ANSWER), false);
    bytes_add_text(out, "</table>\n");
    arena_finish(&arena);
}

static void put_card(Bytes *out, const ExamResults *all, int card, Language language)
{
    const Lesson *lesson = all->papers[0].lesson;
    int right = results_right(all, card);
    bytes_printf(out, "<h2>%d. ", card + 1);
    html_text(out, lesson->cards[card].title[language]);
    bytes_printf(out, "</h2>\n<p><meter min=\"0\" max=\"%d\" value=\"%d\"></meter> ", all->count, right);
    Arena arena = {0};
    html_text(out, results_told(all, card, language, &arena));
    bytes_add_text(out, "</p>\n");
    for (int i = 0; i < all->lesson_count; i++)
        put_draw(out, all, all->lessons[i], card, language);
    arena_finish(&arena);
}

static void put_papers(Bytes *out, const ExamResults *all, Language language)
{
    html_element(out, "h2", said(language, W_RESULTS_STUDENTS));
    bytes_add_text(out, "<table>\n");
    for (int i = 0; i < all->count; i++) {
        const ExamPaper *paper = &all->papers[i];
        bytes_printf(out, "<tr><td class=\"n\">%d</td><td>", exam_right(paper->lesson, &paper->exam));
        html_text(out, paper->name);
        bytes_printf(out, "</td><td>#%d</td></tr>\n", paper->lesson->draw);
    }
    bytes_add_text(out, "</table>\n");
}

void results_page(Bytes *out, ExamResults *all, Language language)
{
    const char *title = all->papers[0].lesson->title[language];
    int *order, count = results_order(all, &order);
    bytes_printf(
        out,
        "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<title>",
        LANGUAGE_NAMES[language]);
    html_text(out, title);
    bytes_printf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", STYLE);
    html_element(out, "h1", title);
    html_element(out, "p", arena_printf(&all->arena, said(language, W_RESULTS_COUNT), all->count));
    for (int i = 0; i < count; i++)
        put_card(out, all, order[i], language);
    put_papers(out, all, language);
    bytes_add_text(out, "</body>\n</html>\n");
}
